//! The signatures that a change still waits for.

use super::history::History;
use super::{Change, HEIR};
use crate::signers::REFEREE;
use chrono::{DateTime, Utc};
use std::collections::{BTreeMap, BTreeSet};

impl History {
    pub fn lacks_referee(
        &self,
        bytes: &[u8],
        change: &Change,
        due: Option<DateTime<Utc>>,
        signatures: &BTreeMap<String, String>,
    ) -> bool {
        let signed = self
            .possible(change, due)
            .and_then(|()| self.signed_by(&change.action, bytes, signatures));
        let Ok(mut by) = signed else { return false };
        if change.action.brings().is_some() && !by.remove(HEIR) {
            return false;
        }
        let (kind, seat) = (change.action.kind(), change.action.seat());
        let rules = self.charter.consent.rules(kind, seat == Some(REFEREE));
        let enough = |by: &BTreeSet<String>| rules.iter().any(|rule| self.enough(rule, seat, by));
        !enough(&by) && by.insert(REFEREE.to_owned()) && enough(&by)
    }
}
