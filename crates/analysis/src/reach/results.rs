//! What calls give: those of functions of the file, and those of built-in functions.

use oxc_ast::ast::{CallExpression, Expression};
use oxc_span::{GetSpan, Span};

use super::called::Called;
use super::flow::{Flow, Holder, Origins, bounded};
use super::origin::{NODE_MODULE, Origin};
use super::writes::{is_prototype, prototype_of};
use crate::rules::static_text;

impl<'a> Flow<'_, 'a> {
    pub(crate) fn call(&self, call: &CallExpression<'a>) -> Origins {
        if let Some(member) = call.callee.get_member_expr()
            && self.member_name(member).is_some_and(|name| name == "bind")
        {
            return self.of(member.object());
        }
        if let Some(member) = call.callee.get_member_expr()
            && self.member_name(member).is_some_and(|name| name == "valueOf")
        {
            return self.of(member.object());
        }
        self.results(&Called::of(call, self))
    }

    /// What the functions that a call may have return.
    pub(super) fn results(&self, called: &Called<'_, 'a>) -> Origins {
        bounded(called.callee.iter().flat_map(|callee| self.result(callee, called)))
    }

    /// What a call of a function returns.
    fn result(&self, callee: &Origin, called: &Called<'_, 'a>) -> Origins {
        if let Origin::Function(Some(node)) = callee {
            return self.once(Holder::Function(*node), || self.returned(*node));
        }
        let Origin::Path(path) = callee else { return Vec::new() };
        if path.is_empty() {
            // What a getter of a window gives.
            return vec![Origin::global()];
        }
        let first = || called.argument(0).map_or_else(Vec::new, |first| self.of(first));
        let path: Vec<&str> = path.iter().map(String::as_str).collect();
        match path[..] {
            ["Reflect", "get"] => self.taken(called).into_iter().flat_map(|(_, origins)| origins).collect(),
            ["Object" | "Reflect", "getOwnPropertyDescriptor"] => {
                let taken = self.taken(called).into_iter().flat_map(|(_, origins)| origins);
                taken
                    .filter_map(|origin| {
                        if let Origin::Path(path) = origin { Some(Origin::Descriptor(path)) } else { None }
                    })
                    .collect()
            }
            ["Object", "getOwnPropertyDescriptors"] => {
                let paths = first().into_iter();
                paths
                    .filter_map(|origin| match origin {
                        Origin::Path(path) => Some(Origin::Descriptors(path)),
                        // Those of the prototype of functions.
                        Origin::Function(None) => {
                            Some(Origin::Descriptors(["Function", "prototype"].map(str::to_owned).into()))
                        }
                        _ => None,
                    })
                    .collect()
            }
            ["Object", "assign"] => {
                bounded(called.arguments().flatten().flat_map(|argument| self.of(argument)))
            }
            // A new object, whose members are those of its prototype.
            ["Object", "create"] => first().into_iter().filter(|origin| !is_prototype(origin)).collect(),
            [
                "Object",
                "defineProperties" | "defineProperty" | "freeze" | "preventExtensions" | "seal"
                | "setPrototypeOf",
            ] => first(),
            // A symbol of the code's own.
            ["Symbol"] | ["Symbol", "for"] => vec![Origin::Path(vec!["Symbol".to_owned(), "own".to_owned()])],
            // A window.
            ["open"] => vec![Origin::global()],
            [.., "valueOf"] => {
                let object = &path[..path.len() - 1];
                vec![Origin::Path(object.iter().map(|&part| part.to_owned()).collect())]
            }
            [NODE_MODULE, "createRequire"] => vec![Origin::Path(vec!["require".to_owned()])],
            ["Object" | "Reflect", "getPrototypeOf"] => {
                let prototype =
                    |first: &Expression<'a>| prototype_of(self.value_of_constant(first).unwrap_or(first));
                if let Some(known) = called.argument(0).and_then(prototype) {
                    return known;
                }
                first().iter().map(Origin::prototype).collect()
            }
            ["require"] | ["module", "require"] => {
                let specifier = called.argument(0).and_then(|first| static_text(first, self.model));
                specifier.and_then(|specifier| self.module(&specifier)).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    /// What `Reflect.get(object, key)` and its like take: the place of the key, and what is there. An unknown key
    /// takes nothing known.
    pub(crate) fn taken(&self, called: &Called<'_, 'a>) -> Option<(Span, Origins)> {
        let (object, key) = (called.argument(0)?, called.argument(1)?);
        let name = static_text(key, self.model)?;
        Some((key.span(), self.member(object, &name)))
    }
}
