//! Other roads: over sshd on this machine, by a bundle, and the steps of the workflows.

use super::Public;
use std::fs;
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};

/// A server that this test started.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

/// An sshd of an ordinary user on a free port; none where there is no sshd, or it does not start.
fn sshd(public: &Public) -> Option<(Server, u16)> {
    let program =
        ["/usr/sbin/sshd", "/usr/bin/sshd"].into_iter().find(|path| fs::exists(path).unwrap())?;
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let folder = public.at("sshd");
    fs::create_dir_all(&folder).unwrap();
    let keygen = ["-q", "-t", "ed25519", "-N", "", "-f", "sshd/host"];
    public.run(std::path::Path::new("ssh-keygen"), ".", &keygen).done();
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
    public.git("far", &["add", "notes.md"]).done();
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
    let said = public.tabella("host", &["gate", "HEAD..FETCH_HEAD", "--start", &start]).done();
    assert!(said.contains("1 commit may enter"), "{said}");
    public.git("host", &["merge", "-q", "--ff-only", "FETCH_HEAD"]).done();
    public.push("host").done();
}
