//! The game's own age key, once the last record has revealed its secret half.

use super::Finding;
use record::turn_file::{TURN_FILE, TurnFile};

/// Whether the last record reveals the key that the charter names.
pub(super) fn revealed(folder: &str, seal: Option<&str>, turn: &TurnFile) -> Option<Finding> {
    let what = match (seal, turn.identity.as_deref()) {
        (None, None) => return None,
        (Some(_), None) if turn.outcome.is_none() => return None,
        (Some(_), None) => "the game is over, and the secret half of its key `seal` is withheld",
        (None, Some(_)) => "it reveals a key, and the charter names none",
        (Some(seal), Some(identity)) if opens(seal, identity) => return None,
        (Some(_), Some(_)) => {
            "the key that it reveals is not the secret half of the charter's `seal`"
        }
    };
    Some(Finding::new("V-secret", format!("{folder}/{TURN_FILE}"), what))
}

#[cfg(feature = "git")]
fn opens(seal: &str, identity: &str) -> bool {
    identity
        .parse()
        .is_ok_and(|identity: ciphertext::Identity| identity.recipient().to_string() == seal)
}

/// A program that was built without sealed orders cannot tell.
#[cfg(not(feature = "git"))]
fn opens(_: &str, _: &str) -> bool {
    true
}
