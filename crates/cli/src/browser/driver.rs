//! A chromedriver of this machine, which ends with what is made of it here.

use std::io::{self, BufRead, BufReader};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use super::keep;
use super::programs::Programs;

/// How long it may take to listen.
const STARTUP: Duration = Duration::from_secs(30);
/// How long what ends it may take.
const END: Duration = Duration::from_secs(5);
/// How much of what it said is told where it does not start.
const WORDS: usize = 3;

/// A chromedriver that listens on a port of its own.
pub(super) struct Driver {
    keeper: Child,
    /// Its address.
    pub(super) url: String,
}

impl Driver {
    /// Starts one on a free port.
    ///
    /// # Errors
    /// In a sentence.
    pub(super) async fn start(programs: &Programs) -> Result<Driver, String> {
        let named = |error: &str| format!("{}: {error}", programs.chromedriver.display());
        let mut keeper = spawn(programs).map_err(|error| named(&error.to_string()))?;
        let output = keeper.stdout.take();
        // Made now, so that what was started ends if nothing comes of it.
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

/// This program as the keeper of a chromedriver.
fn spawn(programs: &Programs) -> io::Result<Child> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["keep", "--"]).arg(&programs.chromedriver).arg("--port=0");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    keep::alone(&mut command);
    command.spawn()
}

/// Tells the port. Reads on to the end: what speaks must never wait for somebody to read.
fn listen(output: ChildStdout, sender: oneshot::Sender<Result<u16, String>>) {
    let (mut sender, mut said) = (Some(sender), Vec::new());
    for line in BufReader::new(output).lines().map_while(Result::ok) {
        match port_of(&line) {
            Some(port) => {
                if let Some(sender) = sender.take() {
                    // Whoever waited has given up.
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

/// `… started successfully on port 4711.`
fn port_of(line: &str) -> Option<u16> {
    let (_, rest) = line.split_once("started successfully on port ")?;
    rest.trim_end_matches('.').trim().parse().ok()
}

impl Drop for Driver {
    fn drop(&mut self) {
        // The keeper sees its input end, and ends the rest.
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
