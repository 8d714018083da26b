//! HTTP/1.1 on kept connections, by `hyper`, with limits on what a client can hold.

use std::convert::Infallible;
use std::io;
use std::net::TcpListener;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use bytes::Bytes;
use http_body_util::Full;
use hyper::body::Incoming;
use hyper::header::{HeaderName, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::sync::Semaphore;

/// The most bytes of a request's head.
const HEAD_BYTES: usize = 32 << 10;

/// How long a client may take for a request's head, and how long a kept connection may be silent.
const HEAD_TIMEOUT: Duration = Duration::from_secs(60);

/// How long one connection lives at most, whatever its client does.
const CONNECTION_TIMEOUT: Duration = Duration::from_secs(60 * 60);

/// How many connections are open at once. Others wait until one ends.
const CONNECTIONS: usize = 256;

/// Headers of every answer.
const COMMON: [(&str, &str); 4] = [
    ("X-Content-Type-Options", "nosniff"),
    ("Cache-Control", "no-store"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
];

/// An answer.
#[derive(Debug)]
pub struct Response {
    /// The status code.
    pub status: u16,
    /// Headers in addition to the common ones.
    pub headers: Vec<(&'static str, &'static str)>,
    /// The body. The answer to a HEAD request only has its length.
    pub body: Vec<u8>,
}

/// Answers every client on a new thread until the process ends. `answer` receives a method and a target
/// (path and query) and may block. A listener that cannot be watched ends the thread at once.
pub fn accept(
    listener: TcpListener,
    answer: impl Fn(&str, &str) -> Response + Send + Sync + 'static,
) -> JoinHandle<()> {
    let answer = Arc::new(answer);
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        if let Ok(runtime) = runtime {
            // Nobody waits for the reason: a client finds that nothing answers.
            let _ = runtime.block_on(serve(listener, answer));
        }
    })
}

async fn serve<A>(listener: TcpListener, answer: Arc<A>) -> io::Result<()>
where
    A: Fn(&str, &str) -> Response + Send + Sync + 'static,
{
    listener.set_nonblocking(true)?;
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let connections = Arc::new(Semaphore::new(CONNECTIONS));
    loop {
        let Ok(permit) = Arc::clone(&connections).acquire_owned().await else { return Ok(()) };
        // A client that went away before it was accepted is no reason to stop.
        let Ok((stream, _)) = listener.accept().await else { continue };
        // Without it the last part of a larger answer waits 40 ms for the client's acknowledgement.
        let _ = stream.set_nodelay(true);
        let answer = Arc::clone(&answer);
        tokio::spawn(async move {
            let service = service_fn(|request| respond(request, Arc::clone(&answer)));
            let connection = http1::Builder::new()
                .half_close(true)
                .title_case_headers(true)
                .timer(TokioTimer::new())
                .header_read_timeout(HEAD_TIMEOUT)
                .max_buf_size(HEAD_BYTES)
                .serve_connection(TokioIo::new(stream), service);
            // A malformed request was answered; a client that is gone needs no answer.
            let _ = tokio::time::timeout(CONNECTION_TIMEOUT, connection).await;
            drop(permit);
        });
    }
}

async fn respond<A>(
    request: Request<Incoming>,
    answer: Arc<A>,
) -> Result<hyper::Response<Full<Bytes>>, Infallible>
where
    A: Fn(&str, &str) -> Response + Send + Sync + 'static,
{
    let (method, target) = (request.method().to_string(), request.uri().to_string());
    let response = tokio::task::spawn_blocking(move || answer(&method, &target)).await;
    Ok(written(response.unwrap_or_else(|_| plain(500, "the server failed to answer"))))
}

fn written(Response { status, headers, body }: Response) -> hyper::Response<Full<Bytes>> {
    let mut response = hyper::Response::new(Full::new(Bytes::from(body)));
    *response.status_mut() = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    for (name, value) in COMMON.into_iter().chain(headers) {
        if let Ok(name) = HeaderName::from_bytes(name.as_bytes()) {
            response.headers_mut().append(name, HeaderValue::from_static(value));
        }
    }
    response
}

/// A text for people, and nothing that could run.
#[must_use]
pub fn plain(status: u16, text: &str) -> Response {
    let headers = vec![
        ("Content-Type", "text/plain; charset=utf-8"),
        ("Content-Security-Policy", "default-src 'none'"),
    ];
    Response { status, headers, body: text.as_bytes().to_vec() }
}
