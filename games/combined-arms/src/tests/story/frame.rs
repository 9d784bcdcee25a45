//! Checks the head and the foot of a report, and the sentences before the first turn and at the end.

use super::table::{general, letters, men, named, side, worth};
use super::truth::Checker;
use engine::story::{Entity, Np, Phrase, Tense};
use mutator::stories::{Read, Verdict, counted, hold, word};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

fn number(value: &Value) -> i64 {
    value.as_i64().unwrap_or_default()
}

fn points(state: &Value, of: &str) -> i64 {
    let lost = state["lost"].as_array().into_iter().flatten();
    let worth: usize =
        lost.map(|unit| word(unit, "id")).filter(|unit| side(unit) != of).map(worth).sum();
    i64::try_from(worth).expect("few")
}

fn left(state: &Value, of: &str) -> i64 {
    let units = state["units"].as_array().into_iter().flatten();
    i64::try_from(units.filter(|unit| word(unit, "side") == of).count()).expect("few")
}

/// The number of men of each type that a phrase counts.
fn tolls(np: Option<&Np>) -> Option<BTreeMap<String, i64>> {
    match np? {
        Np::Count(count) => {
            let men = count.noun.rsplit(" of ").next().unwrap_or_default();
            let men = if men == "Onager" { "Onagers" } else { men };
            Some(BTreeMap::from([(men.to_owned(), count.n)]))
        }
        Np::Name(who) | Np::Full(who) if general(&who.key) => {
            Some(BTreeMap::from([(men(&who.key).to_owned(), 1)]))
        }
        Np::List(parts) => {
            let mut all = BTreeMap::new();
            for part in parts {
                all.extend(tolls(Some(part))?);
            }
            Some(all)
        }
        Np::Words { text, .. } if text == "nothing" => Some(BTreeMap::new()),
        _ => None,
    }
}

/// The number of units of each type, by the noun for their men.
fn by_men<'a>(units: impl Iterator<Item = &'a str>) -> BTreeMap<String, i64> {
    let mut all = BTreeMap::new();
    for unit in units {
        *all.entry(men(unit).to_owned()).or_default() += 1;
    }
    all
}

