//! How fast turns are resolved, sealed and proved, and how fast built-in players play.
//!
//! `cargo bench`. Figures of one run compare with each other; those of two machines, or of a busy one, do not.
#![allow(clippy::disallowed_methods, missing_docs, reason = "a benchmark makes its own folders")]

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use engine::rules::BotStyle;
use engine::selfplay::Scrutiny;
use engine::{Dice, Rng};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use tabella::cli::demo::{self, Match};
use tabella::cli::titles;
use tabella::store;
use tabella::store::folder_source::FolderSource;
use tabella::verify::{Expected, verify};

/// Records of the recorded game that is verified.
const RECORDS: u32 = 200;
/// Games played side by side in one measurement.
const GAMES: u64 = 64;

/// A recorded game of aimless players, which does not end too soon.
fn recorded(root: &Path, records: u32) -> PathBuf {
    let root = root.join(format!("bench-{records}"));
    let options = [("stall-limit", "0"), ("round-limit", "0"), ("repetition", "0")];
    let plan = Match {
        root: root.clone(),
        title: "combined-arms".to_owned(),
        scenario: None,
        options: options
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect(),
        tempo: "full".to_owned(),
        style: BotStyle::Random,
        seed: 3,
        records_max: records,
    };
    demo::play(&plan, |_| ()).expect("the game is recorded");
    root
}

/// One phase in memory: two armies in contact.
fn resolve_in_memory(criterion: &mut Criterion, folder: &Path) {
    let folder = store::Folder::find(folder).expect("a game");
    let game = store::load(&folder).expect("it can be taken up");
    let mut rng = Rng::new(1);
    let sheets: BTreeMap<_, _> = game
        .session
        .play
        .awaited()
        .into_iter()
        .map(|asked| {
            let text = game.session.play.propose(&asked.seat, BotStyle::Sensible, &mut rng);
            let root = record::exchange::yaml::parse(&text).expect("a proposal is YAML");
            let part = |key: &str| root.get(key).cloned();
            let sheet = engine::title::RawOrders {
                orders: part("orders"),
                ahead: part("ahead"),
                standing: part("standing"),
            };
            (asked.seat, sheet)
        })
        .collect();
    criterion.bench_function("resolve one phase in memory", |bench| {
        bench.iter_batched(
            || game.session.play.copy(),
            |mut play| {
                let mut dice = Dice::seeded([7; 32], None);
                black_box(play.turn(1, &sheets, &BTreeSet::new(), &mut dice).expect("it resolves"))
            },
            BatchSize::SmallInput,
        );
    });
}

/// The whole command, from the start of the process to the sealed record.
fn resolve_process(criterion: &mut Criterion, folder: &Path, scratch: &Path) {
    let copy = scratch.join("copy");
    criterion.bench_function("the whole `tabella resolve` process", |bench| {
        bench.iter_batched(
            || {
                let _ = std::fs::remove_dir_all(&copy);
                let copied = Command::new("cp").arg("-a").arg(folder).arg(&copy).status();
                assert!(copied.is_ok_and(|status| status.success()));
            },
            |()| {
                let mut command = Command::new(env!("CARGO_BIN_EXE_tabella"));
                let done = command
                    .arg("-C")
                    .arg(&copy)
                    .args(["resolve", "--deadline"])
                    .output()
                    .expect("it runs");
                assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
            },
            BatchSize::PerIteration,
        );
    });
}

/// Proof of a recorded game.
fn verify_game(criterion: &mut Criterion, folder: &Path) {
    let source = FolderSource::open(folder).expect("a folder");
    let verdict = verify(&source, Expected::default());
    assert!(verdict.holds(), "{:?}", verdict.findings);
    let mut group = criterion.benchmark_group("verify");
    group.sample_size(10).throughput(Throughput::Elements(u64::from(verdict.replayed)));
    group.bench_function(format!("a game of {} phases", verdict.replayed), |bench| {
        bench.iter(|| verify(&source, Expected::default()))
    });
    group.finish();
}

/// Whole games of built-in players on all cores.
fn self_play(criterion: &mut Criterion) {
    let loaded = titles::packed_title("combined-arms").expect("the title");
    let setup = titles::setup(loaded.as_ref(), None, &[], "brisk").expect("the first scenario");
    let styles = setup.seats.iter().map(|(seat, _)| (seat.clone(), BotStyle::Sensible)).collect();
    let mut group = criterion.benchmark_group("self-play");
    group.sample_size(10).throughput(Throughput::Elements(GAMES));
    group.bench_function("games of combined-arms", |bench| {
        bench.iter(|| {
            (0..GAMES).into_par_iter().for_each(|seed| {
                black_box(
                    loaded
                        .self_play(&setup, &styles, seed, 10_000, Scrutiny::Sound)
                        .expect("every phase is sound"),
                );
            });
        });
    });
    group.finish();
}

fn all(criterion: &mut Criterion) {
    let scratch = std::env::temp_dir().join(format!("tabella-bench-{}", std::process::id()));
    std::fs::create_dir_all(&scratch).expect("a folder to work in");
    let short = recorded(&scratch, 12);
    let long = recorded(&scratch, RECORDS);
    resolve_in_memory(criterion, &short);
    resolve_process(criterion, &short, &scratch);
    verify_game(criterion, &long);
    self_play(criterion);
    let _ = std::fs::remove_dir_all(&scratch);
}

criterion_group! {
    name = benches;
    config = Criterion::default().measurement_time(Duration::from_secs(5));
    targets = all
}
criterion_main!(benches);
