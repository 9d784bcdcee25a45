//! Tests that rolls are fair and repeatable.

use super::*;

const SEED: [u8; 32] = [3; 32];

fn dice() -> Dice {
    Dice::seeded(SEED, Some([4; 32]))
}

#[test]
fn the_same_label_gives_the_same_dice_whatever_came_before() {
    let mut early = dice();
    let alone = early.throw("combat/a>b", Secrecy::Open, 6, 3);
    let mut late = dice();
    late.throw("combat/c>d", Secrecy::Open, 6, 10);
    late.shuffle("deck", Secrecy::Hidden, 52);
    assert_eq!(late.throw("combat/a>b", Secrecy::Open, 6, 3), alone);
    assert_eq!(alone.label, "combat/a>b");
}

#[test]
fn more_dice_in_a_roll_leave_the_first_ones_as_they_are() {
    let two = dice().throw("x", Secrecy::Open, 6, 2);
    let five = dice().throw("x", Secrecy::Open, 6, 5);
    assert_eq!(two.faces, five.faces[..2]);
}

#[test]
fn one_label_twice_is_numbered_and_gives_other_dice() {
    let mut dice = dice();
    let rolls: Vec<_> = (0..3).map(|_| dice.throw("x", Secrecy::Open, 1_000_000, 1)).collect();
    assert_eq!(rolls.iter().map(|r| r.label.as_str()).collect::<Vec<_>>(), ["x", "x#2", "x#3"]);
    assert!(rolls[0].faces != rolls[1].faces && rolls[1].faces != rolls[2].faces);
    assert_eq!(dice.shuffle("x", Secrecy::Hidden, 3).label, "x#4");
}

#[test]
fn a_hidden_roll_that_could_be_told_from_the_open_seed() {
    let mut dice = dice();
    let hidden = dice.throw("x", Secrecy::Hidden, 1_000_000, 4);
    assert!(hidden.hidden);
    assert!(!hidden.follows_from(&SEED));
    assert!(hidden.follows_from(&[4; 32]));
}

#[test]
fn a_die_that_never_shows_a_side_or_shows_too_many() {
    for sides in [1, 2, 3, 6, 8, 10, 12, 20] {
        let roll = dice().throw("x", Secrecy::Open, sides, 2000);
        let shown: std::collections::BTreeSet<_> = roll.faces.iter().copied().collect();
        assert_eq!(shown, (1..=sides).collect(), "{sides} sides");
    }
}

#[test]
fn a_word_that_would_favour_the_low_faces_is_skipped() {
    let top = u32::MAX;
    assert_eq!(below(&mut [top, top - 3, top - 4, 8].into_iter(), 6), (top - 4) % 6);
    assert_eq!(below(&mut [top - 3, 8].into_iter(), 6), 2);
    assert_eq!(below(&mut [top].into_iter(), 8), 7);
    assert_eq!(below(&mut [1 << 31, (1 << 31) + 1, 5].into_iter(), (1 << 31) + 1), 1 << 31);
    assert_eq!(below(&mut [top, 4].into_iter(), top), 4);
    assert_eq!(below(&mut [top].into_iter(), 1), 0);
}

#[test]
fn a_shuffle_is_an_order_and_every_order_comes_up() {
    let mut orders = std::collections::BTreeSet::new();
    let mut dice = dice();
    for _ in 0..200 {
        let roll = dice.shuffle("deck", Secrecy::Open, 3);
        assert!(roll.is_shuffle() && roll.follows_from(&SEED) && roll.sides == 3);
        orders.insert(roll.faces);
    }
    assert_eq!(orders.len(), 6);
}

#[test]
fn a_shuffle_of_nothing_or_of_one_thing() {
    for len in [0, 1] {
        let roll = dice().shuffle("deck", Secrecy::Open, len);
        assert_eq!(roll.faces, (0..).take(len).collect::<Vec<u32>>());
        assert!(roll.is_shuffle() && roll.follows_from(&SEED));
    }
}

