//! The page of games: those that one has, and new ones.

use super::lesson_path;
use super::practice::{Stand, Wanted};
use crate::catalogue;
use crate::cli::common::{Error, seat_names, titles};
use crate::cli::now;
use crate::lessons;
use crate::report::{Language, Rulebook};
use crate::store::records::solo;
use crate::store::{learned, load};
use ::sheet::page;
use engine::data::Prospectus;
use engine::title::Title;
use serde_json::{Value, json};

/// The page of games.
///
/// # Errors
/// The folder of games cannot be read.
pub(super) fn page(language: Option<Language>) -> Result<String, Error> {
    let mut games = Vec::new();
    for folder in solo::all()? {
        let Some(name) = solo::name(&folder).map(ToOwned::to_owned) else { continue };
        // One that cannot be opened hides none of the others.
        games.push(match load(&folder).map_err(Error::from).and_then(|game| now::stand(&game)) {
            Ok(stand) => json!({
                "name": name,
                "title": stand.title,
                "scenario": stand.scenario,
                "played": solo::played(&folder)?.timestamp_millis(),
                "who": stand.who,
                "turn": stand.turn,
                "words": stand.words,
                "state": match stand.stand {
                    Stand::Asked => "asked",
                    Stand::Waits { .. } => "waits",
                    Stand::Over(_) => "over",
                },
            }),
            Err(why) => json!({ "name": name, "state": "lost", "words": why.to_string() }),
        });
    }
    let titles: Result<Vec<Value>, Error> =
        catalogue::titles().iter().map(|title| listed(*title)).collect();
    Ok(page::games(&json!({
        "games": games,
        "titles": titles?,
        "languages": Language::ALL.map(|one| json!([one.code(), one.own_name()])),
        "language": language.unwrap_or_default().code(),
    })))
}

fn listed(title: &dyn Title) -> Result<Value, Error> {
    let loaded = titles::packed_title(title.slug())?;
    let Prospectus { title: name, about, scenarios, .. } = loaded.prospectus();
    let rules = Rulebook::of(title.slug())?;
    let opening = ["**You win**", "**A game**"].map(|words| first_words(rules.opening(), words));
    let scenarios: Vec<Value> = scenarios
        .iter()
        .map(|one| {
            let seats: Vec<Value> = one
                .seats
                .iter()
                .map(|(seat, side)| {
                    let alone = one.seats.iter().filter(|(_, other)| other == side).count() == 1;
                    json!([seat.name(), seat_names::by_side(seat.name(), side, alone)])
                })
                .collect();
            json!({ "name": one.name, "title": one.title, "seats": seats })
        })
        .collect();
    let done = learned::done(title.slug())?;
    let taught: Vec<Value> = lessons::of(title.slug())
        .iter()
        .map(|lesson| {
            let at = lesson_path(title.slug(), &lesson.id);
            json!({ "at": at, "name": lesson.name, "done": done.contains(&lesson.id) })
        })
        .collect();
    Ok(json!({
        "slug": title.slug(),
        "name": name,
        "about": about,
        "opening": opening.join(" "),
        "scenarios": scenarios,
        "strong": loaded.has_strong(),
        "lessons": taught,
    }))
}

/// The paragraph of a rulebook's opening that begins with these words, without Markdown marks and without the number of
/// letters that the game takes.
fn first_words(opening: &str, words: &str) -> String {
    let paragraph = opening.split("\n\n").find(|one| one.starts_with(words)).unwrap_or_default();
    let plain = paragraph.replace("**", "").replace('\n', " ");
    let kept = plain.split_inclusive(". ").filter(|one| !one.contains(" letter"));
    kept.collect::<String>().trim_end().to_owned()
}

/// The game that the page asks for.
///
/// # Errors
/// A body that is no such request.
pub(super) fn wanted(body: &str) -> Result<Wanted, Error> {
    let asked: Value =
        serde_json::from_str(body).map_err(|why| Error::no(format!("not understood: {why}")))?;
    let word = |field: &str| {
        let found = asked[field].as_str().map(ToOwned::to_owned);
        found.ok_or_else(|| Error::no(format!("not understood: `{field}` is missing")))
    };
    let language = word("language")?;
    let unknown = || Error::no(format!("not understood: there is no language `{language}`"));
    Ok(Wanted {
        title: word("title")?,
        seat: Some(word("seat")?),
        strength: word("strength")?,
        scenario: Some(word("scenario")?),
        options: Vec::new(),
        tempo: word("tempo")?,
        language: Language::of(&language).ok_or_else(unknown)?,
    })
}
