//! Builds the module graph of a test file, with each module ready to run.
//!
//! The walk starts at the test file and follows every import, `require` and mock whose specifier is a
//! literal. It uses the same resolver as the default engine's loader. A specifier that cannot be resolved and
//! a file that does not parse are no failures here. They become modules that throw the default engine's error
//! when they are imported.

mod cache;
mod link;
mod linked;
mod needs;
mod read;
mod ready;
mod stars;
mod supplier;
mod used;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use verdict_judge::{dom_of, dom_options, setup_file};
use verdict_protocol::{FileEvidence, TestConfig};
use verdict_transform::Lower;
use verdict_vfs::{Blob, Conditions, Snapshot, VfsPath};

pub use self::cache::Cache;
use self::linked::{Files, Number};
use self::needs::Needs;
use self::read::PackageData;
pub use self::supplier::Graphs;
use self::used::RuntimeImports;
use crate::supply::{Absent, LoadError, Module, ModuleOptions, Modules, More, Shared, Supplied, Target};

/// The modules of one snapshot, as one request uses them.
pub struct Graph {
    files: Rc<Files>,
    /// Modules with runtime `require` targets added, and the number of targets included in each. The number
    /// grows.
    made: BTreeMap<Number, (usize, Rc<Shared>)>,
    /// Whether the current guest has a file, by file number.
    sent: Vec<bool>,
    /// Whether any guest of this request received a file, by file number. Only these files have source
    /// locations.
    given: Vec<bool>,
    /// Targets of `require` calls whose specifier is computed at run time.
    needs: Needs,
    /// Files whose text was searched for such calls.
    expected: BTreeSet<Number>,
    /// Runtime imports of the current test file, recorded as evidence.
    asked: RuntimeImports,
    /// What modules of packages read.
    data: PackageData,
}

impl std::fmt::Debug for Graph {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Graph").field("files", &self.files.len()).finish_non_exhaustive()
    }
}

impl Graph {
    /// Creates the graph of a snapshot, whose aliases are already set. `lower` compiles syntax that goes
    /// beyond types.
    #[must_use]
    pub fn of(snapshot: &Snapshot, cache: &Cache, lower: Rc<dyn Lower>) -> Graph {
        Graph::with(Files::of(snapshot, cache, lower, ModuleOptions::default()))
    }

    /// Creates the graph on top of shared files.
    pub(crate) fn with(files: Rc<Files>) -> Graph {
        Graph {
            files,
            made: BTreeMap::new(),
            sent: Vec::new(),
            given: Vec::new(),
            needs: Needs::default(),
            expected: BTreeSet::new(),
            asked: RuntimeImports::default(),
            data: PackageData::default(),
        }
    }

    fn snapshot(&self) -> &Snapshot {
        &self.files.project.snapshot
    }

    /// Whether the current guest has a file.
    fn is_sent(&self, path: &VfsPath) -> bool {
        self.files.known(path.as_str()).is_some_and(|number| self.sent.get(number) == Some(&true))
    }

    /// Records whether the guest has a file. Returns whether that changed.
    fn set_sent(&mut self, number: Number, sent: bool) -> bool {
        if self.sent.len() <= number {
            self.sent.resize(self.files.len().max(number + 1), false);
        }
        if self.given.len() < self.sent.len() {
            self.given.resize(self.sent.len(), false);
        }
        self.given[number] |= sent;
        std::mem::replace(&mut self.sent[number], sent) != sent
    }

    /// A file and its dependencies, dependencies first, without the files that the guest has.
    fn walk(&mut self, root: &VfsPath) -> Result<Vec<Number>, Absent> {
        let mut order = self.follow(root)?;
        let mut seen = 0;
        loop {
            for number in &order[seen..] {
                if self.expected.insert(*number) {
                    self.needs.expect(&self.files.project, &self.files.path(*number));
                }
            }
            seen = order.len();
            let Some(path) = self.needs.not_in(|path| self.is_sent(path)) else { break };
            match self.follow(&path) {
                Ok(more) => order.extend(more),
                Err(absent) => {
                    self.take_back(&order);
                    return Err(absent);
                }
            }
        }
        Ok(order)
    }

