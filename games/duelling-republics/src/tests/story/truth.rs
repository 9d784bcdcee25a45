//! The checker: a replay of its own, and a rule for each kind of clause. A clause without a rule fails.

use super::table::{Table, number};
use engine::story::{Np, Phrase, Report, Sentence};
use mutator::stories::{self, Read, Record, Verdict, counted, hold, word};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// One record under examination.
pub(super) struct Checker<'a> {
    pub(super) record: &'a Record<'a>,
    pub(super) map: &'a Value,
    /// The war before each event.
    before: BTreeMap<u64, Table>,
    pub(super) after: Table,
}

impl<'a> Checker<'a> {
    pub(super) fn new(record: &'a Record<'a>, map: &'a Value) -> Self {
        let (mut before, mut after) = (BTreeMap::new(), Table::of(record.before));
        for event in record.events {
            before.insert(event["n"].as_u64().expect("a number"), after.clone());
            after.fold(event);
        }
        Self { record, map, before, after }
    }

    pub(super) fn sentence(&self, sentence: &Sentence) -> Verdict {
        let cited = stories::cited(self.record.events, sentence)?;
        for clause in stories::clauses(sentence) {
            let read = Read::new(clause, &cited);
            let verdict = self.clause(&read).and_then(|()| self.placed(&read));
            verdict.map_err(|why| format!("{}: {why}", clause.0))?;
        }
        self.front(sentence, &cited)
    }

    /// Checks a headline against the whole record.
    pub(super) fn headline(&self, report: &Report) -> Verdict {
        self.whole_news(report)?;
        stories::headline(report, self.record.events, |read| {
            self.news(read).unwrap_or_else(|| self.clause(read)).and_then(|()| self.placed(read))
        })
    }

