//! The further turns that the strong player tries beside the sensible player's: turns in many moods and against many
//! victims, and ways to the enemy's General, found by chance.

use super::plain::{attacks, finish, victims, written};
use super::plan::{Mind, Mood, Plan, Step, towards};
use super::sketch::{Piece, Sketch};
use super::{Player, aimless};
use crate::names::{Edges, Side, Stage};
use crate::orders::{AttackItem, Item, MoveItem, Orders, Target};
use crate::rules::{Field, turn};
use crate::state::State;
use crate::{CombinedArms, Question, check};
use engine::kit::{Facing, Square};
use engine::rules::ParsedOrdersOf;
use engine::{AtSeat, Rng, Tempo};

/// Moods in which turns are tried: how much the enemy is feared, and how much it wants to close in.
const MOODS: [(i32, i32); 6] = [(1, 3), (2, 1), (4, 2), (6, 2), (9, 1), (14, 0)];
/// Victims that turns are built round.
const VICTIMS: usize = 6;
/// Victims that one turn goes for.
const GATHERED: usize = 4;
/// Turns that are played out by the rules, the best by the sketch.
const KEPT: usize = 12;
/// Number of random turns that are tried against the General.
const ASSAULTS: usize = 4_000;

impl<'a> Player<'a> {
    /// The player of a seat, if it is asked this question.
    fn asked(
        rules: &'a CombinedArms,
        at: &'a AtSeat<'_, CombinedArms>,
        question: Question,
    ) -> Option<Self> {
        let asked = at.prompts.iter().any(|prompt| prompt.question == question);
        let side = Side::of(at.seat).filter(|_| asked)?;
        Some(Self { rules, state: at.view, side })
    }

    /// A filing of these moves, followed by these attacks.
    fn filing(&self, items: Vec<Item>, attacks: Orders) -> ParsedOrdersOf<CombinedArms> {
        let mut filing = ParsedOrdersOf::<CombinedArms>::default();
        filing.orders.insert(Stage::Move.word().to_owned(), Orders::List(items));
        if self.state.options.tempo == Tempo::Brisk {
            filing.ahead = Some([(Stage::Attack.word().to_owned(), attacks)].into());
        }
        filing
    }

    /// Attacks on one enemy by these pieces, in this order; then everybody attacks at will.
    fn strikes(&self, by: &[usize], target: usize) -> Orders {
        let unit = |at: usize| self.state.units[at].id;
        let strike = |by: &usize| AttackItem {
            unit: unit(*by),
            target: vec![Target { unit: unit(target), when: Vec::new() }],
            when: Vec::new(),
        };
        let Orders::List(at_will) = attacks() else { unreachable!("attacks are a list") };
        Orders::List(by.iter().map(strike).map(Item::Attack).chain(at_will).collect())
    }

    fn items(&self, steps: &[Step]) -> Vec<Item> {
        steps.iter().map(|step| Item::Move(written(self, step))).collect()
    }

    fn won(&self, state: &State) -> bool {
        state.result.is_some_and(|result| result.winner == Some(self.side))
    }

    /// True if these attacks win the game by the rules.
    fn wins_by(&self, state: &State, attacks: &Orders) -> bool {
        let struck =
            check::run(self.rules, state, |table| turn::attacks(table, self.side, Some(attacks)));
        self.won(&struck.0)
    }

    /// True if these moves, and these attacks after them, win the game by the rules.
    fn wins(&self, items: &[Item], attacks: &Orders) -> bool {
        let after = self.after(&Orders::List(items.to_vec()));
        self.won(&after) || after.result.is_none() && self.wins_by(&after, attacks)
    }
}

