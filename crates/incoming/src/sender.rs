//! Who wrote a message: a person, a machine whose message is read for what it reports, or one that is never answered.

use crate::message::Message;

/// A message that no person wrote, and in which no orders are looked for: it may carry a copy of a letter of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Machine {
    /// One of our own letters, sent back to us.
    Loop,
    /// A report that a letter could not be delivered, or not yet (RFC 3464).
    Bounce,
    /// A report that a letter was shown (RFC 8098), or another report.
    Notice,
}

/// A message that is searched for orders and never answered (RFC 3834, section 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Robot {
    /// It came through a mailing list.
    List,
    /// It was written automatically.
    Automatic,
}

/// The domain of the ids of our own letters.
const OUR_DOMAIN: &str = "@tabella.invalid>";

/// Whether a machine sent this.
pub fn machine(message: &Message) -> Option<Machine> {
    let ours = message.header("message-id").to_lowercase().ends_with(OUR_DOMAIN)
        || !message.header("x-tabella-game").is_empty();
    let postmaster = message.header("return-path") == "<>"
        || message.header("from").to_lowercase().contains("mailer-daemon");
    match message.report.as_deref() {
        _ if ours => Some(Machine::Loop),
        Some("delivery-status") => Some(Machine::Bounce),
        Some(_) => Some(Machine::Notice),
        None => postmaster.then_some(Machine::Bounce),
    }
}

/// Whether this must not be answered.
pub fn robot(message: &Message) -> Option<Robot> {
    let word = |name: &str| message.header(name).to_lowercase();
    let (automatic, precedence) = (word("auto-submitted"), word("precedence"));
    let listed = !word("list-id").is_empty()
        || precedence == "list"
        || precedence == "bulk" && !word("list-unsubscribe").is_empty();
    let automatic = !matches!(automatic.as_str(), "" | "no")
        || matches!(precedence.as_str(), "bulk" | "junk")
        || !word("x-autoreply").is_empty();
    if listed { Some(Robot::List) } else { automatic.then_some(Robot::Automatic) }
}

#[cfg(test)]
mod tests {
    use super::{Machine, Robot, machine, robot};
    use crate::message::Message;

    fn read(headers: &str) -> Message {
        Message::read(format!("{headers}\r\n\r\nx\r\n").as_bytes())
    }

    #[test]
    fn machines_are_told_from_people() {
        assert_eq!(machine(&read("From: a@b")), None);
        assert_eq!(machine(&read("Message-ID: <z.7.rome@tabella.invalid>")), Some(Machine::Loop));
        assert_eq!(machine(&read("Return-Path: <>\r\nFrom: x@y")), Some(Machine::Bounce));
        assert_eq!(robot(&read("Auto-Submitted: auto-replied")), Some(Robot::Automatic));
        assert_eq!(robot(&read("Auto-Submitted: no")), None);
        assert_eq!(robot(&read("List-Id: <zama.example.org>")), Some(Robot::List));
    }
}
