//! The second route: what the recorded events lead to, whatever the orders and dice say.

use super::{RECORDS, finds, papers, recorded, told};
use record::sums::record_name;

fn hidden(number: u32) -> String {
    format!("turns/{}/hidden.yaml", record_name(number))
}

#[test]
fn every_record_folds_from_its_own_events() {
    let verdict = papers().verify();
    assert_eq!(verdict.folded, RECORDS + 1, "{}", told(&verdict));
}

#[test]
fn an_event_that_lost_a_field_is_found_where_the_first_route_cannot_go() {
    // The hex to which the last unit that moved went.
    let moves = |number: &u32| papers().text(&hidden(*number)).contains("kind: moved");
    let number = (2..=RECORDS).find(moves).expect("somebody moved");
    let text = papers().text(&hidden(number));
    let event = text.rfind("kind: moved").unwrap();
    let line = text[event..].split_inclusive('\n').find(|line| line.contains(" to: ")).unwrap();
    let mut papers = papers();
    papers
        .put(&hidden(number), format!("{}{}", &text[..event], text[event..].replacen(line, "", 1)));
    // No secret of the dice, no replay.
    let turn = papers.text("turns/0001/turn.yaml");
    let secret = turn.lines().find(|line| line.starts_with("secret: ")).unwrap();
    papers.edit("turns/0001/turn.yaml", secret, &format!("secret: {}", "ab".repeat(32)));
    papers.seal_anew(1, &recorded().referee);
    let verdict = papers.verify();
    assert!(verdict.findings.iter().all(|finding| finding.code != "V-state"), "{}", told(&verdict));
    let found: Vec<_> = verdict.findings.iter().filter(|one| one.code == "V-fold").collect();
    assert_eq!(found.len(), 1, "{}", told(&verdict));
    assert_eq!(found[0].path, hidden(number));
    assert_eq!(verdict.folded, RECORDS);
}

#[test]
fn a_state_that_its_events_do_not_lead_to_is_named_with_its_line_and_byte() {
    let mut papers = papers();
    papers.edit(&hidden(2), "\n  turn: ", "\n  turn: 7");
    papers.seal_anew(2, &recorded().referee);
    let finding = finds(&papers, "V-fold", &hidden(2));
    let byte = finding.byte.unwrap();
    assert_eq!(papers.bytes(&hidden(2))[byte], b'7', "{finding}");
    assert!(finding.message.ends_with("follows from the recorded events"), "{finding}");
}
