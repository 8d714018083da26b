//! `lint:`.

mod buckets;
mod code_path;
mod comments;
mod config;
mod context;
mod directives;
mod fix;
mod inline;
mod relaxed;
mod report;
mod times;

use std::borrow::Cow;

use oxc_span::Span;
use verdict_protocol::{Diagnostic, LintConfig, RuleTiming, Severity, sha256_hex};
use verdict_vfs::{Snapshot, VfsPath};

pub(crate) use self::code_path::{CodePath, Cursor, Event, Place, Seg, is_breakable, may_leave};
pub(crate) use self::config::{Language, Object, Options, texts};
pub(crate) use self::context::Context;
pub use self::fix::Fixed;
pub(crate) use self::report::Edit;

use self::comments::directives;
use self::config::{Applied, Configs, Enabled, HOUSE, Setup};
use self::context::Shared;
use self::directives::Directives;
use self::inline::Inline;
use self::report::{Finding, edit};
use self::times::Times;
use crate::known::Known;
use crate::model::{Model, with_model, with_text};
use crate::project::Project;
use crate::rules::Check;
use crate::types::Files;

/// Lints the files of one snapshot.
pub struct Linter<'a> {
    project: Project<'a>,
    /// What type checks know of files, for the next of them.
    files: Files,
    configs: Configs<'a>,
    times: Option<Times<'a>>,
}

