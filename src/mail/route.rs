//! `--smtp URL`: which server, how encrypted, as whom.

use std::fmt;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encryption {
    /// `smtp://`: begins in the clear and must turn to TLS (STARTTLS) before anything is said. Port 587.
    StartTls,
    /// `smtps://`: TLS from the first byte. Port 465.
    Tls,
    /// `smtp+plain://`: none, and so for this machine's own relay only. Port 25.
    None,
}

/// A mail server and how to speak to it.
#[derive(Clone, PartialEq, Eq)]
pub struct SmtpRoute {
    pub encryption: Encryption,
    /// Host name or address, without brackets.
    pub host: String,
    pub port: u16,
    /// User and password, if the server wants them.
    pub login: Option<(String, String)>,
}

/// A route that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RouteFault {
    /// Not one of the three schemes.
    #[error(
        "write smtp://[USER@]HOST[:PORT] (STARTTLS), smtps://... (TLS from the start) or smtp+plain://localhost"
    )]
    Scheme,
    /// A password among the arguments: every user of the machine could read it there.
    #[error(
        "do not write a password on the command line: put it in the environment variable \
         TABELLA_SMTP_PASSWORD"
    )]
    PasswordInUrl,
    /// A user and no password.
    #[error(
        "for the user {0} the password is read from the environment: set TABELLA_SMTP_PASSWORD"
    )]
    NoPassword(String),
    /// The user has a wrong `%` escape or characters that cannot be in a name.
    #[error("`{}` is not a user name", .0.escape_default())]
    User(String),
    #[error("`{}` is not a host", .0.escape_default())]
    Host(String),
    #[error("`{}` is not a port", .0.escape_default())]
    Port(String),
    /// Something after host and port.
    #[error("`{}` cannot follow the host", .0.escape_default())]
    Rest(String),
    /// An unencrypted way that leaves this machine.
    #[error(
        "{0} is not this machine: unencrypted mail may go only to localhost; use smtp:// or \
         smtps://"
    )]
    PlainAbroad(String),
    /// The extra authority cannot be read.
    #[error("this is not a PEM file with certificates: {0}")]
    Authority(String),
}

impl SmtpRoute {
    /// Reads a URL.
    ///
    /// # Errors
    /// [`RouteFault`].
    pub fn parse(url: &str, password: Option<String>) -> Result<Self, RouteFault> {
        let (scheme, rest) = url.split_once("://").ok_or(RouteFault::Scheme)?;
        let (encryption, standard_port) = match scheme {
            "smtp" => (Encryption::StartTls, 587),
            "smtps" => (Encryption::Tls, 465),
            "smtp+plain" => (Encryption::None, 25),
            _ => return Err(RouteFault::Scheme),
        };
        let rest = rest.strip_suffix('/').unwrap_or(rest);
        // The last @ divides: user names at many providers are mail addresses themselves.
        let (user, place) =
            rest.rsplit_once('@').map_or((None, rest), |(user, place)| (Some(user), place));
        let login = user.map(|user| credentials(user, password)).transpose()?;
        if let Some(at) = place.find(['/', '?', '#']) {
            return Err(RouteFault::Rest(place[at..].to_owned()));
        }
        let (host, port) = host_and_port(place)?;
        if encryption == Encryption::None && !is_this_machine(&host) {
            return Err(RouteFault::PlainAbroad(host));
        }
        Ok(Self { encryption, host, port: port.unwrap_or(standard_port), login })
    }
}

impl fmt::Debug for SmtpRoute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SmtpRoute({self})")
    }
}

/// The URL again, without a password.
impl fmt::Display for SmtpRoute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = match self.encryption {
            Encryption::StartTls => "smtp",
            Encryption::Tls => "smtps",
            Encryption::None => "smtp+plain",
        };
        let user = self.login.as_ref().map_or(String::new(), |(user, _)| format!("{user}@"));
        let (open, close) = if self.host.contains(':') { ("[", "]") } else { ("", "") };
        write!(f, "{scheme}://{user}{open}{}{close}:{}", self.host, self.port)
    }
}

fn credentials(user: &str, password: Option<String>) -> Result<(String, String), RouteFault> {
    if user.contains(':') {
        return Err(RouteFault::PasswordInUrl);
    }
    let name =
        unescape(user).filter(|name| !name.is_empty() && !name.chars().any(char::is_control));
    let name = name.ok_or_else(|| RouteFault::User(user.to_owned()))?;
    match password {
        Some(password) if !password.is_empty() => Ok((name, password)),
        _ => Err(RouteFault::NoPassword(name)),
    }
}

