//! A club that plays by mail alone: a referee's machine that runs rounds, a stand-in for `sendmail` that keeps what it is
//! given, and players who answer by letters.

use super::super::common::{Match, copy};
use super::super::table::tabella;
use base64::{Engine as _, engine::general_purpose::STANDARD};
use record::disclosure::Disclosure;
use record::schedule::{Missed, Schedule};
use record::{Digest, SignedText, parcel};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

const SETTINGS: &str =
    "games: [match]\nletters: letters\nin: {maildir: Maildir}\nout: {sendmail: ./sendmail}\n";
/// Keeps each letter, whole, under a name of its own; the process number alone is not enough, since the system reuses
/// it.
pub(crate) const SENDMAIL: &str = "#!/bin/sh\ncd \"$(dirname \"$0\")\" || exit 75\n[ -e down ] && exit 75\n\
    name=$(date +%s%N).$$\n    cat > \"part.$name\" && mv \"part.$name\" \"taken/$name.$5\"\n";

/// A club with one game.
pub(crate) struct Club {
    pub(crate) game: Match,
    letters: u32,
}

#[derive(Clone, Debug)]
pub(crate) struct Sent {
    pub(crate) id: String,
    pub(crate) to: String,
    pub(crate) text: String,
}

impl Club {
    /// A game of a title, every seat with the address `SEAT@example.org`.
    pub(crate) fn new(slug: &str, schedule: Schedule) -> Self {
        Self::shown(slug, schedule, None)
    }

    /// The same, shown to others than the players when `public` says.
    pub(crate) fn shown(slug: &str, schedule: Schedule, public: Option<Disclosure>) -> Self {
        let game = Match::of(slug, |plan| {
            for seat in &mut plan.seats {
                seat.mail = Some(format!("{}@example.org", seat.seat));
            }
            plan.referee.mail = Some("referee@example.org".to_owned());
            plan.schedule = Some(schedule);
            plan.public = public;
        });
        let club = Self { game, letters: 0 };
        for folder in ["Maildir/new", "Maildir/cur", "Maildir/tmp", "taken"] {
            fs::create_dir_all(club.path(folder)).unwrap();
        }
        fs::write(club.path("run.yaml"), SETTINGS).unwrap();
        fs::write(club.path("sendmail"), SENDMAIL).unwrap();
        fs::set_permissions(club.path("sendmail"), fs::Permissions::from_mode(0o755)).unwrap();
        club
    }

    /// A game with three days for every phase.
    pub(crate) fn of(slug: &str) -> Self {
        Self::new(slug, Schedule::every(3, 20, "Europe/Rome", Missed::Fallback))
    }

    pub(crate) fn twin(&self) -> Self {
        let game = self.game.twin();
        for part in ["Maildir", "taken", "letters"] {
            if self.path(part).exists() {
                copy(&self.path(part), &game.temporary.path().join(part));
            }
        }
        for part in ["run.yaml", "sendmail"] {
            fs::copy(self.path(part), game.temporary.path().join(part)).unwrap();
        }
        Self { game, letters: self.letters }
    }

    pub(crate) fn path(&self, below: &str) -> PathBuf {
        self.game.temporary.path().join(below)
    }

    /// Runs one round at this time; returns its output and exit code.
    pub(crate) fn round(&self, now: &str) -> (String, i32) {
        let mut command = tabella();
        command
            .env("TABELLA_NOW", now)
            .args(["referee", "run", "--settings"])
            .arg(self.path("run.yaml"));
        let output = command.output().unwrap();
        let text =
            String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
        (text, output.status.code().unwrap())
    }

    /// Runs a round that finds a deadline passed and tells the late seats, has a player write, and runs a round a
    /// little later; returns the latter's output and exit code.
    pub(crate) fn expires(&mut self, now: &str) -> (String, i32) {
        self.round(now);
        self.write("carthage", "status", "\n");
        self.round(&later(now))
    }

    pub(crate) fn begin(&self, now: &str) -> Child {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tabella"));
        command
            .env("TABELLA_NOW", now)
            .args(["referee", "run", "--settings"])
            .arg(self.path("run.yaml"));
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    }

    pub(crate) fn post(&mut self, letter: &str) {
        self.letters += 1;
        let name = format!("Maildir/new/17000{:05}.M1.host", self.letters);
        fs::write(self.path(&name), letter.replace('\n', "\r\n")).unwrap();
    }

