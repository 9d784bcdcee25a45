//! A summary of a change in one line, for those who have to agree.

use super::{Action, patch};
use chrono::SecondsFormat;
use std::fmt;

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let played = |name: &Option<String>| {
            name.as_ref().map(|name| format!(", played by {name}")).unwrap_or_default()
        };
        let sealed = |age: &Option<String>| {
            age.as_ref().map(|age| format!(", parcels sealed to {age}")).unwrap_or_default()
        };
        match self {
            Self::Key { seat, key, age } => {
                write!(f, "{seat} has the key {}{}", key.fingerprint(), sealed(age))
            }
            Self::Player { seat, key, name, age } => {
                let (name, sealed) = (played(name), sealed(age));
                write!(f, "{seat} has the key {}{name}{sealed}", key.fingerprint())
            }
            Self::Deadline { due } => {
                write!(f, "orders are due {}", due.to_rfc3339_opts(SecondsFormat::Secs, true))
            }
            Self::Vacation { seat, from, to } => write!(f, "{seat} is away from {from} to {to}"),
            Self::Pause { from, to } => write!(f, "the game pauses from {from} to {to}"),
            Self::Resign { seat } => write!(f, "{seat} is vacant"),
            Self::Program { seat, key, program } => {
                let (strength, key) = (program.strength, key.fingerprint());
                write!(f, "the program plays {seat} ({strength}), with the key {key}")
            }
            Self::Referee { key, name, .. } => {
                let name = name.as_deref().unwrap_or("another person");
                write!(f, "{name} is the referee, with the key {}", key.fingerprint())
            }
            Self::Charter { terms } => {
                let named = [
                    ("schedule", terms.schedule.is_some()),
                    ("vacations", terms.vacations.is_some()),
                    ("heads", terms.heads.is_some()),
                    ("waits-for", terms.waits_for.is_some()),
                    ("consent", terms.consent.is_some()),
                ];
                let named = named.iter().filter(|(_, given)| *given).map(|(name, _)| *name);
                write!(f, "the charter has new terms: {}", named.collect::<Vec<_>>().join(", "))
            }
            Self::Options { options, tempo, patch } => {
                let tempo = tempo.iter().map(|tempo| format!("tempo {tempo}"));
                let named = options.iter().map(|(name, value)| format!("{name} {value}"));
                let named: Vec<String> = named.chain(tempo).collect();
                write!(f, "the game is played with {}: {}", named.join(", "), patch::told(patch))
            }
            Self::Ruling { patch } => write!(f, "the referee rules: {}", patch::told(patch)),
            Self::Rollback { to } => {
                write!(f, "the game goes back to how it stood after record {to}")
            }
            Self::End { winner: Some(side) } => write!(f, "the game ends, won by {side}"),
            Self::End { winner: None } => f.write_str("the game ends, drawn"),
        }
    }
}
