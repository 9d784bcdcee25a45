//! Records before the first turn: armies, ground, who begins, where they stand.

use super::{Teller, ground, names};
use crate::data::chart::Class;
use crate::events::{Event, Levy, SetUp};
use crate::names::{Side, UnitId};
use engine::kit::Square;
use engine::story::{Clause, Entity, Np, Paragraph, Phrase, Relation, Report, Sentence, number};

impl Teller<'_> {
    fn set_ups(&self) -> impl Iterator<Item = (u32, &SetUp)> {
        self.told.events().filter_map(|(n, event)| match event {
            Event::SetUp(set_up) => Some((n, set_up)),
            Event::Movement(_) | Event::Combat(_) | Event::Listing(_) | Event::Sequence(_) => None,
        })
    }

    /// The report on a record in which armies are chosen or drawn up.
    pub(super) fn opening(&self) -> Option<Report> {
        self.set_ups().next()?;
        let mut paragraphs: Vec<Paragraph> = Vec::new();
        let mut headline = None;
        let mut ground = self.ground();
        for (n, set_up) in self.set_ups() {
            match set_up {
                SetUp::Army { seat, units, veterans, .. } => {
                    let sentences = self.army(n, *seat, units, veterans);
                    paragraphs.push(Paragraph { sentences, ..Paragraph::default() });
                    headline =
                        Some(Clause::new(Np::words("both armies"), "choose").passive().now());
                }
                SetUp::FirstSeat { seat, .. } => {
                    let who = Np::Full(names::side(*seat));
                    let first = Clause::new(who, "move").with("first").now();
                    ground.push(Sentence::told(first, &[n]));
                }
                SetUp::Terrain { .. } | SetUp::Placed { .. } => {}
            }
        }
        for side in Side::BOTH {
            let placed = self.placed_by(side);
            if placed.is_empty() {
                continue;
            }
            let whole = placed.len() > 8;
            let drawn =
                if whole { self.drawn_up(side, &placed) } else { self.placed(side, &placed) };
            let both = matches!(&headline, Some(clause) if whole && clause_of(clause) == "draw up");
            headline = Some(if both {
                Clause::new(Np::words("both sides"), "draw up").object("their armies").now()
            } else {
                let units = names::count(placed.len(), "unit");
                match drawn.as_slice() {
                    [only] if !only.more.is_empty() => {
                        Clause::new(names::side(side), "place").object(units).now()
                    }
                    _ => drawn[0].main.clone().now(),
                }
            });
            paragraphs.push(Paragraph { sentences: drawn, ..Paragraph::default() });
        }
        let offered = self.draws().into_iter().flat_map(|draw| draw.sentences).collect();
        for sentences in [ground, offered].into_iter().filter(|told| !told.is_empty()) {
            paragraphs.push(Paragraph { sentences, ..Paragraph::default() });
        }
        let headline = match headline {
            Some(headline) => headline,
            None => paragraphs.first()?.sentences[0].main.clone().now(),
        };
        Some(Report {
            headline: vec![headline],
            score: self.score(),
            paragraphs,
            losses: Vec::new(),
            next: self.next(),
            weight: 0,
        })
    }

    /// The squares on which a side placed its units, each with the number of its event.
    fn placed_by(&self, side: Side) -> Vec<(u32, UnitId, Square)> {
        let placed = self.set_ups().filter_map(|(n, set_up)| match set_up {
            SetUp::Placed { seat, unit, square, .. } if *seat == side => Some((n, *unit, *square)),
            _ => None,
        });
        placed.collect()
    }

    /// Sentences on the terrain that both sides laid.
    fn ground(&self) -> Vec<Sentence> {
        let laid_by: Vec<(u32, Side, usize, usize)> = self
            .set_ups()
            .filter_map(|(n, set_up)| match set_up {
                SetUp::Terrain { seat, hills, plateaus } => {
                    Some((n, *seat, hills.len(), plateaus.len()))
                }
                SetUp::Army { .. } | SetUp::FirstSeat { .. } | SetUp::Placed { .. } => None,
            })
            .collect();
        if let [(one, _, hills, plateaus), (other, _, h, p)] = laid_by.as_slice()
            && (hills, plateaus) == (h, p)
        {
            let clause = laid(*h, *p).map(|what| Clause::new("each side", "lay").object(what));
            return clause
                .map(|clause| Sentence::told(clause, &[*one, *other]))
                .into_iter()
                .collect();
        }
        let one = |(n, side, hills, plateaus): (u32, Side, usize, usize)| {
            let clause = Clause::new(names::side(side), "lay").object(laid(hills, plateaus)?);
            Some(Sentence::told(clause, &[n]))
        };
        laid_by.into_iter().filter_map(one).collect()
    }

    fn army(&self, n: u32, of: Side, units: &[Levy], veterans: &[UnitId]) -> Vec<Sentence> {
        let ids: Vec<UnitId> = units.iter().flat_map(|levy| levy.ids.clone()).collect();
        let clause = Clause::new(names::side(of), "bring").object(self.names.toll(&ids));
        let mut told = vec![Sentence::told(clause, &[n])];
        if !veterans.is_empty() {
            let who = self.names.units(veterans.to_vec());
            let rank = if veterans.len() > 1 || who.plural { "veterans" } else { "a veteran" };
            let clause = Clause::new(Np::Full(who), "be").now().with(rank);
            told.push(Sentence::told(clause, &[n]));
        }
        told
    }

    /// The units of a side that were placed now, by place.
    fn placed(&self, of: Side, placed: &[(u32, UnitId, Square)]) -> Vec<Sentence> {
        let events: Vec<u32> = placed.iter().map(|(n, ..)| *n).collect();
        let size = self.after.board.size;
        let there = |place: &&str| -> Vec<UnitId> {
            let here = placed.iter().filter(|(.., square)| ground::wing(*square, size) == *place);
            here.map(|(_, id, _)| *id).collect()
        };
        let places = ["on the Roman left", "in the centre", "on the Roman right"];
        let mut groups: Vec<(&str, Vec<UnitId>)> =
            places.into_iter().map(|place| (place, there(&place))).collect();
        groups.retain(|(_, units)| !units.is_empty());
        let mut sentence: Option<Sentence> = None;
        for (at, (place, units)) in groups.iter().enumerate() {
            let verb = if at == 0 { "place" } else { "" };
            let clause = Clause::new(names::side(of), verb);
            let clause = clause.object(Np::Full(self.names.tally(units))).with(*place);
            let relation = if at + 1 == groups.len() { Relation::And } else { Relation::Comma };
            sentence = Some(match sentence {
                None => Sentence::told(clause, &events),
                Some(before) => before.then(relation, clause),
            });
        }
        sentence.into_iter().collect()
    }

    /// Sentences on a whole army: where its General and all mounted units stand.
    fn drawn_up(&self, of: Side, placed: &[(u32, UnitId, Square)]) -> Vec<Sentence> {
        let events: Vec<u32> = placed.iter().map(|(n, ..)| *n).collect();
        let army = Clause::new(names::side(of), "draw up").object("its army");
        let units = Phrase::Prep("of".into(), names::count(placed.len(), "unit"));
        let mut told = vec![Sentence::told(army.with(units), &events)];
        told.extend(self.wings(placed, |id| {
            let kind = self.names.kind(id);
            matches!(kind.class, Class::General | Class::Horse | Class::Beast) || kind.movement >= 6
        }));
        told
    }

    /// Where some units stand. Units of a type share a sentence if they stand in one place or in equal numbers on each
    /// wing; every other type has a sentence of its own.
    fn wings(
        &self,
        placed: &[(u32, UnitId, Square)],
        told: impl Fn(UnitId) -> bool,
    ) -> Vec<Sentence> {
        let events: Vec<u32> = placed.iter().map(|(n, ..)| *n).collect();
        let wing = |id: UnitId| {
            let (.., square) = placed.iter().find(|(_, one, _)| *one == id).expect("it was placed");
            ground::wing(*square, self.after.board.size)
        };
        let units = self.names.sorted(placed.iter().map(|(_, id, _)| *id).filter(|id| told(*id)));
        let (mut whole, mut parted): (Vec<Group>, Vec<Vec<Group>>) = (Vec::new(), Vec::new());
        for kind in units.chunk_by(|one, other| self.names.alike(*one, *other)) {
            let mut groups = by_place(kind, wing);
            let [group] = groups.as_mut_slice() else {
                groups.sort_by_key(|group| std::cmp::Reverse(group.here.len()));
                parted.push(groups);
                continue;
            };
            match whole.iter_mut().find(|other| other.place == group.place) {
                Some(other) => {
                    other.here.append(&mut group.here);
                    other.all.append(&mut group.all);
                }
                None => whole.append(&mut groups),
            }
        }
        let stand = |groups: &[Group], one_type: bool| -> Option<Sentence> {
            let mut clauses = groups.iter().enumerate().map(|(at, group)| {
                let here = self.names.tally(&group.here);
                let n = i64::try_from(group.here.len()).expect("units are few");
                let full = if one_type && at > 0 { number(n) } else { here.full };
                let who = Entity { full, plural: here.plural, ..self.names.tally(&group.all) };
                let verb = if at == 0 { "stand" } else { "" };
                Clause::new(Np::Full(who), verb).now().with(group.place)
            });
            let mut sentence = Sentence::told(clauses.next()?, &events);
            for (at, clause) in (1..).zip(clauses) {
                let last = at + 1 == groups.len();
                sentence =
                    sentence.then(if last { Relation::And } else { Relation::Comma }, clause);
            }
            Some(sentence)
        };
        let parted = parted.iter().filter_map(|groups| stand(groups, true));
        stand(&whole, false).into_iter().chain(parted).collect()
    }
}

