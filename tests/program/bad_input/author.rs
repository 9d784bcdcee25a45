//! Tests of the author, game, phase and history of a file, and of files that come twice.

use super::{MOVES, goes_on, returned, submit_bad, submit_good, table};
use crate::second_verifier;
use crate::table::{Table, key, run, tabella};
use record::{Namespace, PrivateKey};
use std::fs;

/// Submits a text with this signature beside it; it must be returned with this code alone.
#[track_caller]
fn with_signature(table: &Table, text: &str, signature: &str, code: &str) {
    let path = table.signed("rome", text.as_bytes());
    fs::write(table.beside("rome.yaml.sig"), signature).unwrap();
    let run = table.tabella(&["submit", path.to_str().unwrap(), "--json"]);
    assert_eq!(returned(table, run, text.as_bytes()).codes, [code], "{signature}");
}

#[test]
fn unsigned_orders() {
    let table = table();
    let text = table.orders("rome", 1, MOVES);
    let path = table.beside("rome.yaml");
    fs::write(&path, &text).unwrap();
    let run = table.tabella(&["submit", path.to_str().unwrap(), "--json"]);
    assert_eq!(returned(&table, run, text.as_bytes()).codes, ["E-unsigned"]);
    let run = table.tabella_reading(&["submit", "-", "--json"], text.as_bytes());
    assert_eq!(returned(&table, run, text.as_bytes()).codes, ["E-unsigned"]);
    goes_on(&table);
}

#[test]
fn signatures_of_something_or_somebody_else() {
    let table = table();
    let text = table.orders("rome", 1, MOVES);
    let rome = key("rome");
    with_signature(&table, &text, &rome.sign(Namespace::Orders, b"other orders"), "E-signature");
    with_signature(&table, &text, &rome.sign(Namespace::Change, text.as_bytes()), "E-namespace");
    with_signature(
        &table,
        &text,
        &key("carthage").sign(Namespace::Orders, text.as_bytes()),
        "E-key-other",
    );
    let stranger = PrivateKey::generate(&[99; 32], "stranger");
    with_signature(
        &table,
        &text,
        &stranger.sign(Namespace::Orders, text.as_bytes()),
        "E-key-unknown",
    );
    let good = rome.sign(Namespace::Orders, text.as_bytes());
    with_signature(&table, &text, "", "E-armor");
    with_signature(&table, &text, "hello\n", "E-armor");
    with_signature(&table, &text, &good[..good.len() / 2], "E-armor");
    with_signature(&table, &text, &good.replace("SSH SIGNATURE", "PGP SIGNATURE"), "E-armor");
    goes_on(&table);
}

#[test]
fn a_signature_as_large_as_a_book() {
    let table = table();
    let text = table.orders("rome", 1, MOVES);
    let path = table.signed("rome", text.as_bytes());
    fs::write(table.beside("rome.yaml.sig"), vec![b'a'; 60_000]).unwrap();
    let run = table.tabella(&["submit", path.to_str().unwrap(), "--json"]);
    assert_eq!(returned(&table, run, text.as_bytes()).codes, ["E-unsigned"]);
    goes_on(&table);
}

#[test]
fn a_pasted_text_without_its_mark_or_cut_off() {
    let table = table();
    let text = table.orders("rome", 1, MOVES);
    let signature = key("rome").sign(Namespace::Orders, text.as_bytes());
    for mail in
        [format!("{text}{signature}"), format!("{text}...\n{}", &signature[..signature.len() / 2])]
    {
        let run = table.tabella_reading(&["submit", "-", "--json"], mail.as_bytes());
        assert_eq!(returned(&table, run, mail.as_bytes()).codes, ["E-armor"]);
    }
    let quoted: String = format!("{text}...\n{signature}")
        .lines()
        .fold(String::new(), |all, line| all + "> " + line + "\n");
    let run = table.tabella_reading(&["submit", "-", "--json"], quoted.as_bytes());
    assert!(returned(&table, run, quoted.as_bytes()).codes.contains(&"E-unsigned".to_owned()));
    goes_on(&table);
}

