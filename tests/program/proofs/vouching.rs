//! Vouching for heads: what a seat signs beside its orders shows which history it saw, and two histories show.

use super::{codes, verdict};
use crate::second_verifier;
use crate::table::{DEPLOY, SEATS, Table, key, recorded, run, seats_of, tabella};
use record::{Namespace, head_text};
use std::fs;
use std::path::{Path, PathBuf};

/// Orders of a seat and its key, each in a file beside the game.
fn written(table: &Table, seat: &str, body: &str) -> (PathBuf, PathBuf) {
    let (orders, own) =
        (table.beside(&format!("{seat}.yaml")), table.beside(&format!("{seat}.key")));
    fs::write(&orders, table.orders(seat, 1, body)).unwrap();
    fs::write(&own, key(seat).to_openssh()).unwrap();
    (orders, own)
}

/// The same, signed with `tabella sign`.
fn signed(table: &Table, seat: &str, body: &str) -> PathBuf {
    let (orders, own) = written(table, seat, body);
    run(tabella().arg("sign").arg(&orders).arg("--key").arg(own)).ended(0);
    orders
}

/// Both seats file with the signed head, and the phase is resolved.
fn deployed(table: &Table) {
    for (seat, body) in SEATS.into_iter().zip(DEPLOY) {
        let orders = signed(table, seat, body);
        table.tabella(&["submit", orders.to_str().unwrap()]).ended(0);
    }
    table.tabella(&["resolve"]).ended(0);
}

fn second(folder: &Path) -> (Option<i32>, String) {
    let output = second_verifier::run(&[folder.as_os_str()]);
    (output.status.code(), second_verifier::said(&output))
}

#[test]
fn sign_does_both_and_the_record_holds_who_vouched() {
    let table = Table::new("brisk", &[]);
    deployed(&table);
    assert!(!table.path("pending/rome.head.sig").exists());
    let (code, found) = verdict(&table.root(), &[]);
    assert_eq!((code, &found["vouched"]), (0, &serde_json::json!({"rome": 0, "carthage": 0})));
    let told = table.tabella(&["verify"]).ended(0).out;
    assert!(told.contains("vouched    carthage for record 0, rome for record 0\n"), "{told}");
    let (code, said) = second(&table.root());
    assert!(code == Some(0) && said.contains("rome vouches for record 0"), "{said}");
    // Everybody can see it, in a copy too.
    let out = table.beside("public");
    table.tabella(&["share", "copy", out.to_str().unwrap()]).ended(0);
    assert_eq!(verdict(&out, &[]).1["vouched"]["rome"], 0);
}

/// Maximum number of lines about keys, signatures and salts in a short form.
const SIGNING: usize = 6;

#[test]
fn a_form_names_the_right_key_in_a_few_lines_and_tells_the_rest_when_asked() {
    for (title, _) in recorded() {
        let seats = seats_of(title);
        let names: Vec<&str> = seats.iter().map(String::as_str).collect();
        let table = Table::of((title, None), "brisk", &[], &names);
        let (seat, fingerprint) = (names[0], key(names[0]).public().fingerprint());
        let short = table.tabella(&["form", "--seat", seat]).ended(0).out;
        let long = table.tabella(&["form", "--seat", seat, "--long"]).ended(0).out;
        assert!(short.contains(&fingerprint), "{title}: {short}");
        let words = ["key", "KEY", " sign", "salt", "openssl", "SHA256", "files"];
        let signing = short.lines().filter(|line| words.iter().any(|word| line.contains(word)));
        assert!(signing.count() <= SIGNING, "{title}: {short}");
        assert!(long.contains("ssh-keygen -Y sign"), "{title}: {long}");
        assert!(short.lines().count() + 10 < long.lines().count(), "{title}: {short}");
    }
}

