//! What a module becomes before it runs
