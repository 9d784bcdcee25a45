//! Records the examples anew: `tools/record-examples` runs this when the format of records or the rules of a title have changed.
//!
//! Keys, salts, secrets and dice follow from the plan and a seed, and the script sets the clock: the same program records the same
//! bytes again.

use crate::common::copy;
use crate::current_pages::digests;
use crate::examples::{EXAMPLE_MAX, recorded_pages};
use crate::table::{files_of, run, tabella};
use engine::{BotStyle, Rng};
use record::Digest;
use std::fs;
use std::path::Path;
use tabella::cli::demo::{Match, play_by};

struct Plan {
    title: &'static str,
    scenario: &'static str,
    options: &'static [(&'static str, &'static str)],
    tempo: &'static str,
    /// The first seed tried: the one that last yielded a game.
    seed: u64,
    /// True if a record must end with a question in the middle of a resolution.
    halts: bool,
    /// Records after which the game is too long if it is not over or, for a title whose games never are, breaks off.
    records: u32,
    whole: bool,
}

const PLANS: [Plan; 5] = [
    Plan {
        title: "combined-arms",
        scenario: "battle",
        options: &[("placement", "blind")],
        tempo: "full",
        seed: 26,
        halts: true,
        records: RECORDS_MAX,
        whole: true,
    },
    Plan {
        title: "punica",
        scenario: "standard",
        options: &[("clock", "6")],
        tempo: "brisk",
        seed: 1,
        halts: false,
        records: RECORDS_MAX,
        whole: true,
    },
    Plan {
        title: "metaurus",
        scenario: "metaurus",
        options: &[("turn-limit", "2")],
        tempo: "brisk",
        seed: 1,
        halts: false,
        records: RECORDS_MAX,
        whole: true,
    },
    Plan {
        title: "duelling-republics",
        scenario: "players-4",
        options: &[("years", "1")],
        tempo: "brisk",
        seed: 1,
        halts: false,
        records: RECORDS_MAX,
        whole: true,
    },
    Plan {
        title: "de-bello-punico",
        scenario: "trebbia",
        options: &[],
        tempo: "brisk",
        seed: 1,
        halts: false,
        records: 7,
        whole: false,
    },
];

/// Maximum number of records of a game.
const RECORDS_MAX: u32 = 16;

#[test]
#[ignore = "writes over the recorded games: run tools/record-examples"]
fn the_examples() {
    let only = std::env::var("TABELLA_EXAMPLE").ok();
    let wanted = |plan: &Plan| only.as_deref().is_none_or(|only| only == plan.title);
    for plan in PLANS.into_iter().filter(wanted) {
        let place = tempfile::tempdir().unwrap();
        let root = place.path().join(format!("{}-example", plan.title));
        let found = (plan.seed..plan.seed + 99).find(|seed| {
            let _ = fs::remove_dir_all(&root);
            play(&plan, *seed, &root);
            suits(&plan, &root)
        });
        let seed = found.unwrap_or_else(|| panic!("{}: no game is short enough", plan.title));
        println!("{}: the game of seed {seed}", plan.title);
        keep(plan.title, &root);
    }
}

fn play(plan: &Plan, seed: u64, root: &Path) {
    let mut rng = Rng::new(seed);
    // Each title's own: who has one key in two games is one person.
    let mut draw = || {
        let drawn = format!("{} {seed} {}", plan.title, rng.below(1 << 30));
        Ok(*Digest::of(drawn.as_bytes()).bytes())
    };
    let options = plan.options.iter().map(|(name, value)| ((*name).into(), (*value).into()));
    let game = Match {
        root: root.to_owned(),
        title: plan.title.to_owned(),
        scenario: Some(plan.scenario.to_owned()),
        options: options.collect(),
        tempo: plan.tempo.to_owned(),
        style: BotStyle::Sensible,
        seed,
        records_max: plan.records,
    };
    play_by(&game, &mut draw, |_| ()).unwrap();
}

/// True if a game is over and small enough, and halts if it must.
fn suits(plan: &Plan, root: &Path) -> bool {
    let turns = files_of(&root.join("turns"));
    let any = |name: &str, line: &str| {
        turns.iter().any(|(path, bytes)| {
            path.ends_with(name) && String::from_utf8_lossy(bytes).contains(line)
        })
    };
    let data = files_of(&root.join("data"));
    let bytes: usize = turns.values().chain(data.values()).map(Vec::len).sum();
    // The charter and the list of keys are small.
    bytes + 4_000 < EXAMPLE_MAX
        && (!plan.whole || any("/turn.yaml", "\noutcome:\n"))
        && (!plan.halts || any("/hidden.yaml", "\nhalted:\n"))
}

/// Keeps the public part of a game, its story and the digests of its pages.
fn keep(title: &str, root: &Path) {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = repository.join("games").join(title);
    let example = folder.join("example");
    fs::remove_dir_all(&example).unwrap();
    fs::create_dir(&example).unwrap();
    for kept in ["data", "turns"] {
        copy(&root.join(kept), &example.join(kept));
    }
    for kept in ["allowed_signers", "game.yaml"] {
        fs::copy(root.join(kept), example.join(kept)).unwrap();
    }
    let pages = root.with_extension("pages");
    run(tabella().arg("-C").arg(&example).args(["report", "--all"]).arg(&pages)).ended(0);
    fs::write(recorded_pages(title), digests(&pages)).unwrap();
    let story = run(tabella().arg("-C").arg(&example).args(["report", "--story"])).ended(0).out;
    fs::write(repository.join(format!("tests/fixtures/{title}.story.txt")), story).unwrap();
}
