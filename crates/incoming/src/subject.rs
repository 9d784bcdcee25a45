//! Words to the referee's machine, in the subject or in the first line.

use crate::html;
use crate::message::Message;
use crate::rendering::line_feeds;
use std::borrow::Cow;

/// The requests of a player. They are few words, and change nothing: if a request would change something, the player
/// gets it back to sign it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// To know who was asked, who has filed, and until when.
    Status,
    /// The report of a record as the player's own seat knows it; without a number, of the newest.
    Report(Option<u32>),
    /// The order form of the open phase.
    Form,
    /// The turn for the order sheet's page.
    Sheet,
    /// A vacation, as a change ready to be signed.
    Vacation {
        /// First day, as it was written.
        from: String,
        /// Last day, as it was written.
        to: String,
    },
    /// A deadline for the open phase that is later by so many days, as a change ready to be signed.
    Extend(u32),
    /// The orders that they filed for the open phase.
    Orders,
    /// The receipts of their seat for the open phase and the one before.
    Receipts,
    /// To be written to in another language, by its code as it was written.
    Lang(String),
    /// To read times in another zone, by its name as it was written.
    Zone(String),
    /// To pass words on.
    Message {
        /// A seat, `referee`, or `all`.
        to: String,
        /// The letter without quotations and signature.
        words: String,
        /// True if the author is not to be named.
        anonymous: bool,
    },
    /// To be told how to play by mail.
    Help,
}

impl Request {
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Status => "status",
            Self::Report(_) => "report",
            Self::Form => "form",
            Self::Sheet => "sheet",
            Self::Vacation { .. } => "vacation",
            Self::Extend(_) => "extend",
            Self::Orders => "orders",
            Self::Receipts => "receipts",
            Self::Lang(_) => "lang",
            Self::Zone(_) => "zone",
            Self::Message { .. } => "message",
            Self::Help => "help",
        }
    }
}

/// Most characters of a line that is taken for a request.
const LINE_MAX: usize = 60;

/// Most lines that a gateway's warning above a request takes.
const BANNER_MAX: usize = 8;

/// Most bytes of words that are passed on.
const WORDS_MAX: usize = 8 << 10;

/// The names by which a line of words can say what it is about.
#[derive(Clone, Copy, Debug, Default)]
pub struct Names<'a> {
    /// The names of the games that a letter may mean.
    pub games: &'a [&'a str],
    /// The seats of the letter's author.
    pub seats: &'a [&'a str],
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The game, if the words name one.
    pub game: Option<String>,
    /// The writer's seat, if the words name one.
    pub seat: Option<String>,
    pub request: Request,
}

/// The request in a message: its first line, else its subject without the marks that mail programs put before it. The
/// first line goes first, because the subject of an answer is that of the letter that it answers.
pub fn request(message: &Message, names: Names<'_>) -> Option<Asked> {
    let (text, html_alone) = text(message);
    let (asked, skip) = match by_line(&text, names) {
        Some(found) => found,
        None => (words(bare(message.header("subject")), names)?, 0),
    };
    let Asked { game, seat, request } = asked;
    let request = match request {
        // The text that such a letter quotes may be its writer's own report, and it cannot be told apart from their
        // words.
        Request::Message { .. } if html_alone && answers_another(message) => return None,
        Request::Message { to, anonymous, .. } => {
            Request::Message { to, words: said(&text, skip), anonymous }
        }
        other => other,
    };
    Some(Asked { game, seat, request })
}

/// The request in the first line, and how many lines it takes with what a gateway put above it.
fn by_line(text: &str, names: Names<'_>) -> Option<(Asked, usize)> {
    let lines = text.lines().map(str::trim).skip_while(|line| line.is_empty());
    for (number, line) in lines.enumerate().take(BANNER_MAX) {
        if let Some(asked) = words(line, names) {
            return Some((asked, number + 1));
        }
        if !line.is_empty() && !is_banner(line) {
            return None;
        }
    }
    None
}

/// True if a line is the warning that gateways put above letters from outside.
fn is_banner(line: &str) -> bool {
    let lower = line.to_lowercase();
    let warns = ["external", "outside", "caution", "warning", "originated"];
    let rule = line.chars().all(|c| !c.is_alphanumeric());
    rule || warns.into_iter().filter(|word| lower.contains(word)).count() > 1
        || lower.starts_with("[external]")
}

/// The text of a letter, and true if it has only HTML.
fn text(message: &Message) -> (Cow<'_, str>, bool) {
    let leaf = |html: bool| {
        let mut leaves = message.leaves.iter().filter(move |leaf| leaf.html == html);
        leaves.find_map(|leaf| leaf.text.as_deref())
    };
    match (leaf(false), leaf(true)) {
        (Some(text), _) => (text.into(), false),
        (None, Some(page)) => (html::lines(page).into(), true),
        (None, None) => ("".into(), false),
    }
}

