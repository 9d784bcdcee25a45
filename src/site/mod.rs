//! The site of a club: pages that are a pure function of public records. Only what everybody may see enters here.

mod cup;
mod feed;
mod shown;

pub use cup::{Cup, cup};

use crate::club::{self, Game, Person, Played, Record, Standing, people, ratings, standings};
use crate::report::{REPLAY, ReportError, Reporter};
use chrono::{DateTime, SecondsFormat, Utc};
use serde::Serialize;
use serde_json::{Value, json};
use shown::Shown;
use std::collections::{BTreeMap, BTreeSet};

/// Newest reports on the front page.
const NEWS: usize = 12;
/// Running games on the front page; the page of games has them all.
const RUNNING: usize = 30;
/// Lines of the standings and of the ratings on the front page.
const LINES: usize = 12;

/// What the club says of itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Club {
    /// What the club is called.
    pub name: String,
    /// Where the site will stand, with a `/` at the end; a feed and preview pictures need it.
    pub url: Option<String>,
    /// The games, by id, beside whose pages lies one on which they can be followed step by step.
    #[serde(skip)]
    pub replays: BTreeSet<String>,
    /// Whether there is a preview picture of every game.
    pub pictures: bool,
}

/// All files of the site but the records' own pages, maps and pictures, by path.
///
/// # Errors
/// A template at fault.
pub fn pages(
    games: &[Game],
    cups: &[Cup],
    club: &Club,
    reporter: &Reporter,
) -> Result<BTreeMap<String, String>, ReportError> {
    let people = people(games);
    let told = Pages {
        games,
        cups,
        club,
        reporter,
        standings: standings(&people),
        people,
        files: BTreeMap::new(),
    };
    told.all()
}

/// The site as it is written.
struct Pages<'a> {
    games: &'a [Game],
    cups: &'a [Cup],
    club: &'a Club,
    reporter: &'a Reporter,
    people: BTreeMap<String, Person>,
    standings: Vec<Standing>,
    files: BTreeMap<String, String>,
}

impl Pages<'_> {
    fn all(mut self) -> Result<BTreeMap<String, String>, ReportError> {
        let news = news(self.games);
        let open: Vec<&Game> = self.games.iter().filter(|game| game.outcome.is_none()).collect();
        let running: Vec<Shown<'_>> = open.iter().map(|game| Shown::of(game)).collect();
        let archive = archive(self.games);
        let ratings = ratings(self.games);
        let best = ratings.first().map(|list| &list.lines[..list.lines.len().min(LINES)]);
        self.page(
            "index.html",
            "index.html",
            &json!({
                "running": &running[..running.len().min(RUNNING)], "more": running.len().saturating_sub(RUNNING),
                "count": running.len(), "archive": archive, "news": news, "best": best,
                "standings": &self.standings[..self.standings.len().min(LINES)], "players": self.standings.len(),
                "cups": self.cups, "wanted": wanted(&open),
            }),
        )?;
        self.page("games.html", "games.html", &json!({"running": running, "archive": archive}))?;
        self.page("ratings.html", "ratings.html", &json!({"ratings": ratings}))?;
        let newcomers: Vec<&Person> = self
            .people
            .values()
            .filter(|one| one.games.iter().all(|it| !it.result.over()))
            .collect();
        let context = json!({"standings": self.standings, "newcomers": newcomers});
        self.page("players.html", "players.html", &context)?;
        self.page("search.html", "search.html", &json!({}))?;
        for entry in &archive {
            let openings = openings(self.games, &entry.title);
            let context = json!({"name": entry.name, "openings": openings});
            self.page("archive.html", &format!("archive/{}.html", entry.title), &context)?;
        }
        for cup in self.cups {
            let path = format!("tournaments/{}.html", cup.id);
            self.page("tournament.html", &path, &json!({"cup": cup}))?;
        }
        self.each()?;
        self.data()?;
        Ok(self.files)
    }

    /// The pages of games and of players.
    fn each(&mut self) -> Result<(), ReportError> {
        let pages = club::pages(self.games);
        for game in self.games {
            let seat = |seat: &club::Seat| {
                let chair = shown::chair(game, seat);
                json!({"chair": chair, "name": seat.name, "program": seat.program, "page": pages[&seat.key]})
            };
            let seats: Vec<Value> = game.seats.iter().map(seat).collect();
            let path = format!("games/{}/index.html", game.id);
            let replay = self.club.replays.contains(&game.id).then_some(REPLAY);
            let told = Shown::of(game);
            let records = records(game);
            let context =
                json!({"game": told, "seats": seats, "records": records, "replay": replay});
            self.page("game.html", &path, &context)?;
            // The newest report of a game that goes on leads to a next one already, for a page that is sealed stays as it is.
            if game.outcome.is_none() {
                let number = game.newest().map_or(0, |record| record.number + 1);
                let path = format!("games/{}/{number:04}/report.html", game.id);
                let context = json!({"game": told, "number": number, "newest": game.newest()});
                self.page("coming.html", &path, &context)?;
            }
            let text = serde_json::to_string(game).expect("plain data") + "\n";
            self.files.insert(format!("games/{}/{GAME_FILE}", game.id), text);
        }
        let by_id: BTreeMap<&str, &Game> =
            self.games.iter().map(|game| (game.id.as_str(), game)).collect();
        for person in std::mem::take(&mut self.people).values() {
            let path = format!("players/{}.html", person.page);
            let played: Vec<Value> = person.games.iter().map(|one| played(&by_id, one)).collect();
            self.page("player.html", &path, &json!({"person": person, "played": played}))?;
        }
        Ok(())
    }

    /// What is no page: style, scripts, the index of the search, JSON, feeds.
    fn data(&mut self) -> Result<(), ReportError> {
        for name in ["site.css", "search.js", "find.js"] {
            self.files.insert(name.to_owned(), self.reporter.site(name, &Value::Null)?);
        }
        let people = people(self.games);
        self.files.insert("index.js".to_owned(), index(self.games, &people, self.cups));
        let short: Vec<Value> = self.games.iter().map(short).collect();
        let data = json!({"club": self.club, "games": short, "players": people});
        let text = serde_json::to_string(&data).expect("plain data") + "\n";
        self.files.insert("games.json".to_owned(), text);
        for feed in feed::feeds(self.games, self.club) {
            let text = self.reporter.site("feed.xml", &feed)?;
            self.files.insert(feed.path, text);
        }
        Ok(())
    }

    /// Renders a page; what every page shows is added.
    fn page(&mut self, template: &str, path: &str, context: &Value) -> Result<(), ReportError> {
        let mut context = context.clone();
        context["club"] = json!(self.club);
        context["version"] = json!(env!("CARGO_PKG_VERSION"));
        context["path"] = json!(path);
        self.files.insert(path.to_owned(), self.reporter.site(template, &context)?);
        Ok(())
    }
}

