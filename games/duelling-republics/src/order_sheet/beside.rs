//! Offers beside any orders: to leave the game, and to write letters to others.

use super::Draft;
use engine::Seat;
use engine::offers::form::{Choice, Key, Part};
use serde_json::json;

impl Draft<'_> {
    /// The keys that all orders take.
    pub(super) fn always(&self) -> Vec<Key> {
        // The referee has no seat to leave.
        let resign = self.view.side.map(|_| Key::new("resign", "Resignation", Part::yes("Resign")));
        resign.into_iter().chain([self.letters()]).collect()
    }

    /// Letters, which are delivered with the record.
    fn letters(&self) -> Key {
        let players = self.field.state.players.iter().map(|player| player.seat.clone());
        let others = players.chain([Seat::referee()]).filter(|seat| seat != self.seat);
        let seats: Vec<Choice> = others.map(|seat| Choice::word(seat.name())).collect();
        let blank = |seat: &Choice| {
            Choice::new(json!({"to": [seat.value], "text": ""}), format!("to {}", seat.words))
        };
        let add = seats.iter().map(blank).collect();
        let letter = Part::Keys(vec![
            Key::must("to", "To", Part::Several(seats)),
            Key::must("text", "What you write", Part::Text),
        ]);
        Key::new("note", "Letters to other players", Part::list("letter", add, letter))
    }
}
