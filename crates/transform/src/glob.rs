//! Replaces calls of `import.meta.glob` by the imports of the files that they find, as Vite does.

use oxc_allocator::Allocator;
use verdict_protocol::Diagnostic;
use verdict_syntax::{GlobCall, GlobUse, import_globs, syntax_error};
use verdict_vfs::{GlobMatches, ImportGlob, Snapshot, VfsPath};

use crate::Prepared;
use crate::mocks::{Pieces, Turned};
use crate::positions::relocated;
use crate::text::quoted;

/// A call of `import.meta.glob` and the files that it selects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Globbed {
    /// The patterns and options that select files.
    pub glob: ImportGlob,
    /// The selected files, with their keys and specifiers.
    pub found: GlobMatches,
}

/// The part of a call that selects files.
fn glob_of(call: &GlobCall) -> ImportGlob {
    ImportGlob {
        patterns: call.patterns.clone(),
        base: call.options.base.clone(),
        exhaustive: call.options.exhaustive,
        case_sensitive: call.options.case_sensitive,
    }
}

/// Replaces the calls in a prepared module. Text that does not parse is left to the guest's engine.
///
/// # Errors
/// A call that Vite refuses, with its place.
pub(crate) fn replaced(path: &str, mut ready: Prepared, files: &Snapshot) -> Result<Prepared, Diagnostic> {
    let allocator = Allocator::default();
    let Ok(importer) = VfsPath::parse(path) else { return Ok(ready) };
    let text = ready.text.clone();
    let Ok(parsed) = verdict_syntax::parse(&allocator, "/module.mjs", &text) else { return Ok(ready) };
    let refused = |(span, message)| {
        let diagnostic = syntax_error(parsed.lines.location(path, span), message);
        relocated(diagnostic, path, &ready.positions)
    };
    let calls = import_globs(&parsed.program).map_err(refused)?;
    if calls.is_empty() {
        return Ok(ready);
    }
    let mut pieces = Pieces::new(&text);
    for (index, call) in calls.iter().enumerate() {
        let glob = glob_of(call);
        let found = files.import_glob(&importer, &glob).map_err(|message| refused((call.span, message)))?;
        let source = text.get(call.span.start as usize..call.span.end as usize).unwrap_or_default();
        let object = object(call, index, &found, source, &mut pieces);
        pieces.replace(call.span.start, call.span.end, object);
        ready.globs.push(Globbed { glob, found });
    }
    if text.starts_with("#!") {
        pieces.replace(0, 2, "//");
    }
    let Turned { text, positions } = pieces.finish();
    ready.text = text;
    ready.positions.push(positions);
    Ok(ready)
}

/// The object that replaces a call. Its lines are those of the call.
fn object(
    call: &GlobCall,
    index: usize,
    found: &GlobMatches,
    source: &str,
    pieces: &mut Pieces<'_>,
) -> String {
    let mut entries = Vec::new();
    for (number, (key, specifier)) in found.keys.iter().zip(&found.specifiers).enumerate() {
        let key = quoted(key);
        if call.used == GlobUse::Keys {
            entries.push(format!("{key}: 0"));
            continue;
        }
        let specifier = quoted(&format!("{specifier}{}", call.options.query));
        let value = match (&call.options.import, call.options.eager) {
            (import, true) => {
                // A name that a module does not export is undefined, so only the namespace is imported.
                let name = format!("__vite_glob_{index}_{number}");
                pieces.put_on_top(format!("import * as {name} from {specifier};"), call.span.start);
                import.as_ref().map_or_else(|| name.clone(), |import| format!("{name}[{}]", quoted(import)))
            }
            (None, false) => format!("() => import({specifier})"),
            (Some(import), false) => format!("() => import({specifier}).then(m => m[{}])", quoted(import)),
        };
        entries.push(if call.used == GlobUse::Values { value } else { format!("{key}: {value}") });
    }
    let lines = "\n".repeat(source.matches('\n').count());
    let entries = entries.join(",");
    match call.used {
        GlobUse::Values => format!("[{entries}{lines}]"),
        GlobUse::Keys | GlobUse::Whole => format!("Object.assign({{{entries}{lines}}})"),
    }
}
