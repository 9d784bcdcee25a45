//! Seats that a change gives to the program.

use super::Enlisted;
use super::history::History;
use crate::player::ProgramLine;
use crate::signature::PublicKey;
use std::collections::BTreeMap;

impl History {
    /// True if a change keeps the seed and version with which the program played before, if it did.
    pub(super) fn same_player(&self, program: &Enlisted) -> bool {
        let same = |line: &ProgramLine| (line.player, line.seed) == (program.player, program.seed);
        self.charter.program.as_ref().is_none_or(same)
    }

    /// True if the program was given a seat without its player's consent: the referee holds its key, and would speak
    /// for it.
    pub(super) fn taken(&self, seat: &str) -> bool {
        let plays = self.charter.program.as_ref().is_some_and(|line| line.seats.contains_key(seat));
        plays && self.unvouched.contains(seat)
    }

    /// Lets the program play this seat from now on.
    pub(super) fn enlist(&mut self, seat: String, key: PublicKey, program: Enlisted) {
        self.signers = self.signers.with_key(&seat, key);
        self.sealed_to(&seat, None);
        self.vacant.remove(&seat);
        self.vacations.retain(|one| one.seat != seat);
        self.called(&seat, Some("tabella".to_owned()));
        let Enlisted { player, seed, strength } = program;
        let new = || ProgramLine { player, seed, seats: BTreeMap::new() };
        self.charter.program.get_or_insert_with(new).seats.insert(seat, strength);
    }
}
