//! The map and the facts of forms.

use super::{ENDING, loaded, orders, rules, setup};
use crate::Punica;
use crate::prompts::Question;
use engine::run::{opening, run};
use engine::{
    AtSeat, BotStyle, BuiltInPlayer, Dice, GameState, GameStateOf, OrderHelp, Picture, Prompt, Rng,
    Rules, Seat, Setup, Tempo,
};
use std::collections::{BTreeMap, BTreeSet};

/// Positions of some games of tempo full, each with what is asked in it.
fn positions(mut look: impl FnMut(&Punica, &GameStateOf<Punica>, &[Prompt<Question>])) {
    let rules = rules();
    for seed in 0..4 {
        let state = rules.open(&setup(Tempo::Full, &ENDING)).expect("opens");
        let mut game = GameState::new(state);
        opening(&rules, &mut game).expect("runs");
        let mut rng = Rng::new(seed);
        for number in 1..60 {
            let prompts = rules.prompts(&game.state);
            look(&rules, &game, &prompts);
            let mut filings = BTreeMap::new();
            for prompt in prompts {
                let (view, seat) = (game.state.clone(), prompt.seat.clone());
                let prompts = [prompt];
                let in_force = game.force.get(&seat);
                let at = AtSeat { view: &view, seat: &seat, prompts: &prompts, in_force };
                filings.insert(seat.clone(), rules.propose(&at, BotStyle::Random, &mut rng));
            }
            let mut dice = Dice::seeded([5; 32], None);
            if run(&rules, &mut game, number, &filings, &BTreeSet::new(), &mut dice).is_err() {
                break;
            }
        }
    }
}

#[test]
fn the_map_names_who_is_awaited_and_shows_both_sides_of_a_battle() {
    let (mut battles, mut others) = (0, 0);
    positions(|rules, game, prompts| {
        let map = rules.picture(&game.state, &[]);
        for prompt in prompts.iter().filter(|prompt| !prompt.optional) {
            let name = if prompt.seat == Seat::new("rome") { "Rome" } else { "Carthage" };
            assert!(map.title.contains(name), "{}: {prompt:?}", map.title);
            others += u32::from(prompt.seat != game.state.active.seat());
        }
        for pending in &game.state.pending {
            let on = |piece: &&engine::map::Piece| {
                piece.cell.trim_end_matches("-battle") == pending.area.as_str()
            };
            let both: Vec<_> = map.pieces.iter().filter(on).collect();
            let [rome, carthage] = both[..] else { panic!("{} counters", both.len()) };
            assert!(carthage.at.x - rome.at.x >= 74, "one covers the other");
            assert!(both.iter().all(|piece| piece.marks == ["battle"]), "{both:?}");
            battles += 1;
        }
    });
    assert!(battles > 20 && others > 10, "{battles} battles, {others} awaited out of turn");
}

#[test]
fn a_form_names_cards_in_hand_and_movements_that_the_card_makes() {
    let mut effects = 0;
    positions(|rules, game, prompts| {
        for prompt in prompts {
            let prompts = [prompt.clone()];
            let at = AtSeat {
                view: &game.state,
                seat: &prompt.seat,
                prompts: &prompts,
                in_force: game.force.get(&prompt.seat),
            };
            let form = rules.form(&at);
            let hand = form["hand"].as_array().expect("a hand");
            let held = |id: &serde_json::Value| hand.iter().any(|card| card["id"] == *id);
            assert!(form["mix"].as_array().into_iter().flatten().all(held), "{}", form["mix"]);
            assert!(form["example"].is_null() || held(&form["example"]["card"]));
            if let Some(moves) = form["effect"]["moves"].as_array() {
                let does = form["effect"]["does"].as_str().expect("words");
                let fleets = moves.iter().any(|movement| movement["unit"] == "fleet");
                assert!(!fleets || does.contains("fleet"), "{does}: {moves:?}");
                effects += 1;
            }
        }
    });
    assert!(effects > 3, "{effects} effects");
}

