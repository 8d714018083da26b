//! Rules for what generated code may touch.

rules! {
    no_computed_modules
    no_eval_modules
    no_function_constructor
    no_global_escape
    no_network_modules
}
