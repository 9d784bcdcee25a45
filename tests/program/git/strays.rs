//! Tests of commits that entered although they should not have: hidden behind what git does not show, past a gate that
//! was off, or by a host that has none; and of the referee's repair.

use super::{Public, Said};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

const WHO: &str = "eve <eve@example.org> 1790000000 +0000";

fn shell(public: &Public, folder: &str, script: &str) -> Said {
    public.run(Path::new("bash"), folder, &["-c", script])
}

#[track_caller]
fn made(public: &Public, clone: &str, script: &str) -> String {
    shell(public, clone, script).done().trim().to_owned()
}

fn ungated(public: &Public) {
    fs::remove_file(public.at("match.git/hooks/pre-receive")).unwrap();
}

/// Puts files unsigned on top of the host's newest commit.
fn stray(public: &Public, files: &[(&str, &str)]) -> String {
    let _ = fs::remove_dir_all(public.at("stray"));
    public.clone_for("stray");
    for (path, text) in files {
        public.put("stray", path, text.as_bytes());
        public.git("stray", &["add", "-f", "--", path]).done();
    }
    public.git("stray", &["commit", "-q", "-m", "stray"]).done();
    public.push("stray").done();
    public.tip().trim().to_owned()
}

/// A second `parent` after the committer: git reads one, and whoever reads on takes the commit for a join, which needs
/// no signature.
#[test]
fn a_parent_that_git_does_not_see_lets_nothing_in() {
    let public = Public::open();
    let seat = &public.seats[0];
    let record = "turns/0001/turn.yaml";
    for path in [".github/workflows/evil.yml", "inbox/0001/other-9.age", record] {
        public.put(seat, path, b"evil\n");
        let script = format!(
            "set -e; git add -f {path}; tree=$(git write-tree); tip=$(git rev-parse HEAD)
             commit() {{ git hash-object -t commit -w --stdin --literally; }}
             unseen=$(printf 'tree %s\\nparent %s\\nauthor {WHO}\\ncommitter {WHO}\\n\\nunseen\\n' $tree $tip | commit)
             child=$(printf 'tree %s\\nparent %s\\nauthor {WHO}\\ncommitter {WHO}\\nparent %s\\n\\nnothing\\n' $tree $tip $unseen | commit)
             (git rev-list --objects $child ^$tip | cut -c1-40; echo $unseen) | git pack-objects --stdout -q > ../pack
             line=\"$tip $child refs/heads/main+ report-status\"
             (printf '%04x' $((${{#line}} + 4)); printf '%s' \"$line\" | tr + '\\0'; printf 0000; cat ../pack) | git receive-pack ../match.git; git reset -q --hard"
        );
        let tip = public.tip();
        let said = shell(&public, seat, &script);
        assert!(said.text.contains("G-commit"), "{path}: {}", said.text);
        assert_eq!(public.tip(), tip, "{path}");
    }
    public.tabella(seat, &["git", "pull"]).done();
}

#[test]
fn ten_trees_that_are_a_thousand_million_files_are_refused_in_little_memory() {
    let public = Public::open();
    let seat = &public.seats[0];
    let script = "set -e; tree=$(for i in {0..9}; do printf '100644 blob %s\\tf%s\\n' $(echo x | git hash-object -w --stdin) $i; done | git mktree)
        for _ in {1..8}; do tree=$(for i in {0..9}; do printf '040000 tree %s\\td%s\\n' $tree $i; done | git mktree); done
        root=$( (git ls-tree HEAD; printf '040000 tree %s\\tzz\\n' $tree) | git mktree)
        commit=$(git commit-tree $root -p HEAD -m bomb)
        ulimit -v 1500000 -t 60; git push -q origin $commit:refs/heads/eve";
    shell(&public, seat, script).refused("G-many");
    // A path without end, and names that no checkout can have.
    let script = "set -e; blob=$(echo x | git hash-object -w --stdin); tree=$(printf '100644 blob %s\\tf\\n' $blob | git mktree)
        for _ in {1..8}; do tree=$(printf '040000 tree %s\\t%0200d\\n' $tree 0 | git mktree); done
        root=$( (git ls-tree HEAD; printf '040000 tree %s\\tzz\\n' $tree) | git mktree)
        git push -q origin $(git commit-tree $root -p HEAD -m long):refs/heads/eve";
    shell(&public, seat, script).refused("G-name");
}

#[test]
fn a_branch_whose_name_means_another_thing_is_refused() {
    let public = Public::open();
    let seat = &public.seats[0];
    for name in [
        "HEAD",
        "x/FETCH_HEAD",
        "refs/heads/main",
        "0123456789012345678901234567890123456789",
        "Main",
    ] {
        public
            .git(seat, &["push", "-q", "origin", &format!("HEAD:refs/heads/{name}")])
            .refused("G-ref");
    }
    public.git(seat, &["push", "-q", "origin", &format!("HEAD:refs/heads/{seat}")]).done();
}

#[test]
fn the_referees_own_settings_do_not_turn_the_gate_off() {
    let public = Public::open();
    fs::create_dir(public.at("hooks")).unwrap();
    let hooks = public.at("hooks").display().to_string();
    public.git(".", &["config", "--global", "core.hooksPath", &hooks]).done();
    let seat = &public.seats[0];
    public.put(seat, "notes.md", b"mine\n");
    public.commit_paths(seat, &["notes.md"]);
    public.push(seat).refused("G-referee");
}

#[test]
fn a_push_that_no_gate_judged_is_noticed_once() {
    let mut public = Public::open();
    let seats = public.seats.clone();
    let gate = |said: &str| said.contains("the gate did not run on a push of 1 commit");
    let (hook, away) = (public.at("match.git/hooks/pre-receive"), public.at("pre-receive"));
    fs::rename(&hook, &away).unwrap();
    let said = public.push_orders(&seats[0]).done();
    assert!(gate(&said) && said.contains("tabella git hook install"), "{said}");
    let said = public.tabella("match", &["git", "pull"]).done();
    assert!(!gate(&said), "{said}");
    // And by `share copy`, where nobody has pulled since.
    fs::remove_file(public.at("match.git/hooks/post-receive")).unwrap();
    public.push_orders(&seats[1]).ended(3);
    let said = public.tabella("match", &["share", "copy"]).done();
    assert!(gate(&said), "{said}");
    // With the gate back nothing is to be noticed.
    fs::rename(&away, &hook).unwrap();
    public.draft(&seats[0], 2);
    let key = format!("../{}.key", seats[0]);
    public.tabella(&seats[0], &["git", "push-orders", "draft.yaml", "--key", &key]).ended(3);
    let said = public.tabella("match", &["git", "pull"]).done();
    assert!(!said.contains("the gate did not run") && said.contains("filed, revision 2"), "{said}");
}

#[test]
fn a_pull_checks_out_nothing_that_should_not_have_entered() {
    let public = Public::open();
    let seat = &public.seats[0];
    ungated(&public);
    let witness = public.at("ran").display().to_string();
    for (kind, program) in
        [("smudge", format!("sh -c 'touch {witness}; cat'")), ("clean", "cat".to_owned())]
    {
        public.git(seat, &["config", &format!("filter.mine.{kind}"), &program]).done();
    }
    let before = public.git(seat, &["rev-parse", "HEAD"]).done();
    let good = public.tip();
    for (number, script) in [
        "mkdir docs; echo '* filter=mine' > docs/.gitattributes; echo x > docs/x.txt; git add -f docs",
        "ln -s /etc link; git add -f link",
        "echo x > run.sh; chmod +x run.sh; git add -f run.sh",
        "git update-index --add --cacheinfo 160000,$(git rev-parse HEAD),sub",
        "printf '[submodule \"x\"]\\n\\tpath = sub\\n\\turl = ../x\\n' > .gitmodules; git add -f .gitmodules",
    ]
    .iter()
    .enumerate()
    {
        let host = format!("host-{number}");
        public.clone_for(&host);
        made(&public, &host, script);
        public.git(&host, &["commit", "-q", "-m", "stray"]).done();
        public.push(&host).done();
        let said = public.tabella(seat, &["git", "pull"]).ended(1);
        assert!(said.contains("pushed without passing the gate") && said.contains("that commit and those after it were not checked out"), "{said}");
        assert_eq!(public.git(seat, &["rev-parse", "HEAD"]).done(), before, "{script}");
        assert!(!Path::new(&witness).exists(), "{script}");
        // A clone that is cut off can judge nothing, and checks out none of it all the same.
        let url = format!("file://{}", public.at("match.git").display());
        let cut = format!("cut-{number}");
        public.git("match.git", &["update-ref", "refs/heads/main", good.trim()]).done();
        public.git(".", &["clone", "-q", "--depth", "1", &url, &cut]).done();
        let stray = public.git(&host, &["rev-parse", "HEAD"]).done();
        public.git("match.git", &["update-ref", "refs/heads/main", stray.trim()]).done();
        public.tabella(&cut, &["git", "pull"]).refused("G-");
        let here = public.git(&cut, &["rev-parse", "HEAD"]).done();
        assert_eq!(here, good, "{script}");
        public.git("match.git", &["update-ref", "refs/heads/main", good.trim()]).done();
        public.git(seat, &["update-ref", "refs/tabella/seen/origin/main", good.trim()]).done();
        public.git(seat, &["update-ref", "refs/remotes/origin/main", good.trim()]).done();
    }
}

/// A stray commit stays in the history, and the game goes on after the referee's repair.
#[test]
fn the_referee_sets_the_branch_right_and_the_game_goes_on() {
    let mut public = Public::open();
    let (one, other) = (public.seats[0].clone(), public.seats[1].clone());
    ungated(&public);
    fs::remove_file(public.at("match.git/hooks/post-receive")).unwrap();
    let list = fs::read_to_string(public.at(&one).join("turns/0000/SHA256SUMS")).unwrap();
    let evil = [
        ("README.md", "hello"),
        ("turns/0001/SHA256SUMS", list.as_str()),
        ("turns/0001/turn.yaml", "x"),
    ];
    let bad = stray(&public, &evil);
    // Orders of a seat that came behind it count.
    let path = format!("inbox/0001/{one}-1.age");
    public.seal(&one, &path);
    public.git(&one, &["pull", "-q"]).done();
    public.commit_paths(&one, &[&path]);
    public.push(&one).done();
    public.push_orders(&other).ended(3);
    let said = public.tabella(&other, &["git", "pull"]).ended(1);
    assert!(said.contains("pushed without passing the gate"), "{said}");
    assert!(!public.at(&other).join("README.md").exists());
    let said = public.tabella("match", &["git", "pull", "--resolve"]).ended(4);
    assert!(said.contains("record 1 is sealed") && said.contains("tabella git mend"), "{said}");
    public.tabella("match", &["git", "mend", "--reason", " "]).ended(2);
    let mend = ["git", "mend", "--reason", "a README got in"];
    public.tabella("match", &mend).done();
    public.tabella("match", &mend).ended(3);
    public.tabella("match", &["share", "copy"]).done();
    let listed = public.git("match.git", &["ls-tree", "-r", "--name-only", "main"]).done();
    for kept in [path.as_str(), "turns/0001/report.md"] {
        assert!(listed.lines().any(|line| line == kept), "{kept}: {listed}");
    }
    assert!(!listed.contains("README.md"), "{listed}");
    // A clone that never took it up, one that did by hand, and one that is new.
    public.clone_for("new");
    for clone in [&other, &one] {
        let said = public.tabella(clone, &["git", "pull"]).done();
        assert!(said.contains("repaired the branch") && said.contains("a README got in"), "{said}");
    }
    for clone in [&other, &one, "new"] {
        assert!(!public.at(clone).join("README.md").exists(), "{clone}");
        let said = public.tabella(clone, &["verify"]).done();
        assert!(said.contains("to record 1") && !said.contains("did not sign"), "{said}");
    }
    let start = public.game.game().session.start.to_string();
    a_stray_beside_the_branch_is_refused(&public, &start);
    // The gate lets it in wherever the history is pushed, and players go on.
    let range = format!("{bad}^..origin/main");
    public.tabella("new", &["git", "gate", &range, "--start", &start, "--moved"]).done();
    for seat in &public.game.awaited() {
        public.tabella(seat, &["git", "pull", "--key", &format!("../{seat}.key")]).done();
        public.push_orders(seat).ended(3);
    }
    public.tabella("match", &["git", "pull", "--resolve"]).done();
    public.tabella(&one, &["git", "pull"]).done();
}

/// A stray commit on a side branch, joined later, is refused as well.
fn a_stray_beside_the_branch_is_refused(public: &Public, start: &str) {
    let beside = "set -e; git checkout -q -b beside $(git rev-list --max-parents=0 HEAD); echo x > README.md; git add -f README.md
        git commit -q -m beside; git checkout -q main; git merge -q --no-edit beside";
    made(public, "new", beside);
    let first = public.git("new", &["rev-list", "--max-parents=0", "HEAD"]).done();
    let whole = format!("{}..HEAD", first.trim());
    public.tabella("new", &["git", "gate", &whole, "--start", start]).refused("G-referee");
    public.git("new", &["reset", "-q", "--hard", "origin/main"]).done();
}

/// A repair takes back nothing that was lawful, and only the referee can make one.
#[test]
fn nothing_lawful_is_taken_back_as_if_it_were_a_stray() {
    let mut public = Public::open();
    let (one, other) = (public.seats[0].clone(), public.seats[1].clone());
    let right = public.tip().trim().to_owned();
    public.push_orders(&one).done();
    public.clone_for("referee");
    let back = |public: &Public, key: &str, right: &str| {
        let mut script = format!(
            "set -e; git fetch -q; git reset -q --hard origin/main; tree=$(git rev-parse '{right}^{{tree}}'); "
        );
        let _ = write!(
            script,
            "commit=$(printf 'set right\\n\\nwhy\\n\\nTabella-Right: {right}\\n' | git -c gpg.format=ssh -c user.signingkey={} commit-tree -S -p \
             HEAD $tree); git reset -q --hard $commit",
            public.at(key).display()
        );
        shell(public, "referee", &script).done();
    };
    let key = "match/.tabella/referee.key";
    back(&public, key, &right);
    public.push("referee").refused("G-altered");
    // Neither is it behind a stray of the referee's own making.
    ungated(&public);
    let bad = stray(&public, &[("README.md", "hello")]);
    public.push_orders(&other).ended(3);
    back(&public, key, &right);
    let start = public.game.game().session.start.to_string();
    public
        .tabella("referee", &["git", "gate", &format!("{right}..HEAD"), "--start", &start])
        .refused("G-referee");
    // A repair without the orders that came after the stray; and a right one, signed with another's key.
    for key in [key, "eve.key"] {
        if key == "eve.key" {
            let path = public.at(key);
            fs::write(&path, crate::common::key("eve").to_openssh()).unwrap();
            super::secret(&path);
        }
        let before = made(&public, "referee", &format!("git rev-parse {bad}~1"));
        back(&public, key, &before);
        let range = format!("{before}..HEAD");
        public.tabella("referee", &["git", "gate", &range, "--start", &start]).refused("G-referee");
    }
}
