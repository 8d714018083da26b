//! A host, a frame and guests that follow a script.
#![allow(dead_code, reason = "each test uses a part")]

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use serde_json::{Value, json};
use verdict_protocol::{Command, Files, Limits, Output, Progress, TestConfig, VerifyResult};
use verdict_sealed::message::{RunFile, ToGuest};
use verdict_sealed::run::{Action, Event, FrameMessage, Job, Machine, RunId};
use verdict_sealed::supply::{Absent, LoadError, Meta, Module, Modules, More, Shared, Supplied};
use verdict_vfs::{Snapshot, VfsPath};

/// The behaviour of a guest after it was sent a file.
#[derive(Debug, Clone)]
pub(crate) enum Play {
    /// Send a batch.
    Say(Value),
    /// Send a batch that is marked quiet.
    Quiet(Value),
    /// Send this text.
    Raw(String),
    /// Send something that is no text.
    Garbage,
    /// Do nothing for this many milliseconds.
    Wait(f64),
    /// Hang; the frame still answers.
    Hang,
    /// End the frame's process silently.
    KillFrame,
    /// End, as the frame reports.
    Die,
    /// The host stands still for this many milliseconds.
    Sleep(f64),
}

/// The behaviour of a file's guest in its first run, its second, and so on.
pub(crate) type Runs = Vec<Vec<Play>>;

/// Modules that are named by their path; `/ts…` needs the transformer.
pub(crate) struct Fake {
    pub(crate) transformer: bool,
    pub(crate) needed: BTreeSet<String>,
}

impl Modules for Fake {
    fn file(&mut self, file: &VfsPath, _: &TestConfig) -> Result<Supplied, Absent> {
        if file.as_str().starts_with("/ts") && !std::mem::replace(&mut self.transformer, true) {
            return Err(Absent);
        }
        Ok(Supplied { modules: vec![Shared::new(1, module(file.as_str()))], ..Supplied::default() })
    }

    fn load(&mut self, importer: &str, specifier: &str) -> Result<Result<More, LoadError>, Absent> {
        if specifier.ends_with(".ts") && !std::mem::replace(&mut self.transformer, true) {
            return Err(Absent);
        }
        if specifier == "missing" {
            let message = format!("Cannot find {specifier} from {importer}");
            return Ok(Err(LoadError { name: "Error", message, code: None, at: None }));
        }
        Ok(Ok(More { id: specifier.to_owned(), modules: vec![Shared::new(2, module(specifier))] }))
    }

    fn need(&mut self, _: &str, specifier: &str) -> bool {
        self.needed.insert(specifier.to_owned())
    }

    // Code starts with a wrapper of 10 characters.
    fn place(&self, id: &str, (line, column): (u32, u32)) -> Option<(u32, u32)> {
        let column = if line == 1 { column.checked_sub(10)? } else { column };
        id.ends_with(".js").then_some((line, column))
    }
}

fn module(id: &str) -> Module {
    Module {
        id: id.to_owned(),
        form: verdict_sealed::supply::Form::Module {
            code: String::new(),
            awaits: false,
            stars: Default::default(),
        },
        deps: Vec::new(),
        requires: Vec::new(),
        loaded_by_node: false,
        meta: Meta { url: format!("file://{id}"), dirname: "/".into(), filename: id.to_owned() },
    }
}

/// A pending input of the machine.
enum Coming {
    Event(Event),
    Play(RunId, VecDeque<Play>),
}

pub(crate) struct Sim {
    pub(crate) machine: Machine,
    pub(crate) now: f64,
    wake: Option<f64>,
    coming: VecDeque<(f64, Coming)>,
    scripts: BTreeMap<String, VecDeque<Vec<Play>>>,
    seq: BTreeMap<RunId, u64>,
    frame: bool,
    pub(crate) answers: Vec<VerifyResult>,
    /// The actions requested from the host, abbreviated.
    pub(crate) log: Vec<String>,
    pub(crate) sent: Vec<ToGuest>,
    /// The frame does not answer, or is not sealed.
    pub(crate) no_frame: Option<FrameMessage>,
    pub(crate) frames_never_come: bool,
    pub(crate) guests_never_ready: bool,
    /// Number of frames that end when a guest starts in them.
    pub(crate) frames_die: u32,
    pub(crate) no_transformer: bool,
    /// The source of every file.
    pub(crate) source: String,
}

