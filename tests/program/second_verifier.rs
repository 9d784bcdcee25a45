//! `tools/verify.py`, a second verifier in another language, against the recorded games and against whatever was tampered with.

use crate::tampering::papers::Papers;
use crate::tampering::recorded;
use record::sums::record_name;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tabella::verify::Verdict;
use tempfile::TempDir;

/// Codes of findings that need the rules of a title, or this program's own way of writing: the second verifier knows
/// neither.
const BY_RULES: [&str; 8] =
    ["V-replay", "V-state", "V-turn", "V-view", "V-data", "V-charter", "V-order", "V-fold"];

/// Stands in place of a code if a newer program wrote the game and nothing was judged.
const NEWER: &str = "newer";

pub(crate) fn run(arguments: &[&OsStr]) -> Output {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tools/verify.py");
    let output = Command::new("python3").arg(script).args(arguments).output();
    output.unwrap_or_else(|error| {
        panic!("this test needs python3 (Debian: apt-get install python3): {error}")
    })
}

pub(crate) fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// Asserts that both verifiers agree on a folder: the second finds nothing that the first does not, and everything that
/// needs no rules.
pub(crate) fn agrees(papers: &Papers, verdict: &Verdict, what: &str) {
    Batch::default().add(papers, verdict, what);
}

/// Folders on which both verifiers must agree. The second checks many in one process, since most of their signatures
/// are the same; the last of them when this is dropped.
#[derive(Default)]
pub(crate) struct Batch {
    /// Each with the codes that the first verifier found, and what was done to it.
    waiting: Vec<(TempDir, Vec<&'static str>, String)>,
}

impl Batch {
    /// Maximum number of folders that one process verifies.
    const MOST: usize = 100;

    pub(crate) fn add(&mut self, papers: &Papers, verdict: &Verdict, what: &str) {
        let folder = tempfile::tempdir().unwrap();
        papers.write(folder.path());
        let findings = verdict.findings.iter().map(|finding| finding.code);
        let codes = findings.chain(verdict.newer.iter().map(|_| NEWER)).collect();
        self.waiting.push((folder, codes, what.to_owned()));
        if self.waiting.len() == Self::MOST {
            self.judge();
        }
    }

    fn judge(&mut self) {
        let waiting = std::mem::take(&mut self.waiting);
        if waiting.is_empty() {
            return;
        }
        let folders: Vec<&OsStr> =
            waiting.iter().map(|(folder, ..)| folder.path().as_os_str()).collect();
        let output = run(&folders);
        let text = said(&output);
        for (folder, codes, what) in &waiting {
            let name = format!("{}: ", folder.path().display());
            let line = text.lines().find_map(|line| line.strip_prefix(&name));
            let line = line.unwrap_or_else(|| panic!("{what}: nothing is said of it: {text}"));
            let newer = line.starts_with("a newer tabella made this game");
            assert_eq!(*codes == [NEWER], newer, "{what}: {codes:?}, and the second says {line}");
            if line.starts_with("not consistent: ") {
                assert!(!codes.is_empty(), "{what}: only the second verifier says {line}");
            } else {
                let plain = codes.iter().find(|code| **code != NEWER && !BY_RULES.contains(code));
                assert_eq!(
                    plain, None,
                    "{what}: the second verifier finds nothing, the first {codes:?}"
                );
            }
        }
    }
}

impl Drop for Batch {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.judge();
        }
    }
}

fn recorded_games() -> Vec<PathBuf> {
    let titles = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("games")).unwrap();
    let beside = titles.flat_map(|title| fs::read_dir(title.unwrap().path()).unwrap());
    let folders = beside.map(|entry| entry.unwrap().path());
    let mut found: Vec<PathBuf> = folders.filter(|path| path.join("game.yaml").is_file()).collect();
    found.sort();
    assert!(found.len() >= 5, "{found:?}");
    found
}

#[test]
fn a_second_implementation_verifies_every_recorded_game() {
    let folders = recorded_games();
    let arguments: Vec<&OsStr> = folders.iter().map(|folder| folder.as_os_str()).collect();
    let output = run(&arguments);
    let text = said(&output);
    assert!(output.status.success(), "{text}");
    assert_eq!(text.matches(": adds up to record ").count(), folders.len(), "{text}");
    assert!(text.contains(" states from their events"), "{text}");
    assert!(!text.contains("still hidden") && !text.contains("files sealed"), "{text}");
}

#[test]
fn a_second_implementation_says_what_a_running_game_still_hides() {
    let table = &recorded().table;
    let out = table.beside("seen-by-a-second");
    table.tabella(&["share", "copy", out.to_str().unwrap()]).ended(0);
    let output = run(&[out.as_os_str()]);
    let text = said(&output);
    assert!(output.status.success() && text.contains(" files sealed"), "{text}");
    let whole = run(&[table.root().as_os_str()]);
    assert!(whole.status.success() && !said(&whole).contains("files sealed"), "{}", said(&whole));
}

#[test]
fn a_second_implementation_folds_the_events_of_combined_arms() {
    let mut altered = recorded().papers.clone();
    let number = altered.last();
    let path = format!("turns/{}/events.yaml", record_name(number));
    let text = altered.text(&path);
    let mut moves = text.lines().filter(|line| line.trim_start().starts_with("facing: "));
    let line = moves.next_back().expect("somebody moved").to_owned();
    let other = if line.ends_with(" n") { "s" } else { "n" };
    let turned = format!("{}: {other}", line.split(':').next().unwrap());
    altered.put(&path, text.replacen(&line, &turned, 1));
    altered.seal_anew(number, &recorded().referee);
    let folder = tempfile::tempdir().unwrap();
    altered.write(folder.path());
    let text = said(&run(&[folder.path().as_os_str()]));
    assert!(text.contains("is not what the recorded events make of the state before"), "{text}");
}

#[test]
fn no_check_of_the_second_verifier_can_be_taken_out_unnoticed() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/second/mutants.py");
    let output = Command::new("python3").arg(script).arg(env!("CARGO_BIN_EXE_tabella")).output();
    let output = output.expect("this test needs python3");
    assert!(output.status.success(), "{}", said(&output));
}
