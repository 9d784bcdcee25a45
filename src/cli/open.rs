//! `tabella share item`: one item of what is hidden, for somebody who may not see the rest.

use crate::cli::common::{self, CommandResult, Error, Exit};
use crate::session::HIDDEN_FILE;
use crate::store::files;
use crate::store::records::sealed::Sealed;
use clap::Args;
use record::items::{self, ITEMS_FILE, Opening};
use std::path::{Path, PathBuf};

/// Show somebody one hidden item, such as a battle, a chit or a card, without the rest
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  tabella -C metaurus share item /state/units/af-1 --record 7 --out af-1.open\n  tabella verify metaurus-copy --open af-1.open      # run by the person who was shown it\n\nAnybody with hidden.yaml can do this: the referee, or anybody once the game is over. The charter must say `items: true` (a line of its draft, `tabella new --draft`)."
)]
pub struct ItemArgs {
    /// What to show: paths in the record's hidden.yaml, such as /state/units/pr1, with everything below them
    #[arg(required = true, value_name = "ITEM")]
    pub items: Vec<String>,
    /// Number of the record
    #[arg(long, value_name = "N")]
    pub record: u32,
    /// File to write to
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
}

/// # Errors
/// A record that commits to no items; a copy that lacks what is hidden; a path at which there is nothing.
pub fn run(dir: Option<&Path>, args: &ItemArgs) -> CommandResult {
    let folder = common::folder(dir)?;
    let record = Sealed::open(&folder, args.record)?;
    if !record.lists(ITEMS_FILE) {
        return Err(Error::no(format!(
            "record {} commits to no items: the charter does not say `items: true` (a line in the \
             draft charter that `tabella new --draft` writes), or the record hides nothing. You \
             can still show a whole file of a record: its digest is in SHA256SUMS",
            args.record
        )));
    }
    if !record.holds(HIDDEN_FILE) {
        return Err(Error::no(format!(
            "{}: this copy does not hold the file. Only somebody whose folder holds it can open \
             items: the referee, or anybody once the game is over",
            record.path().join(HIDDEN_FILE).display()
        )));
    }
    let all = items::lines(&record.text(HIDDEN_FILE)?).map_err(Error::files)?;
    for asked in &args.items {
        if !all.iter().any(|(path, _)| items::covers(asked, path)) {
            let below = asked.rsplit_once('/').map_or("", |(above, _)| above);
            let near = all.iter().filter(|(path, _)| items::covers(below, path)).take(3);
            let near: Vec<&str> = near.map(|(path, _)| path.as_str()).collect();
            return Err(Error::no(format!(
                "{asked}: no such item in record {}; its items include {}",
                args.record,
                near.join(", ")
            )));
        }
    }
    let asked = |path: &str| args.items.iter().any(|asked| items::covers(asked, path));
    let lines: Vec<String> =
        all.into_iter().filter(|(path, _)| asked(path)).map(|(_, line)| line).collect();
    let count = lines.len();
    let opening =
        Opening { game: folder.charter()?.game, record: args.record, head: record.digest, lines };
    files::place_new(&args.out, opening.render().as_bytes(), files::SECRET_MODE)?;
    let items = if count == 1 { "1 item" } else { &format!("{count} items") };
    common::tell(&format!(
        "{}: {items} of record {}; the recipient can check this file against a copy with `tabella \
         verify COPY --open FILE`",
        args.out.display(),
        args.record
    ));
    Ok(Exit::Done)
}
