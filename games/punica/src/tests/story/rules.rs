//! Checks each kind of clause against the events. A clause without a rule fails.

use super::truth::{Checker, Force, other, places};
use engine::story::Np;
use mutator::stories::{Read, Verdict, counted, hold, word};
use serde_json::Value;
use std::collections::BTreeSet;

fn moved(events: &[&Value]) -> BTreeSet<String> {
    let both = |event: &&Value| {
        let escort = event["escort"].as_str().map(str::to_owned);
        std::iter::once(word(event, "id").to_owned()).chain(escort).collect::<Vec<_>>()
    };
    events.iter().flat_map(both).collect()
}

fn ids(event: &Value) -> BTreeSet<String> {
    let all = event["ids"].as_array().into_iter().flatten();
    all.filter_map(|id| id.as_str().map(str::to_owned)).collect()
}

/// The total of a side in a battle, and the card that it laid.
fn total<'a>(result: &'a Value, side: &str) -> (i64, &'a str) {
    let att = word(result, "attacker") == side;
    let (sum, parts) = if att { ("att", "att_parts") } else { ("dfn", "dfn_parts") };
    let mut parts = result[parts].as_array().into_iter().flatten();
    let card = parts.find_map(|part| word(part, "what").strip_prefix("card "));
    (result[sum].as_i64().unwrap_or_default(), card.unwrap_or_default())
}

/// True of a unit that fell in a battle.
#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "a filter passes what it looks at by reference"
)]
pub(super) fn fell(event: &&Value) -> bool {
    word(event, "kind") == "removed" && word(event, "why") == "battle"
}

