//! Namespaces let go of their modules when a guest ends.
//!
//! The engine's namespace objects hold handles of modules that its collector is not shown (`ModuleNamespace::resolved_bindings`
//! of Boa 0.22). A handle that it is not shown counts as one of the host, so that a module with a namespace, and with it the
//! whole realm, would never be collected. Here a namespace takes the data of one that exports nothing.
#![allow(unsafe_code)] // The engine makes no such data for others, and gives none away: see `another`.

use std::fmt::Write;

use boa_engine::module::{ModuleNamespace, SyntheticModuleInitializer};
use boa_engine::{Context, JsObject, Module};

/// Empties the namespaces of modules whose guest is gone: afterwards they export nothing.
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
            *object.data_mut() = another(module, blank.data());
        }
    }
}

/// A module that exports nothing, and its namespace.
fn made(context: &mut Context) -> Option<(Module, JsObject<ModuleNamespace>)> {
    let steps = SyntheticModuleInitializer::from_copy_closure(|_, _| Ok(()));
    let module = Module::synthetic(&[], steps, None, None, context);
    let namespace = typed(&module, context)?;
    Some((module, namespace))
}

fn typed(module: &Module, context: &mut Context) -> Option<JsObject<ModuleNamespace>> {
    module.namespace(context).downcast().ok()
}

/// Another owner of the data of a namespace that [`made`] gave with its module.
fn another(blank: &Module, data: &ModuleNamespace) -> ModuleNamespace {
    // Counts the handle that the copy owns; it is dropped with the copy.
    std::mem::forget(blank.clone());
    // SAFETY: `data` is valid, and what it owns is a handle of its module, a set of names and a map of bindings. Both
    // owners may drop the handle, since it was counted for each of them above. Both may drop the set and the map, since
    // these were made from no names: neither has allocated, and nothing adds to them once they are made.
    unsafe { std::ptr::read(data) }
}

/// Whether a module has a namespace already. To ask for it would make one, which takes memory, and panics where a module
/// that it imports was not loaded.
fn has_namespace(module: &Module) -> bool {
    let mut first = First(None);
    // Ends with an error as soon as it is known: the rest of a module is long.
    let _ = write!(first, "{module:?}");
    first.0 == Some(true)
}

/// Of what it is written, whether the first `Option` is something. In a module that is the namespace.
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
