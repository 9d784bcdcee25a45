//! Lists of records are everybody's: what they name tells nothing of what is sealed.

use crate::common::Match;
use crate::second_verifier::agrees;
use crate::tampering::papers::Papers;
use record::{PrivateKey, Sums};
use std::fs;
use tabella::store::Submission;
use tabella::verify::Finding;

fn listed(game: &Match) -> Vec<String> {
    let list = fs::read(game.root().join("turns/0001/SHA256SUMS")).unwrap();
    Sums::parse(&list).unwrap().lines.into_keys().collect()
}

/// Orders without what stays in force after their phase.
fn without_standing(text: &str) -> String {
    let mut kept = String::new();
    let mut stays = false;
    for line in text.lines() {
        if !line.starts_with([' ', '-']) {
            stays = line.starts_with("standing:") || line.starts_with("ahead:");
        }
        if !stays {
            kept += line;
            kept.push('\n');
        }
    }
    kept
}

#[test]
fn a_list_does_not_tell_whether_somebody_has_orders_in_force() {
    let mut differ = 0;
    for title in ["de-bello-punico", "punica", "metaurus", "duelling-republics"] {
        let mut with = Match::of(title, |_| {});
        let without = with.twin();
        for seat in with.awaited() {
            let text = with.propose(&seat, 1, true);
            let bare = without_standing(&text);
            differ += u32::from(bare != text);
            let filed = without.file(&seat, &bare);
            assert!(matches!(filed, Submission::Filed(_)), "{title}: {filed:?}\n{bare}");
        }
        with.resolve().unwrap();
        without.resolve().unwrap();
        assert_eq!(listed(&with), listed(&without), "{title}");
        with.holds();
        without.holds();
        // A record that hides nothing and says so would betray it: both verifiers miss the file.
        let text = fs::read_to_string(without.root().join(".tabella/referee.key")).unwrap();
        let mut papers = Papers::of(without.root());
        papers.remove("turns/0001/hidden.yaml");
        papers.seal_anew(1, &PrivateKey::parse(&text).unwrap());
        let verdict = papers.verify();
        let missing =
            |one: &Finding| one.code == "V-missing" && one.path == "turns/0001/hidden.yaml";
        assert!(verdict.findings.iter().any(missing), "{title}: {:?}", verdict.findings);
        agrees(&papers, &verdict, title);
    }
    assert!(differ > 1, "built-in players leave orders in force");
}
