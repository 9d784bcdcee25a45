//! How fast De Bello Punico is resolved, proved and played by its built-in players.
//!
//! `cargo bench --bench de_bello_punico`.
#![allow(clippy::disallowed_methods, missing_docs, reason = "a benchmark makes its own folders")]

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use engine::rules::BotStyle;
use engine::selfplay::Scrutiny;
use engine::title::RawOrders;
use engine::{Dice, Rng};
use rayon::prelude::*;
use record::exchange::yaml;
use std::collections::{BTreeMap, BTreeSet};
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tabella::cli::demo::{self, Match};
use tabella::cli::titles;
use tabella::store;
use tabella::store::folder_source::FolderSource;
use tabella::verify::{Expected, verify};

/// Games played side by side in one measurement.
const GAMES: u64 = 32;

/// The first records of a game, or all of it.
fn recorded(root: &Path, records: u32) -> PathBuf {
    let root = root.join(format!("de-bello-punico-{records}"));
    let plan = Match {
        root: root.clone(),
        title: "de-bello-punico".to_owned(),
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

/// One half in memory: two armies in contact.
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
            let root = yaml::parse(&text).expect("a proposal is YAML");
            let part = |key: &str| root.get(key).cloned();
            (
                asked.seat,
                RawOrders {
                    orders: part("orders"),
                    ahead: part("ahead"),
                    standing: part("standing"),
                },
            )
        })
        .collect();
    criterion.bench_function("de-bello-punico: resolve one phase in memory", |bench| {
        bench.iter_batched(
            || game.session.play.copy(),
            |mut play| {
                let mut dice = Dice::seeded([7; 32], None);
                black_box(play.turn(1, &sheets, &BTreeSet::new(), &mut dice).expect("it resolves"))
            },
            BatchSize::SmallInput,
        );
    });
    criterion.bench_function("de-bello-punico: fill in an order form", |bench| {
        let seat = &game.session.play.awaited()[0].seat;
        bench.iter(|| black_box(game.session.play.form(seat)));
    });
}

/// Proof of a recorded game.
fn verify_game(criterion: &mut Criterion, folder: &Path) {
    let source = FolderSource::open(folder).expect("a folder");
    let verdict = verify(&source, Expected::default());
    assert!(verdict.holds(), "{:?}", verdict.findings);
    let mut group = criterion.benchmark_group("de-bello-punico: verify");
    group.sample_size(10).throughput(Throughput::Elements(u64::from(verdict.replayed)));
    group.bench_function(format!("a game of {} phases", verdict.replayed), |bench| {
        bench.iter(|| verify(&source, Expected::default()))
    });
    group.finish();
}

/// Whole games of built-in players on all cores.
fn self_play(criterion: &mut Criterion) {
    let loaded = titles::packed_title("de-bello-punico").expect("the title");
    let setup = titles::setup(loaded.as_ref(), None, &[], "brisk").expect("the scenario");
    let styles = setup.seats.iter().map(|(seat, _)| (seat.clone(), BotStyle::Sensible)).collect();
    let mut group = criterion.benchmark_group("de-bello-punico: self-play");
    group.sample_size(10).throughput(Throughput::Elements(GAMES));
    group.bench_function("games", |bench| {
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
    let scratch =
        std::env::temp_dir().join(format!("tabella-bench-de-bello-punico-{}", std::process::id()));
    std::fs::create_dir_all(&scratch).expect("a folder to work in");
    resolve_in_memory(criterion, &recorded(&scratch, 15));
    verify_game(criterion, &recorded(&scratch, 400));
    self_play(criterion);
    let _ = std::fs::remove_dir_all(&scratch);
}

criterion_group! {
    name = benches;
    config = Criterion::default().measurement_time(Duration::from_secs(5));
    targets = all
}
criterion_main!(benches);
