//! The checks of a filing, each with its rule and the order to write instead.
//!
//! `camp` looks at armies and set-ups, `lists` at each entry by itself, `dry` carries the lists out on the
//! present position with the very code that resolves, against an enemy who only falls back, and by the
//! default policy: their own is hidden.

mod camp;
mod dry;

pub(super) use dry::run;
mod lists;

use super::names::{Side, TypeName, UnitId};
use super::orders::{Criterion, Draw, FallBack, Item, Orders, Policy};
use super::rules::{Field, turn};
use super::state::State;
use super::{CombinedArms, Question, forecast};
use crate::codes::Code;
use crate::names::Stage;
use crate::orders;
use crate::orders::camp::CampOf;
use crate::orders::read::{ListOf, fall_back, list};
use crate::policy;
use crate::prompts;
use engine::complaint::{Complaint, nearest};
use engine::kit::Square;
use engine::prelude::*;
use engine::rules::ParsedOrdersOf;
use engine::{AtSeat, Path, Place, Prompt, Tempo, path_of};

pub(super) struct Check<'a> {
    rules: &'a CombinedArms,
    state: &'a State,
    side: Side,
    complaints: Vec<Complaint>,
}

impl OrderRules for CombinedArms {
    fn read_orders(&self, name: &str, _: Place, reader: &Reader<'_>) -> Option<Orders> {
        match name {
            "muster" => orders::camp::camp(reader, CampOf::Muster),
            "deploy" => orders::camp::camp(reader, CampOf::Deploy),
            "place" => orders::camp::camp(reader, CampOf::Place),
            prompts::RETREAT => fall_back(reader),
            "attack" => list(reader, ListOf::Attacks),
            _ => list(reader, ListOf::Moves),
        }
    }

    fn ahead_names(&self) -> Vec<&'static str> {
        vec![Stage::Attack.word(), Stage::Place.word()]
    }

    fn read_policy(&self, reader: &Reader<'_>) -> Option<Policy> {
        orders::camp::policy(reader)
    }

    fn check(&self, at: &AtSeat<'_, Self>, filing: &ParsedOrdersOf<Self>) -> Vec<Complaint> {
        let prompts = at.prompts;
        let side = Side::of(at.seat).expect("the charter has exactly one seat for each side");
        let mut check = Check { rules: self, state: at.view, side, complaints: Vec::new() };
        let ahead = filing.ahead.as_ref();
        let (attacks, places) =
            (ahead.and_then(|map| map.get("attack")), ahead.and_then(|map| map.get("place")));
        for prompt in prompts {
            let Some(orders) = filing.orders.get(&prompt.name) else { continue };
            let path = path_of(prompts, &prompt.name, Place::Orders);
            check.answer(prompt.question, orders, attacks, &path);
        }
        if let Some(orders) = attacks {
            check.attacks_ahead(prompts, filing.orders.get("move"), orders);
        }
        if let Some(Orders::Camp(ahead)) = places {
            let now = prompts.iter().find_map(|prompt| match filing.orders.get(&prompt.name) {
                Some(Orders::Camp(camp)) if prompt.name == "place" => Some(camp),
                _ => None,
            });
            check.places_ahead(now, ahead, &path_of(prompts, "place", Place::Ahead));
        }
        if let Some(policy) = &filing.standing {
            check.policy(policy);
        }
        check.complaints
    }

    fn ahead(&self, view: &State, prompt: &Prompt<Question>, kept: &Orders) -> AheadAnswer<Orders> {
        policy::ahead(view, prompt, kept)
    }

    fn lapsed(&self, state: &State, seat: &Seat, name: &str, _: &Orders) -> bool {
        let own = state.active.is_some_and(|side| self.seat(side) == seat);
        match name {
            "attack" => state.stage != Stage::Attack || !own,
            _ => !matches!(state.stage, Stage::Muster | Stage::Place),
        }
    }

    fn standing(
        &self,
        view: &State,
        prompt: &Prompt<Question>,
        policy: Option<&Policy>,
    ) -> StandingAnswer<Orders> {
        policy::standing(self, view, prompt, policy)
    }

    fn fallback(&self, _: &State, prompt: &Prompt<Question>, policy: Option<&Policy>) -> Orders {
        policy::fallback(self, prompt, policy)
    }
}

