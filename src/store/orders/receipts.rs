//! Receipts for what was filed or refused: `receipts/NNNN/SEAT-K.yaml` and its signature, K = 1, 2, ...

use crate::store::secrets::referee;
use crate::store::{Error, Folder, Game, entropy, files};
use chrono::{DateTime, SubsecRound, Utc};
use engine::Seat;
use record::charter::VERSION;
use record::receipt::{Fate, RECEIPT_MAX, Receipt};
use record::sums::record_name;
use record::{Digest, Namespace, REFEREE, SignedText};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Maximum number of receipts for one seat in one phase. Whoever files more often is answered, but gets no more
/// receipts.
const RECEIPTS_MAX: u32 = 1000;

/// The result of asking for a receipt.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Receipted {
    Issued(PathBuf),
    /// This folder is not the referee's.
    #[default]
    NotHere,
    /// The referee's key would not sign; the file is filed all the same.
    Failed(String),
    /// There was no room for it. Once there is, handing in the same file again gets it.
    NoRoom(String),
}

/// The subject of a receipt.
#[derive(Clone, Debug)]
pub(in crate::store) struct About<'a> {
    pub fate: Fate,
    pub seat: &'a Seat,
    pub revision: Option<u32>,
    pub digest: Digest,
    /// Digest of the sealed file that it came in.
    pub arrived: Option<Digest>,
    pub code: Option<&'a str>,
    pub at: DateTime<Utc>,
}

/// Signs and keeps a receipt. If the same file has one already, that one is returned.
pub(in crate::store) fn issue(game: &Game, about: &About<'_>) -> Receipted {
    match written(game, about) {
        Ok(Some(path)) => Receipted::Issued(path),
        Ok(None) => Receipted::NotHere,
        Err(error @ Error::Full(_)) => Receipted::NoRoom(error.to_string()),
        Err(error) => Receipted::Failed(error.to_string()),
    }
}

fn written(game: &Game, about: &About<'_>) -> Result<Option<PathBuf>, Error> {
    let Some(key) = referee::key_if_there(&game.folder)? else { return Ok(None) };
    let phase = game.open_phase();
    let folder = of_phase(&game.folder, phase);
    files::make_folder(&folder, files::SECRET_FOLDER_MODE)?;
    for number in 1..=RECEIPTS_MAX {
        let path = folder.join(format!("{}-{number}.yaml", about.seat));
        let Some(before) = files::read_if_there(&path, RECEIPT_MAX)? else {
            let text = receipt(game, phase, about)?.render();
            let signature = key.sign(Namespace::Receipt, text.as_bytes())?;
            let held =
                game.signers.verify(REFEREE, Namespace::Receipt, text.as_bytes(), &signature);
            if !matches!(held, Some(Ok(()))) {
                let what = "its signature is not valid for the registered key".to_owned();
                return Err(Error::Key { path: PathBuf::from("the referee's private key"), what });
            }
            // The signature first: a receipt that is there is signed.
            files::replace(
                &path.with_extension("yaml.sig"),
                signature.as_bytes(),
                files::SECRET_MODE,
            )?;
            files::replace(&path, text.as_bytes(), files::SECRET_MODE)?;
            return Ok(Some(path));
        };
        let same = |known: Receipt| {
            known.digest == about.digest
                && known.receipt == about.fate
                && known.arrived == about.arrived
        };
        if Receipt::parse(&before).is_ok_and(same) {
            return Ok(Some(path));
        }
    }
    let what = format!("{} has {RECEIPTS_MAX} receipts for this phase already", about.seat);
    Err(Error::Key { path: folder, what })
}

fn receipt(game: &Game, phase: u32, about: &About<'_>) -> Result<Receipt, Error> {
    let salt: [u8; 16] = entropy::draw()?;
    Ok(Receipt {
        tabella: VERSION,
        receipt: about.fate,
        game: game.session.charter.game.clone(),
        phase,
        seat: about.seat.to_string(),
        after: game.session.head,
        revision: about.revision,
        digest: about.digest,
        arrived: about.arrived,
        code: about.code.map(str::to_owned),
        issued: about.at.trunc_subsecs(0),
        salt: salt.iter().fold(String::new(), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        }),
    })
}

/// The receipt for a file of a seat that was filed for a phase; none if there is none.
///
/// # Errors
/// [`Error`] with the path.
pub fn of_filed(
    folder: &Folder,
    phase: u32,
    seat: &str,
    digest: &Digest,
) -> Result<Option<PathBuf>, Error> {
    for path in of_seat(folder, phase, seat)? {
        let known = Receipt::parse(&files::read(&path, RECEIPT_MAX)?);
        if known.is_ok_and(|known| known.digest == *digest && known.receipt == Fate::Filed) {
            return Ok(Some(path));
        }
    }
    Ok(None)
}

/// The newest receipt of a seat for a phase as one text with its signature; none if there is none.
///
/// # Errors
/// [`Error`] with the path.
pub fn newest(folder: &Folder, phase: u32, seat: &str) -> Result<Option<Vec<u8>>, Error> {
    let newest = of_seat(folder, phase, seat)?.pop();
    newest.map(|path| signed(&path)).transpose()
}

/// The receipts of a seat for a phase, the oldest first.
///
/// # Errors
/// [`Error`] with the path.
pub fn of_seat(folder: &Folder, phase: u32, seat: &str) -> Result<Vec<PathBuf>, Error> {
    let place = of_phase(folder, phase);
    let mut found = Vec::new();
    for number in 1..=RECEIPTS_MAX {
        let path = place.join(format!("{seat}-{number}.yaml"));
        if files::metadata(&path)?.is_none() {
            break;
        }
        found.push(path);
    }
    Ok(found)
}

/// A receipt as one text with its signature, as `tabella verify --receipt` takes it.
///
/// # Errors
/// [`Error`] with the path.
pub fn signed(path: &Path) -> Result<Vec<u8>, Error> {
    let text = files::read(path, RECEIPT_MAX)?;
    let signature = files::read_text(&path.with_extension("yaml.sig"), RECEIPT_MAX)?;
    Ok(SignedText::join(&text, &signature))
}

/// A receipt as it is kept: its path in the game folder without `.yaml`, text and signature.
#[cfg(feature = "git")]
pub(in crate::store) type ReceiptFiles = (String, Vec<u8>, Vec<u8>);

/// All receipts of a phase: the path in the game folder without `.yaml`, text and signature.
///
/// # Errors
/// [`Error`] with the path.
#[cfg(feature = "git")]
pub(in crate::store) fn phase_receipts(
    folder: &Folder,
    phase: u32,
) -> Result<Vec<ReceiptFiles>, Error> {
    let place = of_phase(folder, phase);
    let mut found = Vec::new();
    for name in files::names(&place)? {
        let Some(stem) = name.strip_suffix(".yaml") else { continue };
        let text = files::read(&place.join(&name), RECEIPT_MAX)?;
        let signature = files::read(&place.join(format!("{name}.sig")), RECEIPT_MAX)?;
        found.push((format!("receipts/{}/{stem}", record_name(phase)), text, signature));
    }
    Ok(found)
}

fn of_phase(folder: &Folder, phase: u32) -> PathBuf {
    folder.root().join("receipts").join(record_name(phase))
}
