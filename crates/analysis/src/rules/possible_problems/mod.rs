//! Code that is wrong, or likely to be: ESLint's group of that name.

rules! {
    no_control_regex
    no_debugger
    no_dupe_keys
    no_extra_boolean_cast
    no_unreachable
    use_isnan
}
