//! Collect, run and judge tests: describe, it, expect, hooks
