//! Orders by hand: units moved on the map, cards and choices by buttons, and all else as pages of the order form. `action`
//! serves units and actions, `choices` says what can be chosen of each kind of value.

mod action;
mod choices;

use crate::board::Board;
use crate::check::after_action;
use crate::data::chart::{Area, bit};
use crate::events::Event;
use crate::names::{AreaId, DrawWord, Side, Unit};
use crate::orders::words::Words;
use crate::orders::{Action, Aftermath, Answer, Orders};
use crate::prompts::Question;
use crate::rules::movement::{perform, walk};
use crate::state::{Stage, State};
use crate::{At, Punica};
use engine::language::{Offered, Readable};
use engine::offers::form::{Choice, Form};
use engine::offers::written::{lawful, written};
use engine::rules::ParsedOrdersOf;
use engine::{
    Chapter, Complaints, Dice, Edit, Node, Offer, Offers, Path, Reader, Rng, Rules as _, Spot,
    Subject, Table,
};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The values from which all offers are made.
pub(super) struct Draft<'a> {
    rules: &'a Punica,
    view: &'a State,
    side: Side,
    question: Option<Question>,
    /// The answer in the draft; empty if it answers nothing.
    answer: Answer,
    /// The board as it is, and as the draft's action or effect leaves it.
    now: Board,
    after: Board,
}

pub(super) fn offers(
    rules: &Punica,
    at: &At<'_>,
    filing: &ParsedOrdersOf<Punica>,
    picked: Option<&str>,
) -> Offers {
    let (Some(draft), false) = (Draft::of(rules, at, filing), at.view.ended.is_some()) else {
        return Offers::default();
    };
    let form =
        Form { part: choices::file(&draft, at), says: written(filing, at.prompts.len()).into() };
    let page = picked.filter(|path| path.starts_with('/')).and_then(|path| form.offers(path));
    let mut offers = match (page, picked) {
        (Some(page), _) => page,
        (None, None) => Offers { offers: draft.whole(&form), ..Offers::default() },
        (None, Some(piece)) => {
            let area = draft.area_of(piece);
            let offers = area.map(|area| draft.unit(area)).unwrap_or_default();
            Offers { offers, ..Offers::default() }
        }
    };
    offers.offers = lawful(rules, at, filing, offers.offers);
    offers.subjects = draft.subjects();
    let pages =
        [("/ahead", "Given ahead, for this turn and the next"), ("/standing", "Standing orders")];
    for (path, group) in pages {
        let subjects = form.subjects(path).into_iter();
        offers.subjects.extend(subjects.map(|subject| Subject { group, ..subject }));
    }
    offers
}

