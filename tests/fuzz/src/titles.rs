//! Readers of titles, folders and templates: those that need the whole program.

use crate::targets::{Target, is_yaml, target};
use crate::{folders, seeds};
use engine::title::{LoadedTitle, Play, RawOrders};
use engine::{Seat, Setup, Tempo};
use record::exchange::{self, yaml};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

pub(crate) fn all(games: &[(String, PathBuf)]) -> Vec<Target> {
    let mut targets = vec![folders::templates()];
    for (slug, game) in games {
        targets.extend(of_title(slug, game));
    }
    targets
}

/// The readers of a title: orders of its seats, data, and states of its records.
fn of_title(slug: &str, game: &Path) -> Vec<Target> {
    let title = tabella::catalogue::find(slug).unwrap_or_else(|| panic!("no title {slug}"));
    let data = exchange::data::build(tabella::packed::data(slug)).expect("packed data");
    let load = || title.load(&data, title.revision()).expect("packed data");
    let (loaded, opened) = (load(), load());
    let plays: Vec<Box<dyn Play>> = openings(opened.as_ref());
    let forms = plays.iter().flat_map(|play| proposals(play.as_ref())).collect();
    let states = seeds::files(game, |name| name == "hidden.yaml" || name == "state.yaml");
    let takes = |loaded: &dyn LoadedTitle, bytes: &[u8]| {
        yaml::parse_bytes(bytes, yaml::DATA_LIMIT).is_ok_and(|node| loaded.resume(&node).is_ok())
    };
    let states = states.into_iter().filter(|bytes| takes(loaded.as_ref(), bytes)).collect();
    let chart = tabella::packed::data(slug).map(|(name, text)| (name.to_owned(), text.to_owned()));
    vec![
        target(&format!("{slug}-orders"), forms, move |bytes| judged(&plays, bytes)),
        target(&format!("{slug}-state"), states, move |bytes| takes(loaded.as_ref(), bytes)),
        data_of(slug, chart.collect()),
        folders::of_title(slug, game),
    ]
}

/// The data of a title with one file replaced by the input, whose first byte says which.
fn data_of(slug: &str, chart: BTreeMap<String, String>) -> Target {
    let title = tabella::catalogue::find(slug).unwrap_or_else(|| panic!("no title {slug}"));
    let names: Vec<String> = chart.keys().filter(|name| is_yaml(name)).cloned().collect();
    let seed = |(at, name): (usize, &String)| {
        let mut bytes = vec![u8::try_from(at).expect("few files of data")];
        bytes.extend(chart[name].bytes());
        bytes
    };
    let seeds = names.iter().enumerate().map(seed).collect();
    target(&format!("{slug}-data"), seeds, move |bytes| {
        let Some((which, rest)) = bytes.split_first() else { return false };
        let Some(name) = names.get(usize::from(*which)) else { return false };
        let Ok(own) = str::from_utf8(rest) else { return false };
        let mut files = chart.clone();
        files.insert(name.clone(), own.to_owned());
        let Ok(data) = exchange::data::build(files) else { return false };
        title.load(&data, title.revision()).is_ok()
    })
}

/// The first position of each scenario.
fn openings(loaded: &dyn LoadedTitle) -> Vec<Box<dyn Play>> {
    let open = |scenario: &engine::data::ScenarioNote| {
        let setup = Setup {
            scenario: scenario.name.clone(),
            options: BTreeMap::new(),
            tempo: Tempo::Full,
            seats: scenario.seats.clone(),
        };
        loaded.open(&setup).unwrap_or_else(|why| panic!("{}: {why:?}", scenario.name))
    };
    loaded.prospectus().scenarios.iter().map(open).collect()
}

fn proposals(play: &dyn Play) -> Vec<Vec<u8>> {
    let mut rng = engine::Rng::new(1);
    let asked = play.asked();
    let propose =
        |seat: &Seat, rng: &mut engine::Rng| play.propose(seat, engine::BotStyle::Sensible, rng);
    asked.iter().map(|asked| propose(&asked.seat, &mut rng).into_bytes()).collect()
}

/// True if orders are lawful in any of these positions; each position judges them and foresees their effect.
fn judged(plays: &[Box<dyn Play>], bytes: &[u8]) -> bool {
    let Ok(node) = yaml::parse_bytes(bytes, exchange::order_file::LIMIT) else { return false };
    let orders = RawOrders::of(&node);
    let mut lawful = false;
    for play in plays {
        for asked in play.asked() {
            let complaints = play.check(&asked.seat, &orders);
            let told = exchange::diagnosis::count(&complaints, &str::to_owned);
            assert!(!told.is_empty(), "complaints without words");
            if !complaints.fatal() {
                lawful = true;
                let _ = play.dry_run(&asked.seat, &orders);
                let _ = play.offers(&asked.seat, &orders, None);
            }
        }
    }
    lawful
}
