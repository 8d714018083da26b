//! Keys, as in Vitest's watch mode.

use std::io::{self, Write as _};

/// What keys ask for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Action {
    /// Run everything, without the filters that keys set.
    All,
    /// Run what failed.
    Failed,
    /// Run what the filters let through.
    Rerun,
    /// Write snapshots.
    Update,
    /// Run tests whose name matches; empty for all.
    Name(String),
    /// Run test files whose path has one of these words; empty for all.
    Path(String),
    /// Say which keys there are.
    Help,
    /// End.
    Quit,
}

/// The keys on one line.
pub(super) const HELP: &str =
    "a all, f failed, t filter by name, p filter by path, u update snapshots, r run again, q quit";

/// What a pattern is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Prompt {
    Name,
    Path,
}

/// Reads keys, or lines that begin with one.
#[derive(Debug, Default)]
pub(super) struct Keys {
    /// Whether the input is a terminal that shows no keys by itself.
    is_terminal: bool,
    prompt: Option<(Prompt, Vec<u8>)>,
}

impl Keys {
    pub(super) const fn new(is_terminal: bool) -> Keys {
        Keys { is_terminal, prompt: None }
    }

    /// Takes bytes of the input, and gives what they ask for.
    pub(super) fn read(&mut self, bytes: &[u8]) -> Vec<Action> {
        let mut actions = Vec::new();
        let mut at = 0;
        while let Some(byte) = bytes.get(at).copied() {
            at += 1;
            if byte == ESCAPE {
                let length = sequence(&bytes[at..]);
                at += length;
                if length == 0 && self.prompt.take().is_some() {
                    self.show("\n");
                }
                continue;
            }
            actions.extend(if self.prompt.is_some() { self.typed(byte) } else { self.key(byte) });
        }
        actions
    }

    fn key(&mut self, byte: u8) -> Option<Action> {
        let asks = |prompt| Some((prompt, Vec::new()));
        match byte {
            b'a' => return Some(Action::All),
            // In a line, a key and its pattern stand before the end.
            b'\r' | b'\n' if self.is_terminal => return Some(Action::All),
            b'f' => return Some(Action::Failed),
            b'r' => return Some(Action::Rerun),
            b'u' => return Some(Action::Update),
            b'h' | b'?' => return Some(Action::Help),
            b'q' | INTERRUPT => return Some(Action::Quit),
            b't' => self.prompt = asks(Prompt::Name),
            b'p' => self.prompt = asks(Prompt::Path),
            _ => return None,
        }
        self.show(match byte {
            b't' => "Names of tests, as a regular expression: ",
            _ => "Parts of paths of test files: ",
        });
        None
    }

    fn typed(&mut self, byte: u8) -> Option<Action> {
        let (prompt, mut text) = self.prompt.take()?;
        match byte {
            b'\r' | b'\n' => {
                self.show("\n");
                let text = String::from_utf8_lossy(&text).trim().to_owned();
                return Some(match prompt {
                    Prompt::Name => Action::Name(text),
                    Prompt::Path => Action::Path(text),
                });
            }
            BACKSPACE | DELETE => {
                // The bytes of one character.
                while text.pop().is_some_and(|byte| byte & 0xc0 == 0x80) {}
                self.show("\u{8} \u{8}");
            }
            byte if byte < b' ' => {}
            byte => {
                text.push(byte);
                if self.is_terminal {
                    let mut err = io::stderr().lock();
                    // Who shows keys cannot be told that it failed.
                    let _ = err.write_all(&[byte]).and_then(|()| err.flush());
                }
            }
        }
        self.prompt = Some((prompt, text));
        None
    }

    fn show(&self, text: &str) {
        if self.is_terminal {
            eprint!("{text}");
        }
    }
}

const INTERRUPT: u8 = 3;
const BACKSPACE: u8 = 8;
const ESCAPE: u8 = 0x1b;
const DELETE: u8 = 0x7f;

/// The number of bytes after an escape that are part of an arrow or another key; 0 for the key itself.
fn sequence(rest: &[u8]) -> usize {
    match rest.first() {
        Some(b'[' | b'O') => {
            let end = rest[1..].iter().position(|byte| (0x40..=0x7e).contains(byte));
            end.map_or(rest.len(), |end| end + 2)
        }
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_a_terminal_and_lines_of_a_pipe() {
        let check = |is_terminal: bool, input: &[&str], expected: &[Action]| {
            let mut keys = Keys::new(is_terminal);
            let actions: Vec<Action> = input.iter().flat_map(|part| keys.read(part.as_bytes())).collect();
            assert_eq!(actions, expected, "{input:?}");
        };
        let name = |text: &str| Action::Name(text.into());
        let path = |text: &str| Action::Path(text.into());
        check(
            true,
            &["a", "f", "r", "u", "h", "q"],
            &[Action::All, Action::Failed, Action::Rerun, Action::Update, Action::Help, Action::Quit],
        );
        check(true, &["\r", "z ", "\u{1b}[A", "\u{1b}", "\u{3}"], &[Action::All, Action::Quit]);
        check(true, &["t", "ad", "d\u{7f}", "é\u{7f}", "ds q\r", "f"], &[name("adds q"), Action::Failed]);
        check(true, &["t", "x", "\u{1b}", "p", "\u{7f}\u{1b}[Dcart\r"], &[path("cart")]);
        check(false, &["a\nf\n"], &[Action::All, Action::Failed]);
        check(false, &["t adds\np ca", "rt deep\n", "t\n"], &[name("adds"), path("cart deep"), name("")]);
        check(false, &["\n\n", "qa"], &[Action::Quit, Action::All]);
    }
}
