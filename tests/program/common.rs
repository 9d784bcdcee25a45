//! A game of two built-in players in a folder of its own, for tests.

use engine::{BotStyle, Rng, Seat};
use record::charter::{Heads, Person, WaitsFor};
use record::exchange::{Envelope, compose};
use record::schedule::Schedule;
use record::{Namespace, PrivateKey};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use tabella::store::copies::folder_source::FolderSource;
use tabella::store::{
    Absences, Error, Folder, Game, NewGame, NewSeat, Resolution, Submission, create_by, load,
    no_reports, resolve, submit,
};
use tabella::verify::{Expected, Verdict, verify};
use tempfile::TempDir;

/// A game folder and the keys of its players.
pub(crate) struct Match {
    pub(crate) temporary: TempDir,
    pub(crate) folder: Folder,
    pub(crate) keys: BTreeMap<String, PrivateKey>,
    rng: Rng,
}

/// Keys that are the same in every run.
pub(crate) fn key(seat: &str) -> PrivateKey {
    let mut random = [9; 32];
    random[..seat.len()].copy_from_slice(seat.as_bytes());
    PrivateKey::generate(&random, seat)
}

/// A plan for the first title's first scenario.
pub(crate) fn plan(root: PathBuf) -> NewGame {
    plan_of(tabella::catalogue::titles()[0].slug(), root)
}

/// Random bytes from a seed: a game made from them is the same each time.
pub(crate) fn drawn(seed: u64) -> impl FnMut() -> Result<[u8; 32], Error> {
    let mut rng = Rng::new(seed);
    move || Ok(std::array::from_fn(|_| u8::try_from(rng.below(256)).expect("a byte")))
}

fn plan_of(slug: &str, root: PathBuf) -> NewGame {
    let titles = tabella::catalogue::titles();
    let title = titles.iter().find(|title| title.slug() == slug).unwrap();
    let packed = tabella::packed::data(title.slug()).collect::<Vec<_>>();
    let loaded = title
        .load(&record::exchange::data::build(packed).unwrap(), title.revision())
        .unwrap_or_else(|faults| panic!("{faults:?}"));
    let scenario = loaded.prospectus().scenarios.remove(0);
    let seat = |(seat, _): &(Seat, String)| NewSeat {
        seat: seat.to_string(),
        key: key(seat.name()).public().clone(),
        name: None,
        age: None,
        mail: None,
    };
    NewGame {
        root,
        game: "match-1".into(),
        title: title.slug().into(),
        scenario: None,
        options: BTreeMap::new(),
        tempo: "brisk".into(),
        seats: scenario.seats.iter().map(seat).collect(),
        program: BTreeMap::new(),
        referee: Person::default(),
        referee_key: None,
        schedule: None,
        vacations: None,
        heads: Heads::Asked,
        waits_for: WaitsFor::Awaited,
        public: None,
        items: false,
        notes: None,
        data: None,
        phases: Some(2000),
    }
}

impl Match {
    /// A new game; `change` may alter the plan.
    pub(crate) fn new(change: impl FnOnce(&mut NewGame)) -> Self {
        Self::of(tabella::catalogue::titles()[0].slug(), change)
    }

    pub(crate) fn of(slug: &str, change: impl FnOnce(&mut NewGame)) -> Self {
        let temporary = tempfile::tempdir().unwrap();
        let root = temporary.path().join("match");
        let mut plan = plan_of(slug, root.clone());
        change(&mut plan);
        create_by(&plan, &no_reports, &mut drawn(7)).unwrap();
        let keys = plan.seats.iter().map(|new| (new.seat.clone(), key(&new.seat))).collect();
        Self { temporary, folder: Folder::find(&root).unwrap(), keys, rng: Rng::new(7) }
    }

    /// A game made in another way, by its folder's name, with the keys of [`key`].
    pub(crate) fn found(temporary: TempDir, name: &str, seats: &[&str]) -> Self {
        let folder = Folder::find(&temporary.path().join(name)).unwrap();
        let keys = seats.iter().map(|seat| ((*seat).to_owned(), key(seat))).collect();
        Self { temporary, folder, keys, rng: Rng::new(7) }
    }

