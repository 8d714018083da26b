//! Exports a run as an archive.
#![allow(missing_docs, reason = "a test")]

use crate::support;

use std::collections::BTreeMap;
use std::io::Read as _;

use pollster::block_on;
use serde_json::Value;
use support::{NOW, passing, report};
use verdict_protocol::{Code, Files, sha256_hex};
use verdict_report::{AuditSnapshot, Format, Level, MemoryStore, Reports, Store, render_verification};
use verdict_vfs::Snapshot;

fn unzip(bytes: &[u8]) -> Vec<(String, String)> {
    let archive = rawzip::ZipArchive::from_slice(bytes).expect("an archive");
    let mut files = Vec::new();
    for entry in archive.entries() {
        let entry = entry.expect("an entry");
        let name = entry.file_path().try_normalize().expect("a safe name").as_ref().to_owned();
        let data = archive.get_entry(entry.wayfinder()).expect("data");
        let mut reader = data.verifying_reader(flate2::read::DeflateDecoder::new(data.data()));
        let mut text = String::new();
        reader.read_to_string(&mut text).expect("text whose checksum holds");
        files.push((name, text));
    }
    files
}

fn filled() -> Reports<MemoryStore> {
    let reports = Reports::new(MemoryStore::default());
    let audit =
        AuditSnapshot::new("pre", NOW, &Snapshot::new(Files::from_texts([("/a", "1")])).expect("paths"));
    assert!(block_on(reports.save(&report("r", 1, NOW, &[(Level::L0, false)]))).ok());
    assert!(block_on(reports.save(&passing("r", 2, NOW + 1.0))).ok());
    assert!(block_on(reports.save(&passing("other", 1, NOW))).ok());
    assert!(block_on(reports.save_snapshot("r", &audit)).ok());
    for (key, text) in [
        ("runs/r/verification-3.json", "corrupt"),
        ("runs/r/snapshots/x.json", "{ \"version\": 2 }"),
        ("runs/r/../../evil", "out"),
        ("runs/r/\u{1b}[31m", "red"),
    ] {
        block_on(reports.store().write(key, text)).expect("memory");
    }
    reports
}

#[test]
fn an_archive_holds_reports_snapshots_and_rendered_forms() {
    let reports = filled();
    let files = unzip(&block_on(reports.export("r")).expect("an archive"));
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    let snapshot = format!("r/snapshots/{}.json", block_on(reports.snapshots("r")).expect("listed").names[0]);
    assert_eq!(
        names,
        [
            "r/index.json",
            "r/rendered/verification-1.github.txt",
            "r/rendered/verification-1.junit.xml",
            "r/rendered/verification-1.sarif",
            "r/rendered/verification-1.tap",
            "r/rendered/verification-1.txt",
            "r/rendered/verification-1.vitest.json",
            "r/rendered/verification-2.github.txt",
            "r/rendered/verification-2.junit.xml",
            "r/rendered/verification-2.sarif",
            "r/rendered/verification-2.tap",
            "r/rendered/verification-2.txt",
            "r/rendered/verification-2.vitest.json",
            "r/skipped/snapshots/x.json",
            "r/skipped/verification-3.json",
            snapshot.as_str(),
            "r/verification-1.json",
            "r/verification-2.json",
        ]
    );
    let files: BTreeMap<String, String> = files.into_iter().collect();
    let stored = block_on(reports.store().read("runs/r/verification-1.json")).expect("memory");
    assert_eq!(files.get("r/verification-1.json"), stored.as_ref(), "as it is stored");
    let first = block_on(reports.load("r", 1)).expect("read").found().expect("kept");
    assert_eq!(files["r/rendered/verification-1.tap"], render_verification(&first, Format::Tap));
    assert_eq!(files["r/skipped/verification-3.json"], "corrupt");

    let index: Value = serde_json::from_str(&files["r/index.json"]).expect("JSON");
    assert_eq!(index["runId"], "r");
    let listed = index["files"].as_array().expect("files");
    assert_eq!(listed.len(), files.len() - 1, "all but the index itself");
    for entry in listed {
        let text = &files[&format!("r/{}", entry["name"].as_str().expect("a name"))];
        assert_eq!(entry["bytes"], text.len());
        assert_eq!(entry["sha256"], sha256_hex(text.as_bytes()));
    }
    let skipped: Vec<(&str, &str)> = index["skipped"]
        .as_array()
        .expect("skipped")
        .iter()
        .map(|one| (one["key"].as_str().expect("a key"), one["kind"].as_str().expect("a kind")))
        .collect();
    assert_eq!(
        skipped,
        [
            ("runs/r/\u{1b}[31m", "name"),
            ("runs/r/../../evil", "name"),
            ("runs/r/snapshots/x.json", "newer"),
            ("runs/r/verification-3.json", "corrupt"),
        ]
    );
}

#[test]
fn the_same_run_gives_the_same_bytes() {
    let once = block_on(filled().export("r")).expect("an archive");
    assert_eq!(once, block_on(filled().export("r")).expect("an archive"));
    let archive = rawzip::ZipArchive::from_slice(&once).expect("an archive");
    for entry in archive.entries() {
        let time = entry.expect("an entry").last_modified();
        assert_eq!((time.year(), time.month(), time.day(), time.hour()), (1980, 1, 1, 0));
    }
}

#[test]
fn a_run_that_is_not_there_has_no_archive() {
    assert_eq!(block_on(filled().export("nobody")).expect_err("none").code(), Code::NotFound);
}
