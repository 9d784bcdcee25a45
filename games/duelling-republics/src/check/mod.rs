//! Refuses unlawful parts of a file and warns of doubtful ones, as far as its seat can know: by the very rules that
//! resolve it, read on the seat's view.

pub(super) mod ahead;
mod fights;
mod policy;
mod politics;
mod turns;

use super::DuellingRepublics;
use super::elements::ArmyId;
use super::events::sight::View;
use super::names::Name;
use super::orders::Orders;
use super::orders::battle::ANY;
use super::policy::Policy;
use super::prompts::Question;
use super::rules::Field;
use crate::codes::Code;
use crate::names::Season;
use crate::orders;
use crate::rules;
use engine::prelude::*;
use engine::{AtSeat, Complaint, Path, Place, Seat, path_of};

impl OrderRules for DuellingRepublics {
    fn read_orders(&self, name: &str, place: Place, reader: &Reader<'_>) -> Option<Orders> {
        orders::read::orders((name, place), reader)
    }

    fn ahead_names(&self) -> Vec<&'static str> {
        let mut names = vec!["setup", "resources", "allocate", "commands"];
        names.extend(Season::WORDS);
        names.extend(["answer", "plan", "minor-war"]);
        names
    }

    fn read_policy(&self, reader: &Reader<'_>) -> Option<Policy> {
        crate::policy::read::policy(reader)
    }

    fn check(&self, at: &AtSeat<'_, Self>, filing: &ParsedOrdersOf<Self>) -> Vec<Complaint> {
        let field = &self.field(at.view);
        let AtSeat { view, seat, prompts, .. } = *at;
        let mut review = Review { field: *field, view, seat, found: Vec::new() };
        for prompt in prompts {
            if let Some(orders) = filing.orders.get(&prompt.name) {
                let path = path_of(prompts, &prompt.name, Place::Orders);
                review.notes(orders, &path);
                review.answer(&prompt.question, orders, &path);
            }
        }
        for (name, orders) in filing.ahead.iter().flatten() {
            let path = path_of(prompts, name, Place::Ahead);
            review.notes(orders, &path);
            review.ahead(orders, &path);
        }
        if let Some(standing) = &filing.standing {
            policy::check(&mut review, standing, &Path::top().then("standing"));
        }
        review.found
    }

    fn ahead(&self, _: &View, prompt: &Prompt<Question>, kept: &Orders) -> AheadAnswer<Orders> {
        ahead::kept(prompt, kept)
    }

    fn standing(
        &self,
        view: &View,
        prompt: &Prompt<Question>,
        policy: Option<&Policy>,
    ) -> StandingAnswer<Orders> {
        match &prompt.question {
            Question::Plan { .. } if view.state.options.plans_ahead => {
                StandingAnswer::Answer(Orders::Battles(Vec::new()))
            }
            // Whoever stood by an order of this kind was not asked: it has been filed since.
            Question::Asked { query } => {
                let own = policy.and_then(|policy| policy.army(query.army()));
                let says = rules::question::by_policy(&self.field(view), query, own);
                says.map_or(StandingAnswer::Pass, |says| {
                    StandingAnswer::Answer(Orders::Told(Box::new(says.into())))
                })
            }
            _ => StandingAnswer::Pass,
        }
    }

    fn fallback(&self, _: &View, _: &Prompt<Question>, _: Option<&Policy>) -> Orders {
        Orders::default()
    }
}

/// A file under review, and the complaints so far.
pub(super) struct Review<'a> {
    pub(super) field: Field<'a>,
    pub(super) view: &'a View,
    pub(super) seat: &'a Seat,
    pub(super) found: Vec<Complaint>,
}

