//! Words to the referee's machine, in the subject or in the first line.

use crate::message::Message;

/// What a player asks for. The words are few, and asking changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request {
    /// Who was asked, who has filed, until when.
    Status,
    /// The report of a record, the newest without a number, as their own seat knows it.
    Report(Option<u32>),
    /// The order form of the open phase.
    Form,
    /// How to play by mail.
    Help,
}

impl Request {
    /// The word that asks for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Status => "status",
            Self::Report(_) => "report",
            Self::Form => "form",
            Self::Help => "help",
        }
    }
}

/// Most characters of a line that is taken for a request.
const LINE_MAX: usize = 60;

/// What a message asks for: its subject without the marks that mail programs put before it, else its first line.
pub fn request(message: &Message, games: &[&str]) -> Option<Request> {
    let first = message.leaves.iter().filter_map(|leaf| leaf.text.as_deref()).find_map(first_line);
    let lines = [Some(bare(message.header("subject"))), first];
    lines.into_iter().flatten().find_map(|line| words(line, games))
}

fn first_line(text: &str) -> Option<&str> {
    text.lines().map(str::trim).find(|line| !line.is_empty())
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
        ["status"] => Some(Request::Status),
        ["form"] => Some(Request::Form),
        ["help"] => Some(Request::Help),
        ["report"] => Some(Request::Report(None)),
        ["report", number] => Some(Request::Report(Some(number.parse().ok()?))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Request, bare, words};

    #[test]
    fn a_request_is_found_behind_the_marks_of_mail_programs() {
        let asked = |subject: &str| words(bare(subject), &["zama"]);
        assert_eq!(asked("zama status"), Some(Request::Status));
        assert_eq!(asked("Re: [club] Fwd: zama report 3"), Some(Request::Report(Some(3))));
        assert_eq!(asked("AW: Form"), Some(Request::Form));
        assert_eq!(asked("Re: zama, turn 3: a report"), None);
        assert_eq!(asked("report tomorrow"), None);
    }
}
