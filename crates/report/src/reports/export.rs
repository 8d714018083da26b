//! Exports a run as an archive.

use std::collections::BTreeMap;

use serde::Serialize;
use verdict_protocol::sha256_hex;

use super::{Reports, SkipKind, Skipped, audit_of, report_of};
use crate::store::{Kind, RunId, Store, parse_key};
use crate::{Format, ReportError, archive, render_verification};

/// The archive's index: its files, and the skipped ones.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Index<'a> {
    run_id: &'a str,
    files: Vec<Entry>,
    skipped: &'a [Skipped],
}

#[derive(Serialize)]
struct Entry {
    name: String,
    bytes: usize,
    sha256: String,
}

impl<S: Store> Reports<S> {
    /// Exports a run as a zip archive. Equal runs give equal bytes: sorted names, no times, a fixed
    /// compression level.
    ///
    /// Below `{runId}/` it contains:
    /// - the stored reports and snapshots;
    /// - each report in every format, below `rendered/`;
    /// - files that could not be parsed, below `skipped/`;
    /// - `index.json`, with the hash of each file and the reason for each skipped one.
    ///
    /// # Errors
    /// [`ReportError::RunId`], [`ReportError::NoRun`], [`ReportError::Store`] and [`ReportError::Archive`].
    pub async fn export(&self, run_id: &str) -> Result<Vec<u8>, ReportError> {
        let run = RunId::parse(run_id)?;
        let keys = self.keys(&run.prefix()).await?;
        if keys.is_empty() {
            return Err(ReportError::NoRun(run_id.to_owned()));
        }
        let mut files = BTreeMap::new();
        let mut skipped = Vec::new();
        for key in &keys {
            let kind = match parse_key(key) {
                Some((of, kind)) if of == run => kind,
                // Such a name could leave the folder into which the archive is unpacked.
                _ => {
                    skipped.push(Skipped::new(key, SkipKind::Name, "It is not the name of a file of a run"));
                    continue;
                }
            };
            let read = self.store.read(key).await;
            let Some(text) = read.map_err(|source| ReportError::Store { key: key.clone(), source })? else {
                continue;
            };
            let name = &key[run.prefix().len()..];
            let unread = match kind {
                Kind::Report(iteration) => match report_of(&run, iteration, key, &text) {
                    Ok(report) => {
                        files.extend(Format::ALL.map(|format| {
                            let stem = format!("rendered/verification-{iteration}");
                            (format!("{stem}.{}", extension(format)), render_verification(&report, format))
                        }));
                        None
                    }
                    Err(unread) => Some(unread),
                },
                Kind::Snapshot(_) => audit_of(key, &text).err(),
            };
            files.insert(if unread.is_some() { format!("skipped/{name}") } else { name.to_owned() }, text);
            skipped.extend(unread);
        }
        let index = index(run_id, &files, &skipped);
        files.insert("index.json".to_owned(), index);
        archive::zip(files.iter().map(|(name, text)| (format!("{run_id}/{name}"), text.as_bytes())))
    }
}

fn index(run_id: &str, files: &BTreeMap<String, String>, skipped: &[Skipped]) -> String {
    let entry = |(name, text): (&'_ String, &String)| Entry {
        name: name.clone(),
        bytes: text.len(),
        sha256: sha256_hex(text.as_bytes()),
    };
    super::file::write(&Index { run_id, files: files.iter().map(entry).collect(), skipped })
}

/// The extension of a rendered report in the archive.
const fn extension(format: Format) -> &'static str {
    match format {
        Format::Text => "txt",
        Format::Json => "vitest.json",
        Format::Junit => "junit.xml",
        Format::Tap => "tap",
        Format::Github => "github.txt",
        Format::Sarif => "sarif",
    }
}
