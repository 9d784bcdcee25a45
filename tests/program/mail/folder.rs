//! A game folder with letters in its outbox.

use record::Digest;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tabella::mail::{Carrier, Letter, Occasion, Party, Picture, Post, SmtpRoute, letters};
use tabella::store::Folder;
use tabella::store::post::carriers::{Smtp, Timeouts};
use tabella::store::post::outbox::{Fate, Outbox, Put, Tally};
use tempfile::TempDir;

/// Short, so a hanging test fails soon.
pub(crate) const TIMEOUTS: Timeouts =
    Timeouts { step: Duration::from_secs(5), answer: Duration::from_secs(5) };

/// The letter of phase 7 to this seat, whose player's address is `SEAT@example.org`.
pub(crate) fn post(seat: &str) -> Post {
    let occasion = Occasion {
        game: "zama-2026",
        phase: 7,
        start: Digest::of(b"start"),
        previous: Some(Digest::of(b"previous")),
        head: Digest::of(b"head"),
        date: chrono::DateTime::from_timestamp(1_792_440_000, 0).unwrap(),
        referee: Party { name: None, mail: "referee@example.org" },
    };
    let letter = Letter {
        occasion: &occasion,
        seat,
        to: Party { name: Some("Ænēas"), mail: &format!("{seat}@example.org") },
        subject: "phase 7",
        text: "Rome won.\n.\n..two dots\nFrom Zama\n",
        html: "<p>Rome won.</p>",
        picture: Some(Picture { svg: "<svg/>", png: None, instead: "map" }),
        form: Some("tabella: 1\n"),
        turn: None,
        guide: None,
    };
    letters(&[letter]).unwrap().remove(0)
}

/// A game folder that is gone at the end of the test.
pub(crate) struct Game {
    folder: TempDir,
    pub(crate) outbox: Outbox,
}

impl Game {
    /// A game folder with a letter to each of these seats.
    pub(crate) fn with(seats: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("game.yaml"), "").unwrap();
        let outbox = Outbox::of(&Folder::find(folder.path()).unwrap());
        for seat in seats {
            assert_eq!(outbox.put(&post(seat)).unwrap(), Put::Placed);
        }
        Self { folder, outbox }
    }

    pub(crate) fn path(&self, below: &str) -> PathBuf {
        self.folder.path().join(below)
    }

    /// Text of a file in the outbox; none if it is not there.
    pub(crate) fn text(&self, below: &str) -> Option<String> {
        fs::read_to_string(self.path("outbox").join(below)).ok()
    }

    /// Names of the files in the outbox and its folders, sorted; without lock and journal.
    pub(crate) fn files(&self) -> Vec<String> {
        let mut files = Vec::new();
        for folder in ["outbox", "outbox/sent", "outbox/failed"] {
            let Ok(entries) = fs::read_dir(self.path(folder)) else { continue };
            for entry in entries.map(Result::unwrap).filter(|entry| entry.path().is_file()) {
                let name = entry.file_name().into_string().unwrap();
                files.push(format!("{folder}/{name}").replacen("outbox/", "", 1));
            }
        }
        files.retain(|file| file != ".lock" && file != "journal");
        files.sort();
        files
    }

    /// One sending run, and what it reported.
    pub(crate) fn send(&self, carrier: &mut dyn Carrier) -> (Tally, Vec<(String, Fate)>) {
        let mut told = Vec::new();
        let tally = self
            .outbox
            .send(carrier, &mut |file, fate| told.push((file.to_owned(), fate.clone())))
            .unwrap();
        (tally, told)
    }

    pub(crate) fn send_to(
        &self,
        url: &str,
        authority: Option<&Path>,
    ) -> (Tally, Vec<(String, Fate)>) {
        let authority = authority.map(|path| fs::read(path).unwrap());
        let route = SmtpRoute::parse(url, Some("pass word".to_owned())).unwrap();
        self.send(&mut Smtp::new(route, authority.as_deref(), TIMEOUTS).unwrap())
    }
}

/// A tally of a run whose route was open.
pub(crate) fn tally(sent: usize, waiting: usize, failed: usize) -> Tally {
    Tally { sent, waiting, failed, closed: None }
}
