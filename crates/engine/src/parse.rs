//! Reading what an order file says to the game, as far as it can be read.

use super::complaint::{Complaint, Complaints, nearest};
use super::node::Path;
use super::reader::Reader;
use super::rules::{ParsedOrdersOf, Place, Prompt, Rules};
use super::seat::Seat;
use super::standing;
use super::title::RawOrders;
use std::collections::BTreeMap;

/// Reads a sheet; what cannot be read is complained of and left out.
pub(super) fn read<R: Rules>(
    rules: &R,
    seat: &Seat,
    prompts: &[Prompt<R::Question>],
    sheet: &RawOrders,
    complaints: &mut Complaints,
) -> ParsedOrdersOf<R> {
    let mut filing = ParsedOrdersOf::<R>::default();
    if let Some(node) = &sheet.orders {
        let reader = Reader::new(node, Path::top().then("orders"));
        read_answers(rules, seat, prompts, &reader, &mut filing, complaints);
    }
    if let Some(node) = &sheet.ahead {
        let reader = Reader::new(node, Path::top().then("ahead"));
        filing.ahead = read_ahead(rules, &reader, complaints);
    }
    if let Some(node) = &sheet.standing {
        let (kept, withdrawn) = standing::split(node);
        let reader = Reader::new(&kept, Path::top().then("standing"));
        filing.standing = rules.read_policy(&reader, complaints);
        filing.withdrawn = withdrawn;
    }
    filing
}

/// Reads what stands below `orders`.
fn read_answers<R: Rules>(
    rules: &R,
    seat: &Seat,
    prompts: &[Prompt<R::Question>],
    reader: &Reader<'_>,
    filing: &mut ParsedOrdersOf<R>,
    complaints: &mut Complaints,
) {
    if let [prompt] = prompts {
        if let Some(orders) = rules.read_orders(&prompt.name, Place::Orders, reader, complaints) {
            filing.orders.insert(prompt.name.clone(), orders);
        }
        return;
    }
    if prompts.is_empty() {
        let fault = Complaint::fault(
            "E-awaited",
            reader.path.clone(),
            format!("{seat} is not asked anything in this phase"),
        );
        complaints.push(
            fault
                .at(reader.span())
                .fix("leave `orders` out; `ahead` and `standing` may be filed at any time"),
        );
        return;
    }
    let names: Vec<&str> = prompts.iter().map(|prompt| prompt.name.as_str()).collect();
    reader.only(&names, complaints);
    for prompt in prompts {
        let Some(part) = reader.get(&prompt.name) else { continue };
        if let Some(orders) = rules.read_orders(&prompt.name, Place::Orders, &part, complaints) {
            filing.orders.insert(prompt.name.clone(), orders);
        }
    }
}

/// Reads what stands below `ahead`.
fn read_ahead<R: Rules>(
    rules: &R,
    reader: &Reader<'_>,
    complaints: &mut Complaints,
) -> Option<BTreeMap<String, R::Orders>> {
    let names = rules.ahead_names();
    let mut ahead = BTreeMap::new();
    for (key, part) in reader.entries("a map from phase to orders", complaints)? {
        if !names.contains(&key.text.as_str()) {
            let fix = match nearest(&key.text, names.iter().copied()) {
                Some(name) => format!("did you mean `{name}`?"),
                None => format!("orders can be given ahead for: {}", names.join(", ")),
            };
            let fault = Complaint::fault(
                "E-field",
                reader.path.key(&key.text),
                format!("no phase `{}`", key.text),
            );
            complaints.push(fault.at(key.span).fix(fix));
        } else if let Some(orders) = rules.read_orders(&key.text, Place::Ahead, &part, complaints) {
            ahead.insert(key.text.clone(), orders);
        }
    }
    Some(ahead)
}
