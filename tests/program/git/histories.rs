//! Histories that branch and join, clones that are cut off, and records that the referee made twice.

use super::Public;
use crate::common::key;
use crate::tampering::papers::Papers;
use record::PrivateKey;
use std::fs;

#[test]
fn two_who_push_at_once_never_conflict() {
    let mut public = Public::open();
    for seat in public.seats.clone() {
        public.draft(&seat, 1);
    }
    let public = &public;
    std::thread::scope(|scope| {
        let pushes: Vec<_> = public
            .seats
            .iter()
            .map(|seat| {
                scope.spawn(move || {
                    let key = format!("../{seat}.key");
                    public.tabella(seat, &["git", "push-orders", "draft.yaml", "--key", &key])
                })
            })
            .collect();
        for push in pushes {
            push.join().unwrap().done();
        }
    });
    let listed = public
        .git("match.git", &["ls-tree", "-r", "--name-only", "main", "inbox/", "receipts/"])
        .done();
    for seat in &public.seats {
        assert!(listed.contains(&format!("inbox/0001/{seat}-1.age")), "{listed}");
        assert!(listed.contains(&format!("receipts/0001/{seat}-1.yaml")), "{listed}");
    }
}

#[test]
fn joined_histories_hold_what_they_held_and_nothing_else() {
    let mut public = Public::open();
    let (one, other) = (public.seats[0].clone(), public.seats[1].clone());
    let path = format!("inbox/0001/{one}-7.age");
    public.seal(&one, &path);
    public.commit_paths(&one, &[&path]);
    // Meanwhile the other pushes; who pulls by merging may push the merge.
    public.push_orders(&other).done();
    public.git(&one, &["pull", "-q", "--no-rebase", "--no-edit"]).done();
    public.push(&one).done();
    // A merge that slips something in.
    public.git(&one, &["pull", "-q"]).done();
    public.git(&one, &["checkout", "-q", "-b", "side", "HEAD~1"]).done();
    let path = format!("inbox/0001/{one}-8.age");
    public.seal(&one, &path);
    public.commit_paths(&one, &[&path]);
    public.git(&one, &["checkout", "-q", "main"]).done();
    public.git(&one, &["merge", "-q", "--no-commit", "--no-ff", "side"]).done();
    public.put(&one, "notes.md", b"mine\n");
    public.git(&one, &["add", "-f", "notes.md"]).done();
    public.commit(&one, &format!("{one}.key"));
    public.push(&one).refused("G-merge");
    // Three histories at once, with and without a slip.
    public.git(&one, &["reset", "-q", "--hard", "origin/main"]).done();
    let mut sides = Vec::new();
    for number in [3, 4, 5] {
        let side = format!("side-{number}");
        public.git(&one, &["checkout", "-q", "-b", &side, "main"]).done();
        let path = format!("inbox/0001/{one}-{number}.age");
        public.seal(&one, &path);
        public.commit_paths(&one, &[&path]);
        sides.push(side);
    }
    public.git(&one, &["checkout", "-q", "main"]).done();
    public.git(&one, &["merge", "-q", "--no-edit", &sides[0], &sides[1], &sides[2]]).done();
    let octopus = public.git(&one, &["rev-parse", "HEAD"]).done();
    public.put(&one, "notes.md", b"mine\n");
    public.git(&one, &["add", "-f", "notes.md"]).done();
    public.git(&one, &["commit", "-q", "--amend", "--no-edit"]).done();
    assert_eq!(
        public.git(&one, &["rev-list", "--parents", "-1", "HEAD"]).done().split(' ').count(),
        4
    );
    public.push(&one).refused("G-merge");
    public.git(&one, &["reset", "-q", "--hard", octopus.trim()]).done();
    public.push(&one).done();
    // Joined when the phase is over, orders that were not there come too late, whatever their commit says.
    public.git(&one, &["reset", "-q", "--hard", "origin/main"]).done();
    let said = public.push_orders(&one).ended(1);
    assert!(said.contains("E-revision"), "the file that was joined is filed: {said}");
    public.tabella("match", &["git", "pull", "--resolve"]).done();
    public.git(&one, &["pull", "-q", "--no-rebase"]).done();
    public.git(&one, &["merge", "-q", "--no-edit", "side"]).done();
    public.push(&one).refused("G-phase");
}

