//! Makes texts safe for headers: addresses are refused or taken as they are, free text is made harmless.

/// Longest address, in bytes (RFC 5321: a path of 256 with its angle brackets).
const ADDRESS_MAX: usize = 254;

/// An address that no letter goes to.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{}` is not a usable mail address: write name@host, in ASCII characters", .0.escape_default())]
pub struct AddressFault(pub String);

/// Checks a mail address: two parts in printable ASCII around one `@`, nothing that a header, a mail server's command or
/// a program's argument could read as something else. Quoted names and names beyond ASCII are lawful in mail, but
/// too few servers take them to promise a delivery.
///
/// # Errors
/// [`AddressFault`] with the address.
pub fn check_address(address: &str) -> Result<(), AddressFault> {
    let plain = |part: &str| {
        !part.is_empty()
            && part.bytes().all(|c| c.is_ascii_graphic() && !b"<>()[],;:\\\"@".contains(&c))
    };
    let sound = address.len() <= ADDRESS_MAX
        && !address.starts_with('-')
        && address.split_once('@').is_some_and(|(local, host)| plain(local) && plain(host))
        && address.parse::<lettre::Address>().is_ok();
    if sound { Ok(()) } else { Err(AddressFault(address.to_owned())) }
}

/// Free text as one harmless line of at most `most` characters: control characters and line ends become a space, marks
/// that turn the writing around are dropped, spaces are drawn together, and nothing looks like an encoded word.
pub(crate) fn line(text: &str, most: usize) -> String {
    let calm: String =
        text.chars().filter(|c| !turns(*c)).map(|c| if blank(c) { ' ' } else { c }).collect();
    let words: Vec<&str> = calm.split(' ').filter(|word| !word.is_empty()).collect();
    let line = words.join(" ").replace("=?", "= ?");
    if line.chars().count() <= most {
        line
    } else {
        line.chars().take(most.saturating_sub(1)).chain(['…']).collect()
    }
}

/// A body with LF line ends and without control characters other than those and tabs: mail knows no others.
pub(super) fn body(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    text.chars().filter(|c| !c.is_control() || matches!(c, '\n' | '\t')).collect()
}

fn blank(c: char) -> bool {
    c.is_control() || c.is_whitespace()
}

/// Marks that change the direction of writing or cannot be seen.
fn turns(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_that_can_be_used() {
        for address in [
            "rome@example.org",
            "p.c.scipio+zama@mail.example.org",
            "a@b",
            "root@localhost",
            "o'neill@example.org",
        ] {
            assert_eq!(check_address(address), Ok(()), "{address}");
        }
    }

    #[test]
    fn addresses_that_would_be_read_as_something_else() {
        let long = format!("{}@example.org", "x".repeat(250));
        let bad = [
            "",
            "rome",
            "@",
            "rome@",
            "@example.org",
            "a@b@c",
            "rome@example.org\r\nBcc: all@example.org",
            "rome@exa\nmple.org",
            "rome @example.org",
            "<rome@example.org>",
            "\"a b\"@example.org",
            "rome@example.org, carthage@example.org",
            "-oQ/tmp@example.org",
            "röm@example.org",
            "rome@example.org\0",
            "rome@[127.0.0.1]",
            &long,
        ];
        for address in bad {
            assert_eq!(
                check_address(address),
                Err(AddressFault(address.to_owned())),
                "{address:?}"
            );
        }
    }

    #[test]
    fn free_text_becomes_one_harmless_line() {
        assert_eq!(line("Zama\r\nBcc: all@example.org", 99), "Zama Bcc: all@example.org");
        assert_eq!(line("  a \t\u{0} b\u{85}c\u{2028}d ", 99), "a b c d");
        assert_eq!(line("\u{202e}emor\u{200b}", 99), "emor");
        assert_eq!(line("=?utf-8?q?=0d=0a?=", 99), "= ?utf-8?q?=0d=0a?=");
        assert_eq!(line("Ænēas", 5), "Ænēas");
        assert_eq!(line("Ænēas!", 5), "Ænēa…");
    }

    #[test]
    fn a_body_keeps_its_lines_and_nothing_unseen() {
        assert_eq!(body("a\r\nb\rc\n\td\u{0}\u{1b}[1m"), "a\nb\nc\n\td[1m");
    }
}
