//! Reading what an order file says to the game, as far as it can be read.

use super::codes::Common;
use super::complaint::{Complaints, Kind, nearest};
use super::filing::{Filed, ParsedOrders};
use super::node::{Node, Path, Step};
use super::order_rules::OrderRules;
use super::prompt::{Place, Prompt};
use super::raw_orders::RawOrders;
use super::reader::Reader;
use super::rules::{InForceOf, ParsedOrdersOf};
use super::seat::Seat;
use super::standing;
use std::collections::BTreeMap;

/// Reads a sheet; what cannot be read is complained of and left out.
pub(super) fn read<R: OrderRules>(
    rules: &R,
    seat: &Seat,
    prompts: &[Prompt<R::Question>],
    sheet: &RawOrders,
    complaints: &mut Complaints,
) -> ParsedOrdersOf<R> {
    let mut filing = ParsedOrdersOf::<R>::default();
    if let Some(node) = &sheet.orders {
        let reader = Reader::new(node, Path::top().then("orders"), complaints);
        read_answers(rules, seat, prompts, &reader, &mut filing);
    }
    if let Some(node) = &sheet.ahead {
        let reader = Reader::new(node, Path::top().then("ahead"), complaints);
        filing.ahead = read_ahead(rules, &reader);
    }
    if let Some(node) = &sheet.standing {
        let (kept, withdrawn) = standing::split(node);
        let reader = Reader::new(&kept, Path::top().then("standing"), complaints);
        filing.standing = rules.read_policy(&reader);
        filing.withdrawn = withdrawn;
    }
    filing
}

/// Takes out of a filing all standing orders and orders in advance that were not read without a fault: half a policy may not
/// come into force, and text that cannot be read again must never be in force.
pub(super) fn keep_sound<O, P>(filing: &mut ParsedOrders<O, P>, told: &Complaints) {
    let broken = |steps: &[&str]| {
        let within = |path: &Path| {
            let names = path.0.iter().map(|step| match step {
                Step::Key(key) | Step::KeyOf(key) => key.as_str(),
                Step::Index(_) => "",
            });
            names.take(steps.len()).eq(steps.iter().copied())
        };
        told.0.iter().any(|one| one.kind() != Kind::Warning && within(&one.path))
    };
    if broken(&["standing"]) {
        filing.standing = None;
    }
    if let Some(ahead) = &mut filing.ahead {
        ahead.retain(|name, _| !broken(&["ahead", name]));
    }
}

fn read_answers<R: OrderRules>(
    rules: &R,
    seat: &Seat,
    prompts: &[Prompt<R::Question>],
    reader: &Reader<'_>,
    filing: &mut ParsedOrdersOf<R>,
) {
    if let [prompt] = prompts {
        if let Some(orders) = rules.read_orders(&prompt.name, Place::Orders, reader) {
            filing.orders.insert(prompt.name.clone(), orders);
        }
        return;
    }
    if prompts.is_empty() {
        let message = format!("{seat} is not asked anything in this phase");
        let fault = Common::Awaited.here(reader, message);
        reader.complain(
            fault.fix("leave `orders` out; `ahead` and `standing` may be filed at any time"),
        );
        return;
    }
    let names: Vec<&str> = prompts.iter().map(|prompt| prompt.name.as_str()).collect();
    reader.only(&names);
    for prompt in prompts {
        let Some(part) = reader.get(&prompt.name) else { continue };
        if let Some(orders) = rules.read_orders(&prompt.name, Place::Orders, &part) {
            filing.orders.insert(prompt.name.clone(), orders);
        }
    }
}

fn read_ahead<R: OrderRules>(
    rules: &R,
    reader: &Reader<'_>,
) -> Option<BTreeMap<String, R::Orders>> {
    let names = rules.ahead_names();
    let mut ahead = BTreeMap::new();
    for (key, part) in reader.entries("a map from phase to orders")? {
        if !names.contains(&key.text.as_str()) {
            let fix = match nearest(&key.text, names.iter().copied()) {
                Some(name) => format!("did you mean `{name}`?"),
                None => format!("orders can be given in advance for: {}", names.join(", ")),
            };
            let message = format!("no phase `{}`", key.text);
            let fault = Common::Field.at(reader.path.key(&key.text), message);
            reader.complain(fault.at(key.span).fix(fix));
        } else if let Some(orders) = rules.read_orders(&key.text, Place::Ahead, &part) {
            ahead.insert(key.text.clone(), orders);
        }
    }
    Some(ahead)
}

