//! What a lint rule is.

use oxc_ast::AstType;
use oxc_semantic::AstNode;

use crate::lint::{Context, Options};

/// A lint rule, as data.
pub struct Rule {
    /// ESLint's id.
    pub id: &'static str,
    /// Ids under which plugins have the same rule, for example `@typescript-eslint/no-redeclare`.
    pub aliases: &'static [&'static str],
    /// What its findings are about.
    pub kind: Kind,
    /// Whether ESLint's recommended configuration, or the plugin's, enables it.
    pub recommended: bool,
    /// Whether it has fixes.
    pub fixable: bool,
    /// Whether it has suggestions.
    pub has_suggestions: bool,
    /// Its messages by id; `{{name}}` is a placeholder.
    pub messages: &'static [(&'static str, &'static str)],
    /// The nodes it examines. It does not run on a file without any of them. For a rule that examines whole
    /// files, no types means every file.
    pub(crate) types: &'static [AstType],
    /// Whether it applies to a file.
    pub(crate) applies: fn(&Context<'_>) -> bool,
    /// How it examines a file.
    pub(crate) run: Run,
}

/// What the findings of a rule are about (ESLint's `type`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Code that is wrong, or likely to be.
    Problem,
    /// Code that can be better.
    Suggestion,
    /// White space and punctuation.
    Layout,
}

/// How a rule examines a file.
pub(crate) enum Run {
    /// Without options: examines nodes of the rule's types one by one.
    Nodes(for<'a> fn(&AstNode<'a>, &Context<'a>)),
    /// Without options: examines a file as a whole.
    File(for<'a> fn(&Context<'a>)),
    /// Created from options, or what is wrong with them.
    Configured(fn(&Options<'_>) -> Result<Check, String>),
}

/// A rule with its options.
pub(crate) enum Check {
    /// Examines one node.
    Nodes(Box<dyn for<'a> Fn(&AstNode<'a>, &Context<'a>)>),
    /// Examines a file as a whole.
    File(Box<dyn for<'a> Fn(&Context<'a>)>),
}

impl Check {
    /// A check of one node.
    pub(crate) fn nodes(check: impl for<'a> Fn(&AstNode<'a>, &Context<'a>) + 'static) -> Check {
        Check::Nodes(Box::new(check))
    }

    /// A check of a whole file.
    pub(crate) fn file(check: impl for<'a> Fn(&Context<'a>) + 'static) -> Check {
        Check::File(Box::new(check))
    }
}

impl Rule {
    /// What the definition of a rule starts from: `..Rule::DEFAULT`.
    pub(crate) const DEFAULT: Rule = Rule {
        id: "",
        aliases: &[],
        kind: Kind::Problem,
        recommended: false,
        fixable: false,
        has_suggestions: false,
        messages: &[],
        types: &[],
        applies: |_| true,
        run: Run::File(|_| {}),
    };

    /// Whether it has this id or alias.
    #[must_use]
    pub fn is_called(&self, id: &str) -> bool {
        self.id == id || self.aliases.contains(&id)
    }

    /// The text of a message.
    #[must_use]
    pub fn message(&self, id: &str) -> Option<&'static str> {
        self.messages.iter().find(|(of, _)| *of == id).map(|(_, text)| *text)
    }

    /// Configures the rule, or returns what is wrong with its options.
    pub(crate) fn configured(&self, options: &Options<'_>) -> Result<Check, String> {
        match self.run {
            Run::Configured(make) => make(options),
            Run::Nodes(check) => options.none().map(|()| Check::Nodes(Box::new(check))),
            Run::File(check) => options.none().map(|()| Check::File(Box::new(check))),
        }
    }
}
