//! `test`, `test.skip.each`, `describe.only` …: one function per combination of modifiers, created on first
//! use. Shared properties are on two prototypes.

use std::collections::HashMap;

use boa_engine::object::IntegrityLevel;
use boa_engine::property::{PropertyDescriptor, PropertyDescriptorBuilder};
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsValue, NativeFunction};

use super::api::{self, Kind};
use super::fixtures::{self, FixtureSetId};
use super::{each, hooks};
use crate::guard::api;
use crate::intrinsics::native;
use crate::state::State;

/// The modifiers of the chain, as bits.
pub(crate) type Flags = u8;
pub(super) const SKIP: Flags = 1;
pub(super) const ONLY: Flags = 2;
pub(super) const TODO: Flags = 4;
pub(super) const FAILS: Flags = 8;
pub(super) const SHUFFLE: Flags = 16;
pub(super) const CONCURRENT: Flags = 32;
pub(super) const SEQUENTIAL: Flags = 64;

const MODIFIERS: [(&str, Flags); 8] = [
    ("skip", SKIP),
    ("only", ONLY),
    ("todo", TODO),
    ("fails", FAILS),
    // Jest's name of it.
    ("failing", FAILS),
    ("concurrent", CONCURRENT),
    ("sequential", SEQUENTIAL),
    ("shuffle", SHUFFLE),
];

/// The declaration that a chain function makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Chain {
    pub(crate) kind: Kind,
    pub(crate) flags: Flags,
    /// The fixtures of `test.extend`.
    pub(crate) fixtures: FixtureSetId,
}

/// The chain functions created in a realm.
#[derive(Debug, Default)]
pub(crate) struct Chains {
    functions: HashMap<Chain, JsObject>,
    meanings: HashMap<JsObject, Chain>,
    prototypes: Vec<(Kind, JsObject)>,
}

impl Chain {
    /// The chain of `test` or `describe` without modifiers.
    pub(crate) fn new(kind: Kind) -> Chain {
        Chain { kind, flags: 0, fixtures: FixtureSetId::default() }
    }

    /// The chain of a function; `None` for any other value.
    pub(super) fn of(value: &JsValue, context: &Context) -> Option<Chain> {
        let object = value.as_object()?;
        State::of(context).chains.borrow().meanings.get(&object).copied()
    }

    fn with(self, flags: Flags) -> Chain {
        Chain { flags: self.flags | flags, ..self }
    }

    /// The chain's function.
    ///
    /// # Errors
    /// None in an intact realm.
    pub(crate) fn function(self, context: &mut Context) -> JsResult<JsObject> {
        let state = State::of(context);
        if let Some(function) = state.chains.borrow().functions.get(&self) {
            return Ok(function.clone());
        }
        let declare =
            NativeFunction::from_copy_closure(move |_, args, context| api::call(self, args, context));
        let name = if self.kind == Kind::Test { "test" } else { "describe" };
        let function: JsObject = api(name, 2, declare, context).into();
        let prototype = prototype(self.kind, context)?;
        function.set_prototype(Some(prototype));
        function.set_integrity_level(IntegrityLevel::Frozen, context)?;
        let mut chains = state.chains.borrow_mut();
        chains.functions.insert(self, function.clone());
        chains.meanings.insert(function.clone(), self);
        Ok(function)
    }
}

/// The prototype of the chain functions of a kind.
fn prototype(kind: Kind, context: &mut Context) -> JsResult<JsObject> {
    let state = State::of(context);
    let known =
        state.chains.borrow().prototypes.iter().find(|known| known.0 == kind).map(|known| known.1.clone());
    if let Some(known) = known {
        return Ok(known);
    }
    let root = context.intrinsics().constructors().function().prototype();
    let prototype = JsObject::from_proto_and_data(root, ());
    for (name, flag) in MODIFIERS {
        let of_tests = flag == FAILS;
        let of_suites = flag == SHUFFLE;
        if name == "failing" && !state.is_jest {
            continue;
        }
        if (of_tests && kind == Kind::Suite) || (of_suites && kind == Kind::Test) {
            continue;
        }
        let get = NativeFunction::from_copy_closure(move |this, _, context| {
            let chain = Chain::of(this, context).unwrap_or(Chain::new(kind));
            Ok(chain.with(flag).function(context)?.into())
        });
        let get = native(name, 0, get, context);
        define(&prototype, name, PropertyDescriptor::builder().get(get), context)?;
    }
    for (name, run) in METHODS {
        method(&prototype, kind, name, *run, context)?;
    }
    if kind == Kind::Test {
        for (name, run) in TEST_METHODS {
            method(&prototype, kind, name, *run, context)?;
        }
        for name in hooks::NAMES {
            let hook = hooks::hook_function(name, context);
            define(&prototype, name, PropertyDescriptor::builder().value(hook), context)?;
        }
        let describe = Chain::new(Kind::Suite).function(context)?;
        for name in ["describe", "suite"] {
            define(&prototype, name, PropertyDescriptor::builder().value(describe.clone()), context)?;
        }
    }
    prototype.set_integrity_level(IntegrityLevel::Frozen, context)?;
    state.chains.borrow_mut().prototypes.push((kind, prototype.clone()));
    Ok(prototype)
}

/// A chain method; the function it is called on determines the preceding modifiers.
type Method = fn(Chain, &[JsValue], &mut Context) -> JsResult<JsValue>;

const METHODS: &[(&str, Method)] = &[
    ("each", |chain, args, context| each::each(chain, false, args, context)),
    ("for", |chain, args, context| each::each(chain, true, args, context)),
    ("skipIf", |chain, args, context| skip_if(chain, args.get_or_undefined(0).to_boolean(), context)),
    ("runIf", |chain, args, context| skip_if(chain, !args.get_or_undefined(0).to_boolean(), context)),
];

const TEST_METHODS: &[(&str, Method)] = &[
    ("extend", |chain, args, context| {
        let fixtures = fixtures::extend(chain.fixtures, args, context)?;
        Ok(Chain { fixtures, ..chain }.function(context)?.into())
    }),
    ("override", override_fixtures),
    ("scoped", override_fixtures),
];

fn override_fixtures(chain: Chain, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    fixtures::replace(chain.fixtures, args, context)?;
    Ok(chain.function(context)?.into())
}

fn skip_if(chain: Chain, skip: bool, context: &mut Context) -> JsResult<JsValue> {
    Ok(chain.with(if skip { SKIP } else { 0 }).function(context)?.into())
}

fn method(prototype: &JsObject, kind: Kind, name: &str, run: Method, context: &mut Context) -> JsResult<()> {
    let function = NativeFunction::from_copy_closure(move |this, args, context| {
        let chain = Chain::of(this, context).unwrap_or(Chain::new(kind));
        run(chain, args, context)
    });
    let function = api(name, 1, function, context);
    define(prototype, name, PropertyDescriptor::builder().value(function), context)
}

fn define(
    object: &JsObject,
    name: &str,
    property: PropertyDescriptorBuilder,
    context: &mut Context,
) -> JsResult<()> {
    let property = property.enumerable(true).configurable(false).build();
    object.define_property_or_throw(JsString::from(name), property, context)?;
    Ok(())
}
