//! Wire types: commands, messages, limits, results, diagnostics, error codes
