//! The game's own age key: drawn with the game, kept in `.tabella/` for the referee's eyes alone, and revealed in the last
//! record, so that everybody can then open what was sent sealed.

use crate::store::secrets::locked;
use crate::store::{Error, Folder, files};
use engine::{Complaints, Path};
use record::Digest;
use record::change::History;
use record::exchange::codes::Code;
use record::turn_file::LOST;
use std::path::PathBuf;

/// File with the secret half in `.tabella/`.
pub(in crate::store) const SEAL_FILE: &str = "seal.key";
/// Maximum size of that file, in bytes.
const SEAL_MAX: usize = 4096;

/// The key of a new game, its public and its secret half; none from a program built without sealed orders.
pub(in crate::store) struct NewSeal(Option<(String, String)>);

impl NewSeal {
    #[cfg(feature = "git")]
    pub(in crate::store) fn draw(
        draw: &mut dyn FnMut() -> Result<[u8; 32], Error>,
    ) -> Result<Self, Error> {
        let identity = ciphertext::Identity::of(&draw()?);
        Ok(Self(Some((identity.recipient().to_string(), identity.reveal()))))
    }

    #[cfg(not(feature = "git"))]
    #[allow(clippy::unnecessary_wraps, reason = "it replaces a function that draws random bytes")]
    pub(in crate::store) fn draw(
        _: &mut dyn FnMut() -> Result<[u8; 32], Error>,
    ) -> Result<Self, Error> {
        Ok(Self(None))
    }

    pub(in crate::store) fn public(&self) -> Option<String> {
        self.0.as_ref().map(|(public, _)| public.clone())
    }

    /// Keeps the secret half, readable by the referee alone.
    pub(in crate::store) fn keep(&self, folder: &Folder) -> Result<(), Error> {
        let Some((_, identity)) = &self.0 else { return Ok(()) };
        files::make_folder(&folder.private(), files::SECRET_FOLDER_MODE)?;
        files::replace(&path(folder)?, format!("{identity}\n").as_bytes(), files::SECRET_MODE)
    }
}

/// The secret half that the last record reveals, or [`LOST`]; none where the charter names no key.
pub(in crate::store) fn reveal(folder: &Folder, now: &History) -> Result<Option<String>, Error> {
    if now.charter.seal.is_none() {
        return Ok(None);
    }
    let path = path(folder)?;
    match locked::read(&path, SEAL_MAX)? {
        Some(bytes) => Ok(Some(files::text(&path, bytes)?.trim().to_owned())),
        // A referee who was replaced without agreeing took it along.
        None if now.lost_a_referee() => Ok(Some(LOST.to_owned())),
        None => {
            let fix = "the last record reveals it: restore the referee's own copy. If it is lost for good, write a hyphen into that file; the last record then tells everybody that it is lost";
            Err(Error::Missing { path, fix: fix.to_owned() })
        }
    }
}

fn path(folder: &Folder) -> Result<PathBuf, Error> {
    Ok(folder.vault()?.join(SEAL_FILE))
}

/// A file that came, and the orders in it.
pub(in crate::store) enum Arrived {
    /// Text that was not sealed.
    Plain,
    /// A sealed text, opened, and the digest of the ciphertext.
    #[cfg(feature = "git")]
    Sealed {
        text: Vec<u8>,
        arrived: Digest,
    },
    Closed {
        complaints: Complaints,
        arrived: Digest,
    },
}

fn closed(bytes: &[u8], why: String) -> Arrived {
    let complaint = Code::Sealed.at(Path::top(), why).fix(Code::Sealed.entry().way_out);
    Arrived::Closed { complaints: Complaints(vec![complaint]), arrived: Digest::of(bytes) }
}

/// Opens what came sealed to the game's key.
#[cfg(feature = "git")]
pub(in crate::store) fn arrived(
    folder: &Folder,
    now: &History,
    bytes: &[u8],
) -> Result<Arrived, Error> {
    if !ciphertext::is_sealed(bytes) {
        return Ok(Arrived::Plain);
    }
    let Some(identity) = reveal(folder, now)? else {
        return Ok(closed(bytes, "this game has no key for sealing orders".to_owned()));
    };
    if identity == LOST {
        let why = "the key for sealing this game's orders is lost; send the orders unencrypted";
        return Ok(closed(bytes, why.to_owned()));
    }
    let at = path(folder)?;
    let identity: ciphertext::Identity =
        identity.parse().map_err(|why: ciphertext::KeyFault| {
            Error::broken(&at, why.to_string(), "restore the referee's own copy of it")
        })?;
    Ok(match ciphertext::open(&identity, bytes) {
        Ok(mut text) => {
            // The zeros that fill it up are no part of it.
            let end = text.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
            text.truncate(end);
            Arrived::Sealed { text, arrived: Digest::of(bytes) }
        }
        Err(why) => closed(bytes, why.to_string()),
    })
}

/// A program built without sealed orders opens none.
#[cfg(not(feature = "git"))]
#[expect(
    clippy::unnecessary_wraps,
    reason = "with the feature `git` it opens what is sealed, and may fail"
)]
pub(in crate::store) fn arrived(_: &Folder, _: &History, bytes: &[u8]) -> Result<Arrived, Error> {
    if bytes.starts_with(b"age-encryption.org/") || bytes.starts_with(b"-----BEGIN AGE ") {
        return Ok(closed(bytes, "this program was built without sealed orders".to_owned()));
    }
    Ok(Arrived::Plain)
}
