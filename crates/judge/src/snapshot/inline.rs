//! Inline snapshots, which are part of the test file.

use super::file::escaped;

/// Removes the indentation of an inline snapshot. A snapshot with uneven indentation is returned unchanged.
pub(super) fn unindented(text: &str) -> String {
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let indent: String = first.chars().take_while(|char| char.is_whitespace()).collect();
    let mut lines: Vec<&str> = text.split('\n').collect();
    let blank = |line: Option<&&str>| line.is_some_and(|line| line.trim().is_empty());
    if indent.is_empty() || lines.len() <= 2 || !blank(lines.first()) || !blank(lines.last()) {
        return text.to_owned();
    }
    let last = lines.len() - 1;
    for line in &mut lines[1..last] {
        if line.is_empty() {
            continue;
        }
        match line.strip_prefix(indent.as_str()) {
            Some(rest) => *line = rest,
            None => return text.to_owned(),
        }
    }
    lines[last] = "";
    lines.join("\n")
}

/// The template literal of a snapshot, indented to match the line of code it goes into.
pub(super) fn literal(text: &str, line: &str) -> String {
    let indent: String = line.chars().take_while(|char| char.is_whitespace()).collect();
    let deeper = if indent.contains('\t') { format!("{indent}\t") } else { format!("{indent}  ") };
    let lines: Vec<String> = text.trim().split('\n').map(escaped).collect();
    if let [line] = lines.as_slice() {
        return format!("`{line}`");
    }
    let lines: Vec<String> = lines
        .into_iter()
        .map(|line| if line.is_empty() { line } else { format!("{deeper}{line}") })
        .collect();
    format!("`\n{}\n{indent}`", lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::{literal, unindented};

    #[test]
    fn indentation_is_for_the_eye() {
        assert_eq!(unindented("\n    {\n      a\n\n    }\n  "), "\n{\n  a\n\n}\n");
        assert_eq!(unindented("\n    a\n  b\n  "), "\n    a\n  b\n  ");
        assert_eq!(unindented("\"a\""), "\"a\"");
        assert_eq!(
            literal("\n{\n  \"a\": `1`,\n}\n", "    expect(x)"),
            "`\n      {\n        \"a\": \\`1\\`,\n      }\n    `"
        );
        assert_eq!(literal("\"a\"", "\tx"), "`\"a\"`");
    }
}
