//! A game to try things on: two players with keys, a referee's folder, and the program as a process.
#![allow(
    dead_code,
    clippy::disallowed_methods,
    reason = "each test file uses its part, and works on files"
)]

use assert_cmd::Command;
use engine::{Rng, Seat};
use record::charter::{Heads, Person, WaitsFor};
use record::exchange::compose::{Envelope, compose};
use record::notes::Authors;
use record::{Namespace, PrivateKey};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use tabella::cli::common::reports;
use tabella::store::{self, Absences, Folder, Game, NewGame, NewSeat, Resolution, Submission};
use tempfile::TempDir;

pub(crate) const SEATS: [&str; 2] = ["rome", "carthage"];
/// Armies and set-ups with which both seats can answer the first phase, in brisk tempo.
pub(crate) const DEPLOY: [&str; 2] = [
    "orders:\n  army: consular\n  layout: triplex-acies\nstanding:\n  retreat: {default: [safest, back]}\n",
    "orders:\n  army: trebia\n  layout: battle-line\n",
];

/// The recorded games of all titles, each after its title: `example` and those of later revisions.
pub(crate) fn recorded() -> Vec<(&'static str, PathBuf)> {
    let mut found = Vec::new();
    for title in tabella::catalogue::titles() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("games").join(title.slug());
        let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let games = entries.filter(|path| path.join("game.yaml").is_file());
        found.extend(games.map(|game| (title.slug(), game)));
    }
    found.sort();
    found
}

pub(crate) fn seats_of(title: &str) -> Vec<String> {
    let offered = tabella::cli::common::titles::packed_title(title).unwrap().prospectus();
    let scenario = offered.scenarios.first().expect("a title has a scenario");
    scenario.seats.iter().map(|(seat, _)| seat.to_string()).collect()
}

/// A game folder that is removed at the end of the test.
pub(crate) struct Table {
    folder: Trial,
}

/// A folder that is removed at the end of a test but kept if the test fails: it holds the secrets and files of the game
/// that went wrong, so that each of its records can be resolved again.
pub(crate) struct Trial(Option<TempDir>);

impl Trial {
    pub(crate) fn new() -> Self {
        Self(Some(tempfile::tempdir().unwrap()))
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.as_ref().expect("it is there until the end").path()
    }
}

impl Drop for Trial {
    fn drop(&mut self) {
        if let Some(folder) = self.0.take().filter(|_| std::thread::panicking()) {
            eprintln!("what failed is kept in {}", folder.keep().display());
        }
    }
}

/// A salt that is the same in every run, made from the seat and the contents of its file.
pub(crate) fn salt(seat: &Seat, number: u32, body: &str) -> [u8; 16] {
    let digest = record::Digest::of(format!("{seat} {number} {body}").as_bytes());
    *digest.bytes().first_chunk().expect("a digest is longer")
}

/// The output of a process, and its exit code.
#[derive(Debug)]
pub(crate) struct Run {
    /// Exit code; none if a signal ended it.
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

pub(crate) fn key(name: &str) -> PrivateKey {
    let mut seed = [7; 32];
    seed[..name.len()].copy_from_slice(name.as_bytes());
    PrivateKey::generate(&seed, name)
}

/// The program, started outside any game folder and without environment variables of ours.
pub(crate) fn tabella() -> Command {
    let mut command = Command::cargo_bin("tabella").unwrap();
    command
        .env_remove("TABELLA_NOW")
        .env_remove("TABELLA_REFEREE_KEY")
        .env_remove("TABELLA_IDENTITY")
        .env("NO_COLOR", "1")
        // No test believes what another one, or an earlier program, proved.
        .env("XDG_CACHE_HOME", "/dev/null")
        .current_dir("/");
    command
}

/// The program of a user whose data lie below a folder.
pub(crate) fn at_home(place: &Path) -> Command {
    let mut command = tabella();
    command.env("XDG_DATA_HOME", place);
    command
}

/// A new game of one person against the program, the first of its title below this folder; returns its folder.
pub(crate) fn alone(place: &Path, title: &str, more: &[&str]) -> PathBuf {
    run(at_home(place).args(["play", title, "--new", "--no-browser"]).args(more)).ended(0);
    place.join(format!("tabella/games/{title}-1"))
}

pub(crate) fn run(command: &mut Command) -> Run {
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).expect("what is printed is UTF-8");
    Run { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

impl Run {
    /// Asserts the exit code; shows all output if it differs.
    #[track_caller]
    pub(crate) fn ended(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "{}\n{}", self.out, self.err);
        assert!(!self.err.contains("panicked"), "{}", self.err);
        self
    }

    #[track_caller]
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {}", self.out))
    }
}

