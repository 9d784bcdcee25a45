//! Tests of the index of the records: when it is read, and that nothing changes whether it is there, right, wrong or gone.

use crate::common::{Match, copy};
use crate::table::{Run, files_of, run, tabella};
use record::Digest;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use tabella::store::Resolution;
use tempfile::TempDir;

/// After the records, which the clock of this machine dated.
const NOW: &str = "2126-01-01T12:00:00Z";

/// A game of which one user's program has resolved the last records, and that user's cache.
struct Known {
    game: Match,
    cache: TempDir,
}

impl Known {
    /// A game of this many records, the last two of them resolved by commands.
    fn new(id: &str, records: u32) -> Self {
        let mut game = Match::new(|plan| id.clone_into(&mut plan.game));
        for _ in 0..records - 2 {
            assert!(matches!(game.round(), Resolution::Done(_)));
        }
        let mut known = Self { game, cache: tempfile::tempdir().unwrap() };
        // What this very process wrote is the work of another user.
        fs::remove_file(known.index()).unwrap_or_default();
        for _ in 0..2 {
            known.filed();
            known.tabella(&["resolve"]).ended(0);
        }
        known
    }

    /// Every awaited seat files its orders.
    fn filed(&mut self) {
        for seat in self.game.awaited() {
            self.game.propose(&seat, 1, true);
        }
    }

    fn index(&self) -> PathBuf {
        self.game.folder.private().join("index")
    }

    fn tabella(&self, words: &[&str]) -> Run {
        of_user(self.cache.path(), self.game.root(), words)
    }

    fn put(&self, index: Option<&[u8]>) {
        match index {
            Some(bytes) => fs::write(self.index(), bytes).unwrap(),
            None => fs::remove_file(self.index()).unwrap_or_default(),
        }
    }

    /// True if the index is read: the records alone miss what record 1 reveals.
    fn believed(&self, index: Option<&[u8]>) -> bool {
        self.believed_by(self.cache.path(), index)
    }

    fn believed_by(&self, cache: &Path, index: Option<&[u8]>) -> bool {
        self.put(index);
        let (turn, away) =
            (self.game.folder.record(1).join("turn.yaml"), self.cache.path().join("away"));
        fs::rename(&turn, &away).unwrap();
        let seat = &self.game.keys.keys().next().unwrap().clone();
        let told = of_user(cache, self.game.root(), &["form", "--seat", seat]);
        fs::rename(&away, &turn).unwrap();
        assert!(told.code == Some(0) || told.err.contains("turn.yaml"), "{}", told.err);
        told.code == Some(0)
    }
}

fn of_user(cache: &Path, root: &Path, words: &[&str]) -> Run {
    let mut command = tabella();
    command.env("XDG_CACHE_HOME", cache).env("TABELLA_NOW", NOW).arg("-C").arg(root).args(words);
    run(&mut command)
}

/// The index with the code that a program without the user's key could give it.
fn forged(index: &[u8]) -> Vec<u8> {
    let text = std::str::from_utf8(index).unwrap();
    let (program, rest) = text.split_once('\n').unwrap();
    let content = rest.split_once('\n').unwrap().1;
    let last = content.lines().last().unwrap();
    let seed = last.split(' ').nth(2).unwrap();
    let content = content.replace(seed, &Digest::of(b"another seed").to_string());
    format!("{program}\n{}\n{content}", Digest::of(content.as_bytes())).into_bytes()
}

/// What may lie in the place of an index: the whole, none, an earlier one, and ones that are not what this user's program
/// wrote here.
fn indexes(known: &Known, earlier: &[u8], other: &Known) -> Vec<(&'static str, Option<Vec<u8>>)> {
    let whole = fs::read(known.index()).unwrap();
    let mut altered = whole.clone();
    let middle = altered.len() / 2;
    altered[middle] ^= 1;
    vec![
        ("none", None),
        ("earlier", Some(earlier.to_vec())),
        ("altered", Some(altered)),
        ("cut off", Some(whole[..whole.len() * 2 / 3].to_vec())),
        ("forged", Some(forged(&whole))),
        ("of another game", Some(fs::read(other.index()).unwrap())),
        ("empty", Some(Vec::new())),
        ("no text", Some(vec![0xff; 100])),
        ("whole", Some(whole)),
    ]
}

