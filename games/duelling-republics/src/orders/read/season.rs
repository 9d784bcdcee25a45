//! Reading the options of a season.

use super::items::pick;
use super::{army, elements, name, side};
use crate::codes::Code;
use crate::names::{Gaul, IfSiege};
use crate::orders::{Choice, Condition, Give, Ratio, Recruit, Step};
use engine::{Reader, apart, each};

const KEYS: [&str; 9] =
    ["when", "recruit", "give", "move", "if_siege", "sally", "disband", "leave_siege", "gaul"];

/// The options of one army, in order.
pub(crate) fn choices(reader: &Reader<'_>) -> Vec<Choice> {
    apart(&reader.items(), choice)
}

fn choice(reader: &Reader<'_>) -> Option<Choice> {
    reader.entries("an option such as `{move: [campania]}`, or `{}` to stay")?;
    reader.only(&KEYS);
    let list = |key: &str| reader.get(key).map(|part| part.items()).unwrap_or_default();
    let when = apart(&list("when"), condition);
    let recruit = apart(&list("recruit"), recruit);
    let give = apart(&list("give"), give);
    let path = each(&list("move"), |part| step(part));
    let if_siege = reader.get("if_siege").and_then(|part| if_siege(&part));
    let gaul = reader.get("gaul").and_then(|part| gaul(&part));
    let truth = |key: &str| {
        reader.get(key).and_then(|part| part.truth("true or false")).unwrap_or_default()
    };
    let (sally, disband, leave_siege) = (truth("sally"), truth("disband"), truth("leave_siege"));
    Some(Choice { when, recruit, give, path, if_siege, sally, disband, leave_siege, gaul })
}

/// Reads `starve` or `retreat`.
pub(crate) fn if_siege(reader: &Reader<'_>) -> Option<IfSiege> {
    reader.one_of("choice", Code::Word)
}

/// Reads `seek` or `avoid`.
pub(crate) fn gaul(reader: &Reader<'_>) -> Option<Gaul> {
    reader.one_of("choice", Code::Word)
}

fn condition(reader: &Reader<'_>) -> Option<Condition> {
    let entries = reader.entries("a condition such as `{enemy-in: etruria}`")?;
    reader.only(&["enemy-in", "friend-in", "owner", "besieged", "odds"]);
    let mut entries = entries.into_iter();
    let (Some((key, body)), None) = (entries.next(), entries.next()) else {
        reader.complain(
            reader
                .fault(Code::When, "an entry may hold only one condition")
                .fix("write each condition as its own `{...}`"),
        );
        return None;
    };
    match key.text.as_str() {
        "enemy-in" => Some(Condition::EnemyIn { enemy_in: name(&body, "a province")? }),
        "friend-in" => Some(Condition::FriendIn { friend_in: name(&body, "a province")? }),
        "besieged" => Some(Condition::Besieged { besieged: name(&body, "a province")? }),
        "owner" => {
            let [place, whose] = pair(&body, "[umbria, rome]")?;
            Some(Condition::Owner { owner: (name(&place, "a province")?, side(&whose)?) })
        }
        "odds" => {
            let [place, odds] = pair(&body, "[etruria, 0.9]")?;
            Some(Condition::Odds { odds: (name(&place, "a province")?, ratio(&odds)?) })
        }
        _ => None,
    }
}

/// A list of two.
fn pair<'a>(reader: &Reader<'a>, example: &str) -> Option<[Reader<'a>; 2]> {
    let found = <[Reader<'a>; 2]>::try_from(reader.items()).ok();
    if found.is_none() {
        reader.complain(
            reader
                .fault(Code::When, "two values are needed here")
                .fix(format!("write, for example, {example}")),
        );
    }
    found
}

/// Reads a ratio, such as `0.9`.
pub(crate) fn ratio(reader: &Reader<'_>) -> Option<Ratio> {
    let text = reader.text("a ratio")?;
    let found = Ratio::parse(text);
    if found.is_none() {
        reader.complain(
            reader
                .fault(Code::When, format!("`{text}` is not a ratio"))
                .fix("write, for example, 0.9 or 1.25"),
        );
    }
    found
}

fn recruit(reader: &Reader<'_>) -> Option<Recruit> {
    reader.entries("`at` and `elements`")?;
    reader.only(&["at", "elements"]);
    let at = reader.need("at").and_then(|part| name(&part, "a province"));
    let list = reader.need("elements")?;
    let elements = apart(&list.items(), pick);
    Some(Recruit { at: at?, elements })
}

fn give(reader: &Reader<'_>) -> Option<Give> {
    reader.entries("`at`, `to` and `elements`")?;
    reader.only(&["at", "to", "elements"]);
    let at = reader.need("at").and_then(|part| name(&part, "a province"));
    let to = reader.need("to").and_then(|part| army(&part));
    let list = reader.need("elements").map(|part| elements(&part));
    Some(Give { at: at?, to: to?, elements: list? })
}

fn step(reader: &Reader<'_>) -> Option<Step> {
    let text = reader.text("a province")?;
    let found = Step::parse(text);
    if found.is_none() {
        let fault = reader.fault(Code::Step, format!("`{text}` is not a step"));
        reader.complain(fault.fix("write a province, or \"sea:PROVINCE\" for open sea"));
    }
    found
}
