//! Code that can be better: ESLint's group of that name.

rules! {
    consistent_return
    curly
    default_case
    dot_notation
    eqeqeq
    no_console
    no_else_return
    no_empty
    no_eval
    no_implied_eval
    no_lonely_if
    no_new_func
    no_param_reassign
    no_restricted_globals
    no_restricted_imports
    no_restricted_properties
    no_restricted_syntax
    no_return_assign
    no_shadow
    no_throw_literal
    no_unneeded_ternary
    no_unused_expressions
    no_useless_rename
    no_useless_return
    no_var
    object_shorthand
    prefer_arrow_callback
    prefer_const
    prefer_promise_reject_errors
    prefer_template
    require_await
    strict
}
