//! Finds Chromium and its driver, or installs Debian's packages.

use std::path::PathBuf;

use super::{Installed, as_root};
use crate::error::Error;
use crate::process;
use crate::ui;

const BROWSERS: [&str; 5] =
    ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const USUAL_BROWSERS: [&str; 4] = [
    "/usr/bin/chromium",
    "/snap/bin/chromium",
    "/opt/google/chrome/chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];
const USUAL_DRIVERS: [&str; 4] = [
    "/usr/bin/chromedriver",
    "/usr/lib/chromium/chromedriver",
    "/usr/lib/chromium-browser/chromedriver",
    "/opt/homebrew/bin/chromedriver",
];
const BY_HAND: &str = "sudo apt-get update && sudo apt-get install -y chromium chromium-driver";

/// Finds or installs the browser and its driver.
pub(super) fn install() -> Result<(PathBuf, PathBuf, Installed), Error> {
    if let Some((browser, driver)) = find() {
        return Ok((browser, driver, Installed::Already));
    }
    let by_hand = |reason: String| Error::MissingTool {
        tool: "Chromium with chromedriver".into(),
        reason,
        command: format!("{BY_HAND}\n(or set CHROMIUM and CHROMEDRIVER to where they are)"),
    };
    process::find(&["apt-get"], &[]).ok_or_else(|| by_hand("there is no apt-get".into()))?;
    // With `env`, because sudo passes no variables.
    let apt = |words: &str| {
        let command = as_root("env").ok_or_else(|| by_hand("this user is not root and sudo asks".into()))?;
        Ok::<_, Error>(
            command.words("DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300").words(words),
        )
    };
    ui::say("install", "chromium and chromium-driver by apt-get");
    // An outdated package list names files that the mirror no longer has. If one of several sources fails,
    // others may still work.
    let updated = apt("update")?.read();
    let installed = apt("install -y --no-install-recommends chromium chromium-driver")?.read();
    installed.map_err(|error| match updated {
        Ok(_) => by_hand(error.to_string()),
        Err(earlier) => by_hand(format!("{earlier}; {error}")),
    })?;
    let (browser, driver) = find().ok_or_else(|| by_hand("the packages left no program".into()))?;
    Ok((browser, driver, Installed::Now))
}

fn find() -> Option<(PathBuf, PathBuf)> {
    let said = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_file());
    let browser = said("CHROMIUM").or_else(|| process::find(&BROWSERS, &USUAL_BROWSERS))?;
    let driver = said("CHROMEDRIVER").or_else(|| process::find(&["chromedriver"], &USUAL_DRIVERS))?;
    Some((browser, driver))
}
