//! What a file becomes before the guest's engine sees it.

use std::rc::Rc;

use verdict_protocol::{Code, Diagnostic};
use verdict_sandbox::{
    Anew, CommonJsExports, EVAL_FILE, IsSubject, Position, PreparedSource, SourceError, SourceHook,
};
use verdict_transform::mocks::{self, Mocked, intercept};
use verdict_transform::{NotLowered, Prepared, Surroundings, TEST_API, TsConfigs, TypeNames, prepare_module};
use verdict_vfs::{Snapshot, VfsPath};

use crate::lowering::Lowering;

/// Types blanked, what is more lowered, nesting bounded.
struct Prepare {
    types: TypeNames,
    tsconfig: TsConfigs,
    lowering: Lowering,
    /// Where the test API is sealed: which files are not given it.
    subject: Option<IsSubject>,
}

/// The hook that a guest on a snapshot is given.
pub(crate) fn hook(
    snapshot: &Snapshot,
    lowering: &Lowering,
    subject: Option<IsSubject>,
) -> Rc<dyn SourceHook> {
    Rc::new(Prepare {
        types: TypeNames::of(snapshot.clone()),
        tsconfig: TsConfigs::of(snapshot.clone()),
        lowering: lowering.clone(),
        subject,
    })
}

impl Prepare {
    fn prepared(
        &self,
        path: &VfsPath,
        source: &str,
        declared: Option<bool>,
    ) -> Result<Prepared, SourceError> {
        let is_given_api = self.subject.as_ref().is_some_and(|is_subject| !is_subject(path));
        let surroundings = Surroundings {
            api: if is_given_api { &TEST_API } else { &[] },
            is_type: &|specifier, name| self.types.is_type(path, specifier, name),
            declared,
            options: &|| self.tsconfig.of_file(path),
            lower: Some(&self.lowering),
            ..Surroundings::default()
        };
        prepare_module(path.as_str(), source, &surroundings).map_err(|error| match error {
            NotLowered::Refused(diagnostic) => refused(*diagnostic),
            // The run is begun again: nobody sees this.
            NotLowered::Absent => SourceError {
                message: "What lowers this file is not there yet".to_owned(),
                line: 0,
                column: 0,
                code: Code::Unavailable,
            },
        })
    }
}

impl SourceHook for Prepare {
    fn prepare(&self, path: &VfsPath, source: &str) -> Result<String, SourceError> {
        self.prepared(path, source, None).map(|prepared| prepared.text)
    }

    fn intercept(
        &self,
        path: &VfsPath,
        source: &str,
        any: bool,
        is_replaced: &dyn Fn(&str) -> bool,
        spied: &dyn Fn(&str),
    ) -> Result<Option<(String, Vec<Position>)>, SourceError> {
        let turned = intercept(path.as_str(), source, Mocked { any, is_replaced, spied }).map_err(refused)?;
        Ok(turned.map(|turned| (turned.text, turned.positions.into_iter().map(position).collect())))
    }

    fn anew(&self, source: &str, written: &Anew<'_>) -> Option<(String, Vec<Position>)> {
        let turned = verdict_transform::anew(source, written.enter, written.uncached)?;
        Some((turned.text, turned.positions.into_iter().map(position).collect()))
    }

    fn prepare_module(
        &self,
        path: &VfsPath,
        source: &str,
        declared: Option<bool>,
    ) -> Result<PreparedSource, SourceError> {
        let Prepared { text, common_js, positions, free, api } = self.prepared(path, source, declared)?;
        let common_js = common_js.map(|found| CommonJsExports {
            names: found.exports.into_iter().collect(),
            reexports: found.reexports,
        });
        let positions = positions.into_iter().map(|step| step.into_iter().map(position).collect()).collect();
        Ok(PreparedSource { text, common_js, positions, free, api })
    }

    fn check(&self, source: &str) -> Result<(), SourceError> {
        verdict_syntax::check_nesting(source).map_err(|deep| SourceError {
            message: deep.to_string(),
            line: deep.line,
            column: deep.column,
            code: Code::Syntax,
        })?;
        verdict_transform::check_evaluated(EVAL_FILE, source).map_err(refused)
    }
}

fn refused(diagnostic: Diagnostic) -> SourceError {
    SourceError {
        message: diagnostic.message,
        line: diagnostic.location.line,
        column: diagnostic.location.column,
        code: Code::Syntax,
    }
}

fn position(one: mocks::Position) -> Position {
    Position { turned: one.turned, source: one.source, is_new: one.is_new }
}