/// The file of a game for programs: all that the site says of it, by which the next site knows whether anything is new.
pub const GAME_FILE: &str = "game.json";

/// A game in a line of the list for programs.
fn short(game: &Game) -> Value {
    json!({
        "id": game.id, "title": game.title, "opening": game.opening, "seats": game.seats, "asked": game.asked,
        "deadline": game.deadline, "outcome": game.outcome, "start": game.start, "head": game.head,
        "records": game.records.len(), "sealed": game.newest().map(|record| record.sealed),
    })
}

/// What the search of the site looks through: path, name, and words.
fn index(games: &[Game], people: &BTreeMap<String, Person>, cups: &[Cup]) -> String {
    let mut entries: Vec<[String; 3]> = Vec::new();
    for cup in cups {
        let path = format!("tournaments/{}.html", cup.id);
        entries.push([path, cup.name.clone(), format!("tournament, {}", cup.title_name)]);
    }
    for game in games {
        let told = Shown::of(game);
        let state = told.state();
        let about = format!("{}, {}, {}; {state}", game.title_name, game.scenario, game.id);
        entries.push([format!("games/{}/index.html", game.id), shown::versus(game), about]);
    }
    for person in people.values() {
        let games = person.games.len();
        let about = format!("player, {games} {}", if games == 1 { "game" } else { "games" });
        entries.push([format!("players/{}.html", person.page), person.name.clone(), about]);
    }
    format!(
        "globalThis.tabellaIndex = {};\n",
        serde_json::to_string(&entries).expect("plain data").replace("</", "<\\/")
    )
}

/// A title in the archive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct Section {
    title: String,
    name: String,
    count: usize,
}

/// The titles of which games are over, by name.
fn archive(games: &[Game]) -> Vec<Section> {
    let mut sections: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for game in games.iter().filter(|game| game.outcome.is_some()) {
        *sections.entry((&game.title_name, &game.title)).or_default() += 1;
    }
    let section = |((name, title), count): ((&str, &str), usize)| Section {
        title: title.to_owned(),
        name: name.to_owned(),
        count,
    };
    sections.into_iter().map(section).collect()
}

/// The finished games of a title by opening, with what came of them.
fn openings(games: &[Game], title: &str) -> Vec<Value> {
    let mut openings: BTreeMap<&str, Vec<&Game>> = BTreeMap::new();
    for game in games.iter().filter(|game| game.title == title && game.outcome.is_some()) {
        openings.entry(&game.scenario).or_default().push(game);
    }
    let opening = |(name, games): (&str, Vec<&Game>)| {
        let mut wins: BTreeMap<&str, usize> = BTreeMap::new();
        let mut drawn = 0;
        for outcome in games.iter().filter_map(|game| game.outcome.as_ref()) {
            match &outcome.winner {
                Some(winner) => *wins.entry(winner).or_default() += 1,
                None => drawn += 1,
            }
        }
        let wins: Vec<Value> =
            wins.into_iter().map(|(side, count)| json!({"side": side, "count": count})).collect();
        let games: Vec<Shown<'_>> = games.into_iter().map(Shown::of).collect();
        json!({"name": name, "games": games, "wins": wins, "drawn": drawn})
    };
    openings.into_iter().map(opening).collect()
}

/// Seats of running games that want a player: who would take one over?
fn wanted(running: &[&Game]) -> Vec<Value> {
    let line = |game: &Game, name: &String| {
        let seat = game.seats.iter().find(|seat| seat.seat == *name);
        let chair = seat.map_or_else(|| name.clone(), |seat| shown::chair(game, seat));
        let versus = shown::versus(game);
        json!({"game": game.id, "versus": versus, "title_name": game.title_name, "chair": chair})
    };
    let of = |game: &&Game| game.wanted().map(|seat| line(game, seat)).collect::<Vec<_>>();
    running.iter().flat_map(of).collect()
}

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

/// A game in the table of somebody who plays it.
fn played(games: &BTreeMap<&str, &Game>, one: &Played) -> Value {
    let game = games[one.game.as_str()];
    let seat = game.seats.iter().find(|seat| seat.seat == one.seat);
    let chair = seat.map_or_else(|| one.seat.clone(), |seat| shown::chair(game, seat));
    json!({
        "game": one.game, "versus": shown::versus(game), "title_name": one.title_name, "chair": chair,
        "result": one.result,
    })
}

/// A report on the front page.
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

/// A day in words.
pub fn day(at: &DateTime<Utc>) -> String {
    at.format("%-d %B %Y").to_string()
}

#[cfg(test)]
mod tests;
