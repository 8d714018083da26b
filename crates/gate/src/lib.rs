//! The transaction around a change