    fn follow(&mut self, root: &VfsPath) -> Result<Vec<Number>, Absent> {
        let mut order = Vec::new();
        let mut open = Vec::new();
        let root = self.files.number(root);
        if self.set_sent(root, true) {
            open.push((root, 0));
        }
        while let Some((number, next)) = open.pop() {
            let follow = match self.files.follow(number) {
                Ok(follow) => follow,
                // Only sent files count as visited. If a file cannot be lowered yet, the walk is undone and
                // starts again later.
                Err(absent) => {
                    let open: Vec<Number> = open.iter().map(|(number, _)| *number).collect();
                    self.take_back(&[number]);
                    self.take_back(&open);
                    self.take_back(&order);
                    return Err(absent);
                }
            };
            // The next dependency that the guest does not have.
            let found = (next..follow.len()).find(|at| self.set_sent(follow[*at], true));
            match found {
                Some(at) => open.extend([(number, at + 1), (follow[at], 0)]),
                None => order.push(number),
            }
        }
        Ok(order)
    }

    fn take_back(&mut self, numbers: &[Number]) {
        for number in numbers {
            self.set_sent(*number, false);
        }
    }

    fn modules(&mut self, numbers: &[Number]) -> Result<Vec<Rc<Shared>>, Absent> {
        numbers.iter().map(|number| self.shared(*number)).collect()
    }

    fn shared(&mut self, number: Number) -> Result<Rc<Shared>, Absent> {
        if self.needs.is_empty() {
            return self.files.shared(number, &[]);
        }
        let needs = self.needs.of(&self.files.path(number));
        if let Some((_, known)) = self.made.get(&number).filter(|(had, _)| *had == needs.len()) {
            return Ok(Rc::clone(known));
        }
        let shared = self.files.shared(number, needs)?;
        self.made.insert(number, (needs.len(), Rc::clone(&shared)));
        Ok(shared)
    }
}

impl Modules for Graph {
    fn file(&mut self, file: &VfsPath, config: &TestConfig) -> Result<Supplied, Absent> {
        self.sent.clear();
        self.asked.begin(file);
        let (mut order, mut setup, mut missing) = (Vec::new(), Vec::new(), Vec::new());
        for name in &config.setup_files.0 {
            let found = setup_file(self.snapshot(), file, name);
            self.asked.setup(name, found.as_ref().ok());
            match found {
                Ok(path) => {
                    order.extend(self.walk(&path)?);
                    setup.push(path.to_string());
                }
                Err((path, message)) => {
                    let module = Module::missing(name, LoadError::not_found(&path, &message));
                    missing.push(self.files.apart(module));
                    setup.push(name.clone());
                }
            }
        }
        order.extend(self.walk(file)?);
        let mut modules = self.modules(&order)?;
        modules.extend(missing);
        let files = self.data.readable(&self.files.project.snapshot, &modules);
        self.asked.reads(files.iter().flatten().map(|(path, _)| path.as_str()));
        let text = self.snapshot().get(file).and_then(Blob::text).unwrap_or_default();
        let dom = dom_of(text, &config.environment);
        let dom_options = dom.and_then(|dom| dom_options(text, dom, config));
        Ok(Supplied { setup, modules, files, dom, dom_options })
    }

    fn load(&mut self, importer: &str, specifier: &str) -> Result<Result<More, LoadError>, Absent> {
        let importer = match VfsPath::parse(importer) {
            Ok(importer) => importer,
            Err(error) => return Ok(Err(LoadError::plain(error.to_string()))),
        };
        let target = self.files.project.named(&importer, specifier, Conditions::Import);
        self.asked.load(&importer, specifier, &target);
        let id = match target {
            Target::Id(id) => id,
            Target::Missing { error } => return Ok(Err(error)),
        };
        let modules = match VfsPath::parse(&id).ok().filter(|path| path.as_str() == id) {
            Some(path) => {
                let order = self.walk(&path)?;
                self.modules(&order)?
            }
            None => Vec::new(),
        };
        Ok(Ok(More { id, modules }))
    }

    fn need(&mut self, importer: &str, specifier: &str) -> bool {
        let Some(importer) = VfsPath::parse(importer).ok().filter(|path| self.is_sent(path)) else {
            return false;
        };
        self.needs.take(&self.files.project, &importer, specifier)
    }

    fn evidence(&self) -> FileEvidence {
        self.used()
    }

    fn place(&self, id: &str, at: (u32, u32)) -> Option<(u32, u32)> {
        let is_given = |number: &Number| self.given.get(*number) == Some(&true);
        let number = self.files.known(id).filter(is_given);
        // Stacks have the file of a module. Its text is the same under each query.
        let number = number.or_else(|| self.files.queried(id).into_iter().find(is_given))?;
        self.files.place(number, at)
    }
}