impl Checker<'_> {
    /// Checks clauses about scores, losses, limits and the units that are left.
    pub(super) fn counts(&self, read: &Read<'_>) -> Option<Verdict> {
        let Read { verb, clause, subject, .. } = *read;
        let (before, after) = (self.record.before, self.record.after);
        let object = clause.object.as_ref();
        let text = match object {
            Some(Np::Words { text, .. }) => &**text,
            _ => "",
        };
        Some(match (verb, subject) {
            ("lead", Some(who)) => self.leads(read, who),
            ("have", None) if matches!(object, Some(Np::Count(count)) if count.noun == "unit") => {
                let n = counted(object);
                hold(
                    ["rome", "carthage"].map(|of| Some(left(after, of))) == [n, n],
                    "another number",
                )
            }
            ("have", None) if matches!(object, Some(Np::Count(_))) => {
                let state = if clause.tense == Tense::Past { before } else { after };
                let n = counted(object);
                hold(
                    n == Some(points(state, "rome")) && n == Some(points(state, "carthage")),
                    "another score",
                )
            }
            ("have", Some(who)) if matches!(object, Some(Np::Count(_))) => {
                hold(counted(object) == Some(left(after, &who.key)), "another number left")
            }
            ("have", Some(who)) if text.ends_with(" left") => {
                hold(self.gone(&who.key, text), "has some left")
            }
            ("lose", Some(who)) => {
                let dead =
                    self.record.events.iter().filter(|event| word(event, "kind") == "destroyed");
                let own =
                    dead.map(|event| word(event, "unit")).filter(|unit| side(unit) == who.key);
                hold(tolls(object) == Some(by_men(own)), "other losses")
            }
            ("lose", None) => self.rule(read),
            ("draw", None) if clause.passive => match counted(read.prep("after")) {
                Some(n) => hold(n == number(&after["options"]["stall-limit"]), "another limit"),
                None => self.in_turn(read, |over| word(over, "result") == "drawn"),
            },
            ("win", Some(who)) if clause.tense == Tense::Present => {
                hold(matches!(who.key.as_str(), "rome" | "carthage"), "no side")
            }
            ("win", Some(who)) => self.won(read, who),
            _ => return None,
        })
    }

    /// Checks the score of a side that leads now, or led before.
    fn leads(&self, read: &Read<'_>, who: &Entity) -> Verdict {
        let pluperfect = read.clause.tense == Tense::Pluperfect;
        let state = if pluperfect { self.record.before } else { self.record.after };
        let other = super::table::other(&who.key);
        hold(self.points_count(), "points decide nothing")?;
        hold(
            counted(read.prep("by")) == Some(points(state, &who.key))
                && counted(read.prep("to")) == Some(points(state, other)),
            "another score",
        )
    }

    /// True if the side with more points wins at the limit of turns.
    fn points_count(&self) -> bool {
        word(&self.record.after["options"], "limit-result") == "points"
    }

    /// True if a side has lost the last of those men: `no Onagers left`.
    fn gone(&self, of: &str, text: &str) -> bool {
        self.first.at.keys().any(|unit| {
            side(unit) == of
                && text == format!("no {} left", men(unit))
                && !self.after.at.keys().any(|other| letters(other) == letters(unit))
        })
    }

    /// Checks the winner, and the score if it is told.
    fn won(&self, read: &Read<'_>, who: &Entity) -> Verdict {
        let score = |preposition: &str, of: &str| {
            let said = counted(read.prep(preposition));
            said.is_none_or(|n| n == points(self.record.after, of))
        };
        let other = super::table::other(&who.key);
        let over = self.record.events.iter().find(|event| event["kind"] == "over");
        let limit = over.is_some_and(|over| word(over, "reason") == "limit");
        hold(limit || read.prep("by").is_none(), "did not win by points")?;
        hold(score("by", &who.key) && score("to", other), "another score")?;
        self.in_turn(read, |over| word(over, "winner") == who.key)
    }

    /// Checks a rule told where it decided something, or how long nothing has been lost.
    fn rule(&self, read: &Read<'_>) -> Verdict {
        let Np::Words { text, .. } = &read.clause.subject else { return Err("no rule".to_owned()) };
        let caused = |cause: &str| self.record.events.iter().any(|event| event["cause"] == cause);
        match &**text {
            "Elephants that must fall back" => {
                hold(caused("elephant"), "no elephants were lost so")
            }
            "a unit that must fall back twice in one phase" => {
                hold(caused("double-whammy"), "nobody was lost so")
            }
            "no unit" => {
                let state = self.record.after;
                let quiet = if read.clause.tense == Tense::Pluperfect {
                    number(&state["options"]["stall-limit"])
                } else {
                    (number(&state["turn"])
                        - 1
                        - number(&state["quiet-since"]).max(number(&state["quiet_since"])))
                        / 2
                };
                hold(counted(read.prep("for")) == Some(quiet), "another number of turns")
            }
            _ => Err("a rule without a rule".to_owned()),
        }
    }

    /// Checks the end, in the turn that is named.
    fn in_turn(&self, read: &Read<'_>, fits: impl Fn(&Value) -> bool) -> Verdict {
        let over = self.record.events.iter().find(|event| word(event, "kind") == "over");
        let over = over.ok_or("it is not over")?;
        let turn = format!("in turn {}", number(&self.record.after["turn"]));
        let turns: Vec<&str> = read.words().filter(|word| word.starts_with("in turn ")).collect();
        hold(fits(over) && turns.iter().all(|said| *said == turn), "another end, or another turn")
    }

    /// Checks clauses about the time before the first turn.
    pub(super) fn camp(&self, read: &Read<'_>) -> Option<Verdict> {
        let Read { verb, subject, .. } = *read;
        let key = subject.map_or("", |who| who.key.as_str());
        let placed = || -> Vec<String> {
            let placed = read.of("placed").into_iter().map(|event| word(event, "unit").to_owned());
            placed.filter(|unit| side(unit) == key).collect()
        };
        Some(match verb {
            "bring" => Self::brought(read, key),
            "place" => self.placed(read, &placed()),
            "draw up" => {
                let all = counted(read.prep("of"));
                let n = i64::try_from(placed().len()).ok();
                hold(key.is_empty() || n > Some(0) && (all.is_none() || all == n), "another number")
            }
            "choose" => hold(!read.of("army").is_empty(), "no armies"),
            "lay" => Self::laid(read, key),
            "be" if read.says("veteran") => Self::veterans(read),
            _ => return None,
        })
    }

    /// Checks who was placed: so many in all, or all of those in one place.
    fn placed(&self, read: &Read<'_>, placed: &[String]) -> Verdict {
        let Some(who) = read.object else {
            let n = counted(read.clause.object.as_ref());
            return hold(n == i64::try_from(placed.len()).ok(), "another number");
        };
        let Some(place) = read.words().next() else { return Err("nowhere".to_owned()) };
        let there = |unit: &&String| self.after.wing(self.after.at[*unit]) == place;
        let there: BTreeSet<String> = placed.iter().filter(there).cloned().collect();
        hold(named(who) == there, "others were placed there")
    }

    /// Checks the army of a side.
    fn brought(read: &Read<'_>, of: &str) -> Verdict {
        let army = read.of("army").into_iter().find(|event| word(event, "seat") == of);
        let levies = army.and_then(|army| army["units"].as_array()).into_iter().flatten();
        let ids: Vec<String> = levies.flat_map(|levy| mutator::stories::ids(levy, "ids")).collect();
        let men = by_men(ids.iter().map(String::as_str));
        hold(army.is_some() && tolls(read.clause.object.as_ref()) == Some(men), "another army")
    }

    /// Checks the hills and plateaus of a side or of both.
    fn laid(read: &Read<'_>, of: &str) -> Verdict {
        let laid = |event: &Value| -> BTreeMap<String, i64> {
            let n = |field: &str| {
                i64::try_from(mutator::stories::ids(event, field).len()).expect("few")
            };
            let all = [("hill", n("hills")), ("plateau", n("plateaus"))];
            let all = all.into_iter().filter(|(_, n)| *n > 0);
            all.map(|(what, n)| (what.to_owned(), n)).collect()
        };
        let mut terrain = read.of("terrain");
        terrain.retain(|event| of.is_empty() || word(event, "seat") == of);
        let sides = if of.is_empty() { 2 } else { 1 };
        let said = tolls(read.clause.object.as_ref());
        hold(
            terrain.len() == sides && terrain.iter().all(|event| said == Some(laid(event))),
            "laid something else",
        )
    }

    /// Checks those whom an army makes veterans, or who became veterans.
    fn veterans(read: &Read<'_>) -> Verdict {
        let named = read.subject.map(named).unwrap_or_default();
        let armies = read.of("army");
        let army: BTreeSet<String> =
            armies.iter().flat_map(|army| mutator::stories::ids(army, "veterans")).collect();
        let made = read.of("veteran");
        let made: BTreeSet<String> =
            made.iter().map(|event| word(event, "unit").to_owned()).collect();
        hold(named == army || named == made, "others are veterans")
    }

    /// Checks clauses about draws, resignations and the last turn.
    pub(super) fn end(&self, read: &Read<'_>) -> Option<Verdict> {
        let Read { verb, clause, subject, .. } = *read;
        let key = subject.map_or("", |who| who.key.as_str());
        let is = |reason: &'static str| move |over: &Value| word(over, "reason") == reason;
        Some(match verb {
            "offer" => hold(
                read.of("draw-offer").iter().any(|event| word(event, "seat") == key),
                "offered nothing",
            ),
            "lapse" => {
                let Np::Headed { of, .. } = &clause.subject else {
                    return Some(Err("whose".to_owned()));
                };
                let key = of.entity().map_or("", |who| who.key.as_str());
                hold(
                    read.of("draw-lapsed").iter().any(|event| word(event, "seat") == key),
                    "nothing lapsed",
                )
            }
            "resign" => self
                .in_turn(read, is("resignation"))
                .and_then(|()| self.in_turn(read, |over| word(over, "winner") != key)),
            "agree on" => self.in_turn(read, is("agreement")),
            "stand" => {
                let times = clause.rest.iter().find_map(|phrase| match phrase {
                    Phrase::Extent(np) => counted(Some(np)),
                    _ => None,
                });
                let repetition = number(&self.record.after["options"]["repetition"]);
                hold(times == Some(repetition), "another number of times")
                    .and_then(|()| self.in_turn(read, is("repetition")))
            }
            "end" => match counted(read.prep("after")) {
                Some(n) => hold(
                    n == number(&self.record.after["options"]["round-limit"]),
                    "another number of turns",
                ),
                None => self.in_turn(read, |over| word(over, "result") == "drawn"),
            },
            "win" => self.in_turn(read, |over| word(over, "result") == "drawn"),
            "stay" => hold(read.of("moved").is_empty(), "somebody moved"),
            _ => return None,
        })
    }
}
