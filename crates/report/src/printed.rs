//! Console output, grouped by the test that printed it.

use std::collections::BTreeMap;

use verdict_protocol::{ConsoleEntry, Scope, TestEntry, VerifyResult};

/// Maximum number of lines shown of one test's output, or of a file's outside its tests.
const MAX_LINES: usize = 50;

/// Console output of one test, or of a file outside its tests. All text is untrusted.
#[derive(Debug)]
pub(crate) struct Printed<'a> {
    /// The file and the test; the command if neither is known.
    pub(crate) by: Vec<&'a str>,
    pub(crate) entries: Vec<&'a ConsoleEntry>,
}

impl Printed<'_> {
    /// The output as lines; other levels than plain output are prefixed. At most [`MAX_LINES`], then the
    /// number of further lines.
    pub(crate) fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let mut more = 0;
        for entry in &self.entries {
            let level = match entry.level.as_str() {
                "log" | "info" => String::new(),
                level => format!("{level}: "),
            };
            for (number, line) in entry.text.split('\n').enumerate() {
                if lines.len() < MAX_LINES {
                    lines.push(if number == 0 { format!("{level}{line}") } else { line.to_owned() });
                } else {
                    more += 1;
                }
            }
        }
        lines.extend((more > 0).then(|| format!("… and {more} more line(s)")));
        lines
    }
}

/// A command's console output by file and test, in order of their first output.
#[derive(Debug)]
pub(crate) struct Console<'a> {
    all: Vec<Option<Printed<'a>>>,
    places: BTreeMap<(Option<&'a str>, Option<&'a str>), usize>,
}

impl<'a> Console<'a> {
    pub(crate) fn of(result: &'a VerifyResult) -> Console<'a> {
        let mut console = Console { all: Vec::new(), places: BTreeMap::new() };
        for entry in &result.console.entries {
            let key = (entry.file.as_deref(), entry.test.as_deref());
            let at = *console.places.entry(key).or_insert_with(|| {
                let by: Vec<&str> = key.0.into_iter().chain(key.1).collect();
                let by = if by.is_empty() { vec![result.command.as_str()] } else { by };
                console.all.push(Some(Printed { by, entries: Vec::new() }));
                console.all.len() - 1
            });
            if let Some(Some(printed)) = console.all.get_mut(at) {
                printed.entries.push(entry);
            }
        }
        console
    }

    /// Takes the output of a test. Tests of the same name share it; only the first gets it.
    pub(crate) fn take(&mut self, entry: &TestEntry) -> Option<Printed<'a>> {
        if entry.scope != Scope::Test {
            return None;
        }
        let name = entry.path.join(" > ");
        let at = *self.places.get(&(Some(entry.location.file.as_str()), Some(name.as_str())))?;
        self.all.get_mut(at)?.take()
    }

    /// The output that was not taken.
    pub(crate) fn rest(self) -> Vec<Printed<'a>> {
        self.all.into_iter().flatten().collect()
    }
}