/// True if a letter answers another, or passes it on.
fn answers_another(message: &Message) -> bool {
    let subject = message.header("subject");
    !message.header("in-reply-to").is_empty()
        || !message.header("references").is_empty()
        || bare(subject).len() < subject.trim().len()
}

/// The words of a letter, without its first `skip` lines that say something, what it quotes, and the signature that
/// mail programs put below it.
fn said(text: &str, skip: usize) -> String {
    let text = line_feeds(text);
    let own = text.split('\n').take_while(|line| line.trim_end() != "--");
    let own = own.filter(|line| !line.starts_with('>'));
    let mut kept = String::new();
    for line in own.skip_while(|line| line.trim().is_empty()).skip(skip) {
        if kept.len() + line.len() > WORDS_MAX {
            break;
        }
        kept += line.trim_end();
        kept.push('\n');
    }
    kept.trim().to_owned()
}

/// A subject without `Re:`, `Fwd:` and what stands in brackets.
fn bare(subject: &str) -> &str {
    let mut rest = subject.trim();
    loop {
        let lower = rest.to_lowercase();
        let mark = ["re:", "aw:", "r:", "fwd:", "fw:", "wg:", "i:"]
            .into_iter()
            .find(|mark| lower.starts_with(mark));
        rest = match (mark, rest.strip_prefix('[').and_then(|rest| rest.split_once(']'))) {
            (Some(mark), _) => rest[mark.len()..].trim_start(),
            (None, Some((_, after))) => after.trim_start(),
            (None, None) => return rest,
        };
    }
}

/// The request in a line of words, with or without the name of a game and of a seat before it, or of a seat behind it.
fn words(line: &str, Names { games, seats }: Names<'_>) -> Option<Asked> {
    if line.chars().count() > LINE_MAX {
        return None;
    }
    let lower = line.to_lowercase();
    let mut words: Vec<&str> = lower.split_whitespace().collect();
    let game = words.first().filter(|first| games.contains(first)).map(|game| (*game).to_owned());
    if game.is_some() {
        words.remove(0);
    }
    let mut seat = words.first().filter(|first| seats.contains(first)).copied();
    if seat.is_some() {
        words.remove(0);
    } else if words.len() > 1 && !words[0].starts_with("messag") {
        // Behind `message` stands whom it goes to.
        seat = words.last().filter(|last| seats.contains(last)).copied();
        words.truncate(words.len() - usize::from(seat.is_some()));
    }
    Some(Asked { game, seat: seat.map(str::to_owned), request: one(&words)? })
}

/// The request in words that name neither game nor seat.
fn one(words: &[&str]) -> Option<Request> {
    match *words {
        ["status" | "stato"] => Some(Request::Status),
        ["form" | "modulo"] => Some(Request::Form),
        ["sheet" | "foglio"] => Some(Request::Sheet),
        ["vacation" | "ferie", from, to] => {
            Some(Request::Vacation { from: from.to_owned(), to: to.to_owned() })
        }
        ["extend" | "proroga"] => Some(Request::Extend(1)),
        ["extend" | "proroga", days] => {
            let days = days.trim_end_matches(['d', 'g']);
            Some(Request::Extend(days.parse().ok()?))
        }
        ["orders" | "ordini"] => Some(Request::Orders),
        ["receipts" | "receipt" | "ricevute" | "ricevuta"] => Some(Request::Receipts),
        ["lang" | "lingua", code] => Some(Request::Lang(code.to_owned())),
        ["zone" | "fuso", name] => Some(Request::Zone(name.to_owned())),
        ["message" | "messaggio", to] => Some(message(to, false)),
        ["message", to, "anonymously"] | ["messaggio", to, "anonimo"] => Some(message(to, true)),
        ["help" | "aiuto"] => Some(Request::Help),
        ["report" | "rapporto"] => Some(Request::Report(None)),
        ["report" | "rapporto", number] => Some(Request::Report(Some(number.parse().ok()?))),
        _ => None,
    }
}

/// A message whose words are not read yet. In any language, `tutti` is everybody and `arbitro` the referee.
fn message(to: &str, anonymous: bool) -> Request {
    let to = match to {
        "tutti" => "all",
        "arbitro" => "referee",
        other => other,
    };
    Request::Message { to: to.to_owned(), words: String::new(), anonymous }
}

#[cfg(test)]
mod tests {
    use super::{Asked, Names, Request, bare, request, words};
    use crate::message::Message;

    const ZAMA: Names<'_> = Names { games: &["zama"], seats: &[] };

