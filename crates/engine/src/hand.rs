//! A seat's hand: all data from which its order sheet is made, and no other data of the game.
//!
//! A hand is plain data: the seat's view, the questions to it, its orders in force and the part of the last record that
//! it saw. With a hand and the title's data, orders can be checked without the state, by the same code that resolves
//! them.

use super::chapter::Chapter;
use super::codes::Common;
use super::complaint::{Complaint, Complaints};
use super::data::Data;
use super::map::Map;
use super::node::{Node, Path};
use super::offers::Offers;
use super::order_help::OrderHelp;
use super::parse;
use super::picture::Picture;
use super::player::{BuiltInPlayer, Supposed};
use super::prompt::{OpenPrompt, Phase, Prompt};
use super::raw_orders::RawOrders;
use super::reply::{self, Reply};
use super::rules::{AtSeat, InForceOf, ParsedOrdersOf, Rules};
use super::run;
use super::saved;
use super::seat::Seat;
use super::standing;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A title as an order sheet needs it: it takes up hands. It is separate from [`super::title::Title`], so that a
/// program built on it alone contains nothing that plays, opens or records games.
pub trait SheetTitle: Send + Sync {
    /// Name in charters and folders.
    fn slug(&self) -> &'static str;
    /// Newest rules revision; hands of all from 1 to it can be taken up.
    fn revision(&self) -> u32;
    /// Takes up what [`super::title::Play::hand`] gave.
    ///
    /// # Errors
    /// A message that says what is wrong with the data, the revision or the hand.
    fn take_up(&self, data: &Data, revision: u32, hand: &Value) -> Result<Box<dyn Hand>, String>;
}

/// A hand that has been taken up.
pub trait Hand {
    /// The seat whose hand it is.
    fn seat(&self) -> &Seat;
    /// The place of the game in the sequence of play.
    fn phase(&self) -> &Phase;
    /// The open prompts of the seat.
    fn asked(&self) -> Vec<OpenPrompt>;
    /// Says how far the seat answers; see [`super::title::Play::reply`].
    fn reply(&self, sheet: Option<&RawOrders>) -> Reply;
    /// Checks an order file; see [`super::title::Play::check`].
    fn check(&self, sheet: &RawOrders) -> Complaints;
    /// Describes the map; see [`super::title::Play::picture`].
    fn picture(&self) -> Map;
    /// The map as a draft would leave it, so far as its author can foresee that; none where the title foresees nothing.
    fn foreseen(&self, sheet: &RawOrders) -> Option<Map>;
    /// The edits that the order sheet offers for a draft and what is picked.
    fn offers(&self, sheet: &RawOrders, picked: Option<&str>) -> Offers;
}

/// A hand that can also give its order form, what would be in force, and what orders would lead to. It is separate from
/// [`Hand`], so that a page, which needs none of this, contains neither the computing of a form's examples and odds nor
/// the search.
pub trait Adviser: Hand {
    /// The values for the order form; see [`super::title::Play::form`].
    fn form(&self) -> Value;
    /// The orders in force, for templates; see [`super::title::Play::in_force`].
    fn in_force(&self) -> Value;
    /// The standing orders that a file would leave in force; see [`super::title::Play::standing_after`].
    fn standing_after(&self, number: u32, sheet: &RawOrders) -> BTreeMap<String, u32>;
    /// The sure results of a draft; see [`super::title::Play::dry_run`].
    fn dry_run(&self, sheet: &RawOrders) -> Value;
    /// As [`super::title::Play::explain`].
    ///
    /// # Errors
    /// Complaints about the parts of the question that cannot be understood.
    fn explain(&self, draft: Option<&RawOrders>, question: &Node) -> Result<Value, Complaints>;
    /// The likely results of a draft, from imagined games; see [`super::title::Play::forecast`].
    fn forecast(&self, sheet: &RawOrders, games: u32, seed: u64) -> Option<Vec<Supposed>>;
    /// A whole position that agrees with all that the seat knows, in the form of [`super::title::Play::position`]; the
    /// same seed draws the same one. `None` if the title cannot imagine one.
    fn imagined(&self, seed: u64) -> Option<String>;
}

