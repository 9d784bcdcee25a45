//! Checks clauses about sieges.

use super::table::number;
use super::truth::{Checker, one, place};
use super::ways::here;
use engine::story::ordinal;
use mutator::stories::{Read, Verdict, counted, hold, word};
use serde_json::Value;
use std::collections::BTreeSet;

impl Checker<'_> {
    pub(super) fn besiegers(&self, at: &str) -> BTreeSet<String> {
        let before = self.record.before["sieges"][at]["besiegers"].as_array().into_iter().flatten();
        let begun = self
            .record
            .events
            .iter()
            .filter(|event| word(event, "kind") == "siege-begun" && word(event, "at") == at);
        let before = before.filter_map(Value::as_str);
        before.chain(begun.map(|event| word(event, "besieger"))).map(str::to_owned).collect()
    }

    /// Checks that besiegers of a city are before it and not in it, and that nobody is before a city without a siege or
    /// a battle.
    pub(super) fn placed(&self, read: &Read<'_>) -> Verdict {
        let named =
            &self.armies(Some(&read.clause.subject)) | &self.armies(read.clause.object.as_ref());
        for (word, np) in read.preps() {
            let Some(at) = place(Some(np)) else { continue };
            let besiegers = self.besiegers(at);
            let within = ["besiege", "stand siege"].contains(&read.verb) || read.says("besiege");
            let province = &self.map["provinces"][at];
            match word {
                "in" => hold(within || besiegers.is_disjoint(&named), "it is before the city")?,
                "before" => {
                    let town =
                        province["city"] == "major" || province["name"] == province["city_name"];
                    hold(town || !besiegers.is_empty(), "nobody besieges it")?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    pub(super) fn siege(&self, read: &Read<'_>) -> Option<Verdict> {
        let (subject, object) = (Some(&read.clause.subject), read.clause.object.as_ref());
        let armies = self.armies(subject);
        Some(match read.verb {
            "besiege" | "join" => {
                let whom = self.armies(object);
                let at = place(object).or(read.place("in").and_then(|at| at.strip_prefix("at:")));
                let fits = |event: &Value| {
                    armies.contains(word(event, "besieger"))
                        && (event["joins"] == true) == (read.verb == "join")
                        && at.is_none_or(|at| at == word(event, "at"))
                        && (whom.is_empty() || whom.contains(word(event, "besieged")))
                };
                one(read.of("siege-begun"), fits, "another siege")
            }
            "give up" | "leave" if at_siege(read) => {
                let others = self.armies(object);
                let fits = |event: &Value| {
                    let stay = self.besiegers_after(event);
                    armies.contains(word(event, "army"))
                        && place(object).or(here(read)) == Some(word(event, "at"))
                        && others == stay
                        && (read.verb == "give up") == stay.is_empty()
                };
                one(read.of("siege-left"), fits, "another siege was left, or it went on")
            }
            "end" if !read.of("siege-lifted").is_empty() => one(
                read.of("siege-lifted"),
                |event| place(subject) == Some(word(event, "at")),
                "another siege is over",
            ),
            "come out of" => one(
                read.of("siege-lifted"),
                |event| {
                    let within = &self.record.before["sieges"][word(event, "at")]["besieged"];
                    place(object) == Some(word(event, "at"))
                        && within[0].as_str().is_some_and(|first| armies.contains(first))
                },
                "others came out",
            ),
            _ => return self.season(read),
        })
    }

    /// Checks a siege roll.
    fn season(&self, read: &Read<'_>) -> Option<Verdict> {
        let (subject, object) = (Some(&read.clause.subject), read.clause.object.as_ref());
        let armies = self.armies(subject);
        let roll = read.of("siege-roll").first().copied();
        Some(match read.verb {
            "hold out" | "fall" if roll.is_some() && place(subject).is_some() => {
                let fits = |roll: &Value| {
                    let nth = u32::try_from(number(&roll["counter"])).expect("small");
                    let nth = format!("in the {} season of the siege", ordinal(nth));
                    place(subject) == Some(word(roll, "at"))
                        && (roll["won"] == true) == (read.verb == "fall")
                        && (read.says(&nth) || !read.says("season"))
                };
                one(read.of("siege-roll"), fits, "another season")
            }
            "reach" | "need" => {
                let roll = roll?;
                let [made, met] = [0, 1].map(|at| number(&roll["totals"][at]));
                let n = if read.verb == "reach" { made } else { 2 * met };
                let besiegers = self.besiegers(word(roll, "at"));
                let who = !armies.is_empty() && armies.is_subset(&besiegers);
                hold(counted(object) == Some(n) && who, "another number of points")
            }
            "lose" | "cost" if !read.of("siege-lost-element").is_empty() => {
                let worn: BTreeSet<String> = read
                    .of("siege-lost-element")
                    .into_iter()
                    .map(|event| word(event, "army").to_owned())
                    .collect();
                let said = if read.verb == "lose" { armies } else { self.armies(object) };
                hold(said == worn, "others lost an element")
            }
            _ => return self.starved(read),
        })
    }

    /// The armies that went on with a siege after one left it, those that left it of their own will in the same record
    /// not among them.
    fn besiegers_after(&self, left: &Value) -> BTreeSet<String> {
        let (at, n) = (word(left, "at"), left["n"].as_u64());
        let mut armies: BTreeSet<String> = BTreeSet::new();
        let before = self.record.before["sieges"][at]["besiegers"].as_array();
        armies.extend(before.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned));
        for event in self.record.events {
            let early = event["n"].as_u64() <= n;
            match word(event, "kind") {
                "siege-begun" if early && word(event, "at") == at => {
                    armies.insert(word(event, "besieger").to_owned());
                }
                "siege-lifted" if early && word(event, "at") == at => armies.clear(),
                "siege-left" if word(event, "at") == at => {
                    armies.remove(word(event, "army"));
                }
                "retreated" if early && word(event, "from") == at => {
                    armies.remove(word(event, "army"));
                }
                "destroyed" if early => {
                    armies.remove(word(event, "army"));
                }
                _ => {}
            }
        }
        armies
    }

    fn starved(&self, read: &Read<'_>) -> Option<Verdict> {
        let object = read.clause.object.as_ref();
        Some(match read.verb {
            "be" if object.is_some() && !read.of("destroyed").is_empty() => {
                let gone = self.armies(object);
                one(
                    read.of("destroyed"),
                    |event| gone.contains(word(event, "army")),
                    "another army",
                )
            }
            _ => return None,
        })
    }
}

/// Whether a clause is about an army that left a siege.
fn at_siege(read: &Read<'_>) -> bool {
    let object = read.clause.object.as_ref();
    let names = place(object).is_some() || read.place("before").is_some();
    names && !read.of("siege-left").is_empty()
}
