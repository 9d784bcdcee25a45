//! The site of a club: pages that are a pure function of public records. Only what everybody may see enters here.
//!
//! Each file is handed on as soon as it is made, so that a site of thousands of games takes no more memory than what its lists say.

mod cup;
mod data;
mod feed;
mod lists;
mod offer;
mod shown;

pub use cup::{Cup, cup};
pub use offer::Offer;

use crate::club::{self, Game, List, Person, Record, Standing, people, ratings, standings};
use crate::report::{REPLAY, ReportError, Reporter};
use chrono::{DateTime, SecondsFormat, Utc};
use rayon::prelude::*;
use serde::Serialize;
use serde_json::{Value, json};
use shown::{Shown, capital};
use std::collections::{BTreeMap, BTreeSet};

/// Newest reports on the front page.
const NEWS: usize = 12;
/// Running games on the front page; the page of games has them all.
const RUNNING: usize = 30;
/// Lines of the standings, of the ratings and of the seats that want a player on the front page.
const LINES: usize = 12;

/// The club's words about itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Club {
    pub name: String,
    /// The address of the site, with a `/` at the end; a feed and preview pictures need it.
    pub url: Option<String>,
    /// The ids of the games that also have a page on which they can be followed step by step.
    #[serde(skip)]
    pub replays: BTreeSet<String>,
    /// True if there is a preview picture of every game.
    pub pictures: bool,
    /// The invitations that anybody may answer.
    #[serde(skip)]
    pub offers: Vec<Offer>,
    /// Games that are not proved, and so count nowhere, with what was said of each.
    #[serde(skip)]
    pub unproven: Vec<(String, String)>,
}

/// Takes a file of the site, by its path.
pub type Put<'a, E> = &'a (dyn Fn(&str, &str) -> Result<(), E> + Sync);

/// Makes all files of the site but the records' own pages, maps and pictures, and hands each on.
///
/// # Errors
/// A template at fault; what `put` fails with.
pub fn pages<E: From<ReportError> + Send>(
    games: &[Game],
    cups: &[Cup],
    club: &Club,
    reporter: &Reporter,
    put: Put<'_, E>,
) -> Result<(), E> {
    let people = people(games);
    let told = Pages {
        games,
        cups,
        club,
        reporter,
        standings: standings(&people),
        ratings: ratings(games),
        people,
        put,
    };
    told.all()
}

struct Pages<'a, E> {
    games: &'a [Game],
    cups: &'a [Cup],
    club: &'a Club,
    reporter: &'a Reporter,
    people: BTreeMap<String, Person>,
    standings: Vec<Standing>,
    ratings: Vec<List>,
    put: Put<'a, E>,
}