pub(super) struct Held<R: Rules> {
    rules: Arc<R>,
    seat: Seat,
    phase: Phase,
    prompts: Vec<Prompt<R::Question>>,
    view: R::View,
    in_force: Option<InForceOf<R>>,
    chapters: Vec<Chapter<R::Event>>,
}

/// The plain data of a hand. A seat with nothing in force is written as nothing: a game taken up from its record and
/// one played on differ in how they remember that.
pub(super) fn lay_out<R: Rules>(
    at: &AtSeat<'_, R>,
    phase: &Phase,
    chapters: &[Chapter<R::Event>],
) -> Value {
    let in_force = at.in_force.filter(|force| holds::<R>(force));
    json!({
        "seat": at.seat,
        "phase": phase,
        "prompts": at.prompts,
        "view": at.view,
        "in_force": in_force,
        "chapters": chapters,
    })
}

fn part<T: DeserializeOwned>(hand: &Value, name: &str) -> Result<T, String> {
    T::deserialize(&hand[name]).map_err(|error| format!("{name}: {error}"))
}

impl<R: OrderHelp + Picture> Held<R> {
    /// Takes up the plain data of a hand.
    ///
    /// # Errors
    /// A message that says what is wrong with it.
    pub(super) fn new(rules: Arc<R>, hand: &Value) -> Result<Self, String> {
        let in_force = Node::from_value(&hand["in_force"]);
        let in_force =
            (!in_force.is_empty()).then(|| parse::in_force_of(rules.as_ref(), &in_force));
        Ok(Self {
            seat: part(hand, "seat")?,
            phase: part(hand, "phase")?,
            prompts: part(hand, "prompts")?,
            view: part(hand, "view")?,
            in_force: in_force.transpose()?,
            chapters: part(hand, "chapters")?,
            rules,
        })
    }

    fn at(&self) -> AtSeat<'_, R> {
        AtSeat {
            view: &self.view,
            seat: &self.seat,
            prompts: &self.prompts,
            in_force: self.in_force.as_ref(),
        }
    }

    fn read(&self, sheet: &RawOrders) -> ParsedOrdersOf<R> {
        parse::read(self.rules.as_ref(), &self.seat, &self.prompts, sheet, &mut Complaints::new())
    }
}

impl<R: OrderHelp + Picture> Hand for Held<R> {
    fn seat(&self) -> &Seat {
        &self.seat
    }

    fn phase(&self) -> &Phase {
        &self.phase
    }

    fn asked(&self) -> Vec<OpenPrompt> {
        self.prompts.iter().cloned().map(OpenPrompt::of).collect()
    }

    fn reply(&self, sheet: Option<&RawOrders>) -> Reply {
        reply::reply(self.rules.as_ref(), &self.at(), sheet)
    }

    fn check(&self, sheet: &RawOrders) -> Complaints {
        check(self.rules.as_ref(), &self.at(), sheet)
    }

    fn picture(&self) -> Map {
        self.rules.picture(&self.view, &self.chapters)
    }

    fn foreseen(&self, sheet: &RawOrders) -> Option<Map> {
        let (view, chapters) = self.rules.foresee(&self.at(), &self.read(sheet))?;
        Some(self.rules.picture(&view, &chapters))
    }

    fn offers(&self, sheet: &RawOrders, picked: Option<&str>) -> Offers {
        self.rules.offers(&self.at(), &self.read(sheet), picked)
    }
}

impl<R: OrderHelp + Picture + BuiltInPlayer> Adviser for Held<R> {
    fn form(&self) -> Value {
        self.rules.form(&self.at())
    }

    fn in_force(&self) -> Value {
        told::<R>(self.in_force.as_ref())
    }

    fn standing_after(&self, number: u32, sheet: &RawOrders) -> BTreeMap<String, u32> {
        let filing = self.read(sheet);
        standing::ages(&run::entered(self.rules.as_ref(), self.in_force.as_ref(), &filing, number))
    }

