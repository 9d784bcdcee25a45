//! Questions about battles that have not happened: which rule of a seat's policies would fire, what it would play, and what
//! that is good for. A question names an area, or says more: the role, the strengths, how the attacker came.

use crate::board::Board;
use crate::check::after_action;
use crate::codes::Code;
use crate::data::chart::{Area, bit, each};
use crate::explain::threat::ways_into;
use crate::explain::{InForce, spent, trace, ways_in_words};
use crate::names::{AreaId, CardId, Side};
use crate::orders::Orders;
use crate::orders::words::{AreaName, Words};
use crate::player::imagined;
use crate::rules::choice::Situation;
use crate::state::{Stage, State};
use crate::{At, Punica};
use engine::language::{Readable, Several, need, only};
use engine::rules::ParsedOrdersOf;
use engine::{Complaint, Complaints, Node, Path, Reader, Tempo};
use serde_json::{Value, json};

/// A question that is understood.
#[derive(Clone, Copy, Debug)]
struct Asked {
    area: Area,
    /// True if the seat attacks; none if that is to be worked out.
    attacks: Option<bool>,
    mine: Option<i32>,
    theirs: Option<i32>,
    by: Coming,
}

/// The ways in which the attacker may have come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Coming {
    /// The question does not say: the attacker's strongest way is taken.
    Unsaid,
    /// By the plain action `move`.
    Move,
    /// By a card, which is then out of the attacker's hand.
    Card(CardId),
}

/// The position about which the questions are asked.
struct Scene<'a> {
    rules: &'a Punica,
    view: &'a State,
    side: Side,
    /// The board, after the action of the draft if there is one.
    board: Board,
    /// The orders that count in this turn, and those that count in later ones.
    now: InForce,
    later: InForce,
}

/// Answers a question, or several, or every battle that the position suggests. With a draft, the board is the one after its
/// action.
///
/// # Errors
/// Complaints about the parts of the question that cannot be understood.
pub(crate) fn answer(
    rules: &Punica,
    at: &At<'_>,
    draft: Option<&ParsedOrdersOf<Punica>>,
    question: &Node,
) -> Result<Value, Vec<Complaint>> {
    let (view, seat, force) = (at.view, at.seat, at.in_force);
    let Some(side) = Side::of(seat) else {
        return Err(vec![Complaint::fault(
            "E-explain",
            Path::top(),
            format!("{seat} has no seat in this game"),
        )]);
    };
    let mut answers = draft.iter().flat_map(|filing| filing.orders.values());
    let action = answers.find_map(|orders| {
        if let Orders::Answer(answer) = orders { answer.action.as_ref() } else { None }
    });
    let board =
        action.map_or_else(|| rules.board(view), |action| after_action(rules, view, side, action));
    let scene =
        Scene { rules, view, side, board, now: InForce::of(force), later: InForce::later(force) };
    let mut complaints = Complaints::new();
    let asked = scene.questions(question, &mut complaints);
    if complaints.fatal() {
        return Err(complaints.0);
    }
    let cases: Vec<Value> = asked.iter().map(|asked| scene.case(asked)).collect();
    Ok(
        json!({"seat": side, "tempo": view.tempo, "draft": draft.is_some(), "acts": action.is_some(), "cases": cases}),
    )
}

