//! Choices in the middle of a phase: to seek or avoid battle in Transalpine Gaul (G1), to starve an army or go back (E3), where to
//! retreat (E6), what is lost (T4), what a second army sends (B2), what a resting one gives (M5). In tempo full a C-in-C without
//! a standing order that speaks to one is asked (R65).

use super::{
    Field, Refusal, absence, attrition, commander, contact, end, exchange, policy, say, wish,
};
use crate::Table;
use crate::asked::Query;
use crate::codes::Code;
use crate::elements::{ArmyId, ElementId};
use crate::events::Sequence;
use crate::names::Name;
use crate::orders::{Orders, Says};
use crate::policy::{ArmyPolicy, Relieved, Sent, SentWord};
use crate::state::Body;
use engine::{Seat, Tempo};

/// Why there is always an answer without orders: the data's defaults have one for every army that has a C-in-C.
pub(crate) const BY_DEFAULT: &str = "`standing_defaults` answer for every army of a campaign";

/// The C-in-C who can be asked what an army does, if one can.
pub(crate) fn whom(table: &Table<'_>, id: ArmyId) -> Option<Seat> {
    let state = table.state();
    let seat = commander(state, id)?;
    let there = state.player(seat).is_some_and(|player| !player.vacant);
    (table.asks() && state.options.tempo == Tempo::Full && there).then(|| seat.clone())
}

/// Asks an army's C-in-C. If it returns none, standing orders or the default decide.
pub(crate) fn ask(table: &mut Table<'_>, query: Query) -> Option<Says> {
    let id = query.army();
    let seat = whom(table, id)?;
    if by_policy(&super::field(table), &query, policy(table, id)).is_some() {
        return None;
    }
    let (name, rule) = (query.name(), query.rule());
    let before = table.current_order().cloned();
    table.by_order(None);
    say(table, rule, Sequence::Asked { seat: seat.clone(), query });
    let answers = table.ask();
    say(table, rule, Sequence::Answered { seat: seat.clone() });
    if let Some(answers) = &answers {
        absence::attend(table, answers);
        if let Some(side) = absence::deserted(table) {
            end::desert(table, side);
            table.end();
        }
    }
    table.by_order(before);
    match answers.and_then(|answers| answers.of(&seat, name).cloned()) {
        Some(Orders::Told(told)) => Some(told.says),
        Some(_) | None => None,
    }
}

