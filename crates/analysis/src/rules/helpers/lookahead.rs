//! Regular expressions with lookahead, as a program that says whether a text matches. Each step runs at most
//! once at each place of the text, so no expression takes exponential time.

use oxc_allocator::Allocator;
use oxc_regular_expression::ast::{
    BoundaryAssertionKind, CharacterClass, CharacterClassContents, CharacterClassContentsKind,
    CharacterClassEscapeKind, Disjunction, LookAroundAssertion, LookAroundAssertionKind, Quantifier, Term,
};
use oxc_regular_expression::{LiteralParser, Options};

use super::space::{is_line_end, is_space};

use crate::hash::{HashMap, HashSet};

/// Maximum number of steps of a program.
const MAX_STEPS: usize = 2_000;
/// Maximum number of steps that run for a text.
const MAX_RUNS: usize = 500_000;

/// A regular expression with the flag `u`.
#[derive(Clone)]
pub(crate) struct Program(Vec<Step>);

#[derive(Clone)]
enum Step {
    One(Set),
    Start,
    End,
    Boundary {
        negative: bool,
    },
    /// Goes on at either step.
    Split(usize, usize),
    /// Goes on at `next` if what the next steps say of the text that follows is not `negative`.
    Look {
        negative: bool,
        next: usize,
    },
    Accept,
}

/// A set of characters.
#[derive(Clone)]
struct Set {
    items: Vec<Item>,
    negative: bool,
}

#[derive(Clone, Copy)]
enum Item {
    Range(u32, u32),
    Escape(CharacterClassEscapeKind),
    LineEnd,
}

fn is_word(char: char) -> bool {
    char.is_ascii_alphanumeric() || char == '_'
}

impl Item {
    fn has(self, char: char) -> bool {
        match self {
            Item::Range(first, last) => (first..=last).contains(&u32::from(char)),
            Item::LineEnd => is_line_end(char),
            Item::Escape(escape) => match escape {
                CharacterClassEscapeKind::D => char.is_ascii_digit(),
                CharacterClassEscapeKind::NegativeD => !char.is_ascii_digit(),
                CharacterClassEscapeKind::S => is_space(char),
                CharacterClassEscapeKind::NegativeS => !is_space(char),
                CharacterClassEscapeKind::W => is_word(char),
                CharacterClassEscapeKind::NegativeW => !is_word(char),
            },
        }
    }
}

impl Set {
    fn has(&self, char: char) -> bool {
        self.items.iter().any(|item| item.has(char)) != self.negative
    }
}

impl Program {
    /// The program of an expression, or what is wrong with it.
    pub(crate) fn new(source: &str) -> Result<Program, String> {
        let allocator = Allocator::default();
        let parsed = LiteralParser::new(&allocator, source, Some("u"), Options::default()).parse();
        let pattern = parsed.map_err(|error| error.to_string())?;
        let mut program = Program(Vec::new());
        program.disjunction(&pattern.body)?;
        program.push(Step::Accept)?;
        Ok(program)
    }

    fn push(&mut self, step: Step) -> Result<usize, String> {
        if self.0.len() >= MAX_STEPS {
            return Err(format!("it takes more than {MAX_STEPS} steps"));
        }
        self.0.push(step);
        Ok(self.0.len() - 1)
    }

    /// Adds a split whose places are known later.
    fn split(&mut self) -> Result<usize, String> {
        self.push(Step::Split(0, 0))
    }

    fn disjunction(&mut self, disjunction: &Disjunction<'_>) -> Result<(), String> {
        let Some((last, others)) = disjunction.body.split_last() else { return Ok(()) };
        let mut ends = Vec::new();
        for alternative in others {
            let split = self.split()?;
            self.terms(&alternative.body)?;
            ends.push(self.split()?);
            self.0[split] = Step::Split(split + 1, self.0.len());
        }
        self.terms(&last.body)?;
        for end in ends {
            self.0[end] = Step::Split(self.0.len(), self.0.len());
        }
        Ok(())
    }

