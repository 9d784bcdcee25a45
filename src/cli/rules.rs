//! `tabella rules`: the titles, the rules of one in our own words, and what can be agreed for a game of it.

use crate::catalogue;
use crate::cli::common::{self, CommandResult, Error, Exit, hints, titles};
use crate::report::{Language, Reporter, Rulebook};
use clap::Args;
use engine::Prospectus;
use engine::complaint::nearest;
use serde::Serialize;
use std::fmt::Write;

/// List the titles, or explain the rules of one in plain words
///
/// The choices for a new game come at the end.
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  tabella rules punica               # how to win and how to play\n  tabella rules punica M3            # what one rule number says\n  tabella rules punica --choices     # scenarios, tempos, options"
)]
pub struct RulesArgs {
    /// One title (default: all)
    #[arg(value_parser = hints::TITLE, hide_possible_values = true)]
    pub title: Option<String>,
    /// A rule number, as in reports and refusals: show that rule only
    pub number: Vec<String>,
    /// Show only the choices for a new game: scenarios (with their balance), tempos and options
    #[arg(long, requires = "title", conflicts_with = "number")]
    pub choices: bool,
    /// Print JSON for a program
    #[arg(long, conflicts_with_all = ["number", "choices"])]
    pub json: bool,
}

/// One title as a program reads it.
#[derive(Serialize)]
struct Listed {
    slug: &'static str,
    revision: u32,
    #[serde(flatten)]
    prospectus: Prospectus,
}

/// # Errors
/// An unknown title, or a number that no rule of it has.
pub fn run(args: &RulesArgs) -> CommandResult {
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
    match (&args.title, &listed[..]) {
        _ if args.json => common::print_json(&listed)?,
        (Some(_), [title]) if args.choices => common::print(&choices(title))?,
        (Some(_), [title]) if args.number.is_empty() => {
            let rules = Rulebook::of(title.slug)?;
            common::print(&(page(rules.page()) + "\n" + &choices(title)))?;
        }
        (Some(_), [title]) => {
            let rules = Rulebook::of(title.slug)?;
            common::print(&page(&passage(&rules, title.slug, &args.number.join(" "))?))?;
        }
        _ => common::print(&all(&listed)?)?,
    }
    Ok(Exit::Done)
}

/// Markdown as text for this terminal.
fn page(markdown: &str) -> String {
    Reporter::layered(Language::English, |_| Ok(None)).text(markdown, common::width())
}

fn passage(rules: &Rulebook, slug: &str, asked: &str) -> Result<String, Error> {
    let found = rules.number(asked).and_then(|number| rules.passage(number));
    found.ok_or_else(|| {
        let known = rules.numbers().iter().map(|it| it.number.as_str());
        let hint = nearest(asked, known).map(|near| format!(" Did you mean `{near}`?"));
        let hint = hint.unwrap_or_default();
        Error::usage(format!(
            "{slug} has no rule `{asked}`.{hint} For all the rules: tabella rules {slug}"
        ))
    })
}

/// All titles, each with its story.
///
/// # Errors
/// Rules that cannot be told.
fn all(listed: &[Listed]) -> Result<String, Error> {
    let mut text = String::new();
    for Listed { slug, prospectus, .. } in listed {
        let rules = Rulebook::of(slug)?;
        let story = rules.opening().split("\n\n").next().unwrap_or_default();
        let _ = writeln!(text, "**{slug}**: {}\n\n{story}\n", prospectus.title);
    }
    text += "How to win and play a title, and the choices for a new game: `tabella rules TITLE`\n";
    Ok(page(&text))
}

/// The choices for a game of a title; the measured balance comes last.
fn choices(listed: &Listed) -> String {
    let Prospectus { title, scenarios, options, tempos, phases, .. } = &listed.prospectus;
    let mut text =
        format!("{title} ({}, rules revision {})\n\nScenarios\n", listed.slug, listed.revision);
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
    text + &crate::cli::simulate::known_balance(listed.slug).unwrap_or_default()
}
