//! `turn.yaml` has one spelling, and no place for anything else.

use super::*;

fn file() -> TurnFile {
    let at = |text: &str| text.parse().unwrap();
    TurnFile {
        tabella: 1,
        game: "zama-2026".into(),
        phase: 7,
        name: "move".into(),
        rules_revision: 1,
        program: "tabella 0.1.0".into(),
        secret: Some(Secret::from_bytes([0xa7; 32])),
        hidden: None,
        players: None,
        hidden_before: Vec::new(),
        identity: None,
        opened: at("2026-03-01T20:00:00Z"),
        resolved: at("2026-03-02T18:30:05Z"),
        absent: vec!["rome".into()],
        held: Vec::new(),
        phases: vec![PhaseLine {
            name: "move".into(),
            turn: 3,
            seat: Some("rome".into()),
            answers: vec![
                AnswerLine {
                    prompt: "move".into(),
                    seat: "rome".into(),
                    by: By::Fallback,
                    filed: None,
                },
                AnswerLine {
                    prompt: "attack".into(),
                    seat: "rome".into(),
                    by: By::Ahead,
                    filed: Some(5),
                },
            ],
        }],
        outcome: None,
        next: Some(NextLine {
            phase: 8,
            name: "move".into(),
            turn: 4,
            awaited: vec!["carthage".into()],
            deadline: Some(at("2026-03-05T19:00:00Z")),
        }),
    }
}

#[test]
fn what_is_written_is_read_again() {
    let text = file().render();
    assert_eq!(TurnFile::parse(text.as_bytes()), Ok(file()));
    assert!(text.contains(&format!("\nsecret: {}\n", "a7".repeat(32))), "{text}");
    assert!(
        text.contains("\nopened: 2026-03-01T20:00:00Z\nresolved: 2026-03-02T18:30:05Z\n"),
        "{text}"
    );
    assert!(text.contains("by: ahead\n    filed: 5\n"), "{text}");
}

#[test]
fn another_spelling_of_the_same_is_refused_with_its_line() {
    let text = file().render();
    for (from, to, line) in [
        ("phase: 7", "phase:  7", "line 3 "),
        ("program: tabella 0.1.0", "program: 'tabella 0.1.0'", "line 6 "),
        ("opened: 2026-03-01T20:00:00Z", "opened: 2026-03-01T21:00:00+01:00", "line 8 "),
        ("tabella: 1\n", "tabella: 1 # our game\n", "line 1 "),
    ] {
        assert!(text.contains(from), "{from}");
        let fault = TurnFile::parse(text.replacen(from, to, 1).as_bytes()).unwrap_err().0;
        assert!(fault.starts_with(line), "{from} -> {to}: {fault}");
    }
}

#[test]
fn what_contradicts_itself_is_refused() {
    let bad = [
        TurnFile { tabella: 2, ..file() },
        TurnFile { game: "Zama".into(), ..file() },
        TurnFile { secret: None, ..file() },
        TurnFile { phase: 0, ..file() },
        TurnFile { phase: 8, ..file() },
        TurnFile { next: None, ..file() },
        TurnFile {
            outcome: Some(OutcomeLine { winner: None, reason: "stall".into(), rule: "V5".into() }),
            ..file()
        },
    ];
    for file in bad {
        assert!(TurnFile::parse(file.render().as_bytes()).is_err(), "{file:?}");
    }
    let unknown = file().render() + "comment: none\n";
    assert!(TurnFile::parse(unknown.as_bytes()).unwrap_err().0.contains("comment"));
}
