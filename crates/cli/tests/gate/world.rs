//! A folder, the binary, and a description of everything in the folder.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

/// The entry at a path: permissions and bytes of a file, permissions of a folder, or the target of a link.
pub(crate) type Tree = BTreeMap<PathBuf, (u32, Vec<u8>)>;

pub(crate) struct World {
    folder: TempDir,
    /// For bundles and other files outside the program.
    beside: TempDir,
}

/// A program with a passing test and a profile.
pub(crate) const PROJECT: &str = "\
//- src/sum.js
export const sum = (a, b) => a + b;
//- src/old.js
export const old = 1;
//- tests/sum.test.js
import { sum } from '../src/sum.js';
test('adds', () => expect(sum(1, 2)).toBe(3));
";

/// The tests of [`PROJECT`].
pub(crate) const TESTS: &str = "test:tests/*.test.js";

/// A step that takes a second or two.
pub(crate) const SLOW: &str = "eval:let i = 0; while (i < 2e7) i++; i";

/// Long enough for an apply or a run to read its files, and shorter than [`SLOW`].
pub(crate) const SHORT: Duration = Duration::from_millis(400);

/// The output of the binary.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

impl From<Output> for Answer {
    fn from(output: Output) -> Answer {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Answer {
            code: output.status.code().unwrap_or(-1),
            out: text(&output.stdout),
            err: text(&output.stderr),
        }
    }
}

impl World {
    /// A folder from one string with `//- path` headers.
    pub(crate) fn new(fixture: &str) -> World {
        let temporary = || TempDir::new().expect("a temporary folder");
        let world = World { folder: temporary(), beside: temporary() };
        for part in fixture.split("//- ").skip(1) {
            let (path, text) = part.split_once('\n').expect("a header line");
            world.write(path.trim(), text);
        }
        world
    }

    pub(crate) fn root(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.root().join(path)
    }

    pub(crate) fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    pub(crate) fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    /// Writes a file outside the folder.
    pub(crate) fn beside(&self, name: &str, text: &str) -> PathBuf {
        let path = self.beside.path().join(name);
        fs::write(&path, text).expect("a file");
        path
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_verdict"));
        let (subcommand, rest) = arguments.split_first().expect("a subcommand");
        command.env("VERDICT_CHECKER", "off");
        command.arg(subcommand).arg("--root").arg(self.root()).args(rest).stdin(Stdio::null());
        command
    }

    pub(crate) fn verdict(&self, arguments: &[&str]) -> Answer {
        self.command(arguments).output().expect("verdict runs").into()
    }

    /// Starts the binary without waiting for it.
    pub(crate) fn start(&self, arguments: &[&str]) -> Child {
        let mut command = self.command(arguments);
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("verdict runs")
    }

    /// `verdict apply` of a bundle.
    pub(crate) fn apply(&self, bundle: &str, arguments: &[&str]) -> Answer {
        let bundle = self.beside("bundle", bundle);
        self.verdict(&[&["apply", bundle.to_str().expect("a name")], arguments].concat())
    }

    /// The content of the folder, except Verdict's own files.
    pub(crate) fn tree(&self) -> Tree {
        let mut tree = Tree::new();
        walk(self.root(), self.root(), &mut tree);
        tree.retain(|path, _| !path.starts_with(".verdict") && !path.starts_with("runs"));
        tree
    }

    /// Waits for a condition, and fails after a time limit.
    pub(crate) fn wait(&self, what: &str, mut came: impl FnMut() -> bool) {
        let start = Instant::now();
        while !came() {
            assert!(start.elapsed() < Duration::from_secs(30), "{what} did not come");
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

fn walk(root: &Path, folder: &Path, tree: &mut Tree) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let found = fs::symlink_metadata(&path).expect("it is there");
        let content = if found.is_symlink() {
            fs::read_link(&path).expect("a link").to_string_lossy().into_owned().into_bytes()
        } else if found.is_file() {
            fs::read(&path).expect("a file")
        } else {
            Vec::new()
        };
        tree.insert(path.strip_prefix(root).expect("below").to_owned(), (mode(&found), content));
        if found.is_dir() {
            walk(root, &path, tree);
        }
    }
}

#[cfg(unix)]
fn mode(found: &fs::Metadata) -> u32 {
    use std::os::unix::fs::PermissionsExt;
    found.permissions().mode()
}

#[cfg(not(unix))]
fn mode(found: &fs::Metadata) -> u32 {
    u32::from(found.permissions().readonly())
}

/// A bundle that writes files: `path=content`, separated by spaces. The content `-` deletes.
pub(crate) fn bundle(files: &str) -> String {
    let entry = |file: &str| {
        let (path, content) = file.split_once('=').expect("path=content");
        let content = if content == "-" { Value::Null } else { content.into() };
        (path.to_owned(), content)
    };
    Value::Object(files.split_whitespace().map(entry).collect()).to_string()
}
