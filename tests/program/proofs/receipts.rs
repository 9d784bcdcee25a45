//! Receipts convict a referee who drops or swaps what was receipted, and nobody else.

use super::{codes, verdict};
use crate::second_verifier;
use crate::table::{Table, key};
use record::{Namespace, SignedText};
use std::fs;
use std::path::{Path, PathBuf};

const MOVES: &str = "orders: []\n";

/// A game in which Rome has filed for phase 2, with the receipt for it.
fn filed() -> (Table, PathBuf) {
    let table = Table::deployed();
    let path = table.signed("rome", table.orders("rome", 1, MOVES).as_bytes());
    let said = table.tabella(&["submit", path.to_str().unwrap()]).ended(0).out;
    assert!(said.contains("receipts/0002/rome-1.yaml"), "{said}");
    let receipt = table.beside("rome.receipt");
    fs::write(&receipt, table.tabella(&["receipt", "--seat", "rome"]).ended(0).out).unwrap();
    (table, receipt)
}

fn shown(table: &Table, receipt: &Path) -> (i32, serde_json::Value) {
    verdict(&table.root(), &["--receipt", receipt.to_str().unwrap()])
}

#[test]
fn a_file_that_counts_fits_its_receipt() {
    let (table, receipt) = filed();
    let (code, found) = shown(&table, &receipt);
    assert_eq!(code, 0, "{found}");
    assert!(found["notes"].to_string().contains("phase 2 is not resolved here"), "{found}");
    table.tabella(&["resolve"]).ended(0);
    let (code, found) = shown(&table, &receipt);
    assert_eq!(code, 0, "{found}");
    assert!(found["notes"].to_string().contains("the file counts in record 2"), "{found}");
    let text = fs::read(&receipt).unwrap();
    let parts = SignedText::split(&text).unwrap();
    assert!(String::from_utf8(parts.signed).unwrap().contains("\nreceipt: filed\n"));
    // With the signature below the text or beside it, and several at once: both verifiers take either.
    let beside = table.path("receipts/0002/rome-1.yaml");
    let (one, other) = (receipt.to_str().unwrap(), beside.to_str().unwrap());
    let signature = format!("{other}.sig");
    let (code, found) = verdict(&table.root(), &["--receipt", one, other, &signature]);
    assert_eq!(code, 0, "{found}");
    let counts = found["notes"].to_string().matches("the file counts in record 2").count();
    assert_eq!(counts, 2, "{found}");
    for path in [&receipt, &beside] {
        let root = table.root();
        let held = ["--receipt".as_ref(), path.as_os_str(), root.as_os_str()];
        let output = second_verifier::run(&held);
        assert!(output.status.success(), "{}", second_verifier::said(&output));
    }
}

#[test]
fn a_dropped_file_convicts() {
    let (table, receipt) = filed();
    for name in ["rome.yaml", "rome.yaml.sig"] {
        fs::remove_file(table.path("pending").join(name)).unwrap();
    }
    table.tabella(&["resolve", "--absent", "rome"]).ended(0);
    table.holds();
    let (code, found) = shown(&table, &receipt);
    assert_eq!((code, codes(&found)), (1, vec!["V-receipt"]), "{found}");
}

#[test]
fn an_earlier_revision_put_back_convicts_and_a_later_one_does_not() {
    let (table, first) = filed();
    let early: Vec<_> = ["rome.yaml", "rome.yaml.sig"]
        .map(|name| (name, fs::read(table.path("pending").join(name)).unwrap()))
        .into();
    let path = table.signed("rome", table.orders("rome", 2, MOVES).as_bytes());
    table.tabella(&["submit", path.to_str().unwrap()]).ended(0);
    let second = table.beside("second.receipt");
    fs::write(&second, table.tabella(&["receipt", "--seat", "rome"]).ended(0).out).unwrap();
    let honest = table.copy();
    honest.tabella(&["resolve"]).ended(0);
    let (code, found) = shown(&honest, &first);
    assert_eq!(code, 0, "{found}");
    assert!(found["notes"].to_string().contains("revision 2 of rome took its place"), "{found}");
    for (name, bytes) in early {
        fs::write(table.path("pending").join(name), bytes).unwrap();
    }
    table.tabella(&["resolve"]).ended(0);
    table.holds();
    assert_eq!(codes(&shown(&table, &second).1), ["V-receipt"]);
    assert_eq!(codes(&shown(&table, &first).1), [""; 0]);
}

#[test]
fn another_history_convicts() {
    let (table, receipt) = filed();
    let other = Table::of(("combined-arms", None), "brisk", &[], &crate::table::SEATS);
    let (code, found) = shown(&other, &receipt);
    // Another game's referee has another key: the receipt is none of theirs.
    assert_eq!(code, 0, "{found}");
    assert!(found["notes"].to_string().contains("did not sign it"), "{found}");
    table.tabella(&["resolve"]).ended(0);
    fs::remove_dir_all(table.path("turns/0001")).unwrap();
    fs::remove_dir_all(table.path("turns/0002")).unwrap();
    for (seat, body) in crate::table::SEATS.into_iter().zip(crate::table::DEPLOY) {
        // Other bytes: the same orders within the same second would make the same history again.
        let path = table.signed(seat, table.orders(seat, 2, body).as_bytes());
        table.tabella(&["submit", path.to_str().unwrap()]).ended(0);
    }
    table.tabella(&["resolve", "--despite", "a test"]).ended(0);
    assert_eq!(codes(&shown(&table, &receipt).1), ["V-receipt"]);
}

#[test]
fn a_forged_receipt_convicts_nobody() {
    let (table, receipt) = filed();
    table.tabella(&["resolve"]).ended(0);
    let text = fs::read(&receipt).unwrap();
    let parts = SignedText::split(&text).unwrap();
    let altered = String::from_utf8(parts.signed).unwrap().replace("revision: 1", "revision: 9");
    let by_rome = key("rome").sign(Namespace::Receipt, altered.as_bytes());
    for signature in [&parts.signature, &by_rome] {
        fs::write(&receipt, SignedText::join(altered.as_bytes(), signature)).unwrap();
        let (code, found) = shown(&table, &receipt);
        assert_eq!(code, 0, "{found}");
        assert!(found["notes"].to_string().contains("convicts nobody"), "{found}");
    }
}

#[test]
fn a_list_of_receipts_is_reserved_and_taken_for_nothing() {
    let (table, receipt) = filed();
    table.tabella(&["resolve"]).ended(0);
    let bytes = fs::read(&receipt).unwrap();
    let one = record::Digest::of(&SignedText::split(&bytes).unwrap().signed);
    let list = format!("tabella/2 receipts\nzama\n2\n{one}\n");
    fs::write(&receipt, list).unwrap();
    let (code, found) = shown(&table, &receipt);
    assert_eq!(code, 0, "{found}");
    assert!(found["notes"].to_string().contains("under one signature is reserved"), "{found}");
}

#[test]
fn what_is_refused_is_receipted_too() {
    let table = Table::deployed();
    let path = table.signed("rome", table.orders("rome", 0, MOVES).as_bytes());
    table.tabella(&["submit", path.to_str().unwrap()]).ended(1);
    let path = table.signed("rome", table.orders("rome", 1, "orders:\n- zz9: a1\n").as_bytes());
    table.tabella(&["submit", path.to_str().unwrap()]).ended(1);
    let receipt = table.tabella(&["receipt", "--seat", "rome"]).ended(0).out;
    assert!(receipt.contains("receipt: refused\n") && receipt.contains("\ncode: E-"), "{receipt}");
    table.tabella(&["receipt", "--seat", "carthage"]).ended(1);
}
