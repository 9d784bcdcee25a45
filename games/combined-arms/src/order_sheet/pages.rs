//! The pages of single entries of a list: `/move/3`, `/move/3/when/ca1`, `/attack/2/target/0`.

use super::fights::{plain, shots};
use super::listing::{Place, further, unit_of};
use super::{Draft, Which, words};
use crate::names::UnitId;
use crate::orders::{AttackItem, Goal, Guard, Item, MoveItem, Skirmish, Target};
use crate::rules::Field;
use engine::{Edit, Offer, Offers, Spot};

/// The heading of offers about the page's subject as a whole.
const THIS: &str = "This entry";

struct Entry<'a> {
    which: Which,
    at: usize,
    path: String,
    item: &'a Item,
}

impl Draft<'_> {
    /// The page at a path; nothing where there is no such entry.
    pub(super) fn page(&self, path: &str) -> Option<Offers> {
        let steps: Vec<&str> = path.split('/').skip(1).collect();
        let (which, at, rest) = match steps.as_slice() {
            ["retreat"] => return self.lasting_page(None),
            ["retreat", key] => return self.lasting_page(Some(key)),
            ["move", at, rest @ ..] => (Which::Moves, at, rest),
            ["attack", at, rest @ ..] => (Which::Attacks, at, rest),
            _ => return None,
        };
        let at = at.parse().ok()?;
        let entry = Entry { which, at, path: which.page(at), item: self.entries(which).get(at)? };
        let offers = match entry.item {
            Item::Move(own) => self.move_page(&entry, own, rest),
            Item::Attack(own) => self.attack_page(&entry, own, rest),
            Item::AtWill(own) if rest.is_empty() => Some(self.at_will_page(at, own)),
            Item::Draw(_) | Item::Resign | Item::Unread if rest.is_empty() => Some(Vec::new()),
            Item::AtWill(_) | Item::Draw(_) | Item::Resign | Item::Unread => None,
        }?;
        let who = unit_of(entry.item).map(|unit| format!(" {unit}")).unwrap_or_default();
        let about = format!("{} {}:{who} {}", which.noun(), at + 1, words::entry(entry.item));
        let mut all = Offers { offers, about: Some(about), ..Offers::default() };
        if rest.is_empty() {
            all.offers.extend(self.whole_entry(&entry));
        } else if let Some((up, _)) = path.rsplit_once('/') {
            // A number or unit stands below a word that has no page, but for conditions.
            let up = match rest {
                ["attack", "at" | "target", _] => up.rsplit_once('/').map_or(up, |(up, _)| up),
                ["to" | "target", _] => entry.path.as_str(),
                _ => up,
            };
            all.offers.push(Offer::new(THIS, "Back", false, Vec::new()).leads(up));
        }
        Some(all)
    }

    /// Offers about an entry as a whole: remove it, or carry it out earlier.
    fn whole_entry(&self, entry: &Entry<'_>) -> Vec<Offer> {
        let list = self.entries(entry.which);
        let unit = unit_of(entry.item);
        let gone = self.write(entry.which, Place::Nth(entry.at), None);
        let mut offers = Vec::new();
        let mut add = |words: &str, edits, to: Option<String>| {
            offers.push(Offer { pick: to, ..Offer::new(THIS, words.to_owned(), false, edits) });
        };
        let back = unit.map(|unit| unit.to_string());
        if entry.at > 0 {
            let mut swapped = list.to_vec();
            swapped.swap(entry.at - 1, entry.at);
            if guarded(&swapped) {
                let edits = [entry.at - 1, entry.at].into_iter().flat_map(|at| {
                    self.write(entry.which, Place::Nth(at), Some(swapped[at].clone()))
                });
                add(
                    "Move up, before the entry above",
                    edits.collect(),
                    Some(entry.which.page(entry.at - 1)),
                );
            }
        }
        add("Remove", gone, back.clone());
        if back.is_some() {
            add("Back", Vec::new(), back);
        }
        offers
    }

    fn move_page(&self, entry: &Entry<'_>, own: &MoveItem, rest: &[&str]) -> Option<Vec<Offer>> {
        let place = Place::Nth(entry.at);
        let path = |below: &str| format!("{}/{below}", entry.path);
        let said = |item: MoveItem| self.moved(place, item);
        let when = |when: Vec<Guard>| said(MoveItem { when, ..own.clone() });
        let goals = |to: Vec<Goal>| said(MoveItem { to, ..own.clone() });
        match rest {
            [] => Some(self.one_move(entry, own)),
            ["when"] => {
                let mut offers = self.conditions(&path("when"), &own.when, &when);
                offers.retain(|offer| !offer.chosen || self.may_lose(entry, own));
                Some(offers)
            }
            ["when", unit] => {
                let unit = self.asked_of(unit)?;
                let mut offers = self.conditions_on(unit, &own.when, &when);
                offers.retain(|offer| !offer.chosen || self.may_lose(entry, own));
                Some(offers)
            }
            ["to", nth, unit @ ..] => {
                self.goal_page(&path(&format!("to/{nth}")), &own.to, nth, unit, &goals)
            }
            ["attack", below @ ..] => self.skirmish_page(entry, own, below),
            _ => None,
        }
    }

    /// True if an entry can do without one of its conditions: all entries of a unit but the last need one (M1).
    fn may_lose(&self, entry: &Entry<'_>, own: &MoveItem) -> bool {
        let later = &self.entries(entry.which)[entry.at + 1..];
        own.when.len() > 1 || !later.iter().any(|item| unit_of(item) == Some(own.unit))
    }

    fn one_move(&self, entry: &Entry<'_>, own: &MoveItem) -> Vec<Offer> {
        let list = self.entries(Which::Moves);
        let before = self.before(own.unit, entry.at);
        let mut offers = self.moving_offers(Place::Nth(entry.at), own, &before);
        offers.extend(self.goals_later(entry, own));
        let mut lead = |words: String, below: &str| {
            let lead = Offer::new("More", words, false, Vec::new());
            offers.push(lead.leads(format!("{}/{below}", entry.path)));
        };
        lead("Carry it out only if …".to_owned(), "when");
        if let Some(attack) = &own.attack {
            lead(format!("The attack on its way: {}", words::skirmish(attack)), "attack");
        }
        for (at, goal) in own.to.iter().enumerate() {
            lead(format!("{}. to {}: only if …", at + 1, words::goal(goal)), &format!("to/{at}"));
        }
        let last = !list[entry.at + 1..].iter().any(|item| unit_of(item) == Some(own.unit));
        if last && !own.when.is_empty() {
            let at = list.len();
            let edits = self.moved(Place::Nth(at), MoveItem::of(own.unit));
            let words = format!("Another order for {}, if this one is not carried out", own.unit);
            offers.push(Offer::new("More", words, false, edits).leads(Which::Moves.page(at)));
        }
        offers
    }

    /// Offers of squares after those that a move has: near enough, but not open as things stand.
    fn goals_later(&self, entry: &Entry<'_>, own: &MoveItem) -> Vec<Offer> {
        let field = self.field();
        let Some(unit) = field.own(self.side, own.unit) else { return Vec::new() };
        let ways = further(&field, unit, own);
        let near = |square: &engine::kit::Square| {
            unit.square.distance(*square) <= field.allowance(unit, own.charge)
                && ways.steps(*square).is_none()
                && !own.to.iter().any(|goal| goal.square == *square)
        };
        let more = |square| {
            let goal = Goal { square, when: Vec::new() };
            let to = own.to.iter().cloned().chain([goal]).collect();
            let edits = self.moved(Place::Nth(entry.at), MoveItem { to, ..own.clone() });
            Offer::new(
                "Or else move there, if it is free by then",
                square.to_string(),
                false,
                edits,
            )
        };
        let open = !own.to.is_empty();
        self.squares().filter(|_| open).filter(near).map(more).collect()
    }

    /// The page of one of several squares: its conditions, and its place before others.
    fn goal_page(
        &self,
        path: &str,
        goals: &[Goal],
        nth: &str,
        unit: &[&str],
        write: &dyn Fn(Vec<Goal>) -> Vec<Edit>,
    ) -> Option<Vec<Offer>> {
        let at: usize = nth.parse().ok()?;
        let goal = goals.get(at)?;
        let when = |when: Vec<Guard>| {
            let mut goals = goals.to_vec();
            goals[at].when = when;
            write(goals)
        };
        match unit {
            [] => {
                let mut offers = self.conditions(path, &goal.when, &when);
                offers.extend(element(goals, at, path, write));
                Some(offers)
            }
            [unit] => Some(self.conditions_on(self.asked_of(unit)?, &goal.when, &when)),
            _ => None,
        }
    }

    /// The attack on a unit's way: targets and squares in order of preference, each with its conditions.
    fn skirmish_page(
        &self,
        entry: &Entry<'_>,
        own: &MoveItem,
        rest: &[&str],
    ) -> Option<Vec<Offer>> {
        let attack = own.attack.as_ref()?;
        let path = format!("{}/attack", entry.path);
        let said = |attack: Option<Skirmish>| {
            self.moved(Place::Nth(entry.at), MoveItem { attack, ..own.clone() })
        };
        let targets = |target: Vec<Target>| {
            let some = !target.is_empty();
            said(some.then(|| Skirmish { target, ..attack.clone() }))
        };
        let goals = |at: Vec<Goal>| said(Some(Skirmish { at, ..attack.clone() }));
        match rest {
            [] => {
                let mut offers = self.shooting(entry, own, attack, &targets, &goals);
                for (at, target) in attack.target.iter().enumerate() {
                    let words = format!("{}. {}: only if …", at + 1, words::target(target));
                    let lead = Offer::new("More", words, false, Vec::new());
                    offers.push(lead.leads(format!("{path}/target/{at}")));
                }
                for (at, goal) in attack.at.iter().enumerate() {
                    let words = format!("{}. from {}: only if …", at + 1, words::goal(goal));
                    let lead = Offer::new("More", words, false, Vec::new());
                    offers.push(lead.leads(format!("{path}/at/{at}")));
                }
                Some(offers)
            }
            ["target", nth] => self.target_page(&path, &attack.target, nth, &targets),
            ["at", nth, unit @ ..] => {
                self.goal_page(&format!("{path}/at/{nth}"), &attack.at, nth, unit, &goals)
            }
            _ => None,
        }
    }

    /// Further targets of an attack on the way, and further squares to make it from.
    fn shooting(
        &self,
        entry: &Entry<'_>,
        own: &MoveItem,
        attack: &Skirmish,
        targets: &dyn Fn(Vec<Target>) -> Vec<Edit>,
        goals: &dyn Fn(Vec<Goal>) -> Vec<Edit>,
    ) -> Vec<Offer> {
        let before = self.before(own.unit, entry.at);
        let field = Field::new(&self.rules.chart, &before);
        let Some(unit) = field.own(self.side, own.unit) else { return Vec::new() };
        let mut offers = self.later_targets(&attack.target, targets);
        // Whoever can be reached now is no target for later.
        for offer in &mut offers {
            let Some(enemy) = UnitId::new(&offer.words) else { continue };
            if !shots(&field, unit, own, enemy).is_empty() {
                let more = plain(enemy);
                let list = attack.target.iter().cloned().chain([more]).collect();
                *offer = Offer::new("Or else attack", enemy.to_string(), false, targets(list));
            }
        }
        let aims = attack.target.iter().filter(|target| target.when.is_empty());
        let mut squares: Vec<_> = aims
            .flat_map(|target| shots(&field, unit, own, target.unit))
            .map(|(square, _)| square)
            .filter(|square| !attack.at.iter().any(|goal| goal.square == *square))
            .collect();
        squares.sort_unstable();
        squares.dedup();
        for square in squares {
            let goal = Goal { square, when: Vec::new() };
            let at = attack.at.iter().cloned().chain([goal]).collect();
            let group = if attack.at.is_empty() { "From" } else { "Or else from" };
            let offer = Offer::new(group, square.to_string(), false, goals(at));
            offers.push(offer.on(Spot::Cell(square.to_string())));
        }
        offers
    }

    fn attack_page(
        &self,
        entry: &Entry<'_>,
        own: &AttackItem,
        rest: &[&str],
    ) -> Option<Vec<Offer>> {
        let place = Place::Nth(entry.at);
        let said = |item: AttackItem| {
            let some = !item.target.is_empty();
            self.write(Which::Attacks, place, some.then_some(Item::Attack(item)))
        };
        let when = |when: Vec<Guard>| said(AttackItem { when, ..own.clone() });
        let targets = |target: Vec<Target>| said(AttackItem { target, ..own.clone() });
        let path = format!("{}/when", entry.path);
        match rest {
            [] => {
                let position = if self.moving() {
                    self.after(self.entries(Which::Moves))
                } else {
                    self.state.clone()
                };
                let mut offers = self.attacks_of(&position, place, own.unit);
                offers.extend(self.later_targets(&own.target, &targets));
                offers.push(
                    Offer::new("More", "Carry it out only if …", false, Vec::new()).leads(path),
                );
                for (at, target) in own.target.iter().enumerate() {
                    let words = format!("{}. {}: only if …", at + 1, words::target(target));
                    let lead = Offer::new("More", words, false, Vec::new());
                    offers.push(lead.leads(format!("{}/target/{at}", entry.path)));
                }
                Some(offers)
            }
            ["when"] => Some(self.conditions(&path, &own.when, &when)),
            ["when", unit] => Some(self.conditions_on(self.asked_of(unit)?, &own.when, &when)),
            ["target", nth] => self.target_page(&entry.path, &own.target, nth, &targets),
            _ => None,
        }
    }

    /// The page of one of several targets: its conditions, and its place before others.
    fn target_page(
        &self,
        path: &str,
        targets: &[Target],
        nth: &str,
        write: &dyn Fn(Vec<Target>) -> Vec<Edit>,
    ) -> Option<Vec<Offer>> {
        let at: usize = nth.parse().ok()?;
        let target = targets.get(at)?;
        let when = |when| {
            let mut targets = targets.to_vec();
            targets[at].when = when;
            write(targets)
        };
        let group = format!("Only if {}", target.unit);
        let mut offers = self.tests(&group, &target.when, true, &when);
        offers.extend(element(targets, at, &format!("{path}/target/{at}"), write));
        Some(offers)
    }

    fn asked_of(&self, name: &str) -> Option<UnitId> {
        self.state.unit(UnitId::new(name)?).map(|unit| unit.id)
    }
}