impl Review<'_> {
    pub(super) fn refuse(
        &mut self,
        code: Code,
        rule: &'static str,
        path: Path,
        why: impl Into<String>,
        fix: impl Into<String>,
    ) {
        self.found.push(Complaint::refusal(code.code(), rule, path, why).fix(fix));
    }

    pub(super) fn warn(
        &mut self,
        code: Code,
        rule: &'static str,
        path: Path,
        why: impl Into<String>,
        fix: impl Into<String>,
    ) {
        self.found.push(code.warn(path, why).by(rule).fix(fix));
    }

    fn answer(&mut self, question: &Question, orders: &Orders, path: &Path) {
        match (question, orders) {
            (Question::Setup { army }, Orders::Setup(setup)) => {
                politics::setup(self, *army, setup, path);
            }
            (Question::Resources | Question::Allocate, Orders::Resources(orders)) => {
                politics::resources(self, orders, path);
            }
            (Question::Commands { armies }, Orders::Resources(orders)) => {
                politics::commands(self, armies, orders, path);
            }
            (Question::Season { army }, Orders::Season(orders)) => {
                turns::season(self, Some(*army), orders, path);
            }
            (Question::Answer { entry }, Orders::Answer(reply)) => {
                turns::answer(self, entry, reply, path);
            }
            (Question::Plan { battles }, Orders::Battles(list)) => {
                fights::plans(self, battles, list, path);
            }
            (Question::Report { battle }, Orders::Battles(list)) => {
                fights::plans(self, &[*battle], list, path);
            }
            (Question::Report { battle }, Orders::Report(report)) => {
                fights::report(self, &[*battle], report, path);
            }
            (Question::Ruling { battles }, orders) => {
                fights::rulings(self, battles, orders.reports(), path);
            }
            (Question::Asked { query }, Orders::Told(told)) => {
                turns::told(self, query, &told.says, path);
            }
            (Question::Minor, Orders::Minor(orders)) => fights::minor(self, orders, path),
            (Question::Seats, Orders::Seats(orders)) => {
                politics::seats(self, &orders.substitute, path);
            }
            _ => {}
        }
    }

    /// Orders for later: only what can never be right is refused.
    fn ahead(&mut self, orders: &Orders, path: &Path) {
        match orders {
            Orders::Season(turns) => turns::season(self, None, turns, path),
            Orders::Minor(minor) => fights::minor(self, minor, path),
            Orders::Battles(list) => {
                let Some(mine) = self.field.state.command(self.seat) else { return };
                for orders in list {
                    let name = orders.battle.unwrap_or(ANY);
                    if let Some(draft) = &orders.plan {
                        fights::someday(self, mine, draft, &path.then(name.as_str()));
                    }
                }
            }
            _ => {}
        }
    }

    /// Letters go to seats of this game.
    fn notes(&mut self, orders: &Orders, path: &Path) {
        for (at, note) in orders.word().note.iter().enumerate() {
            for (which, to) in note.to.iter().enumerate() {
                if self.field.state.player(to).is_none() && *to != Seat::referee() {
                    let path = path.then("note").then(at).then("to").then(which);
                    let seats: Vec<&str> =
                        self.field.state.players.iter().map(|player| player.seat.name()).collect();
                    self.refuse(
                        Code::Letter,
                        "head",
                        path,
                        format!("there is no seat `{to}`"),
                        format!("one of: {}", seats.join(", ")),
                    );
                }
            }
        }
    }

    /// True if a province exists; complains if not.
    pub(super) fn place(&mut self, name: Name, path: Path) -> bool {
        let there = self.field.chart.find(name).is_some();
        if !there {
            let known: Vec<&str> =
                self.field.chart.provinces.iter().map(|province| province.id.as_str()).collect();
            let near = engine::complaint::nearest(name.as_str(), known.iter().copied());
            let fix = near.map_or_else(
                || format!("one of: {}", known.join(", ")),
                |near| format!("did you mean `{near}`?"),
            );
            self.refuse(Code::Place, "S3", path, format!("there is no province `{name}`"), fix);
        }
        there
    }

    /// True if an army belongs to the seat's own side; complains if not.
    pub(super) fn own_side(&mut self, army: ArmyId, path: Path) -> bool {
        let own = self.view.side == Some(army.side()) && ArmyId::CAMPAIGN.contains(&army);
        if !own {
            self.refuse(
                Code::Seat,
                "S1",
                path,
                format!("{army} is not an army of your side"),
                "name an army of your own side",
            );
        }
        own
    }

    /// Complains of an army that another commands.
    pub(super) fn commanded(&mut self, army: ArmyId, path: Path) {
        let (seat, mine) = (self.seat, self.field.state.command(self.seat));
        let why = match self.field.state.army(army).and_then(|army| army.seat.as_ref()) {
            Some(leader) => format!("{army} is commanded by {leader}, not by {seat}"),
            None => format!("{army} is not commanded by {seat}"),
        };
        let fix = mine.map_or_else(
            || "you command no army: leave it out".to_owned(),
            |mine| format!("your army is {mine}"),
        );
        self.refuse(Code::Seat, "S1", path, why, fix);
    }
}
