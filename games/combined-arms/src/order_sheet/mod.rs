//! Orders by hand: what can be picked, what can be ordered for it, and what a draft would do, all by the code that
//! resolves. `listing` serves moves, `fights` attacks, `line` formations, `pages` and `conditions` the single entries of a
//! list with all that they can say, `camp` armies and set-ups, `lasting` standing orders, `whole` the rest of what concerns
//! a whole side; `words` says orders in words.

mod camp;
mod conditions;
mod fights;
mod ground;
mod lasting;
mod line;
mod listing;
mod pages;
mod whole;
mod words;

use crate::CombinedArms;
use crate::check;
use crate::events::Event;
use crate::names::{Side, UnitId};
use crate::orders::{Camp, Item, Orders, Policy};
use crate::prompts::Question;
use crate::rules::{Field, muster, setup, turn};
use crate::state::State;
use engine::rules::ParsedOrdersOf;
use engine::{AtSeat, Chapter, Edit, Entry, Offer, Offers, Rules as _, Spot, Tempo};
use serde_json::Value;
use std::borrow::Cow;
use std::collections::BTreeSet;

/// The values from which all offers are made.
struct Draft<'a> {
    rules: &'a CombinedArms,
    state: &'a State,
    side: Side,
    orders: Option<&'a Orders>,
    /// The attacks that it gives ahead.
    attacks: Option<&'a Orders>,
    /// The units that it places ahead.
    places: Option<&'a Orders>,
    drafted: Option<&'a Policy>,
    /// The keys of standing orders that it withdraws.
    withdrawn: &'a BTreeSet<String>,
    in_force: Option<&'a Policy>,
    question: Option<Question>,
}

/// A list of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Which {
    Moves,
    Attacks,
}

impl Which {
    /// The path of the page of an entry, by its number from 0.
    fn page(self, at: usize) -> String {
        let list = match self {
            Self::Moves => "move",
            Self::Attacks => "attack",
        };
        format!("/{list}/{at}")
    }

    fn noun(self) -> &'static str {
        match self {
            Self::Moves => "Order",
            Self::Attacks => "Attack",
        }
    }
}

pub(super) fn offers(
    rules: &CombinedArms,
    at: &AtSeat<'_, CombinedArms>,
    filing: &ParsedOrdersOf<CombinedArms>,
    picked: Option<&str>,
) -> Offers {
    let side = Side::of(at.seat).expect("the charter has exactly one seat for each side");
    let prompt = at.prompts.first();
    let ahead = filing.ahead.as_ref();
    let draft = Draft {
        rules,
        state: at.view,
        side,
        orders: prompt.and_then(|prompt| filing.orders.get(&prompt.name)),
        attacks: ahead.and_then(|map| map.get("attack")),
        places: ahead.and_then(|map| map.get("place")),
        drafted: filing.standing.as_ref(),
        withdrawn: &filing.withdrawn,
        question: prompt.map(|prompt| prompt.question),
        in_force: at.in_force.and_then(|force| force.standing.as_ref()).map(|filed| &filed.says),
    };
    let mut offers = match draft.question {
        Some(Question::Move | Question::Attack) => draft.list(picked),
        Some(Question::Muster) => draft.camp(picked, camp::Asked { army: true, place: None }),
        Some(Question::Deploy { army }) => {
            draft.camp(picked, camp::Asked { army, place: Some(camp::Placing::All) })
        }
        Some(Question::Place { due }) => {
            let place = Some(camp::Placing::Due(usize::from(due)));
            draft.camp(picked, camp::Asked { army: false, place })
        }
        Some(Question::Retreat { unit }) => draft.fall_back(unit, picked),
        None => draft.standing_only(picked),
    };
    if let Some(page) = picked.and_then(|path| draft.page(path)) {
        (offers.offers, offers.about) = (page.offers, page.about);
    }
    offers
}

