//! Events name the orders that they came from, in every title: what is void always does, and the code under which it is.

use crate::properties::game::{Title, titles};
use engine::title::RawOrders;
use engine::{BotStyle, CodeEntry, Dice, Rng, Seat, Viewer};
use record::exchange::yaml;
use std::collections::{BTreeMap, BTreeSet};
use tabella::catalogue;

const RECORDS: u32 = 10;

#[derive(Default)]
struct Said {
    /// Number of events that name an order.
    named: usize,
    /// Number of void orders that name one.
    void: usize,
    /// Void orders that name none.
    silent: Vec<String>,
    codes: BTreeSet<String>,
    /// Void orders without a code.
    nameless: Vec<String>,
}

/// Looks at the events of games in which every seat files lawful orders, or unlawful ones.
fn said(title: &Title, unlawful: bool) -> Said {
    let mut said = Said::default();
    for (setup, seed) in title.setups().iter().take(4).zip(1..) {
        let mut play = title.loaded.open(setup).expect("its own choices");
        let mut rng = Rng::new(seed);
        for number in 1..=RECORDS {
            if play.outcome().is_some() {
                break;
            }
            let seats: BTreeSet<Seat> = play.asked().into_iter().map(|asked| asked.seat).collect();
            let orders = |seat: &Seat, rng: &mut Rng| {
                if unlawful {
                    return mutator::orders(play.as_ref(), seat, rng);
                }
                let text = play.propose(seat, BotStyle::Sensible, rng);
                RawOrders::of(&yaml::parse(&format!("seat: {seat}\n{text}")).expect("YAML"))
            };
            let filed: BTreeMap<Seat, RawOrders> =
                seats.iter().map(|seat| (seat.clone(), orders(seat, &mut rng))).collect();
            let mut dice = Dice::seeded([u8::try_from(number).unwrap(); 32], None);
            play.turn(number, &filed, &seats, &mut dice).expect("whoever files nothing is absent");
            for chapter in play.chapters(&Viewer::Referee).as_array().expect("chapters") {
                for event in chapter["events"].as_array().into_iter().flatten() {
                    let (named, void) = (!event["by_order"].is_null(), event["kind"] == "void");
                    said.named += usize::from(named);
                    said.void += usize::from(named && void);
                    if void && !named {
                        said.silent.push(format!("record {number}: {event}"));
                    }
                    match event["code"].as_str() {
                        Some(code) if void => drop(said.codes.insert(code.to_owned())),
                        None if void => said.nameless.push(format!("record {number}: {event}")),
                        Some(_) | None => {}
                    }
                }
            }
        }
    }
    said
}

#[test]
fn what_comes_to_nothing_names_its_order_and_its_code() {
    let mut void = 0;
    for title in titles() {
        let [lawful, unlawful] = [false, true].map(|unlawful| said(&title, unlawful));
        void += unlawful.void;
        assert!(unlawful.silent.is_empty(), "{}: {:#?}", title.slug, unlawful.silent);
        assert!(unlawful.nameless.is_empty(), "{}: {:#?}", title.slug, unlawful.nameless);
        let listed = catalogue::find(title.slug).expect("a title of the catalogue").codes();
        for code in &unlawful.codes {
            let known = |entry: &CodeEntry| entry.code == code;
            assert!(listed.iter().any(known), "{}: {code} is not on the list", title.slug);
        }
        assert!(lawful.named > 10, "{}: {} events name an order", title.slug, lawful.named);
    }
    assert!(void > 10, "only {void} orders came to nothing");
}