/// Offers about a list element as a whole: remove it, or put it before the one above it. `path` is that of its page.
fn element<T: Clone>(
    list: &[T],
    at: usize,
    path: &str,
    write: &dyn Fn(Vec<T>) -> Vec<Edit>,
) -> Vec<Offer> {
    let mut left = list.to_vec();
    left.remove(at);
    let list_path = path.rsplit_once('/').map_or(path, |(list, _)| list);
    let up = list_path.rsplit_once('/').map_or(list_path, |(up, _)| up);
    let mut offers = vec![Offer::new(THIS, "Remove", false, write(left)).leads(up)];
    if at > 0 {
        let mut swapped = list.to_vec();
        swapped.swap(at - 1, at);
        let earlier = Offer::new(THIS, "Move up, before the entry above", false, write(swapped));
        offers.push(earlier.leads(format!("{list_path}/{}", at - 1)));
    }
    offers
}

/// True if all moves of a unit but its last have a condition (M1).
fn guarded(list: &[Item]) -> bool {
    let bare = |(at, item): (usize, &Item)| match item {
        Item::Move(own) => {
            own.when.is_empty()
                && list[at + 1..]
                    .iter()
                    .any(|later| matches!(later, Item::Move(later) if later.unit == own.unit))
        }
        Item::Attack(_) | Item::AtWill(_) | Item::Draw(_) | Item::Resign | Item::Unread => false,
    };
    !list.iter().enumerate().any(bare)
}
