//! `tabella report --log`: the game so far, one line a record.

use crate::cli::common::{self, CommandResult, Exit};
use crate::store::records::sealed::Sealed;
use record::TurnFile;
use record::change::CHANGES;
use record::turn_file::By;
use serde_json::json;
use std::fmt::Write as _;
use std::path::Path;

/// # Errors
/// No game there; a record that cannot be read.
pub(super) fn run(dir: Option<&Path>, json: bool) -> CommandResult {
    let folder = common::folder(dir)?;
    #[cfg(feature = "git")]
    if let Some(rewound) = crate::cli::git::rewound(&folder)? {
        common::tell(&rewound);
    }
    let (mut text, mut values) = (String::new(), Vec::new());
    for number in 0..=folder.newest()?.unwrap_or(0) {
        let record = Sealed::open(&folder, number)?;
        let turn = record.turn()?;
        if json {
            values.push(json!({
                "record": number, "head": record.digest, "resolved": turn.resolved, "phase": turn.name, "changes": changed(&record),
                "turn": place(&turn), "answers": turn.phases, "outcome": turn.outcome,
            }));
            continue;
        }
        let digest = record.digest.to_string();
        let turn_number = place(&turn).map(|at| format!(", turn {at}")).unwrap_or_default();
        let _ = writeln!(
            text,
            "{number:>4}  {}  {}  {}{turn_number}{}",
            &digest[..10],
            turn.resolved.format("%Y-%m-%d %H:%M"),
            turn.name,
            told(&turn, &changed(&record))
        );
    }
    if json {
        common::print_json(&values)?;
    } else {
        common::print(&text)?;
    }
    Ok(Exit::Done)
}

/// The game turn that a record resolved.
fn place(turn: &TurnFile) -> Option<u32> {
    turn.phases.first().map(|phase| phase.turn).filter(|turn| *turn > 0)
}

/// The kinds of the changes that a record holds, in its order.
fn changed(record: &Sealed) -> Vec<&str> {
    let names = record.sums.local().filter_map(|(name, _)| name.strip_prefix(CHANGES));
    let kinds = names.filter_map(|name| name.strip_suffix(".yaml")?.split_once('-'));
    kinds.map(|(_, kind)| kind).collect()
}

/// The changes, the seats that answered and how, and the result.
fn told(turn: &TurnFile, changed: &[&str]) -> String {
    let mut text = String::new();
    if !changed.is_empty() {
        let _ = write!(text, " ({})", changed.join(", "));
    }
    let mut seats: Vec<(&str, By)> = Vec::new();
    for answer in turn.phases.iter().flat_map(|phase| &phase.answers) {
        if !seats.contains(&(answer.seat.as_str(), answer.by)) {
            seats.push((&answer.seat, answer.by));
        }
    }
    let words: Vec<String> = seats
        .iter()
        .map(|(seat, by)| match by {
            By::Fresh => (*seat).to_owned(),
            By::Ahead => format!("{seat} (ahead)"),
            By::Standing => format!("{seat} (standing)"),
            By::Fallback => format!("{seat} (absent)"),
        })
        .collect();
    if !words.is_empty() {
        let _ = write!(text, ": {}", words.join(", "));
    }
    if let Some(outcome) = &turn.outcome {
        let result =
            outcome.winner.as_ref().map_or("drawn".to_owned(), |side| format!("won by {side}"));
        let _ = write!(text, "; over, {result} ({}, rule {})", outcome.reason, outcome.rule);
    }
    text
}
