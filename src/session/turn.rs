//! `turn.yaml`: what a record says about itself.

use super::{Opened, Resolved, Session, awaited};
use chrono::{DateTime, Utc};
use engine::title::{Play, TurnSummary};
use engine::{Answered, OpenPrompt, Outcome, Phase, Seat, Source};
use record::Secret;
use record::change::History;
use record::charter::{Charter, VERSION};
use record::turn_file::{
    AnswerLine, By, Former, NextLine, OPENING, OutcomeLine, PhaseLine, TurnFile,
};
use std::collections::BTreeSet;

/// The times of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Times {
    /// When its phase was opened: the time of the record before.
    pub opened: DateTime<Utc>,
    pub resolved: DateTime<Utc>,
    /// When the orders of the phase that it opens are due.
    pub deadline: Option<DateTime<Utc>>,
}

/// The secrets that a record reveals.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reveal {
    /// `s[n]`; none in record 0.
    pub secret: Option<Secret>,
    /// `h`; in the last record only.
    pub hidden: Option<Secret>,
    /// The secret from which the program's choices follow; in the last record only.
    pub players: Option<Secret>,
    /// Every `h` of earlier referees; in the last record too.
    pub before: Vec<Former>,
    /// The secret half of the charter's `seal`; in the last record only.
    pub identity: Option<String>,
}

impl Reveal {
    /// A record's own secret, and no other.
    pub fn of(secret: &Secret) -> Self {
        Self { secret: Some(secret.clone()), ..Self::default() }
    }
}

impl Session {
    /// `turn.yaml` of the record just resolved.
    pub fn turn_file(
        &self,
        resolved: &Resolved,
        times: &Times,
        reveal: Reveal,
        program: &str,
    ) -> TurnFile {
        let at = (resolved.number, self.outcome());
        let mut file = blank(&self.charter, self.play.as_ref(), at, times, program);
        file.name = resolved.phase.name.to_string();
        file.secret = reveal.secret;
        file.hidden = reveal.hidden;
        file.players = reveal.players;
        file.hidden_before = reveal.before;
        file.identity = reveal.identity;
        file.absent = resolved.absent.iter().map(ToString::to_string).collect();
        file.phases = resolved
            .done
            .phases
            .iter()
            .map(|(phase, answers)| phase_line(phase, answers))
            .collect();
        file
    }
}

impl Opened {
    /// `turn.yaml` of record 0.
    pub fn turn_file(&self, times: &Times, reveal: Reveal, program: &str) -> TurnFile {
        let at = (0, self.play.outcome());
        let mut file = blank(&self.charter, self.play.as_ref(), at, times, program);
        file.hidden = reveal.hidden;
        file.players = reveal.players;
        file.identity = reveal.identity;
        file
    }
}

/// Seats that have a new player from a record on, by what counts from it.
pub fn newcomers(in_force: &History) -> BTreeSet<Seat> {
    in_force
        .agreed
        .iter()
        .filter_map(|agreed| agreed.change.action.newcomer())
        .map(Seat::new)
        .collect()
}

/// Seats for which the fallback played, each once, in the order of their prompts.
pub(super) fn absent(done: &TurnSummary) -> Vec<Seat> {
    let mut seats = Vec::new();
    for answered in done.phases.iter().flat_map(|(_, answers)| answers) {
        if answered.source == Source::Fallback && !seats.contains(&answered.seat) {
            seats.push(answered.seat.clone());
        }
    }
    seats
}

fn blank(
    charter: &Charter,
    play: &dyn Play,
    (number, outcome): (u32, Option<Outcome>),
    times: &Times,
    program: &str,
) -> TurnFile {
    TurnFile {
        tabella: VERSION,
        game: charter.game.clone(),
        phase: number,
        name: OPENING.to_owned(),
        rules_revision: charter.rules_revision,
        program: program.to_owned(),
        secret: None,
        hidden: None,
        players: None,
        hidden_before: Vec::new(),
        identity: None,
        opened: times.opened,
        resolved: times.resolved,
        absent: Vec::new(),
        held: Vec::new(),
        phases: Vec::new(),
        next: outcome
            .is_none()
            .then(|| next_line(awaited(charter, play), &play.phase(), number + 1, times)),
        outcome: outcome.map(outcome_line),
    }
}

fn next_line(asked: Vec<OpenPrompt>, phase: &Phase, number: u32, times: &Times) -> NextLine {
    let mut awaited: Vec<String> = Vec::new();
    for asked in asked {
        if !awaited.iter().any(|seat| seat == asked.seat.name()) {
            awaited.push(asked.seat.to_string());
        }
    }
    NextLine {
        phase: number,
        name: phase.name.to_string(),
        turn: phase.turn,
        awaited,
        deadline: times.deadline,
    }
}

fn phase_line(phase: &Phase, answers: &[Answered]) -> PhaseLine {
    let answers = answers.iter().map(|answered| {
        let (by, filed) = match answered.source {
            Source::Fresh => (By::Fresh, None),
            Source::Ahead { filed } => (By::Ahead, Some(filed)),
            Source::Standing { filed } => (By::Standing, filed),
            Source::Fallback => (By::Fallback, None),
        };
        AnswerLine { prompt: answered.prompt.clone(), seat: answered.seat.to_string(), by, filed }
    });
    PhaseLine {
        name: phase.name.to_string(),
        turn: phase.turn,
        seat: phase.seat.as_ref().map(ToString::to_string),
        answers: answers.collect(),
    }
}

fn outcome_line(outcome: Outcome) -> OutcomeLine {
    OutcomeLine { winner: outcome.winner, reason: outcome.reason, rule: outcome.rule.into_owned() }
}
