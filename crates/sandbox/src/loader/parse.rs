//! Turns files into modules.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::Path;

use boa_engine::ast::operations::{ContainsSymbol, contains};
use boa_engine::ast::scope::Scope;
use boa_engine::interner::Interner;
use boa_engine::parser::Parser;
use boa_engine::{Context, JsError, JsResult, JsString, Module, Source};
use verdict_protocol::Code;
use verdict_vfs::{ModuleError, ModuleKind, ModuleSource, VfsPath};

use super::fail::unplaced;
use crate::boa_fixes::Fixes;
use crate::host::Host;
use crate::options::{Instrumentation, SourceError, TEST_API};

/// The text inserted before a module with a top-level `await`. The engine panics if a limit ends such a
/// module before its first `await`, and only then.
const FIRST_AWAIT: &str = "await 0;";

/// The text appended to a module whose last statement is `export { … }` without a semicolon, because the
/// engine expects a token after it.
const LAST_SEMICOLON: &str = "\n;";

/// The engine's message for text that ends too early.
const ABRUPT_END: &str = "abrupt end";

fn has_top_level_await(source: &str) -> bool {
    let closed = format!("{source}{LAST_SEMICOLON}");
    let mut parser = Parser::new(Source::from_bytes(&closed));
    let module = parser.parse_module(&Scope::new_global(), &mut Interner::default());
    module.is_ok_and(|module| contains(&module, ContainsSymbol::AwaitExpression))
}

/// Declares the CommonJS names that a module uses but lacks. They are variables, because Vitest allows
/// assigning them.
fn places(path: &VfsPath, free: &[&str]) -> String {
    let folder = if path.folder().is_empty() { "/" } else { path.folder() };
    let declared = |name: &&str| match *name {
        "__dirname" => format!("var __dirname={};", quoted(folder)),
        "__filename" => format!("var __filename={};", quoted(path.as_str())),
        name => {
            let specifier = super::common_js::SPECIFIER;
            format!(
                "import{{{name} as __verdict_{name}__}}from\"{specifier}\";var {name}=__verdict_{name}__;"
            )
        }
    };
    free.iter().map(declared).collect()
}

/// Exports names of what a module has written to `module.exports` at its end. They are variables, because a module of a cycle may
/// read them earlier.
fn written_exports(names: &BTreeSet<String>) -> String {
    let specifier = super::common_js::SPECIFIER;
    let mut text = format!(
        "\n;import{{module as __verdict_own__}}from\"{specifier}\";var __verdict_written__=__verdict_own__.exports;"
    );
    for (place, name) in names.iter().enumerate() {
        let value = match name.as_str() {
            "default" => {
                "__verdict_written__?.__esModule?__verdict_written__.default:__verdict_written__".to_owned()
            }
            name => format!("__verdict_written__?.[{}]", quoted(name)),
        };
        let local = format!("__verdict_written_{place}__");
        text.push_str(&format!("var {local}={value};export{{{local} as {}}};", quoted(name)));
    }
    text
}

/// Imports the names of the test API that a module uses but lacks.
fn api(names: &[&str]) -> String {
    if names.is_empty() { String::new() } else { format!("import{{{}}}from\"{TEST_API}\";", names.join(",")) }
}

/// A string literal on one line.
fn quoted(text: &str) -> String {
    let mut literal = String::from("\"");
    for unit in text.encode_utf16() {
        match u8::try_from(unit) {
            Ok(byte) if byte.is_ascii_alphanumeric() || b"/._- ".contains(&byte) => {
                literal.push(char::from(byte));
            }
            _ => literal.push_str(&format!("\\u{unit:04x}")),
        }
    }
    literal + "\""
}

impl Host {
    /// Maps a column of the parsed text to a column of the file.
    pub(crate) fn unshifted(&self, file: &str, at: (u32, u32)) -> (u32, u32) {
        let at = self.before_marks(file, at);
        let anew = self.loader.anew.borrow();
        let (line, column) = anew.get(file).map_or(at, |positions| super::positions::in_file(positions, at));
        let shifted = self.loader.shifted.borrow();
        let shift = if line == 1 { shifted.get(file).copied().unwrap_or(0) } else { 0 };
        let at = (line, column.saturating_sub(u32::try_from(shift).unwrap_or(0)).max(1));
        let positions = self.loader.positions.borrow();
        let layers = positions.get(file).map_or(&[][..], Vec::as_slice);
        layers.iter().rev().fold(at, |at, positions| super::positions::in_file(positions, at))
    }

    /// Moves an error from the parsed text to the file.
    pub(super) fn error_in_file(&self, path: &VfsPath, mut error: SourceError) -> SourceError {
        if error.line > 0 {
            (error.line, error.column) = self.unshifted(path.as_str(), (error.line, error.column));
        }
        error
    }

    /// The module of a file: one instance, whatever specifier named it.
    pub(crate) fn module(&self, path: &VfsPath, context: &mut Context) -> JsResult<Module> {
        if let Some(module) = self.known(path) {
            return Ok(module);
        }
        let module = self.parse(path, context).map_err(|error| self.fail(path, error, context))?;
        let module = self.loader.made(module);
        self.loader.finished.borrow_mut().remove(path);
        self.loader.files.borrow_mut().insert(path.clone(), module.clone());
        Ok(module)
    }

