//! Reads standing orders.

use super::{ArmyPolicy, HandOver, Line, MinorPolicy, Policy, Sent, SentWord, When};
use crate::battle::read as plan;
use crate::codes::Code;
use crate::elements::ArmyId;
use crate::orders::read::season::{gaul, if_siege, ratio};
use crate::orders::read::{army, elements, name, names, troops};
use engine::{Complaints, Reader, apart};

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
pub(crate) fn policy(reader: &Reader<'_>, complaints: &mut Complaints) -> Option<Policy> {
    let entries = reader.entries("a map from army to standing orders", complaints)?;
    reader.only(&["ra", "rb", "ca", "cb", "minor_war", "end"], complaints);
    let mut policy = Policy::default();
    for (key, part) in entries {
        if let Some(slot) = ArmyId::parse(&key.text).and_then(|army| policy.slot(army)) {
            *slot = army_policy(&part, complaints);
        }
    }
    policy.minor_war = reader.get("minor_war").and_then(|part| minor(&part, complaints));
    policy.end = reader.get("end").and_then(|part| part.one_of("wish", Code::Word, complaints));
    Some(policy)
}

/// Standing orders for one army.
pub(crate) fn army_policy(reader: &Reader<'_>, complaints: &mut Complaints) -> Option<ArmyPolicy> {
    reader.entries("standing orders of an army", complaints)?;
    reader.only(&KEYS, complaints);
    let lines = reader.get("entered").map(|part| part.items());
    let given = reader.get("hand_over").map(|part| part.items());
    Some(ArmyPolicy {
        entered: lines.map(|lines| apart(&lines, complaints, line)),
        last_word: reader.get("final").and_then(|part| part.truth("true or false", complaints)),
        retreat_to: reader.get("retreat_to").map(|part| names(&part, "a province", complaints)),
        if_siege: reader.get("if_siege").and_then(|part| if_siege(&part, complaints)),
        gaul: reader.get("gaul").and_then(|part| gaul(&part, complaints)),
        relieved: reader
            .get("relieved")
            .and_then(|part| part.one_of("choice", Code::Word, complaints)),
        sallied_upon: reader
            .get("sallied_upon")
            .and_then(|part| part.one_of("choice", Code::Word, complaints)),
        contingent: reader.get("contingent").map(|part| sent(&part, complaints)),
        hand_over: given.map(|given| apart(&given, complaints, hand_over)),
        losses: reader.get("losses").map(|part| troops(&part, complaints)),
        plan: reader.get("plan").and_then(|part| plan::plan(&part, complaints)),
    })
}

/// The defaults of the data: an army's keys, without what differs by side or cannot be given.
pub(crate) fn defaults(reader: &Reader<'_>, complaints: &mut Complaints) -> Option<ArmyPolicy> {
    let lines = reader.need("entered", complaints)?.items();
    let choice = |key: &str, complaints: &mut Complaints| reader.need(key, complaints);
    Some(ArmyPolicy {
        entered: Some(apart(&lines, complaints, line)),
        if_siege: Some(if_siege(&choice("if_siege", complaints)?, complaints)?),
        relieved: Some(choice("relieved", complaints)?.one_of("choice", Code::Word, complaints)?),
        sallied_upon: Some(choice("sallied_upon", complaints)?.one_of(
            "choice",
            Code::Word,
            complaints,
        )?),
        contingent: Some(sent(&choice("contingent", complaints)?, complaints)),
        losses: Some(troops(&choice("losses", complaints)?, complaints)),
        ..ArmyPolicy::default()
    })
}

fn line(reader: &Reader<'_>, complaints: &mut Complaints) -> Option<Line> {
    reader.entries("a line such as `{when: {odds: 1.2}, do: fight}`", complaints)?;
    reader.only(&["when", "do"], complaints);
    let when = reader.get("when").map(|part| when(&part, complaints)).unwrap_or_default();
    let what = reader.need("do", complaints)?.one_of("answer", Code::Word, complaints)?;
    Some(Line { when, what })
}

fn when(reader: &Reader<'_>, complaints: &mut Complaints) -> When {
    if reader.entries("conditions such as `{odds: 1.2}`", complaints).is_none() {
        return When::default();
    }
    reader.only(&["odds", "by", "province", "size", "season", "can"], complaints);
    When {
        odds: reader.get("odds").and_then(|part| ratio(&part, complaints)),
        by: reader.get("by").and_then(|part| army(&part, complaints)),
        province: reader
            .get("province")
            .and_then(|part| part.one_of("kind of province", Code::Word, complaints)),
        size: reader
            .get("size")
            .and_then(|part| part.number("a number of elements", 0, 99, complaints)),
        season: reader.get("season").and_then(|part| part.one_of("season", Code::Word, complaints)),
        can: reader.get("can").and_then(|part| part.one_of("possibility", Code::Word, complaints)),
    }
}

/// `half`, `none`, or elements.
pub(crate) fn sent(reader: &Reader<'_>, complaints: &mut Complaints) -> Sent {
    match reader.node.text() {
        Some("half") => Sent::Word(SentWord::Half),
        Some("none") => Sent::Word(SentWord::Nothing),
        _ => Sent::These(elements(reader, complaints)),
    }
}

fn hand_over(reader: &Reader<'_>, complaints: &mut Complaints) -> Option<HandOver> {
    reader.entries("`to` and `elements`", complaints)?;
    reader.only(&["to", "elements"], complaints);
    let to = reader.need("to", complaints).and_then(|part| army(&part, complaints));
    let list = reader.need("elements", complaints).map(|part| elements(&part, complaints));
    Some(HandOver { to: to?, elements: list? })
}

fn minor(reader: &Reader<'_>, complaints: &mut Complaints) -> Option<MinorPolicy> {
    reader.entries("`elect` and `prefer`", complaints)?;
    reader.only(&["elect", "prefer"], complaints);
    let mut policy = MinorPolicy {
        elect: reader.get("elect").and_then(|part| part.truth("true or false", complaints)),
        ..MinorPolicy::default()
    };
    if let Some(prefer) = reader.get("prefer") {
        for (key, part) in prefer.entries("a map from row to army", complaints).unwrap_or_default()
        {
            match (key.text.parse::<u8>(), name(&part, "an army", complaints)) {
                (Ok(row), Some(army)) => drop(policy.prefer.insert(row, army)),
                (Err(_), _) => {
                    complaints.push(
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
