//! The values that a shell's completions offer, without forbidding others: a game's own data may know more words than
//! the titles that came with the program.

use crate::catalogue;
use crate::cli::common::titles::packed_title;
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error};
use engine::Prospectus;
use std::collections::BTreeSet;
use std::ffi::OsStr;

/// Accepts any text, and suggests likely words.
#[derive(Clone)]
pub(in crate::cli) struct Hint(fn() -> BTreeSet<String>);

impl TypedValueParser for Hint {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, Error> {
        StringValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.0)().into_iter().map(PossibleValue::new)))
    }
}

pub(in crate::cli) const TITLE: Hint =
    Hint(|| catalogue::titles().iter().map(|title| title.slug().to_owned()).collect());

pub(in crate::cli) const SCENARIO: Hint =
    Hint(|| words(|it| it.scenarios.iter().map(|scenario| scenario.name.clone()).collect()));

pub(in crate::cli) const SEAT: Hint = Hint(|| words(seats));

/// A seat of any title, to be followed by its value.
pub(in crate::cli) const SEAT_IS: Hint =
    Hint(|| words(seats).into_iter().map(|seat| seat + "=").collect());

/// An option of any title with each of its values.
pub(in crate::cli) const OPTION: Hint = Hint(|| {
    words(|it| {
        let pairs = it.options.iter().flat_map(|option| {
            option.values.iter().map(|value| format!("{}={value}", option.name))
        });
        pairs.collect()
    })
});

fn seats(prospectus: &Prospectus) -> Vec<String> {
    let seats = prospectus.scenarios.iter().flat_map(|scenario| &scenario.seats);
    seats.map(|(seat, _)| seat.to_string()).collect()
}

/// Words of the prospectus of every title.
fn words(of: impl Fn(&Prospectus) -> Vec<String>) -> BTreeSet<String> {
    let titles = catalogue::titles().iter().filter_map(|title| packed_title(title.slug()).ok());
    titles.flat_map(|title| of(&title.prospectus())).collect()
}