#[test]
fn ssh_keygen_vouches_by_the_line_of_the_form() {
    let table = Table::deployed();
    let (orders, own) = written(&table, "rome", "orders: []\n");
    let form = table.tabella(&["form", "--seat", "rome", "--long"]).ended(0).out;
    let command = form.lines().skip_while(|line| !line.contains("tabella/2 head"));
    let end = command.clone().position(|line| line.contains(".head.sig")).unwrap();
    let lines: Vec<&str> =
        command.take(end + 1).map(|line| line.trim_start_matches("# ")).collect();
    let line = lines.join("\n").replace("~/.ssh/id_ed25519", own.to_str().unwrap());
    fs::set_permissions(&own, std::os::unix::fs::PermissionsExt::from_mode(0o600)).unwrap();
    let mut shell = std::process::Command::new("sh");
    let done = shell.current_dir(orders.parent().unwrap()).args(["-c", &line]).output().unwrap();
    assert!(done.status.success(), "{line}: {}", String::from_utf8_lossy(&done.stderr));
    table.signed("rome", &fs::read(&orders).unwrap());
    table.tabella(&["submit", orders.to_str().unwrap()]).ended(0);
    table.tabella(&["resolve"]).ended(0);
    assert_eq!(verdict(&table.root(), &[]).1["vouched"]["rome"], 1);
}

#[test]
fn it_comes_as_a_second_block_and_sealed_too() {
    let table = Table::deployed();
    let (orders, own) = written(&table, "rome", "orders: []\n");
    let signed =
        run(tabella().arg("sign").arg(&orders).arg("--mail").arg("--key").arg(own)).ended(0);
    fs::remove_file(table.beside("rome.head.sig")).unwrap();
    let mailed = table.copy();
    mailed.tabella_reading(&["submit", "-"], signed.out.as_bytes()).ended(0);
    mailed.tabella(&["resolve"]).ended(0);
    assert_eq!(verdict(&mailed.root(), &[]).1["vouched"]["rome"], 1);
    let (orders, own) = written(&table, "rome", "orders: []\n");
    fs::remove_file(table.beside("rome.yaml.sig")).unwrap();
    table
        .tabella(&["git", "seal", orders.to_str().unwrap(), "--key", own.to_str().unwrap()])
        .ended(0);
    table.tabella(&["submit", table.beside("rome.yaml.age").to_str().unwrap()]).ended(0);
    table.tabella(&["resolve"]).ended(0);
    assert_eq!(verdict(&table.root(), &[]).1["vouched"]["rome"], 1);
}

#[test]
fn what_does_not_vouch_is_told_and_the_orders_count_all_the_same() {
    let table = Table::deployed();
    let orders = signed(&table, "rome", "orders: []\n");
    let other = head_text("zama", 1, &record::Digest::of(b"another history"));
    let head = key("rome").sign(Namespace::Head, other.as_bytes());
    fs::write(table.beside("rome.head.sig"), head).unwrap();
    let told = table.tabella(&["submit", orders.to_str().unwrap()]).ended(0);
    assert!(told.out.contains("W-head"), "{}", told.out);
    table.tabella(&["resolve"]).ended(0);
    assert_eq!(verdict(&table.root(), &[]).1["vouched"].get("rome"), None);
}

#[test]
fn where_heads_are_required_orders_do_not_count_without() {
    let table = Table::vouching();
    let orders = signed(&table, "rome", DEPLOY[0]);
    let head = table.beside("rome.head.sig");
    let bytes = fs::read(&head).unwrap();
    fs::remove_file(&head).unwrap();
    let refused = table.tabella(&["submit", orders.to_str().unwrap()]).ended(1);
    assert!(refused.out.contains("E-head"), "{}", refused.out);
    fs::write(&head, bytes).unwrap();
    deployed(&table);
    table.holds();
    // A referee who takes the signature away, or never asked for it.
    let lists = table.path("turns/0001/SHA256SUMS");
    let without: String = fs::read_to_string(&lists)
        .unwrap()
        .split_inclusive('\n')
        .filter(|line| !line.contains("heads/rome.sig"))
        .collect();
    fs::remove_file(table.path("turns/0001/heads/rome.sig")).unwrap();
    fs::write(&lists, &without).unwrap();
    let seal = key("referee").sign(Namespace::Record, without.as_bytes());
    fs::write(table.path("turns/0001/SHA256SUMS.sig"), seal).unwrap();
    let (code, found) = verdict(&table.root(), &[]);
    assert_eq!((code, codes(&found)), (1, vec!["V-vouch"]), "{found}");
    assert_eq!(second(&table.root()).0, Some(1));
}

