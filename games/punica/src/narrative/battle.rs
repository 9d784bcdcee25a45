//! A battle from the approach to what it means for the war: one situation. In tempo `full` a record shows only a piece of it.

use super::Teller;
use super::facts::{Battle, Journey, Retreat, Way, journeys};
use super::names::{Kinds, arm, count, hannibal, noun, side};
use crate::names::{Side, Unit, UnitId};
use crate::state::{Stage, State, unit_of};
use engine::kit::Pair;
use engine::story::{Clause, Lead, Np, Phrase, Relation, Sentence, Situation, ordinal};

const HANNIBAL_FALLS: u32 = 130;
const TAKEN: u32 = 80;
const HELD: u32 = 70;
const SEA: u32 = 66;
const DRAWN: u32 = 62;
/// How much more a battle for a capital weighs.
const CAPITAL: u32 = 40;
const AFTERMATH: u32 = 50;
const JOINED: u32 = 45;
const JOINED_AT_CAPITAL: u32 = 90;
const PENDING: u32 = 44;
const CARDS: u32 = 40;

impl Teller<'_> {
    /// All that the record shows of a battle.
    pub(super) fn battle(&mut self, battle: &Battle) -> Option<Situation> {
        let attacker = battle.attacker?;
        let ways: Vec<Way> = self
            .ways
            .iter()
            .filter(|way| way.end() == battle.area && way.side == attacker && !way.effect)
            .cloned()
            .collect();
        let groups = journeys(&ways);
        let mut told: Vec<Sentence> =
            groups.iter().flat_map(|journey| self.opening(journey)).collect();
        told.extend(self.approach(battle, attacker, &groups));
        let situation = match (&battle.result, battle.revealed) {
            (Some(_), _) => self.fought(battle, attacker, told),
            (None, true) => self.cards(battle, told),
            (None, false) if battle.start.is_some() => self.joined(battle, attacker, told),
            (None, false) if battle.pending => {
                Situation::new(PENDING, told).headline(self.assault(battle, attacker))
            }
            (None, false) => self.aftermath(battle, attacker),
        };
        Some(situation.at(battle.area.to_string()))
    }

    /// Tells who came, from where, and against whom.
    fn approach(&self, battle: &Battle, attacker: Side, groups: &[Journey]) -> Vec<Sentence> {
        let sea = self.rules.at_sea(battle.area);
        let foes = standing(self.before, attacker.other(), battle);
        let mut told = Vec::new();
        for (at, journey) in groups.iter().enumerate() {
            let kinds = Kinds::of(&journey.units);
            if at == 0 {
                let sentence = self.journey(journey);
                told.push(if foes.is_empty() {
                    sentence
                } else {
                    let foes = Kinds::of(&foes).np(attacker.other(), Lead::A);
                    let stood = Clause::new(foes, if sea { "lie" } else { "stand" });
                    sentence.then(Relation::Where, stood).telling(&battle.events[..1])
                });
                continue;
            }
            let who: Np = if kinds.hannibal {
                kinds.short(Lead::A)
            } else {
                count(journey.units.len(), arm(sea)).lead(Lead::More)
            };
            let from = Np::Full(self.rules.place(journey.stops[0]));
            let clause = Clause::new(who, "come").prep("from", from);
            let through: Vec<_> = journey.stops[1..journey.stops.len() - 1].to_vec();
            let clause = if through.is_empty() {
                clause
            } else {
                clause.prep("through", self.rules.places(&through))
            };
            told.push(Sentence::told(clause, &journey.events));
        }
        told
    }

    /// An attack as a headline.
    fn assault(&self, battle: &Battle, attacker: Side) -> Clause {
        let came = |way: &&Way| way.end() == battle.area && way.side == attacker && !way.effect;
        let stood = attacker == Side::Carthage
            && Kinds::of(&standing(self.before, attacker, battle)).hannibal;
        let leads =
            stood || self.ways.iter().filter(came).any(|way| unit_of(way.unit) == Unit::Hannibal);
        let who = if leads { hannibal() } else { side(attacker) };
        let place = Np::Full(self.rules.place(battle.area));
        let whom = match (self.rules.at_sea(battle.area), attacker) {
            (false, _) => place,
            (true, Side::Rome) => place.headed("the Carthaginian fleet in", false),
            (true, Side::Carthage) => place.headed("the Roman fleet in", false),
        };
        Clause::new(who, "attack").object(whom).now()
    }

    /// A battle that is joined and waits for its cards.
    fn joined(&self, battle: &Battle, attacker: Side, mut told: Vec<Sentence>) -> Situation {
        let (n, att, dfn) = battle.start.expect("the value was requested");
        let at = if self.rules.at_sea(battle.area) { "in" } else { "for" };
        if told.is_empty() {
            let own = Kinds::of(&standing(self.before, attacker, battle)).np(attacker, Lead::A);
            let foes = Kinds::of(&standing(self.before, attacker.other(), battle))
                .np(attacker.other(), Lead::A);
            let clause = Clause::new(own, "fight").object(foes).now();
            told.push(Sentence::told(
                clause.prep(at, Np::Full(self.rules.place(battle.area))),
                &battle.events,
            ));
        }
        let has = |of: Side, points: i32, lead: Lead| {
            Clause::new(side(of), "have").object(Np::count(points, "point").lead(lead)).now()
        };
        told.push(if att == dfn {
            let points = Np::count(att, "point");
            let each = Clause::new("each side", "have").object(points).now();
            Sentence::told(each.with("before the cards are laid"), &[n])
        } else {
            let other = Clause { verb: "".into(), ..has(attacker.other(), dfn, Lead::Understood) };
            Sentence::told(has(attacker, att, Lead::Bare).with("before the cards are laid"), &[n])
                .then(Relation::Comma, other)
        });
        let weight =
            if self.rules.capital_of(battle.area).is_some() { JOINED_AT_CAPITAL } else { JOINED };
        Situation::new(weight, told).headline(self.assault(battle, attacker))
    }

    /// Both cards lie open, and their movements are still to come.
    fn cards(&self, battle: &Battle, mut told: Vec<Sentence>) -> Situation {
        let cards = battle.cards.as_ref().expect("the cards were turned over");
        let sea = self.rules.at_sea(battle.area);
        let lay = |of: Side| {
            let card = cards[of];
            let name =
                Np::Full(engine::story::Entity::new(card.as_str(), self.rules.title_of(card)));
            Clause::new(side(of), "lay").object(name.apposed(self.rules.worth_of(card)))
        };
        let place = Np::Full(self.rules.place(battle.area));
        let front = if sea { "in the sea battle in" } else { "in the battle for" };
        let other = Clause { verb: "".into(), ..lay(Side::Carthage) };
        told.push(
            Sentence::told(lay(Side::Rome), &battle.events)
                .then(Relation::And, other)
                .front(Phrase::Prep(front.into(), place.clone())),
        );
        let sum = Pair::from_fn(|of| {
            let units = Kinds::of(&standing(self.after, of, battle));
            self.rules.strength(&units) + self.rules.of_deck(cards[of]).strength
        });
        let lead = if sum.rome >= sum.carthage { Side::Rome } else { Side::Carthage };
        let gap = (sum.rome - sum.carthage).abs();
        told.push(Sentence::stands(if gap == 0 {
            Clause::new(Np::words("the two sides"), "be").with("level as things stand").now()
        } else {
            let ahead = Clause::new(side(lead), "be").with("ahead by");
            ahead.with(Phrase::Extent(Np::count(gap, "point"))).with("as things stand").now()
        }));
        let against = Np::Full(engine::story::Entity::new(
            cards.carthage.as_str(),
            self.rules.title_of(cards.carthage),
        ));
        let headline = Clause::new(side(Side::Rome), "lay")
            .object(Np::Full(engine::story::Entity::new(
                cards.rome.as_str(),
                self.rules.title_of(cards.rome),
            )))
            .prep("against", against)
            .prep("in", place);
        Situation::new(CARDS, told).headline(headline.now())
    }

    /// Tells what is decided after a battle of an earlier record.
    fn aftermath(&self, battle: &Battle, attacker: Side) -> Situation {
        let sea = self.rules.at_sea(battle.area);
        let place = || Np::Full(self.rules.place(battle.area));
        let mut told = Vec::new();
        for (n, of, unit) in &battle.removed {
            let clause = if *unit == Unit::Hannibal {
                Clause::new(hannibal(), "fall")
            } else {
                Clause::new(count(1, noun(*of, sea)), "destroy").passive()
            };
            told.push(Sentence::told(clause.prep("in", place()), &[*n]));
        }
        told.extend(self.retreats(battle, None));
        let fell = battle.removed.iter().any(|(_, _, unit)| *unit == Unit::Hannibal);
        let headline = match self.holder(battle.area, true) {
            _ if fell => Clause::new(hannibal(), "fall").prep("in", place()),
            Some(holder) if !sea && holder == attacker => {
                Clause::new(side(holder), "take").object(place())
            }
            Some(holder) if !sea => Clause::new(side(holder), "hold").object(place()),
            _ => Clause::new(
                place().headed(if sea { "the battle in" } else { "the battle for" }, false),
                "be",
            )
            .with("over"),
        };
        let weight = if fell { HANNIBAL_FALLS } else { AFTERMATH };
        Situation::new(weight, told).headline(headline.now())
    }

    /// Tells where the units that are left went; all who fought for `loser` have been named.
    fn retreats(&self, battle: &Battle, winner: Option<Side>) -> Vec<Sentence> {
        let sea = self.rules.at_sea(battle.area);
        let rest = |ids: &[UnitId]| {
            let kinds = Kinds::of(ids);
            if kinds.hannibal {
                kinds.short(Lead::A)
            } else {
                count(ids.len(), arm(sea)).lead(Lead::TheOther)
            }
        };
        let whole = |ids: &[UnitId], of: Side| {
            let kinds = Kinds::of(ids);
            let some_fell = battle.removed.iter().any(|(_, lost, _)| *lost == of);
            if some_fell { rest(ids) } else { kinds.np(of, Lead::The) }
        };
        let mut told = Vec::new();
        for Retreat { event, side: of, ids, to, by_sea } in &battle.retreats {
            let verb = if winner == Some(*of) { "go back" } else { "get away" };
            let clause = Clause::new(whole(ids, *of), verb);
            let clause = if *by_sea { clause.with("by sea") } else { clause };
            told.push(Sentence::told(
                clause.prep("to", Np::Full(self.rules.place(*to))),
                &[*event],
            ));
        }
        for (n, of, ids) in &battle.stranded {
            let who = whole(ids, *of);
            let clause = Clause::new(who.clone(), "have").object("nowhere to go");
            told.push(
                Sentence::told(clause, &[*n])
                    .then(Relation::And, Clause::new(who, "lose").passive()),
            );
        }
        told
    }

    /// Armies that a card brought up in the middle of the battle.
    fn brought(&self, battle: &Battle) -> Vec<Sentence> {
        let ways: Vec<Way> = self
            .ways
            .iter()
            .filter(|way| way.effect && way.end() == battle.area)
            .cloned()
            .collect();
        let bring = |journey: &Journey| {
            let card = battle.cards.as_ref().map(|cards| cards[journey.side]);
            let who = match card {
                Some(card) => Np::from(self.rules.laid(card)),
                None => "a card".into(),
            };
            let from = Np::Full(self.rules.place(journey.stops[0]));
            let units = Kinds::of(&journey.units).np(journey.side, Lead::A);
            Sentence::told(
                Clause::new(who, "bring up").object(units).prep("from", from),
                &journey.events,
            )
        };
        journeys(&ways).iter().map(bring).collect()
    }

    /// Tells who keeps an area after a draw; none if a retreat is still to come.
    fn left_to(&self, battle: &Battle) -> Option<Sentence> {
        let place = || Np::Full(self.rules.place(battle.area));
        let empty = Side::BOTH.iter().all(|of| standing(self.after, *of, battle).is_empty());
        Some(Sentence::stands(match self.holder(battle.area, true) {
            Some(holder) => Clause::new(side(holder), "keep").object(place()).now(),
            None if empty => Clause::new(place(), "be").with("empty").now(),
            None => return None,
        }))
    }

    /// Tells of a side that might have moved armies by its card and did not.
    fn unmoved(&self, battle: &Battle) -> Option<Sentence> {
        let Stage::Effect { seat } = self.before.stage else { return None };
        let moved = self.ways.iter().any(|way| way.effect && way.side == seat);
        let card = self.before.fight.as_ref()?.card(seat).filter(|_| !moved)?;
        let title = Np::Full(engine::story::Entity::new(card.as_str(), self.rules.title_of(card)));
        let played = Clause::new(side(seat), "play").object(title);
        let moved = Clause::new(side(seat), "move").object("nothing");
        Some(Sentence::told(played, &battle.events).then(Relation::But, moved))
    }

    fn history(&self, battle: &Battle) -> Option<Sentence> {
        let sea = self.rules.at_sea(battle.area);
        let place = || Np::Full(self.rules.place(battle.area));
        let masters: Vec<&str> = self
            .ledger
            .of(battle.area)
            .iter()
            .filter(|past| past.what == "master" && !past.other.is_empty())
            .map(|past| past.other.as_str())
            .collect();
        let mut changes = masters.clone();
        changes.dedup();
        let holder = self.holder(battle.area, true).map(Side::word);
        if !sea && changes.len() >= 3 && holder.is_some() && changes.last().copied() != holder {
            let times = u32::try_from(changes.len()).expect("a game is not so long");
            let clause = Clause::new(place(), "change").object("hands");
            return Some(Sentence::stands(clause.with(format!("for the {} time", ordinal(times)))));
        }
        let past: Vec<_> =
            self.ledger.of(battle.area).iter().filter(|past| past.what == "battle").collect();
        match past.as_slice() {
            [] => None,
            [one] => {
                let winner = Side::parse(&one.other)?;
                let clause = Clause::new(side(winner), "win").object("a battle there");
                let clause = clause.with(format!("in turn {}", one.turn));
                Some(Sentence::stands(clause.tense(engine::story::Tense::Pluperfect)))
            }
            many => {
                let nth = ordinal(u32::try_from(many.len() + 1).expect("a game is not so long"));
                let what = format!("the {nth} battle {}", if sea { "in" } else { "for" });
                let clause = Clause::new("this", "be").with(what).with(Phrase::Extent(place()));
                Some(Sentence::stands(clause))
            }
        }
    }

    /// Tells what the battle means for the war.
    fn stake(&mut self, battle: &Battle) -> Vec<Sentence> {
        let mut told = Vec::new();
        let later = self.battles.iter().skip_while(|other| other.area != battle.area).skip(1);
        let later: Vec<Battle> = later.cloned().collect();
        let lost = |battle: &Battle, of: Side| {
            battle.removed.iter().any(|(_, lost, unit)| *lost == of && *unit != Unit::Fleet)
        };
        for of in Side::BOTH {
            let left = self.boards.now.armies(self.rules.chart(), of);
            let last = !later.iter().any(|other| lost(other, of));
            if lost(battle, of) && last && (1..=2).contains(&left) && !self.over() {
                let clause = Clause::new(side(of), "have")
                    .object(Np::count(left, "army").tail("left"))
                    .now();
                let if_lost = if left == 1 { "if it loses that one" } else { "if it loses both" };
                let war = Clause::new(side(of), "lose").object("the war").with(if_lost).now();
                told.push(Sentence::stands(clause).then(Relation::And, war));
            }
        }
        if self.rules.at_sea(battle.area) {
            let losers: Vec<Side> = battle.removed.iter().map(|(_, of, _)| *of).collect();
            told.extend(losers.into_iter().filter_map(|of| self.carries(of)).collect::<Vec<_>>());
        }
        told
    }

    /// A battle with its result.
    fn fought(&mut self, battle: &Battle, attacker: Side, mut told: Vec<Sentence>) -> Situation {
        let (winner, sums) = battle.result.as_ref().expect("the value was requested");
        let sea = self.rules.at_sea(battle.area);
        let place = || Np::Full(self.rules.place(battle.area));
        told.extend(self.brought(battle));
        told.extend(self.unmoved(battle));
        let history = self.history(battle);
        let changed = history.as_ref().is_some_and(|told| told.main.verb == "change");
        if !told.is_empty() && !changed {
            told.extend(history.clone());
        }
        told.extend(self.tally(battle, *winner, sums));
        told.extend(self.retreats(battle, *winner));
        if winner.is_none() && !sea && !self.over() {
            told.extend(self.left_to(battle));
        }
        if changed {
            told.extend(history);
        }
        told.extend(self.stake(battle));
        let close = (sums.rome.total - sums.carthage.total).abs() == 1;
        let near = |clause: Clause| if close { clause.with("by a single point") } else { clause };
        let fell = battle.removed.iter().any(|(_, _, unit)| *unit == Unit::Hannibal);
        let (headline, weight) = match winner {
            _ if fell => (Clause::new(hannibal(), "fall").prep("in", place()), HANNIBAL_FALLS),
            None => {
                let battle = if sea { "the battle in" } else { "the battle for" };
                let drawn = place().headed(battle, false);
                (Clause::new(drawn, "end").with("in a draw"), DRAWN)
            }
            Some(winner) if sea => {
                let clause =
                    Clause::new(side(*winner), "win").object("the sea battle").prep("in", place());
                (near(clause), SEA)
            }
            Some(winner) if *winner == attacker => {
                let who = if sums[attacker].hannibal { hannibal() } else { side(attacker) };
                let took = self.holder(battle.area, true) == Some(attacker);
                let clause = if took {
                    Clause::new(who, "take").object(place())
                } else {
                    Clause::new(who, "win").prep("in", place())
                };
                (near(clause), TAKEN)
            }
            Some(winner) => (near(Clause::new(side(*winner), "hold").object(place())), HELD),
        };
        let capital = if self.rules.capital_of(battle.area).is_some() { CAPITAL } else { 0 };
        Situation::new(weight + capital, told).headline(headline.now())
    }
}

/// The units of a side that stood in the area of a battle.
fn standing(state: &State, of: Side, battle: &Battle) -> Vec<UnitId> {
    state.camp(of).all_ids(battle.area)
}
