//! Parsers of the formats, exactly as strict as real readers.

use quick_xml::events::Event;
use serde_json::Value;
use verdict_report::Format;

/// What a reader extracts from a report; `None` if the format does not contain it.
#[derive(Debug)]
pub(crate) struct Seen {
    pub(crate) success: bool,
    pub(crate) passed: Option<usize>,
    pub(crate) failed: Option<usize>,
    pub(crate) skipped: Option<usize>,
}

pub(crate) fn read(format: Format, text: &str) -> Result<Seen, String> {
    match format {
        Format::Text => people(text),
        Format::Json => vitest(text),
        Format::Junit => junit(text),
        Format::Tap => tap(text),
        Format::Github => github(text),
        Format::Sarif => sarif(text),
    }
}

/// Whether a terminal or a line splitter could interpret a character.
pub(crate) fn control(c: char) -> bool {
    c != '\n'
        && (c.is_control()
            || "\u{2028}\u{2029}\u{202e}\u{2066}\u{2067}\u{200f}\u{61c}\u{feff}\u{ffff}".contains(c))
        && c != '\t'
}

/// Whether a CI log would execute a line: `::name …::` after white space, as in GitHub's runner, or `##[…`,
/// `##vso[…`, `##teamcity[…` anywhere.
pub(crate) fn logging_command(line: &str) -> bool {
    let v2 = line.trim_start().strip_prefix("::").is_some_and(|rest| rest.contains("::"));
    let v1 = ["##[", "##vso[", "##teamcity["].iter().any(|head| line.contains(head));
    v1 || v2
}

fn github(text: &str) -> Result<Seen, String> {
    let mut failed = 0;
    for line in text.lines() {
        let (head, _) = line
            .strip_prefix("::")
            .and_then(|rest| rest.split_once("::"))
            .ok_or_else(|| format!("no command: {line}"))?;
        let (name, properties) = head.split_once(' ').unwrap_or((head, ""));
        if !["error", "warning"].contains(&name) {
            return Err(format!("another command: {line}"));
        }
        failed += usize::from(name == "error");
        let keys: Vec<&str> = properties.split(',').filter_map(|pair| pair.split('=').next()).collect();
        let known = ["file", "line", "endLine", "col", "endColumn", "title"];
        for (at, key) in keys.iter().enumerate() {
            if !known.contains(key) || keys[..at].contains(key) {
                return Err(format!("another property: {key}"));
            }
        }
    }
    Ok(Seen { success: failed == 0, passed: None, failed: Some(failed), skipped: None })
}

fn people(text: &str) -> Result<Seen, String> {
    let mut lines: Vec<&str> = text.lines().collect();
    let last = lines.pop().ok_or("empty")?;
    let success = match last.split_once(' ') {
        Some(("PASS", _)) => true,
        Some(("FAIL", _)) => false,
        _ => return Err(format!("no verdict: {last}")),
    };
    let counts = last.rsplit_once(": ").ok_or("no counts")?.1;
    let count = |name: &str| {
        counts.split(", ").find_map(|part| part.strip_suffix(name)?.trim().parse().ok()).unwrap_or(0)
    };
    let findings = lines.iter().filter(|line| !line.is_empty() && !line.starts_with("    "));
    let findings: Vec<&&str> = findings.collect();
    if let Some(line) = findings.iter().find(|line| !line.contains("error[")) {
        return Err(format!("a line of its own: {line}"));
    }
    if findings.is_empty() != success && !last.starts_with("FAIL nothing ran") {
        return Err(format!("{} findings and {last}", findings.len()));
    }
    let (passed, failed, skipped) = (count(" passed"), count(" failed"), count(" skipped"));
    Ok(Seen { success, passed: Some(passed), failed: Some(failed), skipped: Some(skipped) })
}

fn vitest(text: &str) -> Result<Seen, String> {
    let json: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let count = |key: &str| json[key].as_u64().map(|count| count as usize);
    let success = json["success"].as_bool().ok_or("no success")?;
    let statuses = |status: &str| -> usize {
        json["testResults"].as_array().map_or(0, |files| {
            files
                .iter()
                .filter_map(|file| file["assertionResults"].as_array())
                .flatten()
                .filter(|test| test["status"] == status)
                .count()
        })
    };
    for (key, status) in
        [("numPassedTests", "passed"), ("numFailedTests", "failed"), ("numPendingTests", "skipped")]
    {
        if count(key) != Some(statuses(status)) {
            return Err(format!("{key} is not the number of tests that are {status}"));
        }
    }
    Ok(Seen {
        success,
        passed: count("numPassedTests"),
        failed: count("numFailedTests"),
        skipped: count("numPendingTests"),
    })
}

