//! `vi`, which is also `jest`: mock functions whose calls the host records, and spies.

mod all;
mod api;
mod behaviour;
mod call;
mod config;
mod jest;
mod make;
mod methods;
mod modules;
mod realm;
mod record;
mod replace;
mod shown;
mod spy_on;
mod stubs;
mod timers;
mod wait;

pub(crate) use all::before_test;
pub(crate) use api::install;
pub(crate) use config::configure;
pub(crate) use modules::mock_modules;
pub(crate) use realm::Realm;
pub(crate) use record::{Mocks, Outcome, Record, Settled};
