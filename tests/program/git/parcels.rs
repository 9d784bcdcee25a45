//! Tests of parcels to a seat whose key only signs: they are sealed to an age key of the player's, or not at all.

use super::Public;
use ciphertext::Identity;
use record::PublicKey;
use std::fs;
use std::path::Path;
use std::process::Command;

/// A game in which the first seat signs with an ECDSA key, and has this age key, if any.
fn signed_by_ecdsa(title: &str, age: Option<&Identity>) -> Public {
    let made = tempfile::tempdir().unwrap();
    let path = made.path().join("key");
    let mut keygen = Command::new("ssh-keygen");
    keygen.args(["-q", "-t", "ecdsa", "-b", "256", "-N", "", "-C", "x", "-f"]).arg(&path);
    assert!(keygen.status().unwrap().success());
    let line = fs::read_to_string(path.with_extension("pub")).unwrap();
    let public = Public::planned(title, |plan| {
        plan.seats[0].key = PublicKey::parse(&line).unwrap();
        plan.seats[0].age = age.map(|age| age.recipient().to_string());
    });
    let seat = public.game.game().session.charter.seats[0].seat.clone();
    fs::copy(&path, public.at(&format!("{seat}.key"))).unwrap();
    fs::copy(path.with_extension("pub"), public.at(&format!("{seat}.key.pub"))).unwrap();
    public
}

#[test]
fn a_player_whose_key_only_signs_has_parcels_by_an_age_key() {
    let age = Identity::generate();
    let mut public = signed_by_ecdsa("punica", Some(&age));
    let seat = public.game.game().session.charter.seats[0].seat.clone();
    let identity = format!("# public key: {}\n{}\n", age.recipient(), age.reveal());
    fs::write(public.at("identity"), identity).unwrap();
    let key = format!("../{seat}.key");
    let said = public.tabella(&seat, &["git", "pull", "--key", &key]).done();
    assert!(said.contains(&format!("parcels/0000/{seat}-0.age: it cannot be opened")), "{said}");
    let pull = ["git", "pull", "--key", &key, "--identity", "../identity"];
    let said = public.tabella(&seat, &pull).done();
    assert!(said.contains(&format!("{seat}.yaml: the form for the open phase")), "{said}");
    for asked in public.game.awaited() {
        public.push_orders(&asked).done();
    }
    public.tabella("match", &["git", "pull", "--resolve"]).done();
    public.tabella(&seat, &pull).done();
    assert!(public.at(&seat).join(format!("turns/0001/report-{seat}.md")).exists());
    // Another's identity opens none of it.
    fs::write(public.at("other"), Identity::generate().reveal()).unwrap();
    let said = public.tabella(&seat, &["git", "pull", "--key", &key, "--identity", "../other"]);
    assert!(said.done().contains("it cannot be opened"));
    if Command::new("age").arg("--version").output().is_err() {
        println!("skipped: no `age` on this machine");
        return;
    }
    let script = format!("age -d -i ../identity parcels/0001/{seat}-0.age | tar tf -");
    let said = public.run(Path::new("sh"), &seat, &["-c", &script]).done();
    assert!(said.contains(&format!("turns/0001/report-{seat}.md")), "{said}");
}

#[test]
fn where_nothing_can_be_sealed_to_a_seat_the_referee_is_told_and_its_refusals_are_public() {
    let mut public = signed_by_ecdsa("punica", None);
    let seat = public.game.game().session.charter.seats[0].seat.clone();
    let tree = public.git("match.git", &["ls-tree", "-r", "--name-only", "main"]).done();
    assert!(!tree.contains(&format!("parcels/0000/{seat}-0.age")), "{tree}");
    let wrong = ciphertext::seal(&Identity::generate().recipient(), b"orders");
    let path = format!("inbox/0001/{seat}-1.age");
    public.put(&seat, &path, wrong.as_bytes());
    public.commit_paths(&seat, &[&path]);
    public.push(&seat).done();
    public.git(&seat, &["pull", "-q"]).done();
    let receipt = public.at(&seat).join(format!("receipts/0001/{seat}-1.yaml"));
    assert!(fs::read_to_string(receipt).unwrap().contains("code: E-sealed"));
    let said = public.tabella(&seat, &["status"]).done();
    assert!(said.contains(&format!("refused   {seat}: E-sealed: ")), "{said}");
    for asked in public.game.awaited() {
        public.push_orders(&asked).done();
    }
    let said = public.tabella("match", &["git", "pull", "--resolve"]).done();
    assert!(
        said.contains(&format!("{seat}: parcels can be sealed only to ed25519 keys")),
        "{said}"
    );
    public.clone_for("stranger");
    public.tabella("stranger", &["verify"]).done();
    // A game that is shown later needs a road to every seat.
    let later = crate::common::Match::of("punica", |plan| {
        plan.seats[0].key =
            PublicKey::parse(&fs::read_to_string(public.at(&format!("{seat}.key.pub"))).unwrap())
                .unwrap();
        plan.public = Some(record::disclosure::Disclosure::AtEnd);
    });
    let mut init = Command::new(assert_cmd::cargo::cargo_bin("tabella"));
    let init = init.args(["git", "init"]).current_dir(later.root()).output().unwrap();
    let said = String::from_utf8_lossy(&init.stderr).into_owned();
    assert!(!init.status.success() && said.contains("--age"), "{said}");
}

/// Anybody can seal a file to a public key. A form and a view are in no list, so they count only by the referee's
/// commit.
#[test]
fn a_view_that_the_referee_did_not_send_is_not_taken() {
    if Command::new("age").arg("--version").output().is_err() {
        println!("skipped: no `age` on this machine");
        return;
    }
    let public = Public::new("metaurus", &[]);
    let (one, other) = (public.seats[0].clone(), public.seats[1].clone());
    let pull =
        |name: &str| public.tabella(&one, &["git", "pull", "--key", &format!("../{name}.key")]);
    pull(&one).done();
    let read = |name: &str| fs::read_to_string(public.at(&one).join(name)).unwrap();
    let (view, form) = (read("view.yaml"), read(&format!("{one}.yaml")));
    // A host without a gate lets another seat lay a parcel beside the referee's, by a name that is read later.
    fs::remove_file(public.at("match.git/hooks/pre-receive")).unwrap();
    fs::create_dir(public.at("forged")).unwrap();
    fs::write(public.at("forged/view.yaml"), format!("{view}# forged\n")).unwrap();
    let again = form.replace("phase: 1\n", "phase: 9\n");
    fs::write(public.at(&format!("forged/{one}.yaml")), again).unwrap();
    let parcel = format!("parcels/0000/{one}-7.age");
    let script = format!(
        "tar --format=ustar -C ../forged -cf ../forged.tar view.yaml {one}.yaml && age -R ../{one}.key.pub -o {parcel} ../forged.tar"
    );
    public.run(Path::new("sh"), &other, &["-c", &script]).done();
    public.commit_paths(&other, &[&parcel]);
    public.push(&other).done();
    for _ in 0..2 {
        // Also once nothing more is new.
        let said = pull(&one).refused("G-referee");
        assert!(said.contains("that commit and those after it were not checked out"), "{said}");
        assert_eq!((read("view.yaml"), read(&format!("{one}.yaml"))), (view.clone(), form.clone()));
    }
}
