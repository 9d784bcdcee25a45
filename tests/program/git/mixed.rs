//! A game in which one player pushes and the other writes: rounds take both, and show what came of it.

use super::Public;
use std::fs;
use tabella::store::{SignedOrders, Submission, submit_signed};

#[test]
fn a_round_takes_what_was_pushed_and_publishes() {
    let mut public = Public::open();
    // A host that answers nothing: the round does.
    fs::remove_file(public.at("match.git/hooks/post-receive")).unwrap();
    public.put(".", "run.yaml", b"games: [match]\nletters: letters\n");
    let (one, other) = (public.seats[0].clone(), public.seats[1].clone());
    let said = public.push_orders(&one).ended(3);
    assert!(!said.contains("filed"), "nobody answers yet: {said}");
    let run = ["referee", "run", "--settings", "run.yaml"];
    let said = public.tabella(".", &run).done();
    assert!(said.contains(&format!("inbox/0001/{one}-1.age: filed, revision 1")), "{said}");
    assert!(said.contains("published"), "the receipt is shown: {said}");
    let said = public.tabella(&one, &["git", "pull"]).done();
    assert!(said.contains(&format!("receipts/0001/{one}-1.yaml is new")), "{said}");
    let text = public.game.orders(&other, 1, true);
    let signature = public.game.sign(&other, &text);
    let papers = SignedOrders {
        bytes: text.as_bytes(),
        signature: Some(signature.as_bytes()),
        ..SignedOrders::default()
    };
    let filed = submit_signed(&public.game.folder, &papers).unwrap();
    assert!(matches!(filed, Submission::Filed(_)), "{filed:?}");
    let said = public.tabella(".", &run).done();
    assert!(said.contains("record 1 is sealed") && said.contains("published"), "{said}");
    let said = public.tabella(&one, &["git", "pull"]).done();
    assert!(said.contains("record 1 is new"), "{said}");
    assert_eq!(public.tabella(".", &run).done(), "");
}
