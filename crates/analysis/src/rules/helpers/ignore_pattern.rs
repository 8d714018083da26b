//! Regular expressions in options, which exempt names from a rule.

use regex_lite::Regex;

/// A regular expression from options.
pub(crate) struct IgnorePattern {
    regex: Regex,
    source: String,
}

impl IgnorePattern {
    /// The pattern of a text, or what is wrong with it. An empty text is none.
    pub(crate) fn of(source: Option<String>) -> Result<Option<IgnorePattern>, String> {
        let Some(source) = source.filter(|source| !source.is_empty()) else { return Ok(None) };
        match Regex::new(&source) {
            Ok(regex) => Ok(Some(IgnorePattern { regex, source })),
            Err(_) => Err(format!("Value \"{source}\" should be a regular expression without look-around.")),
        }
    }

    pub(crate) fn matches(&self, name: &str) -> bool {
        self.regex.is_match(name)
    }

    /// The text that JavaScript has for it.
    pub(crate) fn shown(&self) -> String {
        shown(&self.source)
    }
}

/// The text that JavaScript has for a regular expression with the flag `u`.
pub(crate) fn shown(source: &str) -> String {
    if source.is_empty() {
        return "/(?:)/u".to_owned();
    }
    let mut shown = String::from("/");
    let (mut is_escaped, mut is_in_class) = (false, false);
    for char in source.chars() {
        match char {
            '/' if !is_escaped && !is_in_class => shown.push('\\'),
            '[' if !is_escaped => is_in_class = true,
            ']' if !is_escaped => is_in_class = false,
            _ => {}
        }
        is_escaped = char == '\\' && !is_escaped;
        shown.push(char);
    }
    shown + "/u"
}