/// Orders that destroy the enemy's General this turn, if chance finds any.
pub(crate) fn decisive(
    rules: &CombinedArms,
    at: &AtSeat<'_, CombinedArms>,
    rng: &mut Rng,
) -> Option<ParsedOrdersOf<CombinedArms>> {
    if let Some(me) = Player::asked(rules, at, Question::Attack) {
        return decisive_attacks(&me, rng);
    }
    let me = Player::asked(rules, at, Question::Move)?;
    let start = Sketch::of(&rules.chart, me.state);
    let general = start.generals[me.side.other() as usize]?;
    let hunters = hunters(&start, me.side, general);
    let most: u32 = hunters.iter().map(|who| most(&start, *who)).sum();
    if most < u32::from(start.needed(general)) {
        return None;
    }
    for _ in 0..ASSAULTS {
        let Some((steps, strikes)) = assault(&start, me.side, general, &hunters, rng) else {
            continue;
        };
        let (items, attacks) = (me.items(&steps), me.strikes(&strikes, general));
        if me.wins(&items, &attacks) {
            return Some(me.filing(items, attacks));
        }
    }
    None
}

fn decisive_attacks(me: &Player<'_>, rng: &mut Rng) -> Option<ParsedOrdersOf<CombinedArms>> {
    let start = Sketch::of(&me.rules.chart, me.state);
    let general = start.generals[me.side.other() as usize]?;
    let hunters = hunters(&start, me.side, general);
    for _ in 0..ASSAULTS {
        let mut after = start.clone();
        let strikes = strike(&mut after, me.side, general, &hunters, rng);
        let attacks = me.strikes(&strikes, general);
        if after.pieces[general].gone && me.wins_by(me.state, &attacks) {
            let mut filing = ParsedOrdersOf::<CombinedArms>::default();
            filing.orders.insert(Stage::Attack.word().to_owned(), attacks);
            return Some(filing);
        }
    }
    None
}

/// The pieces of a side that might reach the General this turn.
fn hunters(start: &Sketch<'_>, side: Side, general: usize) -> Vec<usize> {
    let at = start.pieces[general].square;
    let near = start.of_side(side).filter(|(_, piece)| {
        let charge = if piece.charge { start.charge_move() } else { 0 };
        let steps = if piece.artillery { 0 } else { piece.movement.max(charge) };
        // He may fall back by one square.
        piece.square.distance(at) <= steps + piece.throw + 1
    });
    near.map(|(who, _)| who).collect()
}

/// The most damage that a piece can do in one attack.
fn most(start: &Sketch<'_>, who: usize) -> u32 {
    let piece = &start.pieces[who];
    let charge = if piece.charge { start.charge_hit() } else { 0 };
    // From behind, hand to hand.
    u32::from(piece.hit.max(charge)) + if piece.close() { 2 } else { 0 }
}

/// One try at the General: the hunters move in random order, each to somewhere it can strike the General or bar his
/// way. Returns the moves, and who strikes the General before all others attack at will.
fn assault<'a>(
    start: &Sketch<'a>,
    side: Side,
    general: usize,
    hunters: &[usize],
    rng: &mut Rng,
) -> Option<(Vec<Step>, Vec<usize>)> {
    let mut plan: Plan<'a> = Plan::new(start.clone());
    let mut order = hunters.to_vec();
    rng.shuffle(&mut order);
    // Those who drive others out of the way go first, more often than not.
    if rng.chance(3, 4) {
        order.sort_by_key(|who| !start.pieces[*who].skirmish);
    }
    for who in order {
        if plan.now.pieces[general].gone {
            break;
        }
        if let Some(step) = hunt(&plan.now, who, general, rng) {
            plan.play(step);
        }
    }
    let mut after = plan.now.clone();
    let mut strikes = Vec::new();
    if !after.pieces[general].gone {
        after.open_attack_phase();
        strikes = strike(&mut after, side, general, hunters, rng);
    }
    after.pieces[general].gone.then_some((plan.steps, strikes))
}

/// The Attack Phase: half the time some strike the General first, because the order of strikes decides where he falls
/// back to and who can follow; then everybody attacks at will. Returns those who struck first, in order.
fn strike(
    now: &mut Sketch<'_>,
    side: Side,
    general: usize,
    hunters: &[usize],
    rng: &mut Rng,
) -> Vec<usize> {
    let mut first = Vec::new();
    if rng.chance(1, 2) {
        let mut order = hunters.to_vec();
        rng.shuffle(&mut order);
        for who in order {
            if !now.pieces[general].gone && now.can_do(who, general) > 0 {
                now.attack(who, general);
                first.push(who);
            }
        }
    }
    if !now.pieces[general].gone {
        now.at_will(side);
    }
    first
}

