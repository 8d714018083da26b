//! What a file exports, as its own text says.

use std::collections::BTreeSet;

use oxc_allocator::Allocator;
use oxc_syntax::module_record::{ExportExportName, ExportImportName, ModuleRecord};
use verdict_syntax::{SourceKind, source_type};
use verdict_vfs::{Snapshot, VfsPath};

/// All exports of a file, with those that it has by `export *`.
#[derive(Debug, Clone, Default)]
pub(super) struct Exports {
    /// All names, including `default`.
    pub(super) names: BTreeSet<String>,
    /// Whether some exports are unknown: the file is no ES module, does not parse, or re-exports such a file.
    pub(super) open: bool,
}

/// A file's own exports.
#[derive(Debug, Default)]
pub(super) struct Own {
    pub(super) names: BTreeSet<String>,
    /// Specifiers of `export * from`.
    pub(super) stars: Vec<String>,
    /// Whether some exports are unknown.
    pub(super) open: bool,
}

/// Reads a file.
pub(super) fn read(snapshot: &Snapshot, path: &VfsPath) -> Own {
    let open = Own { open: true, ..Own::default() };
    let Some(source) = snapshot.get(path).and_then(verdict_vfs::Blob::text) else { return open };
    match source_type(path.as_str(), source) {
        SourceKind::Code(kind) if kind.is_module() || kind.is_typescript() => {}
        SourceKind::Json => return Own { names: ["default".to_owned()].into(), ..Own::default() },
        SourceKind::Code(_) | SourceKind::Unknown => return open,
    }
    let allocator = Allocator::default();
    match verdict_syntax::parse(&allocator, path.as_str(), source) {
        // `export =`, and files that TypeScript treats as scripts, have no module record. CommonJS exports
        // are certain only after the file ran.
        Ok(parsed) if !parsed.module_record.has_module_syntax => Own {
            open: parsed.source_type.is_typescript() || verdict_syntax::common_js(&parsed, None).is_some(),
            ..Own::default()
        },
        Ok(parsed) => own(&parsed.module_record),
        Err(_) => open,
    }
}

/// The exports of a file with module syntax.
pub(super) fn own(record: &ModuleRecord<'_>) -> Own {
    let mut own = Own::default();
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
        match &entry.module_request {
            Some(request) => own.stars.push(request.name.to_string()),
            None => own.open = true,
        }
    }
    own
}
