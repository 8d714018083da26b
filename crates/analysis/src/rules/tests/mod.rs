//! Rules that keep tests honest: those of the plugins for Vitest and Jest.

rules! {
    expect_expect
    max_expects
    max_nested_describe
    no_alias_methods
    no_commented_out_tests
    no_conditional_expect
    no_conditional_in_test
    no_disabled_tests
    no_duplicate_hooks
    no_focused_tests
    no_hooks
    no_identical_title
    no_import_node_test
    no_interpolation_in_snapshots
    no_mocks_import
    no_standalone_expect
    no_test_prefixes
    no_test_return_statement
    no_unneeded_async_expect_function
    prefer_called_exactly_once_with
    prefer_expect_resolves
    prefer_hooks_in_order
    prefer_hooks_on_top
    prefer_strict_equal
    require_awaited_expect_poll
    require_local_test_context_for_concurrent_snapshots
    require_to_throw_message
    require_top_level_describe
    valid_describe_callback
    valid_expect
    valid_expect_in_promise
    valid_title
    warn_todo
}
