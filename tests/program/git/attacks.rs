//! Tests of pushes that a seat may not make: each is refused with its code, and the repository stays as it was.

use super::{Public, Said};
use std::fs;

/// Asserts that a push is refused and leaves nothing behind, neither here nor there.
fn refused(public: &Public, seat: &str, code: &str) -> String {
    let tip = public.tip();
    let said = public.push(seat).refused(code);
    assert_eq!(public.tip(), tip, "{code}");
    public.git("match.git", &["fsck", "--strict", "--no-dangling"]).done();
    back(public, seat);
    said
}

/// Resets the clone to what was fetched.
fn back(public: &Public, seat: &str) {
    public.git(seat, &["reset", "-q", "--hard", "origin/main"]).done();
    public.git(seat, &["clean", "-fdq"]).done();
}

fn next(public: &Public, seat: &str, kind: &str) -> String {
    format!("inbox/{:04}/{seat}-1.{kind}", public.game.game().open_phase())
}

#[test]
fn files_that_are_none_of_a_seats_orders_are_refused() {
    let mut public = Public::open();
    let (seat, other) = (public.seats[0].clone(), public.seats[1].clone());
    let own = next(&public, &seat, "age");
    // A file of nobody's, beside orders and alone.
    public.seal(&seat, &own);
    public.put(&seat, "notes.md", b"mine\n");
    public.commit_paths(&seat, &[&own, "notes.md"]);
    refused(&public, &seat, "G-mixed");
    public.put(&seat, "notes.md", b"mine\n");
    public.commit_paths(&seat, &["notes.md"]);
    refused(&public, &seat, "G-referee");
    // Added and taken away again within one push: what was there once is there for ever.
    public.put(&seat, "notes.md", b"mine\n");
    public.commit_paths(&seat, &["notes.md"]);
    public.git(&seat, &["rm", "-q", "notes.md"]).done();
    public.commit(&seat, &format!("{seat}.key"));
    refused(&public, &seat, "G-referee");
    // In the name of another, and in two names at once.
    public.seal(&seat, &next(&public, &other, "age"));
    public.commit_paths(&seat, &[&next(&public, &other, "age")]);
    refused(&public, &seat, "G-signer");
    public.seal(&seat, &own);
    public.seal(&seat, &next(&public, &other, "age"));
    public.commit_paths(&seat, &["inbox"]);
    refused(&public, &seat, "G-mixed");
    // Not signed at all.
    public.seal(&seat, &own);
    public.git(&seat, &["add", &own]).done();
    public.git(&seat, &["commit", "-q", "-m", "orders"]).done();
    refused(&public, &seat, "G-signer");
    // An unknown seat, a phase that is not open, a text that is not sealed.
    for (path, code) in [
        ("inbox/0001/gaul-1.age".to_owned(), "G-name"),
        (own.replace("/0001/", "/0002/"), "G-phase"),
        (own.replace("/0001/", "/0000/"), "G-phase"),
    ] {
        public.seal(&seat, &path);
        public.commit_paths(&seat, &[&path]);
        refused(&public, &seat, code);
    }
    public.put(&seat, &own, b"not an age file\n");
    public.commit_paths(&seat, &[&own]);
    refused(&public, &seat, "G-sealed");
    public.put(&seat, &own, &vec![b'x'; 200_000]);
    public.commit_paths(&seat, &[&own]);
    refused(&public, &seat, "G-size");
}

#[test]
fn odd_names_and_things_that_are_no_files_are_refused() {
    let public = Public::open();
    let seat = public.seats[0].clone();
    let own = next(&public, &seat, "age");
    public.put(&seat, "blob", b"../../game.yaml");
    let blob = public.git(&seat, &["hash-object", "-w", "blob"]).done().trim().to_owned();
    let head = public.git(&seat, &["rev-parse", "HEAD"]).done().trim().to_owned();
    for (mode, object, path, code) in [
        ("120000", &blob, own.as_str(), "G-kind"),
        ("160000", &head, own.as_str(), "G-kind"),
        ("100755", &blob, own.as_str(), "G-kind"),
        ("100644", &blob, "inbox/0001/Rome-1.age", "G-referee"),
        ("100644", &blob, "INBOX/0001/rome-1.age", "G-referee"),
        ("100644", &blob, "inbox/0001/.gitattributes", "G-name"),
        ("100644", &blob, ".github/workflows/x.yml", "G-referee"),
    ] {
        let entry = format!("{mode},{object},{path}");
        public.git(&seat, &["update-index", "--add", "--cacheinfo", &entry]).done();
        public.commit(&seat, &format!("{seat}.key"));
        let said = refused(&public, &seat, code);
        assert!(said.contains("  -> "), "the way out is told: {said}");
    }
    // A name that is no text, as only a tree made by hand has.
    let odd = format!("100644 blob {blob}\tr\\303\\266me\\377-1.age\n");
    public.put(&seat, "tree", odd.replace("\\303\\266", "ö").as_bytes());
    let mut raw = format!("100644 blob {blob}\t").into_bytes();
    raw.extend_from_slice(b"r\xffme-1.age\0");
    public.put(&seat, "tree", &raw);
    let script = "git mktree -z < tree";
    let tree = shell(&public, &seat, script).done().trim().to_owned();
    let commit = shell(&public, &seat, &format!("git commit-tree {tree} -p HEAD -m odd")).done();
    public.git(&seat, &["reset", "-q", "--soft", commit.trim()]).done();
    refused(&public, &seat, "G-altered");
}

