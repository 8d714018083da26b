//! Creates fixtures on request, and tears them down in reverse order.

use std::rc::Rc;

use boa_engine::gc::Gc;
use boa_engine::object::ObjectInitializer;
use boa_engine::property::Attribute;
use boa_engine::{JsObject, JsString, JsValue, js_string};
use verdict_sandbox::Stop;

use super::Run;
use super::handed::Slot;
use super::timer::{Timer, bounded};
use crate::collect::fixtures::{Fixture, FixtureSetId, Scope, circle, in_order};
use crate::collect::{Hook, SuiteId, props};

/// How a fixture is torn down.
#[derive(Debug)]
pub(super) enum Cleanup {
    /// The fixture's function continues after `use`.
    Use(Gc<Slot>, JsValue),
    /// The function passed to `onCleanup` is called.
    Call(Gc<Slot>),
}

/// The fixtures created for a test or for the file.
#[derive(Debug, Default)]
pub(super) struct Made {
    pub(super) fixtures: Vec<(Rc<Fixture>, JsValue)>,
    pub(super) cleanups: Vec<Cleanup>,
}

impl Made {
    fn value(&self, fixture: &Rc<Fixture>) -> Option<JsValue> {
        self.fixtures.iter().find(|(made, _)| Rc::ptr_eq(made, fixture)).map(|(_, value)| value.clone())
    }
}

/// The fixtures available to a declaration in a suite.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wanted {
    pub(super) set: FixtureSetId,
    pub(super) suite: SuiteId,
    /// Index of the function's context parameter.
    pub(super) index: usize,
}

