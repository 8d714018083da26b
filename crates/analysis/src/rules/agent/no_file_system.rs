//! `agent/no-file-system`: disallow access to the file system.
//!
//! An agent changes files through its own tools, which check what it may change.
//! It finds uses by other names, through destructuring, default values, parameters, the global object, constant
//! texts and modules of the project. A question such as `typeof` is no use.
//! `dynamicAccess` reports members of a global object whose names are unknown.
//!
//! What it cannot see: what code gets from properties of its own objects, from collections and from events. Nor does it
//! see what functions of other packages return, and `this` of functions that others call.
//!
//! Options: `{ allow: [], allowDynamicAccess: false }`. `allow` lists names and modules, as messages show them.
//!
//! ```js fails
//! const { writeFile } = await import("node:fs/promises");
//! ```
//!
//! ```js passes
//! import { read } from "./fs.js"; read("/a");
//! ```

use super::capability::{Capability, MESSAGES, check};
use crate::rules::prelude::*;

const CAPABILITY: Capability = Capability {
    globals: &["showOpenFilePicker", "showSaveFilePicker", "showDirectoryPicker", "chooseFileSystemEntries", "webkitRequestFileSystem", "FileSystemHandle", "FileSystemFileHandle", "FileSystemDirectoryHandle", "navigator.storage.getDirectory", "Deno.copyFile*", "Deno.create*", "Deno.link*", "Deno.mkdir*", "Deno.open*", "Deno.read*", "Deno.remove*", "Deno.rename*", "Deno.symlink*", "Deno.truncate*", "Deno.write*", "Bun.file", "Bun.write"],
    built_in: &["fs"],
    packages: &["fs-extra", "graceful-fs"],
    schemes: &["file"],
};

pub(crate) const RULE: Rule = Rule {
    id: "agent/no-file-system",
    messages: MESSAGES,
    run: Run::Configured(|options| check(&CAPABILITY, options)),
    ..Rule::DEFAULT
};
