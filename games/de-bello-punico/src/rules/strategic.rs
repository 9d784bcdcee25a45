//! 4, 4.1: chips are laid. Rule 6, rulings R2, R4.

use super::{GameTable, Refusal, by, by_standing, void};
use crate::codes::Code;
use crate::data::Printed;
use crate::events::Points;
use crate::names::{CARTHAGE_FIRST, CommandBox, Side};
use crate::orders::{Chips, NextChip, Says, Vacuus};
use crate::policy::Policy;
use crate::state::{Stage, State};
use engine::Tempo;
use std::collections::BTreeMap;

/// A refusal with its place below the orders.
pub(crate) type Refused = (String, Refusal);

/// True if a side may use a box in this battle.
pub(crate) fn open(printed: &Printed, state: &State, side: Side, place: CommandBox) -> bool {
    let closed = place == CommandBox::Elephants && printed.battle(state.battle).no_elephants;
    printed.boxes.note(place).sides.contains(&side) && !closed
}

/// The reason why a side may not use a box; none if it may.
fn own(printed: &Printed, state: &State, side: Side, place: CommandBox) -> Option<Refusal> {
    if open(printed, state, side, place) {
        return None;
    }
    let mine = printed.boxes.note(place).sides.contains(&side);
    let why = if mine { "is closed in this battle" } else { "is not yours" };
    let rule = if mine { "17.1.3 b" } else { "4.1" };
    let known: Vec<&str> = printed
        .boxes
        .of(side)
        .filter(|other| open(printed, state, side, *other))
        .map(CommandBox::word)
        .collect();
    Some(
        Refusal::new(Code::Box, rule, format!("{place} {why}"))
            .fix(format!("one of: {}", known.join(", "))),
    )
}

/// Everything unlawful in a placement of all chips.
pub(crate) fn refusals(
    printed: &Printed,
    state: &State,
    side: Side,
    chips: &Chips,
) -> Vec<Refused> {
    let mut all = Vec::new();
    for place in chips.chips.keys() {
        all.extend(own(printed, state, side, *place).map(|no| (format!("chips.{place}"), no)));
    }
    all.extend(own(printed, state, side, chips.vacuus).map(|no| ("vacuus".to_owned(), no)));
    let points = printed.points(state.battle, side);
    let laid: u32 = chips.chips.values().map(|count| u32::from(*count)).sum();
    if laid != u32::from(points) {
        let name = &printed.leader(state.camps[side].leader.id).name;
        let no = Refusal::new(
            Code::Chips,
            "4",
            format!("{laid} points are placed, but {name} has {points}"),
        );
        all.push((
            "chips".to_owned(),
            no.fix(format!("place {points} true points, and the blank under `vacuus`")),
        ));
    }
    for (place, count) in boxes(chips) {
        let max = printed.boxes.note(place).max;
        if count > max {
            let rule = if max == 1 { "4.9" } else { "4.1" };
            let no = Refusal::new(
                Code::BoxLimit,
                rule,
                format!("{place} has {count} chips, counting the blank; at most {max} are allowed"),
            );
            let part = if chips.chips.contains_key(&place) {
                format!("chips.{place}")
            } else {
                "vacuus".to_owned()
            };
            all.push((part, no.fix("put the others into other boxes")));
        }
    }
    all
}

/// The placement that chips laid in turn make up; none unless just one of them is false. The count stays in bounds
/// however long the list is.
fn gathered(places: &[NextChip]) -> Option<Chips> {
    let mut chips: BTreeMap<CommandBox, u8> = BTreeMap::new();
    for chip in places.iter().filter(|chip| !chip.vacuus()) {
        let count = chips.entry(chip.place()).or_insert(0);
        *count = count.saturating_add(1);
    }
    let mut blanks = places.iter().filter(|chip| chip.vacuus());
    let vacuus = blanks.next()?.place();
    blanks.next().is_none().then_some(Chips { chips, vacuus })
}

