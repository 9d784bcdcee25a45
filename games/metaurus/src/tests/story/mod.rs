//! Compares the stories of whole games with their events (`mutator::stories`). The checker replays the events for
//! itself.

mod bonds;
mod rules;
mod sums;
mod table;
mod truth;
mod whole;

use super::{loaded, setup};
use engine::{BotStyle, Tempo};
use mutator::stories::{self, Lies, Swaps};
use serde_json::Value;
use table::Table;
use truth::Checker;

/// One record as somebody is told of it.
struct Record<'a> {
    told: &'a stories::Record<'a>,
    /// The table before it.
    table: &'a Table,
    map: &'a Value,
}

/// Shows every record of a game as the public and both seats are told of it.
fn read(
    (tempo, style, seed): (Tempo, BotStyle, u8),
    records: u32,
    mut each: impl FnMut(&Record<'_>),
) {
    let map = super::data().files["map.yaml"].root.plain_value();
    let mut play = loaded().open(&setup(tempo, &[])).expect("a game");
    let (mut table, mut folded) = (Table::default(), 0);
    stories::play(&mut *play, style, seed, records, &["rome", "carthage"], |told| {
        table.fold(&told.past[folded..]);
        folded = told.past.len();
        each(&Record { told, table: &table, map: &map });
    });
}

const GAMES: [(Tempo, BotStyle, u8); 3] = [
    (Tempo::Brisk, BotStyle::Sensible, 3),
    (Tempo::Full, BotStyle::Sensible, 4),
    (Tempo::Brisk, BotStyle::Random, 5),
];

/// Words for a place or an angle, each with another that would be a lie.
const SWAPS: &Swaps = &[
    ("on the Roman left", "on the Roman right"),
    ("in the centre", "on the Roman left"),
    ("on the Roman right", "in the centre"),
    ("in the flank", "from behind"),
    ("from behind", "in the flank"),
    ("from two sides", "in the flank"),
    ("in the ravine", "in the vineyard"),
    ("on the long ridge", "on broken ground"),
    ("on broken ground", "on the Gauls' hill"),
];

/// The fewest reports that the test must read.
const REPORTS: usize = 200;

#[test]
fn no_clause_contradicts_the_events_that_it_tells() {
    let (mut read_all, mut faults) = (0, Vec::new());
    for game in GAMES {
        read(game, 150, |record| {
            read_all += 1;
            let report = record.told.report;
            let checker = Checker::new(record);
            if let Err(why) = checker.headline(report) {
                faults.push(format!("{game:?}: {why}: {:?}", report.headline));
            }
            let whole = checker.whole(report).into_iter();
            faults.extend(whole.map(|why| format!("{game:?}, {}: {why}", record.told.number)));
            for sentence in stories::told(report) {
                if let Err(why) = checker.sentence(sentence) {
                    faults.push(format!("{game:?}: {why}: {}", stories::said(sentence)));
                }
            }
        });
    }
    assert!(faults.is_empty(), "{} faults: {:#?}", faults.len(), &faults[..faults.len().min(40)]);
    assert!(read_all >= REPORTS, "{read_all} reports");
}

#[test]
fn the_checker_finds_lies() {
    let mut lies = Lies::default();
    read(GAMES[0], 60, |record| {
        let checker = Checker::new(record);
        lies.tell(record.told.report, SWAPS, |sentence| checker.sentence(sentence));
        lies.tell_headline(record.told.report, SWAPS, |changed| checker.headline(changed));
    });
    lies.judge(500);
}

#[test]
fn nothing_is_told_behind_the_end_and_no_blow_behind_what_it_led_to() {
    let (mut ends, mut deaths) = (0, 0);
    for game in GAMES {
        read(game, 150, |record| {
            let record = record.told;
            let paragraphs = &record.report.paragraphs;
            ends += usize::from(stories::ends(record.report));
            let body: Vec<_> =
                paragraphs.iter().flat_map(|paragraph| &paragraph.sentences).collect();
            let summed = |at: &usize| body[*at].main.subject.entity().is_some();
            let told_at = |n: u64| {
                (0..body.len())
                    .filter(summed)
                    .find(|at| body[*at].events.iter().any(|event| u64::from(*event) == n))
            };
            for dead in record.events.iter().filter(|event| event["kind"] == "eliminated") {
                let n = dead["n"].as_u64().expect("a number");
                let struck = |fight: &&Value| {
                    fight["n"].as_u64() < Some(n)
                        && fight["against"]
                            .as_array()
                            .is_some_and(|against| against.contains(&dead["unit"]))
                        && fight["modifiers"].is_array()
                };
                for blow in record.events.iter().filter(struck) {
                    let blow = blow["n"].as_u64().expect("a number");
                    if let (Some(blow), Some(death)) = (told_at(blow), told_at(n)) {
                        deaths += 1;
                        assert!(blow <= death, "{game:?}: {:?}", phrasebook::say(record.report));
                    }
                }
            }
        });
    }
    assert!(ends > 0 && deaths > 0, "{ends} ends, {deaths} deaths");
}
