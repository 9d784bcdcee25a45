//! Invitations that anybody may answer: how a club's next games find their players.

use super::{capital, day};
use chrono::{NaiveDate, NaiveTime};
use record::invitation::{Invitation, Sides};
use serde::Serialize;

/// An open invitation, as pages tell of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Offer {
    /// The id of the game to be, which is its folder on the site.
    pub id: String,
    title_name: String,
    scenario: String,
    tempo: String,
    /// The seats that are open, by their words in a join and as pages call them.
    seats: Vec<(String, String)>,
    /// The way in which seats are given, in words.
    sides: &'static str,
    /// True if a join names seats that its author wishes for.
    wishes: bool,
    /// The thing that a bid offers, if seats go to the highest bids.
    bid: Option<String>,
    /// The last day on which joins are taken.
    until: Option<String>,
    /// The referee who invites, to whom joins are sent.
    referee: Option<String>,
    mail: Option<String>,
    /// When others than the players will see what happened.
    public: Option<String>,
    joined: usize,
}

impl Offer {
    /// An invitation, with the names that its title has for itself and for the scenario, and how many have joined.
    pub fn of(invitation: &Invitation, names: (String, String), joined: usize) -> Self {
        let (title_name, scenario) = names;
        let noon = |date: &NaiveDate| day(&date.and_time(NaiveTime::MIN).and_utc());
        Self {
            id: invitation.invitation.clone(),
            title_name,
            scenario,
            tempo: invitation.tempo.clone(),
            seats: invitation.seats.iter().map(|seat| (seat.clone(), capital(seat))).collect(),
            sides: match invitation.sides {
                Sides::Lot => "by lot",
                Sides::Choice => {
                    "to those who wish for them; a lot decides between those who wish for the \
                     same seat"
                }
                Sides::Bid => "by bids: the highest bidder chooses first",
                Sides::Preference => "by wishes, in an order drawn by lot",
            },
            wishes: invitation.sides != Sides::Lot,
            bid: invitation.bid.clone().filter(|_| invitation.sides == Sides::Bid),
            until: invitation.until.as_ref().map(noon),
            referee: invitation.referee.name.clone(),
            mail: invitation.referee.mail.clone(),
            public: invitation.public.map(|public| public.to_string()),
            joined,
        }
    }
}
