//! Code that can be better: ESLint's group of that name.

rules! {
    no_case_declarations
    no_console
    no_delete_var
    no_empty
    no_empty_static_block
    no_eval
    no_implied_eval
    no_new_func
    no_nonoctal_decimal_escape
    no_octal
    no_restricted_globals
    no_unused_labels
    no_useless_catch
    no_useless_escape
    no_var
    no_with
    preserve_caught_error
    require_yield
    strict
}
