//! The game's own age key, once the last record has revealed its secret half, or says that it is lost.

use super::file_source::{FileSource, Item, ItemKind};
use super::foundation::unread_finding;
use super::{Finding, Verdict};
use record::change::History;
use record::sums::record_name;
use record::turn_file::{LOST, TURN_FILE, TurnFile};

/// The finding that a last record does not reveal the key that the charter names; none if it does.
pub(super) fn revealed(folder: &str, seal: Option<&str>, turn: &TurnFile) -> Option<Finding> {
    let what = match (seal, turn.identity.as_deref()) {
        (None, None) => return None,
        (Some(_), None) if turn.outcome.is_none() => return None,
        (Some(_), None) => "the game is over, but the secret half of its key `seal` is withheld",
        (None, Some(_)) => "it reveals a key, but the charter names none",
        (Some(_), Some(LOST)) if turn.outcome.is_some() => return None,
        (Some(_), Some(LOST)) => "it says that the key `seal` is lost, but the game goes on",
        (Some(seal), Some(identity)) if opens(seal, identity) => return None,
        (Some(_), Some(_)) => {
            "the key that it reveals is not the secret half of the charter's key `seal`"
        }
    };
    Some(Finding::new("V-secret", format!("{folder}/{TURN_FILE}"), what))
}

/// Reports a key that the last record calls lost. Adds a note if nobody can show that anything rests on it, or if
/// everybody knows who took it along. Adds a finding if files were sent sealed to it and the one who should have it
/// never left.
pub(super) fn lost(
    source: &dyn FileSource,
    now: Option<&History>,
    turn: Option<&TurnFile>,
    verdict: &mut Verdict,
) {
    let (Some(now), Some(turn)) = (now, turn) else { return };
    if turn.identity.as_deref() != Some(LOST) {
        return;
    }
    let mut sealed = 0;
    for phase in 1..=turn.phase {
        let folder = format!("inbox/{}", record_name(phase));
        match source.list(&folder) {
            Ok(items) => sealed += sent(&items),
            // The file there may rest on the key.
            Err(unread) => return verdict.find(unread_finding(&folder, &unread)),
        }
    }
    let rests = match sealed {
        0 => "no sealed order file is here".to_owned(),
        1 => "1 file of inbox/ stays sealed".to_owned(),
        more => format!("{more} files of inbox/ stay sealed"),
    };
    if sealed > 0 && !now.lost_a_referee() {
        let path = format!("turns/{}/{TURN_FILE}", record_name(turn.phase));
        let what = format!("it says that the secret half of the key `seal` is lost, so {rests}");
        verdict.find(Finding::new("V-secret", path, what));
    } else {
        verdict.note(format!(
            "the last record says that the secret half of the key `seal` is lost; {rests}"
        ));
    }
}

/// The number of files in an inbox that were sent sealed.
fn sent(items: &[Item]) -> usize {
    let sealed = items
        .iter()
        .filter(|item| item.kind == ItemKind::File && item.name.strip_suffix(".age").is_some());
    sealed.count()
}

#[cfg(feature = "git")]
fn opens(seal: &str, identity: &str) -> bool {
    identity
        .parse()
        .is_ok_and(|identity: ciphertext::Identity| identity.recipient().to_string() == seal)
}

/// A program built without sealed orders cannot tell.
#[cfg(not(feature = "git"))]
fn opens(_: &str, _: &str) -> bool {
    true
}
