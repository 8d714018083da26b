//! What was seen of a `test:` while it ran: what had ended stays known when the run itself has no end.

use std::collections::BTreeMap;

use js_sys::Object;
use serde::Deserialize;
use verdict_protocol::{Location, Output, Standing, TestEntry, VerifyResult};
use wasm_bindgen::{JsCast, JsValue};

use crate::js;

/// The tests of one file that have ended.
#[derive(Debug, Default)]
struct File {
    name: String,
    entries: Vec<JsValue>,
    collected: bool,
    /// The test that has begun and has not ended, as it was told.
    test: Option<JsValue>,
    ended: bool,
}

#[derive(Deserialize)]
struct Started {
    path: Vec<String>,
    #[serde(flatten)]
    location: Location,
}

impl File {
    fn started(&self) -> Option<Started> {
        serde_wasm_bindgen::from_value(self.test.clone()?).ok()
    }
}

/// Tests that have ended, by part and then in the order in which its files were begun, which is theirs.
#[derive(Debug, Default)]
pub(crate) struct Watched {
    parts: BTreeMap<usize, Vec<File>>,
    started: bool,
}

impl Watched {
    /// Takes note of progress, and gives what of it the caller is told: a start is told once.
    pub(crate) fn take(&mut self, part: Option<usize>, files: usize, event: JsValue) -> Option<JsValue> {
        let seen = self.parts.entry(part.unwrap_or(0)).or_default();
        match js::text(&event, "kind").as_deref() {
            Some("started") if part.is_some() => {
                if std::mem::replace(&mut self.started, true) {
                    return None;
                }
                let told = Object::assign(&Object::new(), event.unchecked_ref());
                js::set(&told, "files", files as f64);
                return Some(told.into());
            }
            Some("fileStarted") => {
                seen.push(File { name: js::text(&event, "file").unwrap_or_default(), ..File::default() });
            }
            Some("fileCollected") => {
                if let Some(file) = seen.last_mut() {
                    file.collected = true;
                }
            }
            Some("testStarted") => {
                if let Some(file) = seen.last_mut() {
                    file.test = Some(event.clone());
                }
            }
            Some("testFinished") => {
                if let Some(file) = seen.last_mut() {
                    file.test = None;
                    file.entries.push(js::get(&event, "entry"));
                }
            }
            Some("fileFinished") => {
                if let Some(file) = seen.last_mut() {
                    file.ended = true;
                }
            }
            _ => {}
        }
        Some(event)
    }

    /// The files that were begun and have not ended.
    pub(crate) fn running(&self) -> Vec<&str> {
        self.unended().map(|file| file.name.as_str()).collect()
    }

    /// How far the first of those files was.
    pub(crate) fn standing(&self) -> Standing {
        self.unended().next().map_or_else(Standing::default, |file| Standing {
            file: Some(file.name.clone()),
            collected: file.collected,
            test: file.started().map(|test| (test.path, test.location)),
        })
    }

    fn unended(&self) -> impl Iterator<Item = &File> {
        self.parts.values().flatten().filter(|file| !file.ended)
    }

    /// Gives a result that has no output the tests that have ended, up to so many bytes.
    pub(crate) fn add_to(&self, result: VerifyResult, output_bytes: u64) -> VerifyResult {
        let entries = self.parts.values().flatten().flat_map(|file| &file.entries);
        let entries: Vec<TestEntry> =
            entries.filter_map(|entry| serde_wasm_bindgen::from_value(entry.clone()).ok()).collect();
        if entries.is_empty() {
            return result;
        }
        VerifyResult { output: Output::Tests(entries), ..result }.sealed(output_bytes)
    }
}
