//! `--engine auto`: the engine of each test file.

use std::collections::BTreeMap;
use std::io;
use std::time::Instant;

use verdict_gate::Check;
use verdict_judge::{resolve_config, wants_dom};
use verdict_protocol::{Code, Engine, FileEngine, Output, TestEntry, TestState, VerifyResult};
use verdict_vfs::VfsPath;

use crate::browser::LazyBrowsers;
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
    let mut choice = Choice { asked, parts: &parts, moved: wanting_dom(asked, &parts), missing: None };
    choice.need(browsers);
    let mut results = choice.in_interpreter(check, pool, watcher)?;
    if choice.missing.is_none() {
        let lacking = results.iter().enumerate();
        choice.moved.extend(lacking.filter_map(|(index, result)| Some((index, lacked(result.as_ref()?)?))));
        choice.need(browsers);
    }
    let engines = choice.in_browsers(browsers, &mut results, watcher)?;
    let mut whole = joined(asked, &parts, results);
    whole.engine = Engine::Boa;
    whole.engines = engines;
    if let Some((count, why)) = choice.missing {
        whole.warn([format!("{count} test file(s) need a browser: {why}")]);
    }
    Ok(Some(whole))
}

/// Which parts run where.
struct Choice<'a> {
    asked: &'a TestRequest<'a>,
    parts: &'a Parts,
    /// The parts for browsers, each with the reason.
    moved: BTreeMap<usize, String>,
    /// The number of parts that need a browser, and why no browser can be used.
    missing: Option<(usize, String)>,
}

impl Choice<'_> {
    /// Leaves all parts to the interpreter if some need a browser and no browser can be used.
    fn need(&mut self, browsers: &mut LazyBrowsers) {
        if !self.moved.is_empty()
            && let Err(error) = browsers.get()
        {
            self.missing = Some((self.moved.len(), error.to_string()));
            self.moved.clear();
        }
    }

    /// Runs the parts that are not for browsers.
    fn in_interpreter(
        &self,
        check: &Check<'_>,
        pool: &mut Pool,
        watcher: &dyn Watcher,
    ) -> io::Result<Vec<Option<VerifyResult>>> {
        let begun = Instant::now();
        let mut results: Vec<Option<VerifyResult>> = vec![None; self.parts.parts.len()];
        let here: Vec<usize> = (0..results.len()).filter(|index| !self.moved.contains_key(index)).collect();
        match here.as_slice() {
            [] => {}
            [index] if results.len() == 1 => results[*index] = Some(pool.ask(check, watcher)?),
            _ => {
                let ran = pool.run_parts(self.asked, self.parts, &here, begun, watcher)?;
                here.iter().zip(ran).for_each(|(index, result)| results[*index] = result);
            }
        }
        Ok(results)
    }

    /// Runs the parts for browsers, in place of what the interpreter found. Returns which ran there.
    fn in_browsers(
        &mut self,
        browsers: &mut LazyBrowsers,
        results: &mut [Option<VerifyResult>],
        watcher: &dyn Watcher,
    ) -> io::Result<Vec<FileEngine>> {
        if self.moved.is_empty() {
            return Ok(Vec::new());
        }
        let indices: Vec<usize> = self.moved.keys().copied().collect();
        let theirs = self.parts.only(&indices, Engine::Browser);
        let mut engines = Vec::new();
        match browsers.get()?.run_parts(self.asked, &theirs)? {
            Ok((ran, _)) => {
                for ((index, why), result) in std::mem::take(&mut self.moved).into_iter().zip(ran) {
                    let file = self.parts.parts[index].file.clone().unwrap_or_default();
                    watcher.ends(&file, &result, false);
                    results[index] = Some(result);
                    engines.push(FileEngine { file, engine: Engine::Browser, why });
                }
            }
            // What the interpreter found stays.
            Err(why) => {
                for (at, index) in indices.iter().enumerate() {
                    let failed = || theirs.failed(at, self.asked, Code::Unavailable, &why);
                    results[*index].get_or_insert_with(failed);
                }
                self.missing = Some((indices.len(), why));
            }
        }
        Ok(engines)
    }
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
