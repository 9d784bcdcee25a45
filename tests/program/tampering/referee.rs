//! Tests of frauds by a referee, who holds the key that seals.

use super::papers::{Papers, sums_path};
use super::{RECORDS, finds, papers, recorded, told};
use proptest::prelude::*;
use record::sums::record_name;
use record::{Namespace, PrivateKey, PublicKey, Signers};

/// Alters a file of a record, and seals that record and all later ones anew.
fn forged(number: u32, name: &str, from: &str, to: &str) -> Papers {
    let mut papers = papers();
    papers.edit(&format!("turns/{}/{name}", record_name(number)), from, to);
    papers.seal_anew(number, &recorded().referee);
    papers
}

/// The line of a file on which a text stands first.
fn line_of(text: &str, part: &str) -> usize {
    text[..text.find(part).unwrap()].matches('\n').count() + 1
}

#[test]
fn sealing_anew_alone_changes_nothing() {
    let mut papers = papers();
    papers.seal_anew(0, &recorded().referee);
    assert!(papers.verify().holds(), "{}", told(&papers.verify()));
}

#[test]
fn an_altered_state_is_named_with_its_line_and_byte() {
    for number in 0..=RECORDS {
        let path = format!("turns/{}/state.yaml", record_name(number));
        let text = papers().text(&path);
        let (from, to) = ("\n  turn: ", "\n  turn: 7");
        let papers = forged(number, "state.yaml", from, to);
        let finding = finds(&papers, "V-state", &path);
        assert_eq!(finding.line, Some(line_of(&text, from) + 1), "{finding}");
        let byte = finding.byte.unwrap();
        assert_eq!(papers.bytes(&path)[byte], b'7', "{finding}");
        assert!(finding.message.starts_with("recorded `turn: 7"), "{finding}");
    }
}

#[test]
fn an_altered_event_is_named_with_its_line() {
    let path = "turns/0002/events.yaml";
    let papers = forged(2, "events.yaml", "rule: ", "rule: X");
    let finding = finds(&papers, "V-state", path);
    assert_eq!(finding.line, Some(line_of(&papers.text(path), "rule: X")), "{finding}");
}

#[test]
fn secrets_beyond_the_last_that_the_charter_has_are_found() {
    let mut papers = papers();
    let phases =
        papers.text("game.yaml").lines().find(|line| line.contains("phases: ")).unwrap().to_owned();
    papers.edit("game.yaml", &phases, "  phases: 2");
    papers.seal_anew(0, &recorded().referee);
    finds(&papers, "V-secret", "turns/0003/turn.yaml");
    let early = papers
        .verify()
        .findings
        .iter()
        .any(|it| it.code == "V-secret" && it.path.starts_with("turns/0002"));
    assert!(!early, "{}", told(&papers.verify()));
}

#[test]
fn hidden_dice_that_never_fell_excuse_nothing() {
    let mut papers = forged(1, "hidden.yaml", "\nforce:\n", "\nhidden: true\nforce:\n");
    finds(&papers, "V-state", "turns/0001/hidden.yaml");
    papers.edit("turns/0002/state.yaml", "\n  turn: ", "\n  turn: 7");
    papers.seal_anew(1, &recorded().referee);
    assert!(!papers.verify().holds(), "{}", told(&papers.verify()));
}

#[test]
fn an_altered_hidden_file_is_named_with_its_line() {
    let path = "turns/0001/hidden.yaml";
    let papers = forged(1, "hidden.yaml", "\nforce:\n", "\nforce: \n");
    let finding = finds(&papers, "V-state", path);
    assert_eq!(finding.line, Some(line_of(&papers.text(path), "\nforce: \n") + 1), "{finding}");
}

#[test]
fn what_turn_yaml_says_of_who_answered_is_held_to_what_happened() {
    for (from, to) in [
        ("by: fresh", "by: fallback"),
        ("name: deploy", "name: muster"),
        ("  phase: 2", "  phase: 3"),
        ("  turn: 1", "  turn: 2"),
        ("phases:\n", "absent:\n- carthage\nphases:\n"),
        ("rules-revision: 1", "rules-revision: 2"),
    ] {
        let papers = forged(1, "turn.yaml", from, to);
        finds(&papers, "V-turn", "turns/0001/turn.yaml");
    }
}

