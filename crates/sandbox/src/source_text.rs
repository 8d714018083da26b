//! Finds locations in source text by searching for words.

/// The first location of `name` as a word at or after `from`, ignoring line comments.
pub(crate) fn place_of_word(source: &str, name: &str, from: (u32, u32)) -> Option<(u32, u32)> {
    if name.is_empty() {
        return None;
    }
    let places = words(source, name)
        .filter(|at| !source[..*at].rsplit('\n').next().is_some_and(|line| line.contains("//")))
        .map(|at| line_column(source, at));
    // The search covers the engine's line from its start.
    places.into_iter().find(|place| *place >= (from.0, 1))
}

/// Byte offsets at which a word occurs.
fn words<'a>(text: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    let part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    text.match_indices(word)
        .filter(move |(at, _)| !text[..*at].ends_with(part) && !text[at + word.len()..].starts_with(part))
        .map(|(at, _)| at)
}

/// The location of an import of `specifier`: the quoted text after `from`, `import` or `import(`.
pub(crate) fn place_of_specifier(source: &str, specifier: &str) -> (u32, u32) {
    specifier_offset(source, specifier).map_or((0, 0), |offset| line_column(source, offset))
}

fn specifier_offset(source: &str, specifier: &str) -> Option<usize> {
    let quoted = ['\'', '"', '`'].map(|quote| format!("{quote}{specifier}{quote}"));
    let mut found: Vec<usize> =
        quoted.iter().flat_map(|quoted| source.match_indices(quoted.as_str()).map(|(at, _)| at)).collect();
    found.sort_unstable();
    let imports = |at: &usize| {
        let before = source[..*at].trim_end();
        ["from", "import", "import(", "require("].iter().any(|word| before.ends_with(word))
    };
    found.iter().copied().find(imports).or(found.first().copied())
}

/// The location of `name` in the import of `specifier`, or else of the specifier.
pub(crate) fn place_of_name(source: &str, specifier: &str, name: &str) -> (u32, u32) {
    let Some(end) = specifier_offset(source, specifier) else { return (0, 0) };
    let start = ["import", "export"].iter().filter_map(|word| source[..end].rfind(word)).max().unwrap_or(0);
    if name == "default" {
        let after = source[start..end].trim_start_matches("import").trim_start();
        return line_column(source, end - after.len());
    }
    let at = words(&source[start..end], name).next().map_or(end, |at| start + at);
    line_column(source, at)
}

/// Line and column of a byte offset, 1-based, the column in UTF-16 units.
fn line_column(source: &str, offset: usize) -> (u32, u32) {
    let before = &source[..offset];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().map_or(0, |text| text.encode_utf16().count()) + 1;
    (u32::try_from(line).unwrap_or(u32::MAX), u32::try_from(column).unwrap_or(u32::MAX))
}
