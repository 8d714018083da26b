//! Checks imported names, with V8's error message and near misses.

use std::collections::BTreeSet;

use boa_engine::ast::ModuleItemList;
use boa_engine::ast::declaration::{ExportEntry, ImportName, ReExportImportName};
use boa_engine::ast::scope::Scope;
use boa_engine::interner::{Interner, Sym};
use boa_engine::parser::Parser;
use boa_engine::property::PropertyKey;
use boa_engine::{Context, Module, Source};
use verdict_protocol::{Code, sentences};
use verdict_vfs::{Conditions, VfsPath};

use super::graph::Plan;
use crate::host::Host;
use crate::options::SourceError;
use crate::source_text::place_of_name;
use crate::stop::Stop;

/// Why a CommonJS file may lack a name.
const NAMES_OF_COMMON_JS: &str =
    ": it is a CommonJS file, whose names are not all known before it runs; import its default";

impl Host {
    /// Checks that every name a file imports is exported by its target.
    pub(super) fn check_imports(&self, path: &VfsPath, context: &mut Context) -> Result<(), Stop> {
        let Some(source) = self.source_text(path).ok().filter(|_| !self.is_json(path)) else {
            return Ok(());
        };
        for (specifier, name) in self.imported_names(path, &source) {
            let Some(module) = self.imported_module(path, &specifier) else { continue };
            let exported = exported_names(&module, context);
            if exported.contains(&name) || self.is_tolerated(path, &specifier, &name) {
                continue;
            }
            let (line, column) = place_of_name(&source, &specifier, &name);
            let message = self.missing(path, &specifier, &name, &exported);
            let error = SourceError { message, line, column, code: Code::Syntax };
            let path = self.snapshot.module_file(path).into_owned();
            return Err(Stop::Source { path, error });
        }
        Ok(())
    }

    /// Lets CommonJS files of a graph export imported names that their texts do not show. As in Vitest, the
    /// names are looked up after the files ran. Modules of the graph that did not run yet are created again.
    /// Returns false, and changes nothing, if no name was found.
    pub(super) fn name_more(&self, plan: &Plan, context: &mut Context) -> bool {
        let asked = |path: &VfsPath| match self.source_text(path) {
            Ok(source) if !self.is_json(path) => self.imported_names(path, &source),
            _ => Vec::new(),
        };
        self.name_asked(plan, &asked, &|_| true, context)
    }

    /// Does the same with members that files read of whole CommonJS files of packages: `import * as all from 'a'; all.b`.
    /// A member that the file lacks then is a name without a value.
    pub(super) fn name_members(&self, plan: &Plan, context: &mut Context) -> bool {
        let asked = |path: &VfsPath| match self.module_source(path) {
            Ok(source) if source.text.contains("* as ") && !self.is_json(path) => {
                self.read_members(path, &source.text)
            }
            _ => Vec::new(),
        };
        self.name_asked(plan, &asked, &|target| target.as_str().contains("/node_modules/"), context)
    }

    fn name_asked(
        &self,
        plan: &Plan,
        asked: &dyn Fn(&VfsPath) -> Vec<(String, String)>,
        may_have_more: &dyn Fn(&VfsPath) -> bool,
        context: &mut Context,
    ) -> bool {
        let mut any = false;
        for path in plan.groups.iter().flatten() {
            for (specifier, name) in asked(path) {
                let spelled = self.spelled(Some(path), specifier.clone());
                let Ok(target) = self.snapshot.resolve_module(path, &spelled, Conditions::Import) else {
                    continue;
                };
                let Some(module) = self.imported_module(path, &specifier).filter(|_| may_have_more(&target))
                else {
                    continue;
                };
                if !exported_names(&module, context).contains(&name) {
                    any |= self.loader.name_common_js(&target, name);
                }
            }
        }
        if any {
            self.forget_unfinished(plan);
        }
        any
    }

