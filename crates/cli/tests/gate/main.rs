//! `verdict apply`, `verdict run` and `verdict report` on real folders, as people and CI use them.
#![allow(clippy::disallowed_methods, reason = "the commands work on files, and some tests on time")]

mod apply;
mod assertions;
mod attributes;
mod bundles;
mod check;
mod crash;
mod fix;
mod places;
mod policy;
mod project;
mod report;
mod run;
mod world;
