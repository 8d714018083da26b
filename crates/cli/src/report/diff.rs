//! Prints the differences between two audit snapshots.

use std::io;

use pollster::block_on;
use verdict_report::{AuditSnapshot, Loaded, SnapshotDiff, diff_snapshots, one_line};

use super::{Kept, reason, said};
use crate::out::say_line;

pub(super) fn diff(kept: &Kept, from: &str, to: &str, json: bool) -> io::Result<()> {
    let (from, to) = (snapshot(kept, from)?, snapshot(kept, to)?);
    let found = diff_snapshots(&from, &to);
    if json {
        say_line!("{}", serde_json::to_string(&found)?);
        return Ok(());
    }
    let SnapshotDiff { created, modified, deleted, renamed } = &found;
    for (word, paths) in [("created", created), ("modified", modified), ("deleted", deleted)] {
        for path in paths {
            say_line!("{word} {}", one_line(path));
        }
    }
    for pair in renamed {
        say_line!("renamed {} to {}", one_line(&pair.from), one_line(&pair.to));
    }
    say_line!("root {} to {}", from.root, to.root);
    Ok(())
}

/// Loads `RUN` or `RUN/NAME`.
fn snapshot(kept: &Kept, which: &str) -> io::Result<AuditSnapshot> {
    let (run, name) = match which.split_once('/') {
        Some((run, name)) => (run, name.to_owned()),
        None => (which, only(kept, which)?),
    };
    match block_on(kept.load_snapshot(run, &name)).map_err(said)? {
        Loaded::Found(snapshot) => Ok(snapshot),
        Loaded::Missing => Err(io::Error::other(format!("There is no snapshot {}", one_line(which)))),
        Loaded::Skipped(skipped) => Err(io::Error::other(reason(&skipped))),
    }
}

fn only(kept: &Kept, run: &str) -> io::Result<String> {
    let mut names = block_on(kept.snapshots(run)).map_err(said)?.names;
    match (names.pop(), names.is_empty()) {
        (Some(name), true) => Ok(name),
        (None, _) => Err(io::Error::other(format!("Run {} has no snapshot", one_line(run)))),
        (Some(last), false) => {
            let names: Vec<String> =
                names.iter().chain([&last]).map(|name| format!("{run}/{}", one_line(name))).collect();
            Err(io::Error::other(format!("Which of these: {}", names.join(", "))))
        }
    }
}
