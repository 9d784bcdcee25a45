use super::super::{Envelope, compose};
use super::*;

fn expected() -> Expectation {
    let history = (0..12u8).map(|record| Digest::of(&[record])).collect();
    let filed = Filed { revision: 2, digest: Digest::of(b"filed") };
    Expectation {
        game: "zama".to_owned(),
        phase: 12,
        seats: vec![Seat::new("rome"), Seat::new("carthage")],
        history,
        filed: BTreeMap::from([(Seat::new("carthage"), vec![filed])]),
        salts: BTreeSet::from([Salt::Drawn(*b"h2ndq&ofe8uy5txb")]),
        over: false,
        notes: None,
    }
}

fn file(change: impl Fn(&mut Envelope<'_>)) -> OrderFile {
    let seat = Seat::new("rome");
    let mut envelope = Envelope {
        game: "zama",
        phase: 12,
        seat: &seat,
        after: Digest::of(&[11]),
        revision: 1,
        final_: true,
        salt: Some(*b"yrgc!vmq0zxk7dwa"),
        comments: &[],
    };
    change(&mut envelope);
    OrderFile::read(compose(&envelope, "orders: {}").as_bytes()).unwrap()
}

/// Code and line of every complaint, and message and fix of the first.
fn wrong(file: &OrderFile, expected: &Expectation) -> (Vec<(&'static str, u32)>, String) {
    let complaints = accept(file, expected).unwrap_err().0;
    let text = format!("{}; {}", complaints[0].message, complaints[0].fix.as_deref().unwrap());
    (complaints.iter().map(|it| (it.code, it.span.unwrap().line)).collect(), text)
}

#[test]
fn the_first_file_and_the_next_revision_count() {
    assert_eq!(accept(&file(|_| ()), &expected()), Ok(Acceptance::New));
    let mut expected = expected();
    expected.filed.insert(Seat::new("rome"), vec![Filed { revision: 4, digest: Digest::of(b"") }]);
    assert_eq!(accept(&file(|it| it.revision = 5), &expected), Ok(Acceptance::New));
    for revision in [1, 3, 4] {
        let (codes, text) = wrong(&file(|it| it.revision = revision), &expected);
        assert_eq!(codes, [("E-revision", 6)]);
        assert!(text.contains("revision 4") && text.ends_with("write `revision: 5`"), "{text}");
    }
}

#[test]
fn the_same_bytes_again_are_no_error() {
    let (file, mut expected) = (file(|_| ()), expected());
    let later = Filed { revision: 2, digest: Digest::of(b"later") };
    expected
        .filed
        .insert(Seat::new("rome"), vec![Filed { revision: 1, digest: file.digest }, later]);
    expected.salts.insert(file.salt.clone());
    assert_eq!(accept(&file, &expected), Ok(Acceptance::Same));
    expected.filed.insert(Seat::new("rome"), vec![later]);
    assert_eq!(wrong(&file, &expected).0, [("E-revision", 6), ("E-salt-used", 8)]);
}

#[test]
fn past_and_future_phases() {
    let (codes, text) = wrong(&file(|it| it.phase = 11), &expected());
    assert_eq!(codes, [("E-phase", 3)]);
    assert!(
        text.starts_with(
            "phase 12 is open, but the file is for phase 11; phase 11 has been resolved"
        ),
        "{text}"
    );
    let (codes, text) = wrong(&file(|it| it.phase = 13), &expected());
    assert_eq!(codes, [("E-phase", 3)]);
    assert!(text.contains("`ahead`"), "{text}");
}

#[test]
fn a_history_that_is_not_the_newest_or_not_this_game() {
    let (codes, text) = wrong(&file(|it| it.after = Digest::of(&[9])), &expected());
    assert_eq!(codes, [("E-after", 5)]);
    assert!(
        text.starts_with("`after` is the head of record 9, but the newest record is 11"),
        "{text}"
    );
    assert!(text.contains(&Digest::of(&[11]).to_string()), "{text}");
    let (codes, text) = wrong(&file(|it| it.after = Digest::of(b"other")), &expected());
    assert_eq!(codes, [("E-after", 5)]);
    assert!(text.contains("a different history"), "{text}");
}

#[test]
fn several_reasons_are_told_together() {
    let seat = Seat::new("cathage");
    let game = file(|_| ());
    let text = compose(
        &Envelope {
            game: "zama",
            phase: 12,
            seat: &seat,
            after: Digest::of(b"other"),
            revision: 1,
            final_: true,
            salt: Some(*b"h2ndq&ofe8uy5txb"),
            comments: &[],
        },
        "",
    );
    let (codes, text) = wrong(&OrderFile::read(text.as_bytes()).unwrap(), &expected());
    assert_eq!(codes, [("E-seat", 4), ("E-after", 5), ("E-salt-used", 8)]);
    assert!(text.ends_with("did you mean `carthage`?"), "{text}");
    let other = Expectation { game: "cannae".to_owned(), ..expected() };
    assert_eq!(
        wrong(&game, &other).0,
        [("E-game", 2)],
        "nothing else of another game's file is judged"
    );
    let over = Expectation { over: true, ..expected() };
    assert_eq!(wrong(&game, &over).0, [("E-over", 3)]);
}
