//! Progress observed while a `test:` runs: finished tests are kept even if the run itself never finishes.

use std::collections::BTreeMap;

use js_sys::Object;
use serde::Deserialize;
use verdict_protocol::{Location, Output, Standing, TestEntry, VerifyResult};
use wasm_bindgen::{JsCast, JsValue};

use crate::js;

/// The finished tests of one file.
#[derive(Debug, Default)]
struct File {
    name: String,
    entries: Vec<JsValue>,
    collected: bool,
    /// The running test, as it was reported.
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

/// Finished tests, by part and then in the order in which its files started.
#[derive(Debug, Default)]
pub(crate) struct Watched {
    parts: BTreeMap<usize, Vec<File>>,
    started: bool,
}

impl Watched {
    /// Records progress, and returns the event for the caller: a start is reported once.
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

    /// Adds what another run observed, whose parts are the parts with these numbers here. It replaces what was known
    /// of them.
    pub(crate) fn replace(&mut self, other: Watched, parts: &[usize]) {
        for (part, files) in other.parts {
            if let Some(index) = parts.get(part) {
                self.parts.insert(*index, files);
            }
        }
    }

    /// The files that started and have not finished.
    pub(crate) fn running(&self) -> Vec<&str> {
        self.unended().map(|file| file.name.as_str()).collect()
    }

    /// The progress in the first of those files.
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

    /// Adds the finished tests to a result without output, up to `output_bytes`.
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
