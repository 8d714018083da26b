//! The TypeScript declarations of what crosses a boundary, made from the Rust types that are serialized there.
//!
//! `cargo xtask codegen` writes them to `crates/manager/js/types.d.ts`. Nothing that is shipped depends on this
//! crate: the types implement [`TS`] only with the feature `types` of their crates.

mod interface;
mod roots;

use std::any::TypeId;
use std::collections::{BTreeMap, HashSet};

use ts_rs::{Config, TS, TypeVisitor};

/// The text of the declarations, before `biome format`.
#[must_use]
pub fn declarations() -> String {
    let config = Config::new().with_large_int("number");
    let mut page = Page {
        config,
        seen: HashSet::new(),
        names: HashSet::new(),
        found: BTreeMap::new(),
        text: HEAD.to_owned(),
    };
    roots::add_to(&mut page);
    page.text
}

const HEAD: &str = "/**
 * What results, options, events, stats and reports are made of.
 *
 * Generated from the Rust types by `cargo xtask codegen`.
 * @module
 */

import type { VerifyResult } from './results.js';
";

/// Collects each type once: a root, then by name what it refers to.
struct Page {
    config: Config,
    seen: HashSet<TypeId>,
    names: HashSet<String>,
    /// Declarations by name, because `ts-rs` visits dependencies in no fixed order.
    found: BTreeMap<String, String>,
    text: String,
}

impl Page {
    /// Adds a type, and all that it refers to, unless they are there.
    fn add<T: TS + 'static>(&mut self) {
        self.visit::<T>();
        let root = self.found.remove(&T::ident(&self.config));
        for declaration in root.into_iter().chain(std::mem::take(&mut self.found).into_values()) {
            self.text.push('\n');
            self.text.push_str(&declaration);
        }
    }
}

impl TypeVisitor for Page {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // Types without a file of their own are those of the language, and type parameters.
        if T::output_path().is_some() && self.seen.insert(TypeId::of::<T>()) {
            let name = T::ident(&self.config);
            assert!(
                self.names.insert(name.clone()),
                "two types are named {name}: rename one with `ts(rename)`"
            );
            self.found.insert(name, interface::declaration::<T>(&self.config));
            T::visit_dependencies(self);
        }
    }
}