    fn dry_run(&self, sheet: &RawOrders) -> Value {
        self.rules.dry_run(&self.at(), &self.read(sheet))
    }

    fn explain(&self, draft: Option<&RawOrders>, question: &Node) -> Result<Value, Complaints> {
        let draft = draft.map(|sheet| self.read(sheet));
        explain(self.rules.as_ref(), &self.at(), draft.as_ref(), question)
    }

    fn forecast(&self, sheet: &RawOrders, games: u32, seed: u64) -> Option<Vec<Supposed>> {
        self.rules.forecast(&self.at(), &self.read(sheet), games, seed)
    }

    fn imagined(&self, seed: u64) -> Option<String> {
        self.rules.imagined(&self.at(), seed).map(saved::position::<R>)
    }
}

pub(super) fn holds<R: Rules>(force: &InForceOf<R>) -> bool {
    !force.ahead.is_empty() || force.standing.is_some()
}

/// A seat's orders in force as templates get them; null if it has none.
pub(super) fn told<R: Rules>(force: Option<&InForceOf<R>>) -> Value
where
    InForceOf<R>: Serialize,
{
    force
        .filter(|force| holds::<R>(force))
        .map(|force| serde_json::to_value(force).expect("orders are plain data"))
        .unwrap_or_default()
}

/// The effect of orders in force, or of those of a draft, in a case that the seat imagines.
pub(super) fn explain<R: OrderHelp>(
    rules: &R,
    at: &AtSeat<'_, R>,
    draft: Option<&ParsedOrdersOf<R>>,
    question: &Node,
) -> Result<Value, Complaints> {
    let after = draft.map(|filing| run::entered(rules, at.in_force, filing, u32::MAX));
    let at = AtSeat { in_force: after.as_ref().or(at.in_force), ..*at };
    rules.explain(&at, draft, question).map_err(|complaints| {
        let place = |complaint: Complaint| {
            let span = complaint.span.unwrap_or_else(|| question.locate(&complaint.path));
            complaint.at(span)
        };
        Complaints(complaints.into_iter().map(place).collect())
    })
}

/// Everything wrong with what a seat files, each complaint with its place in the file.
pub(super) fn check<R: OrderHelp>(rules: &R, at: &AtSeat<'_, R>, sheet: &RawOrders) -> Complaints {
    let mut complaints = Complaints::new();
    let filing = parse::read(rules, at.seat, at.prompts, sheet, &mut complaints);
    if let Some(block) = &sheet.standing {
        complaints.0.extend(standing::idle(at.in_force, block, &filing.withdrawn).0);
    }
    if let Some(block) = filing.standing.as_ref().filter(|_| !complaints.fatal()) {
        let merged = standing::merged(at.in_force, block, &filing.withdrawn);
        if let Err(why) = parse::policy_again(rules, &merged) {
            let path = Path::top().then("standing");
            let fix = "withdraw a standing order that is in force with `KEY: default`, or write \
                 fewer entries";
            complaints.push(Common::Standing.at(path, why).fix(fix));
        }
    }
    // Orders that could not be read may have been the answer.
    let open = if complaints.fatal() {
        None
    } else {
        let [before, after] = [None, Some(sheet)].map(|sheet| reply::reply(rules, at, sheet));
        reply::complaint(at.seat, &before, &after)
    };
    let mut found = rules.check(at, &filing);
    found.extend(open);
    // An author who has faults to correct needs no advice yet, least of all about text that could not be read.
    if !complaints.fatal() {
        found.extend(rules.counsel(at, &filing));
    }
    // The titles judge what was read.
    for complaint in &mut found {
        complaint.path = complaints.in_file(&complaint.path);
    }
    for mut complaint in found {
        complaint.span = complaint.span.or_else(|| sheet.locate(&complaint.path));
        complaints.push(complaint);
    }
    complaints.sort();
    complaints
}
