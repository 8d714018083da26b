//! Multi-file fixtures: one string with `//- /path` headers.

use verdict_protocol::{Diagnostic, FileContent, Files};
use verdict_vfs::{Snapshot, VfsPath};

/// The snapshot of a fixture; text before the first header is `/a.js`.
pub(crate) fn snapshot(fixture: &str) -> Snapshot {
    let mut files: Vec<(String, String)> = Vec::new();
    let headed =
        if fixture.starts_with("//- ") { fixture.to_owned() } else { format!("//- /a.js\n{fixture}") };
    for part in headed.split("//- ").skip(1) {
        let (path, text) = part.split_once('\n').unwrap_or((part, ""));
        files.push((path.trim().to_owned(), text.to_owned()));
    }
    let files = files.into_iter().map(|(path, text)| (path, FileContent(text.into_bytes()))).collect();
    Snapshot::new(Files(files)).expect("a fixture is a snapshot")
}

/// The first file of a fixture in the order written.
pub(crate) fn first(fixture: &str) -> VfsPath {
    let path = fixture.strip_prefix("//- ").and_then(|rest| rest.lines().next()).unwrap_or("/a.js");
    VfsPath::parse(path).expect("a path")
}

/// One diagnostic per line: `line:column-line:column id message`.
pub(crate) fn render(found: &[Diagnostic]) -> String {
    let line = |one: &Diagnostic| {
        let end = match (one.location.end_line, one.location.end_column) {
            (Some(line), Some(column)) => format!("-{line}:{column}"),
            _ => String::new(),
        };
        let id = one.rule.as_deref().or(one.code.as_deref()).unwrap_or("?");
        format!("{}:{}{end} {id} {}", one.location.line, one.location.column, one.message)
    };
    found.iter().map(line).collect::<Vec<_>>().join("\n")
}
