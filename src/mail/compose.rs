//! One letter as bytes.
//!
//! ```text
//! multipart/mixed
//! ├─ multipart/alternative
//! │  ├─ text/plain
//! │  └─ multipart/related          (text/html alone where there is no map)
//! │     ├─ text/html
//! │     └─ image/png               (inline, Content-ID, map.png; image/svg+xml where no PNG was made)
//! ├─ text/yaml                     (attachment, GAME-PHASE-SEAT.yaml)
//! ├─ application/gzip              (attachment, GAME-PHASE-SEAT.json.gz)
//! └─ text/plain                    (attachment, player.txt)
//! ```

use super::{Letter, MailFault, Occasion, Party, Picture, check_address, clean, picture};
use lettre::message::header::{
    ContentDisposition, ContentId, ContentTransferEncoding, ContentType, HeaderName, HeaderValue,
};
use lettre::message::{Mailbox, MessageBuilder, MultiPart, SinglePart};
use lettre::{Address, Message};
use record::{Digest, names, order_name};

/// Host part of message ids: a name that RFC 2606 keeps from ever being a host, so that an id tells nothing about the
/// referee's machine and is the same from every machine.
pub(super) const HOST: &str = "tabella.invalid";
/// Digits of a digest that stand in a message id.
pub(super) const DIGEST_SHOWN: usize = 12;
const SVG: &str = "image/svg+xml";
pub(super) const GZIP: &str = "application/gzip";
/// End of the name of a turn for the order sheet.
pub const TURN_END: &str = ".json.gz";
/// Longest subject and longest name, in characters.
const SUBJECT_MAX: usize = 150;
const NAME_MAX: usize = 80;
/// First second that no `Date` header is made for: the year 9999.
const TOO_LATE: i64 = 253_370_764_800;

/// Name of a letter's file in the outbox: `0007-rome.eml`.
pub fn file_name(phase: u32, seat: &str) -> String {
    format!("{phase:04}-{seat}.eml")
}

/// Id of the letter that tells this seat about this record: `<zama-2026.7.rome.5d410c2f9a1b@tabella.invalid>`.
///
/// The digits are the first of the record's digest, which its report prints as the head. Names hold no dot, so no two
/// letters share an id; and the same letter, built again or sent again, keeps it.
pub fn message_id(game: &str, phase: u32, seat: &str, digest: &Digest) -> String {
    let digits = digest.to_string();
    format!("<{game}.{phase}.{seat}.{}@{HOST}>", &digits[..DIGEST_SHOWN])
}

/// Composes a letter. Equal letters give equal bytes.
///
/// # Errors
/// [`MailFault`]: names, addresses or the date cannot stand in a header.
pub fn compose(letter: &Letter<'_>) -> Result<Vec<u8>, MailFault> {
    let Occasion { game, phase, date, referee, .. } = *letter.occasion;
    for name in [game, letter.seat] {
        names::check_id(name).map_err(|why| MailFault::Name { name: name.to_owned(), why })?;
    }
    if !(0..TOO_LATE).contains(&date.timestamp()) {
        return Err(MailFault::Date(date));
    }
    let id = message_id(game, phase, letter.seat, &letter.occasion.head);
    let mut message = Message::builder()
        .from(mailbox("referee", &referee)?)
        .to(mailbox(letter.seat, &letter.to)?)
        .subject(clean::line(letter.subject, SUBJECT_MAX))
        .date(date.into())
        .message_id(Some(id.clone()));
    if let Some((answered, thread)) = thread(letter)? {
        message = message.in_reply_to(answered).references(thread);
    }
    let message = robots(message, game, &letter.occasion.start, "auto-generated")
        .multipart(parts(letter, &id))
        .map_err(|error| MailFault::Build(error.to_string()))?;
    Ok(message.formatted())
}

/// The letter that this one answers, and its thread: the letters of one seat about one game hang on the letter about
/// the opening, each an answer to the one before. A mail program needs none of those to draw the thread.
fn thread(letter: &Letter<'_>) -> Result<Option<(String, String)>, MailFault> {
    let Occasion { game, phase, start, previous, .. } = letter.occasion;
    match (phase.checked_sub(1), previous) {
        (None, None) => Ok(None),
        (Some(before), Some(digest)) => {
            let root = message_id(game, 0, letter.seat, start);
            let answered = message_id(game, before, letter.seat, digest);
            let thread = if before == 0 { answered.clone() } else { format!("{root} {answered}") };
            Ok(Some((answered, thread)))
        }
        _ => Err(MailFault::Previous(*phase)),
    }
}

/// Programs that answer by themselves (absence notes, other robots) leave such mail alone: RFC 3834, and Exchange's own.
/// By `List-Id` (RFC 2919) a filter can put the letters of a game into one folder.
pub(super) fn robots(
    mut message: MessageBuilder,
    game: &str,
    start: &Digest,
    submitted: &'static str,
) -> MessageBuilder {
    let list = format!("<{game}.{}.{HOST}>", &start.to_string()[..DIGEST_SHOWN]);
    for (name, value) in [
        ("Auto-Submitted", submitted),
        ("X-Auto-Response-Suppress", "All"),
        ("X-Tabella-Game", game),
        ("List-Id", &list),
    ] {
        message = message
            .raw_header(HeaderValue::new(HeaderName::new_from_ascii_str(name), value.to_owned()));
    }
    message
}

