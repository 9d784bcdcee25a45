//! Standing orders, key by key: what a block in a file changes, and what is in force afterwards.
//!
//! One rule for every title: a block replaces the keys that it names, each with all that stands below it, and leaves the
//! others; a key whose value is the word `default` is withdrawn; an empty block withdraws them all.

use super::codes::Common;
use super::complaint::{Complaints, nearest};
use super::filing::{Filed, InForce};
use super::node::{Node, Path, Value};
use super::plain::Plain;
use serde::Serialize;
use serde_json::Map;
use std::collections::{BTreeMap, BTreeSet};

/// The word that withdraws a key: what the rules do without it applies again.
pub const WITHDRAWN: &str = "default";

/// A block without the keys that it withdraws, and those keys.
pub fn split(block: &Node) -> (Node, BTreeSet<String>) {
    let mut kept = block.clone();
    let mut withdrawn = BTreeSet::new();
    if let Value::Map(entries) = &mut kept.value {
        entries.retain(|(key, node)| {
            let stays = node.text() != Some(WITHDRAWN);
            if !stays {
                withdrawn.insert(key.text.clone());
            }
            stays
        });
    }
    (kept, withdrawn)
}

/// The tree of the standing orders that would be in force if this block were added to the present ones; [`enter`] reads
/// it.
pub fn merged<O, P: Plain>(
    force: Option<&InForce<O, P>>,
    block: &P,
    withdrawn: &BTreeSet<String>,
) -> Node {
    let named = keys(block);
    let old = force.and_then(|force| force.standing.as_ref());
    let mut all = old.map(|filed| keys(&filed.says)).unwrap_or_default();
    all.retain(|key, _| !withdrawn.contains(key) && !named.contains_key(key));
    all.extend(named);
    Node::from_value(&serde_json::Value::Object(all))
}

/// Puts a block of the file for `phase` in force.
///
/// `read` reads a whole block in the title's grammar.
pub fn enter<O, P: Plain>(
    force: &mut InForce<O, P>,
    block: &P,
    withdrawn: &BTreeSet<String>,
    phase: u32,
    read: impl FnOnce(&Node) -> P,
) {
    let named = keys(block);
    let old = force.standing.take().map(|filed| (keys(&filed.says), filed.phase));
    let ages = std::mem::take(&mut force.since);
    if named.is_empty() && withdrawn.is_empty() {
        return;
    }
    let Some((mut all, before)) = old else {
        force.standing = (!named.is_empty()).then(|| Filed { phase, says: block.clone() });
        return;
    };
    all.retain(|key, _| !withdrawn.contains(key) && !named.contains_key(key));
    let mut since: BTreeMap<String, u32> =
        all.keys().map(|key| (key.clone(), ages.get(key).copied().unwrap_or(before))).collect();
    since.extend(named.keys().map(|key| (key.clone(), phase)));
    let Some(newest) = since.values().copied().max() else { return };
    all.extend(named);
    let says = read(&Node::from_value(&serde_json::Value::Object(all)));
    since.retain(|_, age| *age != newest);
    force.standing = Some(Filed { phase: newest, says });
    force.since = since;
}

/// The keys in force, each with the phase whose file gave it.
pub fn ages<O, P: Plain>(force: &InForce<O, P>) -> BTreeMap<String, u32> {
    let Some(filed) = &force.standing else { return BTreeMap::new() };
    let age = |key: &String| (key.clone(), force.since.get(key).copied().unwrap_or(filed.phase));
    keys(&filed.says).keys().map(age).collect()
}

/// Complains of keys that are withdrawn and not in force: most likely they are mistyped.
pub fn idle<O, P: Plain>(
    force: Option<&InForce<O, P>>,
    block: &Node,
    withdrawn: &BTreeSet<String>,
) -> Complaints {
    let known: Vec<String> = force.map(ages).unwrap_or_default().into_keys().collect();
    let mut complaints = Complaints::new();
    for (key, node) in block.map().unwrap_or_default() {
        if !withdrawn.contains(&key.text) || known.contains(&key.text) {
            continue;
        }
        let fix = match nearest(&key.text, known.iter().map(String::as_str)) {
            Some(near) => format!("did you mean `{near}`?"),
            None if known.is_empty() => "leave it out: you have no standing orders".to_owned(),
            None => format!("leave it out; the standing orders in force are: {}", known.join(", ")),
        };
        let message =
            format!("`{}: {WITHDRAWN}` withdraws a standing order that is not in force", key.text);
        let path = Path::top().then("standing").then(key.text.as_str());
        complaints.push(Common::Standing.at(path, message).at(node.span).fix(fix));
    }
    complaints
}

