//! A message taken apart into its leaves, whatever their types and names say.

use crate::identity::without_mark;
use crate::winmail;
use mail_parser::decoders::{base64::base64_decode, quoted_printable::quoted_printable_decode};
use mail_parser::{Encoding, MessageParser, MessagePart, MimeHeaders, PartType};

/// Most bytes of a message; a longer one is kept and not read.
pub const SIZE_MAX: usize = 32 << 20;
/// Most parts that are read.
pub const PARTS_MAX: usize = 200;
/// Deepest nesting of messages that is read.
pub const DEPTH_MAX: usize = 20;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Message {
    headers: Vec<(String, String)>,
    /// The contents of its parts, in order, those of forwarded messages too.
    pub leaves: Vec<Leaf>,
    /// The kind of a `multipart/report` (RFC 6522): `delivery-status`, `disposition-notification`.
    pub report: Option<String>,
    /// True if it is no message, or has more or deeper parts than are read.
    pub malformed: bool,
}

/// One part that holds no others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Leaf {
    /// Its type as it says, in lower case: `text/plain`.
    pub kind: String,
    /// Its bytes, decoded.
    pub bytes: Vec<u8>,
    /// Its bytes as text, by the charset that it names, else as UTF-8, if they are text.
    pub text: Option<String>,
    pub html: bool,
    /// True if its header says `format=flowed`.
    pub flowed: bool,
    /// True if its header says `delsp=yes`.
    pub delsp: bool,
}

impl Leaf {
    pub fn is_picture(&self) -> bool {
        self.kind.starts_with("image/")
    }
}

impl Message {
    /// Takes a message apart. Nothing is refused: what cannot be read is left out and noted in `malformed`.
    pub fn read(raw: &[u8]) -> Self {
        let mut message = Self::default();
        let parsed = MessageParser::default().parse(without_mark(raw));
        match parsed.filter(|_| raw.len() <= SIZE_MAX) {
            Some(parsed) => {
                let header = |(name, value): (&str, &str)| {
                    (name.to_ascii_lowercase(), value.replace(['\r', '\n'], "").trim().to_owned())
                };
                message.headers = parsed.headers_raw().map(header).collect();
                message.parts(&parsed, 0, &mut 0);
            }
            None => message.malformed = true,
        }
        message
    }

    /// The first header of a name, on one line; empty if there is none.
    pub fn header(&self, name: &str) -> &str {
        self.headers(name).next().unwrap_or_default()
    }

    pub fn headers(&self, name: &str) -> impl Iterator<Item = &str> {
        self.headers.iter().filter(move |(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The addresses in a header, in lower case, without names.
    pub fn addresses(&self, header: &str) -> Vec<String> {
        let mut found = Vec::new();
        for word in self.header(header).split([' ', ',', ';', '<', '>', '"', '(', ')', '\t']) {
            if word.contains('@') {
                found.push(word.to_lowercase());
            }
        }
        found
    }

    fn parts(&mut self, message: &mail_parser::Message<'_>, depth: usize, read: &mut usize) {
        for part in &message.parts {
            *read += 1;
            if depth > DEPTH_MAX || *read > PARTS_MAX {
                self.malformed = true;
                return;
            }
            let attribute = |name: &str| {
                part.content_type().and_then(|kind| kind.attribute(name)).unwrap_or_default()
            };
            let kind = kind_of(part);
            if kind == "multipart/report" {
                self.report = Some(attribute("report-type").to_lowercase());
            }
            let leaf = Leaf {
                kind,
                flowed: attribute("format").eq_ignore_ascii_case("flowed"),
                delsp: attribute("delsp").eq_ignore_ascii_case("yes"),
                ..Leaf::default()
            };
            match &part.body {
                PartType::Text(text) => self.leaves.push(text_leaf(leaf, message, part, text)),
                PartType::Html(text) => {
                    let leaf = text_leaf(leaf, message, part, text);
                    self.leaves.push(Leaf { html: true, ..leaf });
                }
                PartType::Binary(bytes) | PartType::InlineBinary(bytes) => {
                    self.binary(leaf, bytes);
                }
                PartType::Message(inner) => self.parts(inner, depth + 1, read),
                PartType::Multipart(_) => {}
            }
        }
    }

    fn binary(&mut self, leaf: Leaf, bytes: &[u8]) {
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).ok();
        for inner in winmail::attachments(bytes) {
            self.leaves.push(Leaf { text: text(&inner), bytes: inner, ..Leaf::default() });
        }
        self.leaves.push(Leaf { bytes: bytes.to_vec(), text: text(bytes), ..leaf });
    }
}

fn kind_of(part: &MessagePart<'_>) -> String {
    let whole = part.content_type().map(|kind| match &kind.c_subtype {
        Some(subtype) => format!("{}/{subtype}", kind.c_type),
        None => kind.c_type.to_string(),
    });
    whole.unwrap_or_default().to_lowercase()
}

/// A part that the parser takes for text: its text by its charset, and its bytes as they were sent.
fn text_leaf(
    leaf: Leaf,
    message: &mail_parser::Message<'_>,
    part: &MessagePart<'_>,
    text: &str,
) -> Leaf {
    let place = |offset: u32| usize::try_from(offset).unwrap_or(usize::MAX);
    let (from, to) = (place(part.offset_body), place(part.offset_end));
    let raw = message.raw_message.get(from..to).unwrap_or_default();
    let encoding = part.content_transfer_encoding().unwrap_or_default();
    // A last part whose boundary is never closed is left undecoded.
    if part.is_encoding_problem
        && encoding.eq_ignore_ascii_case("base64")
        && !leaf.kind.starts_with("text/")
        && let Some(bytes) = decoded(raw)
    {
        return Leaf { text: String::from_utf8(bytes.clone()).ok(), bytes, ..leaf };
    }
    let bytes = match part.encoding {
        Encoding::Base64 => base64_decode(raw).unwrap_or_else(|| raw.to_vec()),
        Encoding::QuotedPrintable => quoted_printable_decode(raw).unwrap_or_else(|| raw.to_vec()),
        Encoding::None => raw.to_vec(),
    };
    Leaf { bytes, text: Some(text.to_owned()), ..leaf }
}

fn decoded(raw: &[u8]) -> Option<Vec<u8>> {
    let base64: Vec<u8> =
        raw.iter().copied().filter(|c| c.is_ascii_alphanumeric() || b"+/=".contains(c)).collect();
    base64_decode(&base64)
}

#[cfg(test)]
mod tests {
    use super::Message;

    #[test]
    fn headers_are_unfolded_and_addresses_found() {
        let raw =
            b"From: \"P. Scipio\" <Publius@Example.org>\r\nSubject: zama\r\n status\r\n\r\nx\r\n";
        let message = Message::read(raw);
        assert_eq!(message.header("subject"), "zama status");
        assert_eq!(message.addresses("from"), ["publius@example.org"]);
        assert_eq!(message.leaves[0].text.as_deref(), Some("x\r\n"));
    }

    #[test]
    fn nothing_at_all_is_malformed() {
        assert!(Message::read(b"").malformed);
    }
}