    pub(crate) fn write(&mut self, from: &str, subject: &str, words: &str) {
        let letter =
            self.headers(from, subject) + "Content-Type: text/plain; charset=utf-8\n\n" + words;
        self.post(&letter);
    }

    fn headers(&self, from: &str, subject: &str) -> String {
        format!(
            "From: {from}@example.org\nTo: referee@example.org\nSubject: {subject}\n\
             Message-ID: <{}.{from}@example.org>\nMIME-Version: 1.0\n",
            self.letters
        )
    }

    /// Orders of every awaited seat, each in another shape: two attachments, a parcel, one paste.
    pub(crate) fn answer(&mut self) -> Vec<Digest> {
        let mut digests = Vec::new();
        for (number, seat) in self.game.awaited().into_iter().enumerate() {
            let orders = self.game.orders(&seat, 1, true);
            let signature = self.game.sign(&seat, &orders);
            digests.push(Digest::of(orders.as_bytes()));
            let pasted = SignedText::join(orders.as_bytes(), &signature);
            match (number + self.letters as usize) % 3 {
                0 => self.attach(&seat, &orders, &signature),
                1 => {
                    let words = format!("My orders.\n\n{}\nYours\n", parcel::wrap(&pasted));
                    self.write(&seat, "Re: [match-1] x", &words);
                }
                _ => {
                    let words = String::from_utf8(pasted).unwrap();
                    self.write(&seat, "Re: [match-1] x", &format!("{words}\n-- \n{seat}\n"));
                }
            }
        }
        digests
    }

    fn attach(&mut self, seat: &str, orders: &str, signature: &str) {
        let files = [("a.yaml", orders), ("a.yaml.sig", signature)];
        self.post(&(self.headers(seat, "orders") + &attached("Here.\n", &files)));
    }

    pub(crate) fn sent(&self) -> Vec<Sent> {
        let mut all = Vec::new();
        for entry in fs::read_dir(self.path("taken")).unwrap() {
            let path = entry.unwrap().path();
            let text = fs::read_to_string(&path).unwrap();
            let header = |name: &str| {
                let line = text.lines().find_map(|line| line.strip_prefix(name));
                line.unwrap_or_default().to_owned()
            };
            all.push(Sent { id: header("Message-ID: "), to: header("To: "), text: text.clone() });
        }
        all
    }

    /// How often each letter went out, by its id.
    pub(crate) fn counts(&self) -> BTreeMap<String, usize> {
        let mut counts = BTreeMap::new();
        for sent in self.sent() {
            *counts.entry(sent.id).or_insert(0) += 1;
        }
        counts
    }
}

/// The time five minutes later.
pub(crate) fn later(time: &str) -> String {
    let time = chrono::DateTime::parse_from_rfc3339(time).unwrap() + chrono::TimeDelta::minutes(5);
    time.to_rfc3339_opts(chrono::SecondsFormat::Secs, true)
}

pub(crate) fn attached(words: &str, files: &[(&str, impl AsRef<[u8]>)]) -> String {
    let mut content = format!(
        "Content-Type: multipart/mixed; boundary=xyz\n\n--xyz\nContent-Type: text/plain\n\n{words}"
    );
    for (name, text) in files {
        let _ = write!(
            content,
            "--xyz\nContent-Type: application/octet-stream; name={name}\nContent-Transfer-Encoding: base64\n\n{}\n",
            STANDARD.encode(text)
        );
    }
    content + "--xyz--\n"
}

/// The attachment of a letter whose name ends like this.
pub(crate) fn attachment(letter: &str, name: &str) -> Option<Vec<u8>> {
    let part =
        letter.split("\n--").find(|part| part.contains(name) && part.contains("attachment"))?;
    let (_, body) = part.split_once("\n\n")?;
    STANDARD.decode(body.split_whitespace().collect::<String>()).ok()
}

pub(crate) fn unpacked(packed: &[u8]) -> Vec<u8> {
    let mut gzip = Command::new("gzip");
    let mut child = gzip.arg("-dc").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(packed).unwrap();
    let done = child.wait_with_output().unwrap();
    assert!(done.status.success());
    done.stdout
}

pub(crate) fn files_in(folder: &Path) -> usize {
    fs::read_dir(folder).map_or(0, Iterator::count)
}
