//! Rules over the module graph: those of `eslint-plugin-import`.

rules! {
    default
    export
    named
    namespace
    no_cycle
    no_duplicates
    no_self_import
    no_unresolved
}
