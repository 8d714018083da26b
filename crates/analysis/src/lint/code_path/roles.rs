//! What the nodes of a tree mean for its code paths.

use oxc_ast::ast_kind::AST_TYPE_MAX;
use oxc_ast::{AstKind, AstType};

/// Whether a node without children means nothing, or no more than that it may throw.
pub(super) fn is_plain(kind: AstKind<'_>) -> bool {
    PLAIN[kind.ty() as usize]
}

static PLAIN: [bool; AST_TYPE_MAX as usize + 1] = {
    let types = [
        AstType::IdentifierName,
        AstType::IdentifierReference,
        AstType::BindingIdentifier,
        AstType::ThisExpression,
        AstType::Super,
        AstType::StringLiteral,
        AstType::NumericLiteral,
        AstType::BooleanLiteral,
        AstType::NullLiteral,
        AstType::RegExpLiteral,
        AstType::TemplateElement,
        AstType::TemplateLiteral,
        AstType::ObjectExpression,
        AstType::ArrayExpression,
        AstType::BlockStatement,
        AstType::EmptyStatement,
        AstType::PrivateIdentifier,
        AstType::Directive,
    ];
    let mut table = [false; AST_TYPE_MAX as usize + 1];
    let mut index = 0;
    while index < types.len() {
        table[types[index] as usize] = true;
        index += 1;
    }
    table
};

/// Whether ESLint's trees have a node.
pub(super) fn is_visible(kind: AstKind<'_>) -> bool {
    match kind {
        AstKind::ParenthesizedExpression(_) | AstKind::FormalParameters(_) | AstKind::CatchParameter(_) => {
            false
        }
        AstKind::FormalParameter(parameter) => parameter.initializer.is_some(),
        AstKind::AssignmentTargetPropertyIdentifier(target) => target.init.is_some(),
        _ => true,
    }
}

/// The places of children have a meaning.
pub(super) const GUIDES: u8 = 1;
/// A code path starts.
pub(super) const STARTS: u8 = 2;
/// The start means something.
pub(super) const OPENS: u8 = 4;
/// The end means something.
pub(super) const CLOSES: u8 = 8;
/// The end may throw.
pub(super) const THROWS: u8 = 16;
/// A rule asks where it ends.
pub(super) const ENDS: u8 = 32;

/// What a node means for the code paths. Most nodes mean nothing.
pub(super) fn roles(kind: AstKind<'_>) -> u8 {
    match kind {
        AstKind::IdentifierReference(_)
        | AstKind::IdentifierName(_)
        | AstKind::BindingIdentifier(_)
        | AstKind::ImportExpression(_)
        | AstKind::NewExpression(_) => THROWS,
        AstKind::StaticMemberExpression(member) => of_optional(member.optional),
        AstKind::ComputedMemberExpression(member) => of_optional(member.optional),
        AstKind::PrivateFieldExpression(member) => of_optional(member.optional),
        AstKind::CallExpression(call) => of_optional(call.optional),
        AstKind::AssignmentExpression(assignment) if assignment.operator.is_logical() => {
            GUIDES | OPENS | CLOSES | ENDS
        }
        AstKind::AssignmentExpression(_) | AstKind::UpdateExpression(_) | AstKind::VariableDeclarator(_) => {
            ENDS
        }
        AstKind::Program(_) | AstKind::ArrowFunctionExpression(_) | AstKind::StaticBlock(_) => STARTS | ENDS,
        AstKind::Function(function) if function.body.is_some() => STARTS | ENDS,
        AstKind::LogicalExpression(_)
        | AstKind::ConditionalExpression(_)
        | AstKind::IfStatement(_)
        | AstKind::TryStatement(_)
        | AstKind::WhileStatement(_)
        | AstKind::DoWhileStatement(_)
        | AstKind::ForStatement(_)
        | AstKind::ForInStatement(_)
        | AstKind::ForOfStatement(_) => GUIDES | OPENS | CLOSES,
        AstKind::SwitchCase(_) => GUIDES | OPENS | CLOSES | ENDS,
        AstKind::FormalParameter(parameter) if parameter.initializer.is_some() => GUIDES | CLOSES,
        AstKind::AssignmentPattern(_)
        | AstKind::AssignmentTargetWithDefault(_)
        | AstKind::AssignmentTargetPropertyIdentifier(_) => GUIDES | CLOSES,
        AstKind::PropertyDefinition(_) => GUIDES,
        AstKind::ChainExpression(_) | AstKind::SwitchStatement(_) | AstKind::LabeledStatement(_) => {
            OPENS | CLOSES
        }
        AstKind::BreakStatement(_)
        | AstKind::ContinueStatement(_)
        | AstKind::ReturnStatement(_)
        | AstKind::ThrowStatement(_)
        | AstKind::YieldExpression(_) => CLOSES,
        _ => 0,
    }
}

fn of_optional(is_optional: bool) -> u8 {
    if is_optional { GUIDES | OPENS | THROWS } else { THROWS }
}
