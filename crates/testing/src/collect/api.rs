//! Declares suites and tests.

use boa_engine::{Context, JsResult, JsValue};
use verdict_judge::bound;
use verdict_protocol::{Code, LimitName, sentences};

use super::arguments::{self, Declared};
use super::chain::{Chain, FAILS, ONLY, SHUFFLE, SKIP, TODO};
use super::tree::{Body, Mode, ROOT, Suite, Test};
use crate::state::{Phase, State, declared_at};

/// The kind of a declaration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Suite,
    Test,
}

/// `test(name, options?, function?)` and `describe(name, options?, function?)`.
///
/// # Errors
/// An invalid declaration, and errors that getters throw.
pub(super) fn call(chain: Chain, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let declared = arguments::parse(args, context)?;
    let arguments = match chain.kind {
        // A suite's function receives `test`.
        Kind::Suite => vec![Chain::new(Kind::Test).function(context)?.into()],
        Kind::Test => Vec::new(),
    };
    let body = declared.function.clone().map(|function| Body {
        function,
        arguments,
        context: chain.kind == Kind::Test,
    });
    declare(chain, declared, body, context)
}

/// Adds a suite or test to the tree.
///
/// # Errors
/// A declaration in an invalid place, which is also recorded.
pub(super) fn declare(
    chain: Chain,
    declared: Declared,
    body: Option<Body>,
    context: &mut Context,
) -> JsResult<JsValue> {
    let Chain { kind, flags, fixtures } = chain;
    let state = State::of(context);
    let what = if kind == Kind::Test { "Test" } else { "Suite" };
    let name = &declared.name;
    match state.phase.get() {
        Phase::Collecting => {}
        Phase::Test(_) => {
            let message = sentences::declared_in_test(what, name);
            return Err(state.refuse(Code::Structure, &message, context));
        }
        Phase::Between => {
            let message = sentences::declared_late(what, name);
            return Err(state.refuse(Code::Structure, &message, context));
        }
    }
    let at = declared_at(context);
    let name = bound(declared.name);
    let mut collector = state.collector.borrow_mut();
    // Options of the declaration or of its suites take precedence over the chain's modifiers.
    let mut options = declared.options.or(&collector.suite(collector.current).options);
    let of_chain = |option: Option<bool>, flag| option.unwrap_or(flags & flag != 0);
    let mode = if of_chain(options.only, ONLY) {
        Mode::Only
    } else if of_chain(options.skip, SKIP) {
        Mode::Skip
    } else if of_chain(options.todo, TODO) || body.is_none() {
        Mode::Todo
    } else {
        Mode::Run
    };
    options.fails = options.fails.or((flags & FAILS != 0).then_some(true));
    options.shuffle = options.shuffle.or((flags & SHUFFLE != 0).then_some(true));
    if collector.tests.len() + collector.suites.len() > collector.max_tests {
        let message = sentences::too_many_tests(collector.max_tests);
        drop(collector);
        return Err(state.refuse_past(LimitName::Tests, &message, context));
    }
    match kind {
        Kind::Test => collector.add_test(Test { suite: ROOT, name, mode, options, at, body, fixtures }),
        Kind::Suite => {
            if collector.lineage(collector.current).len() > super::tree::MAX_DEPTH {
                drop(collector);
                let message = format!("Suites nest deeper than {}", super::tree::MAX_DEPTH);
                return Err(state.refuse(Code::Limit, &message, context));
            }
            collector.add_suite(Suite { name, mode, options, at, body, ..Suite::default() });
        }
    }
    Ok(JsValue::undefined())
}