    /// Lets files of the project import names that modules lack, as `undefined`, if the modules are those of a test runner.
    /// A module that writes to `module.exports` may have the name there. Modules of the graph that did not run yet are
    /// created again. Returns false, and changes nothing, if no name was found.
    pub(super) fn tolerate_missing(&self, plan: &Plan, context: &mut Context) -> bool {
        if !self.loader.has_runner_modules.get() {
            return false;
        }
        let mut any = false;
        // Node links the modules of packages itself.
        let is_own = |path: &&VfsPath| !path.as_str().contains("/node_modules/") && !self.is_json(path);
        for path in plan.groups.iter().flatten().filter(is_own) {
            let Ok(source) = self.source_text(path) else { continue };
            for (specifier, name) in self.imported_names(path, &source) {
                let Some(module) = self.imported_module(path, &specifier) else { continue };
                if exported_names(&module, context).contains(&name) {
                    continue;
                }
                let target = self.snapshot.resolve_module(path, &specifier, Conditions::Import).ok();
                any |= self.name_asked_of(target.as_ref(), &name, context) || {
                    let mut missing = self.loader.missing.borrow_mut();
                    missing.entry(path.clone()).or_default().insert((specifier, name))
                };
            }
        }
        if any {
            self.forget_unfinished(plan);
        }
        any
    }

    /// Lets a module export a name that several `export *` of it have, or that it may write to `module.exports`. Returns false, and
    /// changes nothing, if it has no such name.
    fn name_asked_of(&self, target: Option<&VfsPath>, name: &str, context: &mut Context) -> bool {
        let Some(target) = target else { return false };
        if let Some(names) = self.loader.written.borrow_mut().get_mut(target) {
            return names.insert(name.to_owned());
        }
        let Some(source) = self.source_text(target).ok().filter(|_| !self.is_json(target)) else {
            return false;
        };
        let stars = self.names_in(target, &source, |_, items, text| {
            let entries = items.export_entries().into_iter();
            let stars = entries.filter_map(|entry| match entry {
                ExportEntry::StarReExport { module_request, .. } => Some(text(module_request)),
                _ => None,
            });
            stars.collect()
        });
        let first = stars.into_iter().find(|specifier| {
            let module = self.imported_module(target, specifier);
            module.is_some_and(|module| exported_names(&module, context).iter().any(|known| known == name))
        });
        let Some(specifier) = first else { return false };
        let mut picked = self.loader.picked.borrow_mut();
        picked.entry(target.clone()).or_default().insert(name.to_owned(), specifier).is_none()
    }

    /// Whether an import is `undefined`, because its module lacks the name.
    pub(super) fn is_tolerated(&self, importer: &VfsPath, specifier: &str, name: &str) -> bool {
        let missing = self.loader.missing.borrow();
        missing.get(importer).is_some_and(|names| names.contains(&(specifier.to_owned(), name.to_owned())))
    }

    /// Drops the modules of a graph that did not run yet, or that have more names by now.
    fn forget_unfinished(&self, plan: &Plan) {
        let finished = self.loader.finished.borrow();
        let is_kept = |path: &VfsPath| finished.contains(path) && !self.loader.has_more_names(path);
        let unfinished = plan.groups.iter().flatten().filter(|path| !is_kept(path));
        unfinished.for_each(|path| drop(self.loader.files.borrow_mut().remove(path)));
    }

    /// `(specifier, name)` of each member that a file reads of a module that it imports whole.
    fn read_members(&self, path: &VfsPath, source: &str) -> Vec<(String, String)> {
        self.names_in(path, source, |prepared, items, text| {
            let entries = items.import_entries();
            let whole = entries.iter().filter(|entry| matches!(entry.import_name(), ImportName::Namespace));
            whole
                .flat_map(|entry| {
                    let specifier = text(entry.module_request());
                    let members = members_of(prepared, &text(entry.local_name().sym()));
                    members.into_iter().map(move |name| (specifier.clone(), name)).collect::<Vec<_>>()
                })
                .collect()
        })
    }

    /// `(specifier, name)` of each named import and re-export.
    fn imported_names(&self, path: &VfsPath, source: &str) -> Vec<(String, String)> {
        self.names_in(path, source, |_, items, text| {
            let mut names = Vec::new();
            for entry in items.import_entries() {
                if let ImportName::Name(name) = entry.import_name() {
                    names.push((text(entry.module_request()), text(name)));
                }
            }
            for entry in items.export_entries() {
                if let ExportEntry::ReExport(entry) = entry
                    && let ReExportImportName::Name(name) = entry.import_name()
                {
                    names.push((text(entry.module_request()), text(name)));
                }
            }
            names
        })
    }