#[test]
fn a_clone_that_is_cut_off_can_push_and_cannot_judge() {
    let mut public = Public::open();
    let seat = public.seats[0].clone();
    public.push_orders(&seat).done();
    let url = format!("file://{}", public.at("match.git").display());
    public.git(".", &["clone", "-q", "--depth", "1", &url, "cut"]).done();
    let said = public.tabella("cut", &["git", "gate", "HEAD..HEAD", "--start", &"0".repeat(64)]);
    said.refused("G-shallow");
    public.git(".", &["clone", "-q", "--filter=blob:none", &url, "partial"]).done();
    public.tabella("partial", &["verify"]).done();
    // Line ends of another system change nothing: the files say so themselves.
    public.git(".", &["-c", "core.autocrlf=true", "clone", "-q", "match.git", "crlf"]).done();
    public.tabella("crlf", &["verify"]).done();
}

#[test]
fn the_gate_is_told_from_outside_which_game_it_guards() {
    let mut public = Public::open();
    let seat = public.seats[0].clone();
    let base = public.tip().trim().to_owned();
    public.push_orders(&seat).done();
    let start = public.game.game().session.start.to_string();
    let range = format!("{base}..origin/main");
    let said = public.tabella(&seat, &["git", "gate", &range, "--start", &start]).done();
    assert!(said.contains("2 commits are allowed"), "orders and receipt: {said}");
    public.tabella(&seat, &["git", "gate", &range, "--start", &"0".repeat(64)]).refused("G-start");
    public.tabella(&seat, &["git", "gate", &range]).refused("--start");
}

#[test]
fn a_second_record_of_one_phase_is_found_on_any_branch() {
    let mut public = Public::open();
    let mut twin = public.game.twin();
    for seat in public.game.awaited() {
        public.push_orders(&seat).done();
    }
    public.tabella("match", &["git", "pull", "--resolve"]).done();
    // The referee plays the same phase again with other orders, which no receipt contradicts, and pushes that to a branch.
    for seat in twin.awaited() {
        twin.propose(&seat, 2, true);
    }
    twin.resolve().unwrap();
    let clone = public.seats[0].clone();
    public.git(&clone, &["fetch", "-q"]).done();
    public.git(&clone, &["checkout", "-q", "-b", "other"]).done();
    let out = twin.temporary.path().join("copy");
    tabella::store::copies::publish::publish(&twin.folder, &out, None).unwrap();
    crate::common::copy(&out.join("turns/0001"), &public.at(&clone).join("turns/0001"));
    public.git(&clone, &["add", "-f", "turns"]).done();
    public.commit(&clone, "match/.tabella/referee.key");
    public.git(&clone, &["push", "-q", "origin", "HEAD:other"]).refused("G-fork");
    public.git(&clone, &["bundle", "create", "-q", "../head.bundle", "HEAD"]).done();
    assert!(fs::exists(public.at(&clone).join("turns/0001/turn.yaml")).unwrap());
    // A host without a gate shows it to whom it likes; whoever holds the other copy names the fork.
    let url = format!("file://{}", public.at("host.git").display());
    public.git(".", &["init", "-q", "--bare", "host.git"]).done();
    public.git(&clone, &["push", "-q", &url, "main:main", "other:aside"]).done();
    let reader = public.seats[1].clone();
    public.tabella(&reader, &["git", "pull"]).done();
    public.tabella(&reader, &["verify", "--against", "../match.git"]).done();
    for host in [url.as_str(), "../host.git", "../head.bundle"] {
        let said = public.tabella(&reader, &["verify", "--against", host]);
        said.refused("V-fork");
    }
    let said = public.tabella(&reader, &["verify", "--against", ".."]);
    said.refused("not a git repository");
}

