//! Vouching for heads: what a seat signs beside its orders waits as `pending/SEAT.head.sig` and lies in the next record as
//! `heads/SEAT.sig`, where everybody can see which history the seat saw.

use crate::store::records::sealed::SIGNATURE_MAX;
use crate::store::{Error, Folder, Game, SigningKey, files};
use engine::{Complaint, Path as Place};
use record::charter::Heads;
use record::exchange::codes::Code;
use record::signed_text::mend_armor;
use record::{Namespace, Signers, head_text};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Suffix of the files that vouch for a head.
const HEAD: &str = ".head.sig";

/// The result of looking for a signature that vouches for the open head.
pub(in crate::store) enum Vouch {
    Holds(String),
    /// None came, or none is asked for.
    None,
    /// None of those that came holds.
    Unfit,
}

impl Vouch {
    /// The first of some signatures by which a seat vouches for the head of a game.
    pub(in crate::store) fn among(game: &Game, seat: &str, signatures: &[&str]) -> Self {
        let record = game.session.number;
        let text = head_text(&game.session.charter.game, record, &game.session.head);
        if game.session.charter.heads() == Heads::Off || signatures.is_empty() {
            return Self::None;
        }
        let armored = signatures.iter().map(|signature| mend_armor(signature));
        let holds = |armored: &String| held(&game.signers, seat, &text, armored);
        armored.into_iter().find(holds).map_or(Self::Unfit, Self::Holds)
    }

    /// The complaint about orders that come with it: a fault if the charter requires a signature, else a warning.
    ///
    /// # Errors
    /// [`Error`] with the path.
    pub(in crate::store) fn complaint(
        &self,
        game: &Game,
        seat: &str,
    ) -> Result<Option<Complaint>, Error> {
        let required = game.session.charter.heads() == Heads::Required;
        let filed = || waiting(game, seat).map(|found| found.is_some());
        let record = game.session.number;
        Ok(match self {
            Self::Holds(_) => None,
            Self::Unfit if !required || filed()? => {
                let what = format!(
                    "the signature sent with the orders does not vouch for record {record}"
                );
                Some(Code::HeadUnfit.at(Place::top(), what).fix(Code::HeadUnfit.entry().way_out))
            }
            Self::None if !required || filed()? => None,
            Self::None | Self::Unfit => {
                let what =
                    format!("{seat} does not vouch for record {record}, as this game requires");
                Some(Code::Head.at(Place::top(), what).fix(Code::Head.entry().way_out))
            }
        })
    }
}

fn held(signers: &Signers, seat: &str, text: &str, armored: &str) -> bool {
    let held = signers.verify(seat, Namespace::Head, text.as_bytes(), armored);
    matches!(held, Some(Ok(())))
}

pub(in crate::store) fn sign(game: &Game, key: &SigningKey) -> Result<String, Error> {
    let record = game.session.number;
    let text = head_text(&game.session.charter.game, record, &game.session.head);
    key.sign(Namespace::Head, text.as_bytes())
}

pub(in crate::store) fn keep(folder: &Folder, seat: &str, armored: &str) -> Result<(), Error> {
    files::make_folder(&folder.pending(), files::SECRET_FOLDER_MODE)?;
    files::replace(&path(folder, seat), armored.as_bytes(), files::SECRET_MODE)
}

/// For each seat, the signature by which it vouches for the open head, as the next record holds it. Signatures for
/// another head, or by a former key, are ignored.
pub(in crate::store) fn all(game: &Game) -> Result<BTreeMap<String, String>, Error> {
    let mut found = BTreeMap::new();
    for (seat, _) in game.signers.seats() {
        found.extend(waiting(game, seat)?.map(|armored| (seat.to_owned(), armored)));
    }
    Ok(found)
}

fn waiting(game: &Game, seat: &str) -> Result<Option<String>, Error> {
    let bytes = files::read_if_there(&path(&game.folder, seat), SIGNATURE_MAX)?;
    let armored = bytes.and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default();
    Ok(match Vouch::among(game, seat, &[&armored]) {
        Vouch::Holds(armored) => Some(armored),
        Vouch::None | Vouch::Unfit => None,
    })
}

pub(in crate::store) fn clear(folder: &Folder) -> Result<(), Error> {
    let names = files::names(&folder.pending())?;
    names
        .iter()
        .filter(|name| name.ends_with(HEAD))
        .try_for_each(|name| files::remove(&folder.pending().join(name)))
}

fn path(folder: &Folder, seat: &str) -> PathBuf {
    folder.pending().join(format!("{seat}{HEAD}"))
}
