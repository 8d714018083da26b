//! `no-restricted-imports`: disallow specified modules when loaded by `import`.
//!
//! The options name modules that a project does not use, and why. They are texts, or objects with `name`, `message`,
//! `importNames`, `allowImportNames` and `allowTypeImports`. `{ paths, patterns }` also has patterns: a `group` as in
//! `.gitignore`, or a `regex`, with `importNamePattern`, `allowImportNamePattern` and `caseSensitive`.
//!
//! ```js fails [{ "name": "lodash", "message": "Use the language." }]
//! import { map } from "lodash";
//! ```
//!
//! ```js passes ["lodash"]
//! import { map } from "./map.js";
//! ```

use regex_lite::Regex;
use serde_json::Value;

use crate::lint::{Object, texts};
use crate::rules::helpers::ignore::Ignore;
use crate::rules::helpers::option_patterns::pattern;
use crate::rules::helpers::tokens::next_token;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-restricted-imports",
    aliases: &["@typescript-eslint/no-restricted-imports"],
    kind: Kind::Suggestion,
    messages: &[
        ("path", "'{{importSource}}' import is restricted from being used."),
        ("pathWithCustomMessage", "'{{importSource}}' import is restricted from being used. {{customMessage}}"),
        ("patterns", "'{{importSource}}' import is restricted from being used by a pattern."),
        (
            "patternWithCustomMessage",
            "'{{importSource}}' import is restricted from being used by a pattern. {{customMessage}}",
        ),
        (
            "patternAndImportName",
            "'{{importName}}' import from '{{importSource}}' is restricted from being used by a pattern.",
        ),
        (
            "patternAndImportNameWithCustomMessage",
            "'{{importName}}' import from '{{importSource}}' is restricted from being used by a pattern. {{customMessage}}",
        ),
        (
            "patternAndEverything",
            "* import is invalid because {{importNames}} from '{{importSource}}' {{isOrAre}} restricted from being used by a pattern.",
        ),
        (
            "patternAndEverythingWithRegexImportName",
            "* import is invalid because import name matching '{{importNames}}' pattern from '{{importSource}}' is restricted from being used.",
        ),
        (
            "patternAndEverythingWithCustomMessage",
            "* import is invalid because {{importNames}} from '{{importSource}}' {{isOrAre}} restricted from being used by a pattern. {{customMessage}}",
        ),
        (
            "patternAndEverythingWithRegexImportNameAndCustomMessage",
            "* import is invalid because import name matching '{{importNames}}' pattern from '{{importSource}}' is restricted from being used. {{customMessage}}",
        ),
        ("everything", "* import is invalid because {{importNames}} from '{{importSource}}' {{isOrAre}} restricted."),
        (
            "everythingWithCustomMessage",
            "* import is invalid because {{importNames}} from '{{importSource}}' {{isOrAre}} restricted. {{customMessage}}",
        ),
        ("importName", "'{{importName}}' import from '{{importSource}}' is restricted."),
        (
            "importNameWithCustomMessage",
            "'{{importName}}' import from '{{importSource}}' is restricted. {{customMessage}}",
        ),
        (
            "allowedImportName",
            "'{{importName}}' import from '{{importSource}}' is restricted because only {{importNames}} {{isOrAre}} allowed.",
        ),
        (
            "allowedImportNameWithCustomMessage",
            "'{{importName}}' import from '{{importSource}}' is restricted because only {{importNames}} {{isOrAre}} allowed. {{customMessage}}",
        ),
        (
            "everythingWithAllowImportNames",
            "* import is invalid because only {{importNames}} from '{{importSource}}' {{isOrAre}} allowed.",
        ),
        (
            "everythingWithAllowImportNamesAndCustomMessage",
            "* import is invalid because only {{importNames}} from '{{importSource}}' {{isOrAre}} allowed. {{customMessage}}",
        ),
        (
            "allowedImportNamePattern",
            "'{{importName}}' import from '{{importSource}}' is restricted because only imports that match the pattern '{{importNames}}' are allowed from '{{importSource}}'.",
        ),
        (
            "allowedImportNamePatternWithCustomMessage",
            "'{{importName}}' import from '{{importSource}}' is restricted because only imports that match the pattern '{{importNames}}' are allowed from '{{importSource}}'. {{customMessage}}",
        ),
        (
            "everythingWithAllowedImportNamePattern",
            "* import is invalid because only imports that match the pattern '{{importNames}}' from '{{importSource}}' are allowed.",
        ),
        (
            "everythingWithAllowedImportNamePatternWithCustomMessage",
            "* import is invalid because only imports that match the pattern '{{importNames}}' from '{{importSource}}' are allowed. {{customMessage}}",
        ),
    ],
    types: &[
        AstType::ImportDeclaration,
        AstType::ExportFromDeclaration,
        AstType::ExportAllDeclaration,
        AstType::TSImportEqualsDeclaration,
    ],
    run: Run::Configured(|options| {
        let entries = read(options.0)?;
        Ok(Check::nodes(move |node, ctx| {
            if let Some(import) = Import::of(node.kind(), ctx) {
                for entry in entries.iter().filter(|entry| entry.modules.has(import.source)) {
                    entry.check(&import, ctx);
                }
            }
        }))
    }),
    ..Rule::DEFAULT
};

