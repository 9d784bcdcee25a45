//! What a command costs as a game grows: `cargo bench --bench long -- TITLE [OPTION=VALUE]... [RECORDS] ORDERS` lets built-in players
//! begin a game and every seat then file these orders until there are RECORDS (without a number: 1,000). It gives the CPU time of the
//! commands that a player or a referee waits for after a tenth, a third and all of them, the size of a record, and what the proof of the
//! whole takes. In Punica two passing sides go on for ever once repetition and quiet turns end no game:
//! `cargo bench --bench long -- punica repetition=none quiet=0 10000 'orders: {action: pass, discard: lowest}'`.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "it makes its own folders and runs the program"
)]

use ed25519_dalek::{Signer, SigningKey};
use engine::{BotStyle, Rng};
use record::exchange::{Envelope, compose};
use record::{Namespace, PrivateKey};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use tabella::cli::common::reports;
use tabella::cli::demo::{self, Match};
use tabella::store::{Absences, Folder, Resolution, Submission, load, resolve, submit};

/// Games begun before it is given up.
const TRIES: u64 = 100;
/// Records that built-in players make.
const BEGUN: u32 = 8;
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
    let Some(passing) = words.iter().find(|word| word.starts_with("orders:")) else {
        return println!("give the orders by which a seat passes: see benches/long.rs");
    };
    let options = words.iter().filter_map(|word| word.split_once('='));
    let options = options.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    let scratch = std::env::temp_dir().join(format!("tabella-long-{}", std::process::id()));
    let steps = [records / 10, records / 3, records];
    let game = long_game(&scratch, title, &options, passing, records);
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
        // What reports remember tells of records that are off now: it is made anew once, and not in each run.
        tabella(root, &["report"], None);
        let form = ["form", "--seat", &seat, "--salt", "--out"];
        tabella(root, &form, Some(&orders));
        let costs = [
            cost(|| tabella(root, &["status"], None)),
            cost(|| tabella(root, &["form", "--seat", &seat], None)),
            cost(|| tabella(root, &["check"], Some(&orders))),
        ];
        let resolved = resolution(&scratch, root, step);
        let [status, form, check] = costs.map(milliseconds);
        println!(
            "{step:>8} {status:>9} {form:>9} {check:>9} {:>9} {:>11}",
            milliseconds(resolved),
            size(&root.join("turns")) / u64::from(step + 1)
        );
    }
    let _ = fs::remove_dir_all(&scratch);
}

/// A game that built-in players begin, and in which everybody passes then.
fn long_game(
    scratch: &Path,
    title: &str,
    options: &BTreeMap<String, String>,
    passing: &str,
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
            records_max: BEGUN.min(records),
        };
        let (mut rng, mut drawn) = (Rng::new(seed), Vec::new());
        let mut draw = || {
            let bytes = std::array::from_fn(|_| u8::try_from(rng.below(256)).expect("a byte"));
            drawn.push(bytes);
            Ok(bytes)
        };
        demo::play_by(&plan, &mut draw, |_| ()).expect("the game is recorded");
        // Among what was drawn are the seats' keys.
        let keys: Vec<_> = drawn.iter().map(|bytes| PrivateKey::generate(bytes, "seat")).collect();
        while newest(&root) < records {
            if !pass(&root, &keys, passing, &mut rng) {
                break;
            }
        }
        if newest(&root) >= records {
            return root;
        }
    }
    panic!("none of {TRIES} games went on for {records} records")
}

/// Files these orders for every seat that is awaited, and resolves; false once the game is over.
fn pass(root: &Path, keys: &[PrivateKey], orders: &str, rng: &mut Rng) -> bool {
    let folder = Folder::find(root).expect("a game");
    let game = load(&folder).expect("it can be taken up");
    let mut seats: Vec<_> = game.session.awaited().into_iter().map(|asked| asked.seat).collect();
    seats.dedup();
    for seat in seats {
        let owns = |key: &&PrivateKey| game.signers.key(seat.name()) == Some(key.public());
        let envelope = Envelope {
            game: &game.session.charter.game,
            phase: game.open_phase(),
            seat: &seat,
            after: game.session.head,
            revision: 1,
            final_: true,
            salt: Some(std::array::from_fn(|_| u8::try_from(rng.below(256)).expect("a byte"))),
            comments: &[],
        };
        let text = compose(&envelope, orders);
        let key = keys.iter().find(owns).expect("the seat has one of these keys");
        let signature = key.sign(Namespace::Orders, text.as_bytes());
        let filed = submit(&folder, text.as_bytes(), Some(signature.as_bytes()));
        assert!(matches!(filed, Ok(Submission::Filed(_))), "{filed:?}");
    }
    match resolve(&folder, &Absences::None, &reports::renderer(root)).expect("it is resolved") {
        Resolution::Done(step) => step.done.outcome.is_none(),
        Resolution::Over(_) => false,
        Resolution::Waiting(waiting) => panic!("{waiting:?}"),
        Resolution::Completed(number) => panic!("record {number} was left behind"),
    }
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
fn resolution(scratch: &Path, root: &Path, last: u32) -> Duration {
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
    let [played, digests, signatures] = parts(game);
    let least = played + digests + signatures;
    println!(
        "verify: {} of CPU, {peak} at most; {}.{} times the {} for playing again in memory, {} for \
         digests and {} for signatures",
        milliseconds(spent),
        spent.as_millis() / least.as_millis(),
        spent.as_millis() * 10 / least.as_millis() % 10,
        milliseconds(played),
        milliseconds(digests),
        milliseconds(signatures)
    );
}

/// CPU time of what no proof can leave out: every phase played again in memory, a digest of every byte of the records, and
/// a check of every signature in them.
fn parts(root: &Path) -> [Duration; 3] {
    let game = load(&Folder::find(root).expect("a game")).expect("it can be taken up");
    let key = SigningKey::from_bytes(&[7; 32]);
    let (message, held) = ([0; 256], key.verifying_key());
    let signature = key.sign(&message);
    let [mut played, mut digests, mut signatures] = [Duration::ZERO; 3];
    for number in 0..=game.session.number {
        if let Some((mut session, from)) = game.before(number).expect("it can be played again") {
            played += timed(|| drop(black_box(session.resolve(&from.inputs()))));
        }
        for (path, bytes) in files(&record(root, number)) {
            digests += timed(|| _ = black_box(Sha256::digest(&bytes)));
            if path.extension().is_some_and(|end| end == "sig") {
                signatures += timed(|| held.verify_strict(&message, &signature).expect("ours"));
            }
        }
    }
    [played, digests, signatures]
}

/// Every file of a folder and of those below it.
fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let entries =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let files = entries.flat_map(|path| {
        if path.is_dir() {
            return files(&path);
        }
        let bytes = fs::read(&path).expect("a file");
        vec![(path, bytes)]
    });
    files.collect()
}

/// The time for which this thread was on a processor meanwhile.
fn timed(work: impl FnOnce()) -> Duration {
    let spent = || {
        let text = fs::read_to_string("/proc/thread-self/schedstat").expect("Linux counts it");
        let first = text.split(' ').next().expect("a number");
        Duration::from_nanos(first.parse().expect("nanoseconds"))
    };
    let before = spent();
    work();
    spent().saturating_sub(before)
}
