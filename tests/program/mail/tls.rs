//! Encrypted ways: nothing is said in the clear, and only to a server that an authority vouches for.

use super::folder::{Game, post, tally};
use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use tabella::mail::{RouteError, RouteFault, SmtpRoute};
use tabella::store::post::carriers::Smtp;
use tempfile::TempDir;

/// A certificate authority and a server certificate signed by it, made for the test. One self-signed certificate would
/// not do for both: an authority's own certificate cannot be a server's.
struct Authority(TempDir);

impl Authority {
    /// An authority for a server of this name (as in a certificate: `DNS:localhost` or `IP:127.0.0.1`).
    fn new(server: &str) -> Self {
        let authority = Self(tempfile::tempdir().unwrap());
        let names = format!(
            "subjectAltName={server}\nbasicConstraints=critical,CA:FALSE\nextendedKeyUsage=serverAuth\n"
        );
        fs::write(authority.path("names"), names).unwrap();
        let new_key = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes";
        authority.openssl(&format!(
            "req -x509 {new_key} -days 2 -subj /CN=authority -addext keyUsage=critical,keyCertSign -keyout ca.key -out ca.pem"
        ));
        authority
            .openssl(&format!("req {new_key} -subj /CN=server -keyout key.pem -out request.pem"));
        authority
            .openssl("x509 -req -in request.pem -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile names -out server.pem");
        authority
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn openssl(&self, arguments: &str) {
        let run =
            Command::new("openssl").args(arguments.split(' ')).current_dir(self.0.path()).output();
        let run = run.unwrap_or_else(|error| panic!("this test needs openssl: {error}"));
        assert!(
            run.status.success(),
            "openssl {arguments}\n{}",
            String::from_utf8_lossy(&run.stderr)
        );
    }
}

struct Server {
    process: Child,
    output: BufReader<ChildStdout>,
    port: u16,
}

impl Server {
    fn start(mode: &str, authority: &Authority) -> Self {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/program/mail/tls_server.py");
        let mut command = Command::new("python3");
        command.args([
            Path::new(script),
            Path::new(mode),
            &authority.path("server.pem"),
            &authority.path("key.pem"),
        ]);
        let started = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut process =
            started.unwrap_or_else(|error| panic!("this test needs python3: {error}"));
        let mut output = BufReader::new(process.stdout.take().unwrap());
        let mut port = String::new();
        output.read_line(&mut port).unwrap();
        Self { process, output, port: port.trim().parse().unwrap() }
    }

    fn seen(mut self) -> Value {
        drop(self.process.stdin.take());
        let mut text = String::new();
        self.output.read_to_string(&mut text).unwrap();
        self.process.wait().unwrap();
        serde_json::from_str(&text).unwrap()
    }
}

fn in_the_clear(seen: &Value) -> Vec<&str> {
    let commands = seen["commands"].as_array().unwrap().iter();
    commands
        .filter(|one| one[1] == false)
        .map(|one| one[0].as_str().unwrap().split(' ').next().unwrap())
        .collect()
}

#[test]
fn letters_and_password_go_encrypted_to_a_server_that_is_vouched_for() {
    let authority = Authority::new("IP:127.0.0.1");
    for (mode, scheme, clear) in
        [("starttls", "smtp", vec!["EHLO", "STARTTLS"]), ("tls", "smtps", vec![])]
    {
        let (game, server) = (Game::with(&["rome"]), Server::start(mode, &authority));
        let url = format!("{scheme}://scipio@127.0.0.1:{}", server.port);
        assert_eq!(game.send_to(&url, Some(&authority.path("ca.pem"))).0, tally(1, 0, 0), "{mode}");
        let seen = server.seen();
        assert_eq!(in_the_clear(&seen), clear, "{seen:#}");
        assert!(seen["commands"].to_string().contains("AUTH PLAIN"), "{seen:#}");
        assert_eq!(seen["texts"][0].as_str().unwrap().as_bytes(), post("rome").bytes);
    }
}

#[test]
fn an_unknown_authority_gets_nothing() {
    let (authority, other) = (Authority::new("IP:127.0.0.1"), Authority::new("IP:127.0.0.1"));
    for (mode, scheme) in [("starttls", "smtp"), ("tls", "smtps")] {
        for trusted in [None, Some(other.path("ca.pem"))] {
            let (game, server) = (Game::with(&["rome"]), Server::start(mode, &authority));
            let (sent, _) = game.send_to(
                &format!("{scheme}://scipio@127.0.0.1:{}", server.port),
                trusted.as_deref(),
            );
            let closed = sent.closed.clone().unwrap_or_else(|| panic!("{sent:?}"));
            // An authority of the same name and another key has a signature that doesn't fit.
            let unknown = matches!(
                closed,
                RouteError::UnknownAuthority { .. } | RouteError::Certificate { .. }
            );
            assert!(
                unknown
                    && (trusted.is_some() || matches!(closed, RouteError::UnknownAuthority { .. })),
                "{closed:?}"
            );
            let seen = server.seen();
            assert!(
                !seen.to_string().contains("AUTH ") && !seen.to_string().contains("MAIL"),
                "{seen:#}"
            );
            assert_eq!(game.files(), ["0007-rome.eml", "0007-rome.why"]);
        }
    }
}

#[test]
fn a_certificate_for_another_host_gets_nothing() {
    let authority = Authority::new("DNS:mail.example.org");
    let (game, server) = (Game::with(&["rome"]), Server::start("starttls", &authority));
    let (sent, _) = game.send_to(
        &format!("smtp://scipio@127.0.0.1:{}", server.port),
        Some(&authority.path("ca.pem")),
    );
    assert!(matches!(sent.closed, Some(RouteError::Certificate { .. })), "{sent:?}");
    assert!(!server.seen().to_string().contains("MAIL"));
}

#[test]
fn a_server_without_encryption_gets_nothing() {
    let authority = Authority::new("IP:127.0.0.1");
    let (game, server) = (Game::with(&["rome"]), Server::start("bare", &authority));
    let (sent, _) = game.send_to(
        &format!("smtp://scipio@127.0.0.1:{}", server.port),
        Some(&authority.path("ca.pem")),
    );
    assert!(matches!(sent.closed, Some(RouteError::NoEncryption(_))), "{sent:?}");
    assert_eq!(in_the_clear(&server.seen()), ["EHLO", "QUIT"]);
}

#[test]
fn a_file_without_certificates_is_no_authority() {
    let authority = Authority::new("IP:127.0.0.1");
    for file in ["key.pem", "names"] {
        let route = SmtpRoute::parse("smtps://localhost", None).unwrap();
        let carrier = Smtp::new(
            route,
            Some(&fs::read(authority.path(file)).unwrap()),
            super::folder::TIMEOUTS,
        );
        assert!(matches!(carrier.err(), Some(RouteFault::Authority(_))), "{file}");
    }
}
