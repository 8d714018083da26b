//! The configurations of a run: what the host says, over the nearest `eslint.config.json` of each file.

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use verdict_protocol::{LINT_CONFIG_FILE, LintConfig, sha256_hex};
use verdict_vfs::{Snapshot, VfsPath};

use super::place::Origin;
use super::{Config, ConfigError, Setup};

/// The configurations of the files of a snapshot.
pub(crate) struct Configs<'a> {
    snapshot: &'a Snapshot,
    host: LintConfig,
    /// SHA-256 of the same.
    of_host: OnceCell<String>,
    /// By configuration file; `None` has what applies to files without one.
    read: RefCell<BTreeMap<Option<VfsPath>, Rc<Config>>>,
    /// The last folder with the configuration file that applies there: the next file is mostly in the same.
    last: RefCell<Option<(String, Option<VfsPath>)>>,
}

/// What applies to a file.
pub(crate) struct Applied {
    /// Errors in the configuration itself.
    pub(crate) errors: Vec<ConfigError>,
    /// `None` if the configuration ignores the file.
    pub(crate) setup: Option<Rc<Setup>>,
}

impl<'a> Configs<'a> {
    pub(crate) fn new(snapshot: &'a Snapshot, host: &LintConfig) -> Configs<'a> {
        Configs {
            snapshot,
            host: host.clone(),
            of_host: OnceCell::new(),
            read: RefCell::default(),
            last: RefCell::default(),
        }
    }

    /// What applies to a file.
    pub(crate) fn of(&self, file: &VfsPath) -> Applied {
        let config = self.config(self.source(file));
        Applied { errors: config.errors.clone(), setup: config.of(file.as_str()) }
    }

    /// What the configuration of a file depends on. It reads the configuration, so that its warnings are known.
    pub(crate) fn basis(&self, file: &VfsPath) -> String {
        let source = self.source(file);
        let blob = source.as_ref().and_then(|path| self.snapshot.get(path));
        let of_file = match (&source, blob) {
            (Some(path), Some(blob)) => format!("{path}\0{}", blob.hash()),
            _ => String::new(),
        };
        drop(self.config(source));
        let of_host = || sha256_hex(&serde_json::to_vec(&self.host).unwrap_or_default());
        format!("{of_file}\0{}", self.of_host.get_or_init(of_host))
    }

    /// The configuration file of a file.
    fn source(&self, file: &VfsPath) -> Option<VfsPath> {
        // Whoever names the rules that run does not leave them to a project.
        if self.host.only.is_some() {
            return None;
        }
        if let Some((_, source)) = self.last.borrow().as_ref().filter(|(folder, _)| folder == file.folder()) {
            return source.clone();
        }
        let source = self.snapshot.nearest(file, LINT_CONFIG_FILE);
        *self.last.borrow_mut() = Some((file.folder().to_owned(), source.clone()));
        source
    }

    fn config(&self, source: Option<VfsPath>) -> Rc<Config> {
        if let Some(config) = self.read.borrow().get(&source) {
            return Rc::clone(config);
        }
        let origin = source.as_ref().map(|path| {
            let blob = self.snapshot.get(path);
            // Bytes that are no text are no JSON either.
            let text = blob.map(|blob| String::from_utf8_lossy(blob.bytes()).into_owned());
            Rc::new(Origin::new(path.clone(), text.unwrap_or_default()))
        });
        let config = Rc::new(Config::new(&self.host, origin));
        self.read.borrow_mut().insert(source, Rc::clone(&config));
        config
    }

    /// A warning for each enabled rule that does not exist, in the configurations that applied so far and in
    /// what the host says.
    pub(crate) fn unknown_rules(&self) -> Vec<String> {
        self.config(None);
        let read = self.read.borrow();
        let warnings: BTreeSet<String> = read.values().flat_map(|config| config.unknown_rules()).collect();
        warnings.into_iter().collect()
    }
}
