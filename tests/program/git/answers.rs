//! Everything that is pushed is answered, and a referee who does not answer is convicted by the commit that shows the record.

use super::Public;
use record::Namespace;
use std::fs;

/// Makes the referee of this game unaware of pushes.
pub(super) fn deaf(public: &Public) {
    fs::remove_file(public.at("match.git/hooks/post-receive")).unwrap();
}

pub(super) fn resolved_without(public: &mut Public, seat: &str) {
    for other in public.game.awaited() {
        if other != seat {
            public.game.propose(&other, 1, true);
        }
    }
    public.tabella("match", &["resolve", "--absent", seat]).done();
}

#[test]
fn a_referee_who_ignores_pushed_orders_is_convicted() {
    let mut public = Public::open();
    deaf(&public);
    let seat = public.seats[0].clone();
    public.push_orders(&seat).ended(3);
    resolved_without(&mut public, &seat);
    // With a program of their own the referee shows the record, and says nothing of the orders.
    let out = public.at("copy");
    tabella::store::copies::publish::publish(&public.game.folder, &out, None).unwrap();
    public.clone_for("forger");
    crate::common::copy(&out.join("turns/0001"), &public.at("forger").join("turns/0001"));
    public.git("forger", &["add", "-f", "turns"]).done();
    public.commit("forger", "match/.tabella/referee.key");
    let said = public.push("forger").refused("G-answer");
    assert!(said.contains(&format!("inbox/0001/{seat}-1.age")), "{said}");
    // A host without a gate takes it, and every clone shows it.
    fs::remove_file(public.at("match.git/hooks/pre-receive")).unwrap();
    public.push("forger").done();
    public.clone_for("stranger");
    let said = public.tabella("stranger", &["verify"]).refused("V-ignored");
    assert!(said.contains(&format!("inbox/0001/{seat}-1.age")), "{said}");
    assert!(said.contains("the referee published record 1 in commit"), "{said}");
}

/// Whoever runs a host can lay a file beside the referee's record, in a commit of their own.
#[test]
fn a_commit_that_the_referee_did_not_sign_convicts_nobody() {
    let mut public = Public::open();
    let (one, other) = (public.seats[0].clone(), public.seats[1].clone());
    public.push_orders(&one).done();
    public.push_orders(&other).done();
    let before = public.tip().trim().to_owned();
    public.tabella("match", &["git", "pull", "--resolve"]).done();
    public.git(".", &["clone", "-q", "match.git", "host"]).done();
    let after = public.tip().trim().to_owned();
    for (setting, value) in [("user.name", "host"), ("user.email", "host@example.org")] {
        public.git("host", &["config", setting, value]).done();
    }
    public.git("host", &["checkout", "-q", "-b", "frame", &before]).done();
    public.git("host", &["checkout", "-q", &after, "--", "."]).done();
    let path = format!("inbox/0001/{one}-2.age");
    public.seal(&other, &path);
    fs::create_dir_all(public.at("host/inbox/0001")).unwrap();
    fs::copy(public.at(&other).join(&path), public.at("host").join(&path)).unwrap();
    public.commit_paths_unsigned("host", &["."]);
    let said = public.tabella("host", &["verify"]).done();
    assert!(said.contains("record 1 was added in commit") && !said.contains("V-ignored"), "{said}");
}

#[test]
fn a_clone_says_what_a_later_file_takes_back_before_the_next_pull() {
    let mut public = Public::new("punica", &[]);
    let seat = public.game.awaited()[0].clone();
    let key = format!("../{seat}.key");
    public.tabella(&seat, &["git", "pull", "--key", &key]).done();
    let draft = |public: &mut Public, revision: u32, more: &str| {
        let text = public.draft(&seat, revision);
        let salt = text.find("\nsalt:").expect("orders have a salt") + 1;
        let end = salt + text[salt..].find('\n').expect("a line ends") + 1;
        let text = format!("{}orders: {{action: pass, discard: lowest}}\n{more}", &text[..end]);
        public.put(&seat, "draft.yaml", text.as_bytes());
    };
    draft(&mut public, 1, "standing: {losses: hannibal-last}\n");
    public.tabella(&seat, &["git", "push-orders", "draft.yaml", "--key", &key]).done();
    draft(&mut public, 2, "");
    let said = public.tabella(&seat, &["check", "draft.yaml"]).done();
    assert!(said.contains("W-taken-back") && said.contains("`standing: losses`"), "{said}");
}

