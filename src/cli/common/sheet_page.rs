//! The page of a title's order sheet.

use super::Error;
use crate::store::{environment, files};
use record::Digest;
use std::path::{Path, PathBuf};

/// The largest page of a title, in bytes.
pub(in crate::cli) const PAGE_MAX: usize = 64 << 20;

/// The places where pages of titles are looked for: beside the program, as a release's archive or package lays them; in
/// the user's data folder; if sources are built, the program's own or those of this folder.
fn places(title: &str) -> impl Iterator<Item = PathBuf> {
    let program = environment::program_folder();
    let below = |way: &str| program.as_ref().map(|folder| folder.join(way));
    let own = environment::data_folder().map(|folder| folder.join("tabella/sheet"));
    let built = Some(Path::new("target/sheet").to_owned());
    let places = [below("sheets"), below("../share/tabella/sheet"), own, below("../sheet"), built];
    let name = format!("{title}.html");
    places.into_iter().flatten().map(move |folder| folder.join(&name))
}

/// The page of a title with the path from which it was read, if it is at hand.
///
/// # Errors
/// A page that cannot be read.
pub(in crate::cli) fn find(title: &str) -> Result<Option<(PathBuf, Vec<u8>)>, Error> {
    for path in places(title) {
        if let Some(bytes) = files::read_named_if_there(&path, PAGE_MAX)? {
            return Ok(Some((path, bytes)));
        }
    }
    Ok(None)
}

/// Digest of the page of a title, if it is at hand.
///
/// # Errors
/// A page that cannot be read.
pub(in crate::cli) fn digest(title: &str) -> Result<Option<Digest>, Error> {
    Ok(find(title)?.map(|(_, bytes)| Digest::of(&bytes)))
}
