//! Serves the package, one blank page and the program's files to a browser, and nothing else.

use std::io;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use verdict_serve::{FRAME, Response, accept, headers_of, plain, resolve};

use super::options::ServeHost;

/// The page that sessions open, and its script.
const PAGE: &str = include_str!("page.html");
const SCRIPT: &str = include_str!("session.js");

/// The page's policy: it runs only its own scripts and fetches only its own files.
const PAGE_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; \
     connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Only pages of this server may read a response.
const SAME_ORIGIN: (&str, &str) = ("Cross-Origin-Resource-Policy", "same-origin");

/// A server that answers until the process ends.
pub(super) struct Server {
    /// Its URL for a browser, with a trailing slash.
    pub(super) url: String,
    offered: Arc<Mutex<Offered>>,
}

/// The program's files.
#[derive(Default)]
struct Offered {
    /// Their path from the root, which nobody else can guess.
    address: String,
    /// The JSON text.
    content: Vec<u8>,
}

/// Everything that is served.
struct Served {
    roots: Vec<(&'static str, PathBuf)>,
    offered: Arc<Mutex<Offered>>,
}

impl Server {
    /// Serves a folder as the package.
    ///
    /// # Errors
    /// [`io::Error`] if the port is not available.
    pub(super) fn start(dist: &Path, host: &ServeHost) -> io::Result<Server> {
        Server::of("/verdict/", dist, host)
    }

    /// Serves a folder as the checker of the package, and nothing else of the package.
    ///
    /// # Errors
    /// [`io::Error`] if the port is not available.
    pub(super) fn of_checker(folder: &Path, host: &ServeHost) -> io::Result<Server> {
        Server::of("/verdict/checker/", folder, host)
    }

    fn of(prefix: &'static str, folder: &Path, host: &ServeHost) -> io::Result<Server> {
        let bound = host.bound();
        let listener = TcpListener::bind(bound)
            .map_err(|error| io::Error::new(error.kind(), format!("cannot listen on {bound}: {error}")))?;
        let port = listener.local_addr()?.port();
        let offered = Arc::<Mutex<Offered>>::default();
        let served = Served { roots: vec![(prefix, folder.to_owned())], offered: Arc::clone(&offered) };
        accept(listener, move |method, target| served.answer(method, target));
        Ok(Server { url: host.url(port), offered })
    }

    /// Serves a JSON text as the program's files, replacing earlier ones. Returns its path from the root,
    /// which nobody else can guess.
    ///
    /// # Errors
    /// [`io::Error`] if there is no randomness.
    pub(super) fn offer(&self, content: Vec<u8>) -> io::Result<String> {
        let address = format!("/files/{}", secret()?);
        *lock(&self.offered) = Offered { address: address.clone(), content };
        Ok(address)
    }
}

/// Locks the files. A panicking holder has changed them completely or not at all.
fn lock(offered: &Mutex<Offered>) -> MutexGuard<'_, Offered> {
    offered.lock().unwrap_or_else(PoisonError::into_inner)
}

/// 128 random bits.
fn secret() -> io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

impl Served {
    fn answer(&self, method: &str, target: &str) -> Response {
        if !["GET", "HEAD"].contains(&method) {
            return plain(405, "only GET and HEAD");
        }
        let path = target.split(['?', '#']).next().unwrap_or_default();
        match path {
            "/" => own("text/html; charset=utf-8", PAGE_POLICY, PAGE.into()),
            "/session.js" => own("text/javascript; charset=utf-8", PAGE_POLICY, SCRIPT.into()),
            path => {
                let files = self.files(path).or_else(|| self.file(path));
                files.unwrap_or_else(|| plain(404, "not found"))
            }
        }
    }

    /// The program's files.
    fn files(&self, path: &str) -> Option<Response> {
        let offered = lock(&self.offered);
        let content = (path == offered.address).then(|| offered.content.clone())?;
        Some(own("application/json; charset=utf-8", "default-src 'none'", content))
    }

    /// A file of the package.
    fn file(&self, path: &str) -> Option<Response> {
        let file = resolve(&self.roots, path)?;
        let body = std::fs::read(&file).ok()?;
        let mut headers = headers_of(&file, PAGE_POLICY);
        if !file.ends_with(FRAME) {
            headers.push(SAME_ORIGIN);
        }
        Some(Response { status: 200, headers, body })
    }
}

/// A response that only pages of this server may read.
fn own(kind: &'static str, policy: &'static str, body: Vec<u8>) -> Response {
    let headers = vec![("Content-Type", kind), ("Content-Security-Policy", policy), SAME_ORIGIN];
    Response { status: 200, headers, body }
}

#[cfg(test)]
#[path = "server_tests.rs"]
mod tests;
