//! What is chosen, how it is varied, and what a catalogue may not lack.

use super::*;
use engine::story::{Budget, Gap, say};

const CATALOGUE: &str = "\
fell
  {who} {who?was|were} lost.
  Lost {who?was|were} {who}.
  On the left {who} {who?was|were} lost.
went
  {who} went on[ by {steps}].
unit/hastati +
  the {n} Hastati
head
  {who} lost
";

fn context(scenes: Vec<Scene>, cap: u32) -> Context {
    let budget = Budget { floor: cap, slope: 0, cap, scenes: 2 };
    let narrative = Narrative { budget, scenes, ..Narrative::default() };
    Context { game: "zama".to_owned(), narrative, ..Context::default() }
}

fn scene(score: u32, kept: bool, n: u32) -> Scene {
    let who = say("unit/hastati").with("n", Gap::Rank(n));
    let line = say("fell").with("who", who.clone());
    Scene {
        score,
        kept,
        events: vec![n],
        headline: Some(say("head").with("who", who)),
        full: vec![line.clone(), line.clone()],
        brief: vec![line],
        ..Scene::default()
    }
}

fn told(context: &Context) -> Spoken {
    tell(Language::English, &Catalogue::read(&[CATALOGUE]).unwrap(), context).unwrap()
}

#[test]
fn the_heaviest_leads_and_what_is_kept_is_never_dropped() {
    let scenes =
        vec![scene(30, false, 1), scene(70, true, 2), scene(65, true, 3), scene(5, false, 4)];
    let wide = told(&context(scenes.clone(), 400));
    assert_eq!(wide.headline, "The Second Hastati lost");
    let events: Vec<&[u32]> = wide.parts.iter().map(|part| part.events.as_slice()).collect();
    assert_eq!(events, [&[1][..], &[2], &[3], &[4]], "in the order of time, what is light last");
    let narrow = told(&context(scenes, 10));
    let events: Vec<&[u32]> = narrow.parts.iter().map(|part| part.events.as_slice()).collect();
    assert_eq!(events, [&[2][..], &[3]], "who was lost is told however little room there is");
    assert!(words(&narrow.parts[1].text) < words(&wide.parts[2].text), "but shortly");
}

#[test]
fn no_phrase_comes_again_before_all_have_come_and_no_two_begin_alike() {
    let scenes = (1..=6).map(|n| scene(30, false, n)).collect();
    let text: Vec<String> =
        told(&context(scenes, 400)).parts.into_iter().map(|part| part.text).collect();
    let sentences: Vec<String> =
        text.join(" ").split_inclusive(". ").map(|sentence| sentence.trim().to_owned()).collect();
    let openings: Vec<&str> =
        sentences.iter().map(|sentence| sentence.split(' ').next().unwrap()).collect();
    assert!(openings.windows(2).all(|pair| pair[0] != pair[1]), "{openings:?}");
}

#[test]
fn a_family_or_a_gap_that_lacks_is_named() {
    let fails = |line| {
        let scenes = vec![Scene { score: 1, brief: vec![line], ..Scene::default() }];
        tell(Language::English, &Catalogue::read(&[CATALOGUE]).unwrap(), &context(scenes, 100))
            .unwrap_err()
    };
    assert_eq!(fails(say("rose")), "no phrase says rose");
    assert_eq!(fails(say("fell")), "no phrase of fell can be filled with ");
}

#[test]
fn what_is_optional_is_left_out_and_several_take_their_verb() {
    let numbers = Gap::Series(vec![Gap::Rank(1), Gap::Rank(3)]);
    let line = say("went").with("who", say("unit/hastati").with("n", numbers));
    let scenes = vec![Scene { score: 1, full: vec![line], ..Scene::default() }];
    let spoken = told(&context(scenes, 100));
    assert_eq!(spoken.parts[0].text, "The First and Third Hastati went on.");
}

#[test]
fn an_army_is_told_by_its_general_where_the_charter_names_them() {
    let catalogue = "went\n  {who} went on.\narmy ~\n  {general}'s army\n  the army\n";
    let catalogue = Catalogue::read(&[catalogue]).unwrap();
    let army = say("army").with("general", Gap::Player("r1".to_owned()));
    let told = |players: &BTreeMap<String, String>| {
        let mut speaker = Speaker::new(Language::English, &catalogue, players, "zama", 1);
        let line = say("went").with("who", army.clone());
        speaker.sentences(&[line.clone(), line]).unwrap()
    };
    assert_eq!(told(&BTreeMap::new()), "The army went on. The army went on.");
    let named = told(&BTreeMap::from([("r1".to_owned(), "Fabius".to_owned())]));
    assert!(named.contains("Fabius's army went on") && named.contains("he army went on"));
}
