//! The checker: a filing is judged on the seat's own view by the very code that resolves it, without dice.
//!
//! What the seat can know is refused; what may have changed when its turn comes is a warning.

use super::DeBelloPunico;
use super::events::{Cause, Event, Morale, Note, Points, Sequence, apply};
use super::field::Field;
use super::names::{CommandBox, Id, PhaseName, Side};
use super::orders::{CombatOrders, MovementOrders, Orders, RecoveryOrders, Says, YesNo};
use super::policy::{Pick, Policy, Support};
use super::rules::{
    GameTable, Refusal, attack, elephants, movement, points, question, recovery, set_up, strategic,
    volley,
};
use super::state::{Impulse, Stage, State};
use crate::codes::Code;
use crate::orders::{self, PlaceOrders, Several};
use crate::rules::sequence;
use engine::prelude::*;
use engine::rules::ParsedOrdersOf;
use engine::{AtSeat, Complaint, Dice, Entry, Path, Place, Table, Tempo, path_of};
use std::borrow::Cow;
use std::collections::BTreeMap;

impl OrderRules for DeBelloPunico {
    fn read_orders(&self, name: &str, _place: Place, reader: &Reader<'_>) -> Option<Orders> {
        self.reading().orders(name, reader)
    }

    fn ahead_names(&self) -> Vec<&'static str> {
        vec!["strategic", "choice", "elephants", "movement", "volley", "combat", "recovery"]
    }

    fn read_policy(&self, reader: &Reader<'_>) -> Option<Policy> {
        self.reading().policy(reader)
    }

    fn check(&self, at: &AtSeat<'_, Self>, filing: &ParsedOrdersOf<Self>) -> Vec<Complaint> {
        let AtSeat { view, seat, prompts, .. } = *at;
        let Some(side) = Side::of(seat) else { return Vec::new() };
        let mut all = Vec::new();
        let mut later = view.clone();
        for (name, orders) in &filing.orders {
            let review = Review {
                rules: self,
                side,
                path: path_of(prompts, name, Place::Orders),
                now: true,
            };
            all.extend(review.judge(name, orders, &mut later));
        }
        for (name, orders) in in_order(filing) {
            let review = Review {
                rules: self,
                side,
                path: path_of(prompts, name, Place::Ahead),
                now: false,
            };
            // Orders given ahead for the enemy's half must not end the own half, whose marks count for what follows in
            // it.
            let mut aside = later.clone();
            let foreign =
                matches!(PhaseName::parse(name), Some(PhaseName::Elephants | PhaseName::Volley));
            all.extend(review.judge(name, orders, if foreign { &mut aside } else { &mut later }));
        }
        if let Some(policy) = &filing.standing {
            all.extend(policy_of(self, view, side, policy));
        }
        all
    }

    fn ahead(&self, view: &State, _prompt: &Prompt<()>, kept: &Orders) -> AheadAnswer<Orders> {
        // In full chips go one at a time: the first of them answers, the others stay for the next prompts.
        let chips = match (&view.stage, &kept.says) {
            (Stage::Strategic { side: Some(_) }, Says::Place(places)) => places.place.0.clone(),
            (Stage::Strategic { side: Some(_) }, Says::Chips(chips)) => strategic::in_turn(chips),
            _ => return AheadAnswer::Answer(kept.clone()),
        };
        let place = |chips: &[orders::NextChip]| Orders {
            says: Says::Place(PlaceOrders { place: Several(chips.to_vec()) }),
            resign: kept.resign,
            draw: kept.draw,
        };
        match &chips[..] {
            [] => AheadAnswer::Retire("no chips are named".to_owned()),
            [_] => AheadAnswer::Answer(place(&chips)),
            [one, rest @ ..] => AheadAnswer::Partly(place(&[*one]), place(rest)),
        }
    }

    fn outdated(&self, _prompt: &Prompt<()>) -> bool {
        true
    }

    fn lapsed(&self, state: &State, _seat: &Seat, name: &str, _kept: &Orders) -> bool {
        // A turn has just begun: no chip lies yet.
        let fresh = matches!(state.stage, Stage::Strategic { .. } | Stage::Initiative)
            && Side::BOTH.into_iter().all(|side| state.camps[side].chips.is_empty());
        fresh && state.turn > 1 && name != PhaseName::Strategic.word()
    }

    fn standing(
        &self,
        view: &State,
        prompt: &Prompt<()>,
        policy: Option<&Policy>,
    ) -> StandingAnswer<Orders> {
        if let Some(query) = Side::of(&prompt.seat).and_then(|side| view.question(side)) {
            let settled = policy.is_some_and(|policy| query.settled(policy));
            return if settled {
                StandingAnswer::Answer(sequence::silence())
            } else {
                StandingAnswer::Pass
            };
        }
        let name = PhaseName::parse(&prompt.name);
        let reacts = matches!(
            name,
            Some(
                PhaseName::Choice
                    | PhaseName::Elephants
                    | PhaseName::Volley
                    | PhaseName::Combat
                    | PhaseName::Recovery
            )
        );
        let waits =
            policy.and_then(|policy| policy.wait.as_ref()).or(self.printed.defaults.wait.as_ref());
        let waits = name.is_some_and(|name| waits.is_some_and(|waits| waits.contains(&name)));
        if view.tempo == Tempo::Brisk && reacts && !waits {
            StandingAnswer::Answer(sequence::silence())
        } else {
            StandingAnswer::Pass
        }
    }

    fn fallback(&self, _view: &State, _prompt: &Prompt<()>, _policy: Option<&Policy>) -> Orders {
        sequence::silence()
    }
}

