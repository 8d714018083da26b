//! The state that findings are compared with: a folder, or a commit of Git.

use std::io::{self, Write as _};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;

use verdict_protocol::{FileContent, Files};
use verdict_vfs::Snapshot;

use crate::folder;

/// Reads a folder, or the files that a commit has below `root`.
///
/// # Errors
/// [`io::Error`] if there is neither such a folder nor such a commit.
pub(crate) fn read(root: &Path, named: &str) -> io::Result<Snapshot> {
    if Path::new(named).is_dir() {
        return Snapshot::new(folder::read(Path::new(named))?).map_err(io::Error::other);
    }
    let commit = format!("{named}^{{commit}}");
    let found = git(root, &["rev-parse", "--verify", "--quiet", "--end-of-options", &commit], "")?;
    if !found.status.success() {
        let message = format!("--baseline {named}: no such folder, and no such commit in {}", root.display());
        return Err(io::Error::new(io::ErrorKind::NotFound, message));
    }
    let hash = String::from_utf8_lossy(&found.stdout).trim().to_owned();
    Snapshot::new(files_of(root, &hash)?).map_err(io::Error::other)
}

/// The files of a commit, by path below `root`. Links and submodules are left out.
fn files_of(root: &Path, commit: &str) -> io::Result<Files> {
    let listed = succeeded(git(root, &["ls-tree", "-r", "-z", commit, "."], "")?)?;
    let text = String::from_utf8_lossy(&listed);
    let mut named = Vec::new();
    for line in text.split('\0') {
        let Some((about, path)) = line.split_once('\t') else { continue };
        let mut about = about.split(' ');
        let (mode, kind, hash) = (about.next(), about.next(), about.next());
        if let (Some("100644" | "100755"), Some("blob"), Some(hash)) = (mode, kind, hash) {
            named.push((path.to_owned(), hash.to_owned()));
        }
    }
    let asked: String = named.iter().map(|(_, hash)| format!("{hash}\n")).collect();
    let contents = succeeded(git(root, &["cat-file", "--batch"], &asked)?)?;
    let mut rest = contents.as_slice();
    let mut files = Files::default();
    for (path, _) in named {
        let content = next_content(&mut rest).ok_or_else(|| io::Error::other("git: an unknown answer"))?;
        files.0.push((format!("/{path}"), FileContent(content)));
    }
    Ok(files)
}

/// Takes one file of `git cat-file --batch`: a line that ends in its length, and its bytes.
fn next_content(rest: &mut &[u8]) -> Option<Vec<u8>> {
    let end = rest.iter().position(|byte| *byte == b'\n')?;
    let length: usize = std::str::from_utf8(&rest[..end]).ok()?.rsplit(' ').next()?.parse().ok()?;
    let content = rest.get(end + 1..end + 1 + length)?.to_vec();
    *rest = rest.get(end + length + 2..)?;
    Some(content)
}

fn succeeded(output: Output) -> io::Result<Vec<u8>> {
    if output.status.success() {
        return Ok(output.stdout);
    }
    Err(io::Error::other(format!("git: {}", String::from_utf8_lossy(&output.stderr).trim())))
}

fn git(root: &Path, arguments: &[&str], input: &str) -> io::Result<Output> {
    let mut child = Command::new("git")
        .arg("-C")
        .arg(root)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let stdin = child.stdin.take();
    let input = input.to_owned();
    // Git answers while it reads.
    let writer = thread::spawn(move || stdin.map_or(Ok(()), |mut stdin| stdin.write_all(input.as_bytes())));
    let output = child.wait_with_output()?;
    let _ = writer.join();
    Ok(output)
}
