//! `no-empty-character-class`: disallow empty character classes in regular expressions.
//!
//! `[]` matches nothing, so the expression cannot match either.
//!
//! ```js fails
//! const tag = /^<[]>/;
//! ```
//!
//! ```js passes
//! const tag = /^<[a-z]>/;
//! ```

use oxc_regular_expression::visit::RegExpAstKind;

use crate::rules::helpers::regex::Regex;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-empty-character-class",
    recommended: true,
    messages: &[("unexpected", "Empty class.")],
    types: &[AstType::RegExpLiteral],
    run: Run::Nodes(|node, ctx| {
        let Some(regex) = Regex::of(node, ctx).filter(|regex| regex.text.contains("[]")) else { return };
        regex.each(|kind| {
            if let RegExpAstKind::CharacterClass(class) = kind
                && !class.negative
                && class.body.is_empty()
            {
                ctx.report(regex.span, "unexpected");
            }
        });
    }),
    ..Rule::DEFAULT
};
