//! `verdict explain`: what a lint rule or a code of TypeScript means.

use std::io;
use std::process::ExitCode;

use verdict_analysis::{nearest_rule, rule};
use verdict_checker::{CODES, Certainty, certainty};
use verdict_report::one_line;

use crate::COULD_NOT_RUN;
use crate::out::{say, say_line};

/// The ids of the rules, with their pages.
const PAGES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/pages.rs"));
/// The codes of TypeScript, each with a tab and its message.
const MESSAGES: &str = include_str!("explain/typescript.txt");
/// Prefixes of plugins, and those of the rules that cover the plugins.
const PLUGINS: &[(&str, &[&str])] = &[
    ("@typescript-eslint/", &[""]),
    ("import-x/", &["import/"]),
    ("i/", &["import/"]),
    ("jest/", &["vitest/", "tests/"]),
    ("vitest/", &["jest/", "tests/"]),
    ("@vitest/", &["vitest/", "jest/", "tests/"]),
    ("eslint/", &[""]),
];

/// Explain lint rules and codes of TypeScript.
///
/// Exit code: 0 if all names are known, 2 if one is not.
#[derive(clap::Args)]
pub(crate) struct ExplainArguments {
    /// Ids of rules, such as no-var or @typescript-eslint/no-shadow, and codes, such as TS2345.
    #[arg(required = true, value_name = "RULE")]
    names: Vec<String>,
}

/// Prints an explanation for each name.
pub(crate) fn run(arguments: &ExplainArguments) -> io::Result<ExitCode> {
    let mut all_known = true;
    for (index, name) in arguments.names.iter().enumerate() {
        match explained(name) {
            Ok(text) => {
                if index > 0 {
                    say_line!("");
                }
                say!("{text}");
            }
            Err(error) => {
                eprintln!("verdict: {}", one_line(&error));
                all_known = false;
            }
        }
    }
    Ok(if all_known { ExitCode::SUCCESS } else { ExitCode::from(COULD_NOT_RUN) })
}

fn explained(name: &str) -> Result<String, String> {
    let digits = name.strip_prefix("TS").or_else(|| name.strip_prefix("ts")).unwrap_or(name);
    match digits.parse::<u32>() {
        Ok(code) => of_code(code),
        Err(_) => of_rule(name),
    }
}

/// The page of a rule, or of the one that covers it.
fn of_rule(name: &str) -> Result<String, String> {
    let page = |id: &str| PAGES.iter().find(|(of, _)| *of == id).map(|(_, page)| *page);
    let covering = rule(name).or_else(|| {
        let (prefix, groups) = PLUGINS.iter().find(|(prefix, _)| name.starts_with(prefix))?;
        groups.iter().find_map(|group| rule(&format!("{group}{}", &name[prefix.len()..])))
    });
    let Some(found) = covering else {
        let nearest = nearest_rule(name).map_or_else(String::new, |near| format!("; the nearest is {near}"));
        return Err(format!("there is no rule {name}{nearest}"));
    };
    let page = page(found.id).ok_or_else(|| format!("{} has no page", found.id))?;
    let covered = if found.id == name { String::new() } else { format!("{name} is {}.\n\n", found.id) };
    Ok(format!("{covered}{page}"))
}

/// The message of a code, and what it is worth.
fn of_code(code: u32) -> Result<String, String> {
    let known = || MESSAGES.lines().filter_map(|line| line.split_once('\t'));
    let number = |of: &str| of.parse::<u32>().unwrap_or_default();
    let Some((_, message)) = known().find(|(of, _)| number(of) == code) else {
        let nearest =
            known().map(|(of, _)| number(of)).min_by_key(|of| of.abs_diff(code)).unwrap_or_default();
        return Err(format!("TypeScript has no code TS{code}; the nearest is TS{nearest}"));
    };
    let worth = match certainty(code) {
        Certainty::Certain => "Certain: it fails.",
        Certainty::Name => {
            "Name: it fails if the scope analysis, which knows the host's globals and `typeof` guards, agrees."
        }
        Certainty::New => "Only new: it fails where the baseline did not have it.",
        Certainty::Advisory => "Advisory: it is reported and fails nothing.",
    };
    let reason = CODES.iter().find(|entry| entry.code == code).map(|entry| entry.reason);
    let reason = reason.map_or_else(String::new, |reason| format!(" Reason: {reason}."));
    Ok(format!(
        "# TS{code}\n\n{message}\n\nIn code without types: {worth}{reason}\n\n\
         In code with types, and with `types.strict`, every error fails.\n"
    ))
}