/// Writes the draft of a game into its folder, unless `terms` is empty.
pub(crate) fn draft(root: &Path, terms: &str) {
    if !terms.is_empty() {
        fs::create_dir_all(root).unwrap();
        fs::write(root.join("draft.yaml"), terms).unwrap();
    }
}

impl Table {
    pub(crate) fn new(tempo: &str, options: &[(&str, &str)]) -> Self {
        Self::make(("combined-arms", None), tempo, options, &SEATS, (false, Heads::Asked, None))
    }

    /// A new game of Combined Arms in which orders count only with the signed head.
    pub(crate) fn vouching() -> Self {
        Self::make(("combined-arms", None), "brisk", &[], &SEATS, (true, Heads::Required, None))
    }

    /// A new game of a title's scenario. The referee's key is that of the name `referee`.
    pub(crate) fn of(
        title: (&str, Option<&str>),
        tempo: &str,
        options: &[(&str, &str)],
        seats: &[&str],
    ) -> Self {
        Self::make(title, tempo, options, seats, (true, Heads::Asked, None))
    }

    /// A new game of a title's scenario in which players may write to one another, anonymously too.
    pub(crate) fn writing(title: (&str, Option<&str>), seats: &[&str]) -> Self {
        let notes = Some(Authors::Anonymous);
        Self::make(title, "brisk", &[], seats, (true, Heads::Asked, notes))
    }

    /// A new game of the title's first scenario as `tabella new` makes it, with these further arguments.
    pub(crate) fn by_command(title: &str, more: &[&str]) -> Self {
        Self::by_draft(title, "", more)
    }

    /// The same from a draft with these terms of the charter.
    pub(crate) fn by_draft(title: &str, terms: &str, more: &[&str]) -> Self {
        let table = Self { folder: Trial::new() };
        draft(&table.root(), terms);
        let mut new = tabella();
        new.arg("new").arg(table.root()).args(["--game", title]).args(more);
        for seat in SEATS {
            let public = table.beside(&format!("{seat}.pub"));
            fs::write(&public, key(seat).public_line()).unwrap();
            new.arg("--seat").arg(format!("{seat}={}", public.display()));
        }
        run(&mut new).ended(0);
        table
    }

    fn make(
        (title, scenario): (&str, Option<&str>),
        tempo: &str,
        options: &[(&str, &str)],
        seats: &[&str],
        (named, heads, notes): (bool, Heads, Option<Authors>),
    ) -> Self {
        let folder = Trial::new();
        let root = folder.path().join("zama");
        let referee = folder.path().join("referee");
        if named {
            fs::write(&referee, key("referee").to_openssh()).unwrap();
        }
        let seat = |seat: &&str| NewSeat {
            seat: (*seat).to_owned(),
            key: key(seat).public().clone(),
            name: None,
            age: None,
            mail: None,
        };
        let plan = NewGame {
            root: root.clone(),
            game: "zama".to_owned(),
            title: title.to_owned(),
            scenario: scenario.map(str::to_owned),
            options: options
                .iter()
                .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
                .collect(),
            tempo: tempo.to_owned(),
            seats: seats.iter().map(seat).collect(),
            program: BTreeMap::new(),
            referee: Person::default(),
            referee_key: named.then_some(referee),
            schedule: None,
            vacations: None,
            heads,
            waits_for: WaitsFor::Awaited,
            public: None,
            items: false,
            notes,
            data: None,
            phases: Some(200),
        };
        let mut rng = Rng::new(7);
        let mut draw =
            || Ok(std::array::from_fn(|_| u8::try_from(rng.below(256)).expect("a byte")));
        store::create_by(&plan, &reports::renderer(&root), &mut draw).unwrap();
        Self { folder }
    }

