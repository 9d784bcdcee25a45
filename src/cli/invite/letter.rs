//! A join in a letter: what mail programs make of it is undone as it is for orders.

use super::folder::Signed;

/// The join that a letter brings; none where the bytes are no letter.
///
/// # Errors
/// A letter that brings no join, or several.
#[cfg(feature = "mail")]
pub(super) fn join_in(bytes: &[u8]) -> Result<Option<Signed>, String> {
    use incoming::{Aim, Found, Keys, Message, search};
    use record::PublicKey;

    struct Anybody;
    impl Keys for Anybody {
        fn known(&self, _key: &PublicKey) -> bool {
            false
        }
        fn inviting(&self) -> bool {
            true
        }
    }

    let message = Message::read(bytes);
    if message.header("from").is_empty() {
        return Ok(None);
    }
    let found = search(&message, &Anybody);
    let joins: Vec<Found> = found.found.into_iter().filter(|one| one.aim == Aim::Join).collect();
    match <[Found; 1]>::try_from(joins) {
        Ok([one]) => Ok(Some(Signed { bytes: one.bytes, armored: one.armored })),
        Err(joins) if joins.is_empty() && found.lost_joins > 0 => Err(
            "the letter has the signature of a join, but the signed text was changed by a mail \
             program; ask for the two files, join.yaml and join.yaml.sig, as attachments"
                .to_owned(),
        ),
        Err(joins) if joins.is_empty() => Err("the letter holds no signed join".to_owned()),
        Err(_) => Err("the letter holds several joins; save them one by one".to_owned()),
    }
}

/// Without mail support, no letters are read.
#[cfg(not(feature = "mail"))]
#[allow(clippy::unnecessary_wraps, reason = "the same face as with mail")]
pub(super) fn join_in(_bytes: &[u8]) -> Result<Option<Signed>, String> {
    Ok(None)
}
