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
    no_standalone_expect
    valid_describe_callback
    valid_expect
    valid_title
}