#[test]
fn times_that_do_not_join_are_found() {
    let opened = papers().text("turns/0002/turn.yaml");
    let opened = opened.lines().find(|line| line.starts_with("opened: ")).unwrap().to_owned();
    let papers = forged(2, "turn.yaml", &opened, "opened: 2020-02-02T02:02:02Z");
    let finding = finds(&papers, "V-turn", "turns/0002/turn.yaml");
    assert_eq!(
        finding.line,
        Some(line_of(&papers.text("turns/0002/turn.yaml"), "opened: ")),
        "{finding}"
    );
    let resolved = opened.replace("opened", "resolved");
    let papers = forged(1, "turn.yaml", &resolved, "resolved: 2020-02-02T02:02:02Z");
    finds(&papers, "V-turn", "turns/0001/turn.yaml");
    let papers =
        forged(4, "turn.yaml", "  awaited:", "  deadline: 2030-02-02T02:02:02Z\n  awaited:");
    finds(&papers, "V-turn", "turns/0004/turn.yaml");
}

#[test]
fn secrets_exchanged_or_invented_are_found() {
    let secret = |number: u32| {
        let text = papers().text(&format!("turns/{}/turn.yaml", record_name(number)));
        text.lines().find(|line| line.starts_with("secret: ")).unwrap().to_owned()
    };
    let mut exchanged = papers();
    exchanged.edit("turns/0002/turn.yaml", &secret(2), &secret(3));
    exchanged.edit("turns/0003/turn.yaml", &secret(3), &secret(2));
    exchanged.seal_anew(2, &recorded().referee);
    finds(&exchanged, "V-secret", "turns/0002/turn.yaml");
    finds(&exchanged, "V-secret", "turns/0003/turn.yaml");
    let invented = forged(4, "turn.yaml", &secret(4), &format!("secret: {}", "ab".repeat(32)));
    finds(&invented, "V-secret", "turns/0004/turn.yaml");
    let charter = papers().text("game.yaml");
    let commitment = charter.lines().find(|line| line.contains("commitment: ")).unwrap().to_owned();
    let mut papers = papers();
    papers.edit("game.yaml", &commitment, &format!("  commitment: {}", "ab".repeat(32)));
    papers.seal_anew(0, &recorded().referee);
    finds(&papers, "V-secret", "turns/0001/turn.yaml");
}

#[test]
fn an_order_of_another_author_is_found_even_under_a_new_seal() {
    let path = "turns/0002/orders/rome.yaml";
    let mut papers = papers();
    let text = papers.text(path).replace("final: true", "final: false");
    papers.put(path, text.clone());
    let stranger = PrivateKey::generate(&[77; 32], "stranger");
    papers.put(&format!("{path}.sig"), stranger.sign(Namespace::Orders, text.as_bytes()));
    papers.seal_anew(2, &recorded().referee);
    let finding = finds(&papers, "V-signature", path);
    assert!(finding.message.contains("rome"), "{finding}");
}

#[test]
fn an_order_that_another_record_holds_is_found() {
    let mut papers = papers();
    for end in ["", ".sig"] {
        let earlier = papers.bytes(&format!("turns/0002/orders/rome.yaml{end}")).to_vec();
        papers.put(&format!("turns/0004/orders/rome.yaml{end}"), earlier);
    }
    papers.seal_anew(4, &recorded().referee);
    let finding = finds(&papers, "V-order", "turns/0004/orders/rome.yaml");
    for part in ["answers phase 2", "another history", "salt was used before"] {
        assert!(finding.message.contains(part), "{finding}");
    }
}

#[test]
fn an_order_left_out_or_unsigned_is_found() {
    let mut without = papers();
    for end in ["", ".sig"] {
        without.0.remove(&format!("turns/0001/orders/carthage.yaml{end}"));
    }
    without.seal_anew(1, &recorded().referee);
    let finding = finds(&without, "V-replay", "turns/0001");
    assert!(finding.message.contains("carthage"), "{finding}");
    let mut unsigned = papers();
    unsigned.0.remove("turns/0001/orders/carthage.yaml.sig");
    unsigned.seal_anew(1, &recorded().referee);
    finds(&unsigned, "V-signature", "turns/0001/orders/carthage.yaml");
    let mut lonely = papers();
    lonely.0.remove("turns/0001/orders/carthage.yaml");
    lonely.seal_anew(1, &recorded().referee);
    finds(&lonely, "V-signature", "turns/0001/orders/carthage.yaml.sig");
}

#[test]
fn later_orders_countersign_what_came_before() {
    let papers = forged(1, "report.md", "#", "##");
    let finding = finds(&papers, "V-order", "turns/0002/orders/rome.yaml");
    assert!(finding.message.contains("answers another history"), "{finding}");
}

