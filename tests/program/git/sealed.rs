//! Sealed orders: what the referee's program makes of them, and what the last record opens.

use super::Public;
use std::fs;
use std::process::Command;

#[test]
fn sealed_orders_are_filed_like_any_other_and_by_age_itself() {
    let mut public = Public::open();
    let (one, other) = (public.seats[0].clone(), public.seats[1].clone());
    public.seal(&one, "out.age");
    let said = public.tabella("match", &["submit", &format!("../{one}/out.age")]).done();
    assert!(said.contains(&format!("filed: {one}, phase 1")), "{said}");
    let said = public.tabella("match", &["submit", &format!("../{one}/out.age")]).done();
    assert!(said.contains("already filed"), "{said}");
    if Command::new("age").arg("--version").output().is_err() {
        println!("skipped: no `age` on this machine");
        return;
    }
    // A player with ssh-keygen and age alone.
    let text = public.draft(&other, 1);
    fs::write(public.at(&other).join("draft.yaml.sig"), public.game.sign(&other, &text)).unwrap();
    let script = "(cat draft.yaml; echo ...; cat draft.yaml.sig) > draft.txt && truncate -s %8192 draft.txt && \
                  age -a -r $(sed -n 's/^seal: //p' game.yaml) -o by-hand.age draft.txt";
    public.run(std::path::Path::new("sh"), &other, &["-c", script]).done();
    let said = public.tabella("match", &["submit", &format!("../{other}/by-hand.age")]).done();
    assert!(said.contains(&format!("filed: {other}, phase 1")), "{said}");
}

#[test]
fn what_does_not_open_is_refused_and_receipted_for_its_seat_alone() {
    let mut public = Public::open();
    let seat = public.seats[0].clone();
    // Sealed to another key, by a player who took the wrong line.
    let wrong = ciphertext_to_another_key();
    let path = format!("inbox/0001/{seat}-1.age");
    public.put(&seat, &path, wrong.as_bytes());
    public.commit_paths(&seat, &[&path]);
    let said = public.push(&seat).done();
    assert!(said.contains("refused; the reason is in a parcel"), "{said}");
    let key = format!("../{seat}.key");
    let said = public.tabella(&seat, &["git", "pull", "--key", &key]).done();
    let receipt = format!("receipts/0001/{seat}-1.yaml");
    assert!(said.contains(&receipt), "{said}");
    let text = fs::read_to_string(public.at(&seat).join(&receipt)).unwrap();
    assert!(text.contains("receipt: refused") && text.contains("code: E-sealed"), "{text}");
    assert!(text.contains("arrived: "), "{text}");
    // Cut off, and a text that was never sealed: by hand, at the referee's.
    public.seal(&seat, "out.age");
    let whole = fs::read(public.at(&seat).join("out.age")).unwrap();
    fs::write(public.at("cut.age"), &whole[..whole.len() / 2]).unwrap();
    public.tabella("match", &["submit", "../cut.age"]).refused("E-sealed");
    let mut large = whole;
    large.resize(200_000, b'A');
    fs::write(public.at("large.age"), large).unwrap();
    public.tabella("match", &["submit", "../large.age"]).refused("E-sealed");
}

#[test]
fn a_copied_ciphertext_files_its_authors_orders_and_an_old_one_nothing() {
    let mut public = Public::open();
    let (one, other) = (public.seats[0].clone(), public.seats[1].clone());
    public.push_orders(&one).done();
    public.git(&other, &["pull", "-q"]).done();
    let theirs = fs::read(public.at(&other).join(format!("inbox/0001/{one}-1.age"))).unwrap();
    let path = format!("inbox/0001/{other}-1.age");
    public.put(&other, &path, &theirs);
    public.commit_paths(&other, &[&path]);
    let said = public.push(&other).done();
    assert!(said.contains("already filed"), "the signature inside decides: {said}");
    public.git(&other, &["pull", "-q"]).done();
    public.push_orders(&other).done();
    public.tabella("match", &["git", "pull", "--resolve"]).done();
    public.git(&one, &["pull", "-q"]).done();
    let path = format!("inbox/0002/{one}-1.age");
    public.put(&one, &path, &theirs);
    public.commit_paths(&one, &[&path]);
    let said = public.push(&one).done();
    assert!(said.contains("refused"), "a replay: {said}");
}

fn ciphertext_to_another_key() -> String {
    let key = ciphertext::Identity::generate();
    ciphertext::seal(&key.recipient(), b"orders")
}
