//! The comments that suppress a check, as data.

use super::comments::Comment;

/// The syntax of a directive's arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Arguments {
    /// No arguments; any text that follows is an explanation.
    None,
    /// Names separated by commas, until ` --`. No name means all.
    Names,
    /// `name: severity` separated by commas. Only those that disable a rule or make it a warning count.
    Severities,
    /// The whole text, until a `:`.
    Text,
}

/// Where to look for a directive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// At the start of the comment.
    Start,
    /// At the start of a block comment.
    StartOfBlock,
    /// At the start of any line of the comment.
    AnyLine,
}

/// The code that a directive covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    /// Its own line, or the code after it.
    Here,
    /// Everything that follows, or the whole file.
    File,
}

use Arguments::{Names, Severities, Text};
use Place::{AnyLine, Start, StartOfBlock};
use Reach::{File, Here};

/// Every directive. Any white space separates words. If two directives share a prefix, the longer comes
/// first.
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

/// Words that end the effect of a directive.
const ENDS: [&str; 4] = ["stop", "end", "enable", "restore"];

/// A directive in a comment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Directive {
    /// Name of the directive in [`DIRECTIVES`].
    pub(super) name: &'static str,
    /// What it suppresses, one entry each; `*` means all.
    pub(super) arguments: Vec<String>,
    pub(super) reach: Reach,
    /// Offset in the file.
    pub(super) offset: usize,
}

/// The directives of a comment: at most one for each line.
pub(super) fn directives(comment: &Comment<'_>) -> Vec<Directive> {
    let mut found: Vec<Directive> = Vec::new();
    let mut offset = comment.content_start;
    for line in comment.content.split_inclusive(['\n', '\r', '\u{2028}', '\u{2029}']) {
        let plain = line.trim();
        // Documentation comments mark each line, and `///` is a comment too.
        let marked = plain.trim_start_matches(['*', '/']).trim_start();
        let at = offset + (line.len() - line.trim_start().len());
        offset += line.len();
        if plain.is_empty() {
            continue;
        }
        // ESLint reads a comment from its first word, whichever line that is on.
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

/// The text after a directive's words, if the text begins with them.
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
    // White space must follow an ESLint directive, because other names begin alike.
    let ends = ends && (!exact || rest.is_empty() || rest.starts_with(char::is_whitespace));
    ends.then_some(rest)
}

/// The effects of a directive. `None` if it suppresses nothing.
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