    pub(crate) fn root(&self) -> PathBuf {
        self.folder.path().join("zama")
    }

    pub(crate) fn path(&self, below: &str) -> PathBuf {
        self.root().join(below)
    }

    /// A path beside the game folder, where a player keeps files of their own.
    pub(crate) fn beside(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn game(&self) -> Game {
        store::load(&Folder::find(&self.root()).unwrap()).unwrap()
    }

    pub(crate) fn copy(&self) -> Self {
        let folder = Trial::new();
        copy_into(self.folder.path(), folder.path());
        Self { folder }
    }

    /// The text of an order file for the open phase, with a new salt.
    pub(crate) fn orders(&self, seat: &str, revision: u32, body: &str) -> String {
        let game = self.game();
        let envelope = Envelope {
            game: "zama",
            phase: game.open_phase(),
            seat: &Seat::new(seat),
            after: game.session.head,
            revision,
            final_: true,
            salt: Some(salt(&Seat::new(seat), revision, &format!("{} {body}", game.open_phase()))),
            comments: &[],
        };
        compose(&envelope, body)
    }

    /// Writes orders and their signature beside the game folder, as a player would.
    pub(crate) fn signed(&self, seat: &str, text: &[u8]) -> PathBuf {
        let path = self.beside(&format!("{seat}.yaml"));
        fs::write(&path, text).unwrap();
        fs::write(
            self.beside(&format!("{seat}.yaml.sig")),
            key(seat).sign(Namespace::Orders, text),
        )
        .unwrap();
        path
    }

    /// Files orders, which must be accepted.
    #[track_caller]
    pub(crate) fn file(&self, seat: &str, body: &str) {
        let text = self.orders(seat, 1, body);
        let signature = key(seat).sign(Namespace::Orders, text.as_bytes());
        let folder = Folder::find(&self.root()).unwrap();
        let answer = store::submit(&folder, text.as_bytes(), Some(signature.as_bytes())).unwrap();
        assert!(matches!(answer, Submission::Filed(_)), "{answer:?}\n{text}");
    }

    /// Resolves the open phase, which must be possible; returns the record's number.
    #[track_caller]
    pub(crate) fn resolve(&self) -> u32 {
        let folder = Folder::find(&self.root()).unwrap();
        match store::resolve(&folder, &Absences::None, &reports::renderer(&self.root())).unwrap() {
            Resolution::Done(step) => step.session.number,
            Resolution::Waiting(waiting) => panic!("{waiting:?}"),
            Resolution::Completed(_) | Resolution::Over(_) => panic!("nothing was resolved"),
        }
    }

    /// A game in which both armies are deployed: turn 1 is Rome's.
    pub(crate) fn deployed() -> Self {
        let table = Self::new("brisk", &[]);
        for (seat, body) in SEATS.into_iter().zip(DEPLOY) {
            table.file(seat, body);
        }
        assert_eq!(table.resolve(), 1);
        table
    }

    pub(crate) fn tabella(&self, arguments: &[&str]) -> Run {
        run(tabella().arg("-C").arg(self.root()).args(arguments))
    }

    pub(crate) fn tabella_reading(&self, arguments: &[&str], input: &[u8]) -> Run {
        run(tabella().arg("-C").arg(self.root()).args(arguments).write_stdin(input))
    }

    /// Asserts that the folder verifies.
    #[track_caller]
    pub(crate) fn holds(&self) {
        self.tabella(&["verify"]).ended(0);
    }

    pub(crate) fn files(&self, below: &str) -> BTreeMap<String, Vec<u8>> {
        files_of(&self.path(below))
    }
}

pub(crate) fn files_of(root: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    collect(root, "", &mut found);
    found
}

fn collect(folder: &Path, prefix: &str, found: &mut BTreeMap<String, Vec<u8>>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.map(Result::unwrap) {
        let name = format!("{prefix}{}", entry.file_name().into_string().unwrap());
        if entry.path().is_dir() {
            collect(&entry.path(), &format!("{name}/"), found);
        } else {
            found.insert(name, fs::read(entry.path()).unwrap());
        }
    }
}

pub(crate) fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir(to).unwrap();
    copy_into(from, to);
}

fn copy_into(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy_folder(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}
