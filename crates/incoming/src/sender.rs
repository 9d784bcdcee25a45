//! The kind of sender: a person, a machine whose message is read for what it reports, or one that is never answered.

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
    Automatic,
}

/// The mail program in which a letter was written, if it is one that alters pasted texts in its own way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Program {
    /// Microsoft Outlook, on a desk or in a browser.
    Outlook,
    /// Mail on an iPhone, an iPad or a Mac.
    Apple,
    /// Gmail, in a browser or on a phone.
    Gmail,
    Thunderbird,
}

impl Program {
    /// Its word for templates.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Outlook => "outlook",
            Self::Apple => "apple",
            Self::Gmail => "gmail",
            Self::Thunderbird => "thunderbird",
        }
    }
}

/// The domain of the ids of our own letters.
const OUR_DOMAIN: &str = "@tabella.invalid>";

/// The kind of machine that sent a message; `None` for any other sender.
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

/// The kind of robot that sent a message, which then must not be answered; `None` for any other sender.
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

/// The program in which a letter was written, as it names itself; used only to word an answer.
pub fn program(message: &Message) -> Option<Program> {
    let names = [message.header("x-mailer"), message.header("user-agent")].join(" ").to_lowercase();
    let named = |word: &str| names.contains(word);
    // Gmail names itself in its ids alone, Outlook in a browser by a header of Exchange.
    let gmail = message.header("message-id").to_lowercase().contains("@mail.gmail.");
    let exchange = message.headers("x-ms-has-attach").next().is_some();
    if named("outlook") {
        Some(Program::Outlook)
    } else if ["iphone mail", "ipad mail", "apple mail"].into_iter().any(named) {
        Some(Program::Apple)
    } else if named("thunderbird") {
        Some(Program::Thunderbird)
    } else if gmail {
        Some(Program::Gmail)
    } else {
        exchange.then_some(Program::Outlook)
    }
}

#[cfg(test)]
mod tests {
    use super::{Machine, Program, Robot, machine, program, robot};
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

    #[test]
    fn programs_are_known_by_their_own_word() {
        for (header, known) in [
            ("X-Mailer: Microsoft Outlook 16.0", Some(Program::Outlook)),
            ("X-MS-Has-Attach:", Some(Program::Outlook)),
            ("X-Mailer: iPhone Mail (21F90)", Some(Program::Apple)),
            ("User-Agent: Mozilla Thunderbird", Some(Program::Thunderbird)),
            ("Message-ID: <CAF1@mail.gmail.com>", Some(Program::Gmail)),
            ("User-Agent: K-9 Mail for Android", None),
            ("From: a@b", None),
        ] {
            assert_eq!(program(&read(header)), known, "{header}");
        }
    }
}