    /// What `look` finds in a file: it gets the text as the engine parses it, its items, and the texts of symbols. Nothing of
    /// a file that does not parse.
    fn names_in<T>(
        &self,
        path: &VfsPath,
        source: &str,
        look: impl FnOnce(&str, &ModuleItemList, &dyn Fn(Sym) -> String) -> Vec<T>,
    ) -> Vec<T> {
        let Ok(prepared) = self.prepared(path, source) else { return Vec::new() };
        let mut interner = Interner::default();
        let parsed =
            Parser::new(Source::from_bytes(&prepared)).parse_module(&Scope::new_global(), &mut interner);
        let Ok(module) = parsed else { return Vec::new() };
        look(&prepared, module.items(), &|sym| interner.resolve_expect(sym).to_string())
    }

    fn imported_module(&self, importer: &VfsPath, specifier: &str) -> Option<Module> {
        let specifier = &self.spelled(Some(importer), specifier.to_owned());
        if let Some(module) = self.loader.host.borrow().get(specifier) {
            return Some(module.clone());
        }
        if let Some(module) = self.imported_builtin(importer, specifier) {
            return Some(module);
        }
        self.known(&self.snapshot.resolve_module(importer, specifier, Conditions::Import).ok()?)
    }

    fn missing(&self, importer: &VfsPath, specifier: &str, name: &str, exported: &[String]) -> String {
        let start = sentences::no_such_export(specifier, name);
        let target = self.snapshot.resolve_module(importer, specifier, Conditions::Import).ok();
        let text = target.and_then(|target| self.source_text(&target).ok()).unwrap_or_default();
        if exported.iter().any(|name| name == "default")
            && (text.contains("module.exports") || text.contains("exports."))
        {
            return start + NAMES_OF_COMMON_JS;
        }
        let near = near(name, exported);
        match near {
            Some(near) => format!("{start}; did you mean '{near}'?"),
            None if name == "default" && !exported.is_empty() => {
                format!("{start}; it exports {}", exported[..exported.len().min(5)].join(", "))
            }
            None => start,
        }
    }
}

/// The names after `local.` in a text, comments and strings included: a name too many changes little.
fn members_of(text: &str, local: &str) -> BTreeSet<String> {
    let is_word = |char: char| char.is_alphanumeric() || matches!(char, '_' | '$');
    let after = |(at, _): (usize, &str)| {
        let is_whole = !text[..at].ends_with(|char| is_word(char) || "./'\"`".contains(char));
        let rest = text[at + local.len()..].trim_start();
        let rest =
            rest.strip_prefix('?').unwrap_or(rest).strip_prefix('.').filter(|_| is_whole)?.trim_start();
        let name = &rest[..rest.find(|char| !is_word(char)).unwrap_or(rest.len())];
        name.starts_with(|char: char| is_word(char) && !char.is_numeric()).then(|| name.to_owned())
    };
    text.match_indices(local).filter_map(after).collect()
}

fn near<'a>(name: &str, exported: &'a [String]) -> Option<&'a str> {
    let lower = name.to_lowercase();
    exported
        .iter()
        .map(|known| (strsim::normalized_damerau_levenshtein(&lower, &known.to_lowercase()), known))
        .filter(|(likeness, _)| *likeness >= 0.6)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, known)| known.as_str())
}

fn exported_names(module: &Module, context: &mut Context) -> Vec<String> {
    // A namespace's keys are known before linking; its values are not read.
    let keys = module.namespace(context).own_property_keys(context).unwrap_or_default();
    keys.iter()
        .filter_map(|key| match key {
            PropertyKey::String(name) => Some(name.to_std_string_lossy()),
            PropertyKey::Index(index) => Some(index.get().to_string()),
            PropertyKey::Symbol(_) => None,
        })
        .collect()
}
