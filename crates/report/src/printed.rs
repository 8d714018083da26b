//! What the guest printed, by the test that printed it.

use std::collections::BTreeMap;

use verdict_protocol::{ConsoleEntry, Scope, TestEntry, VerifyResult};

/// Lines that are shown of what one test, or one file outside of its tests, printed.
const MAX_LINES: usize = 50;

/// What one test printed, or one file outside of its tests. All text is hostile.
#[derive(Debug)]
pub(crate) struct Printed<'a> {
    /// The file and the test; the command where neither is known.
    pub(crate) by: Vec<&'a str>,
    pub(crate) entries: Vec<&'a ConsoleEntry>,
}

impl Printed<'_> {
    /// What was printed, in lines; what is no plain output goes by its level. At most [`MAX_LINES`], and how many
    /// there are beside them.
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

/// What a command printed, by file and test, in the order in which each began.
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

    /// What a test printed, the first time that it is asked for: tests of one name share it.
    pub(crate) fn take(&mut self, entry: &TestEntry) -> Option<Printed<'a>> {
        if entry.scope != Scope::Test {
            return None;
        }
        let name = entry.path.join(" > ");
        let at = *self.places.get(&(Some(entry.location.file.as_str()), Some(name.as_str())))?;
        self.all.get_mut(at)?.take()
    }

    /// What was not asked for.
    pub(crate) fn rest(self) -> Vec<Printed<'a>> {
        self.all.into_iter().flatten().collect()
    }
}
