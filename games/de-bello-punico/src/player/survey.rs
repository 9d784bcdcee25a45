//! A position as the sensible player reads it: in arrays by hex, quick to search.
//!
//! Its ways are a guide only: what it finds is carried out by the rules themselves before it is ordered.

use crate::data::KindNote;
use crate::field::Field;
use crate::geometry::SIDES;
use crate::names::{Id, Kind, Side};
use crate::orders::{Course, Token};
use crate::state::Unit;
use engine::kit::{Grid, Hex};

/// The index that stands for no hex.
pub(super) const OFF: usize = usize::MAX;
/// Farther than anything on the map.
const FAR: u8 = 99;

/// The neighbours of all hexes: the same for a whole game.
pub(super) struct Lattice {
    /// The neighbours of each hex, clockwise from north; [`OFF`] beyond the edge.
    pub(super) next: Vec<[usize; 6]>,
    /// The hex of each index.
    pub(super) hexes: Vec<Hex>,
}

impl Lattice {
    pub(super) fn new(grid: Grid) -> Self {
        let hexes: Vec<Hex> = grid.all().collect();
        let around =
            |hex: &Hex| SIDES.map(|side| grid.step(*hex, side).map_or(OFF, |to| grid.index(to)));
        Self { next: hexes.iter().map(around).collect(), hexes }
    }
}

/// The front sides of a unit that faces a side: ahead, clockwise, anticlockwise.
pub(super) const fn front(face: usize) -> [usize; 3] {
    [face, (face + 1) % 6, (face + 5) % 6]
}

/// The rear sides of a unit that faces a side: straight back, then clockwise.
pub(super) const fn rear(face: usize) -> [usize; 3] {
    [(face + 3) % 6, (face + 2) % 6, (face + 4) % 6]
}

#[derive(Clone, Copy)]
pub(super) struct Piece<'a> {
    pub(super) id: Id,
    pub(super) unit: &'a Unit,
    /// Its printed values.
    pub(super) note: &'a KindNote,
    pub(super) hex: usize,
    /// The number of the side that it faces.
    pub(super) face: usize,
}

impl Piece<'_> {
    pub(super) fn steady(&self) -> bool {
        self.unit.panic.is_none()
    }

    /// Points left before it breaks.
    pub(super) fn left(&self) -> i16 {
        i16::from(self.note.morale) - i16::from(self.unit.dp)
    }

    /// Combat points less disorder.
    pub(super) fn strength(&self) -> i16 {
        i16::from(self.note.combat) - i16::from(self.unit.dp)
    }
}

/// The unit in a hex, by its index.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Who {
    Nobody,
    Own(usize),
    Foe(usize),
}

/// A place that a unit can reach.
#[derive(Clone, Copy)]
pub(super) struct Way {
    pub(super) hex: usize,
    /// The facing there, as an index.
    pub(super) face: usize,
    pub(super) mp: u8,
    /// It leaves an enemy ZdC on the way.
    pub(super) left_zone: bool,
    /// The number of last steps in one direction.
    pub(super) straight: u8,
}

pub(super) struct Ways {
    /// All places, cheapest first.
    pub(super) all: Vec<Way>,
    from: Vec<u16>,
}

pub(super) struct Survey<'a> {
    pub(super) lattice: &'a Lattice,
    field: &'a Field<'a>,
    pub(super) own: Vec<Piece<'a>>,
    pub(super) foe: Vec<Piece<'a>>,
    pub(super) at: Vec<Who>,
    /// Movement points for a hex; 0 if none may enter: closed ground, or the enemy's leader alone.
    fare: Vec<u8>,
    /// The number of enemy ZdC that cover each hex.
    pub(super) hostile: Vec<u8>,
    /// The number of own ZdC that cover each hex.
    pub(super) guarded: Vec<u8>,
    /// The distance from each hex to the nearest steady enemy.
    pub(super) far: Vec<u8>,
    /// The strongest enemy that could strike from a hex in the enemy's next half.
    pub(super) strike: Vec<Option<usize>>,
    /// The number of supports that each enemy could have.
    pub(super) backed: Vec<i16>,
    /// The hex of the enemy's leader.
    pub(super) chief: Option<usize>,
}

