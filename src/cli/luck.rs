//! `tabella luck`: what the dice gave, and what they owed.

use super::args::Luck;
use super::{CommandResult, Error, Exit};
use crate::luck::{self, Die, SideLuck, Spec};
use crate::store::sealed::Sealed;
use crate::store::{Folder, files};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

/// Runs the command.
///
/// # Errors
/// No game there; a record that cannot be read; a title without dice.
pub fn run(dir: Option<&Path>, args: &Luck) -> CommandResult {
    let folder = super::folder(dir)?;
    let Some((dice, over)) = dice(&folder)? else {
        let title = folder.charter()?.title;
        return Err(Error::usage(format!("no dice are thrown in {title}: nobody had any luck")));
    };
    let sides = luck::sides(&dice);
    if let Some(path) = &args.svg {
        files::replace(path, luck::histogram(&dice).as_bytes(), files::OPEN_MODE)?;
    }
    if args.json {
        super::print_json(&sides)?;
    } else {
        super::print(&show(&sides, &dice, over))?;
    }
    Ok(Exit::Done)
}

/// All dice that are open so far, and whether the game is over; none of a title without dice.
///
/// # Errors
/// A record that cannot be read.
pub fn dice(folder: &Folder) -> Result<Option<(Vec<Die>, bool)>, Error> {
    let Some(spec) = Spec::of(&folder.charter()?.title) else { return Ok(None) };
    let newest = folder.newest()?.unwrap_or(0);
    // What is hidden is read only once everybody may read it.
    let over = Sealed::open(folder, newest)?.turn()?.outcome.is_some();
    let mut dice = Vec::new();
    for number in 0..=newest {
        let record = Sealed::open(folder, number)?;
        let file = if over && record.holds("hidden.yaml") { "hidden.yaml" } else { "events.yaml" };
        let path = folder.record(number).join(file);
        let read = luck::dice(&record.text(file)?, &spec);
        dice.extend(read.map_err(|why| Error::no(format!("{}: {why}", path.display())))?);
    }
    Ok(Some((dice, over)))
}

fn show(sides: &BTreeMap<String, SideLuck>, dice: &[Die], over: bool) -> String {
    if dice.is_empty() {
        return "no dice have been thrown for anybody yet\n".to_owned();
    }
    let mut text = String::new();
    for (side, luck) in sides {
        let _ =
            writeln!(text, "{side}\n    {:<14} {:>5} {:>7} {:>8}", "", "dice", "better", "luck");
        let all = std::iter::once(("all together", &luck.all));
        for (kind, luck) in luck.kinds.iter().map(|(kind, luck)| (kind.as_str(), luck)).chain(all) {
            let (whole, tenth) = (luck.permille / 10, luck.permille % 10);
            let better = luck.better;
            let _ =
                writeln!(text, "    {kind:<14} {:>5} {better:>7} {whole:>4}.{tenth} %", luck.dice);
        }
        text.push('\n');
    }
    text += "luck 50 % is what the dice owe; 90 % says that nine games in ten would have thrown worse.\n\
             \"better\" counts the dice that came above the average of their faces.\n";
    if !over {
        text += "The game goes on: hidden dice are not counted before they are open.\n";
    }
    text
}