/// Orders given ahead, in the order of the phases of a half; chips, which are for a turn, last.
fn in_order(filing: &ParsedOrdersOf<DeBelloPunico>) -> Vec<(&String, &Orders)> {
    let mut all: Vec<(&String, &Orders)> = filing.ahead.iter().flatten().collect();
    all.sort_by_key(|(name, _)| match PhaseName::parse(name) {
        None | Some(PhaseName::Strategic) => PhaseName::Interphase,
        Some(name) => name,
    });
    all
}

/// One answer, and what it is checked by.
struct Review<'a> {
    rules: &'a DeBelloPunico,
    side: Side,
    path: Path,
    /// True for the open phase, false for a later one.
    now: bool,
}

impl Review<'_> {
    /// Judges an answer; `later` is the view, and becomes the view after the answer is carried out.
    fn judge(&self, name: &str, orders: &Orders, later: &mut State) -> Vec<Complaint> {
        if !self.now
            && let Some(stage) = stage(name, self.side)
            && later.stage != stage
        {
            apply(later, &Sequence::Stage { stage }.into());
        }
        match &orders.says {
            Says::Nothing | Says::Choice(_) => Vec::new(),
            Says::SetUp(orders) => {
                let refused = set_up::deploy(&self.rules.printed, later, self.side, orders).refused;
                refused.into_iter().map(|(part, _, no)| self.refuse(&part, no)).collect()
            }
            Says::Chips(_) | Says::Place(_) => self.chips(&orders.says, later),
            Says::Elephants(orders) => {
                if self.side == Side::Carthage {
                    let no = Refusal::new(Code::Box, "4.8", "only Rome rolls for elephants")
                        .fix("leave it out");
                    return vec![self.refuse("elephants", no)];
                }
                let refused =
                    elephants::lawful(&Field::new(&self.rules.printed, later), orders).refused;
                refused
                    .into_iter()
                    .map(|(at, _, no)| self.complain(&format!("elephants[{at}]"), 0, no))
                    .collect()
            }
            Says::Movement(orders) => self.movement(orders, later),
            Says::Volley(orders) => {
                let refused =
                    volley::refusals(&Field::new(&self.rules.printed, later), self.side, orders);
                refused
                    .into_iter()
                    .map(|(id, no)| self.complain(&format!("volley.{id}"), 0, no))
                    .collect()
            }
            Says::Combat(orders) => self.combat(orders, later),
            Says::Recovery(orders) => self.recovery(orders, later),
            Says::Reply(reply) => {
                let field = Field::new(&self.rules.printed, later);
                let query = later.question(self.side);
                let refused =
                    query.map(|query| question::refusals(&field, self.side, query, reply));
                let refused = refused.into_iter().flatten();
                refused.map(|(part, no)| self.refuse(&part, no)).collect()
            }
        }
    }

    /// Checks chips: those of this turn, or of the next if none can be meant now.
    fn chips(&self, says: &Says, later: &mut State) -> Vec<Complaint> {
        let printed = &self.rules.printed;
        if !matches!(later.stage, Stage::Strategic { .. }) {
            apply(later, &Sequence::Turn { turn: later.turn + 1 }.into());
        }
        if later.tempo == Tempo::Brisk {
            let Some(chips) = strategic::said(says) else {
                let no = Refusal::new(
                    Code::Vacuus,
                    "4",
                    "in tempo `brisk` all chips are placed at once, including the blank",
                );
                return vec![self.refuse(
                    "place",
                    no.fix("write `chips:` with points by box, and `vacuus:` with a box"),
                )];
            };
            let refused = strategic::refusals(printed, later, self.side, &chips);
            if refused.is_empty() {
                let event = Points::Chips {
                    side: self.side,
                    boxes: strategic::boxes(&chips),
                    vacuus: Some(chips.vacuus),
                }
                .into();
                apply(later, &event);
            }
            return refused.into_iter().map(|(part, no)| self.refuse(&part, no)).collect();
        }
        let chips = match says {
            Says::Place(places) => places.place.0.clone(),
            Says::Chips(chips) => strategic::in_turn(chips),
            _ => Vec::new(),
        };
        if self.now && chips.len() != 1 {
            let no =
                Refusal::new(Code::Chips, "4.1", "in tempo `full`, chips are placed one at a time");
            return vec![self.refuse(
                "",
                no.fix("write `place:` and one box; the others under `ahead: {strategic: [...]}`"),
            )];
        }
        let mut all = Vec::new();
        for (at, chip) in chips.iter().enumerate() {
            match strategic::refusal(printed, later, self.side, *chip) {
                Some(no) => all.push(self.refuse(&format!("place[{at}]"), no)),
                None => apply(
                    later,
                    &Points::Chip {
                        side: self.side,
                        place: chip.place(),
                        vacuus: Some(chip.vacuus()),
                    }
                    .into(),
                ),
            }
        }
        all
    }

    /// Checks movement by rehearsing it: dice that may fall on the way show a 6.
    fn movement(&self, orders: &MovementOrders, later: &mut State) -> Vec<Complaint> {
        let flights = !later.fled;
        let entries = with_board(self.rules, later, |board| {
            movement::resolve(board, self.side, orders, flights);
            board.entries().to_vec()
        });
        let mut all: Vec<Complaint> = self.crossings(&entries).into_iter().collect();
        for entry in entries {
            let Event::Note(Note::Void { part, code, reason, fix, .. }) = entry.event else {
                continue;
            };
            let Cow::Borrowed(rule) = entry.rule else {
                panic!("every rule number in this program is a static string")
            };
            let code = Code::of(&code).expect("a void event carries a code of this title");
            all.push(self.complain(&part, 0, Refusal { code, rule, reason, fix }));
        }
        all
    }

    /// Warns of disorder that the moves themselves would cause by crossing friends who are in the way (7.1).
    fn crossings(&self, entries: &[Entry<Event>]) -> Option<Complaint> {
        let mut hurt: BTreeMap<Id, u8> = BTreeMap::new();
        for entry in entries {
            if let Event::Morale(Morale::Disorder { unit, points, total: _, cause }) = &entry.event
                && *cause == Cause::Crossing
            {
                *hurt.entry(*unit).or_default() += points;
            }
        }
        let told: Vec<String> =
            hurt.iter().map(|(unit, points)| format!("{unit} +{points}")).collect();
        let units = if told.len() == 1 { "1 unit takes" } else { "the units take" };
        let message =
            format!("moving through friendly units: {units} disorder: {}", told.join(", "));
        let path = self.path.then("moves");
        (!told.is_empty())
            .then(|| Code::Crossing.at(path, message).fix(Code::Crossing.entry().way_out))
    }

    fn combat(&self, orders: &CombatOrders, later: &State) -> Vec<Complaint> {
        let field = Field::new(&self.rules.printed, later);
        let refused = attack::refusals(&field, self.side, orders);
        let must = orders.attacks.iter().enumerate().filter(|(_, order)| {
            let unit = field.unit(order.unit);
            order.advance == Some(YesNo::No)
                && unit.is_some_and(|unit| !field.printed_on(unit).advance_optional)
        });
        let stays = must.map(|(at, order)| {
            let reason = format!("{} must enter the hex that it empties", order.unit);
            let no = Refusal::new(Code::Advance, "10.8", reason).fix("leave `advance` out");
            self.refuse(&format!("attacks[{at}].advance"), no)
        });
        let complain = |(at, id, no): (usize, Id, Refusal)| {
            // A charge that no standing of the field can make lawful is refused even ahead.
            let never = no.code == Code::Charge
                && self
                    .rules
                    .printed
                    .roster
                    .unit(id)
                    .is_none_or(|(kind, _)| kind != super::names::Kind::Me);
            let part = format!("attacks[{at}]");
            if never { self.refuse(&part, no) } else { self.complain(&part, at, no) }
        };
        stays.chain(refused.into_iter().map(complain)).collect()
    }

    fn recovery(&self, orders: &RecoveryOrders, later: &State) -> Vec<Complaint> {
        let mut all = Vec::new();
        let mut seen: Vec<Id> = Vec::new();
        let printed = &self.rules.printed;
        for (at, id) in orders.recover.iter().enumerate() {
            let part = format!("recover[{at}]");
            let twice = seen
                .contains(id)
                .then(|| Refusal::new(Code::CommandUnit, "4.1.1", format!("{id} is named twice")));
            if let Some(no) = twice.or_else(|| recovery::refusal(printed, later, self.side, *id)) {
                all.push(self.complain(&part, 0, no));
            }
            seen.push(*id);
        }
        // The list is an order of precedence: more names than points are no mistake, no point at all is one.
        if self.now
            && !orders.recover.is_empty()
            && points::left(later, self.side, CommandBox::Recovery) == 0
        {
            all.push(self.complain(
                "recover",
                0,
                Refusal::new(Code::Command, "4.4", "the Recovery box holds no point"),
            ));
        }
        all
    }

    fn refuse(&self, part: &str, no: Refusal) -> Complaint {
        no.at(self.path.below(part))
    }

    /// A refusal, or a warning if things may be different when the order comes up; `before` orders come before it.
    fn complain(&self, part: &str, before: usize, no: Refusal) -> Complaint {
        let certain =
            CERTAIN.contains(&no.code) || self.now && (before == 0 || !SHIFTING.contains(&no.code));
        if certain { self.refuse(part, no) } else { no.warn(self.path.below(part)) }
    }
}

