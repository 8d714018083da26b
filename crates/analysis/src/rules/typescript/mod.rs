//! Rules about TypeScript's own syntax: those of `@typescript-eslint/eslint-plugin`.

rules! {
    ban_ts_comment
    no_array_constructor
    no_duplicate_enum_values
    no_empty_object_type
    no_explicit_any
    no_extra_non_null_assertion
    no_misused_new
    no_namespace
    no_non_null_asserted_optional_chain
    no_require_imports
    no_this_alias
    no_unnecessary_type_constraint
    no_unsafe_declaration_merging
    no_unsafe_function_type
    no_wrapper_object_types
    prefer_as_const
    prefer_namespace_keyword
    triple_slash_reference
}
