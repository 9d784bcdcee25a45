//! Checks clauses about attacks.

use super::strikes::Strike;
use super::table::named;
use super::truth::{Checker, n};
use engine::story::{Entity, Np, Tense};
use mutator::stories::{Read, Verdict, counted, hold, word};
use serde_json::Value;
use std::collections::BTreeSet;

/// The entity that follows the preposition "by".
fn agent<'c>(read: &Read<'c>) -> Option<&'c Entity> {
    read.prep("by").and_then(Np::entity)
}

impl Checker<'_> {
    /// The attacks in which both sides took disorder and the attacker stood, by the event of the fight.
    pub(super) fn even(&self) -> Vec<(u64, String)> {
        let even = |one: &&Strike| {
            one.points(&one.by) > 0 && one.points(&one.on) > 0 && !one.broke(&one.by)
        };
        let own = self.strikes.iter().filter(even);
        own.filter_map(|one| Some((n(one.fight.as_ref()?), one.by.clone()))).collect()
    }

    /// True if a clause says that this attacker was shaken too.
    pub(super) fn is_even(clause: &engine::story::Clause, by: &str) -> bool {
        let both = matches!(&clause.subject, Np::Words { text, .. } if text == "both");
        let own = clause.names().iter().any(|who| named(who).contains(by));
        both || own && (!clause.passive || clause.rest.contains(&"in the fighting".into()))
    }

    /// True if an attack was made as the clause says.
    fn manner(read: &Read<'_>, strike: &Strike) -> bool {
        let rear = !read.says("from behind") || strike.rear;
        let charge = !read.says("in a charge") || strike.charge();
        let own = [Some(&read.clause.subject), read.clause.object.as_ref(), read.prep("by")];
        let remarks = own.into_iter().flatten().all(|np| match np {
            Np::Apposed(inner, remark) => inner.entity().is_some_and(|who| {
                if remark == "helped by a Combat point" {
                    return strike.helped(&who.key);
                }
                let leader = super::LEADERS
                    .iter()
                    .find(|(_, name)| *remark == format!("with {name} among them"));
                match leader {
                    Some((id, _)) => strike.led(id, &who.key),
                    None => remark == "already in disorder" && strike.before.unit(&who.key).dp > 0,
                }
            }),
            _ => true,
        });
        let long = !read.says("against the odds") || strike.unlikely();
        let worse = !read.says("into worse disorder") || strike.before.unit(&strike.on).dp > 0;
        rear && charge && worse && long && remarks
    }

    /// Checks that some cited attack fits what is said of it.
    fn some(&self, read: &Read<'_>, fits: impl Fn(&Strike) -> bool) -> Verdict {
        let found =
            self.of_cited(read.cited).into_iter().any(|one| Self::manner(read, one) && fits(one));
        hold(found, "no such attack")
    }

    /// Checks that each of a group made or suffered a cited attack that fits what is said of it.
    fn each(
        &self,
        read: &Read<'_>,
        group: &Entity,
        fits: impl Fn(&Strike, &str) -> bool,
    ) -> Verdict {
        for unit in named(group) {
            self.some(read, |one| fits(one, &unit))?;
        }
        Ok(())
    }

    /// Checks who attacked whom, and who stood.
    pub(super) fn blow(&self, read: &Read<'_>) -> Option<Verdict> {
        let who = read.subject?;
        let key = &who.key;
        Some(match read.verb {
            "attack" | "charge" => {
                let whom = read.object?;
                let headline = read.clause.tense == Tense::Present;
                self.some(read, |one| {
                    let on = if one.on.is_empty() {
                        one.before.leaders.contains_key(&whom.key)
                            && one.before.side(&one.by) != super::leader_side(&whom.key)
                    } else {
                        one.on == whom.key
                    };
                    one.by == *key
                        && on
                        && (read.verb == "charge") == (one.charge() && !headline)
                        && (headline || !one.rear)
                })
                .or_else(|why| if headline { self.asked(key, &whom.key) } else { Err(why) })
            }
            "shake" if read.says("in the fighting") => self.shaken_too(read, who),
            "shake" if read.clause.passive => return self.disordered(read, who),
            "take" if read.clause.passive && read.says("from behind") => {
                let by = agent(read)?;
                self.each(read, by, |one, unit| {
                    one.by == unit && one.on == *key && one.points(key) > 0
                })
            }
            "take" if read.says("from behind") => {
                let whom = read.object?;
                self.each(read, who, |one, unit| one.by == unit && one.on == whom.key)
            }
            "fall back" => self.fell_back(read, who),
            "give" => self.gave(read, who),
            "beat off" if read.clause.passive => self.beaten_off(read, who),
            "beat off" => {
                let whom = read.object?;
                self.each(read, whom, |one, unit| {
                    let own = one.on == *key || one.before.side(&one.on) == key;
                    one.by == unit
                        && own
                        && one.fight.is_some()
                        && one.points(&one.on) == 0
                        && one.points(unit) > 0
                })
            }
            "be" if read.says("about to attack") => {
                let whom = read.extent().and_then(Np::entity)?;
                let strike = self.some(read, |one| {
                    one.by == *key && one.on == whom.key && one.fight.is_none() && !one.evaded
                });
                strike.or_else(|_| self.asked(key, &whom.key))
            }
            _ => return None,
        })
    }

    /// Checks that an attack waits for an answer.
    fn asked(&self, by: &str, on: &str) -> Verdict {
        let query = &self.record.told.after["asked"]["query"];
        hold(word(query, "attacker") == by && word(query, "target") == on, "nobody waits")
    }

    /// Checks who was beaten off, and by whom.
    fn beaten_off(&self, read: &Read<'_>, who: &Entity) -> Verdict {
        let off = |one: &Strike| {
            one.fight.is_some() && one.points(&one.on) == 0 && one.points(&one.by) > 0
        };
        self.each(read, who, |one, unit| one.by == unit && off(one))?;
        let Some(by) = agent(read) else { return Ok(()) };
        self.each(read, by, |one, unit| one.on == unit && named(who).contains(&one.by) && off(one))
    }

    /// Checks the attackers that took disorder where their targets took it too.
    fn shaken_too(&self, read: &Read<'_>, who: &Entity) -> Verdict {
        self.each(read, who, |one, unit| {
            let both = one.points(unit) > 0 && one.points(&one.on) > 0;
            one.by == unit && both && !one.broke(unit)
        })
    }

    /// Checks the help that a side gave to a unit that was attacked.
    fn gave(&self, read: &Read<'_>, side: &Entity) -> Verdict {
        let whom = &read.object.ok_or("to nobody")?.key;
        let help = read.extent().ok_or("nothing")?;
        let parts = match help {
            Np::List(parts) => parts.as_slice(),
            one => std::slice::from_ref(one),
        };
        let words = |np: &Np, said: &str| matches!(np, Np::Words { text, .. } if text == said);
        let strike = |one: &Strike| {
            let Some(fight) = &one.fight else { return false };
            let had = fight["defender"]["modifiers"].as_array().expect("modifiers");
            let command = had.iter().any(|part| word(part, "what") == "command");
            let friends = mutator::stories::ids(&fight["defender"], "support");
            let right = parts.iter().all(|np| match np {
                Np::Headed { of, .. } => of.entity().is_some_and(|who| named(who) == friends),
                np if words(np, "a Combat point") => command,
                np => words(np, "no help"),
            });
            let query = &self.record.told.before["asked"]["query"];
            let asked = |part: &str| match &query[part] {
                Value::Array(units) => !units.is_empty(),
                other => *other == true,
            };
            let all = usize::from(command && asked("command"))
                + usize::from(!friends.is_empty() && asked("support"));
            one.on == *whom
                && one.before.side(whom) == side.key
                && right
                && parts.len() == all.max(1)
        };
        self.some(read, strike)
    }

    fn fell_back(&self, read: &Read<'_>, who: &Entity) -> Verdict {
        self.each(read, who, |one, unit| one.evaded && one.on == unit)?;
        let Some(before) = read.prep("before").and_then(Np::entity) else { return Ok(()) };
        self.each(read, before, |one, unit| {
            one.evaded && one.by == unit && named(who).contains(&one.on)
        })
    }

    /// Checks who broke and who was put in disorder.
    pub(super) fn outcome(&self, read: &Read<'_>) -> Option<Verdict> {
        let (clause, object) = (read.clause, read.object);
        Some(match (read.verb, read.subject) {
            ("break", _) if read.prep("at").is_some() => return None,
            ("break" | "put" | "shake" | "throw" | "cost", None) if self.summed(read).is_some() => {
                self.summed(read)?
            }
            ("break" | "scatter" | "drive", Some(who)) => return self.broken(read, who),
            ("put" | "shake" | "throw", Some(who)) => return self.disordered(read, who),
            ("put" | "shake" | "throw", None) if matches!(&clause.subject, Np::Headed { .. }) => {
                let Np::Headed { of, .. } = &clause.subject else { return None };
                let (who, friends) = (of.entity()?, object?);
                hold(named(who).is_subset(&Self::units(read, "flight")), "did not flee")
                    .and_then(|()| self.crossed(read, friends, "flight"))
            }
            ("shake", None) if matches!(&clause.subject, Np::Words { text, .. } if text == "an even fight") =>
            {
                let whom = named(object?);
                self.some(read, |one| {
                    BTreeSet::from([one.by.clone(), one.on.clone()]) == whom
                        && whom.iter().all(|unit| one.points(unit) > 0)
                })
            }
            ("shake" | "break", None) if matches!(&clause.subject, Np::Words { text, .. } if text == "both") => {
                self.both(read)
            }
            ("cut down", Some(who)) => {
                let (by, on) = if clause.passive { (agent(read)?, who) } else { (who, object?) };
                self.some(read, |one| one.caught && one.by == by.key && one.on == on.key)
            }
            _ => return None,
        })
    }

    /// Checks who put whom in disorder, or was put in it.
    fn disordered(&self, read: &Read<'_>, who: &Entity) -> Option<Verdict> {
        if read.clause.passive {
            let Some(by) = agent(read) else {
                return Some(
                    self.some(read, |one| one.on == who.key && one.points(&who.key) > 0)
                        .and_then(|()| self.were_steady(read, &[who.key.clone()].into(), None)),
                );
            };
            return Some(
                self.each(read, by, |one, unit| {
                    one.by == unit
                        && one.on == who.key
                        && one.points(&who.key) > 0
                        && !one.broke(&who.key)
                })
                .and_then(|()| self.were_steady(read, &[who.key.clone()].into(), Some(&named(by)))),
            );
        }
        if read.verb != "shake" && !read.says("disorder") {
            return None;
        }
        let whom = read.object?;
        if self.after.units.contains_key(&who.key)
            && self.class(&who.key) == "elephants"
            && !read.of("enraged-run").is_empty()
        {
            return Some(self.crossed(read, whom, "crossing"));
        }
        let fled = named(who).is_subset(&Self::units(read, "flight"));
        if fled && read.verb == "shake" {
            return Some(self.crossed(read, whom, "flight"));
        }
        let by = (!Self::is_side(&who.key)).then(|| named(who));
        Some(
            self.each(read, whom, |one, unit| {
                let own = named(who).contains(&one.by) || one.before.side(&one.by) == who.key;
                // A fight that shook both is no success of one.
                let even = read.clause.tense == Tense::Present && one.points(&one.by) > 0;
                let even = even && !Self::is_side(&who.key);
                own && one.on == unit && one.points(unit) > 0 && !one.broke(unit) && !even
            })
            .and_then(|()| {
                if Self::is_side(&who.key) {
                    return Ok(());
                }
                self.each(read, who, |one, unit| one.by == unit && named(whom).contains(&one.on))
            })
            .and_then(|()| self.were_steady(read, &named(whom), by.as_ref())),
        )
    }

    /// Checks whether units that attacks shook were steady before them, as the clause says; `by` are the attackers that
    /// count.
    pub(super) fn were_steady(
        &self,
        read: &Read<'_>,
        whom: &BTreeSet<String>,
        by: Option<&BTreeSet<String>>,
    ) -> Verdict {
        let cited = self.of_cited(read.cited);
        let first = |unit: &String| {
            let own = cited.iter().filter(|one| {
                one.on == *unit && one.points(unit) > 0 && by.is_none_or(|by| by.contains(&one.by))
            });
            own.map(|one| one.before.unit(unit).dp).min()
        };
        Self::order(read, whom.iter().filter_map(first))
    }

    /// Checks that units with this much disorder before were put in disorder, or in worse, as the clause says.
    pub(super) fn order(read: &Read<'_>, before: impl IntoIterator<Item = u64>) -> Verdict {
        let right = before.into_iter().all(|points| {
            if read.says("worse disorder") {
                points > 0
            } else {
                points == 0 || !read.says("in disorder")
            }
        });
        hold(right, "were otherwise in order")
    }

    /// Checks that both in a fight, or elephants and those they ran into, took disorder or broke.
    fn both(&self, read: &Read<'_>) -> Verdict {
        let furious = read.of("furious").into_iter().any(|event| {
            let hurt = |unit: &Value| {
                let kind = if read.verb == "shake" { "disorder" } else { "panic" };
                read.of(kind).iter().any(|event| event["unit"] == *unit)
            };
            hurt(&event["unit"]) && hurt(&event["target"])
        });
        let struck = self
            .of_cited(read.cited)
            .into_iter()
            .any(|one| read.verb == "shake" && one.points(&one.by) > 0 && one.points(&one.on) > 0);
        hold(furious || struck, "not both")
    }

    pub(super) fn class(&self, unit: &str) -> &'static str {
        self.after.unit(unit).class()
    }

    /// True if the verb suits the unit's kind.
    fn ruin(&self, read: &Read<'_>, unit: &str) -> bool {
        let expected = match self.class(unit) {
            "light" => "scatter",
            "elephants" => "drive",
            _ => "break",
        };
        read.verb == expected
    }

    /// Checks who broke, by whom and how.
    fn broken(&self, read: &Read<'_>, who: &Entity) -> Option<Verdict> {
        let clause = read.clause;
        let key = &who.key;
        let panicked = Self::units(read, "panic");
        if read.verb == "drive" && read.prep("into").is_some() {
            return None;
        }
        if read.says("of their own side") {
            let friends = named(read.object?);
            let own = read.of("enraged-run").into_iter().chain(read.of("furious"));
            let ran = own.into_iter().any(|event| word(event, "unit") == key);
            return Some(hold(ran && friends.is_subset(&panicked), "nobody ran so"));
        }
        if clause.adverb == "now" {
            return self.broken_so_far(read, key);
        }
        if clause.passive {
            return Some(self.was_broken(read, who));
        }
        if read.says("in the same fight") {
            return Some(
                self.some(read, |one| one.by == *key && one.broke(key) && one.broke(&one.on)),
            );
        }
        if read.says("with a volley") {
            let on = &read.object?.key;
            let shot = read.of("volley").into_iter().any(|event| {
                word(event, "unit") == key && word(event, "target") == on && event["hit"] == true
            });
            return Some(hold(shot && panicked.contains(on), "no such volley"));
        }
        Some(match (read.object, &clause.object) {
            (Some(whom), _) => self.broke_them(read, key, whom),
            (None, None) => hold(named(who).is_subset(&panicked), "did not break"),
            (None, Some(_)) => Err("a number without a rule".to_owned()),
        })
    }

    fn broken_so_far(&self, read: &Read<'_>, key: &str) -> Option<Verdict> {
        let at = read.cited.iter().map(|event| n(event)).max()?;
        let end = self.strikes.iter().find(|one| one.events.contains(&at))?;
        let last = *end.events.last()?;
        let after = self.before.range(last + 1..).next().map_or(&self.after, |(_, table)| table);
        let sum = after.broken_by.get(key).copied().unwrap_or_default();
        let said = counted(read.clause.object.as_ref()).and_then(|n| usize::try_from(n).ok());
        Some(hold(said == Some(sum), "another number"))
    }

    /// Checks by whom somebody was broken, or in what attack of his own.
    fn was_broken(&self, read: &Read<'_>, who: &Entity) -> Verdict {
        let key = &who.key;
        if let Some(by) = agent(read) {
            return self.some(read, |one| {
                one.by == by.key && one.on == *key && one.broke(key) && self.ruin(read, key)
            });
        }
        if let Some(on) = read.prep("in an attack on").and_then(Np::entity) {
            return self.some(read, |one| one.by == *key && one.on == on.key && one.broke(key));
        }
        if read.says("in the attempt") {
            return self.some(read, |one| one.by == *key && one.broke(key));
        }
        hold(named(who).is_subset(&Self::units(read, "panic")), "did not break")
    }

    fn broke_them(&self, read: &Read<'_>, key: &str, whom: &Entity) -> Verdict {
        if self.class_of(key) == Some("elephants") && !read.of("enraged-run").is_empty() {
            return self.crossed(read, whom, "crossing");
        }
        let driven = |event: &&Value| word(event, "target") == whom.key;
        if key == "rome"
            && !read.clause.tense.eq(&Tense::Present)
            && read.of("furious").iter().any(driven)
        {
            let panicked = Self::units(read, "panic");
            return hold(
                named(whom).is_subset(&panicked) && self.ruin(read, &whom.key),
                "did not break",
            );
        }
        // A headline names the side, and all who broke.
        let army = key;
        if Self::is_side(army) {
            let lost: BTreeSet<String> = self
                .record
                .told
                .events
                .iter()
                .filter(|event| word(event, "kind") == "panic")
                .map(|event| word(event, "unit").to_owned())
                .collect();
            let foes = lost.iter().all(|unit| self.after.side(unit) != army);
            return hold(foes && named(whom) == lost, "others broke");
        }
        // Whoever was struck may have broken those who struck.
        self.each(read, whom, |one, unit| {
            let pair = (one.by.as_str(), one.on.as_str());
            (pair == (key, unit) || pair == (unit, key)) && one.broke(unit) && self.ruin(read, unit)
        })
    }

    fn class_of(&self, key: &str) -> Option<&'static str> {
        self.after.units.get(key).map(super::table::Unit::class)
    }

    /// Checks that these took disorder from somebody who went through them.
    pub(super) fn crossed(&self, read: &Read<'_>, whom: &Entity, cause: &str) -> Verdict {
        let hurt = |unit: &String| {
            let mut all = read.of("disorder").into_iter();
            all.find(|event| word(event, "unit") == unit && word(event, "cause") == cause)
        };
        let first: Vec<_> = named(whom).iter().map(hurt).collect();
        hold(first.iter().all(Option::is_some), "nobody went through them")?;
        let points = |event: &Value| self.before[&n(event)].unit(word(event, "unit")).dp;
        Self::order(read, first.into_iter().flatten().map(points))
    }
}
