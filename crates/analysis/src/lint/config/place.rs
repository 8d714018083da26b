//! Places in configurations, and the errors at them.

use std::cell::OnceCell;
use std::fmt;
use std::rc::Rc;

use oxc_allocator::Allocator;
use oxc_ast::ast::{Expression, ObjectPropertyKind, Statement};
use oxc_span::GetSpan;
use verdict_protocol::{Diagnostic, Location};
use verdict_syntax::LineTable;
use verdict_vfs::VfsPath;

use crate::hash::HashMap;

/// A file with a configuration.
#[derive(Debug)]
pub(super) struct Origin {
    pub(super) path: VfsPath,
    pub(super) text: String,
    /// Line and column of each value. Only errors ask for them.
    positions: OnceCell<HashMap<Vec<Step>, (u32, u32)>>,
}

/// A place in a configuration: in a file, or in the `lint` of a request.
#[derive(Debug, Clone, Default)]
pub(super) struct Place {
    pub(super) origin: Option<Rc<Origin>>,
    steps: Vec<Step>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Step {
    Key(String),
    Index(usize),
}

/// What is wrong with a configuration.
#[derive(Debug, Clone)]
pub(crate) struct ConfigError {
    /// The rule whose options are wrong.
    rule: Option<String>,
    message: String,
    /// The place in the file, if the configuration is a file.
    location: Option<Location>,
}

impl ConfigError {
    /// The error as a finding, at the start of `file` unless it has a place of its own.
    pub(crate) fn diagnostic(&self, file: &VfsPath) -> Diagnostic {
        let start = || Location { file: file.to_string(), line: 1, column: 1, ..Location::default() };
        Diagnostic {
            location: self.location.clone().unwrap_or_else(start),
            message: self.message.clone(),
            rule: self.rule.clone(),
            ..Diagnostic::default()
        }
    }

    /// A rule that does not exist, or whose options are wrong.
    pub(super) fn of_rule(id: &str, message: String, place: Option<&Place>) -> ConfigError {
        let location = place.and_then(|place| place.key("rules").key(id).location());
        ConfigError { rule: Some(id.to_owned()), message, location }
    }

    /// A file that is no JSON.
    pub(super) fn of_text(origin: &Origin, error: &serde_json::Error) -> ConfigError {
        let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX).max(1);
        let (line, column) = (number(error.line()), number(error.column()));
        let message = error.to_string();
        // The place is told already.
        let why = message.rsplit_once(" at line ").map_or(message.as_str(), |(why, _)| why);
        ConfigError {
            rule: None,
            message: format!("The configuration is invalid: {why}"),
            location: Some(Location { file: origin.path.to_string(), line, column, ..Location::default() }),
        }
    }
}

impl Origin {
    pub(super) fn new(path: VfsPath, text: String) -> Origin {
        Origin { path, text, positions: OnceCell::new() }
    }
}

impl Place {
    pub(super) fn of_file(origin: Rc<Origin>) -> Place {
        Place { origin: Some(origin), steps: Vec::new() }
    }

    pub(super) fn key(&self, key: &str) -> Place {
        self.then(Step::Key(key.to_owned()))
    }

    pub(super) fn index(&self, index: usize) -> Place {
        self.then(Step::Index(index))
    }

    fn then(&self, step: Step) -> Place {
        let steps = self.steps.iter().cloned().chain([step]).collect();
        Place { origin: self.origin.clone(), steps }
    }

    /// Whether it is a whole configuration.
    pub(super) fn is_root(&self) -> bool {
        self.steps.is_empty()
    }

    /// What is wrong here.
    pub(super) fn wrong(&self, why: &str) -> ConfigError {
        let at = self.to_string();
        let at = if at.is_empty() { at } else { format!(" at {at}") };
        let message = format!("The configuration is invalid{at}: {why}");
        ConfigError { rule: None, message, location: self.location() }
    }

    /// The line and the column in the file, if it is one: of the value here or of what holds it.
    fn location(&self) -> Option<Location> {
        let origin = self.origin.as_deref()?;
        let positions = origin.positions.get_or_init(|| positions(&origin.text).unwrap_or_default());
        let found = (0..=self.steps.len()).rev().find_map(|depth| positions.get(&self.steps[..depth]));
        let (line, column) = found.copied().unwrap_or((1, 1));
        Some(Location { file: origin.path.to_string(), line, column, ..Location::default() })
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut is_first = self.origin.is_some();
        if !is_first {
            f.write_str("lint")?;
        }
        for step in &self.steps {
            match step {
                Step::Key(key) if is_first => f.write_str(key)?,
                Step::Key(key) => write!(f, ".{key}")?,
                Step::Index(index) => write!(f, "[{index}]")?,
            }
            is_first = false;
        }
        Ok(())
    }
}

/// The line and the column of each value of a JSON text, which is an expression of JavaScript.
fn positions(text: &str) -> Option<HashMap<Vec<Step>, (u32, u32)>> {
    let mark = text.len() - text.trim_start_matches('\u{feff}').len();
    let source = format!("({})", &text[mark..]);
    let allocator = Allocator::default();
    let parsed = verdict_syntax::parse(&allocator, "/configuration.mjs", &source).ok()?;
    let Some(Statement::ExpressionStatement(statement)) = parsed.program.body.first() else { return None };
    let lines = LineTable::new(text);
    let mut positions = HashMap::default();
    let mut open = vec![(Vec::new(), statement.expression.without_parentheses())];
    while let Some((steps, value)) = open.pop() {
        let below = |step: Step| steps.iter().cloned().chain([step]).collect::<Vec<Step>>();
        match value {
            Expression::ArrayExpression(list) => {
                let elements = list.elements.iter().enumerate();
                open.extend(
                    elements
                        .filter_map(|(index, one)| Some((below(Step::Index(index)), one.as_expression()?))),
                );
            }
            Expression::ObjectExpression(object) => {
                let values = object.properties.iter().filter_map(|property| match property {
                    ObjectPropertyKind::ObjectProperty(one) => {
                        Some((below(Step::Key(one.key.static_name()?.into_owned())), &one.value))
                    }
                    ObjectPropertyKind::SpreadProperty(_) => None,
                });
                open.extend(values);
            }
            _ => {}
        }
        // The parenthesis in front has no place in the text.
        let offset = (value.span().start + u32::try_from(mark).ok()?).saturating_sub(1);
        positions.insert(steps, lines.position(offset));
    }
    Some(positions)
}
