//! 6, 7, 8: what a unit may do with its movement points, token by token. Rules 13 to 18, rulings R1, R9, R10, R13.
//!
//! The one place where movement is judged: the checker walks on a seat's view, resolution on the state.

use super::{Refusal, crossing};
use crate::codes::Code;
use crate::field::Field;
use crate::geometry::{SIDES, at_edge, front};
use crate::names::{Id, Side};
use crate::orders::{Course, Token};
use crate::state::{Impulse, Unit};
use engine::kit::{Bearing, Hex};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Walk {
    pub(crate) path: Vec<Hex>,
    pub(crate) hex: Hex,
    pub(crate) facing: Bearing,
    /// Movement points used in this half.
    pub(crate) spent: u8,
    /// It has entered an enemy ZdC.
    pub(crate) halted: bool,
    /// It has left a hex in an enemy ZdC.
    pub(crate) left_zone: bool,
    /// The number of last steps in one direction without a turn.
    pub(crate) straight: u8,
    pub(crate) exit: bool,
    /// Friends crossed at a cost.
    pub(crate) crossed: Vec<Id>,
    /// Its morale was reached among friends: it breaks where it is.
    pub(crate) broken: bool,
}

pub(crate) struct Walker<'f, 'a> {
    field: &'f Field<'a>,
    id: Id,
    unit: &'a Unit,
    allowance: u8,
    /// True if friends may be crossed (7.1).
    pub(crate) crosses: bool,
}

/// The movement points that a unit has in this half: its printed ones, and one more if it was given a Movement point (4.6).
pub(crate) fn allowance(field: &Field<'_>, unit: &Unit) -> u8 {
    let moving = field.state.stage.impulse() == Some(Impulse::Movement);
    field.printed_on(unit).mp.saturating_add(u8::from(moving && unit.impulse.point))
}

impl<'f, 'a> Walker<'f, 'a> {
    pub(crate) fn new(field: &'f Field<'a>, id: Id, unit: &'a Unit) -> Self {
        Self { field, id, unit, allowance: allowance(field, unit), crosses: true }
    }

    pub(crate) const fn id(&self) -> Id {
        self.id
    }

    /// The same with another allowance.
    pub(crate) fn within(self, allowance: u8) -> Self {
        Self { allowance, ..self }
    }

    pub(crate) fn start(&self, hex: Hex) -> Walk {
        let half = self.unit.half;
        Walk {
            path: Vec::new(),
            hex,
            facing: self.unit.facing,
            spent: half.spent,
            halted: half.halted,
            left_zone: half.left_zone,
            straight: half.straight,
            exit: false,
            crossed: Vec::new(),
            broken: false,
        }
    }

    pub(crate) fn left(&self, walk: &Walk) -> u8 {
        self.allowance.saturating_sub(walk.spent)
    }

    /// True if another unit stands in the hex.
    pub(crate) fn shared(&self, hex: Hex) -> bool {
        self.field.at(hex).is_some_and(|other| other != self.id)
    }

    /// R13: walks as far as it may, to the last empty hex; with the reason why the rest is void.
    pub(crate) fn walk(&self, start: Walk, course: &[Token]) -> (Walk, Option<Refusal>) {
        let mut good = start.clone();
        let mut now = start;
        for token in course {
            if let Err(no) = self.token(&mut now, *token) {
                return (good, Some(no));
            }
            if now.broken {
                return (now, None);
            }
            if now.exit || !self.shared(now.hex) {
                good = now.clone();
            }
        }
        let no = (good != now).then(|| {
            let friend = self
                .field
                .at(now.hex)
                .map_or_else(|| "a friendly unit".to_owned(), |id| id.to_string());
            Refusal::new(
                Code::Stack,
                "7",
                format!("{} would end its move in {}, where {friend} is", self.id, now.hex),
            )
            .fix("end the path in an empty hex: two units never share one")
        });
        (good, no)
    }

