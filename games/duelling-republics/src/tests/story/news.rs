//! Rules for what headlines alone say.

use super::table::number;
use super::truth::{Checker, keys, one, place, places};
use super::ways::{here, toll_of};
use engine::story::Np;
use mutator::stories::{Read, Verdict, counted, hold, word};
use serde_json::Value;

impl Checker<'_> {
    pub(super) fn news(&self, read: &Read<'_>) -> Option<Verdict> {
        let (subject, object) = (Some(&read.clause.subject), read.clause.object.as_ref());
        let armies = self.armies(subject);
        let of = |event: &Value| armies.contains(word(event, "army"));
        let at = |word: &str| read.place(word).and_then(|at| at.strip_prefix("at:"));
        Some(match read.verb {
            "be" if read.says("no more") => one(read.of("destroyed"), of, "it is still there"),
            "cost" => {
                let whom = self.armies(object);
                let lost: i64 = read
                    .of("attrition")
                    .into_iter()
                    .filter(|event| whom.contains(word(event, "army")))
                    .filter(|event| toll_of(subject, event))
                    .map(|event| number(&event["loses"]))
                    .max()
                    .unwrap_or(0);
                hold(counted(read.extent()) == Some(lost), "another toll")
            }
            "march" | "cross" | "sail" => one(
                read.of("moved"),
                |event| of(event) && Some(word(event, "to")) == at("to"),
                "it went elsewhere",
            ),
            "fall back" => one(
                read.of("retreated"),
                |event| of(event) && Some(word(event, "to")) == at("to"),
                "it went elsewhere",
            ),
            _ => return self.taken_news(read),
        })
    }

    /// Checks who gave way, and what was taken.
    fn taken_news(&self, read: &Read<'_>) -> Option<Verdict> {
        let (subject, object) = (Some(&read.clause.subject), read.clause.object.as_ref());
        let armies = self.armies(subject);
        let of = |event: &Value| armies.contains(word(event, "army"));
        Some(match read.verb {
            "give way" | "relieve" => {
                let by = if read.verb == "relieve" {
                    armies.clone()
                } else {
                    self.armies(read.prep("to"))
                };
                let here = if read.verb == "relieve" { place(object) } else { here(read) };
                let fits = |event: &Value| {
                    by.contains(word(event, "by"))
                        && word(event, "answer") == "retreat"
                        && Some(word(event, "at")) == here
                        && (read.verb == "relieve" || of(event))
                };
                one(read.of("entered"), fits, "nobody did")
            }
            "be" if read.says("without an army") => {
                hold(self.threatened(self.record.after, place(subject)?), "no enemy is near")
            }
            "take" | "take back" if !places(object).is_empty() => {
                let taken = read
                    .of("captured")
                    .into_iter()
                    .filter(|event| of(event))
                    .map(|event| word(event, "province"));
                let won = read
                    .of("siege-won")
                    .into_iter()
                    .filter(|event| armies.contains(word(event, "by")))
                    .map(|event| word(event, "at"));
                let all: Vec<&str> = taken.chain(won).collect();
                let gone = read.of("destroyed");
                let with = |army: &String| gone.iter().any(|event| word(event, "army") == army);
                hold(
                    places(object).iter().all(|at| all.contains(&at.as_str()))
                        && self.armies(object).iter().all(with),
                    "others were taken",
                )
            }
            "give up" | "leave" => return None,
            "lose" if read.says("in the siege") => {
                one(read.of("siege-lost-element"), of, "others lost one")
            }
            _ => return self.decided(read),
        })
    }

    /// Ends, and the first year.
    fn decided(&self, read: &Read<'_>) -> Option<Verdict> {
        let (subject, object) = (Some(&read.clause.subject), read.clause.object.as_ref());
        Some(match read.verb {
            "fall" if !places(subject).is_empty() && !read.of("game-over").is_empty() => {
                let fallen = |at: &String| self.record.after["owners"][at] != *at.as_str();
                hold(places(subject).iter().all(fallen), "it did not fall")
            }
            "win" | "share" if !read.of("game-over").is_empty() => {
                let first = &read.of("game-over")[0]["ranking"][0];
                let first = first
                    .as_array()
                    .into_iter()
                    .flatten()
                    .filter_map(Value::as_str)
                    .map(str::to_owned);
                hold(keys(subject) == first.collect(), "another won")
            }
            "form" => hold(!read.of("mustered").is_empty(), "none was"),
            "give" => hold(!read.of("drawn").is_empty(), "none were"),
            "share out" => hold(!read.of("disclosed").is_empty(), "not yet"),
            "keep" if keys(subject).is_empty() => {
                hold(!read.of("command").is_empty(), "no command was given")
            }
            "strengthen" => {
                let army = keys(object).into_iter().next()?;
                let was = &self.record.before["political"]["before"]["sizes"][&army];
                one(
                    read.of("disclosed"),
                    |event| number(&event["known"]["sizes"][&army]) > number(was),
                    "it was not",
                )
            }
            "raise" if keys(object).is_empty() && counted(object).is_some() => {
                let side = keys(subject).into_iter().next()?;
                let was = &self.record.before["political"]["before"]["sizes"];
                let new = |event: &Value| {
                    let sizes = event["known"]["sizes"].as_object().into_iter().flatten();
                    let new = sizes.filter(|(army, _)| {
                        army.starts_with(&side[..1]) && was.get(army.as_str()).is_none()
                    });
                    counted(object) == i64::try_from(new.count()).ok()
                };
                one(read.of("disclosed"), new, "others were raised")
            }
            _ => return self.business(read),
        })
    }

    fn business(&self, read: &Read<'_>) -> Option<Verdict> {
        let (subject, object) = (Some(&read.clause.subject), read.clause.object.as_ref());
        let armies = self.armies(subject);
        Some(match read.verb {
            "use" if matches!(object, Some(Np::Words { text, .. }) if text.contains("turn")) => {
                hold(word(&self.record.before["stage"], "at") == "allocate", "another stage")
            }
            "move" | "decide" => Ok(()),
            "attack" | "meet" => {
                let fits = |event: &Value| {
                    armies.contains(word(event, "attacker"))
                        && self.armies(object).contains(word(event, "defender"))
                        && Some(word(event, "at")) == here(read)
                };
                let hosts = |event: &Value| {
                    armies.contains(word(&event["attacker"], "army"))
                        && self.armies(object).contains(word(&event["defender"], "army"))
                };
                let met = if read.verb == "attack" {
                    read.of("contact").into_iter().any(fits)
                } else {
                    read.of("battle-called").into_iter().any(hosts)
                };
                hold(met, "another battle")
            }
            "destroy" => self.destroyed(read),
            "beat" | "fight" | "begin" => {
                let own = |event: &&Value| {
                    let [one, two] = self.leaders(word(event, "battle"));
                    let both: std::collections::BTreeSet<String> =
                        one.union(&two).cloned().collect();
                    let said = keys(subject)
                        .into_iter()
                        .chain(keys(object))
                        .chain(keys(read.prep("against")));
                    said.into_iter().all(|who| both.contains(&who))
                };
                let mut battles =
                    self.record.events.iter().filter(|event| {
                        ["battle-over", "minor-war"].contains(&word(event, "kind"))
                    });
                let Some(event) = battles.find(|event| own(event)) else {
                    return Some(Err("another battle".to_owned()));
                };
                let cited = [event];
                let clause = (read.verb, read.relation, read.clause);
                self.field(&Read::new(clause, &cited))?
            }
            _ => return None,
        })
    }

    fn destroyed(&self, read: &Read<'_>) -> Verdict {
        let gone = keys(read.clause.object.as_ref());
        let won = |event: &Value| {
            let id = word(event, "battle");
            let [attacker, defender] = self.leaders(id);
            let (first, second) = self.sides(id).unwrap_or_default();
            let attacks = gone.contains(&second);
            let (loser, winner) = if attacks { (second, attacker) } else { (first, defender) };
            let side = if loser.starts_with('r') { "rome" } else { "carthage" };
            let destroyed = |event: &Value| word(event, "army") == loser;
            read.of("destroyed").into_iter().any(destroyed)
                && (gone.contains(&loser) && keys(Some(&read.clause.subject)) == winner)
                && (word(event, "winner") != side && here(read) == Some(word(event, "at")))
                && self.in_numbers(read, id, attacks)
        };
        one(read.of("battle-over"), won, "another was destroyed")
    }
}