/// A policy's keys with what stands below them, in its own order.
fn keys<P: Serialize>(policy: &P) -> Map<String, serde_json::Value> {
    match serde_json::to_value(policy).expect("standing orders are plain data") {
        serde_json::Value::Object(map) => map,
        serde_json::Value::Null => Map::new(),
        other => panic!("standing orders are a map by key, not {other}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{ages, enter, idle, split};
    use crate::filing::InForce;
    use crate::node::{Key, Node, Span, Value};
    use std::collections::{BTreeMap, BTreeSet};

    type Words = BTreeMap<String, u32>;

    fn block(entries: &[(&str, u32)]) -> Words {
        entries.iter().map(|(key, value)| ((*key).to_owned(), *value)).collect()
    }

    fn again(node: &Node) -> Words {
        let number = |node: &Node| node.text().and_then(|text| text.parse().ok());
        let entries = node.map().unwrap_or_default().iter();
        entries.map(|(key, node)| (key.text.clone(), number(node).expect("a number"))).collect()
    }

    fn names(list: &[&str]) -> BTreeSet<String> {
        list.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn a_block_replaces_what_it_names_and_each_key_keeps_the_phase_that_gave_it() {
        let mut force = InForce::<(), Words>::default();
        enter(
            &mut force,
            &block(&[("battle", 1), ("effect", 1), ("losses", 1)]),
            &names(&[]),
            3,
            again,
        );
        assert!(force.since.is_empty(), "one file gave all");
        enter(&mut force, &block(&[("battle", 2)]), &names(&[]), 5, again);
        assert_eq!(ages(&force), block(&[("battle", 5), ("effect", 3), ("losses", 3)]));
        assert_eq!(force.standing.as_ref().map(|filed| filed.says["battle"]), Some(2));
        enter(&mut force, &block(&[("retreat", 3)]), &names(&["effect"]), 8, again);
        assert_eq!(ages(&force), block(&[("battle", 5), ("losses", 3), ("retreat", 8)]));
        assert_eq!(force.standing.as_ref().map(|filed| filed.phase), Some(8));
    }

    #[test]
    fn what_is_withdrawn_is_gone_and_what_stays_keeps_its_age() {
        let mut force = InForce::<(), Words>::default();
        enter(&mut force, &block(&[]), &names(&["battle"]), 2, again);
        assert_eq!(force.standing, None);
        enter(&mut force, &block(&[("battle", 1), ("effect", 1)]), &names(&[]), 3, again);
        enter(&mut force, &block(&[]), &names(&["battle"]), 4, again);
        assert_eq!(ages(&force), block(&[("effect", 3)]));
        enter(&mut force, &block(&[]), &names(&["effect"]), 5, again);
        assert_eq!((&force.standing, force.since.len()), (&None, 0));
        enter(&mut force, &block(&[("battle", 1)]), &names(&[]), 6, again);
        enter(&mut force, &block(&[]), &names(&[]), 7, again);
        assert_eq!(force.standing, None, "an empty block clears");
    }

    #[test]
    fn the_word_default_withdraws_and_a_key_that_is_not_in_force_is_named() {
        let at = |column| Span { column, ..Span::default() };
        let key = |text: &str| Key { text: text.to_owned(), span: at(1) };
        let word = |text: &str| Node {
            value: Value::Scalar { text: text.to_owned(), plain: true },
            span: at(9),
        };
        let entries = vec![(key("batle"), word("default")), (key("effect"), word("none"))];
        let tree = Node { value: Value::Map(entries), span: at(1) };
        let (kept, withdrawn) = split(&tree);
        assert_eq!((kept.map().map(<[_]>::len), &withdrawn), (Some(1), &names(&["batle"])));
        let mut force = InForce::<(), Words>::default();
        assert_eq!(
            idle(Some(&force), &tree, &withdrawn).0[0].fix.as_deref(),
            Some("leave it out: you have no standing orders")
        );
        enter(&mut force, &block(&[("battle", 1)]), &names(&[]), 1, again);
        let found = idle(Some(&force), &tree, &withdrawn).0;
        assert_eq!(
            (found.len(), found[0].code, found[0].fix.as_deref()),
            (1, "E-standing", Some("did you mean `battle`?"))
        );
        assert!(
            idle(Some(&force), &tree, &names(&["effect"])).0.len() == 1
                && idle(Some(&force), &tree, &names(&[])).0.is_empty()
        );
    }
}
