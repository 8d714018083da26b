//! `test.extend` and `test.override`: fixtures by name, with their dependencies.

use std::collections::BTreeMap;
use std::rc::Rc;

use boa_engine::{Context, JsArgs, JsError, JsObject, JsResult, JsValue, js_string};

use super::props;
use super::tree::{ROOT, SuiteId};
use crate::state::State;
use crate::value;

/// The fixtures of one `test`, numbered in creation order. The default has none.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(crate) struct FixtureSetId(pub(crate) usize);

/// The lifetime of a fixture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Scope {
    Test,
    File,
    /// As long as the file, because a file has its own realm.
    Worker,
}

#[derive(Debug)]
pub(crate) struct Fixture {
    pub(crate) name: String,
    /// The value, or the function that creates it.
    pub(crate) value: JsValue,
    /// Whether the function returns the value instead of calling `use`.
    pub(crate) builder: bool,
    /// Whether the fixture is created even if nothing requests it.
    pub(crate) auto: bool,
    pub(crate) scope: Scope,
    /// Names that the function destructures from the context.
    pub(crate) needs: Vec<String>,
    /// The fixture that this one overrides.
    pub(crate) parent: Option<Rc<Fixture>>,
}

/// Fixtures in declaration order.
pub(crate) type Registrations = Rc<Vec<Rc<Fixture>>>;

/// The fixtures of one `test`, with overrides by suite.
#[derive(Debug, Default)]
pub(crate) struct FixtureSet {
    base: Registrations,
    overrides: BTreeMap<SuiteId, Registrations>,
}

/// Names of the test context itself.
const BUILT_IN: [&str; 6] = ["task", "signal", "onTestFailed", "onTestFinished", "skip", "annotate"];

impl FixtureSet {
    /// The fixtures for declarations in a suite. `lineage` is the suite and its ancestors.
    pub(crate) fn of(&self, lineage: &[SuiteId]) -> Registrations {
        Rc::clone(lineage.iter().find_map(|suite| self.overrides.get(suite)).unwrap_or(&self.base))
    }
}

/// `test.extend(…)`: creates a set of fixtures that extends another.
///
/// # Errors
/// Invalid fixtures.
pub(super) fn extend(set: FixtureSetId, args: &[JsValue], context: &mut Context) -> JsResult<FixtureSetId> {
    let state = State::of(context);
    let current = state.collector.borrow().current;
    let base = Rc::clone(&state.fixtures.borrow()[set.0].base);
    let registrations = register(args, &base, current == ROOT, context)?;
    let mut sets = state.fixtures.borrow_mut();
    sets.push(FixtureSet { base: registrations, overrides: BTreeMap::new() });
    Ok(FixtureSetId(sets.len() - 1))
}

/// `test.override(…)`: overrides fixtures for the current suite.
///
/// # Errors
/// Invalid fixtures.
pub(super) fn replace(set: FixtureSetId, args: &[JsValue], context: &mut Context) -> JsResult<()> {
    let state = State::of(context);
    let (current, lineage) = {
        let collector = state.collector.borrow();
        (collector.current, collector.lineage(collector.current))
    };
    let known = state.fixtures.borrow()[set.0].of(&lineage);
    let registrations = register(args, &known, current == ROOT, context)?;
    let mut sets = state.fixtures.borrow_mut();
    if current == ROOT {
        sets[set.0].base = registrations;
    } else {
        sets[set.0].overrides.insert(current, registrations);
    }
    Ok(())
}

/// A fixture as declared.
struct Written {
    name: String,
    value: JsValue,
    builder: bool,
    options: Option<JsObject>,
}

fn register(
    args: &[JsValue],
    base: &Registrations,
    top_level: bool,
    context: &mut Context,
) -> JsResult<Registrations> {
    let mut fixtures: Vec<Rc<Fixture>> = base.as_ref().clone();
    let mut errors = Vec::new();
    for written in read(args, context)? {
        let at = fixtures.iter().position(|known| known.name == written.name);
        let parent = at.map(|at| Rc::clone(&fixtures[at]));
        let fixture = Rc::new(fixture(written, parent, top_level, &mut errors, context)?);
        match at {
            Some(at) => fixtures[at] = fixture,
            None => fixtures.push(fixture),
        }
    }
    check(&fixtures, &mut errors);
    match errors.as_slice() {
        [] => Ok(Rc::new(fixtures)),
        [error] => Err(props::named("FixtureDependencyError", error, context)),
        errors => {
            let message = format!(
                "Cannot resolve user fixtures. See errors for more information.\n{}",
                errors.join("\n")
            );
            Err(props::named("AggregateError", &message, context))
        }
    }
}

/// Parses `{ name: value }` or `name, options?, value`.
fn read(args: &[JsValue], context: &mut Context) -> JsResult<Vec<Written>> {
    if let Some(name) = args.get_or_undefined(0).as_string() {
        let (second, third) = (args.get_or_undefined(1), args.get_or_undefined(2));
        let (options, value) = match third.is_undefined() {
            false => (second.as_object(), third.clone()),
            true => match fixture_options(second, context)? {
                Some(options) => {
                    let empty = boa_engine::object::ObjectInitializer::new(context).build();
                    (Some(options), empty.into())
                }
                None => (None, second.clone()),
            },
        };
        let builder = value.is_callable();
        return Ok(vec![Written { name: value::text(&name), value, builder, options }]);
    }
    let Some(object) = args.get_or_undefined(0).as_object() else { return Ok(Vec::new()) };
    let mut written = Vec::new();
    for key in value::own_enumerable_keys(&object, context)? {
        let name = value::key_text(&key);
        let mut found = object.get(key, context)?;
        let mut options = None;
        if let Some(pair) = found.as_object()
            && value::is_array(&pair, context)?
            && value::length_of(&pair, context)? >= 2
        {
            options = fixture_options(&pair.get(1, context)?, context)?;
            if options.is_some() {
                found = pair.get(0, context)?;
            }
        }
        written.push(Written { name, value: found, builder: false, options });
    }
    Ok(written)
}

