//! A host that takes commits back is noticed by every clone, by whatever command it was fetched.

use super::Public;

/// How a clone got the commits that the host takes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Had {
    /// They were fetched by hand and looked at with the program.
    Looked,
    /// They were only fetched, by hand.
    Fetched,
    Cloned,
}

#[test]
fn a_host_that_goes_back_is_noticed_behind_a_fetch_by_hand() {
    for had in [Had::Looked, Had::Fetched, Had::Cloned] {
        let mut public = Public::open();
        let (one, other) = (public.seats[0].clone(), public.seats[1].clone());
        if had != Had::Cloned {
            public.clone_for("watcher");
        }
        public.push_orders(&one).done();
        let tip = public.tip().trim().to_owned();
        match had {
            Had::Looked => {
                public.git("watcher", &["fetch", "-q"]).done();
                let said = public.tabella("watcher", &["status"]).done();
                assert!(said.contains("new  ") && !said.contains("rewound"), "{said}");
            }
            Had::Fetched => drop(public.git("watcher", &["fetch", "-q"]).done()),
            Had::Cloned => public.clone_for("watcher"),
        }
        public.git("match.git", &["update-ref", "refs/heads/main", "main~2"]).done();
        let shows = public.tip().trim().to_owned();
        public.git("watcher", &["fetch", "-q"]).done();
        let word = format!(
            "origin removed commits: it shows {shows}, but it held {tip} before, which this clone has kept"
        );
        for command in [&["status"][..], &["report", "--log"], &["verify"]] {
            let said = public.tabella("watcher", command).done();
            assert!(said.contains(&word), "{had:?}, {command:?}: {said}");
        }
        // If the host goes on from there, nobody who saw the other history follows its new one.
        public.push_orders(&other).done();
        for clone in ["watcher", &one] {
            public.git(clone, &["fetch", "-q"]).done();
            public.tabella(clone, &["git", "pull"]).refused("does not continue this clone");
        }
        let said = public.push_orders(&one);
        said.refused("does not continue this clone");
        // Nothing of what was shown is lost, and who agrees to the new history says so.
        public.git("watcher", &["cat-file", "-e", &tip]).done();
        let agree = ["update-ref", "refs/tabella/seen/origin/main", "origin/main"];
        public.git("watcher", &agree).done();
        if had == Had::Cloned {
            public.git("watcher", &["reset", "-q", "--hard", "origin/main"]).done();
        }
        public.tabella("watcher", &["git", "pull"]).done();
        let said = public.tabella("watcher", &["status"]).done();
        assert!(!said.contains("rewound"), "{said}");
        // A branch that is gone is told too.
        public.git("match.git", &["update-ref", "-d", "refs/heads/main"]).done();
        public.git("watcher", &["fetch", "-q", "--prune"]).done();
        let said = public.tabella("watcher", &["status"]).done();
        assert!(said.contains("it no longer has the branch"), "{said}");
    }
}

#[test]
fn a_clone_that_is_cut_off_accuses_nobody() {
    let mut public = Public::open();
    let url = format!("file://{}", public.at("match.git").display());
    public.git(".", &["clone", "-q", "--depth", "1", &url, "cut"]).done();
    public.tabella("cut", &["status"]).done();
    public.push_orders(&public.seats[0].clone()).done();
    public.git("cut", &["fetch", "-q", "--depth", "1"]).done();
    let said = public.tabella("cut", &["status"]).done();
    assert!(!said.contains("rewound"), "{said}");
}
