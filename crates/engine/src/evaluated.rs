//! A cache of the values of configurations.

use std::ops::{Deref, DerefMut};

use verdict_protocol::VerifyResult;

use crate::kept::Kept;

/// Maximum size of the cache in bytes.
const MOST_KEPT: usize = 1 << 20;

/// The values of configurations that a session has evaluated. No result depends on them.
#[derive(Debug)]
pub(crate) struct Evaluated(Kept<String, VerifyResult>);

impl Default for Evaluated {
    fn default() -> Evaluated {
        Evaluated(Kept::new(MOST_KEPT))
    }
}

impl Deref for Evaluated {
    type Target = Kept<String, VerifyResult>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl DerefMut for Evaluated {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}