/// The modules that an entry is about.
enum Modules {
    Named(String),
    Group(Ignore),
    Matching(Regex),
}

/// Which of the names that a module exports are restricted.
enum Names {
    All,
    /// These, and those that match.
    Restricted(Option<Vec<String>>, Option<(Regex, String)>),
    AllBut(Vec<String>),
    AllButMatching(Regex, String),
}

struct Entry {
    modules: Modules,
    names: Names,
    message: Option<String>,
    allows_types: bool,
}

impl Modules {
    fn has(&self, source: &str) -> bool {
        match self {
            Modules::Named(name) => name == source,
            Modules::Group(group) => group.ignores(source),
            Modules::Matching(pattern) => pattern.is_match(source),
        }
    }
}

/// Reads the options: paths, then patterns, as ESLint reports them.
fn read(options: &[Value]) -> Result<Vec<Entry>, String> {
    let whole = options.first().filter(|first| first.get("paths").is_some() || first.get("patterns").is_some());
    let Some(whole) = whole else { return options.iter().map(path).collect() };
    if options.len() > 1 {
        return Err("an object with paths or patterns stands alone".to_owned());
    }
    let whole = Object::of(whole, &["paths", "patterns"])?;
    let list = |key| match whole.get(key) {
        None => Ok(&[][..]),
        Some(Value::Array(list)) => Ok(list.as_slice()),
        Some(_) => Err(format!("{key} should be array")),
    };
    let mut entries: Vec<Entry> = list("paths")?.iter().map(path).collect::<Result<_, _>>()?;
    let patterns = list("patterns")?;
    if patterns.first().is_some_and(Value::is_string) {
        let modules = Modules::Group(Ignore::new(&texts(&Value::from(patterns))?, true));
        entries.push(Entry { modules, names: Names::All, message: None, allows_types: false });
    } else {
        for one in patterns {
            entries.push(group(one)?);
        }
    }
    Ok(entries)
}

fn path(option: &Value) -> Result<Entry, String> {
    if let Value::String(name) = option {
        let modules = Modules::Named(name.clone());
        return Ok(Entry { modules, names: Names::All, message: None, allows_types: false });
    }
    let option = Object::of(option, &["name", "message", "importNames", "allowImportNames", "allowTypeImports"])?;
    let name = option.text("name")?.ok_or("expected a name")?;
    let names = match (option.get("importNames"), option.get("allowImportNames")) {
        (Some(_), Some(_)) => return Err("importNames and allowImportNames exclude each other".to_owned()),
        (Some(names), None) => Names::Restricted(Some(texts(names)?), None),
        (None, Some(names)) => Names::AllBut(texts(names)?),
        (None, None) => Names::All,
    };
    Ok(Entry {
        modules: Modules::Named(name),
        names,
        message: option.text("message")?,
        allows_types: option.bool("allowTypeImports", false)?,
    })
}

