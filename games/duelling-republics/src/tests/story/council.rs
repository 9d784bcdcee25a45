//! Rules for the nations' business.

use super::table::{long, number};
use super::truth::{Checker, keys, noun, one};
use mutator::stories::{Read, Verdict, counted, hold, word};
use serde_json::Value;
use std::collections::BTreeSet;

/// Elements of an army that is raised (P5).
const RAISED: i64 = 6;

impl Checker<'_> {
    pub(super) fn council(&self, read: &Read<'_>) -> Option<Verdict> {
        let (subject, object) = (Some(&read.clause.subject), read.clause.object.as_ref());
        let who = keys(subject);
        let is = |event: &Value| who.contains(word(event, "seat"));
        Some(match read.verb {
            "begin" if !read.of("mustered").is_empty() => {
                let n = counted(read.prep("with"));
                let said: BTreeSet<String> = read
                    .of("mustered")
                    .into_iter()
                    .filter(|event| Some(number(&event["size"])) == n)
                    .map(|event| word(event, "army").to_owned())
                    .collect();
                let others = who.is_empty() && counted(subject) == Some(long(said.len()));
                hold(others || said == who, "another size")
            }
            "get" if !read.of("drawn").is_empty() => one(
                read.of("drawn"),
                |event| {
                    let given = event["armies"].as_array().into_iter().flatten();
                    given.clone().any(|one| {
                        keys(object).contains(one[0].as_str().unwrap_or_default())
                            && who.contains(one[1].as_str().unwrap_or_default())
                    })
                },
                "another command",
            ),
            "take over" | "keep" => {
                let fits = |event: &Value| {
                    let players = self.record.before["players"].as_array().into_iter().flatten();
                    let last = players.filter(|one| word(one, "seat") == word(event, "seat"));
                    let same = last.into_iter().any(|one| one["last"] == event["army"]);
                    is(event)
                        && keys(object).contains(word(event, "army"))
                        && same == (read.verb == "keep")
                };
                one(read.of("command"), fits, "another command")
            }
            _ => return self.shared(read),
        })
    }

    /// Checks what was done with the year's resources.
    fn shared(&self, read: &Read<'_>) -> Option<Verdict> {
        let (subject, object) = (Some(&read.clause.subject), read.clause.object.as_ref());
        let who = keys(subject);
        Some(match read.verb {
            "add" if !read.of("disclosed").is_empty() => {
                let army = keys(read.prep("to")).into_iter().next()?;
                let side = if army.starts_with('r') { "rome" } else { "carthage" };
                let was = &self.record.before["political"]["before"]["sizes"][&army];
                one(
                    read.of("disclosed"),
                    |event| {
                        let was = was.as_i64().unwrap_or(RAISED);
                        let more = number(&event["known"]["sizes"][&army]) - was;
                        who.contains(side) && counted(object) == Some(more)
                    },
                    "another number was added",
                )
            }
            "draw" if !read.of("disclosed").is_empty() => {
                let was = &self.record.before["political"]["before"]["scores"];
                one(
                    read.of("disclosed"),
                    |event| {
                        let now = &event["known"]["scores"];
                        who.iter().all(|seat| {
                            counted(object) == Some(number(&now[seat]) - number(&was[seat]))
                        })
                    },
                    "other points were drawn",
                )
            }
            "raise" if !read.of("disclosed").is_empty() => {
                let army = keys(object).into_iter().next()?;
                let side = if army.starts_with('r') { "rome" } else { "carthage" };
                let at = read.place("in").and_then(|at| at.strip_prefix("at:"));
                let was = &self.record.before["political"]["before"]["sizes"][&army];
                one(
                    read.of("disclosed"),
                    |event| {
                        who.contains(side)
                            && event["known"]["sizes"][&army].is_number()
                            && was.is_null()
                            && counted(read.prep("with")) == Some(RAISED)
                            && at == self.record.after["armies"][&army]["at"].as_str()
                    },
                    "another army was raised",
                )
            }
            _ => return seated(read),
        })
    }
}

fn points(read: &Read<'_>) -> Option<Verdict> {
    let (subject, object) = (Some(&read.clause.subject), read.clause.object.as_ref());
    let who = keys(subject);
    let is = |event: &Value| who.contains(word(event, "seat"));
    Some(match read.verb {
        "return" => one(read.of("substitute"), is, "somebody else"),
        "come" => hold(counted(subject) == Some(long(read.of("void").len())), "another number"),
        "gain" | "lose" if noun(object) == "point" => {
            let sum = |seat: &String| -> i64 {
                let own = read.of("vp").into_iter().filter(|event| word(event, "seat") == seat);
                own.map(|event| number(&event["delta"])).sum()
            };
            let sign = if read.verb == "gain" { 1 } else { -1 };
            let n = counted(object).map(|n| n * sign);
            hold(!who.is_empty() && who.iter().all(|seat| Some(sum(seat)) == n), "other points")
        }
        _ => return None,
    })
}

/// The initiative, and who did not write.
fn seated(read: &Read<'_>) -> Option<Verdict> {
    let (subject, object) = (Some(&read.clause.subject), read.clause.object.as_ref());
    let who = keys(subject);
    let is = |event: &Value| who.contains(word(event, "seat"));
    Some(match read.verb {
        "draw" | "put" | "add" | "raise" if !read.of("resource").is_empty() => {
            let item = |event: &Value| {
                let item = &event["item"];
                let army = item["gold"].as_str().or(item["element"]["army"].as_str());
                let said = keys(read.prep("into the chest of").or(read.prep("to")));
                is(event)
                    && match read.verb {
                        "draw" => item == "vp" && counted(object) == Some(1),
                        "raise" => {
                            item["raise"].is_object()
                                && read.place("in").and_then(|at| at.strip_prefix("at:"))
                                    == item["raise"]["in"].as_str()
                        }
                        "put" => {
                            counted(object) == Some(1)
                                && army.is_some_and(|army| said.contains(army))
                        }
                        _ => army.is_some_and(|army| said.contains(army)),
                    }
            };
            one(read.of("resource"), item, "something else was done")
        }
        "take" if !read.of("initiative").is_empty() => one(
            read.of("initiative"),
            |event| who.contains(word(event, "side")) && event["passes"] == true,
            "another side",
        ),
        "win" if !read.of("initiative").is_empty() => one(
            read.of("initiative"),
            |event| {
                let wins = |side: &str| number(&event["wins"][usize::from(side == "carthage")]);
                who.iter().all(|side| counted(object) == Some(wins(side)))
            },
            "another number of battles",
        ),
        "miss" => one(read.of("missed"), is, "somebody else"),
        "leave" if !read.of("vacant").is_empty() => {
            one(read.of("vacant"), |event| is(event) && event["resigned"] == true, "somebody else")
        }
        "lose" if !read.of("vacant").is_empty() => one(read.of("vacant"), is, "somebody else"),
        _ => return points(read),
    })
}
