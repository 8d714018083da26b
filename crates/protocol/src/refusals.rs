//! Sentences by which the interpreter refuses what it lacks, and how a host tells them from other errors.
//!
//! The scripts of Node's modules, which the guests of both engines have, write such sentences by themselves. Each
//! has the words of `NOT_AVAILABLE`.

/// How sentences for a page name the browser's engine.
pub const BROWSER_IN_A_PAGE: &str = "engine: 'browser'";

/// Words of every refusal of something that exists elsewhere: `… is not available in this sandbox`.
const NOT_AVAILABLE: &str = "not available in th";
/// Words about a global that exists elsewhere.
const NOT_DEFINED: &str = " is not defined: ";
/// The engine's own words about a name without a value.
const UNDEFINED: &str = " is not defined";
/// The name of the engine's error about it.
const REFERENCE_ERROR: &str = "ReferenceError";
/// Words of the advice to use the browser's engine.
const ADVICE: &str = "with engine: 'browser'";

/// Why the interpreter lacks a global that other hosts have; `None` if it does not.
#[must_use]
pub fn why_absent(name: &str) -> Option<&'static str> {
    ABSENT.iter().find(|(_, names)| names.contains(&name)).map(|(why, _)| *why)
}

/// The engine's own words about a global that it lacks and the browser's engine has, if a text has them. A test that
/// expects an error can receive that one, and tell it in a diff.
#[must_use]
pub fn absent_in(text: &str) -> Option<&str> {
    if !text.contains(REFERENCE_ERROR) {
        return None;
    }
    text.match_indices(UNDEFINED).find_map(|(end, words)| {
        let continues = |c: char| c.is_alphanumeric() || c == '_';
        let start = text[..end].trim_end_matches(continues).len();
        why_absent(&text[start..end]).map(|_| &text[start..end + words.len()])
    })
}

/// The guest reads a global that other hosts have.
#[must_use]
pub fn absent_global(name: &str, why: &str) -> String {
    format!("{name}{NOT_DEFINED}{why}; stub it (vi.stubGlobal('{name}', …)), or run the file {ADVICE}")
}

/// The guest calls a function of `crypto.subtle` other than `digest`.
#[must_use]
pub fn absent_subtle(name: &str) -> String {
    format!(
        "crypto.subtle.{name} is {NOT_AVAILABLE}is sandbox: only digest is; stub it, or run the test {ADVICE}"
    )
}

/// The guest asks for a web stream. `instead` is advice, such as `use text()`.
#[must_use]
pub fn absent_streams(instead: &str) -> String {
    format!("Streams are {NOT_AVAILABLE}is sandbox: {instead}, or run the test {ADVICE}")
}

/// Whether an error says that the interpreter lacks something.
#[must_use]
pub fn is_refusal(error: &str) -> bool {
    error.contains(NOT_AVAILABLE) || error.contains(ADVICE)
}

/// What the interpreter lacks and the browser's engine has, if an error says so: the beginning of its sentence.
#[must_use]
pub fn browser_has(error: &str) -> Option<&str> {
    if !error.contains(ADVICE) {
        return None;
    }
    let at = [NOT_DEFINED, NOT_AVAILABLE].iter().find_map(|words| error.find(words))?;
    // An error may have a header, such as `TypeError: `, before the sentence.
    let line = error[..at].rfind('\n').map_or(0, |end| end + 1);
    let begin = error[line..at].rfind(": ").map_or(line, |end| line + end + 2);
    let end = error[at..].find(':').map_or(error.len(), |end| at + end);
    Some(error[begin..end].trim())
}

/// Why the interpreter lacks each group of globals.
const ABSENT: &[(&str, &[&str])] = &[
    (
        "the guest knows no locales: toLocaleString and localeCompare have the English of the United States",
        &["Intl"],
    ),
    (
        "the guest has no page",
        &[
            "CSS",
            "DOMParser",
            "Document",
            "DocumentFragment",
            "Element",
            "HTMLElement",
            "Image",
            "IntersectionObserver",
            "MutationObserver",
            "Node",
            "ResizeObserver",
            "XMLHttpRequest",
            "addEventListener",
            "cancelAnimationFrame",
            "customElements",
            "document",
            "getComputedStyle",
            "history",
            "localStorage",
            "location",
            "matchMedia",
            "navigator",
            "requestAnimationFrame",
            "self",
            "sessionStorage",
            "window",
        ],
    ),
    (
        "the guest reaches nothing outside itself",
        &["EventSource", "SharedWorker", "Worker", "caches", "indexedDB"],
    ),
    ("the guest shares no memory and compiles no wasm", &["Atomics", "SharedArrayBuffer", "WebAssembly"]),
    (
        "the guest has no web streams",
        &[
            "ByteLengthQueuingStrategy",
            "CompressionStream",
            "CountQueuingStrategy",
            "DecompressionStream",
            "ReadableStream",
            "TextDecoderStream",
            "TextEncoderStream",
            "TransformStream",
            "WritableStream",
        ],
    ),
    ("the guest's engine does not have it", &["Float16Array", "ShadowRealm", "Temporal", "URLPattern"]),
];
