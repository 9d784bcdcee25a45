//! Standing orders: where units fall back to, and attacks without orders.

use super::{Draft, words};
use crate::names::{TypeName, UnitId};
use crate::orders::{AttackPolicy, Criterion, Pila, Policy, Preference};
use engine::standing::WITHDRAWN;
use engine::{Edit, Offer, Offers, Spot};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The page of all lists of criteria.
pub(super) const RETREAT: &str = "/retreat";
/// The key of the list for units that have none of their own.
const DEFAULT: &str = "default";

/// Lists of criteria, by unit, type or `default`.
type Lists = BTreeMap<TypeName, Vec<Criterion>>;

impl Draft<'_> {
    /// Standing orders of the whole side.
    pub(super) fn lasting(&self) -> Vec<Offer> {
        let mut offers = self.attack_policy();
        let lead = Offer::new("From now on", "Where units fall back to", false, Vec::new());
        offers.push(lead.leads(RETREAT));
        offers
    }

    /// The offer of the criteria by which one unit falls back.
    pub(super) fn lasting_of(&self, unit: UnitId) -> Offer {
        let said = TypeName::new(unit.as_str()).and_then(|name| self.lists().remove(&name));
        let said = said.map(|list| format!(": {}", words::listed(&list))).unwrap_or_default();
        let lead = Offer::new(
            "From now on",
            format!("Where {unit} falls back to{said}"),
            false,
            Vec::new(),
        );
        lead.leads(format!("{RETREAT}/{unit}"))
    }

    pub(super) fn lasting_page(&self, key: Option<&str>) -> Option<Offers> {
        let about = match key {
            None => "Where units fall back to, from now on".to_owned(),
            Some(DEFAULT) => {
                "Where units without a list of their own fall back to, from now on".to_owned()
            }
            Some(key) => format!("Where {key} falls back to, from now on"),
        };
        let offers = match key {
            None => self.lists_page(),
            Some(key) => self.list_page(self.list_names().into_iter().find(|name| *name == *key)?),
        };
        Some(Offers { offers, about: Some(about), ..Offers::default() })
    }

    /// The retreat criteria in the draft, else those in force.
    fn lists(&self) -> Lists {
        let old = |policy: Option<&Policy>| policy.and_then(|policy| policy.retreat.clone());
        let force = || old(self.in_force).filter(|_| !self.withdraws("retreat"));
        old(self.drafted).or_else(force).unwrap_or_default()
    }

    fn withdraws(&self, key: &str) -> bool {
        self.withdrawn.contains(key)
    }

    /// The names that a list of criteria can have: units without a list of their own, a type, a unit that stands or waits.
    fn list_names(&self) -> Vec<TypeName> {
        let types = self.rules.chart.kinds_of(self.side).map(|kind| kind.name);
        let stand = self.field().of(self.side).map(|unit| unit.id);
        let wait = crate::rules::setup::of(self.state, self.side).map(|unit| unit.id);
        let units = stand.chain(wait).filter_map(|id| TypeName::new(id.as_str()));
        let mut names: Vec<TypeName> = TypeName::new(DEFAULT).into_iter().chain(types).collect();
        // A General is a type of one.
        let units: Vec<TypeName> = units.filter(|name| !names.contains(name)).collect();
        names.extend(units);
        names.extend(
            self.lists().into_keys().filter(|name| !names.contains(name)).collect::<Vec<_>>(),
        );
        names
    }

    fn lists_page(&self) -> Vec<Offer> {
        let lists = self.lists();
        let lead = |name: TypeName| {
            let said = lists.get(&name).map(|list| format!(": {}", words::listed(list)));
            let who = if name == *DEFAULT { "all of them".to_owned() } else { name.to_string() };
            let unit = UnitId::new(name.as_str()).and_then(|id| self.field().own(self.side, id));
            let spot = unit.map(|unit| Spot::Piece(unit.id.to_string()));
            let group = match (name == *DEFAULT, self.rules.chart.find_kind(name).is_some()) {
                (true, _) => "Units without a list of their own",
                (_, true) => "A type of unit",
                (false, false) => "One unit",
            };
            let words = format!("{who}{}", said.unwrap_or_default());
            let lead = Offer::new(group, words, false, Vec::new());
            Offer { spot, ..lead.leads(format!("{RETREAT}/{name}")) }
        };
        let mut offers: Vec<Offer> = self.list_names().into_iter().map(lead).collect();
        offers.extend(
            self.withdrawal("retreat", self.in_force.is_some_and(|own| own.retreat.is_some())),
        );
        offers
    }

    fn withdrawal(&self, key: &str, in_force: bool) -> Option<Offer> {
        let chosen = self.withdraws(key);
        let value = (!chosen).then(|| json!(WITHDRAWN));
        let edits = vec![Edit::key(&["standing"], key, value)];
        let words = "Withdraw what is in force";
        (in_force || chosen).then(|| Offer::new("From now on", words, chosen, edits))
    }

    /// The offers for the criteria of a unit, in their order.
    fn list_page(&self, name: TypeName) -> Vec<Offer> {
        let group = "Criteria for the square, in order";
        let lists = self.lists();
        let own = lists.get(&name).cloned().unwrap_or_default();
        let write = |list: Vec<Criterion>| {
            let mut lists = lists.clone();
            lists.remove(&name);
            if !list.is_empty() {
                lists.insert(name, list);
            }
            let lists = Some(lists).filter(|lists| !lists.is_empty());
            let value = lists.map(|retreat| {
                policy_key(Policy { retreat: Some(retreat), attack: None }, "retreat")
            });
            vec![Edit::key(&["standing"], "retreat", value)]
        };
        let said = |(at, criterion): (usize, &Criterion)| {
            let mut left = own.clone();
            left.remove(at);
            let words = format!("{}. {}", at + 1, self.criterion(*criterion));
            Offer::new(group, words, true, write(left))
        };
        let more = |criterion: Criterion| {
            let list = own.iter().copied().chain([criterion]).collect();
            Offer::new(group, self.criterion(criterion), false, write(list))
        };
        let mut offers: Vec<Offer> = own.iter().enumerate().map(said).collect();
        let open = |criterion: &Criterion| !own.contains(criterion);
        let best = Preference::ALL.iter().copied().map(Criterion::Best).filter(open);
        offers.extend(best.map(more));
        if own.is_empty() {
            let usual = &self.rules.chart.retreat_default;
            let words = format!("as usual: {}", words::listed(usual));
            offers.push(Offer::new(group, words, false, write(usual.clone())));
        }
        for square in self.squares().filter(|square| open(&Criterion::Square(*square))) {
            let made = Offer {
                group: "Or this square, if it can go there".into(),
                ..more(Criterion::Square(square))
            };
            offers.push(made.on(Spot::Cell(square.to_string())));
        }
        offers.push(Offer::new("From now on", "Back", false, Vec::new()).leads(RETREAT));
        offers
    }

    /// A criterion with what it means.
    fn criterion(&self, criterion: Criterion) -> String {
        let word = criterion.to_string();
        let told = self.rules.chart.criteria.iter().find(|(name, _)| *name == word);
        told.map_or(word.clone(), |(_, meaning)| format!("{word}: {meaning}"))
    }

    fn attack_policy(&self) -> Vec<Offer> {
        let drafted = self.drafted.and_then(|policy| policy.attack);
        let force = self.in_force.and_then(|policy| policy.attack);
        let group = "Attacks, from now on, when a file gives none";
        let choice = |(at_will, pila, words): (bool, Pila, &str)| {
            let policy = AttackPolicy { at_will, pila };
            let chosen = drafted == Some(policy);
            let value = policy_key(Policy { attack: Some(policy), retreat: None }, "attack");
            let edits = vec![Edit::key(&["standing"], "attack", (!chosen).then_some(value))];
            Offer::new(group, words, chosen, edits)
        };
        let choices = [
            (true, Pila::Keep, "At will, pila kept"),
            (true, Pila::Throw, "At will, pila thrown"),
            (false, Pila::Keep, "None"),
        ];
        let gone = self.withdrawal("attack", force.is_some());
        let gone = gone.map(|offer| Offer { group: group.into(), ..offer });
        choices.map(choice).into_iter().chain(gone).collect()
    }
}

/// One key of standing orders as players write it.
fn policy_key(policy: Policy, key: &str) -> Value {
    let value = serde_json::to_value(policy).expect("standing orders are plain data");
    value.get(key).cloned().expect("the policy names the key")
}
