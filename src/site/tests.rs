//! A club by hand.

use super::*;
use crate::club::{Fate, GameResult, Record, Seat};
use chrono::TimeZone;

fn game(id: &str, outcome: Option<&str>) -> Game {
    let seat = |seat: &str, key: &str, name: &str| Seat {
        seat: seat.to_owned(),
        side: seat.to_owned(),
        name: name.to_owned(),
        key: key.to_owned(),
        program: false,
    };
    let record = |number: u32, absent: &[&str]| Record {
        number,
        page: format!("{number:04}"),
        headline: format!("turn <{number}>"),
        opened: Utc.with_ymd_and_hms(2026, 4, number.max(1), 18, 0, 0).unwrap(),
        sealed: Utc.with_ymd_and_hms(2026, 4, 1 + number, 18, 0, 0).unwrap(),
        asked: if number == 0 { Vec::new() } else { vec!["rome".to_owned()] },
        absent: absent.iter().map(|seat| (*seat).to_owned()).collect(),
    };
    Game {
        id: id.to_owned(),
        title: "punica".to_owned(),
        title_name: "Punica".to_owned(),
        scenario: "The war".to_owned(),
        opening: "war".to_owned(),
        former: Vec::new(),
        replaced: Vec::new(),
        placing: Vec::new(),
        vacant: Vec::new(),
        missing: Vec::new(),
        delay: None,
        told_by: String::new(),
        seats: vec![seat("rome", "KEY1", "Flavia & Co"), seat("carthage", "KEY2", "Tomasz")],
        records: vec![record(0, &[]), record(1, &[]), record(2, &["rome"])],
        asked: vec!["rome".to_owned()],
        deadline: None,
        outcome: outcome.map(|winner| GameResult {
            winner: (winner != "nobody").then(|| winner.to_owned()),
            reason: "influence".to_owned(),
        }),
        start: "aa".repeat(32),
        head: "bb".repeat(32),
    }
}

fn club(url: Option<&str>) -> Club {
    Club {
        name: "The <Ticinus> Club".to_owned(),
        url: url.map(str::to_owned),
        replays: ["one".to_owned()].into(),
        pictures: false,
        offers: Vec::new(),
        unproven: vec![("<forged>".to_owned(), "not consistent".to_owned())],
    }
}

fn written(games: &[Game], cups: &[Cup], club: &Club) -> BTreeMap<String, String> {
    let files = std::sync::Mutex::new(BTreeMap::new());
    let put = |path: &str, text: &str| -> Result<(), ReportError> {
        let before = files.lock().unwrap().insert(path.to_owned(), text.to_owned());
        assert_eq!(before, None, "{path} is written once");
        Ok(())
    };
    pages(games, cups, club, &reporter(), &put).unwrap();
    files.into_inner().unwrap()
}

fn reporter() -> Reporter {
    Reporter::layered(crate::report::Language::English, |_| Ok(None))
}

#[test]
fn people_are_keys_and_what_their_games_came_to() {
    let games = [game("one", None), game("three", Some("rome")), game("two", Some("nobody"))];
    let people = people(&games);
    let rome = &people["KEY1"];
    assert_eq!((rome.asked, rome.missed), (6, 3));
    let results: Vec<Fate> = rome.games.iter().map(|game| game.result).collect();
    assert_eq!(results, [Fate::Running, Fate::Won, Fate::Drawn]);
    let table = standings(&people);
    let lines: Vec<_> =
        table.iter().map(|line| (line.place, line.name.as_str(), line.won, line.in_time)).collect();
    assert_eq!(lines, [(1, "Flavia & Co", 1, Some(50)), (2, "Tomasz", 0, None)]);
}

