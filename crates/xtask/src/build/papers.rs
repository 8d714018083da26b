//! The pages and licences of the npm package. Links to files that are not in it become plain text.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use pulldown_cmark::{Event, Options, Parser, Tag};
use walkdir::WalkDir;

use crate::error::Error;
use crate::workspace::Workspace;

/// Files that users read first, and the licences.
const FILES: [&str; 3] = ["README.md", "LICENSE-APACHE", "LICENSE-MIT"];

/// The folder of the documentation.
const DOCS: &str = "docs";

/// Pages about the repository, not about the package.
const LEFT_OUT: &str = "docs/spec";

/// The content of each file by its path, which is the same in the package and in the checkout.
///
/// # Errors
/// [`Error::File`], or [`Error::Manifest`] for a folder that cannot be read.
pub(super) fn papers(workspace: &Workspace) -> Result<BTreeMap<PathBuf, Vec<u8>>, Error> {
    let mut papers = BTreeMap::new();
    let mut add = |path: PathBuf| {
        let file = workspace.root.join(&path);
        let content = std::fs::read(&file).map_err(Error::file(&file))?;
        papers.insert(path, content);
        Ok(())
    };
    FILES.iter().try_for_each(|name| add(PathBuf::from(name)))?;
    let docs = workspace.path(DOCS);
    for entry in WalkDir::new(&docs) {
        let entry = entry.map_err(|error| Error::manifest(&docs, error.to_string()))?;
        let path = entry.path().strip_prefix(&workspace.root).unwrap_or(entry.path());
        if entry.file_type().is_file() && !path.starts_with(LEFT_OUT) {
            add(path.to_owned())?;
        }
    }
    let is_packed: Vec<PathBuf> = papers.keys().cloned().collect();
    for (path, content) in &mut papers {
        if path.extension().is_some_and(|end| end == "md") {
            let text = String::from_utf8_lossy(content);
            *content = unlinked(&text, |target| {
                joined(path, target).is_some_and(|target| is_packed.contains(&target))
            })
            .into_bytes();
        }
    }
    Ok(papers)
}

/// Replaces relative links that `leads_somewhere` rejects by their text, and removes such images.
fn unlinked(text: &str, leads_somewhere: impl Fn(&str) -> bool) -> String {
    let mut result = String::new();
    let mut end = 0;
    for (event, range) in Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter() {
        let (target, is_image) = match &event {
            Event::Start(Tag::Link { dest_url, .. }) => (dest_url, false),
            Event::Start(Tag::Image { dest_url, .. }) => (dest_url, true),
            _ => continue,
        };
        let target = target.split('#').next().unwrap_or_default();
        let is_relative = !target.is_empty() && !target.contains(':');
        if !is_relative || leads_somewhere(target) || range.start < end {
            continue;
        }
        result.push_str(&text[end..range.start]);
        let link = &text[range.clone()];
        if !is_image {
            let label = link.rsplit_once("](").map_or(link, |(label, _)| label);
            result.push_str(label.trim_start_matches('['));
        }
        end = range.end;
    }
    result + &text[end..]
}

/// The path that a link of a page means, from the root. `None` if it leads out of the root.
fn joined(page: &Path, target: &str) -> Option<PathBuf> {
    let mut path = page.parent()?.to_owned();
    for component in Path::new(target).components() {
        match component {
            Component::Normal(name) => path.push(name),
            Component::ParentDir if path.pop() => {}
            Component::CurDir => {}
            _ => return None,
        }
    }
    Some(path)
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::{joined, papers, unlinked};
    use crate::workspace::Workspace;

    fn check(text: &str, expected: &str) {
        assert_eq!(unlinked(text, |target| target == "docs/here.md"), expected);
    }

    #[test]
    fn links_out_of_the_package_become_text() {
        check("See [the guide](docs/gone.md).", "See the guide.");
        check("See [`a.rs`](crates/a.rs#L3), [b](b.md) and c.", "See `a.rs`, b and c.");
        check("| a |\n| --- |\n| [b](b.md) |\n", "| a |\n| --- |\n| b |\n");
        check("![A page](docs/gone.png)\n\nText.", "\n\nText.");
    }

    #[test]
    fn other_links_stay() {
        for text in [
            "See [the guide](docs/here.md) and [a part](docs/here.md#part).",
            "See [a part](#part), [a site](https://example.com/a.md) and <https://example.com>.",
            "`[code](gone.md)`\n\n```md\n[code](gone.md)\n```\n",
        ] {
            check(text, text);
        }
    }

    #[test]
    fn targets_are_relative_to_the_page() {
        let check = |page: &str, target: &str, expected: Option<&str>| {
            assert_eq!(joined(Path::new(page), target), expected.map(PathBuf::from), "{page} {target}");
        };
        check("README.md", "docs/a.md", Some("docs/a.md"));
        check("docs/guide/a.md", "../b.md", Some("docs/b.md"));
        check("docs/a.md", "../../b.md", None);
        check("docs/a.md", "/b.md", None);
    }

    #[test]
    fn the_readme_leads_to_guides_that_are_packed() {
        let papers = papers(&Workspace::find().expect("a checkout")).expect("readable files");
        let readme = String::from_utf8_lossy(&papers[Path::new("README.md")]);
        for path in ["docs/guide/page.md", "docs/guide/gate.md", "docs/limits.md", "docs/images/demo.png"] {
            assert!(readme.contains(&format!("]({path}")), "{path} is linked");
            assert!(papers.contains_key(Path::new(path)), "{path} is packed");
        }
        assert!(!readme.contains("](CONTRIBUTING.md)") && readme.contains("CONTRIBUTING.md"));
    }
}
