//! Checks the author: the signature of an order file, as a file of its own or at the end of the same text.

use super::codes::Code;
use super::order_file::{LIMIT, OrderFile};
use super::yaml;
use crate::parcel;
use crate::plain_text::{as_utf8, forms, from_utf16};
use crate::signature::{Namespace, PublicKey, SignatureFault, signer, verify};
use crate::signed_text::{SignedText, SignedTextFault, mend_armor, verify_restoring};
use crate::signers::Signers;
use engine::complaint::{Complaint, Complaints};
use engine::{Path, Seat};
use std::borrow::Cow;

/// Bytes allowed for the signature on top of the order file's own limit.
const SIGNATURE_LIMIT: usize = 16 * 1024;

/// A text and its signature, not yet checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signed {
    /// The bytes that should be signed.
    pub bytes: Vec<u8>,
    pub armored: String,
    /// A second block at the end of the same text, which may vouch for the head.
    pub second: Option<String>,
}

/// An order file whose signature holds, ready to be filed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Received {
    /// Exactly the signed bytes: `SEAT.yaml`.
    pub bytes: Vec<u8>,
    /// The armored block with LF line ends: `SEAT.yaml.sig`.
    pub armored: String,
    /// A second block at the end of the same text, not checked, which may vouch for the head.
    pub second: Option<String>,
    pub file: OrderFile,
}

pub fn sign_command(seat: &str) -> String {
    format!("ssh-keygen -Y sign -n {} -f ~/.ssh/id_ed25519 {seat}.yaml", Namespace::Orders)
}

pub fn verify_command(seat: &str) -> String {
    let space = Namespace::Orders;
    format!(
        "ssh-keygen -Y verify -f allowed_signers -I {seat} -n {space} -s {seat}.yaml.sig < {seat}.yaml"
    )
}

/// Takes apart what came: one text with the armored block at its end, that text as a [`parcel`], or a text with the `.sig`
/// beside it. A block at the end wins over a separate one.
///
/// # Errors
/// `E-unsigned` or `E-armor`.
pub fn take_apart(bytes: &[u8], detached: Option<&[u8]>) -> Result<Signed, Complaint> {
    let armor = |message: &str, fix: &str| Err(Code::Armor.at(Path::top(), message).fix(fix));
    let decoded = from_utf16(bytes).map(String::into_bytes);
    let bytes = decoded.as_deref().unwrap_or(bytes);
    let parcel = str::from_utf8(bytes).ok().and_then(|text| parcel::find(text).pop());
    let bytes = parcel.as_ref().map_or(bytes, |parcel| &parcel.bytes);
    match SignedText::split(bytes) {
        Ok(SignedText { signed: bytes, signature: armored, second, .. }) => {
            Ok(Signed { bytes, armored, second })
        }
        Err(SignedTextFault::NoSignature) => {
            if let Some(block) = detached {
                return Ok(Signed {
                    bytes: bytes.to_vec(),
                    armored: mend_armor(&String::from_utf8_lossy(&as_utf8(block))),
                    second: None,
                });
            }
            let fix = format!("sign it: {}", sign_command("SEAT"));
            Err(Code::Unsigned.at(Path::top(), "the file has no signature").fix(fix))
        }
        Err(SignedTextFault::NoMark) => armor(
            "the signature at the end has no line `...` directly above it",
            "put a line `...` between the orders and the signature",
        ),
        Err(SignedTextFault::CutOff) => armor(
            "the signature at the end is cut off",
            "paste the whole .sig, up to the line `-----END SSH SIGNATURE-----`",
        ),
    }
}

