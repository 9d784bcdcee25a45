use super::*;
use crate::exchange::OrderFile;

/// Two seats a side, as far as notes need them.
fn charter(authors: Option<Authors>) -> Charter {
    let mut charter = Charter::parse(include_bytes!("../../../games/punica/example/game.yaml"))
        .expect("a recorded charter");
    let line = charter.seats[0].clone();
    let seats = [("r1", "rome"), ("r2", "rome"), ("c1", "carthage"), ("c2", "carthage")];
    charter.seats = seats
        .map(|(seat, side)| crate::charter::SeatLine {
            seat: seat.to_owned(),
            side: side.to_owned(),
            ..line.clone()
        })
        .into();
    charter.notes = authors;
    charter
}

fn written(notes: &str) -> Vec<Note> {
    let text = format!(
        "tabella: 1\ngame: g\nphase: 1\nseat: r1\nafter: {}\nrevision: 1\nfinal: true\nsalt: yv66vt6tvu8QIzJURnaIlA==\nnote:\n{notes}",
        "0".repeat(64)
    );
    OrderFile::read(text.as_bytes()).unwrap_or_else(|why| panic!("{why}")).notes
}

fn texts(notes: &[SentNote]) -> Vec<(Option<&str>, &str)> {
    notes.iter().map(|note| (note.from.as_deref(), note.text[0].as_str())).collect()
}

#[test]
fn a_note_reaches_those_whom_it_names_and_its_author() {
    let from_r1 =
        written("- {to: c1, text: one}\n- {to: carthage, text: two}\n- {to: all, text: three}\n");
    let notes = Notes::of(&charter(Some(Authors::Named)), [("r1", from_r1.as_slice())]).unwrap();
    let by = Some("r1");
    assert_eq!(texts(&notes.public), [(by, "three")]);
    assert_eq!(texts(&notes.seats["c1"]), [(by, "one"), (by, "two")]);
    assert_eq!(texts(&notes.seats["c2"]), [(by, "two")]);
    assert_eq!(texts(&notes.seats["r1"]), [(by, "one"), (by, "two")]);
    assert_eq!(texts(&notes.seats["r2"]), []);
    assert_eq!(texts(&notes.for_seat("r2")), [(by, "three")]);
    assert_eq!(notes.whole().len(), 3);
}

#[test]
fn the_place_of_an_anonymous_note_tells_nobody_its_author() {
    let charter = charter(Some(Authors::Anonymous));
    let secret =
        written("- {to: all, anonymous: true, text: b}\n- {to: r2, anonymous: true, text: c}\n");
    let plain = written("- {to: all, text: a}\n");
    let of = |one: &'static str, two: &'static str| {
        Notes::of(&charter, [(one, secret.as_slice()), (two, plain.as_slice())]).unwrap()
    };
    let by_r1 = of("r1", "c1");
    assert_eq!(texts(&by_r1.public), [(Some("c1"), "a"), (None, "b")]);
    assert_eq!(texts(&by_r1.seats["r1"]), [(Some("r1"), "c")]);
    let by_c2 = of("c2", "c1");
    assert_eq!(by_c2.public, by_r1.public, "whoever wrote it, everybody reads the same");
    assert_eq!(by_c2.seats["r2"], by_r1.seats["r2"]);
    assert_eq!(texts(&by_r1.seats["r2"]), [(None, "c")]);
    let other = written("- {to: all, anonymous: true, text: a}\n");
    let both = Notes::of(&charter, [("r1", secret.as_slice()), ("c1", other.as_slice())]).unwrap();
    assert_eq!(texts(&both.public), [(None, "a"), (None, "b")], "by what they say");
}

#[test]
fn a_game_takes_the_notes_of_its_charter_alone() {
    let note = |text: &str| written(text).remove(0);
    let named = charter(Some(Authors::Named)).notes();
    assert_eq!(named.as_ref().unwrap().to, ["r1", "rome", "r2", "c1", "carthage", "c2"]);
    assert_eq!(note("- {to: rome, text: a}\n").unfit(named.as_ref()), None);
    assert!(note("- {to: gaul, text: a}\n").unfit(named.as_ref()).is_some());
    assert!(note("- {to: all, anonymous: true, text: a}\n").unfit(named.as_ref()).is_some());
    let any = charter(Some(Authors::Anonymous)).notes();
    assert_eq!(note("- {to: all, anonymous: true, text: a}\n").unfit(any.as_ref()), None);
    assert!(note("- {to: all, text: a}\n").unfit(None).is_some());
    assert!(note("- {to: all, text: a}\n").is_open());
    assert!(!note("- {to: all, anonymous: true, text: a}\n").is_open());
    assert!(!note("- {to: rome, text: a}\n").is_open());
    assert_eq!(Notes::of(&charter(None), []), None);
}

#[test]
fn notes_are_written_the_same_everywhere() {
    let from_r1 = written("  to: c1\n  text: |\n    Peace?\n\n    R.   \n");
    let notes = Notes::of(&charter(Some(Authors::Named)), [("r1", from_r1.as_slice())]).unwrap();
    let salt = Digest::of(b"salt");
    assert_eq!(seat_file("c1"), "notes-c1.yaml");
    assert_eq!(
        notes.seat_file("g", 1, "c1", &salt).unwrap(),
        format!(
            "tabella: 1\ngame: g\nphase: 1\nseat: c1\nsalt: {salt}\nnotes:\n- from: r1\n  to: c1\n  text:\n  - Peace?\n  - ''\n  - R.\n"
        )
    );
    assert_eq!(notes.public_file("g", 1), "tabella: 1\ngame: g\nphase: 1\nnotes: []\n");
}

#[test]
fn what_is_no_note_is_told_where_it_stands() {
    let wrong = |notes: &str| {
        let text = format!(
            "tabella: 1\ngame: g\nphase: 1\nseat: r1\nafter: {}\nrevision: 1\nfinal: true\nsalt: yv66vt6tvu8QIzJURnaIlA==\nnote:{notes}\n",
            "0".repeat(64)
        );
        let complaints = OrderFile::read(text.as_bytes()).expect_err(notes).0;
        (complaints[0].code, complaints[0].path.to_string())
    };
    assert_eq!(wrong(" hello"), ("E-type", "note".to_owned()));
    assert_eq!(wrong(""), ("E-range", "note".to_owned()));
    assert_eq!(wrong(" {to: all}").0, "E-missing");
    assert_eq!(wrong(" {to: all, txt: a, text: a}").0, "E-field");
    assert_eq!(wrong(&format!(" {{to: all, text: {}}}", "a".repeat(TEXT_MAX + 1))).0, "E-range");
    assert_eq!(wrong(&"\n- {to: all, text: a}".repeat(NOTES_MAX + 1)).0, "E-range");
}
