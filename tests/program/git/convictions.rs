//! The referee's own receipts, as they lie in every clone, convict a referee who does not count what they receipted.

use super::Public;
use super::answers::{deaf, resolved_without};
use std::fs;

#[test]
fn orders_that_were_receipted_and_dropped_convict() {
    for title in ["combined-arms", "punica"] {
        let mut public = Public::new(title, &[]);
        let seat = public.game.awaited()[0].clone();
        let said = public.push_orders(&seat).done();
        assert!(said.contains(&format!("receipts/0001/{seat}-1.yaml: the receipt")), "{said}");
        public.clone_for("before");
        public.tabella("before", &["verify"]).done();
        for name in [format!("{seat}.yaml"), format!("{seat}.yaml.sig")] {
            fs::remove_file(public.game.root().join("pending").join(name)).unwrap();
        }
        resolved_without(&mut public, &seat);
        // Into a repository of their own no gate of theirs keeps the referee from writing it.
        public.tabella("match", &["share", "copy"]).done();
        let word = format!(
            "receipts/0001/{seat}-1.yaml: revision 1 of {seat} was filed, but the record counts no file of {seat}"
        );
        let said =
            public.tabella(&seat, &["git", "pull"]).refused("pushed without passing the gate");
        assert!(said.contains("V-receipt") && said.contains(&word), "{title}: {said}");
        public.clone_for("stranger");
        let said = public.tabella("stranger", &["verify"]).refused("V-receipt");
        assert!(said.contains(&word), "{title}: {said}");
    }
}

#[test]
fn orders_that_were_receipted_and_exchanged_convict() {
    let mut public = Public::open();
    let mut twin = public.game.twin();
    let seats = public.game.awaited();
    for seat in &seats {
        public.push_orders(seat).done();
    }
    deaf(&public);
    // The same phase with other orders of the same revisions, which the seats signed once, and never sent.
    for seat in &seats {
        let text = twin.orders(seat, 1, true) + "# another\n";
        twin.file(seat, &text);
    }
    twin.resolve().unwrap();
    let out = twin.temporary.path().join("copy");
    tabella::store::copies::publish::publish(&twin.folder, &out, None).unwrap();
    public.clone_for("forger");
    crate::common::copy(&out.join("turns/0001"), &public.at("forger").join("turns/0001"));
    public.git("forger", &["add", "-f", "turns"]).done();
    public.commit("forger", "match/.tabella/referee.key");
    let tip = public.tip();
    let said = public.push("forger").refused("V-receipt");
    assert!(said.contains("G-referee") && public.tip() == tip, "{said}");
    fs::remove_file(public.at("match.git/hooks/pre-receive")).unwrap();
    public.push("forger").done();
    public.clone_for("stranger");
    let said = public.tabella("stranger", &["verify"]).refused("V-receipt");
    for seat in &seats {
        let word = format!(
            "receipts/0001/{seat}-1.yaml: revision 1 of {seat} was filed, but the record counts another file"
        );
        assert!(said.contains(&word), "{said}");
    }
    // A receipt that the referee did not sign convicts nobody.
    let other = format!("receipts/0001/{}-1.yaml", seats[0]);
    public.git("match.git", &["update-ref", "refs/heads/main", tip.trim()]).done();
    public.tabella("match", &["git", "pull", "--resolve"]).done();
    public.clone_for("honest");
    let text = fs::read_to_string(public.at("honest").join(&other)).unwrap();
    let forged = text.replace("revision: 1", "revision: 9");
    public.put("honest", &other, forged.as_bytes());
    let said = public.tabella("honest", &["verify"]).done();
    assert!(!said.contains("V-receipt"), "{said}");
}