/// The move of one piece that hunts the General.
fn hunt(now: &Sketch<'_>, who: usize, general: usize, rng: &mut Rng) -> Option<Step> {
    let mut piece = now.pieces[who];
    let prey = &now.pieces[general];
    if piece.artillery {
        return None;
    }
    let charge = piece.charge && rng.chance(2, 3);
    if charge {
        (piece.movement, piece.hit) = (now.charge_move(), piece.hit.max(now.charge_hit()));
    }
    let stops = now.stops(who, piece.movement);
    let drives = piece.skirmish && rng.chance(1, 2);
    if let Some(step) = drives.then(|| drive(now, who, general, rng)).flatten() {
        return Some(step);
    }
    let (_, back) = prey.side.back().ahead().step();
    let bars = [-1, 0, 1].map(|east| prey.square.offset((east, back)));
    let far = piece.throw.max(1) + 1;
    let mut places: Vec<(i32, Square)> = Vec::new();
    for square in stops.around(prey.square, far, now.size) {
        let there = Piece { square, facing: towards(square, prey.square), ..piece };
        let points = i32::from(now.points(&there, prey.square, prey.facing));
        let bar = i32::from(bars.contains(&Some(square)));
        if points + bar > 0 {
            let whim = i32::try_from(rng.below(8)).expect("below 8");
            places.push((-(3 * points + 2 * bar + whim), square));
        }
    }
    let (_, to) = places.into_iter().min()?;
    // Another facing may cover where the General falls back to.
    let other = rng.chance(1, 4).then(|| rng.pick(&Facing::ALL).copied()).flatten();
    let looks = other.unwrap_or_else(|| towards(to, prey.square));
    Some(Step { who, charge, shot: None, to, looks })
}

/// A shot on the way at the General or at somebody beside him, and a place from where the General is seen if there is one.
fn drive(now: &Sketch<'_>, who: usize, general: usize, rng: &mut Rng) -> Option<Step> {
    let piece = now.pieces[who];
    let goal = now.pieces[general].square;
    let mut targets: Vec<usize> = now
        .of_side(piece.side.other())
        .filter(|(_, enemy)| enemy.square.distance(goal) <= 3)
        .map(|(at, _)| at)
        .collect();
    rng.shuffle(&mut targets);
    if rng.chance(1, 2) {
        targets.insert(0, general);
    }
    for target in targets {
        let enemy = &now.pieces[target];
        for steps in 0..=piece.movement {
            let stops = now.stops(who, steps);
            let sees = |square: &Square| {
                let there = Piece { square: *square, ..piece };
                now.points(&there, enemy.square, enemy.facing) > 0
            };
            let squares: Vec<Square> =
                stops.around(enemy.square, piece.throw, now.size).filter(sees).collect();
            if let Some(from) = rng.pick(&squares) {
                let looks = if *from == goal { piece.facing } else { towards(*from, goal) };
                return Some(Step {
                    who,
                    charge: false,
                    shot: Some((*from, target)),
                    to: *from,
                    looks,
                });
            }
        }
    }
    None
}

