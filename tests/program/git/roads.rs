//! Other roads: over sshd on this machine, by a bundle, and the steps of the workflows.

use super::Public;
use std::fs;
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};

struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

/// An sshd run by an ordinary user on a free port; none if there is no sshd or it does not start.
fn sshd(public: &Public) -> Option<(Server, u16)> {
    let program =
        ["/usr/sbin/sshd", "/usr/bin/sshd"].into_iter().find(|path| fs::exists(path).unwrap())?;
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let folder = public.at("sshd");
    fs::create_dir_all(&folder).unwrap();
    let keygen = ["-q", "-t", "ed25519", "-N", "", "-f", "sshd/host"];
    public.run(Path::new("ssh-keygen"), ".", &keygen).done();
    let keys: String =
        public.seats.iter().map(|seat| public.game.keys[seat].public_line()).collect();
    fs::write(folder.join("keys"), keys).unwrap();
    let at = |name: &str| folder.join(name).display().to_string();
    let settings = format!(
        "Port {port}\nListenAddress 127.0.0.1\nHostKey {}\nAuthorizedKeysFile {}\nPidFile none\nUsePAM no\n\
         PasswordAuthentication no\nStrictModes no\nPermitRootLogin prohibit-password\n",
        at("host"),
        at("keys")
    );
    fs::write(folder.join("config"), settings).unwrap();
    let mut command = Command::new(program);
    command.args(["-D", "-e", "-f", &at("config")]).stderr(Stdio::null()).stdout(Stdio::null());
    let mut server = Server(command.spawn().unwrap());
    for _ in 0..100 {
        if TcpStream::connect(("127.0.0.1", port)).is_ok() {
            return Some((server, port));
        }
        // As root it wants the folder /run/sshd; an ordinary user's does without.
        if server.0.try_wait().unwrap().is_some() {
            return None;
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    None
}

#[test]
fn orders_travel_over_sshd() {
    let mut public = Public::open();
    let Some((_server, port)) = sshd(&public) else {
        println!("skipped: no sshd on this machine, or none that an ordinary user can start");
        return;
    };
    let seat = public.seats[0].clone();
    let user = String::from_utf8(Command::new("id").arg("-un").output().unwrap().stdout).unwrap();
    let ssh = format!(
        "ssh -p {port} -i {} -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR",
        public.at(&format!("{seat}.key")).display()
    );
    let url = format!("{}@127.0.0.1:{}", user.trim(), public.at("match.git").display());
    let setting = format!("core.sshCommand={ssh}");
    public.git(".", &["-c", &setting, "clone", "-q", &url, "far"]).done();
    for (setting, value) in
        [("core.sshCommand", ssh.as_str()), ("user.name", "x"), ("user.email", "x@example.org")]
    {
        public.git("far", &["config", setting, value]).done();
    }
    let text = public.game.orders(&seat, 1, true);
    public.put("far", "draft.yaml", text.as_bytes());
    let key = format!("../{seat}.key");
    let said = public.tabella("far", &["git", "push-orders", "draft.yaml", "--key", &key]).done();
    assert!(said.contains("filed, revision 1"), "the hook of the server answers: {said}");
    public.put("far", "notes.md", b"mine\n");
    public.git("far", &["add", "-f", "notes.md"]).done();
    public.commit("far", &format!("{seat}.key"));
    public.git("far", &["push", "-q", "origin", "HEAD:main"]).refused("G-referee");
}

#[test]
fn a_bundle_by_mail_is_judged_like_a_push() {
    let mut public = Public::open();
    let seat = public.seats[0].clone();
    let path = format!("inbox/0001/{seat}-1.age");
    public.seal(&seat, &path);
    public.commit_paths(&seat, &[&path]);
    public
        .git(&seat, &["bundle", "create", "-q", "../orders.bundle", "origin/main..HEAD", "HEAD"])
        .done();
    let start = public.game.game().session.start.to_string();
    public.clone_for("host");
    public.git("host", &["fetch", "-q", "../orders.bundle", "HEAD"]).done();
    let said =
        public.tabella("host", &["git", "gate", "HEAD..FETCH_HEAD", "--start", &start]).done();
    assert!(said.contains("1 commit may enter"), "{said}");
    public.git("host", &["merge", "-q", "--ff-only", "FETCH_HEAD"]).done();
    public.push("host").done();
}

#[test]
fn a_bundle_of_head_alone_is_a_copy_like_any_other() {
    let mut public = Public::open();
    for seat in public.seats.clone() {
        public.push_orders(&seat).done();
    }
    public.tabella("match", &["git", "pull", "--resolve"]).done();
    let seat = public.seats[0].clone();
    public.tabella(&seat, &["git", "pull"]).done();
    public.git(&seat, &["bundle", "create", "-q", "../head.bundle", "HEAD"]).done();
    public.tabella(&seat, &["verify", "--against", "../head.bundle"]).done();
    // A clone of it stands on no branch: it is proved like any other, and says what it lacks to be played from.
    public
        .git(".", &["-c", "advice.detachedHead=false", "clone", "-q", "head.bundle", "far"])
        .done();
    let said = public.tabella("far", &["verify"]).done();
    assert!(said.contains("to record 1"), "{said}");
    public.tabella("far", &["status"]).done();
    let said = public.tabella("far", &["git", "pull"]).refused("no branch is checked out here");
    assert!(said.contains("git switch -c main"), "{said}");
}

#[test]
fn a_patch_by_mail_carries_no_signature_so_the_gate_asks_for_a_bundle() {
    let mut public = Public::open();
    let seat = public.seats[0].clone();
    let path = format!("inbox/0001/{seat}-1.age");
    public.seal(&seat, &path);
    public.commit_paths(&seat, &[&path]);
    let patch = public.git(&seat, &["format-patch", "--stdout", "origin/main..HEAD"]).done();
    fs::write(public.at("orders.patch"), &patch).unwrap();
    public.clone_for("host");
    public.git("host", &["am", "-q", "../orders.patch"]).done();
    let said = public.push("host").refused("G-signer");
    assert!(said.contains("the commit is not signed"), "{said}");
    // The file that the patch brings is an order file all the same.
    let said = public.tabella("match", &["submit", &format!("../host/{path}")]).done();
    assert!(said.contains(&format!("filed: {seat}, phase 1")), "{said}");
}

#[test]
fn a_branch_for_each_seat_is_joined_by_whoever_may_push() {
    let mut public = Public::open();
    let seats = public.seats.clone();
    for seat in &seats {
        let path = format!("inbox/0001/{seat}-1.age");
        public.seal(seat, &path);
        public.commit_paths(seat, &[&path]);
        public.git(seat, &["push", "-q", "origin", &format!("HEAD:refs/heads/{seat}")]).done();
    }
    // An octopus that joins and does no more; whoever makes it signs nothing.
    public.clone_for("host");
    let branches: Vec<String> = seats.iter().map(|seat| format!("origin/{seat}")).collect();
    let mut merge = vec!["merge", "-q", "--no-ff", "--no-edit"];
    merge.extend(branches.iter().map(String::as_str));
    public.git("host", &merge).done();
    let said = public.push("host").done();
    for seat in &seats {
        assert!(said.contains(&format!("inbox/0001/{seat}-1.age: filed")), "{said}");
    }
    // One that slips something in does not enter, whoever's branches it joins.
    for seat in &seats {
        public.git(seat, &["pull", "-q", "--no-rebase", "--no-edit", "origin", "main"]).done();
        let path = format!("inbox/0001/{seat}-2.age");
        public.seal(seat, &path);
        public.commit_paths(seat, &[&path]);
        public.git(seat, &["push", "-q", "origin", &format!("HEAD:refs/heads/{seat}")]).done();
    }
    public.git("host", &["fetch", "-q"]).done();
    public.git("host", &["checkout", "-q", "-b", "more"]).done();
    public.put("host", "notes.md", b"mine\n");
    public.commit_paths_unsigned("host", &["notes.md"]);
    public.git("host", &["checkout", "-q", "main"]).done();
    public.git("host", &[&merge[..], &["more"]].concat()).done();
    public.push("host").refused("G-referee");
    public.git("host", &["reset", "-q", "--hard", "origin/main"]).done();
    let mut joined = merge.clone();
    joined.insert(1, "--no-commit");
    public.git("host", &joined).done();
    public.put("host", "notes.md", b"mine\n");
    public.git("host", &["add", "notes.md"]).done();
    public.git("host", &["commit", "-q", "-m", "joined"]).done();
    public.push("host").refused("G-merge");
}

#[test]
fn clones_with_other_settings_push_the_very_bytes() {
    let mut public = Public::open();
    let seats = public.seats.clone();
    let url = format!("file://{}", public.at("match.git").display());
    let clones = [
        vec!["-c", "core.autocrlf=true", "clone", "-q", &url, "other"],
        vec!["clone", "-q", "--filter=blob:none", &url, "other"],
        vec!["clone", "-q", "--depth", "1", &url, "other"],
    ];
    for (number, arguments) in clones.iter().enumerate() {
        drop(fs::remove_dir_all(public.at("other")));
        public.git(".", arguments).done();
        public.git("other", &["config", "core.autocrlf", "true"]).done();
        let seat = &seats[number % seats.len()];
        let revision = u32::try_from(number).unwrap() + 1;
        let text = public.game.orders(seat, revision, true);
        public.put("other", "draft.yaml", text.as_bytes());
        drop(fs::remove_file(public.at("other/draft.yaml.sig")));
        let key = format!("../{seat}.key");
        let push = ["git", "push-orders", "draft.yaml", "--key", &key];
        let said = public.tabella("other", &push).done();
        assert!(said.contains(&format!("filed, revision {revision}")), "{said}");
    }
}

#[test]
fn a_hostile_repository_makes_a_clone_run_nothing() {
    let mut public = Public::open();
    let seat = public.seats[0].clone();
    public.draft(&seat, 1);
    // Whoever runs the host puts filters, hooks and a hostile charter into it, and moves the branch there.
    public.clone_for("evil");
    fs::remove_file(public.at("match.git/hooks/pre-receive")).unwrap();
    fs::remove_file(public.at("match.git/hooks/post-receive")).unwrap();
    public.put("evil", ".gitattributes", b"* filter=evil diff=evil merge=evil\n");
    public.put(
        "evil",
        ".gitmodules",
        b"[submodule \"x\"]\n\tpath = x\n\turl = ext::touch witness\n",
    );
    let charter = fs::read_to_string(public.at("evil/game.yaml")).unwrap();
    public.put("evil", "game.yaml", charter.replacen("match-1", "../../match", 1).as_bytes());
    public.git("evil", &["add", "-A", "-f"]).done();
    public.git("evil", &["commit", "-q", "-m", "x"]).done();
    public.push("evil").done();
    let witness = public.at("witness");
    let evil = format!("touch {}", witness.display());
    for filter in ["smudge", "clean"] {
        public.git(&seat, &["config", &format!("filter.evil.{filter}"), &evil]).done();
    }
    let key = format!("../{seat}.key");
    let pushed = public.tabella(&seat, &["git", "push-orders", "draft.yaml", "--key", &key]);
    pushed.refused("game.yaml");
    public.tabella(&seat, &["git", "pull"]).refused("game.yaml");
    // The orders are at the host, behind what should not be there.
    public.git("evil", &["pull", "-q"]).done();
    public.put("evil", "game.yaml", charter.as_bytes());
    public.git("evil", &["add", "-A", "-f"]).done();
    public.git("evil", &["commit", "-q", "-m", "y"]).done();
    public.push("evil").done();
    public.tabella(&seat, &["git", "pull"]).refused(".gitattributes");
    assert!(!witness.exists(), "no filter of this repository ran");
}

/// A folder that came as an archive has git settings written by its maker.
#[test]
fn a_folder_that_was_handed_over_makes_a_reader_run_nothing() {
    let mut public = Public::open();
    let seat = public.seats[0].clone();
    public.push_orders(&seat).done();
    let url = format!("file://{}", public.at("match.git").display());
    public.git(".", &["clone", "-q", "--filter=blob:none", &url, "evil"]).done();
    let witness = public.at("witness");
    let script = public.at("touch.sh");
    fs::write(&script, format!("#!/bin/sh\ntouch {}\n", witness.display())).unwrap();
    fs::set_permissions(&script, PermissionsExt::from_mode(0o755)).unwrap();
    let hooks = public.at("hooks");
    fs::create_dir(&hooks).unwrap();
    for hook in ["reference-transaction", "post-index-change"] {
        fs::copy(&script, hooks.join(hook)).unwrap();
    }
    let (script, hooks) = (script.to_str().unwrap(), hooks.to_str().unwrap());
    for (key, value) in [
        ("core.sshCommand", script),
        ("core.fsmonitor", script),
        ("core.hooksPath", hooks),
        ("gpg.ssh.program", script),
        ("log.showSignature", "true"),
        ("protocol.ext.allow", "always"),
        ("remote.origin.url", "ssh://nowhere.invalid/match.git"),
    ] {
        public.git("evil", &["config", key, value]).done();
    }
    let reads: [&[&str]; 5] = [
        &["verify"],
        &["status"],
        &["report", "--log"],
        &["change", "list"],
        &["verify", "--against", "."],
    ];
    for read in reads {
        public.tabella("evil", read).done();
        assert!(!witness.exists(), "{read:?}");
    }
    // Objects that are not here would be fetched.
    public.git("evil", &["config", "remote.origin.promisor", "true"]).done();
    let packs = public.at("evil/.git/objects/pack");
    let lost = public.at("lost");
    fs::rename(&packs, &lost).unwrap();
    fs::create_dir(&packs).unwrap();
    let unpack = "for pack in ../lost/*.pack; do git unpack-objects -q < $pack; done";
    public.run(Path::new("sh"), "evil", &["-c", unpack]).done();
    let blob = public.git("evil", &["rev-parse", "HEAD:turns/0000/state.yaml"]).done();
    let (folder, name) = blob.trim().split_at(2);
    fs::remove_file(public.at("evil/.git/objects").join(folder).join(name)).unwrap();
    let said = public.tabella("evil", &["verify"]).done();
    assert!(!witness.exists() && said.contains("git fetch --refetch"), "{said}");
    public.tabella("evil", &["status"]).done();
    assert!(!witness.exists());
}
