//! What commands and letters say of orders, in another language: which catalogues serve for what ([`phrasebook`]).

use super::Language;
use crate::packed;
use phrasebook::Phrasebook;
use std::ops::Deref;

/// The sentences of a title, and those of all titles, in one language.
pub struct Messages(Phrasebook);

/// What is said of order files and of what stands in them.
const OF_ORDERS: [&str; 2] = ["messages.txt", "orders.txt"];

impl Deref for Messages {
    type Target = Phrasebook;

    fn deref(&self) -> &Phrasebook {
        &self.0
    }
}

impl Messages {
    /// The catalogue of a language for one title. English has none, and needs none.
    pub fn of(language: Language, title: &str) -> Self {
        Self(Phrasebook::read(files(language, title, &OF_ORDERS)))
    }

    /// The catalogue of what can be ordered by hand in one title (`offers.txt`), with what stands on its map and what is said
    /// of its orders.
    pub fn of_offers(language: Language, title: &str) -> Self {
        let names = [&OF_ORDERS[..], &["picture.txt", "offers.txt"]].concat();
        Self(Phrasebook::read(files(language, title, &names)))
    }

    /// The catalogues of all titles in a language.
    pub fn of_titles(language: Language) -> Self {
        Self::of_all(language, &OF_ORDERS)
    }

    /// The catalogues of what stands on the maps of all titles (`picture.txt`): a map does not say whose it is.
    pub fn of_pictures(language: Language) -> Self {
        Self::of_all(language, &["picture.txt"])
    }

    fn of_all(language: Language, names: &[&str]) -> Self {
        let ends: Vec<String> =
            names.iter().map(|name| format!("templates/{}/{name}", language.code())).collect();
        let ours = |path: &str| ends.iter().any(|end| path.ends_with(end));
        let all = packed::FILES.iter().filter(|(path, _)| ours(path));
        Self(Phrasebook::read(all.map(|(_, text)| *text)))
    }
}

/// The catalogues of what an order sheet of a title says: those of its page; and of orders, of what is offered, of maps. What only
/// commands say is in none of them.
pub fn of_sheet(language: Language, title: &str) -> [Vec<&'static str>; 2] {
    let code = language.code();
    let shared = ["orders.txt", "offers.txt"].map(|name| format!("templates/{code}/{name}"));
    let own = ["messages.txt", "picture.txt", "offers.txt"]
        .map(|name| format!("games/{title}/templates/{code}/{name}"));
    let page = [format!("templates/{code}/sheet.txt")];
    let texts = |paths: &[String]| paths.iter().filter_map(|path| packed::get(path)).collect();
    [texts(&page), texts(&[shared.as_slice(), &own].concat())]
}

/// The catalogues of these names of all titles and of one.
fn files(language: Language, title: &str, names: &[&str]) -> Vec<&'static str> {
    let folders = ["templates".to_owned(), format!("games/{title}/templates")];
    let path = |folder: &String, name: &str| format!("{folder}/{}/{name}", language.code());
    let paths = folders.iter().flat_map(|folder| names.iter().map(move |name| path(folder, name)));
    paths.filter_map(|path| packed::get(&path)).collect()
}
