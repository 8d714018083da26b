//! `vi.fn` and `vi.spyOn`: mock functions whose calls are on the host's record.

mod mock;
mod record;
mod spy_on;
mod vi;

pub(crate) use record::{Mocks, Outcome, Record};
pub(crate) use vi::install;
