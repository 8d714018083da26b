//! Code that is wrong, or likely to be: ESLint's group of that name.

rules! {
    for_direction
    no_async_promise_executor
    no_compare_neg_zero
    no_cond_assign
    no_constant_binary_expression
    no_constant_condition
    no_control_regex
    no_debugger
    no_dupe_args
    no_dupe_class_members
    no_dupe_else_if
    no_dupe_keys
    no_duplicate_case
    no_empty_pattern
    no_extra_boolean_cast
    no_irregular_whitespace
    no_loss_of_precision
    no_prototype_builtins
    no_self_assign
    no_setter_return
    no_sparse_arrays
    no_unexpected_multiline
    no_unreachable
    no_unsafe_finally
    no_unsafe_negation
    no_unsafe_optional_chaining
    use_isnan
    valid_typeof
}