    #[test]
    fn whoever_plays_several_seats_names_the_one_they_mean() {
        let names = Names { seats: &["rome", "carthage"], ..ZAMA };
        let form = |line: &str| words(line, names).filter(|one| one.request == Request::Form);
        let of = |seat: Option<&str>| {
            Some(Asked { game: None, seat: seat.map(str::to_owned), request: Request::Form })
        };
        assert_eq!(form("form"), of(None));
        assert_eq!(form("form carthage"), of(Some("carthage")));
        let named = form("zama carthage form").unwrap();
        assert_eq!(named.seat.as_deref(), Some("carthage"));
        assert_eq!(named.game.as_deref(), Some("zama"));
        assert_eq!(words("form carthage", ZAMA), None, "a seat of somebody else's");
        let message = words("carthage message rome", names).unwrap();
        assert_eq!(message.seat.as_deref(), Some("carthage"));
        assert_eq!(words("message rome", names).unwrap().seat, None, "whom it goes to");
    }

    #[test]
    fn words_are_read_in_a_letter_that_is_html_alone() {
        let read = |subject: &str, html: &str| {
            let head = format!("Subject: {subject}\r\nContent-Type: text/html\r\n\r\n");
            Some(request(&Message::read((head + html).as_bytes()), ZAMA)?.request)
        };
        let page = "<html><head><title>x</title></head><body><p>status</p></body></html>\r\n";
        assert_eq!(read("Re: [zama] x", page), Some(Request::Status));
        let message = "<p>message carthage</p><p>Shall we talk?</p>";
        let Some(Request::Message { words, .. }) = read("hello", message) else {
            panic!("a message")
        };
        assert_eq!(words, "Shall we talk?");
        // Text that it quotes without a mark may be the report of its writer's own seat.
        assert_eq!(read("Re: [zama] x", message), None);
    }

    #[test]
    fn a_request_is_found_behind_the_marks_of_mail_programs() {
        let asked = |subject: &str| Some(words(bare(subject), ZAMA)?.request);
        assert_eq!(asked("zama status"), Some(Request::Status));
        assert_eq!(asked("Re: [club] Fwd: zama report 3"), Some(Request::Report(Some(3))));
        assert_eq!(asked("AW: Form"), Some(Request::Form));
        assert_eq!(asked("zama extend 2d"), Some(Request::Extend(2)));
        let away = Request::Vacation { from: "2031-08-01".into(), to: "2031-08-09".into() };
        assert_eq!(asked("Re: vacation 2031-08-01 2031-08-09"), Some(away));
        assert_eq!(asked("Re: stato"), Some(Request::Status));
        assert_eq!(asked("R: rapporto 3"), Some(Request::Report(Some(3))));
        assert_eq!(asked("zama proroga 2g"), Some(Request::Extend(2)));
        assert_eq!(asked("lingua it"), Some(Request::Lang("it".into())));
        assert_eq!(asked("fuso Europe/Rome"), Some(Request::Zone("europe/rome".into())));
        let unsigned = |to: &str| {
            Some(Request::Message { to: to.into(), words: String::new(), anonymous: true })
        };
        assert_eq!(asked("message all anonymously"), unsigned("all"));
        assert_eq!(asked("messaggio tutti anonimo"), unsigned("all"));
        assert_eq!(asked("a vacation in Spain"), None);
        assert_eq!(asked("Re: zama, turn 3: a report"), None);
        assert_eq!(asked("report tomorrow"), None);
    }

    #[test]
    fn the_warning_of_a_gateway_above_a_word_is_passed_over() {
        let read = |text: &str| {
            let text = format!("Subject: Re: [zama] x\r\n\r\n{text}");
            Some(request(&Message::read(text.as_bytes()), ZAMA)?.request)
        };
        let banner = "WARNING: This email originated from outside your organization.\r\n";
        assert_eq!(read(&format!("{banner}\r\nstatus\r\n")), Some(Request::Status));
        assert_eq!(read(&format!("----\r\n{banner}----\r\nform\r\n")), Some(Request::Form));
        let Some(Request::Message { words, .. }) =
            read(&format!("{banner}\r\nmessage rome\r\nHello\r\n"))
        else {
            panic!("a message")
        };
        assert_eq!(words, "Hello");
        assert_eq!(read("I went outside today.\r\n\r\nstatus\r\n"), None);
    }

    #[test]
    fn a_message_is_passed_on_without_what_it_quotes() {
        let read = |text: &str| Some(request(&Message::read(text.as_bytes()), ZAMA)?.request);
        let told = Some(Request::Message {
            to: "carthage".into(),
            words: "Shall we\ntalk?".into(),
            anonymous: false,
        });
        let below = "\r\n> an old letter\r\n-- \r\nPublius\r\n";
        let subject = format!("Subject: message carthage\r\n\r\nShall we\r\ntalk?\r\n{below}");
        let line = format!(
            "Subject: Re: [zama] x\r\n\r\n\r\nmessage carthage\r\nShall we\r\ntalk?\r\n{below}"
        );
        assert_eq!(read(&subject), told);
        assert_eq!(read(&line), told);
        assert_eq!(read("Subject: Re: [zama] x\r\n\r\nreceipts\r\n"), Some(Request::Receipts));
    }
}
