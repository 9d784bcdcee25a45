//! `tabella games`: titles, scenarios, options, tempos.

use super::args::Games;
use super::{CommandResult, Exit, titles};
use crate::catalogue;
use engine::Prospectus;
use serde::Serialize;
use std::fmt::Write;

/// One title as a program reads it.
#[derive(Serialize)]
struct Listed {
    slug: &'static str,
    revision: u32,
    #[serde(flatten)]
    prospectus: Prospectus,
}

/// Runs the command.
///
/// # Errors
/// An unknown title.
pub fn run(args: &Games) -> CommandResult {
    let mut listed = Vec::new();
    for title in catalogue::titles() {
        if args.title.as_deref().is_none_or(|slug| slug == title.slug()) {
            let prospectus = titles::packed_title(title.slug())?.prospectus();
            listed.push(Listed {
                slug: title.slug(),
                revision: title.revision().number(),
                prospectus,
            });
        }
    }
    if let (Some(slug), true) = (&args.title, listed.is_empty()) {
        return Err(titles::unknown(slug));
    }
    if args.json {
        super::print_json(&listed)?;
    } else if let (Some(_), [title]) = (&args.title, &listed[..]) {
        super::print(&whole(title))?;
    } else {
        let mut text = String::new();
        for title in &listed {
            let _ = writeln!(
                text,
                "{:<20} {}\n{:<20} {}",
                title.slug, title.prospectus.title, "", title.prospectus.about
            );
        }
        text += "\nScenarios, options and tempos of one: tabella games TITLE\n";
        super::print(&text)?;
    }
    Ok(Exit::Done)
}

fn whole(listed: &Listed) -> String {
    let Prospectus { title, about, scenarios, options, tempos, phases } = &listed.prospectus;
    let mut text = format!(
        "{title} ({}, rules revision {})\n{about}\n\nScenarios\n",
        listed.slug, listed.revision
    );
    for scenario in scenarios {
        let seats: Vec<&str> = scenario.seats.iter().map(|(seat, _)| seat.name()).collect();
        let _ = writeln!(
            text,
            "  {:<20} {} (seats: {})",
            scenario.name,
            scenario.title,
            seats.join(", ")
        );
    }
    text += &super::simulate::known_balance(listed.slug).unwrap_or_default();
    let tempos: Vec<&str> = tempos.iter().map(|tempo| tempo.word()).collect();
    let _ = writeln!(text, "\nTempos\n  {}", tempos.join(", "));
    let phases = phases.join(", ");
    let _ = writeln!(text, "\nPhases (`phases:` in a schedule)\n  {phases}");
    text += "\nOptions (--option NAME=VALUE)\n";
    for option in options {
        let _ = writeln!(
            text,
            "  {:<20} {} (default {})\n  {:<20} {}",
            option.name,
            option.values.join(", "),
            option.default,
            "",
            option.note
        );
    }
    text
}
