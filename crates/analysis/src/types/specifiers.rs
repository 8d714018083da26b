//! The specifiers of a file's imports.

use crate::hash::HashMap;

/// A specifier by its place in [`Examined::specifiers`](super::examined::Examined).
pub(super) type Specifier = usize;

/// Gives each specifier of a file a place.
#[derive(Default)]
pub(super) struct Specifiers {
    places: HashMap<String, Specifier>,
}

impl Specifiers {
    /// The place of a specifier, which is new if the specifier is.
    pub(super) fn place(&mut self, specifier: &str) -> Specifier {
        if let Some(place) = self.places.get(specifier) {
            return *place;
        }
        let place = self.places.len();
        self.places.insert(specifier.to_owned(), place);
        place
    }

    /// All specifiers in the order of their places.
    pub(super) fn into_list(self) -> Vec<String> {
        let mut list = vec![String::new(); self.places.len()];
        for (specifier, place) in self.places {
            list[place] = specifier;
        }
        list
    }
}
