//! Compares the stories of whole games with their events (`mutator::stories`). The checker replays the events for
//! itself.

mod deeds;
mod frame;
mod march;
mod table;
mod truth;

use super::{loaded, setup};
use engine::{BotStyle, Tempo};
use mutator::stories::{self, Lies, Record, Swaps};
use truth::Checker;

/// A game: scenario, tempo, options, style, seed.
type Played = (&'static str, Tempo, &'static [(&'static str, &'static str)], BotStyle, u8);

/// Options that change most of what is told.
const WILD: &[(&str, &str)] = &[
    ("flank", "wide"),
    ("experienced", "true"),
    ("experience-kills", "2"),
    ("veterans", "2"),
    ("first", "mobility"),
    ("limit-result", "points"),
    ("hills", "2"),
    ("plateaus", "2"),
];

const GAMES: [Played; 8] = [
    ("battle", Tempo::Brisk, &[], BotStyle::Sensible, 3),
    ("battle", Tempo::Full, &[], BotStyle::Sensible, 4),
    ("battle", Tempo::Brisk, &[], BotStyle::Random, 5),
    ("battle", Tempo::Full, WILD, BotStyle::Random, 6),
    ("battle-ridges", Tempo::Brisk, WILD, BotStyle::Sensible, 7),
    ("battle-defiles", Tempo::Full, &[("placement", "1")], BotStyle::Sensible, 8),
    ("campaign", Tempo::Brisk, &[], BotStyle::Sensible, 9),
    ("campaign", Tempo::Full, &[], BotStyle::Sensible, 10),
];

/// Words that say a place or an angle, each with another one.
const SWAPS: &Swaps = &[
    ("on the Roman left", "on the Roman right"),
    ("in the centre", "on the Roman left"),
    ("on the Roman right", "in the centre"),
    ("in the flank", "in the rear"),
    ("in the rear", "in the flank"),
    ("behind the Roman line", "in front of the Roman line"),
    ("in front of the Roman line", "in the Roman line"),
    ("in the Roman line", "behind the Roman line"),
    ("behind the Carthaginian line", "in front of the Carthaginian line"),
    ("in front of the Carthaginian line", "in the Carthaginian line"),
    ("in the Carthaginian line", "behind the Carthaginian line"),
    ("a turn earlier", "two turns earlier"),
    ("on each wing", "in the centre"),
];

/// Fewest reports that must be read.
const REPORTS: usize = 200;

/// Shows every record of a game as the public and both seats are told of it.
fn read(game: Played, mut each: impl FnMut(&Record<'_>)) {
    let (scenario, tempo, options, style, seed) = game;
    let mut play = loaded().open(&setup(scenario, tempo, options)).expect("a game");
    stories::play(&mut *play, style, seed, 200, &["rome", "carthage"], |told| each(told));
}

#[test]
fn no_clause_contradicts_the_events_that_it_tells() {
    let (mut read_all, mut faults) = (0, Vec::new());
    for game in GAMES {
        read(game, |record| {
            read_all += 1;
            let checker = Checker::new(record);
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
    faults.dedup();
    assert!(faults.is_empty(), "{} faults: {:#?}", faults.len(), &faults[..faults.len().min(40)]);
    assert!(read_all >= REPORTS, "{read_all} reports");
}

#[test]
fn the_checker_finds_lies() {
    let mut lies = Lies::default();
    for game in [GAMES[0], GAMES[1], GAMES[4]] {
        read(game, |record| {
            let checker = Checker::new(record);
            lies.tell(record.report, SWAPS, |sentence| checker.sentence(sentence));
            lies.tell_headline(record.report, SWAPS, |changed| checker.headline(changed));
        });
    }
    lies.judge(500);
}

#[test]
fn nothing_is_told_behind_the_end_and_no_blow_behind_what_it_led_to() {
    let (mut ends, mut deaths) = (0, 0);
    for game in GAMES {
        read(game, |record| {
            let units = record.after["units"].as_array().into_iter().flatten();
            let sides: Vec<&str> = units.map(|unit| stories::word(unit, "side")).collect();
            for next in record.report.next.iter().filter(|next| next.main.verb == "place") {
                let has =
                    |one: &&str| next.main.subject.entity().is_some_and(|who| who.key == *one);
                let begins = next.main.object == Some("its first units".into());
                assert_eq!(begins, !sides.iter().any(has), "{:?}", record.report.next);
            }
            ends += usize::from(stories::ends(record.report));
            let body: Vec<_> =
                record.report.paragraphs.iter().flat_map(|one| &one.sentences).collect();
            let told_at =
                |n: u64| body.iter().position(|one| one.events.iter().any(|e| u64::from(*e) == n));
            for dead in record.events.iter().filter(|event| event["kind"] == "destroyed") {
                let death = dead["n"].as_u64().and_then(told_at);
                let blows = record
                    .events
                    .iter()
                    .filter(|event| event["kind"] == "attack" && event["target"] == dead["unit"]);
                for blow in blows.filter_map(|blow| blow["n"].as_u64()).map(told_at) {
                    deaths += 1;
                    assert!(blow.is_some() && blow <= death, "{game:?}: {:?}", record.report);
                }
            }
        });
    }
    assert!(ends > 0 && deaths > 0, "{ends} ends, {deaths} deaths");
}