#[test]
fn orders_that_come_while_the_phase_is_resolved_are_answered_with_the_record() {
    let mut public = Public::open();
    deaf(&public);
    let seat = public.seats[0].clone();
    public.draft(&seat, 1);
    resolved_without(&mut public, &seat);
    // The repository does not show the record yet, so the gate takes orders for its phase.
    let key = format!("../{seat}.key");
    public.tabella(&seat, &["git", "push-orders", "draft.yaml", "--key", &key]).ended(3);
    public.tabella("match", &["share", "copy"]).done();
    let said = public.tabella(&seat, &["git", "pull", "--key", &key]).done();
    let receipt = format!("receipts/0002/{seat}-1.yaml");
    assert!(said.contains(&receipt), "{said}");
    let text = fs::read_to_string(public.at(&seat).join(receipt)).unwrap();
    assert!(text.contains("receipt: refused") && text.contains("code: E-phase"), "{text}");
    public.tabella(&seat, &["verify"]).done();
}

#[test]
fn a_copy_of_anothers_file_and_one_that_says_nothing_are_answered_too() {
    let mut public = Public::open();
    let (one, other) = (public.seats[0].clone(), public.seats[1].clone());
    // Sealed to the right key, and no orders; the other seat pushes the very same file.
    let seal = public.game.game().session.charter.seal.clone().unwrap();
    let nothing = ciphertext::seal(&seal.parse().unwrap(), b"good morning");
    for seat in [&one, &other] {
        public.git(seat, &["pull", "-q"]).done();
        let path = format!("inbox/0001/{seat}-1.age");
        public.put(seat, &path, nothing.as_bytes());
        public.commit_paths(seat, &[&path]);
        let said = public.push(seat).done();
        assert!(said.contains("refused; the reason is in a parcel"), "{said}");
        let key = format!("../{seat}.key");
        let said = public.tabella(seat, &["git", "pull", "--key", &key]).done();
        assert!(said.contains(&format!("receipts/0001/{seat}-1.yaml")), "{said}");
    }
    for seat in [&one, &other] {
        public.push_orders(seat).done();
    }
    public.tabella("match", &["git", "pull", "--resolve"]).done();
    public.clone_for("stranger");
    public.tabella("stranger", &["verify"]).done();
}

/// A player holds both seats with one key: what they bring is their own, by either road.
#[test]
fn whoever_holds_two_seats_by_one_key_is_told_what_became_of_the_file() {
    let mut public = Public::planned("combined-arms", |plan| {
        plan.seats[1].key = plan.seats[0].key.clone();
    });
    let [one, other] = [0, 1].map(|at| public.game.game().session.charter.seats[at].seat.clone());
    let key = public.game.keys[&one].clone();
    for kind in ["key", "key.pub"] {
        let [from, to] = [&one, &other].map(|seat| public.at(&format!("{seat}.{kind}")));
        fs::copy(from, to).unwrap();
    }
    let seal = public.game.game().session.charter.seal.clone().unwrap();
    let orders = public.draft(&one, 1);
    for (number, text) in [(1, "\tno: yaml\n".to_owned()), (2, orders)] {
        let signed = format!("{text}...\n{}", key.sign(Namespace::Orders, text.as_bytes()));
        let sealed = ciphertext::seal(&seal.parse().unwrap(), signed.as_bytes());
        let path = format!("inbox/0001/{other}-{number}.age");
        public.git(&other, &["pull", "-q"]).done();
        public.put(&other, &path, sealed.as_bytes());
        public.commit_paths(&other, &[&path]);
        public.push(&other).done();
    }
    let receipt =
        |name: &str| fs::read_to_string(public.at(&format!("match/receipts/0001/{name}")));
    let refused = receipt(&format!("{other}-1.yaml")).unwrap();
    assert!(refused.contains("\ncode: E-missing\n"), "{refused}");
    let filed = receipt(&format!("{one}-1.yaml")).unwrap();
    assert!(filed.contains("receipt: filed\n"), "{filed}");
    assert!(receipt(&format!("{other}-2.yaml")).is_err(), "nobody says that it is another's");
}