#[test]
fn a_signature_for_another_purpose_seals_nothing() {
    let mut papers = papers();
    let list = papers.bytes(&sums_path(4)).to_vec();
    papers.put("turns/0004/SHA256SUMS.sig", recorded().referee.sign(Namespace::Orders, &list));
    let finding = finds(&papers, "V-seal", "turns/0004/SHA256SUMS.sig");
    assert!(finding.message.contains("tabella-orders"), "{finding}");
}

#[test]
fn keys_added_exchanged_or_replaced_are_found() {
    let good = papers();
    let keys = good.text("allowed_signers");
    let lines: Vec<&str> = keys.lines().collect();
    let stranger = PrivateKey::generate(&[77; 32], "").public().to_string();
    let gaul = format!("gaul namespaces=\"tabella-orders,tabella-change\" {stranger}");
    let more = format!("{}\n{}\n{gaul}\n{}\n", lines[0], lines[1], lines[2]);
    let replaced = keys.replacen(
        lines[0].rsplit(' ').next().unwrap(),
        stranger.rsplit(' ').next().unwrap(),
        1,
    );
    let exchanged = format!("{}\n{}\n{}\n", lines[1], lines[0], lines[2]);
    let pattern = format!("* {}\n{keys}", gaul.split_once(' ').unwrap().1);
    for text in [more, replaced, exchanged, pattern, format!("{keys}\n"), format!("# keys\n{keys}")]
    {
        let mut altered = good.clone();
        altered.put("allowed_signers", text);
        let verdict = altered.verify();
        assert_eq!(verdict.findings[0].path, "allowed_signers", "{}", told(&verdict));
        altered.seal_anew(0, &recorded().referee);
        assert!(!altered.verify().holds(), "sealed anew:\n{}", altered.text("allowed_signers"));
    }
}

#[test]
fn one_key_for_two_seats_is_told_and_is_no_fault() {
    let signers = Signers::parse(papers().bytes("allowed_signers")).unwrap();
    let key: PublicKey = signers.referee().clone();
    let seats = signers.seats().map(|(seat, _)| (seat.to_owned(), key.clone())).collect();
    let mut papers = papers();
    papers.0.retain(|path, _| !path.starts_with("turns/") || path.starts_with("turns/0000/"));
    papers.put("allowed_signers", Signers::new(seats, key).unwrap().render());
    papers.seal_anew(0, &recorded().referee);
    let verdict = papers.verify();
    assert!(verdict.holds(), "{}", told(&verdict));
    assert!(
        verdict.notes.iter().any(|note| note.0.contains("rome and carthage and referee")),
        "{:?}",
        verdict.notes
    );
}

#[test]
fn changes_that_this_program_does_not_know_do_not_pass_in_silence() {
    let mut papers = papers();
    papers.put("turns/0004/changes/01-key.yaml", "tabella: 1\n");
    papers.seal_anew(4, &recorded().referee);
    finds(&papers, "V-change", "turns/0004/changes/01-key.yaml");
}

/// True for the parts of a record that nobody can work out again: when it was made, by which version of the program,
/// and the salt of a hidden file while its secret is not revealed.
fn free(path: &str, line: &str) -> bool {
    let words = if path.ends_with("turn.yaml") {
        &["resolved: ", "program: "][..]
    } else {
        &["salt: "][..]
    };
    words.iter().any(|word| line.starts_with(word))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_byte_altered_under_a_new_seal_is_found_by_playing_again(
        name in prop::sample::select(vec!["state.yaml", "events.yaml", "hidden.yaml", "turn.yaml"]),
        at in any::<prop::sample::Index>(),
        byte in any::<u8>(),
    ) {
        let mut papers = papers();
        let path = format!("turns/0004/{name}");
        prop_assume!(papers.0.contains_key(&path));
        let mut bytes = papers.bytes(&path).to_vec();
        let at = at.index(bytes.len());
        let line = papers.text(&path)[..at].rfind('\n').map_or(0, |end| end + 1);
        prop_assume!(bytes[at] != byte && !free(name, &papers.text(&path)[line..]));
        bytes[at] = byte;
        papers.put(&path, bytes);
        papers.seal_anew(4, &recorded().referee);
        let verdict = papers.verify();
        prop_assert!(verdict.findings.iter().any(|finding| finding.path == path), "{path}, byte {at}: {}", told(&verdict));
    }
}
