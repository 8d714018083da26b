//! Records which functions of the subject each test calls.
//!
//! In modules of the subject, every function passes its number to a native before it runs. A module can get hold of
//! that native, by an import or by direct `eval`. So the native counts a call only if it comes from the location where
//! the mark of that function was inserted.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use boa_engine::object::FunctionObjectBuilder;
use boa_engine::vm::{CallFrame, SourcePath};
use boa_engine::{Context, JsObject, JsValue, Module, NativeFunction, js_string};
use verdict_protocol::FunctionEvidence;
use verdict_vfs::VfsPath;

use crate::host::Host;
use crate::late::Late;
use crate::native::{argument, host};
use crate::options::MarkedSource;

/// The function that every function of a marked module calls first.
pub const MARK: &str = "__verdict_mark__";
/// The text after a marked expression body.
pub const MARK_END: &str = "/*__verdict_mark__*/)";
/// The text before a mark if the preceding directive has no semicolon.
pub const MARK_AFTER_DIRECTIVE: &str = ";void ";

/// The module that exports the native to a marked ES module.
pub(crate) const SPECIFIER: &str = "verdict:mark";
/// The text inserted at the start of a marked ES module.
const IMPORT: &str = "import{mark as __verdict_mark__}from\"verdict:mark\";";
/// The function that wraps a marked CommonJS file.
const AROUND: (&str, &str) = ("(function(__verdict_mark__){return ", "})");

/// Maximum number of functions per guest, and of pairs of a test and a function.
const MOST: usize = 50_000;

/// Tells which files are the subject of tests.
pub type IsSubject = Rc<dyn Fn(&str) -> bool>;

/// A function of a marked module.
struct Function {
    evidence: FunctionEvidence,
    /// 1-based line and column of its mark in the marked text, in code points.
    call: (u32, u32),
}

/// The functions that a guest's tests called.
#[derive(Default)]
pub(crate) struct Marks {
    functions: RefCell<Vec<Function>>,
    /// Files that are marked, each with the number of its first function here.
    files: RefCell<BTreeMap<VfsPath, (usize, Rc<MarkedSource>)>>,
    /// Function numbers by test number.
    called: RefCell<BTreeMap<usize, BTreeSet<usize>>>,
    count: Cell<usize>,
    truncated: Cell<bool>,
    /// The files to mark; `None` if no file is.
    is_subject: Late<Option<IsSubject>>,
}

impl Marks {
    pub(crate) fn begin(&self, is_subject: Option<IsSubject>) {
        self.is_subject.set(is_subject);
    }
}

impl Host {
    /// Marks the functions of a text if the file belongs to the subject.
    pub(crate) fn marked(&self, path: &VfsPath, text: String, is_wrapped: bool) -> String {
        self.loader.marks.files.borrow_mut().remove(path);
        let Some(is_subject) = &*self.loader.marks.is_subject else { return text };
        let first = self.loader.marks.functions.borrow().len();
        // A module that is written for a file has none of its functions.
        let is_own_text = self.snapshot.module_kind(path).is_own_text();
        if !is_own_text || !is_subject(path.as_str()) || first >= MOST {
            return text;
        }
        let around = if is_wrapped { AROUND } else { (IMPORT, "") };
        let Some(marked) = self.source_hook.marked(&text, is_wrapped, around) else { return text };
        let file = self.snapshot.module_file(path);
        let marks = marked.functions.iter().map(|function| {
            let (line, column) = self.unshifted(path.as_str(), function.at);
            let evidence =
                FunctionEvidence { file: file.to_string(), line, column, name: function.name.clone() };
            Function { evidence, call: function.call }
        });
        self.loader.marks.functions.borrow_mut().extend(marks);
        let text = marked.text.clone();
        self.loader.marks.files.borrow_mut().insert(path.clone(), (first, marked));
        text
    }

    /// The native for a marked CommonJS file; `None` if the file is not marked.
    pub(crate) fn mark_of(&self, path: &VfsPath, context: &Context) -> Option<JsObject> {
        let first = self.loader.marks.files.borrow().get(path).map(|(first, _)| *first)?;
        Some(native(first, context))
    }

