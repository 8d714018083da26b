//! Code that is wrong, or likely to be: ESLint's group of that name.

rules! {
    array_callback_return
    no_await_in_loop
    no_control_regex
    no_debugger
    no_dupe_keys
    no_extra_boolean_cast
    no_promise_executor_return
    no_unreachable
    use_isnan
}