/// The chips of a side that gives no orders: its standing ones if they are lawful, else the defaults.
pub(crate) fn usual(
    printed: &Printed,
    state: &State,
    side: Side,
    policy: Option<&Policy>,
) -> Chips {
    let standing = policy.and_then(|policy| policy.chips.as_ref());
    let standing = standing.map(|chips| Chips { chips: chips.boxes.clone(), vacuus: chips.vacuus });
    if let Some(chips) = standing.filter(|chips| refusals(printed, state, side, chips).is_empty()) {
        return chips;
    }
    let points = usize::from(printed.points(state.battle, side));
    let mut chips = BTreeMap::new();
    for place in printed.boxes.default_chips[side].iter().take(points) {
        *chips.entry(*place).or_insert(0) += 1;
    }
    Chips { chips, vacuus: printed.boxes.default_vacuus }
}

/// The orders of a side for all its chips; none if it listed them one by one and the list is no placement.
///
/// # Panics
/// If it answers another phase.
pub(crate) fn said(says: &Says) -> Option<Chips> {
    match says {
        Says::Nothing => None,
        Says::Chips(chips) => Some(chips.clone()),
        Says::Place(places) => gathered(&places.place.0),
        Says::SetUp(_)
        | Says::Choice(_)
        | Says::Elephants(_)
        | Says::Movement(_)
        | Says::Volley(_)
        | Says::Combat(_)
        | Says::Recovery(_)
        | Says::Reply(_) => panic!("the prompt asks for chips, not {says:?}"),
    }
}

/// Brisk: all chips of a side at once.
pub(super) fn all(board: &mut GameTable<'_>, side: Side, says: Option<&Says>) {
    let (printed, state) = (&board.rules().printed, board.state());
    let mut refused = Vec::new();
    let said = says.and_then(said);
    let mut chips = said.clone();
    if let Some(ordered) = &chips {
        refused = refusals(printed, state, side, ordered);
    }
    if !refused.is_empty() {
        chips = None;
    }
    let chips = chips.unwrap_or_else(|| usual(printed, state, side, board.policy(&side.seat())));
    for (part, no) in refused {
        void(board, side, &part, None, no);
    }
    if said.is_some() {
        by(board, side, "chips");
    } else {
        by_standing(board, side, "chips");
    }
    let boxes = boxes(&chips);
    board.record("4", Points::Chips { side, boxes, vacuus: Some(chips.vacuus) }.into());
}

/// The number of chips in each box, the false one included, as everybody sees them.
pub(crate) fn boxes(chips: &Chips) -> BTreeMap<CommandBox, u8> {
    let mut boxes = chips.chips.clone();
    let count = boxes.entry(chips.vacuus).or_insert(0);
    *count = count.saturating_add(1);
    // A box that is named with no point is as empty as one that is not named.
    boxes.retain(|_, count| *count > 0);
    boxes
}

/// The number of chips that a side has still to lay, including the false one.
pub(crate) fn to_lay(printed: &Printed, state: &State, side: Side) -> u8 {
    let camp = &state.camps[side];
    if camp.leader.lost {
        return 0;
    }
    let laid: u8 = camp.chips.values().sum();
    (printed.points(state.battle, side) + 1).saturating_sub(laid)
}

/// The reason why a side may not lay this chip next; none if it may.
pub(crate) fn refusal(
    printed: &Printed,
    state: &State,
    side: Side,
    chip: NextChip,
) -> Option<Refusal> {
    let place = chip.place();
    if let Some(no) = own(printed, state, side, place) {
        return Some(no);
    }
    let camp = &state.camps[side];
    let (max, count) = (printed.boxes.note(place).max, camp.chips(place) + 1);
    if count > max {
        let rule = if max == 1 { "4.9" } else { "4.1" };
        let no = Refusal::new(
            Code::BoxLimit,
            rule,
            format!("{place}: {count} of {max}, including the blank"),
        );
        return Some(no.fix("choose another box"));
    }
    let left = to_lay(printed, state, side);
    if chip.vacuus() && camp.vacuus.is_some() {
        return Some(
            Refusal::new(Code::Vacuus, "4", "the blank has already been placed")
                .fix("place a true point: write `place:` and a box"),
        );
    }
    if !chip.vacuus() && camp.vacuus.is_none() && left == 1 {
        return Some(
            Refusal::new(Code::Vacuus, "4", "only the blank is left")
                .fix(format!("write {{place: {place}, vacuus: true}}")),
        );
    }
    (left == 0).then(|| Refusal::new(Code::Chips, "4", "no chip is left").fix("leave it out"))
}