fn shell(public: &Public, folder: &str, script: &str) -> Said {
    public.run(std::path::Path::new("sh"), folder, &["-c", script])
}

#[test]
fn nothing_that_is_there_is_altered() {
    let mut public = Public::open();
    let seat = public.seats[0].clone();
    let own = next(&public, &seat, "age");
    let other = public.seats[1].clone();
    let theirs = own.replace(&seat, &other);
    public.push_orders(&other).done();
    public.push_orders(&seat).done();
    for (script, path) in [
        (format!("echo more >> {theirs}"), theirs.as_str()),
        (format!("git mv {own} {}", own.replace("-1.age", "-2.age")), "inbox"),
        (format!("echo more >> {own}"), own.as_str()),
        ("echo '* filter=evil' > .gitattributes".to_owned(), ".gitattributes"),
        ("sed -i 's/brisk/full/' game.yaml".to_owned(), "game.yaml"),
        (
            "cp allowed_signers data/more.yaml; echo >> allowed_signers".to_owned(),
            "allowed_signers",
        ),
        ("echo >> turns/0000/state.yaml".to_owned(), "turns"),
        ("rm -r turns/0000".to_owned(), "turns"),
        ("git rm -q -r inbox".to_owned(), "."),
    ] {
        shell(&public, &seat, &script).done();
        public.git(&seat, &["add", "-A", "-f", "--", path]).done();
        public.commit(&seat, &format!("{seat}.key"));
        refused(&public, &seat, "G-altered");
    }
    // A record that the referee did not seal, however well it looks.
    public.put(&seat, "turns/0001/turn.yaml", b"tabella: 1\n");
    public.commit_paths(&seat, &["turns"]);
    refused(&public, &seat, "G-referee");
}

#[test]
fn branches_are_continued_and_nothing_else() {
    let mut public = Public::open();
    let seat = public.seats[0].clone();
    public.push_orders(&seat).done();
    let tip = public.tip();
    // git itself refuses some of these, where its own settings were not taken away; the gate refuses them without.
    for setting in ["receive.denyNonFastForwards", "receive.denyDeletes"] {
        public.git("match.git", &["config", setting, "false"]).done();
    }
    public.git("match.git", &["config", "receive.denyDeleteCurrent", "ignore"]).done();
    public.git(&seat, &["push", "-q", "--force", "origin", "HEAD~1:main"]).refused("G-rewrite");
    public.git(&seat, &["push", "-q", "origin", ":main"]).refused("G-delete");
    public.git(&seat, &["push", "-q", "origin", "HEAD:refs/tags/v1"]).refused("G-ref");
    public.git(&seat, &["push", "-q", "origin", "HEAD:refs/replace/1"]).refused("G-ref");
    // Another beginning.
    public.git(&seat, &["checkout", "-q", "--orphan", "second"]).done();
    public.commit(&seat, "match/.tabella/referee.key");
    public.git(&seat, &["push", "-q", "origin", "HEAD:second"]).refused("G-root");
    assert_eq!(public.tip(), tip);
    let names = public.git("match.git", &["for-each-ref", "--format=%(refname)"]).done();
    assert_eq!(names.trim(), "refs/heads/main");
    // A branch of one's own is fine, and so is joining it, as long as the phase is open.
    public.git(&seat, &["checkout", "-q", "main"]).done();
    public.git(&seat, &["push", "-q", "origin", "HEAD:orders"]).done();
}

#[test]
fn a_hostile_environment_decides_nothing() {
    let mut public = Public::open();
    let seat = public.seats[0].clone();
    let own = next(&public, &seat, "age");
    public.seal(&seat, &own);
    public.put(&seat, "notes.md", b"mine\n");
    public.commit_paths(&seat, &[&own, "notes.md"]);
    let new = public.git(&seat, &["rev-parse", "HEAD"]).done().trim().to_owned();
    let old = public.tip().trim().to_owned();
    public.git("match.git", &["fetch", "-q", &format!("../{seat}"), "HEAD"]).done();
    let program = assert_cmd::cargo::cargo_bin("tabella");
    let witness = public.at("witness");
    let evil = format!("touch {}", witness.display());
    let script = format!(
        "echo {old} {new} refs/heads/main | GIT_CONFIG_COUNT=2 GIT_CONFIG_KEY_0=core.fsmonitor GIT_CONFIG_VALUE_0='{evil}' \
         GIT_CONFIG_KEY_1=core.alternateRefsCommand GIT_CONFIG_VALUE_1='{evil}' GIT_EXTERNAL_DIFF='{evil}' GIT_PAGER='{evil}' \
         GIT_SSH_COMMAND='{evil}' GIT_EDITOR='{evil}' GIT_WORK_TREE=/ GIT_NAMESPACE=x GIT_ATTR_SOURCE=HEAD \
         GIT_DIR=/nonexistent GIT_TRACE=/dev/stderr GIT_CONFIG_PARAMETERS=\"'core.pager={evil}'\" GIT_SHALLOW_FILE=/dev/null \
         GIT_REPLACE_REF_BASE=refs/x GIT_GRAFT_FILE=/dev/zero {} git hook pre-receive",
        program.display()
    );
    shell(&public, "match.git", &script).refused("G-mixed");
    assert!(!witness.exists());
    // A gate that was never told what it guards lets nothing in.
    fs::remove_file(public.at("match.git/tabella-gate")).unwrap();
    shell(&public, "match.git", &script).refused("no gate");
}
