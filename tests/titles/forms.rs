//! Order forms of all titles: whatever they offer behind a sign is lawful once the sign is gone, and in another language
//! neither they nor what is said of drafts and imagined cases keep English words.

use super::pages::{Scene, sheet};
use super::properties::game::{Game, titles};
use super::translated::WHOLE;
use engine::complaint::{Complaint, Kind};
use engine::title::RawOrders;
use engine::{BotStyle, Common, Rng, Seat};
use record::exchange::yaml;
use std::collections::BTreeSet;
use tabella::report::{Language, Reporter};

const RECORDS: u32 = 8;

/// Words that occur in no Italian comment, except where it quotes an order file.
const ENGLISH: [&str; 30] = [
    "the",
    "and",
    "of",
    "with",
    "from",
    "was",
    "were",
    "had",
    "has",
    "is",
    "are",
    "by",
    "your",
    "his",
    "wins",
    "ties",
    "loses",
    "loss",
    "tie",
    "against",
    "movements",
    "strength",
    "roll",
    "nothing",
    "would",
    "points",
    "die",
    "enemy",
    "unit",
    "without",
];

/// Calls `each` for every seat at every record of games of a title.
fn at_every_desk(
    language: Language,
    slug: Option<&[&str]>,
    mut each: impl FnMut(&Reporter, Scene<'_>, &Seat),
) {
    let reporter = Reporter::layered(language, |_| Ok(None));
    for title in titles().iter().filter(|title| slug.is_none_or(|all| all.contains(&title.slug))) {
        for (at, setup) in title.setups().iter().take(2).enumerate() {
            let mut game = Game::open(title.loaded.as_ref(), title.slug, setup, 43 + at as u64);
            for number in 1..=RECORDS {
                if game.play.outcome().is_some() {
                    break;
                }
                let play = game.play.as_ref();
                let scene = Scene { play, title: title.slug, title_name: title.slug, number };
                setup.seats.iter().for_each(|(seat, _)| each(&reporter, scene, seat));
                game.advance(BotStyle::Sensible);
            }
        }
    }
}

/// The comments of a form, without what they quote and without commented-out entries.
fn comments(form: &str) -> String {
    let spoken =
        |line: &&str| line.starts_with("# ") && !is_entry(line) && !line.starts_with("# orders:");
    let lines: Vec<&str> = form.lines().filter(spoken).collect();
    lines.join("\n")
}

/// A text without what stands in backquotes or braces, which quotes order files.
fn prose(text: &str) -> String {
    let (mut depth, mut kept) = (0, String::new());
    for letter in text.split('`').step_by(2).flat_map(str::chars) {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ if depth == 0 => kept.push(letter),
            _ => {}
        }
    }
    kept
}

/// The texts for a seat in a language: its form, the dry run of possible orders and of none, and the effect of its
/// orders.
fn told(reporter: &Reporter, scene: Scene<'_>, seat: &Seat) -> Vec<String> {
    let (play, title) = (scene.play, scene.title);
    let mut texts = vec![comments(&reporter.form(&scene.form(seat)).unwrap())];
    let proposal = play.propose(seat, BotStyle::Sensible, &mut Rng::new(5));
    let drafts = [RawOrders::default(), sheet(if proposal.is_empty() { "{}" } else { &proposal })];
    let facts =
        drafts.iter().map(|draft| play.dry_run(seat, draft)).filter(|facts| !facts.is_null());
    texts.extend(facts.map(|facts| reporter.dry_run(title, &facts).unwrap()));
    let question = yaml::parse("{}").unwrap();
    for draft in [None, Some(&drafts[1])] {
        let answer = play.explain(seat, draft, &question).unwrap();
        texts.push(reporter.explanation(title, &answer).unwrap());
    }
    texts.iter().map(|text| prose(text)).collect()
}

