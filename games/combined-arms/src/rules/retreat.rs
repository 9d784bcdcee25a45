//! Damage and retreat: D2, D3, D4, D5, D6, W1, A7, with the credits of X3 and X4.

use super::super::Table;
use super::super::events::{Cause, Combat, Ending, Sequence};
use super::super::names::{Edges, Side, TypeName, UnitId};
use super::super::orders::{Criterion, Orders, Policy, Preference};
use super::super::policy;
use super::super::prompts::RETREAT;
use super::super::state::Unit;
use super::{Field, victory};
use engine::Tempo;
use engine::kit::{Facing, Slug, Square};

/// The order that settles what criteria leave open, as the data files write it.
pub(crate) const FINAL_ORDER: [&str; 5] =
    ["straight back", "back and west", "back and east", "west", "east"];

/// The squares that a unit could fall back to if all were free, in the final order; none beyond the
/// south and west edges (D3).
pub(crate) fn squares(from: Square, side: Side) -> [Option<Square>; 5] {
    let (_, back) = side.back().ahead().step();
    [(0, back), (-1, back), (1, back), (-1, 0), (1, 0)].map(|step| from.offset(step))
}

impl Field<'_> {
    /// The squares that a unit may fall back to, in the final order (D3).
    pub(crate) fn candidates(&self, unit: &Unit) -> Vec<Square> {
        let board = &self.state.board;
        let open = |to: &Square| {
            to.on(board.size) && !board.plateaus.has(*to) && self.state.on(*to).is_none()
        };
        let lateral_barred =
            |to: Square| to.row == unit.square.row && self.neighbours(to, unit.side.other()) > 0;
        squares(unit.square, unit.side)
            .into_iter()
            .flatten()
            .filter(open)
            .filter(|to| !lateral_barred(*to))
            .collect()
    }

    pub(crate) fn neighbours(&self, square: Square, side: Side) -> usize {
        self.of(side).filter(|unit| unit.square.distance(square) == 1).count()
    }

    /// The facing of a unit after falling back to `to`, and the enemies from which it turns away (D6).
    pub(crate) fn turned_away(&self, unit: &Unit, to: Square) -> (Facing, Vec<UnitId>) {
        let attackers = unit.made_by.iter().filter_map(|id| self.state.unit(*id));
        let near = attackers.clone().map(|attacker| attacker.square.distance(to)).min();
        let nearest = attackers.filter(|attacker| Some(attacker.square.distance(to)) == near);
        let (mut east, mut north, mut ids) = (0i16, 0i16, Vec::new());
        for attacker in nearest {
            let (cols, rows) = to.minus(attacker.square);
            (east, north) = (east + i16::from(cols), north + i16::from(rows));
            ids.push(attacker.id);
        }
        let facing = match (east.abs() > north.abs(), east.signum(), north.signum()) {
            (true, 1, _) => Facing::E,
            (true, ..) => Facing::W,
            (false, _, 1) => Facing::N,
            (false, _, -1) => Facing::S,
            (false, ..) => unit.side.back(),
        };
        (facing, ids)
    }

    /// Chooses among candidates by criteria, and says which decided (D5).
    pub(crate) fn choose(
        &self,
        unit: &Unit,
        mut left: Vec<Square>,
        criteria: &[Criterion],
    ) -> Option<(Square, Slug<12>)> {
        let only = Slug::of("only");
        if left.len() == 1 {
            return Some((left[0], only));
        }
        for criterion in criteria {
            self.narrow(unit, &mut left, *criterion);
            if let [square] = left[..] {
                return Some((
                    square,
                    Slug::new(&criterion.to_string()).expect("criteria are short words"),
                ));
            }
        }
        left.first().map(|square| (*square, Slug::of("order")))
    }

    /// Keeps the squares that meet a criterion best; if none meets it, all stay.
    fn narrow(&self, unit: &Unit, left: &mut Vec<Square>, criterion: Criterion) {
        let from = unit.square;
        let straight = from.offset(unit.side.back().ahead().step());
        match criterion {
            Criterion::Best(Preference::Safest) => least(left, |to| self.danger(unit, to)),
            Criterion::Best(Preference::Clear) => {
                least(left, |to| self.neighbours(to, unit.side.other()));
            }
            Criterion::Best(Preference::Friends) => {
                let friends = |to| {
                    self.of(unit.side)
                        .filter(|f| f.id != unit.id && f.square.distance(to) == 1)
                        .count()
                };
                least(left, |to| usize::MAX - friends(to));
            }
            Criterion::Best(Preference::General) => {
                if let Some(general) =
                    self.general(unit.side).filter(|general| general.id != unit.id)
                {
                    least(left, |to| general.square.distance(to));
                }
            }
            Criterion::Best(Preference::Back) => least(left, |to| to.row == from.row),
            Criterion::Best(Preference::Lateral) => least(left, |to| to.row != from.row),
            Criterion::Best(Preference::Straight) => least(left, |to| Some(to) != straight),
            Criterion::Best(Preference::East) => least(left, |to| to.col <= from.col),
            Criterion::Best(Preference::West) => least(left, |to| to.col >= from.col),
            Criterion::Best(Preference::Hill) => least(left, |to| !self.state.board.hills.has(to)),
            Criterion::Square(square) => least(left, |to| to != square),
        }
    }

    /// The damage that enemy units which have not attacked could do to a unit on `to`, from where they
    /// stand, with pila if they have some, and with the facing that it would get there.
    pub(crate) fn danger(&self, unit: &Unit, to: Square) -> u32 {
        let (facing, _) = self.turned_away(unit, to);
        let enemies = self.of(unit.side.other()).filter(|enemy| self.may_attack(enemy));
        enemies
            .filter_map(|enemy| self.strike(enemy, to, facing, true))
            .map(|strike| u32::from(strike.points))
            .sum()
    }
}

