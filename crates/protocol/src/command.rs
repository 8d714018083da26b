//! The command grammar: `verb:argument`.

use serde::{Deserialize, Serialize};

/// What a command does with its argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Verb {
    /// Run test files.
    Test,
    /// Lint files.
    Lint,
    /// Check identifiers, imports and exports of files. `typecheck` is an alias.
    TypeCheck,
    /// Evaluate an expression or script.
    Eval,
    /// Read what a project's own configuration says. The argument is the project's folder.
    Project,
}

impl Verb {
    /// The verb's spelling in results and messages.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Verb::Test => "test",
            Verb::Lint => "lint",
            Verb::TypeCheck => "type-check",
            Verb::Eval => "eval",
            Verb::Project => "project",
        }
    }

    fn parse(text: &str) -> Option<Verb> {
        Some(match text {
            "test" => Verb::Test,
            "lint" => Verb::Lint,
            "type-check" | "typecheck" => Verb::TypeCheck,
            "eval" => Verb::Eval,
            "project" => Verb::Project,
            _ => return None,
        })
    }
}

/// A parsed command. The argument is kept as written: for `eval` it is source text, for the other verbs
/// [`Command::patterns`] splits it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// The verb.
    pub verb: Verb,
    /// The text after the first colon, unchanged.
    pub argument: String,
}

/// Why a command could not be read. [`CommandError::UnknownVerb`] is worded as in spec W6.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// No colon, or an unknown verb.
    #[error("Unknown command type: {0} (expected one of test:, lint:, type-check:, eval:)")]
    UnknownVerb(String),
    /// A verb without an argument.
    #[error("Missing argument after '{0}:'")]
    MissingArgument(&'static str),
    /// A quote that is never closed.
    #[error("Unclosed quote in command argument: {0}")]
    UnclosedQuote(String),
}

impl Command {
    /// Splits `verb:argument` at the first colon only.
    ///
    /// # Errors
    /// [`CommandError`] for an unknown verb or, for the verbs that take paths, an empty argument.
    pub fn parse(text: &str) -> Result<Command, CommandError> {
        let unknown = || CommandError::UnknownVerb(preview(text));
        let (verb, argument) = text.split_once(':').ok_or_else(unknown)?;
        let verb = Verb::parse(verb.trim()).ok_or_else(unknown)?;
        if verb != Verb::Eval && argument.trim().is_empty() {
            return Err(CommandError::MissingArgument(verb.as_str()));
        }
        Ok(Command { verb, argument: argument.to_owned() })
    }

    /// The verb of a text, whatever follows it; `None` if the text has none.
    #[must_use]
    pub fn verb_of(text: &str) -> Option<Verb> {
        text.split_once(':').and_then(|(verb, _)| Verb::parse(verb.trim()))
    }

    /// The command that names these files. [`std::fmt::Display`] gives its text.
    ///
    /// `None` if a path contains white space and both kinds of quotes, which cannot be written.
    #[must_use]
    pub fn of_paths<'a>(verb: Verb, paths: impl IntoIterator<Item = &'a str>) -> Option<Command> {
        let written: Option<Vec<String>> = paths.into_iter().map(written).collect();
        Some(Command { verb, argument: written?.join(" ") })
    }

    /// The paths and globs of the argument, separated by white space. A path with a space is quoted with `"`
    /// or `'`. A backslash has no special meaning.
    ///
    /// # Errors
    /// [`CommandError::UnclosedQuote`].
    pub fn patterns(&self) -> Result<Vec<String>, CommandError> {
        let mut patterns = Vec::new();
        let mut rest = self.argument.trim_start();
        while let Some(first) = rest.chars().next() {
            let (pattern, after) = if first == '"' || first == '\'' {
                rest[1..]
                    .split_once(first)
                    .ok_or_else(|| CommandError::UnclosedQuote(preview(&self.argument)))?
            } else {
                rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len()))
            };
            patterns.push(pattern.to_owned());
            rest = after.trim_start();
        }
        Ok(patterns)
    }
}

impl std::fmt::Display for Command {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.verb.as_str(), self.argument)
    }
}

/// A path as written in an argument, so that [`Command::patterns`] returns it unchanged.
fn written(path: &str) -> Option<String> {
    let is_plain = !path.is_empty() && !path.contains(char::is_whitespace) && !path.starts_with(['"', '\'']);
    match (is_plain, path.contains('"'), path.contains('\'')) {
        (true, _, _) => Some(path.to_owned()),
        (false, false, _) => Some(format!("\"{path}\"")),
        (false, true, false) => Some(format!("'{path}'")),
        (false, true, true) => None,
    }
}

/// Cuts a command for an error message, because commands are untrusted text.
fn preview(text: &str) -> String {
    const MAX: usize = 200;
    match text.char_indices().nth(MAX) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
