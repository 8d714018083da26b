//! String built-ins whose time and memory are proportional to their input and output.
//!
//! The engine's versions search from the start of a string whatever the position, and copy the string for
//! each match. They try a pattern at every unit between two matches, and hold all pieces next to the result.
//! Operations on many pieces are therefore O(n²). These versions also check the memory limit first.

mod builder;
mod find;
mod grow;
mod join;
mod pieces;
mod regexp;
mod replace;
mod split_regexp;

use std::cell::RefCell;

use boa_engine::native_function::NativeFunctionPointer;
use boa_engine::{Context, JsObject, JsResult, JsValue};

use self::regexp::Subject;
use self::split_regexp::Plain;
use crate::boa_fixes::guards::keep;
use crate::native::replace_method;

pub(crate) use builder::TextBuilder;

/// What these modules keep for a guest.
#[derive(Default)]
pub(crate) struct Slots {
    /// The string that patterns were last matched against.
    subject: Subject,
    /// Arrays being joined, outermost first.
    joined: RefCell<Vec<JsObject>>,
    /// Original properties of `RegExp.prototype`.
    patterns: RefCell<Plain>,
}

impl Slots {
    /// Drops the cached string.
    pub(crate) fn clear(&self) {
        self.subject.clear();
    }
}

pub(crate) fn install(context: &mut Context) -> JsResult<()> {
    let constructors = context.intrinsics().constructors();
    let string: JsValue = constructors.string().prototype().into();
    let array: JsValue = constructors.array().prototype().into();
    let natives: [(&JsValue, &'static str, &'static str, usize, NativeFunctionPointer); 9] = [
        (&string, "repeat", "String.repeat", 1, grow::repeat),
        (&string, "concat", "String.concat", 1, grow::concat),
        (&string, "padStart", "String.padStart", 1, grow::pad_start),
        (&string, "padEnd", "String.padEnd", 1, grow::pad_end),
        (&string, "indexOf", "String.indexOf", 1, find::index_of),
        (&string, "includes", "String.includes", 1, find::includes),
        (&string, "split", "String.split", 2, pieces::split),
        (&string, "replaceAll", "String.replaceAll", 2, replace::replace_all),
        (&array, "join", "Array.join", 1, join::join),
    ];
    for (target, name, key, length, native) in natives {
        keep(target, name, key, context)?;
        replace_method(target, name, length, native, context)?;
    }
    regexp::install(context)?;
    split_regexp::install(context)
}
