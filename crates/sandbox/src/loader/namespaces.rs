//! Detaches namespaces from their modules when a guest ends.
//!
//! The engine's namespace objects hold handles of modules that its collector does not trace
//! (`ModuleNamespace::resolved_bindings` of Boa 0.22). An untraced handle counts as a root, so a module with
//! a namespace, and with it the whole realm, would never be collected. Here a namespace receives the data of
//! one that exports nothing.
#![allow(unsafe_code)] // The engine makes no such data for others, and gives none away: see `another`.

use std::fmt::Write;

use boa_engine::module::{ModuleNamespace, SyntheticModuleInitializer};
use boa_engine::{Context, JsObject, Module};

/// Empties the namespaces of modules whose guest ended: afterwards they export nothing.
pub(super) fn release(modules: &[Module], context: &mut Context) {
    let mut blank = None;
    for module in modules.iter().filter(|module| has_namespace(module)) {
        let Some(namespace) = typed(module, context) else { continue };
        let (module, blank) = match &blank {
            Some(blank) => blank,
            None => match made(context) {
                Some(found) => blank.insert(found),
                None => return,
            },
        };
        let Ok(mut object) = namespace.try_borrow_mut() else { continue };
        if let Ok(blank) = blank.try_borrow() {
            *object.data_mut() = duplicate(module, blank.data());
        }
    }
}

/// Creates a module that exports nothing, and its namespace.
fn made(context: &mut Context) -> Option<(Module, JsObject<ModuleNamespace>)> {
    let steps = SyntheticModuleInitializer::from_copy_closure(|_, _| Ok(()));
    let module = Module::synthetic(&[], steps, None, None, context);
    let namespace = typed(&module, context)?;
    Some((module, namespace))
}

fn typed(module: &Module, context: &mut Context) -> Option<JsObject<ModuleNamespace>> {
    module.namespace(context).downcast().ok()
}

/// Duplicates the data of a namespace that [`made`] returned with its module.
fn duplicate(blank: &Module, data: &ModuleNamespace) -> ModuleNamespace {
    // Counts the handle that the copy owns, which is dropped with the copy.
    std::mem::forget(blank.clone());
    // SAFETY: `data` is valid. It owns a handle of its module, a set of names and a map of bindings. Both
    // owners may drop the handle, because it was counted for each of them above. Both may drop the set and
    // the map, because these were created empty: neither has allocated, and nothing is added later.
    unsafe { std::ptr::read(data) }
}

/// Whether a module already has a namespace. Requesting it would create one, which takes memory, and panics
/// if an imported module was not loaded.
fn has_namespace(module: &Module) -> bool {
    let mut first = First(None);
    // Writing stops with an error as soon as the answer is known, because the rest of a module is long.
    let _ = write!(first, "{module:?}");
    first.0 == Some(true)
}

/// Reads from the `Debug` output whether the first `Option` is `Some`. In a module this is the namespace.
struct First(Option<bool>);

impl Write for First {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.0 = match text {
            "Some" => Some(true),
            "None" => Some(false),
            _ => return Ok(()),
        };
        Err(std::fmt::Error)
    }
}
