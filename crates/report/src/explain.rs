//! An error in lines: where it is, its source, its stack, what it carries.

use verdict_protocol::{CodeFrame, Location, TestError};

/// Levels of causes and of errors of aggregates that are shown inside each other.
const MAX_LEVELS: usize = 20;

/// All that is known of an error: its header, then [`details`]. The first line is `Name: message`, as of a stack.
pub(crate) fn explained(error: &TestError) -> String {
    let mut lines = vec![headline(error)];
    lines.extend(error.context().map(|context| format!("({context})")));
    lines.extend(error.aggregate.as_ref().map(|of| format!("(one of the errors of {of})")));
    lines.extend(details(error, None));
    lines.join("\n")
}

/// What an error is, which may have many lines.
pub(crate) fn headline(error: &TestError) -> String {
    let header = error.header();
    if header.is_empty() { "failed".to_owned() } else { header }
}

/// Where an error is shown: of one that comes from a package, where the package was used.
pub(crate) fn shown_at(error: &TestError) -> Option<&Location> {
    error.frame.as_ref().map(|frame| &frame.location).or(error.at.as_ref())
}

/// What stands below the header of an error: diff, source, stack, properties, cause. `known` is the place that the
/// header says.
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

/// The frames of the stack; none where the one that there is says no more than the place.
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
