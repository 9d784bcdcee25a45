//! Games in git repositories, with the real git: two players in clones of their own, the gate in a bare repository, and what
//! people try who would rather not play by it.

mod alone;
mod answers;
mod attacks;
mod consents;
mod convictions;
mod forged;
mod forges;
mod games;
mod handover;
mod histories;
mod later;
mod mixed;
mod parcels;
mod roads;
mod sealed;
mod seen;
mod strays;
mod watching;

use crate::common::Match;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tabella::store::NewGame;

/// A public game with a clone for every seat.
pub(crate) struct Public {
    pub(crate) game: Match,
    place: PathBuf,
    pub(crate) seats: Vec<String>,
}

/// The exit code and output of a command.
pub(crate) struct Said {
    pub(crate) good: bool,
    /// The exit code; none if a signal ended it.
    pub(crate) code: Option<i32>,
    pub(crate) text: String,
}

impl Said {
    fn of(output: &Output) -> Self {
        let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
        text += &String::from_utf8_lossy(&output.stderr);
        Self { good: output.status.success(), code: output.status.code(), text }
    }

    #[track_caller]
    pub(crate) fn done(self) -> String {
        assert!(self.good, "{}", self.text);
        self.text
    }

    /// Asserts that the command ended with this code; returns its output.
    #[track_caller]
    pub(crate) fn ended(self, code: i32) -> String {
        assert_eq!(self.code, Some(code), "{}", self.text);
        self.text
    }

    /// Asserts that the command refused with this word.
    #[track_caller]
    pub(crate) fn refused(self, word: &str) -> String {
        assert!(!self.good && self.text.contains(word), "no `{word}` in: {}", self.text);
        self.text
    }
}

impl Public {
    /// A game of the title's first scenario for two seats, with options.
    pub(crate) fn new(title: &str, options: &[(&str, &str)]) -> Self {
        Self::planned(title, |plan| {
            plan.options =
                options.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
        })
    }

    /// A game whose plan is changed.
    pub(crate) fn planned(title: &str, change: impl FnOnce(&mut NewGame)) -> Self {
        let game = Match::of(title, change);
        let place = game.temporary.path().to_owned();
        let seats: Vec<String> = game.keys.keys().cloned().collect();
        let public = Self { game, place, seats };
        for seat in &public.seats {
            let path = public.at(&format!("{seat}.key"));
            fs::write(&path, public.game.keys[seat].to_openssh()).unwrap();
            fs::write(public.at(&format!("{seat}.key.pub")), public.game.keys[seat].public_line())
                .unwrap();
            secret(&path);
        }
        public.tabella("match", &["git", "init"]).done();
        for seat in &public.seats {
            public.clone_for(seat);
        }
        public
    }

    /// The smallest game: two seats, nothing hidden, both asked at first.
    pub(crate) fn open() -> Self {
        Self::new("combined-arms", &[])
    }

    pub(crate) fn at(&self, name: &str) -> PathBuf {
        self.place.join(name)
    }

    pub(crate) fn clone_for(&self, name: &str) {
        self.git(".", &["clone", "-q", "match.git", name]).done();
        self.git(name, &["config", "user.name", name]).done();
        self.git(name, &["config", "user.email", &format!("{name}@example.org")]).done();
    }

    pub(crate) fn run(&self, program: &Path, folder: &str, arguments: &[&str]) -> Said {
        let mut command = Command::new(program);
        command.current_dir(self.at(folder)).args(arguments).env("HOME", &self.place);
        command.env("GIT_CONFIG_NOSYSTEM", "1").env("GIT_TERMINAL_PROMPT", "0");
        Said::of(&command.output().unwrap())
    }

    pub(crate) fn git(&self, folder: &str, arguments: &[&str]) -> Said {
        self.run(Path::new("git"), folder, arguments)
    }

    pub(crate) fn tabella(&self, folder: &str, arguments: &[&str]) -> Said {
        self.run(&assert_cmd::cargo::cargo_bin("tabella"), folder, arguments)
    }

    pub(crate) fn draft(&mut self, seat: &str, revision: u32) -> String {
        let text = self.game.orders(seat, revision, true);
        fs::write(self.at(seat).join("draft.yaml"), &text).unwrap();
        let _ = fs::remove_file(self.at(seat).join("draft.yaml.sig"));
        text
    }

    pub(crate) fn push_orders(&mut self, seat: &str) -> Said {
        self.draft(seat, 1);
        self.tabella(
            seat,
            &["git", "push-orders", "draft.yaml", "--key", &format!("../{seat}.key")],
        )
    }

    pub(crate) fn seal(&mut self, seat: &str, path: &str) {
        let text = self.draft(seat, 1);
        let armored = self.game.sign(seat, &text);
        fs::write(self.at(seat).join("draft.yaml.sig"), armored).unwrap();
        self.put(seat, path, b"");
        self.tabella(seat, &["git", "seal", "draft.yaml", "--out", path]).done();
    }

    pub(crate) fn put(&self, clone: &str, path: &str, bytes: &[u8]) {
        let path = self.at(clone).join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    pub(crate) fn commit(&self, clone: &str, key: &str) {
        let key = format!("user.signingkey={}", self.at(key).display());
        let signed = ["-c", "gpg.format=ssh", "-c", &key, "commit", "-q", "-S", "-m", "step"];
        self.git(clone, &signed).done();
    }

    /// Adds paths and commits them, signed with the clone's own key.
    pub(crate) fn commit_paths(&self, clone: &str, paths: &[&str]) {
        let arguments: Vec<&str> =
            ["add", "-f", "--"].into_iter().chain(paths.iter().copied()).collect();
        self.git(clone, &arguments).done();
        self.commit(clone, &format!("{clone}.key"));
    }

    pub(crate) fn commit_paths_unsigned(&self, clone: &str, paths: &[&str]) {
        self.git(clone, &[&["add", "-f", "--"], paths].concat()).done();
        self.git(clone, &["commit", "-q", "-m", "step"]).done();
    }

    pub(crate) fn push(&self, clone: &str) -> Said {
        self.git(clone, &["push", "-q", "origin", "HEAD:main"])
    }

    pub(crate) fn tip(&self) -> String {
        self.git("match.git", &["rev-parse", "main"]).done()
    }
}

/// Restricts a private key's permissions: `ssh-keygen` refuses one that others may read.
fn secret(path: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(path, fs::Permissions::from_mode(0o600)).unwrap();
    }
    #[cfg(not(unix))]
    let _ = path;
}
