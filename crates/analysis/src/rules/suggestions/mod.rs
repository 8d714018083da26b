//! Code that can be better: ESLint's group of that name.

rules! {
    default_case
    dot_notation
    eqeqeq
    no_console
    no_empty
    no_eval
    no_implied_eval
    no_lonely_if
    no_new_func
    no_restricted_globals
    no_restricted_properties
    no_return_assign
    no_throw_literal
    no_unneeded_ternary
    no_unused_expressions
    no_useless_rename
    no_var
    prefer_promise_reject_errors
    require_await
    strict
}
