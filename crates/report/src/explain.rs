//! Prints an error as lines: location, source, stack, related errors.

use verdict_protocol::{CodeFrame, Location, TestError};

/// Maximum nesting of displayed causes and aggregated errors.
const MAX_LEVELS: usize = 20;

/// The full text of an error: its header, then [`details`]. The first line is `Name: message`, as in a stack.
pub(crate) fn explained(error: &TestError) -> String {
    let mut lines = vec![headline(error)];
    lines.extend(error.context().map(|context| format!("({context})")));
    lines.extend(error.aggregate.as_ref().map(|of| format!("(one of the errors of {of})")));
    lines.extend(details(error, None));
    lines.join("\n")
}

/// The header of an error, which may have several lines.
pub(crate) fn headline(error: &TestError) -> String {
    let header = error.header();
    if header.is_empty() { "failed".to_owned() } else { header }
}

/// The displayed location of an error; for one from a package, where the package was used.
pub(crate) fn shown_at(error: &TestError) -> Option<&Location> {
    error.frame.as_ref().map(|frame| &frame.location).or(error.at.as_ref())
}

/// The text below an error's header: diff, source, stack, properties, cause. `known` is the location in the
/// header.
pub(crate) fn details(error: &TestError, known: Option<&Location>) -> Vec<String> {
    let mut out = Vec::new();
    if let Some(diff) = &error.diff {
        out.extend([String::new(), diff.clone()]);
    }
    let above = out.len();
    if let Some(CodeFrame { location, text }) = &error.frame {
        if known != Some(location) {
            out.push(place(location));
        }
        out.push(text.clone());
    }
    out.extend(stack(error));
    carried(error, 0, &mut out);
    if above > 0 && out.len() > above {
        out.insert(above, String::new());
    }
    out
}

/// `file:line:column`.
pub(crate) fn place(at: &Location) -> String {
    format!("{}:{}:{}", at.file, at.line, at.column)
}

/// The frames of the stack; empty if its only frame repeats the location.
fn stack(error: &TestError) -> Vec<String> {
    let frames: Vec<&str> = error.frames().collect();
    let known = shown_at(error).map(|at| format!("at {}", place(at)));
    if frames.len() == 1 && known.as_deref() == frames.first().copied() {
        return Vec::new();
    }
    frames.iter().map(|frame| format!("    {frame}")).collect()
}

fn carried(error: &TestError, level: usize, out: &mut Vec<String>) {
    if level >= MAX_LEVELS {
        return;
    }
    out.extend(error.properties.as_ref().map(|properties| format!("Properties: {properties}")));
    let inner = error.errors.iter().map(|one| ("One of its errors", one));
    for (what, one) in inner.chain(error.cause.iter().map(|cause| ("Caused by", &**cause))) {
        out.push(format!("{what}: {}", headline(one)));
        out.extend(one.diff.clone());
        out.extend(one.frames().map(|frame| format!("    {frame}")));
        carried(one, level + 1, out);
    }
}
