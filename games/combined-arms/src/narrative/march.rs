//! Marches: who rode into the enemy's ground, where Generals went, what the rest did; and Generals who have enemies beside them.

use super::facts::Way;
use super::{Teller, ground, names};
use crate::data::chart::Class;
use crate::names::{Side, UnitId};
use crate::rules::Field;
use engine::story::{Clause, Entity, Np, Phrase, Relation, Sentence, Situation, Tense, listed};

/// A move is a ride from this many rows forward.
pub(super) const RIDE: i32 = 3;
/// Weights: a ride into the enemy's ground, a ride, a General's way, all other marches.
const DEEP: u32 = 30;
const FAR: u32 = 14;
const GENERAL: u32 = 10;
const MARCH: u32 = 4;
/// The move of a General beside whom nobody stood is told from this many squares.
const GENERAL_WAY: usize = 2;

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
        // What the others did who attacked is told with their attacks.
        let attacked = |id: &UnitId| {
            self.facts.assaults.iter().flat_map(|one| &one.blows).any(|blow| blow.by == *id)
        };
        moved.retain(|(id, _)| !came.contains(id) && !attacked(id));
        let rode = !far.is_empty();
        let places: Vec<&'static str> = far.iter().filter_map(|(_, way)| deep(way)).collect();
        let mut parts: Vec<Situation> =
            if rode { vec![self.ride(&places, &far)] } else { Vec::new() };
        parts.extend(closed);
        let own = generals.iter().find(|(id, _)| !came.contains(id));
        match self.peril(side, &[]).filter(|_| own.is_some() || generals.is_empty()) {
            Some((told, _)) => parts.push(told),
            None => parts.extend(own.and_then(|(id, way)| self.general_way(side, *id, way))),
        }
        parts.extend(self.rest(side, &moved, rode || !came.is_empty()));
        parts.extend(self.turned_only(side));
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
        // After a fight, they had ridden before it.
        let tense = if self.facts.assaults.is_empty() { Tense::Past } else { Tense::Pluperfect };
        let first = group.first().expect("a group has a unit").1.steps;
        let clause = Clause::new(who.clone(), verb).tense(tense);
        let clause = if !places.is_empty() && group.iter().all(|(_, way)| way.steps == first) {
            clause.with(Phrase::Extent(names::count(first, "square")))
        } else {
            clause.with("forward")
        };
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

    /// The ride of a General: away from those who stood beside him, or so many squares.
    fn general_way(&self, side: Side, id: UnitId, way: &Way) -> Option<Situation> {
        let beside = self.beside(self.before, side);
        let clause = Clause::new(self.names.unit(id), "ride");
        if !beside.is_empty() && self.beside(self.after, side).is_empty() {
            let from = Phrase::Prep("away from".into(), Np::Full(self.names.some(beside)));
            let clause = clause.with(from);
            let told = Sentence::told(clause.clone(), &way.events);
            return Some(Situation::new(GENERAL, vec![told]).headline(clause.now()));
        }
        if beside.is_empty() && way.steps < GENERAL_WAY {
            return None;
        }
        let right = match side {
            Side::Rome => i32::from(way.to.col) - i32::from(way.from.col),
            Side::Carthage => i32::from(way.from.col) - i32::from(way.to.col),
        };
        let rows = self.forward(side, way);
        let whither = match (right.abs() > rows.abs(), right.signum(), rows.signum()) {
            (true, -1, _) => "to his left",
            (true, ..) => "to his right",
            (false, _, 1) => "forward",
            (false, ..) => "back",
        };
        let far = names::count(way.steps, "square").tail(whither);
        let told = clause.clone().with(Phrase::Extent(far));
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
        let part = |whither: &'static str| -> Vec<(UnitId, &Way)> {
            let of = |(id, way): &&(UnitId, &Way)| self.whither(side, *id, way) == Some(whither);
            moved.iter().filter(of).copied().collect()
        };
        let mut parts: Vec<(Vec<(UnitId, &Way)>, &'static str)> =
            ["forward", "back", "sideways"].map(|whither| (part(whither), whither)).into();
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

    /// The way that a unit went for the most part; `None` if it went back to where it can attack, and so did not withdraw.
    fn whither(&self, side: Side, id: UnitId, way: &Way) -> Option<&'static str> {
        let (rows, columns) = (self.forward(side, way), way.to.col.abs_diff(way.from.col));
        if u32::from(columns) > rows.unsigned_abs() {
            return Some("sideways");
        }
        if rows > 0 {
            return Some("forward");
        }
        let field = Field::new(self.chart, self.after);
        let own = self.after.unit(id)?;
        let near = field.neighbours(own.square, side.other()) > 0;
        let reach = field
            .of(side.other())
            .any(|enemy| field.strike(own, enemy.square, enemy.facing, true).is_some());
        Some("back").filter(|_| !near && !reach)
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
        let (verb, whither) = if whither == "back" { ("draw back", "") } else { ("move", whither) };
        // No sentence begins with figures.
        let clause = if in_figures(&who) && sole && verb == "move" {
            Clause::new(names::side(side), verb)
                .object(names::count(group.len(), if rode { "other unit" } else { "unit" }))
        } else {
            Clause::new(who, verb)
        };
        if whither.is_empty() { clause } else { clause.with(whither) }
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
