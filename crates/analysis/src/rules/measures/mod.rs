//! Rules that count: lines, parameters, paths.

rules! {
    complexity
    max_depth
    max_lines
    max_lines_per_function
    max_nested_callbacks
    max_params
    max_statements
}
