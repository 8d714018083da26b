//! The functions of `vi` for module mocks.

use boa_engine::{
    Context, JsArgs, JsNativeError, JsObject, JsResult, JsString, JsSymbol, JsValue, NativeFunction,
};
use verdict_protocol::{ImportKind, sentences};
use verdict_sandbox::{
    Mocker as _, Required, StandIn, forget_modules, forget_stand_in, import_original, import_path,
    module_key, note_import, require_original, require_path,
};
use verdict_vfs::VfsPath;

use super::deferred::later;
use super::registry::{Kind, Mock};
use super::{automock, jest};
use crate::intrinsics::native;
use crate::state::{State, here};
use crate::value;
use crate::vi::api::{Entry, vi};

pub(in crate::vi) const FUNCTIONS: &[Entry] = &[
    ("mock", 2, |_, args, context| mock("mock", args, context).map(|_| chained(context))),
    ("doMock", 2, do_mock),
    ("unmock", 1, |_, args, context| unmock("unmock", args, context)),
    ("doUnmock", 1, |_, args, context| unmock("doUnmock", args, context)),
    ("importActual", 1, |_, args, context| {
        let (importer, path) = (importer(context)?, path("importActual", args)?);
        later(move |context| import_original(&importer, &path, context).map(JsValue::from), context)
    }),
    ("importMock", 1, |_, args, context| {
        let (importer, path) = (importer(context)?, path("importMock", args)?);
        later(move |context| import_mock(&importer, &path, context).map(JsValue::from), context)
    }),
    ("requireActual", 1, |_, args, context| {
        let (importer, path) = (importer(context)?, path("requireActual", args)?);
        framed(require_original, &importer, &path, context)
    }),
    ("requireMock", 1, |_, args, context| {
        let (importer, path) = (importer(context)?, path("requireMock", args)?);
        framed(require_mock, &importer, &path, context)
    }),
    ("resetModules", 0, |_, _, context| {
        reset_modules(context)?;
        Ok(vi(context))
    }),
    ("mockObject", 2, |_, args, context| {
        let spy = spies(args.get_or_undefined(1), context)?;
        automock::value(args.get_or_undefined(0), spy, context)
    }),
];

/// Forgets all modules, so that the next import or `require` of each runs it again. Mocks stay.
///
/// # Errors
/// A realm without mocks of modules.
pub(crate) fn reset_modules(context: &mut Context) -> JsResult<()> {
    forget_modules(context);
    State::of(context).vi.registry()?.forget_made();
    Ok(())
}

/// The file whose code is running.
///
/// # Errors
/// Code that belongs to no file.
pub(super) fn importer(context: &mut Context) -> JsResult<VfsPath> {
    let file = here(context).0.map(|at| at.file);
    let path = file.and_then(|file| VfsPath::parse(&file).ok());
    Ok(path.ok_or_else(|| JsNativeError::error().with_message("modules are mocked by code of files"))?)
}

fn path(method: &str, args: &[JsValue]) -> JsResult<String> {
    let given = args.get_or_undefined(0);
    match given.as_string() {
        Some(path) => Ok(value::text(&path)),
        None => {
            let message = sentences::vi_expects_path(method, given.type_of());
            Err(JsNativeError::typ().with_message(message).into())
        }
    }
}

/// What a function returns for the next call in a chain, which only Jest has.
fn chained(context: &Context) -> JsValue {
    if State::of(context).is_jest { vi(context) } else { JsValue::undefined() }
}

fn spies(options: &JsValue, context: &mut Context) -> JsResult<bool> {
    match options.as_object() {
        Some(options) => Ok(options.get(boa_engine::js_string!("spy"), context)?.to_boolean()),
        None => Ok(false),
    }
}

/// Mocks a module. Returns its key.
fn mock(method: &str, args: &[JsValue], context: &mut Context) -> JsResult<String> {
    let raw = path(method, args)?;
    let importer = importer(context)?;
    note_import(&importer, &raw, ImportKind::Mock, context);
    let key = module_key(&importer, &raw, context);
    let registry = State::of(context).vi.registry()?;
    let given = args.get_or_undefined(1);
    let kind = match given.as_callable() {
        Some(factory) => {
            crate::guard::check_written("The factory of a mock", &factory, context)?;
            Kind::Manual(factory)
        }
        None => registry.automatic(&key, &raw, spies(given, context)?, context),
    };
    registry.insert(key.clone(), Mock { raw, importer, kind, made: None, is_making: false });
    forget_stand_in(&key, context);
    Ok(key)
}

