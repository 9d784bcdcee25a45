//! Code that several commands use.

pub mod blocker;
mod exit;
pub mod for_all;
pub mod games;
pub mod hints;
mod language;
pub mod languages;
mod output;
pub mod reports;
pub mod seat_game;
pub(in crate::cli) mod seat_names;
pub(in crate::cli) mod sheet_page;
pub mod titles;
#[cfg(feature = "mail")]
pub mod zones;

pub use exit::{CommandResult, Error, Exit};
pub use language::{LanguageArg, WishedLanguageArg};
pub(in crate::cli) use output::{be_quiet, complain, is_quiet};
pub use output::{colour, print, print_json, tell, width};

use crate::store;
use std::path::Path;

/// The game folder: the one that was named (by its path, or as a game of one person against the program), or the one in
/// which the current folder lies.
///
/// # Errors
/// No game there.
pub fn folder(dir: Option<&Path>) -> Result<store::Folder, Error> {
    let start = match dir {
        Some(dir) => store::records::solo::meant(dir)?,
        None => store::environment::current_folder()?,
    };
    Ok(store::Folder::find(&start)?)
}

/// A number of records in words.
pub fn records(count: u32) -> String {
    if count == 1 { "1 record".to_owned() } else { format!("{count} records") }
}

/// Splits `NAME=VALUE` arguments.
///
/// # Errors
/// An argument without `=`, or a name twice.
pub fn pairs(arguments: &[String], option: &str) -> Result<Vec<(String, String)>, Error> {
    let mut pairs: Vec<(String, String)> = Vec::new();
    for argument in arguments {
        let Some((name, value)) = argument.split_once('=') else {
            return Err(Error::usage(format!("{option} {argument}: write {option} NAME=VALUE")));
        };
        if pairs.iter().any(|(known, _)| known == name) {
            return Err(Error::usage(format!("{option} {name}: given twice")));
        }
        pairs.push((name.to_owned(), value.to_owned()));
    }
    Ok(pairs)
}
