//! `import/no-self-import`: disallow a module from importing itself.
//!
//! Such an import is a mistake of renaming or copying. `require()` and `import()` are checked too.
//!
//! ```js fails
//! import { total } from "./a.js";
//! export const sum = total;
//! ```
//!
//! ```js passes
//! import { total } from "./b.js";
//! export const sum = total;
//! ```

use crate::graph::Resolved;
use crate::rules::helpers::sources::{NODES, Sources, graph};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "import/no-self-import",
    aliases: &["import-x/no-self-import"],
    messages: &[("self", "Module imports itself.")],
    types: NODES,
    run: Run::Nodes(check),
    ..Rule::DEFAULT
};

fn check<'a>(node: &AstNode<'a>, ctx: &Context<'a>) {
    for source in Sources::with_commonjs().at(node) {
        if matches!(graph(ctx).resolve(ctx.path, source.value), Resolved::File(path) if path == *ctx.path) {
            ctx.report(source.import, "self");
        }
    }
}
