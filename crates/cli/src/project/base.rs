//! Reads the configuration of a project, with the engine's process for what is code.

use verdict_project::Evaluation;
use verdict_project::base::Base;
use verdict_protocol::Verb;
use verdict_vfs::{Blob, Change, Snapshot, VfsPath};

use super::Project;
use crate::folder::packages;
use crate::verifier::{ChildVerifier, Job};

/// Reads the configuration of a project, as far as verbs need it.
///
/// # Errors
/// A sentence that names the file.
pub(crate) fn read(snapshot: &Snapshot, project: &Project, verbs: &[Verb]) -> Result<Base, String> {
    // Most projects need none.
    let mut engine: Option<ChildVerifier> = None;
    let mut evaluate = |Evaluation { command, snapshot, config, limits, .. }: &Evaluation| {
        let job = Job { command, snapshot, config, limits: limits.clone() };
        let engine = engine.get_or_insert_with(ChildVerifier::of_jobs);
        engine.run(&job, &mut |_| {}).map_err(|error| error.to_string())
    };
    let mut installed = |folder: &str, specifier: &str| {
        let packages = packages::of_specifier(&project.root, folder, specifier).ok()?;
        let files = packages.files.0.into_iter();
        let put = files.filter_map(|(path, content)| {
            Some(Change::Put(VfsPath::parse(&format!("/{path}")).ok()?, Blob::new(content.0)))
        });
        snapshot.apply(put.collect::<Vec<_>>()).ok()
    };
    verdict_project::base::read(snapshot, project, verbs, &mut evaluate, &mut installed)
}
