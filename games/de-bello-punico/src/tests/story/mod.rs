//! Compares the stories of whole games with their events (`mutator::stories`). The checker replays the events for
//! itself.

mod camp;
mod frame;
mod march;
mod ruin;
mod rules;
mod strikes;
mod sums;
mod table;
mod truth;

use super::{loaded, setup};
use engine::{BotStyle, Tempo};
use mutator::stories::{self, Lies, Swaps};
use serde_json::Value;
use table::Table;
use truth::Checker;

/// One record as somebody is told of it.
struct Record<'a> {
    told: &'a stories::Record<'a>,
    table: &'a Table,
    battle: &'static str,
}

/// The side to which a leader's name, or a side's own name, belongs; empty for all others.
fn leader_side(key: &str) -> &'static str {
    match key {
        "rome" | "sempronius" | "gracchus" | "ceteghus" | "scipio" => "rome",
        "carthage" | "hannibal" | "annone" | "magon" => "carthage",
        _ => "",
    }
}

const LEADERS: [(&str, &str); 7] = [
    ("sempronius", "Sempronius"),
    ("gracchus", "Gracchus"),
    ("ceteghus", "Cethegus"),
    ("scipio", "Scipio"),
    ("hannibal", "Hannibal"),
    ("annone", "Annone"),
    ("magon", "Mago"),
];

type Game = (&'static str, Tempo, BotStyle, u8);

/// Games in both tempos, of all battles.
const GAMES: [Game; 6] = [
    ("trebbia", Tempo::Brisk, BotStyle::Sensible, 3),
    ("zama", Tempo::Full, BotStyle::Sensible, 4),
    ("po", Tempo::Brisk, BotStyle::Sensible, 5),
    ("zama", Tempo::Brisk, BotStyle::Sensible, 8),
    ("trebbia", Tempo::Full, BotStyle::Random, 7),
    ("beneventum", Tempo::Brisk, BotStyle::Random, 5),
];

/// Words that say a place or an angle, each with another one.
const SWAPS: &Swaps = &[
    ("on the Roman left", "on the Roman right"),
    ("in the centre", "on the Roman left"),
    ("on the Roman right", "in the centre"),
    ("from behind", "in a charge"),
    ("in a charge", "from behind"),
    ("behind the Roman left", "behind the Roman centre"),
    ("into worse disorder", "in disorder"),
    ("in disorder", "into worse disorder"),
    ("in worse disorder", "in disorder"),
    ("more than before", "fewer than before"),
    ("fewer than before", "more than before"),
];

/// The records played of each game; at least as many reports are read.
const RECORDS: u32 = 60;
const REPORTS: usize = 200;

/// Shows every record of a game as the public and both seats are told of it.
fn read((battle, tempo, style, seed): Game, records: u32, mut each: impl FnMut(&Record<'_>)) {
    let mut play = loaded().open(&setup(battle, tempo)).expect("a game");
    let (mut table, mut folded) = (Table::default(), 0);
    stories::play(&mut *play, style, seed, records, &["rome", "carthage"], |told| {
        told.past[folded..].iter().for_each(|event| table.one(event));
        folded = told.past.len();
        each(&Record { told, table: &table, battle });
    });
}

#[test]
fn no_clause_contradicts_the_events_that_it_tells() {
    let (mut read_all, mut faults) = (0, Vec::new());
    for game in GAMES {
        read(game, RECORDS, |record| {
            read_all += 1;
            let report = record.told.report;
            let checker = Checker::new(record);
            let number = record.told.number;
            if let Err(why) = checker.headline(report) {
                faults.push(format!("{game:?} {number}: {why}: {:?}", report.headline));
            }
            for sentence in stories::told(report) {
                if let Err(why) = checker.sentence(sentence) {
                    faults.push(format!("{game:?} {number}: {why}: {}", stories::said(sentence)));
                }
            }
        });
    }
    assert!(faults.is_empty(), "{} faults: {:#?}", faults.len(), &faults[..faults.len().min(40)]);
    assert!(read_all >= REPORTS, "{read_all} reports");
}

#[test]
fn a_fight_that_shook_both_is_told_so() {
    let (mut even, mut faults) = (0, Vec::new());
    for game in GAMES {
        read(game, RECORDS, |record| {
            let checker = Checker::new(record);
            let (strikes, report) = (checker.even(), record.told.report);
            for (n, by) in strikes {
                even += 1;
                let told = stories::told(report).into_iter().any(|sentence| {
                    sentence.events.iter().any(|event| u64::from(*event) == n)
                        && stories::clauses(sentence).iter().any(|(verb, _, clause)| {
                            *verb == "shake" && Checker::is_even(clause, &by)
                        })
                });
                if !told {
                    let said = phrasebook::say(report);
                    faults.push(format!("{game:?} {}: {by}: {said:?}", record.told.number));
                }
            }
        });
    }
    assert!(even > 10, "{even} even fights");
    assert!(faults.is_empty(), "{} faults: {:#?}", faults.len(), &faults[..faults.len().min(5)]);
}

#[test]
fn an_answer_that_was_awaited_is_told() {
    let (mut answers, mut untold) = (0, 0);
    for game in GAMES.into_iter().filter(|(_, tempo, ..)| *tempo == Tempo::Full) {
        read(game, RECORDS * 2, |record| {
            let query = &record.told.before["asked"]["query"];
            if query["of"] == "defend"
                && record.told.events.iter().any(|one| one["kind"] == "combat")
            {
                answers += 1;
                let gave = |sentence: &&engine::story::Sentence| sentence.main.verb == "give";
                untold += usize::from(!stories::told(record.told.report).iter().any(gave));
            }
        });
    }
    assert!(answers > 0 && untold == 0, "{untold} of {answers} are untold");
}

#[test]
fn the_checker_finds_lies() {
    let mut lies = Lies::default();
    for game in [GAMES[0], GAMES[3]] {
        read(game, RECORDS, |record| {
            let checker = Checker::new(record);
            lies.tell(record.told.report, SWAPS, |sentence| checker.sentence(sentence));
            lies.tell_headline(record.told.report, SWAPS, |changed| checker.headline(changed));
        });
    }
    lies.judge(500);
}

#[test]
fn nothing_is_told_behind_the_end_and_no_blow_behind_what_it_led_to() {
    let (mut ends, mut panics) = (0, 0);
    for game in GAMES {
        read(game, RECORDS, |record| {
            let record = record.told;
            ends += usize::from(stories::ends(record.report));
            let paragraphs = &record.report.paragraphs;
            let body: Vec<_> =
                paragraphs.iter().flat_map(|paragraph| &paragraph.sentences).collect();
            // A sum stands before what it sums up.
            let told_at = |n: u64| {
                (0..body.len())
                    .filter(|at| body[*at].main.subject.entity().is_some())
                    .find(|at| body[*at].events.iter().any(|event| u64::from(*event) == n))
            };
            let mut struck: Option<&Value> = None;
            for event in record.events {
                let n = event["n"].as_u64().expect("a number");
                if event["kind"] == "combat" {
                    struck = Some(event);
                }
                let own = |fight: &&Value| fight["defender"]["unit"] == event["unit"];
                if event["kind"] == "panic"
                    && event["cause"] == "combat"
                    && let Some(fight) = struck.filter(own)
                    && let Some(blow) = told_at(fight["n"].as_u64().expect("a number"))
                    && let Some(panic) = told_at(n)
                {
                    panics += 1;
                    assert!(blow <= panic, "{game:?}: {:?}", phrasebook::say(record.report));
                }
            }
        });
    }
    assert!(ends > 0 && panics > 0, "{ends} ends, {panics} panics");
}
