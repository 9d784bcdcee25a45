//! The verdict of the server that took a letter: whether the letter is genuine by SPF, DKIM and DMARC (RFC 8601).

use crate::message::Message;

/// The verdict of a receiving server on a letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is from where it says: one of SPF and DKIM passed, and DMARC did not fail.
    Passed(String),
    /// It may be forged, as far as the server can tell, so other servers may treat it as junk.
    Failed(String),
    /// The server says nothing, as one that delivers to itself.
    None,
}

/// The verdict in a letter. If there are several, the topmost counts: the last server wrote it, and anybody may have
/// written those below.
pub fn verdict(message: &Message) -> Verdict {
    let header = message.header("authentication-results");
    let results: Vec<(&str, &str)> = header.split(';').filter_map(result).collect();
    let is = |method: &str, word: &str| results.contains(&(method, word));
    if results.is_empty() {
        return Verdict::None;
    }
    let told: Vec<String> =
        results.iter().map(|(method, result)| format!("{method}={result}")).collect();
    let told = told.join(" ");
    let genuine = is("spf", "pass") || is("dkim", "pass");
    if genuine && !is("dmarc", "fail") { Verdict::Passed(told) } else { Verdict::Failed(told) }
}

/// Method and result in one part of the header: `dkim=pass header.d=example.org`. Other methods say nothing about where
/// a letter is from.
fn result(part: &str) -> Option<(&str, &str)> {
    let (method, result) = part.split_whitespace().next()?.split_once('=')?;
    let result = result.split('(').next()?;
    ["spf", "dkim", "dmarc"].contains(&method).then_some((method, result))
}

#[cfg(test)]
mod tests {
    use super::{Message, Verdict, verdict};

    fn of(headers: &str) -> Verdict {
        verdict(&Message::read(format!("{headers}From: a@b\r\n\r\nx\r\n").as_bytes()))
    }

    #[test]
    fn the_topmost_server_decides() {
        let passed = "Authentication-Results: mx.example.org;\r\n dkim=pass header.d=example.org;\r\n \
            spf=softfail smtp.mailfrom=a@b; dmarc=pass(p=none)\r\n";
        assert_eq!(of(passed), Verdict::Passed("dkim=pass spf=softfail dmarc=pass".to_owned()));
        let failed = "Authentication-Results: mx.example.org; spf=pass; dmarc=fail\r\n";
        assert_eq!(of(failed), Verdict::Failed("spf=pass dmarc=fail".to_owned()));
        assert!(matches!(of(&format!("{failed}{passed}")), Verdict::Failed(_)));
        let none = "Authentication-Results: mx.example.org; spf=none; dkim=none\r\n";
        assert!(matches!(of(none), Verdict::Failed(_)));
        assert_eq!(of("Authentication-Results: mx.example.org; auth=pass\r\n"), Verdict::None);
        assert_eq!(of(""), Verdict::None);
    }
}
