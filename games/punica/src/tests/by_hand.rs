//! Orders by hand: all that is offered is lawful, and everything that an order file may say can be said so.

use super::{ENDING, loaded, orders, setup};
use engine::title::{LoadedTitle, Play, RawOrders};
use engine::{BotStyle, Dice, Rng, Seat, Tempo};
use mutator::{Walk, walk};
use std::collections::{BTreeMap, BTreeSet};

/// Every key of the grammar.
const KEYS: &str = "orders action move card moves remove discard battles battle effect losses retreat lose \
    retreat-to resign draw ahead if do no-battle enemy mine hand standing when play area kind \
    role theirs margin best at-stake prize beat hold mix keep from capital";

/// Walks through what both seats are offered in a game between such players, as long as `here` says so.
fn game(
    title: &dyn LoadedTitle,
    (tempo, style, seed): (Tempo, BotStyle, u64),
    met: &mut Walk,
    here: impl Fn(&dyn Play, &Seat) -> bool,
) {
    let mut play = title.open(&setup(tempo, &ENDING)).expect("opens");
    let mut rng = Rng::new(seed);
    for number in 1..60 {
        if play.outcome().is_some() {
            break;
        }
        for seat in ["rome", "carthage"].map(Seat::new) {
            if here(play.as_ref(), &seat) {
                met.join(walk(play.as_ref(), &seat, &mut rng, 1, ""));
            }
        }
        let filed = proposed(play.as_ref(), style, &mut rng);
        let mut dice = Dice::seeded([9; 32], Some([8; 32]));
        play.turn(number, &filed, &BTreeSet::new(), &mut dice).expect("resolves");
    }
}

fn proposed(play: &dyn Play, style: BotStyle, rng: &mut Rng) -> BTreeMap<Seat, RawOrders> {
    let seats: BTreeSet<Seat> = play.awaited().into_iter().map(|asked| asked.seat).collect();
    let propose = |seat: Seat| {
        let text = play.propose(&seat, style, rng);
        (seat, orders(&text))
    };
    seats.into_iter().map(propose).collect()
}

#[test]
fn all_that_is_offered_is_lawful_and_every_kind_of_order_can_be_given_by_hand() {
    let (title, mut met) = (loaded(), Walk::default());
    let asked = |play: &dyn Play, seat: &Seat| play.awaited().iter().any(|one| one.seat == *seat);
    game(title.as_ref(), (Tempo::Full, BotStyle::Sensible, 1), &mut met, asked);
    game(title.as_ref(), (Tempo::Brisk, BotStyle::Sensible, 2), &mut met, asked);
    // What comes seldom: whether Hannibal falls, and where who is beaten goes.
    let beaten = |play: &dyn Play, seat: &Seat| play.form(seat)["question"] == "aftermath";
    for seed in 0..30 {
        game(title.as_ref(), (Tempo::Full, BotStyle::Random, seed), &mut met, beaten);
    }
    // What is offered beside what a draft says already.
    let drafts = [
        "standing: {effect: {do: win}, battle: [{play: {mix: {c1: 1}}}, {play: [ask, {beat: 3}], when: {kind: sea}}]}\n",
        "ahead: {effect: {moves: []}, action: [{do: {action: move, move: army carthago numidia}, if: {no-battle: true}}]}\n",
        "orders: {action: card, card: c5, moves: [fleet mare-africum mare-ionium]}\n",
    ];
    let play = title.open(&setup(Tempo::Brisk, &ENDING)).expect("opens");
    for draft in drafts {
        met.join(walk(play.as_ref(), &Seat::new("carthage"), &mut Rng::new(5), 1, draft));
    }
    met.reached(KEYS.split(' '));
}
