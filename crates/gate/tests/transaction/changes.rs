//! Random files and random changes of them.

use proptest::prelude::*;

use crate::world::Disk;

const PATHS: [&str; 8] = ["/a.js", "/b.js", "/c", "/c/d.js", "/c/e.json", "/f", "/f.ts", "/__proto__"];

fn content() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![Just(Vec::new()), proptest::collection::vec(any::<u8>(), 1..4)]
}

pub(crate) fn files() -> impl Strategy<Value = Disk> {
    proptest::collection::btree_map(
        proptest::sample::select(&PATHS[..]).prop_map(str::to_owned),
        content(),
        0..6,
    )
    .prop_filter("a file that is a folder", is_whole)
}

fn is_whole(disk: &Disk) -> bool {
    !(disk.contains_key("/c") && disk.keys().any(|path| path.starts_with("/c/")))
}

/// Operations that usually fit the files, as a bundle, and the files afterwards.
pub(crate) fn change(before: Disk) -> impl Strategy<Value = (Disk, String, Disk)> {
    let wanted = proptest::collection::btree_map(
        proptest::sample::select(&PATHS[..]).prop_map(str::to_owned),
        proptest::option::of(content()),
        1..5,
    );
    wanted.prop_filter_map("a file that is a folder", move |wanted| {
        let mut after = before.clone();
        let mut changes = Vec::new();
        for (path, content) in wanted {
            let existed = before.contains_key(&path);
            let base64 =
                |bytes: &[u8]| base64::Engine::encode(&base64::engine::general_purpose::STANDARD, bytes);
            changes.push(match &content {
                Some(bytes) => serde_json::json!({
                    "type": if existed { "MODIFY" } else { "CREATE" },
                    "path": path, "content": base64(bytes), "encoding": "base64",
                }),
                None if existed => serde_json::json!({ "type": "DELETE", "path": path }),
                None => continue,
            });
            match content {
                Some(bytes) => after.insert(path, bytes),
                None => after.remove(&path),
            };
        }
        let bundle = serde_json::json!({ "version": 2, "changes": changes }).to_string();
        is_whole(&after).then(|| (before.clone(), bundle, after))
    })
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum Verdicts {
    Pass,
    FailVerify,
    FailBuild,
}

pub(crate) fn verdicts() -> impl Strategy<Value = Verdicts> {
    prop_oneof![6 => Just(Verdicts::Pass), 1 => Just(Verdicts::FailVerify), 2 => Just(Verdicts::FailBuild)]
}

impl Verdicts {
    pub(crate) fn of(self, command: &str) -> verdict_gate::Verdict {
        match (self, command.starts_with("type-check:")) {
            (Verdicts::FailBuild, true) | (Verdicts::FailVerify, false) => {
                verdict_gate::Verdict::failed(verdict_protocol::Code::Timeout, "no")
            }
            _ => crate::world::pass(),
        }
    }
}
