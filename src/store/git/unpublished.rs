//! Records that the repository does not show yet (`public:` in the charter), and that a player has from their parcel.

use crate::store::records::load::ground;
use crate::store::records::sealed::{SUMS_MAX, Sealed};
use crate::store::{Error, Folder, files};
use record::Digest;
use record::sums::{SUMS_FILE, SUMS_SIGNATURE, Sums, record_name};
use std::collections::BTreeMap;
use std::path::Path;

/// Folder, inside the repository's own, in which a record is put together.
const STAGING: &str = "tabella-record";

/// Puts a record that a parcel of `seat` brings whole into the clone, and takes its files out of
/// `parcel`; false if the parcel brings none or the record is here already.
///
/// # Errors
/// A record that does not continue what is here, that lacks anything but what is sealed to others, or
/// that the referee did not seal: then nothing of it is kept.
pub(super) fn bring(
    folder: &Folder,
    repository: &Path,
    number: u32,
    seat: &str,
    parcel: &mut BTreeMap<String, Vec<u8>>,
) -> Result<bool, Error> {
    let below = format!("turns/{}/", record_name(number));
    let list = format!("{below}{SUMS_FILE}");
    if !parcel.contains_key(&list) {
        return Ok(false);
    }
    let whole: BTreeMap<String, Vec<u8>> =
        parcel.extract_if(.., |path, _| path.starts_with(&below)).collect();
    let odd = |what: &str| Error::Git(format!("the parcel of {seat} for record {number}: {what}"));
    if number == 0 {
        return Err(odd("the opening is public, so it never comes in a parcel"));
    }
    let place = folder.record(number);
    if files::metadata(&place)?.is_some() {
        let here = files::read(&place.join(SUMS_FILE), SUMS_MAX)?;
        let fork = "its list differs from that of the record here. Keep both: two lists of one phase prove the referee at fault";
        return if here == whole[&list] { Ok(false) } else { Err(odd(fork)) };
    }
    let before = number - 1;
    if files::metadata(&folder.record(before))?.is_none() {
        let what = format!(
            "record {before} is not here and was sealed to a former key: ask the referee for a \
             copy of your seat (`tabella share copy --seat {seat}`), and copy its turns/ folder \
             into this one"
        );
        return Err(odd(&what));
    }
    let sums = Sums::parse(&whole[&list]).and_then(|sums| sums.check_paths(number).map(|()| sums));
    let sums = sums.map_err(|fault| odd(&fault.to_string()))?;
    let chained = sums.lines.get(&format!("../{}/{SUMS_FILE}", record_name(before)));
    if chained != Some(&Sealed::open(folder, before)?.digest) {
        return Err(odd("it does not continue the record before it in this folder"));
    }
    let staging = repository.join(STAGING);
    files::remove_folder(&staging)?;
    for (path, bytes) in &whole {
        let name = &path[below.len()..];
        if !belongs(name, bytes, &sums) {
            return Err(odd(&format!("{name} is not what was sealed for {seat}")));
        }
        let path = staging.join(name);
        if let Some(parent) = path.parent() {
            files::make_folder(parent, files::FOLDER_MODE)?;
        }
        files::replace(&path, bytes, files::SECRET_MODE)?;
    }
    files::rename(&staging, &place)?;
    // The seal is held to the keys in force, which the record itself may change.
    if let Err(error) = ground(folder) {
        files::remove_folder(&place)?;
        return Err(error);
    }
    Ok(true)
}

/// True if a file of a record is the one that was listed; the list and its seal are judged elsewhere.
fn belongs(name: &str, bytes: &[u8], sums: &Sums) -> bool {
    let listed = sums.lines.get(name) == Some(&Digest::of(bytes));
    [SUMS_FILE, SUMS_SIGNATURE].contains(&name) || listed
}
