//! Checks clauses about sieges.

use super::table::number;
use super::truth::{Checker, keys, one, place};
use engine::story::Np;
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
            "give up" if !read.of("siege-left").is_empty() => one(
                read.of("siege-left"),
                |event| {
                    armies.contains(word(event, "army")) && place(object) == Some(word(event, "at"))
                },
                "another siege was left",
            ),
            "be" if read.says("over") && !read.of("siege-lifted").is_empty() => one(
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
            "throw" | "reach" => self.thrown(read, roll?),
            "need" | "have" if roll.is_some() => {
                let roll = roll?;
                let n = if read.verb == "need" {
                    counted(read.extent()) == Some(2 * number(&roll["totals"][1]))
                } else {
                    counted(object) == Some(number(&roll["totals"][0])) && roll["won"] == true
                };
                let besiegers = self.besiegers(word(roll, "at"));
                hold(n && !armies.is_disjoint(&besiegers), "another need")
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

    /// Checks what a side threw in a siege, what was added to it and why.
    fn thrown(&self, read: &Read<'_>, roll: &Value) -> Verdict {
        let (subject, object) = (Some(&read.clause.subject), read.clause.object.as_ref());
        let armies = self.armies(subject);
        // The besieged throw in the name of their city.
        let which = usize::from(place(subject).is_some());
        let at = word(roll, "at");
        let who = match place(subject) {
            Some(city) => city == at,
            None => !armies.is_disjoint(&self.besiegers(at)),
        };
        let bonus = &roll["bonuses"][which];
        let fits = match (object, read.prep("with")) {
            (Some(Np::Throw { n, .. }), None) => *n == number(&roll["dice"][which]),
            (Some(Np::Count(all)), more) => {
                all.n == number(&roll["totals"][which])
                    && more.is_some() == (which == 0)
                    && more.is_none_or(|more| helped(more, bonus, which))
            }
            _ => false,
        };
        hold(who && fits, "another throw")
    }

    fn starved(&self, read: &Read<'_>) -> Option<Verdict> {
        let subject = Some(&read.clause.subject);
        Some(match read.verb {
            "pass" => one(
                read.of("captured"),
                |event| {
                    place(subject) == Some(word(event, "province"))
                        && keys(read.prep("to")).contains(word(event, "to"))
                },
                "another province passed",
            ),
            "fall" if place(subject).is_some() => one(
                read.of("siege-won"),
                |event| place(subject) == Some(word(event, "at")),
                "another city fell",
            ),
            "be" if read.says("left of") => {
                let gone = self.armies(read.extent());
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

/// Whether the throw of the besieger, or of the city, had this bonus for this reason.
pub(super) fn helped(said: &Np, bonus: &Value, which: usize) -> bool {
    let why = match (which, word(bonus, "what"), number(&bonus["points"])) {
        (0, _, 1) => "for the season before",
        (0, ..) => "for the seasons before",
        (_, "army", _) => "for the army in it,",
        (_, "major city", _) => "for its walls,",
        _ => "for its walls and the army behind them,",
    };
    matches!(said, Np::Count(more) if more.n == number(&bonus["points"]) && more.tail == why)
}
