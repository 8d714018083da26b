//! The registry of mocked modules.

use std::cell::RefCell;
use std::collections::BTreeMap;

use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{Context, JsObject, JsResult, JsSymbol, JsValue, NativeFunction, js_string};
use verdict_protocol::ReadKind;
use verdict_sandbox::{Mocker, Required, StandIn, note_read};
use verdict_vfs::{ModuleKind, Snapshot, VfsPath};

use super::{automock, factory, jest};
use crate::intrinsics::native;

/// The replacement of a module.
#[derive(Debug, Clone)]
pub(super) enum Kind {
    /// The result of a factory.
    Manual(JsObject),
    /// The module with its functions mocked; they call the originals if `spy` is set.
    Auto { spy: bool },
    /// A file in a `__mocks__` folder.
    Redirect(VfsPath),
}

/// A mocked module.
#[derive(Debug, Clone)]
pub(super) struct Mock {
    /// The specifier as written.
    pub(super) raw: String,
    /// The file that mocked the module.
    pub(super) importer: VfsPath,
    pub(super) kind: Kind,
    /// The mock, once created.
    pub(super) made: Option<Made>,
    /// Whether the mock is being created. Importers meanwhile get the original, or without a factory an
    /// object that becomes the mock.
    pub(super) is_making: bool,
}

/// A mock that is created.
#[derive(Debug, Clone)]
pub(super) struct Made {
    /// The object whose properties are the exports.
    pub(super) namespace: JsObject,
    /// What `require` gives in a project of Jest.
    pub(super) value: JsValue,
}

impl From<JsObject> for Made {
    fn from(namespace: JsObject) -> Made {
        Made { value: namespace.clone().into(), namespace }
    }
}

/// The mocked modules of a realm.
#[derive(Debug)]
pub(crate) struct Registry {
    pub(super) snapshot: Snapshot,
    /// Whether the tests are written for Jest.
    is_jest: bool,
    mocks: RefCell<BTreeMap<String, Mock>>,
    /// Modules whose namespaces may be spied on, with the objects read in their place.
    spied: RefCell<BTreeMap<String, Option<JsObject>>>,
}

impl Registry {
    pub(crate) fn new(snapshot: Snapshot, is_jest: bool) -> Registry {
        Registry { snapshot, is_jest, mocks: RefCell::default(), spied: RefCell::default() }
    }

    pub(super) fn insert(&self, key: String, mock: Mock) {
        self.mocks.borrow_mut().insert(key, mock);
    }

    pub(super) fn remove(&self, key: &str) {
        self.mocks.borrow_mut().remove(key);
    }

    pub(super) fn get(&self, key: &str) -> Option<Mock> {
        self.mocks.borrow().get(key).cloned()
    }

    pub(super) fn change(&self, key: &str, change: impl FnOnce(&mut Mock)) {
        if let Some(mock) = self.mocks.borrow_mut().get_mut(key) {
            change(mock);
        }
    }

    /// The kind of a mock without a factory.
    pub(super) fn automatic(&self, key: &str, raw: &str, spy: bool, context: &Context) -> Kind {
        if spy {
            return Kind::Auto { spy };
        }
        for path in Snapshot::mock_paths(key, raw) {
            if self.snapshot.get(&path).is_some() {
                note_read(&path, ReadKind::File, context);
                return Kind::Redirect(path);
            }
            note_read(&path, ReadKind::Missing, context);
        }
        Kind::Auto { spy }
    }

    /// Creates the replacement of a module.
    ///
    /// # Errors
    /// Errors that the factory or the module throws.
    pub(super) fn make(&self, key: &str, mock: &Mock, context: &mut Context) -> JsResult<StandIn> {
        if let Some(made) = &mock.made {
            return Ok(StandIn::Object(made.namespace.clone()));
        }
        if mock.is_making {
            return Ok(match mock.kind {
                Kind::Auto { .. } => StandIn::Later,
                Kind::Manual(_) | Kind::Redirect(_) => StandIn::Original,
            });
        }
        if let Kind::Redirect(path) = &mock.kind {
            return Ok(StandIn::File(path.clone()));
        }
        self.change(key, |mock| mock.is_making = true);
        let made = match &mock.kind {
            Kind::Manual(function) if self.is_jest => jest::by_factory(function, context),
            Kind::Manual(function) => factory::make(function, mock, context).map(Made::from),
            Kind::Auto { spy: false } if self.is_jest => jest::automatic(&mock.importer, &mock.raw, context),
            Kind::Auto { spy } => automock::module(&mock.importer, &mock.raw, *spy, context).map(Made::from),
            Kind::Redirect(_) => Ok(JsObject::with_null_proto().into()),
        };
        self.change(key, |mock| mock.is_making = false);
        let made = made?;
        self.change(key, |mock| mock.made = Some(made.clone()));
        Ok(StandIn::Object(made.namespace))
    }

