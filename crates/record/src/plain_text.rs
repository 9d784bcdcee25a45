//! Texts that people save, and what editors and mail programs make of them on the way: a byte order mark, other line ends, UTF-16.

use std::borrow::Cow;

const BOM: &[u8] = &[0xef, 0xbb, 0xbf];
const LITTLE: &[u8] = &[0xff, 0xfe];
const BIG: &[u8] = &[0xfe, 0xff];

/// The text as UTF-8 without a byte order mark, if it begins with one of UTF-8 or UTF-16. Bytes without a mark, and
/// bytes that are not valid UTF-16 after its mark, are given back as they are.
pub fn as_utf8(bytes: &[u8]) -> Cow<'_, [u8]> {
    if let Some(text) = bytes.strip_prefix(BOM) {
        return Cow::Borrowed(text);
    }
    from_utf16(bytes).map_or(Cow::Borrowed(bytes), |text| Cow::Owned(text.into_bytes()))
}

/// The text of bytes that are UTF-16 and say so by a byte order mark; none of other bytes.
pub fn from_utf16(bytes: &[u8]) -> Option<String> {
    let units: fn([u8; 2]) -> u16 = match bytes {
        _ if bytes.starts_with(LITTLE) => u16::from_le_bytes,
        _ if bytes.starts_with(BIG) => u16::from_be_bytes,
        _ => return None,
    };
    let (pairs, rest) = bytes[2..].as_chunks::<2>();
    let units: Vec<u16> = pairs.iter().map(|pair| units(*pair)).collect();
    String::from_utf16(&units).ok().filter(|_| rest.is_empty())
}

/// The text with every CRLF turned into LF; a lone CR stays.
pub fn lf_only(text: &[u8]) -> Vec<u8> {
    let next = text.iter().skip(1).map(Some).chain([None]);
    text.iter()
        .zip(next)
        .filter(|(byte, next)| !(**byte == b'\r' && *next == Some(&b'\n')))
        .map(|(byte, _)| *byte)
        .collect()
}

/// The forms of a text that its author may have signed: as it came, then as UTF-8 without a byte order mark, with LF
/// and with CRLF line ends. Nothing else is tried, and all of them say the same.
pub fn forms(text: &[u8]) -> impl Iterator<Item = Cow<'_, [u8]>> {
    let plain = as_utf8(text);
    let with_lf = lf_only(&plain);
    let with_crlf = || {
        with_lf.iter().flat_map(|byte| match byte {
            b'\n' => b"\r\n".iter().copied(),
            other => std::slice::from_ref(other).iter().copied(),
        })
    };
    let with_crlf: Vec<u8> = with_crlf().collect();
    [Cow::Borrowed(text), plain, Cow::Owned(with_lf), Cow::Owned(with_crlf)].into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_editor_made_of_a_text_is_undone() {
        let text = "tabella: 1\nname: Größe\n";
        let wide = |units: fn(u16) -> [u8; 2], mark: &[u8]| {
            mark.iter().copied().chain(text.encode_utf16().flat_map(units)).collect::<Vec<u8>>()
        };
        let with_mark = [BOM, text.as_bytes()].concat();
        for bytes in [with_mark, wide(u16::to_le_bytes, LITTLE), wide(u16::to_be_bytes, BIG)] {
            assert_eq!(as_utf8(&bytes), text.as_bytes());
        }
        for other in [&b"\xff\xfea"[..], b"\xff\xfe\x00\xd8", b"\xe9t\xe9", b""] {
            assert_eq!(as_utf8(other), other);
        }
        assert_eq!(lf_only(b"a\r\nb\rc\r\r\n"), b"a\nb\rc\r\n");
        let forms: Vec<_> = forms(b"\xef\xbb\xbfa\r\nb\n").map(Cow::into_owned).collect();
        assert_eq!(forms, [&b"\xef\xbb\xbfa\r\nb\n"[..], b"a\r\nb\n", b"a\nb\n", b"a\r\nb\r\n"]);
    }
}
