//! Tests of difficulties that first readers had, each once.

use crate::table::{Table, run, tabella};

fn told(table: &Table) -> String {
    table.tabella(&["report"]).ended(0).out.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_draw_can_be_offered_and_accepted() {
    let table = Table::deployed();
    table.file("rome", "orders: [draw: offer]\n");
    table.tabella(&["resolve"]).ended(0);
    assert!(told(&table).contains("Rome offered a draw"), "{}", told(&table));
    table.file("carthage", "orders: [draw: accept]\n");
    assert!(table.tabella(&["resolve"]).ended(0).out.contains("the game is over: drawn"));
    let form = table.tabella(&["form", "--seat", "rome"]).ended(3);
    assert!(form.out.is_empty() && form.err.contains("the game is over"), "{}", form.err);
    table.tabella(&["verify"]).ended(0);
}

#[test]
fn a_draw_offered_at_the_set_up_is_told() {
    let table = Table::new("brisk", &[]);
    table.file("rome", "orders: {army: consular, draw: offer}\n");
    table.file("carthage", "orders: {army: trebia}\n");
    table.tabella(&["resolve"]).ended(0);
    assert!(told(&table).contains("Rome offered a draw"), "{}", told(&table));
}

#[test]
fn the_head_of_last_week_is_no_forgery() {
    let table = Table::deployed();
    let head = table.game().session.head.to_string();
    table.file("rome", "orders: []\n");
    table.tabella(&["resolve"]).ended(0);
    let verdict = table.tabella(&["verify", "--head", &head]).ended(0).out;
    assert!(
        verdict.contains("records added since then: 1") && verdict.contains("proven to record "),
        "{verdict}"
    );
    let other = table.tabella(&["verify", "--head", &"0".repeat(64)]).ended(1).out;
    assert!(other.contains("V-head"), "{other}");
}

#[test]
fn a_folder_that_is_no_game_is_told_so() {
    let empty = tempfile::tempdir().unwrap();
    let said = run(tabella().arg("verify").arg(empty.path())).ended(4).err;
    assert!(said.contains("not a game folder"), "{said}");
}