#[test]
fn standing_orders_in_force_can_be_pasted_with_the_cards_of_a_lot_in_the_order_written() {
    let mut game = loaded().open(&setup(Tempo::Brisk, &ENDING)).expect("opens");
    let seat = Seat::new("carthage");
    let text = "standing:\n  battle:\n    - {when: {area: [sicilia, carthago], theirs: \"<=2\"}, play: {mix: {c6: 1, c2: 3, c4: 1}}}\n    - {play: [{beat: best}, ask]}\n  effect: {do: win, keep: {capital: 1}}\n  retreat: [numidia]\n  battles: [sicilia]";
    let filed = orders(&format!("orders: {{action: pass, discard: c0}}\n{text}"));
    let filed = BTreeMap::from([(seat.clone(), filed)]);
    game.turn(1, &filed, &BTreeSet::new(), &mut Dice::seeded([1; 32], None)).expect("resolves");
    let form = game.form(&seat);
    let lines = form["standing"].as_array().expect("lines").iter();
    let lines: Vec<&str> = lines.map(|line| line.as_str().expect("text")).collect();
    assert_eq!(lines.join("\n"), text);
}

#[test]
fn a_game_ends_by_the_default_options() {
    use engine::selfplay::{CheckLevel, play};
    let rules = rules();
    let options: BTreeMap<String, String> =
        rules.prospectus().options.into_iter().map(|note| (note.name, note.default)).collect();
    assert_eq!((options["repetition"].as_str(), options["quiet"].as_str()), ("threefold", "40"));
    let setup = Setup { options, ..setup(Tempo::Brisk, &[]) };
    let styles = super::styles(BotStyle::Sensible, BotStyle::Sensible);
    for seed in 0..6 {
        let played = play(&rules, &setup, &styles, seed, 1000, CheckLevel::Sound).expect("sound");
        assert!(played.outcome.is_some(), "seed {seed} does not end");
    }
}

#[test]
fn no_refusal_offers_a_place_where_such_a_unit_cannot_be() {
    let game = loaded().open(&setup(Tempo::Brisk, &ENDING)).expect("opens");
    let filed = orders("orders: {action: move, move: army sicilia carthago}");
    let complaints = game.check(&Seat::new("carthage"), &filed);
    let fix = complaints.0.iter().find_map(|complaint| complaint.fix.clone()).expect("a way out");
    assert!(fix.contains("numidia") && !fix.contains("mare-"), "{fix}");
}

#[test]
fn a_draft_says_what_it_does_and_one_without_orders_that_it_orders_nothing() {
    let game = loaded().open(&setup(Tempo::Brisk, &ENDING)).expect("opens");
    let seat = Seat::new("carthage");
    let text =
        "orders: {action: card, card: c5, moves: [fleet AFR ION, hannibal CAR SIC, army CAR MAG]}";
    let facts = game.dry_run(&seat, &orders(text));
    assert_eq!(facts["takes"], serde_json::json!(["Magna Graecia", "Sicilia"]));
    assert_eq!((&facts["battles"], &facts["nothing"]), (&serde_json::json!([]), &false.into()));
    let hand = facts["hand"].as_array().expect("a hand");
    assert!(hand.contains(&"Mercenarii (c4)".into()), "{facts}");
    assert!(!hand.contains(&"Hasdrubal (c5)".into()), "{facts}");
    let text =
        "orders: {action: card, card: c4, moves: [army HIS TRA]}\nahead: {battle: [{play: c6}]}";
    let facts = game.dry_run(&seat, &orders(text));
    let battle = &facts["battles"][0];
    assert_eq!((battle["by"].as_str(), battle["pick"].as_str()), (Some("ahead"), Some("c6")));
    assert_eq!(facts["leaves"], serde_json::json!(["Hispania"]));
    let facts = game.dry_run(&seat, &orders("standing: {losses: hannibal-first}"));
    assert_eq!((&facts["nothing"], facts["says"].as_str()), (&true.into(), Some("pass")));
    assert!(game.dry_run(&Seat::new("rome"), &orders("")).is_null());
}
