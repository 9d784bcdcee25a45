//! Checks the head and the foot of a report, how an army is drawn up, and how a battle ends.

use super::camp::object;
use super::table::wing;
use super::truth::{Checker, sided};
use engine::story::{Entity, Lead, Np, Tense};
use mutator::stories::{Read, Verdict, counted, hold, word};
use serde_json::Value;
use std::collections::BTreeSet;

impl Checker<'_> {
    fn level(&self, side: &str) -> i64 {
        match (self.record.battle, side) {
            ("beneventum", "rome") => 10,
            ("beneventum", _) => 9,
            ("po", "rome") => 14,
            ("trebbia" | "po", _) => 12,
            (_, "rome") => 16,
            _ => 15,
        }
    }

    fn points(&self, side: &str) -> i64 {
        i64::try_from(self.after.rout.get(side).copied().unwrap_or_default()).expect("few")
    }

    pub(super) fn frame(&self, read: &Read<'_>) -> Option<Verdict> {
        self.council(read)
            .or_else(|| self.score(read))
            .or_else(|| self.drawn_up(read))
            .or_else(|| self.ended(read))
            .or_else(|| self.quiet(read))
    }

    /// Rout points, rout levels and losses.
    fn score(&self, read: &Read<'_>) -> Option<Verdict> {
        Some(match (read.verb, read.subject) {
            ("have", Some(who)) => self.points_of(read, who),
            ("have", None) => {
                let said = counted(read.clause.object.as_ref()).unwrap_or_default();
                hold(
                    self.points("rome") == said && self.points("carthage") == said,
                    "another score",
                )
            }
            ("break", who) if read.prep("at").is_some() => {
                let said = counted(read.prep("at"));
                hold(
                    match who {
                        Some(who) => said == Some(self.level(&who.key)),
                        None => {
                            ["rome", "carthage"].iter().all(|side| said == Some(self.level(side)))
                        }
                    },
                    "another level",
                )
            }
            ("reach", Some(who)) if read.says("in this turn as well") => {
                let foe = if who.key == "rome" { "carthage" } else { "rome" };
                let open = self.points(&who.key) < self.level(&who.key);
                hold(open && self.points(foe) >= self.level(foe), "the battle is not so close")
            }
            ("reach" | "pass", Some(who)) => {
                let level = self.level(&who.key);
                let before = self.record.table.rout.get(&who.key).copied().unwrap_or_default();
                let said = counted(read.clause.object.as_ref()).is_none_or(|n| n == level);
                let headline = read.clause.tense == Tense::Present;
                hold(
                    said && self.points(&who.key) >= level + i64::from(read.verb == "pass")
                        && (headline || (self.points(&who.key) > level) == (read.verb == "pass"))
                        && i64::try_from(before).ok() < Some(level),
                    "did not reach it",
                )
            }
            ("stand", Some(who)) => {
                let over = read.of("game-over").first()?["pr"][&who.key].as_i64();
                hold(counted(read.prep("at")) == over, "another number")
            }
            ("lose", who) => self.lost(read, who),
            _ => return None,
        })
    }

    /// Checks how an army stands before its first turn.
    fn drawn_up(&self, read: &Read<'_>) -> Option<Verdict> {
        Some(match (read.verb, read.subject) {
            ("stand", None) => self.horse(read),
            ("draw up", Some(who)) => {
                let placed = read.of("placed").into_iter().filter(|event| {
                    word(event, "side") == who.key && word(event, "place") != "reserve"
                });
                let placed = placed.count();
                let said = counted(read.prep("of"));
                hold(
                    placed > 0 && said.is_none_or(|n| usize::try_from(n) == Ok(placed)),
                    "another number",
                )
            }
            ("hold back", Some(who)) => {
                let kept = |event: &&Value| {
                    word(event, "side") == who.key
                        && word(event, "place") == "reserve"
                        && read.object.is_some_and(|unit| unit.key == word(event, "unit"))
                };
                hold(read.of("placed").iter().any(kept), "kept nobody back")
            }
            ("be", None) if read.says("in disorder from the cold") => {
                let cold = read.of("placed").into_iter().filter(|event| {
                    event["dp"].as_u64() > Some(0)
                        && word(event, "side") == sided(&read.clause.subject)
                });
                hold(
                    counted(Some(&read.clause.subject)).and_then(|n| usize::try_from(n).ok())
                        == Some(cold.count()),
                    "another number",
                )
            }
            ("be", Some(who)) => {
                let unit = read.prep("with").and_then(Np::entity)?;
                let at = self.after.leaders.get(&who.key);
                hold(at.is_some() && at == self.after.unit(&unit.key).at.as_ref(), "is elsewhere")
            }
            _ => return None,
        })
    }

    /// Checks how a battle ended, and the losses.
    fn ended(&self, read: &Read<'_>) -> Option<Verdict> {
        Some(match (read.verb, read.subject) {
            ("win", Some(who)) => {
                let fits = |event: &&Value| word(event, "winner") == who.key;
                let turn = format!("in turn {}", self.record.told.before["turn"]);
                let when =
                    !read.words().any(|words| words.starts_with("in turn")) || read.says(&turn);
                hold(read.of("game-over").iter().any(fits) && when, "did not win")
            }
            ("give up", Some(who)) => {
                let fits = |event: &&Value| {
                    word(event, "reason") == "resigned" && word(event, "winner") != who.key
                };
                hold(read.of("game-over").iter().any(fits), "did not give up")
            }
            ("break", None) => self.broke(read),
            ("be", None) => Self::stands(read),
            ("last", None) => {
                let turns = match self.record.battle {
                    "trebbia" => 14,
                    "beneventum" => 12,
                    "po" => 15,
                    _ => 16,
                };
                hold(counted(read.clause.object.as_ref()) == Some(turns), "another length")
            }
            ("follow" | "end" | "win" | "lay", None) => Ok(()),
            _ => return None,
        })
    }

    fn broke(&self, read: &Read<'_>) -> Verdict {
        let Np::List(parts) = &read.clause.subject else {
            return Err("no list".to_owned());
        };
        for part in parts {
            let broke =
                self.after.units.values().filter(|unit| unit.side == sided(part) && unit.panic);
            let said = counted(Some(part)).and_then(|n| usize::try_from(n).ok());
            if said != Some(broke.count()) {
                return Err("another number".to_owned());
            }
        }
        Ok(())
    }

    /// Records in which nothing was done.
    fn quiet(&self, read: &Read<'_>) -> Option<Verdict> {
        Some(match (read.verb, read.subject) {
            ("begin", Some(who)) => {
                let turn = format!("turn {}", self.record.told.after["turn"]);
                hold(who.full == turn, "another turn")
            }
            ("stay", Some(_)) | ("move", None) => {
                hold(read.of("move").is_empty(), "somebody moved")
            }
            ("shoot", Some(_)) => hold(read.of("volley").is_empty(), "somebody shot"),
            ("make", Some(_)) => hold(read.of("attack").is_empty(), "somebody attacked"),
            ("leave", Some(_)) => hold(read.of("elephant-table").is_empty(), "some were tried"),
            _ => return None,
        })
    }

    /// Checks a side's rout points, and the number that breaks it.
    fn points_of(&self, read: &Read<'_>, who: &Entity) -> Verdict {
        let Some(Np::Count(count)) = &read.clause.object else { return Err("no count".to_owned()) };
        let (points, level) = (self.points(&who.key), self.level(&who.key));
        let words = engine::story::number(level);
        let of = match count.lead {
            Lead::OfThe(of) => of == level,
            Lead::The => points == level,
            _ => {
                count.tail == format!("of its {words}")
                    || count.tail.contains(&format!("where {words} break"))
            }
        };
        hold(count.n == points && of, "another score")
    }

    fn lost(&self, read: &Read<'_>, who: Option<&Entity>) -> Verdict {
        let lost = |side: &str| {
            let panics =
                self.record.told.events.iter().filter(|event| word(event, "kind") == "panic");
            let all: BTreeSet<&str> = panics.map(|event| word(event, "unit")).collect();
            i64::try_from(all.into_iter().filter(|unit| self.after.side(unit) == side).count())
                .expect("few")
        };
        let said = counted(read.clause.object.as_ref());
        hold(
            match who {
                Some(who) => said == Some(lost(&who.key)),
                None => said == Some(lost("rome")) && said == Some(lost("carthage")),
            },
            "another number of losses",
        )
    }

    /// Checks on which wings horse was drawn up.
    fn horse(&self, read: &Read<'_>) -> Verdict {
        let side = sided(&read.clause.subject);
        let there = read.of("placed").into_iter().filter(|event| {
            word(event, "side") == side
                && self.after.unit(word(event, "unit")).class() == "horse"
                && read.says(wing(word(event, "place")))
        });
        let said = counted(Some(&read.clause.subject)).and_then(|n| usize::try_from(n).ok());
        hold(said == Some(there.count()), "another number")
    }

    /// Checks what is said of the whole battle.
    fn stands(read: &Read<'_>) -> Verdict {
        let winner = read.of("game-over").first().map(|event| word(event, "winner").to_owned());
        match object(read.clause) {
            Some("Rome's victory") => {
                hold(winner.is_none_or(|who| who == "rome"), "another's victory")
            }
            Some("Carthage's victory") => {
                hold(winner.is_none_or(|who| who == "carthage"), "another's victory")
            }
            Some("nobody's victory") => {
                hold(winner.is_none_or(|who| who.is_empty()), "another's victory")
            }
            Some("the last turn") | None => Ok(()),
            Some(_) => Err("no rule".to_owned()),
        }
    }
}