/// Full: one chip of a side.
pub(super) fn one(board: &mut GameTable<'_>, side: Side, says: Option<&Says>) {
    let (printed, state) = (&board.rules().printed, board.state());
    let chip = match says {
        None => None,
        Some(Says::Place(places)) => places.place.0.first().copied(),
        Some(Says::Chips(chips)) => {
            in_turn(chips).into_iter().find(|chip| refusal(printed, state, side, *chip).is_none())
        }
        Some(other) => panic!("the prompt asks for one chip, not {other:?}"),
    };
    let chip_said = chip.is_some();
    let refused = chip.and_then(|chip| refusal(printed, state, side, chip));
    let lawful = chip.filter(|_| refused.is_none());
    let chip = lawful.unwrap_or_else(|| next(printed, state, side, board.policy(&side.seat())));
    if let Some(no) = refused {
        void(board, side, "place", None, no);
    }
    if chip_said {
        by(board, side, "place");
    } else {
        by_standing(board, side, "chips");
    }
    board.record(
        "4.1",
        Points::Chip { side, place: chip.place(), vacuus: Some(chip.vacuus()) }.into(),
    );
}

/// A whole placement one chip after another, the false one last.
pub(crate) fn in_turn(chips: &Chips) -> Vec<NextChip> {
    let points = chips.chips.iter().flat_map(|(place, count)| {
        std::iter::repeat_n(NextChip::Point(*place), usize::from(*count))
    });
    points.chain([NextChip::Vacuus(Vacuus { vacuus: chips.vacuus })]).collect()
}

/// The chip that a side lays next without orders.
pub(crate) fn next(
    printed: &Printed,
    state: &State,
    side: Side,
    policy: Option<&Policy>,
) -> NextChip {
    let usual = usual(printed, state, side, policy);
    let camp = &state.camps[side];
    let wanted = in_turn(&usual)
        .into_iter()
        .filter(|chip| chip.vacuus() || camp.points(chip.place()) < usual.chips[&chip.place()]);
    let anywhere = printed
        .boxes
        .of(side)
        .flat_map(|place| [NextChip::Point(place), NextChip::Vacuus(Vacuus { vacuus: place })]);
    let found = wanted.chain(anywhere).find(|chip| refusal(printed, state, side, *chip).is_none());
    // Seven boxes hold more chips than anybody has: one is always found.
    found.unwrap_or(NextChip::Point(printed.boxes.default_vacuus))
}

/// The stage that follows when chips have been laid, or a turn begins.
pub(super) fn after(printed: &Printed, state: &State, last: Option<Side>) -> Stage {
    let left = |side: &Side| to_lay(printed, state, *side) > 0;
    let order = match last {
        Some(side) => [side.other(), side],
        None => CARTHAGE_FIRST,
    };
    match order.into_iter().find(left) {
        Some(_) if state.tempo == Tempo::Brisk => Stage::Strategic { side: None },
        Some(side) => Stage::Strategic { side: Some(side) },
        None => Stage::Initiative,
    }
}

#[cfg(test)]
mod tests {
    use super::{CommandBox, NextChip, Vacuus, boxes, gathered};

    #[test]
    fn a_list_of_chips_may_be_of_any_length_but_has_one_false_one() {
        let blank = NextChip::Vacuus(Vacuus { vacuus: CommandBox::Combat });
        let mut list = vec![NextChip::Point(CommandBox::Combat); 300];
        assert_eq!(gathered(&list), None);
        list.push(blank);
        let chips = gathered(&list).expect("one false point");
        assert_eq!(boxes(&chips).get(&CommandBox::Combat), Some(&u8::MAX));
        list.push(blank);
        assert_eq!(gathered(&list), None);
    }
}