/// Keeps the squares with the lowest key.
fn least<K: Ord>(left: &mut Vec<Square>, key: impl Fn(Square) -> K) {
    if let Some(best) = left.iter().map(|square| key(*square)).min() {
        left.retain(|square| key(*square) == best);
    }
}

/// The criteria by which a unit falls back, with the key under which its side wrote them: its own, else its type's,
/// else its side's, else the data's, which have no key.
pub(crate) fn criteria<'a>(
    policy: Option<&'a Policy>,
    unit: &Unit,
    default: &'a [Criterion],
) -> (Option<TypeName>, &'a [Criterion]) {
    let Some(lists) = policy.and_then(|policy| policy.retreat.as_ref()) else {
        return (None, default);
    };
    let by = |key: &str| lists.iter().find(|(name, _)| name.as_str() == key);
    by(unit.id.as_str())
        .or_else(|| by(unit.kind.as_str()))
        .or_else(|| by("default"))
        .map_or((None, default), |(key, list)| (Some(*key), list.as_slice()))
}

/// Forces a unit to fall back, or destroys it (A7, W1, D3, D4).
pub(crate) fn force_back(table: &mut Table<'_>, id: UnitId) {
    let rules = table.rules();
    let field = Field::new(&rules.chart, table.state());
    let unit = field.state.unit(id).expect("only a unit that was attacked is forced back");
    if field.kind(unit).abilities.elephant {
        return destroy(table, id, Cause::Elephant, "A7");
    }
    if unit.routs_phase > 0 {
        return destroy(table, id, Cause::DoubleWhammy, "W1");
    }
    let (side, candidates) = (unit.side, field.candidates(unit));
    let attack = table.current_order().cloned();
    let told = told(table, side, id, &candidates);
    if table.state().result.is_some() {
        return;
    }
    let field = Field::new(&rules.chart, table.state());
    let unit = field.state.unit(id).expect("a question moves no unit");
    let chosen = told.map(|to| (to, Slug::of("chosen"))).or_else(|| {
        let policy = table.policy(rules.seat(side));
        let criteria = criteria(policy, unit, &rules.chart.retreat_default).1;
        field.choose(unit, candidates.clone(), criteria)
    });
    let Some((to, decided)) = chosen else {
        let edge = field.state.board.row_of(unit.side, unit.square) == 1;
        return destroy(table, id, if edge { Cause::OffBoard } else { Cause::Blocked }, "D4");
    };
    let (facing, attackers) = field.turned_away(unit, to);
    let event =
        Combat::Retreat { unit: id, from: unit.square, to, candidates, decided, facing, attackers };
    table.record("D3", event.into());
    table.by_order(attack);
}

/// The square that a side chooses when it is asked: in full tempo, if there is a choice and no standing order of its
/// own for it (D5, R47). From then on its answer is carried out. `None`: the criteria decide, or it has resigned.
fn told(table: &mut Table<'_>, side: Side, unit: UnitId, squares: &[Square]) -> Option<Square> {
    let rules = table.rules();
    let seat = rules.seat(side).clone();
    let asks = table.asks()
        && squares.len() > 1
        && table.state().options.tempo == Tempo::Full
        && !policy::settles(table.policy(&seat), table.state().unit(unit)?);
    if !asks {
        return None;
    }
    table.by_order(None);
    table.record("R47", Sequence::Asked { seat: side, unit, squares: squares.to_vec() }.into());
    let answers = table.ask();
    table.record("R47", Sequence::Answered { seat: side }.into());
    table.by_order(table.order_of(&seat, RETREAT));
    match answers?.of(&seat, RETREAT) {
        Some(Orders::FallBack(answer)) if answer.resign => {
            victory::won(table, side.other(), Ending::Resignation);
            None
        }
        Some(Orders::FallBack(answer)) => answer.to.filter(|to| squares.contains(to)),
        Some(Orders::Camp(_) | Orders::List(_)) | None => None,
    }
}

/// Destroys a unit, gives credits, and ends the game if it was a General (D4, X3, X4, V1).
fn destroy(table: &mut Table<'_>, id: UnitId, cause: Cause, rule: &'static str) {
    let rules = table.rules();
    let unit = table.state().unit(id).expect("only a unit that was attacked is destroyed");
    let (side, helpers) = (unit.side, unit.hurt_by.clone());
    let general = rules.chart.kind(unit.kind).abilities.general;
    let event = Combat::Destroyed {
        unit: id,
        seat: side,
        square: unit.square,
        turn: table.state().turn,
        cause,
        helpers: helpers.clone(),
    };
    table.record(rule, event.into());
    if table.state().options.experienced {
        for helper in helpers {
            credit(table, helper);
        }
    }
    if general {
        victory::won(table, side.other(), Ending::General);
    }
}

/// One credit; enough of them make a veteran, for good (X3, X4).
fn credit(table: &mut Table<'_>, id: UnitId) {
    let unit = table.state().unit(id).expect("the side on turn loses nobody");
    let (number, veteran) = (unit.credits.saturating_add(1), unit.veteran);
    let enough = table.state().options.experience_kills;
    table.record("X3", Combat::Credit { unit: id, number }.into());
    if number >= enough && !veteran {
        table.record("X4", Combat::Veteran { unit: id, number }.into());
    }
}