    /// Creates the module that exports the native to a marked ES module.
    pub(crate) fn mark_module(&self, path: &VfsPath, context: &mut Context) -> Option<Module> {
        let mark = self.mark_of(path, context)?;
        Some(self.loader.exporting(vec![(js_string!("mark"), mark.into())], context))
    }

    /// Maps a location of the parsed text to the text before marking.
    pub(crate) fn before_marks(&self, file: &str, at: (u32, u32)) -> (u32, u32) {
        let files = self.loader.marks.files.borrow();
        files.get(file).map_or(at, |(_, marked)| crate::loader::in_file(&marked.positions, at))
    }

    /// Drops the calls recorded by an earlier attempt at a test.
    pub(crate) fn forget_called(&self, test: usize) {
        let marks = &self.loader.marks;
        let dropped = marks.called.borrow_mut().remove(&test).map_or(0, |dropped| dropped.len());
        marks.count.set(marks.count.get() - dropped);
    }

    /// The functions that each test called, by file and location.
    pub(crate) fn called(&self) -> (BTreeMap<usize, Vec<FunctionEvidence>>, bool) {
        let marks = &self.loader.marks;
        let functions = marks.functions.borrow();
        let of = |(test, called): (&usize, &BTreeSet<usize>)| {
            // A module that was loaded twice has two numbers for each function.
            let called: BTreeSet<&FunctionEvidence> =
                called.iter().filter_map(|number| Some(&functions.get(*number)?.evidence)).collect();
            (*test, called.into_iter().cloned().collect())
        };
        (marks.called.borrow().iter().map(of).collect(), marks.truncated.get())
    }

    /// Called when a function of a marked module starts.
    fn mark(&self, number: usize, context: &Context) {
        let label = self.labels.now();
        let Some((test, _)) = &label.test else { return };
        let marks = &self.loader.marks;
        if marks.called.borrow().get(test).is_some_and(|called| called.contains(&number)) {
            return;
        }
        if !self.is_mark_of(number, context) || self.is_loading(context) {
            return;
        }
        if marks.count.get() >= MOST {
            return marks.truncated.set(true);
        }
        marks.count.set(marks.count.get() + 1);
        marks.called.borrow_mut().entry(*test).or_default().insert(number);
    }

    /// Whether the running code is the mark that was inserted into the function with this number.
    fn is_mark_of(&self, number: usize, context: &Context) -> bool {
        let Some(caller) = context.stack_trace().next().map(CallFrame::position) else { return false };
        let (SourcePath::Path(path), Some(at)) = (caller.path, caller.position) else { return false };
        let functions = self.loader.marks.functions.borrow();
        let Some(Function { evidence, call: (line, column) }) = functions.get(number) else { return false };
        // The engine may locate a call at its start or at its parenthesis.
        let length = u32::try_from(MARK.len()).unwrap_or(u32::MAX);
        path.to_str().is_some_and(|name| self.snapshot.module_path(name) == evidence.file)
            && at.line_number() == *line
            && (*column..=column + length).contains(&at.column_number())
    }

    /// Whether the module's own top-level code is on the call stack.
    fn is_loading(&self, context: &Context) -> bool {
        let is_module = |name: &boa_engine::JsString| *name == boa_engine::js_string!("<main>");
        self.is_requiring() || context.stack_trace().any(|frame| is_module(frame.code_block().name()))
    }
}

/// Creates the native of a file. `first` is the number of the file's first function in this guest.
fn native(first: usize, context: &Context) -> JsObject {
    let mark = NativeFunction::from_copy_closure_with_captures(
        |_, args, first: &usize, context| {
            if let (Some(number), Ok(host)) = (argument(args, 0).as_number(), host(context)) {
                #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates")]
                host.mark(first.saturating_add(number as usize), context);
            }
            Ok(JsValue::undefined())
        },
        first,
    );
    FunctionObjectBuilder::new(context.realm(), mark).build().into()
}
