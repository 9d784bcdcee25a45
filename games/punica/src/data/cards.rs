//! `cards.yaml`: the two decks. Rules G5, K1 to K3.

use super::{format, hold, number, text};
use crate::data::chart::{Card, CardStep, Deck};
use crate::names::{CardId, Side, Who};
use engine::Reader;
use std::collections::BTreeSet;

pub(super) fn read(reader: &Reader<'_>) -> Option<[Deck; 2]> {
    format(reader, "punica-cards/1");
    reader.only(&["format", "rome", "carthage"]);
    let decks = Side::BOTH.map(|side| {
        let part = reader.need(side.word())?;
        let mut deck = Deck::default();
        for (at, (key, entry)) in part.entries("a map of cards")?.into_iter().enumerate() {
            let expected = format!("{}{at}", &side.word()[..1]);
            hold(&entry, key.text == expected, || {
                format!("card {at} of {side} has the id {expected}, not {}", key.text)
            });
            let id = CardId::new(&key.text);
            deck.0.extend(id.and_then(|id| card(id, side, &entry)));
        }
        hold(&part, deck.0.len() <= 15, || format!("{side}: a deck has at most 15 cards"));
        Some(deck)
    });
    let [Some(rome), Some(carthage)] = decks else { return None };
    let decks = [rome, carthage];
    if reader.fatal() {
        return None;
    }
    attested(reader, &decks);
    (!reader.fatal()).then_some(decks)
}

fn card(id: CardId, side: Side, reader: &Reader<'_>) -> Option<Card> {
    reader.entries("a card")?;
    reader.only(&["name", "strength", "battle", "steps", "source"]);
    let name = text(reader, "name");
    let strength = number(reader, "strength", 0, 9);
    let symbol = reader.need("battle").and_then(|part| part.truth("true or false"));
    text(reader, "source");
    let steps = reader.need("steps")?;
    let mut list = Vec::new();
    for item in steps.items() {
        item.only(&["who", "n"]);
        let who = item.need("who").and_then(|part| part.one_of::<Who>("a unit", "E-data"));
        let n = number(&item, "n", 1, 6);
        let (Some(who), Some(n)) = (who, n) else { continue };
        let lawful = side == Side::Carthage || who != Who::Hannibal;
        hold(&item, lawful, || format!("{id}: Rome has no Hannibal"));
        list.push(CardStep { who, n });
    }
    hold(&steps, !list.is_empty(), || format!("{id} has no steps"));
    Some(Card { id, name: name?.to_owned(), strength: strength?, symbol: symbol?, steps: list })
}

/// Checks the decks against the cards that the rulebook shows.
fn attested(reader: &Reader<'_>, decks: &[Deck; 2]) {
    let names: BTreeSet<&str> =
        decks.iter().flat_map(|deck| &deck.0).map(|card| card.name.as_str()).collect();
    let total = decks[0].0.len() + decks[1].0.len();
    hold(reader, names.len() == total, || "two cards have the same name".to_owned());
    let steps = |list: &[(Who, u8)]| {
        list.iter().map(|(who, n)| CardStep { who: *who, n: *n }).collect::<Vec<_>>()
    };
    let any = |side: Side, test: &dyn Fn(&Card) -> bool| decks[side.at()].0.iter().any(test);
    let facts = [
        (
            any(Side::Rome, &|card| card.steps == steps(&[(Who::Army, 4)])),
            "a Roman card has four army movements",
        ),
        (
            any(Side::Carthage, &|card| card.steps == steps(&[(Who::Fleet, 1), (Who::Army, 1)])),
            "a Carthaginian card moves a fleet, then an army",
        ),
        (any(Side::Rome, &|card| card.strength == 5), "a Roman card has strength 5"),
        (any(Side::Carthage, &|card| card.strength == 5), "a Carthaginian card has strength 5"),
        (
            any(Side::Rome, &|card| card.strength == 3 && !card.symbol),
            "a Roman card of strength 3 must have no symbol",
        ),
        (
            any(Side::Carthage, &|card| {
                card.strength == 2 && card.symbol && card.steps == steps(&[(Who::Army, 2)])
            }),
            "a Carthaginian card of strength 2 must have the symbol and two army movements",
        ),
    ];
    for (holds, fact) in facts {
        hold(reader, holds, || format!("the rulebook shows: {fact}"));
    }
}
