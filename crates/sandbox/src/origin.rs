//! Tells whether the subject or test material calls. The engine's stack frames decide, which guest code
//! cannot forge.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::path::Path;
use std::rc::Rc;

use boa_engine::builtins::function::{BoundFunction, OrdinaryFunction};
use boa_engine::builtins::proxy::Proxy;
use boa_engine::vm::SourcePath;
use boa_engine::{Context, JsObject};
use verdict_protocol::StackFrame;
use verdict_protocol::sentences;
use verdict_vfs::VfsPath;

use crate::host::Host;
use crate::late::Late;
use crate::marks::IsSubject;
use crate::options::SourceError;
use crate::stop::Thrown;

/// Path of the host's scripts that are not `internal:` ones. Code without a path was created from text by the
/// guest.
pub const OWN_SCRIPT: &str = "internal:host";

/// A part of every path inside a package.
const PACKAGES: &str = "/node_modules/";

/// Whose code calls.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Caller {
    /// The host, or a guest that does not distinguish callers.
    Host,
    /// Test material.
    Material,
    /// The subject: the absolute path of its file, or a note that the code was created from text.
    Subject(Rc<str>),
}

/// The origins of a guest's files.
pub(crate) struct Origins {
    is_subject: Late<Option<IsSubject>>,
    /// Known paths; those of the subject with their name.
    known: RefCell<HashMap<Rc<Path>, Option<Rc<str>>>>,
    /// The caller that scheduled the running code: a native that runs later has no file's frame below it.
    behind: RefCell<Caller>,
    /// Modules of the host that are reserved for test material.
    reserved: RefCell<BTreeSet<String>>,
    /// Refused imports, each with its importer.
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

    /// Whether subject and test material are distinguished.
    pub(crate) fn are_told_apart(&self) -> bool {
        self.is_subject.is_some()
    }

    /// Whether a file belongs to the subject.
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

    /// Whose code a source is; `None` for the host's.
    fn of_source(&self, source: &SourcePath) -> Option<Caller> {
        match source {
            SourcePath::Path(path) if path.starts_with("/") => Some(self.of_path(path)),
            SourcePath::Path(_) | SourcePath::Json => None,
            // Code from `eval` and `Function` has no file, so its author is unknown.
            SourcePath::None | SourcePath::Eval => {
                Some(Caller::Subject(Rc::from(sentences::made_from_text())))
            }
        }
    }

    /// Reserves a module of the host for test material.
    pub(crate) fn reserve(&self, specifier: &str) {
        self.reserved.borrow_mut().insert(specifier.to_owned());
    }

    /// Whether an importer may not import a module of the host.
    pub(crate) fn is_refused(&self, importer: Option<&VfsPath>, specifier: &str) -> bool {
        self.are_told_apart()
            && self.reserved.borrow().contains(specifier)
            // Code without a file was created from text.
            && importer.is_none_or(|importer| self.is_subject(importer))
    }

    /// Records a refused import.
    pub(crate) fn refuse(&self, importer: &VfsPath, error: &SourceError) {
        self.refused.borrow_mut().push((importer.clone(), error.clone()));
    }

    /// Refused imports since the last call.
    pub(crate) fn take_refused(&self) -> Vec<(VfsPath, SourceError)> {
        self.refused.take()
    }

    /// Runs code that a caller scheduled.
    pub(crate) fn put_off_by<T>(&self, caller: Caller, run: impl FnOnce() -> T) -> T {
        let before = self.behind.replace(caller);
        let result = run();
        self.behind.replace(before);
        result
    }
}

impl Host {
    /// Whose code calls the running native.
    pub(crate) fn caller(&self, context: &Context) -> Caller {
        if !self.origins.are_told_apart() {
            return Caller::Host;
        }
        let mut package = None;
        for frame in context.stack_trace() {
            match self.origins.of_source(frame.code_block().path()) {
                None => {}
                // A package acts on behalf of its caller.
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

    /// The caller that schedules a function which will have no frame of its own; `None` if nobody needs to
    /// know.
    pub(crate) fn puts_off(&self, callback: &JsObject, context: &Context) -> Option<Caller> {
        let is_asked = self.origins.are_told_apart() && !callback.is::<OrdinaryFunction>();
        is_asked.then(|| self.caller(context))
    }

    /// Removes frames of test material from a stack that the subject reads. Returns whether it did.
    pub(crate) fn hide_frames(&self, frames: &mut Vec<StackFrame>, context: &Context) -> bool {
        let is_subject = matches!(self.caller(context), Caller::Subject(_));
        if is_subject {
            frames
                .retain(|frame| VfsPath::parse(&frame.file).is_ok_and(|path| self.origins.is_subject(&path)));
        }
        is_subject
    }
}

/// The stack of an error, as its reader may see it.
pub(crate) fn readable(mut thrown: Thrown, context: &Context) -> Option<String> {
    let hides = Host::of(context).is_some_and(|host| host.hide_frames(&mut thrown.frames, context));
    if !hides {
        return thrown.stack;
    }
    thrown.stack.as_ref()?;
    let frames = thrown.frames.iter().map(|frame| format!("\n    at {frame}"));
    Some(thrown.header() + &frames.collect::<String>())
}

/// Whose code calls the running native.
#[must_use]
pub fn caller(context: &Context) -> Caller {
    Host::of(context).map_or(Caller::Host, |host| host.caller(context))
}

/// Whose code a function is, by the file that contains it; natives are the host's. The targets of bound
/// functions and proxies are not visible: those count as code created from text.
#[must_use]
pub fn written_by(function: &JsObject, context: &Context) -> Caller {
    let Some(host) = Host::of(context).filter(|host| host.origins.are_told_apart()) else {
        return Caller::Host;
    };
    if let Some(function) = function.downcast_ref::<OrdinaryFunction>() {
        return host.origins.of_source(function.codeblock().path()).unwrap_or(Caller::Host);
    }
    if function.is::<BoundFunction>() || function.is::<Proxy>() {
        return Caller::Subject(Rc::from(sentences::without_text()));
    }
    Caller::Host
}
