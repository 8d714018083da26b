//! The lint rules, one per file, listed here. Ids are ESLint's, or start with `verdict/` if ESLint has no
//! such rule.

mod access;
mod complexity;
mod max_depth;
mod max_lines;
mod max_lines_per_function;
mod max_nested_callbacks;
mod max_params;
mod max_statements;
mod measure;
mod no_computed_modules;
mod no_console;
mod no_debugger;
mod no_eval;
mod no_eval_modules;
mod no_function_constructor;
mod no_global_escape;
mod no_implied_eval;
mod no_network_modules;
mod no_new_func;
mod no_restricted_globals;
mod no_var;
mod specifiers;
mod static_text;
mod strict;

use std::borrow::Cow;

use oxc_semantic::AstNode;
use oxc_span::Span;
use serde_json::Value;

use crate::model::Model;

/// A lint rule, as data.
pub struct Rule {
    /// ESLint's id.
    pub id: &'static str,
    /// What it forbids and why, in a sentence.
    pub summary: &'static str,
    /// The message of a diagnostic; `{{name}}` is a placeholder.
    pub message: &'static str,
    /// Whether it is enabled unless a configuration names it.
    pub recommended: bool,
    /// Whether it applies to a file.
    pub(crate) applies: fn(&Model<'_>) -> bool,
    /// How it examines nodes.
    pub(crate) visit: Visit,
}

/// How a rule examines nodes.
pub(crate) enum Visit {
    /// Without options and with one message: returns the span to report for a node, if there is one.
    Plain(for<'a> fn(&AstNode<'a>, &Model<'a>) -> Option<Span>),
    /// Created from options, or an error if they are invalid; examines single nodes.
    Made(fn(&[Value]) -> Result<Check, String>),
    /// Created from options, or an error if they are invalid; examines a whole file.
    Whole(fn(&[Value]) -> Result<FileCheck, String>),
}

/// Checks a node.
pub(crate) type Check = Box<dyn for<'a> Fn(&AstNode<'a>, &Model<'a>) -> Option<Problem>>;

/// Checks a file.
pub(crate) type FileCheck = Box<dyn for<'a> Fn(&Model<'a>) -> Vec<Problem>>;

/// A rule with its options.
pub(crate) enum Configured {
    Nodes(Check),
    File(FileCheck),
}

/// A problem with a span instead of a location.
pub(crate) struct Problem {
    pub(crate) span: Span,
    pub(crate) message: Cow<'static, str>,
}

impl Rule {
    /// Configures the rule, or returns why its options are invalid.
    pub(crate) fn configured(&self, options: &[Value]) -> Result<Configured, String> {
        match self.visit {
            Visit::Made(make) => make(options).map(Configured::Nodes),
            Visit::Whole(make) => make(options).map(Configured::File),
            Visit::Plain(visit) => {
                no_options(options)?;
                let message = self.message;
                Ok(Configured::Nodes(Box::new(move |node, model| {
                    visit(node, model).map(|span| Problem { span, message: message.into() })
                })))
            }
        }
    }
}

/// All rules by id, those that ESLint does not have last.
pub const RULES: &[Rule] = &[
    complexity::RULE,
    max_depth::RULE,
    max_lines::RULE,
    max_lines_per_function::RULE,
    max_nested_callbacks::RULE,
    max_params::RULE,
    max_statements::RULE,
    no_console::RULE,
    no_debugger::RULE,
    no_eval::RULE,
    no_implied_eval::RULE,
    no_new_func::RULE,
    no_restricted_globals::RULE,
    no_var::RULE,
    strict::RULE,
    no_computed_modules::RULE,
    no_eval_modules::RULE,
    no_function_constructor::RULE,
    no_global_escape::RULE,
    no_network_modules::RULE,
];

/// For rules that apply to every file.
fn always(_: &Model<'_>) -> bool {
    true
}

/// For rules without options: options that were ignored silently would mislead.
fn no_options(options: &[Value]) -> Result<(), String> {
    if options.is_empty() { Ok(()) } else { Err("it takes no options here".to_owned()) }
}
