//! The kind of a module, by the name of its file and its query, in the order in which Vite's plugins decide.

/// How the source of a module is made of its file: the file's own text, or a module written for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModuleKind {
    /// JavaScript or TypeScript.
    Script,
    /// JSON: the value is the default export, and its keys are exports too.
    Json,
    /// `?raw`: the file's text is the default export.
    Raw,
    /// The file's URL is the default export, or its bytes as a `data:` URL.
    Asset,
    /// A style sheet: the default export is an empty text, because Vitest processes none by default.
    Style,
    /// A CSS module: the default export has a class name for each property.
    StyleModule,
    /// `?worker` or `?sharedworker`: the default export creates the worker.
    Worker,
    /// `.wasm?init`: the default export instantiates the file.
    WasmInit,
    /// A `.wasm` file without a query.
    Wasm,
}

/// Extensions of style sheets.
const STYLES: [&str; 8] = ["css", "less", "sass", "scss", "styl", "stylus", "pcss", "postcss"];

/// Extensions of assets (Vite's `KNOWN_ASSET_TYPES`), in byte order.
const ASSETS: [&str; 34] = [
    "aac",
    "apng",
    "avif",
    "bmp",
    "cur",
    "eot",
    "flac",
    "gif",
    "ico",
    "jfif",
    "jpeg",
    "jpg",
    "jxl",
    "m4a",
    "mov",
    "mp3",
    "mp4",
    "ogg",
    "opus",
    "otf",
    "pdf",
    "pjp",
    "pjpeg",
    "png",
    "svg",
    "ttf",
    "txt",
    "vtt",
    "wav",
    "webm",
    "webmanifest",
    "webp",
    "woff",
    "woff2",
];

impl ModuleKind {
    /// The kind of a file with a query, which starts with `?` or `#` or is empty.
    #[must_use]
    pub fn of(file: &str, query: &str) -> ModuleKind {
        let name = file.rsplit_once('/').map_or(file, |(_, name)| name);
        let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
        if STYLES.contains(&extension) && !query.starts_with('#') {
            let is_module = stem.ends_with(".module") && !has(query, "inline");
            return if is_module { ModuleKind::StyleModule } else { ModuleKind::Style };
        }
        if has(query, "worker") || has(query, "sharedworker") {
            return ModuleKind::Worker;
        }
        if has(query, "raw") {
            return ModuleKind::Raw;
        }
        let lower = extension.to_ascii_lowercase();
        let is_asset = ASSETS.contains(&lower.as_str());
        if has(query, "url") || (is_asset && !query.starts_with('#')) {
            return ModuleKind::Asset;
        }
        match extension {
            "json" if matches!(query, "" | "?import") => ModuleKind::Json,
            "wasm" if has(query, "init") => ModuleKind::WasmInit,
            "wasm" => ModuleKind::Wasm,
            _ => ModuleKind::Script,
        }
    }

    /// Whether the file's own text is the module's source.
    #[must_use]
    pub fn is_own_text(self) -> bool {
        matches!(self, ModuleKind::Script | ModuleKind::Json)
    }
}

/// Whether a query has a word: `[?&]word(&|$)`.
pub(super) fn has(query: &str, word: &str) -> bool {
    let is_word = |part: &str| part == word;
    query.strip_prefix('?').is_some_and(|words| words.split('&').any(is_word))
}
