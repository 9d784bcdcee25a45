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
    fs::write(&receipt, table.tabella(&["share", "receipt", "--seat", "rome"]).ended(0).out)
        .unwrap();
    (table, receipt)
}

/// The report of `verify` on a receipt; asserts that the second verifier convicts of the same and no more.
#[track_caller]
fn shown(table: &Table, receipt: &Path) -> (i32, serde_json::Value) {
    let (code, found) = verdict(&table.root(), &["--receipt", receipt.to_str().unwrap()]);
    let root = table.root();
    let second =
        second_verifier::run(&["--receipt".as_ref(), receipt.as_os_str(), root.as_os_str()]);
    let said = second_verifier::said(&second);
    assert_eq!(second.status.success(), code == 0, "{said}\n{found}");
    (code, found)
}

/// The game as somebody who hides the receipts hands it on: nothing in it contradicts the record.
fn without_receipts(table: &Table) -> Table {
    let copy = table.copy();
    copy.tabella(&["verify"]).ended(1);
    fs::remove_dir_all(copy.path("receipts")).unwrap();
    copy
}

#[test]
fn a_file_that_counts_fits_its_receipt() {
    let (table, receipt) = filed();
    let (code, found) = shown(&table, &receipt);
    assert_eq!(code, 0, "{found}");
    assert!(
        found["notes"].to_string().contains("phase 2 has not been resolved in this copy"),
        "{found}"
    );
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
    without_receipts(&table).holds();
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
    fs::write(&second, table.tabella(&["share", "receipt", "--seat", "rome"]).ended(0).out)
        .unwrap();
    let honest = table.copy();
    honest.tabella(&["resolve"]).ended(0);
    let (code, found) = shown(&honest, &first);
    assert_eq!(code, 0, "{found}");
    assert!(found["notes"].to_string().contains("revision 2 of rome took its place"), "{found}");
    for (name, bytes) in early {
        fs::write(table.path("pending").join(name), bytes).unwrap();
    }
    table.tabella(&["resolve"]).ended(0);
    let table = without_receipts(&table);
    table.holds();
    assert_eq!(codes(&shown(&table, &second).1), ["V-receipt"]);
    assert_eq!(codes(&shown(&table, &first).1), [""; 0]);
}

#[test]
fn another_history_convicts() {
    let (table, receipt) = filed();
    let other = Table::of(("combined-arms", None), "brisk", &[], &crate::table::SEATS);
    let (code, found) = shown(&other, &receipt);
    // Another game's referee has another key: the receipt is not theirs.
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
fn a_receipt_in_the_folder_whose_signature_does_not_hold_is_noted() {
    let (table, _) = filed();
    let quiet = |code: i32| table.tabella(&["verify"]).ended(code).out;
    assert!(!quiet(0).contains("receipt"), "{}", quiet(0));
    let path = table.path("receipts/0002/rome-1.yaml");
    let text = fs::read_to_string(&path).unwrap();
    for (altered, why) in [
        (text.replace("revision: 1", "revision: 2"), "the referee of its phase did not sign it"),
        (text.replace("receipt: filed", "receipt: full"), "full"),
    ] {
        fs::write(&path, altered).unwrap();
        let note = "note       a receipt that proves nothing: receipts/0002/rome-1.yaml: ";
        let told = quiet(0);
        assert!(told.contains(note) && told.contains(why), "{told}");
    }
    fs::write(&path, text).unwrap();
    fs::remove_file(table.path("receipts/0002/rome-1.yaml.sig")).unwrap();
    assert!(quiet(0).contains("it has no signature"), "{}", quiet(0));
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
        assert!(found["notes"].to_string().contains("proves nobody at fault"), "{found}");
    }
}