#[test]
fn seats_that_nobody_plays_and_those_of_players_long_missing_want_a_player() {
    let mut running = game("one", None);
    assert_eq!((running.missed_in_a_row("rome"), running.missed_in_a_row("carthage")), (1, 0));
    running.missing = vec!["rome".to_owned()];
    running.vacant = vec!["carthage".to_owned(), "rome".to_owned()];
    let seats: Vec<Value> =
        lists::wanted(&[&running]).into_iter().map(|one| one["chair"].clone()).collect();
    assert_eq!(seats, ["Carthage", "Rome"], "each once");
    running.vacant.clear();
    assert_eq!(lists::wanted(&[&running]).len(), 1);
    running.outcome = game("two", Some("rome")).outcome;
    assert_eq!(running.wanted().count(), 0, "a game that is over wants nobody");
}

#[test]
fn equal_results_share_a_place() {
    let table = standings(&people(&[game("two", Some("nobody"))]));
    assert_eq!(table.iter().map(|line| line.place).collect::<Vec<_>>(), [1, 1]);
}

#[test]
fn the_site_is_a_function_of_the_records_and_marks_nothing_up() {
    let games = [game("one", None), game("two", Some("carthage"))];
    let files = written(&games, &[], &club(Some("https://club.example/")));
    assert_eq!(files, written(&games, &[], &club(Some("https://club.example/"))));
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        [
            "archive/punica.html",
            "feed.atom",
            "find.js",
            "games.html",
            "games.json",
            "games/one/0003/report.html",
            "games/one/feed.atom",
            "games/one/game.json",
            "games/one/index.html",
            "games/two/feed.atom",
            "games/two/game.json",
            "games/two/index.html",
            "index.html",
            "index.js",
            "players.html",
            "players/key1.html",
            "players/key2.html",
            "ratings.html",
            "search.html",
            "search.js",
            "site.css"
        ]
    );
    for (name, text) in
        files.iter().filter(|(name, _)| name.ends_with("html") || name.ends_with("atom"))
    {
        assert!(!text.contains("<Ticinus>") && !text.contains("turn <"), "{name}: {text}");
    }
    assert!(files["index.html"].contains("turn &lt;2&gt;"), "{}", files["index.html"]);
    assert!(files["feed.atom"].starts_with("<?xml"), "{}", files["feed.atom"]);
    assert!(!written(&games, &[], &club(None)).contains_key("feed.atom"));
}

#[test]
fn every_link_of_the_site_leads_somewhere() {
    let games = [game("one", None), game("two", Some("carthage"))];
    let followed = follow(&written(&games, &[], &club(Some("https://club.example/"))));
    assert!(followed > 20, "{followed}");
}

#[test]
fn long_lists_are_told_in_pages_that_lead_to_one_another() {
    let named = |at: u32| game(&format!("g{at:04}"), (at < 510).then_some("rome"));
    let games: Vec<Game> = (0..770).map(named).collect();
    let files = written(&games, &[], &club(None));
    follow(&files);
    let lines = |page: &str| files[page].matches("<em class=\"id\">").count();
    // The first page also names the game that is not proven.
    assert_eq!([lines("games.html"), lines("games.2.html")], [251, 10]);
    assert_eq!([lines("archive/punica.html"), lines("archive/punica.1.html")], [260, 250]);
    assert_eq!([lines("players/key1.html"), lines("players/key1.1.html")], [520, 250]);
    assert!(files["archive/punica.1.html"].contains("page 2 of 2, the newest first"));
    assert!(lines("index.html") < 50, "the front page stays short");
}

/// Follows the links of all pages, and tells how many there are.
fn follow(files: &BTreeMap<String, String>) -> usize {
    let mut followed = 0;
    for (name, text) in files.iter().filter(|(name, _)| name.strip_suffix(".html").is_some()) {
        for link in text
            .split("href=\"")
            .chain(text.split("src=\""))
            .skip(1)
            .filter_map(|rest| rest.split('"').next())
        {
            if link.starts_with(['#', '<']) || link.contains("://") {
                continue;
            }
            let folder = name.rsplit_once('/').map_or("", |(folder, _)| folder);
            let mut path: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
            for part in link.split('#').next().unwrap_or("").split('/') {
                if part == ".." {
                    path.pop();
                } else {
                    path.push(part);
                }
            }
            let path = path.join("/");
            // Beside what is told here: the records' own pages, and the page of `one` step by step.
            let beside = path.starts_with("games/") && path.split('/').count() == 4
                || path == format!("games/one/{REPLAY}");
            assert!(beside || files.contains_key(&path), "{name} links to {link}");
            followed += 1;
        }
    }
    followed
}