impl Sim {
    pub(crate) fn new(scripts: &[(&str, Runs)]) -> Sim {
        Sim {
            machine: Machine::default(),
            now: 0.0,
            wake: None,
            coming: VecDeque::new(),
            scripts: scripts.iter().map(|(file, runs)| ((*file).to_owned(), runs.clone().into())).collect(),
            seq: BTreeMap::new(),
            frame: false,
            answers: Vec::new(),
            log: Vec::new(),
            sent: Vec::new(),
            no_frame: None,
            frames_never_come: false,
            guests_never_ready: false,
            frames_die: 0,
            no_transformer: false,
            // Its tests can have any name.
            source: "import 'x';\nit(name);\n".to_owned(),
        }
    }

    /// Runs a request to its answer.
    pub(crate) fn run(&mut self, config: &Value, limits: Limits) -> VerifyResult {
        let files: Vec<String> = self.scripts.keys().cloned().collect();
        let texts: Vec<(&str, &str)> =
            files.iter().map(|file| (file.as_str(), self.source.as_str())).collect();
        let command = format!("test:{}", files.join(" "));
        let job = Job {
            division: None,
            parsed: Command::parse(&command).expect("a command"),
            command,
            snapshot: Snapshot::new(Files::from_texts(texts)).expect("files"),
            limits,
            config: serde_json::from_value(config.clone()).expect("a configuration"),
            warnings: Vec::new(),
            seed: 1,
            modules: Box::new(Fake { transformer: false, needed: BTreeSet::new() }),
        };
        let before = self.answers.len();
        let actions = self.machine.begin(job, self.now);
        self.act(actions);
        for _ in 0..100_000 {
            if self.answers.len() > before {
                break;
            }
            self.step();
        }
        assert_eq!(self.answers.len(), before + 1, "one answer to a request");
        self.answers.last().cloned().expect("an answer")
    }

    /// Processes the next event.
    pub(crate) fn step(&mut self) {
        let next = self.coming.iter().enumerate().min_by(|(_, a), (_, b)| a.0.total_cmp(&b.0));
        let (place, at) = match (next.map(|(place, (at, _))| (place, *at)), self.wake) {
            (Some((_, at)), Some(wake)) if wake < at => (None, wake),
            (Some((place, at)), _) => (Some(place), at),
            (None, Some(wake)) => (None, wake),
            (None, None) => panic!("nothing is left to happen: {:?}", self.log),
        };
        self.now = self.now.max(at);
        let Some((_, coming)) = place.and_then(|place| self.coming.remove(place)) else {
            self.wake = None;
            return self.on(Event::Tick);
        };
        match coming {
            Coming::Event(event) => self.on(event),
            Coming::Play(run, plays) => self.play(run, plays),
        }
    }

    pub(crate) fn on(&mut self, event: Event) {
        let actions = self.machine.on(event, self.now);
        self.act(actions);
    }

    fn play(&mut self, run: RunId, mut plays: VecDeque<Play>) {
        let Some(play) = plays.pop_front().filter(|_| self.seq.contains_key(&run)) else { return };
        let mut at = self.now;
        match play {
            Play::Say(events) => self.say(run, &json!({ "events": events })),
            Play::Quiet(events) => self.say(run, &json!({ "quiet": true, "events": events })),
            Play::Raw(text) => self.on(Event::Guest { run, text: Some(text) }),
            Play::Garbage => self.on(Event::Guest { run, text: None }),
            Play::Wait(ms) => at += ms,
            Play::Hang => return,
            Play::KillFrame => {
                self.frame = false;
                self.seq.clear();
                return;
            }
            Play::Die => {
                self.seq.remove(&run);
                let message = "boom".to_owned();
                return self.on(Event::Frame(FrameMessage::Died { run, message }));
            }
            Play::Sleep(ms) => {
                // Nothing arrives in the meantime.
                at += ms;
                self.now = at;
            }
        }
        self.coming.push_back((at, Coming::Play(run, plays)));
    }

    fn say(&mut self, run: RunId, said: &Value) {
        let seq = self.seq.entry(run).or_default();
        let mut batch = json!({ "type": "batch", "seq": *seq });
        *seq += 1;
        for (key, value) in said.as_object().into_iter().flatten() {
            batch[key] = value.clone();
        }
        self.on(Event::Guest { run, text: Some(batch.to_string()) });
    }

    fn later(&mut self, ms: f64, event: Event) {
        self.coming.push_back((self.now + ms, Coming::Event(event)));
    }

