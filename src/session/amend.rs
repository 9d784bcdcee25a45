//! A record that a change makes by itself: a ruling, a way back, another referee, other terms, the end. It has no orders and
//! no dice; its number and its secret are used up, so that what is asked again falls under other dice.

use super::{Resolved, Session, SessionFault, Texts, chained_seed, options};
use engine::title::{LoadedTitle, TurnSummary};
use engine::{Node, Outcome, Phase};
use record::Secret;
use record::change::{Action, Operation, apply};
use record::exchange::yaml;
use record::turn_file::CHANGE;
use serde_json::Value;
use std::collections::BTreeMap;

/// Reason and rule of a result that was agreed on.
const AGREED: (&str, &str) = ("agreed", "referee");

/// The key of a resolution that waits for an answer in its middle.
pub const HALTED: &str = "halted";

/// Why only a ruling can correct a halted resolution: anything else would do the rest again from a state that nobody
/// corrected.
pub const WAITS: &str = "a question is open in the middle of a resolution: answer it first, or go \
     back (`tabella change rollback`)";

/// The demand on a ruling that corrects a halted resolution.
const CLOSE: &str = "a question is open in the middle of a resolution: a ruling made now must \
     close it (`{op: remove, path: /state/asked}`) and leave a state from which the phase can be \
     asked again";

#[derive(Clone, Copy, Debug)]
pub struct Amendment<'a> {
    pub action: &'a Action,
    /// The text of the record that the game goes back to, where it does: of its `hidden.yaml` where there is one.
    pub back: Option<&'a str>,
    /// `s[n]` of the record that the change makes.
    pub secret: &'a Secret,
}

impl Session {
    /// Makes a change that is a record of its own.
    ///
    /// # Errors
    /// [`SessionFault::Ruling`] and [`SessionFault::State`]; the session is then as it was.
    pub fn amend(
        &mut self,
        loaded: &dyn LoadedTitle,
        change: Amendment<'_>,
    ) -> Result<Resolved, SessionFault> {
        let number = self.number + 1;
        let state = SessionFault::State;
        let text = change.back.map_or_else(|| self.text(), ToOwned::to_owned);
        let mut whole = tree(&text).map_err(state)?;
        let patch = change.action.patch();
        if let Action::Options { .. } = change.action {
            options::follows(loaded, &self.charter, patch).map_err(SessionFault::Ruling)?;
        }
        let mut refused: fn(String) -> SessionFault = SessionFault::State;
        if !patch.is_empty() {
            if whole.as_object_mut().and_then(|all| all.remove(HALTED)).is_some() {
                if !matches!(change.action, Action::Ruling { .. }) {
                    return Err(SessionFault::Ruling(WAITS.to_owned()));
                }
                refused = |why| SessionFault::Ruling(format!("{why}; {CLOSE}"));
            }
            whole = patched(patch, &whole).map_err(SessionFault::Ruling)?;
        }
        let play = loaded.resume(&Node::from_value(&whole)).map_err(refused)?;
        if !patch.is_empty() {
            let public = tree(&self.play.public_state()).map_err(state)?;
            let unseen = |what: &str| format!("a correction must be visible to everybody: {what}");
            let public =
                patched_view(patch, &public).map_err(|why| SessionFault::Ruling(unseen(&why)))?;
            if public != tree(&play.public_state()).map_err(state)? {
                let what = "the public part of the new state does not match the ruling";
                return Err(SessionFault::Ruling(unseen(what)));
            }
        }
        if let Action::End { winner } = change.action {
            let (reason, rule) = AGREED;
            let (reason, rule) = (reason.to_owned(), rule.into());
            self.ended = Some(Outcome { winner: winner.clone(), reason, rule });
        }
        self.play = play;
        let none = BTreeMap::new();
        self.seed = chained_seed(&self.charter, number, &self.seed, change.secret, &none);
        self.number = number;
        self.counted = Vec::new();
        self.notes = None;
        let texts = Texts::of(&self.charter, number, self.play.as_ref());
        let phase = Phase { name: CHANGE.into(), ..self.play.phase() };
        let done = TurnSummary { phases: Vec::new(), retired: Vec::new(), outcome: self.outcome() };
        Ok(Resolved { number, phase, absent: Vec::new(), done, texts })
    }

    /// The game's part of the text that the next record starts from.
    pub fn text(&self) -> String {
        self.play.hidden().unwrap_or_else(|| self.play.public_state())
    }
}

/// The text of a record as a tree.
///
/// # Errors
/// A message that says what is wrong with it.
pub fn tree(text: &str) -> Result<Value, String> {
    yaml::parse(text).map(|node| node.plain_value()).map_err(|complaints| complaints.to_string())
}

/// A tree with `state` at its top, after a ruling.
///
/// # Errors
/// The first operation that cannot be carried out.
pub fn patched(patch: &[Operation], whole: &Value) -> Result<Value, String> {
    let mut now = whole.clone();
    apply(patch, &mut now).map_err(|fault| fault.to_string())?;
    Ok(now)
}

/// Like [`patched`], for what everybody may see. A view that also says whose it is holds the state one level deeper.
///
/// # Errors
/// As [`patched`].
pub fn patched_view(patch: &[Operation], public: &Value) -> Result<Value, String> {
    let view = &public["state"];
    if view.get("viewer").is_none() || view.get("state").is_none() {
        return patched(patch, public);
    }
    let view = patched(patch, view)?;
    let mut now = public.clone();
    now["state"] = view;
    Ok(now)
}
