//! Orders in words: for the list of units, and for the headings of pages.

use crate::orders::{
    AtWill, AttackItem, Condition, Draw, Goal, Guard, Item, MoveItem, Pila, Skirmish, Target, Test,
    UnitState,
};
use std::fmt::Display;

/// An entry: what its unit is to do, and which units if it is not for a single one.
pub(super) fn entry(item: &Item) -> String {
    match item {
        Item::Move(part) => moved(part),
        Item::Attack(part) => attack(part),
        Item::AtWill(part) => at_will(part),
        Item::Draw(Draw::Offer) => "offers a draw".to_owned(),
        Item::Draw(Draw::Accept) => "accepts the draw".to_owned(),
        Item::Resign => "resigns the game".to_owned(),
        Item::Unread => "nothing: it could not be read".to_owned(),
    }
}

fn moved(item: &MoveItem) -> String {
    let mut parts = Vec::new();
    if item.charge {
        parts.push("charges".to_owned());
    }
    parts.extend(item.attack.as_ref().map(skirmish));
    if !item.to.is_empty() {
        parts.push(format!("to {}", in_turn(&item.to, goal)));
    }
    parts.extend(item.face.map(|facing| format!("faces {}", facing.word())));
    if parts.is_empty() {
        parts.push("stays".to_owned());
    }
    with_guards(parts.join(", "), &item.when)
}

pub(super) fn skirmish(attack: &Skirmish) -> String {
    let from = in_turn(&attack.at, goal);
    let from = if attack.at.is_empty() { from } else { format!(" from {from}") };
    format!("attacks {}{from} on its way", in_turn(&attack.target, target))
}

fn attack(item: &AttackItem) -> String {
    with_guards(format!("attacks {}", in_turn(&item.target, target)), &item.when)
}

fn at_will(item: &AtWill) -> String {
    let who = match &item.units {
        None => "all units that have not attacked yet attack at will".to_owned(),
        Some(units) if units.is_empty() => "nobody attacks at will".to_owned(),
        Some(units) => {
            let s = if units.len() == 1 { "s" } else { "" };
            format!("{} attack{s} at will", listed(units))
        }
    };
    match item.pila {
        Pila::Keep => who,
        Pila::Throw => format!("{who} and throw pila"),
    }
}

fn with_guards(text: String, when: &[Guard]) -> String {
    if when.is_empty() { text } else { format!("{text}, only if {}", all_of(when, guard)) }
}

/// A square with the conditions on which it is tried.
pub(super) fn goal(goal: &Goal) -> String {
    let only = || format!("{} (if {})", goal.square, all_of(&goal.when, guard));
    if goal.when.is_empty() { goal.square.to_string() } else { only() }
}

/// A target with the conditions on which it is tried.
pub(super) fn target(target: &Target) -> String {
    let only = || format!("{} (if {})", target.unit, all_of(&target.when, |one| its(*one)));
    if target.when.is_empty() { target.unit.to_string() } else { only() }
}

pub(super) fn guard(guard: &Guard) -> String {
    format!("{} {}", guard.unit, test(guard.test))
}

/// A condition, in words that follow the name of the unit.
pub(super) fn test(test: Test) -> String {
    let (so, else_) = match test.state {
        Condition::Is(UnitState::Here) => ("is where it began", "is not where it began"),
        Condition::Is(UnitState::Retreated) => ("has fallen back", "has not fallen back"),
        Condition::Is(UnitState::Hurt) => ("is hurt", "is not hurt"),
        Condition::Is(UnitState::Destroyed) => ("is destroyed", "is not destroyed"),
        Condition::Is(UnitState::Breaks) => {
            ("falls back because of this attack", "does not fall back because of this attack")
        }
        Condition::At(square) => {
            let not = if test.not { "not " } else { "" };
            return format!("is {not}on {square}");
        }
    };
    if test.not { else_ } else { so }.to_owned()
}

fn its(one: Test) -> String {
    format!("it {}", test(one))
}

/// Choices in order of preference, as words: `a, else b`.
fn in_turn<T>(list: &[T], word: impl Fn(&T) -> String) -> String {
    list.iter().map(word).collect::<Vec<_>>().join(", else ")
}

fn all_of<T>(list: &[T], word: impl Fn(&T) -> String) -> String {
    list.iter().map(word).collect::<Vec<_>>().join(" and ")
}

pub(super) fn listed<T: Display>(list: &[T]) -> String {
    list.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::entry;
    use crate::orders::Orders;
    use crate::orders::read::{ListOf, list};
    use engine::{Complaints, Path, Reader};
    use record::exchange::yaml;

    #[test]
    fn orders_are_said_in_words() {
        let said = |of: ListOf, text: &str| {
            let root = yaml::parse(&format!("[{text}]")).expect("it is YAML");
            let mut complaints = Complaints::new();
            let read = list(&Reader::new(&root, Path::top(), &mut complaints), of);
            assert!(complaints.0.is_empty(), "{text}: {complaints}");
            let Some(Orders::List(items)) = read else { panic!("a list") };
            entry(&items[0])
        };
        for (text, words) in [
            ("ve1: e4 n", "to e4, faces north"),
            (
                "ve1: {to: [e6, {square: f6, when: su1 here}], when: [ha1 not retreated]}",
                "to e6, else f6 (if su1 is where it began), only if ha1 has not fallen back",
            ),
            (
                "ve2: {attack: {at: h6, target: [ca1, {unit: nu1, when: hurt}]}, to: h4}",
                "attacks ca1, else nu1 (if it is hurt) from h6 on its way, to h4",
            ),
            ("ve1:", "stays"),
            ("ce1: {charge: true, to: e6}", "charges, to e6"),
            ("draw: offer", "offers a draw"),
        ] {
            assert_eq!(said(ListOf::Moves, text), words);
        }
        for (text, words) in [
            (
                "ve1: {target: [ca1, {unit: ca2, when: [breaks, not at e5]}], when: tr1 destroyed}",
                "attacks ca1, else ca2 (if it falls back because of this attack and it is not on e5), only if tr1 is destroyed",
            ),
            ("at-will: {units: [ve1, ve2], pila: throw}", "ve1, ve2 attack at will and throw pila"),
            ("at-will", "all units that have not attacked yet attack at will"),
        ] {
            assert_eq!(said(ListOf::Attacks, text), words);
        }
    }
}
