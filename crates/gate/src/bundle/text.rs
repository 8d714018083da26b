//! Parses operations in text: `paws-change` fences and DOGS markers, in order.

use verdict_vfs::VfsPath;

use super::draft::{Collector, Draft, Names, Spanned};
use super::fences::{Fence, fences};
use super::head::{self, ChangeHead, HEAD};
use super::markers::{PAWS_COMMAND, Region, next_marker, region};
use crate::{BundleError, BundleErrorKind as Kind, ChangeSet};

const NAMES: Names = Names {
    operation: "`operation:`",
    path: "`file_path:`",
    new_path: "`new_path:`",
    content: "a fenced block with the whole content after it",
};

/// Parses a bundle that is not JSON.
pub(super) fn parse(text: &str) -> Result<ChangeSet, Vec<BundleError>> {
    let mut reader = Reader { collector: Collector::new(text), pending: None, served: None };
    let mut from = 0;
    loop {
        let marker = outside_fences(text, from);
        if !reader.prose(from, marker.unwrap_or(text.len())) {
            break;
        }
        let Some(marker) = marker else { break };
        let Some(region) = region(&mut reader.collector, marker) else { break };
        from = region.end;
        reader.region(region);
    }
    reader.flush();
    reader.collector.finish()
}

/// The first marker at or after `from` outside fenced blocks.
fn outside_fences(text: &str, from: usize) -> Option<usize> {
    let first = next_marker(text, from)?;
    // A block closed before the marker stays closed whatever follows. Only a block that is open there
    // requires reading on.
    let before = fences(text, from..first).fences;
    if before.last().is_none_or(|fence| fence.closed) {
        return Some(first);
    }
    let all = fences(text, from..text.len()).fences;
    let mut marker = first;
    loop {
        let next = all.partition_point(|fence| fence.range.end <= marker);
        match all.get(next) {
            Some(fence) if fence.range.start <= marker => marker = next_marker(text, fence.range.end)?,
            _ => return Some(marker),
        }
    }
}

fn same_path(a: &str, b: &str) -> bool {
    a == b || matches!((VfsPath::parse(a), VfsPath::parse(b)), (Ok(a), Ok(b)) if a == b)
}

/// Whether a text contains a Markdown heading: `## Notes`.
fn has_heading(text: &str) -> bool {
    text.lines().any(|line| {
        let marks = line.trim_start_matches(' ');
        let title = marks.trim_start_matches('#');
        let level = marks.len() - title.len();
        line.len() - marks.len() <= 3 && (1..=6).contains(&level) && title.starts_with([' ', '\t'])
    })
}

struct Reader<'a> {
    collector: Collector<'a>,
    /// A head without its content so far.
    pending: Option<ChangeHead>,
    /// End of the last head's content, if it has one.
    served: Option<usize>,
}

impl Reader<'_> {
    /// Parses the text between markers. Returns false if the rest of the text cannot be trusted.
    fn prose(&mut self, from: usize, to: usize) -> bool {
        let found = fences(self.collector.text, from..to);
        for at in found.disguised {
            let message =
                format!("A {HEAD} block in HTML or indented code is not read; put a blank line before it");
            self.collector.error(at, Kind::Syntax, message);
        }
        for fence in found.fences {
            if !fence.closed {
                let waits = self.pending.take().is_some() || fence.kind == HEAD;
                let message = if waits { "This fence is never closed" } else { "A fence is never closed" };
                self.collector.error(fence.range.start, Kind::Unclosed, message);
                return false;
            }
            self.fence(fence);
        }
        true
    }

    fn fence(&mut self, fence: Fence) {
        if fence.kind == HEAD {
            self.served = None;
            self.flush();
            let head = head::parse(&mut self.collector, &fence);
            let deletes = head
                .draft
                .operation
                .as_ref()
                .is_some_and(|operation| operation.value.eq_ignore_ascii_case("DELETE"));
            self.pending = Some(head);
            if deletes {
                self.flush();
            }
        } else if self.pending.is_some() {
            let at = fence.range.start;
            self.served = Some(fence.range.end);
            self.content(Spanned::new(fence.content.into_bytes(), at));
        } else if let Some(end) = self.served {
            // Which of two blocks is the content must not be guessed. Below its own heading, a block is
            // prose.
            if !has_heading(&self.collector.text[end..fence.range.start]) {
                let message = "A second block after one head: a head has one content, and examples stand before it or under a heading";
                self.collector.error(fence.range.start, Kind::Syntax, message);
            }
        }
    }

    fn region(&mut self, region: Region) {
        let waits = self.pending.as_ref().is_some_and(|head| {
            let path = head.draft.new_path.as_ref().or(head.draft.path.as_ref());
            path.is_some_and(|path| same_path(&path.value, &region.path))
        });
        self.served = waits.then_some(region.end);
        let text = self.collector.text;
        let content = &text[region.content.clone()];
        let command = content.trim_start().starts_with(PAWS_COMMAND);
        let deletes = content.trim() == format!("{PAWS_COMMAND} DELETE_FILE() @@");
        if command && (waits || !deletes) {
            let message = "Delta commands are not carried out here: give the whole content of the file";
            self.collector.error(region.content.start, Kind::Unsupported, message);
            self.pending = None;
            return;
        }
        let encoding = region.base64.then(|| Spanned::new("base64".to_owned(), region.at));
        let content = Spanned::new(content.as_bytes().to_vec(), region.content.start);
        if waits {
            if let Some(head) = &mut self.pending {
                head.draft.encoding = encoding.or(head.draft.encoding.take());
            }
            return self.content(content);
        }
        self.flush();
        let operation = if deletes { "DELETE" } else { "UPSERT" };
        let draft = Draft {
            at: region.at,
            operation: Some(Spanned::new(operation.to_owned(), region.at)),
            path: Some(Spanned::new(region.path, region.at)),
            content: (!deletes).then_some(content),
            encoding,
            ..Draft::default()
        };
        self.collector.push(draft, &NAMES);
    }

    fn content(&mut self, mut content: Spanned<Vec<u8>>) {
        let Some(mut head) = self.pending.take() else { return };
        if head.no_newline_at_end && content.value.pop_if(|byte| *byte == b'\n').is_some() {
            content.value.pop_if(|byte| *byte == b'\r');
        }
        head.draft.content = Some(content);
        self.collector.push(head.draft, &NAMES);
    }

    fn flush(&mut self) {
        if let Some(head) = self.pending.take() {
            self.collector.push(head.draft, &NAMES);
        }
    }
}
