//! One text that carries its own signature, and text that came through mail.

use super::armor;
use super::plain_text::{as_utf8, forms};
use super::signature::{Namespace, PublicKey, SignatureFault, signed_for, signer, verify};
use std::borrow::Cow;

/// The line that ends the signed part of a text; in YAML it ends the document.
const MARK: &[u8] = b"...";

/// A text taken apart into what was signed and its signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignedText {
    /// The signed bytes: everything up to the line `...`, including the line end before it.
    pub signed: Vec<u8>,
    /// The armored block from BEGIN to END and one LF, with LF line ends.
    pub signature: String,
    /// A second block after the first, with only blank lines between them: it vouches for the head.
    pub second: Option<String>,
    /// True if text followed after the END line, as a mail's footer does. It is ignored.
    pub followed: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SignedTextFault {
    /// No BEGIN line at all.
    #[error("the text has no signature")]
    NoSignature,
    /// No line `...` directly before the block.
    #[error("there is no line `...` before the signature")]
    NoMark,
    #[error("the signature is cut off: its END line is missing")]
    CutOff,
}

impl SignedText {
    /// True if a text seems to carry a signature of its own.
    pub fn is_signed(text: &[u8]) -> bool {
        lines(text).any(|(_, line)| line == armor::BEGIN.as_bytes())
    }

    /// Takes a text apart at the last line `...` that an armored block follows. Blank lines may stand between the two, and
    /// between that block and a second one.
    /// Lines are recognised whatever their ends; the signed bytes are handed on untouched.
    ///
    /// # Errors
    /// [`SignedTextFault`], when there is no block, no mark, or no end.
    pub fn split(text: &[u8]) -> Result<Self, SignedTextFault> {
        let all: Vec<_> = lines(text).collect();
        let begins = |at: &usize| all[*at].1 == armor::BEGIN.as_bytes();
        let begins: Vec<usize> = (0..all.len()).rev().filter(begins).collect();
        let last = *begins.first().ok_or(SignedTextFault::NoSignature)?;
        let mark = |begin: usize| {
            let before = all[..begin].iter().rfind(|(_, line)| !line.is_empty());
            Some((begin, before.filter(|(_, line)| *line == MARK)?.0))
        };
        // Two blocks behind one mark would leave open whose text it is, but for one that vouches for the head.
        let vouches = block(&all, last).filter(|(block, _)| signed_for(block, Namespace::Head));
        let candidates = if vouches.is_some() { &begins[..] } else { &begins[..1] };
        let found = candidates.iter().find_map(|begin| mark(*begin));
        let (begin, start) = found.ok_or(SignedTextFault::NoMark)?;
        let (signature, end) = block(&all, begin).ok_or(SignedTextFault::CutOff)?;
        let next = (end + 1..all.len()).find(|at| !all[*at].1.is_empty());
        let second = vouches.filter(|_| begin != last && next == Some(last));
        let end = second.as_ref().map_or(end, |(_, end)| *end);
        Ok(Self {
            signed: text[..start].to_vec(),
            signature,
            followed: all[end + 1..].iter().any(|(_, line)| !line.is_empty()),
            second: second.map(|(block, _)| block),
        })
    }

    /// Puts the two parts together into one text, the reverse of [`SignedText::split`]. The signed bytes should end in
    /// a line end, else the text cannot be taken apart into the same bytes.
    pub fn join(signed: &[u8], signature: &str) -> Vec<u8> {
        Self::join_both(signed, signature, None)
    }

    /// The same, followed by the block that vouches for the head.
    pub fn join_both(signed: &[u8], signature: &str, second: Option<&str>) -> Vec<u8> {
        [signed, MARK, b"\n", signature.as_bytes(), second.unwrap_or_default().as_bytes()].concat()
    }
}

/// The armored block that begins in a line, with LF line ends and no blank lines, and the line that ends it.
fn block(all: &[(usize, &[u8])], begin: usize) -> Option<(String, usize)> {
    let length = all[begin..].iter().position(|(_, line)| *line == armor::END.as_bytes())?;
    let end = begin + length;
    let block: Vec<_> = all[begin..=end]
        .iter()
        .filter(|(_, line)| !line.is_empty())
        .map(|(_, line)| *line)
        .collect();
    Some((String::from_utf8_lossy(&block.join(&b'\n')).into_owned() + "\n", end))
}

/// A detached signature without what a mail program may have added: CR, blank lines and blanks at line ends.
pub fn mend_armor(text: &str) -> String {
    let text = text.trim_start_matches('\u{feff}');
    let mended: Vec<_> = text.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
    mended.join("\n") + "\n"
}

/// Checks a text that came through mail or an editor, in the forms that its author may have signed ([`forms`]). Returns the bytes that
/// verify; those are filed.
///
/// # Errors
/// The fault of the text as it came.
pub fn verify_restoring<'a>(
    key: &PublicKey,
    namespace: Namespace,
    text: &'a [u8],
    armored: &str,
) -> Result<Cow<'a, [u8]>, SignatureFault> {
    let armored = mend_armor(armored);
    match verify(key, namespace, text, &armored) {
        Ok(()) => Ok(Cow::Borrowed(text)),
        Err(SignatureFault::Bad) => {
            let holds = |form: &Cow<'_, [u8]>| verify(key, namespace, form, &armored).is_ok();
            forms(text).skip(1).find(holds).ok_or(SignatureFault::Bad)
        }
        Err(fault) => Err(fault),
    }
}

/// True if a signature, as a file may hold it, is over this text for this purpose, by the key that it names itself.
pub fn signs(armored: &[u8], namespace: Namespace, text: &[u8]) -> bool {
    let armored = mend_armor(&String::from_utf8_lossy(&as_utf8(armored)));
    signer(&armored).is_some_and(|key| verify_restoring(&key, namespace, text, &armored).is_ok())
}

/// Every line with the offset of its start, without its end and without blanks before the end.
fn lines(text: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let mut start = 0;
    text.split_inclusive(|&byte| byte == b'\n').map(move |line| {
        let at = start;
        start += line.len();
        (at, line.trim_ascii_end())
    })
}

#[cfg(test)]
#[path = "signed_text_tests.rs"]
mod tests;
