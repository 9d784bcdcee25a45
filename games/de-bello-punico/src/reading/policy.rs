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
use engine::{Reader, apart};

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
    pub(crate) fn policy(self, reader: &Reader<'_>) -> Option<Policy> {
        reader.entries("standing orders")?;
        reader.only(&KEYS);
        let there = |key: &str| reader.node.get(key).is_some();
        let rules = |key: &str| {
            let all = listed(reader, key, "a list of rules");
            there(key).then(|| apart(&all, |one| self.unit_rule(one)))
        };
        let criteria = |key: &str, words: &[&str]| {
            reader.get(key).map(|at| apart(&at.items(), |one| self.criterion(one, words)))
        };
        let fortuna = listed(reader, "fortuna", "a list of dice");
        let withdraw = listed(reader, "withdraw", "a list of rules");
        let command = listed(reader, "command", "a list of rules");
        let wait = reader.get("wait").map(|at| at.items()).unwrap_or_default();
        Some(Policy {
            choice: reader
                .get("choice")
                .and_then(|at| word(&at, Code::Term, "choice", Rank::WORDS, Rank::ALL)),
            chips: reader.get("chips").and_then(|at| standing_chips(&at)),
            fortuna: there("fortuna").then(|| apart(&fortuna, |one| self.again(one))),
            withdraw: there("withdraw").then(|| apart(&withdraw, |one| self.withdraw_rule(one))),
            command: there("command").then(|| apart(&command, |one| self.command_rule(one))),
            support: reader.get("support").map(|at| self.support(&at)),
            volley: criteria("volley", &["kill", "elephant", "best", "pr", "shaken"]),
            attack: rules("attack"),
            advance: reader.get("advance").map(|at| advance_rule(&at)),
            pursuit: rules("pursuit"),
            leader: reader.get("leader").map(|at| leader_rule(&at)),
            recovery: criteria("recovery", &["left", "pr"]),
            elephants: reader.get("elephants").and_then(|at| {
                at.only(&["within"]);
                let within = at.need("within")?.number("hexes", 0, 40)?;
                Some(ElephantsRule { within })
            }),
            furious: reader
                .get("furious")
                .and_then(|at| word(&at, Code::Term, "policy", RideWord::WORDS, RideWord::ALL)),
            wait: there("wait").then(|| {
                apart(&wait, |one| word(one, Code::Term, "phase", PhaseName::WORDS, PhaseName::ALL))
            }),
        })
    }

    fn again(self, reader: &Reader<'_>) -> Option<Again> {
        reader.entries("a die: `die:` and `when:`")?;
        reader.only(&["die", "when", "role", "units"]);
        let die = reader
            .need("die")
            .and_then(|at| word(&at, Code::Term, "die", AgainDie::WORDS, AgainDie::ALL));
        let at = reader.need("when")?;
        let text = at.text("when")?;
        let when = AgainWhen::parse(text).filter(|when| die.is_none_or(|die| when.fits(die)));
        if when.is_none() {
            let fix = "initiative: losing, tied, <=n; combat: losing, tied, doubled, <=n; volley: miss; elephants: <=n; leader: eliminated";
            reader.complain(
                at.fault(Code::Term, format!("`{text}` is not a condition for this die"))
                    .by("4.9")
                    .fix(fix),
            );
        }
        let role =
            reader.get("role").and_then(|at| word(&at, Code::Term, "role", Role::WORDS, Role::ALL));
        let units = reader.get("units").map(|at| several(&at, |one| self.pick(one)));
        Some(Again { die: die?, when: when?, role, units })
    }

    fn picks(self, reader: &Reader<'_>) -> Option<Several<Pick>> {
        reader.need("units").map(|at| several(&at, |one| self.pick(one)))
    }

    fn unit_rule(self, reader: &Reader<'_>) -> Option<UnitRule> {
        reader.entries("a rule: `units:` and optionally `when:`")?;
        reader.only(&["units", "when"]);
        let units = self.picks(reader);
        Some(UnitRule { when: when_at(reader), units: units? })
    }

    fn withdraw_rule(self, reader: &Reader<'_>) -> Option<WithdrawRule> {
        reader.entries("a rule: `units:` and optionally `when:` and `to:`")?;
        reader.only(&["units", "when", "to"]);
        let units = self.picks(reader);
        let to = reader.get("to").map(|at| {
            several(&at, |one| match one.node.text() {
                Some("best") => Some(Way::Best),
                Some("back") => Some(Way::Back),
                _ => facing(one).map(Way::To),
            })
        });
        Some(WithdrawRule { when: when_at(reader), units: units?, to: to.unwrap_or_default() })
    }

    fn command_rule(self, reader: &Reader<'_>) -> Option<CommandRule> {
        reader.entries("a rule: `units:` and optionally `when:`, `keep:` and `late:`")?;
        reader.only(&["units", "when", "keep", "late"]);
        let units = self.picks(reader);
        let keep = reader.get("keep").map_or(Some(0), |at| at.number("points to keep", 0, 9))?;
        let late = reader.get("late").and_then(|at| at.truth("true or false")).unwrap_or(false);
        Some(CommandRule { when: when_at(reader), units: units?, keep, late })
    }

    fn criterion(self, reader: &Reader<'_>, words: &[&str]) -> Option<Criterion> {
        let text = reader.text("a criterion")?;
        if words.contains(&text) {
            return Criterion::parse(text);
        }
        match self.pick(reader)? {
            Pick::All => {
                let fix = format!("one of {}, a unit or a type", words.join(", "));
                reader.complain(reader.fault(Code::Term, "`all` prefers nobody").fix(fix));
                None
            }
            Pick::Kind(kind) => Some(Criterion::Kind(kind)),
            Pick::Unit(id) => Some(Criterion::Unit(id)),
        }
    }
}

fn leader_rule(reader: &Reader<'_>) -> LeaderRule {
    let _ = reader.entries("what the leader does: `follow:`, `leave:`");
    reader.only(&["follow", "leave"]);
    LeaderRule {
        follow: reader.get("follow").and_then(|at| at.truth("true or false")),
        leave: reader.get("leave").map(|at| when(&at)),
    }
}

fn advance_rule(reader: &Reader<'_>) -> AdvanceRule {
    let _ = reader.entries("how to advance: `optional:`, `face:`");
    reader.only(&["optional", "face"]);
    let optional = reader.get("optional").and_then(|at| at.truth("yes or no"));
    AdvanceRule {
        optional: optional.map(YesNo::from),
        face: reader.get("face").and_then(|at| face(&at)),
    }
}

/// The condition under `when`; without one: always.
fn when_at(reader: &Reader<'_>) -> When {
    reader.get("when").map(|at| when(&at)).unwrap_or_default()
}

/// A condition: a term or a list of them.
fn when(reader: &Reader<'_>) -> When {
    several(reader, |one| {
        let text = one.text("a term")?;
        let term = Term::parse(text);
        if term.is_none() {
            let fix = "write always, never, or edge, dp or left with <= or >= and a number";
            reader.complain(one.fault(Code::Term, format!("cannot read `{text}`")).fix(fix));
        }
        term
    })
}

fn standing_chips(reader: &Reader<'_>) -> Option<StandingChips> {
    reader.entries("chips: `boxes:` and `vacuus:`")?;
    reader.only(&["boxes", "vacuus"]);
    let boxes = boxes(reader, "boxes");
    let at = reader.get("vacuus");
    let vacuus: Option<CommandBox> = match &at {
        Some(at) => command_box(at),
        None => vacuus(reader),
    };
    Some(StandingChips { boxes, vacuus: vacuus? })
}
