//! Rules for battles: who met whom, who fell to whom, how it ended.

use super::table::{long, number};
use super::truth::{Checker, keys, noun, one};
use engine::story::{Np, number as few};
use mutator::stories::{Read, Verdict, counted, hold, word};
use serde_json::Value;
use std::collections::BTreeSet;

impl Checker<'_> {
    /// The leaders of the two armies of a battle, the attacker first: seats, or an army itself where it has no seat.
    pub(super) fn leaders(&self, battle: &str) -> [BTreeSet<String>; 2] {
        let known = self.record.before["battles"].as_array().into_iter().flatten();
        let known = known.filter(|one| word(one, "id") == battle).map(|one| &one["minor"]);
        let minor = self.record.events.iter().filter(|event| word(event, "kind") == "minor-war");
        let minor =
            minor.filter(|event| word(event, "battle") == battle).map(|event| &event["war"]);
        if let Some(war) = known.chain(minor).find(|war| war.is_object()) {
            return ["initiator", "opponent"]
                .map(|part| BTreeSet::from([word(war, part).to_owned()]));
        }
        let sides = self.sides(battle);
        let of = |army: String| {
            let seat = [self.record.before, self.record.after]
                .iter()
                .find_map(|state| state["armies"][&army]["seat"].as_str().map(str::to_owned));
            BTreeSet::from([seat.unwrap_or(army)])
        };
        sides.map_or_else(Default::default, |(one, two)| [of(one), of(two)])
    }

    fn battle<'c>(read: &Read<'c>) -> &'c str {
        read.cited.iter().map(|event| word(event, "battle")).find(|id| !id.is_empty()).unwrap_or("")
    }

    fn at(&self, battle: &str) -> String {
        let known = self.record.before["battles"].as_array().into_iter().flatten();
        let known = known.filter(|one| word(one, "id") == battle).map(|one| word(one, "place"));
        let told = self.record.events.iter().filter(|event| word(event, "battle") == battle);
        let told = told.map(|event| word(event, "at")).filter(|at| !at.is_empty());
        known.chain(told).next().unwrap_or_default().to_owned()
    }

    /// Elements of attacker and defender.
    fn sizes(&self, battle: &str) -> Option<[i64; 2]> {
        let host = |host: &Value| {
            let bodies = host["contingents"].as_array().into_iter().flatten();
            let sent: usize =
                bodies.map(|body| body["elements"].as_array().map_or(0, Vec::len)).sum();
            long(host["elements"].as_array().map_or(0, Vec::len) + sent)
        };
        let of = |event: &Value| {
            let (one, two) = (&event["attacker"], &event["defender"]);
            let (one, two) =
                if one["host"].is_object() { (&one["host"], &two["host"]) } else { (one, two) };
            one.is_object().then(|| [host(one), host(two)])
        };
        self.record.events.iter().filter(|event| word(event, "battle") == battle).find_map(of)
    }

    /// Whether the winner's and loser's numbers are right, and a siege ended if a headline says so.
    pub(super) fn in_numbers(&self, read: &Read<'_>, id: &str, attacks: bool) -> bool {
        let mut sizes = self.sizes(id);
        if let Some(sizes) = sizes.as_mut().filter(|_| !attacks) {
            sizes.reverse();
        }
        let said = ["with", "against"].map(|word| counted(read.prep(word)));
        let lifted = |event: &Value| {
            word(event, "kind") == "siege-lifted" && word(event, "at") == self.at(id)
        };
        let over = !read.says("ends the siege") || self.record.events.iter().any(lifted);
        over && (said == [None, None] || sizes.map(|sizes| sizes.map(Some)) == Some(said))
    }

    /// Elements that second armies sent to a battle.
    fn sent(&self, id: &str, armies: &BTreeSet<String>) -> usize {
        self.record
            .events
            .iter()
            .filter(|event| word(event, "battle") == id)
            .find_map(|event| {
                let host = |side: &str| {
                    let host = &event[side];
                    if host["host"].is_object() { host["host"].clone() } else { host.clone() }
                };
                let bodies: Vec<Value> = ["attacker", "defender"]
                    .iter()
                    .flat_map(|side| {
                        host(side)["contingents"].as_array().cloned().unwrap_or_default()
                    })
                    .collect();
                let own = bodies.iter().filter(|body| {
                    let first = body["elements"][0]["id"].as_str().unwrap_or_default();
                    word(body, "cause") == "second-army"
                        && armies.contains(first.split('.').next().unwrap_or_default())
                });
                let count =
                    own.map(|body| body["elements"].as_array().map_or(0, Vec::len)).sum::<usize>();
                (count > 0).then_some(count)
            })
            .unwrap_or(0)
    }

    pub(super) fn field(&self, read: &Read<'_>) -> Option<Verdict> {
        let object = read.clause.object.as_ref();
        let who = keys(Some(&read.clause.subject));
        let id = Self::battle(read);
        if id.is_empty() {
            return None;
        }
        let [attacker, defender] = self.leaders(id);
        let at = read.place("in").or(read.place("before"));
        let at = at.and_then(|at| at.strip_prefix("at:"));
        let here = at.is_none_or(|at| at == self.at(id));
        Some(match read.verb {
            "attack" | "meet" => {
                let new = |event: &Value| {
                    ["contact", "battle-over"].contains(&word(event, "kind"))
                        && word(event, "battle") == id
                };
                let new = self.record.events.iter().any(new);
                let sizes = self.sizes(id);
                let n = [counted(read.prep("with")), counted(read.prep("against"))];
                let fits =
                    n[0].is_none() || sizes.is_some_and(|[own, foes]| n == [Some(own), Some(foes)]);
                let pair = who == attacker && keys(object) == defender;
                let met = new == (read.verb == "attack");
                hold(pair && here && fits && met, "another battle")
            }
            "send" => {
                let sent = self.sent(id, &self.armies(Some(&read.clause.subject)));
                let of = match object {
                    Some(Np::Count(count)) => match count.lead {
                        engine::story::Lead::OfThe(all) => all,
                        _ => 0,
                    },
                    _ => 0,
                };
                let whole = self.sizes(id).is_some_and(|sizes| sizes.contains(&of));
                hold(whole && counted(object) == Some(long(sent)), "others were sent")
            }
            _ => return self.broke(read),
        })
    }

    fn broke(&self, read: &Read<'_>) -> Option<Verdict> {
        let object = read.clause.object.as_ref();
        let who = keys(Some(&read.clause.subject));
        let id = Self::battle(read);
        if id.is_empty() {
            return None;
        }
        Some(match read.verb {
            "break" if noun(Some(&read.clause.subject)) == "loss" => {
                let deployed = self.record.events.iter().find(|event| {
                    word(event, "kind") == "deployed" && word(event, "battle") == id
                })?;
                let limit = |side: &str| number(&deployed[side]["limit"]);
                let (one, two) = self.sides(id)?;
                let n = counted(Some(&read.clause.subject));
                let whom = keys(object);
                let fits = if whom.is_empty() {
                    n == Some(limit("attacker")) && n == Some(limit("defender"))
                } else if whom.contains(&one) {
                    n == Some(limit("attacker"))
                } else {
                    whom.contains(&two) && n == Some(limit("defender"))
                };
                hold(fits, "another limit")
            }
            "break" => one(
                read.of("broken"),
                |event| {
                    who.contains(word(event, "army"))
                        && counted(read.prep("with")) == Some(number(&event["losses"]))
                        && counted(read.prep("against")) == Some(number(&event["enemy_losses"]))
                },
                "another army broke",
            ),
            "leave" => one(
                read.of("withdrew"),
                |event| {
                    self.armies(Some(&read.clause.subject)).contains(word(event, "army"))
                        && counted(read.prep("with")) == Some(number(&event["losses"]))
                        && counted(read.prep("against")) == Some(number(&event["enemy_losses"]))
                },
                "another army left",
            ),
            "fall" if !read.of("night").is_empty() => one(
                read.of("night"),
                |event| counted(read.prep("after")) == Some(number(&event["bound"])),
                "another bound",
            ),
            "win" => hold(!read.of("night").is_empty(), "somebody won"),
            _ => return self.fell(read),
        })
    }

    fn fell(&self, read: &Read<'_>) -> Option<Verdict> {
        let who = keys(Some(&read.clause.subject));
        let id = Self::battle(read);
        if id.is_empty() {
            return None;
        }
        Some(match read.verb {
            "fall" if read.says("after them") => {
                let killed: Vec<&str> =
                    read.of("killed").into_iter().map(|event| word(event, "who")).collect();
                let of =
                    |side: char| long(killed.iter().filter(|who| who.starts_with(side)).count());
                let parts = match &read.clause.subject {
                    Np::List(parts) => parts.clone(),
                    np => vec![np.clone()],
                };
                let fits = |np: &Np| {
                    let side = if noun(Some(np)).starts_with("Roman") { 'r' } else { 'c' };
                    counted(Some(np)) == Some(of(side))
                };
                hold(parts.iter().all(fits), "another number fell")
            }
            "fall" if read.says("with them") => {
                let general = read.of("general-killed");
                hold(general.iter().any(|event| named(read, word(event, "who"))), "no general fell")
            }
            "fall" if read.says("behind them") => one(
                read.of("killed"),
                |event| who.contains(word(event, "who")) && word(event, "cause") == "rear",
                "another fell",
            ),
            "fall" if read.prep("in").is_some() => {
                let fights = read.of("fight");
                let lanes: BTreeSet<i64> =
                    fights.iter().map(|event| number(&event["lane"])).collect();
                let fell = fights.iter().any(|event| word(event, "fate") == "destroyed");
                hold(
                    lanes.len() == 1
                        && !fell
                        && counted(read.prep("in")) == Some(long(fights.len())),
                    "another number of fights",
                )
            }
            _ => return self.struck(read),
        })
    }

    /// Blows and what the pursuit caught.
    fn struck(&self, read: &Read<'_>) -> Option<Verdict> {
        let object = read.clause.object.as_ref();
        let who = keys(Some(&read.clause.subject));
        let id = Self::battle(read);
        if id.is_empty() {
            return None;
        }
        let over = read.of("battle-over").first().copied();
        Some(match read.verb {
            "fall" => {
                let broken = read.of("broken");
                hold(broken.iter().any(|event| event["general_lost"] == true), "no general fell")
            }
            "catch" if keys(object).is_empty() => hold(
                read.of("pursuit").iter().all(|event| event["hit"].is_null()),
                "somebody was caught",
            ),
            "catch" => one(
                read.of("killed"),
                |event| {
                    let cause = if read.says("in the pursuit") { "pursuit" } else { "withdrawal" };
                    who.contains(word(event, "by"))
                        && keys(object).contains(word(event, "who"))
                        && word(event, "cause") == cause
                },
                "another was caught",
            ),
            "cost" if !read.of("killed").is_empty() => {
                let side = |key: &str| key.chars().next();
                let armies = keys(object);
                let own = read.of("killed").into_iter().filter(|event| {
                    ["pursuit", "withdrawal"].contains(&word(event, "cause"))
                        && armies.iter().any(|army| side(army) == side(word(event, "who")))
                });
                hold(counted(read.extent()) == Some(long(own.count())), "others were caught")
            }
            "loot" => one(
                read.of("camp-looted"),
                |event| {
                    who.contains(word(event, "by")) && keys(object).contains(word(event, "army"))
                },
                "another camp",
            ),
            "count" => one(
                read.of("camp-looted"),
                |event| counted(read.prep("for")) == Some(number(&event["counts"])),
                "another number",
            ),
            "put" if self.rallied(read) => Err("it came back".to_owned()),
            "put" | "double" | "beat" | "destroy" | "take" if over.is_none() => blow(read),
            _ => return self.concluded(read),
        })
    }

    /// Whether an element that was put to flight came back.
    fn rallied(&self, read: &Read<'_>) -> bool {
        let who = keys(read.clause.object.as_ref());
        let back =
            |event: &Value| word(event, "kind") == "rally" && who.contains(word(event, "who"));
        let fled = read.of("fight").first().and_then(|fight| fight["n"].as_u64());
        self.record.events.iter().any(|event| back(event) && event["n"].as_u64() > fled)
    }

    fn concluded(&self, read: &Read<'_>) -> Option<Verdict> {
        let object = read.clause.object.as_ref();
        let who = keys(Some(&read.clause.subject));
        let id = Self::battle(read);
        if id.is_empty() {
            return None;
        }
        let [attacker, defender] = self.leaders(id);
        let at = read.place("in").or(read.place("before"));
        let at = at.and_then(|at| at.strip_prefix("at:"));
        let here = at.is_none_or(|at| at == self.at(id));
        let over = read.of("battle-over").first().copied();
        Some(match read.verb {
            "beat" => {
                let winner = over.map_or("", |event| word(event, "winner"));
                let roman = minor(id) || self.attacker(id).starts_with('r');
                let first = if roman { "rome" } else { "carthage" };
                let attacks = winner == first;
                let (won, lost) = if attacks { (attacker, defender) } else { (defender, attacker) };
                let here = here && self.in_numbers(read, id, attacks);
                hold(
                    winner != "nobody" && who == won && keys(object) == lost && here,
                    "another won",
                )
            }
            "fight" => {
                let winner = over.map_or("", |event| word(event, "winner"));
                let both: BTreeSet<String> = attacker.union(&defender).cloned().collect();
                hold(["nobody", "none"].contains(&winner) && who == both && here, "somebody won")
            }
            "begin" => {
                hold(who == attacker && keys(read.prep("against")) == defender, "another war")
            }
            "lose" | "destroy" => {
                let over = over?;
                let lost = |own: bool| -> i64 {
                    let first = if minor(id) {
                        'r'
                    } else {
                        self.attacker(id).chars().next().unwrap_or('r')
                    };
                    let of = over["losses"].as_array().into_iter().flatten().filter(|one| {
                        let army = one[0].as_str().unwrap_or_default();
                        let attacks = army == "ma" || army != "mb" && army.starts_with(first);
                        attacks == (who == attacker) && own || attacks != (who == attacker) && !own
                    });
                    of.map(|one| long(one[1].as_array().map_or(0, Vec::len))).sum()
                };
                let known = who == attacker || who == defender;
                hold(known && counted(object) == Some(lost(read.verb == "lose")), "other losses")
            }
            "differ" => hold(!read.of("report-differs").is_empty(), "they agree"),
            _ => return None,
        })
    }
}

