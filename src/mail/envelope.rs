//! From whom and to whom a waiting message goes, read from its own headers.
//!
//! A message waits as one file, and a referee may look at it and mend it in an editor before it leaves. So nothing about
//! its way is kept anywhere else, and nothing in it is obeyed half: a message that asks for more than one receiver is
//! refused rather than sent to some of them.

use super::clean::check_address;

/// Longest line that mail may have, without its line end (RFC 5322).
const LINE_MAX: usize = 998;
/// Headers that name further receivers.
const MORE_RECEIVERS: [&str; 6] =
    ["cc", "bcc", "resent-to", "resent-cc", "resent-bcc", "resent-from"];

/// Where a message comes from and where it goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Envelope {
    /// Sender's address: where a mail server returns what it cannot deliver.
    pub from: String,
    pub to: String,
    /// Message id with its angle brackets.
    pub message_id: String,
}

/// A message that cannot be sent as it stands.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EnvelopeFault {
    /// A byte beyond ASCII: letters are composed without, and not every server takes them.
    #[error("the message is not plain ASCII")]
    NotAscii,
    /// A line longer than mail may have.
    #[error("a line is longer than {LINE_MAX} bytes")]
    LongLine,
    /// A line among the headers that is not a header.
    #[error("`{}` is not a header line", .0.escape_default())]
    Line(String),
    /// A header that must be there once is missing or stands more than once.
    #[error("the header {0} must appear exactly once")]
    Once(&'static str),
    /// A header that names further receivers.
    #[error("the header {0} is not allowed: a letter has one recipient")]
    Receivers(String),
    /// From or To does not hold exactly one usable address.
    #[error("{header}: `{}` is not one mail address", value.escape_default())]
    Address { header: &'static str, value: String },
    #[error("Message-ID: `{}` is not a message id", .0.escape_default())]
    MessageId(String),
}

impl Envelope {
    /// Reads the envelope of a message from its headers. Line ends may be CRLF or LF.
    ///
    /// # Errors
    /// The first [`EnvelopeFault`].
    pub fn read(message: &[u8]) -> Result<Self, EnvelopeFault> {
        let text = str::from_utf8(message)
            .ok()
            .filter(|text| text.is_ascii())
            .ok_or(EnvelopeFault::NotAscii)?;
        if text.lines().any(|line| line.len() > LINE_MAX) {
            return Err(EnvelopeFault::LongLine);
        }
        let headers = headers(text)?;
        if let Some((name, _)) =
            headers.iter().find(|(name, _)| MORE_RECEIVERS.contains(&name.as_str()))
        {
            return Err(EnvelopeFault::Receivers(name.clone()));
        }
        let message_id = once(&headers, "Message-ID")?;
        let inside = message_id.strip_prefix('<').and_then(|id| id.strip_suffix('>')).unwrap_or("");
        if !inside.contains('@')
            || inside.bytes().any(|c| !c.is_ascii_graphic() || b"<>".contains(&c))
        {
            return Err(EnvelopeFault::MessageId(message_id));
        }
        Ok(Self { from: address(&headers, "From")?, to: address(&headers, "To")?, message_id })
    }
}

/// The message with another address and without the former receiver's name; the rest, with its id, stays the same.
pub fn readdressed(message: &[u8], to: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(message.len());
    let (mut above, mut taken) = (true, false);
    for line in message.split_inclusive(|byte| *byte == b'\n') {
        let bare = line.trim_ascii_end();
        above &= !bare.is_empty();
        let folded = line.starts_with(b" ") || line.starts_with(b"\t");
        taken = above && if folded { taken } else { bare.to_ascii_lowercase().starts_with(b"to:") };
        if !taken {
            out.extend_from_slice(line);
        } else if !folded {
            out.extend_from_slice(format!("To: {to}").as_bytes());
            out.extend_from_slice(&line[bare.len()..]);
        }
    }
    out
}

/// The message with CRLF line ends, as mail servers want it: an editor may have written others.
pub(crate) fn with_crlf(message: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(message.len() + message.len() / 40);
    for (at, &byte) in message.iter().enumerate() {
        match byte {
            b'\r' if message.get(at + 1) == Some(&b'\n') => {}
            b'\r' | b'\n' => out.extend_from_slice(b"\r\n"),
            _ => out.push(byte),
        }
    }
    out
}

/// Headers in order, names in lower case, folded values on one line.
fn headers(text: &str) -> Result<Vec<(String, String)>, EnvelopeFault> {
    let mut headers: Vec<(String, String)> = Vec::new();
    for line in text.lines().take_while(|line| !line.is_empty()) {
        let fault = || EnvelopeFault::Line(line.to_owned());
        if line.starts_with([' ', '\t']) {
            let (_, value) = headers.last_mut().ok_or_else(fault)?;
            value.push(' ');
            value.push_str(line.trim());
        } else {
            let (name, value) = line.split_once(':').ok_or_else(fault)?;
            if name.is_empty() || name.bytes().any(|c| !c.is_ascii_graphic()) {
                return Err(fault());
            }
            headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
        }
    }
    Ok(headers)
}

fn once(headers: &[(String, String)], name: &'static str) -> Result<String, EnvelopeFault> {
    let mut found = headers.iter().filter(|(known, _)| known.eq_ignore_ascii_case(name));
    match (found.next(), found.next()) {
        (Some((_, value)), None) => Ok(value.clone()),
        _ => Err(EnvelopeFault::Once(name)),
    }
}

/// The one address of a header: `name@host`, or `Name <name@host>`.
fn address(headers: &[(String, String)], header: &'static str) -> Result<String, EnvelopeFault> {
    let value = once(headers, header)?;
    let address = match value.strip_suffix('>').and_then(|value| value.rsplit_once('<')) {
        Some((name, address)) if !name.contains(['<', '>', '@', ',', ';', ':']) => address,
        Some(_) => "",
        None => &value,
    };
    match check_address(address) {
        Ok(()) => Ok(address.to_owned()),
        Err(_) => Err(EnvelopeFault::Address { header, value }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "Message-ID: <7@tabella.invalid>\r\n";

    fn read(from: &str, to: &str, more: &str) -> Result<Envelope, EnvelopeFault> {
        Envelope::read(
            format!("From: {from}\r\nTo: {to}\r\n{ID}{more}\r\nTo: not@this.one\r\n").as_bytes(),
        )
    }

    #[test]
    fn another_address_changes_the_receiver_alone() {
        for end in ["\r\n", "\n"] {
            let lines = |to: &str| {
                let text = format!(
                    "From: a@b.c\n{to}\nMessage-ID: <7@tabella.invalid>\n\nTo: whom it concerns\n"
                );
                text.replace('\n', end).into_bytes()
            };
            let folded = lines("To: =?utf-8?b?TGl2aWE=?=\n <livia@example.org>");
            let new = readdressed(&folded, "laelius@example.org");
            assert_eq!(new, lines("To: laelius@example.org"));
            assert_eq!(Envelope::read(&new).unwrap().to, "laelius@example.org");
        }
    }

    #[test]
    fn the_way_of_a_message() {
        let envelope = Envelope {
            from: "r@example.org".into(),
            to: "rome@example.org".into(),
            message_id: "<7@tabella.invalid>".into(),
        };
        assert_eq!(read("r@example.org", "rome@example.org", ""), Ok(envelope.clone()));
        assert_eq!(
            read("\"The Referee\" <r@example.org>", "=?utf-8?b?w4Y=?=\r\n <rome@example.org>", ""),
            Ok(envelope.clone())
        );
        let unix =
            format!("FROM: r@example.org\nto: rome@example.org\n{}\nbody", ID.replace('\r', ""));
        assert_eq!(Envelope::read(unix.as_bytes()), Ok(envelope));
    }

    #[test]
    fn more_than_one_receiver_is_refused() {
        for to in [
            "a@b, c@d",
            "A <a@b>, C <c@d>",
            "a@b <c@d>",
            "<a@b> <c@d>",
            "crew: a@b, c@d;",
            "crew: <a@b>",
            "",
        ] {
            assert!(
                matches!(read("r@b", to, ""), Err(EnvelopeFault::Address { header: "To", .. })),
                "{to}"
            );
        }
        for header in ["Cc", "BCC", "Resent-To"] {
            let fault = read("r@b", "a@b", &format!("{header}: c@d\r\n"));
            assert_eq!(fault, Err(EnvelopeFault::Receivers(header.to_lowercase())));
        }
        assert_eq!(read("r@b", "a@b", "To: c@d\r\n"), Err(EnvelopeFault::Once("To")));
        assert_eq!(read("r@b", "a@b", ID), Err(EnvelopeFault::Once("Message-ID")));
    }

    #[test]
    fn what_is_no_message() {
        assert_eq!(Envelope::read(b""), Err(EnvelopeFault::Once("Message-ID")));
        assert_eq!(Envelope::read(b"\x89PNG"), Err(EnvelopeFault::NotAscii));
        assert_eq!(Envelope::read("Subject: Ænēas\n".as_bytes()), Err(EnvelopeFault::NotAscii));
        assert_eq!(Envelope::read(b"hello\n"), Err(EnvelopeFault::Line("hello".into())));
        assert_eq!(Envelope::read(b" hello\n"), Err(EnvelopeFault::Line(" hello".into())));
        assert_eq!(Envelope::read("x".repeat(999).as_bytes()), Err(EnvelopeFault::LongLine));
        assert_eq!(
            Envelope::read(b"Message-ID: <a b@c>\n"),
            Err(EnvelopeFault::MessageId("<a b@c>".into()))
        );
    }

    #[test]
    fn line_ends_of_every_kind_become_those_of_mail() {
        assert_eq!(with_crlf(b"a\r\nb\nc\rd\r\r\n\n"), b"a\r\nb\r\nc\r\nd\r\n\r\n\r\n");
    }
}
