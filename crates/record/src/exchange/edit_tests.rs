//! Entries set and taken out; everything else stays.

use super::edit;
use engine::{Edit, Slot};
use serde_json::json;

const FORM: &str = "tabella: 1\norders:\n# nobody moves\n#  - ve1: a1\n\n# ahead\n#ahead:\n";

fn done(text: &str, edits: &[Edit]) -> String {
    edits.iter().fold(text.to_owned(), |text, one| edit(&text, one).unwrap())
}

#[test]
fn an_entry_is_set_where_it_stands_and_comments_stay() {
    let orders: &[&str] = &["orders"];
    let first = Edit::item(orders, "ve1", Some(json!({"ve1": "e7 n"})));
    let one = done(FORM, &[first]);
    assert_eq!(
        one,
        "tabella: 1\norders:\n  - ve1: e7 n\n# nobody moves\n#  - ve1: a1\n\n# ahead\n#ahead:\n"
    );
    let two = done(
        &one,
        &[Edit::item(orders, "ve2", Some(json!({"ve2": {"to": ["b7", "0913"], "face": "n"}})))],
    );
    assert!(
        two.contains("  - ve1: e7 n\n  - ve2: {to: [b7, \"0913\"], face: n}\n# nobody"),
        "{two}"
    );
    let other = done(&two, &[Edit::item(orders, "ve1", Some(json!({"ve1": "n"})))]);
    assert!(other.contains("orders:\n  - ve1: n\n  - ve2:"), "{other}");
    let gone = done(&other, &[Edit::item(orders, "ve1", None), Edit::item(orders, "ve2", None)]);
    assert_eq!(gone, FORM.replace("orders:\n#", "orders: []\n#"));
    assert_eq!(done(&gone, &[Edit::item(orders, "ve9", None)]), gone);
}

#[test]
fn lists_and_maps_are_made_where_there_are_none_and_go_when_they_are_empty() {
    let at: &[&str] = &["ahead", "attack"];
    let attack = Edit::item(at, "ve1", Some(json!({"ve1": ["pr1", "pr2"]})));
    let one = done("orders: []\n", std::slice::from_ref(&attack));
    assert_eq!(one, "orders: []\nahead:\n  attack:\n    - ve1: [pr1, pr2]\n");
    let two = done(&one, &[Edit::item(at, "at-will", Some(json!("at-will")))]);
    assert!(two.ends_with("    - ve1: [pr1, pr2]\n    - at-will\n"), "{two}");
    let back = done(&two, &[Edit::item(at, "at-will", None), Edit::item(at, "ve1", None)]);
    assert_eq!(back, "orders: []\n");
    let flow = done(
        "orders: [{ve1: a1}]\n",
        &[Edit::item(&["orders"], "ve2", Some(json!({"ve2": "b2"})))],
    );
    assert_eq!(flow, "orders:\n  - ve1: a1\n  - ve2: b2\n");
}

#[test]
fn keys_are_set_below_keys() {
    let place: &[&str] = &["orders", "place"];
    let text = done("orders: {}\n", &[Edit::key(&["orders"], "army", Some(json!("consular")))]);
    assert_eq!(text, "orders:\n  army: consular\n");
    let text = done(&text, &[Edit::key(place, "ve1", Some(json!("a1 n")))]);
    let text = done(&text, &[Edit::key(place, "ve2", Some(json!("b1")))]);
    assert_eq!(text, "orders:\n  army: consular\n  place: {ve1: a1 n, ve2: b1}\n");
    let text = done(&text, &[Edit::key(place, "ve1", None), Edit::key(&["orders"], "army", None)]);
    assert_eq!(text, "orders:\n  place: {ve2: b1}\n");
    let text =
        done("orders: {army: x}\n", &[Edit::key(&["orders", "army"], "velites", Some(json!(3)))]);
    assert_eq!(text, "orders:\n  army: {velites: 3}\n");
    assert_eq!(done("orders: {}\nahead: {}\n", &[Edit::key(&[], "ahead", None)]), "orders: {}\n");
}

