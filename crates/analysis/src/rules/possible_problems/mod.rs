//! Code that is wrong, or likely to be: ESLint's group of that name.

rules! {
    constructor_super
    getter_return
    no_class_assign
    no_const_assign
    no_control_regex
    no_debugger
    no_dupe_keys
    no_empty_character_class
    no_ex_assign
    no_extra_boolean_cast
    no_fallthrough
    no_func_assign
    no_import_assign
    no_invalid_regexp
    no_misleading_character_class
    no_new_native_nonconstructor
    no_obj_calls
    no_this_before_super
    no_unassigned_vars
    no_undef
    no_unreachable
    no_unused_private_class_members
    no_unused_vars
    no_useless_assignment
    no_useless_backreference
    use_isnan
}
