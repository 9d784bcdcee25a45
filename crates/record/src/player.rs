//! Seats that the program plays: what the charter says of them, and how their choices follow from a committed secret, so
//! that anybody can work them out again once it is revealed. See docs/protocol.md, "Seats of the program".

use super::dice_chain::{Secret, keyed};
use super::digest::Digest;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

engine::words! {
    /// How well the program plays a seat.
    pub enum Strength {
        /// Lawful, and without a plan.
        Easy = "easy",
        /// As well as the title's built-in player can.
        Fair = "fair",
        /// By search, with the title's own rules as the model of what comes.
        Strong = "strong",
    }
}

/// The charter's entry for the seats that the program plays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProgramLine {
    /// Version of the title's built-in player; another version may choose differently.
    pub player: u32,
    /// SHA-256 of the secret from which all choices follow; the last record reveals it.
    pub seed: Digest,
    pub seats: BTreeMap<String, Strength>,
}

/// The seed of a seat's choices in one phase: the first 8 bytes, little-endian, of the HMAC with the secret.
pub fn choices(secret: &Secret, game: &str, phase: u32, seat: &str) -> u64 {
    let bytes = keyed(secret, &lines("tabella/1 player", game, phase, seat));
    u64::from_le_bytes(bytes[..8].try_into().expect("a slice of 8 of the 32 bytes"))
}

/// The salt of a seat's order file for one phase: the first 16 bytes of the HMAC with the secret.
pub fn order_salt(secret: &Secret, game: &str, phase: u32, seat: &str) -> [u8; 16] {
    let bytes = keyed(secret, &lines("tabella/1 player salt", game, phase, seat));
    bytes[..16].try_into().expect("a slice of 16 of the 32 bytes")
}

fn lines(what: &str, game: &str, phase: u32, seat: &str) -> [String; 4] {
    [what.to_owned(), game.to_owned(), phase.to_string(), seat.to_owned()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_and_salts_are_those_of_every_recorded_game() {
        // HMAC-SHA-256 as docs/protocol.md has it, worked out by another program.
        let secret = Secret::from_bytes([9; 32]);
        assert_eq!(choices(&secret, "zama", 3, "rome"), 14_840_675_276_036_756_848);
        let salt = 0x1280_0305_299d_0f99_08d4_2058_9c5c_6470_u128;
        assert_eq!(order_salt(&secret, "zama", 3, "rome"), salt.to_be_bytes());
    }
}
