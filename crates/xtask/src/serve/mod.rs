//! A local server for the page, the package and the test pages.
//!
//! Its headers are part of the demonstration: everything works under a policy without `unsafe-eval`.

use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::thread::JoinHandle;

use verdict_serve::{Response, accept, headers_of, plain, resolve};

use crate::error::Error;
use crate::ui;
use crate::workspace::Workspace;
use crate::{build, setup};

const PAGE_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; \
     style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src 'self'; base-uri 'none'; \
     form-action 'none'; frame-ancestors 'none'";

/// A server that runs until the process ends.
pub(crate) struct Server {
    accepting: JoinHandle<()>,
    address: SocketAddr,
}

impl Server {
    /// Starts a server on 127.0.0.1; port 0 takes any free one.
    ///
    /// # Errors
    /// [`Error::Listen`].
    pub(crate) fn start(workspace: &Workspace, port: u16) -> Result<Server, Error> {
        let wanted = SocketAddr::from(([127, 0, 0, 1], port));
        let refused =
            |error: std::io::Error| Error::Listen { address: wanted.to_string(), reason: error.to_string() };
        let listener = TcpListener::bind(wanted).map_err(refused)?;
        let address = listener.local_addr().map_err(refused)?;
        let roots = roots(workspace);
        let accepting = accept(listener, move |method, target| answer(&roots, method, target));
        Ok(Server { accepting, address })
    }

    /// URL of the root, with a trailing slash.
    pub(crate) fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Serves until the process is ended.
    pub(crate) fn wait(self) {
        let _ = self.accepting.join();
    }
}

/// Runs the task `serve`.
///
/// # Errors
/// Errors of [`Server::start`], or a failed build.
pub(crate) fn run(workspace: &Workspace, port: u16, profile: Option<build::Profile>) -> Result<(), Error> {
    if let Some(profile) = profile {
        build::run(workspace, &setup::run(workspace, setup::Purpose::Run)?, profile)?;
    }
    let server = Server::start(workspace, port)?;
    ui::say("serve", format_args!("{} (Ctrl-C ends it)", server.url()));
    server.wait();
    Ok(())
}

/// The served folders by prefix, the longest prefix first.
fn roots(workspace: &Workspace) -> Vec<(&'static str, PathBuf)> {
    vec![
        ("/verdict/", workspace.dist()),
        ("/seed.json", workspace.seed()),
        ("/bench/", workspace.path("tests/bench/page")),
        ("/e2e/", workspace.path("tests/e2e/page")),
        ("/soak/", workspace.path("tests/soak/page")),
        ("/", workspace.path("www")),
    ]
}

fn answer(roots: &[(&'static str, PathBuf)], method: &str, target: &str) -> Response {
    if !["GET", "HEAD"].contains(&method) {
        return plain(405, "only GET and HEAD");
    }
    let found = resolve(roots, target).and_then(|path| Some((std::fs::read(&path).ok()?, path)));
    let Some((body, path)) = found else { return plain(404, "not found") };
    Response { status: 200, headers: headers_of(&path, PAGE_POLICY), body }
}

#[cfg(test)]
mod tests {
    use verdict_serve::frame_headers;

    use super::{PAGE_POLICY, answer};

    #[test]
    fn the_frame_alone_has_the_policy_that_seals_it() {
        let folder = std::env::temp_dir().join(format!("verdict-serve-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("sealed")).expect("a folder");
        for name in ["sealed/frame.html", "index.html"] {
            std::fs::write(folder.join(name), "").expect("a file");
        }
        let roots = [("/verdict/", folder.clone())];
        let headers = |target| answer(&roots, "GET", target).headers;
        let (frame, page) = (headers("/verdict/sealed/frame.html"), headers("/verdict/"));
        std::fs::remove_dir_all(&folder).expect("the folder");
        assert_eq!(frame[1..], frame_headers().collect::<Vec<_>>(), "{frame:?}");
        assert_eq!(frame[1].0, "Content-Security-Policy");
        assert!(page.contains(&("Content-Security-Policy", PAGE_POLICY)), "{page:?}");
        assert_eq!(page.len(), 2, "{page:?}");
    }
}
