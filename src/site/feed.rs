//! Feeds of reports (Atom, RFC 4287): one of the whole site, one of each game.

use super::Club;
use super::shown;
use crate::club::{Game, Record};
use chrono::SecondsFormat;
use serde::Serialize;
use std::cmp::Reverse;

/// Newest reports in a feed.
const ENTRIES: usize = 30;
/// Name of a feed, in the folder of the page that it belongs to.
const FEED: &str = "feed.atom";
/// The date of change of a feed without reports, as every feed must state one.
const NEVER: &str = "1970-01-01T00:00:00Z";

/// A feed, as its template needs it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Feed {
    pub(super) path: String,
    /// The address at which the feed will be read.
    own: String,
    title: String,
    /// The author of the feed: the club.
    author: String,
    /// The page that it belongs to, which is its id too.
    page: String,
    updated: String,
    entries: Vec<Entry>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct Entry {
    title: String,
    /// Its page, which is its id too: in two feeds it is the same entry.
    page: String,
    updated: String,
    summary: String,
}

/// The feed of all games; none if the site's address is not given, because an id must be a whole address.
pub(super) fn newest(games: &[Game], club: &Club) -> Option<Feed> {
    let url = club.url.as_ref()?;
    let every = games.iter().flat_map(|game| game.records.iter().map(move |record| (game, record)));
    // The openings of games are in their own feeds.
    let played = every.filter(|(_, record)| record.number > 0).collect();
    Some(feed(club, url, "", &club.name, played))
}

/// The feed of a game; none as for [`newest`].
pub(super) fn of(game: &Game, club: &Club) -> Option<Feed> {
    let url = club.url.as_ref()?;
    let title = format!("{}: {}", shown::versus(game), game.title_name);
    let reports = game.records.iter().map(|record| (game, record)).collect();
    Some(feed(club, url, &format!("games/{}/", game.id), &title, reports))
}

/// The newest of these reports as a feed, those of the same moment by game.
fn feed(
    club: &Club,
    url: &str,
    folder: &str,
    title: &str,
    mut reports: Vec<(&Game, &Record)>,
) -> Feed {
    reports
        .sort_by_key(|(game, record)| (Reverse(record.sealed), &game.id, Reverse(record.number)));
    let entries: Vec<Entry> =
        reports.into_iter().take(ENTRIES).map(|(game, record)| entry(url, game, record)).collect();
    Feed {
        path: format!("{folder}{FEED}"),
        own: format!("{url}{folder}{FEED}"),
        title: title.to_owned(),
        author: club.name.clone(),
        page: if folder.is_empty() { url.to_owned() } else { format!("{url}{folder}index.html") },
        updated: entries.first().map_or_else(|| NEVER.to_owned(), |entry| entry.updated.clone()),
        entries,
    }
}

fn entry(url: &str, game: &Game, record: &Record) -> Entry {
    let versus = shown::versus(game);
    Entry {
        title: record.headline.clone(),
        page: format!("{url}games/{}/{}/report.html", game.id, record.page),
        updated: record.sealed.to_rfc3339_opts(SecondsFormat::Secs, true),
        summary: format!("{versus}, {}, record {}", game.title_name, record.number),
    }
}