    pub(crate) fn token(&self, walk: &mut Walk, token: Token) -> Result<(), Refusal> {
        if walk.exit {
            return Err(Refusal::new(Code::Path, "6", format!("{} has left the map", self.id))
                .fix("end the path with `exit`"));
        }
        match token {
            Token::Turn(face) => self.turn(walk, face),
            Token::Exit => self.exit(walk),
            Token::Go(way) => self.step(walk, way),
            Token::To(hex) => {
                let far = || {
                    let no = Refusal::new(
                        Code::Path,
                        "6",
                        format!("{}: {hex} is not adjacent to {}", self.id, walk.hex),
                    );
                    let beside: Vec<String> = self
                        .field
                        .front_hexes(walk.hex, walk.facing)
                        .map(|h| h.to_string())
                        .collect();
                    no.fix(format!(
                        "name every hex of the path; from {} it may enter {}",
                        walk.hex,
                        beside.join(", ")
                    ))
                };
                let way = self.field.grid().side_to(walk.hex, hex).ok_or_else(far)?;
                self.step(walk, way)
            }
        }
    }

    /// 8.1: any turn costs one movement point; none in a hex that another unit holds.
    fn turn(&self, walk: &mut Walk, face: Bearing) -> Result<(), Refusal> {
        if face == walk.facing {
            return Ok(());
        }
        if self.shared(walk.hex) {
            let no = Refusal::new(
                Code::TurnShared,
                "7",
                format!("{} cannot turn in {}: a friendly unit is there", self.id, walk.hex),
            );
            return Err(no.fix("turn before or after crossing the friendly unit"));
        }
        walk.spent = self.pay(walk, 1)?;
        walk.facing = face;
        walk.straight = 0;
        Ok(())
    }

    fn pay(&self, walk: &Walk, cost: u8) -> Result<u8, Refusal> {
        let spent = walk.spent.saturating_add(cost);
        if spent <= self.allowance {
            return Ok(spent);
        }
        let what = format!("{}: step {spent} of {}", self.id, self.allowance);
        Err(Refusal::new(Code::Mp, "6", what)
            .fix(format!("{} has {} movement points: shorten the path", self.id, self.allowance)))
    }

    /// 6, 7.1, 8.2: a step across a side.
    fn step(&self, walk: &mut Walk, way: Bearing) -> Result<(), Refusal> {
        let field = self.field;
        if walk.halted {
            let by = field
                .zone(self.unit.side, walk.hex)
                .map_or_else(String::new, |id| format!(" ({id})"));
            let no = Refusal::new(
                Code::Zoc,
                "8.2",
                format!("{} must stop in {}{by}", self.id, walk.hex),
            );
            return Err(no.fix("end the path there; it may still turn"));
        }
        let next = field.grid().step(walk.hex, way);
        let name = next.map_or_else(|| way.to_string(), |hex| hex.to_string());
        if !front(walk.facing).contains(&way) {
            let no = Refusal::new(
                Code::Front,
                "6",
                format!("{}: {name} is behind {}/{}", self.id, walk.hex, walk.facing),
            );
            return Err(no.fix(format!("turn first, for 1 MP: `/{way} {name}`")));
        }
        let Some(next) = next else {
            let no = Refusal::new(
                Code::Path,
                "6",
                format!("{}: the hex {way} of {} is off the map", self.id, walk.hex),
            );
            return Err(no.fix("stay on the map"));
        };
        let cost = self.enter(next)?;
        let spent = self.pay(walk, cost)?;
        let friend = field.at(next).filter(|other| *other != self.id);
        let zone = field.zone(self.unit.side, next);
        if let Some(friend) = friend {
            self.cross(walk, friend, next, zone)?;
        }
        if field.zone(self.unit.side, walk.hex).is_some() {
            walk.left_zone = true;
        }
        walk.straight = if walk.straight > 0 && walk.facing == way {
            walk.straight.saturating_add(1)
        } else {
            1
        };
        (walk.hex, walk.facing, walk.spent, walk.halted) = (next, way, spent, zone.is_some());
        walk.path.push(next);
        walk.broken = friend.is_some() && crossing::breaks(field, self.unit, walk.crossed.len());
        Ok(())
    }

