//! Attacks that have not happened, explained.

use super::{ENDING, setup};
use crate::Punica;
use engine::{
    AtSeat, Complaints, GameState, GameStateOf, InForce, Node, OrderHelp, OrderRules, Path, Reader,
    Rules, Seat, Tempo, Viewer,
};
use record::exchange::yaml;

/// The answer to a question written as in a file.
fn explained(
    rules: &Punica,
    game: &GameStateOf<Punica>,
    question: &str,
) -> Result<serde_json::Value, String> {
    let seat = Seat::new("carthage");
    let node: Node = yaml::parse(question).expect("YAML");
    let view = rules.view(&game.state, &Viewer::Seat(seat.clone()));
    let in_force = game.force.get(&seat);
    let at = AtSeat { view: &view, seat: &seat, prompts: &[], in_force };
    let answer = rules.explain(&at, None, &node);
    answer.map(|value| value["cases"][0].clone()).map_err(|complaints| complaints[0].to_string())
}

#[test]
fn an_imagined_attack_is_explained_and_a_bad_question_is_refused() {
    let rules = super::rules();
    let state = rules.open(&setup(Tempo::Brisk, &ENDING)).expect("opens");
    let mut game = GameState::new(state);
    let mut complaints = Complaints::new();
    let tree = yaml::parse("battle: [{when: {area: car, theirs: \">=3\"}, play: [r9, c5]}, {when: {area: car}, play: c5}]")
        .expect("YAML");
    assert!(
        rules.read_policy(&Reader::new(&tree, Path::top(), &mut complaints)).is_some()
            && complaints.fatal()
    );
    let tree = yaml::parse("battle: [{when: {area: car, theirs: \">=3\"}, play: [r5, c5]}]")
        .expect("YAML");
    let standing = rules.read_policy(&Reader::new(&tree, Path::top(), &mut complaints));
    let says = standing.expect("read");
    game.force.insert(
        Seat::new("carthage"),
        InForce { standing: Some(engine::Filed { phase: 1, says }), ..InForce::default() },
    );
    let answer = explained(&rules, &game, "{area: carthago, theirs: 3}").expect("understood");
    assert_eq!((answer["by"].as_str(), answer["pick"].as_str()), (Some("standing"), Some("c5")));
    assert_eq!(answer["rules"][0]["fires"], serde_json::json!(true));
    let answer = explained(&rules, &game, "{area: carthago, theirs: 2}").expect("understood");
    assert_eq!(answer["by"].as_str(), Some("default"));
    assert_eq!(answer["rules"][0]["why"].as_str(), Some("theirs is 2"));
    assert_eq!(
        explained(&rules, &game, "{area: cartago}"),
        Err("E-pu-area unknown area 'cartago'".to_owned())
    );
    assert!(
        explained(&rules, &game, "{aera: roma}").is_err()
            && explained(&rules, &game, "[1]").is_err()
    );
}
