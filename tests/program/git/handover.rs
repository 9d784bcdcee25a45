//! The referee's key changes: what was receipted before it holds by the key of its own phase.

use super::Public;
use crate::common::key;
use std::fs;
use std::path::Path;

/// Has everybody sign that another person becomes the referee; returns the command that seals it.
fn agreed(public: &Public) -> Vec<String> {
    let new = public.at("new.key");
    fs::write(&new, key("fresh").to_openssh()).unwrap();
    fs::write(public.at("new.key.pub"), key("fresh").public_line()).unwrap();
    super::secret(&new);
    let change =
        ["change", "referee", "../new.key.pub", "--name", "Polybius", "--reason", "I am leaving"];
    public.tabella("match", &change).done();
    let notice = "notices/01-referee.yaml";
    let keys = public.seats.iter().map(|seat| (seat.as_str(), format!("../{seat}.key")));
    let others = [("heir", "../new.key".into()), ("referee", ".tabella/referee.key".into())];
    for (name, key) in keys.chain(others) {
        public.tabella("match", &["change", "sign", notice, "--as", name, "--key", &key]).done();
    }
    ["change", "apply", notice, "--key", "../new.key"].map(str::to_owned).to_vec()
}

#[test]
fn a_receipt_and_the_new_referee_come_in_one_commit() {
    let mut public = Public::open();
    super::answers::deaf(&public);
    let (one, other) = (public.seats[0].clone(), public.seats[1].clone());
    public.game.propose(&one, 1, true);
    let apply = agreed(&public);
    let apply: Vec<&str> = apply.iter().map(String::as_str).collect();
    public.tabella("match", &apply).done();
    public.tabella("match", &["share", "copy"]).done();
    public.clone_for("stranger");
    let receipt = format!("receipts/0001/{one}-1.yaml");
    assert!(public.at("stranger").join(&receipt).exists(), "the receipt came with the record");
    let said = public.tabella("stranger", &["verify"]).done();
    assert!(said.contains("Polybius") && !said.contains("V-receipt"), "{said}");
    // Whoever is the referee no more signs nothing in a later phase.
    let forged = "receipts/0002/forged-1.yaml";
    let text = fs::read_to_string(public.at("stranger").join(&receipt)).unwrap();
    let old = fs::read(public.at("match/.tabella/referee.key")).unwrap();
    let old = record::PrivateKey::parse(&String::from_utf8(old).unwrap()).unwrap();
    public.put("stranger", &forged.replace("forged", &other), text.as_bytes());
    let signature = old.sign(record::Namespace::Receipt, text.as_bytes());
    public.put(
        "stranger",
        &format!("{}.sig", forged.replace("forged", &other)),
        signature.as_bytes(),
    );
    public.git("stranger", &["add", "-f", "receipts"]).done();
    public.commit("stranger", "new.key");
    public.push("stranger").refused("the referee did not sign it");
    // Nor does a receipt of theirs for it convict who came after them.
    let text = text.replacen("phase: 1\n", "phase: 2\n", 1);
    for (key, says) in [(old, "of its phase did not sign it"), (key("fresh"), "V-receipt")] {
        let signature = key.sign(record::Namespace::Receipt, text.as_bytes());
        let whole = record::SignedText::join(text.as_bytes(), &signature);
        fs::write(public.at("shown.yaml"), whole).unwrap();
        let shown =
            public.tabella("stranger", &["verify", "--json", "--receipt", "../shown.yaml"]).text;
        assert!(shown.contains(says), "{shown}");
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tools/verify.py");
        let second = [script, "--receipt", "../shown.yaml", "."];
        let said = public.run(Path::new("python3"), "stranger", &second).text;
        let convicts = said.contains("follows another history");
        assert_eq!(convicts, says == "V-receipt", "{said}");
    }
}

#[test]
fn push_orders_finds_the_receipt_of_a_referee_who_left_at_once() {
    let mut public = Public::open();
    let seat = public.seats[0].clone();
    let apply = agreed(&public).join(" ");
    let hook = public.at("match.git/hooks/post-receive");
    let (place, program) = (public.at("."), assert_cmd::cargo::cargo_bin("tabella"));
    let script = format!(
        "#!/bin/sh\nunset GIT_DIR GIT_QUARANTINE_PATH\ncd {} || exit\ntabella() {{ {} -C match \"$@\"; }}\n\
         tabella git pull\ncd match || exit\n{} {apply}\n{} publish\n",
        place.display(),
        program.display(),
        program.display(),
        program.display(),
    );
    fs::write(&hook, script).unwrap();
    let said = public.push_orders(&seat).done();
    assert!(said.contains(&format!("receipts/0001/{seat}-1.yaml: the receipt")), "{said}");
}