    /// The cost of a hex, if it is not closed to the unit (13, 31).
    fn enter(&self, next: Hex) -> Result<u8, Refusal> {
        let field = self.field;
        let Some(cost) = field.cost(next) else {
            let no = Refusal::new(Code::Terrain, "6", format!("{}: {next} is impassable", self.id));
            return Err(no.fix("go round it"));
        };
        if field.closed(self.unit.side, next) {
            let who = field.at(next).unwrap_or(field.camp(self.unit.side.other()).leader.id);
            let no = Refusal::new(Code::Enemy, "6", format!("{}: {who} stands in {next}", self.id));
            return Err(no.fix("end the path in front of it, and attack it in the combat impulse"));
        }
        Ok(cost)
    }

    /// 7.1, R10: a friend is crossed, unless it stands in an enemy ZdC.
    fn cross(
        &self,
        walk: &mut Walk,
        friend: Id,
        next: Hex,
        zone: Option<Id>,
    ) -> Result<(), Refusal> {
        let Some(other) = self.field.unit(friend) else { return Ok(()) };
        if let Some(foe) = zone {
            let no = Refusal::new(
                Code::CrossZoc,
                "8.2",
                format!("{} cannot cross {friend} ({next}): it is in the ZdC of {foe}", self.id),
            );
            return Err(no.fix("go around it, or end the path in front of it"));
        }
        if !self.crosses {
            let no = Refusal::new(
                Code::Stack,
                "15.1",
                format!("{} may not cross other units: {friend} is in {next}", self.id),
            );
            return Err(no.fix("go round it"));
        }
        if self.field.costly(self.unit.kind, other.kind) {
            walk.crossed.push(friend);
        }
        Ok(())
    }

    /// 17.1.4: off the enemy's edge, where the scenario lets a side leave; one movement point (R40).
    fn exit(&self, walk: &mut Walk) -> Result<(), Refusal> {
        let side = self.unit.side;
        let grid = self.field.grid();
        let edge = Field::home(side.other());
        if !self.field.may_exit(side) {
            let no = Refusal::new(
                Code::Exit,
                "17",
                format!("{} may not leave the map in this battle", self.id),
            );
            return Err(no.fix("leave `exit` out"));
        }
        if walk.halted {
            let no =
                Refusal::new(Code::Zoc, "8.2", format!("{} must stop in {}", self.id, walk.hex));
            return Err(no.fix("end the path there"));
        }
        let open = front(walk.facing)
            .into_iter()
            .any(|way| outward(edge, way) && grid.step(walk.hex, way).is_none());
        if !at_edge(grid, edge, walk.hex) || !open {
            let no = Refusal::new(
                Code::Exit,
                "17.1.4",
                format!("{} cannot leave the map from {}/{}", self.id, walk.hex, walk.facing),
            );
            return Err(no.fix("leave by the enemy's edge, which must be in front of the unit"));
        }
        walk.spent = self.pay(walk, 1)?;
        walk.left_zone |= self.field.zone(side, walk.hex).is_some();
        walk.exit = true;
        Ok(())
    }
}