/// Runs what an army's C-in-C has answered, then goes on with the interrupted order.
pub(crate) fn as_told(
    table: &mut Table<'_>,
    (id, name): (ArmyId, &str),
    act: impl FnOnce(&mut Table<'_>),
) {
    let before = table.current_order().cloned();
    let seat = commander(table.state(), id).cloned();
    table.by_order(seat.and_then(|seat| table.order_of(&seat, name)));
    act(table);
    table.by_order(before);
}

/// The answer that a seat's own standing orders give to a question, if any.
pub(crate) fn by_policy(
    field: &Field<'_>,
    query: &Query,
    own: Option<&ArmyPolicy>,
) -> Option<Says> {
    let own = own?;
    match query {
        Query::Gaul { .. } => own.gaul.map(Says::Gaul),
        Query::Siege { .. } => own.if_siege.map(Says::IfSiege),
        Query::Retreat { places, .. } => {
            let to = own.retreat_to.iter().flatten().find(|want| places.contains(want))?;
            Some(Says::To(vec![*to]))
        }
        Query::Losses { army, number } => {
            own.losses.is_some().then(|| lost(field, *army, *number, Some(own)))
        }
        Query::Contingent { army, battle, .. } => {
            let walls = field.state.battle(*battle).is_some_and(|b| b.behind_walls.contains(army));
            if walls && own.relieved == Some(Relieved::Stay) {
                return Some(Says::Contingent(Sent::Word(SentWord::Nothing)));
            }
            own.contingent.clone().map(Says::Contingent)
        }
        Query::HandOver { to, .. } => own.hand_over.as_ref().map(|gifts| {
            let for_them = gifts.iter().filter(|gift| gift.to == *to);
            Says::Give(for_them.flat_map(|gift| gift.elements.clone()).collect())
        }),
    }
}

/// The answer when nobody replies: by standing orders, else by the default.
pub(crate) fn usual(field: &Field<'_>, query: &Query, own: Option<&ArmyPolicy>) -> Says {
    let id = query.army();
    by_policy(field, query, own).unwrap_or_else(|| match query {
        Query::Gaul { .. } => Says::Gaul(contact::gaul_default(field.chart, own, id)),
        Query::Siege { .. } => {
            let default = wish(field.chart, own, id, |policy| policy.if_siege);
            Says::IfSiege(default.expect(BY_DEFAULT))
        }
        Query::Retreat { places, .. } => Says::To(places.first().copied().into_iter().collect()),
        Query::Losses { number, .. } => lost(field, id, *number, own),
        Query::Contingent { .. } => {
            let default = wish(field.chart, own, id, |policy| policy.contingent.clone());
            Says::Contingent(default.expect(BY_DEFAULT))
        }
        Query::HandOver { .. } => Says::Give(Vec::new()),
    })
}

/// The elements of an army that is asked about.
///
/// # Panics
/// If it is not on the map: only armies on the map are asked about.
pub(crate) fn body(field: &Field<'_>, id: ArmyId) -> Body {
    field.state.army(id).expect("queries are only about armies on the map").body.clone()
}

fn lost(field: &Field<'_>, id: ArmyId, number: u16, own: Option<&ArmyPolicy>) -> Says {
    let order = attrition::loss_order(field.chart, own, id);
    Says::Lose(attrition::casualties(&body(field, id), &[], &order, usize::from(number)))
}

/// The refusals of an answer that its author may know: the place in the answer, and the reason.
pub(crate) fn refusals(field: &Field<'_>, query: &Query, says: &Says) -> Vec<(String, Refusal)> {
    let body = body(field, query.army());
    match (query, says) {
        (Query::Gaul { .. }, Says::Gaul(_))
        | (Query::Siege { .. }, Says::IfSiege(_))
        | (Query::Contingent { .. }, Says::Contingent(Sent::Word(_))) => Vec::new(),
        (Query::Retreat { army, places, .. }, Says::To(list)) => closed(*army, places, list),
        (Query::Losses { army, number }, Says::Lose(list)) => {
            let mut all = strangers(*army, &body, "lose", list);
            let general =
                body.general.and_then(|general| list.iter().position(|id| *id == general));
            let reason = "the general's element is lost last";
            let last = |at: usize| {
                let no = Refusal::new(Code::General, "T4", reason)
                    .fix("name other elements of the army");
                (format!("lose[{at}]"), no)
            };
            all.extend(general.map(last));
            if list.len() > usize::from(*number) {
                let reason = format!("{army} loses {number}, but {} are named", list.len());
                let no = Refusal::new(Code::Element, "T4", reason);
                all.push(("lose".to_owned(), no.fix("name no more than it loses")));
            }
            all
        }
        (Query::Contingent { army, most, .. }, Says::Contingent(Sent::These(list))) => {
            let mut all = strangers(*army, &body, "send", list);
            if list.len() > usize::from(*most) {
                let reason = format!("{army} sends at most {most}, but {} are named", list.len());
                let no = Refusal::new(Code::Element, "B2", reason);
                all.push(("send".to_owned(), no.fix("name no more than half of the army")));
            }
            all
        }
        (Query::HandOver { army, to, .. }, Says::Give(list)) => {
            let mut all = strangers(*army, &body, "give", list);
            if all.is_empty() {
                let deal = exchange::deal(field, [*army, *to], list);
                all.extend(deal.refused.into_iter().map(|no| ("give".to_owned(), no.no)));
            }
            all
        }
        (_, _) => vec![(
            String::new(),
            Refusal::new(Code::Answer, query.rule(), "this is the answer to another question")
                .fix("write what the form asks for"),
        )],
    }
}

/// Refusals of provinces that are not open to a retreat.
fn closed(army: ArmyId, places: &[Name], list: &[Name]) -> Vec<(String, Refusal)> {
    let names: Vec<&str> = places.iter().map(engine::kit::Slug::as_str).collect();
    let wrong = list.iter().enumerate().filter(|(_, want)| !places.contains(want));
    let no = |(at, want): (usize, &Name)| {
        let no = Refusal::new(Code::Answer, "E6", format!("{army} cannot retreat to {want}"));
        (format!("to[{at}]"), no.fix(format!("one of: {}", names.join(", "))))
    };
    wrong.map(no).collect()
}

/// Refusals of elements that an army does not have, or that are named twice.
fn strangers(army: ArmyId, body: &Body, key: &str, list: &[ElementId]) -> Vec<(String, Refusal)> {
    let mut all = Vec::new();
    for (at, element) in list.iter().enumerate() {
        let reason = if body.all().all(|own| own != *element) {
            format!("{army} has no {element}")
        } else if list[..at].contains(element) {
            format!("{element} is named twice")
        } else {
            continue;
        };
        let no = Refusal::new(Code::Element, "T4", reason).fix("see the roster in the form");
        all.push((format!("{key}[{at}]"), no));
    }
    all
}
