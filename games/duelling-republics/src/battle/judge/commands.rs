//! BA3: who commands what.

use super::{Field, Findings, Part};
use crate::battle::plan::{Charge, Plan, Sector};
use crate::battle::usual;
use crate::codes::Code;
use crate::elements::Host;
use engine::{Complaint, Path, Seat};

/// BA3: who commands what.
pub(super) fn commands(field: &Field<'_>, plan: &Plan, path: &Path, found: &mut Findings) {
    let (limits, host) = (field.chart.commands, field.host);
    let here = path.then("commands");
    let mut say = |at: Path, message: String, fix: String| {
        found.push((
            Part::Commands,
            Complaint::refusal(Code::Command.code(), "BA3", at, message).fix(fix),
        ));
    };
    let body_in = |sector: Sector| {
        host.contingents.iter().find(|body| usual::sector_of(plan, body) == Some(sector))
    };
    let own: Vec<&Charge> = plan
        .commands
        .iter()
        .filter(|charge| !charge.sectors.iter().any(|sector| body_in(*sector).is_some()))
        .collect();
    for (at, charge) in plan.commands.iter().enumerate() {
        let place = here.then(at);
        let bodies: Vec<_> = charge
            .sectors
            .iter()
            .filter_map(|sector| body_in(*sector).map(|body| (*sector, body)))
            .collect();
        if let Some((sector, body)) = bodies.first() {
            if charge.sectors.len() > 1 || charge.seat != body.seat {
                let message = format!(
                    "the {sector} is held by a contingent, which only {} commands",
                    body.seat
                );
                say(
                    place,
                    message,
                    format!(
                        "write {{seat: {}, sectors: [{sector}]}}, or leave the {sector} out",
                        body.seat
                    ),
                );
            }
            continue;
        }
        leader(host, charge, &place, &mut say);
        let size: usize = charge.sectors.iter().map(|sector| plan.elements(*sector).len()).sum();
        if own.len() > 1 && size < limits.min_elements {
            let names: Vec<&str> = charge.sectors.iter().map(|sector| sector.word()).collect();
            let message = format!(
                "{} has {size} elements, but a command needs {}",
                names.join("+"),
                limits.min_elements
            );
            say(
                place,
                message,
                "add these sectors to another command, or put all sectors in one command"
                    .to_owned(),
            );
        }
    }
    shares(field, plan, &here, &mut say);
}

/// Checks that a seat may have a command: it is a player of the side that has come, and leads no contingent.
fn leader(host: &Host, charge: &Charge, place: &Path, say: &mut impl FnMut(Path, String, String)) {
    let leads = || host.contingents.iter().any(|body| body.seat == charge.seat);
    if !host.players.contains(&charge.seat) {
        let players: Vec<&str> = host.players.iter().map(Seat::name).collect();
        let message = format!("{} cannot get a command in this battle", charge.seat);
        say(place.then("seat"), message, format!("one of: {}", players.join(", ")));
    } else if charge.seat != host.seat && leads() {
        let message = format!("{} leads a contingent and cannot get another command", charge.seat);
        say(place.then("seat"), message, "give the command to another player".to_owned());
    }
}

/// BA3: each sector once; how many commands there may be.
fn shares(field: &Field<'_>, plan: &Plan, here: &Path, say: &mut impl FnMut(Path, String, String)) {
    let (limits, host) = (field.chart.commands, field.host);
    for sector in Sector::ALL.iter().copied() {
        let holders =
            plan.commands.iter().filter(|charge| charge.sectors.contains(&sector)).count();
        if holders > 1
            || plan
                .commands
                .iter()
                .any(|charge| charge.sectors.iter().filter(|s| **s == sector).count() > 1)
        {
            say(
                here.clone(),
                format!("{sector} is given twice"),
                format!("name `{sector}` in one command only"),
            );
        } else if holders == 0 && !plan.elements(sector).is_empty() {
            say(
                here.clone(),
                format!("{sector} is not given to any seat"),
                format!("add `{sector}` to a command's sectors"),
            );
        }
    }
    let most = limits.max.max(host.players.len());
    if plan.commands.len() > most {
        say(
            here.clone(),
            format!("{} commands > {most}", plan.commands.len()),
            "make fewer commands".to_owned(),
        );
    }
    for seat in &host.players {
        let held = plan.commands.iter().filter(|charge| charge.seat == *seat).count();
        let led = host.contingents.iter().filter(|body| body.seat == *seat).count();
        if held > limits.per_player + led {
            let message = format!(
                "{seat} has {held} commands, but a player may have only {}",
                limits.per_player
            );
            say(here.clone(), message, "give one of them to another player".to_owned());
        }
    }
}