impl Run<'_> {
    /// Adds the fixtures that a test's function requests to `context`.
    pub(super) fn provide(
        &mut self,
        function: &JsObject,
        wanted: Wanted,
        context: &JsObject,
        made: &mut Made,
        timer: Timer,
    ) -> Result<(), Stop> {
        for fixture in self.asked(function, wanted, None)? {
            let value = match fixture.scope {
                Scope::Test if made.value(&fixture).is_some() => continue,
                Scope::Test => {
                    let value = self.make(&fixture, context, &mut made.cleanups, timer)?;
                    made.fixtures.push((Rc::clone(&fixture), value.clone()));
                    value
                }
                Scope::File | Scope::Worker => self.of_file(wanted.set, &fixture, timer)?,
            };
            self.put(context, &fixture.name, value)?;
        }
        Ok(())
    }

    /// The context of a suite's hook, with the file's fixtures if a `test` with fixtures declared it.
    pub(super) fn suite_context(&mut self, hook: &Hook, name: &str, index: usize) -> Result<JsObject, Stop> {
        let context = ObjectInitializer::new(self.guest.context()).build();
        if self.state.is_jest {
            return Ok(context);
        }
        let Some(set) = hook.fixtures else {
            let used = props::used(&hook.function, index, true, self.guest.context());
            let used = self.thrown_by(used)?;
            if used.is_empty() {
                return Ok(context);
            }
            let message = format!(
                "The {name} hook uses fixtures \"{}\", but has no access to context. Did you forget to call it \
                 as \"test.{name}()\" instead of \"{name}()\"?\nIf you used internal \"suite\" task as the first \
                 argument previously, access it in the second argument instead. See \
                 https://vitest.dev/guide/test-context#suite-level-hooks",
                used.join("\", \"")
            );
            let error = props::named("FixtureAccessError", &message, self.guest.context());
            return self.thrown_by(Err(error));
        };
        let timer = Timer::new(self.hook_timeout(hook.timeout), self.guest.virtual_now());
        let wanted = Wanted { set, suite: hook.suite, index };
        for fixture in self.asked(&hook.function, wanted, Some(name))? {
            let value = self.of_file(set, &fixture, timer)?;
            self.put(&context, &fixture.name, value)?;
        }
        Ok(context)
    }

    /// The fixtures that a function requests, and automatic ones, dependencies first.
    fn asked(
        &mut self,
        function: &JsObject,
        wanted: Wanted,
        suite_hook: Option<&str>,
    ) -> Result<Vec<Rc<Fixture>>, Stop> {
        let all = {
            let lineage = self.state.collector.borrow().lineage(wanted.suite);
            self.state.fixtures.borrow()[wanted.set.0].of(&lineage)
        };
        if all.is_empty() {
            return Ok(Vec::new());
        }
        let used = props::used(function, wanted.index, suite_hook.is_some(), self.guest.context());
        let used = self.thrown_by(used)?;
        let asked: Vec<Rc<Fixture>> = all
            .iter()
            .filter(|fixture| {
                let auto = fixture.auto && (suite_hook.is_none() || fixture.scope != Scope::Test);
                auto || used.contains(&fixture.name)
            })
            .cloned()
            .collect();
        let order = match in_order(&asked, &all) {
            Ok(order) => order,
            Err(message) => {
                let error = circle(&message, self.guest.context());
                return self.thrown_by(Err(error));
            }
        };
        let Some(name) = suite_hook else { return Ok(order) };
        let of_tests: Vec<String> = order
            .iter()
            .filter(|fixture| fixture.scope == Scope::Test)
            .map(|fixture| format!("\"{}\"", fixture.name))
            .collect();
        if of_tests.is_empty() {
            return Ok(order);
        }
        let other = name.replace("All", "Each");
        let message = format!(
            "Test-scoped fixtures cannot be used inside {name} hook. The following fixtures are test-scoped: {}. \
             Use {{ scope: 'file' }} or {{ scope: 'worker' }} fixtures instead, or move the logic to {other} \
             hook.",
            of_tests.join(", ")
        );
        let error = props::named("FixtureDependencyError", &message, self.guest.context());
        self.thrown_by(Err(error))
    }

    /// The value of a fixture that is created once per file.
    fn of_file(&mut self, set: FixtureSetId, fixture: &Rc<Fixture>, timer: Timer) -> Result<JsValue, Stop> {
        let mut made = self.file_fixtures.remove(&set.0).unwrap_or_default();
        let known = made.fixtures.iter().find(|(known, _)| known.name == fixture.name);
        if let Some((_, value)) = known.cloned() {
            self.file_fixtures.insert(set.0, made);
            return Ok(value);
        }
        let context = ObjectInitializer::new(self.guest.context()).build();
        let mut result = Ok(());
        for (known, value) in &made.fixtures {
            if fixture.scope == Scope::File || known.scope == Scope::Worker {
                result = result.and(self.put(&context, &known.name, value.clone()));
            }
        }
        let result = result.and_then(|()| self.make(fixture, &context, &mut made.cleanups, timer));
        if let Ok(value) = &result {
            made.fixtures.push((Rc::clone(fixture), value.clone()));
        }
        self.file_fixtures.insert(set.0, made);
        result
    }

    fn put(&mut self, context: &JsObject, name: &str, value: JsValue) -> Result<(), Stop> {
        let put = context.create_data_property_or_throw(JsString::from(name), value, self.guest.context());
        self.thrown_by(put.map(drop))
    }

    /// Creates the value of a fixture.
    fn make(
        &mut self,
        fixture: &Fixture,
        context: &JsObject,
        cleanups: &mut Vec<Cleanup>,
        timer: Timer,
    ) -> Result<JsValue, Stop> {
        let Some(function) = fixture.value.as_callable() else { return Ok(fixture.value.clone()) };
        if fixture.builder {
            let (on_cleanup, slot) = self.handed("onCleanup", None);
            let options = ObjectInitializer::new(self.guest.context())
                .property(js_string!("onCleanup"), on_cleanup, Attribute::all())
                .build();
            cleanups.push(Cleanup::Call(slot));
            let args = [context.clone().into(), options.into()];
            let returned = self.guest.call(&function, &JsValue::undefined(), &args)?;
            let left = timer.left(self.guest.virtual_now());
            return timer.whole(self.guest.settle(&returned, left));
        }
        let (use_value, slot) = self.handed("use", None);
        let args = [context.clone().into(), use_value.into()];
        let returned = self.guest.call(&function, &JsValue::undefined(), &args)?;
        let left = timer.left(self.guest.virtual_now());
        timer.whole(self.wait_for_call(&slot, &returned, left))?;
        if !slot.called() {
            let left = timer.left(self.guest.virtual_now());
            timer.whole(self.guest.settle(&returned, left))?;
        }
        if !slot.called() {
            let message = format!(
                "Fixture \"{}\" returned without calling \"use\". Make sure to call \"use\" in every code path of \
                 the fixture function.",
                fixture.name
            );
            let error = props::named("Error", &message, self.guest.context());
            return self.thrown_by(Err(error));
        }
        let value = slot.value();
        cleanups.push(Cleanup::Use(slot, returned));
        Ok(value)
    }

    /// Tears fixtures down, the last one first, until `keep` are left.
    pub(super) fn end_fixtures(&mut self, made: &mut Made, keep: usize) -> Result<(), Stop> {
        let timeout = bounded(self.hook_timeout(None));
        while made.cleanups.len() > keep {
            let Some(cleanup) = made.cleanups.pop() else { break };
            if self.stopped.is_some() {
                return Ok(());
            }
            match cleanup {
                Cleanup::Use(slot, returned) => self.release(&slot, &returned, timeout)?,
                Cleanup::Call(slot) => {
                    if let Some(function) = slot.value().as_callable() {
                        let returned = self.guest.call(&function, &JsValue::undefined(), &[])?;
                        self.guest.settle(&returned, timeout)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Tears down the fixtures of the file.
    pub(super) fn end_file_fixtures(&mut self) -> Result<(), Stop> {
        let mut result = Ok(());
        for mut made in std::mem::take(&mut self.file_fixtures).into_values() {
            result = result.and(self.end_fixtures(&mut made, 0));
        }
        result
    }

    /// Converts an engine error to a stop.
    pub(super) fn thrown_by<T>(&mut self, result: boa_engine::JsResult<T>) -> Result<T, Stop> {
        result.map_err(|error| verdict_sandbox::stop(error, self.guest.context()))
    }
}