impl<'a> Linter<'a> {
    /// Creates a linter with the rules of `config`, laid over the nearest `eslint.config.json` of each file.
    /// Every file reports invalid options, so that no requested rule passes unchecked. The finding is in the
    /// `eslint.config.json` if the options are.
    #[must_use]
    pub fn new(snapshot: &'a Snapshot, config: &LintConfig) -> Linter<'a> {
        Linter::knowing(&mut Known::default(), snapshot, config)
    }

    /// Creates a linter that starts from what is known of the snapshot, to which [`Known::turn_to`] has turned.
    #[must_use]
    pub fn knowing(known: &mut Known, snapshot: &'a Snapshot, config: &LintConfig) -> Linter<'a> {
        let (project, files) = known.take(snapshot);
        Linter { project, files, configs: Configs::new(snapshot, config), times: None }
    }

    /// Ends, and leaves what it knows of the snapshot.
    pub fn leave(self, known: &mut Known) {
        known.keep(self.project, self.files);
    }

    /// Measures the time of each rule with a monotonic clock in milliseconds.
    #[must_use]
    pub fn timed(self, now: &'a dyn Fn() -> f64) -> Linter<'a> {
        Linter { times: Some(Times::new(now)), ..self }
    }

    /// Real time of each rule over the files checked so far, by id; empty unless it is measured.
    #[must_use]
    pub fn rule_times(&self) -> Vec<RuleTiming> {
        self.times.as_ref().map(Times::by_rule).unwrap_or_default()
    }

    /// The ids of the rules that are on without a configuration.
    pub fn default_rules() -> impl Iterator<Item = &'static str> {
        HOUSE.iter().map(|house| house.id)
    }

    /// Warnings about the configuration of the files checked so far: rules that do not exist.
    #[must_use]
    pub fn warnings(&self) -> Vec<String> {
        self.configs.unknown_rules()
    }

    /// The problems of one file, by line, column and rule. A file that does not parse has its syntax errors
    /// (code `err:syntax`). A file that the configuration ignores has none.
    #[must_use]
    pub fn check(&self, file: &VfsPath) -> Vec<Diagnostic> {
        self.check_text(file, None)
    }

    /// The problems of one file, as [`Linter::check`] finds them, and whether nothing else than what
    /// [`Linter::basis`] covers has decided them.
    #[must_use]
    pub fn check_alone(&self, file: &VfsPath) -> (Vec<Diagnostic>, bool) {
        let _ = self.project.was_asked();
        let found = self.check(file);
        (found, !self.project.was_asked())
    }

    /// The path, the text and the configuration of a file as one SHA-256; `None` if there is no such file.
    #[must_use]
    pub fn basis(&self, file: &VfsPath) -> Option<String> {
        let text = self.project.own(file)?.hash();
        Some(sha256_hex(format!("{file}\0{text}\0{}", self.configs.basis(file)).as_bytes()))
    }

    /// The problems of one file if it had another text.
    fn check_text(&self, file: &VfsPath, text: Option<&str>) -> Vec<Diagnostic> {
        let Applied { errors, setup } = self.configs.of(file);
        let mut found: Vec<Diagnostic> = errors.iter().map(|error| error.diagnostic(file)).collect();
        let Some(setup) = setup else { return found };
        let look = |model: &Model<'_>| run(&setup, model, self.times.as_ref());
        found.extend(match text {
            Some(text) => with_text(&self.project, file, text, &setup.language, look),
            None => with_model(&self.project, file, &setup.language, look),
        });
        found
    }
}

/// Runs the rules one by one, each on the nodes of its types.
fn run(setup: &Setup, model: &Model<'_>, times: Option<&Times<'_>>) -> Vec<Diagnostic> {
    let mut comments = if setup.inline || setup.warns_of_inline { directives(model) } else { Vec::new() };
    let idle = if setup.inline { Vec::new() } else { std::mem::take(&mut comments) };
    let mut inline = Inline::new(&comments, setup, model);
    let language = match inline.globals.as_slice() {
        [] => Cow::Borrowed(model.language),
        globals => Cow::Owned(model.language.with_globals(globals.iter().cloned())),
    };
    let configured = model.language;
    let model = &Model { language: &language, ..*model };
    let (more, changed) = inline.enabled(&comments);
    let shared = Shared::new(model.semantic, std::mem::take(&mut inline.exported), configured, setup.inline);
    let directives = Directives::new(&comments, model);
    let mut found = Vec::new();
    let on = setup.on.iter().filter(|enabled| !changed.contains(&enabled.id)).chain(&more);
    for enabled in on {
        let findings = match times {
            Some(times) => times.measured(&enabled.id, || enabled.findings(model, &shared)),
            None => enabled.findings(model, &shared),
        };
        if findings.is_empty() {
            continue;
        }
        let blocks = directives.of_rule(&enabled.id);
        let findings = findings.into_iter();
        let findings =
            findings.filter(|finding| !directives.cover(&enabled.id, &blocks, finding.span, model));
        found.extend(findings.map(|finding| {
            let at = (finding.span.start, enabled.id.clone());
            (at, finding.diagnostic(model, &enabled.id, enabled.severity))
        }));
    }
    for (rule, span, message) in inline.problems {
        let location = model.location(span);
        found.push((
            (span.start, String::new()),
            Diagnostic { location, message, rule, ..Diagnostic::default() },
        ));
    }
    for comment in idle {
        let text = &model.lines.source()[comment.span.start as usize..comment.span.end as usize];
        let message =
            format!("'{text}' has no effect because you have 'noInlineConfig' setting in your config.");
        let location = model.location(comment.span);
        let severity = Severity::Warning;
        found.push((
            (comment.span.start, String::new()),
            Diagnostic { location, message, severity, ..Diagnostic::default() },
        ));
    }
    if let Some(severity) = setup.unused_directives {
        found.extend(directives.unused(model.lines.source()).into_iter().map(|unused| {
            let mut location = model.location(unused.span);
            (location.end_line, location.end_column) = (None, None);
            let fix = Some(edit(unused.fix, model));
            let found =
                Diagnostic { location, message: unused.message, severity, fix, ..Diagnostic::default() };
            ((unused.span.start, String::new()), found)
        }));
    }
    found.sort_by(|(a, _), (b, _)| a.cmp(b));
    let misconfigured = setup.misconfigured.iter().map(|error| error.diagnostic(model.path));
    misconfigured.chain(found.into_iter().map(|(_, found)| found)).collect()
}

impl Enabled {
    /// What the rule finds in a file.
    fn findings<'a>(&'a self, model: &'a Model<'a>, shared: &'a Shared<'a>) -> Vec<Finding> {
        let types = self.rule.types;
        if !types.is_empty() && types.iter().all(|of| shared.buckets.of(*of).is_empty()) {
            return Vec::new();
        }
        let context = Context::new(model, self.rule, &self.id, shared);
        if !(self.rule.applies)(&context) {
            return Vec::new();
        }
        match &self.check {
            Check::Nodes(check) => {
                for node in types.iter().flat_map(|of| context.nodes_of(*of)) {
                    check(node, &context);
                }
            }
            Check::File(check) => check(&context),
        }
        let mut findings = context.findings.into_inner();
        if let Some(house) = self.house {
            findings.retain(|finding| {
                let text = model.lines.source().get(finding.span.start as usize..finding.span.end as usize);
                (house.keeps)(model, text.unwrap_or_default())
            });
            for finding in &mut findings {
                house.message.clone_into(&mut finding.message);
                if house.start_only {
                    finding.span = Span::empty(finding.span.start);
                }
            }
        }
        findings
    }
}