fn minor(battle: &str) -> bool {
    battle.starts_with("minor")
}

/// True if the words for a general mean the general of this element's army.
fn named(read: &Read<'_>, who: &str) -> bool {
    let Np::Words { text, .. } = &read.clause.subject else { return false };
    text.contains(if who.starts_with('r') { "Roman" } else { "Carthaginian" })
}

/// Checks a clause about one fight and its result.
fn blow(read: &Read<'_>) -> Verdict {
    let fights = read.of("fight");
    let fight = fights.first().ok_or("no fight is cited")?;
    let loser = word(fight, "loser");
    let (high, low) = if word(&fight["first"], "who") == loser {
        (&fight["second"], &fight["first"])
    } else {
        (&fight["first"], &fight["second"])
    };
    let score = format!("{} to {}", few(number(&high["score"])), few(number(&low["score"])));
    let (subject, object) = (keys(Some(&read.clause.subject)), keys(read.clause.object.as_ref()));
    let is = |keys: &BTreeSet<String>, who: &str| keys.len() == 1 && keys.contains(who);
    if read.clause.passive {
        hold(is(&subject, loser), "another suffered it")?;
        let by = keys(read.prep("by"));
        hold(by.is_empty() || is(&by, word(high, "who")), "by another")?;
    } else {
        hold(is(&subject, word(high, "who")) && is(&object, loser), "others fought")?;
    }
    let remark = match &read.clause.object {
        Some(Np::Apposed(_, remark)) => remark.to_string(),
        _ => String::new(),
    };
    for said in read
        .words()
        .chain([remark.as_str()])
        .filter(|said| said.contains(" to ") && !said.contains("flight"))
    {
        hold(said.contains(&score), "another score")?;
    }
    let flank = read.says("in the flank") || remark.contains("in the flank");
    hold(!flank || fight["turned_on"] == true, "not in the flank")?;
    hold(read.verb != "double" || fight["doubled"] == true, "not doubled")?;
    let fate = if read.verb == "put" { "flee" } else { "destroyed" };
    hold(word(fight, "fate") == fate, "another fate")
}