    /// Checks that the headline has what matters most, if it happened: a siege won, an army destroyed, a capital that
    /// lies open, a battle won. It has room for two.
    fn whole_news(&self, report: &Report) -> Verdict {
        let of = |kind: &'static str| {
            self.record.events.iter().filter(move |one| word(one, "kind") == kind)
        };
        if of("game-over").next().is_some() {
            return Ok(());
        }
        let open = |at: &&str| {
            let (before, after) = (self.record.before, self.record.after);
            let besieged = before["sieges"][at].is_object() && Self::exposed(before, at);
            self.threatened(after, at) && !self.threatened(before, at) && !besieged
        };
        let capitals = ["rome", "carthage"].into_iter().filter(open);
        let news = of("siege-won").map(|one| format!("at:{}", word(one, "at")));
        let news = news.chain(of("destroyed").map(|one| word(one, "army").to_owned()));
        let news: Vec<String> = news.chain(capitals.map(|at| format!("at:{at}"))).collect();
        let said: BTreeSet<String> = report
            .headline
            .iter()
            .flat_map(|clause| &keys(Some(&clause.subject)) | &keys(clause.object.as_ref()))
            .collect();
        let told = news.iter().filter(|one| said.contains(*one)).count();
        hold(told >= news.len().min(2), "the headline misses the news")?;
        let won = of("battle-over").any(|one| one["counts"] == true && one["winner"] != "nobody");
        let battle = |clause: &engine::story::Clause| ["beat", "destroy"].contains(&&*clause.verb);
        hold(!won || news.len() > 1 || report.headline.iter().any(battle), "a battle was won")
    }

    /// True if a capital still belongs to its first owner, and has no army of his.
    fn exposed(state: &Value, capital: &str) -> bool {
        let mut armies = state["armies"].as_object().into_iter().flatten();
        state["owners"][capital] == capital
            && armies.all(|(id, army)| id[..1] != capital[..1] || word(army, "at") != capital)
    }

    /// True if a capital of its first owner has no army of his, no siege, and an enemy beside it who is free to enter,
    /// and nobody is about to fall back there.
    pub(super) fn threatened(&self, state: &Value, capital: &str) -> bool {
        let free = |list: &Value, id: &str| !list.to_string().contains(&format!("\"{id}\""));
        let armies = || state["armies"].as_object().into_iter().flatten();
        let enemy = |id: &str, army: &Value| {
            let besieged = state["sieges"].as_object().into_iter().flatten();
            id[..1] != capital[..1]
                && self.linked(word(army, "at"), capital)
                && besieged.into_iter().all(|(_, siege)| free(&siege["besieged"], id))
                && free(&state["battles"], id)
                && free(&state["entry"], id)
        };
        let query = &state["asked"]["query"];
        let returns = word(query, "of") == "retreat"
            && query["places"].as_array().into_iter().flatten().any(|at| at == capital);
        Self::exposed(state, capital)
            && !returns
            && state["sieges"][capital].is_null()
            && armies().any(|(id, army)| enemy(id, army))
    }

    fn clause(&self, read: &Read<'_>) -> Verdict {
        self.standing(read)
            .or_else(|| self.way(read))
            .or_else(|| self.siege(read))
            .or_else(|| self.field(read))
            .or_else(|| self.council(read))
            .or_else(|| self.end(read))
            .unwrap_or_else(|| Err("no rule knows this clause".to_owned()))
    }

    fn front(&self, sentence: &Sentence, cited: &[&Value]) -> Verdict {
        let lane = |roman: bool, words: &str| match words {
            "in the centre" => Some(2),
            "on the Roman left" => Some(if roman { 1 } else { 3 }),
            "on the Roman right" => Some(if roman { 3 } else { 1 }),
            _ => None,
        };
        match &sentence.front {
            None => Ok(()),
            Some(Phrase::Words(words)) if words == "before that" => Ok(()),
            Some(Phrase::Words(words)) if cited.is_empty() => {
                let hidden = self.hidden();
                let says =
                    if hidden { "before this year's resources" } else { "if the war ended now," };
                hold(words == says, "another time")
            }
            Some(Phrase::Words(words)) if words.ends_with("battle") => {
                let why = match &**words {
                    "after the lost battle" => "after defeat",
                    _ => "after a drawn battle",
                };
                one(cited.to_vec(), |event| word(event, "why") == why, "another reason")
            }
            Some(Phrase::Words(words)) => {
                let fight = cited.iter().find(|event| word(event, "kind") == "fight");
                let fight = fight.ok_or("no fight is cited")?;
                let roman = self.attacker(word(fight, "battle")).starts_with('r');
                hold(lane(roman, words) == Some(number(&fight["lane"])), "another lane")
            }
            Some(Phrase::Prep(word, np)) if word == "after" => {
                let end = cited.iter().find_map(|event| event["n"].as_u64()).ok_or("no end")?;
                let bounds = self.record.events.iter().filter(|event| {
                    stories::word(event, "kind") == "bound"
                        && event["n"].as_u64() < Some(end)
                        && event["battle"] == cited[0]["battle"]
                });
                let last = bounds.map(|event| number(&event["bound"])).max();
                hold(counted(Some(np)) == last, "another bound")
            }
            Some(Phrase::Prep(..) | Phrase::Extent(_)) => {
                Err("no rule knows this front".to_owned())
            }
        }
    }

    pub(super) fn attacker(&self, battle: &str) -> String {
        self.sides(battle).map_or(String::new(), |(attacker, _)| attacker)
    }

    pub(super) fn sides(&self, battle: &str) -> Option<(String, String)> {
        let known = self.record.before["battles"].as_array().into_iter().flatten();
        let known = known.filter(|one| word(one, "id") == battle);
        let mut sides =
            known.map(|one| (word(one, "attacker").to_owned(), word(one, "defender").to_owned()));
        sides.next().or_else(|| {
            self.record.events.iter().find(|event| word(event, "battle") == battle).and_then(|_| {
                let opened = self.record.events.iter().find(|event| {
                    word(event, "battle") == battle && event["attacker"].is_string()
                })?;
                Some((word(opened, "attacker").to_owned(), word(opened, "defender").to_owned()))
            })
        })
    }

    /// The armies that a noun phrase names, or whose commander it names.
    pub(super) fn armies(&self, np: Option<&Np>) -> BTreeSet<String> {
        let mut armies = BTreeSet::new();
        for key in keys(np) {
            if ["ra", "rb", "ca", "cb"].contains(&key.as_str()) {
                armies.insert(key);
                continue;
            }
            for state in [self.record.before, self.record.after] {
                let own = state["armies"].as_object().into_iter().flatten();
                let own = own.filter(|(_, army)| word(army, "seat") == key);
                let own: Vec<String> = own.map(|(id, _)| id.clone()).collect();
                if !own.is_empty() {
                    armies.extend(own);
                    break;
                }
            }
        }
        armies
    }

    pub(super) fn before(&self, event: &Value) -> &Table {
        &self.before[&event["n"].as_u64().expect("a number")]
    }

    /// The side that a province belongs to at the start of the war.
    pub(super) fn first_owner(&self, at: &str) -> &str {
        let theater = word(&self.map["provinces"][at], "theater");
        word(&self.map["theaters"][theater], "first_owner")
    }
}

/// The keys of those whom a noun phrase names.
pub(super) fn keys(np: Option<&Np>) -> BTreeSet<String> {
    match np {
        Some(Np::List(parts)) => parts.iter().flat_map(|part| keys(Some(part))).collect(),
        Some(Np::Headed { of, .. }) => keys(Some(of)),
        Some(np) => np.entity().map(|who| who.key.clone()).into_iter().collect(),
        None => BTreeSet::new(),
    }
}

pub(super) fn places(np: Option<&Np>) -> BTreeSet<String> {
    keys(np).into_iter().filter_map(|key| key.strip_prefix("at:").map(str::to_owned)).collect()
}

pub(super) fn place(np: Option<&Np>) -> Option<&str> {
    let np = match np {
        Some(Np::Headed { of, .. }) => of,
        Some(np) => np,
        None => return None,
    };
    np.entity().and_then(|at| at.key.strip_prefix("at:"))
}

/// The noun of what is counted.
pub(super) fn noun(np: Option<&Np>) -> &str {
    match np {
        Some(Np::Count(count)) => &count.noun,
        _ => "",
    }
}

pub(super) fn one(events: Vec<&Value>, holds: impl Fn(&Value) -> bool, why: &str) -> Verdict {
    hold(events.into_iter().any(holds), why)
}
