//! Orders given by hand.

use super::{loaded, setup, sheet};
use engine::{Kind, Seat, Tempo};
use record::exchange::edit;

#[test]
fn the_rank_of_a_veteran_goes_over_once_all_are_named() {
    let play = loaded().open(&setup("battle", Tempo::Brisk, &[("veterans", "2")])).expect("lawful");
    let rome = Seat::new("rome");
    let mut text = "orders: {}\n".to_owned();
    let units: Vec<_> = play
        .offers(&rome, &sheet(&text), None)
        .subjects
        .into_iter()
        .filter(|subject| !play.offers(&rome, &sheet(&text), Some(&subject.id)).offers.is_empty())
        .collect();
    let mut named = 0;
    for unit in &units {
        let offers = play.offers(&rome, &sheet(&text), Some(&unit.id)).offers;
        let Some(rank) = offers.into_iter().find(|offer| offer.words.starts_with("Veteran")) else {
            continue;
        };
        // Two are named already, as the armies come.
        assert!(rank.chosen || rank.words.contains("instead of"), "{}", rank.words);
        text = rank.edits.iter().fold(text, |text, one| edit::edit(&text, one).expect("it fits"));
        named += 1;
        let said = play.check(&rome, &sheet(&text));
        let wrong =
            said.0.iter().find(|one| one.kind != Kind::Warning && one.code == "E-ca-veteran");
        assert!(wrong.is_none(), "{text}\n{wrong:?}");
    }
    assert!(named > 3, "only {named} units were offered the rank:\n{text}");
}
