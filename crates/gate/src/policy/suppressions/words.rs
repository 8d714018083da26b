//! Words and operators: which of them end an operand, and which begin an expression or a statement.

use super::scan::{Frame, Scanner, is_word};

/// An expression begins after these words.
const BEFORE_EXPRESSION: [&str; 13] = [
    "return",
    "typeof",
    "case",
    "in",
    "void",
    "await",
    "yield",
    "delete",
    "instanceof",
    "new",
    "throw",
    "extends",
    "default",
];

impl<'a> Scanner<'a> {
    pub(super) fn word(&mut self) {
        let rest = self.rest();
        let is_number = rest.starts_with(|c: char| c.is_ascii_digit());
        let length = rest.find(|c| !(is_word(c) || (is_number && c == '.'))).unwrap_or(rest.len());
        let word = &rest[..length];
        let next = rest[length..].trim_start().chars().next();
        let is_key = matches!(next, Some(':' | ',' | '=')) && !matches!(word, "default");
        let begins = self.statement;
        self.at += length;
        if is_number || is_key || matches!(self.last, "." | "?.") {
            self.after(self.at, "name");
        } else {
            self.keyword(word, next);
        }
        self.label = begins || (self.label && self.last == "case");
    }

    fn keyword(&mut self, word: &'a str, next: Option<char>) {
        let in_head = matches!(self.frames.last(), Some(Frame::Paren { control: true }));
        match word {
            // A method may have this name.
            "class" if next == Some('(') => self.after(self.at, "name"),
            "function" | "class" => {
                let declared = self.operand || self.statement || matches!(self.last, "async" | "default");
                self.bodies.push((self.frames.len(), !declared));
                self.after(self.at, word);
            }
            // If it begins a statement, so does the following function.
            "async" => self.after(self.at, if self.statement || self.operand { word } else { "name" }),
            "else" | "do" | "export" => self.begin_statement(word),
            "default" if self.last != "export" => self.begin_expression("case"),
            "await" if self.last == "for" => self.after(self.at, "for"),
            "await" | "yield" if self.dialect.names || self.operand => self.after(self.at, "name"),
            "of" if in_head && self.operand => self.begin_expression(word),
            word if BEFORE_EXPRESSION.contains(&word) => self.begin_expression(word),
            word => self.after(self.at, word),
        }
    }

    pub(super) fn punctuator(&mut self, first: char) {
        const LONG: [&str; 20] = [
            "...", "=>", "?.", "++", "--", "===", "!==", "==", "!=", "<=", ">=", "&&", "||", "??", "**",
            "<<", ">>", "+=", "-=", "=",
        ];
        let rest = self.rest();
        let known = LONG.iter().find(|known| rest.starts_with(**known));
        let length = known.map_or(first.len_utf8(), |known| known.len());
        let token = &rest[..length];
        self.at += length;
        match token {
            // It may precede or follow an operand, so the state stays as it was.
            "++" | "--" => self.last = token,
            // TypeScript's non-null assertion `a!`.
            "!" if self.operand && self.dialect.types => self.last = token,
            ";" => self.begin_statement(token),
            ":" if self.label => self.begin_statement(token),
            _ => self.begin_expression(token),
        }
    }
}