/// Reads standing orders that the program wrote, in the grammar of players.
///
/// # Errors
/// A message about the part of its own output that the title cannot read: the program has a fault, or somebody altered
/// the file.
pub(super) fn policy_again<R: OrderRules>(rules: &R, node: &Node) -> Result<R::Policy, String> {
    let mut complaints = Complaints::new();
    let read = rules.read_policy(&Reader::new(node, Path::top().then("standing"), &mut complaints));
    again("standing orders", read, &complaints)
}

/// Reads orders given in advance that the program wrote, in the grammar of players.
///
/// # Errors
/// As [`policy_again`].
pub(super) fn ahead_again<R: OrderRules>(
    rules: &R,
    name: &str,
    node: &Node,
) -> Result<R::Orders, String> {
    orders_again(rules, name, Place::Ahead, node)
}

/// Reads what the program wrote of orders to the prompt `name`, in the grammar of players.
///
/// # Errors
/// As [`policy_again`].
pub(super) fn orders_again<R: OrderRules>(
    rules: &R,
    name: &str,
    place: Place,
    node: &Node,
) -> Result<R::Orders, String> {
    let mut complaints = Complaints::new();
    let (top, what) = match place {
        Place::Orders => ("orders", "orders"),
        Place::Ahead => ("ahead", "orders given in advance"),
    };
    let reader = Reader::new(node, Path::top().then(top).then(name), &mut complaints);
    let read = rules.read_orders(name, place, &reader);
    again(what, read, &complaints)
}

fn again<T>(what: &str, read: Option<T>, complaints: &Complaints) -> Result<T, String> {
    let broken = || format!("{what} in force can no longer be read: {complaints}");
    if complaints.fatal() { Err(broken()) } else { read.ok_or_else(broken) }
}

/// Reads the orders in force of each seat from what the program wrote below `force:`.
///
/// # Errors
/// A description of what cannot be read.
pub(super) fn in_force<R: OrderRules>(
    rules: &R,
    node: Option<&Node>,
) -> Result<BTreeMap<Seat, InForceOf<R>>, String> {
    let entries = node.and_then(Node::map).unwrap_or_default().iter();
    entries.map(|(seat, node)| Ok((Seat::new(&seat.text), in_force_of(rules, node)?))).collect()
}

/// Reads the orders in force of one seat from what the program wrote.
///
/// # Errors
/// A description of what cannot be read.
pub(super) fn in_force_of<R: OrderRules>(rules: &R, node: &Node) -> Result<InForceOf<R>, String> {
    let mut in_force = InForceOf::<R>::default();
    for (name, filed) in node.get("ahead").and_then(Node::map).unwrap_or_default() {
        let says = ahead_again(rules, &name.text, says(filed)?)?;
        in_force.ahead.insert(name.text.clone(), Filed { phase: phase(filed.get("phase"))?, says });
    }
    if let Some(filed) = node.get("standing").filter(|node| !node.is_empty()) {
        let says = policy_again(rules, says(filed)?)?;
        in_force.standing = Some(Filed { phase: phase(filed.get("phase"))?, says });
    }
    for (key, age) in node.get("since").and_then(Node::map).unwrap_or_default() {
        in_force.since.insert(key.text.clone(), phase(Some(age))?);
    }
    Ok(in_force)
}

fn says(filed: &Node) -> Result<&Node, String> {
    filed.get("says").ok_or_else(|| "an entry in force is empty".to_owned())
}

fn phase(node: Option<&Node>) -> Result<u32, String> {
    let number = node.and_then(Node::text).and_then(|text| text.parse().ok());
    number.ok_or_else(|| "an entry in force does not name its phase".to_owned())
}