fn group(option: &Value) -> Result<Entry, String> {
    let option = Object::of(
        option,
        &[
            "importNames",
            "allowImportNames",
            "group",
            "regex",
            "importNamePattern",
            "allowImportNamePattern",
            "message",
            "caseSensitive",
            "allowTypeImports",
        ],
    )?;
    let ignores_case = !option.bool("caseSensitive", false)?;
    let modules = match (option.get("group"), option.text("regex")?) {
        (Some(group), None) => Modules::Group(Ignore::new(&texts(group)?, ignores_case)),
        (None, Some(text)) => Modules::Matching(pattern(&text, ignores_case)?),
        _ => return Err("expected a group or a regex".to_owned()),
    };
    let list = |key| option.get(key).map(texts).transpose();
    let matching = |key| -> Result<_, String> {
        let text = option.text(key)?.filter(|text| !text.is_empty());
        text.map(|text| Ok((pattern(&text, false)?, format!("/{}/u", text.replace('/', "\\/"))))).transpose()
    };
    let (names, name_pattern) = (list("importNames")?, matching("importNamePattern")?);
    let (allowed, allowed_pattern) = (list("allowImportNames")?, matching("allowImportNamePattern")?);
    let is_restricted = names.is_some() || name_pattern.is_some();
    let names = match (allowed, allowed_pattern) {
        (None, None) if is_restricted => Names::Restricted(names, name_pattern),
        (None, None) => Names::All,
        (Some(allowed), None) if !is_restricted => Names::AllBut(allowed),
        (None, Some((regex, text))) if !is_restricted => Names::AllButMatching(regex, text),
        _ => return Err("names that are restricted and names that are allowed exclude each other".to_owned()),
    };
    Ok(Entry { modules, names, message: option.text("message")?, allows_types: option.bool("allowTypeImports", false)? })
}

/// An import, or an export of what is imported.
struct Import<'a> {
    span: Span,
    source: &'a str,
    /// Whether it imports nothing but types.
    is_type: bool,
    /// By imported name: where, and whether only its type is imported.
    names: Vec<(&'a str, Vec<(Span, bool)>)>,
}

impl<'a> Import<'a> {
    fn of(kind: AstKind<'a>, ctx: &Context<'a>) -> Option<Import<'a>> {
        let (source, is_type) = match kind {
            AstKind::ImportDeclaration(import) => (import.source.value, import.import_kind.is_type()),
            AstKind::ExportFromDeclaration(export) => (export.source.value, export.export_kind.is_type()),
            AstKind::ExportAllDeclaration(export) => (export.source.value, export.export_kind.is_type()),
            AstKind::TSImportEqualsDeclaration(import) => match &import.module_reference {
                TSModuleReference::ExternalModuleReference(module) => {
                    (module.expression.value, import.import_kind.is_type())
                }
                _ => return None,
            },
            _ => return None,
        };
        let is_equals = matches!(kind, AstKind::TSImportEqualsDeclaration(_));
        let source = if is_equals { source.as_str() } else { source.as_str().trim() };
        let mut import = Import { span: kind.span(), source, is_type, names: Vec::new() };
        match kind {
            AstKind::ImportDeclaration(declaration) => {
                let specifiers = declaration.specifiers.iter().flatten();
                for specifier in specifiers {
                    let (name, is_type) = match specifier {
                        ImportDeclarationSpecifier::ImportSpecifier(specifier) => {
                            (name_of(&specifier.imported), specifier.import_kind.is_type())
                        }
                        ImportDeclarationSpecifier::ImportDefaultSpecifier(_) => ("default", false),
                        ImportDeclarationSpecifier::ImportNamespaceSpecifier(_) => ("*", false),
                    };
                    import.add(name, specifier.span(), is_type);
                }
            }
            AstKind::ExportFromDeclaration(declaration) => {
                for specifier in &declaration.specifiers {
                    import.add(name_of(&specifier.local), specifier.span, specifier.export_kind.is_type());
                }
            }
            AstKind::ExportAllDeclaration(declaration) => {
                let start = next_token(declaration.span.start + 6, ctx);
                let length = if ctx.source()[start as usize..].starts_with('*') { 1 } else { 4 };
                import.add("*", Span::sized(start, length), false);
            }
            _ => {}
        }
        let mut all = import.names.iter().flat_map(|(_, places)| places);
        import.is_type |= !import.names.is_empty() && all.all(|(_, is_type)| *is_type);
        Some(import)
    }

    fn add(&mut self, name: &'a str, span: Span, is_type: bool) {
        match self.names.iter_mut().find(|(known, _)| *known == name) {
            Some((_, places)) => places.push((span, is_type)),
            None => self.names.push((name, vec![(span, is_type)])),
        }
    }
}

fn name_of<'a>(name: &ModuleExportName<'a>) -> &'a str {
    match name {
        ModuleExportName::IdentifierName(name) => name.name.as_str(),
        ModuleExportName::IdentifierReference(name) => name.name.as_str(),
        ModuleExportName::StringLiteral(name) => name.value.as_str(),
    }
}

