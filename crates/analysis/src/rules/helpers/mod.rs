//! What several rules need.

pub(crate) mod access;
pub(crate) mod ambient;
pub(crate) mod assigned;
pub(crate) mod constructors;
pub(crate) mod global_calls;
pub(crate) mod global_comments;
pub(crate) mod ignore_pattern;
pub(crate) mod keys;
pub(crate) mod library;
pub(crate) mod marks;
pub(crate) mod measure;
pub(crate) mod members;
pub(crate) mod patterns;
pub(crate) mod precedence;
pub(crate) mod regex;
pub(crate) mod specifiers;
pub(crate) mod static_text;
pub(crate) mod tokens;
pub(crate) mod traversal;
pub(crate) mod unused_imports;
pub(crate) mod unused_removal;
pub(crate) mod usage;
pub(crate) mod variables;
