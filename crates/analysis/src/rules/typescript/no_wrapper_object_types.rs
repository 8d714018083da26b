//! `@typescript-eslint/no-wrapper-object-types`: disallow the types of objects around primitive values, such as `String`.
//!
//! A text is of the type `string`. `String` also accepts objects.
//!
//! ```ts fails
//! let name: String;
//! ```
//!
//! ```ts passes
//! let name: string;
//! ```

use crate::rules::helpers::built_in_types::{TYPES, built_in_type};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "@typescript-eslint/no-wrapper-object-types",
    recommended: true,
    fixable: true,
    messages: &[(
        "bannedClassType",
        "Prefer using the primitive `{{preferred}}` as a type name, rather than the upper-cased `{{typeName}}`.",
    )],
    types: &TYPES,
    run: Run::Nodes(|node, ctx| {
        let Some(name) = built_in_type(node, &NAMES, ctx) else { return };
        let preferred = name.name.to_ascii_lowercase();
        let report = ctx.report(name.span, "bannedClassType");
        let report = report.data("preferred", preferred.as_str()).data("typeName", name.name.as_str());
        // No class implements a primitive type.
        if matches!(node.kind(), AstKind::TSTypeReference(_)) {
            drop(report.fix(name.span, preferred));
        }
    }),
    ..Rule::DEFAULT
};

const NAMES: [&str; 6] = ["BigInt", "Boolean", "Number", "Object", "String", "Symbol"];
