//! The answer of the page to filed orders: the headline, and the records since then step by step on the map.

use crate::cli::common::{Error, reports};
use crate::report::{Language, Messages};
use crate::store::Game;
use engine::Frame;
use engine::map::Map;
use engine::{Seat, Viewer};
use serde_json::{Value, json};

/// The records from a given one onwards, as the player of a seat could follow them.
pub(super) struct Answer {
    /// The first of the records, and the newest.
    records: (u32, u32),
    headline: String,
    standfirst: String,
    over: bool,
    film: Film,
}

/// Records as the page steps through them.
#[derive(Default)]
pub(super) struct Film {
    /// The words of each step.
    pub(super) steps: Vec<String>,
    /// The map before them, and after each.
    scenes: Vec<Map>,
}

impl Film {
    /// Takes up one record more.
    pub(super) fn add(&mut self, frames: &[Frame], messages: &Messages) {
        let mut silent = None;
        for frame in frames {
            let map = messages.map(&frame.map);
            let words: Vec<&str> = map.strokes.iter().map(|stroke| stroke.words.as_str()).collect();
            // An event without words is seen with the next step.
            if self.scenes.is_empty() {
                self.scenes.push(map);
            } else if words.is_empty() {
                silent = Some(map);
            } else {
                self.steps.push(words.join("; "));
                self.scenes.push(map);
                silent = None;
            }
        }
        // Behind the last step it is seen with that one.
        if let (Some(end), Some(last)) = (silent, self.scenes.last_mut()) {
            let strokes = std::mem::take(&mut last.strokes);
            *last = Map { strokes, ..end };
        }
    }

    /// The map after so many steps.
    pub(super) fn scene(&self, number: usize) -> Option<Value> {
        let map = self.scenes.get(number)?;
        Some(serde_json::to_value(map).expect("a map is plain data"))
    }
}

impl Answer {
    /// Takes up the records from `first` on.
    ///
    /// # Errors
    /// A record that cannot be played again.
    pub(super) fn of(
        game: &Game,
        seat: &str,
        first: u32,
        language: Language,
    ) -> Result<Self, Error> {
        let newest = game.session.number;
        let viewer = Viewer::Seat(Seat::new(seat));
        let messages = Messages::of_offers(language, &game.session.charter.title);
        let mut film = Film::default();
        for number in first..=newest {
            film.add(&game.retrace(number)?.frames(&viewer), &messages);
        }
        let again = game.again(newest)?;
        let root = game.folder.root();
        let (context, _) = reports::scene(root, &again.sealing(), &viewer, None);
        let (headline, standfirst) = reports::reporter_in(language).lead(&context)?;
        let over = game.session.outcome().is_some();
        Ok(Self { records: (first, newest), headline, standfirst, over, film })
    }

    /// True if these are the records from `first` to the newest.
    pub(super) fn is_of(&self, first: u32, newest: u32) -> bool {
        self.records == (first, newest)
    }

    /// The values for the page.
    pub(super) fn told(&self) -> Value {
        json!({
            "headline": self.headline,
            "standfirst": self.standfirst,
            "steps": self.film.steps,
            "over": self.over,
        })
    }

    /// The map after so many steps.
    pub(super) fn scene(&self, number: usize) -> Option<Value> {
        self.film.scene(number)
    }
}
