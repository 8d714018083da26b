//! Globs with groups, as picomatch and minimatch read them.

use fast_glob::glob_match;

/// What parentheses without a sign before them mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Parentheses {
    /// A group, of which one alternative must match: picomatch, by which Vitest, Vite and Jest find files.
    Group,
    /// Characters of a name: minimatch, by which ESLint and npm do.
    Literal,
}

/// A glob that may have groups: `@(a|b)`, `?(a|b)` for none or one, `*(a|b)` and `+(a|b)` for several, and `!(a|b)` for
/// anything else. A group that may occur several times matches one time at most.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Glob {
    /// The glob with braces instead of groups, and `*` for those with `!`.
    wanted: String,
    /// For each group with `!`, the glob that has its alternatives in that place.
    refused: Vec<String>,
}

impl Glob {
    /// Reads a glob.
    #[must_use]
    pub fn new(glob: &str, parentheses: Parentheses) -> Glob {
        let (wanted, negated) = with_braces(glob, parentheses, None);
        let refused = (0..negated).map(|at| with_braces(glob, parentheses, Some(at)).0).collect();
        Glob { wanted, refused }
    }

    /// Whether it matches a path.
    #[must_use]
    pub fn matches(&self, path: &str) -> bool {
        glob_match(&self.wanted, path) && !self.refused.iter().any(|glob| glob_match(glob, path))
    }
}

/// Whether a glob that may have groups matches a path. A glob that many paths are compared with is better kept as a [`Glob`].
#[must_use]
pub fn glob_matches(glob: &str, path: &str, parentheses: Parentheses) -> bool {
    if glob.contains('(') { Glob::new(glob, parentheses).matches(path) } else { glob_match(glob, path) }
}

/// Writes groups as braces, and those with `!` as `*`, but for one. Returns how many of these there are, too.
fn with_braces(glob: &str, parentheses: Parentheses, kept: Option<usize>) -> (String, usize) {
    let (mut braces, mut negated) = (String::with_capacity(glob.len()), 0);
    // For each open group: whether its alternatives are written.
    let mut open: Vec<bool> = Vec::new();
    let mut in_class = false;
    let mut rest = glob.chars().peekable();
    while let Some(c) = rest.next() {
        let is_written = open.last().copied().unwrap_or(true);
        let begins = !in_class
            && match c {
                '?' | '@' | '+' | '*' | '!' => rest.peek() == Some(&'('),
                '(' => parentheses == Parentheses::Group,
                _ => false,
            };
        if begins {
            if c != '(' {
                rest.next();
            }
            let is_negated = c == '!' && is_written;
            // A star before it takes whatever the group refuses.
            let is_other = c == '!' && (kept != Some(negated) || braces.ends_with('*'));
            negated += usize::from(is_negated && !braces.ends_with('*'));
            if is_written {
                braces.push_str(match c {
                    '!' if is_other => "*",
                    '?' | '*' => "{,",
                    _ => "{",
                });
            }
            open.push(is_written && !is_other);
            continue;
        }
        if c == ')'
            && !in_class
            && let Some(was_written) = open.pop()
        {
            if was_written {
                braces.push('}');
            }
            continue;
        }
        let escaped = if c == '\\' { rest.next() } else { None };
        in_class = if in_class { c != ']' } else { c == '[' };
        if !is_written {
            continue;
        }
        braces.push(if c == '|' && !open.is_empty() && !in_class { ',' } else { c });
        braces.extend(escaped);
    }
    (braces, negated)
}
