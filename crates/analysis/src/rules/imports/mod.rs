//! Rules over the module graph: those of `eslint-plugin-import`.

rules! {}
