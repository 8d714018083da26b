//! `no-restricted-properties`: disallow certain properties on certain objects.
//!
//! The options name what a project does not use, and why. An entry has `object`, `property` or both, and a `message`. With
//! `object` alone, `allowProperties` are exceptions; with `property` alone, `allowObjects` are.
//!
//! ```js fails [{ "object": "Math", "property": "pow", "message": "Use **." }]
//! const area = Math.pow(side, 2);
//! ```
//!
//! ```js passes [{ "object": "Math", "property": "pow" }]
//! const side = Math.sqrt(area);
//! ```


use crate::hash::HashMap;
use crate::lint::Object;
use crate::rules::helpers::keys::{static_key, static_value};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-restricted-properties",
    kind: Kind::Suggestion,
    messages: &[
        (
            "restrictedObjectProperty",
            "'{{objectName}}.{{propertyName}}' is restricted from being used.{{allowedPropertiesMessage}}{{message}}",
        ),
        (
            "restrictedProperty",
            "'{{propertyName}}' is restricted from being used.{{allowedObjectsMessage}}{{message}}",
        ),
    ],
    types: &[
        AstType::StaticMemberExpression,
        AstType::ComputedMemberExpression,
        AstType::ObjectPattern,
        AstType::ObjectAssignmentTarget,
    ],
    run: Run::Configured(|options| {
        let restricted = Restricted::read(options)?;
        Ok(Check::nodes(move |node, ctx| restricted.visit(node, ctx)))
    }),
    ..Rule::DEFAULT
};

/// What an entry says besides names.
struct Entry {
    message: String,
    allowed: Option<Vec<String>>,
}

#[derive(Default)]
struct Restricted {
    pairs: HashMap<String, HashMap<String, Entry>>,
    objects: HashMap<String, Entry>,
    properties: HashMap<String, Entry>,
}

impl Restricted {
    fn read(options: &Options<'_>) -> Result<Restricted, String> {
        let mut restricted = Restricted::default();
        for option in options.0 {
            let keys = ["object", "property", "allowObjects", "allowProperties", "message"];
            let option = Object::of(option, &keys)?;
            let (object, property) = (option.text("object")?, option.text("property")?);
            let texts = |key| option.get(key).map(|_| option.texts(key)).transpose();
            let (objects, properties) = (texts("allowObjects")?, texts("allowProperties")?);
            if (object.is_some() && objects.is_some()) || (property.is_some() && properties.is_some()) {
                return Err("allowObjects excludes object, and allowProperties excludes property".to_owned());
            }
            let message = option.text("message")?.filter(|text| !text.is_empty());
            let message = message.map_or(String::new(), |text| format!(" {text}"));
            match (object, property) {
                (Some(object), Some(property)) => {
                    let entry = Entry { message, allowed: None };
                    restricted.pairs.entry(object).or_default().insert(property, entry);
                }
                (Some(object), None) => {
                    restricted.objects.insert(object, Entry { message, allowed: properties });
                }
                (None, Some(property)) => {
                    restricted.properties.insert(property, Entry { message, allowed: objects });
                }
                (None, None) => return Err("expected object or property".to_owned()),
            }
        }
        Ok(restricted)
    }

    fn visit<'a>(&self, node: &AstNode<'a>, ctx: &Context<'a>) {
        let named = |expression: &Expression<'a>| match expression.without_parentheses() {
            Expression::Identifier(identifier) => Some(identifier.name.as_str()),
            _ => None,
        };
        match node.kind() {
            AstKind::ObjectPattern(pattern) => {
                let (object, of_type) = match ctx.parent_kind(node.id()) {
                    AstKind::VariableDeclarator(declarator) => {
                        (declarator.init.as_ref().and_then(named), declarator.type_annotation.as_ref())
                    }
                    AstKind::FormalParameter(parameter) => {
                        (parameter.initializer.as_deref().and_then(named), parameter.type_annotation.as_ref())
                    }
                    AstKind::AssignmentPattern(with_default) => (named(&with_default.right), None),
                    _ => (None, None),
                };
                // A pattern ends with its type.
                let span = Span::new(pattern.span.start, of_type.map_or(pattern.span.end, |of| of.span.end));
                for property in &pattern.properties {
                    self.check(span, object, static_key(&property.key).as_deref(), ctx);
                }
            }
            AstKind::ObjectAssignmentTarget(target) => {
                let object = match ctx.parent_kind(node.id()) {
                    AstKind::AssignmentExpression(assignment) => named(&assignment.right),
                    AstKind::AssignmentTargetWithDefault(with_default) => named(&with_default.init),
                    _ => None,
                };
                for property in &target.properties {
                    let name = match property {
                        AssignmentTargetProperty::AssignmentTargetPropertyIdentifier(property) => {
                            Some(property.binding.name.as_str().into())
                        }
                        AssignmentTargetProperty::AssignmentTargetPropertyProperty(property) => {
                            static_key(&property.name)
                        }
                    };
                    self.check(target.span, object, name.as_deref(), ctx);
                }
            }
            kind => {
                let Some(member) = kind.as_member_expression_kind() else { return };
                let name = match kind {
                    AstKind::StaticMemberExpression(member) => Some(member.property.name.as_str().into()),
                    AstKind::ComputedMemberExpression(member) => {
                        static_value(&member.expression)
                    }
                    _ => None,
                };
                self.check(kind.span(), named(member.object()), name.as_deref(), ctx);
            }
        }
    }

    fn check(&self, span: Span, object: Option<&str>, property: Option<&str>, ctx: &Context<'_>) {
        let Some(property) = property else { return };
        let list = |names: &[String]| names.join(", ");
        let of_object = object.and_then(|object| match self.pairs.get(object) {
            Some(properties) => properties.get(property),
            None => self.objects.get(object),
        });
        if let (Some(entry), Some(object)) = (of_object, object)
            && !entry.allows(Some(property))
        {
            let allowed = entry.allowed.as_deref().map_or(String::new(), |allowed| {
                format!(" Only these properties are allowed: {}.", list(allowed))
            });
            ctx.report(span, "restrictedObjectProperty")
                .data("objectName", object)
                .data("propertyName", property)
                .data("allowedPropertiesMessage", allowed)
                .data("message", entry.message.as_str());
        } else if let Some(entry) = self.properties.get(property)
            && !entry.allows(object)
        {
            let allowed = entry.allowed.as_deref().map_or(String::new(), |allowed| {
                format!(" Property '{property}' is only allowed on these objects: {}.", list(allowed))
            });
            ctx.report(span, "restrictedProperty")
                .data("propertyName", property)
                .data("allowedObjectsMessage", allowed)
                .data("message", entry.message.as_str());
        }
    }
}

impl Entry {
    fn allows(&self, name: Option<&str>) -> bool {
        let is = |allowed: &String| name == Some(allowed);
        self.allowed.as_ref().is_some_and(|allowed| allowed.iter().any(is))
    }
}
