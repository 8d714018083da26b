//! What a test file needs, each module ready to run.

mod module;

pub use module::{Form, LoadError, Meta, Module, Target};
