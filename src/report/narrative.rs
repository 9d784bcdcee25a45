//! A record's story in words, for templates.

use super::context::Context;
use super::escape;
use engine::story::{Clause, Report};
use serde::Serialize;
use std::collections::BTreeSet;

/// A story in words. All of it is Markdown already.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Spoken {
    /// The main event in one line; empty if nothing is told.
    pub(super) headline: String,
    /// The state of the game.
    pub(super) standfirst: String,
    pub(super) parts: Vec<Part>,
    /// The losses that it tells.
    pub(super) balance: String,
    /// The next decision, and who must take it.
    pub(super) now: String,
    /// The weight of the heaviest situation.
    pub(super) weight: u32,
}

/// A paragraph, with the events that it tells.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Part {
    /// A few words before it; empty if there are none.
    pub(super) run_in: String,
    pub(super) text: String,
    pub(super) events: Vec<u32>,
}

/// Tells a record; empty for a title without stories.
pub(super) fn tell(context: &Context) -> Spoken {
    let Some(report) = report(context) else { return Spoken::default() };
    let page = phrasebook::say(&report);
    let part = |told: phrasebook::Told| Part {
        run_in: told.run_in,
        text: told.sentences.iter().map(|one| one.text.as_str()).collect::<Vec<_>>().join(" "),
        events: told.sentences.into_iter().flat_map(|one| one.events).collect(),
    };
    Spoken {
        headline: page.headline,
        standfirst: page.score,
        parts: page.paragraphs.into_iter().map(part).collect(),
        balance: page.losses,
        now: page.next,
        weight: report.weight,
    }
}

/// Every sentence that tells events, with their numbers.
pub(super) fn sentences(context: &Context) -> Vec<Part> {
    let Some(report) = report(context) else { return Vec::new() };
    let told = phrasebook::say(&report).paragraphs.into_iter().flat_map(|told| told.sentences);
    let part =
        |one: phrasebook::Said| Part { run_in: String::new(), text: one.text, events: one.events };
    told.filter(|one| !one.events.is_empty()).map(part).collect()
}

/// The report of a record, with the players' names in it. A name that several seats share, as those that the program
/// plays do, tells nobody who is meant.
fn report(context: &Context) -> Option<Report> {
    let mut report = context.narrative.clone()?;
    let players = context.seats.iter().filter_map(|seat| {
        let name = seat.player.as_ref().filter(|name| !name.trim().is_empty())?;
        let shared = context.seats.iter().filter(|one| one.player.as_ref() == Some(name)).count();
        (shared == 1).then(|| (seat.seat.clone(), escape::markdown(name)))
    });
    report.call(&players.collect());
    Some(report)
}

/// The names in the story of a record, as an index lists them: without their article.
pub(super) fn names(context: &Context) -> BTreeSet<String> {
    let report = report(context);
    let sentences = report.iter().flat_map(Report::sentences);
    let named = sentences.flat_map(|one| one.clauses().flat_map(Clause::names));
    let each = named.flat_map(|who| {
        if who.members.is_empty() { std::slice::from_ref(who) } else { &who.members }
    });
    let listed = each.filter(|who| who.listed);
    listed.map(|who| who.full.strip_prefix("the ").unwrap_or(&who.full).to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::SeatNote;
    use super::*;
    use engine::story::Entity;

    #[test]
    fn who_sits_at_the_table_is_told_by_the_players_name_as_it_stands() {
        let clause = Clause::new(Entity::person("r1", "Rome's first general"), "march");
        let report = Report { headline: vec![clause.now()], ..Report::default() };
        let seat = |seat: &str, player: Option<&str>| {
            let player = player.map(str::to_owned);
            SeatNote { seat: seat.to_owned(), side: "rome".to_owned(), player }
        };
        let headline = |first: Option<&str>, second: Option<&str>| {
            let narrative = Some(report.clone());
            let seats = vec![seat("r1", first), seat("r2", second)];
            tell(&Context { seats, narrative, ..Context::default() }).headline
        };
        assert_eq!(headline(None, None), "Rome's first general marches");
        assert_eq!(headline(Some("Anna *B*"), Some("Bruno")), r"Anna \*B\* marches");
        let shared = headline(Some("tabella"), Some("tabella"));
        assert_eq!(shared, "Rome's first general marches", "two seats share the name");
    }
}
