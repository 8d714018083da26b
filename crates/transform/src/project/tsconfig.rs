//! Reads the options of `tsconfig.json` that affect lowering.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};
use verdict_vfs::{Snapshot, VfsPath};

use crate::lower::{CompilerOptions, Jsx, JsxRuntime};

/// The name of the file.
const NAME: &str = "tsconfig.json";

/// Maximum length of a chain of `extends`, which ends cycles.
const MAX_BASES: usize = 50;

/// The ECMAScript year from which `target` implies that fields are defined.
const DEFINES_FIELDS: u32 = 2022;

/// Reads the files, each once. An unreadable file has no effect, as when lowering without it.
#[derive(Debug)]
pub struct TsConfigs {
    snapshot: Snapshot,
    /// Options by folder.
    read: RefCell<BTreeMap<String, CompilerOptions>>,
}

impl TsConfigs {
    /// Creates a reader for a snapshot.
    #[must_use]
    pub fn of(snapshot: Snapshot) -> TsConfigs {
        TsConfigs { snapshot, read: RefCell::default() }
    }

    /// The options in the nearest `tsconfig.json` in the folder of a file or above.
    #[must_use]
    pub fn of_file(&self, path: &VfsPath) -> CompilerOptions {
        if let Some(known) = self.read.borrow().get(path.folder()) {
            return known.clone();
        }
        let mut folder = path.folder();
        let found = loop {
            let candidate = VfsPath::parse(&format!("{folder}/{NAME}")).ok();
            match candidate.filter(|candidate| self.snapshot.get(candidate).is_some()) {
                Some(candidate) => break Some(candidate),
                None => match folder.rsplit_once('/') {
                    Some((above, _)) => folder = above,
                    None => break None,
                },
            }
        };
        let options = found.map(|file| options(&self.compiler_options(&file))).unwrap_or_default();
        self.read.borrow_mut().insert(path.folder().to_owned(), options.clone());
        options
    }

    /// `compilerOptions` of a file, merged over those of its base.
    fn compiler_options(&self, file: &VfsPath) -> Map<String, Value> {
        let mut all = Map::new();
        let mut seen = BTreeSet::new();
        self.lay_over(&mut all, file, &mut seen);
        all
    }

    fn lay_over(&self, all: &mut Map<String, Value>, file: &VfsPath, seen: &mut BTreeSet<VfsPath>) {
        if seen.len() >= MAX_BASES || !seen.insert(file.clone()) {
            return;
        }
        let text = self.snapshot.get(file).and_then(|blob| blob.text()).unwrap_or_default();
        let Ok(Value::Object(config)) = serde_json::from_str(&plain_json(text)) else { return };
        let bases = match config.get("extends") {
            Some(Value::String(one)) => vec![one.as_str()],
            Some(Value::Array(several)) => several.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        };
        for base in bases {
            if let Some(base) = self.base(file, base) {
                self.lay_over(all, &base, seen);
            }
        }
        if let Some(Value::Object(options)) = config.get("compilerOptions") {
            all.extend(options.iter().map(|(key, value)| (key.clone(), value.clone())));
        }
    }

    /// The file that `extends` names: a path, or a file in a package.
    fn base(&self, file: &VfsPath, base: &str) -> Option<VfsPath> {
        let is_path = base.starts_with('.') || base.starts_with('/');
        let folder = if is_path { String::new() } else { "node_modules/".to_owned() };
        let mut from = file.folder();
        loop {
            let start = if base.starts_with('/') { String::new() } else { format!("{from}/{folder}") };
            let endings = ["", ".json", "/tsconfig.json"];
            let found = endings.iter().find_map(|ending| {
                VfsPath::parse(&format!("{start}{base}{ending}"))
                    .ok()
                    .filter(|path| self.snapshot.get(path).is_some())
            });
            if found.is_some() || is_path {
                return found;
            }
            from = from.rsplit_once('/')?.0;
        }
    }
}

fn options(all: &Map<String, Value>) -> CompilerOptions {
    let flag = |name: &str| all.get(name).and_then(Value::as_bool);
    let text = |name: &str| all.get(name).and_then(Value::as_str);
    let owned = |name: &str| text(name).map(str::to_owned);
    let is_classic = text("jsx").is_some_and(|jsx| jsx.eq_ignore_ascii_case("react"));
    let is_automatic = text("jsx").is_some_and(|jsx| jsx.eq_ignore_ascii_case("react-jsx"));
    // As in Vite's plugin, options that contradict the runtime are ignored.
    let factories = |name: &str| if is_automatic { None } else { owned(name) };
    CompilerOptions {
        experimental_decorators: flag("experimentalDecorators").unwrap_or(false),
        emit_decorator_metadata: flag("emitDecoratorMetadata").unwrap_or(false),
        strict_null_checks: flag("strictNullChecks").or_else(|| flag("strict")).unwrap_or(false),
        verbatim_module_syntax: flag("verbatimModuleSyntax").unwrap_or(false),
        sets_class_fields: !flag("useDefineForClassFields").unwrap_or_else(|| defines_fields(text("target"))),
        jsx: Jsx {
            runtime: if is_classic { JsxRuntime::Classic } else { JsxRuntime::Automatic },
            factory: factories("jsxFactory"),
            fragment_factory: factories("jsxFragmentFactory"),
            import_source: owned("jsxImportSource").filter(|_| !is_classic),
            production: false,
        },
    }
}

/// Whether a `target` is ES2022 or newer.
fn defines_fields(target: Option<&str>) -> bool {
    let lower = target.unwrap_or_default().to_ascii_lowercase();
    match lower.strip_prefix("es") {
        Some("next") => true,
        Some(year) => year.parse().is_ok_and(|year: u32| year >= DEFINES_FIELDS),
        None => false,
    }
}

/// Removes comments and trailing commas, which this file may contain.
fn plain_json(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text.strip_prefix('\u{feff}').unwrap_or(text);
    while let Some(character) = rest.chars().next() {
        let length = match character {
            '"' => string_length(rest),
            '/' if rest.starts_with("//") => {
                rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
                continue;
            }
            '/' if rest.starts_with("/*") => {
                rest = rest.split_once("*/").map_or("", |(_, after)| after);
                continue;
            }
            ']' | '}' => {
                let kept = plain.trim_end();
                if kept.ends_with(',') {
                    plain.truncate(kept.len() - 1);
                }
                1
            }
            other => other.len_utf8(),
        };
        plain.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    plain
}

/// Length in bytes of the string literal at the start of a text.
fn string_length(text: &str) -> usize {
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            b'"' if !escaped => return at + 1,
            b'\\' => escaped = !escaped,
            _ => escaped = false,
        }
    }
    text.len()
}
