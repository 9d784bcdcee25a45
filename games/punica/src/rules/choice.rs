//! The card that a policy plays: the first rule that fits and yields a card counts. Rules B3, B8 and the policy
//! language.

use crate::Punica;
use crate::board::Board;
use crate::data::chart::Area;
use crate::names::{AreaId, CardId, Element, PlayWord, Rank, Role, Side};
use crate::policy::{Against, Play, PlayRule, Policy, Weights, When};

/// A battle as a seat sees it when it chooses a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Situation {
    pub area: AreaId,
    pub kind: Element,
    pub role: Role,
    /// The strength of the seat's own units.
    pub mine: i32,
    /// The strength of the enemy's units.
    pub theirs: i32,
    /// The seat's own hand with the strength of each card, the weakest first.
    pub hand: Vec<(CardId, i32)>,
    /// The enemy's hand, weakest first.
    pub enemy: Vec<(CardId, i32)>,
    /// True if the side loses the game by losing the battle.
    pub at_stake: bool,
    /// True if the side wins the game by winning the battle.
    pub prize: bool,
}

/// The result of a play: a card, a lot, or a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Pick {
    Card(CardId),
    /// A lot among two or more cards in hand.
    Lot(Weights),
    Ask,
}

/// The sources of rules, in the order in which they count.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sources<'a> {
    /// The rules that were given ahead for this turn.
    pub ahead: Option<&'a [PlayRule]>,
    pub standing: Option<&'a [PlayRule]>,
    pub defaults: &'a [PlayRule],
}

/// The choice, and the rule that gave it.
#[derive(Clone, Debug)]
pub(crate) struct Decision<'a> {
    pub pick: Pick,
    /// The source of the rule: `ahead`, `standing` or `default`.
    pub by: &'static str,
    /// Number of the rule there, from 1.
    pub number: usize,
    pub rule: &'a PlayRule,
}

impl<'a> Sources<'a> {
    /// The rules of all sources, in order, with where they stand.
    pub(crate) fn rules(self) -> impl Iterator<Item = (&'static str, usize, &'a PlayRule)> {
        let list = |by: &'static str, rules: &'a [PlayRule]| {
            rules.iter().enumerate().map(move |(n, rule)| (by, n + 1, rule))
        };
        let ahead = list("ahead", self.ahead.unwrap_or_default());
        ahead
            .chain(list("standing", self.standing.unwrap_or_default()))
            .chain(list("default", self.defaults))
    }

    /// The first rule that fits and yields.
    pub(crate) fn decide(self, situation: &Situation, asked: bool) -> Option<Decision<'a>> {
        self.rules().find_map(|(by, number, rule)| {
            let fits = situation.fits(&rule.when).is_none();
            let pick = fits.then(|| situation.pick(&rule.play, asked)).flatten()?;
            Some(Decision { pick, by, number, rule })
        })
    }
}

impl Situation {
    /// The battle in `area` on a board, seen by a side.
    pub(crate) fn of(
        rules: &Punica,
        board: &Board,
        area: Area,
        attacker: Side,
        side: Side,
    ) -> Self {
        let (chart, worth, enemy) = (rules.chart(), rules.worth(), side.other());
        let strength = |side| board.strength(chart, worth, side, area);
        Self {
            area: chart.id(area),
            kind: if chart.is_sea(area) { Element::Sea } else { Element::Land },
            role: if side == attacker { Role::Attacker } else { Role::Defender },
            mine: strength(side),
            theirs: strength(enemy),
            hand: rules.ranked(board, side),
            enemy: rules.ranked(board, enemy),
            at_stake: at_stake(rules, board, side, area),
            prize: at_stake(rules, board, enemy, area),
        }
    }