/// A random value of a kind that a player could choose; none if there is nothing to choose.
pub(super) fn any<K>(rules: &Punica, at: &At<'_>, rng: &mut Rng) -> Option<K::Value>
where
    K: for<'w> Readable<Words<'w>> + for<'d> Offered<Draft<'d>>,
{
    let draft = Draft::of(rules, at, &ParsedOrdersOf::<Punica>::default())?;
    let node = Node::from_value(&K::form(&draft).random(rng)?);
    let mut complaints = Complaints::new();
    let read = K::read(&rules.words(), &Reader::new(&node, Path::top(), &mut complaints));
    read.filter(|_| !complaints.fatal())
}

/// The board as a draft's action or effect leaves it, with the movements as lines.
pub(super) fn foresee(
    rules: &Punica,
    at: &At<'_>,
    filing: &ParsedOrdersOf<Punica>,
) -> Option<(State, Vec<Chapter<Event>>)> {
    let draft = Draft::of(rules, at, filing)?;
    let (mut after, force) = (at.view.clone(), BTreeMap::new());
    let mut dice = Dice::none();
    let mut table = Table::new(rules, &mut after, &force, &mut dice, 1);
    let effect = draft.effect_card();
    match (&draft.answer.action, &draft.answer.effect) {
        (Some(Action::Move { movement }), _) => {
            perform(&mut table, draft.side, movement, false).ok()?;
        }
        (Some(Action::Card { card, moves }), _) => {
            let card = rules.card(*card)?;
            walk(&mut table, draft.side, (card, moves), false, None);
        }
        (None, Some(moves)) => {
            walk(&mut table, draft.side, (effect?, &moves.moves), true, None);
        }
        (Some(Action::Deploy { .. } | Action::Pass { .. }) | None, _) => return None,
    }
    let events = table.leave();
    Some((after, vec![Chapter { phase: rules.phase(at.view), answers: Vec::new(), events }]))
}

impl<'a> Draft<'a> {
    fn of(rules: &'a Punica, at: &At<'a>, filing: &ParsedOrdersOf<Punica>) -> Option<Self> {
        let side = Side::of(at.seat)?;
        let prompt = at.prompts.first();
        let answer = match prompt.and_then(|prompt| filing.orders.get(&prompt.name)) {
            Some(Orders::Answer(answer)) => Answer::clone(answer),
            Some(_) | None => Answer::default(),
        };
        let now = rules.board(at.view);
        let question = prompt.map(|prompt| prompt.question);
        let mut draft = Self { rules, view: at.view, side, question, answer, now, after: now };
        if let Some(action) = &draft.answer.action {
            draft.after = after_action(rules, at.view, side, action);
        }
        if draft.answer.effect.is_some() {
            draft.after = draft.marched().1;
        }
        Some(draft)
    }

    /// Own units, as the draft leaves them, by area.
    fn subjects(&self) -> Vec<Subject> {
        let chart = self.rules.chart();
        let areas = (0..chart.places.len())
            .filter(|area| self.after.held[self.side.at()] & bit(*area) != 0);
        let subject = |area: Area| {
            let words = crate::picture::words(self.rules, &self.after, self.side, area);
            let ordered = self.arrivals(area);
            let id = crate::picture::piece_id(self.rules, self.side, area);
            Subject { group: "Your units", id, words, ordered }
        };
        areas.map(subject).collect()
    }

    /// The area whose counter has this name.
    fn area_of(&self, piece: &str) -> Option<Area> {
        let areas = 0..self.rules.chart().places.len();
        areas
            .into_iter()
            .find(|area| crate::picture::piece_id(self.rules, self.side, *area) == piece)
    }

    /// Where to click on the map for an area: on one of the seat's own counters if any hides it.
    fn spot(&self, area: Area) -> Spot {
        if self.after.held[self.side.at()] & bit(area) != 0 {
            Spot::Piece(crate::picture::piece_id(self.rules, self.side, area))
        } else {
            Spot::Cell(self.rules.chart().id(area).to_string())
        }
    }

    fn name(&self, area: Area) -> String {
        self.rules.chart().name(area).to_owned()
    }

    /// The offers if no unit is picked.
    fn whole(&self, form: &Form) -> Vec<Offer> {
        let mut offers = match self.question {
            Some(Question::Action) => self.actions(form),
            Some(Question::Order) => {
                form.offers("/orders").map(|page| page.offers).unwrap_or_default()
            }
            Some(Question::Battle) => self.stakes(form),
            Some(Question::Effect) => self.march(),
            Some(Question::Aftermath) => self.aftermath(),
            Some(Question::Parley) | None => Vec::new(),
        };
        offers.extend(self.ending());
        offers
    }

    /// A card for the battle; once there is one, what goes with it.
    fn stakes(&self, form: &Form) -> Vec<Offer> {
        let Some(fight) = &self.view.fight else { return Vec::new() };
        let stake = self.answer.stake.as_ref();
        let staked =
            stake.map(|stake| serde_json::to_value(&stake.card).expect("a play is plain data"));
        let edits = |play: Value| {
            if staked.as_ref() == Some(&play) {
                return vec![Edit::key(&[], "orders", None)];
            }
            vec![
                Edit::key(&["orders"], "battle", Some(json!(fight.area))),
                Edit::key(&["orders"], "card", Some(play)),
            ]
        };
        let card = |play: Choice| {
            let chosen = staked.as_ref() == Some(&play.value);
            Offer::new("Card", play.words, chosen, edits(play.value))
        };
        let mut offers: Vec<Offer> = choices::plays(self).into_iter().map(card).collect();
        if stake.is_some() {
            let page = form.offers("/orders").map(|page| page.offers).unwrap_or_default();
            let further: Vec<Offer> = page
                .into_iter()
                .filter(|one| offers.iter().all(|card| card.words != one.words))
                .collect();
            offers.extend(further);
        }
        offers
    }

    /// The offers for the unit that falls and for the retreat. If both are asked, the first choice brings the other's
    /// usual answer along, because one alone is no answer.
    fn aftermath(&self) -> Vec<Offer> {
        let Stage::Aftermath { lose, retreat, .. } = &self.view.stage else { return Vec::new() };
        let given = self.answer.aftermath;
        let usual = Aftermath {
            lose: given.lose.or_else(|| lose.then_some(Unit::Army)),
            retreat_to: given.retreat_to.or_else(|| retreat.first().copied()),
        };
        let say = |chosen: bool, aftermath: Aftermath| {
            let aftermath = if chosen { Aftermath::default() } else { aftermath };
            self.say(&Answer { aftermath, ..self.answer.clone() })
        };
        let unit = |unit: Unit| {
            let chosen = given.lose == Some(unit);
            let edits = say(chosen, Aftermath { lose: Some(unit), ..usual });
            Offer::new("Which unit is lost", unit.word(), chosen, edits)
        };
        let place = |area: &AreaId| {
            let chosen = given.retreat_to == Some(*area);
            let edits = say(chosen, Aftermath { retreat_to: Some(*area), ..usual });
            let index = self.rules.chart().index(*area);
            Offer::new("Retreat to", self.name(index), chosen, edits).on(self.spot(index))
        };
        let units = [Unit::Army, Unit::Hannibal].into_iter().filter(|_| *lose).map(unit);
        units.chain(retreat.iter().map(place)).collect()
    }

    /// Offers to draw and to resign.
    fn ending(&self) -> Vec<Offer> {
        let mut offers = Vec::new();
        let mut word = |words: &str, draw: Option<DrawWord>, resign: bool| {
            let said = &self.answer;
            let chosen = if resign { said.resign } else { said.draw == draw };
            let answer = Answer {
                draw: if resign { said.draw } else { draw.filter(|_| !chosen) },
                resign: if resign { !chosen } else { said.resign },
                ..said.clone()
            };
            offers.push(Offer::new("Ending the game", words, chosen, self.say(&answer)));
        };
        if self.answer.action.is_some() {
            word("Offer a draw", Some(DrawWord::Offer), false);
        }
        if self.view.offer == Some(self.side.other()) {
            word("Accept the draw", Some(DrawWord::Accept), false);
        }
        word("Resign", None, true);
        offers
    }

    /// The edits that turn the draft's answer into another one: the keys in which they differ.
    fn say(&self, answer: &Answer) -> Vec<Edit> {
        let keys =
            |answer: &Answer| match serde_json::to_value(answer).expect("orders are plain data") {
                Value::Object(keys) => keys,
                other => panic!("an answer is a map, not {other}"),
            };
        let (old, new) = (keys(&self.answer), keys(answer));
        if new.is_empty() {
            return vec![Edit::key(&[], "orders", None)];
        }
        let set = new.iter().filter(|(key, value)| old.get(*key) != Some(*value));
        let gone = old.keys().filter(|key| !new.contains_key(*key));
        set.map(|(key, value)| Edit::key(&["orders"], key, Some(value.clone())))
            .chain(gone.map(|key| Edit::key(&["orders"], key, None)))
            .collect()
    }
}
