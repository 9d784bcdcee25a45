//! Reading standing orders.

use super::orders::{boxes, face, vacuus};
use super::{Reading, command_box, facing, listed, several, word};
use crate::codes::Code;
use crate::names::{CommandBox, PhaseName, Rank};
use crate::orders::{Several, YesNo};
use crate::policy::{
    AdvanceRule, Again, AgainDie, AgainWhen, CommandRule, Criterion, ElephantsRule, LeaderRule,
    Pick, Policy, RideWord, Role, StandingChips, Term, UnitRule, Way, When, WithdrawRule,
};
use engine::{Complaints, Reader, apart};

/// The keys of standing orders, in the order in which forms show them.
pub(crate) const KEYS: [&str; 15] = [
    "choice",
    "chips",
    "fortuna",
    "withdraw",
    "command",
    "support",
    "volley",
    "attack",
    "advance",
    "pursuit",
    "leader",
    "recovery",
    "elephants",
    "furious",
    "wait",
];

impl Reading<'_> {
    pub(crate) fn policy(self, reader: &Reader<'_>, c: &mut Complaints) -> Option<Policy> {
        reader.entries("standing orders", c)?;
        reader.only(&KEYS, c);
        let there = |key: &str| reader.node.get(key).is_some();
        let rules = |key: &str, c: &mut Complaints| {
            let all = listed(reader, key, "a list of rules", c);
            there(key).then(|| apart(&all, c, |one, c| self.unit_rule(one, c)))
        };
        let criteria = |key: &str, words: &[&str], c: &mut Complaints| {
            reader.get(key).map(|at| apart(&at.items(), c, |one, c| self.criterion(one, words, c)))
        };
        let fortuna = listed(reader, "fortuna", "a list of dice", c);
        let withdraw = listed(reader, "withdraw", "a list of rules", c);
        let command = listed(reader, "command", "a list of rules", c);
        let wait = reader.get("wait").map(|at| at.items()).unwrap_or_default();
        Some(Policy {
            choice: reader
                .get("choice")
                .and_then(|at| word(&at, Code::Term, "choice", Rank::WORDS, Rank::ALL, c)),
            chips: reader.get("chips").and_then(|at| standing_chips(&at, c)),
            fortuna: there("fortuna").then(|| apart(&fortuna, c, |one, c| self.again(one, c))),
            withdraw: there("withdraw")
                .then(|| apart(&withdraw, c, |one, c| self.withdraw_rule(one, c))),
            command: there("command")
                .then(|| apart(&command, c, |one, c| self.command_rule(one, c))),
            support: reader.get("support").map(|at| self.support(&at, c)),
            volley: criteria("volley", &["kill", "elephant", "best", "pr", "shaken"], c),
            attack: rules("attack", c),
            advance: reader.get("advance").map(|at| advance_rule(&at, c)),
            pursuit: rules("pursuit", c),
            leader: reader.get("leader").map(|at| leader_rule(&at, c)),
            recovery: criteria("recovery", &["left", "pr"], c),
            elephants: reader.get("elephants").and_then(|at| {
                at.only(&["within"], c);
                let within = at.need("within", c)?.number("hexes", 0, 40, c)?;
                Some(ElephantsRule { within })
            }),
            furious: reader
                .get("furious")
                .and_then(|at| word(&at, Code::Term, "policy", RideWord::WORDS, RideWord::ALL, c)),
            wait: there("wait").then(|| {
                apart(&wait, c, |one, c| {
                    word(one, Code::Term, "phase", PhaseName::WORDS, PhaseName::ALL, c)
                })
            }),
        })
    }

    fn again(self, reader: &Reader<'_>, c: &mut Complaints) -> Option<Again> {
        reader.entries("a die: `die:` and `when:`", c)?;
        reader.only(&["die", "when", "role", "units"], c);
        let die = reader
            .need("die", c)
            .and_then(|at| word(&at, Code::Term, "die", AgainDie::WORDS, AgainDie::ALL, c));
        let at = reader.need("when", c)?;
        let text = at.text("when", c)?;
        let when = AgainWhen::parse(text).filter(|when| die.is_none_or(|die| when.fits(die)));
        if when.is_none() {
            let fix = "initiative: losing, tied, <=n; combat: losing, tied, doubled, <=n; volley: miss; elephants: <=n; leader: eliminated";
            c.push(
                at.fault(Code::Term, format!("`{text}` is not a condition for this die"))
                    .by("4.9")
                    .fix(fix),
            );
        }
        let role = reader
            .get("role")
            .and_then(|at| word(&at, Code::Term, "role", Role::WORDS, Role::ALL, c));
        let units = reader.get("units").map(|at| several(&at, c, |one, c| self.pick(one, c)));
        Some(Again { die: die?, when: when?, role, units })
    }

    fn picks(self, reader: &Reader<'_>, c: &mut Complaints) -> Option<Several<Pick>> {
        reader.need("units", c).map(|at| several(&at, c, |one, c| self.pick(one, c)))
    }

    fn unit_rule(self, reader: &Reader<'_>, c: &mut Complaints) -> Option<UnitRule> {
        reader.entries("a rule: `units:` and optionally `when:`", c)?;
        reader.only(&["units", "when"], c);
        let units = self.picks(reader, c);
        Some(UnitRule { when: when_at(reader, c), units: units? })
    }

    fn withdraw_rule(self, reader: &Reader<'_>, c: &mut Complaints) -> Option<WithdrawRule> {
        reader.entries("a rule: `units:` and optionally `when:` and `to:`", c)?;
        reader.only(&["units", "when", "to"], c);
        let units = self.picks(reader, c);
        let to = reader.get("to").map(|at| {
            several(&at, c, |one, c| match one.node.text() {
                Some("best") => Some(Way::Best),
                Some("back") => Some(Way::Back),
                _ => facing(one, c).map(Way::To),
            })
        });
        Some(WithdrawRule { when: when_at(reader, c), units: units?, to: to.unwrap_or_default() })
    }

    fn command_rule(self, reader: &Reader<'_>, c: &mut Complaints) -> Option<CommandRule> {
        reader.entries("a rule: `units:` and optionally `when:`, `keep:` and `late:`", c)?;
        reader.only(&["units", "when", "keep", "late"], c);
        let units = self.picks(reader, c);
        let keep = reader.get("keep").map_or(Some(0), |at| at.number("points to keep", 0, 9, c))?;
        let late = reader.get("late").and_then(|at| at.truth("true or false", c)).unwrap_or(false);
        Some(CommandRule { when: when_at(reader, c), units: units?, keep, late })
    }

    fn criterion(
        self,
        reader: &Reader<'_>,
        words: &[&str],
        c: &mut Complaints,
    ) -> Option<Criterion> {
        let text = reader.text("a criterion", c)?;
        if words.contains(&text) {
            return Criterion::parse(text);
        }
        match self.pick(reader, c)? {
            Pick::All => {
                let fix = format!("one of {}, a unit or a type", words.join(", "));
                c.push(reader.fault(Code::Term, "`all` prefers nobody").fix(fix));
                None
            }
            Pick::Kind(kind) => Some(Criterion::Kind(kind)),
            Pick::Unit(id) => Some(Criterion::Unit(id)),
        }
    }
}

