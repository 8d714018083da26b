//! Which comments keep a check from being made, as data.

use super::comments::Comment;

/// How the arguments of a directive are told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Arguments {
    /// What follows says why.
    None,
    /// Names between commas, until ` --`; none are all.
    Names,
    /// `name: severity` between commas; those that switch a rule off or make it a warning.
    Severities,
    /// All of it, until a `:`.
    Text,
}

/// Where a directive is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// At the start of the comment.
    Start,
    /// At the start of a comment that does not end with the line.
    StartOfBlock,
    /// At the start of any line of the comment.
    AnyLine,
}

/// What a directive is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    /// The line that it stands on, or the code after it.
    Here,
    /// All that follows, or the whole file.
    File,
}

use Arguments::{Names, Severities, Text};
use Place::{AnyLine, Start, StartOfBlock};
use Reach::{File, Here};

/// Every directive. Words are separated by any white space; of two that begin alike the longer stands first.
const DIRECTIVES: [(&str, Place, Arguments, Reach); 33] = [
    ("eslint-disable-next-line", Start, Names, Here),
    ("eslint-disable-line", Start, Names, Here),
    ("eslint-disable", Start, Names, File),
    ("eslint-env", StartOfBlock, Names, File),
    ("eslint", StartOfBlock, Severities, File),
    ("globals", StartOfBlock, Names, File),
    ("global", StartOfBlock, Names, File),
    ("exported", StartOfBlock, Names, File),
    ("oxlint-disable-next-line", Start, Names, Here),
    ("oxlint-disable-line", Start, Names, Here),
    ("oxlint-disable", Start, Names, File),
    ("biome-ignore-all", AnyLine, Text, File),
    ("biome-ignore-start", AnyLine, Text, File),
    ("biome-ignore", AnyLine, Text, Here),
    ("rome-ignore", AnyLine, Text, Here),
    ("deno-lint-ignore-file", AnyLine, Names, File),
    ("deno-lint-ignore", AnyLine, Names, Here),
    ("tslint:disable-next-line", AnyLine, Arguments::None, Here),
    ("tslint:disable-line", AnyLine, Arguments::None, Here),
    ("tslint:disable", AnyLine, Arguments::None, File),
    ("jshint ignore:", AnyLine, Text, File),
    ("svelte-ignore", AnyLine, Text, Here),
    ("@ts-ignore", AnyLine, Arguments::None, Here),
    ("@ts-expect-error", AnyLine, Arguments::None, Here),
    ("@ts-nocheck", AnyLine, Arguments::None, File),
    ("@vue-ignore", AnyLine, Arguments::None, Here),
    ("@vue-expect-error", AnyLine, Arguments::None, Here),
    ("@vue-nocheck", AnyLine, Arguments::None, File),
    ("v8 ignore", AnyLine, Text, Here),
    ("c8 ignore", AnyLine, Text, Here),
    ("istanbul ignore", AnyLine, Text, Here),
    ("node:coverage", AnyLine, Text, Here),
    ("Stryker disable", AnyLine, Text, Here),
];

/// Words that end what a directive began.
const ENDS: [&str; 4] = ["stop", "end", "enable", "restore"];

/// A directive of a comment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Directive {
    /// As it stands in the table.
    pub(super) name: &'static str,
    /// What it switches off, each by itself; `*` is all.
    pub(super) arguments: Vec<String>,
    pub(super) reach: Reach,
    /// Offset in the file.
    pub(super) offset: usize,
}

/// The directives of a comment: at most one of each line.
pub(super) fn directives(comment: &Comment<'_>) -> Vec<Directive> {
    let mut found: Vec<Directive> = Vec::new();
    let mut offset = comment.content_start;
    for line in comment.content.split_inclusive(['\n', '\r', '\u{2028}', '\u{2029}']) {
        let plain = line.trim();
        // A comment for documentation marks its lines, and `///` is a comment too.
        let marked = plain.trim_start_matches(['*', '/']).trim_start();
        let at = offset + (line.len() - line.trim_start().len());
        offset += line.len();
        if plain.is_empty() {
            continue;
        }
        // ESLint reads what the comment says from its first word on, on whichever line that is.
        let first = comment.content[..at - comment.content_start].trim().is_empty();
        let whole = &comment.content[at - comment.content_start..];
        let directive = DIRECTIVES.iter().find_map(|(name, place, arguments, reach)| {
            let text = match place {
                Start if first => whole,
                StartOfBlock if first && comment.is_block => whole,
                AnyLine => marked,
                _ => return None,
            };
            let exact = *place == StartOfBlock;
            let rest = after(text, name, exact)?;
            let arguments = arguments_of(rest, *arguments)?;
            Some(Directive { name, arguments, reach: *reach, offset: at })
        });
        found.extend(directive);
    }
    found
}

/// What follows the words of a directive, if a text begins with them.
fn after<'a>(text: &'a str, words: &str, exact: bool) -> Option<&'a str> {
    let mut rest = text;
    for word in words.split(' ') {
        rest = rest.trim_start();
        let begins = rest.get(..word.len())?;
        let same = if exact { begins == word } else { begins.eq_ignore_ascii_case(word) };
        if !same {
            return None;
        }
        rest = &rest[word.len()..];
    }
    let goes_on = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    let ends = words.ends_with(':') || !rest.starts_with(goes_on);
    // Names that begin like a directive of ESLint's: it is followed by white space.
    let ends = ends && (!exact || rest.is_empty() || rest.starts_with(char::is_whitespace));
    ends.then_some(rest)
}

/// What a directive switches off. `None` where that is nothing.
fn arguments_of(rest: &str, arguments: Arguments) -> Option<Vec<String>> {
    let collapsed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let listed = || {
        let names = rest.split(" --").next().unwrap_or_default();
        names.split(',').map(collapsed).filter(|name| !name.is_empty()).collect::<Vec<String>>()
    };
    let all = || vec!["*".to_owned()];
    match arguments {
        Arguments::None => Some(all()),
        Arguments::Names => Some(listed()).map(|names| if names.is_empty() { all() } else { names }),
        Arguments::Severities => {
            let weaker = |entry: &&String| {
                let (_, severity) = entry.split_once(':').unwrap_or((entry, ""));
                let severity: String = severity.chars().filter(|c| c.is_alphanumeric()).take(4).collect();
                ["off", "0", "warn", "1"].iter().any(|weak| severity.to_lowercase() == *weak)
            };
            let weaker: Vec<String> = listed().iter().filter(weaker).cloned().collect();
            (!weaker.is_empty()).then_some(weaker)
        }
        Arguments::Text => {
            let text = collapsed(rest.split(':').next().unwrap_or_default());
            let first = text.split(' ').next().unwrap_or_default();
            let ends = ENDS.iter().any(|end| first.eq_ignore_ascii_case(end));
            (!ends).then(|| if text.is_empty() { all() } else { vec![text] })
        }
    }
}
