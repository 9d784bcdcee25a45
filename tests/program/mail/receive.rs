//! Letters in the shapes of real mail programs, with really signed orders: each must have the outcome that the table of
//! the corpus names, and the bytes that are filed must be those that were signed.

use super::super::common::copy;
use super::super::table::tabella;
use record::Digest;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use tempfile::TempDir;

const GAMES: [&str; 3] = ["zama", "capua", "cannae"];

/// The corpus: games, letters, and the expected outcome of each letter.
struct Corpus {
    folder: TempDir,
    rows: Vec<BTreeMap<String, String>>,
}

impl Corpus {
    fn shared() -> &'static Self {
        static CORPUS: OnceLock<Corpus> = OnceLock::new();
        CORPUS.get_or_init(Self::make)
    }

    fn make() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/program/mail/corpus/make.py");
        let made = Command::new("python3")
            .args([script, "--tabella", env!("CARGO_BIN_EXE_tabella"), "--big", "1048576", "--out"])
            .arg(folder.path())
            .output()
            .unwrap();
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        let table = fs::read_to_string(folder.path().join("expected.tsv")).unwrap();
        let mut lines = table.lines().map(|line| line.split('\t').map(str::to_owned));
        let names: Vec<String> = lines.next().unwrap().collect();
        let rows = lines.map(|cells| names.iter().cloned().zip(cells).collect()).collect();
        Self { folder, rows }
    }

    fn letter(&self, row: &BTreeMap<String, String>) -> Vec<u8> {
        fs::read(self.folder.path().join(&row["file"])).unwrap()
    }

    fn referee(&self) -> Referee {
        let folder = tempfile::tempdir().unwrap();
        for game in GAMES {
            copy(&self.folder.path().join("games").join(game), &folder.path().join(game));
        }
        Referee { folder }
    }
}

struct Referee {
    folder: TempDir,
}

impl Referee {
    /// Hands one letter over; returns the outcome in the program's words.
    fn receive(&self, letter: &[u8]) -> String {
        let mut command = tabella();
        command.args(["mail", "receive", "--letters"]).arg(self.folder.path().join("letters"));
        command.args(GAMES.map(|game| self.folder.path().join(game)));
        let output = command.write_stdin(letter).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(0), "{said}");
        said.trim().split(',').next().unwrap().to_owned()
    }

    fn below(&self, folder: &str, extension: &str) -> Vec<PathBuf> {
        let folders = GAMES.map(|game| self.folder.path().join(game).join(folder));
        let listed = folders.iter().filter_map(|folder| fs::read_dir(folder).ok());
        let mut found: Vec<PathBuf> = listed
            .flatten()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.extension().is_some_and(|found| found == extension))
            .collect();
        found.sort();
        found
    }

    fn filed(&self) -> Vec<String> {
        digests(&self.below("pending", "yaml"))
    }

    fn answers(&self) -> Vec<PathBuf> {
        let name = |path: &PathBuf| path.to_string_lossy().contains("-re-");
        self.below("outbox", "eml").into_iter().filter(name).collect()
    }
}

fn digests(files: &[PathBuf]) -> Vec<String> {
    let digest = |path: &PathBuf| Digest::of(&fs::read(path).unwrap()).to_string();
    let mut all: Vec<String> = files.iter().map(digest).collect();
    all.sort();
    all
}

/// True if the outcome is the one in the table, or the other permitted one.
fn expected(row: &BTreeMap<String, String>, outcome: &str) -> bool {
    row["outcome"] == outcome || row["also_ok"] == outcome
}

