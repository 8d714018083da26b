//! Protects helpers of test material from the subject: replacing functions of an exported object or class
//! fails the test. Data is not compared, because a subject may modify objects it receives.

use boa_engine::builtins::proxy::Proxy;
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsObject, JsString, JsValue, js_string};
use verdict_judge::Fault;
use verdict_protocol::{Code, sentences};
use verdict_sandbox::{Caller, written_by};
use verdict_vfs::VfsPath;

use super::Run;
use super::context::Shown;
use crate::guard::of_subject;

/// Maximum number of watched objects, because a fixture may hold many.
const MAX_OBJECTS: usize = 2_000;
/// Maximum nesting at which objects inside exports are watched.
const MAX_DEPTH: usize = 3;

/// Methods that determine how matchers, templates and `await` treat an object.
const TELLING: [&str; 5] = ["toJSON", "toString", "valueOf", "then", "asymmetricMatch"];

/// A property, as far as it is compared.
#[derive(PartialEq)]
enum Slot {
    Data,
    Function(JsObject),
    Accessor(Option<JsObject>, Option<JsObject>),
}

/// An object that a helper exports, or a part of one.
struct Watched {
    object: JsObject,
    /// The export's name, with the path to the object.
    name: String,
    file: VfsPath,
    prototype: Option<JsObject>,
    slots: Vec<(PropertyKey, Slot)>,
    /// Whether an added function changes the helper's behaviour.
    is_class: bool,
}

/// The helpers of a file.
#[derive(Default)]
pub(super) struct Helpers {
    watched: Vec<Watched>,
    /// Source texts of test material, which may change its own objects.
    texts: Vec<String>,
}

impl Run<'_> {
    /// Records the exports of the loaded helpers.
    pub(super) fn watch_helpers(&mut self) {
        if !self.state.sealed {
            return;
        }
        let exports = self.guest.material_exports();
        let context = self.guest.context();
        let mut helpers = Helpers::default();
        for (file, exports) in exports {
            helpers
                .texts
                .extend(self.env.snapshot.get(&file).and_then(|blob| blob.text()).map(str::to_owned));
            for (name, value) in exports {
                helpers.watch(&value, name, &file, MAX_DEPTH, context);
            }
        }
        self.helpers = helpers;
    }

    /// Fails the running test if the subject replaced a part of its context.
    pub(super) fn check_context(&mut self, shown: &Shown) {
        if !self.state.sealed {
            return;
        }
        for (name, made) in &shown.parts {
            let now = data(&shown.context, &PropertyKey::from(JsString::from(*name)));
            let is_made = now.as_ref().is_some_and(|now| JsValue::same_value(now, made));
            let is_materials = now.and_then(|now| now.as_callable()).is_some_and(|function| {
                written_by(&function, self.guest.context()) != Caller::Host
                    && of_subject(&function, self.guest.context()).is_none()
            });
            if !is_made && !is_materials {
                let message = sentences::changed_context(name);
                self.state.fault(Fault::coded(Code::Policy, message));
            }
        }
    }

    /// Fails the running test, or otherwise the file, if the subject changed a helper.
    pub(super) fn check_helpers(&mut self) {
        if self.helpers.watched.is_empty() || self.stopped.is_some() {
            return;
        }
        for message in self.helpers.changes(self.guest.context()) {
            self.state.fault(Fault::coded(Code::Policy, message));
        }
    }
}

impl Helpers {
    fn watch(&mut self, value: &JsValue, name: String, file: &VfsPath, depth: usize, context: &mut Context) {
        // Reading the keys of a proxy would run its traps.
        let object = value.as_object().filter(|object| !object.is::<Proxy>() && !object.is_array());
        let Some(object) = object.filter(|_| self.watched.len() < MAX_OBJECTS) else { return };
        // What a helper passes on of the subject is the subject's.
        if object.is_callable() && is_in_subject(&object, context) {
            return;
        }
        if self.watched.iter().any(|one| JsObject::equals(&one.object, &object)) {
            return;
        }
        let slots = slots(&object, context);
        let inner: Vec<(String, JsValue)> = slots
            .iter()
            .filter(|(key, _)| depth > 0 && *key != PropertyKey::from(js_string!("constructor")))
            .filter_map(|(key, _)| Some((format!("{name}.{key}"), data(&object, key)?)))
            .filter(|(_, value)| value.is_object())
            .collect();
        let is_class = object.is_callable() || name.ends_with(".prototype");
        let prototype = object.prototype();
        self.watched.push(Watched { object, name, file: file.clone(), prototype, slots, is_class });
        for (name, value) in inner {
            self.watch(&value, name, file, depth - 1, context);
        }
    }