#[test]
fn whoever_shares_a_page_shows_what_it_is() {
    let games = [game("one", None), game("two", Some("carthage"))];
    let club = Club { pictures: true, ..club(Some("https://club.example/")) };
    let files = written(&games, &[], &club);
    for (name, text) in files.iter().filter(|(name, _)| name.strip_suffix(".html").is_some()) {
        for property in ["title", "type", "site_name", "description", "url"] {
            let found = text.matches(&format!("property=\"og:{property}\"")).count();
            assert_eq!(found, 1, "{name}: {property}");
        }
    }
    for page in ["index.html", "games/one/index.html", "games/two/index.html", "players/key1.html"]
    {
        assert_eq!(files[page].matches("property=\"og:image\"").count(), 1, "{page}");
    }
}

#[test]
fn an_invitation_that_anybody_may_answer_has_a_page() {
    let invitation: record::invitation::Invitation = serde_yaml::from_str(&format!(
        "tabella: 1\ninvitation: capua\ntitle: punica\nscenario: war\ntempo: brisk\nseats: [rome, carthage]\nsides: preference\n\
         until: 2026-10-01\nreferee: {{mail: r@example.org, key: '{}'}}\nlot: {}\n",
        record::PrivateKey::generate(&[1; 32], "").public(),
        "ab".repeat(32)
    ))
    .unwrap();
    let names = ("Punica".to_owned(), "The war".to_owned());
    let offers = vec![Offer::of(&invitation, names, 1)];
    let files = written(&[game("one", None)], &[], &Club { offers, ..club(None) });
    assert!(files["index.html"].contains("<a href=\"open/capua/index.html\">Punica</a>"));
    let page = &files["open/capua/index.html"];
    for told in [
        "1 has joined, and 2 seats are open: Rome, Carthage",
        "until 1 October 2026",
        "--wish rome",
    ] {
        assert!(page.contains(told), "{told}: {page}");
    }
}

/// Checks the text of a feed, as a reader gets it, by RFC 4287 (4.1.1, 4.1.2).
fn atom(name: &str, text: &str) -> Vec<String> {
    const ATOM: &str = "http://www.w3.org/2005/Atom";
    let document =
        roxmltree::Document::parse(text).unwrap_or_else(|fault| panic!("{name}: {fault}"));
    let feed = document.root_element();
    assert!(feed.has_tag_name((ATOM, "feed")), "{name}");
    let text = |node: roxmltree::Node<'_, '_>, what: &str| {
        let found: Vec<_> =
            node.children().filter(|child| child.has_tag_name((ATOM, what))).collect();
        assert_eq!(found.len(), 1, "{name}: each has just one {what}");
        found[0].text().expect("some text").to_owned()
    };
    let link = |node: roxmltree::Node<'_, '_>, rel: &str| {
        let links = node.children().filter(|child| child.has_tag_name((ATOM, "link")));
        let found: Vec<_> = links
            .filter(|link| link.attribute("rel") == Some(rel))
            .map(|link| link.attribute("href").expect("a link leads somewhere").to_owned())
            .collect();
        assert_eq!(found.len(), 1, "{name}: each has just one link {rel}");
        found[0].clone()
    };
    assert_eq!(link(feed, "self"), format!("https://club.example/{name}"));
    assert!(link(feed, "alternate").starts_with("https://club.example/"));
    assert!(!text(feed, "title").is_empty());
    assert!(feed.children().any(|child| child.has_tag_name((ATOM, "author"))));
    let updated = DateTime::parse_from_rfc3339(&text(feed, "updated")).expect("a moment");
    let mut ids = vec![text(feed, "id")];
    let mut before = updated;
    for entry in feed.children().filter(|child| child.has_tag_name((ATOM, "entry"))) {
        let at = DateTime::parse_from_rfc3339(&text(entry, "updated")).expect("a moment");
        assert!(at <= before, "{name}: the newest first, and the feed is as new as the newest");
        before = at;
        assert!(!text(entry, "title").is_empty() && !text(entry, "summary").is_empty());
        assert_eq!(text(entry, "id"), link(entry, "alternate"));
        ids.push(text(entry, "id"));
    }
    let every: BTreeSet<&String> = ids.iter().collect();
    assert_eq!(every.len(), ids.len(), "{name}: an id names one thing");
    assert!(
        ids.iter().all(|id| id.starts_with("https://club.example/")),
        "{name}: whole addresses"
    );
    ids
}

