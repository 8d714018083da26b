//! The kind of a source file.

use oxc_span::SourceType;

use crate::nesting::Signs;

/// The kind of a source file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SourceKind {
    /// JavaScript or TypeScript, with oxc's source type.
    Code(SourceType),
    /// JSON.
    Json,
    /// A kind that cannot be parsed here.
    Unknown,
}

/// The kind of a file by its extension in any case (`.js .mjs .cjs .jsx .ts .mts .cts .tsx .json`).
///
/// For `.js` and `.jsx` the content decides, by the first of these rules that applies:
/// 1. With a static `import` or `export`, the file is a module.
/// 2. With `require(`, `module.exports` or a use of `exports`, it is a CommonJS script.
/// 3. With syntax that strict code forbids (a `with` statement, a number like `010`), it is a script.
/// 4. Otherwise it is a module.
///
/// A `.js` file without these signs that parses only as a script is detected by [`crate::parse()`].
#[must_use]
pub fn source_type(path: &str, source: &str) -> SourceKind {
    let dialect = crate::Dialect::of_path(path);
    // Too deep: the guard reports that, whatever the kind.
    let signs = crate::nesting::signs_of(source, dialect).unwrap_or_default();
    by_signs(path, signs)
}

/// The kind of a file by its extension alone. The text of a `.js` or `.jsx` file may give it another source type
/// ([`source_type`]).
#[must_use]
pub fn kind_of_path(path: &str) -> SourceKind {
    by_signs(path, Signs::default())
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

/// Whether a name is that of a declaration file: `x.d.ts`, `x.d.mts`, `x.d.cts`.
fn is_declaration(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(stem, _)| stem.ends_with(".d"))
}
