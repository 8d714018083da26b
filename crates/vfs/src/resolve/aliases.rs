//! Aliases of specifiers, like Vite's `resolve.alias`.

use regex_lite::{Captures, Regex, RegexBuilder};
use verdict_protocol::{Alias, AliasFind, Aliases};

/// Maximum size of a compiled pattern, in bytes; a hand-written one takes a few thousand.
const MAX_COMPILED: usize = 1 << 20;

/// An invalid alias: its pattern and the reason.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("invalid alias pattern /{pattern}/: {reason}")]
pub struct AliasError {
    /// The source of the pattern.
    pub pattern: String,
    /// Why the pattern is invalid, in a sentence.
    pub reason: String,
}

/// Compiled aliases. Matching is linear in the length of the specifier, because patterns have no look-around
/// and no back-references.
#[derive(Debug, Default)]
pub(crate) struct Compiled {
    /// What to find, and what may stand for it: the first for which there is a file.
    finds: Vec<(Find, Vec<String>)>,
    /// The source of the aliases, which determines equality.
    aliases: Aliases,
}

impl PartialEq for Compiled {
    fn eq(&self, other: &Compiled) -> bool {
        self.aliases == other.aliases
    }
}

#[derive(Debug)]
enum Find {
    /// A whole specifier, or its part before a `/`.
    Start(String),
    /// The text before and after the one `*`.
    Star(String, String),
    Pattern {
        regex: Regex,
        all: bool,
    },
}

impl Compiled {
    pub(crate) fn new(aliases: &Aliases) -> Result<Compiled, AliasError> {
        let compiled = aliases.0.iter().map(|Alias { find, replacement, fallbacks }| {
            let find = match find {
                AliasFind::Text(text) => match text.split_once('*') {
                    Some((before, after)) if !after.contains('*') => Find::Star(before.into(), after.into()),
                    _ => Find::Start(text.clone()),
                },
                AliasFind::Pattern { source, flags } => pattern(source, flags)?,
            };
            Ok((find, std::iter::once(replacement).chain(fallbacks).cloned().collect()))
        });
        let finds = compiled.collect::<Result<_, _>>()?;
        Ok(Compiled { finds, aliases: aliases.clone() })
    }

    /// What may stand for the specifier by the first alias that matches. Without one, nothing.
    pub(crate) fn replacements(&self, specifier: &str) -> Vec<String> {
        let by = |find: &Find, replacement: &str| match find {
            Find::Start(find) => {
                let rest = specifier.strip_prefix(find.as_str())?;
                let whole = rest.is_empty() || rest.starts_with('/') || find.ends_with('/');
                (whole && !find.is_empty()).then(|| format!("{replacement}{rest}"))
            }
            Find::Star(before, after) => {
                let star = specifier.strip_prefix(before.as_str())?.strip_suffix(after.as_str())?;
                Some(replacement.replacen('*', star, 1))
            }
            Find::Pattern { regex, all } => {
                regex.is_match(specifier).then(|| replace(regex, *all, specifier, replacement))
            }
        };
        let of_alias = |(find, replacements): &(Find, Vec<String>)| {
            replacements.iter().map(|replacement| by(find, replacement)).collect::<Option<Vec<_>>>()
        };
        self.finds.iter().find_map(of_alias).unwrap_or_default()
    }

    /// The specifier, replaced by the first alias that matches.
    pub(crate) fn replaced(&self, specifier: &str) -> Option<String> {
        self.replacements(specifier).into_iter().next()
    }
}

fn pattern(source: &str, flags: &str) -> Result<Find, AliasError> {
    let invalid = |reason: String| AliasError { pattern: source.to_owned(), reason };
    if let Some(flag) = flags.chars().find(|flag| !"gimsuvdy".contains(*flag)) {
        return Err(invalid(format!("unknown flag '{flag}'")));
    }
    let regex = RegexBuilder::new(source)
        .case_insensitive(flags.contains('i'))
        .multi_line(flags.contains('m'))
        .dot_matches_new_line(flags.contains('s'))
        .size_limit(MAX_COMPILED)
        .build()
        .map_err(|error| invalid(error.to_string()))?;
    Ok(Find::Pattern { regex, all: flags.contains('g') })
}

/// `String.prototype.replace` with a regular expression and a text.
fn replace(regex: &Regex, all: bool, text: &str, replacement: &str) -> String {
    let mut replaced = String::new();
    let mut from = 0;
    for found in regex.captures_iter(text).take(if all { usize::MAX } else { 1 }) {
        let Some(whole) = found.get(0) else { break };
        replaced.push_str(&text[from..whole.start()]);
        expand(&found, text, replacement, &mut replaced);
        from = whole.end();
    }
    replaced + &text[from..]
}

/// `$1` to `$99`, `$<name>`, `$&`, `` $` ``, `$'` and `$$`, as JavaScript reads them.
fn expand(found: &Captures<'_>, text: &str, replacement: &str, out: &mut String) {
    let group = |index: usize| found.get(index).map_or("", |group| group.as_str());
    let whole = found.get(0).map_or(0..0, |whole| whole.range());
    let mut rest = replacement;
    while let Some((before, after)) = rest.split_once('$') {
        out.push_str(before);
        let digits = |count: usize| -> Option<usize> {
            let digits = after.get(..count)?;
            let number: usize =
                digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())??;
            (number > 0 && number < found.len()).then_some(number)
        };
        let named = after.strip_prefix('<').and_then(|name| name.split_once('>'));
        rest = match after.as_bytes().first() {
            Some(b'$') => {
                out.push('$');
                &after[1..]
            }
            Some(b'&') => {
                out.push_str(group(0));
                &after[1..]
            }
            Some(b'`') => {
                out.push_str(&text[..whole.start]);
                &after[1..]
            }
            Some(b'\'') => {
                out.push_str(&text[whole.end..]);
                &after[1..]
            }
            _ => match (digits(2), digits(1), named) {
                (Some(number), ..) => {
                    out.push_str(group(number));
                    &after[2..]
                }
                (None, Some(number), _) => {
                    out.push_str(group(number));
                    &after[1..]
                }
                (None, None, Some((name, after))) => {
                    out.push_str(found.name(name).map_or("", |group| group.as_str()));
                    after
                }
                _ => {
                    out.push('$');
                    after
                }
            },
        };
    }
    out.push_str(rest);
}