/// Text with its `%40` escapes opened.
fn unescape(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let mut digit = || char::from(rest.next()?).to_digit(16);
            let value = digit()? * 16 + digit()?;
            bytes.push(u8::try_from(value).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

fn host_and_port(place: &str) -> Result<(String, Option<u16>), RouteFault> {
    let fault = || RouteFault::Host(place.to_owned());
    let (host, port) = if let Some(inside) = place.strip_prefix('[') {
        let (host, after) = inside.split_once(']').ok_or_else(fault)?;
        host.parse::<std::net::Ipv6Addr>().map_err(|_| fault())?;
        (
            host,
            if after.is_empty() { None } else { Some(after.strip_prefix(':').ok_or_else(fault)?) },
        )
    } else {
        let (host, port) =
            place.split_once(':').map_or((place, None), |(host, port)| (host, Some(port)));
        if host.is_empty()
            || host.starts_with('-')
            || !host.bytes().all(|c| c.is_ascii_alphanumeric() || b".-".contains(&c))
        {
            return Err(fault());
        }
        (host, port)
    };
    let read = |port: &str| match port.parse::<u16>() {
        Ok(number) if number > 0 && !port.starts_with('+') => Ok(number),
        _ => Err(RouteFault::Port(port.to_owned())),
    };
    Ok((host.to_owned(), port.map(read).transpose()?))
}

fn is_this_machine(host: &str) -> bool {
    host.eq_ignore_ascii_case("localhost")
        || host.parse::<std::net::IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn route(url: &str) -> Result<SmtpRoute, RouteFault> {
        SmtpRoute::parse(url, Some("se:cr@t".to_owned()))
    }

    #[test]
    fn schemes_ports_and_users() {
        let cases = [
            ("smtp://mail.example.org", "smtp://mail.example.org:587"),
            ("smtps://mail.example.org/", "smtps://mail.example.org:465"),
            ("smtp+plain://localhost", "smtp+plain://localhost:25"),
            ("smtp+plain://127.0.0.1:2525", "smtp+plain://127.0.0.1:2525"),
            ("smtp+plain://[::1]:2525", "smtp+plain://[::1]:2525"),
            (
                "smtp://me%40example.org@mail.example.org:25",
                "smtp://me@example.org@mail.example.org:25",
            ),
            (
                "smtps://me@example.org@mail.example.org",
                "smtps://me@example.org@mail.example.org:465",
            ),
        ];
        for (url, shown) in cases {
            let route = route(url).unwrap_or_else(|fault| panic!("{url}: {fault}"));
            assert_eq!(route.to_string(), shown);
            assert!(!format!("{route:?}{route}").contains("se:cr@t"), "the password shows");
        }
        let login = route("smtps://me%40example.org@mail.example.org").unwrap().login;
        assert_eq!(login, Some(("me@example.org".to_owned(), "se:cr@t".to_owned())));
    }

    #[test]
    fn urls_that_cannot_be_used() {
        assert_eq!(route("mail.example.org"), Err(RouteFault::Scheme));
        assert_eq!(route("http://mail.example.org"), Err(RouteFault::Scheme));
        assert_eq!(route("smtp://me:secret@mail.example.org"), Err(RouteFault::PasswordInUrl));
        assert_eq!(route("smtp://me%4@mail.example.org"), Err(RouteFault::User("me%4".into())));
        assert_eq!(
            route("smtp://me%0d%0a@mail.example.org"),
            Err(RouteFault::User("me%0d%0a".into()))
        );
        assert_eq!(route("smtp://@mail.example.org"), Err(RouteFault::User(String::new())));
        assert_eq!(route("smtp://mail.example.org:0"), Err(RouteFault::Port("0".into())));
        assert_eq!(route("smtp://mail.example.org:+25"), Err(RouteFault::Port("+25".into())));
        assert_eq!(route("smtp://mail.example.org:65536"), Err(RouteFault::Port("65536".into())));
        assert_eq!(
            route("smtp://mail.example.org?tls=none"),
            Err(RouteFault::Rest("?tls=none".into()))
        );
        for host in ["", "-x", "a b", "[::1", "[127.0.0.1]", "mäil.example.org", "a\r\nb"] {
            assert_eq!(
                route(&format!("smtp://{host}")),
                Err(RouteFault::Host(host.into())),
                "{host:?}"
            );
        }
        assert_eq!(SmtpRoute::parse("smtp://me@h", None), Err(RouteFault::NoPassword("me".into())));
        assert_eq!(
            SmtpRoute::parse("smtp://me@h", Some(String::new())),
            Err(RouteFault::NoPassword("me".into()))
        );
    }

    #[test]
    fn in_the_clear_only_to_this_machine() {
        for host in
            ["mail.example.org", "192.168.1.1", "localhost.example.org", "[2001:db8::1]", "0.0.0.0"]
        {
            assert!(
                matches!(route(&format!("smtp+plain://{host}")), Err(RouteFault::PlainAbroad(_))),
                "{host}"
            );
        }
    }
}
