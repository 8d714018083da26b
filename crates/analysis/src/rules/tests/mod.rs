//! Rules that keep tests honest: those of the plugins for Vitest and Jest.

rules! {}
