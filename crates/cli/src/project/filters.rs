//! Chooses test files by filters, with Vitest's meaning.

use std::path::Path;

use verdict_vfs::{Globs, VfsPath};

use super::{Project, near};

/// The test files whose path contains one of the filters, whatever their case. A filter may also be a glob, a path
/// from the folder `here`, or an absolute path on disk.
///
/// # Errors
/// A sentence with what is near a filter that no file has.
pub(super) fn filtered(
    tests: &[VfsPath],
    filters: &[String],
    project: &Project,
    here: &Path,
) -> Result<Vec<VfsPath>, String> {
    if filters.is_empty() {
        return Ok(tests.to_vec());
    }
    let mut kept = vec![false; tests.len()];
    for filter in filters {
        let wanted = Filter::new(filter, project, here);
        let mut found = false;
        for (kept, test) in kept.iter_mut().zip(tests) {
            let is_wanted = wanted.keeps(project.relative(test.as_str()), test.as_str());
            found |= is_wanted;
            *kept |= is_wanted;
        }
        if !found {
            return Err(near::not_found("No test file matches", filter, tests.iter().map(VfsPath::as_str)));
        }
    }
    let kept = tests.iter().zip(kept).filter(|(_, kept)| *kept);
    Ok(kept.map(|(test, _)| test.clone()).collect())
}

struct Filter {
    text: String,
    /// The path from the root that the filter stands for, if it is one on disk.
    path: Option<String>,
    glob: Option<Globs>,
}

impl Filter {
    fn new(filter: &str, project: &Project, here: &Path) -> Filter {
        let place = here.join(filter);
        let path = super::arguments::below(&place, &project.root);
        let glob = verdict_vfs::is_glob(filter).then(|| Globs::new([filter]));
        Filter { text: filter.trim_start_matches("./").to_lowercase(), path, glob }
    }

    fn keeps(&self, relative: &str, absolute: &str) -> bool {
        let is_path = |path: &String| absolute[1..].to_lowercase().starts_with(&path.to_lowercase());
        relative.to_lowercase().contains(&self.text)
            || self.path.as_ref().is_some_and(|path| !path.is_empty() && is_path(path))
            || self.glob.as_ref().is_some_and(|glob| glob.matches(relative))
    }
}
