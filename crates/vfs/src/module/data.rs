//! Modules in `data:` URLs. The name of such a module has its text.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use data_url::DataUrl;

use crate::{Snapshot, VfsPath};

/// How the names of such modules start.
pub(crate) const NAME: &str = "/data:";
/// The extension of the names: such a module is an ES module, as in Node.
const EXTENSION: &str = ".mjs";

/// The name of the module in a `data:` URL; `None` for any other specifier, and for what is no JavaScript.
pub(crate) fn name(specifier: &str) -> Option<VfsPath> {
    let url = DataUrl::process(specifier.trim()).ok()?;
    let mime = url.mime_type();
    let is_script =
        matches!((mime.type_.as_str(), mime.subtype.as_str()), ("text" | "application", "javascript"));
    let (bytes, _) = is_script.then(|| url.decode_to_vec().ok()).flatten()?;
    let text = String::from_utf8_lossy(&bytes);
    Some(VfsPath::of_module(format!("{NAME}{}{EXTENSION}", URL_SAFE_NO_PAD.encode(text.as_bytes()))))
}

/// The text of the module with a name; `None` for a file.
pub(crate) fn text(name: &str) -> Option<String> {
    let encoded = name.strip_prefix(NAME)?.strip_suffix(EXTENSION)?;
    String::from_utf8(URL_SAFE_NO_PAD.decode(encoded).ok()?).ok()
}

impl Snapshot {
    /// Whether a name is that of a module in a `data:` URL, which is in no file.
    #[must_use]
    pub fn is_data_module(&self, name: &VfsPath) -> bool {
        name.as_str().starts_with(NAME) && self.get(name).is_none()
    }
}
