//! The versions in a toolchain match the built ones.
#![allow(missing_docs)]

use serde_json::json;
use verdict_protocol::{ENGINE_VERSION, FromWorker, PROTOCOL_VERSION, Toolchain};

/// The version of a package in the lock file of the workspace.
fn locked(name: &str) -> Vec<&'static str> {
    let lock = include_str!("../../../Cargo.lock");
    lock.split("[[package]]")
        .filter(|package| package.lines().any(|line| line == format!("name = \"{name}\"")))
        .filter_map(|package| package.lines().find_map(|line| line.strip_prefix("version = ")))
        .map(|version| version.trim_matches('"'))
        .collect()
}

#[test]
fn the_engine_is_the_locked_boa() {
    assert_eq!(locked("boa_engine"), [ENGINE_VERSION], "set ENGINE_VERSION to what Cargo.lock has");
}

#[test]
fn every_version_is_a_semver_text() {
    let Toolchain { engine, rules, checker, protocol } = Toolchain::current();
    for version in [&engine, &rules, &checker, &protocol] {
        let parts: Vec<Option<u64>> = version.split('.').map(|part| part.parse().ok()).collect();
        assert!(parts.len() == 3 && parts.iter().all(Option::is_some), "{version}");
    }
    assert_eq!(protocol, format!("{PROTOCOL_VERSION}.0.0"));
}

#[test]
fn ready_and_pong_carry_it() {
    let toolchain = serde_json::to_value(Toolchain::current()).unwrap();
    let ready = FromWorker::Ready { protocol: 1, generation: 3, toolchain: Toolchain::current() };
    assert_eq!(
        serde_json::to_value(ready).unwrap(),
        json!({ "type": "READY", "protocol": 1, "generation": 3, "toolchain": toolchain })
    );
    let pong = FromWorker::Pong { success: true, id: None, toolchain: Toolchain::current(), memory: None };
    assert_eq!(
        serde_json::to_value(pong).unwrap(),
        json!({ "type": "PONG", "success": true, "toolchain": toolchain })
    );
    assert_eq!(serde_json::from_value::<Toolchain>(toolchain).unwrap(), Toolchain::current());
}
