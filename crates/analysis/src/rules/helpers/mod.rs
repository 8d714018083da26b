//! What several rules need.

pub(crate) mod access;
pub(crate) mod braces;
pub(crate) mod completion;
pub(crate) mod errors;
pub(crate) mod fixes;
pub(crate) mod ignore;
pub(crate) mod keys;
pub(crate) mod measure;
pub(crate) mod patterns;
pub(crate) mod precedence;
pub(crate) mod regex;
pub(crate) mod results;
pub(crate) mod semicolon;
pub(crate) mod specifiers;
pub(crate) mod static_text;
pub(crate) mod tokens;
