//! Runs the pages of a case.

use serde::Deserialize;
use serde_json::{Value, json};
use verdict_gate::{ApplyOptions, Gate, GateReport, Verdict};
use verdict_protocol::Code;
use verdict_vfs::{Snapshot, VfsPath};

use crate::case::{Act, Answer, Case, Expect, Kind, Page};
use crate::outcome::{Outcome, tell};
use crate::world::{Book, Fault, Judge, Life, World, live, pass};

/// Runs a case. Returns what differs from its expectations, if anything.
pub(crate) fn judge(group: &str, case: &Case) -> Option<String> {
    let mut states = Vec::new();
    let wrong = differing(case, &mut states);
    let outcome = states.join(" → ");
    tell(&Outcome { part: "gate", group, name: &case.name, outcome: &outcome, holds: wrong.is_none() });
    wrong
}

/// Runs a case like [`judge`], and collects the final state of each page.
fn differing(case: &Case, states: &mut Vec<String>) -> Option<String> {
    let mut world = World::new(case.files.disk(), []);
    world.checkpointing = case.checkpoints;
    let mut book = Book { text: case.journal.clone(), ..Book::default() };
    for (number, page) in std::iter::once(&case.first).chain(&case.then).enumerate() {
        let report = run(case, page, &mut world, &mut book);
        states.push(report["state"].as_str().unwrap_or("closed").to_owned());
        let wrong = differs(case, &page.expect, &report, &world)
            .or_else(|| if number == 0 { of_kind(case.kind, &report) } else { None });
        if let Some(wrong) = wrong {
            let report = serde_json::to_string_pretty(&report).unwrap_or_default();
            return Some(format!("page {number}: {wrong}\n{report}\n{:?}", world.disk));
        }
    }
    None
}

/// Checks that the first page of an oracle applies its change, and that of a nop does not.
fn of_kind(kind: Kind, report: &Value) -> Option<String> {
    let applied = report["state"] == "applied";
    let wrong = (kind == Kind::Oracle && !applied) || (kind == Kind::Nop && applied);
    wrong.then(|| "no such thing happens to one of its kind".to_owned())
}

fn run(case: &Case, page: &Page, world: &mut World, book: &mut Book) -> Value {
    for (path, content) in &page.meanwhile {
        match content {
            Some(content) => world.disk.insert(path.clone(), content.bytes()),
            None => world.disk.remove(path),
        };
    }
    let call = |at: &str| at.parse::<usize>().expect("the number of a call");
    let life = page.closed_after.map_or_else(Life::default, Life::of);
    (world.life, world.calls) = (life.clone(), 0);
    (book.life, book.calls) = (life.clone(), 0);
    world.faults = page.faults.iter().map(|(at, fault)| (call(at), Fault::from(fault))).collect();
    book.faults = page.journal_faults.iter().map(|(at, fault)| (call(at), (*fault).into())).collect();
    let mut verifier = Judge::new(|command: &str, snapshot: &Snapshot| answer(case, command, snapshot));
    verifier.life = life;
    let clock = || 1_772_116_222_000.0;
    let mut gate = Gate { verifier: &mut verifier, target: world, journal: book, clock: &clock };
    let bundle = case.bundle.as_ref().map(super::case::Bundle::text).unwrap_or_default();
    let report = match page.act {
        Act::Apply => match options(&case.options) {
            Ok(options) => {
                live(async { serde_json::to_value(gate.apply(&bundle, &options).await).unwrap_or_default() })
            }
            Err(error) => serde_json::to_value(GateReport::refused(Code::Protocol, error)).ok(),
        },
        Act::Recover => live(async { serde_json::to_value(gate.recover().await).unwrap_or_default() }),
        Act::Reset => live(async {
            match gate.reset("a person looked").await {
                Ok(reset) => json!({ "state": "reset", "message": reset.message, "held": reset.held }),
                Err(error) => json!({ "state": "failed", "message": error.to_string() }),
            }
        }),
    };
    report.unwrap_or_else(|| json!({ "state": "closed" }))
}

fn options(options: &Value) -> Result<ApplyOptions, String> {
    if options.is_null() {
        Ok(ApplyOptions::default())
    } else {
        ApplyOptions::deserialize(options).map_err(|error| error.to_string())
    }
}

fn answer(case: &Case, command: &str, snapshot: &Snapshot) -> Verdict {
    let has = |(path, part): (&String, &String)| {
        let path = VfsPath::parse(path).expect("a path");
        snapshot.get(&path).and_then(|blob| blob.text()).is_some_and(|text| text.contains(part.as_str()))
    };
    let fits = |answer: &&Answer| command.starts_with(&answer.command) && answer.has.iter().all(has);
    let Some(answer) = case.verdicts.iter().find(fits) else { return pass() };
    crate::common::answer(&answer.result)
}

fn differs(case: &Case, expect: &Expect, report: &Value, world: &World) -> Option<String> {
    if report["state"] != expect.state.as_str() {
        return Some(format!("state {} and not {}", report["state"], expect.state));
    }
    let code = expect.code.map_or(Value::Null, |code| json!(code));
    if expect.code.is_some() && report["code"] != code {
        return Some(format!("code {} and not {code}", report["code"]));
    }
    let message = report["message"].as_str().unwrap_or_default();
    if let Some(part) = expect.message.as_ref().filter(|part| !message.contains(part.as_str())) {
        return Some(format!("the message has no {part:?}"));
    }
    let files = expect.files.as_ref().unwrap_or(&case.files).disk();
    if world.disk != files {
        return Some(format!("the files are not {files:?}"));
    }
    expect.report.iter().find_map(|(pointer, expected)| {
        let found = report.pointer(pointer).unwrap_or(&Value::Null);
        let holds = found == expected
            || expected.as_str().is_some_and(|part| found.as_str().is_some_and(|text| text.contains(part)));
        (!holds).then(|| format!("{pointer} is {found} and not {expected}"))
    })
}
