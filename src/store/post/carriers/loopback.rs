//! A browser on this machine, asking this program. The address is one of this machine alone, its port is free, and its path
//! holds a secret. The first to open it gets a second secret, as a cookie, and is from then on the only one who is
//! answered: whoever reads the address later, from a list of processes or a browser's history, has half of it.
//!
//! Only the page itself is answered: its own host, its own origin, its own paths, questions of a bounded size. All else gets
//! one and the same refusal.

use crate::store::{Error, entropy};
use record::Digest;
use std::fmt::Write as _;
use std::io::Read;
use std::thread;
use std::time::Duration;
use tiny_http::{Header, Method, Request, Response, Server};

/// Maximum size of a request, in bytes.
const ASKED_MAX: usize = 1 << 20;
/// Length of each secret, in bytes.
const SECRET: usize = 24;

/// A server that listens on this machine alone.
pub struct Loopback {
    server: Server,
    port: u16,
    token: String,
    /// The path, below the secret one, at which the page opens.
    start: String,
    /// The second secret, once somebody has opened the address.
    cookie: Option<String>,
}

/// A request from the page.
pub struct Asked {
    request: Request,
    cookie: Option<String>,
    /// True if the request has a body (POST).
    pub post: bool,
    /// The path below the secret one.
    pub path: String,
    pub body: String,
}

/// The kinds of text that an answer can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Page,
    Json,
}

impl Loopback {
    /// Listens at a port of this machine, or at a free one if `port` is 0. The page opens at the path
    /// `start`.
    ///
    /// # Errors
    /// A port that is taken or may not be had; no randomness.
    pub fn open(port: u16, start: &str) -> Result<Self, Error> {
        let server = Server::http(("127.0.0.1", port))
            .map_err(|error| Error::Loopback { port, what: error.to_string() })?;
        let port = server.server_addr().to_ip().expect("the server listens at an address").port();
        let (token, start) = (secret()?, start.to_owned());
        Ok(Self { server, port, token, start, cookie: None })
    }

    pub fn address(&self) -> String {
        format!("{}/{}/{}", self.origin(), self.token, self.start)
    }

    fn origin(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Waits up to `patience` for a request from the page; none if there was none. Any other request is refused.
    ///
    /// # Errors
    /// The connection is lost; no randomness.
    pub fn next(&mut self, patience: Duration) -> Result<Option<Asked>, Error> {
        let lost =
            |error: std::io::Error| Error::Loopback { port: self.port, what: error.to_string() };
        let Some(request) = self.server.recv_timeout(patience).map_err(lost)? else {
            return Ok(None);
        };
        let Some(path) = self.path(&request) else {
            refuse(request, 404);
            return Ok(None);
        };
        let cookie = if self.cookie.is_none() { Some(secret()?) } else { None };
        self.cookie = self.cookie.take().or_else(|| cookie.clone());
        let post = *request.method() == Method::Post;
        Ok(self.read(request, cookie, post, path))
    }

    /// The path below the secret one, if the request is the page's own.
    fn path(&self, request: &Request) -> Option<String> {
        let one = |name: &'static str| {
            let mut all = request.headers().iter().filter(|header| header.field.equiv(name));
            let first = all.next().map(|header| header.value.as_str());
            (first, all.next().is_some())
        };
        let (_, rest) = request.url().split_once('/')?;
        let (token, path) = rest.split_once('/')?;
        let host = self.origin();
        let at_home = one("Host") == (host.strip_prefix("http://"), false);
        let own = match (request.method(), one("Origin")) {
            (_, (Some(origin), false)) => origin == self.origin(),
            // A browser names the origin of whatever hands something over.
            (method, (None, _)) => *method == Method::Get,
            (_, (Some(_), true)) => false,
        };
        let known = match (&self.cookie, one("Cookie").0) {
            (None, _) => path == self.start && *request.method() == Method::Get,
            (Some(cookie), Some(given)) => {
                given.split("; ").any(|one| same(one, &format!("{}={cookie}", self.name())))
            }
            (Some(_), None) => false,
        };
        let plain = matches!(request.method(), Method::Get | Method::Post);
        (plain && at_home && own && known && same(token, &self.token)).then(|| path.to_owned())
    }

    /// The name of the cookie, which includes the port: a browser sends a host's cookies to all its ports.
    fn name(&self) -> String {
        format!("tabella-{}", self.port)
    }

    fn read(
        &self,
        mut request: Request,
        cookie: Option<String>,
        post: bool,
        path: String,
    ) -> Option<Asked> {
        let mut body = String::new();
        if post {
            match request.body_length() {
                Some(length) if length <= ASKED_MAX => {}
                Some(_) => {
                    refuse(request, 413);
                    return None;
                }
                None => {
                    refuse(request, 411);
                    return None;
                }
            }
            let most = u64::try_from(ASKED_MAX).expect("a small number");
            if request.as_reader().take(most).read_to_string(&mut body).is_err() {
                refuse(request, 400);
                return None;
            }
        }
        let cookie = cookie.map(|secret| {
            format!("{}={secret}; Path=/{}/; HttpOnly; SameSite=Strict", self.name(), self.token)
        });
        Some(Asked { request, cookie, post, path, body })
    }
}

impl Asked {
    /// Answers the page. A client that has gone away is not waited for.
    pub fn answer(self, kind: Kind, text: String) {
        let kind = match kind {
            Kind::Page => "text/html; charset=utf-8",
            Kind::Json => "application/json",
        };
        let mut response = Response::from_string(text)
            .with_chunked_threshold(usize::MAX)
            .with_header(header("Content-Type", kind));
        for (name, value) in GUARDS {
            response.add_header(header(name, value));
        }
        if let Some(cookie) = &self.cookie {
            response.add_header(header("Set-Cookie", cookie));
        }
        let _ = self.request.respond(response);
    }

    pub fn refuse(self) {
        refuse(self.request, 404);
    }
}

/// Headers that let nobody else keep, frame, embed or guess at the answer.
const GUARDS: [(&str, &str); 6] = [
    ("Cache-Control", "no-store"),
    ("Content-Security-Policy", "frame-ancestors 'none'"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Referrer-Policy", "no-referrer"),
    ("X-Content-Type-Options", "nosniff"),
];

fn header(name: &str, value: &str) -> Header {
    Header::from_bytes(name, value).expect("a header of plain letters")
}

/// Answers with a code and an empty body. The rest of the request is read on a thread of its own, so that nobody can
/// make the page wait.
fn refuse(request: Request, code: u16) {
    thread::spawn(move || {
        let _ = request.respond(Response::empty(code));
    });
}

/// Compares two texts in constant time.
fn same(one: &str, other: &str) -> bool {
    Digest::of(one.as_bytes()) == Digest::of(other.as_bytes())
}

fn secret() -> Result<String, Error> {
    let mut text = String::with_capacity(2 * SECRET);
    for byte in entropy::draw::<SECRET>()? {
        write!(text, "{byte:02x}").expect("writing to a string never fails");
    }
    Ok(text)
}
