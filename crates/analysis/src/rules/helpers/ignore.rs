//! Patterns of `.gitignore` files, matched with paths.

/// A list of patterns, of which the last one that matches counts.
pub(crate) struct Ignore {
    patterns: Vec<Pattern>,
    ignores_case: bool,
}

struct Pattern {
    is_negated: bool,
    /// Whether it matches folders only.
    of_folders: bool,
    /// Whether it starts at the root, not at any folder.
    is_anchored: bool,
    parts: Vec<Vec<char>>,
}

impl Ignore {
    pub(crate) fn new(lines: &[String], ignores_case: bool) -> Ignore {
        Ignore {
            patterns: lines.iter().filter_map(|line| Pattern::parse(line, ignores_case)).collect(),
            ignores_case,
        }
    }

    /// Whether a path, or a folder that it is in, is ignored.
    pub(crate) fn ignores(&self, path: &str) -> bool {
        let path = if self.ignores_case { path.to_lowercase() } else { path.to_owned() };
        let parts: Vec<Vec<char>> = path.split('/').map(|part| part.chars().collect()).collect();
        (1..=parts.len()).any(|count| {
            let is_folder = count < parts.len();
            let mut is_ignored = false;
            for pattern in &self.patterns {
                if pattern.is_negated == is_ignored && pattern.matches(&parts[..count], is_folder) {
                    is_ignored = !pattern.is_negated;
                }
            }
            is_ignored
        })
    }
}

impl Pattern {
    fn parse(line: &str, ignores_case: bool) -> Option<Pattern> {
        let line = line.trim_end();
        let (is_negated, line) = line.strip_prefix('!').map_or((false, line), |line| (true, line));
        if line.is_empty() || line.starts_with('#') {
            return None;
        }
        let line = if ignores_case { line.to_lowercase() } else { line.to_owned() };
        let line = line.strip_prefix('\\').filter(|line| line.starts_with(['#', '!'])).unwrap_or(&line);
        let (of_folders, line) = line.strip_suffix('/').map_or((false, line), |line| (true, line));
        let is_anchored = line.contains('/');
        let line = line.strip_prefix('/').unwrap_or(line);
        let mut parts: Vec<Vec<char>> = line.split('/').map(|part| part.chars().collect()).collect();
        if is_anchored && parts.last().is_some_and(|last| last == &['*', '*']) {
            // Something in the folder, not the folder.
            parts.push(vec!['*']);
        }
        Some(Pattern { is_negated, of_folders, is_anchored, parts })
    }

    fn matches(&self, path: &[Vec<char>], is_folder: bool) -> bool {
        if self.of_folders && !is_folder {
            return false;
        }
        if !self.is_anchored {
            return path
                .last()
                .is_some_and(|name| self.parts.first().is_some_and(|part| matches_name(part, name)));
        }
        // As with `*` in names, the last `**` takes what is left over.
        let (mut at, mut from, mut star) = (0, 0, None);
        while at < path.len() {
            let part = self.parts.get(from);
            if part.is_some_and(|part| part == &['*', '*']) {
                star = Some((from, at));
                from += 1;
            } else if part.is_some_and(|part| matches_name(part, &path[at])) {
                at += 1;
                from += 1;
            } else if let Some((of, start)) = star {
                star = Some((of, start + 1));
                (from, at) = (of + 1, start + 1);
            } else {
                return false;
            }
        }
        self.parts[from..].iter().all(|part| part == &['*', '*'])
    }
}

/// Whether a part with `*`, `?` and `[…]` matches a name.
fn matches_name(pattern: &[char], name: &[char]) -> bool {
    let (mut at, mut from, mut star) = (0, 0, None);
    while at < name.len() {
        let length = match pattern.get(from) {
            Some('*') => {
                star = Some((from, at));
                from += 1;
                continue;
            }
            Some('?') => Some(1),
            Some('[') => class(&pattern[from..], name[at]),
            Some('\\') => (pattern.get(from + 1) == Some(&name[at])).then_some(2),
            Some(char) => (*char == name[at]).then_some(1),
            None => None,
        };
        match (length, star) {
            (Some(length), _) => {
                at += 1;
                from += length;
            }
            (None, Some((of, start))) => {
                star = Some((of, start + 1));
                (from, at) = (of + 1, start + 1);
            }
            (None, None) => return false,
        }
    }
    pattern[from..].iter().all(|char| *char == '*')
}

/// The length of the class at the start of a pattern if it has a character.
fn class(pattern: &[char], char: char) -> Option<usize> {
    let end = 1 + pattern.iter().skip(1).position(|char| *char == ']')?;
    let inner = &pattern[1..end];
    let (is_negated, inner) = match inner {
        ['!' | '^', inner @ ..] => (true, inner),
        inner => (false, inner),
    };
    let mut index = 0;
    let mut has = false;
    while index < inner.len() {
        if let [first, '-', last, ..] = &inner[index..] {
            has |= (*first..=*last).contains(&char);
            index += 3;
        } else {
            has |= inner[index] == char;
            index += 1;
        }
    }
    (has != is_negated).then_some(end + 1)
}
