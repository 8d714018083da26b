//! Modules written for files that are no scripts.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::kind::has;

/// The folder whose files have URLs without the folder (Vite's `publicDir`).
pub(crate) const PUBLIC: &str = "/public";

/// Size in bytes from which an SVG image is not inlined (Vite's `build.assetsInlineLimit`).
const INLINE_BELOW: usize = 4096;

/// The start of a file of Git LFS that was not fetched.
const LFS: &[u8] = b"version https://git-lfs.github.com";

/// A module whose default export is a file's text. As in Node, bytes that are no UTF-8 become U+FFFD.
pub(super) fn raw(bytes: &[u8]) -> String {
    format!("export default {};", quoted(&String::from_utf8_lossy(bytes)))
}

/// A module whose default export is a file's URL, or its bytes as a `data:` URL.
pub(super) fn url(file: &str, query: &str, bytes: &[u8]) -> String {
    format!("export default {};", quoted(&address(file, query, bytes)))
}

fn address(file: &str, query: &str, bytes: &[u8]) -> String {
    let query = without(query, "url");
    if begins(&query, "inline") {
        return data_url(file, bytes);
    }
    let is_small = bytes.len() < INLINE_BELOW && !bytes.starts_with(LFS);
    if file.ends_with(".svg") && is_small && !begins(&query, "no-inline") {
        return data_url(file, bytes);
    }
    format!("{}{query}", path(file))
}

/// The path at which a server has a file.
fn path(file: &str) -> &str {
    file.strip_prefix(PUBLIC).filter(|rest| rest.starts_with('/')).unwrap_or(file)
}

/// A query without a word.
fn without(query: &str, word: &str) -> String {
    let Some(words) = query.strip_prefix('?').filter(|_| has(query, word)) else { return query.to_owned() };
    let left: Vec<&str> = words.split('&').filter(|part| *part != word).collect();
    if left.is_empty() { String::new() } else { format!("?{}", left.join("&")) }
}

/// `[?&]word\b`.
fn begins(query: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let starts = |part: &str| part.strip_prefix(word).is_some_and(|rest| !rest.starts_with(is_part));
    query.strip_prefix('?').is_some_and(|words| words.split(['&', '?']).any(starts))
}

fn data_url(file: &str, bytes: &[u8]) -> String {
    if file.ends_with(".svg") {
        return svg_url(bytes);
    }
    format!("data:{};base64,{}", mime(file), STANDARD.encode(bytes))
}

/// An SVG image as text, or in base 64 if it has text or mixed quotes. As in Vite.
fn svg_url(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let as_is =
        ["<text", "<foreignObject"].iter().any(|part| text.contains(part)) || has_nested_quotes(&text);
    if as_is {
        return format!("data:image/svg+xml;base64,{}", STANDARD.encode(bytes));
    }
    let mut url = String::from("data:image/svg+xml,");
    let mut space = String::new();
    for c in text.trim().chars() {
        if c.is_whitespace() || c == '\u{feff}' {
            space.push(c);
            continue;
        }
        // White space between tags is dropped; other white space becomes one blank.
        let is_between_tags = c == '<' && url.ends_with("%3e");
        if !space.is_empty() && !is_between_tags {
            url.push_str("%20");
        }
        space.clear();
        match c {
            '"' => url.push('\''),
            '%' => url.push_str("%25"),
            '#' => url.push_str("%23"),
            '<' => url.push_str("%3c"),
            '>' => url.push_str("%3e"),
            c => url.push(c),
        }
    }
    url
}

/// `/"[^"']*'[^"]*"|'[^'"]*"[^']*'/`: a text in quotes that contains the other quote.
fn has_nested_quotes(text: &str) -> bool {
    let nested = regex_lite::Regex::new(r#""[^"']*'[^"]*"|'[^'"]*"[^']*'"#);
    nested.is_ok_and(|nested| nested.is_match(text))
}

/// A module whose default export creates a worker, or is its URL.
pub(super) fn worker(file: &str, query: &str) -> String {
    let url = quoted(&format!("{}?worker_file&type=module", path(file)));
    if has(query, "url") {
        return format!("export default {url};");
    }
    let class = if has(query, "sharedworker") { "SharedWorker" } else { "Worker" };
    format!(
        "export default function WorkerWrapper(options) {{ return new {class}({url}, {{ type: \"module\", name: options?.name }}); }}"
    )
}

/// A module whose default export instantiates WebAssembly.
pub(super) fn wasm(bytes: &[u8]) -> String {
    let bytes = quoted(&STANDARD.encode(bytes));
    format!(
        "export default async (imports = {{}}) => (await WebAssembly.instantiate(Uint8Array.from(atob({bytes}), (c) => c.charCodeAt(0)), imports)).instance;"
    )
}

/// The media type of a file by its extension.
fn mime(file: &str) -> &'static str {
    let extension = file.rsplit_once('.').map_or("", |(_, extension)| extension).to_ascii_lowercase();
    match extension.as_str() {
        "aac" => "audio/aac",
        "apng" => "image/apng",
        "avif" => "image/avif",
        "bmp" => "image/bmp",
        "css" => "text/css",
        "csv" => "text/csv",
        "cur" | "ico" => "image/x-icon",
        "eot" => "application/vnd.ms-fontobject",
        "flac" => "audio/flac",
        "gif" => "image/gif",
        "htm" | "html" => "text/html",
        "jpeg" | "jpg" => "image/jpeg",
        "js" | "mjs" => "text/javascript",
        "json" => "application/json",
        "jxl" => "image/jxl",
        "m4a" => "audio/mp4",
        "md" => "text/markdown",
        "mov" => "video/quicktime",
        "mp3" => "audio/mpeg",
        "mp4" => "video/mp4",
        "ogg" => "audio/ogg",
        "opus" => "audio/ogg",
        "otf" => "font/otf",
        "pdf" => "application/pdf",
        "png" => "image/png",
        "svg" => "image/svg+xml",
        "ttf" => "font/ttf",
        "txt" => "text/plain",
        "vtt" => "text/vtt",
        "wasm" => "application/wasm",
        "wav" => "audio/wav",
        "webm" => "video/webm",
        "webmanifest" => "application/manifest+json",
        "webp" => "image/webp",
        "woff" => "font/woff",
        "woff2" => "font/woff2",
        "xml" => "text/xml",
        "yaml" | "yml" => "text/yaml",
        _ => "application/octet-stream",
    }
}

/// A string literal of JavaScript.
pub(super) fn quoted(text: &str) -> String {
    let json = serde_json::Value::from(text).to_string();
    // Two line ends of JavaScript are ordinary characters of JSON.
    json.replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}