impl Scene<'_> {
    /// The questions that a text holds; if it holds none, those that the position suggests.
    fn questions(&self, node: &Node, complaints: &mut Complaints) -> Vec<Asked> {
        let top = Reader::new(node, Path::top(), complaints);
        if node.is_empty()
            || node.map().is_some_and(<[_]>::is_empty)
            || node.list().is_some_and(<[_]>::is_empty)
        {
            return self.suggested();
        }
        top.items().iter().flat_map(|item| self.question(item)).collect()
    }

    /// One question, which may name several areas.
    fn question(&self, reader: &Reader<'_>) -> Vec<Asked> {
        let words = self.rules.words();
        let plain = |area: AreaId| Asked {
            area: self.rules.chart().index(area),
            attacks: None,
            mine: None,
            theirs: None,
            by: Coming::Unsaid,
        };
        if reader.node.text().is_some() {
            return words.area(reader).map(plain).into_iter().collect();
        }
        if reader.entries("an area, or a map such as {area: roma, theirs: 3}").is_none() {
            return Vec::new();
        }
        only::<Words<'_>>(reader, &["area", "role", "mine", "theirs", "by"], "the question");
        let areas = need::<Words<'_>>(reader, "area", "the question")
            .and_then(|part| Several::<AreaName>::read(&words, &part));
        let role = reader
            .get("role")
            .and_then(|part| part.word(Code::Policy.code(), "role", &["defender", "attacker"]));
        let number = |key: &str| reader.get(key)?.number("a strength", 0, 20);
        let (mine, theirs) = (number("mine"), number("theirs"));
        let by = match reader.get("by") {
            Some(part) if part.node.text() == Some("move") => Coming::Move,
            part => part.and_then(|part| words.card(&part)).map_or(Coming::Unsaid, Coming::Card),
        };
        let asked =
            |area| Asked { attacks: role.map(|at| at == 1), mine, theirs, by, ..plain(area) };
        areas.unwrap_or_default().into_iter().map(asked).collect()
    }

    /// Battles that are pending after the draft's action; attacks that the enemy could make on units that stand; and,
    /// for a seat that is to act and has not said how, the attacks that it could make itself.
    fn suggested(&self) -> Vec<Asked> {
        let (chart, enemy) = (self.rules.chart(), self.side.other());
        let (own, theirs) = (self.board.held[self.side.at()], self.board.held[enemy.at()]);
        let reach =
            |side: Side, area: Area| !ways_into(self.rules, &self.board, side, area).is_empty();
        let acts = self.view.active == self.side && matches!(self.view.stage, Stage::Action {});
        let undecided = acts && self.board == self.rules.board(self.view);
        let attacked = |area: &Area| {
            own & theirs & bit(*area) != 0 || own & bit(*area) != 0 && reach(enemy, *area)
        };
        let attacks = |area: &Area| {
            undecided
                && theirs & bit(*area) != 0
                && own & bit(*area) == 0
                && reach(self.side, *area)
        };
        let all = chart.regions | chart.seas;
        let pending = each(all).filter(attacked).chain(each(all).filter(attacks));
        pending
            .map(|area| Asked { area, attacks: None, mine: None, theirs: None, by: Coming::Unsaid })
            .collect()
    }

    fn attacks(&self, area: Area) -> bool {
        let fight =
            self.view.fight.as_ref().filter(|fight| self.rules.chart().index(fight.area) == area);
        match fight {
            Some(fight) => fight.attacker == self.side,
            None if self.board.contested() & bit(area) != 0 => self.view.active == self.side,
            None => {
                self.board.units(self.side, area) == 0
                    && self.board.units(self.side.other(), area) > 0
            }
        }
    }

    /// The battle, and what answers it.
    fn case(&self, asked: &Asked) -> Value {
        let (rules, chart, area) = (self.rules, self.rules.chart(), asked.area);
        let attacks = asked.attacks.unwrap_or_else(|| self.attacks(area));
        let attacker = if attacks { self.side } else { self.side.other() };
        let given = if attacks { asked.mine } else { asked.theirs };
        let mut ways = ways_into(rules, &self.board, attacker, area);
        match asked.by {
            Coming::Unsaid => {}
            Coming::Move => ways.retain(|way| way.card.is_none()),
            Coming::Card(card) => ways.retain(|way| way.card == Some(card)),
        }
        let joined = self.board.contested() & bit(area) != 0;
        let strongest = ways.first().map_or(1, |way| way.strength);
        let mut board = self.board;
        if !joined {
            board = imagined(rules, &self.board, attacker, area, given.unwrap_or(strongest));
        }
        let mut situation = Situation::of(rules, &board, area, attacker, self.side);
        let met = if attacks { &mut situation.theirs } else { &mut situation.mine };
        let bare = *met == 0;
        *met = (*met).max(1);
        situation.mine = asked.mine.unwrap_or(situation.mine);
        situation.theirs = asked.theirs.unwrap_or(situation.theirs);
        let came = ways.first().and_then(|way| way.card).filter(|_| !joined && given.is_none());
        let came = if let Coming::Card(card) = asked.by { Some(card) } else { came };
        spent(if attacks { &mut situation.hand } else { &mut situation.enemy }, came);
        let in_force =
            if attacks || self.view.active != self.side { &self.now } else { &self.later };
        let mut value = trace(rules, in_force, &situation, self.view.tempo == Tempo::Full);
        value["name"] = json!(chart.name(area));
        value["pending"] = json!(joined);
        value["assumed"] =
            json!(bare && (if attacks { asked.theirs } else { asked.mine }).is_none());
        value["came"] = json!(came);
        value["ways"] = json!(ways_in_words(chart, &ways));
        value
    }
}