/// `doMock(path, factory?)`.
///
/// # Errors
/// A path that is no string.
pub(in crate::vi) fn do_mock(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let key = mock("doMock", args, context)?;
    if State::of(context).is_jest {
        return Ok(vi(context));
    }
    let undo = NativeFunction::from_copy_closure_with_captures(
        |_, _, key: &boa_engine::JsString, context| {
            remove(&value::text(key), context)?;
            Ok(JsValue::undefined())
        },
        boa_engine::js_string!(key),
    );
    let undo = native("", 0, undo, context);
    let object = JsObject::with_object_proto(context.intrinsics());
    object.create_data_property_or_throw(JsSymbol::dispose(), undo, context)?;
    Ok(object.into())
}

/// `setMock(path, exports)`.
///
/// # Errors
/// A path that is no string.
pub(in crate::vi) fn set_mock(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let exports = args.get_or_undefined(1).clone();
    let factory = NativeFunction::from_copy_closure_with_captures(
        |_, _, exports: &JsValue, _| Ok(exports.clone()),
        exports,
    );
    let factory = native("", 0, factory, context);
    mock("setMock", &[args.get_or_undefined(0).clone(), factory.into()], context)?;
    Ok(vi(context))
}

fn unmock(method: &str, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let raw = path(method, args)?;
    let importer = importer(context)?;
    let key = module_key(&importer, &raw, context);
    remove(&key, context)?;
    Ok(chained(context))
}

/// `doUnmock(path)`.
///
/// # Errors
/// A path that is no string.
pub(in crate::vi) fn unmock_later(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    unmock("doUnmock", args, context)
}

/// `createMockFromModule(path)`: the automatic mock of a module, even if it is mocked.
///
/// # Errors
/// Errors of loading or running the module.
pub(in crate::vi) fn mock_of(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (importer, path) = (importer(context)?, path("createMockFromModule", args)?);
    framed(
        |importer, path, context| {
            if State::of(context).is_jest {
                return jest::automatic(importer, path, context).map(|made| made.value);
            }
            automock::module(importer, path, false, context).map(JsValue::from)
        },
        &importer,
        &path,
        context,
    )
}

/// Loads a module in a separate frame. The engine leaves values on its stack when it links a module. The end of
/// the frame removes them, so that they do not stay between the values of an unfinished expression.
fn framed(
    load: fn(&VfsPath, &str, &mut Context) -> JsResult<JsValue>,
    importer: &VfsPath,
    path: &str,
    context: &mut Context,
) -> JsResult<JsValue> {
    let native_load = NativeFunction::from_copy_closure_with_captures(
        move |_, _, (importer, path): &(JsString, JsString), context| {
            let importer = VfsPath::parse(&value::text(importer))
                .map_err(|error| JsNativeError::error().with_message(error.to_string()))?;
            load(&importer, &value::text(path), context)
        },
        (JsString::from(importer.as_str()), JsString::from(path)),
    );
    let native_load = native("", 0, native_load, context);
    let run = State::of(context).shim.run.clone();
    run.call(&JsValue::undefined(), &[native_load.into()], context)
}

fn remove(key: &str, context: &Context) -> JsResult<()> {
    State::of(context).vi.registry()?.remove(key);
    forget_stand_in(key, context);
    Ok(())
}

/// What `require` gives of the mock of a module, which is created now if it is not mocked.
fn require_mock(importer: &VfsPath, raw: &str, context: &mut Context) -> JsResult<JsValue> {
    if !State::of(context).is_jest {
        return import_mock(importer, raw, context).map(JsValue::from);
    }
    note_import(importer, raw, ImportKind::Require, context);
    let registry = State::of(context).vi.registry()?;
    let key = module_key(importer, raw, context);
    match registry.required(&key, context)? {
        Required::Value(value) => return Ok(value),
        Required::File(path) => return require_path(importer, &path, context),
        Required::Original => {}
    }
    match registry.automatic(&key, raw, false, context) {
        Kind::Redirect(path) => require_path(importer, &path, context),
        Kind::Auto { .. } | Kind::Manual(_) => jest::automatic(importer, raw, context).map(|made| made.value),
    }
}

/// The mock of a module, created now if it is not mocked.
fn import_mock(importer: &VfsPath, raw: &str, context: &mut Context) -> JsResult<JsObject> {
    note_import(importer, raw, ImportKind::Import, context);
    let registry = State::of(context).vi.registry()?;
    let key = module_key(importer, raw, context);
    if registry.get(&key).is_some() {
        match registry.stand_in(&key, context)? {
            StandIn::Object(object) => return Ok(object),
            StandIn::File(path) => return import_path(&path, context),
            StandIn::Original | StandIn::Facade | StandIn::Later => {}
        }
    }
    match registry.automatic(&key, raw, false, context) {
        Kind::Redirect(path) => import_path(&path, context),
        Kind::Auto { .. } | Kind::Manual(_) => automock::module(importer, raw, false, context),
    }
}