pub(super) fn mailbox(whose: &str, party: &Party<'_>) -> Result<Mailbox, MailFault> {
    let fault = |why| MailFault::Address { whose: whose.to_owned(), why };
    check_address(party.mail).map_err(fault)?;
    let address: Address =
        party.mail.parse().map_err(|_| fault(super::AddressFault(party.mail.to_owned())))?;
    let name = party.name.map(|name| clean::line(name, NAME_MAX)).filter(|name| !name.is_empty());
    Ok(Mailbox::new(name, address))
}

fn parts(letter: &Letter<'_>, id: &str) -> MultiPart {
    let boundary = Boundary::of(letter, id);
    let mixed = MultiPart::mixed().boundary(boundary.level("mixed"));
    let mut mixed = mixed.multipart(told(letter, id, &boundary));
    let name = order_name(letter.occasion.game, letter.occasion.phase + 1, letter.seat);
    let bytes = |text: Option<&str>| text.map(|text| text.as_bytes().to_vec());
    let attached = [
        (bytes(letter.form), format!("{name}.yaml"), "text/yaml; charset=utf-8"),
        (letter.turn.map(gzipped), format!("{name}{TURN_END}"), GZIP),
        (bytes(letter.guide), "player.txt".to_owned(), "text/plain; charset=utf-8"),
    ];
    for (bytes, name, kind) in attached {
        if let Some(bytes) = bytes {
            let how = ContentDisposition::attachment(&name);
            mixed = mixed.singlepart(exact(&bytes, how, content_type(kind), None));
        }
    }
    mixed
}

/// The letter itself: as text, and as a page with the map.
fn told(letter: &Letter<'_>, id: &str, boundary: &Boundary) -> MultiPart {
    let told = MultiPart::alternative().boundary(boundary.level("alternative"));
    let told = told.singlepart(SinglePart::plain(clean::body(letter.text)));
    let Some(Picture { svg, png, instead }) = letter.picture else {
        return told.singlepart(SinglePart::html(clean::body(letter.html)));
    };
    let content_id = format!("map.{}", id.trim_matches(['<', '>']));
    let page = picture::place(&clean::body(letter.html), &content_id, instead);
    let related = format!(
        "multipart/related; type=\"text/html\"; boundary=\"{}\"",
        boundary.level("related")
    );
    let related = MultiPart::builder().header(content_type(&related));
    let (bytes, name, kind) = match png {
        Some(png) => (png, "map.png", "image/png"),
        None => (svg.as_bytes(), "map.svg", SVG),
    };
    let map = exact(
        bytes,
        ContentDisposition::inline_with_name(name),
        content_type(kind),
        Some(ContentId::from(format!("<{content_id}>"))),
    );
    told.multipart(related.singlepart(SinglePart::html(page)).singlepart(map))
}

/// A part that arrives byte for byte: base64, because mail would rewrite the line ends of anything else.
fn exact(
    bytes: &[u8],
    how: ContentDisposition,
    what: ContentType,
    id: Option<ContentId>,
) -> SinglePart {
    let mut part =
        SinglePart::builder().header(what).header(how).header(ContentTransferEncoding::Base64);
    if let Some(id) = id {
        part = part.header(id);
    }
    part.body(bytes.to_vec())
}

/// A text as gzip without name and time: equal texts give equal bytes.
pub fn gzipped(text: &str) -> Vec<u8> {
    let rounds = 2.try_into().expect("the divisor is not zero");
    let options = zopfli::Options { iteration_count: rounds, ..zopfli::Options::default() };
    let mut out = Vec::new();
    zopfli::compress(options, zopfli::Format::Gzip, text.as_bytes(), &mut out)
        .expect("writing to memory never fails");
    out
}

fn content_type(text: &str) -> ContentType {
    ContentType::parse(text).expect("the content type is our own constant")
}

/// The source of the parts' boundaries: a digest over everything in the letter, so that no part can hold one.
struct Boundary(Digest);

impl Boundary {
    fn of(letter: &Letter<'_>, id: &str) -> Self {
        let svg = letter.picture.map_or("", |picture| picture.svg);
        let png = letter.picture.and_then(|picture| picture.png).unwrap_or_default();
        let [form, turn, guide] =
            [letter.form, letter.turn, letter.guide].map(Option::unwrap_or_default);
        let texts = [id, letter.text, letter.html, svg, form, turn, guide].map(str::as_bytes);
        let all = texts.iter().copied().chain([png]);
        let digests: String = all.map(|part| Digest::of(part).to_string()).collect();
        Self(Digest::of(digests.as_bytes()))
    }

    fn level(&self, level: &str) -> String {
        format!("{level}-{}", &self.0.to_string()[..40])
    }
}
