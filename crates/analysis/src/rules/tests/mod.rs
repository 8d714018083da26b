//! Rules that keep tests honest: those of the plugins for Vitest and Jest.

rules! {
    expect_expect
    no_commented_out_tests
    no_conditional_expect
    no_conditional_in_test
    no_disabled_tests
    no_focused_tests
    no_identical_title
    no_import_node_test
    no_interpolation_in_snapshots
    no_mocks_import
    no_standalone_expect
    no_unneeded_async_expect_function
    prefer_called_exactly_once_with
    require_local_test_context_for_concurrent_snapshots
    valid_describe_callback
    valid_expect
    valid_expect_in_promise
    valid_title
}
