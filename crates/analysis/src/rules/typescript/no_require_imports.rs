//! `@typescript-eslint/no-require-imports`: disallow `require()`.
//!
//! Options: `{ allow: ["/package\\.json$"], allowAsImport: false }`. `allow` has patterns of what may be required. With
//! `allowAsImport`, `import fs = require("fs")` is allowed.
//!
//! ```ts fails
//! const fs = require('node:fs');
//! ```
//!
//! ```ts passes
//! import fs from 'node:fs';
//! ```

use regex_lite::Regex;

use crate::rules::helpers::keys::static_value;
use crate::rules::helpers::option_patterns::pattern;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "@typescript-eslint/no-require-imports",
    recommended: true,
    messages: &[("noRequireImports", "A `require()` style import is forbidden.")],
    types: &[AstType::CallExpression, AstType::TSExternalModuleReference],
    run: Run::Configured(|options| {
        let options = options.only_object(&["allow", "allowAsImport"])?;
        let allowed: Vec<Regex> =
            options.texts("allow")?.iter().map(|text| pattern(text, false)).collect::<Result<_, _>>()?;
        let allows_import = options.bool("allowAsImport", false)?;
        let is_allowed = move |path: &str| allowed.iter().any(|pattern| pattern.is_match(path));
        Ok(Check::nodes(move |node, ctx| match node.kind() {
            AstKind::CallExpression(call) => {
                let Expression::Identifier(callee) = call.callee.without_parentheses() else { return };
                if callee.name != "require" || !ctx.is_unresolved(callee) {
                    return;
                }
                let path = call.arguments.first().and_then(Argument::as_expression).and_then(|argument| {
                    let argument = argument.without_parentheses();
                    let is_text =
                        matches!(argument, Expression::StringLiteral(_) | Expression::TemplateLiteral(_));
                    if is_text { static_value(argument) } else { None }
                });
                if !path.is_some_and(|path| is_allowed(&path)) {
                    drop(ctx.report(call.span, "noRequireImports"));
                }
            }
            AstKind::TSExternalModuleReference(reference)
                if !allows_import && !is_allowed(&reference.expression.value) =>
            {
                drop(ctx.report(reference.span, "noRequireImports"));
            }
            _ => {}
        }))
    }),
    ..Rule::DEFAULT
};
