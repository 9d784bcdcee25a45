//! `tabella referee recover`: a referee's folder made whole from its secrets and copies of the game.

use crate::cli::common::{self, CommandResult, Exit, reports};
use crate::store::copies::recover;
use crate::store::environment;
use clap::Args;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Restore a referee's folder from its secrets and copies of the game
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  tabella -C zama referee recover --from copy-of-rome copy-of-carthage\n  tabella -C zama referee recover --from rome-7.yaml rome-7.yaml.sig\n\nThe folder must hold at least .tabella/, from any backup: the secrets are nowhere else."
)]
pub struct RecoverArgs {
    /// Players' copies or public copies of the game, and single files that players kept
    #[arg(long, value_name = "COPY", required = true, num_args = 1..)]
    pub from: Vec<PathBuf>,
}

/// The note on parts of a folder that are in no copy.
const NOWHERE: &str = "orders for the open phase, receipts, letters and addresses are in no copy: ask the \
                       players to send again what they filed, and enter addresses with `tabella mail address`";

/// # Errors
/// Secrets that are not here; copies of two histories; a file that cannot be read or written.
pub(super) fn run(dir: Option<&Path>, args: &RecoverArgs) -> CommandResult {
    let root = match dir {
        Some(dir) => dir.to_owned(),
        None => environment::current_folder()?,
    };
    let done = recover::recover(&root, &args.from, &reports::renderer(&recover::scratch(&root)))?;
    let mut text = format!(
        "records 0 to {} are here: {} files came from copies, and {} were made again and match \
         the sealed digests\n",
        done.newest,
        done.copied.len(),
        done.made.len()
    );
    for (path, who) in &done.missing {
        let _ = writeln!(text, "missing: {path}: {who}");
    }
    for path in &done.altered {
        let _ = writeln!(
            text,
            "{path} was altered after it was sealed: move it away, and run this command again"
        );
    }
    common::print(&text)?;
    if done.missing.is_empty() && done.altered.is_empty() {
        common::tell(NOWHERE);
        common::tell("`tabella verify` proves the result");
        return Ok(Exit::Done);
    }
    common::tell(
        "name more copies, or single files that players kept (`--from FILE`): whatever is missing \
         here is taken from them",
    );
    Ok(Exit::NotYet)
}
