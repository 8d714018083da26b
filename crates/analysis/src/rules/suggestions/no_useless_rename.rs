//! `no-useless-rename`: disallow renaming import, export, and destructured assignments to the same name.
//!
//! `{ size: size }` says no more than `{ size }`.
//!
//! Options, all `false` unless given: `ignoreDestructuring`, `ignoreImport`, `ignoreExport`.
//!
//! ```js fails
//! const { size: size } = box;
//! ```
//!
//! ```js passes
//! const { size: width } = box;
//! ```

use crate::rules::helpers::tokens::is_parenthesized;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-useless-rename",
    kind: Kind::Suggestion,
    fixable: true,
    messages: &[("unnecessarilyRenamed", "{{type}} {{name}} unnecessarily renamed.")],
    types: &[
        AstType::BindingProperty,
        AstType::AssignmentTargetPropertyProperty,
        AstType::ImportSpecifier,
        AstType::ExportSpecifier,
    ],
    run: Run::Configured(|options| {
        let options = options.only_object(&["ignoreDestructuring", "ignoreImport", "ignoreExport"])?;
        let destructuring = !options.bool("ignoreDestructuring", false)?;
        let imports = !options.bool("ignoreImport", false)?;
        let exports = !options.bool("ignoreExport", false)?;
        Ok(Check::nodes(move |node, ctx| match node.kind() {
            AstKind::BindingProperty(property) if destructuring => binding(property, ctx),
            AstKind::AssignmentTargetPropertyProperty(property) if destructuring => target(property, ctx),
            AstKind::ImportSpecifier(import) if imports => {
                let (imported, local) = (&import.imported, &import.local);
                if imported.span().start != local.span.start && imported.name() == local.name {
                    report(import.span, imported.span(), local.span, "Import", &local.name, ctx);
                }
            }
            AstKind::ExportSpecifier(export) if exports => {
                let (local, exported) = (&export.local, &export.exported);
                if local.span().start != exported.span().start && local.name() == exported.name() {
                    report(export.span, local.span(), local.span(), "Export", &local.name(), ctx);
                }
            }
            _ => {}
        }))
    }),
    ..Rule::DEFAULT
};

/// The name of a key that is not computed.
fn key_name<'k>(key: &'k PropertyKey<'_>) -> Option<&'k str> {
    match key {
        PropertyKey::StaticIdentifier(key) => Some(&key.name),
        PropertyKey::StringLiteral(key) => Some(&key.value),
        _ => None,
    }
}

fn binding<'a>(property: &BindingProperty<'a>, ctx: &Context<'a>) {
    if property.shorthand || property.computed {
        return;
    }
    let pattern = match &property.value {
        BindingPattern::AssignmentPattern(with_default) => &with_default.left,
        pattern => pattern,
    };
    let BindingPattern::BindingIdentifier(identifier) = pattern else { return };
    if key_name(&property.key) == Some(&identifier.name) {
        let value = property.value.span();
        report(property.span, property.key.span(), value, "Destructuring assignment", &identifier.name, ctx);
    }
}

fn target<'a>(property: &AssignmentTargetPropertyProperty<'a>, ctx: &Context<'a>) {
    if property.computed {
        return;
    }
    let (identifier, has_default) = match &property.binding {
        AssignmentTargetMaybeDefault::AssignmentTargetWithDefault(with_default) => match &with_default.binding {
            AssignmentTarget::AssignmentTargetIdentifier(identifier) => (identifier, true),
            _ => return,
        },
        AssignmentTargetMaybeDefault::AssignmentTargetIdentifier(identifier) => (identifier, false),
        _ => return,
    };
    if key_name(&property.name) != Some(&identifier.name) {
        return;
    }
    let what = "Destructuring assignment";
    if has_default && is_parenthesized(identifier.span, ctx) {
        // Without the key, parentheses are a syntax error.
        ctx.report(property.span, "unnecessarilyRenamed").data("name", identifier.name.as_str()).data("type", what);
        return;
    }
    report(property.span, property.name.span(), property.binding.span(), what, &identifier.name, ctx);
}

/// Reports a whole, which from `first` on becomes its part `kept`.
fn report(whole: Span, first: Span, kept: Span, what: &str, name: &str, ctx: &Context<'_>) {
    let report = ctx.report(whole, "unnecessarilyRenamed").data("name", name).data("type", what);
    let comments = |span: Span| ctx.semantic.comments_range(span.start..span.end).count();
    if !ctx.has_comments(whole) || comments(whole) <= comments(kept) {
        drop(report.fix(Span::new(first.start, whole.end), ctx.text(kept)));
    }
}
