//! `no-restricted-syntax`: disallow specified syntax.
//!
//! The options are selectors in the language of esquery, for example `ForInStatement` or
//! `CallExpression[callee.name="eval"]`. An option that is an object has a `selector` and a `message`. Regular expressions
//! in selectors have neither lookaround nor backreferences.
//!
//! ```js fails ["ForInStatement"]
//! for (const key in box) show(key);
//! ```
//!
//! ```js passes ["ForInStatement"]
//! for (const key of Object.keys(box)) show(key);
//! ```


use serde_json::Value;

use crate::hash::HashMap;
use crate::lint::Object;
use crate::rules::prelude::*;
use crate::selector::{Selector, Tree, estree, parse};

/// The largest number of selectors that are compared with every node.
const MAX_GENERAL: usize = 1_000;

pub(crate) const RULE: Rule = Rule {
    id: "no-restricted-syntax",
    kind: Kind::Suggestion,
    messages: &[("restrictedSyntax", "{{message}}")],
    types: &[AstType::Program],
    run: Run::Configured(|options| {
        let restricted = Restricted::read(options)?;
        Ok(Check::file(move |ctx| restricted.check(ctx)))
    }),
    ..Rule::DEFAULT
};

struct Restricted {
    /// Selectors with their messages.
    selectors: Vec<(Selector, String)>,
    /// The selectors that can match a type of node, in lower case.
    by_type: HashMap<String, Vec<usize>>,
    /// The selectors that can match any node.
    general: Vec<usize>,
}

impl Restricted {
    fn read(options: &Options<'_>) -> Result<Restricted, String> {
        // The last message of a selector counts.
        let mut messages: HashMap<&str, String> = HashMap::default();
        let mut order = Vec::new();
        for option in options.0 {
            let (selector, message) = match option {
                Value::String(selector) => (selector.as_str(), None),
                option => {
                    let option = Object::of(option, &["selector", "message"])?;
                    let selector = option.get("selector").and_then(Value::as_str);
                    let message = option.text("message")?.filter(|text| !text.is_empty());
                    (selector.ok_or("expected a selector")?, message)
                }
            };
            let message = message.unwrap_or_else(|| format!("Using '{selector}' is not allowed."));
            if messages.insert(selector, message).is_none() {
                order.push(selector);
            }
        }
        let mut restricted = Restricted { selectors: Vec::new(), by_type: HashMap::default(), general: Vec::new() };
        for (number, text) in order.into_iter().enumerate() {
            let bare = text.strip_suffix(":exit").unwrap_or(text);
            let shown = || text.chars().take(80).collect::<String>();
            let selector = parse(bare).map_err(|why| format!("the selector \"{}\": {why}", shown()))?;
            match selector.types() {
                Some(types) => {
                    for of in types {
                        let numbers = restricted.by_type.entry(of).or_default();
                        if numbers.last() != Some(&number) {
                            numbers.push(number);
                        }
                    }
                }
                None => restricted.general.push(number),
            }
            restricted.selectors.push((selector, messages.remove(text).unwrap_or_default()));
        }
        if restricted.general.len() > MAX_GENERAL {
            return Err(format!("more than {MAX_GENERAL} selectors without a type of node"));
        }
        Ok(restricted)
    }

    fn check(&self, ctx: &Context<'_>) {
        if self.selectors.is_empty() {
            return;
        }
        let program = estree(ctx.nodes().program(), ctx.source_type.is_typescript());
        let tree = Tree::new(&program);
        // The selectors by the types that the file has.
        let mut of_kind: HashMap<&str, Vec<usize>> = HashMap::default();
        for (number, kind) in tree.kinds() {
            let candidates = of_kind.entry(kind).or_insert_with(|| {
                let own = self.by_type.get(&kind.to_ascii_lowercase());
                own.into_iter().flatten().chain(&self.general).copied().collect()
            });
            for candidate in candidates {
                let (selector, message) = &self.selectors[*candidate];
                if tree.matches(selector, number) {
                    ctx.report(span_of(tree.node(number), ctx), "restrictedSyntax").data("message", message.as_str());
                }
            }
        }
    }
}

/// Where ESLint's parsers say that a node is.
fn span_of(node: &Value, ctx: &Context<'_>) -> Span {
    let offset = |node: &Value, key: &str| {
        node.get(key).and_then(Value::as_u64).and_then(|offset| u32::try_from(offset).ok()).unwrap_or(0)
    };
    let (start, end) = (offset(node, "start"), offset(node, "end"));
    match node.get("type").and_then(Value::as_str) {
        // With its delimiters, which the tree of a TypeScript file has counted.
        Some("TemplateElement") if !ctx.source_type.is_typescript() => {
            let close = if node.get("tail") == Some(&Value::Bool(true)) { 1 } else { 2 };
            Span::new(start.saturating_sub(1), end + close)
        }
        // Comments around the code are part of a script, and those before it are not of a TypeScript file.
        Some("Program") if ctx.source_type.is_typescript() => {
            let first = node.get("body").and_then(|body| body.get(0));
            Span::new(first.map_or(start, |first| offset(first, "start")), end)
        }
        _ => Span::new(start, end),
    }
}
