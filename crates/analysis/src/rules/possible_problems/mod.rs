//! Code that is wrong, or likely to be: ESLint's group of that name.

rules! {
    no_cond_assign
    no_constant_condition
    no_control_regex
    no_debugger
    no_dupe_else_if
    no_dupe_keys
    no_extra_boolean_cast
    no_unreachable
    no_duplicate_case
    no_self_assign
    no_sparse_arrays
    no_unsafe_finally
    no_unsafe_negation
    use_isnan
    valid_typeof
}
