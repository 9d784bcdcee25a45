//! The table of threats in docs/protocol.md: each row names a test that tries it, and the tests that stand nowhere else.

use super::verdict;
use crate::table::{DEPLOY, SEATS, Table, key};
use engine::dice::{Dice, Secrecy};
use record::{Digest, Secrets, Seed, seed};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The last cells of the rows of the threats table.
fn named() -> Vec<Vec<String>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join("docs/protocol.md")).unwrap();
    let table = text.split("| who | what | how it is met | tried by |").nth(1).expect("the table");
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    let last = |row: &str| -> Vec<String> {
        let cell = row.trim_matches('|').rsplit('|').next().unwrap();
        cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
    };
    rows.map(last).collect()
}

#[test]
fn every_row_names_tests_that_there_are() {
    let rows = named();
    assert!(rows.len() > 20, "{rows:?}");
    for row in rows {
        assert!(!row.is_empty(), "a row without a test");
        for name in row {
            let (file, test) = name.rsplit_once("::").unwrap_or_else(|| panic!("`{name}`"));
            let file = file.replace("::", "/");
            let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/program");
            let read = |path: String| fs::read_to_string(tests.join(path)).ok();
            let source = read(format!("{file}.rs")).or_else(|| read(format!("{file}/mod.rs")));
            let source = source.unwrap_or_else(|| panic!("{name}: no such file of tests"));
            let header = format!("#[test]\nfn {test}() {{");
            assert!(source.contains(&header), "{name}: no such test");
        }
    }
}

#[test]
fn a_ciphertext_said_not_to_open_convicts_once_the_key_is_out() {
    let table = Table::of(("combined-arms", None), "brisk", &[], &SEATS);
    let (orders, own) = (table.beside("rome.yaml"), table.beside("rome"));
    fs::write(&orders, table.orders("rome", 1, DEPLOY[0])).unwrap();
    for seat in SEATS {
        fs::write(table.beside(seat), key(seat).to_openssh()).unwrap();
    }
    table
        .tabella(&["git", "seal", orders.to_str().unwrap(), "--key", own.to_str().unwrap()])
        .ended(0);
    // The referee reads it by another key, and signs that it does not open.
    let seal = table.path(".tabella/seal.key");
    let right = fs::read(&seal).unwrap();
    fs::write(&seal, ciphertext::Identity::generate().reveal()).unwrap();
    let folder = tabella::store::Folder::find(&table.root()).unwrap();
    let came = fs::read(table.beside("rome.yaml.age")).unwrap();
    let rome = engine::Seat::new("rome");
    let papers =
        tabella::store::SignedOrders { bytes: &came, from: Some(&rome), ..Default::default() };
    let answer = tabella::store::submit_signed(&folder, &papers).unwrap();
    assert!(matches!(answer, tabella::store::Submission::Returned { .. }), "{answer:?}");
    fs::write(&seal, right).unwrap();
    table.file("carthage", DEPLOY[1]);
    table.tabella(&["resolve", "--absent", "rome"]).ended(0);
    let end =
        table.tabella(&["change", "end", "--reason", "a test"]).ended(0).out.trim().to_owned();
    for seat in SEATS {
        let with = table.beside(seat);
        table
            .tabella(&["change", "sign", &end, "--as", seat, "--key", with.to_str().unwrap()])
            .ended(0);
    }
    table.tabella(&["change", "apply", &end]).ended(0);
    table.holds();
    // Rome puts what was sent beside the records.
    fs::create_dir_all(table.path("inbox/0001")).unwrap();
    fs::write(table.path("inbox/0001/rome-1.age"), came).unwrap();
    let (code, found) = verdict(&table.root(), &[]);
    assert_eq!(code, 1, "{found}");
    assert_eq!(found["findings"][0]["code"], "V-receipt", "{found}");
    assert_eq!(found["findings"][0]["path"], "inbox/0001/rome-1.age");
}

/// Not prevented: the referee has the key of sealed orders and can read them.
#[test]
fn a_referee_reads_sealed_orders_before_their_phase_is_resolved() {
    let table = Table::of(("combined-arms", None), "brisk", &[], &SEATS);
    let (orders, own) = (table.beside("rome.yaml"), table.beside("rome"));
    fs::write(&orders, table.orders("rome", 1, DEPLOY[0])).unwrap();
    fs::write(&own, key("rome").to_openssh()).unwrap();
    table
        .tabella(&["git", "seal", orders.to_str().unwrap(), "--key", own.to_str().unwrap()])
        .ended(0);
    let sealed = fs::read(table.beside("rome.yaml.age")).unwrap();
    let identity: ciphertext::Identity =
        fs::read_to_string(table.path(".tabella/seal.key")).unwrap().parse().unwrap();
    let read = ciphertext::open(&identity, &sealed).unwrap();
    assert!(read.starts_with(&fs::read(&orders).unwrap()));
    let stranger = ciphertext::Identity::generate();
    assert!(ciphertext::open(&stranger, &sealed).is_err(), "nobody else does");
}

/// Not prevented: a referee who has a seat, and files last, can try salts until a die pleases; nothing in the record shows it.
#[test]
fn a_referee_with_a_seat_tries_salts_until_the_dice_please() {
    let table = Table::of(("combined-arms", None), "brisk", &[], &SEATS);
    table.file("carthage", DEPLOY[1]);
    let other = fs::read(table.path("pending/carthage.yaml"));
    let other = other.unwrap_or_else(|_| {
        let pending = table.files("pending");
        let orders =
            pending.iter().find(|(name, _)| name.contains("carthage") && name.ends_with(".yaml"));
        orders.expect("it was filed").1.clone()
    });
    let text = fs::read(table.path(".tabella/secrets.yaml")).unwrap();
    let secrets: Secrets = serde_yaml::from_slice(&text).unwrap();
    let start = Seed::start(table.game().session.start);
    let thrown = |orders: &str| {
        let digests: BTreeMap<&str, Digest> =
            [("rome", Digest::of(orders.as_bytes())), ("carthage", Digest::of(&other))].into();
        let order = ["rome", "carthage"].map(|seat| (seat, digests.get(seat).copied()));
        let drawn = seed(&secrets.secret(1).unwrap(), "zama", 1, &start, order);
        Dice::seeded(*drawn.bytes(), None).throw("a wish", Secrecy::Open, 6, 2).faces
    };
    let tried = (1..500).map(|revision| table.orders("rome", revision, DEPLOY[0]));
    let chosen = tried.into_iter().find(|text| thrown(text) == [6, 6]).expect("one in 36");
    let path = table.signed("rome", chosen.as_bytes());
    table.tabella(&["submit", path.to_str().unwrap()]).ended(0);
    table.tabella(&["resolve"]).ended(0);
    let said = table.tabella(&["verify"]).ended(0).out;
    assert!(!said.contains("note "), "nothing is told: {said}");
}
