//! Handing letters to a mail server, one step at a time.
//!
//! The steps are taken apart because a refusal means something else at each: before a letter is named, it is the route
//! that is closed; at its receiver, that letter is refused; after its last byte, silence means that nobody knows.

use crate::mail::{
    Carrier, Encryption, Envelope, Fault, RouteError, RouteFault, SmtpRoute, clean, with_crlf,
};
use lettre::Address;
use lettre::transport::smtp::authentication::{Credentials, DEFAULT_MECHANISMS};
use lettre::transport::smtp::client::{Certificate, SmtpConnection, TlsParameters};
use lettre::transport::smtp::commands::{Data, Mail, Rcpt, Rset};
use lettre::transport::smtp::extension::{ClientId, Extension};
use lettre::transport::smtp::{Error, response::Response};
use rustls::CertificateError;
use std::error::Error as _;
use std::io::{self, ErrorKind};
use std::time::Duration;

/// The code by which a server says that it closes the connection of its own accord.
const CLOSING: u16 = 421;
/// The time that a server may take to answer a goodbye.
const GOODBYE: Duration = Duration::from_secs(3);

/// How long to wait for the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// For the connection and for each answer.
    pub step: Duration,
    /// For the answer to a whole letter. Long, as RFC 5321 4.5.3.2.6 asks: who gives up early sends twice.
    pub answer: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self { step: Duration::from_mins(1), answer: Duration::from_mins(10) }
    }
}

/// A connection to a mail server.
pub struct Smtp {
    route: SmtpRoute,
    tls: Option<TlsParameters>,
    timeouts: Timeouts,
    connection: Option<SmtpConnection>,
    /// Set once the server did not answer in time, because every further letter would have to wait as long.
    late: Option<RouteError>,
}

impl Smtp {
    /// A carrier for this route that trusts the system's authorities and those in `authority`, a PEM file's bytes.
    /// Does not connect yet.
    ///
    /// # Errors
    /// [`RouteFault::Authority`].
    pub fn new(
        route: SmtpRoute,
        authority: Option<&[u8]>,
        timeouts: Timeouts,
    ) -> Result<Self, RouteFault> {
        let fault = |error: Error| RouteFault::Authority(error.to_string());
        let mut tls = TlsParameters::builder(route.host.clone());
        if let Some(pem) = authority {
            if !pem
                .windows(b"-----BEGIN CERTIFICATE-----".len())
                .any(|part| part == b"-----BEGIN CERTIFICATE-----")
            {
                return Err(RouteFault::Authority("it holds no certificate".to_owned()));
            }
            tls = tls.add_root_certificate(Certificate::from_pem(pem).map_err(fault)?);
        }
        let tls = if route.encryption == Encryption::None {
            None
        } else {
            Some(tls.build().map_err(fault)?)
        };
        Ok(Self { route, tls, timeouts, connection: None, late: None })
    }

    fn connect(&self) -> Result<SmtpConnection, RouteError> {
        let SmtpRoute { encryption, host, port, login } = &self.route;
        let hello = ClientId::default();
        let at_once = self.tls.as_ref().filter(|_| *encryption == Encryption::Tls);
        let place = (host.as_str(), *port);
        let mut connection =
            SmtpConnection::connect(place, Some(self.timeouts.step), &hello, at_once, None)
                .map_err(|error| self.closed(&error))?;
        if let (Encryption::StartTls, Some(tls)) = (encryption, &self.tls) {
            if !connection.server_info().supports_feature(Extension::StartTls) {
                part(connection);
                return Err(RouteError::NoEncryption(host.clone()));
            }
            connection.starttls(tls, &hello).map_err(|error| self.closed(&error))?;
        }
        if let Some((user, password)) = login {
            let credentials = Credentials::new(user.clone(), password.clone());
            if let Err(error) = connection.auth(DEFAULT_MECHANISMS, &credentials) {
                part(connection);
                if is_late(&error) {
                    return Err(self.too_late(self.timeouts.step));
                }
                let (host, user) = (host.clone(), user.clone());
                return Err(RouteError::Login { host, user, said: said(&error) });
            }
        }
        Ok(connection)
    }

    /// The error for a failure before any letter.
    fn closed(&self, error: &Error) -> RouteError {
        let host = self.route.host.clone();
        let why = said(error);
        if is_late(error) {
            return self.too_late(self.timeouts.step);
        }
        match certificate_fault(error) {
            Some(fault) if is_unknown(fault) => RouteError::UnknownAuthority { host, why },
            Some(_) => RouteError::Certificate { host, why },
            None => RouteError::Unreachable { host: format!("{host}:{}", self.route.port), why },
        }
    }

    /// The error that the server did not answer within this time.
    fn too_late(&self, waited: Duration) -> RouteError {
        let host = format!("{}:{}", self.route.host, self.route.port);
        RouteError::Late { host, seconds: waited.as_secs() }
    }

