//! The questions of `tabella new` on a terminal: what a game needs and no option has said.

use super::draft::Draft;
use crate::catalogue;
use crate::cli::common::{self, Error, titles};
use crate::store::secrets::keys;
use engine::data::ScenarioNote;
use record::player::Strength;
use record::schedule::{Missed, Schedule};
use std::path::Path;

/// Asks a question and gives the answer, without white space around it.
type Ask<'a> = &'a mut dyn FnMut(&str) -> Result<String, Error>;

/// Asks for the title, its scenario and the days of a phase if no title is named, and for every seat's player. A game that
/// is only drafted may leave players open.
///
/// # Errors
/// An unknown title or scenario; standard input that ends before all questions are answered.
pub(super) fn complete(draft: &mut Draft, drafted: bool, ask: Ask<'_>) -> Result<(), Error> {
    if draft.invitation.is_some() {
        return Ok(());
    }
    let untitled = draft.title.is_none();
    let title = match draft.title.clone() {
        Some(title) => title,
        None => one_of(
            "Title",
            &catalogue::titles().iter().map(|it| it.slug()).collect::<Vec<_>>(),
            ask,
        )?,
    };
    let prospectus = titles::packed_title(&title)?.prospectus();
    draft.title = Some(title);
    if untitled && draft.scenario.is_none() {
        let names: Vec<&str> = prospectus.scenarios.iter().map(|it| it.name.as_str()).collect();
        draft.scenario = Some(one_of("Scenario", &names, ask)?);
    }
    let named = draft.scenario.as_deref();
    let scenario = prospectus.scenarios.iter().find(|it| named.is_none_or(|name| it.name == name));
    if let Some(scenario) = scenario {
        ask_players(draft, scenario, drafted, ask)?;
    }
    if untitled && draft.schedule.is_none() {
        draft.schedule = ask_days(ask)?;
    }
    Ok(())
}

/// One of these words, the first if nothing is answered.
fn one_of(what: &str, words: &[&str], ask: Ask<'_>) -> Result<String, Error> {
    let [first, others @ ..] = words else {
        return Err(Error::usage("this program was built without titles"));
    };
    if others.is_empty() {
        return Ok((*first).to_owned());
    }
    let question = format!("{what}, one of {} [{first}]: ", words.join(", "));
    loop {
        let answer = ask(&question)?;
        if answer.is_empty() {
            return Ok((*first).to_owned());
        }
        if words.contains(&answer.as_str()) {
            return Ok(answer);
        }
    }
}

fn ask_players(
    draft: &mut Draft,
    scenario: &ScenarioNote,
    drafted: bool,
    ask: Ask<'_>,
) -> Result<(), Error> {
    let later = if drafted { ", or nothing yet" } else { "" };
    for (seat, _) in &scenario.seats {
        let player = draft.seat(seat.name());
        let question =
            format!("Who plays {seat}: a public key file, easy, fair or strong{later}: ");
        while player.key.is_none() && player.program.is_none() {
            let answer = ask(&question)?;
            match (answer.as_str(), Strength::parse(&answer)) {
                ("", _) if drafted => break,
                ("", _) => {}
                (_, Some(strength)) => player.program = Some(strength),
                (path, None) => match keys::public_key(Path::new(path)) {
                    Ok(key) => player.key = Some(key),
                    Err(error) => common::tell(&error.to_string()),
                },
            }
        }
    }
    Ok(())
}

fn ask_days(ask: Ask<'_>) -> Result<Option<Schedule>, Error> {
    loop {
        let answer = ask("Days for each phase, ending at 20:00 UTC [no deadlines]: ")?;
        if answer.is_empty() {
            return Ok(None);
        }
        let Ok(days) = answer.parse() else { continue };
        let schedule = Schedule::every(days, super::HOUR, "UTC", Missed::Fallback);
        match schedule.check() {
            Ok(()) => return Ok(Some(schedule)),
            Err((_, what)) => common::tell(&what),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::VecDeque;

    fn answered(mut draft: Draft, drafted: bool, answers: &[&str]) -> (Draft, Vec<String>) {
        let (mut left, mut asked) = (VecDeque::from(answers.to_vec()), Vec::new());
        complete(&mut draft, drafted, &mut |question| {
            asked.push(question.to_owned());
            Ok(left.pop_front().expect("every question has an answer").to_owned())
        })
        .unwrap();
        assert!(left.is_empty(), "not asked for: {left:?}");
        (draft, asked)
    }

    #[test]
    fn a_bare_command_asks_for_title_scenario_players_and_days() {
        let (draft, asked) = answered(
            Draft::default(),
            false,
            &[
                "combined-armz",
                "combined-arms",
                "",
                "",
                "fair",
                "divine",
                "easy",
                "none",
                "400",
                "3",
            ],
        );
        assert_eq!(draft.title.as_deref(), Some("combined-arms"));
        assert!(draft.scenario.is_some(), "the first one");
        let programs: Vec<_> = draft.seats.values().flatten().map(|seat| seat.program).collect();
        assert_eq!(programs.len(), 2);
        assert!(
            programs.contains(&Some(Strength::Easy)) && programs.contains(&Some(Strength::Fair))
        );
        assert_eq!(draft.schedule.unwrap().days, Some(3));
        assert!(asked[0].starts_with("Title, one of ") && asked[0] == asked[1], "{asked:?}");
    }

    #[test]
    fn what_options_have_said_is_not_asked_again() {
        let mut draft = Draft { title: Some("combined-arms".to_owned()), ..Draft::default() };
        draft.seat("rome").program = Some(Strength::Fair);
        let (draft, asked) = answered(draft, true, &[""]);
        assert!(asked[0].starts_with("Who plays carthage: "), "{asked:?}");
        assert!(draft.scenario.is_none() && draft.schedule.is_none());
    }
}