impl<'a> Survey<'a> {
    pub(super) fn new(field: &'a Field<'a>, lattice: &'a Lattice, side: Side) -> Self {
        let pieces = |side: Side| -> Vec<Piece<'a>> {
            let piece = |(id, unit): (Id, &'a Unit)| {
                let face = SIDES.into_iter().position(|side| side == unit.facing);
                let face = face.expect("a unit faces a side of its hex");
                let hex = field.grid().index(unit.hex()?);
                Some(Piece { id, unit, note: field.printed_on(unit), hex, face })
            };
            field.army(side).into_iter().filter_map(piece).collect()
        };
        let (own, foe) = (pieces(side), pieces(side.other()));
        let count = lattice.hexes.len();
        let mut at = vec![Who::Nobody; count];
        for (who, piece) in own.iter().enumerate() {
            at[piece.hex] = Who::Own(who);
        }
        for (who, piece) in foe.iter().enumerate() {
            at[piece.hex] = Who::Foe(who);
        }
        let (hostile, guarded) = (zones(lattice, &foe), zones(lattice, &own));
        let far =
            distances(lattice, foe.iter().filter(|piece| piece.steady()).map(|piece| piece.hex));
        let leader = field.leader(side.other());
        let fare = lattice
            .hexes
            .iter()
            .map(|hex| field.cost(*hex).filter(|_| leader != Some(*hex)).unwrap_or(0))
            .collect();
        let mut survey = Self {
            lattice,
            field,
            own,
            foe,
            at,
            fare,
            hostile,
            guarded,
            far,
            strike: Vec::new(),
            backed: Vec::new(),
            chief: leader.map(|hex| field.grid().index(hex)),
        };
        survey.strike = survey.strikes();
        survey.backed = (0..survey.foe.len()).map(|who| survey.backing(who)).collect();
        survey
    }

    pub(super) fn grid(&self) -> Grid {
        self.field.grid()
    }

    /// The strongest enemy that could come to each hex, or stands there, and strike in its next half.
    fn strikes(&self) -> Vec<Option<usize>> {
        let mut strike: Vec<Option<usize>> = vec![None; self.at.len()];
        let mut seen: Vec<u8> = vec![0; self.at.len()];
        for (who, piece) in self.foe.iter().enumerate().filter(|(_, piece)| piece.steady()) {
            seen.fill(0);
            for hex in self.raid(piece, &mut seen) {
                let better =
                    strike[hex].is_none_or(|other| self.foe[other].strength() < piece.strength());
                strike[hex] = if better { Some(who) } else { strike[hex] };
            }
        }
        strike
    }

    /// The hexes in which an enemy could stand after its next move, in any facing.
    fn raid(&self, piece: &Piece<'_>, seen: &mut [u8]) -> Vec<usize> {
        let mut open = vec![(piece.hex, piece.note.mp)];
        seen[piece.hex] = piece.note.mp + 1;
        let mut reached = vec![piece.hex];
        // One who stands in a ZdC strikes from where it stands, or not at all.
        if self.guarded[piece.hex] > 0 {
            return reached;
        }
        while let Some((hex, left)) = open.pop() {
            for to in self.lattice.next[hex] {
                if to == OFF
                    || self.at[to] != Who::Nobody
                    || self.fare[to] == 0
                    || self.fare[to] > left
                {
                    continue;
                }
                let rest = left - self.fare[to];
                if seen[to] > rest {
                    continue;
                }
                if seen[to] == 0 {
                    reached.push(to);
                }
                seen[to] = rest + 1;
                if self.guarded[to] == 0 && rest > 0 {
                    open.push((to, rest));
                }
            }
        }
        reached
    }

    /// The number of supports that an enemy could have now.
    fn backing(&self, who: usize) -> i16 {
        let piece = &self.foe[who];
        let backs = |side: &usize| {
            let hex = self.lattice.next[piece.hex][*side];
            let Some(Who::Foe(friend)) = self.at.get(hex) else { return false };
            let friend = &self.foe[*friend];
            let fit = friend.steady()
                && friend.face == piece.face
                && friend.note.support == piece.note.support;
            fit && self.guarded[hex] == 0
        };
        i16::try_from(rear(piece.face).iter().filter(|side| backs(side)).count())
            .expect("two sides")
    }

    /// Everywhere a unit can go by right without disordering anybody.
    pub(super) fn ways(&self, piece: &Piece<'_>, mp: u8) -> Ways {
        let mut spent: Vec<u8> = vec![FAR; self.at.len() * 6];
        let mut from: Vec<u16> = vec![u16::MAX; self.at.len() * 6];
        let mut layers: Vec<Vec<usize>> = vec![Vec::new(); usize::from(mp) + 1];
        let start = piece.hex * 6 + piece.face;
        spent[start] = 0;
        layers[0].push(start);
        let mut all = Vec::new();
        for paid in 0..=mp {
            let mut at = 0;
            while let Some(node) = layers[usize::from(paid)].get(at).copied() {
                at += 1;
                if spent[node] != paid {
                    continue;
                }
                let (hex, face) = (node / 6, node % 6);
                let alone = hex == piece.hex || self.at[hex] == Who::Nobody;
                if alone {
                    let left_zone = hex != piece.hex && self.hostile[piece.hex] > 0;
                    all.push(Way { hex, face, mp: paid, left_zone, straight: 0 });
                }
                self.onward(piece, node, alone, |to, cost| {
                    let sum = paid + cost;
                    if sum <= mp && sum < spent[to] {
                        spent[to] = sum;
                        from[to] = u16::try_from(node).expect("a map has few hexes");
                        layers[usize::from(sum)].push(to);
                    }
                });
            }
        }
        let mut ways = Ways { all, from };
        // Only elephants ask how straight they came.
        for at in 0..if piece.unit.kind == Kind::El { ways.all.len() } else { 0 } {
            ways.all[at].straight = ways.straight(&ways.all[at]);
        }
        ways
    }

    /// Calls `go` with every turn and step from a hex and facing, and its cost.
    fn onward(&self, piece: &Piece<'_>, node: usize, alone: bool, mut go: impl FnMut(usize, u8)) {
        let (hex, face) = (node / 6, node % 6);
        if alone {
            (0..6).filter(|turn| *turn != face).for_each(|turn| go(hex * 6 + turn, 1));
        }
        if hex != piece.hex && self.hostile[hex] > 0 {
            return;
        }
        for side in front(face) {
            let to = self.lattice.next[hex][side];
            if to == OFF || self.fare[to] == 0 {
                continue;
            }
            let passes = match self.at[to] {
                Who::Nobody => true,
                Who::Own(who) => {
                    self.own[who].id == piece.id
                        || self.hostile[to] == 0
                            && !self.field.costly(piece.unit.kind, self.own[who].unit.kind)
                }
                Who::Foe(_) => false,
            };
            if passes {
                go(to * 6 + side, self.fare[to]);
            }
        }
    }
}