impl Check<'_> {
    /// Checks the answer to one open prompt.
    fn answer(
        &mut self,
        question: Question,
        orders: &Orders,
        attacks: Option<&Orders>,
        path: &Path,
    ) {
        match (question, orders) {
            (Question::Muster, Orders::Camp(camp)) => self.army(camp, path),
            (Question::Deploy { army }, Orders::Camp(camp)) => self.set_up(camp, army, path),
            (Question::Place { due }, Orders::Camp(camp)) => {
                self.placing(camp, usize::from(due), path);
            }
            (Question::Move, Orders::List(items)) => {
                self.moves(items, path);
                self.words(items, path);
                let after = self.dry_moves(items, path);
                self.warn_of_policy(&after, attacks.is_some(), path);
                self.warn_of_danger(&after, attacks, path);
            }
            (Question::Attack, Orders::List(items)) => {
                self.attacks(items, path);
                self.words(items, path);
                self.dry_attacks(self.state, items, path, true);
                self.warn_of_danger(self.state, Some(orders), path);
            }
            (Question::Retreat { unit }, Orders::FallBack(answer)) => {
                self.fall_back(unit, answer, path);
            }
            (_, _) => {
                let fault = Code::Phase.at(path.clone(), "these are orders for another phase");
                self.complaints.push(fault.fix("use the form of the open phase"));
            }
        }
    }

    /// Checks that a unit falls back to one of the squares that are open to it (D3).
    fn fall_back(&mut self, unit: UnitId, answer: &FallBack, path: &Path) {
        let open = self.state.asked.as_ref().map(|asked| asked.squares.as_slice());
        let Some(to) = answer.to.filter(|to| open.is_some_and(|open| !open.contains(to))) else {
            return;
        };
        let path = path.then("to");
        if self.on_board(to, &path) {
            let open: Vec<String> = open.into_iter().flatten().map(ToString::to_string).collect();
            let message = format!("{unit} cannot fall back to {to}");
            self.refuse(Code::Way, "D3", &path, message, format!("one of: {}", open.join(", ")));
        }
    }

    /// Attacks given in advance with the moves of a turn.
    fn attacks_ahead(
        &mut self,
        prompts: &[Prompt<Question>],
        moves: Option<&Orders>,
        orders: &Orders,
    ) {
        let path = path_of(prompts, "attack", Place::Ahead);
        let Orders::List(attacks) = orders else { return };
        let moving = prompts.iter().any(|prompt| prompt.question == Question::Move);
        if self.state.options.tempo == Tempo::Full || !moving {
            let message = "attacks given in advance would never be carried out";
            let fix = if moving {
                "leave `ahead` out: in tempo `full` you give attacks in the attack phase"
            } else {
                "give them in the file with the moves of the same turn"
            };
            self.complaints.push(Code::Ahead.at(path, message).fix(fix));
            return;
        }
        self.attacks(attacks, &path);
        self.words(attacks, &path);
        let none = Vec::new();
        let items = match moves {
            Some(Orders::List(items)) => items,
            _ => &none,
        };
        let certain = !items.iter().any(skirmishes);
        let after = self.after_moves(items);
        self.dry_attacks(&after, attacks, &path, certain);
    }

    /// Warns of a standing policy that will attack.
    fn warn_of_policy(&mut self, after: &State, attacks_given: bool, path: &Path) {
        let can = Field::new(&self.rules.chart, after).any_attack(self.side);
        if self.state.options.tempo == Tempo::Brisk
            && !attacks_given
            && can
            && after.result.is_none()
        {
            let message = "the file gives no attacks: your standing order `attack` will be used";
            let fix = "write them under `ahead: attack:`, or `attack: []` there for no attacks";
            self.complaints.push(Code::Attack.at(path.clone(), message).fix(fix));
        }
    }

    /// Warns of a General who could be destroyed in the enemy's next turn, as far as can be foreseen.
    fn warn_of_danger(&mut self, before: &State, attacks: Option<&Orders>, path: &Path) {
        if before.result.is_some() {
            return;
        }
        let (after, _) = run(self.rules, before, |table| turn::attacks(table, self.side, attacks));
        let Some(outlook) =
            forecast::of_general(&Field::new(&self.rules.chart, &after), self.side, true)
        else {
            return;
        };
        let (points, needed) = (outlook.after_moves.points, u32::from(outlook.needed));
        if points < needed || !(outlook.doomed || outlook.twice) || after.result.is_some() {
            return;
        }
        let how = match (outlook.twice, outlook.doomed) {
            (true, true) => {
                "which may force him back twice, or leave him no square to fall back to"
            }
            (true, false) => "which may force him back twice",
            (false, _) => "which may leave him no square to fall back to",
        };
        let message = format!(
            "{} on {} could be destroyed in the enemy's next turn: up to {points} damage against Defense {}, {how}",
            outlook.unit, outlook.square, outlook.defense
        );
        let fix =
            "move him out of reach, or put units next to him and keep squares free behind him";
        self.complaints.push(Code::General.at(path.clone(), message).fix(fix));
    }

    /// Checks words about a draw in a list (V3).
    fn words(&mut self, items: &[Item], path: &Path) {
        for (at, item) in items.iter().enumerate() {
            if *item == Item::Draw(Draw::Accept) {
                self.accept(&path.then(at).then("draw"));
            }
        }
    }

    /// Complains if there is no offer to accept.
    fn accept(&mut self, path: &Path) {
        if self.state.offer.is_none_or(|offer| offer.seat == self.side) {
            let fix = "write `draw: offer` to offer one yourself";
            self.refuse(Code::Draw, "V3", path, "the enemy has not offered a draw".to_owned(), fix);
        }
    }

    /// Checks that standing orders name types, units and squares that exist.
    fn policy(&mut self, policy: &Policy) {
        let top = Path::top().then("standing").then("retreat");
        for (name, list) in policy.retreat.iter().flatten() {
            if !self.known_to_policy(*name) {
                let own = self.rules.chart.kinds_of(self.side).map(|kind| kind.name.as_str());
                let near = nearest(name.as_str(), own.chain(["default"]));
                let fix = near.map_or("write `default`, a type or a unit".to_owned(), |near| {
                    format!("did you mean `{near}`?")
                });
                let message =
                    format!("`{name}` is neither `default` nor one of your types or units");
                self.complaints.push(Code::Policy.at(top.key(name.as_str()), message).fix(fix));
            }
            for (at, criterion) in list.iter().enumerate() {
                if let Criterion::Square(square) = criterion {
                    self.on_board(*square, &top.then(name.as_str()).then(at));
                }
            }
        }
    }

    fn known_to_policy(&self, name: TypeName) -> bool {
        let own = |side| side == self.side;
        let unit = UnitId::new(name.as_str()).and_then(|id| self.rules.chart.kind_of_id(id));
        name == *"default"
            || self.rules.chart.find_kind(name).is_some_and(|kind| own(kind.side))
            || unit.is_some_and(|kind| own(kind.side))
    }

    /// Checks that a square is on the board and no plateau; true if so.
    fn on_board(&mut self, square: Square, path: &Path) -> bool {
        let board = self.state.board;
        if !square.on(board.size) {
            let last = Square::new(board.size - 1, board.size - 1);
            let fix = format!("squares go from a1 to {last}");
            self.refuse(Code::Square, "B1", path, format!("{square} is not on the board"), fix);
        } else if board.plateaus.has(square) {
            self.refuse(
                Code::Plateau,
                "H2",
                path,
                format!("{square} is a plateau"),
                "no unit may enter a plateau",
            );
        } else {
            return true;
        }
        false
    }

    fn refuse(
        &mut self,
        code: Code,
        rule: &'static str,
        path: &Path,
        message: String,
        fix: impl Into<String>,
    ) {
        self.complaints.push(code.at(path.clone(), message).by(rule).fix(fix));
    }
}

fn skirmishes(item: &Item) -> bool {
    matches!(item, Item::Move(part) if part.attack.is_some())
}
