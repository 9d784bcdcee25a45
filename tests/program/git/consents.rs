//! Changes travel: the referee shows them, seats sign them in their clones, and the signatures come back.

use super::Public;
use crate::common::key;
use record::Namespace;
use std::fs;

/// A pending change of the first seat's key, in the repository, signed by the referee alone.
fn waiting() -> (Public, String) {
    let public = Public::open();
    let seat = public.seats[0].clone();
    let path = public.at("new.key");
    fs::write(&path, key("fresh").to_openssh()).unwrap();
    fs::write(public.at("new.key.pub"), key("fresh").public_line()).unwrap();
    super::secret(&path);
    let change = ["change", "key", &seat, "../new.key.pub", "--reason", "the laptop was stolen"];
    public.tabella("match", &change).done();
    public.tabella("match", &["change", "sign", "01-key", "--as", "referee"]).done();
    public.tabella("match", &["share", "copy"]).done();
    for seat in &public.seats {
        public.tabella(seat, &["git", "pull"]).done();
    }
    (public, seat)
}

#[test]
fn a_key_is_changed_by_players_in_their_clones() {
    let (mut public, seat) = waiting();
    let other = public.seats[1].clone();
    let notice = "notices/0001/01-key.yaml";
    let told = public.tabella(&other, &["status"]).done();
    assert!(told.contains(&format!("agree     {notice}: {seat} has the key ")), "{told}");
    assert!(
        told.contains("(the laptop was stolen); signed by referee; the new key must sign too"),
        "{told}"
    );
    // Until it is agreed on, the new key pushes nothing.
    public.draft(&seat, 1);
    let push = ["git", "push-orders", "draft.yaml", "--key", "../new.key"];
    assert!(!public.tabella(&seat, &push).good);
    let own = format!("../{seat}.key");
    let consent =
        ["git", "push-consent", notice, "--as", &seat, "--key", &own, "--heir", "../new.key"];
    let said = public.tabella(&seat, &consent).done();
    assert!(said.contains(&format!("{notice}.{seat}.sig: taken")), "{said}");
    assert!(said.contains(&format!("{notice}.heir.sig: taken")), "{said}");
    let list = public.tabella("match", &["change", "list"]).done();
    assert!(list.contains("counts: "), "{list}");
    let told = public.tabella("match", &["status"]).done();
    assert!(
        told.contains(
            "agreed, and takes effect with the record of this phase: notices/01-key.yaml"
        ),
        "{told}"
    );
    // Now the new key speaks for the seat, in this very phase.
    public.tabella(&seat, &["git", "pull"]).done();
    let told = public.tabella(&seat, &["status"]).done();
    assert!(
        told.contains("agreed: the change takes effect with the record of this phase"),
        "{told}"
    );
    public.draft(&seat, 1);
    let said = public.tabella(&seat, &push).done();
    assert!(said.contains("filed, revision 1"), "{said}");
    public.push_orders(&other).done();
    // The receipt for it must not convict a referee who tidies up: nothing is resolved while the change is away.
    let (here, away) = (public.at("match/notices/01-key.yaml"), public.at("away.yaml"));
    fs::rename(&here, &away).unwrap();
    let said = public.tabella("match", &["resolve"]).ended(4);
    assert!(said.contains("no longer in notices/: in that case put the change back"), "{said}");
    fs::rename(&away, &here).unwrap();
    public.tabella("match", &["git", "pull", "--resolve"]).done();
    public.clone_for("stranger");
    let said = public.tabella("stranger", &["verify"]).done();
    assert!(
        said.contains(&format!("{seat} has the key {}", key("fresh").public().fingerprint())),
        "{said}"
    );
    a_newcomer_has_what_the_seat_knew(&public, &seat);
}

/// Asserts that whoever has only the new key gets what the seat knew before, and commits nothing of it.
fn a_newcomer_has_what_the_seat_knew(public: &Public, seat: &str) {
    public.clone_for("newcomer");
    let said = public.tabella("newcomer", &["git", "pull", "--key", "../new.key"]).done();
    assert!(said.contains(&format!("turns/0001/report-{seat}.md: from a parcel")), "{said}");
    let strays =
        ["sheet.html", "map.png", "letter.eml", "notes", ".notes.swp", "parcels/0001/own.tar"];
    for path in strays.into_iter().chain(["receipts/0001/own-1.yaml", "turns/0001/x.yaml"]) {
        public.put("newcomer", path, b"stray\n");
    }
    let added = public.git("newcomer", &["add", "-A", "--dry-run"]).done();
    assert_eq!(added, "", "drafts, parcels and whatever else lies there stay where they are");
    for path in ["turns/0001/x.yaml", "receipts/0001/own-1.yaml", "parcels/0001/own.tar"] {
        fs::remove_file(public.at("newcomer").join(path)).unwrap();
    }
    public.tabella("newcomer", &["verify"]).done();
}

#[test]
fn a_change_has_a_short_name_and_the_referee_a_key_that_is_known() {
    let (public, seat) = waiting();
    let key = format!("../{seat}.key");
    public
        .tabella(&seat, &["git", "push-consent", "keys", "--as", &seat, "--key", &key])
        .refused("01-key.yaml");
    let said =
        public.tabella(&seat, &["git", "push-consent", "key", "--as", &seat, "--key", &key]).done();
    assert!(said.contains("01-key.yaml"), "{said}");
    public.tabella("match", &["change", "sign", "key", "--as", &seat]).refused("--key FILE");
    public
        .tabella("match", &["change", "sign", "deadline", "--as", "referee"])
        .refused("01-key.yaml");
    public.tabella(&seat, &["change", "sign", "key", "--as", "referee"]).refused("referee");
}

