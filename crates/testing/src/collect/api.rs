//! `describe` and `it` with their modifiers.

use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsValue, NativeFunction};
use verdict_protocol::{Code, LimitName};

use super::tree::{Body, Mode, ROOT, Suite, Test};
use super::{arguments, each};
use crate::inspect::bound;
use crate::intrinsics::native;
use crate::state::{Phase, State, here};

/// What is declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Suite,
    Test,
}

/// Modifiers that stand in the chain, as bits.
pub(crate) type Flags = u8;
const SKIP: Flags = 1;
const ONLY: Flags = 2;
const TODO: Flags = 4;
const FAILS: Flags = 8;
/// Modifiers that change nothing here: tests run one after the other in the order of declaration.
const NONE: Flags = 0;

const MODIFIERS: [(&str, Flags); 7] = [
    ("skip", SKIP),
    ("only", ONLY),
    ("todo", TODO),
    ("fails", FAILS),
    ("concurrent", NONE),
    ("sequential", NONE),
    ("shuffle", NONE),
];

/// `it`, `it.skip`, `describe.only.each` …: a function for each chain of modifiers.
///
/// # Errors
/// None in a realm that is whole.
pub(crate) fn chain(kind: Kind, flags: Flags, context: &mut Context) -> JsResult<JsObject> {
    let declare = NativeFunction::from_copy_closure(move |_, args, context| {
        let declared = arguments::parse(args, context)?;
        let body = declared.function.clone().map(|function| Body {
            function,
            arguments: Vec::new(),
            context: kind == Kind::Test,
        });
        declare(kind, flags, declared, body, context)
    });
    let name = if kind == Kind::Test { "test" } else { "describe" };
    let function: JsObject = native(name, 2, declare, context).into();
    for (name, flag) in MODIFIERS {
        if kind == Kind::Suite && flag == FAILS {
            continue;
        }
        let get = NativeFunction::from_copy_closure(move |_, _, context| {
            Ok(chain(kind, flags | flag, context)?.into())
        });
        let get = native(name, 0, get, context);
        define(&function, name, PropertyDescriptor::builder().get(get).enumerable(true), context)?;
    }
    let methods: [(&str, usize, NativeFunction); 4] = [
        (
            "each",
            1,
            NativeFunction::from_copy_closure(move |_, args, context| {
                each::each(kind, flags, false, args, context)
            }),
        ),
        (
            "for",
            1,
            NativeFunction::from_copy_closure(move |_, args, context| {
                each::each(kind, flags, true, args, context)
            }),
        ),
        (
            "skipIf",
            1,
            NativeFunction::from_copy_closure(move |_, args, context| {
                let skip = if args.get_or_undefined(0).to_boolean() { SKIP } else { NONE };
                Ok(chain(kind, flags | skip, context)?.into())
            }),
        ),
        (
            "runIf",
            1,
            NativeFunction::from_copy_closure(move |_, args, context| {
                let skip = if args.get_or_undefined(0).to_boolean() { NONE } else { SKIP };
                Ok(chain(kind, flags | skip, context)?.into())
            }),
        ),
    ];
    for (name, length, method) in methods {
        let method = native(name, length, method, context);
        define(&function, name, PropertyDescriptor::builder().value(method).enumerable(true), context)?;
    }
    Ok(function)
}

fn define(
    object: &JsObject,
    name: &str,
    property: boa_engine::property::PropertyDescriptorBuilder,
    context: &mut Context,
) -> JsResult<()> {
    let property = property.configurable(false).build();
    object.define_property_or_throw(JsString::from(name), property, context)?;
    Ok(())
}

/// Adds a suite or test to the tree.
///
/// # Errors
/// A declaration where none can be, which is on record too.
pub(super) fn declare(
    kind: Kind,
    flags: Flags,
    declared: arguments::Declared,
    body: Option<Body>,
    context: &mut Context,
) -> JsResult<JsValue> {
    let state = State::of(context);
    let what = if kind == Kind::Test { "Test" } else { "Suite" };
    let name = &declared.name;
    match state.phase.get() {
        Phase::Collecting => {}
        Phase::Test(_) => {
            let message = format!(
                "{what} \"{name}\" is declared inside a test; declare it at the top level or in describe"
            );
            return Err(state.refuse(Code::Structure, &message, context));
        }
        Phase::Between => {
            let message =
                format!("{what} \"{name}\" is declared late, after the tests of the file were collected");
            return Err(state.refuse(Code::Structure, &message, context));
        }
    }
    let (at, _) = here(context);
    let declared = arguments::Declared { name: bound(declared.name), ..declared };
    let mode = match (flags, declared.mode) {
        _ if flags & SKIP != 0 => Mode::Skip,
        _ if flags & ONLY != 0 => Mode::Only,
        _ if flags & TODO != 0 => Mode::Todo,
        (_, Some(mode)) => mode,
        _ if body.is_none() => Mode::Todo,
        _ => Mode::Run,
    };
    let mut options = declared.options;
    if flags & FAILS != 0 {
        options.fails = Some(true);
    }
    let mut collector = state.collector.borrow_mut();
    if collector.tests.len() + collector.suites.len() > collector.max_tests {
        let message = format!("More than {} tests and suites in one file", collector.max_tests);
        drop(collector);
        return Err(state.refuse_past(LimitName::Tests, &message, context));
    }
    match kind {
        Kind::Test => {
            let name = declared.name;
            collector.add_test(Test { suite: ROOT, name, mode, options, at, body });
        }
        Kind::Suite => {
            if collector.lineage(collector.current).len() > super::tree::MAX_DEPTH {
                drop(collector);
                let message = format!("Suites nest deeper than {}", super::tree::MAX_DEPTH);
                return Err(state.refuse(Code::Limit, &message, context));
            }
            let suite = Suite { name: declared.name, mode, options, at, body, ..Suite::default() };
            collector.add_suite(suite);
        }
    }
    Ok(JsValue::undefined())
}
