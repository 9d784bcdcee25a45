//! Changes the terms of a charter.

use super::Terms;
use crate::charter::Charter;
use std::collections::BTreeMap;

impl Charter {
    /// Replaces its terms with those that a change names.
    pub(super) fn agree_to(&mut self, terms: Terms) {
        let Terms { schedule, vacations, heads, waits_for, consent } = terms;
        self.schedule = schedule.or(self.schedule.take());
        self.vacations = vacations.or(self.vacations);
        self.heads = heads.or(self.heads);
        self.waits_for = waits_for.or(self.waits_for);
        self.consent = consent.unwrap_or_else(|| self.consent.clone());
    }

    pub fn choose(&mut self, options: BTreeMap<String, String>, tempo: Option<String>) {
        self.options.extend(options);
        self.tempo = tempo.unwrap_or_else(|| self.tempo.clone());
    }
}
