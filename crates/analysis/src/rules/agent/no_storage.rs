//! `agent/no-storage`: disallow storage that outlives the page.
//!
//! What one program stores there, others of the same origin read.
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
//! localStorage.setItem("token", token);
//! ```
//!
//! ```js passes
//! const storage = new Map(); storage.set("a", 1);
//! ```

use super::capability::{Capability, MESSAGES, check};
use crate::rules::prelude::*;

const CAPABILITY: Capability = Capability {
    globals: &["localStorage", "sessionStorage", "indexedDB", "caches", "cookieStore", "document.cookie", "navigator.storage", "navigator.storageBuckets", "openDatabase", "Storage", "IDBFactory", "CacheStorage", "StorageManager", "IDBDatabase", "mozIndexedDB", "sharedStorage", "webkitIndexedDB", "webkitStorageInfo"],
    built_in: &["sqlite"],
    packages: &["dexie", "idb", "idb-keyval", "localforage"],
    ..Capability::NONE
};

pub(crate) const RULE: Rule = Rule {
    id: "agent/no-storage",
    messages: MESSAGES,
    run: Run::Configured(|options| check(&CAPABILITY, options)),
    ..Rule::DEFAULT
};
