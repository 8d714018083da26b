//! `JUnit` XML, for CI services.

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};
use verdict_protocol::{Scope, TestState};

use crate::escape::{lines, no_commands, one_line};
use crate::groups::{Case, Group};
use crate::model::Model;
use crate::printed::Printed;
use crate::{Counts, Timestamp};

pub(super) fn render(model: &Model<'_>) -> String {
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
    // Writing to memory does not fail.
    let _ = write(&mut writer, model);
    let mut text = String::from_utf8_lossy(&writer.into_inner()).into_owned();
    text.push('\n');
    text
}

fn write(writer: &mut Writer<Vec<u8>>, model: &Model<'_>) -> std::io::Result<()> {
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let mut root = vec![("name", "verdict".to_owned())];
    root.extend(attributes_of(whole(&model.counts)));
    root.push(("time", seconds(model.total_ms)));
    let mut clock = model.started_at_ms;
    writer
        .create_element("testsuites")
        .with_attributes(attributes(&root))
        .write_inner_content(|writer| {
            for group in &model.groups {
                suite(writer, group, clock)?;
                clock += group.duration_ms;
            }
            remarks(writer, model, clock)
        })
        .map(|_| ())
}

fn suite(writer: &mut Writer<Vec<u8>>, group: &Group<'_>, started_at_ms: f64) -> std::io::Result<()> {
    let mut values =
        vec![("name", one_line(group.name)), ("timestamp", Timestamp::from_ms(started_at_ms).to_second())];
    values.extend(attributes_of(tally(&group.cases)));
    values.push(("time", seconds(group.duration_ms)));
    writer
        .create_element("testsuite")
        .with_attributes(attributes(&values))
        .write_inner_content(|writer| {
            group.cases.iter().try_for_each(|case| testcase(writer, group, case))?;
            system_out(writer, group.printed.iter())
        })
        .map(|_| ())
}

fn testcase(writer: &mut Writer<Vec<u8>>, group: &Group<'_>, case: &Case<'_>) -> std::io::Result<()> {
    let values =
        [("classname", one_line(group.name)), ("name", case.title()), ("time", seconds(case.duration_ms))];
    let element = writer.create_element("testcase").with_attributes(attributes(&values));
    match (case.state, case.message()) {
        (TestState::Passed, _) if case.printed.is_none() => element.write_empty().map(|_| ()),
        (TestState::Passed, _) => {
            element.write_inner_content(|writer| system_out(writer, case.printed.iter())).map(|_| ())
        }
        (TestState::Skipped | TestState::Todo, _) => element
            .write_inner_content(|writer| {
                writer.create_element("skipped").write_empty()?;
                system_out(writer, case.printed.iter())
            })
            .map(|_| ()),
        (TestState::Failed, message) => {
            let message = no_commands(&lines(&message.unwrap_or_default()), "\\u{3a}");
            let kind = if is_error(case) { "error" } else { "failure" };
            let first = message.lines().next().unwrap_or_default().to_owned();
            element
                .write_inner_content(|writer| {
                    writer
                        .create_element(kind)
                        .with_attributes(attributes(&[("message", first), ("type", kind.to_owned())]))
                        .write_text_content(BytesText::new(&message))?;
                    system_out(writer, case.printed.iter())
                })
                .map(|_| ())
        }
    }
}

/// Writes console output.
fn system_out<'a>(
    writer: &mut Writer<Vec<u8>>,
    printed: impl Iterator<Item = &'a Printed<'a>>,
) -> std::io::Result<()> {
    let said: Vec<String> = printed.flat_map(Printed::lines).collect();
    if said.is_empty() {
        return Ok(());
    }
    let said = no_commands(&lines(&said.join("\n")), "\\u{3a}");
    writer.create_element("system-out").write_text_content(BytesText::new(&said)).map(|_| ())
}

/// Whether a case is an error (outside tests) rather than a failure.
fn is_error(case: &Case<'_>) -> bool {
    case.scope != Scope::Test
}

/// Writes a suite without cases. It holds the counts of cut entries, so that totals add up, the remarks, and what checked types.
fn remarks(writer: &mut Writer<Vec<u8>>, model: &Model<'_>, at_ms: f64) -> std::io::Result<()> {
    if model.remarks.is_empty() && model.checks.is_empty() {
        return Ok(());
    }
    let mut rest = whole(&model.counts);
    for group in &model.groups {
        for (rest, shown) in rest.iter_mut().zip(tally(&group.cases)) {
            *rest = rest.saturating_sub(shown);
        }
    }
    let mut values =
        vec![("name", model.subject.clone()), ("timestamp", Timestamp::from_ms(at_ms).to_second())];
    values.extend(attributes_of(rest));
    values.push(("time", seconds(0.0)));
    let text = |said: &[String]| no_commands(&lines(&said.join("\n")), "\\u{3a}");
    let (checks, said) = (text(&model.checks), text(&model.remarks));
    writer
        .create_element("testsuite")
        .with_attributes(attributes(&values))
        .write_inner_content(|writer| {
            for (name, text) in [("system-out", &checks), ("system-err", &said)] {
                if !text.is_empty() {
                    writer.create_element(name).write_text_content(BytesText::new(text))?;
                }
            }
            Ok(())
        })
        .map(|_| ())
}

/// Numbers of tests, failures, errors and skipped tests.
type Tally = [usize; 4];

fn whole(counts: &Counts) -> Tally {
    let tests = counts.tests() + counts.failed_outside;
    [tests, counts.failed, counts.failed_outside, counts.skipped + counts.todo]
}

fn tally(cases: &[Case<'_>]) -> Tally {
    let count = |wanted: &dyn Fn(&Case<'_>) -> bool| cases.iter().filter(|case| wanted(case)).count();
    let failed = |case: &Case<'_>| case.state == TestState::Failed;
    [
        cases.len(),
        count(&|case| failed(case) && !is_error(case)),
        count(&|case| failed(case) && is_error(case)),
        count(&|case| matches!(case.state, TestState::Skipped | TestState::Todo)),
    ]
}

fn attributes_of(tally: Tally) -> Vec<(&'static str, String)> {
    let names = ["tests", "failures", "errors", "skipped"];
    names.into_iter().zip(tally).map(|(name, count)| (name, count.to_string())).collect()
}

fn attributes<'a>(values: &'a [(&'static str, String)]) -> impl Iterator<Item = (&'a str, &'a str)> {
    values.iter().map(|(name, value)| (*name, value.as_str()))
}

fn seconds(ms: f64) -> String {
    format!("{:.3}", ms / 1000.0)
}
