//! The armored block of an SSH signature: base64 between a BEGIN and an END line.

use base64::{Engine as _, engine::general_purpose::STANDARD};

pub(super) const BEGIN: &str = "-----BEGIN SSH SIGNATURE-----";
pub(super) const END: &str = "-----END SSH SIGNATURE-----";

/// Characters on one line of base64, as `ssh-keygen` writes them.
const WIDTH: usize = 70;

/// The bytes of a block that begins with BEGIN and ends with END and at most one LF, with nothing before, between or
/// after. Lines may be of any length, as `ssh-keygen` allows. CR is refused, because `ssh-keygen` fails on it.
pub(super) fn open(text: &str) -> Option<Vec<u8>> {
    let inside = text.strip_prefix(BEGIN)?.strip_prefix('\n')?;
    let inside = inside.strip_suffix('\n').unwrap_or(inside).strip_suffix(END)?;
    let body = inside.strip_suffix('\n')?;
    if body.split('\n').any(str::is_empty) {
        return None;
    }
    STANDARD.decode(body.replace('\n', "")).ok()
}

/// The block that `ssh-keygen` would write for these bytes, ending in LF.
pub(super) fn close(bytes: &[u8]) -> String {
    let encoded = STANDARD.encode(bytes);
    let mut text = format!("{BEGIN}\n");
    for line in encoded.as_bytes().chunks(WIDTH) {
        text.extend(line.iter().map(|&c| char::from(c)));
        text.push('\n');
    }
    text + END + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_closed_opens_again() {
        for length in [1, 51, 52, 53, 54, 200] {
            let bytes = vec![0xa5; length];
            assert_eq!(open(&close(&bytes)), Some(bytes));
        }
    }

    #[test]
    fn something_around_or_inside_the_block() {
        let good = close(&[1; 80]);
        assert!(open(good.trim_end()).is_some());
        let bad = [
            format!(" {good}"),
            format!("{good}\n"),
            format!("{good}{good}"),
            format!("text\n{good}"),
            good.replace('\n', "\r\n"),
            good.replacen('\n', "\n\n", 2),
            good.replace("-----END", "=-----END"),
            good.replace("\n-----END", "-----END"),
            good.replace("AQEB", "AQ B"),
            format!("{BEGIN}\n{END}\n"),
            format!("{BEGIN}\n\n{END}\n"),
            String::new(),
        ];
        for text in bad {
            assert_eq!(open(&text), None, "{text:?}");
        }
    }
}
