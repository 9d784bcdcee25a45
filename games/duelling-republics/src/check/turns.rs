//! Checking options of a season, and answers.

use super::Review;
use crate::asked::Query;
use crate::codes::Code;
use crate::elements::ArmyId;
use crate::events::Halt;
use crate::names::Name;
use crate::orders::{Choice, Condition, Recruit, Reply, Says, Turns};
use crate::rules::{Refusal, entered, march, political, question, retreat};
use crate::state::{Body, Entry};
use engine::Path;

/// Options for armies. `mine` is the army that is asked about; none for orders given ahead.
pub(super) fn season(review: &mut Review<'_>, mine: Option<ArmyId>, turns: &Turns, path: &Path) {
    for id in ArmyId::CAMPAIGN {
        let Some(choices) = turns.get(id) else { continue };
        let here = path.then(id.word());
        if mine.is_some_and(|mine| mine != id) {
            review.commanded(id, path.key(id.word()));
            continue;
        }
        if !review.own_side(id, path.key(id.word())) {
            continue;
        }
        for (at, choice) in choices.iter().enumerate() {
            option(review, id, choice, &here.then(at), mine.is_some());
        }
    }
}

fn option(review: &mut Review<'_>, id: ArmyId, choice: &Choice, path: &Path, now: bool) {
    for (at, condition) in choice.when.iter().enumerate() {
        let (key, place) = match condition {
            Condition::EnemyIn { enemy_in } => ("enemy-in", enemy_in),
            Condition::FriendIn { friend_in } => ("friend-in", friend_in),
            Condition::Besieged { besieged } => ("besieged", besieged),
            Condition::Owner { owner } => ("owner", &owner.0),
            Condition::Odds { odds } => ("odds", &odds.0),
        };
        review.place(*place, path.then("when").then(at).then(key));
    }
    let named =
        choice.path.iter().enumerate().map(|(at, step)| (step.to, path.then("move").then(at)));
    let bought = choice
        .recruit
        .iter()
        .enumerate()
        .map(|(at, recruit)| (recruit.at, path.then("recruit").then(at).then("at")));
    let given = choice
        .give
        .iter()
        .enumerate()
        .map(|(at, give)| (give.at, path.then("give").then(at).then("at")));
    let places: Vec<(Name, Path)> = named.chain(bought).chain(given).collect();
    let mut known = true;
    for (place, at) in places {
        known &= review.place(place, at);
    }
    for (at, give) in choice.give.iter().enumerate() {
        let here = path.then("give").then(at).then("to");
        if review.own_side(give.to, here.clone()) && give.to == id {
            review.refuse(
                Code::Give,
                "M5",
                here,
                "an army cannot give elements to itself",
                "name your side's other army",
            );
        }
    }
    if let Some(army) = review.field.state.army(id).filter(|_| known && now) {
        at_hand(review, id, army.at, choice, path);
    }
}

/// Checks what is known of the coming turn.
fn at_hand(review: &mut Review<'_>, id: ArmyId, start: Name, choice: &Choice, path: &Path) {
    let marches = choice.marches(start);
    let moves = marches || !choice.recruit.is_empty() || !choice.give.is_empty();
    if review.field.state.besieged(id) {
        if moves {
            let fix = "write sally: true, disband: true or {}";
            review.refuse(
                Code::Besieged,
                "Q5",
                path.clone(),
                format!("{id} is besieged: it may only sally, disband or do nothing"),
                fix,
            );
        }
        return;
    }
    if choice.sally {
        review.refuse(
            Code::Sally,
            "Q3",
            path.then("sally"),
            format!("{id} is not besieged"),
            "leave it out",
        );
    }
    let besieges = review.field.state.besieges(id);
    if besieges && marches && !choice.leave_siege {
        review.refuse(
            Code::Siege,
            "M7",
            path.then("move"),
            format!("{id} is laying siege"),
            "add `leave_siege: true`, or let the army stay",
        );
    }
    if choice.leave_siege && !(besieges && marches) {
        let why = if besieges { "does not march" } else { "is not laying siege" };
        idle(review, "M7", path.then("leave_siege"), &format!("{id} {why}"));
    }
    let seen = way(review, id, start, choice, path);
    if choice.gaul.is_some() && !seen.iter().any(|place| review.field.chart.wild(*place)) {
        let why = format!("{id} does not pass through Transalpine Gaul");
        idle(review, "G1", path.then("gaul"), &why);
    }
    elements(review, id, choice, path);
    on_the_way(review, id, choice, path, &seen);
    chest(review, id, choice, path);
}

