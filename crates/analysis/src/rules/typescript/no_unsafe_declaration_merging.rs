//! `@typescript-eslint/no-unsafe-declaration-merging`: disallow a class and an interface of one name.
//!
//! They merge, and the compiler does not check that the class has what the interface says.
//!
//! ```ts fails
//! interface Point { x: number } class Point {}
//! ```
//!
//! ```ts passes
//! interface Located { x: number } class Point implements Located { x = 0; }
//! ```

use crate::rules::helpers::variables::definitions;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "@typescript-eslint/no-unsafe-declaration-merging",
    recommended: true,
    messages: &[("unsafeMerging", "Unsafe declaration merging between classes and interfaces.")],
    types: &[AstType::TSInterfaceDeclaration],
    run: Run::File(|ctx| {
        for of in [AstType::Class, AstType::TSInterfaceDeclaration] {
            for node in ctx.nodes_of(of) {
                let id = match node.kind() {
                    AstKind::Class(class) if class.is_declaration() => class.id.as_ref(),
                    // ESLint looks for the name among the type parameters, if there are any.
                    AstKind::TSInterfaceDeclaration(interface) if interface.type_parameters.is_none() => {
                        Some(&interface.id)
                    }
                    _ => None,
                };
                let Some(id) = id else { continue };
                let Some(symbol) = id.symbol_id.get() else { continue };
                let mut others = definitions(symbol, ctx).map(|other| ctx.nodes().kind(other.node));
                let is_unsafe = others.any(|other| match other {
                    AstKind::Class(class) => of != AstType::Class && class.is_declaration(),
                    AstKind::TSInterfaceDeclaration(_) => of == AstType::Class,
                    _ => false,
                });
                if is_unsafe {
                    drop(ctx.report(id.span, "unsafeMerging"));
                }
            }
        }
    }),
    ..Rule::DEFAULT
};