#[test]
fn an_index_is_read_only_where_this_user_wrote_it_for_these_records() {
    let known = Known::new("match-1", 5);
    let index = fs::read(known.index()).unwrap();
    let mode = fs::metadata(known.index()).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600, "it holds salts of sealed orders");
    assert!(known.believed(Some(&index)) && !known.believed(None));
    for at in (0..index.len()).step_by(23) {
        let mut altered = index.clone();
        altered[at] ^= 1;
        assert!(!known.believed(Some(&altered)), "byte {at}");
    }
    for (at, _) in index.iter().enumerate().filter(|(_, byte)| **byte == b'\n') {
        assert!(!known.believed(Some(&index[..at])), "the first {at} bytes");
    }
    assert!(!known.believed(Some(&forged(&index))));
    // Another game of the same user, and the same game of another user.
    let mut other = Known::new("match-2", 3);
    other.cache = tempfile::tempdir().unwrap();
    fs::remove_file(other.index()).unwrap();
    fs::create_dir(other.cache.path().join("tabella")).unwrap();
    let key = "tabella/derived.key";
    fs::copy(known.cache.path().join(key), other.cache.path().join(key)).unwrap();
    other.filed();
    other.tabella(&["resolve"]).ended(0);
    let of_other = fs::read(other.index()).unwrap();
    assert!(other.believed(Some(&of_other)) && !known.believed(Some(&of_other)));
    let stranger = tempfile::tempdir().unwrap();
    assert!(!known.believed_by(stranger.path(), Some(&index)));
    assert!(known.believed(Some(&index)));
    fs::write(known.cache.path().join(key), "no key\n").unwrap();
    assert!(!known.believed(Some(&index)));
}

#[test]
fn commands_say_the_same_whatever_lies_in_the_place_of_the_index() {
    let mut known = Known::new("match-1", 5);
    let other = Known::new("match-2", 4);
    let earlier = fs::read(known.index()).unwrap();
    let seats = known.game.awaited();
    let used: Vec<String> = seats.iter().map(|seat| known.game.propose(seat, 1, true)).collect();
    known.tabella(&["resolve"]).ended(0);
    let seat = known.game.awaited()[0].clone();
    let mut orders = known.game.orders(&seat, 1, true);
    let salt = |text: &str| text.lines().find(|line| line.starts_with("salt:")).unwrap().to_owned();
    let file = |name: &str, text: &str| {
        let path = known.game.temporary.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let good = file("good.yaml", &orders);
    orders = orders.replace(&salt(&orders), &salt(&used[0]));
    let again = file("again.yaml", &orders);
    let head = known.game.game().session.head.to_string();
    let second = known.game.folder.record(2).join("SHA256SUMS");
    let second = Digest::of(&fs::read(second).unwrap()).to_string();
    let behind = file("behind.yaml", &orders.replace(&head, &second));
    let commands: [&[&str]; 6] = [
        &["status"],
        &["status", "--json"],
        &["form", "--seat", &seat],
        &["check", &good],
        &["check", &again],
        &["check", &behind],
    ];
    let mut expected = None;
    for (what, index) in indexes(&known, &earlier, &other) {
        known.put(index.as_deref());
        let told = commands.map(|words| {
            let Run { code, out, err } = known.tabella(words);
            (code, out, err)
        });
        let first = expected.get_or_insert_with(|| told.clone());
        assert_eq!(told, *first, "the index is {what}");
    }
    let [.., good, again, behind] = expected.unwrap();
    assert_eq!(good.0, Some(0), "{good:?}");
    assert!(again.1.contains("salt") && again.0 == Some(1), "{again:?}");
    assert!(behind.1.contains("head of record 2"), "{behind:?}");
}

#[test]
fn a_phase_is_resolved_the_same_whatever_lies_in_the_place_of_the_index() {
    let mut known = Known::new("match-1", 5);
    let other = Known::new("match-2", 3);
    let earlier = fs::read(known.index()).unwrap();
    known.filed();
    known.tabella(&["resolve"]).ended(0);
    known.filed();
    let mut expected = None;
    for (what, index) in indexes(&known, &earlier, &other) {
        known.put(index.as_deref());
        let place = tempfile::tempdir().unwrap();
        let root = place.path().join("match");
        copy(known.game.root(), &root);
        of_user(known.cache.path(), &root, &["resolve"]).ended(0);
        let record = files_of(&root.join("turns/0007"));
        assert!(record.contains_key("SHA256SUMS.sig"), "the index is {what}");
        assert_eq!(record, *expected.get_or_insert_with(|| record.clone()), "the index is {what}");
        of_user(known.cache.path(), &root, &["verify"]).ended(0);
    }
}

#[test]
fn a_folder_that_was_set_back_is_read_as_it_lies_there() {
    let known = Known::new("match-1", 5);
    fs::remove_dir_all(known.game.folder.record(5)).unwrap();
    let with = known.tabella(&["status"]).ended(0);
    known.put(None);
    assert_eq!(known.tabella(&["status"]).ended(0).out, with.out);
    assert!(with.out.contains("record 4"), "{}", with.out);
}
