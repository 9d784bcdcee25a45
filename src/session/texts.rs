//! The game's files in a record: header and body.

use engine::Seat;
use engine::title::Play;
use record::Digest;
use record::charter::{Charter, VERSION};
use std::collections::BTreeMap;

/// The state as the public sees it.
pub const STATE_FILE: &str = "state.yaml";
/// The file of the events, as the public sees them.
pub const EVENTS_FILE: &str = "events.yaml";
/// The whole state and the whole list of events.
pub const HIDDEN_FILE: &str = "hidden.yaml";

/// The texts of one record that follow from the game alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Texts {
    /// The state after the record, as `state.yaml` holds it.
    pub state: String,
    /// The public events, as the text of `events.yaml`.
    pub events: String,
    hidden: Option<(String, String)>,
}

impl Texts {
    /// The texts of record `number`, as the game stands behind it.
    pub(super) fn of(charter: &Charter, number: u32, play: &dyn Play) -> Self {
        let header = format!("tabella: {VERSION}\ngame: {}\nphase: {number}\n", charter.game);
        // Else whoever sees the list could tell whether somebody has orders in force.
        let always = charter.always_hidden && number > 0;
        let body = if always { Some(play.whole()) } else { play.hidden() };
        Self {
            state: format!("{header}{}", play.public_state()),
            events: format!("{header}{}", play.public_events()),
            hidden: body.map(|body| (header, body)),
        }
    }

    /// True where a seat may not see all: the record has a `hidden.yaml`.
    pub const fn has_hidden(&self) -> bool {
        self.hidden.is_some()
    }

    /// `hidden.yaml` under its salt, where there is one. The salt comes from `h`, or from the file itself while `h` is
    /// still secret.
    pub fn hidden(&self, salt: &Digest) -> Option<String> {
        self.hidden.as_ref().map(|(header, body)| format!("{header}salt: {salt}\n{body}"))
    }
}

/// The view of one seat at record `number`, as `view-SEAT.yaml` holds it under its salt: the seat's hand after the
/// record. It is data and no words, so that it does not depend on how a report is phrased.
///
/// # Panics
/// Never: a hand is plain data.
pub fn seat_view(
    charter: &Charter,
    number: u32,
    play: &dyn Play,
    seat: &str,
    salt: &Digest,
) -> String {
    let hand = BTreeMap::from([("hand", play.hand(&Seat::new(seat)))]);
    let hand = serde_yaml::to_string(&hand).expect("a hand is plain data");
    format!(
        "tabella: {VERSION}\ngame: {}\nphase: {number}\nseat: {seat}\nsalt: {salt}\n{hand}",
        charter.game
    )
}
