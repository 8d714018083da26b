//! Converts a guest's failures to the judge's form: bounded, with locations in the snapshot.

use verdict_judge::{Carried, Fault, SourceLocations, bound};
use verdict_protocol::{Code, Location, StackFrame, TestError, error_header};

use crate::message::GuestFault;
use crate::stack::{Place, frames};

/// Maximum number of causes and aggregated errors reported of one error.
const MAX_ERRORS: usize = 20;

/// Hooks that a failure may name.
const HOOKS: [&str; 8] = [
    "beforeAll",
    "beforeEach",
    "aroundAll",
    "aroundEach",
    "afterEach",
    "afterAll",
    "onTestFinished",
    "onTestFailed",
];

/// Codes that a guest may report: rules that the harness enforces, and reasons of the host to refuse a
/// module. Only the host assigns other codes.
const CODES: [Code; 6] =
    [Code::Timeout, Code::Structure, Code::Policy, Code::Protocol, Code::Syntax, Code::NotFound];

/// Converts a guest's failure to the judge's form.
pub(crate) fn fault(told: GuestFault, place: Place<'_>) -> Fault {
    let mut left = MAX_ERRORS;
    let seen = Seen::of(&told, place);
    let errors = told.errors.into_iter().map_while(|one| error(one, place, &mut left)).collect();
    let cause = told.cause.and_then(|one| error(*one, place, &mut left)).map(Box::new);
    let carried = Carried { cause, errors, properties: told.properties.map(bound) };
    Fault {
        name: bound(told.name),
        message: bound(told.message),
        hook: told.hook.and_then(|hook| HOOKS.into_iter().find(|known| *known == hook)),
        unhandled: told.unhandled,
        test: told.test.map(path),
        diff: told.diff.map(bound),
        stack: seen.stack,
        at: seen.at,
        outside: seen.outside,
        carried: (carried != Carried::default()).then(|| Box::new(carried)),
        code: told.code.filter(|code| CODES.contains(code)),
        limit: None,
        assertion: told.assertion,
    }
}

/// Truncates each name to its maximum length.
pub(crate) fn path(names: Vec<String>) -> Vec<String> {
    names.into_iter().map(bound).collect()
}

/// Converts a nested error; `None` if the limit of reported errors is reached.
fn error(told: GuestFault, place: Place<'_>, left: &mut usize) -> Option<TestError> {
    *left = left.checked_sub(1)?;
    if *left == 0 {
        return Some(TestError { message: "… and more".to_owned(), ..TestError::default() });
    }
    let seen = Seen::of(&told, place);
    let cause = told.cause.and_then(|one| error(*one, place, left)).map(Box::new);
    Some(TestError {
        name: bound(told.name),
        message: bound(told.message),
        at: seen.at,
        stack: seen.stack,
        diff: told.diff.map(bound),
        cause,
        errors: told.errors.into_iter().map_while(|one| error(one, place, left)).collect(),
        properties: told.properties.map(bound),
        ..TestError::default()
    })
}

/// An error with its stack frames.
struct Seen {
    at: Option<Location>,
    outside: Option<Location>,
    stack: Option<String>,
}

impl Seen {
    fn of(told: &GuestFault, place: Place<'_>) -> Seen {
        let header = error_header(&told.name, &told.message);
        let stack = told.stack.as_deref();
        let frames = stack.map(|stack| frames(stack, &header, place)).unwrap_or_default();
        let known = told.at.as_ref().filter(|at| at.line > 0 && at.column > 0).map(|at| Location {
            file: bound(at.file.clone()),
            end_line: None,
            end_column: None,
            ..at.clone()
        });
        Seen {
            at: known.or_else(|| frames.first().map(StackFrame::location)),
            outside: SourceLocations::outside(&frames),
            stack: stack.map(|_| SourceLocations::stack(&bound(header), &frames)),
        }
    }
}