#[test]
fn forms_dry_runs_and_imagined_cases_have_no_english_left() {
    for (language, whole) in WHOLE {
        let (mut read, mut strange) = (0, BTreeSet::new());
        at_every_desk(language, Some(whole), |reporter, scene, seat| {
            for text in told(reporter, scene, seat) {
                for line in text.lines() {
                    let mut words = line.split(|letter: char| !letter.is_alphanumeric());
                    if words.any(|word| ENGLISH.contains(&word)) {
                        strange.insert(format!("{}: {line}", scene.title));
                    }
                }
                read += 1;
            }
        });
        assert!(strange.is_empty(), "{strange:#?}");
        assert!(read > 100, "only {read} texts");
    }
}

/// True if a line of a form holds a commented-out entry: after the sign, no blanks or an even number, and a key or an
/// item.
fn is_entry(line: &str) -> bool {
    let Some(rest) = line.strip_prefix('#') else { return false };
    let text = rest.trim_start_matches(' ');
    let (depth, key) = (rest.len() - text.len(), text.split(':').next().unwrap_or_default());
    let named =
        text.contains(':') && key.chars().all(|c| c.is_ascii_alphanumeric() || "_-".contains(c));
    depth.is_multiple_of(2) && (named || text.starts_with("- "))
}

/// A form with the entries between two of its lines uncommented, including their continuation lines.
fn uncommented(lines: &[&str], from: usize, to: usize) -> String {
    let mut inside = false;
    let mut text = String::new();
    for (at, line) in lines.iter().enumerate() {
        let within = (from..to).contains(&at);
        let goes_on = inside && line.strip_prefix('#').is_some_and(|rest| rest.starts_with("    "));
        inside = within && (is_entry(line) || goes_on);
        text += if inside { &line[1..] } else { line };
        text.push('\n');
    }
    text
}

/// The parts of a form that are uncommented together: from one key of the order file to the next.
fn parts(lines: &[&str]) -> Vec<(usize, usize)> {
    let top = |line: &str| {
        let line = line.strip_prefix('#').unwrap_or(line);
        line.starts_with(|c: char| c.is_ascii_lowercase()) && line.contains(':')
    };
    let mut starts: Vec<usize> = (0..lines.len()).filter(|at| top(lines[*at])).collect();
    starts.push(lines.len());
    starts.windows(2).map(|two| (two[0], two[1])).collect()
}

/// Checks a form against what it offers; returns the number of parts that offer something.
fn hold(scene: Scene<'_>, seat: &Seat, form: &str, faults: &mut BTreeSet<String>) -> usize {
    let form = form.replace("salt: \"\"", "salt: yv66vt6tvu8QIzJURnaIlA==");
    let lines: Vec<&str> = form.lines().collect();
    let mut offered = 0;
    for (from, to) in parts(&lines) {
        let text = uncommented(&lines, from, to);
        if text.trim_end() == form.trim_end() {
            continue;
        }
        let complaints = match yaml::parse(&text) {
            Ok(node) => scene.play.check(seat, &RawOrders::of(&node)),
            Err(complaints) => complaints,
        };
        // An entry by itself need not answer everything.
        let wrong =
            |one: &&Complaint| one.kind() != Kind::Warning && one.code != Common::Unanswered.code();
        for fault in complaints.0.iter().filter(wrong) {
            let at = fault.span.map_or(from, |span| span.line as usize - 1);
            let line = text.lines().nth(at).unwrap_or_default();
            faults.insert(format!("{}, {line}: {} {}", scene.title, fault.code, fault.message));
        }
        offered += 1;
    }
    offered
}

#[test]
fn what_a_form_offers_behind_a_sign_is_lawful_without_it() {
    for (language, slugs) in std::iter::once((Language::English, None))
        .chain(WHOLE.map(|(language, whole)| (language, Some(whole))))
    {
        let (mut offered, mut faults) = (0, BTreeSet::new());
        at_every_desk(language, slugs, |reporter, scene, seat| {
            let form = reporter.form(&scene.form(seat)).unwrap();
            offered += hold(scene, seat, &form, &mut faults);
        });
        assert!(faults.is_empty(), "{faults:#?}");
        assert!(offered > 100, "only {offered} parts");
    }
}