    /// The first condition that does not hold, in words; none if the rule fits.
    pub(crate) fn fits(&self, when: &When) -> Option<String> {
        let best = self.enemy.last().map_or(0, |(_, strength)| *strength);
        if !when.area.is_empty() && !when.area.contains(&self.area) {
            return Some(format!("the area is {}", self.area));
        }
        if when.kind.is_some_and(|kind| kind != self.kind) {
            return Some(format!(
                "it is a battle {}",
                if self.kind == Element::Sea { "at sea" } else { "on land" }
            ));
        }
        if when.role.is_some_and(|role| role != self.role) {
            return Some(format!("the role is {}", self.role.word()));
        }
        let numbers = [
            ("mine", when.mine, self.mine),
            ("theirs", when.theirs, self.theirs),
            ("margin", when.margin, self.mine - self.theirs),
            ("best", when.best, best),
        ];
        for (what, compare, value) in numbers {
            if compare.is_some_and(|compare| !compare.holds(value)) {
                return Some(format!("{what} is {value}"));
            }
        }
        if when.at_stake.is_some() && !self.at_stake {
            return Some("losing this battle would not lose the game".to_owned());
        }
        if when.prize.is_some() && !self.prize {
            return Some("winning this battle would not win the game".to_owned());
        }
        None
    }

    /// The card or lot that a play yields here; none if the next play is tried.
    pub(crate) fn pick(&self, play: &Play, asked: bool) -> Option<Pick> {
        match play {
            Play::Card(card) => {
                self.hand.iter().any(|(held, _)| held == card).then_some(Pick::Card(*card))
            }
            Play::Word(PlayWord::Lowest) => self.hand.first().map(|(card, _)| Pick::Card(*card)),
            Play::Word(PlayWord::Highest) => self.hand.last().map(|(card, _)| Pick::Card(*card)),
            Play::Word(PlayWord::Middle) => middle(&self.hand).map(|(card, _)| Pick::Card(card)),
            Play::Word(PlayWord::Ask) => (!asked).then_some(Pick::Ask),
            Play::Beat { beat } => self.weakest(1 + self.against(*beat)),
            Play::Hold { hold } => self.weakest(self.against(*hold)),
            Play::First(plays) => plays.iter().find_map(|play| self.pick(play, asked)),
            Play::Mix { mix } => self.lot(mix),
        }
    }

    /// The weakest card with which the own total reaches the enemy's units and `strength`.
    fn weakest(&self, strength: i32) -> Option<Pick> {
        let found = self.hand.iter().find(|(_, card)| self.mine + card >= self.theirs + strength);
        found.map(|(card, _)| Pick::Card(*card))
    }

    fn against(&self, against: Against) -> i32 {
        let card = match against {
            Against::Number(number) => return number,
            Against::Rank(Rank::Best) => self.enemy.last().copied(),
            Against::Rank(Rank::Worst) => self.enemy.first().copied(),
            Against::Rank(Rank::Middle) => middle(&self.enemy),
        };
        card.map_or(0, |(_, strength)| strength)
    }

    fn lot(&self, mix: &Weights) -> Option<Pick> {
        let held: Vec<_> = mix
            .0
            .iter()
            .filter(|(card, _)| self.hand.iter().any(|(held, _)| held == card))
            .copied()
            .collect();
        match held[..] {
            [] => None,
            [(card, _)] => Some(Pick::Card(card)),
            _ => Some(Pick::Lot(Weights(held))),
        }
    }
}

/// The lower of the two middle cards.
fn middle(hand: &[(CardId, i32)]) -> Option<(CardId, i32)> {
    hand.get(hand.len().checked_sub(1)? / 2).copied()
}

pub(crate) fn at_stake(rules: &Punica, board: &Board, side: Side, area: Area) -> bool {
    let chart = rules.chart();
    if chart.is_sea(area) {
        return false;
    }
    let enemy = side.other();
    let others =
        (board.controlled(enemy) & chart.influence[side.at()] & !crate::data::chart::bit(area))
            .count_ones();
    let influence = chart.influence[side.at()] & crate::data::chart::bit(area) != 0;
    let last = board.armies(chart, side) == 1 && board.units(side, area) == 1;
    area == chart.capital[side.at()] || influence && others + 1 >= rules.worth().influence || last
}

pub(crate) fn rules_of(policy: Option<&Policy>) -> Option<&[PlayRule]> {
    policy.and_then(|policy| policy.battle.as_deref())
}
