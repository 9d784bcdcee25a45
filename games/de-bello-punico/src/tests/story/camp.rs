//! Checks clauses about volleys, recoveries, comings and goings, chips and marches.

use super::table::{named, wing};
use super::truth::{Checker, sided};
use engine::story::{Clause, Lead, Np};
use mutator::stories::{Read, Verdict, counted, hold, word};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn size(np: Option<&Np>) -> Option<usize> {
    counted(np).and_then(|n| usize::try_from(n).ok())
}

impl Checker<'_> {
    /// Checks clauses about volleys, recoveries, and units that come or leave.
    pub(super) fn camp(&self, read: &Read<'_>) -> Option<Verdict> {
        self.recovery(read).or_else(|| self.volley(read)).or_else(|| self.came_or_went(read))
    }

    /// The units that recovered; with `whole`, only those that did so wholly (true) or in part (false).
    fn recovered(read: &Read<'_>, whole: Option<bool>) -> BTreeSet<String> {
        let all = read.of("recovery").into_iter();
        let own = all.filter(|event| whole.is_none_or(|whole| (event["total"] == 0) == whole));
        own.map(|event| word(event, "unit").to_owned()).collect()
    }

    /// Units that recovered, and units in disorder because others crossed them.
    fn recovery(&self, read: &Read<'_>) -> Option<Verdict> {
        Some(match (read.verb, read.subject) {
            ("put" | "steady", None) if Self::point(&read.clause.subject).is_some() => {
                let those = Self::recovered(read, Some(read.verb == "put"));
                let (points, side) = Self::point(&read.clause.subject)?;
                let own =
                    those.iter().all(|unit| side.is_none_or(|side| self.after.side(unit) == side));
                hold(own && points == those.len(), "another number of points")
                    .and_then(|()| Self::exactly(read.object, &those))
            }
            ("put" | "shake" | "throw", None) => {
                let hurt = read
                    .of("disorder")
                    .into_iter()
                    .filter(|event| word(event, "cause") == "crossing");
                let hurt: BTreeSet<String> =
                    hurt.map(|event| word(event, "unit").to_owned()).collect();
                Self::exactly(read.object, &hurt)
                    .and_then(|()| self.crossed(read, read.object.expect("they"), "crossing"))
            }
            ("recover", Some(who)) if !Self::is_side(&who.key) => {
                hold(named(who) == Self::recovered(read, None), "others recovered")
            }
            ("rally", Some(_)) => {
                hold(Self::recovered(read, None).is_empty(), "somebody recovered")
            }
            ("march", None) => hold(!read.of("disorder").is_empty(), "nobody was crossed"),
            _ => return None,
        })
    }

    fn volley(&self, read: &Read<'_>) -> Option<Verdict> {
        Some(match (read.verb, read.subject) {
            ("miss", None) => {
                let shots = read.of("volley");
                let hit = shots.iter().any(|event| event["hit"] == true);
                let own = shots.iter().all(|event| {
                    self.after.side(word(event, "unit")) == sided(&read.clause.subject)
                });
                hold(
                    own && !hit && size(Some(&read.clause.subject)) == Some(shots.len()),
                    "another number missed",
                )
            }
            ("find", None) => {
                let hits =
                    read.of("volley").into_iter().filter(|event| event["hit"] == true).count();
                hold(size(Some(&read.clause.subject)) == Some(hits), "another number of hits")
            }
            ("hit", None) => {
                let hits = read.of("volley").into_iter().filter(|event| event["hit"] == true);
                let hits: Vec<_> = hits.collect();
                let one = matches!(&read.clause.subject, Np::Count(count) if count.n == 1);
                let side = hits.first().map(|event| self.after.side(word(event, "unit")));
                let struck = hits.iter().map(|event| word(event, "target").to_owned()).collect();
                hold(
                    one && hits.len() == 1 && side == Some(sided(&read.clause.subject)),
                    "another number hit",
                )
                .and_then(|()| Self::exactly(read.object, &struck))
            }
            ("hit", Some(who)) => {
                let hits = read.of("volley").into_iter().filter(|event| {
                    event["hit"] == true && self.after.side(word(event, "unit")) == who.key
                });
                let shots = hits.clone().count();
                let struck: BTreeSet<String> =
                    hits.map(|event| word(event, "target").to_owned()).collect();
                hold(shots > 1 || !read.says("with volleys"), "one volley hit")
                    .and_then(|()| Self::exactly(read.object, &struck))
            }
            _ => return None,
        })
    }

    /// Units that came onto the field or left it, and the rout points that this saved.
    fn came_or_went(&self, read: &Read<'_>) -> Option<Verdict> {
        let who = read.subject?;
        Some(match read.verb {
            "come onto" => {
                let behind = |event: &&Value| match wing(word(event, "hex")) {
                    "on the Roman left" => read.says("behind the Roman left"),
                    "on the Roman right" => read.says("behind the Roman right"),
                    _ => read.says("behind the Roman centre"),
                };
                let fits = |event: &&Value| {
                    event["ambush"] == true && word(event, "unit") == who.key && behind(event)
                };
                hold(read.of("return").iter().any(fits), "did not come so")
            }
            "come" if read.says("out of ambush") => {
                let fits =
                    |event: &&Value| event["ambush"] == true && word(event, "unit") == who.key;
                hold(read.of("return").iter().any(fits), "did not come so")
            }
            "come back" => {
                let fits =
                    |event: &&Value| event["ambush"] == false && word(event, "unit") == who.key;
                hold(read.of("return").iter().any(fits), "did not come back")
            }
            "leave" if read.says("by the enemy's edge") => {
                let gone = read.of("move").into_iter().filter(|event| event["exit"] == true);
                let gone: BTreeSet<String> =
                    gone.map(|event| word(event, "unit").to_owned()).collect();
                hold(named(who) == gone, "others left")
            }
            "count" => {
                let back = read.of("pr").into_iter().filter(|event| word(event, "side") == who.key);
                let back: i64 =
                    back.filter_map(|event| event["points"].as_i64()).filter(|n| *n < 0).sum();
                hold(
                    counted(read.clause.object.as_ref()) == Some(-back),
                    "another number of points",
                )
            }
            "run off" => {
                let off = read.of("flight").into_iter().filter(|event| event["exit"] == true);
                let off: BTreeSet<String> =
                    off.map(|event| word(event, "unit").to_owned()).collect();
                let mut flights = read.of("flight").into_iter();
                let before = flights.all(|event| {
                    self.before[&super::truth::n(event)].unit(word(event, "unit")).panic
                });
                hold(named(who).is_subset(&off) && before, "did not run off")
            }
            _ => return None,
        })
    }

    /// The number of command points that a subject names, and their side if it says so.
    fn point(np: &Np) -> Option<(usize, Option<&'static str>)> {
        match np {
            Np::Count(count) if count.noun.ends_with("command point") => {
                let side = (count.lead != Lead::More).then(|| sided(np));
                Some((usize::try_from(count.n).ok()?, side))
            }
            Np::Words { text, .. } if text == "another" => Some((1, None)),
            _ => None,
        }
    }

    /// Checks clauses about chips, the throw for the initiative and offers.
    pub(super) fn council(&self, read: &Read<'_>) -> Option<Verdict> {
        let who = read.subject?;
        Some(match read.verb {
            "lay" => match &read.clause.object {
                Some(Np::List(parts)) => Self::chips(read, &who.key, parts),
                _ => hold(
                    read.cited.iter().any(|event| {
                        matches!(word(event, "kind"), "chips" | "chip")
                            && word(event, "side") == who.key
                    }),
                    "laid nothing",
                ),
            },
            "win" if read.says_object("the initiative") => Self::won_throw(read, &who.key),
            "move" if read.says("first") => {
                let turn = format!("in turn {}", self.record.told.after["turn"]);
                let fits = |event: &&Value| word(event, "first") == who.key;
                hold(
                    read.of("choice").iter().any(fits) && read.says(&turn),
                    "the other moves first",
                )
            }
            "offer" | "take back" => {
                let fits = |event: &&Value| {
                    word(event, "seat") == who.key
                        && (event["offered"] == true) == (read.verb == "offer")
                };
                hold(read.of("draw").iter().any(fits), "no such offer")
            }
            "throw" if read.says("again") => {
                let own = |event: &&&Value| {
                    word(event, "side") == who.key && word(event, "box") == "fortuna"
                };
                hold(read.of("command").iter().any(|event| own(&event)), "spent no Fortuna point")
            }
            "throw" => self.fortuna(read, &who.key),
            _ => return None,
        })
    }

    /// Checks who won the throw for the first move, and by how much.
    fn won_throw(read: &Read<'_>, who: &str) -> Verdict {
        let fits = |event: &&Value| {
            let total = |side: &str| event[side]["total"].as_i64().expect("a total");
            let (rome, carthage) = (total("rome"), total("carthage"));
            let most = engine::story::number(rome.max(carthage));
            let least = engine::story::number(rome.min(carthage));
            let said = format!("by {most} to {least}");
            word(event, "winner") == who && read.words().all(|words| words == said)
        };
        hold(read.of("initiative").iter().any(fits), "another throw")
    }

    /// A die that Fortuna may throw again.
    fn fortuna(&self, read: &Read<'_>, who: &str) -> Verdict {
        let query = &self.record.told.after["asked"]["query"];
        let Some(Np::Throw { n: die, .. }) = &read.clause.object else {
            return Err("no throw".to_owned());
        };
        let mine = read.prep("for").map(|np| counted(Some(np)));
        let theirs = read.prep("against").map(|np| counted(Some(np)));
        let totals = query["totals"].as_array();
        let total = |at: usize| totals.map(|totals| totals[at].as_i64());
        let whose = query["unit"].as_str() == Some(who) || Self::is_side(who);
        hold(
            query["die"] == *die && mine == total(0) && theirs == total(1) && whose,
            "another throw",
        )
    }

    fn chips(read: &Read<'_>, side: &str, parts: &[Np]) -> Verdict {
        let mut boxes: BTreeMap<String, i64> = BTreeMap::new();
        for event in read.cited.iter().filter(|event| word(event, "side") == side) {
            if let Some(all) = event["boxes"].as_object() {
                for (place, count) in all {
                    *boxes.entry(place.clone()).or_default() += count.as_i64().expect("a count");
                }
            } else if word(event, "kind") == "chip" {
                *boxes.entry(word(event, "box").to_owned()).or_default() += 1;
            }
        }
        let mut said: BTreeMap<String, i64> = BTreeMap::new();
        for part in parts {
            let Np::Count(count) = part else { return Err("no count".to_owned()) };
            let place = count.tail.trim_start_matches("on ").to_lowercase();
            said.insert(place, count.n);
            let lead = matches!(count.lead, Lead::Bare | Lead::Understood);
            hold(lead, "another lead")?;
        }
        hold(boxes == said, "other chips")
    }
}

/// Compares the object of a clause with words.
trait SaysObject {
    fn says_object(&self, words: &str) -> bool;
}

impl SaysObject for Read<'_> {
    fn says_object(&self, words: &str) -> bool {
        object(self.clause) == Some(words)
    }
}

/// The object of a clause, where it is bare words.
pub(super) fn object(clause: &Clause) -> Option<&str> {
    match &clause.object {
        Some(Np::Words { text, .. }) => Some(text),
        _ => None,
    }
}
