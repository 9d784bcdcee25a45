//! Tests of star-card policies with movements that no printed card has, but a game's own cards may.

use super::{FOLDER, rules_by};
use crate::Punica;
use engine::{Case, Cases};
use record::exchange::yaml;

/// The game with a card Ad Portas that moves fleets in place of Hannibal.
fn with_a_card_for_fleets() -> Punica {
    let data = FOLDER.data_with("cards.yaml", "{who: hannibal, n: 2}", "{who: fleet, n: 1}");
    rules_by(&data)
}

#[test]
fn fleets_come_from_elsewhere_before_they_leave_the_home_sea() {
    let rules = with_a_card_for_fleets();
    let case = "\
case: fleets
given:
  active: rome
  rome: {army: {roma: 3}, fleet: {mare-tyrrhenum: 1}}
  carthage: {army: {carthago: 2}, hannibal: carthago, fleet: {mare-africum: 1, mare-gallicum: 1, mare-ionium: 1}}
orders:
  rome: {action: move, move: fleet mare-tyrrhenum mare-ionium, ahead: {battle: [{play: r0}], effect: none}}
  carthage: {standing: {battle: [{play: c0}], effect: max}}
then: {events: [{kind: move, effect: true, unit: fleet, from: mare-gallicum, to: mare-ionium}]}
";
    let node = yaml::parse(case).expect("YAML");
    let rulebook = FOLDER.rulebook();
    let result = rules.case(&Case { node: &node, rulebook: &rulebook });
    assert_eq!(result.difference, None);
}