    /// A connection on which the server has accepted the sender's address. If one left open since an earlier letter has
    /// been closed meanwhile, a new one is made, once.
    fn begun(&mut self, from: &Address) -> Result<SmtpConnection, Fault> {
        loop {
            let (mut connection, old) = match self.connection.take() {
                Some(connection) => (connection, true),
                None => (self.connect()?, false),
            };
            let Err(error) = connection.command(Mail::new(Some(from.clone()), Vec::new())) else {
                return Ok(connection);
            };
            part(connection);
            if is_late(&error) {
                return Err(self.too_late(self.timeouts.step).into());
            }
            let hung_up = error.status().is_none_or(|code| u16::from(code) == CLOSING);
            if !(old && hung_up) {
                // A refused sender is a matter between referee and server, and no fault of the letter: it waits.
                return Err(Fault::Temporary(format!("the sender {from}: {}", said(&error))));
            }
        }
    }

    /// Sends one letter, from naming the receiver to the server's answer to the whole of it.
    fn deliver(
        &mut self,
        connection: &mut SmtpConnection,
        to: &Address,
        message: &[u8],
    ) -> Result<Response, Fault> {
        let step = |error: Error| match refused(&error) {
            _ if is_late(&error) => self.too_late(self.timeouts.step).into(),
            fault => fault,
        };
        connection.command(Rcpt::new(to.clone(), Vec::new())).map_err(|error| {
            match step(error) {
                Fault::Permanent(said) => Fault::Recipient { address: to.to_string(), said },
                fault => fault,
            }
        })?;
        connection.command(Data).map_err(step)?;
        let message = with_crlf(message);
        // lettre ends the text with a line end and a dot of its own.
        let message = message.strip_suffix(b"\r\n").unwrap_or(&message);
        connection
            .set_timeout(Some(self.timeouts.answer))
            .map_err(|error| Fault::Temporary(error.to_string()))?;
        connection.message(message).map_err(|error| match error.status() {
            Some(_) => refused(&error),
            None if is_late(&error) => {
                let late = self.too_late(self.timeouts.answer);
                Fault::Doubt(self.late.insert(late).to_string())
            }
            None => Fault::Doubt(said(&error)),
        })
    }
}

impl Carrier for Smtp {
    fn ready(&mut self) -> Result<(), Fault> {
        if let Some(late) = &self.late {
            return Err(late.clone().into());
        }
        if self.connection.is_none() {
            self.connection = Some(self.connect()?);
        }
        Ok(())
    }

    fn carry(&mut self, envelope: &Envelope, message: &[u8]) -> Result<String, Fault> {
        let address = |text: &str| {
            text.parse::<Address>().map_err(|error| Fault::Permanent(format!("{text}: {error}")))
        };
        let (from, to) = (address(&envelope.from)?, address(&envelope.to)?);
        let mut connection = self.begun(&from)?;
        let outcome = self.deliver(&mut connection, &to, message);
        let timely = connection.set_timeout(Some(self.timeouts.step)).is_ok();
        // After a refusal the server is asked to forget the letter; where that fails, the next one gets a new connection.
        let usable = match &outcome {
            Ok(_) => timely,
            Err(Fault::Doubt(_) | Fault::Route(_)) => false,
            Err(_) => timely && connection.command(Rset).is_ok(),
        };
        if usable {
            self.connection = Some(connection);
        } else {
            part(connection);
        }
        outcome.map(|answer| answer.message().collect::<Vec<_>>().join(" "))
    }
}

impl Drop for Smtp {
    fn drop(&mut self) {
        if let Some(connection) = self.connection.take() {
            part(connection);
        }
    }
}

/// Says goodbye, and does not wait long for an answer.
fn part(mut connection: SmtpConnection) {
    let _ = connection.set_timeout(Some(GOODBYE));
    connection.abort();
}

fn refused(error: &Error) -> Fault {
    if error.is_permanent() { Fault::Permanent(said(error)) } else { Fault::Temporary(said(error)) }
}

fn io_errors(error: &Error) -> impl Iterator<Item = &io::Error> {
    std::iter::successors(error.source(), |&cause| cause.source())
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
}

fn is_late(error: &Error) -> bool {
    io_errors(error).any(|io| matches!(io.kind(), ErrorKind::TimedOut | ErrorKind::WouldBlock))
}

/// The fault of the server's certificate, if that is what closed the route.
fn certificate_fault(error: &Error) -> Option<&CertificateError> {
    let mut causes = io_errors(error).filter_map(|io| io.get_ref()?.downcast_ref());
    causes.find_map(|cause| match cause {
        rustls::Error::InvalidCertificate(fault) => Some(fault),
        _ => None,
    })
}

fn is_unknown(fault: &CertificateError) -> bool {
    match fault {
        CertificateError::UnknownIssuer => true,
        CertificateError::Other(other) => matches!(
            other.0.downcast_ref::<webpki::Error>(),
            Some(webpki::Error::CaUsedAsEndEntity)
        ),
        _ => false,
    }
}

/// An error as one harmless line: the server's words, with its code, or the innermost cause.
fn said(error: &Error) -> String {
    let cause = error.source().map_or_else(|| error.to_string(), ToString::to_string);
    let text = error.status().map_or_else(|| cause.clone(), |code| format!("{code} {cause}"));
    clean::line(&text, 300)
}
