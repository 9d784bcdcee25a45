//! What a clone tells without any key: what is new, who has filed, whether one's own orders are in.

use super::Public;

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
            told.contains(&format!("new       orders of {one} for phase 1: tabella git pull")),
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
        let log = public.tabella(&one, &["log"]).done();
        assert_eq!(log.lines().count(), 1, "what is fetched is not here yet: {log}");
    }
}
