//! Measures how fast the turns of every title are asked for, resolved, sealed and proved, how fast its built-in players
//! play, and how fast the program starts.
//!
//! `cargo bench`, or `cargo bench -- punica` for one title. Figures of one run compare with each other; those of two
//! machines, or of a busy one, do not.
#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "it makes its own folders")]

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use ed25519_dalek::{Signer, SigningKey};
use engine::selfplay::CheckLevel;
use engine::title::RawOrders;
use engine::{BotStyle, Dice, Rng, Seat, Viewer};
use rayon::prelude::*;
use record::exchange::yaml;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use tabella::catalogue;
use tabella::cli::common::{reports, titles};
use tabella::cli::demo::{self, Match};
use tabella::store::copies::folder_source::FolderSource;
use tabella::store::{Folder, Game, load};
use tabella::verify::{Expected, verify};

/// Records after which the armies of every title are in contact.
const CONTACT: u32 = 12;
/// Most records of the game that is proved.
const RECORDS: u32 = 100;
/// Games played side by side in one measurement.
const GAMES: u64 = 16;

/// The first records of a game between built-in players, in a folder of its own.
fn recorded(scratch: &Path, title: &str, records: u32) -> PathBuf {
    let root = scratch.join(format!("{title}-{records}"));
    let plan = Match {
        root: root.clone(),
        title: title.to_owned(),
        scenario: None,
        options: BTreeMap::new(),
        tempo: "brisk".to_owned(),
        style: BotStyle::Sensible,
        seed: 3,
        records_max: records,
    };
    demo::play(&plan, |_| ()).expect("the game is recorded");
    root
}

/// The orders of built-in players for the open phase.
fn proposals(game: &Game) -> BTreeMap<Seat, RawOrders> {
    let mut rng = Rng::new(1);
    let orders = |seat: Seat| {
        let text = game.session.play.propose(&seat, BotStyle::Sensible, &mut rng);
        let root = yaml::parse(&text).expect("a proposal is YAML");
        (seat, RawOrders::of(&root))
    };
    game.session.play.awaited().into_iter().map(|asked| asked.seat).map(orders).collect()
}

/// One phase in memory, armies in contact, and the form that asks for it.
fn one_phase(criterion: &mut Criterion, title: &str, folder: &Path) {
    let game = load(&Folder::find(folder).expect("a game")).expect("it can be taken up");
    let Some(asked) = game.session.play.awaited().first().cloned() else { return };
    let orders = proposals(&game);
    criterion.bench_function(&format!("{title}: resolve one phase in memory"), |bench| {
        bench.iter_batched(
            || game.session.play.copy(),
            |mut play| {
                let mut dice = Dice::seeded([7; 32], None);
                black_box(play.turn(1, &orders, &BTreeSet::new(), &mut dice).expect("it resolves"))
            },
            BatchSize::SmallInput,
        );
    });
    criterion.bench_function(&format!("{title}: fill in an order form"), |bench| {
        bench.iter(|| black_box(game.session.play.form(&asked.seat)));
    });
    let (map, reporter) = (game.session.play.picture(&Viewer::Public), reports::reporter());
    criterion.bench_function(&format!("{title}: draw the map"), |bench| {
        bench.iter(|| black_box(reporter.svg(&map).expect("drawn")));
    });
}

/// The whole command, from the start of the process to the sealed record.
fn resolve_process(criterion: &mut Criterion, title: &str, folder: &Path, scratch: &Path) {
    let copy = scratch.join("copy");
    criterion.bench_function(&format!("{title}: the whole `tabella resolve` process"), |bench| {
        bench.iter_batched(
            || {
                let _ = std::fs::remove_dir_all(&copy);
                let copied = Command::new("cp").arg("-a").arg(folder).arg(&copy).status();
                assert!(copied.is_ok_and(|status| status.success()));
            },
            |()| {
                let mut command = Command::new(env!("CARGO_BIN_EXE_tabella"));
                command.arg("-C").arg(&copy).args(["resolve", "--deadline"]);
                let done = command.output().expect("it runs");
                assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
            },
            BatchSize::PerIteration,
        );
    });
}