    pub(crate) fn twin(&self) -> Self {
        let temporary = tempfile::tempdir().unwrap();
        let root = temporary.path().join("match");
        copy(self.root(), &root);
        Self {
            temporary,
            folder: Folder::find(&root).unwrap(),
            keys: self.keys.clone(),
            rng: Rng::new(8),
        }
    }

    /// A game with a schedule of three days.
    pub(crate) fn with_schedule(missed: record::schedule::Missed) -> Self {
        let schedule = Schedule::every(3, 20, "Europe/Rome", missed);
        Self::new(|plan| plan.schedule = Some(schedule))
    }

    pub(crate) fn root(&self) -> &Path {
        self.folder.root()
    }

    pub(crate) fn game(&self) -> Game {
        load(&self.folder).unwrap()
    }

    pub(crate) fn awaited(&self) -> Vec<String> {
        let mut seats: Vec<_> =
            self.game().session.play.awaited().iter().map(|asked| asked.seat.to_string()).collect();
        seats.dedup();
        seats
    }

    /// Orders that a built-in player proposes, as the text of an order file.
    pub(crate) fn orders(&mut self, seat: &str, revision: u32, final_: bool) -> String {
        let game = self.game();
        let body = game.session.play.propose(&Seat::new(seat), BotStyle::Sensible, &mut self.rng);
        // The same body comes again in later phases, and a salt serves once.
        let phase = game.open_phase();
        let seal = record::Digest::of(format!("{seat} {phase} {revision} {body}").as_bytes());
        let salt: [u8; 16] = *seal.bytes().first_chunk().expect("a digest is longer");
        let envelope = Envelope {
            game: &game.session.charter.game,
            phase: game.open_phase(),
            seat: &Seat::new(seat),
            after: game.session.head,
            revision,
            final_,
            salt: Some(salt),
            comments: &[],
        };
        compose(&envelope, &body)
    }

    pub(crate) fn sign(&self, seat: &str, text: &str) -> String {
        self.keys[seat].sign(Namespace::Orders, text.as_bytes())
    }

    pub(crate) fn file(&self, seat: &str, text: &str) -> Submission {
        submit(&self.folder, text.as_bytes(), Some(self.sign(seat, text).as_bytes())).unwrap()
    }

    /// Files proposed orders of a seat, which must be accepted.
    pub(crate) fn propose(&mut self, seat: &str, revision: u32, final_: bool) -> String {
        let text = self.orders(seat, revision, final_);
        let filed = self.file(seat, &text);
        assert!(matches!(filed, Submission::Filed(_)), "{filed:?}\n{text}");
        text
    }

    pub(crate) fn resolve(&self) -> Result<Resolution, Error> {
        resolve(&self.folder, &Absences::None, &no_reports)
    }

    /// Files orders for every awaited seat, and resolves.
    pub(crate) fn round(&mut self) -> Resolution {
        for seat in self.awaited() {
            self.propose(&seat, 1, true);
        }
        self.resolve().unwrap()
    }

    pub(crate) fn verify(&self) -> Verdict {
        verify(&FolderSource::open(self.root()).unwrap(), Expected::default())
    }

    /// Asserts that the whole folder verifies without findings.
    pub(crate) fn holds(&self) {
        let verdict = self.verify();
        assert!(verdict.holds(), "{:#?}", verdict.findings);
    }

    /// Every file of the folder except those that only this machine has, by path.
    pub(crate) fn files(&self) -> BTreeMap<String, Vec<u8>> {
        let mut files = BTreeMap::new();
        walk(self.root(), self.root(), &mut files);
        files.retain(|path, _| !path.starts_with(".tabella/"));
        files
    }
}

pub(crate) fn walk(root: &Path, folder: &Path, files: &mut BTreeMap<String, Vec<u8>>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            walk(root, &path, files);
        } else {
            files.insert(
                path.strip_prefix(root).unwrap().to_str().unwrap().to_owned(),
                fs::read(&path).unwrap(),
            );
        }
    }
}

/// Copies a folder with everything in it, including the referee's own files.
pub(crate) fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy(&path, &target);
        } else {
            fs::copy(&path, &target).unwrap();
        }
    }
}
