//! Locates the programs and the package that the browser's engine needs.

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

use verdict_serve::FRAME;

use super::options::BrowserArguments;

/// Names of Chromium in PATH.
const CHROMIUM: [&str; 5] =
    ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

/// The programs to start.
#[derive(Debug, Clone)]
pub(super) struct Programs {
    pub(super) chromedriver: PathBuf,
    /// `None` leaves the choice to chromedriver.
    pub(super) chromium: Option<PathBuf>,
}

/// Locates the chromedriver and the browser.
///
/// # Errors
/// [`io::Error`] that says where they were searched.
pub(super) fn programs(arguments: &BrowserArguments) -> io::Result<Programs> {
    let chromedriver = match given(arguments.chromedriver.as_deref(), "CHROMEDRIVER")? {
        Some(named) => named,
        None => in_path("chromedriver").ok_or_else(|| {
            io::Error::new(
                io::ErrorKind::NotFound,
                "no chromedriver in PATH: install it, name it with --chromedriver or $CHROMEDRIVER, or name a WebDriver server with --webdriver",
            )
        })?,
    };
    let chromium = match given(arguments.chromium.as_deref(), "CHROMIUM")? {
        Some(named) => Some(named),
        None => CHROMIUM.into_iter().find_map(in_path),
    };
    Ok(Programs { chromedriver, chromium })
}

/// The folder of the package, canonicalised.
///
/// # Errors
/// [`io::Error`] if no folder has the package, or if the package lacks the browser's engine.
pub(super) fn dist(arguments: &BrowserArguments) -> io::Result<PathBuf> {
    let absent = |text: String| io::Error::new(io::ErrorKind::NotFound, text);
    let (named, variable) = (arguments.dist.clone(), std::env::var_os("VERDICT_DIST").map(PathBuf::from));
    let folder = match named.or(variable.filter(|folder| !folder.as_os_str().is_empty())) {
        Some(folder) => folder,
        None => beside(&std::env::current_exe()?).ok_or_else(|| {
            absent("there is no package beside this program: name its folder, `dist`, with --dist or $VERDICT_DIST".into())
        })?,
    };
    let is_package = |folder: &Path| folder.join("index.js").is_file() && folder.join("worker.js").is_file();
    if !is_package(&folder) {
        return Err(absent(format!(
            "{} is not the folder of the package: it has no index.js and worker.js",
            folder.display()
        )));
    }
    if !folder.join(FRAME).is_file() {
        return Err(absent(format!(
            "{} is a package without the browser's engine: it has no {FRAME}",
            folder.display()
        )));
    }
    folder.canonicalize()
}

/// Finds `dist` next to a program or above it: a checkout has it three levels up, an installation next to it.
fn beside(program: &Path) -> Option<PathBuf> {
    let program = program.canonicalize().ok()?;
    let above = program.ancestors().skip(1).take(4);
    above.map(|folder| folder.join("dist")).find(|dist| dist.join("index.js").is_file())
}

/// A program given by an option or an environment variable.
fn given(option: Option<&Path>, variable: &str) -> io::Result<Option<PathBuf>> {
    let set = std::env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from);
    let (named, by) = match (option, set) {
        (Some(option), _) => (option.to_owned(), format!("--{}", variable.to_lowercase())),
        (None, Some(set)) => (set, format!("${variable}")),
        (None, None) => return Ok(None),
    };
    let found = if named.components().count() > 1 {
        named.is_file().then_some(named.clone())
    } else {
        in_path(&named)
    };
    found.map(Some).ok_or_else(|| {
        io::Error::new(io::ErrorKind::NotFound, format!("{by}: there is no program {}", named.display()))
    })
}

/// A program in PATH.
fn in_path(name: impl AsRef<OsStr>) -> Option<PathBuf> {
    let mut name = name.as_ref().to_owned();
    if cfg!(windows) && Path::new(&name).extension().is_none() {
        name.push(".exe");
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(&name)).find(|file| file.is_file())
}