/// Proof of a recorded game.
fn proof(criterion: &mut Criterion, title: &str, folder: &Path) {
    let source = FolderSource::open(folder).expect("a folder");
    let verdict = verify(&source, Expected::default());
    assert!(verdict.holds(), "{:?}", verdict.findings);
    let mut group = criterion.benchmark_group(title);
    group.sample_size(10).throughput(Throughput::Elements(u64::from(verdict.replayed)));
    group.bench_function(format!("verify a game of {} phases", verdict.replayed), |bench| {
        bench.iter(|| verify(&source, Expected::default()));
    });
    group.finish();
}

/// The least work of a proof: a digest of every byte of its records, and a check of every signature in it.
fn bare_proof(criterion: &mut Criterion, title: &str, folder: &Path) {
    let files = files(&folder.join("turns"));
    let signed =
        files.iter().filter(|(path, _)| path.extension().is_some_and(|end| end == "sig")).count();
    let key = SigningKey::from_bytes(&[7; 32]);
    let (message, held) = ([0; 256], key.verifying_key());
    let signature = key.sign(&message);
    let mut group = criterion.benchmark_group(title);
    group.sample_size(10);
    group.bench_function("digests and signatures of that game alone", |bench| {
        bench.iter(|| {
            for (_, bytes) in &files {
                black_box(Sha256::digest(bytes));
            }
            (0..signed).for_each(|_| held.verify_strict(&message, &signature).expect("it is ours"));
        });
    });
    group.finish();
}

/// Every file of a folder and of those below it.
fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let entries =
        std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let files = entries.flat_map(|path| {
        if path.is_dir() {
            return files(&path);
        }
        let bytes = std::fs::read(&path).expect("a file");
        vec![(path, bytes)]
    });
    files.collect()
}

/// The start of the process, its arguments read, and its end.
fn start_up(criterion: &mut Criterion) {
    criterion.bench_function("start of the process", |bench| {
        bench.iter(|| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_tabella"));
            black_box(command.arg("--version").output().expect("it runs"))
        });
    });
}

/// Whole games of built-in players on all cores.
fn self_play(criterion: &mut Criterion, title: &str) {
    let loaded = titles::packed_title(title).expect("the title");
    let setup = titles::setup(loaded.as_ref(), None, &[], "brisk").expect("the first scenario");
    let styles =
        setup.seats.iter().map(|(seat, _)| (seat.clone(), BotStyle::Sensible.into())).collect();
    let mut group = criterion.benchmark_group(title);
    group.sample_size(10).throughput(Throughput::Elements(GAMES));
    group.bench_function("self-play, games", |bench| {
        bench.iter(|| {
            (0..GAMES).into_par_iter().for_each(|seed| {
                let played = loaded.self_play(&setup, &styles, seed, 10_000, CheckLevel::Sound);
                black_box(played.expect("every phase is sound"));
            });
        });
    });
    group.finish();
}

fn all(criterion: &mut Criterion) {
    start_up(criterion);
    let scratch = std::env::temp_dir().join(format!("tabella-bench-{}", std::process::id()));
    std::fs::create_dir_all(&scratch).expect("a folder to work in");
    for title in catalogue::titles().iter().map(|title| title.slug()) {
        let short = recorded(&scratch, title, CONTACT);
        one_phase(criterion, title, &short);
        resolve_process(criterion, title, &short, &scratch);
        let long = recorded(&scratch, title, RECORDS);
        proof(criterion, title, &long);
        bare_proof(criterion, title, &long);
        self_play(criterion, title);
    }
    let _ = std::fs::remove_dir_all(&scratch);
}

criterion_group! {
    name = benches;
    config = Criterion::default().measurement_time(Duration::from_secs(5));
    targets = all
}
criterion_main!(benches);
