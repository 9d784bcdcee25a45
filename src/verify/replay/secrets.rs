//! Checks revealed secrets against the commitments of the charter and of every later referee.

use super::{RecordFiles, Replay};
use crate::verify::{Finding, Verdict, players};
use record::Secret;
use record::change::{History, Office};
use record::turn_file::{Former, TURN_FILE, TurnFile};

impl Replay<'_> {
    /// Takes every `h` that the last record reveals.
    pub(in crate::verify) fn opens(&mut self, history: Option<&History>, last: Option<&TurnFile>) {
        let offices = history.map(|history| history.offices.clone()).unwrap_or_default();
        let before = last.map(|turn| turn.hidden_before.clone()).unwrap_or_default();
        let before = before.into_iter().map(|former| former.0);
        let told = match last.and_then(|turn| turn.hidden.clone()) {
            Some(newest) => before.chain([Some(newest)]).collect(),
            None => Vec::new(),
        };
        let told = told.into_iter().chain(std::iter::repeat(None));
        let fits = |(office, told): (Office, Option<Secret>)| {
            (office, told.filter(|hidden| hidden.opens(&office.hidden)))
        };
        self.hidden = offices.into_iter().zip(told).map(fits).collect();
    }

    /// Takes the one `h` by which a single record is checked.
    pub(in crate::verify) fn opens_with(&mut self, history: &History, hidden: &Secret) {
        let fits = |office: &Office| {
            (*office, Some(hidden.clone()).filter(|hidden| hidden.opens(&office.hidden)))
        };
        self.hidden = history.offices.iter().map(fits).collect();
    }

    /// The `h` of whoever was referee of a record, if revealed.
    pub(super) fn hidden(&self, number: u32) -> Option<&Secret> {
        self.hidden.iter().rev().find(|(office, _)| office.from <= number)?.1.as_ref()
    }

    /// Checks that the revealed secrets match their commitments.
    pub(super) fn secrets(
        &mut self,
        folder: &str,
        files: &mut RecordFiles,
        now: &History,
        verdict: &mut Verdict,
    ) {
        let Some(turn) = &files.turn else { return };
        players::reveal(&now.charter, folder, turn, verdict);
        let path = format!("{folder}/{TURN_FILE}");
        let dice = &now.charter.dice;
        let handed = now.offices.iter().any(|office| office.from == files.number);
        if handed && files.number > 0 {
            self.committed = dice.commitment;
        }
        let mut wrong = Vec::new();
        if let Some(secret) = &turn.secret {
            if files.number > dice.phases {
                wrong.push(format!(
                    "the charter commits to the secrets of only {} phases",
                    dice.phases
                ));
            }
            if !secret.opens(&self.committed) {
                let source = match files.number {
                    _ if handed => "the change of referee",
                    1 => "the charter",
                    _ => "the record before",
                };
                wrong.push(format!("its secret is not the one that {source} committed to"));
            }
            self.committed = secret.as_published();
        }
        if turn.hidden.as_ref().is_some_and(|hidden| !hidden.opens(&dice.hidden)) {
            let what = "its hidden secret is not the one that the charter committed to";
            wrong.push(what.to_owned());
        }
        wrong.extend(former(turn, now, self.foundation.hides()));
        files.stands &= wrong.is_empty();
        for what in wrong {
            verdict.find(Finding::new("V-secret", path.clone(), what));
        }
    }
}

/// The mistakes in the former referees' secrets that the last record reveals.
fn former(turn: &TurnFile, now: &History, hides: bool) -> Vec<String> {
    let earlier = &now.offices[..now.offices.len() - 1];
    let told = &turn.hidden_before;
    if turn.outcome.is_none() && told.is_empty() {
        return Vec::new();
    }
    if told.len() != earlier.len() || turn.outcome.is_none() {
        return vec![format!(
            "the last record must reveal the hidden secrets of {} earlier referees, but this one \
             reveals {}",
            earlier.len(),
            told.len()
        )];
    }
    // A referee who was replaced without agreeing may have kept theirs; their successor cannot open it.
    let left = |at: usize| now.offices.get(at + 1).is_some_and(|next| next.handed_over);
    let wrong = |(at, (office, former)): (usize, (&Office, &Former))| match &former.0 {
        Some(hidden) if hidden.opens(&office.hidden) => None,
        Some(_) => Some(format!(
            "the hidden secret of the referee from record {} on is not the one that they committed to",
            office.from
        )),
        None if hides && left(at) => Some(format!(
            "the hidden secret of the referee from record {} on is withheld",
            office.from
        )),
        None => None,
    };
    earlier.iter().zip(told).enumerate().filter_map(wrong).collect()
}
