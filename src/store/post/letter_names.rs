//! The names of the files of letters: `NNNN-SEAT.eml`, `NNNN-SEAT-re-DIGITS.eml`.

use crate::mail::short_name;
use crate::store::{Error, files};
use record::names;
use std::path::Path;

/// Maximum length of a letter's file name after its number: a seat, a purpose, twelve digits.
const REST_MAX: usize = 2 * names::LONGEST;

/// True if the name is that of a letter: `NNNN-SEAT.eml`, `NNNN-SEAT-re-DIGITS.eml`. Any other file in the folder is
/// left alone.
pub(in crate::store) fn is_letter(name: &str) -> bool {
    let parts = name.strip_suffix(".eml").and_then(|stem| stem.split_once('-'));
    parts.is_some_and(|(number, rest)| {
        number.len() >= 4
            && number.bytes().all(|c| c.is_ascii_digit())
            && (1..=REST_MAX).contains(&rest.len())
            && rest.bytes().all(|c| matches!(c, b'a'..=b'z' | b'0'..=b'9' | b'-'))
    })
}

/// The files in a place that may be the letter of this name: those of its name and, for a short letter, those written
/// while another phase was open. What one letter brought may be answered again after a phase was resolved.
pub(in crate::store) fn namesakes(place: &Path, file: &str) -> Result<Vec<String>, Error> {
    let mut found = vec![file.to_owned()];
    if let Some(short) = short_name(file) {
        let same =
            |name: &String| name != file && is_letter(name) && short_name(name) == Some(short);
        found.extend(files::names(place)?.into_iter().filter(same));
    }
    Ok(found)
}
