//! Assignments to constants (TS2588) and imports (TS2632).

use oxc_semantic::SymbolFlags;
use oxc_span::GetSpan;

use super::Problem;
use crate::model::Model;

pub(super) fn check(model: &Model<'_>, problems: &mut Vec<Problem>) {
    let scoping = model.semantic.scoping();
    for symbol in scoping.symbol_ids() {
        let flags = scoping.symbol_flags(symbol);
        let (code, why) = if flags.contains(SymbolFlags::ConstVariable) {
            ("TS2588", "it is a constant")
        } else if flags.intersects(SymbolFlags::Import) {
            ("TS2632", "it is an import")
        } else {
            continue;
        };
        let name = scoping.symbol_name(symbol);
        for reference in scoping.get_resolved_references(symbol).filter(|reference| reference.is_write()) {
            problems.push(Problem {
                variable: Some(name.to_owned()),
                ..Problem::new(
                    model.semantic.nodes().kind(reference.node_id()).span(),
                    code,
                    format!("Cannot assign to '{name}' because {why}."),
                )
            });
        }
    }
}
