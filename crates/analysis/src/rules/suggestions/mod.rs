//! Code that can be better: ESLint's group of that name.

rules! {
    no_console
    no_empty
    no_eval
    no_global_assign
    no_implied_eval
    no_new_func
    no_redeclare
    no_regex_spaces
    no_restricted_globals
    no_shadow_restricted_names
    no_var
    strict
}