/// The value as an object, if it is a fixture's options.
fn fixture_options(value: &JsValue, context: &mut Context) -> JsResult<Option<JsObject>> {
    let Some(object) = value.as_object().filter(|object| !object.is_callable()) else { return Ok(None) };
    for key in ["auto", "injected", "scope"] {
        if object.has_own_property(js_string!(key), context)? {
            return Ok(Some(object));
        }
    }
    Ok(None)
}

fn fixture(
    written: Written,
    parent: Option<Rc<Fixture>>,
    top_level: bool,
    errors: &mut Vec<String>,
    context: &mut Context,
) -> JsResult<Fixture> {
    let Written { name, value, builder, options } = written;
    let (mut auto, mut scope) =
        parent.as_ref().map_or((false, Scope::Test), |parent| (parent.auto, parent.scope));
    let says_scope = options.is_some();
    if let Some(options) = options {
        auto = options.get(js_string!("auto"), context)?.to_boolean();
        let said = options.get(js_string!("scope"), context)?;
        let said = said.as_string().map(|said| value::text(&said));
        scope = match said.as_deref() {
            None | Some("test") => Scope::Test,
            Some("file") => Scope::File,
            Some("worker") => Scope::Worker,
            Some(other) => {
                errors.push(format!("The \"{name}\" fixture has unknown scope \"{other}\"."));
                Scope::Test
            }
        };
        if let Some(parent) = &parent {
            if parent.scope != scope {
                let said = scope_name(scope);
                errors
                    .push(format!("The \"{name}\" fixture was already registered with a \"{said}\" scope."));
            }
            if parent.auto != auto {
                errors.push(format!("The \"{name}\" fixture was already registered as {{ auto: {auto} }}."));
            }
        }
    }
    if !top_level && scope != Scope::Test {
        let inherited = if says_scope { "" } else { " (inherited from the base fixture)" };
        errors.push(format!(
            "The \"{name}\" fixture cannot be defined with a {} scope{inherited} inside the describe block. \
             Define it at the top level of the file instead.",
            scope_name(scope)
        ));
    }
    let needs = match value.as_callable() {
        Some(function) => props::used(&function, 0, false, context)?,
        None => Vec::new(),
    };
    Ok(Fixture { name, value, builder, auto, scope, needs, parent })
}

fn scope_name(scope: Scope) -> &'static str {
    match scope {
        Scope::Test => "test",
        Scope::File => "file",
        Scope::Worker => "worker",
    }
}

/// Checks that every dependency exists and lives at least as long.
fn check(fixtures: &[Rc<Fixture>], errors: &mut Vec<String>) {
    for fixture in fixtures {
        for need in &fixture.needs {
            if BUILT_IN.contains(&need.as_str()) {
                continue;
            }
            let name = &fixture.name;
            let Some(found) = fixtures.iter().find(|found| found.name == *need) else {
                errors.push(format!("The \"{name}\" fixture depends on unknown fixture \"{need}\"."));
                continue;
            };
            if need == name && fixture.parent.is_none() {
                errors.push(format!(
                    "The \"{name}\" fixture depends on itself, but does not have a base implementation."
                ));
            } else if fixture.scope > found.scope {
                errors.push(format!(
                    "The {} \"{name}\" fixture cannot depend on a {} fixture \"{need}\".",
                    scope_name(fixture.scope),
                    scope_name(found.scope)
                ));
            }
        }
    }
}

/// The requested fixtures with all dependencies, dependencies first.
///
/// # Errors
/// A message, if a fixture depends on itself in a cycle.
pub(crate) fn in_order(asked: &[Rc<Fixture>], all: &[Rc<Fixture>]) -> Result<Vec<Rc<Fixture>>, String> {
    let mut order = Vec::new();
    for fixture in asked {
        add(fixture, all, &mut Vec::new(), &mut order)?;
    }
    Ok(order)
}

fn add(
    fixture: &Rc<Fixture>,
    all: &[Rc<Fixture>],
    path: &mut Vec<Rc<Fixture>>,
    order: &mut Vec<Rc<Fixture>>,
) -> Result<(), String> {
    if order.iter().any(|known| Rc::ptr_eq(known, fixture)) {
        return Ok(());
    }
    if path.iter().any(|known| Rc::ptr_eq(known, fixture)) {
        let names: Vec<&str> = path.iter().rev().map(|known| known.name.as_str()).collect();
        return Err(format!(
            "Circular fixture dependency detected: {} <- {}",
            fixture.name,
            names.join(" <- ")
        ));
    }
    path.push(Rc::clone(fixture));
    for need in &fixture.needs {
        let found = if *need == fixture.name {
            fixture.parent.as_ref()
        } else {
            all.iter().find(|found| found.name == *need)
        };
        if let Some(found) = found {
            add(found, all, path, order)?;
        }
    }
    path.pop();
    order.push(Rc::clone(fixture));
    Ok(())
}

/// The error of a fixture cycle.
pub(crate) fn circle(message: &str, context: &mut Context) -> JsError {
    props::named("Error", message, context)
}
