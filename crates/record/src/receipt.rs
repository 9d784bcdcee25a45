//! Receipts: the referee's signed word that a file arrived, and what became of it.

use super::charter::VERSION;
use super::digest::Digest;
use super::names;
use super::text;
use chrono::{DateTime, Datelike, Utc};
use serde::{Deserialize, Serialize};

/// Most bytes of a receipt.
pub const RECEIPT_MAX: usize = 16 * 1024;

/// The possible fates of a file that a seat sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// It counts, until a higher revision is filed.
    Filed,
    /// It went back to its author.
    Refused,
}

/// A receipt, signed by the referee in the namespace `tabella-receipt`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Receipt {
    /// Version of the protocol: 1.
    pub tabella: u32,
    pub receipt: Fate,
    pub game: String,
    pub phase: u32,
    pub seat: String,
    /// The head of the history that was open: the receipt convicts anybody who shows a different one.
    pub after: Digest,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revision: Option<u32>,
    /// Digest of the signed bytes, or of all that came if nothing signed was found in it.
    pub digest: Digest,
    /// Digest of what came, if those are other bytes, as with a sealed file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arrived: Option<Digest>,
    /// The stable code of the first fault, where the file was refused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// When it was issued. This proves nothing.
    pub issued: DateTime<Utc>,
    /// Random bytes in hexadecimal, so that the digest of a list of receipts betrays none of them.
    pub salt: String,
}

impl Receipt {
    /// Reads a receipt, taking only the bytes that [`Receipt::render`] would write.
    ///
    /// # Errors
    /// A message of one line that says what is wrong with it.
    pub fn parse(bytes: &[u8]) -> Result<Self, String> {
        let receipt: Self = text::read(bytes, RECEIPT_MAX)?;
        if receipt.tabella != VERSION {
            return Err(format!("this program does not know protocol version {}", receipt.tabella));
        }
        names::check_id(&receipt.game).map_err(|why| format!("game: {why}"))?;
        names::check_id(&receipt.seat).map_err(|why| format!("seat: {why}"))?;
        if receipt.phase == 0 {
            return Err("nothing can be filed for phase 0".to_owned());
        }
        if receipt.revision.is_some() != (receipt.receipt == Fate::Filed) {
            return Err(
                "a receipt must name a revision if, and only if, the file was filed".to_owned()
            );
        }
        if receipt.code.as_deref().is_some_and(|code| !is_code(code)) {
            return Err("its code does not have the form of a code".to_owned());
        }
        if receipt.code.is_some() && receipt.receipt == Fate::Filed {
            return Err("a receipt for a filed file cannot name a code".to_owned());
        }
        if !(1..=9999).contains(&receipt.issued.year()) {
            return Err("its year does not have four digits".to_owned());
        }
        if receipt.issued.timestamp_subsec_nanos() != 0 {
            return Err("its time must be given in whole seconds".to_owned());
        }
        let digit = |c: u8| matches!(c, b'0'..=b'9' | b'a'..=b'f');
        if receipt.salt.len() != 32 || !receipt.salt.bytes().all(digit) {
            return Err("its salt is not 16 bytes in hexadecimal".to_owned());
        }
        if receipt.render().as_bytes() == bytes {
            Ok(receipt)
        } else {
            Err("it is not written as the program writes it".to_owned())
        }
    }

    /// The text of the file: the one way to write this receipt, which the referee signs.
    pub fn render(&self) -> String {
        text::write(self)
    }
}

/// True if a text is a code: a capital, a hyphen, and small letters, digits and hyphens.
fn is_code(text: &str) -> bool {
    let small = |c: u8| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'-';
    match text.as_bytes() {
        [family, b'-', rest @ ..] => {
            family.is_ascii_uppercase() && !rest.is_empty() && rest.iter().copied().all(small)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn receipt() -> Receipt {
        Receipt {
            tabella: 1,
            receipt: Fate::Filed,
            game: "zama-2026".to_owned(),
            phase: 7,
            seat: "rome".to_owned(),
            after: Digest::of(b"head"),
            revision: Some(2),
            digest: Digest::of(b"orders"),
            arrived: None,
            code: None,
            issued: "2026-11-21T16:38:41Z".parse().unwrap(),
            salt: "00".repeat(16),
        }
    }

    #[test]
    fn a_receipt_is_read_as_it_was_written_and_no_other_way() {
        let text = receipt().render();
        assert_eq!(Receipt::parse(text.as_bytes()), Ok(receipt()));
        assert!(
            text.starts_with("tabella: 1\nreceipt: filed\ngame: zama-2026\nphase: 7\n"),
            "{text}"
        );
        for (from, to) in [
            ("phase: 7", "phase: 07"),
            ("phase: 7", "phase: 0"),
            ("filed", "taken"),
            ("revision: 2\n", ""),
            ("seat: rome", "seat: '../rome'"),
            ("tabella: 1", "tabella: 3"),
            ("issued:", "more: 1\nissued:"),
            ("issued:", "code: E-unit\nissued:"),
            ("41Z", "41.5Z"),
            ("salt: '00", "salt: '0"),
            ("revision: 2", "revision: 02"),
        ] {
            assert!(Receipt::parse(text.replace(from, to).as_bytes()).is_err(), "{from} -> {to}");
        }
    }

    #[test]
    fn what_was_refused_may_name_a_code_and_nothing_that_is_none() {
        let refused = |code: &str| {
            let code = Some(code.to_owned());
            let receipt = Receipt { receipt: Fate::Refused, revision: None, code, ..receipt() };
            Receipt::parse(receipt.render().as_bytes()).map(|again| assert_eq!(again, receipt))
        };
        for code in ["E-unit", "V-secret", "E-yaml-key2"] {
            assert_eq!(refused(code), Ok(()), "{code}");
        }
        for code in ["e-unit", "E-", "E-Unit", "E-no such", "E_unit", "unit", ""] {
            assert_eq!(
                refused(code),
                Err("its code does not have the form of a code".to_owned()),
                "{code}"
            );
        }
    }
}
