//! Rules for how the war stands, what an army had done, and how it all ends.

use super::table::{long, number};
use super::truth::{Checker, keys, noun, place, places};
use super::ways::hardship;
use engine::story::{Np, Relation, Tense, ordinal};
use mutator::stories::{Read, Verdict, counted, hold, word};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

impl Checker<'_> {
    fn players(&self) -> Vec<&Value> {
        self.record.after["players"].as_array().expect("players").iter().collect()
    }

    fn provinces(&self, side: &str) -> i64 {
        let owners = self.record.after["owners"].as_object().expect("owners");
        long(owners.values().filter(|owner| *owner == side).count())
    }

    /// The score: who would win, provinces, what they would bring, losses.
    pub(super) fn standing(&self, read: &Read<'_>) -> Option<Verdict> {
        if !read.cited.is_empty() {
            return None;
        }
        let (subject, object) = (Some(&read.clause.subject), read.clause.object.as_ref());
        let who = keys(subject);
        let n = counted(object).or(counted(read.prep("with")));
        let places = self.standings();
        let modal = if self.hidden() { "" } else { "would" };
        let scored = |at: usize| {
            let place = places.get(at).filter(|(vp, seats)| n == Some(*vp) && who == *seats);
            hold(place.is_some() && read.clause.modal == modal, "another score")
        };
        Some(match read.verb {
            "lead" if object.is_some() => {
                let of = self
                    .players()
                    .into_iter()
                    .filter(|one| keys(object).contains(word(one, "side")));
                let of: BTreeSet<String> = of.map(|one| word(one, "seat").to_owned()).collect();
                hold(who == of, "others play for them")
            }
            "lead" | "win" | "share" => scored(0),
            "be" if read.says("without an army") => self.empty_capital(place(subject)?),
            "stand" => self.near_capital(read),
            "have" if noun(object) == "turn" => self.turns_left(&who, n),
            "have" if who.is_empty() && n.is_none() => hold(places[0].0 == 0, "somebody has one"),
            "have" if who.is_empty() => {
                hold(places.len() == 1 && n == Some(places[0].0), "not as many each")
            }
            "have" => scored(1),
            "hold" => match who.first() {
                Some(side) => hold(n == Some(self.provinces(side)), "another number of provinces"),
                None => hold(
                    n == Some(self.provinces("rome")) && n == Some(self.provinces("carthage")),
                    "not as many each",
                ),
            },
            "be" if read.says("worth") => {
                let more = self.provinces("rome") - self.provinces("carthage");
                let side = if more > 0 { "Roman" } else { "Carthaginian" };
                let says =
                    matches!(read.extent(), Some(Np::Count(count)) if count.tail.contains(side));
                hold(says && counted(read.extent()) == Some(more.abs()), "another difference")
            }
            "rank" => self.last(read),
            "fall" => {
                let siege = &self.record.after["sieges"][place(subject)?];
                hold(siege.is_object() && read.relation == Some(Relation::If), "no siege is there")
            }
            _ => return self.cost(read),
        })
    }

    /// Checks whether both generals of a side, or all of them, would rank last.
    fn last(&self, read: &Read<'_>) -> Verdict {
        let text = match &read.clause.subject {
            Np::Words { text, .. } => &**text,
            _ => "",
        };
        let side = if text.contains("Roman") { "rome" } else { "carthage" };
        let own = self.players().into_iter().filter(|one| word(one, "side") == side);
        let both = text.starts_with("both") == (own.count() == 2);
        hold(read.says("last") && both, "another place")
    }

    /// Checks losses, and records in which nothing happened.
    fn cost(&self, read: &Read<'_>) -> Option<Verdict> {
        if !read.cited.is_empty() {
            return None;
        }
        let (subject, object) = (Some(&read.clause.subject), read.clause.object.as_ref());
        let who = keys(subject);
        let n = counted(object).or(counted(read.prep("with")));
        Some(match read.verb {
            "lose" if noun(object) == "element" && read.clause.tense == Tense::Past => {
                let lost = |side: &str| -> i64 {
                    let of =
                        self.after.lost.iter().filter(|(army, _)| army.starts_with(&side[..1]));
                    of.map(|(_, lost)| lost).sum()
                };
                match who.first() {
                    Some(side) => hold(n == Some(lost(side)), "other losses"),
                    None => hold(
                        n == Some(lost("rome")) && n == Some(lost("carthage")),
                        "not as much each",
                    ),
                }
            }
            "take" | "lose" if read.clause.tense == Tense::Pluperfect => self.life(read),
            "use" if matches!(object, Some(Np::Words { .. })) => {
                let turn = number(&self.record.before["stage"]["turn"]);
                let nth = ordinal(u32::try_from(turn + 1).expect("small"));
                let says = matches!(object, Some(Np::Words { text, .. }) if text.contains(&nth));
                let turns = &self.record.before["political"]["turns"];
                let takes = |side: usize| number(&turns[side]) > turn;
                let those = match who.first().map(String::as_str) {
                    Some("rome") => takes(0) && !takes(1),
                    Some(_) => takes(1) && !takes(0),
                    None => takes(0) && takes(1),
                };
                hold(says && those, "another turn")
            }
            "change" => {
                let kinds = ["moved", "retreated", "destroyed", "captured", "siege-begun"];
                let mut events = self.record.events.iter();
                hold(!events.any(|one| kinds.contains(&word(one, "kind"))), "something did")
            }
            "move" => hold(
                !self.record.events.iter().any(|one| word(one, "kind") == "moved"),
                "one moved",
            ),
            "decide" => hold(
                !self.record.events.iter().any(|one| word(one, "kind") == "battle-over"),
                "one was",
            ),
            _ => return None,
        })
    }

    /// Whether only the scores before the political phase are known.
    pub(super) fn hidden(&self) -> bool {
        [self.record.before, self.record.after].iter().all(|state| state["political"].is_object())
    }

    /// Places if the war ended now, with their scores: points, and for each player of the side with more provinces the difference.
    fn standings(&self) -> Vec<(i64, BTreeSet<String>)> {
        let own = |side: &str| self.provinces(side);
        let more = |one: &Value| match word(one, "side") {
            "rome" => (own("rome") - own("carthage")).max(0),
            _ => (own("carthage") - own("rome")).max(0),
        };
        let mut places: BTreeMap<(i64, bool), BTreeSet<String>> = BTreeMap::new();
        for one in self.players() {
            let late = |other: &&Value| {
                other["side"] == one["side"] && other["vp"] == one["vp"] && other["vacant"] != true
            };
            let late = one["vacant"] == true && self.players().iter().any(late);
            let key = (-number(&one["vp"]) - more(one), late);
            places.entry(key).or_default().insert(word(one, "seat").to_owned());
        }
        places.into_iter().map(|((vp, _), seats)| (-vp, seats)).collect()
    }

    /// Checks how many turns with the year's resources a side, or each side, has left.
    fn turns_left(&self, who: &BTreeSet<String>, n: Option<i64>) -> Verdict {
        let turn = number(&self.record.before["stage"]["turn"]) + 1;
        let left =
            |side: usize| (number(&self.record.after["political"]["turns"][side]) - turn).max(0);
        let holds = match who.first().map(String::as_str) {
            Some(side) => n == Some(left(usize::from(side == "carthage"))),
            None => n == Some(left(0)) && n == Some(left(1)),
        };
        hold(holds, "another number of turns")
    }

    /// Checks that a capital has no army of its own.
    pub(super) fn empty_capital(&self, at: &str) -> Verdict {
        let armies = self.record.after["armies"].as_object().into_iter().flatten();
        let own = armies.filter(|(id, army)| word(army, "at") == at && id[..1] == at[..1]);
        hold(["rome", "carthage"].contains(&at) && own.count() == 0, "an army stands there")
    }

    /// Checks that an enemy of a capital is one step away from it.
    fn near_capital(&self, read: &Read<'_>) -> Verdict {
        let at = read.place("next to it in").and_then(|at| at.strip_prefix("at:"));
        let armies = self.armies(Some(&read.clause.subject));
        let capital = |id: &String| if id.starts_with('r') { "carthage" } else { "rome" };
        let near = armies.iter().any(|id| at.is_some_and(|at| self.linked(at, capital(id))));
        let here = |id: &String| self.record.after["armies"][id]["at"].as_str() == at;
        hold(near && armies.iter().any(here), "it is farther away")
    }

    /// Whether an army can step from one province to another without crossing open sea.
    pub(super) fn linked(&self, from: &str, to: &str) -> bool {
        let links = self.map["links"].as_object().into_iter().flatten();
        let mut links = links.flat_map(|(_, all)| all.as_array().into_iter().flatten());
        links.any(|link| {
            let ends = [link[0].as_str(), link[1].as_str()];
            from != to && ends.contains(&Some(from)) && ends.contains(&Some(to))
        })
    }

    /// Checks what an army has done since the last army of its name was gone.
    fn life(&self, read: &Read<'_>) -> Verdict {
        let army = keys(Some(&read.clause.subject)).into_iter().next().ok_or("no army")?;
        let own = |event: &&Value| word(event, "army") == army;
        let gone = |event: &Value| {
            ["destroyed", "disbanded"].contains(&word(event, "kind")) && word(event, "army") == army
                || word(event, "kind") == "given"
                    && word(event, "from") == army
                    && !event["whole"].is_null()
        };
        let past = self.record.past;
        let born = past.iter().rposition(gone).map_or(0, |at| at + 1);
        let life = &past[born..];
        let kind = |kind: &'static str| move |event: &&Value| word(event, "kind") == kind;
        if read.verb == "take" {
            let took: BTreeSet<String> = life
                .iter()
                .filter(kind("captured"))
                .filter(own)
                .map(|event| word(event, "province").to_owned())
                .collect();
            let object = read.clause.object.as_ref();
            let same = match counted(object) {
                Some(n) => n == long(took.len()),
                None => places(object) == took,
            };
            return hold(same, "it took others");
        }
        let lost = lost_where(life, &army);
        let sum = |np: &Np| match np {
            Np::Count(count) => lost.get(&*count.tail) == Some(&count.n),
            _ => false,
        };
        hold(
            match read.clause.object.as_ref() {
                Some(Np::List(parts)) => parts.iter().all(sum),
                Some(np) => sum(np),
                None => false,
            },
            "it lost others",
        )
    }

    pub(super) fn end(&self, read: &Read<'_>) -> Option<Verdict> {
        let (subject, object) = (Some(&read.clause.subject), read.clause.object.as_ref());
        let over = read.of("game-over").first().copied();
        let how = over.map_or("", |event| word(event, "how"));
        let text = match subject {
            Some(Np::Words { text, .. }) => text.to_string(),
            _ => String::new(),
        };
        Some(match read.verb {
            "end" if object.is_some() => {
                let fallen = [("rome", "carthage"), ("carthage", "rome")];
                let fallen = fallen
                    .iter()
                    .filter(|(at, by)| self.record.after["owners"][*at] == *by)
                    .count();
                let fell = |at: &str| self.record.after["owners"][at] != at;
                let named =
                    place(subject).map_or(text.contains("both"), |at| fallen == 1 && fell(at));
                hold(how == "capital" && named, "another end")
            }
            "end" => {
                let n = counted(read.prep("with"));
                let players = self.players();
                let own = |seat: &String| {
                    players
                        .iter()
                        .any(|one| word(one, "seat") == seat && Some(number(&one["vp"])) == n)
                };
                let who = keys(subject);
                hold(over.is_some() && !who.is_empty() && who.iter().all(own), "another score")
            }
            "be" if over.is_some() => hold(how == "time", "another end"),
            "agree" => hold(how == "agreement", "another end"),
            "give up" => hold(how == "resigned", "another end"),
            "rank" => {
                let victor = over.map_or("", |event| word(event, "victor"));
                hold(
                    text.contains(if victor == "rome" { "Roman" } else { "Carthaginian" }),
                    "the other side",
                )
            }
            "hold" | "get" if !read.of("vp").is_empty() => {
                let more = self.provinces("rome") - self.provinces("carthage");
                let side = if more > 0 { "rome" } else { "carthage" };
                let who = keys(subject);
                let count = counted(object) == Some(more.abs());
                let paid = read.of("vp").iter().all(|event| number(&event["delta"]) == more.abs());
                hold(count && paid && who.iter().all(|key| key == side), "another difference")
            }
            _ => return None,
        })
    }
}

/// The losses of an army by place, in the words of a story.
fn lost_where(life: &[Value], army: &str) -> BTreeMap<&'static str, i64> {
    let mut lost: BTreeMap<&str, i64> = BTreeMap::new();
    for event in life {
        let (place, n) = match word(event, "kind") {
            "attrition" if word(event, "army") == army => {
                let place = hardship(event);
                (place, number(&event["loses"]))
            }
            "siege-lost-element" if word(event, "army") == army => ("to hunger and sickness", 1),
            "battle-over" if event["counts"] == true => {
                let losses = event["losses"].as_array().expect("losses").iter();
                let own = losses.filter(|one| one[0] == army);
                let fallen = own.map(|one| one[1].as_array().expect("elements").len());
                ("in battle", long(fallen.sum()))
            }
            _ => continue,
        };
        *lost.entry(place).or_default() += n;
    }
    lost
}
