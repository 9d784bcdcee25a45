//! Tests that the last record reveals the secret of the program's choices.

use super::*;
use record::turn_file::OutcomeLine;

const COMMITTED: [u8; 32] = [9; 32];

fn told(plays: bool, revealed: Option<[u8; 32]>, over: bool) -> Option<String> {
    let (zero, seed) = ("ab".repeat(32), Secret::from_bytes(COMMITTED).commitment());
    let program = format!("program:\n  player: 1\n  seed: {seed}\n  seats:\n    rome: easy\n");
    let charter = format!(
        "tabella: 2\ngame: zama\ntitle: toy\nrules-revision: 1\nscenario: one\ntempo: brisk\nseats:\n- seat: rome\n  side: rome\n{}\
         dice:\n  commitment: {zero}\n  hidden: {zero}\n",
        if plays { &program } else { "" }
    );
    let at = "2026-03-01T20:00:00Z".parse().unwrap();
    let outcome = over.then(|| OutcomeLine {
        winner: None,
        reason: "agreed".to_owned(),
        rule: "referee".to_owned(),
    });
    let turn = TurnFile {
        tabella: 1,
        game: "zama".to_owned(),
        phase: 7,
        name: "move".to_owned(),
        rules_revision: 1,
        program: "tabella 0.1.0".to_owned(),
        secret: Some(Secret::from_bytes([7; 32])),
        hidden: None,
        players: revealed.map(Secret::from_bytes),
        hidden_before: Vec::new(),
        identity: None,
        opened: at,
        resolved: at,
        absent: Vec::new(),
        held: Vec::new(),
        phases: Vec::new(),
        outcome,
        next: None,
    };
    let mut verdict = Verdict::default();
    reveal(&Charter::parse(charter.as_bytes()).unwrap(), "turns/0007", &turn, &mut verdict);
    verdict.findings.pop().map(|finding| finding.to_string())
}

#[test]
fn the_secret_of_the_programs_choices_is_revealed_at_the_end_and_is_the_one_committed_to() {
    assert_eq!(told(true, None, false), None);
    assert_eq!(told(true, Some(COMMITTED), true), None);
    assert_eq!(told(false, None, true), None);
    for (plays, revealed, over, why) in [
        (true, None, true, "is withheld"),
        (true, Some([8; 32]), true, "is not the one that the charter committed to"),
        (false, Some(COMMITTED), true, "the program played no seat"),
    ] {
        let finding = told(plays, revealed, over).unwrap();
        assert!(finding.starts_with("V-secret turns/0007/turn.yaml"), "{finding}");
        assert!(finding.contains(why), "{finding}");
    }
}
