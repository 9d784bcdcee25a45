//! A question in the middle of a resolution: what went into it until it halted, so that it is done again up to there, event
//! for event, and goes on with the answer. The rules are written as if every answer were at hand ([`super::Table::ask`]).

use super::answer::Source;
use super::chapter::Entry;
use super::dice::Dice;
use super::game::{Given, Halted, Input};
use super::node::Node;
use super::order_rules::OrderRules;
use super::origin::sources;
use super::parse;
use super::prompt::Place;
use super::rules::{AnswersOf, GameStateOf, Rules};
use super::seat::Seat;
use super::stop::{Stop, Unsound};
use super::table::{InputOf, Table, taken};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeSet;

/// A halted resolution of a title.
pub type HaltedOf<R> = Halted<<R as Rules>::State, <R as Rules>::Orders, <R as Rules>::Policy>;

#[derive(Deserialize)]
struct Whose {
    prompt: String,
    seat: Seat,
    #[serde(flatten)]
    source: Source,
}

/// A resolution that halts after these events.
fn at<S, O, P, E>(start: S, inputs: Vec<Input<O, P>>, entries: &[Entry<E>]) -> Halted<S, O, P> {
    let rolls = entries.iter().filter_map(|entry| entry.roll.clone()).collect();
    Halted { start, inputs, rolls, events: entries.len() }
}

/// Runs a resolution from its beginning to its end or its first question, and returns what happens.
pub(super) fn begin<R: OrderRules>(
    rules: &R,
    game: &mut GameStateOf<R>,
    answers: &AnswersOf<R>,
    dice: &mut Dice,
    (number, next): (u32, u32),
) -> Vec<Entry<R::Event>> {
    let start = game.state.clone();
    let sources = sources(answers, number, &rules.prompts(&start));
    let newcomers = std::mem::take(&mut game.newcomers);
    let mut table = Table::new(rules, &mut game.state, &game.force, dice, next);
    table.answered_from(sources);
    welcome(&mut table, &newcomers);
    rules.resolve(&mut table, answers);
    let (entries, asks) = table.close();
    if asks {
        let inputs = vec![Input::new(number, newcomers, &game.force, answers)];
        game.halted = Some(at(start, inputs, &entries));
    }
    entries
}

/// Lets a title take note of new players before anything else happens.
fn welcome<R: OrderRules>(table: &mut Table<'_, R>, newcomers: &BTreeSet<Seat>) {
    for seat in newcomers {
        for (rule, event) in table.rules().taken_over(table.state(), seat) {
            table.record(rule, event);
        }
    }
}

/// Continues a resolution from a question in its middle to its end or its next question: all of it is done again, and
/// only what is new happens.
///
/// # Errors
/// [`Stop::Unsound`] if it does not reach the question again.
pub(super) fn go_on<R: OrderRules>(
    rules: &R,
    game: &mut GameStateOf<R>,
    halted: HaltedOf<R>,
    answers: &AnswersOf<R>,
    dice: &mut Dice,
    (number, next): (u32, u32),
) -> Result<Vec<Entry<R::Event>>, Stop> {
    let Halted { start, mut inputs, rolls, events } = halted;
    let newcomers = std::mem::take(&mut game.newcomers);
    inputs.push(Input::new(number, newcomers, &game.force, answers));
    let asked = std::mem::replace(&mut game.state, start.clone());
    let diverged =
        || Stop::Unsound(Unsound("resolving the phase again gave a different result".to_owned()));
    let (first, sources) = taken(rules, &start, &inputs[0]).ok_or_else(diverged)?;
    let mut table = Table::new(rules, &mut game.state, &inputs[0].force, dice, next);
    table.answered_from(sources);
    table.does_again(&inputs, rolls);
    welcome(&mut table, &inputs[0].newcomers);
    rules.resolve(&mut table, &first);
    let has_diverged = table.diverged();
    let (mut entries, asks) = table.close();
    if has_diverged || entries.len() < events {
        return Err(diverged());
    }
    game.halted = asks.then(|| at(start, inputs, &entries));
    let new = entries.split_off(events);
    let numbered = new.into_iter().zip(next..).map(|(entry, n)| Entry { n, ..entry });
    let new: Vec<Entry<R::Event>> = numbered.collect();
    let mut state = asked;
    for entry in &new {
        R::apply(&mut state, &entry.event);
    }
    if state == game.state { Ok(new) } else { Err(diverged()) }
}

/// Reads the resolution that the program wrote below `halted:`.
///
/// # Errors
/// A description of what cannot be read.
pub(super) fn read<R: OrderRules>(rules: &R, node: &Node) -> Result<HaltedOf<R>, String> {
    let inputs: Vec<_> =
        items(node, "inputs")?.iter().map(|node| input(rules, node)).collect::<Result<_, _>>()?;
    if inputs.is_empty() {
        return Err("the halted resolution has no inputs".to_owned());
    }
    let rolls = items(node, "rolls")?.iter().map(plain).collect::<Result<_, _>>()?;
    let part =
        |key: &str| node.get(key).ok_or_else(|| format!("the halted resolution has no `{key}`"));
    Ok(Halted { start: plain(part("start")?)?, inputs, rolls, events: plain(part("events")?)? })
}

/// The items below a key; empty if the key is missing.
fn items<'a>(node: &'a Node, key: &str) -> Result<&'a [Node], String> {
    let Some(list) = node.get(key) else { return Ok(&[]) };
    list.list().ok_or_else(|| format!("the halted resolution has {} for `{key}`", list.describe()))
}

fn input<R: OrderRules>(rules: &R, node: &Node) -> Result<InputOf<R>, String> {
    let record = node.get("record").ok_or("an input of the halted resolution names no record")?;
    let answers = items(node, "answers")?;
    Ok(Input {
        record: plain(record)?,
        newcomers: items(node, "newcomers")?.iter().map(plain).collect::<Result<_, _>>()?,
        force: parse::in_force(rules, node.get("force"))?,
        answers: answers.iter().map(|node| given(rules, node)).collect::<Result<_, _>>()?,
    })
}

fn given<R: OrderRules>(rules: &R, node: &Node) -> Result<Given<R::Orders>, String> {
    let Whose { prompt, seat, source } = plain(node)?;
    let says = node.get("says").ok_or("an answer of the halted resolution is empty")?;
    let place = match source {
        Source::Ahead { .. } => Place::Ahead,
        Source::Fresh | Source::Standing { .. } | Source::Fallback => Place::Orders,
    };
    let says = parse::orders_again(rules, &prompt, place, says)?;
    Ok(Given { prompt, seat, source, says })
}

fn plain<T: DeserializeOwned>(node: &Node) -> Result<T, String> {
    serde_json::from_value(node.plain_value())
        .map_err(|error| format!("the halted resolution: {error}"))
}

#[cfg(test)]
mod tests {
    use super::items;
    use crate::Node;

    #[test]
    fn a_list_may_be_left_out_and_nothing_else_may_stand_in_its_place() {
        let halted = Node::from_value(&serde_json::json!({"rolls": [1, 2], "answers": 5}));
        assert_eq!(items(&halted, "rolls").map(<[Node]>::len), Ok(2));
        assert_eq!(items(&halted, "inputs").map(<[Node]>::len), Ok(0));
        let wrong = items(&halted, "answers").expect_err("a number is no list");
        assert_eq!(wrong, "the halted resolution has a single value for `answers`");
    }
}
