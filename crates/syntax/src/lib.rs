//! What stands before every parser: nesting guard, line table, source kind; and the one call of oxc's parser
