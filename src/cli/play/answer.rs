//! The answer of the page to filed orders: the headline, and the records since then step by step on the map.

use crate::cli::common::{Error, reports, seat_names};
use crate::report::{Language, Messages};
use crate::store::Game;
use crate::store::records::sealed::Sealed;
use engine::map::Map;
use engine::{Frame, Node, Seat, Viewer};
use record::exchange::OrderFile;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The records from a given one onwards, as the player of a seat could follow them.
pub(super) struct Answer {
    /// The first of the records, and the newest.
    records: (u32, u32),
    headlines: Vec<String>,
    standfirst: String,
    /// The names of those who did not accept the draw that the player offered.
    declined: Vec<String>,
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
    pub(super) fn add(&mut self, frames: &[Frame], messages: &Messages) {
        let mut silent = None;
        for frame in frames {
            let map = messages.map(&frame.map);
            let words = step(&map);
            // An event without words is seen with the next step, and one that says the same with the step before.
            if self.scenes.is_empty() {
                self.scenes.push(map);
            } else if words.is_empty() {
                silent = Some(map);
            } else if self.steps.last() == Some(&words) {
                *self.scenes.last_mut().expect("a step has a scene") = map;
                silent = None;
            } else {
                self.steps.push(words);
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

/// The words of one step: of a fight its account, with the dice.
fn step(map: &Map) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for stroke in &map.strokes {
        let words = stroke.fight.as_ref().map_or(&stroke.words, |fight| &fight.words);
        if !parts.contains(&words.as_str()) {
            parts.push(words);
        }
    }
    parts.join("; ")
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
        let (mut film, mut headlines, mut standfirst) =
            (Film::default(), Vec::new(), String::new());
        let (root, reporter) = (game.folder.root(), reports::reporter_in(language));
        for number in first..=newest {
            film.add(&game.retrace(number)?.frames(&viewer), &messages);
            let again = game.again(number)?;
            let (context, _) = reports::scene(root, &again.sealing(), &viewer, None);
            let headline;
            (headline, standfirst) = reporter.lead(&context)?;
            headlines.push(headline);
        }
        let over = game.session.outcome().is_some();
        let declined = if over { Vec::new() } else { declined(game, seat, first)? };
        Ok(Self { records: (first, newest), headlines, standfirst, declined, over, film })
    }

    /// True if these are the records from `first` to the newest.
    pub(super) fn is_of(&self, first: u32, newest: u32) -> bool {
        self.records == (first, newest)
    }

    pub(super) fn told(&self) -> Value {
        let records = (self.records.0..).zip(&self.headlines);
        let records =
            records.map(|(number, headline)| json!({ "number": number, "headline": headline }));
        json!({
            "headline": self.headlines.last(),
            "records": records.collect::<Vec<_>>(),
            "standfirst": self.standfirst,
            "declined": self.declined,
            "steps": self.film.steps,
            "over": self.over,
        })
    }

    /// The map after so many steps.
    pub(super) fn scene(&self, number: usize) -> Option<Value> {
        self.film.scene(number)
    }
}

/// The names of the seats that gave orders with the player's offer of a draw before them. Had they accepted it, the game would be over.
fn declined(game: &Game, seat: &str, first: u32) -> Result<Vec<String>, Error> {
    let offer = Sealed::open(&game.folder, first)?;
    if !offer.orders().contains_key(seat) {
        return Ok(Vec::new());
    }
    let text = offer.text(&format!("orders/{seat}.yaml"))?;
    let sheet = OrderFile::glance(text.as_bytes()).map(|(_, sheet)| sheet);
    if !sheet.and_then(|sheet| sheet.orders).is_some_and(|orders| offers_draw(&orders)) {
        return Ok(Vec::new());
    }
    let mut names = BTreeSet::new();
    for number in first + 1..=game.session.number {
        let record = Sealed::open(&game.folder, number)?;
        let others = record.orders().into_keys().filter(|other| *other != seat);
        names.extend(others.map(|other| seat_names::of(&game.session.charter, other)));
    }
    Ok(names.into_iter().collect())
}

/// True if orders offer a draw, as every title spells it: `draw: offer` or `draw: true`.
fn offers_draw(orders: &Node) -> bool {
    let own = |node: &Node| matches!(node.text(), Some("offer" | "true" | "yes"));
    let entries = orders.map().into_iter().flatten();
    let mut items = orders.list().into_iter().flatten();
    entries.into_iter().any(|(key, node)| key.text == "draw" && own(node)) || items.any(offers_draw)
}