#[test]
fn another_game_another_phase_another_history() {
    let table = table();
    let other = Table::deployed();
    let text = table.orders("rome", 1, MOVES);
    for (from, to, code, said) in [
        ("game: zama", "game: cannae", "E-game", "the file is for `cannae`"),
        ("phase: 2", "phase: 1", "E-phase", "phase 2 is open, but the file is for phase 1"),
        ("phase: 2", "phase: 3", "E-phase", "phase 2 is open, but the file is for phase 3"),
        ("seat: rome", "seat: gaul", "E-seat", "gaul"),
        (
            &head(&table),
            &start(&table),
            "E-after",
            "`after` is the head of record 0, but the newest record is 1",
        ),
        (&head(&table), &head(&other), "E-after", "not this game's"),
    ] {
        assert!(text.contains(from), "{from}\n{text}");
        let returned = submit_bad(&table, "rome", text.replacen(from, to, 1).as_bytes());
        assert_eq!(returned.codes, [code], "{from} -> {to}");
        let message = returned.json["complaints"][0]["message"].as_str().unwrap();
        assert!(message.contains(said), "{message}");
    }
    assert_eq!(
        submit_bad(&table, "rome", other.orders("rome", 1, MOVES).as_bytes()).codes,
        ["E-after"]
    );
    goes_on(&table);
}

fn head(table: &Table) -> String {
    table.game().session.head.to_string()
}

fn start(table: &Table) -> String {
    table.game().session.start.to_string()
}

#[test]
fn orders_that_were_there_before() {
    let table = table();
    let old = table.files("turns/0001/orders");
    let (text, signature) = (&old["rome.yaml"], &old["rome.yaml.sig"]);
    let mail = [&text[..], b"...\n", signature].concat();
    let run = table.tabella_reading(&["submit", "-", "--json"], &mail);
    assert_eq!(returned(&table, run, &mail).codes, ["E-phase"], "replayed from the record");
    let first = table.orders("rome", 1, MOVES);
    let second = table.orders("rome", 2, "orders: []\n");
    submit_good(&table, "rome", first.as_bytes());
    submit_good(&table, "rome", second.as_bytes());
    let path = table.signed("rome", first.as_bytes());
    let again = table.tabella(&["submit", path.to_str().unwrap(), "--json"]).ended(0).json();
    assert_eq!(again["result"], "already filed", "the same bytes are answered as before");
    assert_eq!(
        fs::read(table.path("pending/rome.yaml")).unwrap(),
        second.as_bytes(),
        "and don't count again"
    );
    for (revision, code) in [(1, "E-revision"), (2, "E-revision")] {
        let other = table.orders("rome", revision, &format!("{MOVES}# thought over\n"));
        assert_eq!(submit_bad(&table, "rome", other.as_bytes()).codes, [code]);
    }
    let salt = second.lines().find(|line| line.starts_with("salt: ")).unwrap();
    let third = table.orders("rome", 3, MOVES);
    let third = third.replace(third.lines().find(|line| line.starts_with("salt: ")).unwrap(), salt);
    assert_eq!(submit_bad(&table, "rome", third.as_bytes()).codes, ["E-salt-used"]);
    table.tabella(&["resolve"]).ended(0);
    assert_eq!(fs::read(table.path("turns/0002/orders/rome.yaml")).unwrap(), second.as_bytes());
    table.holds();
}

#[test]
fn a_salt_typed_by_hand_is_as_good_as_one_drawn() {
    let table = table();
    let drawn = table.orders("rome", 1, MOVES);
    let salt = drawn.lines().find(|line| line.starts_with("salt: ")).unwrap();
    let typed = drawn.replace(salt, "salt: 'wk3j,f08 wlqpz vn5 0dkxa81m'");
    submit_good(&table, "rome", typed.as_bytes());
    table.tabella(&["resolve"]).ended(0);
    assert_eq!(fs::read(table.path("turns/0002/orders/rome.yaml")).unwrap(), typed.as_bytes());
    table.holds();
    let second = second_verifier::run(&[table.path("").as_os_str()]);
    assert!(second.status.success(), "{}", second_verifier::said(&second));
}

