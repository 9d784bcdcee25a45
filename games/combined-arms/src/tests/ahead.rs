//! Tests of orders given ahead, orders in force, and answers for absent seats.

use super::{
    BTreeMap, BTreeSet, Dice, SEATS, Seat, Tempo, deployed, file, loaded, setup, sheet, square_of,
};
use record::exchange::yaml;

#[test]
fn a_list_given_ahead_speaks_where_nothing_can_be_attacked() {
    let turn = |text: &str| {
        let mut play = deployed();
        let rome = BTreeMap::from([(Seat::new("rome"), sheet(text))]);
        play.turn(2, &rome, &BTreeSet::new(), &mut Dice::seeded([0; 32], None)).unwrap();
        play
    };
    let resigned = turn("{orders: [], ahead: {attack: [resign: yes]}}");
    assert_eq!(resigned.outcome().and_then(|outcome| outcome.winner).as_deref(), Some("carthage"));
    let in_vain = turn("{orders: [], ahead: {attack: [ve1: ca1]}}");
    let told = in_vain.public_events();
    assert!(told.contains("reason: no-target"), "{told}");
    assert!(in_vain.hidden().is_none(), "nothing stays in force");
}

#[test]
fn empty_standing_orders_clear_those_in_force() {
    let mut play = deployed();
    let mut file = |number: u32, seat: &str, text: &str| {
        let sheets = BTreeMap::from([(Seat::new(seat), sheet(text))]);
        play.turn(number, &sheets, &BTreeSet::new(), &mut Dice::seeded([0; 32], None)).unwrap();
        play.hidden()
    };
    assert!(file(2, "rome", "{orders: [], standing: {attack: {mode: none}}}").is_some());
    assert!(file(3, "carthage", "{orders: []}").is_some(), "Rome's stay in force");
    assert_eq!(file(4, "rome", "{orders: [], standing: {}}"), None);
}

#[test]
fn a_state_that_no_play_leads_to_is_not_taken_up() {
    let loaded = loaded();
    let state = deployed().public_state();
    assert!(loaded.resume(&yaml::parse(&state).unwrap()).is_ok());
    for (from, to) in
        [("size: 12", "size: 200"), ("zone: 4", "zone: 7"), ("turn: 1", "turn: 4294967295")]
    {
        let altered = state.replacen(&format!(" {from}\n"), &format!(" {to}\n"), 1);
        assert_ne!(altered, state, "{from}");
        assert!(loaded.resume(&yaml::parse(&altered).unwrap()).is_err(), "{to}");
    }
}

/// An option may change during a game, but what an army was mustered by is then settled.
#[test]
fn a_handicap_that_comes_after_the_muster_is_no_position() {
    let loaded = loaded();
    let mut play = loaded.open(&setup("battle", Tempo::Full, &[])).expect("lawful");
    let (before, behind) =
        ("    veterans: 0\n", "    handicap:\n      rome: 1\n      carthage: 0\n");
    let later = |state: &str| state.replacen(before, &format!("{before}{behind}"), 1);
    assert!(loaded.resume(&yaml::parse(&later(&play.public_state())).unwrap()).is_ok());
    file(play.as_mut(), 1, &[("rome", "orders: {}"), ("carthage", "orders: {}")]);
    let state = play.hidden().unwrap_or_else(|| play.public_state());
    assert_ne!(later(&state), state);
    let told = loaded.resume(&yaml::parse(&later(&state)).unwrap()).err();
    assert!(told.as_ref().is_some_and(|why| why.contains("rome has 16 units of 15")), "{told:?}");
}

#[test]
fn a_brisk_turn_is_one_file() {
    let loaded = loaded();
    let mut play = loaded.open(&setup("battle", Tempo::Brisk, &[])).expect("lawful");
    let rome = "orders:\n  army: consular\n  layout: triplex-acies\n  place: {ve1: e4 n}\n";
    file(play.as_mut(), 1, &[("rome", rome), ("carthage", "orders: {army: trebia}\n")]);
    assert_eq!(square_of(play.as_ref(), "ve1"), "e4 n");
    assert_eq!(play.phase().name, "move");
    file(play.as_mut(), 2, &[("rome", "orders: [{ve1: e5}]\nahead: {attack: [at-will]}\n")]);
    assert_eq!((play.phase().turn, play.phase().seat), (2, Some(Seat::new("carthage"))));
    file(play.as_mut(), 3, &[("carthage", "orders: []\n")]);
    assert_eq!((play.phase().turn, play.phase().seat), (3, Some(Seat::new("rome"))));
}

#[test]
fn units_placed_ahead_are_used_in_the_order_written_until_they_are_too_few() {
    let loaded = loaded();
    let mut play =
        loaded.open(&setup("battle", Tempo::Full, &[("placement", "4")])).expect("lawful");
    file(
        play.as_mut(),
        1,
        &[("rome", "orders: {army: consular}\n"), ("carthage", "orders: {army: trebia}\n")],
    );
    let rome = "orders: {scipio: e1, tr1: a1, tr2: b1, ha1: c1}\nahead:\n  place: {ve1: e4, ve2: f4, ve3: g4, ha2: d1, ha3: f1 e, pr1: g1}\n";
    file(play.as_mut(), 2, &[("rome", rome)]);
    let first = "orders: {hannibal: e12, af1: a12, af2: b12, su1: c12}\n";
    file(play.as_mut(), 3, &[("carthage", first)]);
    // Rome's next four came from ahead in the same record; two are left, which are too few.
    assert_eq!(square_of(play.as_ref(), "ha2"), "d1 n");
    assert_eq!(square_of(play.as_ref(), "ha3"), "absent");
    assert_eq!(play.phase().seat, Some(Seat::new("carthage")));
    file(play.as_mut(), 4, &[("carthage", "orders: {su2: d12, ce1: f12, el1: g12, el2: h12}\n")]);
    let awaited: Vec<Seat> = play.awaited().into_iter().map(|asked| asked.seat).collect();
    assert_eq!(awaited, [Seat::new("rome")]);
    let force = play.in_force(&Seat::new("rome"));
    assert_eq!(force["ahead"]["place"]["says"]["ha3"], "f1 e");
    file(play.as_mut(), 5, &[("rome", "orders: {ha3: a2, pr1: b2, pr2: c2, pr3: d2}\n")]);
    assert_eq!(square_of(play.as_ref(), "ha3"), "a2 n");
}

#[test]
fn an_absent_seat_is_answered_for() {
    let loaded = loaded();
    let mut play =
        loaded.open(&setup("battle", Tempo::Full, &[("placement", "8")])).expect("lawful");
    let both: BTreeSet<Seat> = SEATS.map(Seat::new).into();
    for number in 1..=7 {
        play.turn(number, &BTreeMap::new(), &both, &mut Dice::none()).expect("nobody is awaited");
    }
    assert_eq!(square_of(play.as_ref(), "scipio"), "f2 n");
    assert_eq!(square_of(play.as_ref(), "hannibal"), "g11 s");
    assert!(play.phase().turn >= 2, "{:?}", play.phase());
}