impl<E: From<ReportError> + Send> Pages<'_, E> {
    fn all(&self) -> Result<(), E> {
        let open: Vec<&Game> = self.games.iter().filter(|game| game.outcome.is_none()).collect();
        let archive = lists::archive(self.games);
        self.front(&open, &archive)?;
        self.running(&open, &archive)?;
        self.players()?;
        let context = json!({"ratings": self.ratings.iter().map(lists::rated).collect::<Vec<_>>()});
        self.page("ratings.html", "ratings.html", context)?;
        self.page("search.html", "search.html", json!({}))?;
        for entry in &archive {
            for part in lists::finished(self.games, &entry.title) {
                let openings = lists::openings(&part);
                let context =
                    json!({"name": entry.name, "openings": openings, "part": part.told()});
                self.page("archive.html", &format!("archive/{}", part.file), context)?;
            }
        }
        for cup in self.cups {
            let path = format!("tournaments/{}.html", cup.id);
            let games = cup.played.iter().flat_map(|round| &round.games).filter(|one| one.page);
            let picture = games.map(|one| &one.game).next();
            self.page("tournament.html", &path, json!({"cup": cup, "picture": picture}))?;
        }
        for offer in &self.club.offers {
            let path = format!("open/{}/index.html", offer.id);
            self.page("open.html", &path, json!({"offer": offer}))?;
        }
        self.each()?;
        self.data()
    }

    fn front(&self, open: &[&Game], archive: &[lists::Section]) -> Result<(), E> {
        let news = news(self.games);
        let running: Vec<Shown<'_>> =
            open.iter().take(RUNNING).map(|game| Shown::of(game)).collect();
        let wanted = lists::wanted(open);
        let best = self.ratings.first().map(|list| &list.lines[..list.lines.len().min(LINES)]);
        let context = json!({
            "running": running, "more": open.len().saturating_sub(RUNNING), "count": open.len(),
            "archive": archive, "picture": news.first().map(|one| &one.game), "news": news, "best": best,
            "standings": &self.standings[..self.standings.len().min(LINES)], "players": self.standings.len(),
            "cups": self.cups, "offers": self.club.offers, "wanted": &wanted[..wanted.len().min(LINES)],
            "unseated": wanted.len().saturating_sub(LINES),
        });
        self.page("index.html", "index.html", context)
    }

    /// The running games, with the seats that want a player on the first page.
    fn running(&self, open: &[&Game], archive: &[lists::Section]) -> Result<(), E> {
        for part in lists::onward("games", open) {
            let running: Vec<Shown<'_>> = part.items.iter().map(|game| Shown::of(game)).collect();
            let wanted = if part.first() { lists::wanted(open) } else { Vec::new() };
            let unproven: &[(String, String)] =
                if part.first() { &self.club.unproven } else { &[] };
            let context = json!({
                "unproven": unproven,
                "running": running, "count": open.len(), "archive": archive, "wanted": wanted,
                "part": part.told(),
            });
            self.page("games.html", &part.file, context)?;
        }
        Ok(())
    }

    fn players(&self) -> Result<(), E> {
        let new = |one: &&Person| one.games.iter().all(|it| !it.result.over());
        let mut newcomers: Vec<&Person> = self.people.values().filter(new).collect();
        newcomers.sort_by_key(|one| (&one.name, &one.key));
        let named = |one: &&Person| json!({"name": one.name, "page": one.page});
        let newcomers: Vec<Value> = newcomers.iter().map(named).collect();
        for part in lists::onward("players", &self.standings) {
            let context = json!({
                "standings": part.items, "count": self.standings.len(), "part": part.told(),
                "newcomers": if part.first() { newcomers.as_slice() } else { &[] },
            });
            self.page("players.html", &part.file, context)?;
        }
        Ok(())
    }

    /// The pages of games and of players.
    fn each(&self) -> Result<(), E> {
        let pages = club::pages(self.games);
        self.games.par_iter().try_for_each(|game| self.game(game, &pages))?;
        let by_id: BTreeMap<&str, &Game> =
            self.games.iter().map(|game| (game.id.as_str(), game)).collect();
        let rated = lists::by_key(&self.ratings);
        self.people.values().collect::<Vec<_>>().par_iter().try_for_each(|person| {
            for part in lists::played(person, &by_id) {
                let played: Vec<Value> =
                    part.items.iter().map(|one| lists::seat(by_id[one.game.as_str()], one)).collect();
                let context = json!({
                    "person": lists::person(person), "played": played, "part": part.told(),
                    "rated": rated.get(person.key.as_str()), "picture": part.items.first().map(|one| &one.game),
                });
                self.page("player.html", &format!("players/{}", part.file), context)?;
            }
            Ok(())
        })
    }

    fn game(&self, game: &Game, pages: &BTreeMap<String, String>) -> Result<(), E> {
        let seat = |seat: &club::Seat| {
            let chair = shown::chair(game, seat);
            json!({"chair": chair, "name": seat.name, "program": seat.program, "page": pages[&seat.key]})
        };
        let seats: Vec<Value> = game.seats.iter().map(seat).collect();
        let replay = self.club.replays.contains(&game.id).then_some(REPLAY);
        let told = Shown::of(game);
        let context = json!({
            "game": told, "newest": game.newest(), "seats": seats, "records": records(game), "replay": replay,
            "picture": game.id,
        });
        self.page("game.html", &format!("games/{}/index.html", game.id), context)?;
        // The newest report of a game that goes on leads to a next one already, for a page that is sealed stays as it is.
        if game.outcome.is_none() {
            let number = game.newest().map_or(0, |record| record.number + 1);
            let path = format!("games/{}/{number:04}/report.html", game.id);
            let context = json!({
                "game": told, "number": number, "newest": game.newest(), "picture": game.id,
            });
            self.page("coming.html", &path, context)?;
        }
        if let Some(feed) = feed::of(game, self.club) {
            self.file(&feed.path, &self.reporter.site("feed.xml", &feed)?)?;
        }
        let text = serde_json::to_string(game).expect("plain data") + "\n";
        self.file(&format!("games/{}/{GAME_FILE}", game.id), &text)
    }

    /// Writes the files that are not pages: style, scripts, the index of the search, JSON, the feed of all games.
    fn data(&self) -> Result<(), E> {
        for name in ["site.css", "search.js", "find.js"] {
            self.file(name, &self.reporter.site(name, &Value::Null)?)?;
        }
        self.file("index.js", &data::index(self.games, &self.people, self.cups))?;
        self.file("games.json", &data::list(self.games, &self.people, self.club))?;
        match feed::newest(self.games, self.club) {
            Some(feed) => self.file(&feed.path, &self.reporter.site("feed.xml", &feed)?),
            None => Ok(()),
        }
    }

    /// Renders a page; what every page shows is added.
    fn page(&self, template: &str, path: &str, mut context: Value) -> Result<(), E> {
        context["club"] = json!(self.club);
        context["version"] = json!(env!("CARGO_PKG_VERSION"));
        context["path"] = json!(path);
        self.file(path, &self.reporter.site(template, &context)?)
    }

    fn file(&self, path: &str, text: &str) -> Result<(), E> {
        (self.put)(path, text)
    }
}

/// The file of a game for programs: all that the site says of it, by which the next site knows whether anything is new.
pub const GAME_FILE: &str = "game.json";

/// The records of a game, the newest first, with the players that missed them.
fn records(game: &Game) -> Vec<Value> {
    let line = |record: &Record| {
        let without = record.absent.iter().map(|name| shown::sat(game, name, record.number));
        let without: Vec<String> = without.collect();
        json!({
            "number": record.number, "page": record.page, "headline": record.headline, "day": day(&record.sealed),
            "sealed": record.sealed.to_rfc3339_opts(SecondsFormat::Secs, true), "without": without,
        })
    };
    game.records.iter().rev().map(line).collect()
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct News {
    game: String,
    versus: String,
    title_name: String,
    number: u32,
    page: String,
    headline: String,
    last: bool,
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
        versus: shown::versus(game),
        title_name: game.title_name.clone(),
        number: record.number,
        page: record.page.clone(),
        headline: record.headline.clone(),
        last: game.outcome.is_some() && game.newest() == Some(record),
        sealed: record.sealed.to_rfc3339_opts(SecondsFormat::Secs, true),
        day: day(&record.sealed),
    };
    all.into_iter().take(NEWS).map(item).collect()
}

pub fn day(at: &DateTime<Utc>) -> String {
    at.format("%-d %B %Y").to_string()
}

#[cfg(test)]
mod tests;