/// Codes that hold whenever the order comes up.
const CERTAIN: [Code; 4] = [Code::Unit, Code::Attacked, Code::CommandUnit, Code::CommandType];
/// Codes that earlier orders of the same list may change.
const SHIFTING: [Code; 4] = [Code::Target, Code::Range, Code::Support, Code::Condition];

/// The stage in which a side answers the phase of this name in a later half.
fn stage(name: &str, side: Side) -> Option<Stage> {
    let (mover, impulse) = match PhaseName::parse(name)? {
        PhaseName::Elephants => (Side::Carthage, Impulse::Elephants),
        PhaseName::Movement => (side, Impulse::Movement),
        PhaseName::Volley => (side.other(), Impulse::Volley),
        PhaseName::Combat => (side, Impulse::Combat),
        PhaseName::Recovery => (side, Impulse::Recovery),
        _ => return None,
    };
    Some(Stage::Impulse { mover, impulse })
}

/// Runs something on a table whose dice all show a 6, which harms nobody who is merely crossed: a check must not depend
/// on dice.
pub(super) fn with_board<T>(
    rules: &DeBelloPunico,
    state: &mut State,
    work: impl FnOnce(&mut GameTable<'_>) -> T,
) -> T {
    let (force, mut dice) = (BTreeMap::new(), Dice::always(6));
    let mut board = Table::new(rules, state, &force, &mut dice, 1);
    work(&mut board)
}

/// Checks standing orders: chips that can be laid, and rules about one's own units.
fn policy_of(rules: &DeBelloPunico, view: &State, side: Side, policy: &Policy) -> Vec<Complaint> {
    let path = Path::top().then("standing");
    let mut all = Vec::new();
    if let Some(chips) = &policy.chips {
        let chips = orders::Chips { chips: chips.boxes.clone(), vacuus: chips.vacuus };
        let at = |part: &str| path.then("chips").below(&part.replacen("chips", "boxes", 1));
        let refused = strategic::refusals(&rules.printed, view, side, &chips);
        all.extend(refused.into_iter().map(|(part, no)| no.at(at(&part))));
    }
    for (key, at, pick) in picks(policy) {
        let Pick::Unit(id) = pick else { continue };
        if rules.printed.roster.unit(id).is_none_or(|(_, owner)| owner != side) {
            let no = Refusal::new(
                Code::Unit,
                "2.4",
                format!("{id} is not a unit of {}", side.proper_name()),
            )
            .fix("name one of your units that can do this");
            all.push(no.at(path.then(key).then(at)));
        }
    }
    if let Some(Support::Units(ids)) = &policy.support {
        for (at, id) in ids.iter().enumerate() {
            if rules.printed.roster.unit(*id).is_none_or(|(_, owner)| owner != side) {
                let no = Refusal::new(
                    Code::Unit,
                    "10.4",
                    format!("{id} is not a unit of {}", side.proper_name()),
                )
                .fix("name one of your units that can do this");
                all.push(no.at(path.then("support").then(at)));
            }
        }
    }
    for (key, there) in
        [("elephants", policy.elephants.is_some()), ("furious", policy.furious.is_some())]
    {
        if there && side == Side::Carthage {
            let warning = Code::Rome
                .at(path.then(key), "only Rome rolls for elephants and moves furious elephants");
            all.push(warning.fix("leave it out"));
        }
    }
    all
}

/// The picks of all rules about units: key, place in its list, and whom it names.
fn picks(policy: &Policy) -> Vec<(&'static str, usize, Pick)> {
    let mut all = Vec::new();
    let mut take = |key: &'static str, at: usize, picks: &[Pick]| {
        all.extend(picks.iter().map(|pick| (key, at, *pick)));
    };
    for (at, rule) in policy.withdraw.iter().flatten().enumerate() {
        take("withdraw", at, &rule.units.0);
    }
    for (at, rule) in policy.command.iter().flatten().enumerate() {
        take("command", at, &rule.units.0);
    }
    for (key, rules) in [("attack", &policy.attack), ("pursuit", &policy.pursuit)] {
        for (at, rule) in rules.iter().flatten().enumerate() {
            take(key, at, &rule.units.0);
        }
    }
    for (at, again) in policy.fortuna.iter().flatten().enumerate() {
        take("fortuna", at, again.units.as_ref().map_or(&[], |units| &units.0));
    }
    all
}
