//! The rules that are on without a configuration. They keep the wording that consumers of `lint:` know, and
//! are narrower than ESLint's where that says so.

use crate::model::Model;

/// A rule of the default preset.
pub(crate) struct House {
    pub(crate) id: &'static str,
    /// The message in place of the rule's own.
    pub(crate) message: &'static str,
    /// Whether a finding reports only its start.
    pub(crate) start_only: bool,
    /// Whether a finding with this text counts.
    pub(crate) keeps: fn(&Model<'_>, &str) -> bool,
}

const BASE: House = House { id: "", message: "", start_only: false, keeps: |_, _| true };

/// The default preset.
pub(crate) const HOUSE: [House; 5] = [
    House {
        id: "no-console",
        message: "Avoid console.log in production code",
        keeps: |model, text| {
            let name = text.trim_end_matches(|char: char| "]'\"` ".contains(char));
            name.ends_with("log") && !model.path.as_str().contains("debug")
        },
        ..BASE
    },
    House { id: "no-debugger", message: "Remove debugger statements", ..BASE },
    House { id: "no-eval", message: "Avoid using eval() for security reasons", ..BASE },
    House {
        id: "no-var",
        message: "Use const or let instead of var",
        // What a type declares has no other form.
        keeps: |model, text| !text.starts_with("declare") && !model.source_type.is_typescript_definition(),
        ..BASE
    },
    House {
        id: "strict",
        message: "Missing \"use strict\"",
        start_only: true,
        keeps: |model, _| {
            !model.source_type.is_module()
                && !model.source_type.is_typescript()
                && !model.semantic.nodes().program().body.is_empty()
        },
    },
];
