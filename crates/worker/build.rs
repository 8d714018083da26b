//! Gives the wasm module a sufficient stack for realistic nesting: 1 MiB, the default, holds 62 nested arrays
//! of guest source. Guards elsewhere keep parsed source within it.
#![allow(clippy::disallowed_methods, reason = "a build script is told its target by the environment")]

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_ARCH").as_deref() == Ok("wasm32") {
        println!("cargo:rustc-link-arg-cdylib=-zstack-size=16777216");
    }
}
