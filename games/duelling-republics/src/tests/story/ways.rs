//! Rules for armies on their ways: where they went, what it cost, who gave way, what they took.

use super::table::number;
use super::truth::{Checker, one, places};
use engine::story::{Count, Lead, Np};
use mutator::stories::{Read, Verdict, counted, hold, word};
use serde_json::Value;
use std::collections::BTreeSet;

impl Checker<'_> {
    /// Armies on their ways, and what that cost.
    pub(super) fn way(&self, read: &Read<'_>) -> Option<Verdict> {
        let (subject, object) = (Some(&read.clause.subject), read.clause.object.as_ref());
        let armies = self.armies(subject);
        let of = |event: &Value| armies.contains(word(event, "army"));
        Some(match read.verb {
            "march" | "march on" | "cross" | "sail" | "fall back" => self.leg(read, &armies),
            "lose" if read.of("losses-chosen").into_iter().any(of) => self.chosen(read),
            "lose" if !read.of("attrition").is_empty() && !read.says("in winter quarters") => {
                let hits = read.of("attrition").into_iter().filter(|event| of(event));
                let lost: Vec<(i64, i64)> = hits
                    .map(|event| {
                        let size = self.before(event).sizes[word(event, "army")];
                        (number(&event["loses"]), size)
                    })
                    .collect();
                let fits = |(lost, size): &(i64, i64)| match object {
                    Some(Np::Count(count)) => toll(count, *lost, *size),
                    _ => lost >= size,
                };
                let open = armies.iter().any(|army| self.owes(army));
                let fits = !lost.is_empty() && lost.iter().all(fits);
                hold(fits && !open, "other losses on the way")
            }
            "cost" | "lose" if !read.of("attrition").is_empty() => {
                let (whom, share) =
                    if read.verb == "cost" { (object, read.extent()) } else { (subject, object) };
                let fits = |event: &Value| {
                    let army = word(event, "army");
                    let (lost, size) = (number(&event["loses"]), self.before(event).sizes[army]);
                    let share = match share {
                        Some(Np::Count(count)) => toll(count, lost, size),
                        _ => lost >= size && size == 1,
                    };
                    let at = read.place("in").or(read.place("before"));
                    let at = at.and_then(|at| at.strip_prefix("at:"));
                    let here = self.before(event).at[army].as_str();
                    // What a way costs is told so while it is still to be chosen.
                    let now = read.clause.modal == "must" || read.verb == "cost";
                    let open = self.owes(army) == now;
                    let city = !read.says("without a friendly city") || self.homeless(event);
                    let where_from = read.verb == "lose" || toll_of(subject, event);
                    self.armies(whom).contains(army)
                        && share
                        && open
                        && city
                        && where_from
                        && at.is_none_or(|at| at == here)
                };
                one(read.of("attrition"), fits, "another toll")
            }
            _ => return self.changed(read),
        })
    }

    /// Checks losses that an earlier record told of, and what had caused them.
    fn chosen(&self, read: &Read<'_>) -> Verdict {
        let armies = self.armies(Some(&read.clause.subject));
        let fits = |event: &Value| {
            let army = word(event, "army");
            let toll = |one: &&Value| {
                word(one, "kind") == "attrition"
                    && word(one, "army") == army
                    && number(&one["loses"]) > 0
            };
            let place = self.record.past.iter().rfind(toll).map_or("", hardship);
            armies.contains(army)
                && counted(read.clause.object.as_ref()) == Some(number(&event["number"]))
                && read.words().all(|words| words == place)
        };
        one(read.of("losses-chosen"), fits, "others were lost")
    }

    /// Whether an army's C-in-C is still to choose what it loses.
    fn owes(&self, army: &str) -> bool {
        let asked = |event: &Value| {
            word(&event["query"], "of") == "losses" && word(&event["query"], "army") == army
        };
        let chosen =
            |event: &Value| word(event, "kind") == "losses-chosen" && word(event, "army") == army;
        let events = self.record.events;
        events.iter().rposition(asked) > events.iter().rposition(chosen)
    }

    /// Whether an army is in winter quarters where its side has no city.
    fn homeless(&self, event: &Value) -> bool {
        let army = word(event, "army");
        let at = self.before(event).at[army].as_str();
        let side = if army.starts_with('r') { "rome" } else { "carthage" };
        let city = self.map["provinces"][at]["city"] != "none";
        let captured = |one: &Value| word(one, "kind") == "captured" && word(one, "province") == at;
        !city || self.record.after["owners"][at] != side || self.record.events.iter().any(captured)
    }

    /// Checks the losses of winter, what was taken, and who was lost.
    fn changed(&self, read: &Read<'_>) -> Option<Verdict> {
        let subject = Some(&read.clause.subject);
        let armies = self.armies(subject);
        let of = |event: &Value| armies.contains(word(event, "army"));
        Some(match read.verb {
            "have" if !read.of("destroyed").is_empty() => one(
                read.of("destroyed"),
                |event| of(event) && word(event, "why").contains("retreat"),
                "it could retreat",
            ),
            "take" | "take back" if !read.of("captured").is_empty() && !read.clause.passive => {
                self.captured(read, &armies)
            }
            "choose" if read.of("entered").is_empty() => {
                one(read.of("losses-chosen"), of, "others choose")
            }
            "choose" => {
                let before = self.armies(read.extent());
                let answer = if read.says("to fight") { "fight" } else { "retreat" };
                let fits = |event: &Value| {
                    of(event)
                        && before.contains(word(event, "by"))
                        && word(event, "answer") == answer
                        && here(read) == Some(word(event, "at"))
                };
                one(read.of("entered"), fits, "another answer")
            }
            "face" => {
                let fits = |event: &Value| {
                    let (army, by) = (word(event, "army"), word(event, "by"));
                    let sizes = &self.before(event).sizes;
                    armies.contains(army)
                        && self.armies(read.clause.object.as_ref()).contains(by)
                        && counted(read.prep("with")) == sizes.get(army).copied()
                        && counted(read.prep("against")) == sizes.get(by).copied()
                };
                one(read.of("entered"), fits, "other numbers")
            }
            "seek" | "escape" | "avoid" => evasion(read, &armies),
            _ => return self.answered(read),
        })
    }

    fn answered(&self, read: &Read<'_>) -> Option<Verdict> {
        let (subject, object) = (Some(&read.clause.subject), read.clause.object.as_ref());
        let armies = self.armies(subject);
        let of = |event: &Value| armies.contains(word(event, "army"));
        Some(match read.verb {
            "hire" => {
                let at = read.place("in").and_then(|at| at.strip_prefix("at:"));
                let own = read.of("recruited").into_iter().filter(|event| of(event));
                let own = own.filter(|event| at == Some(word(event, "at")));
                let n = own.map(|event| number(&event["number"])).sum::<i64>();
                hold(n > 0 && counted(object) == Some(n), "others were hired")
            }
            "hand over" if read.clause.modal == "may" => {
                let fits = |event: &Value| {
                    let query = &event["query"];
                    word(query, "of") == "hand-over"
                        && armies.contains(word(query, "army"))
                        && self.armies(read.prep("to")).contains(word(query, "to"))
                        && here(read) == Some(word(query, "at"))
                };
                one(read.of("asked"), fits, "others may")
            }
            "hand over" if counted(object).is_none() => {
                let query = &self.record.before["asked"]["query"];
                let pair = armies.contains(word(query, "army"))
                    && self.armies(read.prep("to")).contains(word(query, "to"));
                let given = self.record.events.iter().any(|one| word(one, "kind") == "given");
                hold(word(query, "of") == "hand-over" && pair && !given, "others gave nothing")
            }
            "hand over" => one(
                read.of("given"),
                |event| {
                    armies.contains(word(event, "from"))
                        && self.armies(read.prep("to")).contains(word(event, "to"))
                        && counted(object) == Some(number(&event["number"]))
                },
                "others were given",
            ),
            "send" if read.says("home") => {
                let own = read.of("allies-disbanded").into_iter().filter(|event| of(event));
                let n = own.map(|event| number(&event["number"])).sum::<i64>();
                hold(n > 0 && counted(object) == Some(n), "others went home")
            }
            "surrender" | "disband" => one(
                read.of("disbanded"),
                |event| {
                    of(event)
                        && self.armies(object).contains(word(event, "army"))
                        && counted(read.prep("with")) == Some(number(&event["size"]))
                        && (event["surrender"] == true) == (read.verb == "surrender")
                },
                "another end",
            ),
            _ => return self.hired(read),
        })
    }

    fn hired(&self, read: &Read<'_>) -> Option<Verdict> {
        let armies = self.armies(Some(&read.clause.subject));
        let of = |event: &Value| armies.contains(word(event, "army"));
        Some(match read.verb {
            "stand siege" => one(
                read.of("entered"),
                |event| {
                    of(event)
                        && word(event, "answer") == "siege"
                        && read.place("in").and_then(|at| at.strip_prefix("at:"))
                            == Some(word(event, "at"))
                },
                "another answer",
            ),
            "stay" => {
                let said =
                    read.place("in").or(read.place("before")).or(read.place("behind the walls of"));
                let said = said.and_then(|at| at.strip_prefix("at:"));
                one(
                    read.of("stayed"),
                    |event| {
                        of(event)
                            && said
                                == self
                                    .before(event)
                                    .at
                                    .get(word(event, "army"))
                                    .map(String::as_str)
                    },
                    "elsewhere",
                )
            }
            _ => return None,
        })
    }

    fn leg(&self, read: &Read<'_>, armies: &BTreeSet<String>) -> Verdict {
        let kind = if read.verb == "fall back" { "retreated" } else { "moved" };
        hold(!armies.is_empty(), "no army is named")?;
        let at = |word: &str| read.place(word).and_then(|at| at.strip_prefix("at:"));
        for army in armies {
            let own: Vec<&Value> =
                read.of(kind).into_iter().filter(|event| word(event, "army") == army).collect();
            let last = own.iter().position(|event| Some(word(event, "to")) == at("to"));
            let last = last.ok_or("it went elsewhere")?;
            let first = at("from").map_or(Some(last), |from| {
                own.iter().position(|event| word(event, "from") == from)
            });
            let through = places(read.prep("through"));
            let first =
                first.ok_or("it set out elsewhere")?.min(last.saturating_sub(through.len()));
            let passed: BTreeSet<String> =
                own[first..last].iter().map(|event| word(event, "to").to_owned()).collect();
            hold(through.is_subset(&passed), "it did not pass there")?;
            hold(at("from").is_none() || passed == through, "another way")?;
            let sails = read.verb == "sail" || read.says("by ship") || read.says("by sea");
            let mountain = read.says("over the mountains")
                || matches!(&read.clause.object, Some(Np::Words { text, .. }) if text == "the mountains");
            let way = word(own[last], "way");
            let same = match way {
                "mountain" => mountain,
                "sea" | "open-sea" => sails,
                _ => !mountain && !sails,
            };
            hold(same, "by another way")?;
            if let Some(n) = counted(read.prep("with")) {
                let toll =
                    read.of("attrition").into_iter().find(|event| word(event, "army") == army);
                let event = toll.unwrap_or(own[last]);
                hold(self.before(event).sizes[army.as_str()] == n, "another size")?;
            }
            if let Some(by) = read.prep("before") {
                let by = self.armies(Some(by));
                let why = word(own[last], "why").strip_prefix("before ");
                hold(why.is_some_and(|why| by.contains(why)), "before somebody else")?;
            }
        }
        Ok(())
    }

    fn captured(&self, read: &Read<'_>, armies: &BTreeSet<String>) -> Verdict {
        let own: Vec<&Value> = read
            .of("captured")
            .into_iter()
            .filter(|event| armies.contains(word(event, "army")))
            .collect();
        let taken: BTreeSet<String> =
            own.iter().map(|event| word(event, "province").to_owned()).collect();
        let said = places(read.clause.object.as_ref());
        hold(if said.is_empty() { taken.len() == 1 } else { said == taken }, "others were taken")?;
        for at in &taken {
            let back = own.iter().any(|event| self.first_owner(at) == word(event, "to"));
            hold(back == (read.verb == "take back"), "whose it was")?;
            let city = word(&self.map["provinces"][at.as_str()], "city_name");
            let none = word(&self.map["provinces"][at.as_str()], "city") == "none";
            let says = read.says("with its city");
            hold(taken.len() > 1 || says != none, "its city")?;
            let named = read
                .words()
                .filter_map(|words| words.split_once("city, "))
                .all(|(_, name)| name == city);
            hold(named, "another city")?;
        }
        Ok(())
    }
}