/// Units that stand in one place or, in equal numbers, on both wings: `here` on one of these places, `all` on all.
struct Group {
    place: &'static str,
    here: Vec<UnitId>,
    all: Vec<UnitId>,
}

/// The units of one type by place; equal numbers on both wings make one group.
fn by_place(units: &[UnitId], wing: impl Fn(UnitId) -> &'static str) -> Vec<Group> {
    let there = |place: &'static str| -> Vec<UnitId> {
        units.iter().copied().filter(|id| wing(*id) == place).collect()
    };
    let group = |place| Group { place, here: there(place), all: there(place) };
    let [left, centre, right] = ["on the Roman left", "in the centre", "on the Roman right"];
    let (one, other) = (there(left), there(right));
    let mut groups = if one.len() == other.len() {
        let all = [one.as_slice(), other.as_slice()].concat();
        vec![Group { place: "on each wing", here: one, all }, group(centre)]
    } else {
        vec![group(left), group(centre), group(right)]
    };
    groups.retain(|group| !group.here.is_empty());
    groups
}

fn clause_of(clause: &Clause) -> &str {
    &clause.verb
}

fn laid(hills: usize, plateaus: usize) -> Option<Np> {
    let parts = [(hills, "hill"), (plateaus, "plateau")].into_iter().filter(|(n, _)| *n > 0);
    let mut parts: Vec<Np> = parts.map(|(n, what)| names::count(n, what)).collect();
    match parts.len() {
        0 => None,
        1 => parts.pop(),
        _ => Some(Np::List(parts)),
    }
}
