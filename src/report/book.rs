//! The whole game as one book: chapters as its title heads them, a map at each turning point, who was lost when, and an
//! index of all who are named.

use super::context::Context;
use super::narrative::{self, Spoken};
use super::{ReportError, Reporter, Shell, html, named, text_map, tidy};
use engine::map::Map;
use minijinja::Value;
use minijinja::value::Serde;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// A record whose heaviest scene has at least this weight is a turning point, and the book shows its map.
const TURNING_POINT: u32 = 100;
/// If fewer records than this reach that weight, this many of the heaviest count as turning points.
const FEWEST_TURNS: usize = 3;

#[derive(Serialize)]
struct Chapter<'a> {
    #[serde(flatten)]
    context: &'a Context,
    told: Spoken,
    heading: String,
    /// The marker of the block for which a page has the map; none where nothing turned.
    map: Option<String>,
    text_map: String,
}

/// The names in each chapter.
#[derive(Serialize)]
struct Named {
    name: String,
    records: Vec<u32>,
}

impl Reporter {
    /// All records so far as one book, in Markdown. `luck` is that of every side, by its name, as the room of that name
    /// gives it; null where no dice are thrown.
    ///
    /// # Errors
    /// [`ReportError`].
    pub fn book(
        &self,
        records: &[(Context, Map)],
        luck: &serde_json::Value,
    ) -> Result<String, ReportError> {
        if let Some(english) = records.last().map(|(last, _)| self.teller(last))
            && !std::ptr::eq(english, self)
        {
            return english.book(records, luck);
        }
        let mut chapters = Vec::with_capacity(records.len());
        let mut index: BTreeMap<String, Vec<u32>> = BTreeMap::new();
        let mut read = Vec::with_capacity(records.len());
        for (context, map) in records.iter().filter(|(context, _)| told_of(context)) {
            read.push((context, map, narrative::tell(context)));
        }
        let weights: Vec<u32> = read.iter().map(|(_, _, told)| told.weight).collect();
        for ((context, map, told), turns) in read.into_iter().zip(turning(&weights)) {
            let value = Value::from(Serde(context));
            let heading =
                self.templates.render_value(&format!("{}/heading.md", context.title), value)?;
            for name in narrative::names(context) {
                let places = index.entry(name).or_default();
                if places.last() != Some(&context.number) {
                    places.push(context.number);
                }
            }
            chapters.push(Chapter {
                context,
                heading: heading.trim().to_owned(),
                map: turns.then(|| marker(context.number)),
                text_map: if turns {
                    text_map::draw(&self.worded(map), false)
                } else {
                    String::new()
                },
                told,
            });
        }
        let index: Vec<Named> =
            index.into_iter().map(|(name, records)| Named { name, records }).collect();
        let chapters = Value::from(Serde(chapters));
        let context = named([
            ("chapters", chapters),
            ("index", Value::from(Serde(index))),
            ("luck", Value::from(Serde(luck))),
        ]);
        self.templates.render_value("book.md", context).map(|text| tidy(&text))
    }

    /// The book as one page that needs nothing else; the last map shows where it has got to, if no turning point does.
    ///
    /// # Errors
    /// [`ReportError`].
    pub fn book_page(
        &self,
        records: &[(Context, Map)],
        luck: &serde_json::Value,
    ) -> Result<String, ReportError> {
        let mut markdown = self.book(records, luck)?;
        let Some((newest, last)) = records.last() else {
            return self.page(&markdown, &Map::default(), Shell::Alone);
        };
        if !markdown.contains(&format!("```figure {}\n", marker(newest.number))) {
            let _ = write!(markdown, "\n```{}\n```\n", html::MAP_BLOCK);
        }
        let turning = records.iter().map(|(context, map)| (marker(context.number), map));
        self.bound(&markdown, last, turning)
    }
}

/// True for each record that turns a game, by their weights: all that are heavy enough, and in any case the few
/// heaviest; of equals the later.
fn turning(weights: &[u32]) -> Vec<bool> {
    let mut order: Vec<usize> = (0..weights.len()).filter(|at| weights[*at] > 0).collect();
    order.sort_unstable_by_key(|at| std::cmp::Reverse((weights[*at], *at)));
    let mut turns = vec![false; weights.len()];
    for (place, at) in order.into_iter().enumerate() {
        turns[at] = place < FEWEST_TURNS || weights[at] >= TURNING_POINT;
    }
    turns
}

/// True if there is anything to be read of a record.
fn told_of(context: &Context) -> bool {
    let happened = context.chapters.as_array().is_some_and(|chapters| !chapters.is_empty());
    !context.changes.is_empty() || (happened && !context.amends)
}

/// The name of a record's map in a book.
pub(super) fn marker(record: u32) -> String {
    format!("record-{record}")
}

#[cfg(test)]
mod tests {
    use super::turning;

    #[test]
    fn a_quiet_game_is_turned_by_its_three_heaviest_records() {
        let places = |weights: &[u32]| {
            let turns = turning(weights).into_iter().enumerate();
            turns.filter_map(|(at, turns)| turns.then_some(at)).collect::<Vec<_>>()
        };
        assert_eq!(places(&[10, 40, 0, 20, 30]), [1, 3, 4]);
        assert_eq!(places(&[110, 120, 30, 130, 140]), [0, 1, 3, 4], "all that are heavy");
        assert_eq!(places(&[50, 50, 50, 50]), [1, 2, 3], "of equals the later");
        assert_eq!(places(&[0, 0, 0, 5]), [3], "what weighs nothing turns nothing");
        assert!(places(&[]).is_empty());
    }
}
