//! Tests that a note between players reaches nobody else, in any title: not a seat that it is not for, not a reader of
//! a public copy, not the site; and that nobody learns the author of an anonymous note.

use crate::table::{Table, files_of, run, seats_of, tabella};
use engine::{BotStyle, Rng, Seat, Viewer};
use record::notes::{Note, Notes};
use std::collections::BTreeSet;
use tabella::cli::common::reports;
use tabella::store::Game;

/// A word that occurs nowhere else.
const PRIVATE: &str = "quinquereme-by-moonlight";
/// Another such word, in the note whose author nobody may know.
const UNSIGNED: &str = "a-cloak-without-a-face";

/// A game one record old, in which the first seat wrote to its own side and, anonymously, to everybody.
fn written(title: &str, seats: &[&str]) -> Table {
    let table = Table::writing((title, None), seats);
    let play = table.game().session.play;
    let awaited: BTreeSet<Seat> = play.awaited().into_iter().map(|asked| asked.seat).collect();
    let side = table.game().session.charter.seats[0].side.clone();
    let mut rng = Rng::new(3);
    for seat in seats.iter().map(|seat| Seat::new(seat)) {
        let mut body = String::new();
        if awaited.contains(&seat) {
            body += &play.propose(&seat, BotStyle::Sensible, &mut rng);
            body += "\n";
        }
        if seat.name() == seats[0] {
            let note = format!(
                "note:\n- {{to: {side}, text: {PRIVATE}}}\n- {{to: all, anonymous: true, text: {UNSIGNED}}}\n"
            );
            body.push_str(&note);
        } else if !awaited.contains(&seat) {
            continue;
        }
        table.file(seat.name(), &body);
    }
    table.resolve();
    table
}

fn places(root: &std::path::Path, word: &str) -> Vec<String> {
    let holds = |bytes: &Vec<u8>| bytes.windows(word.len()).any(|part| part == word.as_bytes());
    files_of(root).into_iter().filter(|(_, bytes)| holds(bytes)).map(|(name, _)| name).collect()
}

#[test]
fn a_private_note_and_the_author_of_an_anonymous_one_stay_secret() {
    for slug in tabella::catalogue::titles().iter().map(|title| title.slug()) {
        let seats = seats_of(slug);
        let seats: Vec<&str> = seats.iter().map(String::as_str).collect();
        let table = written(slug, &seats);
        // The first seat writes, and the last may not know it.
        let (author, other) = (seats[0], *seats.last().unwrap());
        let own = ["orders/A.yaml", "report-A.md", "notes-A.yaml"]
            .map(|name| format!("turns/0001/{}", name.replace('A', author)));
        for seat in &seats {
            let copy = table.beside(&format!("copy-{seat}"));
            table.tabella(&["share", "copy", "--seat", seat, copy.to_str().unwrap()]).ended(0);
            let ours = table.game().session.charter.seat(seat).unwrap().side.clone();
            let reads = ours == table.game().session.charter.seats[0].side;
            assert_eq!(!places(&copy, PRIVATE).is_empty(), reads, "{slug}: {seat}");
            let told = places(&copy, UNSIGNED);
            assert!(told.contains(&format!("turns/0001/report-{seat}.md")), "{slug}: {told:?}");
            if *seat == author {
                let told = places(&copy, PRIVATE);
                assert!(own.iter().all(|name| told.contains(name)), "{slug}: {told:?}");
            }
        }
        let public = table.beside("public");
        table.tabella(&["share", "copy", public.to_str().unwrap()]).ended(0);
        assert_eq!(places(&public, PRIVATE), Vec::<String>::new(), "{slug}");
        let told = places(&public, UNSIGNED);
        assert_eq!(
            told,
            ["turns/0001/notes.yaml", "turns/0001/report.html", "turns/0001/report.md"]
        );
        assert!(!public.join(format!("turns/0001/orders/{author}.yaml")).exists(), "{slug}");
        let site = table.beside("site");
        run(tabella().args(["club", "site"]).arg(table.root()).arg("--out").arg(&site)).ended(0);
        assert_eq!(places(&site, PRIVATE), Vec::<String>::new(), "{slug}");
        assert!(!places(&site, UNSIGNED).is_empty(), "{slug}: the site tells what is everybody's");
        varied(&table.game(), author, other);
    }
}

/// The same record with another note to the author's side, and with the note to all written by somebody else: the other
/// seat and the public are told the same, the author is not.
fn varied(game: &Game, author: &str, other: &str) {
    let charter = &game.session.charter;
    let note = |to: &str, anonymous: bool, text: &str| Note {
        to: to.to_owned(),
        anonymous,
        text: vec![text.to_owned()],
        span: <_>::default(),
    };
    let side = &charter.seat(author).unwrap().side;
    let to_all = [note("all", true, UNSIGNED)];
    let one = [note(side, false, PRIVATE), to_all[0].clone()];
    let two = [note(side, false, "something else")];
    let worlds = [vec![(author, &one[..])], vec![(author, &two[..]), (other, &to_all[..])]];
    let told = |viewer: &Viewer| {
        worlds.clone().map(|written| {
            let mut again = game.again(1).unwrap();
            again.session.notes = Notes::of(charter, written);
            let (context, map) = reports::scene(game.folder.root(), &again.sealing(), viewer, None);
            reports::reporter().markdown(&context, &map).unwrap()
        })
    };
    for viewer in [Viewer::Public, Viewer::Seat(Seat::new(other))] {
        let [one, two] = told(&viewer);
        assert_eq!(one, two, "{viewer:?} is told what is none of theirs");
        assert!(one.contains(UNSIGNED), "{one}");
    }
    let [one, two] = told(&Viewer::Seat(Seat::new(author)));
    assert!(one != two, "what differs is told to whom it concerns");
}
