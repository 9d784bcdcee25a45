//! Checks headlines against the whole record, and the position after it.

use super::truth::{Checker, Force, other, places};
use engine::story::Np;
use mutator::stories::{Read, Verdict, hold, word};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The side that a name is of.
fn side<'c>(read: &Read<'c>) -> &'c str {
    read.subject.map_or("", |who| if who.key == "hannibal" { "carthage" } else { &who.key })
}

/// The area that a clause is about; empty where it is about none.
fn area<'c>(read: &Read<'c>) -> &'c str {
    let about = match (read.verb, &read.clause.object) {
        ("be" | "lie" | "end", _) => Some(&read.clause.subject),
        (_, object) => object.as_ref(),
    };
    let named = match about {
        Some(Np::Headed { of, .. }) => of.entity(),
        about => about.and_then(Np::entity),
    };
    read.place("in").or(named.map(|at| at.key.as_str())).unwrap_or_default()
}

/// Checks that this many units of a side ended their way there.
fn went(read: &Read<'_>) -> Verdict {
    let Some(force) = Force::of(&read.clause.subject) else { return Err("nobody".to_owned()) };
    let mut ends: BTreeMap<&str, (&str, &str)> = BTreeMap::new();
    for event in read.of("move") {
        for id in [event["id"].as_str(), event["escort"].as_str()].into_iter().flatten() {
            ends.insert(id, (word(event, "to"), word(event, "seat")));
        }
    }
    let there: BTreeSet<&str> = ends
        .iter()
        .filter(|(_, (to, _))| Some(*to) == read.place("to"))
        .map(|(id, _)| *id)
        .collect();
    let own =
        |side: Option<&str>| there.iter().all(|id| side.is_none_or(|side| ends[id].1 == side));
    let others = there.iter().filter(|id| **id != "hannibal").count();
    let seas = |event: &&Value| {
        let over = event["seas"].as_array().into_iter().flatten().filter_map(Value::as_str);
        over.map(str::to_owned).collect::<BTreeSet<_>>() == places(read.clause.object.as_ref())
    };
    hold(
        (read.verb != "cross" || read.of("move").iter().any(seas))
            && own(force.side)
            && force.others <= others
            && (!force.hannibal || there.contains("hannibal")),
        "others went there",
    )
}

/// Checks that both cards were shown there.
fn laid(read: &Read<'_>, area: &str) -> Verdict {
    let card = |np: Option<&Np>| np.and_then(Np::entity).map_or("", |card| &card.key).to_owned();
    let (rome, carthage) = (card(read.clause.object.as_ref()), card(read.prep("against")));
    let shown = |one: &&Value| {
        word(one, "area") == area && word(one, "rome") == rome && word(one, "carthage") == carthage
    };
    hold(side(read) == "rome" && read.of("reveal").iter().any(shown), "another card")
}

impl Checker<'_> {
    pub(super) fn news(&self, read: &Read<'_>) -> Verdict {
        let (side, area) = (side(read), area(read));
        let results = || read.of("result").into_iter().filter(|one| word(one, "area") == area);
        let won = |who: &str| {
            results().any(|one| {
                let points = |sum: &str| one[sum].as_i64().unwrap_or_default();
                let margin = (points("att") - points("dfn")).abs();
                word(one, "winner") == who && read.says("by a single point") == (margin == 1)
            })
        };
        let holds = || self.holder(self.record.after, area) == Some(side);
        match read.verb {
            "attack" => self.attacked(read, side, area),
            "lay" => laid(read, area),
            "take" => {
                // A headline of two areas says of neither by how little.
                let beat = || results().any(|one| word(one, "winner") == side);
                let two = read.clause.verb.is_empty() || read.clause.rest.is_empty();
                hold(
                    holds() && (results().next().is_none() || won(side) || two && beat()),
                    "it was not taken",
                )
            }
            // Whoever was beaten there may still have to go.
            "hold" => hold(won(side) || holds() && results().next().is_none(), "it was lost"),
            "end" if !area.is_empty() => {
                hold(results().any(|one| word(one, "winner") == "tie"), "somebody won")
            }
            "win" if area.is_empty() => {
                let seat = |one: &&Value| word(one, "seat") == side;
                hold(read.of("victory").iter().any(seat), "another side won")
            }
            "win" => hold(won(side), "another winner"),
            "be" => {
                let over = || read.of("battle-over").iter().any(|one| word(one, "area") == area);
                hold(!self.both_stand(area) || over(), "it goes on")
            }
            "occupy" => {
                let was = self.holder(self.record.before, area);
                hold(
                    holds() && was != Some(side) && results().next().is_none(),
                    "it was fought for",
                )
            }
            "enter" => {
                hold(!self.units(self.record.after, side, area).is_empty(), "nobody is there")
            }
            "lie" => {
                let empty = |of: &&str| self.units(self.record.after, of, area).is_empty();
                hold(["rome", "carthage"].iter().all(empty), "somebody is there")
            }
            "return" => went(read).and_then(|()| self.returned(read)),
            "sail" | "march" | "march on" | "cross" | "come" => went(read),
            _ => self.clause(read),
        }
    }

    fn both_stand(&self, area: &str) -> bool {
        ["rome", "carthage"].iter().all(|of| !self.units(self.record.after, of, area).is_empty())
    }

    /// Checks that the side had stood there before: units of it left the area, or fell there, or it was theirs alone.
    fn returned(&self, read: &Read<'_>) -> Verdict {
        let to = read.place("to").unwrap_or_default();
        let force = Force::of(&read.clause.subject).ok_or("nobody")?;
        let mover = if force.hannibal { "carthage" } else { force.side.unwrap_or_default() };
        let left = |event: &Value| {
            word(event, "from") == to || word(event, "kind") != "move" && word(event, "area") == to
        };
        let stood = !self.units(self.record.before, mover, to).is_empty();
        let was = self.record.past.iter().any(|event| word(event, "seat") == mover && left(event));
        hold(stood || was, "had never been there")
    }

    /// Checks that a battle was begun there, or has waited for its cards since an earlier record.
    fn attacked(&self, read: &Read<'_>, side: &str, area: &str) -> Verdict {
        let begun = ["battle", "battle-pending"].map(|kind| read.of(kind)).concat();
        let here =
            begun.iter().any(|one| word(one, "area") == area && word(one, "attacker") == side);
        let stood = |of: &str| !self.units(self.record.before, of, area).is_empty();
        let theirs = if side == "rome" { "Carthaginian" } else { "Roman" };
        let foe = match &read.clause.object {
            Some(Np::Headed { noun, .. }) => noun.contains(theirs),
            _ => !self.at_sea(area),
        };
        hold(foe && (here || stood(side) && stood(other(side))), "another attack")
    }
}
