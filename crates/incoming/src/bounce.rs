//! Reports that a letter of ours could not be delivered (RFC 3464), in the shapes that mail servers give them.

/// What ends the ids of our own letters.
const OURS: &str = "@tabella.invalid>";
/// Most bytes that are looked at: the report stands first.
const LOOK_MAX: usize = 256 << 10;
/// Longest reason that is kept, in characters.
const WHY_MAX: usize = 300;

/// What a report says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounce {
    /// Ids of our letters that it is about.
    pub ids: Vec<String>,
    /// The reason, in the server's words.
    pub why: String,
}

/// Reads a report; none if it is about no letter of ours, or the server is still trying.
pub fn read(raw: &[u8]) -> Option<Bounce> {
    let text = String::from_utf8_lossy(&raw[..raw.len().min(LOOK_MAX)]).replace("\r\n", "\n");
    let field = |name: &'static str| {
        text.lines().filter_map(move |line| {
            let (found, value) = line.trim_start_matches(['>', ' ']).split_once(':')?;
            found.eq_ignore_ascii_case(name).then(|| value.trim().to_owned())
        })
    };
    let actions: Vec<String> = field("action").map(|action| action.to_lowercase()).collect();
    if !actions.is_empty() && !actions.iter().any(|action| action == "failed") {
        return None;
    }
    let mut ids: Vec<String> = field("message-id")
        .filter(|id| id.starts_with('<') && id.ends_with(OURS) && id.matches('<').count() == 1)
        .collect();
    ids.sort();
    ids.dedup();
    let why = field("diagnostic-code").next().or_else(|| field("status").next());
    let why = why.unwrap_or_else(|| "it came back".to_owned());
    let why = why.chars().filter(|c| !c.is_control()).take(WHY_MAX).collect();
    (!ids.is_empty()).then_some(Bounce { ids, why })
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
        assert_eq!(read(REPORT.as_bytes()), Some(Bounce { ids, why }));
    }

    #[test]
    fn a_delay_and_a_stranger_are_none() {
        assert_eq!(read(REPORT.replace("Action: failed", "Action: delayed").as_bytes()), None);
        assert_eq!(read(REPORT.replace("tabella.invalid", "example.org").as_bytes()), None);
        assert_eq!(read(b""), None);
    }
}