/// Whether a number is what an army of this size lost.
fn toll(said: &Count, lost: i64, size: i64) -> bool {
    let share = match said.lead {
        Lead::OfThe(all) => all == size,
        Lead::All => lost >= size,
        _ => true,
    };
    said.n == lost && share
}

/// Where an army lost elements, in the words of a story.
pub(super) fn hardship(attrition: &Value) -> &'static str {
    match attrition["causes"][0].as_str() {
        Some("mountain") => "in the mountains",
        Some("open-sea") => "at sea",
        Some("winter-move") => "on the move in winter",
        _ => "in winter quarters",
    }
}

/// Whether what is said to have cost an army elements did.
pub(super) fn toll_of(said: Option<&Np>, attrition: &Value) -> bool {
    let said = match said {
        Some(Np::Words { text, .. }) => &**text,
        _ => "",
    };
    let cause = attrition["causes"][0].as_str().unwrap_or_default();
    [("the open sea", "open-sea"), ("the mountains", "mountain"), ("the winter", "winter-move")]
        .contains(&(said, cause))
}

/// The province in which something is, or before whose city.
pub(super) fn here<'r>(read: &Read<'r>) -> Option<&'r str> {
    read.place("in").or(read.place("before")).and_then(|at| at.strip_prefix("at:"))
}

/// Checks a clause about enemies in Transalpine Gaul.
fn evasion(read: &Read<'_>, armies: &BTreeSet<String>) -> Verdict {
    let fits = |event: &Value| {
        let pair: Vec<&str> =
            (0..2).map(|at| event["armies"][at].as_str().unwrap_or_default()).collect();
        let seeks = |at: usize| event["wants"][at] == "seek";
        let who = |at: usize| armies.contains(pair[at]);
        match read.verb {
            "seek" => (0..2).any(|at| who(at) && seeks(at)),
            "escape" => (0..2).any(|at| who(at) && !seeks(at) && event["prevails"] == pair[at]),
            _ => who(0) && who(1) && !seeks(0) && !seeks(1),
        }
    };
    one(read.of("evasion"), fits, "another encounter")
}