/// M4, M5: where an army recruits or gives, it must pass.
fn on_the_way(review: &mut Review<'_>, id: ArmyId, choice: &Choice, path: &Path, seen: &[Name]) {
    for (at, recruit) in choice.recruit.iter().enumerate() {
        let here = path.then("recruit").then(at);
        if !seen.contains(&recruit.at) {
            review.refuse(
                Code::Way,
                "M4",
                here.then("at"),
                format!("{} is not on the way", recruit.at),
                "recruit in a province through which the army passes",
            );
        }
    }
    hiring(review, id, choice, path, seen);
    for (at, give) in choice.give.iter().enumerate().filter(|(_, give)| !seen.contains(&give.at)) {
        let here = path.then("give").then(at).then("at");
        review.refuse(
            Code::Way,
            "M5",
            here,
            format!("{} is not on the way", give.at),
            "give elements in a province through which the army passes",
        );
    }
}

/// M4, P4: what the army would hire and give away on its way, in that order, by its roster as it stands now. Provinces
/// change hands only at the end of a season, so a theater offers the same when the army passes.
fn hiring(review: &mut Review<'_>, id: ArmyId, choice: &Choice, path: &Path, seen: &[Name]) {
    let field = review.field;
    let Some(army) = field.state.army(id) else { return };
    let (mut body, mut here) = (army.body.clone(), army.at);
    for (nth, place) in seen.iter().enumerate() {
        if field.chart.theater(*place) != field.chart.theater(here) {
            body.disband_allies();
        }
        here = *place;
        if seen[..nth].contains(place) {
            continue;
        }
        for (at, recruit) in choice.recruit.iter().enumerate().filter(|(_, one)| one.at == here) {
            hire(review, id, &mut body, recruit, &path.then("recruit").then(at));
        }
        for give in choice.give.iter().filter(|give| give.at == here) {
            body.allied.retain(|element| !give.elements.contains(element));
        }
    }
}

/// Adds to `body` what the army can hire in one province.
fn hire(review: &mut Review<'_>, id: ArmyId, body: &mut Body, recruit: &Recruit, path: &Path) {
    let field = review.field;
    if field.enemy_in(recruit.at, id.side()) {
        let why = format!("an enemy army is in {}", recruit.at);
        let fix = "the purchase is void if that army is still there: recruit in another province";
        review.warn(Code::Held, "M4", path.then("at"), why, fix);
        return;
    }
    for (which, kind) in recruit.elements.iter().enumerate() {
        match political::ally_of(&field, id, recruit.at, body, *kind) {
            Ok((troop, general)) => body.hire(troop, general),
            Err(no) => {
                let nobody_else = no.code == Code::Allies;
                let here = path.then("elements").then(which);
                review.found.push(Refusal { rule: "P4", ..no }.at(here));
                if nobody_else {
                    return;
                }
            }
        }
    }
}

/// M4: allies are paid from the army's chest.
fn chest(review: &mut Review<'_>, id: ArmyId, choice: &Choice, path: &Path) {
    let price = usize::from(review.field.chart.ally_cost)
        * choice.recruit.iter().map(|recruit| recruit.elements.len()).sum::<usize>();
    let chest = review.field.state.army(id).map_or(0, |army| usize::from(army.body.chest));
    if price > chest {
        review.warn(
            Code::Chest,
            "M4",
            path.then("recruit"),
            format!("{price} talents are needed, but the chest holds {chest}"),
            "what cannot be paid is void",
        );
    }
}

/// Warns of a word that changes nothing.
fn idle(review: &mut Review<'_>, rule: &'static str, path: Path, why: &str) {
    review.warn(Code::Idle, rule, path, format!("this changes nothing: {why}"), "leave it out");
}

