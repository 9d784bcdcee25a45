//! Titles with the data that came with the program.

use crate::catalogue;
use crate::cli::common::{self, Error};
use crate::packed;
use engine::complaint::nearest;
use engine::data::{Setup, Tempo};
use engine::title::LoadedTitle;
use engine::{Node, Revision};
use record::exchange;
use std::collections::BTreeMap;

/// A title with its packed data.
///
/// # Errors
/// An unknown title.
pub fn packed_title(slug: &str) -> Result<Box<dyn LoadedTitle>, Error> {
    let title = catalogue::find(slug).ok_or_else(|| unknown(slug))?;
    packed_title_by(slug, title.revision())
}

/// Like [`packed_title`], but under an earlier revision of the title's rules.
///
/// # Errors
/// An unknown title, or packed data that cannot be read.
pub fn packed_title_by(slug: &str, revision: Revision) -> Result<Box<dyn LoadedTitle>, Error> {
    let title = catalogue::find(slug).ok_or_else(|| unknown(slug))?;
    let data = exchange::data::build(packed::data(slug))
        .map_err(|faults| Error::files(format!("packed data: {faults:?}")))?;
    title.load(&data, revision).map_err(|faults| Error::files(format!("packed data: {faults:?}")))
}

/// The error for a name that is not the name of a title.
pub fn unknown(slug: &str) -> Error {
    let known: Vec<&str> = catalogue::titles().iter().map(|title| title.slug()).collect();
    let hint = nearest(slug, known.iter().copied())
        .map(|word| format!(" Did you mean `{word}`?"))
        .unwrap_or_default();
    Error::usage(format!("no title `{slug}`.{hint} Titles: {}", known.join(", ")))
}

/// A tempo by its word.
///
/// # Errors
/// Any other word.
pub fn tempo(word: &str) -> Result<Tempo, Error> {
    Tempo::parse(word)
        .ok_or_else(|| Error::usage(format!("--tempo {word}: {}", Tempo::WORDS.join(" or "))))
}

/// The choices of a game with the title's own seats.
///
/// # Errors
/// An unknown scenario or tempo; options are judged when the game is opened.
pub fn setup(
    loaded: &dyn LoadedTitle,
    scenario: Option<&str>,
    options: &[String],
    tempo_word: &str,
) -> Result<Setup, Error> {
    let prospectus = loaded.prospectus();
    let found = match scenario {
        Some(name) => prospectus.scenarios.iter().find(|s| s.name == name),
        None => prospectus.scenarios.first(),
    };
    let Some(scenario) = found else {
        let known: Vec<&str> = prospectus.scenarios.iter().map(|s| s.name.as_str()).collect();
        return Err(Error::usage(format!(
            "no scenario `{}`; the scenarios are: {}",
            scenario.unwrap_or(""),
            known.join(", ")
        )));
    };
    let options = common::pairs(options, "--option")?.into_iter().collect();
    Ok(Setup {
        scenario: scenario.name.clone(),
        options,
        tempo: tempo(tempo_word)?,
        seats: scenario.seats.clone(),
    })
}

/// Checks that a title has a strong player.
///
/// # Errors
/// It has none.
pub fn strong(loaded: &dyn LoadedTitle, title: &str) -> Result<(), Error> {
    if loaded.has_strong() {
        return Ok(());
    }
    Err(Error::usage(format!("{title} has no strong player yet: use `easy` or `fair`")))
}

/// The headings of a title's rules, by number; none for a title that the program does not know.
pub fn headings(slug: &str) -> BTreeMap<String, String> {
    let Some(text) = packed::rules(slug) else { return BTreeMap::new() };
    let root = exchange::yaml::parse(text).expect("the packed rules.yaml is good YAML");
    let rules = root.get("rules").and_then(Node::list).expect("it lists rules");
    let heading = |rule: &Node| {
        Some((rule.get("rule")?.text()?.to_owned(), rule.get("heading")?.text()?.to_owned()))
    };
    rules.iter().filter_map(heading).collect()
}
