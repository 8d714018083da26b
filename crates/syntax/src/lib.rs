//! Everything in front of a parser: nesting guard, line table, source kind; and the only call of oxc's
//! parser.

mod common_js;
mod declared_tests;
pub mod eight;
mod import_glob;
mod line_table;
mod nesting;
mod parse;
mod source_kind;

pub use common_js::{CommonJs, common_js, written_exports};
pub use declared_tests::{DeclaredTest, declared_tests};
pub use import_glob::{GlobCall, GlobError, GlobOptions, GlobUse, import_globs, may_import_globs};
pub use line_table::LineTable;
pub use nesting::{
    BUDGET, Dialect, TooDeep, check_nesting, check_nesting_in, check_regular_expression, nesting_weight,
};
pub use parse::{Parsed, may_be_jsx, parse, parse_as, syntax_error, too_deep};
pub use source_kind::{SourceKind, kind_of_path, source_type};