/// Follows the way; gives the provinces on it.
/// What an army in `here` can do where it cannot take the step to `to`.
fn instead(review: &Review<'_>, code: Code, here: Name, to: Name) -> String {
    let coast = |place: Name| review.field.chart.province(place).coast;
    match code {
        Code::Path if to == here => {
            format!("the army will be in {here} by then: name only the provinces after it")
        }
        Code::Path if coast(here) && coast(to) => {
            format!("write \"sea:{to}\" for open sea, or go by: {}", links(review, here))
        }
        Code::Path => format!("from {here} an army can go to: {}", links(review, here)),
        _ => "an army can cross the open sea only between coasts".to_owned(),
    }
}

fn way(
    review: &mut Review<'_>,
    id: ArmyId,
    start: Name,
    choice: &Choice,
    path: &Path,
) -> Vec<Name> {
    let field = review.field;
    let mut here = start;
    let mut seen = vec![here];
    let mut ended = None;
    for (at, step) in choice.steps(start) {
        let path = path.then("move").then(at);
        if let Some(why) = ended {
            let message = format!("the move ends at {here} ({why}); {} cannot follow", step.to);
            // An enemy army may be gone by then.
            if why == Halt::EnemyArmy {
                review.warn(
                    Code::End,
                    "M2",
                    path.clone(),
                    message,
                    "the rest of the march is void if that army is still there",
                );
            } else {
                review.refuse(Code::End, "M2", path, message, format!("end the move at {here}"));
                return seen;
            }
        }
        match march::way(&field, here, *step) {
            Ok(by) => {
                ended = march::ends(&field, id.side(), step.to, by);
                here = step.to;
                seen.push(here);
            }
            Err(no) => {
                let fix = instead(review, no.code, here, step.to);
                review.found.push(no.fix(fix).at(path));
                return seen;
            }
        }
    }
    seen
}

fn links(review: &Review<'_>, from: Name) -> String {
    review
        .field
        .chart
        .neighbours(from)
        .map(|(place, _)| place.to_string())
        .collect::<Vec<_>>()
        .join(", ")
}

/// Elements that are to be given must be there; the general's goes last.
fn elements(review: &mut Review<'_>, id: ArmyId, choice: &Choice, path: &Path) {
    let Some(body) = review.field.state.army(id).map(|army| &army.body) else { return };
    let all: Vec<_> = body.all().collect();
    for (at, give) in choice.give.iter().enumerate() {
        let here = path.then("give").then(at).then("elements");
        for (which, element) in
            give.elements.iter().enumerate().filter(|(_, element)| !all.contains(element))
        {
            review.refuse(
                Code::Element,
                "M5",
                here.then(which),
                format!("{id} has no {element}"),
                "see the roster in the form",
            );
        }
        let general = body.general.is_some_and(|general| give.elements.contains(&general));
        if general && !all.iter().all(|element| give.elements.contains(element)) {
            review.refuse(
                Code::General,
                "M5",
                here,
                "the general's element can leave only with all the others",
                "leave it out, or give all elements",
            );
        }
    }
}

pub(super) fn told(review: &mut Review<'_>, query: &Query, says: &Says, path: &Path) {
    let refused = question::refusals(&review.field, query, says);
    review.found.extend(refused.into_iter().map(|(part, no)| no.at(path.below(&part))));
    if let (Query::Losses { army, number }, Says::Lose(list)) = (query, says)
        && list.len() < usize::from(*number)
    {
        let why = format!("{army} loses {number}, but {} are named", list.len());
        let fix = "the rest are lost in the default order";
        review.warn(Code::Fewer, "T4", path.then("lose"), why, fix);
    }
}

pub(super) fn answer(review: &mut Review<'_>, entry: &Entry, reply: &Reply, path: &Path) {
    if reply.army != entry.target {
        review.commanded(reply.army, path.then("army"));
    }
    if let Err(no) = entered::lawful(&review.field, entry, reply.what) {
        review.found.push(no.at(path.then("do")));
    }
    let open = retreat::places(&review.field, entry.target, entry.from);
    for (at, place) in reply.to.iter().enumerate() {
        let here = path.then("to").then(at);
        if review.place(*place, here.clone()) && !open.iter().any(|(name, _)| name == place) {
            let names: Vec<&str> = open.iter().map(|(name, _)| name.as_str()).collect();
            review.warn(
                Code::Retreat,
                "E6",
                here,
                format!("the army cannot retreat to {place}"),
                format!("open: {}", names.join(", ")),
            );
        }
    }
}