#[test]
fn items_are_named_by_their_number_and_entered() {
    let nth = |at: &[&str], place: usize, value| Edit {
        at: at.iter().map(|key| (*key).to_owned()).collect(),
        slot: Slot::Nth(place),
        value,
    };
    let acts: &[&str] = &["orders", "activations"];
    let two = json!({"command": "la", "units": {"la-1": {"to": "0504"}}, "march": ["ne", "nw"]});
    let text = done(
        "orders: {}\n",
        &[nth(acts, 0, Some(json!({"command": "i"}))), nth(acts, 1, Some(two))],
    );
    let begun = "orders:\n  activations:\n    - command: i\n";
    let rest = "    - command: la\n      units: {la-1: {to: \"0504\"}}\n      march: [ne, nw]\n";
    assert_eq!(text, format!("{begun}{rest}"));
    let unit =
        Edit::key(&["orders", "activations", "0", "units"], "i-1", Some(json!({"face": "n"})));
    let text = done(&text.replace("- command: i\n", "- command: i # first\n"), &[unit]);
    assert!(
        text.contains("    - command: i # first\n      units: {i-1: {face: n}}\n    - command: la"),
        "{text}"
    );
    let first = Edit::key(&["orders", "activations", "0"], "command", Some(json!("x")));
    assert!(done(&text, &[first]).contains("    - command: x\n      units: {i-1"));
    let text = done(&text, &[nth(acts, 0, None)]);
    assert_eq!(text, format!("orders:\n  activations:\n{rest}"));
    let text = done(&text, &[nth(&["orders", "activations", "0", "march"], 0, None)]);
    assert!(text.contains("      march: [nw]\n"), "{text}");
    assert_eq!(done(&text, &[nth(acts, 0, None)]), "orders: {}\n");
    let lone = done("a: {b: c}\n", &[nth(&["a", "b"], 1, Some(json!("d")))]);
    assert_eq!(lone, "a:\n  b: [c, d]\n");
}

#[test]
fn what_is_not_there_is_taken_out_of_nothing() {
    let text = "tabella: 1\n";
    for at in [&["orders"][..], &["ahead", "attack"]] {
        assert_eq!(done(text, &[Edit::item(at, "ve1", None), Edit::key(at, "ve1", None)]), text);
    }
}

#[test]
fn what_is_no_yaml_is_named_and_left_alone() {
    assert!(edit("orders: [", &Edit::key(&[], "ahead", None)).is_err());
}

#[test]
fn a_file_whose_last_line_does_not_end_goes_on_below_it() {
    let one = Edit::key(&["orders"], "b", Some(json!("b2")));
    assert_eq!(done("orders:\n  a: b1", &[one]), "orders:\n  a: b1\n  b: b2\n");
}

#[test]
fn a_text_of_several_lines_does_not_reach_into_the_entry_behind_it() {
    let note = "note:\n  to: all\n  text: |\n    Peace?\n\n    R.\n";
    let text = format!("{note}# where to\norders:\n  a: b1\n");
    let two = done(&text, &[Edit::key(&["orders"], "b", Some(json!("b2")))]);
    assert_eq!(two, format!("{text}  b: b2\n"));
    let none = done(&two, &[Edit::key(&["orders"], "a", None), Edit::key(&["orders"], "b", None)]);
    assert_eq!(none, format!("{note}# where to\norders: {{}}\n"));
    let short = Edit::key(&["note"], "text", Some(json!("No.")));
    assert_eq!(done(&none, &[short]), "note:\n  to: all\n  text: No.\n# where to\norders: {}\n");
    assert_eq!(done(&none, &[Edit::key(&[], "note", None)]), "# where to\norders: {}\n");
}

#[test]
fn what_stands_between_brackets_on_lines_of_its_own_is_written_anew() {
    let text = "orders: {\n  a: b1,\n  b: b2\n}\n";
    let set = |key: &str, value| done(text, &[Edit::key(&["orders"], key, value)]);
    assert_eq!(set("a", Some(json!("c1"))), "orders:\n  a: c1\n  b: b2\n");
    assert_eq!(set("c", Some(json!("b3"))), "orders:\n  a: b1\n  b: b2\n  c: b3\n");
    assert_eq!(set("b", None), "orders:\n  a: b1\n");
}