/// Turns worth playing out: those that the sketch likes best.
pub(crate) fn candidates(
    rules: &CombinedArms,
    at: &AtSeat<'_, CombinedArms>,
) -> Vec<ParsedOrdersOf<CombinedArms>> {
    let Some(me) = Player::asked(rules, at, Question::Move) else { return Vec::new() };
    let start = Sketch::of(&rules.chart, me.state);
    let ours = start.reaches(me.side);
    let (danger, cover) = (start.danger(&start.reaches(me.side.other())), start.danger(&ours));
    let victims = victims(me.side, &start, &ours);
    let goal =
        start.general(me.side.other()).map_or_else(Square::default, |general| general.square);
    let mut found: Vec<(i32, Vec<Step>)> = Vec::new();
    for (caution, drive) in MOODS {
        let mind = Mind {
            side: me.side,
            danger: &danger,
            cover: &cover,
            mood: Mood { caution, drive },
            goal,
        };
        let firsts = victims.iter().take(VICTIMS).map(|first| Some(*first));
        for first in std::iter::once(None).chain(firsts) {
            let mut plan = Plan::new(start.clone());
            let others = victims.iter().copied().filter(|other| Some(*other) != first);
            for victim in first
                .into_iter()
                .flat_map(|first| std::iter::once(first).chain(others.clone()))
                .take(GATHERED)
            {
                if !plan.now.pieces[victim].gone {
                    plan.gather(&mind, victim);
                }
            }
            let (worth, steps) = finish(plan, &mind);
            found.push((worth.unwrap_or(i32::MAX), steps));
        }
    }
    found.sort_by_key(|(worth, _)| std::cmp::Reverse(*worth));
    let mut kept: Vec<ParsedOrdersOf<CombinedArms>> = Vec::new();
    for (_, steps) in found {
        let filing = me.filing(me.items(&steps), attacks());
        if !kept.contains(&filing) {
            kept.push(filing);
        }
        if kept.len() == KEPT {
            break;
        }
    }
    kept
}

/// The same turn with another move for one unit, or without its move.
pub(crate) fn vary(
    rules: &CombinedArms,
    at: &AtSeat<'_, CombinedArms>,
    filing: &ParsedOrdersOf<CombinedArms>,
    rng: &mut Rng,
) -> Option<ParsedOrdersOf<CombinedArms>> {
    let me = Player::asked(rules, at, Question::Move)?;
    let Some(Orders::List(items)) = filing.orders.get(Stage::Move.word()) else { return None };
    let units: Vec<_> =
        Field::new(&rules.chart, me.state).of(me.side).map(|unit| unit.id).collect();
    let id = *rng.pick(&units)?;
    let mine = |item: &Item| matches!(item, Item::Move(MoveItem { unit, .. }) if *unit == id);
    let place = items.iter().position(mine);
    let mut items: Vec<Item> = items.iter().filter(|item| !mine(item)).cloned().collect();
    if place.is_none() || rng.chance(5, 6) {
        let before: Vec<Item> = items[..place.unwrap_or(items.len()).min(items.len())].to_vec();
        let now = me.after(&Orders::List(before));
        let field = Field::new(&rules.chart, &now);
        let item = aimless::one_move(&field, now.unit(id)?, rng);
        items.insert(place.unwrap_or(items.len()).min(items.len()), Item::Move(item));
    }
    Some(me.filing(items, attacks()))
}

/// The value of a position to a side, as the sketch judges it for the side that has just ended its turn.
pub(crate) fn worth(rules: &CombinedArms, state: &State, side: Side) -> i64 {
    let sketch = Sketch::of(&rules.chart, state);
    let (last, sign) = match state.active {
        Some(active) if active == side => (side.other(), -1),
        Some(_) | None => (side, 1),
    };
    let threats = sketch.reaches(last.other());
    let peril = sketch.general(last).map_or(super::guard::Peril::Lost, |general| {
        sketch.peril(last, &threats, general.square, general.facing).0
    });
    sign * i64::from(sketch.judge(&rules.scale, last, peril, &threats))
}

/// The quantities that forecasts count on the board.
pub(crate) fn figures(rules: &CombinedArms, state: &State, side: Side) -> Vec<(&'static str, i64)> {
    let field = Field::new(&rules.chart, state);
    let count =
        |side: Side| i64::try_from(field.of(side).count()).expect("the number fits the board");
    let moves_next = state.active == Some(side.other());
    let shaky = |side: Side, may_move: bool| {
        let outlook = crate::forecast::outlook(&field, side, may_move);
        let shaky = outlook.iter().filter(|one| one.after_moves.points >= u32::from(one.needed));
        i64::try_from(shaky.count()).expect("the number fits the board")
    };
    vec![
        ("our units", count(side)),
        ("enemy units", count(side.other())),
        (
            "the number of our units that the enemy could force back next turn, at most",
            shaky(side, true),
        ),
        (
            "the number of enemy units that we could force back next turn, at most",
            shaky(side.other(), !moves_next),
        ),
    ]
}