    fn act(&mut self, actions: Vec<Action>) {
        for action in actions {
            match action {
                Action::NeedFrame => {
                    self.log.push("frame".into());
                    self.seq.clear();
                    self.frame = true;
                    let up = FrameMessage::Up { sealed: true, why: None };
                    if !self.frames_never_come {
                        self.later(30.0, Event::Frame(self.no_frame.clone().unwrap_or(up)));
                    }
                }
                Action::Start { run } => {
                    self.log.push(format!("start {run}"));
                    if self.frame && self.frames_die > 0 {
                        self.frames_die -= 1;
                        self.frame = false;
                    }
                    if self.frame {
                        self.seq.insert(run, 1);
                        let ready = json!({ "type": "batch", "seq": 0, "events": [{ "type": "ready" }] });
                        let text = Some(ready.to_string());
                        if !self.guests_never_ready {
                            self.later(40.0, Event::Guest { run, text });
                        }
                    }
                }
                Action::End { run } => {
                    self.log.push(format!("end {run}"));
                    self.seq.remove(&run);
                }
                Action::Send { run, message } => self.send(run, message),
                Action::Ping { n } => {
                    if self.frame {
                        self.later(1.0, Event::Frame(FrameMessage::Pong { n }));
                    }
                }
                Action::Lock { exclusive } => {
                    self.log.push(if exclusive { "lock alone" } else { "lock" }.into());
                    self.later(0.0, Event::Locked);
                }
                Action::Unlock => self.log.push("unlock".into()),
                Action::NeedTransformer => {
                    self.log.push("transformer".into());
                    let refused = Err("no transformer".to_owned());
                    self.later(5.0, Event::Transformer(if self.no_transformer { refused } else { Ok(()) }));
                }
                Action::Progress { event } => self.log.extend(told(&event)),
                Action::Answer { result } => self.answers.push(*result),
                Action::WakeAt { ms } => {
                    assert!(self.wake.is_none_or(|wake| ms < wake), "a later time is asked for");
                    self.wake = Some(ms);
                }
            }
        }
    }

    fn send(&mut self, run: RunId, message: ToGuest) {
        if let ToGuest::Run(file) = &message {
            let RunFile { file, eager, .. } = file.as_ref();
            self.log.push(format!("run {file} in {run}"));
            if *eager {
                self.log.push(format!("eager {file}"));
            }
            let script = self.scripts.get_mut(file).and_then(VecDeque::pop_front).unwrap_or_default();
            self.coming.push_back((self.now, Coming::Play(run, script.into())));
        }
        self.sent.push(message);
    }
}

fn told(event: &Progress) -> Option<String> {
    match event {
        Progress::TestStarted { path, .. } => Some(format!("started {}", path.join(" > "))),
        Progress::TestFinished { entry } => {
            Some(format!("finished {} {}", entry.path.join(" > "), entry.passed))
        }
        Progress::FileFinished { file, passed } => Some(format!("file {file} {passed}")),
        _ => None,
    }
}

/// A result as lines.
pub(crate) fn render(result: &VerifyResult) -> String {
    let mut lines = Vec::new();
    if let Output::Tests(entries) = &result.output {
        for entry in entries {
            let error = entry.error.as_ref().map(|error| format!(": {error}")).unwrap_or_default();
            let code = entry.code.map(|code| format!(" [{code}]")).unwrap_or_default();
            let state = serde_json::to_value(entry.state).expect("JSON");
            lines.push(format!(
                "{} {}{code}{error}",
                state.as_str().unwrap_or_default(),
                entry.path.join(" > ")
            ));
        }
    }
    let code = result.code.map(|code| format!("[{code}] ")).unwrap_or_default();
    lines.push(format!("{code}{}", result.error.as_deref().unwrap_or("ok")));
    lines.join("\n")
}

/// A `collected` event with tests that run.
pub(crate) fn collected(names: &[&str]) -> Play {
    let test = |name: &&str| json!({ "path": [name], "at": "Error\n    at /a.test.js:2:1", "plan": "run" });
    Play::Say(json!([{ "type": "collected", "tests": names.iter().map(test).collect::<Vec<_>>() }]))
}

/// A test that passes.
pub(crate) fn passes(test: usize) -> Play {
    Play::Say(json!([
        { "type": "started", "test": test, "now": 1, "timeout": 5000 },
        { "type": "asserted", "test": test, "count": 1 },
        { "type": "completed", "test": test },
        { "type": "finished", "test": test, "now": 3 },
    ]))
}

pub(crate) fn starts(test: usize) -> Play {
    Play::Say(json!([{ "type": "started", "test": test, "now": 1, "timeout": 5000 }]))
}

pub(crate) fn done() -> Play {
    Play::Say(json!([{ "type": "done" }]))
}

/// A file whose tests pass.
pub(crate) fn good(names: &[&str]) -> Runs {
    let mut plays = vec![collected(names)];
    plays.extend((0..names.len()).map(passes));
    plays.push(done());
    vec![plays]
}
