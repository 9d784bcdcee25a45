//! Marches: who rode into the enemy's ground, where Generals went, what the rest did; and Generals who have enemies beside them.

use super::facts::Way;
use super::{Teller, ground, names};
use crate::data::chart::Class;
use crate::names::{Side, UnitId};
use crate::state::State;
use engine::story::{Clause, Entity, Np, Phrase, Relation, Sentence, Situation, Text, listed};

/// A move is a ride from this many rows forward.
pub(super) const RIDE: i32 = 3;
/// Weights: a ride into the enemy's ground, a ride, a General's way, all other marches.
const DEEP: u32 = 30;
const FAR: u32 = 14;
const GENERAL: u32 = 10;
const MARCH: u32 = 4;
/// A General's move is told from this many squares.
const GENERAL_WAY: u8 = 2;

/// Squares between two places, as an extent.
fn squares(n: impl Into<i64>) -> Np {
    Np::count(n, "square")
}

impl Teller<'_> {
    pub(super) fn marches(&self) -> Vec<Situation> {
        let Some(side) = self.side else { return Vec::new() };
        let mut moved: Vec<(UnitId, &Way)> = self
            .facts
            .moves
            .iter()
            .filter(|(id, way)| way.from != way.to && !self.apart.contains(id))
            .map(|(id, way)| (*id, way))
            .collect();
        let (generals, others): (Vec<_>, Vec<_>) =
            moved.into_iter().partition(|(id, _)| self.names.general(*id));
        moved = others;
        let (mut far, near): (Vec<_>, Vec<_>) = moved
            .into_iter()
            .partition(|(id, way)| self.fast(*id) && self.forward(side, way) >= RIDE);
        moved = near;
        let deep = |way: &Way| ground::deep(self.chart, self.after, side, way.to);
        // Beside those who rode into the enemy's ground all others only marched, and before his line all but those in it.
        let rank = |way: &Way| deep(way).map_or(0, |place| if depth(place) > 0 { 2 } else { 1 });
        let most = far.iter().map(|(_, way)| rank(way)).max().unwrap_or_default();
        let (rode, marched): (Vec<_>, Vec<_>) =
            far.into_iter().partition(|(_, way)| rank(way) == most);
        far = rode;
        moved.extend(marched);
        let riders: Vec<UnitId> = far.iter().map(|(id, _)| *id).collect();
        let (closed, came) = self.peril(side.other(), &riders).unzip();
        let came: Vec<UnitId> = came.unwrap_or_default();
        moved.retain(|(id, _)| !came.contains(id));
        let rode = !far.is_empty();
        let places: Vec<&'static str> = far.iter().filter_map(|(_, way)| deep(way)).collect();
        let mut parts: Vec<Situation> =
            if rode { vec![self.ride(&places, &far)] } else { Vec::new() };
        parts.extend(closed);
        parts.extend(generals.iter().filter_map(|(id, way)| self.general_way(side, *id, way)));
        parts.extend(self.peril(side, &[]).map(|(told, _)| told));
        parts.extend(self.rest(side, &moved, rode || !came.is_empty()));
        parts.extend(self.turned_only(side));
        parts.extend(self.gap());
        together(&parts).into_iter().collect()
    }

    /// True of horse, Numidians and elephants.
    fn fast(&self, id: UnitId) -> bool {
        let kind = self.names.kind(id);
        matches!(kind.class, Class::Horse | Class::Beast) || kind.movement >= 6
    }

    fn forward(&self, side: Side, way: &Way) -> i32 {
        let row = |square| i32::from(self.after.board.row_of(side, square));
        row(way.to) - row(way.from)
    }

    /// Units by name; all of a type by number: `all three squadrons of allied horse`.
    fn group(&self, units: &[UnitId]) -> Entity {
        let units = self.names.sorted(units.iter().copied());
        let kind = self.names.kind(units[0]);
        let own = self.after.units.iter().filter(|unit| unit.kind == kind.name);
        let all = units.len() > 1
            && units.iter().all(|id| self.names.kind(*id).name == kind.name)
            && own.count() == units.len();
        if !all {
            return if units.len() > 2 {
                self.names.tally(&units)
            } else {
                self.names.units(units)
            };
        }
        let whole = self.names.tally(&units);
        let full = match units.len() {
            2 => whole.full.replacen("two", "both", 1),
            _ => format!("all {}", whole.full),
        };
        Entity { full, ..whole }
    }

    /// Units that rode far forward, with the places in the enemy's ground where they stand now.
    fn ride(&self, places: &[&'static str], group: &[(UnitId, &Way)]) -> Situation {
        let units: Vec<UnitId> = group.iter().map(|(id, _)| *id).collect();
        let events: Vec<u32> = group.iter().flat_map(|(_, way)| way.events.clone()).collect();
        let who = self.group(&units);
        let horse = units.iter().all(|id| self.names.kind(*id).class != Class::Beast);
        let verb = if horse { "ride" } else { "move" };
        let far = group.iter().map(|(_, way)| steps(way, "forward"));
        let clause = extent(Clause::new(who.clone(), verb), far, "forward");
        let sentence = Sentence::told(clause, &events);
        let headline = |way: &'static str| Clause::new(self.few(&units), verb).with(way).now();
        let Some(first) = places.first() else {
            return Situation::new(FAR, vec![sentence]).headline(headline("forward"));
        };
        let stand = Clause::new(who, "stand").now().adverb("now").with(all_places(places));
        let deepest = places.iter().copied().max_by_key(|place| depth(place)).unwrap_or(first);
        let way =
            if places.iter().all(|place| *place == deepest) { way_in(deepest) } else { "forward" };
        Situation::new(DEEP, vec![sentence.then(Relation::And, stand)]).headline(headline(way))
    }

    /// Units in a headline: by name, of one type by number, else by number.
    fn few(&self, units: &[UnitId]) -> Np {
        let kind = |id: &UnitId| self.names.kind(*id).name;
        if units.len() <= 2 || units.iter().all(|id| kind(id) == kind(&units[0])) {
            return self.group(units).into();
        }
        names::count(units.len(), names::unit_of(self.names.side(units[0])))
    }

    fn general_way(&self, side: Side, id: UnitId, way: &Way) -> Option<Situation> {
        let far = way.from.distance(way.to);
        if far < GENERAL_WAY {
            return None;
        }
        let who = self.names.unit(id);
        let (cols, rows) =
            (i32::from(way.to.col) - i32::from(way.from.col), self.forward(side, way));
        let whither = match (cols.abs() > rows.abs(), cols.signum(), rows.signum()) {
            (true, -1, _) => "towards the Roman left",
            (true, ..) => "towards the Roman right",
            (false, _, 1) => "forward",
            (false, ..) => "back",
        };
        let clause = Clause::new(who.clone(), "ride");
        let told = extent(clause.clone(), std::iter::once(far), whither);
        let headline = clause.with(whither).now();
        Some(Situation::new(GENERAL, vec![Sentence::told(told, &way.events)]).headline(headline))
    }

    /// Tells what the foot and all others did.
    fn rest(&self, side: Side, moved: &[(UnitId, &Way)], rode: bool) -> Option<Situation> {
        let fought = !self.facts.assaults.is_empty();
        let own = self.after.units.iter().filter(|unit| unit.side == side).count();
        if moved.is_empty() || fought && moved.len() * 2 < own {
            return None;
        }
        let part = |sign: i32| -> Vec<(UnitId, &Way)> {
            let of = |way: &Way| self.forward(side, way).signum() == sign;
            moved.iter().filter(|(_, way)| of(way)).copied().collect()
        };
        let ways = [(1, "forward"), (-1, "back"), (0, "to the side")];
        let mut parts: Vec<(Vec<(UnitId, &Way)>, &'static str)> =
            ways.into_iter().map(|(sign, whither)| (part(sign), whither)).collect();
        parts.retain(|(group, _)| !group.is_empty());
        parts.sort_by_key(|(group, _)| std::cmp::Reverse(group.len()));
        parts.truncate(if fought { 1 } else { 2 });
        let ((first, whither), more) = parts.split_first()?;
        let events = |group: &[(UnitId, &Way)]| -> Vec<u32> {
            group.iter().flat_map(|(_, way)| way.events.clone()).collect()
        };
        let mut sentence =
            Sentence::told(self.moved((side, rode), first, whither, true), &events(first));
        for (group, whither) in more {
            let sole = first.len() <= 2;
            sentence = sentence
                .then(Relation::While, self.moved((side, rode), group, whither, sole))
                .telling(&events(group));
        }
        let who: Np = match first.len() {
            1 | 2 => self.names.units(first.iter().map(|(id, _)| *id)).into(),
            n if n * 2 < own => names::count(n, names::unit_of(side)),
            _ => names::side(side).into(),
        };
        let headline = match *whither {
            "back" => Clause::new(who, "draw back"),
            way => Clause::new(who, "move").with(way),
        };
        Some(Situation::new(MARCH, vec![sentence]).headline(headline.now()))
    }

    /// The clause on the move of a group: the units of a side, beside others that rode; a group that is not the only
    /// one is `the others`.
    fn moved(
        &self,
        (side, rode): (Side, bool),
        group: &[(UnitId, &Way)],
        whither: &'static str,
        sole: bool,
    ) -> Clause {
        let noun = match (rode, side) {
            (true, Side::Rome) => "other Roman unit",
            (true, Side::Carthage) => "other Carthaginian unit",
            (false, _) => names::unit_of(side),
        };
        let ids: Vec<UnitId> = group.iter().map(|(id, _)| *id).collect();
        let who: Np = if ids.len() <= 2 {
            self.names.units(ids).into()
        } else if sole {
            names::count(ids.len(), noun)
        } else {
            names::count(ids.len(), "other")
        };
        let far = group.iter().map(|(_, way)| steps(way, whither));
        let (verb, whither) = if whither == "back" { ("draw back", "") } else { ("move", whither) };
        // No sentence begins with figures.
        let clause = if in_figures(&who) && sole && verb == "move" {
            Clause::new(names::side(side), verb)
                .object(names::count(group.len(), if rode { "other unit" } else { "unit" }))
        } else {
            Clause::new(who, verb)
        };
        extent(clause, far, whither)
    }

    /// Units that turned on their squares, if nobody did more.
    fn turned_only(&self, side: Side) -> Option<Situation> {
        let turned = &self.facts.turned;
        if turned.is_empty() || !self.facts.moves.is_empty() || !self.facts.assaults.is_empty() {
            return None;
        }
        let events: Vec<u32> = turned.iter().map(|(n, _)| *n).collect();
        let ids: Vec<UnitId> = turned.iter().map(|(_, id)| *id).collect();
        let who: Np = if ids.len() <= 2 {
            self.names.units(ids).into()
        } else {
            names::count(ids.len(), names::unit_of(side))
        };
        let clause = Clause::new(who, "turn").with("on the spot");
        let sentence = Sentence::told(clause.clone(), &events);
        Some(Situation::new(MARCH, vec![sentence]).headline(clause.now()))
    }

    /// Tells the distance between the nearest enemies, if nobody has fought.
    fn gap(&self) -> Option<Situation> {
        if !self.facts.assaults.is_empty() {
            return None;
        }
        let (was, now) = (nearest(self.before)?, nearest(self.after)?);
        if was == now {
            return None;
        }
        let clause = if now == 1 {
            Clause::new(Np::words("the two armies"), "be").with("in contact")
        } else {
            let free = names::count(usize::from(now) - 1, "square");
            let clause = Clause::new(free, "lie");
            clause.with("between the nearest enemies")
        };
        Some(Situation::new(1, vec![Sentence::stands(clause.now())]))
    }
}

/// The number of steps of a unit in a direction; forward and back count rows.
fn steps(way: &Way, whither: &str) -> u8 {
    match whither {
        "forward" | "back" => way.from.row.abs_diff(way.to.row),
        _ => way.from.distance(way.to),
    }
}

/// All marches as one situation, ordered by weight, not by time.
fn together(parts: &[Situation]) -> Option<Situation> {
    let heaviest = parts.iter().rev().max_by_key(|part| part.weight)?;
    let (weight, headline) = (heaviest.weight, heaviest.headline.clone());
    let sentences = parts.iter().flat_map(|part| part.sentences.clone()).collect();
    let situation = Situation::new(weight, sentences).at("on the march");
    Some(match headline {
        Some(headline) => situation.headline(headline),
        None => situation,
    })
}

fn in_figures(np: &Np) -> bool {
    matches!(np, Np::Count(count) if count.n > 12)
}

/// The distance that a group went: the same for all, or the most.
pub(super) fn extent(
    clause: Clause,
    far: impl Iterator<Item = u8>,
    whither: impl Into<Text>,
) -> Clause {
    let whither = whither.into();
    let far: Vec<u8> = far.collect();
    let (most, least) = (far.iter().max().copied(), far.iter().min().copied());
    let (Some(most), Some(least)) = (most, least) else { return clause.with(whither) };
    let squares = squares(most).tail(whither);
    if most == least { clause.with(Phrase::Extent(squares)) } else { clause.prep("up to", squares) }
}

/// The rank of a place by its depth in the enemy's ground: 0 in front of the line, 1 in it, 2 behind it.
fn depth(place: &str) -> usize {
    ["in front of", "in", "behind"]
        .iter()
        .rposition(|way| place.strip_prefix(way).is_some_and(|rest| rest.starts_with(" the ")))
        .unwrap_or_default()
}

/// Places before, in and behind one line as one: `in and behind the Roman line`.
fn all_places(places: &[&'static str]) -> String {
    let mut ways: Vec<(usize, &str)> = places
        .iter()
        .filter_map(|place| Some((depth(place), place.split_once(" the ")?.0)))
        .collect();
    ways.sort_unstable();
    ways.dedup();
    let ways: Vec<&str> = ways.into_iter().map(|(_, way)| way).collect();
    let line = places[0].split_once(" the ").map_or("", |(_, line)| line);
    format!("{} the {line}", listed(&ways))
}

/// The way of a unit into a place, in words.
fn way_in(deep: &'static str) -> &'static str {
    match deep {
        "behind the Roman line" => "in behind the Roman line",
        "behind the Carthaginian line" => "in behind the Carthaginian line",
        "in the Roman line" => "into the Roman line",
        "in the Carthaginian line" => "into the Carthaginian line",
        "in front of the Roman line" => "up to the Roman line",
        _ => "up to the Carthaginian line",
    }
}

/// The distance in squares between the nearest units of both sides.
fn nearest(state: &State) -> Option<u8> {
    let of = |side: Side| state.units.iter().filter(move |unit| unit.side == side);
    let pairs = of(Side::Rome)
        .flat_map(|one| of(Side::Carthage).map(|other| one.square.distance(other.square)));
    pairs.min()
}
