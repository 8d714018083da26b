//! One file in the form in which it runs.

use std::cell::RefCell;
use std::rc::Rc;

use serde::de::IgnoredAny;
use verdict_protocol::{Diagnostic, Location};
use verdict_transform::{
    CompilerOptions, Lower, NotLowered, Position, RunnerModule, Surroundings, TsConfigs, TypeNames,
    prepare_module, runner_form,
};
use verdict_vfs::{Blob, Snapshot, VfsPath};

use super::LoadError;
use crate::run::Absent;

/// A file that is ready to run, or why it cannot, and what that depends on beside its text.
#[derive(Debug)]
pub(super) struct Ready {
    pub(super) form: Readied,
    declared: Option<bool>,
    /// What `tsconfig.json` says, where that was asked for.
    options: Option<CompilerOptions>,
    /// What was asked of names that other modules export, and the answers.
    types: Vec<(String, String, bool)>,
}

#[derive(Debug)]
pub(super) enum Readied {
    Code(RunnerModule),
    Json(String),
    Refused(LoadError),
}

impl Ready {
    /// A file that is not there, which is asked for by its path.
    pub(super) fn missing(path: &VfsPath) -> Ready {
        let error = LoadError::plain(format!("File not found: {path} ({path})"));
        Ready { form: Readied::Refused(error), declared: None, options: None, types: Vec::new() }
    }

    /// Bytes that it takes, about.
    pub(super) fn bytes(&self) -> usize {
        match &self.form {
            Readied::Code(module) => module.code.len() + module.positions.len() * size_of::<Position>(),
            Readied::Json(text) => text.len(),
            Readied::Refused(error) => error.message.len(),
        }
    }

    /// Its code in the form of a function.
    pub(super) fn code(&self) -> Option<&RunnerModule> {
        match &self.form {
            Readied::Code(module) => Some(module),
            _ => None,
        }
    }
}

/// What of a snapshot files are made ready with.
pub(super) struct Project {
    pub(super) snapshot: Snapshot,
    types: TypeNames,
    tsconfig: TsConfigs,
    lower: Rc<dyn Lower>,
}

impl Project {
    pub(super) fn of(snapshot: &Snapshot, lower: Rc<dyn Lower>) -> Project {
        Project {
            types: TypeNames::of(snapshot.clone()),
            tsconfig: TsConfigs::of(snapshot.clone()),
            snapshot: snapshot.clone(),
            lower,
        }
    }

    /// Whether what was made of a file is what would be made of it now.
    pub(super) fn holds(&self, path: &VfsPath, ready: &Ready) -> bool {
        ready.declared == self.snapshot.declared_common_js(path)
            && ready.options.as_ref().is_none_or(|options| *options == self.tsconfig.of_file(path))
            && ready
                .types
                .iter()
                .all(|(specifier, name, is_type)| self.types.is_type(path, specifier, name) == *is_type)
    }

    /// Makes a file ready.
    pub(super) fn ready(&self, path: &VfsPath, blob: &Blob) -> Result<Ready, Absent> {
        let declared = self.snapshot.declared_common_js(path);
        let plain = |form| Ready { form, declared, options: None, types: Vec::new() };
        let Some(text) = blob.text() else {
            let message = format!("The file is not UTF-8 text ({path})");
            return Ok(plain(Readied::Refused(LoadError::syntax(message, None))));
        };
        let (options, types) = (RefCell::new(None), RefCell::new(Vec::new()));
        let surroundings = Surroundings {
            is_type: &|specifier, name| {
                let is_type = self.types.is_type(path, specifier, name);
                types.borrow_mut().push((specifier.to_owned(), name.to_owned(), is_type));
                is_type
            },
            declared,
            options: &|| {
                let found = self.tsconfig.of_file(path);
                options.replace(Some(found.clone()));
                found
            },
            lower: Some(&*self.lower),
        };
        let made = match path.extension() {
            Some("json") => json(path, text, &surroundings),
            _ => runner_form(path.as_str(), text, &surroundings).map(Readied::Code),
        };
        let form = match made {
            Ok(form) => form,
            Err(NotLowered::Refused(diagnostic)) => Readied::Refused(refused(*diagnostic)),
            Err(NotLowered::Absent) => return Err(Absent),
        };
        Ok(Ready { form, declared, options: options.into_inner(), types: types.into_inner() })
    }
}

fn json(path: &VfsPath, text: &str, surroundings: &Surroundings<'_>) -> Result<Readied, NotLowered> {
    let text = prepare_module(path.as_str(), text, surroundings)?.text;
    let Err(error) = serde_json::from_str::<IgnoredAny>(&text) else { return Ok(Readied::Json(text)) };
    let (line, bytes) = (error.line().max(1), error.column().max(1));
    let message = error.to_string();
    let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message);
    let before = text.lines().nth(line - 1).and_then(|text| text.get(..bytes - 1)).unwrap_or_default();
    let column = before.encode_utf16().count() + 1;
    let at = (u32::try_from(line).unwrap_or(1), u32::try_from(column).unwrap_or(1));
    let message = format!("{message} ({path}:{}:{})", at.0, at.1);
    Ok(Readied::Refused(LoadError::syntax(message, Some(location(path, at)))))
}

/// A place in a file.
pub(super) fn location(path: &VfsPath, (line, column): (u32, u32)) -> Location {
    Location { file: path.to_string(), line, column, ..Location::default() }
}

fn refused(diagnostic: Diagnostic) -> LoadError {
    let Location { file, line, column, .. } = diagnostic.location;
    let message = match line {
        0 => format!("{} ({file})", diagnostic.message),
        _ => format!("{} ({file}:{line}:{column})", diagnostic.message),
    };
    LoadError::syntax(message, (line > 0).then_some(Location { file, line, column, ..Location::default() }))
}
