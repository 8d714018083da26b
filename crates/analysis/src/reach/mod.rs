//! What a file's code reaches through the global object.
//!
//! `fetch`, `const { fetch: f } = globalThis`, `Reflect.get(window, 'fe' + 'tch')` and `import { f } from './lib.js'`
//! with `export const f = fetch` there reach the same: the path `fetch`. The analysis follows values through variables,
//! patterns, parameters of functions whose calls are known, and modules of the snapshot. It does not follow values
//! through properties of objects, collections and calls of unknown functions. Where the global object itself goes there,
//! the file has a dynamic access.

mod bindings;
mod called;
mod calls;
mod escapes;
mod flow;
mod functions;
mod guards;
mod imports;
mod jsx;
mod modules;
mod origin;
mod patterns;
mod results;
mod scan;
mod texts;
mod writes;

use oxc_span::Span;

use crate::model::Model;

pub(crate) use calls::TextCall;
pub(crate) use imports::Import;

/// What a file reaches.
#[derive(Debug, Default)]
pub(crate) struct Reached {
    /// Where the code gets hold of something, in the order of the source.
    pub(crate) uses: Vec<Use>,
    /// Where the code takes a member of a global object whose name no constant gives.
    pub(crate) dynamic: Vec<Use>,
    /// Where the code changes a prototype that other code uses too.
    pub(crate) changes: Vec<Use>,
    /// Where the code writes a property of something that a path reaches: the path of the property. `*` is an
    /// unknown name, and `@@iterator` a well-known symbol.
    pub(crate) writes: Vec<Use>,
    /// Calls of timers that run a text.
    pub(crate) texts_run: Vec<Use>,
    /// The modules that the code imports.
    pub(crate) imports: Vec<Import>,
    /// Calls that pass texts.
    pub(crate) text_calls: Vec<TextCall>,
}

/// A place in the code, and a path from the global object, for example `["navigator", "sendBeacon"]`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Use {
    pub(crate) at: (u32, u32),
    /// Empty for the global object.
    pub(crate) path: Vec<String>,
}

impl Use {
    pub(crate) fn span(&self) -> Span {
        Span::new(self.at.0, self.at.1)
    }
}

impl Reached {
    /// Analyses a file.
    pub(crate) fn of(model: &Model<'_>) -> Reached {
        let modules = modules::Modules::new(model);
        scan::scan(&flow::Flow::new(model, &modules))
    }
}
