//! How fast Duelling Republics is resolved, proved and played by built-in players.
//!
//! `cargo bench --bench duelling_republics`. Figures of one run compare with each other; those of two machines, or of a busy one, do not.
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

/// A recorded game of sensible players with as many records as are asked for.
fn recorded(root: &Path, records: u32) -> PathBuf {
    let root = root.join(format!("bench-{records}"));
    let plan = Match {
        root: root.clone(),
        title: "duelling-republics".to_owned(),
        scenario: None,
        options: BTreeMap::from([("years".to_owned(), "17".to_owned())]),
        tempo: "full".to_owned(),
        style: BotStyle::Sensible,
        seed: 11,
        records_max: records,
    };
    demo::play(&plan, |_| ()).expect("the game is recorded");
    root
}

/// Orders of all seats that are asked, as their order files hold them.
fn sheets(game: &dyn Play) -> BTreeMap<Seat, RawOrders> {
    let mut rng = Rng::new(1);
    let asked: BTreeSet<Seat> = game.awaited().into_iter().map(|asked| asked.seat).collect();
    let propose = |seat: Seat| {
        let text = game.propose(&seat, BotStyle::Sensible, &mut rng);
        let root = record::exchange::yaml::parse(&text).expect("a proposal is YAML");
        let part = |key: &str| root.get(key).cloned();
        let sheet =
            RawOrders { orders: part("orders"), ahead: part("ahead"), standing: part("standing") };
        (seat, sheet)
    };
    asked.into_iter().map(propose).collect()
}

/// A game of four players that has come to a phase of this name, and the number of the next record.
fn come_to(name: &str) -> (Box<dyn Play>, u32) {
    let loaded = titles::packed_title("duelling-republics").expect("the title");
    let setup = titles::setup(loaded.as_ref(), None, &[], "brisk").expect("the first scenario");
    let mut game = loaded.open(&setup).expect("it opens");
    for number in 1..100 {
        if game.phase().name == name {
            return (game, number);
        }
        let sheets = sheets(game.as_ref());
        let mut dice = Dice::seeded([7; 32], Some([9; 32]));
        game.turn(number, &sheets, &BTreeSet::new(), &mut dice).expect("it resolves");
    }
    panic!("the game never comes to {name}");
}

/// A season and a season's battles in memory, and what is written for them.
fn one_turn(criterion: &mut Criterion) {
    for (phase, what) in
        [("resources", "a political phase"), ("spring", "a season"), ("plan", "a season's battles")]
    {
        let (game, number) = come_to(phase);
        let sheets = sheets(game.as_ref());
        criterion.bench_function(
            &format!("duelling republics: resolve {what} in memory"),
            |bench| {
                bench.iter_batched(
                    || game.copy(),
                    |mut play| {
                        let mut dice = Dice::seeded([8; 32], Some([9; 32]));
                        black_box(
                            play.turn(number, &sheets, &BTreeSet::new(), &mut dice)
                                .expect("it resolves"),
                        )
                    },
                    BatchSize::SmallInput,
                );
            },
        );
    }
    let (game, _) = come_to("spring");
    let seat = game.awaited().into_iter().next().expect("somebody is awaited").seat;
    criterion.bench_function(
        "duelling republics: a season's orders by the built-in player",
        |bench| {
            bench.iter(|| black_box(game.propose(&seat, BotStyle::Sensible, &mut Rng::new(1))));
        },
    );
    criterion.bench_function("duelling republics: the order form of a season", |bench| {
        bench.iter(|| black_box(game.form(&seat)));
    });
}

/// The whole command, from the start of the process to the sealed record.
fn resolve_process(criterion: &mut Criterion, folder: &Path, scratch: &Path) {
    let copy = scratch.join("copy");
    criterion.bench_function("duelling republics: the whole `tabella resolve` process", |bench| {
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
    let mut group = criterion.benchmark_group("duelling republics: verify");
    group.sample_size(10).throughput(Throughput::Elements(u64::from(verdict.replayed)));
    let name = format!("a game of {} phases", verdict.replayed);
    group.bench_function(name, |bench| bench.iter(|| verify(&source, Expected::default())));
    group.finish();
}

/// Whole games of built-in players on all cores.
fn self_play(criterion: &mut Criterion) {
    let loaded = titles::packed_title("duelling-republics").expect("the title");
    let setup = titles::setup(loaded.as_ref(), None, &[], "brisk").expect("the first scenario");
    for (name, style) in [("sensible", BotStyle::Sensible), ("random", BotStyle::Random)] {
        let styles = setup.seats.iter().map(|(seat, _)| (seat.clone(), style)).collect();
        let mut group = criterion.benchmark_group("duelling republics: self-play");
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
    let scratch =
        std::env::temp_dir().join(format!("tabella-bench-duelling-{}", std::process::id()));
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
