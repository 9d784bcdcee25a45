//! The second route: recorded events, read back and folded over the recorded state before, must give the recorded state.
//!
//! Nothing is resolved here. Orders, dice and the rules that turn them into events are the business of the first route; this
//! one asks only whether the events that a record tells lead to the state that it holds.

use super::Finding;
use super::compare;
use super::foundation::Foundation;
use super::record_files::RecordFiles;
use crate::session::{self, EVENTS_FILE, HIDDEN_FILE, STATE_FILE};
use engine::Node;
use engine::title::Before;
use record::exchange::yaml;
use record::sums::record_name;

/// The source named in a finding about a state to which the events do not lead.
const BY_EVENTS: &str = "the recorded events";

/// Everything of a record that the second route reads: the text with its state, and the events as nodes.
pub(super) struct Recorded {
    /// The file that holds the state: the hidden one if there is one.
    name: &'static str,
    text: String,
    /// The file as a tree, with `state:`.
    state: Node,
    /// The file of the events as a tree, with `chapters:`; none if that is also the file of the state.
    events: Option<Node>,
}

impl Recorded {
    /// The contents of a record; none if its files are missing or not as sealed, which other findings report.
    ///
    /// # Errors
    /// A file that is as it was sealed but is not readable text.
    pub(super) fn of(files: &RecordFiles) -> Result<Option<Self>, Finding> {
        if files.sealed.iter().any(|name| name == HIDDEN_FILE) {
            return Ok(None);
        }
        let (name, bytes) = match &files.hidden {
            Some(bytes) => (HIDDEN_FILE, bytes),
            None => (STATE_FILE, &files.state),
        };
        let path = |name: &str| format!("turns/{}/{name}", record_name(files.number));
        let told = |name: &str| files.findings.iter().any(|finding| finding.path == path(name));
        if bytes.is_empty() || told(name) || (files.hidden.is_none() && told(EVENTS_FILE)) {
            return Ok(None);
        }
        let read = |name: &str, bytes: &[u8]| {
            let unread = |why: String| Finding::new("V-fold", path(name), why);
            let text = String::from_utf8(bytes.to_vec()).map_err(|why| unread(why.to_string()))?;
            let tree = yaml::parse(&text).map_err(|complaints| unread(complaints.to_string()))?;
            Ok((text, tree))
        };
        let (text, state) = read(name, bytes)?;
        let events = match files.hidden {
            Some(_) => None,
            None => Some(read(EVENTS_FILE, &files.events)?.1),
        };
        Ok(Some(Self { name, text, state, events }))
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    fn events(&self) -> &Node {
        self.events.as_ref().unwrap_or(&self.state)
    }
}

/// The result of folding one record.
pub(super) enum Folded {
    Same,
    Differs(Finding),
    /// There was not enough to fold.
    Unread,
}

/// Folds the events of record `number` over the contents of the record before.
pub(super) fn fold(
    foundation: &Foundation,
    number: u32,
    before: Option<&Recorded>,
    after: &Result<Option<Recorded>, Finding>,
) -> Folded {
    let after = match after {
        Ok(after) => after.as_ref(),
        Err(unread) => return Folded::Differs(unread.clone()),
    };
    let (Some(loaded), Some(after)) = (foundation.loaded.as_ref(), after) else {
        return Folded::Unread;
    };
    let folder = format!("turns/{}", record_name(number));
    let setup = session::setup(&foundation.charter);
    let from = match (number, before, &setup) {
        (0, _, Ok(setup)) => Before::Opening(setup),
        (0, _, Err(_)) | (_, None, _) => return Folded::Unread,
        (_, Some(before), _) => Before::Record(&before.state),
    };
    match loaded.fold(from, after.events()) {
        Ok(text) => match differs(&format!("{folder}/{}", after.name), &after.text, &text) {
            Some(finding) => Folded::Differs(finding),
            None => Folded::Same,
        },
        Err(why) => {
            let events = if after.events.is_some() { EVENTS_FILE } else { after.name };
            let path = format!("{folder}/{events}");
            Folded::Differs(Finding::new(
                "V-fold",
                path,
                format!("its events cannot be applied to the previous state: {why}"),
            ))
        }
    }
}

/// Compares the state in a recorded file with the folded one.
fn differs(path: &str, text: &str, folded: &str) -> Option<Finding> {
    let from = text.find("\nstate:").map_or(0, |at| at + 1);
    let part = &text[from..];
    // The state ends where the next word of the top level begins.
    let end = part
        .match_indices('\n')
        .map(|(at, _)| at + 1)
        .find(|at| part[*at..].bytes().next().is_some_and(|c| c.is_ascii_lowercase()));
    let part = &part[..end.unwrap_or(part.len())];
    let (part, folded) = (part.as_bytes(), folded.as_bytes());
    let found = compare::difference("V-fold", path, part, folded, BY_EVENTS)?;
    let lines = text[..from].matches('\n').count();
    Some(Finding {
        line: found.line.map(|line| line + lines),
        byte: found.byte.map(|byte| byte + from),
        ..found
    })
}

#[cfg(test)]
mod tests {
    use super::differs;

    #[test]
    fn the_state_alone_is_compared_and_the_place_is_that_of_the_file() {
        let text = "tabella: 1\nphase: 3\nstate:\n  a: 1\n  b: 2\nforce: {}\nchapters: []\n";
        assert_eq!(differs("x", text, "state:\n  a: 1\n  b: 2\n"), None);
        let finding = differs("x", text, "state:\n  a: 1\n  b: 3\n").unwrap();
        assert_eq!((finding.line, finding.byte), (Some(5), text.find("2\nforce")), "{finding}");
        assert_eq!(
            finding.to_string(),
            "V-fold x:5 (byte 39): recorded `b: 2`, but `b: 3` follows from the recorded events"
        );
    }
}
