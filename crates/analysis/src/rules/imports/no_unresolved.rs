//! `import/no-unresolved`: require that imports lead to a file or a module.
//!
//! An import resolves as the loader resolves it in the snapshot. Some imports resolve although the loader cannot load
//! them:
//!
//! - modules of Node, with and without `node:`;
//! - a package that is not in the snapshot, if a `package.json` above the file has it in `dependencies`,
//!   `devDependencies`, `peerDependencies` or `optionalDependencies`;
//! - a package that was too large for the snapshot;
//! - output that a package of the snapshot names, but that is not built;
//! - declaration files, and what a package exports under the condition `types`, if the import is in TypeScript.
//!
//! A query such as `?raw` is not part of a path. The rule does not check `import type`, and reports URLs.
//!
//! Options: `{ commonjs: false, amd: false, esmodule: true, ignore: [], caseSensitive: true, caseSensitiveStrict: false }`.
//! `ignore` has regular expressions. The case of a path always matters, because a snapshot keeps it, so both options about
//! it change nothing. The setting `import/core-modules`, or `import-x/core-modules`, names further modules that exist.
//!
//! ```js fails
//! import { sum } from "./summ.js";
//! sum();
//! //- /sum.js
//! export const sum = () => 0;
//! ```
//!
//! ```js passes
//! import { sum } from "./sum.js";
//! sum();
//! //- /sum.js
//! export const sum = () => 0;
//! ```

use crate::graph::Resolved;
use crate::rules::helpers::sources::{NODES, OPTIONS, Sources, graph, is_type_only};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "import/no-unresolved",
    aliases: &["import-x/no-unresolved"],
    messages: &[("unresolved", "Unable to resolve path to module '{{module}}'.")],
    types: NODES,
    run: Run::Configured(|options| {
        let [commonjs, amd, esmodule, ignore] = OPTIONS;
        let keys = [commonjs, amd, esmodule, ignore, "caseSensitive", "caseSensitiveStrict"];
        let options = options.only_object(&keys)?;
        options.bool("caseSensitive", true)?;
        options.bool("caseSensitiveStrict", false)?;
        let sources = Sources::of(&options)?;
        Ok(Check::nodes(move |node, ctx| check(node, &sources, ctx)))
    }),
    ..Rule::DEFAULT
};

fn check<'a>(node: &AstNode<'a>, sources: &Sources, ctx: &Context<'a>) {
    if is_type_only(node) {
        return;
    }
    for source in sources.at(node) {
        if graph(ctx).resolve(ctx.path, source.value) == Resolved::Missing {
            ctx.report(source.span, "unresolved").data("module", source.value);
        }
    }
}