    fn terms(&mut self, terms: &[Term<'_>]) -> Result<(), String> {
        terms.iter().try_for_each(|term| self.term(term))
    }

    fn term(&mut self, term: &Term<'_>) -> Result<(), String> {
        let one = |items: Vec<Item>, negative| Step::One(Set { items, negative });
        let step = match term {
            Term::BoundaryAssertion(assertion) => match assertion.kind {
                BoundaryAssertionKind::Start => Step::Start,
                BoundaryAssertionKind::End => Step::End,
                BoundaryAssertionKind::Boundary => Step::Boundary { negative: false },
                BoundaryAssertionKind::NegativeBoundary => Step::Boundary { negative: true },
            },
            Term::LookAroundAssertion(look) => return self.look(look),
            Term::Quantifier(quantifier) => return self.quantifier(quantifier),
            Term::Character(character) => one(vec![Item::Range(character.value, character.value)], false),
            Term::Dot(_) => one(vec![Item::LineEnd], true),
            Term::CharacterClassEscape(escape) => one(vec![Item::Escape(escape.kind)], false),
            Term::CharacterClass(class) => Step::One(set(class)?),
            Term::CapturingGroup(group) => return self.disjunction(&group.body),
            Term::IgnoreGroup(group) if group.modifiers.is_none() => return self.disjunction(&group.body),
            Term::IgnoreGroup(_) => return Err("modifiers of groups are not known".to_owned()),
            Term::UnicodePropertyEscape(_) => return Err("Unicode properties are not known".to_owned()),
            Term::IndexedReference(_) | Term::NamedReference(_) => {
                return Err("backreferences are not known".to_owned());
            }
        };
        self.push(step).map(|_| ())
    }

    fn look(&mut self, look: &LookAroundAssertion<'_>) -> Result<(), String> {
        let negative = match look.kind {
            LookAroundAssertionKind::Lookahead => false,
            LookAroundAssertionKind::NegativeLookahead => true,
            _ => return Err("lookbehind is not known".to_owned()),
        };
        let at = self.push(Step::Look { negative, next: 0 })?;
        self.disjunction(&look.body)?;
        self.push(Step::Accept)?;
        self.0[at] = Step::Look { negative, next: self.0.len() };
        Ok(())
    }

    fn quantifier(&mut self, quantifier: &Quantifier<'_>) -> Result<(), String> {
        for _ in 0..quantifier.min {
            self.repeated(&quantifier.body)?;
        }
        let Some(max) = quantifier.max else {
            let split = self.split()?;
            self.term(&quantifier.body)?;
            let back = self.split()?;
            self.0[back] = Step::Split(split, split);
            self.0[split] = Step::Split(split + 1, self.0.len());
            return Ok(());
        };
        let mut splits = Vec::new();
        for _ in quantifier.min..max {
            splits.push(self.split()?);
            self.term(&quantifier.body)?;
        }
        for split in splits {
            self.0[split] = Step::Split(split + 1, self.0.len());
        }
        Ok(())
    }

    /// Adds a term once more. What adds no step would be repeated without end.
    fn repeated(&mut self, term: &Term<'_>) -> Result<(), String> {
        let before = self.0.len();
        self.term(term)?;
        if self.0.len() == before {
            let split = self.split()?;
            self.0[split] = Step::Split(split + 1, split + 1);
        }
        Ok(())
    }

    /// Whether a text matches; `None` if that takes too long to say.
    pub(crate) fn is_match(&self, text: &str) -> Option<bool> {
        let text: Vec<char> = text.chars().collect();
        let mut run = Run { steps: &self.0, text: &text, looks: HashMap::default(), left: MAX_RUNS };
        run.reaches((0..=text.len()).rev().map(|at| (0, at)).collect())
    }
}

fn set(class: &CharacterClass<'_>) -> Result<Set, String> {
    let mut items = Vec::new();
    for content in &class.body {
        items.push(match content {
            CharacterClassContents::CharacterClassRange(range) => {
                Item::Range(range.min.value, range.max.value)
            }
            CharacterClassContents::CharacterClassEscape(escape) => Item::Escape(escape.kind),
            CharacterClassContents::Character(character) => Item::Range(character.value, character.value),
            _ => return Err("such classes of characters are not known".to_owned()),
        });
    }
    match class.kind {
        CharacterClassContentsKind::Union => Ok(Set { items, negative: class.negative }),
        _ => Err("such classes of characters are not known".to_owned()),
    }
}

/// A step of the program, and a place in the text.
type State = (usize, usize);

/// A run over a text.
struct Run<'p> {
    steps: &'p [Step],
    text: &'p [char],
    /// What lookaheads found.
    looks: HashMap<State, bool>,
    /// How many steps may still run.
    left: usize,
}

impl Run<'_> {
    /// Whether one of these states leads to the end of the program.
    fn reaches(&mut self, mut work: Vec<State>) -> Option<bool> {
        let mut seen = HashSet::default();
        while let Some((step, at)) = work.pop() {
            if !seen.insert((step, at)) {
                continue;
            }
            self.left = self.left.checked_sub(1)?;
            match &self.steps[step] {
                Step::Accept => return Some(true),
                Step::One(set) => {
                    if self.text.get(at).is_some_and(|char| set.has(*char)) {
                        work.push((step + 1, at + 1));
                    }
                }
                Step::Start if at == 0 => work.push((step + 1, at)),
                Step::End if at == self.text.len() => work.push((step + 1, at)),
                Step::Boundary { negative } if self.is_boundary(at) != *negative => work.push((step + 1, at)),
                Step::Split(first, second) => work.extend([(*second, at), (*first, at)]),
                Step::Look { negative, next } => {
                    let (negative, next) = (*negative, *next);
                    if self.looks_at(step + 1, at)? != negative {
                        work.push((next, at));
                    }
                }
                Step::Start | Step::End | Step::Boundary { .. } => {}
            }
        }
        Some(false)
    }

    fn looks_at(&mut self, step: usize, at: usize) -> Option<bool> {
        if let Some(found) = self.looks.get(&(step, at)) {
            return Some(*found);
        }
        let found = self.reaches(vec![(step, at)])?;
        self.looks.insert((step, at), found);
        Some(found)
    }

    fn is_boundary(&self, at: usize) -> bool {
        let word = |at: Option<usize>| at.and_then(|at| self.text.get(at)).is_some_and(|char| is_word(*char));
        word(at.checked_sub(1)) != word(Some(at))
    }
}
