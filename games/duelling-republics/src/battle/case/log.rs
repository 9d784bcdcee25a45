//! A battle in short: one line for each thing that happened, in the notation of the golden battle.

use super::super::events::{Blow, Course, Ending, Event, Fight, Fighter, Manoeuvre, Placed};
use engine::Entry;

/// The log of a battle. `L2f3` is lane 2, file 3; a score is followed by the die and what was added.
pub(crate) fn log(entries: &[Entry<Event>]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for entry in entries {
        match &entry.event {
            Event::Course(Course::Bound { bound, army, .. }) => {
                lines.push(format!("bound {bound} {army} pips []"));
            }
            Event::Course(Course::Pips { pips, .. }) => {
                if let Some(last) = lines.last_mut() {
                    let more = if last.ends_with("[]") {
                        format!("{pips}]")
                    } else {
                        format!(", {pips}]")
                    };
                    last.pop();
                    last.push_str(&more);
                }
            }
            Event::Manoeuvre(Manoeuvre::Commit { lane, placed, .. }) => {
                lines.extend(placed.iter().map(|place| committed(*lane, place)));
            }
            event => lines.extend(line(event)),
        }
    }
    lines
}

fn names<T: ToString>(items: &[T]) -> String {
    format!("[{}]", items.iter().map(ToString::to_string).collect::<Vec<String>>().join(", "))
}

fn committed(lane: u8, placed: &Placed) -> String {
    let Placed { who, file, behind, facing } = placed;
    match (behind, facing) {
        (Some(front), _) => format!("commit {who} supports {front} lane {lane}"),
        (None, Some(_)) => format!("commit {who} fills file {file} lane {lane}"),
        (None, None) => format!("commit {who} extends to file {file} lane {lane}"),
    }
}

fn line(event: &Event) -> Option<String> {
    Some(match event {
        Event::Manoeuvre(Manoeuvre::Contact { lane, army }) => {
            format!("contact lane {lane} by {army}")
        }
        Event::Manoeuvre(Manoeuvre::FallBack { army, sector, from, to, .. }) => {
            format!("falls back {army} {sector} {}", to - from)
        }
        Event::Manoeuvre(Manoeuvre::CloseUp { lane, files, .. }) => {
            format!("closes up lane {lane} {}", names(files))
        }
        Event::Manoeuvre(Manoeuvre::Turn { who, on, .. }) => {
            format!("{who} turns on the flank of {on}")
        }
        Event::Manoeuvre(Manoeuvre::RideRound(leave)) => {
            format!("ride round {} -> lane {}", names(&leave.who), leave.to.unwrap_or(0))
        }
        Event::Manoeuvre(Manoeuvre::RollUp(leave)) => {
            format!("roll-up {} -> lane {}", names(&leave.who), leave.to.unwrap_or(0))
        }
        Event::Manoeuvre(Manoeuvre::ToCamp(leave)) => format!("to the camp {}", names(&leave.who)),
        Event::Manoeuvre(Manoeuvre::Arrive(arrive)) if arrive.file.is_none() => {
            format!("{} arrives in the reserve", arrive.who)
        }
        Event::Manoeuvre(Manoeuvre::Arrive(arrive)) => {
            format!("{} arrives on flank of lane {}", arrive.who, arrive.lane)
        }
        Event::Course(Course::Rally { who, .. }) => format!("rally {who}"),
        Event::Blow(Blow::Fight(fight)) => fought(fight),
        Event::Blow(Blow::Killed { who, by, .. }) => format!("   * {who} destroyed by {by}"),
        Event::Blow(Blow::CampFight { who, score, camp_score, .. }) => {
            format!("camp attack {who} {score} {camp_score}")
        }
        Event::Blow(Blow::CampLooted { by, .. }) => format!("camp looted by {by}"),
        Event::Ending(Ending::Broken { army, losses, enemy_losses, .. }) => {
            format!("army breaks {army} {losses} {enemy_losses}")
        }
        Event::Ending(Ending::Withdrew { army, .. }) => format!("withdraws {army}"),
        Event::Ending(Ending::Night { .. }) => "night".to_owned(),
        _ => return None,
    })
}

fn fought(fight: &Fight) -> String {
    let sign = if fight.loser.is_some() { "v" } else { "=" };
    let (first, second) = (fighter(&fight.first), fighter(&fight.second));
    let end = fight.loser.map_or(String::new(), |loser| format!(": {loser} {}", fight.fate.word()));
    format!("  L{}f{} {first} {sign} {second}{end}", fight.lane, fight.file)
}

fn fighter(fighter: &Fighter) -> String {
    let clauses = fighter
        .modifiers
        .iter()
        .map(|clause| format!(" {:+} {}", clause.points, clause.what.replace('-', " ")));
    let added: String = clauses.collect();
    format!("{} {}({}: {:+}{added})", fighter.who, fighter.score, fighter.die, fighter.factor)
}