#[test]
fn feeds_are_as_rfc_4287_asks_and_pages_lead_to_them() {
    let games = [game("one", None), game("two", Some("carthage"))];
    let url = "https://club.example/";
    let files = written(&games, &[], &club(Some(url)));
    let report = |game: &str, number: u32| format!("{url}games/{game}/{number:04}/report.html");
    let site = atom("feed.atom", &files["feed.atom"]);
    let newest = [report("one", 2), report("two", 2), report("one", 1), report("two", 1)];
    assert_eq!(site[1..], newest, "every report but the openings");
    let own = atom("games/one/feed.atom", &files["games/one/feed.atom"]);
    assert_eq!(own[1..], [report("one", 2), report("one", 1), report("one", 0)]);
    assert_eq!(own[0], format!("{url}games/one/index.html"));
    atom("feed.atom", &written(&[], &[], &club(Some(url)))["feed.atom"]);

    let leads = |page: &str, feed: &str| {
        let link = |line: &&str| line.starts_with("<link rel=\"alternate\"") && line.contains(feed);
        files[page].lines().filter(link).count()
    };
    for page in files.keys().filter(|name| name.strip_suffix(".html").is_some()) {
        assert!(leads(page, "feed.atom\"") >= 1, "{page}");
    }
    assert_eq!(leads("games/one/index.html", "games/one/feed.atom\""), 1);
    assert_eq!(leads("index.html", "games/"), 0);
}

#[test]
fn pages_name_players_where_games_have_slugs() {
    let mut late = game("late", None);
    (late.asked, late.delay) = (Vec::new(), Some("at-end".to_owned()));
    let mut nameless = game("nameless", Some("rome"));
    for seat in &mut nameless.seats {
        seat.name = format!("{} of nameless", seat.seat);
    }
    let mut open = game("one", None);
    open.deadline = Some(Utc.with_ymd_and_hms(2026, 5, 1, 18, 0, 0).unwrap());
    open.former.push(club::Former {
        seat: Seat { name: "Gone".to_owned(), ..open.seats[0].clone() },
        with: 3,
    });
    let games = [late, nameless, open];
    let files = written(&games, &[], &club(None));
    let front = &files["index.html"];
    assert!(front.contains(">Flavia &amp; Co – Tomasz</a></b> <em>Punica</em>"), "{front}");
    assert!(front.contains("awaited: Flavia &amp; Co (Rome), by <time"), "{front}");
    assert!(front.contains(">1 May 2026, 18:00 UTC</time>"), "{front}");
    assert_eq!(front.matches("awaited: ").count(), 1, "nobody where it is not public: {front}");
    assert!(front.contains("shown only when the game is over"), "{front}");
    assert!(files["archive/punica.html"].contains(">Rome – Carthage</a>"));
    assert!(files["games/nameless/index.html"].contains("won by Rome (influence)"));
    assert!(files["games/one/index.html"].contains("without Gone (Rome)"), "who sat there then");
    assert!(
        files["index.js"].contains("\"Flavia & Co – Tomasz\",\"Punica, The war, one; running\"")
    );
}
