//! Whose code calls: the subject's or that of test material. The engine's frames tell, which guest code cannot write.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::path::Path;
use std::rc::Rc;

use boa_engine::builtins::function::{BoundFunction, OrdinaryFunction};
use boa_engine::builtins::proxy::Proxy;
use boa_engine::vm::SourcePath;
use boa_engine::{Context, JsObject};
use verdict_protocol::StackFrame;
use verdict_vfs::VfsPath;

use crate::host::Host;
use crate::late::Late;
use crate::marks::IsSubject;
use crate::options::SourceError;
use crate::stop::Thrown;

/// The path of scripts of the host that are no `internal:` ones. What has no path at all is guest code made from text.
pub const OWN_SCRIPT: &str = "internal:host";

/// What the paths of packages have in them.
const PACKAGES: &str = "/node_modules/";

/// What is said of code that has no file.
const MADE_FROM_TEXT: &str = "code made from text";

/// Who calls.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Caller {
    /// The host itself, or a guest in which nobody is told apart.
    Host,
    /// Test material.
    Material,
    /// The subject: the absolute path of its file, or that it is code made from text.
    Subject(Rc<str>),
}

/// What a guest's files are to each other.
pub(crate) struct Origins {
    is_subject: Late<Option<IsSubject>>,
    /// By path, the subject's with the text that names it.
    known: RefCell<HashMap<Rc<Path>, Option<Rc<str>>>>,
    /// Who put off what runs now: a native that is called later has no frame of a file below it.
    behind: RefCell<Caller>,
    /// Modules of the host that are test material's alone.
    reserved: RefCell<BTreeSet<String>>,
    /// Imports that were refused, each with its importer.
    refused: RefCell<Vec<(VfsPath, SourceError)>>,
}

impl Default for Origins {
    fn default() -> Self {
        Origins {
            is_subject: Late::new(None),
            known: RefCell::default(),
            behind: RefCell::new(Caller::Host),
            reserved: RefCell::default(),
            refused: RefCell::default(),
        }
    }
}

impl Origins {
    pub(crate) fn begin(&self, is_subject: Option<IsSubject>) {
        self.is_subject.set(is_subject);
    }

    /// Whether the subject and test material are told apart.
    pub(crate) fn are_told_apart(&self) -> bool {
        self.is_subject.is_some()
    }

    /// Whether a file is the subject's.
    pub(crate) fn is_subject(&self, path: &VfsPath) -> bool {
        self.is_subject.as_ref().is_some_and(|is_subject| is_subject(path.as_str()))
    }

    fn of_path(&self, path: &Rc<Path>) -> Caller {
        if let Some(known) = self.known.borrow().get(path) {
            return known.clone().map_or(Caller::Material, Caller::Subject);
        }
        let text = path.to_str().unwrap_or_default();
        let is_subject = VfsPath::parse(text).is_ok_and(|path| self.is_subject(&path));
        let subject = is_subject.then(|| Rc::from(text));
        self.known.borrow_mut().insert(Rc::clone(path), subject.clone());
        subject.map_or(Caller::Material, Caller::Subject)
    }

    /// What code of a source is. `None` for that of the host.
    fn of_source(&self, source: &SourcePath) -> Option<Caller> {
        match source {
            SourcePath::Path(path) if path.starts_with("/") => Some(self.of_path(path)),
            SourcePath::Path(_) | SourcePath::Json => None,
            // What `eval` and `Function` make has no file: nobody can tell who wrote it.
            SourcePath::None | SourcePath::Eval => Some(Caller::Subject(Rc::from(MADE_FROM_TEXT))),
        }
    }

    /// Reserves a module of the host.
    pub(crate) fn reserve(&self, specifier: &str) {
        self.reserved.borrow_mut().insert(specifier.to_owned());
    }

    /// Whether an importer may not have a module of the host.
    pub(crate) fn is_refused(&self, importer: Option<&VfsPath>, specifier: &str) -> bool {
        self.are_told_apart()
            && self.reserved.borrow().contains(specifier)
            // Code that is of no file is made from text.
            && importer.is_none_or(|importer| self.is_subject(importer))
    }

    /// Takes note of an import that was refused.
    pub(crate) fn refuse(&self, importer: &VfsPath, error: &SourceError) {
        self.refused.borrow_mut().push((importer.clone(), error.clone()));
    }

    /// Imports that were refused since the last time that this was asked.
    pub(crate) fn take_refused(&self) -> Vec<(VfsPath, SourceError)> {
        self.refused.take()
    }

    /// Runs what a caller put off.
    pub(crate) fn put_off_by<T>(&self, caller: Caller, run: impl FnOnce() -> T) -> T {
        let before = self.behind.replace(caller);
        let result = run();
        self.behind.replace(before);
        result
    }
}

impl Host {
    /// Whose code calls the native that is running.
    pub(crate) fn caller(&self, context: &Context) -> Caller {
        if !self.origins.are_told_apart() {
            return Caller::Host;
        }
        let mut package = None;
        for frame in context.stack_trace() {
            match self.origins.of_source(frame.code_block().path()) {
                None => {}
                // A package acts for who calls it.
                Some(Caller::Subject(file)) if file.contains(PACKAGES) => package = package.or(Some(file)),
                Some(caller) => return caller,
            }
        }
        let behind = self.origins.behind.borrow().clone();
        match package {
            Some(file) if behind == Caller::Host => Caller::Subject(file),
            _ => behind,
        }
    }

    /// Who puts off a call of a function that will have no frame of its own. `None` where nobody needs to know.
    pub(crate) fn puts_off(&self, callback: &JsObject, context: &Context) -> Option<Caller> {
        let is_asked = self.origins.are_told_apart() && !callback.is::<OrdinaryFunction>();
        is_asked.then(|| self.caller(context))
    }

    /// Leaves out frames of test material where the subject reads a stack. Whether it does.
    pub(crate) fn hide_frames(&self, frames: &mut Vec<StackFrame>, context: &Context) -> bool {
        let is_subject = matches!(self.caller(context), Caller::Subject(_));
        if is_subject {
            frames
                .retain(|frame| VfsPath::parse(&frame.file).is_ok_and(|path| self.origins.is_subject(&path)));
        }
        is_subject
    }
}

/// The stack of an error as whoever reads it may see it.
pub(crate) fn readable(mut thrown: Thrown, context: &Context) -> Option<String> {
    let hides = Host::of(context).is_some_and(|host| host.hide_frames(&mut thrown.frames, context));
    if !hides {
        return thrown.stack;
    }
    thrown.stack.as_ref()?;
    let frames = thrown.frames.iter().map(|frame| format!("\n    at {frame}"));
    Some(thrown.header() + &frames.collect::<String>())
}

/// Whose code calls the native that is running.
#[must_use]
pub fn caller(context: &Context) -> Caller {
    Host::of(context).map_or(Caller::Host, |host| host.caller(context))
}

/// Whose code a function is, by the file that it is written in; natives are the host's. What a bound function or a proxy
/// calls cannot be seen: those count as code made from text.
#[must_use]
pub fn written_by(function: &JsObject, context: &Context) -> Caller {
    let Some(host) = Host::of(context).filter(|host| host.origins.are_told_apart()) else {
        return Caller::Host;
    };
    if let Some(function) = function.downcast_ref::<OrdinaryFunction>() {
        return host.origins.of_source(function.codeblock().path()).unwrap_or(Caller::Host);
    }
    if function.is::<BoundFunction>() || function.is::<Proxy>() {
        return Caller::Subject(Rc::from("a bound function or a proxy"));
    }
    Caller::Host
}
