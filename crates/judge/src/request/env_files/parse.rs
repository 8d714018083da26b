//! Reads a file of variables as Node's `util.parseEnv` does. A line without `=` is skipped.

use super::Variables;

/// The variables of a text, in order. A later one of the same name is behind an earlier one.
pub(super) fn parse(text: &str) -> Variables {
    let text = text.replace('\r', "");
    let mut rest = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let mut found = Variables::new();
    loop {
        rest = rest.trim_start_matches(BLANK);
        let end = rest.find('\n').unwrap_or(rest.len());
        let line = &rest[..end];
        if rest.is_empty() {
            return found;
        }
        let Some((name, value)) = line.split_once('=').filter(|_| !line.starts_with('#')) else {
            rest = &rest[end..];
            continue;
        };
        let name = name.trim_matches(BLANK);
        let name = name.strip_prefix("export ").map_or(name, str::trim_start);
        let at = end - value.len() + (value.len() - value.trim_start_matches([' ', '\t']).len());
        let (value, left) = read(&rest[at..]);
        if !name.is_empty() {
            found.push((name.to_owned(), value));
        }
        rest = left;
    }
}

/// White space around names and lines.
const BLANK: [char; 3] = [' ', '\t', '\n'];

/// The value at the start of a text, and the text behind its last line.
fn read(text: &str) -> (String, &str) {
    let end = |from: usize| text[from..].find('\n').map_or(text.len(), |at| from + at);
    let first = text.chars().next().unwrap_or('\n');
    if matches!(first, '"' | '\'' | '`') {
        return match text[1..].find(first).map(|at| at + 1) {
            Some(close) => {
                let value = &text[1..close];
                let value = if first == '"' { value.replace("\\n", "\n") } else { value.to_owned() };
                (value, &text[end(close)..])
            }
            None => (text[..end(0)].trim_end().to_owned(), &text[end(0)..]),
        };
    }
    let line = &text[..end(0)];
    let value = line.split_once('#').map_or(line, |(value, _)| value);
    (value.trim().to_owned(), &text[end(0)..])
}

#[cfg(test)]
mod tests {
    use super::parse;

    /// What Node 20 makes of a text, except where it takes a line without `=` for a part of the next name.
    #[test]
    fn reads_what_node_reads() {
        let check = |text: &str, expected: &str| {
            let found: Vec<String> =
                parse(text).into_iter().map(|(name, value)| format!("{name}={value:?}")).collect();
            assert_eq!(found.join(" "), expected, "{text:?}");
        };
        check("A=1\nB=2", r#"A="1" B="2""#);
        check("A=\nB=2", r#"A="" B="2""#);
        check("A= \nB=2", r#"A="" B="2""#);
        check("  A = 1  \n", r#"A="1""#);
        check("A=\"x\\ny\" # c\nB=1", r#"A="x\ny" B="1""#);
        check("A=\"x\nB=2", r#"A="\"x" B="2""#);
        check("A='a\\nb'", r#"A="a\\nb""#);
        check("A=`b`z\nB=1", r#"A="b" B="1""#);
        check("export A=1", r#"A="1""#);
        check("exportA=1", r#"exportA="1""#);
        check("A=a#b", r#"A="a""#);
        check("A=a # b", r#"A="a""#);
        check("# c\nA=1", r#"A="1""#);
        check("A=b=c", r#"A="b=c""#);
        check("A=\"a\"b\"c\"\nB=1", r#"A="a" B="1""#);
        check("A=\"a\nb\"\nB=1", r#"A="a\nb" B="1""#);
        check("A=\r\nB=1\r\n", r#"A="" B="1""#);
        check("A=\"\"\nB=''", r#"A="" B="""#);
        check("A.B-C=1", r#"A.B-C="1""#);
        check("A=1\n#=2\nB=3", r#"A="1" B="3""#);
        check("A=\"x\" B=2\nC=3", r#"A="x" C="3""#);
        check("A='x\nB=1", r#"A="'x" B="1""#);
        check("A=#c\nB=1", r#"A="" B="1""#);
        check("A=\"#x\"", r##"A="#x""##);
        check("A=1\nA=2", r#"A="1" A="2""#);
        check("A=  \"q\"  \nB=1", r#"A="q" B="1""#);
        check("junk\nA=1\n  # z\n\n B = y\n", r#"A="1" B="y""#);
        check("", "");
    }
}
