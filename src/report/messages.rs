//! Translates what commands and letters say of orders: which catalogues serve for what ([`phrasebook`]).

use super::Language;
use crate::packed;
use phrasebook::Phrasebook;
use std::ops::Deref;

/// The sentences of a title, and those of all titles, in one language.
pub struct Messages(Phrasebook);

/// The catalogues of messages about order files and their contents.
const OF_ORDERS: [&str; 2] = ["messages.txt", "orders.txt"];

/// The folder of the catalogues for all titles.
const OF_ALL: &str = "templates";

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
    let own = own(title);
    let rules = texts(language, OF_ALL, &["orders.txt", "offers.txt"]).chain(texts(
        language,
        &own,
        &["messages.txt", "picture.txt", "offers.txt"],
    ));
    [texts(language, OF_ALL, &["sheet.txt"]).collect(), rules.collect()]
}

/// The catalogues of these names of all titles and of one.
fn files(language: Language, title: &str, names: &[&str]) -> Vec<&'static str> {
    texts(language, OF_ALL, names).chain(texts(language, &own(title), names)).collect()
}

/// The folder of a title's own catalogues.
fn own(title: &str) -> String {
    format!("games/{title}/templates")
}

/// The catalogues of these names that lie in one folder.
fn texts(language: Language, folder: &str, names: &[&str]) -> impl Iterator<Item = &'static str> {
    names
        .iter()
        .filter_map(move |name| packed::get(&format!("{folder}/{}/{name}", language.code())))
}
