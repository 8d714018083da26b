//! Lint rules and type checks on one semantic model
