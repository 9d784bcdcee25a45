//! Records before the first turn: armies, ground, who begins, where they stand.

use super::{Teller, ground, names};
use crate::data::chart::Class;
use crate::events::{Event, Levy, SetUp};
use crate::names::{Side, UnitId};
use engine::kit::Square;
use engine::story::{Clause, Entity, Np, Paragraph, Phrase, Relation, Report, Sentence};

impl Teller<'_> {
    fn set_ups(&self) -> impl Iterator<Item = (u32, &SetUp)> {
        self.told.events().filter_map(|(n, event)| match event {
            Event::SetUp(set_up) => Some((n, set_up)),
            Event::Movement(_) | Event::Combat(_) | Event::Listing(_) | Event::Sequence(_) => None,
        })
    }

    /// A record in which armies are chosen or drawn up.
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
                drawn[0].main.clone().now()
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

    /// The ground that both sides laid.
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

    /// Some units of a side as they are placed one after another.
    fn placed(&self, of: Side, placed: &[(u32, UnitId, Square)]) -> Vec<Sentence> {
        let events: Vec<u32> = placed.iter().map(|(n, ..)| *n).collect();
        let ids: Vec<UnitId> = placed.iter().map(|(_, id, _)| *id).collect();
        let units = if ids.len() > 3 {
            names::count(ids.len(), "unit")
        } else {
            self.names.tally(&ids).into()
        };
        let mut told =
            vec![Sentence::told(Clause::new(names::side(of), "place").object(units), &events)];
        told.extend(self.wings(placed, |_| true));
        told
    }

    /// A whole army: where its General and all that ride stand.
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

    /// The sentence about the units on each wing.
    fn wings(
        &self,
        placed: &[(u32, UnitId, Square)],
        told: impl Fn(UnitId) -> bool,
    ) -> Option<Sentence> {
        let mut wings: Vec<(&'static str, Vec<UnitId>)> = Vec::new();
        for (_, id, square) in placed.iter().filter(|(_, id, _)| told(*id)) {
            let wing = ground::wing(*square, self.after.board.size);
            match wings.iter_mut().find(|(other, _)| *other == wing) {
                Some((_, there)) => there.push(*id),
                None => wings.push((wing, vec![*id])),
            }
        }
        let events: Vec<u32> = placed.iter().map(|(n, ..)| *n).collect();
        let mut clauses = wings.iter().map(|(wing, there)| {
            let who: Entity = self.names.tally(there);
            (Np::Full(who), *wing)
        });
        let (who, wing) = clauses.next()?;
        let rest: Vec<(Np, &'static str)> = clauses.collect();
        let mut sentence = Sentence::told(Clause::new(who, "stand").now().with(wing), &events);
        let last = rest.len();
        for (at, (who, wing)) in rest.into_iter().enumerate() {
            let relation = if at + 1 == last { Relation::And } else { Relation::Comma };
            sentence = sentence.then(relation, Clause::new(who, "").now().with(wing));
        }
        Some(sentence)
    }
}

fn clause_of(clause: &Clause) -> &str {
    &clause.verb
}

/// Hills and plateaus that were laid.
fn laid(hills: usize, plateaus: usize) -> Option<Np> {
    let parts = [(hills, "hill"), (plateaus, "plateau")].into_iter().filter(|(n, _)| *n > 0);
    let mut parts: Vec<Np> = parts.map(|(n, what)| names::count(n, what)).collect();
    match parts.len() {
        0 => None,
        1 => parts.pop(),
        _ => Some(Np::List(parts)),
    }
}
