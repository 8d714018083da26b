//! A server for this machine only: the page, the package, the benchmark's page.
//!
//! Its headers are part of what it shows: everything works under a policy without `unsafe-eval`.

mod files;

use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::JoinHandle;

use socket2::SockRef;
use tiny_http::{Header, Method, Request, Response};

use crate::error::Error;
use crate::ui;
use crate::workspace::Workspace;
use crate::{build, setup};

/// Requests that are answered at the same time.
const THREADS: usize = 4;

/// The page's policy.
const PAGE_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; \
     style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
     frame-ancestors 'none'";

/// A worker's own policy: it comes with the worker's script.
const WORKER_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/// A server that runs until it is dropped.
pub(crate) struct Server {
    server: Arc<tiny_http::Server>,
    threads: Vec<JoinHandle<()>>,
    address: SocketAddr,
}

impl Server {
    /// Starts one on 127.0.0.1; port 0 takes any that is free.
    ///
    /// # Errors
    /// [`Error::Listen`].
    pub(crate) fn start(workspace: &Workspace, port: u16) -> Result<Server, Error> {
        let wanted = SocketAddr::from(([127, 0, 0, 1], port));
        let refused = |reason: String| Error::Listen { address: wanted.to_string(), reason };
        let listener = TcpListener::bind(wanted).map_err(|error| refused(error.to_string()))?;
        // Accepted connections inherit this. Without it the last part of a larger answer waits 40 ms for the
        // browser's acknowledgement of the part before.
        SockRef::from(&listener).set_tcp_nodelay(true).map_err(|error| refused(error.to_string()))?;
        let server = tiny_http::Server::from_listener(listener, None);
        let server = server.map_err(|error| refused(error.to_string()))?;
        let address = server.server_addr().to_ip().ok_or_else(|| refused("no address".into()))?;
        let server = Arc::new(server);
        let roots = Arc::new(roots(workspace));
        let serve = || {
            let (server, roots) = (Arc::clone(&server), Arc::clone(&roots));
            std::thread::spawn(move || {
                for request in server.incoming_requests() {
                    answer(&roots, request);
                }
            })
        };
        let threads = (0..THREADS).map(|_| serve()).collect();
        Ok(Server { server, threads, address })
    }

    /// Its address, with a slash at the end.
    pub(crate) fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Serves until the process is ended.
    pub(crate) fn wait(mut self) {
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        for _ in &self.threads {
            self.server.unblock();
        }
    }
}

/// The task `serve`.
///
/// # Errors
/// As [`Server::start`], or something could not be built.
pub(crate) fn run(workspace: &Workspace, port: u16, build: bool) -> Result<(), Error> {
    if build {
        build::run(workspace, &setup::run(workspace)?)?;
    }
    let server = Server::start(workspace, port)?;
    ui::say("serve", format_args!("{} (Ctrl-C ends it)", server.url()));
    server.wait();
    Ok(())
}

/// What is served under which prefix; the longest prefix comes first.
fn roots(workspace: &Workspace) -> Vec<(&'static str, PathBuf)> {
    vec![
        ("/verdict/", workspace.dist()),
        ("/seed.json", workspace.seed()),
        ("/bench/", workspace.path("tests/bench/page")),
        ("/e2e/", workspace.path("tests/e2e/page")),
        ("/widget-test/", workspace.path("widget/test/page")),
        ("/vendor/axe-core/", workspace.path("node_modules/axe-core")),
        ("/", workspace.path("www")),
    ]
}

fn answer(roots: &[(&'static str, PathBuf)], request: Request) {
    if !matches!(request.method(), Method::Get | Method::Head) {
        let _ = request.respond(plain(405, "only GET and HEAD"));
        return;
    }
    let found =
        files::resolve(roots, request.url()).and_then(|path| Some((std::fs::read(&path).ok()?, path)));
    let Some((bytes, path)) = found else {
        let _ = request.respond(plain(404, "not found"));
        return;
    };
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let policy = if name.ends_with("worker.js") { WORKER_POLICY } else { PAGE_POLICY };
    let mut response = Response::from_data(bytes);
    for (name, value) in COMMON
        .iter()
        .copied()
        .chain([("Content-Type", files::mime(&path)), ("Content-Security-Policy", policy)])
    {
        response.add_header(header(name, value));
    }
    // A browser that went away is no concern of ours.
    let _ = request.respond(response);
}

/// Headers of every answer.
const COMMON: [(&str, &str); 4] = [
    ("X-Content-Type-Options", "nosniff"),
    ("Cache-Control", "no-store"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
];

fn plain(status: u16, text: &str) -> Response<std::io::Cursor<Vec<u8>>> {
    let mut response = Response::from_string(text).with_status_code(status);
    for (name, value) in COMMON {
        response.add_header(header(name, value));
    }
    response.add_header(header("Content-Security-Policy", "default-src 'none'"));
    response
}

/// # Panics
/// On a name or value that is not ASCII; all of ours are constants.
fn header(name: &str, value: &str) -> Header {
    Header::from_bytes(name, value).expect("constant ASCII")
}
