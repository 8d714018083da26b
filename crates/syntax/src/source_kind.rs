//! What kind of source a file has.

use oxc_span::SourceType;

use crate::nesting::Signs;

/// What kind of source a file has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SourceKind {
    /// JavaScript or TypeScript, as oxc's parser is to take it.
    Code(SourceType),
    /// JSON.
    Json,
    /// Nothing that can be parsed here.
    Unknown,
}

/// The kind of a file by its extension in any case (`.js .mjs .cjs .jsx .ts .mts .cts .tsx .json`) and, for `.js`
/// and `.jsx`, by what it has: a module if there is a static `import` or `export`; else a CommonJS script
/// if there is `require(`, `module.exports` or a use of `exports`; else a script if there is what strict
/// code must not have (a `with` statement, a number like `010`); else a module.
///
/// A `.js` file without any of these signs that only parses as a script is found by [`crate::parse`],
/// which then takes it as one.
#[must_use]
pub fn source_type(path: &str, source: &str) -> SourceKind {
    let dialect = crate::Dialect::of_path(path);
    // Too deep: the guard will say so, whatever the kind.
    let signs = crate::nesting::signs_of(source, dialect).unwrap_or_default();
    by_signs(path, signs)
}

pub(crate) fn by_signs(path: &str, signs: Signs) -> SourceKind {
    let name = path.rsplit_once('/').map_or(path, |(_, name)| name);
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension).to_ascii_lowercase();
    SourceKind::Code(match extension.as_str() {
        "js" | "jsx" => {
            let kind = match signs {
                Signs { module: true, .. } => SourceType::mjs(),
                Signs { commonjs: true, .. } => SourceType::cjs(),
                Signs { sloppy: true, .. } => SourceType::script(),
                _ => SourceType::mjs(),
            };
            kind.with_jsx(extension == "jsx")
        }
        "mjs" => SourceType::mjs(),
        "cjs" => SourceType::cjs(),
        "ts" | "mts" | "cts" if is_declaration(name) => SourceType::d_ts(),
        "ts" | "mts" => SourceType::ts().with_module(true),
        "cts" => SourceType::ts().with_commonjs(true),
        "tsx" => SourceType::tsx().with_module(true),
        "json" => return SourceKind::Json,
        _ => return SourceKind::Unknown,
    })
}

/// `x.d.ts`, `x.d.mts`, `x.d.cts`.
fn is_declaration(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(stem, _)| stem.ends_with(".d"))
}
