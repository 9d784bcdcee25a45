//! Tests of the limits of a charter.

use super::super::schedule::Missed;
use super::*;

fn charter() -> Charter {
    Charter {
        tabella: 2,
        game: "zama-2026".into(),
        fork: None,
        title: "combined-arms".into(),
        rules_revision: 1,
        scenario: "battle".into(),
        options: BTreeMap::from([
            ("experienced".into(), "false".into()),
            ("veterans".into(), "2".into()),
        ]),
        tempo: "brisk".into(),
        seats: vec![
            SeatLine {
                seat: "rome".into(),
                side: "rome".into(),
                name: Some("Livia Drusi".into()),
                mail: Some("livia@example.org".into()),
                age: None,
            },
            SeatLine { seat: "carthage".into(), side: "carthage".into(), ..SeatLine::default() },
        ],
        program: None,
        referee: Person::default(),
        schedule: Some(Schedule::every(3, 20, "Europe/Rome", Missed::Fallback)),
        vacations: None,
        heads: None,
        waits_for: None,
        public: None,
        items: false,
        always_hidden: false,
        house: Vec::new(),
        notes: None,
        consent: Consent::default(),
        seal: None,
        dice: DiceLine {
            commitment: Digest::of(b"s"),
            phases: 65_535,
            hidden: Digest::of(b"h"),
            by: None,
            beacon: None,
        },
    }
}

/// The field at fault in the charter's text with one piece replaced.
fn fault(from: &str, to: &str) -> CharterFault {
    let text = charter().render();
    assert!(text.contains(from), "{from:?} is not in\n{text}");
    Charter::parse(text.replacen(from, to, 1).as_bytes()).unwrap_err()
}

#[test]
fn a_list_where_a_person_belongs_is_refused_in_words() {
    let fault = fault("schedule:\n", "referee: [Varro]\nschedule:\n");
    assert!(
        fault.what.ends_with("referee: this is a list; write `key: value` instead"),
        "{fault:?}"
    );
}

#[test]
fn reserved_words_are_refused_by_name() {
    for (line, field) in
        [("\n  by: players\n", "dice.by"), ("\n  beacon: quicknet\n", "dice.beacon")]
    {
        let fault = fault("dice:\n", &format!("dice:{line}"));
        assert_eq!(fault.field, field, "{fault}");
        assert!(fault.what.contains("reserved"), "{fault}");
    }
    let said = charter().render().replacen("dice:\n", "dice:\n  by: referee\n", 1);
    assert_eq!(Charter::parse(said.as_bytes()).unwrap().dice.by, Some(DiceBy::Referee));
}

#[test]
fn what_is_written_is_read_again() {
    let text = charter().render();
    assert_eq!(Charter::parse(text.as_bytes()), Ok(charter()));
    assert!(
        text.starts_with("tabella: 2\ngame: zama-2026\ntitle: combined-arms\nrules-revision: 1\nscenario: battle\n"),
        "{text}"
    );
    let commitment = Digest::of(b"s");
    assert!(
        text.contains(&format!("\ndice:\n  commitment: {commitment}\n  phases: 65535\n  hidden: ")),
        "{text}"
    );
    assert!(text.contains("veterans: '2'"), "a number stays text for every reader: {text}");
}

#[test]
fn what_need_not_be_said_has_a_default() {
    let text = charter().render().replace("  phases: 65535\n", "");
    assert_eq!(Charter::parse(text.as_bytes()).unwrap().dice.phases, 65_535);
    let plain = Charter { schedule: None, ..charter() };
    assert!(!plain.render().contains("schedule"));
    assert_eq!(Charter::parse(plain.render().as_bytes()), Ok(plain));
}

#[test]
fn a_field_that_is_wrong_is_named() {
    for (from, to, field) in [
        ("tabella: 2", "tabella: 3", "tabella"),
        ("game: zama-2026", "game: Zama", "game"),
        ("game: zama-2026", "game: ../zama", "game"),
        ("title: combined-arms", "title: 'no'", "title"),
        ("scenario: battle", "scenario: a b", "scenario"),
        ("rules-revision: 1", "rules-revision: 0", "rules-revision"),
        ("experienced", "Experienced", "options"),
        ("seat: carthage", "seat: referee", "seats[1].seat"),
        ("seat: carthage", "seat: rome", "seats[1]"),
        ("livia@example.org", "livia", "seats[0].mail"),
        ("livia@example.org", "a@b, c@d", "seats[0].mail"),
        ("livia@example.org", "\"a@b\\nBcc: c@d\"", "seats[0].mail"),
        ("Livia Drusi", "\"Livia\\nDrusi\"", "seats[0].name"),
        ("zone: Europe/Rome", "zone: Rome", "schedule.zone"),
        ("phases: 65535", "phases: 0", "dice.phases"),
    ] {
        let found = fault(from, to);
        assert_eq!(found.field, field, "{from} -> {to}: {found}");
    }
}

#[test]
fn what_is_not_a_charter_says_where() {
    for (from, to, part) in [
        ("tempo: brisk", "tempo: brisk\nspeed: 3", "speed"),
        ("tempo: brisk", "tempo: brisk\ntempo: full", "tempo"),
        ("scenario: battle\n", "", "scenario"),
        ("rules-revision: 1", "rules-revision: one", "line 4"),
        ("side: carthage", "side: 7", "line "),
        ("Livia Drusi", "\"Livia \\u202eDrusi\"", "U+202E"),
        ("missed: fallback", "missed: shrug", "shrug"),
        ("commitment: ", "commitment: 0", "64"),
    ] {
        let found = fault(from, to);
        assert!(found.field.is_empty() && found.what.contains(part), "{from} -> {to}: {found}");
    }
    assert!(Charter::parse(b"\xff").unwrap_err().what.contains("UTF-8"));
    assert!(Charter::parse(&vec![b'a'; CHARTER_MAX + 1]).unwrap_err().what.contains("larger"));
    assert!(Charter::parse(b"").is_err());
}

#[test]
fn an_address_of_an_old_charter_counts_until_the_referees_file_says_otherwise() {
    let charter = charter();
    let mut addresses = crate::Addresses::default();
    assert_eq!(addresses.of(&charter, "rome"), Some("livia@example.org"));
    assert_eq!(addresses.of(&charter, "carthage"), None);
    addresses.enter("rome", Some("laelius@example.org")).unwrap();
    assert_eq!(addresses.of(&charter, "rome"), Some("laelius@example.org"));
    addresses.enter("rome", None).unwrap();
    assert_eq!(addresses.of(&charter, "rome"), None);
}
