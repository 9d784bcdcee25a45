//! The data and templates that came with the program.

use std::borrow::Cow;

/// Every packed file: its path in the repository and its text, sorted by path.
pub static FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/packed.rs"));

/// The language in which every template exists.
const LANGUAGE: &str = "en";

pub fn get(path: &str) -> Option<&'static str> {
    FILES.binary_search_by(|(name, _)| (*name).cmp(path)).ok().map(|at| FILES[at].1)
}

/// The files directly in a folder: name and text, sorted.
pub fn folder(path: &str) -> impl Iterator<Item = (&'static str, &'static str)> + use<> {
    let prefix = format!("{path}/");
    FILES.iter().filter_map(move |(name, text)| {
        let rest = name.strip_prefix(prefix.as_str())?;
        (!rest.contains('/')).then_some((rest, *text))
    })
}

/// The data of a title, which a game copies and seals: name and text, sorted.
pub fn data(title: &str) -> impl Iterator<Item = (&'static str, &'static str)> + use<> {
    folder(&format!("games/{title}/data"))
}

/// The names of the data files that differ from the title's own, are added to them or are missing: what its players
/// wrote themselves. Empty for a title that was not built in.
pub fn house_data(title: &str, texts: &[(String, String)]) -> Vec<String> {
    let own: Vec<_> = data(title).collect();
    if own.is_empty() {
        return Vec::new();
    }
    let altered = texts
        .iter()
        .filter(|(name, text)| !own.iter().any(|(known, own)| known == name && own == text))
        .map(|(name, _)| name.clone());
    let lacking = own
        .iter()
        .filter(|(known, _)| texts.iter().all(|(name, _)| name != known))
        .map(|(known, _)| (*known).to_owned());
    altered.chain(lacking).collect()
}

/// The page for players, in Markdown.
pub fn guide() -> &'static str {
    get("docs/player.md").expect("the guide is packed into the program")
}

/// The numbers of a title's rules with their headings; none of a title that was not built in.
pub fn rules(title: &str) -> Option<&'static str> {
    get(&format!("games/{title}/rules.yaml"))
}

/// The rules of a title in our own words, as a template; none of a title that was not built in.
pub fn rules_text(title: &str) -> Option<&'static str> {
    get(&format!("games/{title}/rules.md"))
}

/// A title's rulings on places where its rulebook is silent; none if it has no such places, or was not built in.
pub fn rulings(title: &str) -> Option<&'static str> {
    get(&format!("games/{title}/rulings.md"))
}

/// The lessons of a title; none of a title that has none, or was not built in.
pub fn lessons(title: &str) -> Option<&'static str> {
    get(&format!("games/{title}/lessons.yaml"))
}

/// The file that says whose luck each throw of a title is; none if the title has no dice, or was not built in.
pub fn luck(title: &str) -> Option<&'static str> {
    get(&format!("games/{title}/luck.yaml"))
}

/// The measured balance of a title's scenarios; none if the title was not measured, or not built in.
pub fn balance(title: &str) -> Option<&'static str> {
    get(&format!("games/{title}/balance.yaml"))
}

/// The names of the players in a title's demonstrations, by seat; none if it has none.
pub fn demo(title: &str) -> Option<&'static str> {
    get(&format!("games/{title}/demo.yaml"))
}

/// The captions of maps: the titles' own (`games/TITLE/templates/LANGUAGE/map.txt`), then the common ones. Those of
/// another language follow the English ones and replace them.
pub fn captions(language: &str) -> String {
    let of = |language: &str| -> String {
        let end = format!("/templates/{language}/map.txt");
        let own = |path: &str| path.starts_with("games/") && path.ends_with(&end);
        let titles = FILES.iter().filter(|(path, _)| own(path)).map(|(_, text)| *text);
        titles.chain(get(&end[1..])).collect()
    };
    if language == LANGUAGE { of(LANGUAGE) } else { of(LANGUAGE) + &of(language) }
}

/// A template by the name that templates use: `TITLE/NAME` is the title's own, `NAME` belongs to all.
pub fn template(name: &str) -> Option<&'static str> {
    own_template(LANGUAGE, name)
}

/// A template in another language, or the English one if there is none. A catalogue (`*.txt`) follows the English one,
/// so that whatever it lacks is said in English.
pub fn template_in(language: &str, name: &str) -> Option<Cow<'static, str>> {
    let (own, english) = (own_template(language, name), template(name));
    match (own, english) {
        (Some(own), Some(english)) if language != LANGUAGE && is_catalogue(name) => {
            Some(format!("{english}\n{own}").into())
        }
        (own, english) => own.or(english).map(Cow::Borrowed),
    }
}

/// True if a template is a list of words by name, which may be laid over another. A letter is a whole text.
fn is_catalogue(name: &str) -> bool {
    !name.starts_with("mail/") && name.rsplit_once('.').is_some_and(|(_, kind)| kind == "txt")
}

fn own_template(language: &str, name: &str) -> Option<&'static str> {
    let own = name
        .split_once('/')
        .and_then(|(title, rest)| get(&format!("games/{title}/templates/{language}/{rest}")));
    own.or_else(|| get(&format!("templates/{language}/{name}")))
}