impl Entry {
    fn check(&self, import: &Import<'_>, ctx: &Context<'_>) {
        if self.allows_types && import.is_type {
            return;
        }
        let is_path = matches!(self.modules, Modules::Named(_));
        if matches!(self.names, Names::All) {
            let ids = if is_path { ["path", "pathWithCustomMessage"] } else { ["patterns", "patternWithCustomMessage"] };
            self.report(import.span, ids, import, "", (String::new(), ""), ctx);
            return;
        }
        for (name, places) in &import.names {
            if *name == "*" {
                if let Some((span, _)) = places.first() {
                    let (ids, names) = self.of_everything(is_path);
                    self.report(*span, ids, import, name, names, ctx);
                }
                continue;
            }
            let Some((ids, names)) = self.of_name(name, is_path) else { continue };
            for (span, is_type) in places {
                if !(self.allows_types && *is_type) {
                    self.report(*span, ids, import, name, (names.0.clone(), names.1), ctx);
                }
            }
        }
    }

    /// The messages for an import of everything, without and with words of the configuration.
    fn of_everything(&self, is_path: bool) -> ([&'static str; 2], (String, &'static str)) {
        match &self.names {
            Names::Restricted(Some(names), _) if is_path => {
                (["everything", "everythingWithCustomMessage"], listed(names))
            }
            Names::Restricted(Some(names), _) => {
                (["patternAndEverything", "patternAndEverythingWithCustomMessage"], listed(names))
            }
            Names::Restricted(None, matching) => (
                [
                    "patternAndEverythingWithRegexImportName",
                    "patternAndEverythingWithRegexImportNameAndCustomMessage",
                ],
                (matching.as_ref().map_or(String::new(), |(_, text)| text.clone()), ""),
            ),
            Names::AllBut(names) => (
                ["everythingWithAllowImportNames", "everythingWithAllowImportNamesAndCustomMessage"],
                listed(names),
            ),
            Names::AllButMatching(_, text) => (
                [
                    "everythingWithAllowedImportNamePattern",
                    "everythingWithAllowedImportNamePatternWithCustomMessage",
                ],
                (text.clone(), ""),
            ),
            Names::All => (["path", "pathWithCustomMessage"], (String::new(), "")),
        }
    }

    /// The messages for a name, if it is restricted.
    fn of_name(&self, name: &str, is_path: bool) -> Option<([&'static str; 2], (String, &'static str))> {
        let has = |names: &[String]| names.iter().any(|known| known == name);
        match &self.names {
            Names::Restricted(names, matching) => {
                let is_restricted = names.as_deref().is_some_and(has)
                    || matching.as_ref().is_some_and(|(pattern, _)| pattern.is_match(name));
                let ids = if is_path {
                    ["importName", "importNameWithCustomMessage"]
                } else {
                    ["patternAndImportName", "patternAndImportNameWithCustomMessage"]
                };
                is_restricted.then(|| (ids, (String::new(), "")))
            }
            Names::AllBut(names) => (!has(names))
                .then(|| (["allowedImportName", "allowedImportNameWithCustomMessage"], listed(names))),
            Names::AllButMatching(pattern, text) => (!pattern.is_match(name)).then(|| {
                let ids = ["allowedImportNamePattern", "allowedImportNamePatternWithCustomMessage"];
                (ids, (text.clone(), ""))
            }),
            Names::All => None,
        }
    }

    fn report(
        &self,
        span: Span,
        [plain, worded]: [&'static str; 2],
        import: &Import<'_>,
        name: &str,
        (names, is_or_are): (String, &'static str),
        ctx: &Context<'_>,
    ) {
        let message = self.message.as_deref().filter(|message| !message.is_empty());
        ctx.report(span, if message.is_some() { worded } else { plain })
            .data("importSource", import.source)
            .data("importName", name)
            .data("importNames", names)
            .data("isOrAre", is_or_are)
            .data("customMessage", message.unwrap_or_default());
    }
}

/// `'a', 'b', and 'c'`, with the verb.
fn listed(names: &[String]) -> (String, &'static str) {
    let quoted: Vec<String> = names.iter().map(|name| format!("'{name}'")).collect();
    let text = match quoted.as_slice() {
        [first, second] => format!("{first} and {second}"),
        [most @ .., last] if most.len() > 1 => format!("{}, and {last}", most.join(", ")),
        all => all.join(", "),
    };
    (text, if names.len() == 1 { "is" } else { "are" })
}