    fn parse(&self, path: &VfsPath, context: &mut Context) -> Result<Module, SourceError> {
        let ModuleSource { file, kind, text } = self.module_source(path)?;
        if kind == ModuleKind::Json {
            // The engine recurses natively on JSON, as on source.
            self.source_hook.check_json(&text)?;
            let text = JsString::from(&*text);
            // This parser's error for invalid JSON has a location.
            let Ok(value) = crate::boa_fixes::json::parse_text(&text, context) else {
                return Module::parse_json(text, context).map_err(|error| syntax(error, context));
            };
            return super::json::module(value, context).map_err(|error| syntax(error, context));
        }
        let declared = self.snapshot.declared_common_js(&file);
        let found = self.source_hook.prepare_module(&self.prepared_as(path), &text, declared)?;
        self.note_globs(&file, &found.globs);
        // The file may have been loaded before, with other mocks.
        self.loader.positions.borrow_mut().remove(path);
        self.loader.shifted.borrow_mut().remove(path);
        self.forget_made_for(path);
        if !found.positions.is_empty() {
            self.loader.positions.borrow_mut().insert(path.clone(), found.positions);
        }
        let prepared = without_hashbang(found.text);
        if let Some(common_js) = found.common_js {
            let module = self.common_js_module(path, &prepared, &common_js, &found.api, context);
            return module.map_err(|error| self.error_in_file(path, error));
        }
        let mut prepared = self.intercepted(path, prepared)?;
        if let Some(names) = found.written.filter(|_| self.loader.has_runner_modules.get()) {
            let mut written = self.loader.written.borrow_mut();
            let all = written.entry(path.clone()).or_default();
            all.extend(names);
            prepared.push_str(&written_exports(all));
        }
        for (name, specifier) in self.loader.picked.borrow().get(path).into_iter().flatten() {
            let (name, specifier) = (quoted(name), quoted(specifier));
            prepared.push_str(&format!("\n;export{{{name} as {name}}}from{specifier};"));
        }
        let mut before = String::new();
        if prepared.contains("await") && has_top_level_await(&prepared) {
            before.push_str(FIRST_AWAIT);
        }
        if !self.snapshot.is_loaded_by_node(path, false) {
            before.push_str(&places(&file, &found.free));
        }
        before.push_str(&api(&found.api));
        if !before.is_empty() {
            let shift = before.encode_utf16().count();
            self.loader.shifted.borrow_mut().insert(path.clone(), shift);
            prepared.insert_str(0, &before);
        }
        let mut prepared = self.marked(path, self.instrument(path, prepared), false);
        let parse = |text: &str, context: &mut Context| {
            let source = Source::from_bytes(text).with_path(Path::new(path.as_str()));
            Module::parse(source, None, context).map_err(|error| syntax(error, context))
        };
        let parsed = parse(&prepared, context).or_else(|error| {
            if error.message != ABRUPT_END {
                return Err(error);
            }
            prepared.push_str(LAST_SEMICOLON);
            parse(&prepared, context).map_err(|_| error)
        });
        parsed.map_err(|error| self.error_in_file(path, error))
    }

    /// The instrumented form of a text, if this is an instrumented run.
    pub(crate) fn instrument(&self, path: &VfsPath, text: String) -> String {
        let Fixes { recursion, getters, .. } = &self.fixes;
        let written = Instrumentation { enter: recursion.is_caught(), uncached: getters.uncached() };
        if !written.enter && written.uncached.is_empty() {
            return text;
        }
        let Some((text, positions)) = self.source_hook.instrument(&text, &written) else { return text };
        self.loader.anew.borrow_mut().insert(path.clone(), positions);
        text
    }

    /// The text of a file as it is parsed.
    pub(super) fn prepared(&self, path: &VfsPath, text: &str) -> Result<String, SourceError> {
        Ok(without_hashbang(self.source_hook.prepare(&self.prepared_as(path), text)?))
    }

    /// The text of a module, without a byte order mark.
    pub(crate) fn source_text(&self, path: &VfsPath) -> Result<String, SourceError> {
        self.module_source(path).map(|source| source.text.into_owned())
    }

    /// The source of a module.
    pub(super) fn module_source(&self, path: &VfsPath) -> Result<ModuleSource<'_>, SourceError> {
        self.snapshot.module_source(path).map_err(|error| {
            let code = match error {
                ModuleError::Missing(_) => Code::NotFound,
                ModuleError::NotText | ModuleError::Refused(_) => Code::Syntax,
            };
            unplaced(error.to_string(), code)
        })
    }

    /// The path under which a module is prepared. A script is the same text whatever its query.
    pub(super) fn prepared_as<'a>(&self, path: &'a VfsPath) -> Cow<'a, VfsPath> {
        match self.snapshot.module_kind(path).is_own_text() {
            true => self.snapshot.module_file(path),
            false => Cow::Borrowed(path),
        }
    }

    /// Whether a module is JSON.
    pub(super) fn is_json(&self, path: &VfsPath) -> bool {
        self.snapshot.module_kind(path) == ModuleKind::Json
    }
}

fn without_hashbang(mut source: String) -> String {
    if source.starts_with("#!") {
        source.replace_range(..2, "//");
    }
    source
}

/// The engine's syntax error, with the location extracted from its message.
pub(crate) fn syntax(error: JsError, context: &mut Context) -> SourceError {
    let thrown = crate::stop::thrown(error, context);
    placed(&thrown.message)
}

/// Parses `… at line 2, col 9` or `… at line 2 column 9`.
fn placed(message: &str) -> SourceError {
    for (middle, marker) in [(", col ", " at line "), (" column ", " at line ")] {
        let Some((text, place)) = message.rsplit_once(marker) else { continue };
        let Some((line, column)) = place.split_once(middle) else { continue };
        if let (Ok(line), Ok(column)) = (line.trim().parse(), column.trim().parse()) {
            return SourceError { message: text.to_owned(), line, column, code: Code::Syntax };
        }
    }
    unplaced(message.to_owned(), Code::Syntax)
}
