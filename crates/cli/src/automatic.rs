//! `--engine auto`: the engine of each test file.

use std::collections::BTreeMap;
use std::io;
use std::time::Instant;

use verdict_gate::Check;
use verdict_judge::{resolve_config, wants_dom};
use verdict_protocol::{Code, Engine, FileEngine, Output, TestEntry, TestState, VerifyResult};
use verdict_vfs::VfsPath;

use crate::browser::{Browsers, LazyBrowsers};
use crate::parts::{Parts, TestRequest};
use crate::pool::{Pool, Watcher, joined};

/// How the interpreter advises to use the browser's engine for something that it lacks.
const ADVICE: &str = "with engine: 'browser'";
/// The same about what the browser's engine may lack too.
const VAGUE_ADVICE: &str = "with engine: 'browser', which has more";
/// Why a file runs in the browser's engine before it ran in the interpreter.
const WANTS_DOM: &str = "its environment has a DOM";

/// Runs a `test:` in the interpreter, and files that need what it lacks in browsers. `None` if the command does not
/// consist of files.
///
/// # Errors
/// [`io::Error`] if an engine's process cannot be started or breaks the protocol.
pub(crate) fn run(
    asked: &TestRequest<'_>,
    check: &Check<'_>,
    pool: &mut Pool,
    browsers: &mut LazyBrowsers,
    watcher: &dyn Watcher,
) -> io::Result<Option<VerifyResult>> {
    let Ok(parts) = Parts::of(asked, Engine::Boa) else { return Ok(None) };
    if parts.is_whole() {
        return Ok(None);
    }
    let begun = Instant::now();
    let mut moved = wanting_dom(asked, &parts);
    let mut missing = None;
    if !moved.is_empty()
        && let Err(error) = browsers.get()
    {
        missing = Some((moved.len(), error.to_string()));
        moved.clear();
    }
    let mut results: Vec<Option<VerifyResult>> = vec![None; parts.parts.len()];
    let here: Vec<usize> = (0..results.len()).filter(|index| !moved.contains_key(index)).collect();
    match here.as_slice() {
        [] => {}
        [index] if results.len() == 1 => results[*index] = Some(pool.ask(check, watcher)?),
        _ => {
            let ran = pool.run_parts(asked, &parts, &here, begun, watcher)?;
            here.iter().zip(ran).for_each(|(index, result)| results[*index] = result);
        }
    }
    if missing.is_none() {
        let lacking = results.iter().enumerate();
        let lacking = lacking.filter_map(|(index, result)| Some((index, lacked(result.as_ref()?)?)));
        let before = moved.len();
        moved.extend(lacking);
        if moved.len() > before
            && let Err(error) = browsers.get()
        {
            missing = Some((moved.len(), error.to_string()));
            moved.clear();
        }
    }
    let engines = match moved.is_empty() {
        true => Vec::new(),
        false => in_browsers(asked, &parts, &moved, browsers.get()?, &mut results, watcher)?,
    };
    let mut whole = joined(asked, &parts, results);
    whole.engines = engines;
    if let Some((count, why)) = missing {
        whole.warn([format!("{count} test file(s) need a browser: {why}")]);
    }
    Ok(Some(whole))
}

/// Runs parts in browsers, in place of results of the interpreter. Returns which.
fn in_browsers(
    asked: &TestRequest<'_>,
    parts: &Parts,
    moved: &BTreeMap<usize, String>,
    browsers: &Browsers,
    results: &mut [Option<VerifyResult>],
    watcher: &dyn Watcher,
) -> io::Result<Vec<FileEngine>> {
    let indices: Vec<usize> = moved.keys().copied().collect();
    let theirs = parts.only(&indices, Engine::Browser);
    let file = |index: usize| parts.parts[index].file.clone().unwrap_or_default();
    indices.iter().for_each(|index| watcher.starts(&file(*index)));
    let ran = match browsers.run_parts(asked, &theirs)? {
        Ok((ran, _)) => ran,
        Err(why) => {
            let failed = |at| theirs.failed(at, asked, Code::Unavailable, &why);
            (0..indices.len()).map(failed).collect()
        }
    };
    for (index, result) in indices.iter().zip(ran) {
        watcher.ends(&file(*index), &result, false);
        results[*index] = Some(result);
    }
    let named = |(index, why): (&usize, &String)| FileEngine {
        file: file(*index),
        engine: Engine::Browser,
        why: why.clone(),
    };
    Ok(moved.iter().map(named).collect())
}

/// The parts whose files want a DOM, each with the reason.
fn wanting_dom(asked: &TestRequest<'_>, parts: &Parts) -> BTreeMap<usize, String> {
    let Ok(resolved) = resolve_config(asked.snapshot, Some(&asked.config)) else { return BTreeMap::new() };
    let wants = |file: &str| {
        let path = VfsPath::parse(file).ok()?;
        Some(wants_dom(asked.snapshot.get(&path)?.text()?, &resolved.config.test))
    };
    let files = parts.parts.iter().enumerate();
    let files = files.filter(|(_, part)| part.file.as_deref().and_then(wants) == Some(true));
    files.map(|(index, _)| (index, WANTS_DOM.to_owned())).collect()
}

/// What the interpreter lacks that the browser's engine has, if a file failed by that.
fn lacked(result: &VerifyResult) -> Option<String> {
    let advises = |text: &&str| text.contains(ADVICE) && !text.contains(VAGUE_ADVICE);
    let of_entry = |entry: &TestEntry| {
        let errors = entry.errors.iter().map(|error| error.message.as_str());
        let found = errors.chain(entry.error.as_deref()).find(|text| advises(text));
        found.filter(|_| entry.state == TestState::Failed).map(str::to_owned)
    };
    let Output::Tests(entries) = &result.output else { return None };
    let found = entries.iter().find_map(of_entry);
    let found = found.or_else(|| result.error.as_deref().filter(advises).map(str::to_owned))?;
    // The sentence ends before the advice.
    Some(found.split(':').next().unwrap_or_default().trim().to_owned())
}