#[test]
fn a_stranger_learns_nothing_of_a_seats_orders() {
    let table = table();
    let text = table.orders("rome", 1, "orders:\n- ve9: e4\n");
    fs::write(table.beside("rome.yaml"), &text).unwrap();
    fs::write(
        table.beside("rome.yaml.sig"),
        key("carthage").sign(Namespace::Orders, text.as_bytes()),
    )
    .unwrap();
    let path = table.beside("rome.yaml");
    let run = table.tabella(&["submit", path.to_str().unwrap(), "--json"]);
    assert_eq!(
        returned(&table, run, text.as_bytes()).codes,
        ["E-key-other"],
        "no word on what Rome may order"
    );
    goes_on(&table);
}

#[test]
fn an_old_signature_beside_new_orders_hides_no_mistake_from_their_author() {
    let table = table();
    let path = table.signed("rome", table.orders("rome", 1, MOVES).as_bytes());
    fs::write(&path, table.orders("rome", 1, "orders:\n- ve9: e4\n")).unwrap();
    let complaints = table.tabella(&["check", path.to_str().unwrap(), "--json"]).ended(1).json();
    let codes: Vec<&str> = complaints["complaints"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["code"].as_str().unwrap())
        .collect();
    assert_eq!(codes, ["E-ca-unit"]);
    assert_eq!(complaints["signed_another_text"], true);
}

#[test]
fn each_signature_that_came_is_kept() {
    let table = table();
    let text = table.orders("rome", 1, MOVES);
    let signatures = [
        key("rome").sign(Namespace::Orders, b"x"),
        key("carthage").sign(Namespace::Orders, text.as_bytes()),
    ];
    with_signature(&table, &text, &signatures[0], "E-signature");
    with_signature(&table, &text, &signatures[1], "E-key-other");
    with_signature(&table, &text, &signatures[0], "E-signature");
    let kept = table.files("rejected");
    for signature in &signatures {
        assert!(kept.values().any(|bytes| bytes == signature.as_bytes()), "{:?}", kept.keys());
    }
    assert_eq!(kept.keys().filter(|name| name.ends_with(".sig")).count(), 2, "{:?}", kept.keys());
}

#[test]
fn the_players_own_files_may_be_links() {
    let table = table();
    let path = table.signed("rome", table.orders("rome", 1, MOVES).as_bytes());
    for (name, target) in [("linked.yaml", "rome.yaml"), ("linked.yaml.sig", "rome.yaml.sig")] {
        std::os::unix::fs::symlink(table.beside(target), table.beside(name)).unwrap();
    }
    assert!(path.exists());
    let linked = table.beside("linked.yaml");
    table.tabella(&["submit", linked.to_str().unwrap()]).ended(0);
    table.tabella(&["resolve"]).ended(0);
    assert!(!table.path("turns/0002/orders/rome.yaml").is_symlink());
    table.holds();
}

#[test]
fn files_that_are_none() {
    let table = table();
    for (path, code, said) in [
        ("/nowhere/rome.yaml", 4, "not found"),
        ("/", 2, "/ is a folder; name the order file"),
        ("/dev/zero", 4, "perhaps you named the wrong file"),
    ] {
        for command in ["submit", "check"] {
            let run = table.tabella(&[command, path]).ended(code);
            assert!(run.err.contains(path) && run.err.contains(said), "{command}: {}", run.err);
        }
    }
    for arguments in
        [&["sign", "/nowhere.yaml", "--key", "/nowhere"][..], &["sign", "/", "--key", "/dev/null"]]
    {
        run(tabella().args(arguments)).ended(4);
    }
    let path = table.signed("rome", table.orders("rome", 1, MOVES).as_bytes());
    table.tabella(&["submit", path.to_str().unwrap(), "--signature", "/nowhere.sig"]).ended(4);
    goes_on(&table);
}
