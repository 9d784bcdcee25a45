//! Words to the referee's machine, in the subject or in the first line.

use crate::message::Message;
use crate::rendering::line_feeds;

/// What a player asks for. The words are few, and asking changes nothing: what would change something comes back to be signed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// Who was asked, who has filed, until when.
    Status,
    /// The report of a record, the newest without a number, as their own seat knows it.
    Report(Option<u32>),
    /// The order form of the open phase.
    Form,
    /// The turn for the order sheet's page.
    Sheet,
    /// A vacation, as a change ready to be signed.
    Vacation {
        /// First day, as it was written.
        from: String,
        /// Last day.
        to: String,
    },
    /// A later deadline for the open phase, by so many days, as a change ready to be signed.
    Extend(u32),
    /// The receipts of their seat for the open phase and the one before.
    Receipts,
    /// To be written to in another language, by its code as it was written.
    Lang(String),
    /// To pass words on.
    Message {
        /// A seat, `referee`, or `all`.
        to: String,
        /// What to pass on: the letter without quotations and signature.
        words: String,
        /// Without saying from whom.
        anonymous: bool,
    },
    /// How to play by mail.
    Help,
}

impl Request {
    /// The word that asks for it.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Status => "status",
            Self::Report(_) => "report",
            Self::Form => "form",
            Self::Sheet => "sheet",
            Self::Vacation { .. } => "vacation",
            Self::Extend(_) => "extend",
            Self::Receipts => "receipts",
            Self::Lang(_) => "lang",
            Self::Message { .. } => "message",
            Self::Help => "help",
        }
    }
}

/// Most characters of a line that is taken for a request.
const LINE_MAX: usize = 60;

/// Most bytes of words that are passed on.
const WORDS_MAX: usize = 8 << 10;

/// What a message asks for: its first line, else its subject without the marks that mail programs put before it. The first
/// line goes first, for the subject of an answer is that of the letter it answers.
pub fn request(message: &Message, games: &[&str]) -> Option<Request> {
    let text =
        message.leaves.iter().filter(|leaf| !leaf.html).find_map(|leaf| leaf.text.as_deref());
    let text = text.unwrap_or_default();
    let first = text.lines().map(str::trim).find(|line| !line.is_empty());
    let by_line = first.and_then(|line| words(line, games));
    let (request, skip) = match by_line {
        Some(request) => (request, 1),
        None => (words(bare(message.header("subject")), games)?, 0),
    };
    Some(match request {
        Request::Message { to, anonymous, .. } => {
            Request::Message { to, words: said(text, skip), anonymous }
        }
        other => other,
    })
}

/// The words of a letter, without its first lines that say something, without what it quotes, and without the signature that
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

/// The request in a line of words, with or without the name of a game before it.
fn words(line: &str, games: &[&str]) -> Option<Request> {
    if line.chars().count() > LINE_MAX {
        return None;
    }
    let lower = line.to_lowercase();
    let mut words: Vec<&str> = lower.split_whitespace().collect();
    if words.first().is_some_and(|first| games.contains(first)) {
        words.remove(0);
    }
    match words[..] {
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
        ["receipts" | "receipt" | "ricevute" | "ricevuta"] => Some(Request::Receipts),
        ["lang" | "lingua", code] => Some(Request::Lang(code.to_owned())),
        ["message" | "messaggio", to] => Some(message(to, false)),
        ["message", to, "anonymously"] | ["messaggio", to, "anonimo"] => Some(message(to, true)),
        ["help" | "aiuto"] => Some(Request::Help),
        ["report" | "rapporto"] => Some(Request::Report(None)),
        ["report" | "rapporto", number] => Some(Request::Report(Some(number.parse().ok()?))),
        _ => None,
    }
}

/// A message whose words are not read yet. `tutti` is everybody, and `arbitro` the referee, in whatever language.
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
    use super::{Request, bare, request, words};
    use crate::message::Message;

    #[test]
    fn a_request_is_found_behind_the_marks_of_mail_programs() {
        let asked = |subject: &str| words(bare(subject), &["zama"]);
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
    fn a_message_is_passed_on_without_what_it_quotes() {
        let read = |text: &str| request(&Message::read(text.as_bytes()), &["zama"]);
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
