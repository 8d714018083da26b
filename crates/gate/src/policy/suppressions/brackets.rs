//! Brackets: what each begins, and what may follow its end.

use super::scan::{Frame, Scanner};

impl Scanner<'_> {
    pub(super) fn open(&mut self, bracket: char) {
        let token = &self.rest()[..1];
        self.at += 1;
        let frame = match bracket {
            '(' => Frame::Paren { control: matches!(self.last, "if" | "while" | "for" | "with") },
            '[' => Frame::Bracket,
            _ => self.brace(),
        };
        self.frames.push(frame);
        match frame {
            Frame::Block { .. } => self.begin_statement(token),
            _ => self.begin_expression(token),
        }
    }

    /// The frame that a `{` begins.
    fn brace(&mut self) -> Frame {
        let of_type = matches!(self.last, ":" | "|" | "&") && !self.statement;
        if let Some((_, expression)) =
            self.bodies.pop_if(|(depth, _)| *depth == self.frames.len() && !of_type)
        {
            return Frame::Block { expression };
        }
        let begins_block = self.statement || self.operand || self.last == "=>";
        if begins_block { Frame::Block { expression: false } } else { Frame::Object }
    }

    pub(super) fn close(&mut self) {
        let token = &self.rest()[..1];
        self.at += 1;
        let depth = self.frames.len().saturating_sub(1);
        self.bodies.retain(|(body, _)| *body <= depth);
        match self.frames.pop() {
            Some(Frame::Paren { control: true } | Frame::Block { expression: false }) => {
                self.begin_statement(token);
            }
            Some(Frame::Template) => self.template(),
            Some(Frame::Container) => self.last = token,
            Some(_) => self.after(self.at, token),
            None => self.begin_statement(token),
        }
    }
}