/// Whoever takes the office over names their key as every other command of the referee's takes it.
#[test]
fn the_new_referee_applies_the_change_with_the_key_that_the_variable_names() {
    let public = Public::open();
    let path = public.at("mago.key");
    fs::write(&path, key("mago").to_openssh()).unwrap();
    fs::write(public.at("mago.key.pub"), key("mago").public_line()).unwrap();
    super::secret(&path);
    public
        .tabella("match", &["change", "referee", "../mago.key.pub", "--reason", "he moves"])
        .done();
    public.tabella("match", &["change", "sign", "referee", "--as", "referee"]).done();
    public
        .tabella("match", &["change", "sign", "referee", "--as", "heir", "--key", "../mago.key"])
        .done();
    public.tabella("match", &["change", "apply", "referee"]).refused("who must agree");
    for seat in &public.seats {
        let key = format!("../{seat}.key");
        public.tabella("match", &["change", "sign", "referee", "--as", seat, "--key", &key]).done();
    }
    let told = public.tabella("match", &["status"]).done();
    assert!(
        told.contains(
            "needs a record of its own: run `tabella change apply notices/01-referee.yaml`"
        ),
        "{told}"
    );
    public.tabella("match", &["change", "apply", "referee"]).refused("TABELLA_REFEREE_KEY");
    let program = assert_cmd::cargo::cargo_bin("tabella");
    let script =
        format!("TABELLA_REFEREE_KEY=../mago.key {} change apply referee", program.display());
    let said = public.run(std::path::Path::new("sh"), "match", &["-c", &script]).done();
    assert!(said.contains("record 1 is sealed"), "{said}");
    public.tabella("match", &["verify"]).done();
}

/// From the receipt a second computer knows what the first one pushed.
#[test]
fn a_second_computer_goes_on_where_the_first_one_ended() {
    let mut public = Public::open();
    let seat = public.seats[0].clone();
    public.push_orders(&seat).done();
    public.clone_for("second");
    let key = format!("../{seat}.key");
    public.tabella("second", &["git", "pull", "--key", &key]).done();
    let form = fs::read_to_string(public.at("second").join(format!("{seat}.yaml"))).unwrap();
    assert!(form.lines().any(|line| line == "revision: 2"), "{form}");
    // A draft that was begun before is told so, and stays here.
    let text = public.game.orders(&seat, 1, true);
    public.put("second", "draft.yaml", text.as_bytes());
    let tip = public.tip();
    let push = ["git", "push-orders", "draft.yaml", "--key", &key];
    let said = public.tabella("second", &push).ended(1);
    assert!(said.contains("E-revision") && said.contains("nothing was pushed"), "{said}");
    assert_eq!(public.tip(), tip);
    let _ = fs::remove_file(public.at("second/draft.yaml.sig"));
    public.put("second", "draft.yaml", text.replacen("revision: 1", "revision: 2", 1).as_bytes());
    let said = public.tabella("second", &push).done();
    assert!(said.contains("filed, revision 2"), "{said}");
}

#[test]
fn nobody_consents_for_another() {
    let (public, seat) = waiting();
    let other = public.seats[1].clone();
    let notice = "notices/0001/01-key.yaml";
    let text = fs::read(public.at(&other).join(notice)).unwrap();
    let by_other = key(&other).sign(Namespace::Change, &text);
    let wrong = key(&other).sign(Namespace::Orders, &text);
    for (path, armored, code) in [
        (format!("{notice}.{seat}.sig"), &by_other, "G-signer"),
        (format!("{notice}.heir.sig"), &by_other, "G-consent"),
        (format!("{notice}.{other}.sig"), &wrong, "G-consent"),
        (format!("notices/0001/02-key.yaml.{other}.sig"), &by_other, "G-consent"),
        (format!("notices/0002/01-key.yaml.{other}.sig"), &by_other, "G-phase"),
        ("notices/0001/02-key.yaml".to_owned(), &by_other, "G-referee"),
        (format!("notices/0001/01-key.{other}.sig"), &by_other, "G-name"),
    ] {
        public.put(&other, &path, armored.as_bytes());
        public.commit_paths(&other, &[&path]);
        public.push(&other).refused(code);
        public.git(&other, &["reset", "-q", "--hard", "origin/main"]).done();
    }
    // One's own, with a file beside it; and not at all in the name of a seat by nobody.
    let own = format!("{notice}.{other}.sig");
    public.put(&other, &own, by_other.as_bytes());
    public.put(&other, "notes.md", b"mine\n");
    public.commit_paths(&other, &[&own, "notes.md"]);
    public.push(&other).refused("G-mixed");
    public.git(&other, &["reset", "-q", "--hard", "origin/main"]).done();
    public.put(&other, &own, by_other.as_bytes());
    public.commit_paths_unsigned(&other, &[&own]);
    public.push(&other).refused("G-signer");
    public.git(&other, &["reset", "-q", "--hard", "origin/main"]).done();
    // By hand, with git and ssh-keygen, one's own is taken; it alters nothing that is there.
    public.put(&other, &own, by_other.as_bytes());
    public.commit_paths(&other, &[&own]);
    let said = public.push(&other).done();
    assert!(said.contains(&format!("{own}: taken")), "{said}");
    let script = format!("echo >> {notice}");
    public.run(std::path::Path::new("sh"), &other, &["-c", &script]).done();
    public.commit_paths(&other, &[notice]);
    public.push(&other).refused("G-altered");
}