fn sarif(text: &str) -> Result<Seen, String> {
    let json: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let run = &json["runs"][0];
    let results = run["results"].as_array().ok_or("no results")?;
    let failed = results.iter().filter(|result| result["level"] == "error").count();
    let carried_out = run["invocations"][0]["executionSuccessful"] == true;
    Ok(Seen { success: carried_out && failed == 0, passed: None, failed: Some(failed), skipped: None })
}

fn junit(text: &str) -> Result<Seen, String> {
    const KNOWN: [&str; 6] = ["testsuites", "testsuite", "testcase", "failure", "error", "skipped"];
    let mut reader = quick_xml::Reader::from_str(text);
    let mut counts = [0_usize; KNOWN.len()];
    let mut stated = None;
    loop {
        match reader.read_event().map_err(|error| error.to_string())? {
            Event::Start(element) | Event::Empty(element) => {
                let name = String::from_utf8_lossy(element.name().as_ref()).into_owned();
                let kind =
                    KNOWN.iter().position(|known| *known == name).ok_or_else(|| format!("element {name}"))?;
                counts[kind] += 1;
                let mut tally = [0; 4];
                for attribute in element.attributes() {
                    let attribute = attribute.map_err(|error| error.to_string())?;
                    let value = attribute.unescape_value().map_err(|error| error.to_string())?;
                    let keys = ["tests", "failures", "errors", "skipped"];
                    if let Some(at) = keys.iter().position(|key| key.as_bytes() == attribute.key.as_ref()) {
                        tally[at] = value.parse().map_err(|_| format!("count {value}"))?;
                    }
                }
                if name == "testsuites" {
                    stated = Some(tally);
                }
            }
            Event::CData(_) | Event::Comment(_) | Event::PI(_) | Event::DocType(_) => {
                return Err("more than elements and text".to_owned());
            }
            Event::Eof => break,
            _ => {}
        }
    }
    let [_, _, tests, failures, errors, skipped] = counts;
    if stated != Some([tests, failures, errors, skipped]) {
        return Err(format!("{stated:?} is not {counts:?}"));
    }
    Ok(Seen {
        success: tests > skipped && failures + errors == 0,
        passed: Some(tests - failures - errors - skipped),
        failed: Some(failures + errors),
        skipped: Some(skipped),
    })
}

fn tap(text: &str) -> Result<Seen, String> {
    let mut lines = text.lines();
    if lines.next() != Some("TAP version 13") {
        return Err("no version".to_owned());
    }
    let plan: usize = lines
        .next()
        .and_then(|line| line.strip_prefix("1.."))
        .and_then(|count| count.parse().ok())
        .ok_or("no plan")?;
    let (mut passed, mut failed, mut skipped, mut block) = (0, 0, 0, false);
    for line in lines {
        if block {
            block = line != "  ...";
            let known = ["  message: \"", "  severity: fail", "  at: \"", "  duration_ms: ", "  ..."];
            if !known.iter().any(|key| line.starts_with(key)) {
                return Err(format!("a line of its own: {line}"));
            }
            if let Some(quoted) =
                line.split_once(": ").map(|(_, value)| value).filter(|value| value.starts_with('"'))
            {
                serde_json::from_str::<String>(quoted).map_err(|error| error.to_string())?;
            }
            continue;
        }
        let (ok, rest) = match (line.strip_prefix("ok "), line.strip_prefix("not ok ")) {
            (Some(rest), _) => (true, rest),
            (_, Some(rest)) => (false, rest),
            _ if line == "  ---" => {
                block = true;
                continue;
            }
            _ => return Err(format!("a line of its own: {line}")),
        };
        let (number, description) = rest.split_once(" - ").ok_or_else(|| format!("no name: {line}"))?;
        if number.parse() != Ok(passed + failed + skipped + 1) {
            return Err(format!("out of order: {line}"));
        }
        // An unescaped `#` starts a directive; a backslash escapes the next character.
        let mut characters = description.chars();
        let mut directive = None;
        while let Some(c) = characters.next() {
            match c {
                '\\' => drop(characters.next()),
                '#' => {
                    directive = Some(characters.as_str().trim());
                    break;
                }
                _ => {}
            }
        }
        match (ok, directive) {
            (true, Some("SKIP" | "TODO")) => skipped += 1,
            (true, None) => passed += 1,
            (false, None) => failed += 1,
            _ => return Err(format!("another directive: {line}")),
        }
    }
    let success = passed + failed + skipped == plan && failed == 0 && passed > 0;
    Ok(Seen { success, passed: Some(passed), failed: Some(failed), skipped: Some(skipped) })
}
