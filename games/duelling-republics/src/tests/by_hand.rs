//! Orders by hand: all that is offered is lawful, and everything that an order file may say can be said so.

use super::{loaded, rules, setup, sheet, tree};
use engine::rules::{ParsedOrders, Place};
use engine::title::RawOrders;
use engine::{
    Assistance, AtSeat, BotStyle, Complaints, Dice, Path, Reader, Rng, Rules, Seat, Tempo, Viewer,
};
use mutator::{Walk, walk};
use std::collections::{BTreeMap, BTreeSet};

/// Every key of the grammar.
const KEYS: &str = "orders army elements allocate gold element allied raise repeat in move when recruit give \
    sally disband if_siege leave_siege gaul enemy-in friend-in owner besieged odds do to battle \
    plan left centre right posture from overlap when_free front reserve priority commit as n \
    bound losses enemy-losses behind enemy-reserve general lane is withdraw resolve command \
    minor_war winner withdrew lost kills other camp_looted row against resign entered final \
    retreat_to relieved sallied_upon contingent hand_over by province size season can elect \
    prefer end ahead standing";

/// Walks through what is offered in a game, once for each kind of prompt that is met.
fn game(tempo: Tempo, options: &[(&str, &str)], met: &mut Walk) {
    let setup = setup(4, tempo, options);
    let mut play = loaded().open(&setup).expect("opens");
    let (mut rng, mut kinds) = (Rng::new(3), BTreeSet::new());
    for number in 1..80 {
        if play.outcome().is_some() {
            break;
        }
        let mut filed: BTreeMap<Seat, RawOrders> = BTreeMap::new();
        let asked: Vec<_> = play.asked().into_iter().collect();
        for one in &asked {
            let names = asked.iter().filter(|other| other.seat == one.seat);
            let kind: Vec<String> = names.map(|other| other.prompt.clone()).collect();
            if kinds.insert((one.seat == Seat::referee(), kind)) {
                let draft = play.propose(&one.seat, BotStyle::Sensible, &mut rng);
                for draft in ["", draft.as_str()] {
                    met.join(walk(play.as_ref(), &one.seat, &mut rng, 1, draft));
                }
            }
        }
        for seat in play.awaited().into_iter().map(|asked| asked.seat).collect::<BTreeSet<_>>() {
            let orders = play.propose(&seat, BotStyle::Random, &mut rng);
            filed.insert(seat, sheet(&orders));
        }
        let mut dice = Dice::seeded([9; 32], Some([8; 32]));
        play.turn(number, &filed, &BTreeSet::new(), &mut dice).expect("resolves");
    }
}

/// What is offered beside what a draft says already.
fn beside(met: &mut Walk) {
    let play = loaded().open(&setup(4, Tempo::Brisk, &[])).expect("opens");
    let drafts = [
        "standing: {ra: {entered: [{do: fight}], hand_over: [{to: rb, elements: []}], plan: {commit: [{when: {bound: 3}, to: left, as: fill}]}}}\n",
        "ahead: {summer: {ra: [{when: [{enemy-in: etruria}, {owner: [etruria, rome]}, {odds: [etruria, 1.00]}], recruit: [{at: etruria, elements: [Gen]}]}]}}\n",
        "ahead: {minor-war: {against: {1: {army: numidian}}}, plan: [{battle: any, plan: {left: {posture: attack}}}]}\n",
    ];
    for draft in drafts {
        let seat = play.asked().first().expect("somebody is asked").seat.clone();
        met.join(walk(play.as_ref(), &seat, &mut Rng::new(5), 1, draft));
    }
}

#[test]
fn all_that_is_offered_is_lawful_and_every_kind_of_order_can_be_given_by_hand() {
    let mut met = Walk::default();
    game(Tempo::Brisk, &[("years", "2")], &mut met);
    game(Tempo::Full, &[("years", "2"), ("battles", "tabletop")], &mut met);
    beside(&mut met);
    met.reached(KEYS.split(' '));
}

#[test]
fn the_marches_of_a_draft_are_drawn_on_the_map() {
    let rules = rules();
    let state = rules.open(&setup(4, Tempo::Brisk, &[])).expect("opens");
    let (id, army) = state.armies.iter().next().expect("an army");
    let seat = state.players.iter().find(|player| player.side == id.side()).expect("a player");
    let (id, from, seat) = (*id, army.at, seat.seat.clone());
    let mut view = rules.view(&state, &Viewer::Seat(seat.clone()));
    view.state.armies.get_mut(&id).expect("their own").seat = Some(seat.clone());
    let at = AtSeat { view: &view, seat: &seat, prompts: &[], in_force: None };
    let foreseen = |options: &str| {
        let root = tree(&format!("{id}: {options}"));
        let (reader, mut complaints) = (Reader::new(&root, Path::top()), Complaints::new());
        let orders = rules.read_orders("spring", Place::Orders, &reader, &mut complaints);
        let mut filing = ParsedOrders::default();
        filing.orders.insert("spring".to_owned(), orders.expect("orders"));
        rules.foresee(&at, &filing)
    };
    let links = rules.chart.links.keys();
    let to = links.filter(|(place, _)| *place == from).map(|(_, to)| *to).next().expect("a link");
    let (after, chapters) =
        foreseen(&format!("[{{when: {{enemy-in: {from}}}}}, {{move: [{to}, {from}]}}]"))
            .expect("a march");
    let stands = after.state.armies[&id].at;
    assert_eq!(chapters[0].events.len(), if stands == to { 1 } else { 2 });
    let map = rules.picture(&after, &chapters);
    let marches = map.areas.expect("a map of areas").marches;
    assert_eq!(marches.len(), 1);
    assert_eq!(marches[0].path[..2], [from.to_string(), to.to_string()]);
    assert!(foreseen("[{}]").is_none(), "who stays marches nowhere");
}
