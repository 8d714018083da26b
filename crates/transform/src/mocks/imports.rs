//! Rewrites imports to loads and property accesses.

use oxc_syntax::identifier::is_identifier_name;
use verdict_vfs::TEST_API_MODULES;

use super::pieces::Pieces;
use super::scan::{Scan, Taken};
use super::{HELPERS, Mocked, STAND_IN};
use crate::text::quoted;

/// Rewrites the imports with these indices. If calls are hoisted, the loads follow them.
pub(super) fn turn(scan: &Scan<'_>, turned: &[usize], mocked: Mocked<'_>, pieces: &mut Pieces<'_>) {
    let whole = scan.calls_hoisted();
    pieces.put_on_top(
        format!("import {{ load as __vi_load__, load_later as __vi_import__ }} from \"{HELPERS}\"; "),
        0,
    );
    for (whole, specifier) in &scan.paths {
        pieces.replace(whole.start, specifier.start, "");
        pieces.replace(specifier.end, whole.end, "");
    }
    lift(scan, pieces);
    for import in scan.imports.iter().filter(|import| turned.contains(&import.index)) {
        let (start, end, quoted) = (import.span.start, import.span.end, import.quoted);
        let name = object(import.index);
        if whole {
            let load = if import.binds {
                format!("const {name} = await __vi_load__({quoted});\n")
            } else {
                format!("await __vi_load__({quoted});\n")
            };
            pieces.put_on_top(load, start);
            pieces.replace(start, end, ";");
        } else if (mocked.is_replaced)(import.specifier) {
            pieces.replace(start, end, format!("import {{ {STAND_IN} as {name} }} from {quoted};"));
        } else {
            pieces.replace(start, end, format!("import * as {name} from {quoted};"));
        }
    }
    for one in scan.uses.iter().filter(|one| turned.contains(&one.import)) {
        let access = access(one.import, &one.taken);
        let text = match one.shorthand {
            Some(key) => format!("{key}: {access}"),
            None => access,
        };
        pieces.replace(one.span.start, one.span.end, text);
    }
    for import in &scan.dynamic {
        // The engine would reuse the module of an equal import.
        pieces.replace(import.span.start, import.source.start, "__vi_import__(");
    }
    exports(scan, turned, pieces);
    if !whole {
        exports_from(scan, mocked, pieces);
    }
    lacking_exports_from(scan, mocked, pieces);
}

/// Moves calls to the top.
pub(super) fn lift(scan: &Scan<'_>, pieces: &mut Pieces<'_>) {
    for one in &scan.hoisted {
        pieces.lift(one.span.start, one.span.end, if one.is_part { "void 0" } else { "" });
        pieces.put_on_top(";\n", one.span.end);
    }
}

/// Rewrites re-exports of another module's names: a name that its mock lacks is `undefined`.
fn exports_from(scan: &Scan<'_>, mocked: Mocked<'_>, pieces: &mut Pieces<'_>) {
    for (index, list) in scan.exports.iter().enumerate() {
        let Some((_, quoted_from)) = list.from.filter(|(specifier, _)| (mocked.is_replaced)(specifier))
        else {
            continue;
        };
        let object = format!("__vi_from_{index}__");
        pieces.replace(
            list.span.start,
            list.span.end,
            format!("import {{ {STAND_IN} as {object} }} from {quoted_from};"),
        );
        for (place, (name, exported)) in list.names.iter().enumerate() {
            let (local, key) = (format!("__vi_from_{index}_{place}__"), quoted(name));
            pieces.put_at_end(&format!(
                "\n;const {local} = {key} in {object} ? {object}[{key}] : void 0; export {{ {local} as {exported} }};"
            ));
        }
    }
}

/// Re-exports names that another module lacks as variables without a value.
fn lacking_exports_from(scan: &Scan<'_>, mocked: Mocked<'_>, pieces: &mut Pieces<'_>) {
    for (index, list) in scan.exports.iter().enumerate() {
        let Some((specifier, quoted_from)) = list.from.filter(|_| list.lacks_name(mocked)) else { continue };
        let mut kept = Vec::new();
        for (place, (name, exported)) in list.names.iter().enumerate() {
            if (mocked.lacks)(specifier, name) {
                let local = format!("__vi_lacking_{index}_{place}__");
                pieces.put_at_end(&format!("\n;var {local}; export {{ {local} as {exported} }};"));
            } else {
                kept.push(format!("{} as {exported}", quoted(name)));
            }
        }
        let kept = kept.join(", ");
        pieces.replace(list.span.start, list.span.end, format!("export {{ {kept} }} from {quoted_from};"));
    }
}

/// Rewrites exports of imported names: they have the value after the module ran.
fn exports(scan: &Scan<'_>, turned: &[usize], pieces: &mut Pieces<'_>) {
    let mut count = 0_usize;
    for list in &scan.exports {
        if list.from.is_some_and(|(specifier, _)| TEST_API_MODULES.contains(&specifier)) {
            continue;
        }
        let touched = |import: usize| turned.contains(&import);
        if !list.specifiers.iter().any(|(export, _)| export.as_ref().is_some_and(|one| touched(one.import))) {
            continue;
        }
        let kept = list
            .specifiers
            .iter()
            .filter(|(export, _)| !export.as_ref().is_some_and(|one| touched(one.import)));
        let kept: Vec<&str> = kept.map(|(_, text)| *text).collect();
        pieces.replace(list.span.start, list.span.end, format!("export {{ {} }};", kept.join(", ")));
        for (export, _) in &list.specifiers {
            let Some(export) = export.as_ref().filter(|one| touched(one.import)) else { continue };
            let (value, exported) = (access(export.import, &export.taken), export.exported);
            pieces.put_at_end(&format!(
                "\n;const __vi_export_{count}__ = {value}; export {{ __vi_export_{count}__ as {exported} }};"
            ));
            count += 1;
        }
    }
}

fn object(import: usize) -> String {
    format!("__vi_import_{import}__")
}

fn access(import: usize, taken: &Taken<'_>) -> String {
    property(&object(import), taken)
}

/// The property access for a local name.
pub(crate) fn property(object: &str, taken: &Taken<'_>) -> String {
    match taken {
        Taken::Namespace => object.to_owned(),
        Taken::Name(name) if is_identifier_name(name) => format!("{object}.{name}"),
        Taken::Name(name) => format!("{object}[{}]", quoted(name)),
    }
}
