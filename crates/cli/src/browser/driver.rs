//! A local chromedriver, started and terminated by this process.

use std::io::{self, BufRead, BufReader};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use super::keep;
use super::programs::Programs;

/// Maximum time until it listens.
const STARTUP: Duration = Duration::from_secs(30);
/// Maximum time that terminating it may take.
const END: Duration = Duration::from_secs(5);
/// Number of output lines reported if it does not start.
const WORDS: usize = 3;

/// A chromedriver that listens on its own port.
pub(super) struct Driver {
    keeper: Child,
    pub(super) url: String,
}

impl Driver {
    /// Starts a chromedriver on a free port.
    ///
    /// # Errors
    /// The reason, in a sentence.
    pub(super) async fn start(programs: &Programs) -> Result<Driver, String> {
        let named = |error: &str| format!("{}: {error}", programs.chromedriver.display());
        let mut keeper = spawn(programs).map_err(|error| named(&error.to_string()))?;
        let output = keeper.stdout.take();
        // Created now, so that a failure below terminates the started process.
        let mut driver = Driver { keeper, url: String::new() };
        let (sender, port) = oneshot::channel();
        if let Some(output) = output {
            std::thread::spawn(move || listen(output, sender));
        }
        let port = match tokio::time::timeout(STARTUP, port).await {
            Ok(Ok(port)) => port.map_err(|error| named(error.trim_end_matches(": ")))?,
            Ok(Err(_)) | Err(_) => return Err(named("it does not say on which port it listens")),
        };
        driver.url = format!("http://127.0.0.1:{port}/");
        Ok(driver)
    }
}

/// Starts this program as the keeper of a chromedriver.
fn spawn(programs: &Programs) -> io::Result<Child> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["keep", "--"]).arg(&programs.chromedriver).arg("--port=0");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    keep::alone(&mut command);
    command.spawn()
}

/// Reports the port. Reads the output to its end, because the chromedriver must never block on it.
fn listen(output: ChildStdout, sender: oneshot::Sender<Result<u16, String>>) {
    let (mut sender, mut said) = (Some(sender), Vec::new());
    for line in BufReader::new(output).lines().map_while(Result::ok) {
        match port_of(&line) {
            Some(port) => {
                if let Some(sender) = sender.take() {
                    // The receiver has given up.
                    let _ = sender.send(Ok(port));
                }
            }
            None if said.len() < WORDS => said.push(line),
            None => {}
        }
    }
    if let Some(sender) = sender.take() {
        let _ = sender.send(Err(format!("it ended before it listened: {}", said.join(" "))));
    }
}

/// Parses `… started successfully on port 4711.`
fn port_of(line: &str) -> Option<u16> {
    let (_, rest) = line.split_once("started successfully on port ")?;
    rest.trim_end_matches('.').trim().parse().ok()
}

impl Drop for Driver {
    fn drop(&mut self) {
        // The keeper sees the end of its input, and terminates the rest.
        drop(self.keeper.stdin.take());
        let deadline = Instant::now() + END;
        while matches!(self.keeper.try_wait(), Ok(None)) && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::port_of;

    #[test]
    fn the_port_that_it_names() {
        assert_eq!(port_of("ChromeDriver was started successfully on port 38025."), Some(38025));
        assert_eq!(port_of("ChromeDriver was started successfully on port 38025"), Some(38025));
        assert_eq!(port_of("Starting ChromeDriver 156.0.8078.79 on port 0"), None);
    }
}