/// True if a side of a hex looks over the northern or southern edge.
fn outward(edge: Bearing, way: Bearing) -> bool {
    if edge == Bearing::S {
        matches!(way, Bearing::Sw | Bearing::S | Bearing::Se)
    } else {
        matches!(way, Bearing::Nw | Bearing::N | Bearing::Ne)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ride {
    pub(crate) path: Vec<Hex>,
    /// Movement points used in this half.
    pub(crate) spent: u8,
    /// An enemy ZdC has stopped him.
    pub(crate) halted: bool,
}

/// 13: a leader rides as far as he may; with the reason why the rest is void.
pub(crate) fn ride(
    field: &Field<'_>,
    side: Side,
    from: Hex,
    course: &Course,
) -> (Ride, Option<Refusal>) {
    let leader = field.camp(side).leader;
    let (mut here, mut ride) =
        (from, Ride { path: Vec::new(), spent: leader.spent, halted: leader.halted });
    for token in &course.0 {
        match lead(field, side, here, &ride, *token) {
            Ok((next, spent)) => {
                ride.path.push(next);
                ride.spent = spent;
                ride.halted =
                    field.zone(side, next).is_some() && field.of_side(side, next).is_none();
                here = next;
            }
            Err(no) => return (ride, Some(no)),
        }
    }
    (ride, None)
}

fn lead(
    field: &Field<'_>,
    side: Side,
    here: Hex,
    ride: &Ride,
    token: Token,
) -> Result<(Hex, u8), Refusal> {
    let leader = field.camp(side).leader.id;
    let far = |what: String| {
        Refusal::new(Code::Path, "13", format!("{leader}: {what}"))
            .fix("name adjacent hexes or directions only")
    };
    let next = match token {
        Token::To(hex) if field.grid().side_to(here, hex).is_some() => hex,
        Token::To(hex) => return Err(far(format!("{hex} is not adjacent to {here}"))),
        Token::Go(way) => field
            .grid()
            .step(here, way)
            .ok_or_else(|| far(format!("the hex {way} of {here} is off the map")))?,
        Token::Turn(_) => return Err(far("a leader has no facing".to_owned())),
        Token::Exit => {
            let no = Refusal::new(Code::Exit, "13", format!("{leader} may not leave the map"));
            return Err(no.fix("leave `exit` out"));
        }
    };
    if ride.halted {
        let no = Refusal::new(Code::Zoc, "13", format!("{leader} must stop in {here}"));
        return Err(no.fix("end the path there"));
    }
    let Some(cost) = field.cost(next) else {
        return Err(Refusal::new(Code::Terrain, "6", format!("{leader}: {next} is impassable"))
            .fix("go round it"));
    };
    if field.closed(side, next) {
        return Err(Refusal::new(Code::Enemy, "6", format!("{leader}: an enemy stands in {next}"))
            .fix("go round him"));
    }
    let (spent, allowance) = (ride.spent.saturating_add(cost), field.printed.leader(leader).mp);
    if spent > allowance {
        let no = Refusal::new(
            Code::Mp,
            "13",
            format!("{leader}: the path needs {spent} movement points, but he has {allowance}"),
        );
        return Err(no.fix(format!("a leader has {allowance} movement points: shorten the path")));
    }
    Ok((next, spent))
}

/// 13: the best way of a leader to a hex: least movement, then the directions clockwise from north.
pub(crate) fn lead_to(field: &Field<'_>, side: Side, to: Hex) -> Result<Course, Refusal> {
    let leader = field.camp(side).leader;
    let gone = || {
        Refusal::new(Code::Gone, "13", format!("{} is not on the map", leader.id))
            .fix("leave him out")
    };
    let from = leader.hex.ok_or_else(gone)?;
    let start = Ride { path: Vec::new(), spent: leader.spent, halted: leader.halted };
    let mut open: BTreeMap<(u8, Vec<usize>), (Hex, Ride)> =
        BTreeMap::from([((start.spent, Vec::new()), (from, start))]);
    let mut seen: BTreeSet<(Hex, bool)> = BTreeSet::new();
    while let Some(((_, way), (here, ride))) = open.pop_first() {
        if here == to {
            return Ok(Course(way.into_iter().map(|side| Token::Go(SIDES[side % 6])).collect()));
        }
        if !seen.insert((here, ride.halted)) {
            continue;
        }
        for (at, token) in SIDES.into_iter().map(Token::Go).enumerate() {
            if let Ok((next, spent)) = lead(field, side, here, &ride, token) {
                let halted =
                    field.zone(side, next).is_some() && field.of_side(side, next).is_none();
                let way: Vec<usize> = way.iter().copied().chain([at]).collect();
                open.insert((spent, way), (next, Ride { path: Vec::new(), spent, halted }));
            }
        }
    }
    Err(Refusal::new(Code::Mp, "13", format!("{} cannot reach {to} from {from}", leader.id))
        .fix("name a nearer hex"))
}