/// A text that the referee signed and that is no receipt proves nothing against anybody, by either verifier, whatever
/// it says.
#[test]
fn what_is_not_written_as_a_receipt_convicts_nobody() {
    let (table, path) = filed();
    let bytes = fs::read(&path).unwrap();
    let text = String::from_utf8(SignedText::split(&bytes).unwrap().signed).unwrap();
    let held = fs::read_to_string(table.path(".tabella/referee.key")).unwrap();
    let referee = record::PrivateKey::parse(&held).unwrap();
    let show = |text: &str| {
        let signature = referee.sign(Namespace::Receipt, text.as_bytes());
        fs::write(&path, SignedText::join(text.as_bytes(), &signature)).unwrap();
        shown(&table, &path)
    };
    // Behind another history each of them would convict, if it were a receipt.
    let line = text.lines().find(|line| line.starts_with("after: ")).unwrap();
    let text = text.replace(line, &format!("after: {}", "ab".repeat(32)));
    assert_eq!(codes(&show(&text).1), ["V-receipt"]);
    for (from, to) in [
        ("phase: 2\n", "phase: 02\n"),
        ("phase: 2\n", "phase: two\n"),
        ("phase: 2\n", "phase: 0\n"),
        ("phase: 2\n", "phase: 4294967296\n"),
        ("phase: 2\n", ""),
        ("tabella: 1\n", "tabella: 3\n"),
        ("receipt: filed", "receipt: taken"),
        ("receipt: filed", "receipt: refused"),
        ("revision: 1\n", ""),
        ("revision: 1\n", "revision: one\n"),
        ("seat: rome", "seat: '../rome'"),
        ("seat: rome", "seat: 'null'"),
        ("seat: rome", "seat: com1"),
        ("seat: rome", "seat: 'rome'"),
        ("seat: rome", "seat: [rome]"),
        ("after: ab", "after: AB"),
        ("after: ab", "after: 'ab"),
        ("after: ", "after:  "),
        ("digest: ", "digest: 1"),
        ("issued: ", "code: E-unit\nissued: "),
        ("issued: ", "issued: 9"),
        ("issued: 2", "issued: 0000-01-01T00:00:00Z\n#"),
        ("issued: ", "more: 1\nissued: "),
        ("salt: ", "salt: 0"),
        ("salt: ", "# a salt\nsalt: "),
        ("tabella: 1\n", "tabella: 1\n\n"),
        ("game: zama\n", "game: zama\n  beyond\n"),
    ] {
        assert!(text.contains(from), "{from}: {text}");
        let (code, found) = show(&text.replacen(from, to, 1));
        assert_eq!(code, 0, "{from:?} -> {to:?}: {found}");
        assert!(found["notes"].to_string().contains("proves nobody at fault"), "{to:?}: {found}");
    }
}