#[test]
fn every_letter_has_the_outcome_of_the_table_once_and_again() {
    let corpus = Corpus::shared();
    assert!(corpus.rows.len() > 80, "{}", corpus.rows.len());
    let mut faults = Vec::new();
    for row in &corpus.rows {
        let (letter, referee) = (corpus.letter(row), corpus.referee());
        let outcome = referee.receive(&letter);
        let mut wanted: Vec<String> = row["digest"].split(',').map(str::to_owned).collect();
        wanted.sort();
        let (filed, answers) = (referee.filed(), referee.answers());
        let right = if outcome == "filed" { filed == wanted } else { filed.is_empty() };
        if !expected(row, &outcome) || !right {
            faults.push(format!("{}: {} became {outcome}, {filed:?}", row["file"], row["outcome"]));
        }
        let mut told: Vec<String> = answers.iter().map(|path| to(path)).collect();
        told.sort();
        // A request without the name of a game is answered for each game of its writer.
        if outcome.starts_with("answered:") {
            told.dedup();
        }
        if told != answered(row, &outcome) {
            faults.push(format!("{}: {outcome}, and {told:?} were answered", row["file"]));
        }
        let draft = answers.iter().any(|path| says(path, "an unsigned order file"));
        if draft != row["why"].contains("the receipt mentions the draft") {
            faults.push(format!("{}: a draft was mentioned, or was not", row["file"]));
        }
        assert!(kept(&referee.folder.path().join("letters"), &letter), "{} was lost", row["file"]);
        // A letter that comes twice is filed once and answered once.
        let before = (filed, digests(&answers));
        referee.receive(&letter);
        if before != (referee.filed(), digests(&referee.answers())) {
            faults.push(format!("{}: came twice, and that made a difference", row["file"]));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn to(path: &Path) -> String {
    let letter = fs::read_to_string(path).unwrap();
    let line = letter.lines().find_map(|line| line.strip_prefix("To: ")).unwrap();
    line.rsplit(' ').next().unwrap().trim_matches(['<', '>']).to_owned()
}

/// True if a letter contains these words, however its lines break.
fn says(path: &Path, words: &str) -> bool {
    let letter = fs::read_to_string(path).unwrap();
    letter.split_whitespace().collect::<Vec<_>>().join(" ").contains(words)
}

/// The addresses that get an answer to a letter with this outcome: for each signed file that of the seat whose key
/// signed it, otherwise that of the seat from whose address it came. Machines and strangers are never answered.
fn answered(row: &BTreeMap<String, String>, outcome: &str) -> Vec<String> {
    let address = |seat: &str| match seat {
        "rome" => "publius@example.org".to_owned(),
        _ => "hannibal@example.org".to_owned(),
    };
    let nobody = outcome.starts_with("ignored:") || row["file"].contains("empty-message");
    if nobody {
        return Vec::new();
    }
    if outcome == "filed" {
        let seats = row["detail"].split(',').map(|one| one.split('/').nth(1).unwrap());
        let mut all: Vec<String> = seats.map(address).collect();
        all.sort();
        return all;
    }
    // Whoever signed is answered, whatever seat the file names.
    let seat = if row["file"].contains("key-of-the-other") { "carthage" } else { "rome" };
    vec![address(seat)]
}

/// The effects of a letter come in steps, each complete in itself: the letter, the orders, the receipt, the answer, the
/// line of the journal. If the program stops after one of them, the same letter brought again completes the rest.
#[test]
fn a_letter_that_was_interrupted_at_any_step_is_made_good() {
    let corpus = Corpus::shared();
    let rows = corpus.rows.iter().filter(|row| !row["outcome"].starts_with("ignored:"));
    for (number, row) in rows.enumerate() {
        let (letter, referee) = (corpus.letter(row), corpus.referee());
        let outcome = referee.receive(&letter);
        let names = |paths: Vec<PathBuf>| -> Vec<String> {
            let name = |path: &PathBuf| path.file_name().unwrap().to_string_lossy().into_owned();
            paths.iter().map(name).collect()
        };
        let whole = (referee.filed(), names(referee.answers()));
        let journal = referee.folder.path().join("letters/journal");
        for step in 0..3 {
            // Each letter at one step, every step by many letters.
            if step != number % 3 {
                continue;
            }
            fs::remove_file(&journal).unwrap();
            if step > 0 {
                referee.answers().iter().for_each(|path| fs::remove_file(path).unwrap());
            }
            if step > 1 {
                for game in GAMES {
                    let pending = referee.folder.path().join(game).join("pending");
                    drop(fs::remove_dir_all(pending));
                }
            }
            let again = referee.receive(&letter);
            assert_eq!(again, outcome, "{} at step {step}", row["file"]);
            let made_good = (referee.filed(), names(referee.answers()));
            assert_eq!(made_good, whole, "{} at step {step}", row["file"]);
            let noted = fs::read_to_string(&journal).unwrap();
            assert_eq!(noted.lines().count(), 1, "{}", row["file"]);
        }
    }
}

#[test]
fn all_letters_in_a_row_to_one_referee_file_what_the_table_says() {
    let corpus = Corpus::shared();
    let referee = corpus.referee();
    for row in &corpus.rows {
        // Beyond a day's answers to one address, what was asked for stays unread for the referee.
        let outcome = referee.receive(&corpus.letter(row)).replace("unanswered:", "answered:");
        assert!(expected(row, &outcome), "{}: {} became {outcome}", row["file"], row["outcome"]);
    }
    let notice = |path: &PathBuf| path.to_string_lossy().contains("-referee-notice-");
    assert!(referee.below("outbox", "eml").iter().any(notice), "the referee is told");
    let letters = fs::read_dir(referee.folder.path().join("letters")).unwrap();
    let kept = letters.filter(|entry| entry.as_ref().unwrap().path().extension().is_some());
    assert_eq!(kept.count(), corpus.rows.len());
    // Whoever wrote, no more than a day's answers of each kind went to one address.
    assert!(referee.answers().len() <= 3 * 40, "{}", referee.answers().len());
}

#[test]
fn a_maildir_is_read_and_each_letter_marked_as_seen() {
    let corpus = Corpus::shared();
    let referee = corpus.referee();
    let maildir = referee.folder.path().join("Maildir");
    fs::create_dir_all(maildir.join("new")).unwrap();
    let row = corpus.rows.iter().find(|row| row["outcome"] == "filed").unwrap();
    fs::write(maildir.join("new/1700000000.M1.host"), corpus.letter(row)).unwrap();
    let mut command = tabella();
    command.args(["mail", "poll", "--maildir"]).arg(&maildir);
    command.arg("--letters").arg(referee.folder.path().join("letters"));
    command.args(GAMES.map(|game| referee.folder.path().join(game))).assert().code(0);
    assert!(maildir.join("cur/1700000000.M1.host:2,S").exists());
    assert_eq!(referee.filed(), [row["digest"].clone()]);
}

fn kept(letters: &Path, letter: &[u8]) -> bool {
    let path = letters.join(format!("{}.eml", Digest::of(letter)));
    fs::read(path).is_ok_and(|found| found == letter)
}
