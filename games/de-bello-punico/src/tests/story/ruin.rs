//! Checks clauses about flights, pursuits, leaders and elephants.

use super::table::named;
use super::truth::Checker;
use engine::story::{Entity, Np, Tense};
use mutator::stories::{Read, Verdict, counted, hold, word};
use serde_json::Value;
use std::collections::BTreeSet;

impl Checker<'_> {
    /// Fugitives, pursuers, and how they ended; leaders; what it cost.
    pub(super) fn rout(&self, read: &Read<'_>) -> Option<Verdict> {
        match (read.verb, read.subject) {
            ("cost", None) => Some(match &read.clause.subject {
                Np::Words { text, .. } if text == "his loss" => Self::loss(read),
                _ => self.cost(read),
            }),
            (_, None) => None,
            (_, Some(who)) => self
                .flight(read, who)
                .or_else(|| self.pursuit(read, who))
                .or_else(|| Self::leader(read, who)),
        }
    }

    /// Checks who fled, and what happened to those in their way.
    fn flight(&self, read: &Read<'_>, who: &Entity) -> Option<Verdict> {
        let fled = named(who).is_subset(&Self::units(read, "flight"));
        Some(match read.verb {
            "flee" => {
                let through = read.prep("through").and_then(Np::entity)?;
                hold(fled, "did not flee").and_then(|()| self.crossed(read, through, "flight"))
            }
            "leave" | "carry" if !fled => {
                return (read.says("disorder") || read.says("away"))
                    .then(|| Err("did not flee".to_owned()));
            }
            "leave" if read.says("disorder") => {
                let friends = read.object?;
                self.crossed(read, friends, "flight").and_then(|()| {
                    hold(named(friends).is_disjoint(&Self::units(read, "panic")), "broke")
                })
            }
            "carry" => {
                let panics =
                    read.of("panic").into_iter().filter(|event| word(event, "cause") == "flight");
                let gone: BTreeSet<String> =
                    panics.map(|event| word(event, "unit").to_owned()).collect();
                hold(named(read.object?).is_subset(&gone), "were not carried away")
            }
            _ => return None,
        })
    }

    /// Pursuers, and fugitives who were destroyed.
    fn pursuit(&self, read: &Read<'_>, who: &Entity) -> Option<Verdict> {
        let doomed = |cause: &str| {
            let mut dead = read.of("eliminated").into_iter();
            dead.any(|event| word(event, "cause") == cause && word(event, "unit") == who.key)
        };
        Some(match read.verb {
            "pursue" if read.clause.negated => {
                let held = |event: &&Value| {
                    word(event, "unit") == who.key
                        && read.object.is_some_and(|on| word(event, "fugitive") == on.key)
                };
                hold(read.of("hold").iter().any(held), "pursued")
            }
            "pursue" => {
                let fits = |event: &&Value| {
                    word(event, "unit") == who.key
                        && read.object.is_some_and(|on| word(event, "fugitive") == on.key)
                        && (event["exit"] == true) == read.says("off the field")
                };
                hold(read.of("pursuit").iter().any(fits), "no such pursuit")
            }
            "ride" => {
                let through = read.prep("through").and_then(Np::entity)?;
                hold(Self::units(read, "pursuit").contains(&who.key), "did not ride")
                    .and_then(|()| self.crossed(read, through, "flight"))
            }
            "run" if read.says("onto the spears") => hold(doomed("veterans"), "met no spears"),
            "find" if read.object.is_none() => hold(doomed("no-way"), "found a way"),
            "destroy" => {
                hold(Self::units(read, "eliminated").contains(&who.key), "was not destroyed")
            }
            _ => return None,
        })
    }

    /// Checks where a leader was, and whether he fell.
    fn leader(read: &Read<'_>, who: &Entity) -> Option<Verdict> {
        let leader = !super::leader_side(&who.key).is_empty();
        Some(match read.verb {
            "be" if leader && read.clause.tense == Tense::Past => {
                let unit = read.prep("with").and_then(Np::entity)?;
                let fits = |event: &&Value| {
                    word(event, "leader") == who.key && word(event, "unit") == unit.key
                };
                hold(read.of("leader-die").iter().any(fits), "was elsewhere")
            }
            "come" if read.says("to no harm") => {
                let fits =
                    |event: &&Value| word(event, "leader") == who.key && event["lost"] == false;
                hold(read.of("leader-die").iter().any(fits), "came to harm")
            }
            "fall" if leader => {
                let lost = |event: &&Value| word(event, "leader") == who.key;
                hold(read.of("leader-lost").iter().any(lost), "did not fall")
            }
            "have" | "take" if leader && !Self::is_side(&who.key) => {
                let lost = |event: &&Value| {
                    word(event, "leader") == who.key && word(event, "why") == "trapped"
                };
                hold(read.of("leader-lost").iter().any(lost), "was not trapped")
            }
            _ => return None,
        })
    }

    fn loss(read: &Read<'_>) -> Verdict {
        let lost = |event: &&Value| read.object.is_some_and(|side| word(event, "side") == side.key);
        let points = counted(read.extent()) == Some(5);
        hold(read.of("leader-lost").iter().any(lost) && points, "another loss")
    }

    pub(super) fn is_side(key: &str) -> bool {
        matches!(key, "rome" | "carthage")
    }

    /// Rout points of the whole record.
    fn cost(&self, read: &Read<'_>) -> Verdict {
        let gained = |side: &str| -> i64 {
            let points = self
                .record
                .told
                .events
                .iter()
                .filter(|event| word(event, "kind") == "pr" && word(event, "side") == side);
            points.filter_map(|event| event["points"].as_i64()).filter(|points| *points > 0).sum()
        };
        match read.object {
            None if read.extent().is_some() => {
                let said = counted(read.extent());
                let each = said == Some(gained("rome")) && said == Some(gained("carthage"));
                hold(each, "another number of points")
            }
            None => hold(gained("rome") + gained("carthage") == 0, "cost points"),
            Some(side) => {
                hold(counted(read.extent()) == Some(gained(&side.key)), "another number of points")
            }
        }
    }

    pub(super) fn beasts(read: &Read<'_>) -> Option<Verdict> {
        let who = read.subject?;
        let rolled = |wanted: &[&str]| {
            let all = read.of("elephant-table").into_iter();
            let those = all.filter(|event| wanted.contains(&word(event, "result")));
            those.map(|event| word(event, "unit").to_owned()).collect::<BTreeSet<_>>()
        };
        let rome = who.key == "rome";
        let ran: BTreeSet<String> =
            &Self::units(read, "enraged-run") | &Self::units(read, "furious");
        Some(match read.verb {
            "try" => {
                let those = read.extent().and_then(Np::entity)?;
                hold(rome && named(those).is_subset(&rolled(&["no-effect"])), "others were tried")
            }
            "fail" => hold(rome && !rolled(&["no-effect"]).is_empty(), "did not fail"),
            "frighten" => hold(
                rome && named(read.object?).is_subset(&rolled(&["motionless"])),
                "others stand",
            ),
            "stay" if read.clause.tense == Tense::Future => {
                hold(named(who).is_subset(&rolled(&["motionless"])), "others stand")
            }
            "madden" => hold(
                rome && named(read.object?).is_subset(&rolled(&["enraged", "furious"])),
                "others ran",
            ),
            "hit" if read.clause.object.is_some() && read.object.is_none() => {
                let through =
                    read.of("disorder").iter().any(|event| word(event, "cause") == "crossing");
                let target = read.of("furious").iter().any(|event| event["target"].is_string());
                hold(named(who).is_subset(&ran) && !through && !target, "hit somebody")
            }
            "run" if read.says("wild") || read.says("out of hand") => {
                let enraged = read
                    .of("disorder")
                    .into_iter()
                    .filter(|event| word(event, "cause") == "enraged");
                let mut all = ran;
                all.extend(enraged.map(|event| word(event, "unit").to_owned()));
                hold(named(who).is_subset(&all), "did not run")
            }
            "drive" if rome => {
                let into = read.prep("into").and_then(Np::entity)?;
                let fits = |event: &&Value| {
                    read.object.is_some_and(|one| word(event, "unit") == one.key)
                        && word(event, "target") == into.key
                };
                hold(read.of("furious").iter().any(fits), "others")
            }
            _ => return None,
        })
    }
}
