//! The guest: a Boa realm with no ambient authority