#[test]
fn a_roll_with_a_face_altered_added_or_relabelled() {
    let honest = dice().throw("x", Secrecy::Open, 6, 3);
    assert!(honest.follows_from(&SEED));
    let other = |face: u32| face % 6 + 1;
    let mut altered = honest.clone();
    altered.faces[1] = other(altered.faces[1]);
    let mut added = honest.clone();
    let wrong = other(faces(&SEED, "x", 6, 4)[3]);
    added.faces.push(wrong);
    let relabelled = Roll { label: "y/attack".into(), ..honest.clone() };
    let zero = Roll { faces: vec![0, 1, 2], ..honest.clone() };
    let no_sides = Roll { sides: 0, ..honest };
    for roll in [altered, added, relabelled, zero, no_sides] {
        assert!(!roll.follows_from(&SEED), "{roll:?}");
    }
}

#[test]
fn a_script_with_faces_left_over() {
    let mut dice = Dice::scripted(vec![6, 1, 4]);
    assert_eq!(dice.throw("x", Secrecy::Open, 6, 2).faces, [6, 1]);
    assert_eq!(dice.misfits(), ["1 of the listed dice were not rolled"]);
}

#[test]
fn a_script_with_too_few_faces() {
    let mut dice = Dice::scripted(vec![6]);
    let thrown = dice.throw("x", Secrecy::Open, 6, 3).faces;
    assert_eq!((thrown[0], thrown.len()), (6, 3));
    assert_eq!(dice.misfits(), ["2 more dice were rolled than listed"]);
    assert_eq!(dice.shuffle("deck", Secrecy::Hidden, 2).faces, [0, 1]);
    assert_eq!(dice.misfits(), ["4 more dice were rolled than listed"]);
}

#[test]
fn faces_made_up_beyond_a_script_break_ties() {
    let mut dice = Dice::scripted(Vec::new());
    let mut throw = || dice.throw("rank", Secrecy::Open, 6, 2).faces;
    assert!((0..100).any(|_| throw()[0] != throw()[1]), "a tie that is thrown again never ends");
}

#[test]
fn a_script_that_goes_on_with_one_face() {
    let mut dice = Dice::scripted(vec![2]).then_always(6);
    assert_eq!(dice.throw("x", Secrecy::Open, 6, 3).faces, [2, 6, 6]);
    assert_eq!(Dice::always(1).throw("x", Secrecy::Open, 10, 2).faces, [1, 1]);
    assert!(dice.misfits().is_empty());
}

#[test]
fn a_script_with_a_face_that_no_die_shows() {
    let mut dice = Dice::scripted(vec![7, 0, 2, 0, 1, 2, 2]);
    assert_eq!(dice.throw("x", Secrecy::Open, 6, 2).faces, [1, 1]);
    assert_eq!(dice.shuffle("deck", Secrecy::Open, 3).faces, [2, 0, 1]);
    assert_eq!(dice.shuffle("deck", Secrecy::Open, 2).faces, [0, 1]);
    assert_eq!(dice.misfits().len(), 3);
}

#[test]
fn an_open_roll_is_written_without_the_word_hidden() {
    let roll = Roll { label: "x".into(), sides: 6, faces: vec![2], hidden: false };
    let text = serde_json::to_string(&roll).unwrap();
    assert_eq!(text, r#"{"label":"x","sides":6,"faces":[2]}"#);
    assert_eq!(serde_json::from_str::<Roll>(&text).unwrap(), roll);
    let hidden = Roll { hidden: true, ..roll };
    assert_eq!(
        serde_json::from_str::<Roll>(&serde_json::to_string(&hidden).unwrap()).unwrap(),
        hidden
    );
}

#[test]
fn a_seed_that_leaks_through_a_debug_line() {
    assert_eq!(format!("{:?}", dice()), "Dice(seeded, 0 labels used)");
    assert_eq!(format!("{:?}", Dice::scripted(vec![6])), "Dice(scripted, 0 labels used)");
}

#[test]
#[should_panic(expected = "roll \"opening\": there are no dice here")]
fn dice_thrown_where_there_are_none() {
    Dice::none().throw("opening", Secrecy::Open, 6, 1);
}

#[test]
fn a_hidden_roll_whose_seed_is_not_known_is_owned_up_to() {
    let mut dice = Dice::seeded(SEED, None);
    dice.throw("x", Secrecy::Open, 6, 1);
    assert!(!dice.lacks_hidden_seed());
    dice.shuffle("deck", Secrecy::Hidden, 6);
    assert!(dice.lacks_hidden_seed());
}

#[test]
#[should_panic(expected = "no # or control character")]
fn a_label_that_poses_as_the_second_use_of_another() {
    dice().throw("x#2", Secrecy::Open, 6, 1);
}