/// The referee draws the salt: if it looks like a number, both verifiers expect quotation marks, otherwise neither
/// does.
#[test]
fn a_salt_that_looks_like_a_number_is_read_alike_by_both_verifiers() {
    let (table, path) = filed();
    let bytes = fs::read(&path).unwrap();
    let text = String::from_utf8(SignedText::split(&bytes).unwrap().signed).unwrap();
    let held = fs::read_to_string(table.path(".tabella/referee.key")).unwrap();
    let referee = record::PrivateKey::parse(&held).unwrap();
    let mut receipt = record::receipt::Receipt::parse(text.as_bytes()).unwrap();
    receipt.after = record::Digest::of(b"another history");
    for salt in [
        "1e999999999999999999999999999999",
        "0e999999999999999999999999999999",
        "10000000000000000000000000000e10",
        "0b010101010101010101010101010101",
        "0b010101010101010101010101010102",
        "00000000000000000000000000000000",
        "12345678901234567890123456789012",
        "1234567890123456789012345678901a",
    ] {
        salt.clone_into(&mut receipt.salt);
        let written = receipt.render();
        let quoted = written.contains(&format!("salt: '{salt}'"));
        let (plain, marked) = (format!("salt: {salt}"), format!("salt: '{salt}'"));
        let other = if quoted {
            written.replace(&marked, &plain)
        } else {
            written.replace(&plain, &marked)
        };
        for (text, expected) in [(&written, 1), (&other, 0)] {
            let signature = referee.sign(Namespace::Receipt, text.as_bytes());
            fs::write(&path, SignedText::join(text.as_bytes(), &signature)).unwrap();
            assert_eq!(codes(&shown(&table, &path).1).len(), expected, "{text}");
        }
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
    assert!(found["notes"].to_string().contains("several receipts under one signature"), "{found}");
    let root = table.root();
    let second =
        second_verifier::run(&["--receipt".as_ref(), receipt.as_os_str(), root.as_os_str()]);
    let said = second_verifier::said(&second);
    assert!(said.contains("several receipts under one signature"), "{said}");
}

#[test]
fn a_receipt_is_void_where_its_seat_is_left() {
    let (table, receipt) = filed();
    fs::write(table.beside("key"), key("rome").to_openssh()).unwrap();
    let notice = table.tabella(&["change", "resign", "rome", "--reason", "gone to sea"]).ended(0);
    let with = table.beside("key");
    let sign = ["change", "sign", notice.out.trim(), "--as", "rome", "--key"];
    table.tabella(&[&sign[..], &[with.to_str().unwrap()]].concat()).ended(0);
    table.tabella(&["resolve"]).ended(0);
    let (code, found) = shown(&table, &receipt);
    assert_eq!(code, 0, "{found}");
    assert!(found["notes"].to_string().contains("it is void"), "{found}");
}

#[test]
fn what_is_refused_is_receipted_too() {
    let table = Table::deployed();
    let path = table.signed("rome", table.orders("rome", 0, MOVES).as_bytes());
    table.tabella(&["submit", path.to_str().unwrap()]).ended(1);
    let path = table.signed("rome", table.orders("rome", 1, "orders:\n- zz9: a1\n").as_bytes());
    table.tabella(&["submit", path.to_str().unwrap()]).ended(1);
    let receipt = table.tabella(&["share", "receipt", "--seat", "rome"]).ended(0).out;
    assert!(receipt.contains("receipt: refused\n") && receipt.contains("\ncode: E-"), "{receipt}");
    table.tabella(&["share", "receipt", "--seat", "carthage"]).ended(1);
}

/// The key that signed a file is known even if the file cannot be read as orders: its author still gets a receipt.
#[test]
fn a_signed_file_that_cannot_be_read_is_receipted_to_whose_key_signed_it() {
    let table = Table::deployed();
    let text = table.orders("rome", 1, MOVES);
    let salt = text.lines().find(|line| line.starts_with("salt:")).unwrap();
    let other = text.replace("seat: rome", "seat: carthage").replace(salt, "salt: short");
    for (number, (spoilt, code)) in [
        (text.replace(salt, "salt:"), "E-salt"),
        (text.replace(salt, "salt: short"), "E-salt"),
        (text.replace("revision: 1", "revision: one"), "E-type"),
        ("seat: rome\n\tno: yaml\n".to_owned(), "E-yaml"),
        // Another seat's name above the key of rome: the word goes to rome.
        (other, "E-salt"),
    ]
    .into_iter()
    .enumerate()
    {
        let path = table.signed("rome", spoilt.as_bytes());
        let said = table.tabella(&["submit", path.to_str().unwrap()]).ended(1).out;
        let name = format!("receipts/0002/rome-{}.yaml", number + 1);
        assert!(said.contains(&name), "{said}");
        let receipt = fs::read_to_string(table.path(&name)).unwrap();
        assert!(receipt.contains("receipt: refused\n"), "{receipt}");
        assert!(receipt.contains(&format!("\ncode: {code}")), "{spoilt}: {receipt}");
        let digest = record::Digest::of(spoilt.as_bytes());
        assert!(receipt.contains(&format!("\ndigest: {digest}\n")), "{receipt}");
        // The same bytes once more are answered by the same word.
        table.tabella(&["submit", path.to_str().unwrap()]).ended(1);
        assert!(!table.path(&format!("receipts/0002/rome-{}.yaml", number + 2)).exists());
    }
    assert!(!table.path("receipts/0002/carthage-1.yaml").exists());
    // A file that no key of the game signed is answered where it was filed, and nobody gets a receipt for it.
    let path = table.beside("rome.yaml");
    fs::write(&path, text.replace(salt, "salt: none")).unwrap();
    fs::remove_file(table.beside("rome.yaml.sig")).unwrap();
    let said = table.tabella(&["submit", path.to_str().unwrap()]).ended(1).out;
    assert!(!said.contains("receipts/"), "{said}");
    // By a program the word is found as well.
    let path = table.signed("rome", text.replace(salt, "salt: brief").as_bytes());
    let json = table.tabella(&["submit", path.to_str().unwrap(), "--json"]).ended(1).json();
    assert!(json["receipt"].as_str().unwrap().ends_with("receipts/0002/rome-6.yaml"), "{json}");
}
