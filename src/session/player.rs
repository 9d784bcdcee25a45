//! The orders of the program for the seats that it plays: a pure function of what such a seat may know and of a secret
//! that the charter commits to, so that `verify` can work them out again.

use super::Session;
use engine::{BotStyle, Rng, Seat};
use record::Secret;
use record::exchange::compose::{Envelope, compose};
use record::player::{Strength, choices, order_salt};

impl Session {
    /// The seats that the program plays and that the open phase awaits, in the order of their prompts.
    pub fn awaited_of_program(&self) -> Vec<Seat> {
        let Some(program) = &self.charter.program else { return Vec::new() };
        let mut seats: Vec<Seat> = self.awaited().into_iter().map(|asked| asked.seat).collect();
        seats.dedup();
        seats.retain(|seat| program.seats.contains_key(seat.name()));
        seats
    }

    /// The order file of a seat that the program plays, for the open phase; none if it does not play it.
    pub fn orders_of_program(&self, secret: &Secret, seat: &Seat) -> Option<String> {
        let strength = self.charter.program.as_ref()?.seats.get(seat.name())?;
        let (game, phase) = (self.charter.game.as_str(), self.number + 1);
        let mut rng = Rng::new(choices(secret, game, phase, seat.name()));
        let envelope = Envelope {
            game,
            phase,
            seat,
            after: self.head,
            revision: 1,
            final_: true,
            salt: Some(order_salt(secret, game, phase, seat.name())),
            comments: &[],
        };
        let orders = match strength {
            Strength::Easy => self.play.propose(seat, BotStyle::Random, &mut rng),
            Strength::Fair => self.play.propose(seat, BotStyle::Sensible, &mut rng),
            Strength::Strong => self.play.strong(seat, &mut rng),
        };
        Some(compose(&envelope, &orders))
    }
}