impl Ways {
    /// The way to a place as a file writes it.
    pub(super) fn course(&self, lattice: &Lattice, way: &Way) -> Course {
        let nodes = self.nodes(way);
        let token = |pair: &[usize]| match pair {
            [here, there] if here / 6 == there / 6 => Token::Turn(SIDES[there % 6]),
            [_, there] => Token::To(lattice.hexes[there / 6]),
            _ => Token::Exit,
        };
        Course(nodes.windows(2).map(token).collect())
    }

    fn nodes(&self, way: &Way) -> Vec<usize> {
        let mut nodes = vec![way.hex * 6 + way.face];
        while let Some(before) =
            nodes.last().and_then(|node| self.from.get(*node)).filter(|before| **before != u16::MAX)
        {
            nodes.push(usize::from(*before));
        }
        nodes.reverse();
        nodes
    }

    /// The number of last steps in one direction, without a turn after them.
    fn straight(&self, way: &Way) -> u8 {
        let nodes = self.nodes(way);
        let steps = nodes
            .windows(2)
            .rev()
            .take_while(|pair| pair[0] / 6 != pair[1] / 6 && pair[1] % 6 == way.face);
        u8::try_from(steps.count()).expect("few units")
    }
}

fn zones(lattice: &Lattice, pieces: &[Piece<'_>]) -> Vec<u8> {
    let mut zones = vec![0; lattice.hexes.len()];
    for piece in pieces.iter().filter(|piece| piece.steady()) {
        for side in front(piece.face) {
            let hex = lattice.next[piece.hex][side];
            if hex != OFF {
                zones[hex] += 1;
            }
        }
    }
    zones
}

/// The distance from each hex to the nearest of some.
pub(super) fn distances(lattice: &Lattice, from: impl Iterator<Item = usize>) -> Vec<u8> {
    let mut far = vec![FAR; lattice.hexes.len()];
    let mut ring: Vec<usize> = from.collect();
    for hex in &ring {
        far[*hex] = 0;
    }
    let mut step = 0;
    while !ring.is_empty() {
        step += 1;
        let mut next = Vec::new();
        for to in ring.iter().flat_map(|hex| lattice.next[*hex]).filter(|to| *to != OFF) {
            if far[to] == FAR {
                far[to] = step;
                next.push(to);
            }
        }
        ring = next;
    }
    far
}
