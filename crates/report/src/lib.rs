//! Report model and renderers
