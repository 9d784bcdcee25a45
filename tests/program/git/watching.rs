//! Tests of what a clone tells without any key: what is new, who has filed, whether one's own orders are in.

use super::Public;
use std::fs;

#[test]
fn status_in_a_clone_says_what_is_new_and_whether_ones_own_orders_are_in() {
    for title in ["combined-arms", "punica"] {
        let mut public = Public::new(title, &[]);
        let asked = public.game.awaited();
        let (one, other) = (asked[0].clone(), asked.last().unwrap().clone());
        let watcher = public.seats.iter().find(|seat| **seat != one).unwrap().clone();
        let key = format!("../{one}.key");
        public.tabella(&one, &["git", "pull", "--key", &key]).done();
        let status = |public: &Public, clone: &str| public.tabella(clone, &["status"]).done();
        let before = status(&public, &one);
        assert!(
            before.contains(&format!("yours     {one}: nothing was pushed for phase 1")),
            "{before}"
        );
        public.push_orders(&one).done();
        let after = status(&public, &one);
        assert!(
            !after.contains("yours  ")
                && after.contains(&format!("filed     {one}: 1 file, 1 receipt")),
            "{after}"
        );
        // Fetched and not read yet: told; after a pull it is here.
        public.git(&watcher, &["fetch", "-q"]).done();
        let told = status(&public, &watcher);
        assert!(
            told.contains(&format!(
                "new       orders of {one} for phase 1: run `tabella git pull`"
            )),
            "{told}"
        );
        public.tabella(&watcher, &["git", "pull"]).done();
        let told = status(&public, &watcher);
        assert!(
            !told.contains("new   ") && told.contains(&format!("filed     {one}: 1 file")),
            "{told}"
        );
        if other != one {
            public.push_orders(&other).done();
        }
        public.tabella("match", &["git", "pull", "--resolve"]).done();
        public.git(&watcher, &["fetch", "-q"]).done();
        let told = status(&public, &watcher);
        assert!(told.contains("record 1"), "{told}");
        let log = public.tabella(&one, &["report", "--log"]).done();
        assert_eq!(log.lines().count(), 1, "what is fetched is not here yet: {log}");
    }
}

#[test]
fn status_in_a_clone_tells_what_went_back_with_its_code_and_the_way_out() {
    let public = Public::open();
    let (one, other) = (public.seats[0].clone(), public.seats[1].clone());
    let key = format!("../{one}.key");
    public.tabella(&one, &["git", "pull", "--key", &key]).done();
    // Sealed to another key, by a player who took the wrong line.
    let wrong = ciphertext::seal(&ciphertext::Identity::generate().recipient(), b"orders");
    let path = format!("inbox/0001/{one}-1.age");
    public.put(&one, &path, wrong.as_bytes());
    public.commit_paths(&one, &[&path]);
    public.push(&one).done();
    let status = |clone: &str| public.tabella(clone, &["status"]).done();
    for clone in [&one, &other] {
        public.git(clone, &["pull", "-q"]).done();
    }
    let told = status(&one);
    let closed = format!("refused   {one}: parcels/0001/{one}-1.age holds the reason\n  -> ");
    assert!(told.contains(&closed), "{told}");
    public.tabella(&one, &["git", "pull", "--key", &key]).done();
    let told = status(&one);
    let (code, way_out) =
        (format!("refused   {one}: E-sealed: "), format!("(receipts/0001/{one}-1.yaml)\n  -> "));
    assert!(
        told.contains(&code) && told.contains(&way_out) && !told.contains("parcels/"),
        "{told}"
    );
    // It is this seat's alone, and nobody else can say it for the referee.
    assert!(!status(&other).contains("refused"));
    let receipt = public.at(&one).join(format!("receipts/0001/{one}-1.yaml"));
    let text = fs::read_to_string(&receipt).unwrap();
    let signature = fs::read(receipt.with_extension("yaml.sig")).unwrap();
    let forged = text.replace(&format!("seat: {one}"), &format!("seat: {other}"));
    public.put(&other, &format!("receipts/0001/{other}-1.yaml"), forged.as_bytes());
    public.put(&other, &format!("receipts/0001/{other}-1.yaml.sig"), &signature);
    assert!(!status(&other).contains("refused"));
}
