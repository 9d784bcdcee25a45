//! Reports that a letter of ours could not be delivered (RFC 3464), in the shapes that mail servers give them.

/// The end of the ids of our own letters.
const OURS: &str = "@tabella.invalid>";
/// Most bytes that are looked at: the report stands first.
const LOOK_MAX: usize = 256 << 10;
/// Longest reason that is kept, in characters.
const WHY_MAX: usize = 300;

/// A report that letters were not delivered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounce {
    /// Ids of our letters that it is about; none where it does not say.
    pub ids: Vec<String>,
    /// Addresses that were not reached, in lower case; none where it does not say.
    pub recipients: Vec<String>,
    /// The reason, in the server's words.
    pub why: String,
}

/// Reads a report; `None` if it is about somebody else's letter, the server is still trying, or nobody failed:
/// autoresponders write as servers do.
pub fn read(raw: &[u8]) -> Option<Bounce> {
    let text = String::from_utf8_lossy(&raw[..raw.len().min(LOOK_MAX)]).replace("\r\n", "\n");
    let (head, body) = text.split_once("\n\n").unwrap_or((&text, ""));
    let actions: Vec<String> = field(body, "action").map(|action| action.to_lowercase()).collect();
    if !actions.is_empty() && !actions.iter().any(|action| action == "failed") {
        return None;
    }
    let ours =
        |id: &String| id.starts_with('<') && id.ends_with(OURS) && id.matches('<').count() == 1;
    let (mut ids, others): (Vec<String>, Vec<String>) = field(body, "message-id").partition(ours);
    ids.sort();
    ids.dedup();
    let server = field(head, "from").any(|from| from.to_lowercase().contains("mailer-daemon"));
    if ids.is_empty() && (!others.is_empty() || actions.is_empty() && !server) {
        return None;
    }
    let why = field(body, "diagnostic-code").next().or_else(|| field(body, "status").next());
    let why = why.unwrap_or_else(|| "it came back".to_owned());
    let why = why.chars().filter(|c| !c.is_control()).take(WHY_MAX).collect();
    Some(Bounce { ids, recipients: recipients(head, body), why })
}

fn field<'a>(text: &'a str, name: &'static str) -> impl Iterator<Item = String> + 'a {
    text.lines().filter_map(move |line| {
        let (found, value) = line.trim_start_matches(['>', ' ']).split_once(':')?;
        found.eq_ignore_ascii_case(name).then(|| value.trim().to_owned())
    })
}

fn recipients(head: &str, body: &str) -> Vec<String> {
    let typed = ["final-recipient", "original-recipient"].into_iter();
    let named = typed.flat_map(|name| field(body, name)).chain(field(head, "x-failed-recipients"));
    let address = |value: String| {
        let address = value.rsplit(';').next().unwrap_or_default();
        address.trim_matches(['<', '>', ' ']).to_lowercase()
    };
    let mut found: Vec<String> = named.map(address).filter(|one| one.contains('@')).collect();
    found.sort();
    found.dedup();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const REPORT: &str = "From: MAILER-DAEMON@mx\r\n\r\nFinal-Recipient: rfc822; a@b\r\nAction: failed\r\nStatus: 5.1.1\r\n\
        Diagnostic-Code: smtp; 550 5.1.1 nobody here\r\n\r\nMessage-ID: <zama.7.rome.5d41@tabella.invalid>\r\n";

    #[test]
    fn a_failure_names_our_letter_and_the_reason() {
        let ids = vec!["<zama.7.rome.5d41@tabella.invalid>".to_owned()];
        let why = "smtp; 550 5.1.1 nobody here".to_owned();
        let recipients = vec!["a@b".to_owned()];
        assert_eq!(read(REPORT.as_bytes()), Some(Bounce { ids, recipients, why }));
    }

    #[test]
    fn a_delay_and_a_stranger_are_none() {
        assert_eq!(read(REPORT.replace("Action: failed", "Action: delayed").as_bytes()), None);
        assert_eq!(read(REPORT.replace("tabella.invalid", "example.org").as_bytes()), None);
        assert_eq!(read(b""), None);
        let away = b"From: publius@example.org\r\nReturn-Path: <>\r\n\r\nI am away.\r\n";
        assert_eq!(read(away), None);
    }

    #[test]
    fn a_failure_that_names_no_letter_may_name_whom_it_did_not_reach() {
        let (before, _) = REPORT.split_once("\r\nMessage-ID").unwrap();
        let bounce = read(before.as_bytes()).expect("a failure");
        assert_eq!((bounce.ids, bounce.recipients), (vec![], vec!["a@b".to_owned()]));
        let bounce = read(b"From: MAILER-DAEMON@mx\r\n\r\nIt did not go.\r\n").expect("a failure");
        assert_eq!((bounce.ids, bounce.recipients), (vec![], vec![]));
    }
}
