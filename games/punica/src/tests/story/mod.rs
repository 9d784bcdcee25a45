//! Compares the stories of whole games with their events and positions (`mutator::stories`).

mod news;
mod rules;
mod truth;
mod war;

use super::{ENDING, loaded, setup};
use engine::{BotStyle, Tempo, Viewer};
use mutator::stories::{self, Lies, Record, Swaps};
use serde_json::Value;
use truth::Checker;

/// Shows every record of a game, with the map's data, as the public and both seats are told of it.
fn read((tempo, style, seed): (Tempo, BotStyle, u8), mut each: impl FnMut(&Record<'_>, &Value)) {
    let mut play = loaded().open(&setup(tempo, &ENDING)).expect("a game");
    let map = super::FOLDER.data().files["map.yaml"].root.plain_value();
    stories::play(&mut *play, style, seed, 400, &["rome", "carthage"], |record| each(record, &map));
}

const GAMES: [(Tempo, BotStyle, u8); 6] = [
    (Tempo::Brisk, BotStyle::Sensible, 3),
    (Tempo::Full, BotStyle::Sensible, 4),
    (Tempo::Brisk, BotStyle::Random, 5),
    (Tempo::Full, BotStyle::Random, 6),
    (Tempo::Brisk, BotStyle::Sensible, 7),
    (Tempo::Full, BotStyle::Sensible, 8),
];

/// The fewest reports that the test must read.
const REPORTS: usize = 200;

#[test]
fn no_clause_contradicts_what_it_tells() {
    let (mut read_all, mut faults) = (0, Vec::new());
    for game in GAMES {
        read(game, |record, map| {
            read_all += 1;
            let checker = Checker { record, map };
            if let Err(why) = checker.headline(record.report) {
                faults.push(format!("{game:?}: {why}: {:?}", record.report.headline));
            }
            for sentence in stories::told(record.report) {
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
fn no_capital_falls_without_a_fight_unless_the_report_before_said_that_it_could() {
    let mut fallen = 0;
    for seed in 1..=40 {
        let mut told = String::new();
        read((Tempo::Brisk, BotStyle::Random, seed), |record, _| {
            if *record.viewer != Viewer::Public {
                return;
            }
            let entered = |event: &&Value| event["kind"] == "victory" && event["by"] == "capital";
            let fought = record.events.iter().any(|event| event["kind"] == "result");
            if !fought && let Some(victory) = record.events.iter().find(entered) {
                fallen += 1;
                let winner = if victory["seat"] == "rome" { "Rome" } else { "Carthage" };
                let warned = told.contains(&format!("{winner} acts next and"));
                assert!(warned, "seed {seed}: {winner} came without a word before: {told}");
            }
            let sentences = stories::told(record.report).into_iter().map(stories::said);
            told = sentences.collect::<Vec<_>>().join(" ");
        });
    }
    assert!(fallen > 0, "no capital fell, so nothing was tested");
}

#[test]
fn the_checker_finds_lies() {
    const NONE: &Swaps = &[];
    let mut lies = Lies::default();
    for game in [GAMES[0], GAMES[4], GAMES[3]] {
        read(game, |record, map| {
            let checker = Checker { record, map };
            lies.tell(record.report, NONE, |sentence| checker.sentence(sentence));
            lies.tell_headline(record.report, NONE, |changed| checker.headline(changed));
        });
    }
    lies.judge(300);
}

#[test]
fn nothing_is_told_behind_the_end() {
    let mut ends = 0;
    for game in GAMES {
        read(game, |record, _| ends += usize::from(stories::ends(record.report)));
    }
    assert!(ends > 0, "no game ends");
}