#[test]
fn push_orders_ends_as_the_answer_says() {
    let mut public = Public::open();
    let (one, other) = (public.seats[0].clone(), public.seats[1].clone());
    let key = format!("../{one}.key");
    let push = ["git", "push-orders", "draft.yaml", "--key", &key];
    let said = public.push_orders(&one).ended(0);
    assert!(said.contains(&format!("receipts/0001/{one}-1.yaml: the receipt")), "{said}");
    // The gate says no: both are asked, and everybody could read it.
    public.draft(&one, 2);
    let tip = public.tip();
    let said = public.tabella(&one, &[&push[..], &["--open"]].concat()).ended(1);
    assert!(said.contains("G-open") && public.tip() == tip, "{said}");
    // The referee says no, to what no clone can know: another text under a revision that was filed.
    let text = public.draft(&one, 1);
    public.put(&one, "draft.yaml", format!("{text}# once more\n").as_bytes());
    let said = public.tabella(&one, &push).ended(1);
    assert!(public.tip() != tip, "it was pushed");
    let parcel = format!("(parcels/0001/{one}-2.age)\n  -> ");
    assert!(said.contains("sent back: E-") && said.contains(&parcel), "{said}");
    // Nothing of the parcel was put into the clone; that it came shows all the same.
    let status = public.tabella(&one, &["status"]).ended(0);
    let closed = format!("refused   {one}: parcels/0001/{one}-2.age holds the reason");
    assert!(status.contains(&closed), "{status}");
    // Nobody answers; the answer comes later, and the clone tells it.
    deaf(&public);
    let said = public.push_orders(&other).ended(3);
    assert!(said.contains("no answer yet"), "{said}");
    public.tabella("match", &["git", "pull"]).done();
    public.tabella(&other, &["git", "pull"]).done();
    let status = public.tabella(&other, &["status"]).done();
    assert!(status.contains(&format!("filed     {other}: 1 file, 1 receipt")), "{status}");
}

/// A seat cannot frame the referee by pushing a refused text in several wrappings: one refusal answers them all.
#[test]
fn one_refusal_answers_a_text_however_often_it_is_wrapped() {
    let mut public = Public::new("metaurus", &[]);
    let seat = public.game.awaited()[0].clone();
    public.push_orders(&seat).done();
    let text = public.draft(&seat, 1) + "# another text of the same revision\n";
    let signed = format!("{text}...\n{}", public.game.sign(&seat, &text));
    let paths = [2, 3].map(|number| format!("inbox/0001/{seat}-{number}.txt"));
    public.put(&seat, &paths[0], signed.as_bytes());
    public.put(&seat, &paths[1], format!("{signed}\n").as_bytes());
    let paths = [paths[0].as_str(), paths[1].as_str()];
    public.commit_paths(&seat, &paths);
    public.push(&seat).done();
    public.tabella("match", &["git", "pull", "--resolve"]).done();
    public.clone_for("stranger");
    let said = public.tabella("stranger", &["verify"]).done();
    assert!(!said.contains("V-ignored") && said.contains("to record 1"), "{said}");
}

/// An editor gave the orders CRLF after they were signed, as on another system: what is filed differs in bytes from
/// what came, and the receipt names the former. That proves nothing against anybody.
#[test]
fn orders_with_other_line_ends_are_answered_like_any() {
    let mut public = Public::new("metaurus", &[]);
    let asked = public.game.awaited();
    assert_eq!(asked.len(), 1, "orders for all to read are for whoever alone is asked");
    let seat = asked[0].clone();
    let text = public.draft(&seat, 1);
    let signed = format!("{text}...\n{}", public.game.sign(&seat, &text));
    let path = format!("inbox/0001/{seat}-1.txt");
    public.put(&seat, &path, signed.replace('\n', "\r\n").as_bytes());
    public.commit_paths(&seat, &[&path]);
    let said = public.push(&seat).done();
    assert!(said.contains("filed"), "{said}");
    public.tabella("match", &["git", "pull", "--resolve"]).done();
    public.clone_for("stranger");
    let said = public.tabella("stranger", &["verify"]).done();
    assert!(!said.contains("V-ignored") && said.contains("to record 1"), "{said}");
}

#[test]
fn a_host_that_refuses_without_a_word_is_told_by_git_and_one_that_is_gone_is_a_fault() {
    let mut public = Public::open();
    let seat = public.seats[0].clone();
    let hook = public.at("match.git/hooks/pre-receive");
    fs::write(hook, "#!/bin/sh\nexit 1\n").unwrap();
    let said = public.push_orders(&seat).ended(1);
    assert!(said.contains("not taken:") && said.contains("hook declined"), "{said}");
    fs::rename(public.at("match.git"), public.at("gone.git")).unwrap();
    // No refusal of anybody's, and git's own words say where nothing was found.
    let said = public.push_orders(&seat).ended(4);
    assert!(said.contains("match.git") && !said.contains("not taken"), "{said}");
}