    /// Drops what was created in a project of Jest, where each set of modules has mocks of its own.
    pub(super) fn forget_made(&self) {
        if self.is_jest {
            self.mocks.borrow_mut().values_mut().for_each(|mock| mock.made = None);
        }
    }
}

impl Mocker for Registry {
    fn is_active(&self) -> bool {
        !self.mocks.borrow().is_empty() || !self.spied.borrow().is_empty()
    }

    fn is_replaced(&self, key: &str) -> bool {
        match self.mocks.borrow().get(key) {
            Some(mock) => !matches!(mock.kind, Kind::Redirect(_)),
            None => self.spied.borrow().contains_key(key),
        }
    }

    fn spied(&self, key: &str) {
        let is_code = VfsPath::parse(key).is_ok_and(|path| {
            self.snapshot.module_blob(&path).is_some() && self.snapshot.module_kind(&path) != ModuleKind::Json
        });
        if is_code {
            self.spied.borrow_mut().entry(key.to_owned()).or_default();
        }
    }

    fn stand_in(&self, key: &str, context: &mut Context) -> JsResult<StandIn> {
        match self.get(key) {
            Some(mock) => self.make(key, &mock, context),
            None if self.spied.borrow().contains_key(key) => Ok(StandIn::Facade),
            None => Ok(StandIn::Original),
        }
    }

    fn required(&self, key: &str, context: &mut Context) -> JsResult<Required> {
        let Some(mock) = self.get(key).filter(|_| self.is_jest) else { return Ok(Required::Original) };
        Ok(match self.make(key, &mock, context)? {
            StandIn::File(path) => Required::File(path),
            StandIn::Object(namespace) => {
                let made = self.get(key).and_then(|mock| mock.made);
                Required::Value(made.map_or(namespace.into(), |made| made.value))
            }
            StandIn::Original | StandIn::Facade | StandIn::Later => Required::Original,
        })
    }

    fn object(&self, key: &str, namespace: &JsObject, context: &mut Context) -> JsResult<JsObject> {
        let known = self.spied.borrow().get(key).cloned().flatten();
        if let Some(known) = known {
            return Ok(known);
        }
        let object = facade(namespace, context)?;
        self.spied.borrow_mut().insert(key.to_owned(), Some(object.clone()));
        Ok(object)
    }
}

impl Registry {
    /// The replacement of a module, if it is created.
    pub(super) fn made(&self, key: &str) -> Option<JsObject> {
        Some(self.mocks.borrow().get(key)?.made.as_ref()?.namespace.clone())
    }
}

/// An object that reads a namespace, with a replaceable getter for each export.
fn facade(namespace: &JsObject, context: &mut Context) -> JsResult<JsObject> {
    let object = JsObject::with_null_proto();
    for key in namespace.own_property_keys(context)? {
        if !matches!(key, PropertyKey::String(_)) {
            continue;
        }
        let get = NativeFunction::from_copy_closure_with_captures(
            |_, _, (namespace, key): &(JsObject, JsValue), context| {
                let key = key.to_property_key(context)?;
                namespace.get(key, context)
            },
            (namespace.clone(), crate::value::key_value(&key)),
        );
        let get = native("", 0, get, context);
        let property = PropertyDescriptor::builder().get(get).enumerable(true).configurable(true);
        object.define_property_or_throw(key, property, context)?;
    }
    tag_as_module(&object, context)?;
    Ok(object)
}

/// Marks an object as a module (`Symbol.toStringTag`).
///
/// # Errors
/// None for an object of the host.
pub(super) fn tag_as_module(object: &JsObject, context: &mut Context) -> JsResult<()> {
    let tag = PropertyDescriptor::builder()
        .value(js_string!("Module"))
        .writable(true)
        .configurable(true)
        .enumerable(false);
    object.define_property_or_throw(PropertyKey::from(JsSymbol::to_string_tag()), tag, context)?;
    Ok(())
}