fn leader_rule(reader: &Reader<'_>, c: &mut Complaints) -> LeaderRule {
    let _ = reader.entries("what the leader does: `follow:`, `leave:`", c);
    reader.only(&["follow", "leave"], c);
    LeaderRule {
        follow: reader.get("follow").and_then(|at| at.truth("true or false", c)),
        leave: reader.get("leave").map(|at| when(&at, c)),
    }
}

fn advance_rule(reader: &Reader<'_>, c: &mut Complaints) -> AdvanceRule {
    let _ = reader.entries("how to advance: `optional:`, `face:`", c);
    reader.only(&["optional", "face"], c);
    let optional = reader.get("optional").and_then(|at| at.truth("yes or no", c));
    AdvanceRule {
        optional: optional.map(YesNo::from),
        face: reader.get("face").and_then(|at| face(&at, c)),
    }
}

/// The condition under `when`; without one: always.
fn when_at(reader: &Reader<'_>, c: &mut Complaints) -> When {
    reader.get("when").map(|at| when(&at, c)).unwrap_or_default()
}

/// A condition: a term or a list of them.
fn when(reader: &Reader<'_>, c: &mut Complaints) -> When {
    several(reader, c, |one, c| {
        let text = one.text("a term", c)?;
        let term = Term::parse(text);
        if term.is_none() {
            let fix = "write always, never, or edge, dp or left with <= or >= and a number";
            c.push(one.fault(Code::Term, format!("cannot read `{text}`")).fix(fix));
        }
        term
    })
}

fn standing_chips(reader: &Reader<'_>, c: &mut Complaints) -> Option<StandingChips> {
    reader.entries("chips: `boxes:` and `vacuus:`", c)?;
    reader.only(&["boxes", "vacuus"], c);
    let boxes = boxes(reader, "boxes", c);
    let at = reader.get("vacuus");
    let vacuus: Option<CommandBox> = match &at {
        Some(at) => command_box(at, c),
        None => vacuus(reader, c),
    };
    Some(StandingChips { boxes, vacuus: vacuus? })
}
