//! What the file of a rule starts with: `use crate::rules::prelude::*;`.

pub(crate) use oxc_ast::ast::*;
pub(crate) use oxc_ast::{AstKind, AstType};
pub(crate) use oxc_semantic::AstNode;
pub(crate) use oxc_span::{GetSpan, Span};

pub(crate) use super::rule::{Check, Kind, Rule, Run};
pub(crate) use crate::lint::{Context, Edit, Options};
