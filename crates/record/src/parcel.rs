//! A signed text wrapped for mail: base64 in lines of 64 between two marks. Whatever a mail program does to lines, blanks,
//! quotes or dashes, the text inside arrives byte for byte.

use base64::{Engine as _, engine::general_purpose::STANDARD};

const BEGIN: &str = "BEGIN TABELLA ORDERS";
const END: &str = "END TABELLA ORDERS";
/// Characters per line.
const WIDTH: usize = 64;

/// A parcel that stands in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parcel {
    pub bytes: Vec<u8>,
    /// True if it stands in a quotation, that is, in somebody's earlier letter.
    pub quoted: bool,
}

pub fn wrap(bytes: &[u8]) -> String {
    let encoded = STANDARD.encode(bytes);
    let mut text = format!("-----{BEGIN}-----\n");
    for line in encoded.as_bytes().chunks(WIDTH) {
        text.extend(line.iter().map(|&c| char::from(c)));
        text.push('\n');
    }
    text + "-----" + END + "-----\n"
}

/// The parcels in a text, in order. Dashes, quoting marks, blanks and line lengths are ignored; a parcel that is cut
/// off or holds anything but base64 is skipped.
pub fn find(text: &str) -> Vec<Parcel> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once(BEGIN) {
        let Some((inside, after)) = behind.split_once(END) else { break };
        let line = before.rsplit('\n').next().unwrap_or(before);
        let base64: Vec<u8> =
            inside.bytes().filter(|c| c.is_ascii_alphanumeric() || b"+/=".contains(c)).collect();
        if let Ok(bytes) = STANDARD.decode(base64) {
            found.push(Parcel { bytes, quoted: line.trim_start().starts_with('>') });
        }
        rest = after;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parcel_survives_quoting_wrapping_and_dashes() {
        let text = b"tabella: 1\nlong: \xc3\x86n\xc4\x93as says a good many words, more than a line of base64 holds\n";
        let parcel = wrap(text);
        assert!(parcel.lines().all(|line| line.len() <= WIDTH), "{parcel}");
        let quoted = format!("> {}", parcel.replace('\n', "\r\n> "));
        let spread = parcel.replace('\n', " \n\n").replace("-----", "\u{2014}");
        for (came, quoted) in [(parcel.clone(), false), (quoted, true), (spread, false)] {
            let around = format!("Hello,\n{came}\nGreetings");
            assert_eq!(find(&around), [Parcel { bytes: text.to_vec(), quoted }], "{around}");
        }
        assert_eq!(find(&parcel[..parcel.len() - 30]), []);
        assert_eq!(find(&format!("{parcel}{parcel}")).len(), 2);
    }
}
