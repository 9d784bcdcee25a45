//! Reads standing orders.

use super::{ArmyPolicy, HandOver, Line, MinorPolicy, Policy, Sent, SentWord, When};
use crate::battle::read as plan;
use crate::codes::Code;
use crate::elements::ArmyId;
use crate::orders::read::season::{gaul, if_siege, ratio};
use crate::orders::read::{army, elements, name, names, troops};
use engine::{Reader, apart};

const KEYS: [&str; 11] = [
    "entered",
    "final",
    "retreat_to",
    "if_siege",
    "gaul",
    "relieved",
    "sallied_upon",
    "contingent",
    "hand_over",
    "losses",
    "plan",
];

/// A seat's standing orders.
pub(crate) fn policy(reader: &Reader<'_>) -> Option<Policy> {
    let entries = reader.entries("a map from army to standing orders")?;
    reader.only(&["ra", "rb", "ca", "cb", "minor_war", "end"]);
    let mut policy = Policy::default();
    for (key, part) in entries {
        if let Some(slot) = ArmyId::parse(&key.text).and_then(|army| policy.slot(army)) {
            *slot = army_policy(&part);
        }
    }
    policy.minor_war = reader.get("minor_war").and_then(|part| minor(&part));
    policy.end = reader.get("end").and_then(|part| part.one_of("wish", Code::Word));
    Some(policy)
}

/// Standing orders for one army.
pub(crate) fn army_policy(reader: &Reader<'_>) -> Option<ArmyPolicy> {
    reader.entries("standing orders of an army")?;
    reader.only(&KEYS);
    let lines = reader.get("entered").map(|part| part.items());
    let given = reader.get("hand_over").map(|part| part.items());
    Some(ArmyPolicy {
        entered: lines.map(|lines| apart(&lines, line)),
        last_word: reader.get("final").and_then(|part| part.truth("true or false")),
        retreat_to: reader.get("retreat_to").map(|part| names(&part, "a province")),
        if_siege: reader.get("if_siege").and_then(|part| if_siege(&part)),
        gaul: reader.get("gaul").and_then(|part| gaul(&part)),
        relieved: reader.get("relieved").and_then(|part| part.one_of("choice", Code::Word)),
        sallied_upon: reader.get("sallied_upon").and_then(|part| part.one_of("choice", Code::Word)),
        contingent: reader.get("contingent").map(|part| sent(&part)),
        hand_over: given.map(|given| apart(&given, hand_over)),
        losses: reader.get("losses").map(|part| troops(&part)),
        plan: reader.get("plan").and_then(|part| plan::plan(&part)),
    })
}

/// The defaults of the data: an army's keys, without what differs by side or cannot be given.
pub(crate) fn defaults(reader: &Reader<'_>) -> Option<ArmyPolicy> {
    let lines = reader.need("entered")?.items();
    let choice = |key: &str| reader.need(key);
    Some(ArmyPolicy {
        entered: Some(apart(&lines, line)),
        if_siege: Some(if_siege(&choice("if_siege")?)?),
        relieved: Some(choice("relieved")?.one_of("choice", Code::Word)?),
        sallied_upon: Some(choice("sallied_upon")?.one_of("choice", Code::Word)?),
        contingent: Some(sent(&choice("contingent")?)),
        losses: Some(troops(&choice("losses")?)),
        ..ArmyPolicy::default()
    })
}

fn line(reader: &Reader<'_>) -> Option<Line> {
    reader.entries("a line such as `{when: {odds: 1.2}, do: fight}`")?;
    reader.only(&["when", "do"]);
    let when = reader.get("when").map(|part| when(&part)).unwrap_or_default();
    let what = reader.need("do")?.one_of("answer", Code::Word)?;
    Some(Line { when, what })
}

fn when(reader: &Reader<'_>) -> When {
    if reader.entries("conditions such as `{odds: 1.2}`").is_none() {
        return When::default();
    }
    reader.only(&["odds", "by", "province", "size", "season", "can"]);
    When {
        odds: reader.get("odds").and_then(|part| ratio(&part)),
        by: reader.get("by").and_then(|part| army(&part)),
        province: reader
            .get("province")
            .and_then(|part| part.one_of("kind of province", Code::Word)),
        size: reader.get("size").and_then(|part| part.number("a number of elements", 0, 99)),
        season: reader.get("season").and_then(|part| part.one_of("season", Code::Word)),
        can: reader.get("can").and_then(|part| part.one_of("possibility", Code::Word)),
    }
}

/// `half`, `none`, or elements.
pub(crate) fn sent(reader: &Reader<'_>) -> Sent {
    match reader.node.text() {
        Some("half") => Sent::Word(SentWord::Half),
        Some("none") => Sent::Word(SentWord::Nothing),
        _ => Sent::These(elements(reader)),
    }
}

fn hand_over(reader: &Reader<'_>) -> Option<HandOver> {
    reader.entries("`to` and `elements`")?;
    reader.only(&["to", "elements"]);
    let to = reader.need("to").and_then(|part| army(&part));
    let list = reader.need("elements").map(|part| elements(&part));
    Some(HandOver { to: to?, elements: list? })
}

fn minor(reader: &Reader<'_>) -> Option<MinorPolicy> {
    reader.entries("`elect` and `prefer`")?;
    reader.only(&["elect", "prefer"]);
    let mut policy = MinorPolicy {
        elect: reader.get("elect").and_then(|part| part.truth("true or false")),
        ..MinorPolicy::default()
    };
    if let Some(prefer) = reader.get("prefer") {
        for (key, part) in prefer.entries("a map from row to army").unwrap_or_default() {
            match (key.text.parse::<u8>(), name(&part, "an army")) {
                (Ok(row), Some(army)) => drop(policy.prefer.insert(row, army)),
                (Err(_), _) => {
                    reader.complain(
                        part.fault(Code::Word, format!("`{}` is not a row", key.text))
                            .fix("write the row's number"),
                    );
                }
                _ => {}
            }
        }
    }
    Some(policy)
}
