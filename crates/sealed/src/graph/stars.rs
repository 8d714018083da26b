//! Resolves `export *` over the module graph as the specification links modules. All names of a module in a
//! cycle are known before any code runs. A name that two modules provide is ambiguous, and neither provides
//! it.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use verdict_transform::{Exported, Origin};

use super::linked::{Files, Number};
use super::ready::{Readied, Ready};
use crate::supply::{Absent, Stars};

/// Maximum number of files that one `export *` leads to. Beyond it, names are known only after the modules
/// ran.
const MAX_FILES: usize = 1_000;
/// Maximum length of the chain of modules through which one name is followed.
const MAX_DEPTH: usize = 100;
/// Maximum number of modules visited to follow one name.
const MAX_STEPS: usize = 10_000;

/// The file that declares an exported name, and the name there.
type Binding = (Number, String);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Resolved {
    Found(Binding),
    Conflict,
    Nowhere,
}

/// The exports of a file itself.
enum Own {
    /// An ES module: see [`exported`].
    Module(Rc<Ready>),
    CommonJs,
    /// Its exports are known only after it ran.
    Unknown,
}

impl Files {
    /// The names that a file re-exports by `export *`.
    pub(super) fn stars(&self, root: Number) -> Result<Stars, Absent> {
        let mut found = Stars::default();
        let Own::Module(ready) = self.own(root)? else { return Ok(found) };
        let own = exported(&ready);
        // `None` if the name is ambiguous.
        let mut bindings: BTreeMap<String, Option<Binding>> = BTreeMap::new();
        let targets = self.star_targets(root, &own.stars)?;
        for (specifier, target) in own.stars.iter().zip(&*targets) {
            let mut names = Vec::new();
            let reached = match *target {
                Some(target) => self.reached(target, &mut found.open)?,
                None => {
                    found.open = true;
                    BTreeSet::new()
                }
            };
            for (name, binding) in reached.into_iter().filter(|(name, _)| !own.names.contains_key(name)) {
                match bindings.get_mut(&name) {
                    Some(known) if known.as_ref() != Some(&binding) => *known = None,
                    Some(_) => {}
                    None => {
                        bindings.insert(name.clone(), Some(binding));
                        names.push(name);
                    }
                }
            }
            found.stars.push((specifier.clone(), names));
        }
        for (name, _) in bindings.iter().filter(|(_, binding)| binding.is_none()) {
            if self.resolve(root, name, 0, &mut Search::default())? == Resolved::Conflict {
                found.conflicts.push(name.clone());
            }
        }
        let conflicts: BTreeSet<&String> = found.conflicts.iter().collect();
        found.stars.iter_mut().for_each(|(_, names)| names.retain(|name| !conflicts.contains(name)));
        Ok(found)
    }

    /// The names of all files reachable by `export *` from a file, each with its declaration. A name with
    /// several declarations appears several times.
    fn reached(&self, from: Number, open: &mut bool) -> Result<BTreeSet<(String, Binding)>, Absent> {
        let (mut seen, mut todo) = (BTreeSet::from([from]), vec![from]);
        let mut names = BTreeSet::new();
        while let Some(number) = todo.pop() {
            let ready = match self.own(number)? {
                Own::Module(ready) => ready,
                Own::CommonJs => {
                    let own = self.names(&self.path(number))?;
                    names.extend(own.into_iter().map(|name| (name.clone(), (number, name))));
                    continue;
                }
                Own::Unknown => {
                    *open = true;
                    continue;
                }
            };
            let own = exported(&ready);
            for (name, origin) in own.names.iter().filter(|(name, _)| *name != "default") {
                let binding = match origin {
                    Origin::From { .. } => self.binding(number, name)?,
                    Origin::Value | Origin::Type => (number, name.clone()),
                };
                names.insert((name.clone(), binding));
            }
            for target in &*self.star_targets(number, &own.stars)? {
                match *target {
                    Some(target) if seen.len() < MAX_FILES => {
                        todo.extend(seen.insert(target).then_some(target));
                    }
                    _ => *open = true,
                }
            }
        }
        Ok(names)
    }

    /// The declaration of a name that a file re-exports from another.
    fn binding(&self, number: Number, name: &str) -> Result<Binding, Absent> {
        Ok(match self.resolve(number, name, 0, &mut Search::default())? {
            Resolved::Found(binding) => binding,
            Resolved::Conflict | Resolved::Nowhere => (number, name.to_owned()),
        })
    }

    /// `ResolveExport` of the ECMAScript specification.
    fn resolve(
        &self,
        number: Number,
        name: &str,
        depth: usize,
        search: &mut Search,
    ) -> Result<Resolved, Absent> {
        if depth > MAX_DEPTH || search.steps > MAX_STEPS || !search.seen.insert((number, name.to_owned())) {
            return Ok(Resolved::Nowhere);
        }
        search.steps += 1;
        let here = || Resolved::Found((number, name.to_owned()));
        let ready = match self.own(number)? {
            Own::Module(ready) => ready,
            Own::CommonJs => {
                let is_there = self.names(&self.path(number))?.iter().any(|one| one == name);
                return Ok(if is_there { here() } else { Resolved::Nowhere });
            }
            Own::Unknown => return Ok(Resolved::Nowhere),
        };
        let own = exported(&ready);
        match own.names.get(name) {
            Some(Origin::From { specifier, name: there }) => {
                let Some(target) = self.dep(number, specifier)? else { return Ok(here()) };
                return match self.own(target)? {
                    Own::Module(_) => self.resolve(target, there, depth + 1, search),
                    // The exports of such a file are known only after it ran.
                    Own::CommonJs | Own::Unknown => Ok(Resolved::Found((target, there.clone()))),
                };
            }
            Some(_) => return Ok(here()),
            None if name == "default" => return Ok(Resolved::Nowhere),
            None => {}
        }
        let mut found = Resolved::Nowhere;
        for target in self.star_targets(number, &own.stars)?.iter().flatten() {
            match self.resolve(*target, name, depth + 1, search)? {
                Resolved::Nowhere => {}
                Resolved::Conflict => return Ok(Resolved::Conflict),
                one if found == Resolved::Nowhere => found = one,
                one if found != one => return Ok(Resolved::Conflict),
                _ => {}
            }
        }
        Ok(found)
    }

    fn own(&self, number: Number) -> Result<Own, Absent> {
        let ready = self.ready(number)?;
        Ok(match &ready.form {
            Readied::Code(module) if module.common_js.is_some() => Own::CommonJs,
            Readied::Code(_) => Own::Module(ready),
            Readied::Json(_) | Readied::Refused(_) => Own::Unknown,
        })
    }
}

/// The exports of an ES module.
fn exported(ready: &Ready) -> &Exported {
    static NOTHING: Exported = Exported { names: BTreeMap::new(), stars: Vec::new() };
    ready.code().map_or(&NOTHING, |module| &module.exported)
}

/// State of the search for one name.
#[derive(Default)]
struct Search {
    seen: BTreeSet<(Number, String)>,
    steps: usize,
}
