//! Compares luck with calculations by hand.

use super::*;

fn die(face: u32) -> Die {
    Die {
        side: "rome".to_owned(),
        kind: "attacks".to_owned(),
        worth: vec![-5, -3, -1, 1, 3, 5],
        face,
    }
}

#[test]
fn one_die_is_worth_its_place_among_its_faces() {
    let luck = |face| odds::permille(&[&die(face)]);
    assert_eq!([1, 2, 3, 4, 5, 6].map(luck), [83, 250, 417, 583, 750, 917]);
    assert_eq!(odds::permille(&[]), 500);
}

#[test]
fn two_dice_are_counted_in_36_ways() {
    let luck = |a, b| odds::permille(&[&die(a), &die(b)]);
    assert_eq!(luck(6, 6), 986, "35 ways are worse, and half of one is even");
    assert_eq!(luck(3, 4), 500);
    assert_eq!(luck(1, 1), 14);
}

#[test]
fn a_face_that_the_die_does_not_have_is_told() {
    let spec: Spec =
        serde_yaml::from_str("throws:\n- {kind: a, whose: by, good: high, words: a}\n").unwrap();
    for (sides, face) in [(6, 0), (6, 7), (0, 1), (5000, 1)] {
        let text = format!(
            "chapters:\n- events:\n  - {{kind: a, by: rome, roll: {{sides: {sides}, faces: [{face}]}}}}\n"
        );
        assert!(dice(&text, &spec).is_err(), "{text}");
    }
}

#[test]
fn faces_of_which_some_are_hits_sum_to_nothing() {
    let spec: Spec = serde_yaml::from_str(
        "sides: {rome: [ro], carthage: [ca]}\nzero: 10\nthrows:\n\
         - {kind: gaul, whose: unit, good: [1, 2, 3, 10], words: Gauls}\n\
         - {kind: attack, whose: by, good: high, words: attacks}\n",
    )
    .unwrap();
    let text = "chapters:\n- events:\n\
        \x20 - {kind: gaul, unit: ca-1, roll: {label: a, sides: 10, faces: [10]}}\n\
        \x20 - {kind: attack, by: [ro-2], roll: {label: b, sides: 10, faces: [10]}}\n\
        \x20 - {kind: attack, by: [ro-2], roll: {label: c, sides: 10, faces: [9]}}\n\
        \x20 - {kind: march, by: [ro-2]}\n";
    let dice = dice(text, &spec).unwrap();
    let told: Vec<_> = dice.iter().map(|die| (die.side.as_str(), die.value())).collect();
    assert_eq!(told, [("carthage", 54), ("rome", -90), ("rome", 90)]);
    assert!(dice.iter().all(|die| die.worth.iter().sum::<i32>() == 0));
    let sides = sides(&dice);
    assert_eq!(sides["rome"].all, Luck { dice: 2, better: 1, permille: 500 });
    assert!(histogram(&dice).contains("<title>9: 1 of 2</title>"));
}
