//! Offers for furious elephants, ahead with the roll or when Rome is asked: a word or a way, and the unit that they run
//! into.

use super::{Draft, Spot};
use crate::names::{Id, Side};
use crate::orders::{Course, Token};
use crate::policy::{Ride, RideWord};
use engine::Offer;

/// The orders for them; the standing orders and R60 decide what is left out.
#[derive(Clone, Debug, Default)]
pub(super) struct Rage {
    pub(super) ride: Option<Ride>,
    /// The unit that they run into, if several stand before them.
    pub(super) victim: Option<Id>,
}

impl Draft<'_> {
    /// The offers for furious elephants, besides what `now` already says of them.
    pub(super) fn rages(
        &self,
        unit: Id,
        now: &Rage,
        say: impl Fn((&'static str, String, bool), Rage) -> Offer,
    ) -> Vec<Offer> {
        let ride = |what, ride| say(what, Rage { ride, ..now.clone() });
        let mut offers = Vec::new();
        for word in RideWord::ALL {
            let words = match word {
                RideWord::Ram => "they run into the best Carthaginian unit in reach",
                RideWord::Hold => "they stand still",
            };
            let chosen = now.ride == Some(Ride::Word(*word));
            let next = (!chosen).then_some(Ride::Word(*word));
            offers.push(ride(("If they are furious", words.to_owned(), chosen), next));
        }
        let course = match &now.ride {
            Some(Ride::Course(course)) => course.clone(),
            Some(Ride::Word(_)) | None => Course::default(),
        };
        let group = "If they are furious, they take this path";
        for way in crate::geometry::SIDES {
            for (token, words) in [(Token::Go(way), "on to the"), (Token::Turn(way), "turn to the")]
            {
                let longer = Course(course.0.iter().copied().chain([token]).collect());
                let what = (group, format!("{words} {}", way.word()), false);
                offers.push(ride(what, Some(Ride::Course(longer))));
            }
        }
        if !course.is_empty() {
            let shorter = Course(course.0[..course.0.len() - 1].to_vec());
            let next = (!shorter.is_empty()).then_some(Ride::Course(shorter));
            offers.push(ride((group, format!("{course}: one step less"), false), next));
        }
        let army = self.field(self.at.view).army(Side::Carthage);
        let others = army.into_iter().filter(|(id, other)| *id != unit && other.panic.is_none());
        for (id, _) in others {
            let chosen = now.victim == Some(id);
            let what =
                ("If several units are in front of them, they run into", id.to_string(), chosen);
            let victim = (!chosen).then_some(id);
            let offer = say(what, Rage { victim, ..now.clone() });
            offers.push(offer.on(Spot::Piece(id.to_string())));
        }
        offers
    }
}