/// Each commit is judged by the game before it: a fault that a later commit corrects is still refused.
#[test]
fn a_key_swapped_in_the_middle_of_a_range_is_refused_at_its_commit() {
    let mut public = Public::open();
    for seat in public.seats.clone() {
        public.push_orders(&seat).done();
    }
    public.tabella("match", &["git", "pull", "--resolve"]).done();
    // The referee's next two records: the first brings a key that nobody agreed to, the second the old one back.
    let mut twin = public.game.twin();
    twin.round();
    twin.round();
    let text = fs::read_to_string(public.at("match/.tabella/referee.key")).unwrap();
    let referee = PrivateKey::parse(&text).unwrap();
    let mut papers = Papers::of(twin.root());
    let keys = papers.text("allowed_signers");
    let [ours, theirs] = [public.game.keys[&public.seats[0]].public(), key("mago").public()]
        .map(ToString::to_string);
    papers.put("turns/0002/allowed_signers", keys.replacen(&ours, &theirs, 1));
    papers.put("turns/0003/allowed_signers", keys);
    papers.seal_anew(2, &referee);
    public.clone_for("evil");
    for number in [2, 3] {
        let folder = format!("turns/{number:04}/");
        for path in papers.paths().iter().filter(|path| path.starts_with(&folder)) {
            public.put("evil", path, papers.bytes(path));
        }
        public.git("evil", &["add", "-f", "turns"]).done();
        public.commit("evil", "match/.tabella/referee.key");
    }
    let tip = public.tip();
    let said = public.push("evil").refused("G-referee");
    assert!(said.contains("turns/0002/allowed_signers") && said.contains("V-change"), "{said}");
    assert_eq!(public.tip(), tip);
    let start = public.game.game().session.start.to_string();
    let range = ["git", "gate", "origin/main..HEAD", "--start", &start];
    public.tabella("evil", &range).refused("turns/0002/allowed_signers");
    public.tabella("evil", &["verify"]).refused("turns/0002/allowed_signers");
    let second = crate::second_verifier::run(&[public.at("evil").as_os_str()]);
    let said = crate::second_verifier::said(&second);
    assert!(said.contains("turns/0002/allowed_signers: stands there, and no change"), "{said}");
}

#[test]
fn a_clone_tells_what_a_host_without_a_gate_let_in() {
    let public = Public::open();
    let seat = &public.seats[0];
    fs::remove_file(public.at("match.git/hooks/pre-receive")).unwrap();
    public.clone_for("host");
    public.put("host", "turns/0000/report.md", b"Carthage has won.\n");
    public.commit_paths_unsigned("host", &["turns"]);
    public.push("host").done();
    let said = public.tabella(seat, &["git", "pull"]).refused("turns/0000/report.md");
    assert!(
        said.contains("pushed without passing the gate") && !said.contains("nothing new"),
        "{said}"
    );
    public.tabella(seat, &["verify"]).done();
    // Whoever pulls by hand has it, and their own program finds it.
    public.git(seat, &["pull", "-q"]).done();
    public.tabella(seat, &["verify"]).refused("turns/0000/report.md");
}

#[test]
fn a_host_that_goes_back_is_named_until_it_shows_again_what_it_showed() {
    let mut public = Public::open();
    for seat in public.seats.clone() {
        public.push_orders(&seat).done();
    }
    let (seat, tip) = (public.seats[0].clone(), public.tip());
    public.tabella(&seat, &["git", "pull"]).done();
    public.git("match.git", &["update-ref", "refs/heads/main", "main~2"]).done();
    for _ in 0..2 {
        public.tabella(&seat, &["git", "pull"]).refused("does not continue this clone");
    }
    public.git("match.git", &["update-ref", "refs/heads/main", tip.trim()]).done();
    public.tabella(&seat, &["git", "pull"]).done();
}