/// The result of a filing on the present position, against an enemy who only falls back: the units after their moves,
/// and the attacks as strokes.
pub(super) fn foresee(
    rules: &CombinedArms,
    at: &AtSeat<'_, CombinedArms>,
    filing: &ParsedOrdersOf<CombinedArms>,
) -> Option<(State, Vec<Chapter<Event>>)> {
    let side = Side::of(at.seat).expect("the charter has exactly one seat for each side");
    let (state, prompt) = (at.view, at.prompts.first()?);
    let orders = filing.orders.get(&prompt.name);
    let (after, events) = match prompt.question {
        Question::Move => {
            let (after, mut events) =
                check::run(rules, state, |table| turn::moves(table, side, orders));
            if state.options.tempo == Tempo::Brisk && after.result.is_none() {
                let ahead = filing.ahead.as_ref().and_then(|map| map.get("attack"));
                let attacks =
                    check::run(rules, &after, |table| turn::attacks(table, side, ahead)).1;
                events.extend(attacks);
            }
            (after, events)
        }
        Question::Attack => {
            let (_, events) = check::run(rules, state, |table| turn::attacks(table, side, orders));
            (state.clone(), events)
        }
        Question::Muster | Question::Retreat { .. } => return None,
        Question::Deploy { army } => set_up(rules, state, side, &camp_of(orders), army),
        Question::Place { .. } => {
            let camp = camp_of(orders);
            check::run(rules, state, |table| setup::place(table, &camp))
        }
    };
    Some((after, vec![Chapter { phase: rules.phase(state), answers: Vec::new(), events }]))
}

/// One side's set-up, as if the enemy had none.
fn set_up(
    rules: &CombinedArms,
    state: &State,
    side: Side,
    camp: &Camp,
    army: bool,
) -> (State, Vec<Entry<Event>>) {
    let camps = [(side, Cow::Borrowed(camp))];
    check::run(rules, state, |table| {
        if army {
            muster::show_both(table, &camps);
        }
        setup::deploy_both(table, &camps);
    })
}

/// The part of an answer about army and set-up.
fn camp_of(orders: Option<&Orders>) -> Cow<'_, Camp> {
    super::rules::camp_of(orders)
}

fn items(orders: Option<&Orders>) -> &[Item] {
    match orders {
        Some(Orders::List(items)) => items,
        Some(Orders::Camp(_) | Orders::FallBack(_)) | None => &[],
    }
}

/// An entry as players write it.
fn written(item: Item) -> Value {
    let list = serde_json::to_value(Orders::List(vec![item])).expect("orders are plain data");
    list.get(0).cloned().expect("the list has one entry")
}

fn offer(group: &'static str, words: String, chosen: bool, edit: Edit) -> Offer {
    Offer::new(group, words, chosen, vec![edit])
}

/// The offer, placed on the map.
fn offer_on(spot: Spot, offer: Offer) -> Offer {
    offer.on(spot)
}

impl<'a> Draft<'a> {
    /// True if moves are asked for, beside which attacks are given ahead.
    fn moving(&self) -> bool {
        self.question == Some(Question::Move)
    }

    /// The keys that lead to a list in the file.
    fn keys(&self, which: Which) -> &'static [&'static str] {
        match which {
            Which::Attacks if self.moving() => &["ahead", "attack"],
            Which::Moves | Which::Attacks => &["orders"],
        }
    }

    fn entries(&self, which: Which) -> &'a [Item] {
        match (which, self.question) {
            (Which::Moves, Some(Question::Move)) | (Which::Attacks, Some(Question::Attack)) => {
                items(self.orders)
            }
            (Which::Attacks, Some(Question::Move)) => items(self.attacks),
            (Which::Moves | Which::Attacks, _) => &[],
        }
    }

    fn field(&self) -> Field<'a> {
        Field::new(&self.rules.chart, self.state)
    }

    fn unit(&self, picked: Option<&str>) -> Option<UnitId> {
        let id = UnitId::new(picked?)?;
        self.field().own(self.side, id).map(|unit| unit.id)
    }
}