/// Checks that `seat` signed these bytes as orders, as they came or in another form of the same text. Returns the bytes that verify;
/// those are filed.
///
/// # Errors
/// `E-seat`, `E-armor`, `E-key-other`, `E-key-unknown`, `E-namespace` or `E-signature`.
pub fn authenticate<'a>(
    bytes: &'a [u8],
    armored: &str,
    signers: &Signers,
    seat: &Seat,
) -> Result<Cow<'a, [u8]>, Complaint> {
    let fault = |code: Code, message, fix| code.at(Path::top(), message).fix(fix);
    let Some(key) = signers.key(seat.name()) else {
        let names: Vec<&str> = signers.seats().map(|(name, _)| name).collect();
        let message = format!("no key is registered for a seat `{}`", yaml::short(seat.name()));
        return Err(fault(Code::Seat, message, format!("the seats are: {}", names.join(", "))));
    };
    let sign = sign_command(seat.name());
    let why = match verify_restoring(key, Namespace::Orders, bytes, armored) {
        Ok(bytes) => return Ok(bytes),
        Err(why) => why,
    };
    Err(match why {
        SignatureFault::NotArmored | SignatureFault::Malformed => fault(
            Code::Armor,
            format!("the signature cannot be read: {why}"),
            format!("sign the file again: {sign}"),
        ),
        SignatureFault::WrongNamespace { found, expected } => {
            let message = format!(
                "signed for `{}`, but orders must be signed for `{expected}`",
                yaml::short(&found)
            );
            fault(Code::Namespace, message, format!("sign it again: {sign}"))
        }
        SignatureFault::WrongKey { signer: print } => {
            wrong_key(armored, &print, signers, seat, key)
        }
        SignatureFault::Bad if signed_as_utf16(key, bytes, armored) => fault(
            Code::Signature,
            "the signed text is the same in UTF-16, but an order file must be UTF-8".to_owned(),
            format!("save the file as UTF-8, and sign it again: {sign}"),
        ),
        SignatureFault::Bad => {
            let message = format!(
                "the signature was made with {seat}'s key, but not for this text: the text was \
                 changed after it was signed"
            );
            let fix = format!(
                "sign the file exactly as you send it ({sign}), check the signature ({}), and attach both",
                verify_command(seat.name())
            );
            fault(Code::Signature, message, fix)
        }
    })
}

/// True if the signature is over the same text in UTF-16, as some Windows editors save it.
fn signed_as_utf16(key: &PublicKey, bytes: &[u8], armored: &str) -> bool {
    let armored = mend_armor(armored);
    forms(bytes).filter_map(|form| String::from_utf8(form.into_owned()).ok()).any(|text| {
        let wide: Vec<u16> = std::iter::once(0xfeff).chain(text.encode_utf16()).collect();
        let bytes = |of: fn(u16) -> [u8; 2]| wide.iter().copied().flat_map(of).collect::<Vec<u8>>();
        [bytes(u16::to_le_bytes), bytes(u16::to_be_bytes)]
            .iter()
            .any(|bytes| verify(key, Namespace::Orders, bytes, &armored).is_ok())
    })
}

fn wrong_key(
    armored: &str,
    print: &str,
    signers: &Signers,
    seat: &Seat,
    key: &PublicKey,
) -> Complaint {
    let owners =
        signer(&mend_armor(armored)).map(|found| signers.names_of(&found)).unwrap_or_default();
    let ours = key.fingerprint();
    let fix = format!("sign it with the key {ours}: {}", sign_command(seat.name()));
    if owners.is_empty() {
        let message = format!("signed with the key {print}, which is not registered in this game");
        return Code::KeyUnknown.at(Path::top(), message).fix(fix);
    }
    let message = format!(
        "the file says `seat: {seat}` but is signed with the key of {}",
        owners.join(" and ")
    );
    let fix = format!("{fix}; or correct `seat` and sign again");
    Code::KeyOther.at(Path::top(), message).fix(fix)
}

/// Turns arrived bytes into an order file: takes them apart, reads them, and checks the signature of the seat that the
/// file names. Whether it counts is for [`accept`](super::accept) to say.
///
/// # Errors
/// Everything that is wrong; places refer to `bytes`.
pub fn receive(
    bytes: &[u8],
    detached: Option<&[u8]>,
    signers: &Signers,
) -> Result<Received, Complaints> {
    // Only the signature may add to the limit, so this refuses nothing that could pass below.
    yaml::check_size(bytes, LIMIT + SIGNATURE_LIMIT)?;
    let detached = detached.filter(|block| block.len() <= SIGNATURE_LIMIT);
    let signed = match take_apart(bytes, detached) {
        Ok(signed) => signed,
        Err(complaint) if complaint.code == Code::Unsigned.code() => {
            let (mut complaints, unsigned) = match OrderFile::read(&as_utf8(bytes)) {
                Ok(file) => {
                    let command = sign_command(file.seat.name());
                    (Complaints::default(), complaint.fix(format!("sign it: {command}")))
                }
                Err(complaints) => (complaints, complaint),
            };
            complaints.push(unsigned);
            return Err(complaints);
        }
        Err(complaint) => return Err(Complaints(vec![complaint])),
    };
    let file = OrderFile::read(&signed.bytes)?;
    let restored = match authenticate(&signed.bytes, &signed.armored, signers, &file.seat) {
        Ok(form) => (*form != *signed.bytes).then(|| form.into_owned()),
        Err(complaint) => return Err(Complaints(vec![complaint])),
    };
    let Signed { bytes, armored, second } = signed;
    match restored {
        None => Ok(Received { bytes, armored, second, file }),
        Some(bytes) => Ok(Received { file: OrderFile::read(&bytes)?, bytes, armored, second }),
    }
}

#[cfg(test)]
#[path = "authenticity_tests.rs"]
mod tests;
