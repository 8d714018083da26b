//! Globals and modules that other JavaScript hosts have and a guest lacks. The error tells a test why, and
//! what to do.

/// Why a guest lacks each group of names.
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

/// Explains the engine's `NAME is not defined` if other hosts have that name.
pub(crate) fn explained(message: &str) -> Option<String> {
    let name = message.strip_suffix(" is not defined")?;
    let (why, _) = ABSENT.iter().find(|(_, names)| names.contains(&name))?;
    Some(verdict_protocol::refusals::absent_global(name, why))
}
