//! The exports of a snapshot's files, computed once per file.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use oxc_allocator::Allocator;
use oxc_syntax::module_record::{ExportExportName, ExportImportName, ModuleRecord};
use verdict_syntax::{SourceKind, source_type};
use verdict_vfs::{Snapshot, VfsPath};

/// The exports of a file.
#[derive(Debug, Clone, Default)]
pub(super) struct Exports {
    /// All names, including `default`.
    pub(super) names: BTreeSet<String>,
    /// Whether some exports are unknown: the file is no ES module, does not parse, or re-exports such a file.
    pub(super) open: bool,
}

/// A file's own exports.
#[derive(Debug)]
struct Own {
    names: BTreeSet<String>,
    /// Targets of `export * from`.
    stars: Vec<VfsPath>,
    open: bool,
}

/// The exports of a snapshot's files, computed on first use.
pub(super) struct ExportTable<'a> {
    snapshot: &'a Snapshot,
    own: BTreeMap<VfsPath, Own>,
    /// The last result, because an import queries the same file for each of its names.
    last: Option<(VfsPath, Rc<Exports>)>,
}

impl<'a> ExportTable<'a> {
    pub(super) fn new(snapshot: &'a Snapshot) -> ExportTable<'a> {
        ExportTable { snapshot, own: BTreeMap::new(), last: None }
    }

    /// All exports of a file, following `export *` through cycles.
    pub(super) fn of(&mut self, path: &VfsPath) -> Rc<Exports> {
        if let Some((last, exports)) = &self.last
            && last == path
        {
            return Rc::clone(exports);
        }
        let exports = Rc::new(self.collect(path));
        self.last = Some((path.clone(), Rc::clone(&exports)));
        exports
    }

    fn collect(&mut self, path: &VfsPath) -> Exports {
        let mut exports = Exports::default();
        let mut seen = BTreeSet::from([path.clone()]);
        let mut todo = vec![path.clone()];
        let mut star = false;
        while let Some(path) = todo.pop() {
            let snapshot = self.snapshot;
            let own = self.own.entry(path.clone()).or_insert_with(|| read(snapshot, &path));
            exports.open |= own.open;
            // `export *` re-exports everything except the default.
            exports.names.extend(own.names.iter().filter(|name| !(star && *name == "default")).cloned());
            todo.extend(own.stars.iter().filter(|target| seen.insert((*target).clone())).cloned());
            star = true;
        }
        exports
    }
}

fn read(snapshot: &Snapshot, path: &VfsPath) -> Own {
    let open = Own { names: BTreeSet::new(), stars: Vec::new(), open: true };
    let Some(source) = snapshot.get(path).and_then(verdict_vfs::Blob::text) else { return open };
    match source_type(path.as_str(), source) {
        SourceKind::Code(kind) if kind.is_module() || kind.is_typescript() => {}
        SourceKind::Json => return Own { names: ["default".to_owned()].into(), ..closed() },
        SourceKind::Code(_) | SourceKind::Unknown => return open,
    }
    let allocator = Allocator::default();
    match verdict_syntax::parse(&allocator, path.as_str(), source) {
        // `export =`, and files that TypeScript treats as scripts, have no module record. CommonJS exports
        // are certain only after the file ran.
        Ok(parsed) if !parsed.module_record.has_module_syntax => Own {
            open: parsed.source_type.is_typescript() || verdict_syntax::common_js(&parsed, None).is_some(),
            ..closed()
        },
        Ok(parsed) => own(snapshot, path, &parsed.module_record),
        Err(_) => open,
    }
}

fn closed() -> Own {
    Own { names: BTreeSet::new(), stars: Vec::new(), open: false }
}

fn own(snapshot: &Snapshot, path: &VfsPath, record: &ModuleRecord<'_>) -> Own {
    let mut own = closed();
    for entry in record.local_export_entries.iter().chain(&record.indirect_export_entries) {
        match &entry.export_name {
            ExportExportName::Name(name) => own.names.insert(name.name.to_string()),
            ExportExportName::Default(_) => own.names.insert("default".to_owned()),
            ExportExportName::Null => false,
        };
    }
    for entry in &record.star_export_entries {
        if entry.import_name != ExportImportName::AllButDefault && !entry.export_name.is_null() {
            continue;
        }
        match entry.module_request.as_ref().map(|request| snapshot.resolve_script(path, &request.name)) {
            Some(Some(target)) => own.stars.push(target),
            _ => own.open = true,
        }
    }
    own
}
