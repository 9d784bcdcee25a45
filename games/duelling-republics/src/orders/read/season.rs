//! Reading the options of a season.

use super::items::pick;
use super::{army, elements, name, side};
use crate::codes::Code;
use crate::names::{Gaul, IfSiege};
use crate::orders::{Choice, Condition, Give, Ratio, Recruit, Step};
use engine::{Complaints, Reader, apart, each};

const KEYS: [&str; 9] =
    ["when", "recruit", "give", "move", "if_siege", "sally", "disband", "leave_siege", "gaul"];

/// The options of one army, in order.
pub(crate) fn choices(reader: &Reader<'_>, complaints: &mut Complaints) -> Vec<Choice> {
    apart(&reader.items(), complaints, choice)
}

fn choice(reader: &Reader<'_>, complaints: &mut Complaints) -> Option<Choice> {
    reader.entries("an option such as `{move: [campania]}`, or `{}` to stay", complaints)?;
    reader.only(&KEYS, complaints);
    let list = |key: &str| reader.get(key).map(|part| part.items()).unwrap_or_default();
    let when = apart(&list("when"), complaints, condition);
    let recruit = apart(&list("recruit"), complaints, recruit);
    let give = apart(&list("give"), complaints, give);
    let path = each(&list("move"), |part| step(part, complaints));
    let if_siege = reader.get("if_siege").and_then(|part| if_siege(&part, complaints));
    let gaul = reader.get("gaul").and_then(|part| gaul(&part, complaints));
    let mut truth = |key: &str| {
        reader.get(key).and_then(|part| part.truth("true or false", complaints)).unwrap_or_default()
    };
    let (sally, disband, leave_siege) = (truth("sally"), truth("disband"), truth("leave_siege"));
    Some(Choice { when, recruit, give, path, if_siege, sally, disband, leave_siege, gaul })
}

/// Reads `starve` or `retreat`.
pub(crate) fn if_siege(reader: &Reader<'_>, complaints: &mut Complaints) -> Option<IfSiege> {
    reader.one_of("choice", Code::Word, complaints)
}

/// Reads `seek` or `avoid`.
pub(crate) fn gaul(reader: &Reader<'_>, complaints: &mut Complaints) -> Option<Gaul> {
    reader.one_of("choice", Code::Word, complaints)
}

fn condition(reader: &Reader<'_>, complaints: &mut Complaints) -> Option<Condition> {
    let entries = reader.entries("a condition such as `{enemy-in: etruria}`", complaints)?;
    reader.only(&["enemy-in", "friend-in", "owner", "besieged", "odds"], complaints);
    let mut entries = entries.into_iter();
    let (Some((key, body)), None) = (entries.next(), entries.next()) else {
        complaints.push(
            reader
                .fault(Code::When, "an entry may hold only one condition")
                .fix("write each condition as its own `{...}`"),
        );
        return None;
    };
    match key.text.as_str() {
        "enemy-in" => Some(Condition::EnemyIn { enemy_in: name(&body, "a province", complaints)? }),
        "friend-in" => {
            Some(Condition::FriendIn { friend_in: name(&body, "a province", complaints)? })
        }
        "besieged" => {
            Some(Condition::Besieged { besieged: name(&body, "a province", complaints)? })
        }
        "owner" => {
            let [place, whose] = pair(&body, "[umbria, rome]", complaints)?;
            Some(Condition::Owner {
                owner: (name(&place, "a province", complaints)?, side(&whose, complaints)?),
            })
        }
        "odds" => {
            let [place, odds] = pair(&body, "[etruria, 0.9]", complaints)?;
            Some(Condition::Odds {
                odds: (name(&place, "a province", complaints)?, ratio(&odds, complaints)?),
            })
        }
        _ => None,
    }
}

/// A list of two.
fn pair<'a>(
    reader: &Reader<'a>,
    example: &str,
    complaints: &mut Complaints,
) -> Option<[Reader<'a>; 2]> {
    let found = <[Reader<'a>; 2]>::try_from(reader.items()).ok();
    if found.is_none() {
        complaints.push(
            reader
                .fault(Code::When, "two values are needed here")
                .fix(format!("write, for example, {example}")),
        );
    }
    found
}

/// Reads a ratio, such as `0.9`.
pub(crate) fn ratio(reader: &Reader<'_>, complaints: &mut Complaints) -> Option<Ratio> {
    let text = reader.text("a ratio", complaints)?;
    let found = Ratio::parse(text);
    if found.is_none() {
        complaints.push(
            reader
                .fault(Code::When, format!("`{text}` is not a ratio"))
                .fix("write, for example, 0.9 or 1.25"),
        );
    }
    found
}

fn recruit(reader: &Reader<'_>, complaints: &mut Complaints) -> Option<Recruit> {
    reader.entries("`at` and `elements`", complaints)?;
    reader.only(&["at", "elements"], complaints);
    let at = reader.need("at", complaints).and_then(|part| name(&part, "a province", complaints));
    let list = reader.need("elements", complaints)?;
    let elements = apart(&list.items(), complaints, pick);
    Some(Recruit { at: at?, elements })
}

fn give(reader: &Reader<'_>, complaints: &mut Complaints) -> Option<Give> {
    reader.entries("`at`, `to` and `elements`", complaints)?;
    reader.only(&["at", "to", "elements"], complaints);
    let at = reader.need("at", complaints).and_then(|part| name(&part, "a province", complaints));
    let to = reader.need("to", complaints).and_then(|part| army(&part, complaints));
    let list = reader.need("elements", complaints).map(|part| elements(&part, complaints));
    Some(Give { at: at?, to: to?, elements: list? })
}

fn step(reader: &Reader<'_>, complaints: &mut Complaints) -> Option<Step> {
    let text = reader.text("a province", complaints)?;
    let found = Step::parse(text);
    if found.is_none() {
        let fault = reader.fault(Code::Step, format!("`{text}` is not a step"));
        complaints.push(fault.fix("write a province, or \"sea:PROVINCE\" for open sea"));
    }
    found
}
