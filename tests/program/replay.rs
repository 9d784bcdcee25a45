//! A game step by step: the page of every recorded game, for everybody and for a seat.

use crate::table::{Table, recorded, run, tabella};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use record::Digest;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

fn page(game: &Path, what: &[&str]) -> String {
    let place = tempfile::tempdir().unwrap();
    let out = place.path().join("replay.html");
    run(tabella().args(["analyse", "replay"]).arg(game).arg("--out").arg(&out).args(what)).ended(0);
    fs::read_to_string(out).unwrap()
}

fn between<'a>(page: &'a str, before: &str, after: &str) -> &'a str {
    let (_, rest) = page.split_once(before).unwrap_or_else(|| panic!("no {before}"));
    rest.split_once(after).unwrap().0
}

fn drawings(page: &str) -> Vec<Vec<String>> {
    let film = between(page, "<script type=\"application/json\" id=\"film\">", "</script>");
    let film: Value = serde_json::from_str(film).unwrap();
    let tags: Vec<&str> =
        film["tags"].as_array().unwrap().iter().map(|tag| tag.as_str().unwrap()).collect();
    let number = |value: &Value| usize::try_from(value.as_u64().unwrap()).unwrap();
    let mut row: Vec<usize> = Vec::new();
    let mut acts = Vec::new();
    for act in film["acts"].as_array().unwrap() {
        let mut drawn = Vec::new();
        for edits in act["frames"].as_array().unwrap() {
            let edits: Vec<usize> = edits.as_array().unwrap().iter().map(number).collect();
            let (mut next, mut from, mut at) = (Vec::new(), 0, 0);
            while at < edits.len() {
                let (place, gone, new) = (edits[at], edits[at + 1], edits[at + 2]);
                next.extend_from_slice(&row[from..place]);
                next.extend_from_slice(&edits[at + 3..at + 3 + new]);
                (from, at) = (place + gone, at + 3 + new);
            }
            next.extend_from_slice(&row[from..]);
            row = next;
            drawn.push(row.iter().map(|tag| tags[*tag]).collect::<Vec<_>>().join("<"));
        }
        acts.push(drawn);
    }
    acts
}

/// The units in a drawing's description, with their positions.
fn positions(drawing: &str) -> BTreeSet<&str> {
    drawing.split("<title>").skip(1).map(|rest| rest.split_once('<').unwrap().0).collect()
}

#[test]
fn every_recorded_game_can_be_followed() {
    for (_, game) in recorded() {
        let name = game.display();
        // One record in the middle of a long game; the whole of a short one.
        let records = fs::read_dir(game.join("turns")).unwrap().count();
        let middle = (records / 2).to_string();
        let what: &[&str] = if records > 5 { &["--phase", &middle] } else { &[] };
        let page = page(&game, what);
        let acts = drawings(&page);
        assert_eq!(acts.len(), if records > 5 { 1 } else { records }, "{name}");
        for (act, next) in acts.iter().zip(acts.iter().skip(1)) {
            let (end, start) = (positions(act.last().unwrap()), positions(&next[0]));
            assert_eq!(end, start, "{name}: a record begins where the one before it ended");
        }
        let steps = page.matches("<a class=\"step\"").count();
        assert_eq!(steps, acts.iter().map(Vec::len).sum::<usize>(), "{name}: every step is told");
        let first = &acts[acts.len() - 1][0];
        assert!(acts.iter().flatten().any(|drawn| drawn != first), "{name}: nothing moves");
        for drawn in acts.iter().flatten() {
            assert!(drawn.starts_with("<svg ") && drawn.trim_end().ends_with("</svg>"), "{name}");
            assert!(!drawn.contains("style="), "{name}: the policy would stop a style of its own");
        }
        assert!(page.len() < 400_000, "{name}: {} bytes", page.len());
    }
}

#[test]
fn the_page_asks_for_nothing_and_its_policy_names_what_it_has() {
    let game = Path::new(env!("CARGO_MANIFEST_DIR")).join("games/combined-arms/example");
    let page = page(&game, &["--style", "engraved"]);
    let source =
        |text: &str| format!("sha256-{}", STANDARD.encode(Digest::of(text.as_bytes()).bytes()));
    let policy = between(&page, "http-equiv=\"Content-Security-Policy\" content=\"", "\">");
    let (style, script) =
        (between(&page, "<style>", "</style>"), between(&page, "<script>", "</script>"));
    let expected = format!(
        "default-src 'none'; script-src '{}'; style-src '{}'; base-uri 'none'; form-action 'none'",
        source(script),
        source(style)
    );
    assert_eq!(policy, expected);
    assert!(!style.contains("#1e4677"), "Carthage is blue in the colour edition alone");
    let words = page.replace("http://www.w3.org/", "");
    assert!(!words.contains("http://") && !words.contains("https://") && !words.contains(" src="));
}

#[test]
fn a_seat_follows_what_it_may_know_and_others_do_not() {
    let game = Path::new(env!("CARGO_MANIFEST_DIR")).join("games/metaurus/example");
    // The first orders of Rome's Commands, which lie face down.
    let told = |seat: &[&str]| page(&game, seat);
    let (everybody, rome, carthage) =
        (told(&[]), told(&["--seat", "rome"]), told(&["--seat", "carthage"]));
    let orders = |what: &str| format!("Rome has given its first orders{what}");
    assert!(rome.contains(&orders(": ")));
    for page in [&everybody, &carthage] {
        assert!(page.contains(&orders(".")) && !page.contains(&orders(": ")));
    }
    assert!(rome.contains("as Rome sees it") && everybody.contains("as everyone may see it"));
    let stranger = run(tabella()
        .args(["analyse", "replay"])
        .arg(&game)
        .args(["--out", "x.html", "--seat", "gaul"]))
    .ended(2);
    assert!(stranger.err.contains("no seat `gaul`"), "{}", stranger.err);
}

#[test]
fn pages_made_on_demand_lead_to_it_and_a_site_has_it_if_asked() {
    let table = Table::deployed();
    let pages = table.beside("pages");
    table.tabella(&["report", "--all", pages.to_str().unwrap(), "--replay"]).ended(0);
    let report = fs::read_to_string(pages.join("0000/report.html")).unwrap();
    assert!(report.contains("<a href=\"../replay.html#r0\">Step by step</a>"), "{report}");
    let replay = fs::read_to_string(pages.join("replay.html")).unwrap();
    assert!(replay.contains("id=\"r0\""));
    let site = table.beside("site");
    let write = || {
        run(tabella()
            .args(["club", "site"])
            .arg(table.root())
            .arg("--replay")
            .arg("--out")
            .arg(&site))
    };
    write().ended(0);
    let again = write().ended(0);
    assert!(again.err.contains(", 0 files written, "), "{}", again.err);
    let game = fs::read_dir(site.join("games")).unwrap().next().unwrap().unwrap().path();
    assert_eq!(fs::read_to_string(game.join("replay.html")).unwrap(), replay, "the same page");
    let index = fs::read_to_string(game.join("index.html")).unwrap();
    assert!(
        index.contains("href=\"replay.html\"") && index.contains("href=\"replay.html#r0\""),
        "{index}"
    );
}