    /// The subject's changes since the last call.
    fn changes(&mut self, context: &mut Context) -> Vec<String> {
        let Helpers { watched, texts } = self;
        let mut found = Vec::new();
        for one in watched {
            let now = slots(&one.object, context);
            if now == one.slots && one.prototype == one.object.prototype() {
                continue;
            }
            for key in one.changed(&now, texts, context) {
                found.push(sentences::changed_material(key, &one.name, &one.file));
            }
            one.slots = now;
            one.prototype = one.object.prototype();
        }
        found
    }
}

impl Watched {
    /// Keys that the subject changed.
    fn changed(&self, now: &[(PropertyKey, Slot)], texts: &[String], context: &Context) -> Vec<String> {
        let find = |slots: &[(PropertyKey, Slot)], key: &PropertyKey| {
            slots.iter().position(|(known, _)| known == key)
        };
        let mut changed = Vec::new();
        for (key, before) in &self.slots {
            if before.is_in_subject(context) {
                continue;
            }
            let after = find(now, key).map(|at| &now[at].1);
            let name = key.to_string();
            let is_theirs = match after {
                Some(after) if after == before => false,
                Some(after) if *after != Slot::Data => after.is_of_subject(context),
                // The author of a deletion or a data value is unknown, so test material must contain such an
                // assignment.
                _ => *before != Slot::Data && !texts.iter().any(|text| assigns(text, &name)),
            };
            changed.extend(is_theirs.then_some(name));
        }
        for (key, added) in now {
            let is_telling = match key {
                PropertyKey::String(name) => TELLING.iter().any(|telling| *name == **telling),
                PropertyKey::Symbol(_) => true,
                PropertyKey::Index(_) => false,
            };
            if find(&self.slots, key).is_none()
                && (self.is_class || is_telling)
                && added.is_of_subject(context)
            {
                changed.push(key.to_string());
            }
        }
        if self.prototype != self.object.prototype()
            && !texts.iter().any(|text| text.contains("setPrototypeOf") || text.contains("__proto__"))
        {
            changed.push("the prototype".to_owned());
        }
        changed
    }
}

impl Slot {
    /// Whether the function is the subject's code.
    fn is_of_subject(&self, context: &Context) -> bool {
        self.functions().any(|function| of_subject(function, context).is_some())
    }

    /// Whether it is the subject's own: a file of it has its code.
    fn is_in_subject(&self, context: &Context) -> bool {
        self.functions().any(|function| is_in_subject(function, context))
    }

    fn functions(&self) -> impl Iterator<Item = &JsObject> {
        let (one, other) = match self {
            Slot::Data => (None, None),
            Slot::Function(function) => (Some(function), None),
            Slot::Accessor(get, set) => (get.as_ref(), set.as_ref()),
        };
        one.into_iter().chain(other)
    }
}

/// Whether a function stands in a file of the subject. Of a bound function nobody can tell.
fn is_in_subject(function: &JsObject, context: &Context) -> bool {
    of_subject(function, context).is_some_and(|file| file.starts_with('/'))
}

/// Own properties of an object that is no proxy, read without running code.
fn slots(object: &JsObject, context: &mut Context) -> Vec<(PropertyKey, Slot)> {
    let keys = object.own_property_keys(context).unwrap_or_default();
    keys.into_iter()
        .filter_map(|key| {
            let property = object.borrow().properties().get(&key)?;
            let slot = match property.value() {
                Some(value) => value.as_callable().map_or(Slot::Data, Slot::Function),
                None => Slot::Accessor(
                    property.get().and_then(JsValue::as_callable),
                    property.set().and_then(JsValue::as_callable),
                ),
            };
            Some((key, slot))
        })
        .collect()
}

fn data(object: &JsObject, key: &PropertyKey) -> Option<JsValue> {
    object.borrow().properties().get(key)?.value().cloned()
}

/// Whether a text assigns or deletes a property of this name.
fn assigns(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        let before = text[..at].trim_end_matches(['"', '\'', '`']);
        let after = text[at + name.len()..].trim_start_matches(['"', '\'', '`', ']']).trim_start();
        let is_member = before.ends_with('.') || before.ends_with('[');
        let statement = before.rsplit(['\n', ';', '{', '}']).next().unwrap_or_default();
        let is_assigned = after.starts_with('=') && !after.starts_with("==") && !after.starts_with("=>");
        is_member && (is_assigned || statement.trim_start().starts_with("delete "))
    })
}

#[cfg(test)]
mod tests {
    use super::assigns;

    #[test]
    fn finds_assignments_by_name() {
        for text in ["api.run = f", "api['run']= f", "a; delete api.run;", "if (x) { delete api[\"run\"] }"] {
            assert!(assigns(text, "run"), "{text}");
        }
        for text in
            ["api.run()", "api.run == f", "{ run: f }", "const run = 1", "api.runs = 1", "x => api.run"]
        {
            assert!(!assigns(text, "run"), "{text}");
        }
    }
}