#[expect(clippy::unused_self, reason = "all rules are asked of the checker")]
impl Checker<'_> {
    pub(super) fn clause(&self, read: &Read<'_>) -> Verdict {
        let verdict = self
            .history(read)
            .or_else(|| self.journey(read))
            .or_else(|| self.battle(read))
            .or_else(|| self.toll(read))
            .or_else(|| self.standing(read))
            .or_else(|| self.frame(read));
        verdict.unwrap_or_else(|| Err(format!("no rule for {}", read.verb)))
    }

    fn journey(&self, read: &Read<'_>) -> Option<Verdict> {
        let moves = read.of("move");
        let to_there = |moves: &[&Value]| {
            read.place("to").is_none_or(|to| moves.iter().any(|event| word(event, "to") == to))
        };
        let from_there = |moves: &[&Value]| {
            read.place("from")
                .is_none_or(|from| moves.iter().any(|event| word(event, "from") == from))
        };
        let through = || {
            let said = places(read.prep("through"));
            said.iter().all(|area| moves.iter().any(|event| word(event, "to") == area))
        };
        Some(match read.verb {
            "sail" | "march" | "march on" | "cross" | "come" | "return" => {
                let Some(force) = Force::of(&read.clause.subject) else {
                    return Some(Err("nobody".to_owned()));
                };
                let side = moves.first().map_or("", |event| word(event, "seat"));
                let seas = places(read.clause.object.as_ref());
                let crossed = |event: &&Value| {
                    let over: BTreeSet<String> = event["seas"]
                        .as_array()
                        .into_iter()
                        .flatten()
                        .filter_map(|sea| sea.as_str().map(str::to_owned))
                        .collect();
                    over == seas
                };
                let over = seas.is_empty() || moves.iter().any(crossed);
                hold(force.is(&moved(&moves), side), "other units").and_then(|()| {
                    hold(to_there(&moves) && from_there(&moves) && through() && over, "another way")
                })
            }
            "bring up" => {
                let force = read.clause.object.as_ref().and_then(Force::of);
                let side = moves.first().map_or("", |event| word(event, "seat"));
                let effect = moves.iter().all(|event| event["effect"] == true);
                let reveals =
                    self.record.events.iter().filter(|event| word(event, "kind") == "reveal");
                let mut shown = reveals.map(|reveal| word(reveal, side)).peekable();
                let card = read.subject.map_or("", |card| card.key.as_str());
                let laid = shown.peek().is_none() || shown.any(|shown| shown == card);
                let right =
                    force.is_some_and(|force| force.is(&moved(&moves), side)) && effect && laid;
                hold(right && from_there(&moves), "other units, or another card")
            }
            "move" => self.unmoved(read),
            "get away" | "go back" => {
                let gone = read.of("retreat");
                let force = Force::of(&read.clause.subject);
                let fits = |event: &&Value| {
                    force.as_ref().is_some_and(|force| force.is(&ids(event), word(event, "seat")))
                        && Some(word(event, "to")) == read.place("to")
                };
                hold(gone.iter().any(fits), "others, or elsewhere")
            }
            _ => return None,
        })
    }

    fn battle(&self, read: &Read<'_>) -> Option<Verdict> {
        let result = read.cited.iter().find(|event| word(event, "kind") == "result").copied();
        Some(match read.verb {
            "make" => return Self::made(read, result),
            "beat" => {
                let Some(result) = result else { return Some(Err("no result".to_owned())) };
                let winner = word(result, "winner");
                let won = read.subject.is_some_and(|card| card.key == total(result, winner).1);
                let lost =
                    read.object.is_some_and(|card| card.key == total(result, other(winner)).1);
                hold(won && lost, "another card")
            }
            "win" if result.is_some() => {
                let result = result?;
                let margin = (result["att"].as_i64()? - result["dfn"].as_i64()?).abs();
                let said = counted(read.prep("by")).unwrap_or(1);
                hold(
                    read.subject.is_some_and(|who| who.key == word(result, "winner"))
                        && said == margin,
                    "another winner",
                )
            }
            "draw" => {
                hold(result.is_some_and(|result| word(result, "winner") == "tie"), "somebody won")
            }
            "lay" => {
                let reveal = read.of("reveal");
                let laid = |event: &&Value| {
                    read.subject
                        .zip(read.object)
                        .is_some_and(|(who, card)| word(event, &who.key) == card.key)
                };
                hold(reveal.iter().any(laid), "another card")
            }
            _ => return None,
        })
    }

    /// Checks what a side's units and its card came to.
    fn made(read: &Read<'_>, result: Option<&Value>) -> Option<Verdict> {
        let Np::List(both) = &read.clause.subject else { return Some(Err("no sum".to_owned())) };
        let [troops, laid] = both.as_slice() else { return Some(Err("no sum".to_owned())) };
        let (Some(result), Some(force)) = (result, Force::of(troops)) else {
            return Some(Err("no result".to_owned()));
        };
        let side = if force.hannibal { "carthage" } else { force.side? };
        let (sum, card) = total(result, side);
        let parts = if word(result, "attacker") == side { "att_parts" } else { "dfn_parts" };
        let units: usize = result[parts]
            .as_array()?
            .iter()
            .filter_map(|part| word(part, "what").split_once(' ')?.0.parse::<usize>().ok())
            .sum();
        let hannibal =
            result[parts].as_array()?.iter().any(|part| word(part, "what") == "hannibal");
        let same = force.others == units && force.hannibal == hannibal;
        let laid = laid.entity().is_some_and(|said| said.key == card);
        let said = counted(read.clause.object.as_ref().or(read.extent()));
        let (att, dfn) = (result["att"].as_i64()?, result["dfn"].as_i64()?);
        let even = read.clause.adverb != "also" || att == dfn;
        let less = !read.says("only") || sum == att.min(dfn);
        Some(hold(same && laid && said == Some(sum) && even && less, "another sum"))
    }

    fn toll(&self, read: &Read<'_>) -> Option<Verdict> {
        let all: Vec<&Value> = self.record.events.iter().filter(fell).collect();
        Some(match (read.verb, read.subject) {
            ("destroy", None) => {
                let Some(force) = Force::of(&read.clause.subject) else {
                    return Some(Err("nobody".to_owned()));
                };
                let here: BTreeSet<String> = read
                    .cited
                    .iter()
                    .copied()
                    .filter(fell)
                    .map(|event| word(event, "id").to_owned())
                    .collect();
                let side =
                    read.cited.iter().copied().find(fell).map_or("", |event| word(event, "seat"));
                hold(force.is(&here, side), "others fell")
            }
            ("lose", Some(who))
                if read.object.is_some_and(|object| object.key == "hannibal")
                    && read.of("result").len() == 1 =>
            {
                hold(
                    who.key == "carthage"
                        && all.iter().any(|event| word(event, "id") == "hannibal"),
                    "he did not fall",
                )
            }
            ("lose", _) if matches!(&read.clause.object, Some(Np::Words { text, .. }) if text == "the war") => {
                Ok(())
            }
            ("lose", _) if read.clause.passive => {
                hold(!read.of("lost-in-retreat").is_empty(), "nobody was lost")
            }
            ("lose", who) => self.lost(read, who),
            ("fall", Some(who)) => hold(
                who.key == "hannibal" && all.iter().any(|event| word(event, "id") == "hannibal"),
                "he did not fall",
            ),
            ("cost", None) => Ok(()),
            _ => return None,
        })
    }

    /// Checks the losses of a side, or of both: in one battle, or in the whole record.
    fn lost(&self, read: &Read<'_>, who: Option<&engine::story::Entity>) -> Verdict {
        let all: Vec<&Value> = self.record.events.iter().filter(fell).collect();
        let stranded =
            self.record.events.iter().filter(|event| word(event, "kind") == "lost-in-retreat");
        let lost = |side: &str| -> BTreeSet<String> {
            let fallen = all
                .iter()
                .filter(|event| word(event, "seat") == side)
                .map(|event| word(event, "id").to_owned());
            let gone = stranded.clone().filter(|event| word(event, "seat") == side).flat_map(ids);
            fallen.chain(gone).collect()
        };
        let force = read.clause.object.as_ref().and_then(Force::of).unwrap_or_default();
        let mixed =
            |units: &BTreeSet<String>| units.len() == force.others + usize::from(force.hannibal);
        let is = |side: &str| {
            force.is(&lost(side), side)
                || matches!(read.clause.object, Some(Np::List(_))) && mixed(&lost(side))
        };
        match who {
            Some(who) => hold(is(&who.key), "other losses"),
            None => {
                // In one battle, or in the whole record.
                let one = |side: &str| {
                    read.cited
                        .iter()
                        .copied()
                        .filter(fell)
                        .filter(|event| word(event, "seat") == side)
                        .count()
                        == force.others
                };
                hold(
                    is("rome") && is("carthage") || one("rome") && one("carthage"),
                    "not as much each",
                )
            }
        }
    }

    fn standing(&self, read: &Read<'_>) -> Option<Verdict> {
        let (before, after) = (self.record.before, self.record.after);
        let last = read.of("move").last().map(|event| word(event, "to"));
        Some(match read.verb {
            "stand" | "lie" => {
                let area = last?;
                let mover = read.of("move").last().map_or("", |event| word(event, "seat"));
                let there = self.units(before, other(mover), area);
                let force = Force::of(&read.clause.subject);
                hold(
                    force.is_some_and(|force| force.is(&there, other(mover))),
                    "others stood there",
                )
            }
            "carry" => {
                let said = places(read.prep("over"));
                hold(
                    read.subject.is_some_and(|who| self.carrying(after, &who.key) == said),
                    "over other seas",
                )
            }
            "have" if read.subject.is_some_and(|who| who.key == "hannibal") => {
                let at = read.place("from");
                hold(
                    at.is_some_and(|at| self.units(after, "carthage", at).contains("hannibal")),
                    "he is elsewhere",
                )
            }
            "have" => match (read.subject, counted(read.clause.object.as_ref())) {
                (Some(who), Some(n)) if read.cited.is_empty() => {
                    hold(self.armies(after, &who.key) == n, "another number of armies")
                }
                (None, Some(n)) if read.cited.is_empty() => hold(
                    self.armies(after, "rome") == n && self.armies(after, "carthage") == n,
                    "not as many each",
                ),
                (None, None) => Ok(()),
                _ => self.strength(read),
            },
            "hold" if read.says("with which it can enter the city") => self.entered_by(read),
            "hold" => self.held(read),
            "need" => {
                let gains = |side: &str| self.gains(after, side).len();
                let ahead = read.subject.is_none_or(|who| gains(&who.key) > gains(other(&who.key)));
                let three = counted(read.clause.object.as_ref()) == Some(3);
                hold(three && ahead, "another need, or beside the other side's areas")
            }
            "keep" => {
                let area = read.object.map(|area| area.key.as_str())?;
                let holder = self.holder(after, area);
                hold(holder == read.subject.map(|who| who.key.as_str()), "another side keeps it")
            }
            "be" if read.subject.is_some_and(|who| who.key == "roma" || who.key == "carthago") => {
                self.deserted(read)?
            }
            "leave" => self.left(read)?,
            _ => return None,
        })
    }

    fn strength(&self, read: &Read<'_>) -> Verdict {
        let Some(battle) = read.of("battle").first().copied() else { return Ok(()) };
        let said = counted(read.clause.object.as_ref());
        let of = |who: &str| {
            battle[if word(battle, "attacker") == who { "att" } else { "dfn" }].as_i64()
        };
        match read.subject {
            Some(who) => hold(said == of(&who.key), "another strength"),
            None => hold(said == of("rome") && said == of("carthage"), "not as strong each"),
        }
    }

    /// Checks how many enemy areas a side holds, of those that win.
    fn held(&self, read: &Read<'_>) -> Verdict {
        let after = self.record.after;
        if let (Some(who), areas) = (read.subject, places(read.clause.object.as_ref()))
            && !read.cited.is_empty()
        {
            return hold(areas == self.gains(after, &who.key), "other areas");
        }
        let gains = |side: &str| i64::try_from(self.gains(after, side).len()).expect("few");
        match (read.subject, &read.clause.object) {
            (Some(who), Some(Np::Count(count))) => {
                hold(count.n == gains(&who.key), "another score")
            }
            (None, Some(Np::Count(count))) => {
                hold(count.n == gains("rome") && count.n == gains("carthage"), "another score")
            }
            (None, _) => hold(gains("rome") + gains("carthage") == 0, "somebody holds one"),
            _ => Ok(()),
        }
    }

    /// Checks that the card is in the hand of the side, which can enter the enemy's empty capital with it.
    fn entered_by(&self, read: &Read<'_>) -> Verdict {
        let (Some(who), Some(card)) = (read.subject, read.object) else {
            return Err("no side, or no card".to_owned());
        };
        let hand = self.record.after[&who.key]["hand"].as_array();
        let has = hand.is_some_and(|hand| hand.iter().any(|one| one == card.key.as_str()));
        let capital = if who.key == "rome" { "carthago" } else { "roma" };
        let free = |side: &str| self.units(self.record.after, side, capital).is_empty();
        hold(has && free("rome") && free("carthage"), "not in the hand, or somebody is there")
    }

    /// Checks how many cards came back.
    fn refilled(&self, read: &Read<'_>) -> Verdict {
        let refill = read.of("refill");
        let refill = refill.first().ok_or("no card came back")?;
        let deck = self.record.after[word(refill, "seat")]["deck"].as_array();
        let others = deck.map(|deck| i64::try_from(deck.len() - 1).expect("few"));
        hold(counted(read.clause.object.as_ref()) == others, "another number of cards")
    }

    /// Checks that a side moved nothing by the card that it laid.
    fn unmoved(&self, read: &Read<'_>) -> Verdict {
        let who = read.subject.map_or("", |who| who.key.as_str());
        let idle = self.record.events.iter().all(|event| {
            word(event, "kind") != "move" || event["effect"] != true || word(event, "seat") != who
        });
        hold(idle, "armies moved")
    }

    /// Checks that the side that declines lets the other side's offer lapse.
    fn declined(read: &Read<'_>) -> Verdict {
        let lapsed = read.of("offer-lapsed");
        let other = |event: &&Value| read.subject.is_some_and(|who| word(event, "seat") != who.key);
        hold(lapsed.iter().any(other), "its own offer")
    }

    /// Checks the card that a side paid for its movements, or the last that it laid in a battle.
    fn played(&self, read: &Read<'_>) -> Verdict {
        let who = read.subject.map_or("", |who| who.key.as_str());
        let card = read.object.map_or("", |card| card.key.as_str());
        let paid = read.of("turn");
        if paid.is_empty() {
            let all = self.record.past.iter().chain(self.record.events);
            let shown = all.rev().find(|event| word(event, "kind") == "reveal");
            return hold(shown.is_some_and(|one| word(one, who) == card), "another card");
        }
        let fits = |event: &&Value| word(event, "card") == card && word(event, "seat") == who;
        hold(paid.iter().any(fits), "another side, or another card")
    }

    /// Checks that a side gave up an area that it held.
    fn left(&self, read: &Read<'_>) -> Option<Verdict> {
        let area = read.object.map(|area| area.key.as_str())?;
        Some(hold(
            self.holder(self.record.before, area) == read.subject.map(|who| who.key.as_str())
                && self.holder(self.record.after, area).is_none(),
            "did not leave it",
        ))
    }

    /// Checks that nobody stands in an area.
    fn deserted(&self, read: &Read<'_>) -> Option<Verdict> {
        let area = read.subject?.key.as_str();
        Some(hold(
            self.units(self.record.after, "rome", area).is_empty()
                && self.units(self.record.after, "carthage", area).is_empty(),
            "somebody is there",
        ))
    }

    /// Checks who fought whom, and with what.
    fn clashed(&self, read: &Read<'_>) -> Option<Verdict> {
        let area = read.place("for").or(read.place("in"))?;
        let sides = read.of("battle").first().map(|event| word(event, "attacker").to_owned())?;
        let own = Force::of(&read.clause.subject)
            .is_some_and(|force| force.is(&self.units(self.record.before, &sides, area), &sides));
        let foes = read.clause.object.as_ref().and_then(Force::of);
        let foes = foes.is_some_and(|force| {
            force.is(&self.units(self.record.before, other(&sides), area), other(&sides))
        });
        Some(hold(own && foes, "others fight"))
    }

    /// Checks turns, offers, rules and the end.
    fn frame(&self, read: &Read<'_>) -> Option<Verdict> {
        let seat = |kind: &str| {
            hold(
                read.of(kind)
                    .iter()
                    .any(|event| read.subject.is_some_and(|who| word(event, "seat") == who.key)),
                "another side",
            )
        };
        Some(match read.verb {
            "pass" => seat("turn"),
            "offer" if !read.cited.is_empty() => seat("draw-offered"),
            "decline" => Self::declined(read),
            "play" => self.played(read),
            "take" => seat("refill").and_then(|()| self.refilled(read)),
            "bring" => {
                let home = read
                    .of("deployed")
                    .iter()
                    .any(|event| Some(word(event, "area")) == read.place("back into"));
                seat("deployed").and_then(|()| hold(home, "another sea"))
            }
            "give up" => {
                let given = read.of("removed").iter().any(|event| {
                    Some(word(event, "area")) == read.place("in")
                        && read.subject.is_some_and(|who| word(event, "seat") == who.key)
                });
                hold(given, "elsewhere")
            }
            "win" => {
                let won = read.of("victory");
                hold(
                    won.is_empty()
                        || read.subject.is_none_or(|who| {
                            won.iter().any(|event| word(event, "seat") == who.key)
                        }),
                    "another side won",
                )
            }
            "resign" => hold(
                read.of("victory")
                    .iter()
                    .any(|event| read.subject.is_some_and(|who| word(event, "seat") != who.key)),
                "the winner",
            ),
            "fight" => self.clashed(read)?,
            "end" | "change" | "act" | "enter" | "wait" | "offer" => Ok(()),
            _ => return None,
        })
    }
}
