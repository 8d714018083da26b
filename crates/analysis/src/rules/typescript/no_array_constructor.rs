//! `@typescript-eslint/no-array-constructor`: disallow the constructor `Array` where a literal says the same.
//!
//! `new Array(3)` has three holes, and `new Array(3, 4)` two numbers. Without a type argument and with another count of arguments
//! than one, a literal is plainer.
//!
//! ```ts fails
//! const pair = new Array(1, 2);
//! ```
//!
//! ```ts passes
//! const pair = [1, 2]; const names = new Array<string>(1, 2);
//! ```

use crate::rules::helpers::tokens::previous_end;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "@typescript-eslint/no-array-constructor",
    kind: Kind::Suggestion,
    recommended: true,
    fixable: true,
    messages: &[("useLiteral", "The array literal notation [] is preferable.")],
    types: &[AstType::CallExpression, AstType::NewExpression],
    run: Run::Nodes(|node, ctx| {
        let (callee, arguments, is_typed, span) = match node.kind() {
            AstKind::CallExpression(it) => (&it.callee, &it.arguments, it.type_arguments.is_some(), it.span),
            AstKind::NewExpression(it) => (&it.callee, &it.arguments, it.type_arguments.is_some(), it.span),
            _ => return,
        };
        let Expression::Identifier(name) = callee.without_parentheses() else { return };
        if name.name != "Array" || arguments.len() == 1 || is_typed {
            return;
        }
        let inside = match (arguments.first(), ctx.text(span).ends_with(')')) {
            (Some(first), true) => {
                let open = previous_end(first.span().start, ctx);
                ctx.text(Span::new(open, span.end - 1))
            }
            (None, true) => between_parentheses(callee.span().end, span.end, ctx),
            (_, false) => "",
        };
        drop(ctx.report(span, "useLiteral").fix(span, format!("[{inside}]")));
    }),
    ..Rule::DEFAULT
};

/// What stands between the parentheses of a call without arguments.
fn between_parentheses<'a>(after: u32, end: u32, ctx: &Context<'a>) -> &'a str {
    let comments = ctx.comments();
    let mut at = after;
    // Comments between the callee and the parenthesis may have parentheses of their own.
    while let Some(comment) = comments.iter().find(|comment| comment.span.start >= at && comment.span.start < end) {
        if ctx.text(Span::new(at, comment.span.start)).contains('(') {
            break;
        }
        at = comment.span.end;
    }
    match ctx.text(Span::new(at, end - 1)).split_once('(') {
        Some((_, inside)) => inside,
        None => "",
    }
}
