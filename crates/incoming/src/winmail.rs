//! The attachments in a `winmail.dat`, as Outlook sends them to those whom it takes for Outlook users.
//!
//! Transport Neutral Encapsulation Format, [MS-OXTNEF]: a signature, a key, and a list of attributes, each of level
//! (1 byte), id (4), length (4), data, checksum (2), all little-endian. Nothing but attachments is read.

/// First bytes of a TNEF stream.
const SIGNATURE: [u8; 4] = 0x223E_9F78_u32.to_le_bytes();
/// `attAttachRendData`: an attachment begins.
const BEGINS: u32 = 0x0006_9002;
/// `attAttachData`: the bytes of the attachment.
const DATA: u32 = 0x0006_800F;
/// Most attachments that are read.
const ATTACHMENTS_MAX: usize = 50;

/// The bytes of each attachment; empty if these are not the bytes of a TNEF stream.
pub(crate) fn attachments(bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut found: Vec<Vec<u8>> = Vec::new();
    let Some(mut rest) = bytes.strip_prefix(&SIGNATURE).and_then(|rest| rest.get(2..)) else {
        return found;
    };
    while let Some((id, data, after)) = attribute(rest) {
        if id == BEGINS {
            if found.len() == ATTACHMENTS_MAX {
                break;
            }
            found.push(Vec::new());
        } else if id == DATA
            && let Some(last) = found.last_mut()
        {
            *last = data.to_vec();
        }
        rest = after;
    }
    found
}

/// Id and data of the first attribute, and what follows it.
fn attribute(bytes: &[u8]) -> Option<(u32, &[u8], &[u8])> {
    let number = |from: usize| -> Option<u32> {
        Some(u32::from_le_bytes(bytes.get(from..from + 4)?.try_into().ok()?))
    };
    let (id, length) = (number(1)?, usize::try_from(number(5)?).ok()?);
    let data = bytes.get(9..)?.get(..length)?;
    Some((id, data, bytes.get(9 + length + 2..).unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::{BEGINS, DATA, SIGNATURE, attachments};

    fn stream(attributes: &[(u32, &[u8])]) -> Vec<u8> {
        let mut bytes = [&SIGNATURE[..], &[1, 0]].concat();
        for (id, data) in attributes {
            bytes.push(2);
            bytes.extend(id.to_le_bytes());
            bytes.extend(u32::try_from(data.len()).unwrap().to_le_bytes());
            bytes.extend(*data);
            bytes.extend([0, 0]);
        }
        bytes
    }

    #[test]
    fn the_bytes_of_attachments_are_read() {
        const TITLE: u32 = 0x0001_8010;
        let all = stream(&[
            (BEGINS, b""),
            (TITLE, b"rome.yaml\0"),
            (
                DATA,
                b"tabella: 1
",
            ),
            (BEGINS, b""),
            (DATA, b"sig"),
        ]);
        assert_eq!(
            attachments(&all),
            [
                b"tabella: 1
"
                .to_vec(),
                b"sig".to_vec()
            ]
        );
    }

    #[test]
    fn what_is_cut_off_or_something_else_gives_what_there_is() {
        let all = stream(&[(BEGINS, b""), (DATA, b"12345678")]);
        for cut in 0..all.len() {
            assert!(attachments(&all[..cut]).len() <= 1);
        }
        assert!(attachments(b"PK\x03\x04").is_empty());
    }
}
