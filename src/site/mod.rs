//! The site of a club: pages that are a pure function of public records. Only what everybody may see enters here.

use crate::club::{self, Game, Record, people, standings};
use crate::report::{REPLAY, ReportError, Reporter};
use chrono::{DateTime, SecondsFormat, Utc};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Newest reports on the front page and in the feed.
const NEWS: usize = 12;

/// What the club says of itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Club {
    /// Its name.
    pub name: String,
    /// Where the site will stand, with a `/` at the end; a feed needs it.
    pub url: Option<String>,
    /// The games, by id, beside whose pages lies one on which they can be followed step by step.
    #[serde(skip)]
    pub replays: BTreeSet<String>,
}

/// All files of the site but the records' own pages and maps, by path.
///
/// # Errors
/// A template at fault.
pub fn pages(
    games: &[Game],
    club: &Club,
    reporter: &Reporter,
) -> Result<BTreeMap<String, String>, ReportError> {
    let mut files = BTreeMap::new();
    let people = people(games);
    let standings = standings(&people);
    let (running, over): (Vec<&Game>, Vec<&Game>) =
        games.iter().partition(|game| game.outcome.is_none());
    let mut archive: BTreeMap<&str, Vec<&Game>> = BTreeMap::new();
    for game in &over {
        archive.entry(&game.title_name).or_default().push(game);
    }
    let news = news(games);
    let version = env!("CARGO_PKG_VERSION");
    let page_of = club::pages(games);
    let front = json!({"club": club, "running": running, "archive": archive, "news": news, "standings": standings, "version": version});
    files.insert("index.html".to_owned(), reporter.site("index.html", &front)?);
    for game in games {
        let context = json!({"club": club, "game": game, "pages": page_of, "replay": club.replays.contains(&game.id).then_some(REPLAY), "version": version});
        files
            .insert(format!("games/{}/index.html", game.id), reporter.site("game.html", &context)?);
    }
    for person in people.values() {
        let context = json!({"club": club, "person": person, "version": version});
        files.insert(
            format!("players/{}.html", person.page),
            reporter.site("player.html", &context)?,
        );
    }
    for name in ["site.css", "search.js"] {
        files.insert(name.to_owned(), reporter.site(name, &Value::Null)?);
    }
    let data = json!({"club": club, "games": games, "players": people});
    files.insert(
        "games.json".to_owned(),
        serde_json::to_string_pretty(&data).expect("plain data") + "\n",
    );
    if let Some(url) = &club.url {
        let feed = json!({"club": club, "url": url, "news": news, "updated": news.first().map(|item| &item.sealed)});
        files.insert("feed.atom".to_owned(), reporter.site("feed.html", &feed)?);
    }
    Ok(files)
}

/// A report on the front page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct News {
    game: String,
    title_name: String,
    number: u32,
    page: String,
    headline: String,
    last: bool,
    start: String,
    sealed: String,
    day: String,
}

/// The newest report of every game, the newest first, of the same moment by id.
fn news(games: &[Game]) -> Vec<News> {
    let newest = |game| Some((game, Game::newest(game).filter(|record| record.number > 0)?));
    let mut all: Vec<_> = games.iter().filter_map(newest).collect();
    all.sort_by_key(|(game, record)| (std::cmp::Reverse(record.sealed), &game.id));
    let item = |(game, record): (&Game, &Record)| News {
        game: game.id.clone(),
        title_name: game.title_name.clone(),
        number: record.number,
        page: record.page.clone(),
        headline: record.headline.clone(),
        last: game.outcome.is_some() && game.newest() == Some(record),
        start: game.start.clone(),
        sealed: record.sealed.to_rfc3339_opts(SecondsFormat::Secs, true),
        day: day(&record.sealed),
    };
    all.into_iter().take(NEWS).map(item).collect()
}

/// A day in words.
pub fn day(at: &DateTime<Utc>) -> String {
    at.format("%-d %B %Y").to_string()
}

#[cfg(test)]
mod tests;
