//! How fast Punica is resolved, proved and played by built-in players.
//!
//! `cargo bench --bench punica`. Figures of one run compare with each other; those of two machines, or of a busy one, do not.
#![allow(clippy::disallowed_methods, missing_docs, reason = "a benchmark makes its own folders")]

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use engine::rules::BotStyle;
use engine::selfplay::Scrutiny;
use engine::title::{Play, RawOrders};
use engine::{Dice, Rng, Seat};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use tabella::cli::demo::{self, Match};
use tabella::cli::titles;
use tabella::store::folder_source::FolderSource;
use tabella::verify::{Expected, verify};

/// Games played side by side in one measurement.
const GAMES: u64 = 64;

/// A recorded game of aimless players, which goes on for long.
fn recorded(root: &Path, records: u32) -> PathBuf {
    let root = root.join(format!("bench-{records}"));
    let plan = Match {
        root: root.clone(),
        title: "punica".to_owned(),
        scenario: None,
        options: BTreeMap::default(),
        tempo: "full".to_owned(),
        style: BotStyle::Random,
        seed: 11,
        records_max: records,
    };
    demo::play(&plan, |_| ()).expect("the game is recorded");
    root
}

/// Orders of both seats as an order file holds them.
fn sheets(game: &dyn Play) -> BTreeMap<Seat, RawOrders> {
    let mut rng = Rng::new(1);
    let propose = |seat: Seat| {
        let text = game.propose(&seat, BotStyle::Sensible, &mut rng);
        let root = record::exchange::yaml::parse(&text).expect("a proposal is YAML");
        let part = |key: &str| root.get(key).cloned();
        let sheet =
            RawOrders { orders: part("orders"), ahead: part("ahead"), standing: part("standing") };
        (seat, sheet)
    };
    ["rome", "carthage"].map(Seat::new).into_iter().map(propose).collect()
}

/// The first turn in memory, and its proposal.
fn one_turn(criterion: &mut Criterion) {
    let loaded = titles::packed_title("punica").expect("the title");
    let setup = titles::setup(loaded.as_ref(), None, &[], "brisk").expect("the first scenario");
    let game = loaded.open(&setup).expect("it opens");
    let sheets = sheets(game.as_ref());
    criterion.bench_function("punica: resolve one turn in memory", |bench| {
        bench.iter_batched(
            || game.copy(),
            |mut play| {
                let mut dice = Dice::seeded([7; 32], None);
                black_box(play.turn(1, &sheets, &BTreeSet::new(), &mut dice).expect("it resolves"))
            },
            BatchSize::SmallInput,
        );
    });
    let carthage = Seat::new("carthage");
    criterion.bench_function(
        "punica: an action and its policies by the built-in player",
        |bench| {
            bench.iter(|| black_box(game.propose(&carthage, BotStyle::Sensible, &mut Rng::new(1))));
        },
    );
    criterion.bench_function("punica: the order form", |bench| {
        bench.iter(|| black_box(game.form(&carthage)))
    });
}

/// The whole command, from the start of the process to the sealed record.
fn resolve_process(criterion: &mut Criterion, folder: &Path, scratch: &Path) {
    let copy = scratch.join("copy");
    criterion.bench_function("punica: the whole `tabella resolve` process", |bench| {
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
    let mut group = criterion.benchmark_group("punica: verify");
    group.sample_size(10).throughput(Throughput::Elements(u64::from(verdict.replayed)));
    let name = format!("a game of {} phases", verdict.replayed);
    group.bench_function(name, |bench| bench.iter(|| verify(&source, Expected::default())));
    group.finish();
}

/// Whole games of built-in players on all cores.
fn self_play(criterion: &mut Criterion) {
    let loaded = titles::packed_title("punica").expect("the title");
    let options =
        ["repetition=threefold", "quiet=40"].map(|option| option.split_once('=').expect("a pair"));
    let mut setup = titles::setup(loaded.as_ref(), None, &[], "brisk").expect("the first scenario");
    setup.options.extend(options.map(|(name, value)| (name.to_owned(), value.to_owned())));
    for (name, style) in [("sensible", BotStyle::Sensible), ("random", BotStyle::Random)] {
        let styles = setup.seats.iter().map(|(seat, _)| (seat.clone(), style)).collect();
        let mut group = criterion.benchmark_group("punica: self-play");
        group.sample_size(10).throughput(Throughput::Elements(GAMES));
        group.bench_function(format!("{name} games"), |bench| {
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
}

fn all(criterion: &mut Criterion) {
    let scratch = std::env::temp_dir().join(format!("tabella-bench-punica-{}", std::process::id()));
    std::fs::create_dir_all(&scratch).expect("a folder to work in");
    let short = recorded(&scratch, 12);
    let long = recorded(&scratch, 200);
    one_turn(criterion);
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
