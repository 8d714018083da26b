//! The snapshot behind `node:fs`.

use std::collections::BTreeMap;

use boa_engine::object::builtins::JsArray;
use boa_engine::{Context, JsResult, JsString, JsValue};
use verdict_protocol::ReadKind;
use verdict_vfs::VfsPath;

use crate::native::{argument, host};
use crate::web::uint8_array;

/// `(path) → Uint8Array`; `undefined` if there is no such file.
pub(crate) fn read_file(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let host = host(context)?;
    match path(args, context)?.and_then(|path| host.snapshot.get(&path)) {
        Some(blob) => uint8_array(blob.bytes(), context).map(JsValue::from),
        None => Ok(JsValue::undefined()),
    }
}

/// `(path) → 'file' | 'directory' | undefined`.
pub(crate) fn file_kind(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let host = host(context)?;
    let text = argument(args, 0).to_string(context)?.to_std_string_lossy();
    if text == "/" {
        host.note_read("/", ReadKind::Folder, context);
        return Ok(JsString::from("directory").into());
    }
    let Some(path) = path(args, context)? else { return Ok(JsValue::undefined()) };
    if host.snapshot.get(&path).is_some() {
        host.note_read(path.as_str(), ReadKind::File, context);
        return Ok(JsString::from("file").into());
    }
    let folder = format!("{path}/");
    let is_folder = host.snapshot.iter().any(|(path, _)| path.as_str().starts_with(&folder));
    let kind = if is_folder { ReadKind::Folder } else { ReadKind::Missing };
    host.note_read(path.as_str(), kind, context);
    Ok(if is_folder { JsString::from("directory").into() } else { JsValue::undefined() })
}

/// `(path of a folder) → [[name, 'file' | 'directory']]`, by name.
pub(crate) fn read_dir(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = argument(args, 0).to_string(context)?.to_std_string_lossy();
    let folder = if text == "/" { text } else { format!("{text}/") };
    let mut entries: BTreeMap<String, &'static str> = BTreeMap::new();
    let host = host(context)?;
    // Subfolders are recorded only if a recursive listing reads them.
    if let Some(path) = path(args, context)? {
        host.note_read(path.as_str(), ReadKind::Folder, context);
    }
    for (path, _) in host.snapshot.iter() {
        let Some(rest) = path.as_str().strip_prefix(&folder) else { continue };
        match rest.split_once('/') {
            Some((name, _)) => entries.insert(name.to_owned(), "directory"),
            None => entries.insert(rest.to_owned(), "file"),
        };
    }
    let list = JsArray::new(context)?;
    for (name, kind) in entries {
        let pair = [JsString::from(name), JsString::from(kind)].map(JsValue::from);
        let pair = JsArray::from_iter(pair, context);
        list.push(pair, context)?;
    }
    Ok(list.into())
}

fn path(args: &[JsValue], context: &mut Context) -> JsResult<Option<VfsPath>> {
    let text = argument(args, 0).to_string(context)?.to_std_string_lossy();
    Ok(VfsPath::parse(&text).ok())
}
