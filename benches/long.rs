//! What a command costs as a game grows: `cargo bench --bench long -- TITLE [OPTION=VALUE]... [RECORDS]` plays games of a title until
//! one reaches RECORDS (without a number: 1,000), and gives the CPU time of the commands that a player or a referee waits for
//! after a tenth, a third and all of them, the size of a record, and what its proof takes. Some games of Punica never end once
//! repetition and quiet turns end none: `cargo bench --bench long -- punica repetition=none quiet=0 10000`.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "it makes its own folders and runs the program"
)]

use engine::BotStyle;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use tabella::cli::demo::{self, Match};
use tabella::store::{Folder, load};

/// Games begun before it is given up.
const TRIES: u64 = 1_000;
/// Times that a command is run for one figure.
const RUNS: u32 = 20;
/// The number of ticks a second in which Linux counts the CPU time of processes.
const TICKS: u32 = 100;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let Some(title) = words.first() else {
        return println!("name a title to play: see benches/long.rs");
    };
    let records: u32 = words.iter().find_map(|word| word.parse().ok()).unwrap_or(1_000);
    let options = words.iter().filter_map(|word| word.split_once('='));
    let options = options.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    let scratch = std::env::temp_dir().join(format!("tabella-long-{}", std::process::id()));
    let steps = [records / 10, records / 3, records];
    let game = long_game(&scratch, title, &options, records);
    proof(&game);
    println!(
        "{:>8} {:>9} {:>9} {:>9} {:>9} {:>11}",
        "records", "status", "form", "check", "resolve", "bytes each"
    );
    // From all of them down: what is taken off the end costs less than a copy of it.
    for step in steps.into_iter().rev() {
        cut(&game, step);
        let root = game.as_path();
        let seat = awaited(root);
        let orders = scratch.join("orders.yaml");
        let form = ["form", "--seat", &seat, "--salt", "--out"];
        tabella(root, &form, Some(&orders));
        let costs = [
            cost(|| tabella(root, &["status"], None)),
            cost(|| tabella(root, &["form", "--seat", &seat], None)),
            cost(|| tabella(root, &["check"], Some(&orders))),
        ];
        let resolved = resolve(&scratch, root, step);
        let [status, form, check] = costs.map(milliseconds);
        println!(
            "{step:>8} {status:>9} {form:>9} {check:>9} {:>9} {:>11}",
            milliseconds(resolved),
            size(&root.join("turns")) / u64::from(step + 1)
        );
    }
    let _ = fs::remove_dir_all(&scratch);
}

/// The first game that is as long as it should be.
fn long_game(
    scratch: &Path,
    title: &str,
    options: &BTreeMap<String, String>,
    records: u32,
) -> PathBuf {
    let root = scratch.join("game");
    for seed in 1..=TRIES {
        let _ = fs::remove_dir_all(&root);
        let plan = Match {
            root: root.clone(),
            title: title.to_owned(),
            scenario: None,
            options: options.clone(),
            tempo: "brisk".to_owned(),
            style: BotStyle::Sensible,
            seed,
            records_max: records,
        };
        demo::play(&plan, |_| ()).expect("the game is recorded");
        if newest(&root) >= records {
            return root;
        }
    }
    panic!("none of {TRIES} games went on for {records} records")
}

fn newest(root: &Path) -> u32 {
    load(&Folder::find(root).expect("a game")).expect("it can be taken up").session.number
}

/// Takes off all records behind `last`.
fn cut(root: &Path, last: u32) {
    for number in last + 1..=newest(root) {
        fs::remove_dir_all(record(root, number)).expect("a record");
    }
    let signed = root.join(".tabella/signed");
    let text = fs::read_to_string(&signed).expect("the memory of the referee's program");
    let kept: Vec<&str> = text.lines().take(last as usize + 1).collect();
    fs::write(&signed, kept.join("\n") + "\n").expect("it can be written");
}

fn record(root: &Path, number: u32) -> PathBuf {
    root.join(format!("turns/{number:04}"))
}

fn copied(from: &Path, to: &Path) {
    let _ = fs::remove_dir_all(to);
    let done = Command::new("cp").arg("-a").arg(from).arg(to).status();
    assert!(done.is_ok_and(|status| status.success()));
}

fn awaited(root: &Path) -> String {
    let game = load(&Folder::find(root).expect("a game")).expect("it can be taken up");
    game.session.play.awaited().first().expect("somebody is awaited").seat.to_string()
}

fn tabella(root: &Path, words: &[&str], file: Option<&Path>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tabella"));
    command.arg("-C").arg(root).args(words).args(file).stdout(Stdio::null());
    // A draft of a form may be refused; that costs no less.
    command.stderr(Stdio::null()).status().expect("it runs");
}

/// The CPU time of the children that have ended so far, in clock ticks.
fn ticks() -> u32 {
    let text = fs::read_to_string("/proc/self/stat").expect("Linux counts it");
    let fields: Vec<&str> = text.rsplit(')').next().expect("a name").split_whitespace().collect();
    [13, 14].iter().map(|field| fields[*field].parse::<u32>().expect("a number")).sum()
}

/// Mean CPU time of one run.
fn cost(run: impl Fn()) -> Duration {
    let before = ticks();
    (0..RUNS).for_each(|_| run());
    Duration::from_secs(1) * (ticks() - before) / (TICKS * RUNS)
}

/// Mean CPU time of `tabella resolve --deadline` behind record `last`; what it did is undone each time.
fn resolve(scratch: &Path, root: &Path, last: u32) -> Duration {
    let (memory, kept) = (root.join(".tabella"), scratch.join("kept"));
    copied(&memory, &kept);
    let mut spent = 0;
    for _ in 0..RUNS {
        let before = ticks();
        tabella(root, &["resolve", "--deadline"], None);
        spent += ticks() - before;
        fs::remove_dir_all(record(root, last + 1)).expect("what was resolved");
        copied(&kept, &memory);
    }
    Duration::from_secs(1) * spent / (TICKS * RUNS)
}

fn milliseconds(time: Duration) -> String {
    format!("{} ms", time.as_millis())
}

fn size(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
    let sizes = entries.map(|entry| {
        let found = entry.metadata().expect("a file");
        if found.is_dir() { size(&entry.path()) } else { found.len() }
    });
    sizes.sum()
}

/// CPU time and highest memory of `tabella verify`.
fn proof(game: &Path) {
    let before = ticks();
    let mut command = Command::new(env!("CARGO_BIN_EXE_tabella"));
    let mut child = command.arg("verify").arg(game).stdout(Stdio::null()).spawn().expect("it runs");
    let mut peak = String::new();
    let status = loop {
        if let Some(status) = child.try_wait().expect("it is ours") {
            break status;
        }
        let told = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let highest = told.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        peak = highest.map_or(peak, |found| found.trim().to_owned());
        std::thread::sleep(Duration::from_millis(20));
    };
    assert!(status.success(), "the game adds up");
    let spent = Duration::from_secs(1) * (ticks() - before) / TICKS;
    println!("verify: {} of CPU, {peak} at most", milliseconds(spent));
}
