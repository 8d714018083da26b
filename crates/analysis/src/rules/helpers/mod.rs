//! What several rules need.

pub(crate) mod access;
pub(crate) mod constant;
pub(crate) mod keys;
pub(crate) mod measure;
pub(crate) mod precedence;
pub(crate) mod regex;
pub(crate) mod same_reference;
pub(crate) mod shadowing;
pub(crate) mod specifiers;
pub(crate) mod static_number;
pub(crate) mod static_text;
pub(crate) mod token_text;
pub(crate) mod tokens;
