//! Times of records: what goes backwards is a finding, what the referee decided is told.

use super::{RecordFiles, Replay};
use crate::verify::{Finding, Verdict, identity};
use chrono::{DateTime, Utc};
use record::change::History;
use record::sums::SUMS_SIGNATURE;
use record::turn_file::{TURN_FILE, TurnFile};

impl Replay<'_> {
    /// Checks that dates go forwards, and notes what the referee did about deadlines and absences. A schedule is not
    /// enforced: the world's time zones change.
    pub(super) fn times_noted(
        &self,
        folder: &str,
        files: &RecordFiles,
        now: &History,
        verdict: &mut Verdict,
    ) {
        let Some(turn) = &files.turn else { return };
        if files.respelled {
            verdict.note(format!(
                "{folder}/{SUMS_SIGNATURE} is valid, but not in the form that ssh-keygen writes"
            ));
        }
        let backwards = self.made.is_some_and(|made| turn.resolved < made);
        if backwards || turn.resolved < turn.opened {
            let message = "it was made before its phase was opened";
            verdict.find(Finding::new("V-turn", format!("{folder}/{TURN_FILE}"), message));
        }
        held_noted(turn, verdict);
        let due = now.deadline(self.due, &self.awaited);
        let declared: Vec<&str> = turn
            .absent
            .iter()
            .map(String::as_str)
            .filter(|seat| !now.vacant.contains(*seat))
            .collect();
        if due.is_some_and(|due| turn.resolved < due) && !declared.is_empty() {
            let were = if declared.len() == 1 { "was" } else { "were" };
            verdict.note(format!(
                "in record {}, {} {were} declared absent before the deadline",
                turn.phase,
                declared.join(", ")
            ));
        }
        deadline_noted(turn, now, verdict);
        let seal = self.foundation.charter.seal.as_deref();
        verdict.findings.extend(identity::revealed(folder, seal, turn));
        if turn.outcome.is_some() && turn.hidden.is_none() {
            let message =
                "the game is over, but the hidden secret that the charter commits to is withheld";
            verdict.find(Finding::new("V-secret", format!("{folder}/{TURN_FILE}"), message));
        }
    }
}

fn held_noted(turn: &TurnFile, verdict: &mut Verdict) {
    for line in &turn.held {
        let time = |at: DateTime<Utc>| at.format("%Y-%m-%d %H:%M UTC");
        let until = line
            .to
            .map_or_else(|| "and had not released it".to_owned(), |to| format!("to {}", time(to)));
        verdict.note(format!(
            "before record {}, the referee held the game from {} {until}: {}",
            turn.phase,
            time(line.from),
            line.reason
        ));
    }
}

/// Notes a deadline that differs from the schedule.
fn deadline_noted(turn: &TurnFile, now: &History, verdict: &mut Verdict) {
    let schedule = now.charter.schedule.as_ref();
    let phase = turn.next.as_ref().map_or("", |next| &next.name);
    let usual = schedule.and_then(|schedule| schedule.deadline(turn.resolved, phase));
    let asked = turn.next.as_ref().map(|next| next.awaited.clone()).unwrap_or_default();
    let usual = now.rested(usual, &asked);
    let set = turn.next.as_ref().and_then(|next| next.deadline);
    if let (Some(usual), Some(set)) = (usual, set)
        && usual != set
    {
        verdict.note(format!(
            "record {} sets the deadline at {}, but by the schedule it would be {}",
            turn.phase,
            set.format("%Y-%m-%d %H:%M UTC"),
            usual.format("%Y-%m-%d %H:%M UTC")
        ));
    }
}