#[test]
fn a_signature_over_another_head_is_found() {
    let table = Table::vouching();
    deployed(&table);
    let (path, lists) =
        (table.path("turns/0001/heads/rome.sig"), table.path("turns/0001/SHA256SUMS"));
    let before = fs::read(&path).unwrap();
    let other = head_text("zama", 0, &record::Digest::of(b"another history"));
    let head = key("rome").sign(Namespace::Head, other.as_bytes());
    fs::write(&path, &head).unwrap();
    let (old, new) = (record::Digest::of(&before), record::Digest::of(head.as_bytes()));
    let list = fs::read_to_string(&lists).unwrap().replace(&old.to_string(), &new.to_string());
    fs::write(&lists, &list).unwrap();
    let seal = key("referee").sign(Namespace::Record, list.as_bytes());
    fs::write(table.path("turns/0001/SHA256SUMS.sig"), seal).unwrap();
    let (code, found) = verdict(&table.root(), &[]);
    assert_eq!(code, 1, "{found}");
    assert!(codes(&found).iter().all(|code| *code == "V-vouch"), "{found}");
    assert_eq!(second(&table.root()).0, Some(1));
}

#[test]
fn two_copies_are_held_to_each_other() {
    let table = Table::of(("combined-arms", None), "brisk", &[], &SEATS);
    deployed(&table);
    let other = table.copy();
    let against = |other: &Path| verdict(&table.root(), &["--against", other.to_str().unwrap()]);
    let (code, found) = against(&other.root());
    assert_eq!(code, 0, "{found}");
    assert!(found["notes"].to_string().contains("the same history"), "{found}");
    for (table, orders) in [(&table, "orders: []\n"), (&other, "orders:\n- draw: offer\n")] {
        let orders = signed(table, "rome", orders);
        table.tabella(&["submit", orders.to_str().unwrap()]);
        table.tabella(&["resolve", "--absent", "rome"]).ended(0);
    }
    let (code, found) = against(&other.root());
    assert_eq!((code, codes(&found)), (1, vec!["V-fork"]), "{found}");
    assert_eq!(found["findings"][0]["path"], "turns/0002/SHA256SUMS");
    assert!(found["findings"][0]["message"].to_string().contains("the referee sealed both"));
    // A copy that somebody else sealed convicts nobody.
    let list = other.path("turns/0002/SHA256SUMS");
    let seal = key("rome").sign(Namespace::Record, &fs::read(list).unwrap());
    fs::write(other.path("turns/0002/SHA256SUMS.sig"), seal).unwrap();
    let (_, found) = against(&other.root());
    assert!(
        found["findings"][0]["message"].to_string().contains("proves nobody at fault"),
        "{found}"
    );
    run(tabella().arg("verify").arg(table.root()).args(["--against", "/nowhere"])).ended(4);
}

#[test]
fn it_comes_by_mail_in_the_letter_of_the_orders() {
    let table = Table::deployed();
    let (orders, own) = written(&table, "rome", "orders: []\n");
    let sign = run(tabella().arg("sign").arg(&orders).arg("--mail").arg("--key").arg(own));
    let read = |name: &str| fs::read_to_string(table.beside(name)).unwrap();
    let pasted =
        [read("rome.yaml"), "...\n".to_owned(), read("rome.yaml.sig"), read("rome.head.sig")];
    for text in [sign.ended(0).out, pasted.concat()] {
        let table = table.copy();
        let head = "From: x@example.org\nTo: r@example.org\nSubject: zama\nMessage-ID: <1@example.org>\n\
            Content-Type: text/plain; charset=utf-8\n\n";
        let letter = format!("{head}{text}").replace('\n', "\r\n");
        let letters = table.beside("letters");
        let mut receive = tabella();
        receive.args(["mail", "receive", "--letters"]).arg(letters).arg(table.root());
        let took = run(receive.write_stdin(letter)).ended(0);
        assert!(took.err.contains("filed"), "{}", took.err);
        table.tabella(&["resolve"]).ended(0);
        assert_eq!(verdict(&table.root(), &[]).1["vouched"]["rome"], 1);
    }
}
