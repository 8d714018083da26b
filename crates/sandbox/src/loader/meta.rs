//! `import.meta`.

use boa_engine::object::FunctionObjectBuilder;
use boa_engine::object::builtins::JsProxy;
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsNativeError, JsObject, JsResult, JsString, JsValue, NativeFunction};
use verdict_protocol::{ImportKind, sentences};
use verdict_vfs::{TEST_API_MODULES, VfsPath};

use super::common_js::exported;
use crate::host::Host;
use crate::native::{argument, define_hidden};

/// Values that Vite defines in addition to the environment, unless that sets them.
const TEXTS: [(&str, &str); 2] = [("MODE", "test"), ("BASE_URL", "/")];
const FLAGS: [(&str, bool); 3] = [("DEV", true), ("PROD", false), ("SSR", true)];

impl Host {
    /// Sets `url`, `filename`, `dirname` and `resolve` as Node does, and `env` and `vitest` as Vitest does.
    pub(super) fn fill_meta(&self, meta: &JsObject, path: &str, context: &mut Context) {
        let folder = match path.rsplit_once('/') {
            Some(("", _)) | None => "/",
            Some((folder, _)) => folder,
        };
        let texts = [
            ("url", verdict_vfs::file_url(path)),
            ("filename", path.to_owned()),
            ("dirname", folder.to_owned()),
        ];
        for (name, text) in texts {
            // `import.meta` is a fresh ordinary object: defining its first properties cannot fail.
            let _ = define_hidden(meta, name, JsString::from(text).into(), context);
        }
        let resolve = NativeFunction::from_copy_closure_with_captures(
            |_, args, importer: &String, context| resolve(args, importer, context),
            path.to_owned(),
        );
        let resolve = FunctionObjectBuilder::new(context.realm(), resolve).name("resolve").length(1).build();
        let _ = define_hidden(meta, "resolve", resolve.into(), context);
        let glob = NativeFunction::from_fn_ptr(|_, _, _| {
            Err(JsNativeError::error().with_message(sentences::unreplaced_glob()).into())
        });
        let glob = FunctionObjectBuilder::new(context.realm(), glob).name("glob").build();
        let _ = define_hidden(meta, "glob", glob.into(), context);
        if let Ok(env) = self.meta_env(context) {
            let _ = define_hidden(meta, "env", env.into(), context);
        }
        let is_test_file = self.loader.test_file.borrow().as_ref().is_some_and(|file| file.as_str() == path);
        let api = TEST_API_MODULES.first().filter(|_| is_test_file);
        let api = api.and_then(|name| self.loader.host.borrow().get(*name).cloned());
        if let Some(Ok(api)) = api.map(|api| exported(&api, context)) {
            let _ = define_hidden(meta, "vitest", api, context);
        }
    }

    /// The `env` object, one for all modules, backed by the initial environment of `process.env`.
    fn meta_env(&self, context: &mut Context) -> JsResult<JsObject> {
        if let Some(env) = self.loader.env.borrow().clone() {
            return Ok(env);
        }
        let target = crate::environment::process_env(context)?;
        let env: JsObject = JsProxy::builder(target).get(get).set(set).has(has).build(context)?.into();
        self.loader.env.replace(Some(env.clone()));
        Ok(env)
    }
}

fn resolve(args: &[JsValue], importer: &str, context: &mut Context) -> JsResult<JsValue> {
    let host = crate::native::host(context)?;
    let specifier = argument(args, 0).to_string(context)?.to_std_string_lossy();
    if specifier.starts_with("file:///") || host.loader.host.borrow().contains_key(&specifier) {
        return Ok(JsString::from(specifier).into());
    }
    let importer =
        VfsPath::parse(importer).map_err(|error| JsNativeError::error().with_message(error.to_string()))?;
    host.note_import(Some(&importer), &specifier, ImportKind::Import);
    if let Some(key) = host.builtin_key(Some(&importer), &specifier) {
        return Ok(JsString::from(key).into());
    }
    let path = host.resolve(&importer, &specifier, context)?;
    let (file, query) = host.snapshot.module_parts(&path);
    Ok(JsString::from(verdict_vfs::file_url(file.as_str()) + query).into())
}

/// The text of a key that is a string.
fn name(key: &JsValue) -> Option<String> {
    key.as_string().map(|key| key.to_std_string_lossy())
}

fn default_of(name: &str, context: &Context) -> Option<JsValue> {
    // The subject must not see that it is under test, so mode and flags are those of Vite's server.
    let is_told_apart = Host::of(context).is_some_and(|host| host.origins.are_told_apart());
    let text = TEXTS.iter().find(|(known, _)| *known == name);
    let text =
        text.map(|(name, text)| (name, if is_told_apart && *name == "MODE" { "development" } else { text }));
    let flag = || FLAGS.iter().find(|(known, _)| *known == name);
    text.map(|(_, text)| JsString::from(text).into()).or_else(|| flag().map(|(_, on)| (*on).into()))
}

/// Reads a variable of the environment, flags as booleans, or else the default.
fn get(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (Some(target), key) = (argument(args, 0).as_object(), argument(args, 1)) else {
        return Ok(JsValue::undefined());
    };
    let Some(name) = name(&key) else { return target.get(key.to_property_key(context)?, context) };
    let key = PropertyKey::from(JsString::from(name.as_str()));
    let value = target.get(key, context)?;
    let is_flag = FLAGS.iter().any(|(known, _)| *known == name);
    Ok(match default_of(&name, context) {
        Some(default) if value.is_undefined() => default,
        _ if is_flag => value.to_boolean().into(),
        _ => value,
    })
}

/// Writes a variable. The environment holds strings, so a flag becomes `1` or an empty string.
fn set(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (Some(target), key) = (argument(args, 0).as_object(), argument(args, 1)) else {
        return Ok(false.into());
    };
    let is_flag = name(&key).is_some_and(|name| FLAGS.iter().any(|(known, _)| *known == name));
    let value = argument(args, 2);
    let value =
        if is_flag { JsString::from(if value.to_boolean() { "1" } else { "" }).into() } else { value };
    let key = key.to_property_key(context)?;
    Ok(target.set(key, value, false, context)?.into())
}

fn has(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (Some(target), key) = (argument(args, 0).as_object(), argument(args, 1)) else {
        return Ok(false.into());
    };
    let is_known = name(&key).is_some_and(|name| default_of(&name, context).is_some());
    let key = key.to_property_key(context)?;
    Ok((is_known || target.has_property(key, context)?).into())
}
