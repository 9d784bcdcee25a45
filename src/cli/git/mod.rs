//! `tabella git`: a game in a public repository, from the referee's side and from a player's.

mod player;
mod referee;

pub use player::news;
pub(super) use referee::guard;
pub use referee::publish;

use super::args::GitCommand;
use super::{CommandResult, Error, Exit};
use crate::packed;
use crate::store::{Folder, files, sealed::Sealed};
use std::path::Path;

/// Runs the command.
///
/// # Errors
/// No game there; trouble with git, files or keys.
pub fn run(dir: Option<&Path>, command: &GitCommand) -> CommandResult {
    match command {
        GitCommand::Init(args) => referee::init(dir, args),
        GitCommand::Pull(args) => {
            let folder = super::folder(dir)?;
            if folder.is_referees()? {
                referee::round(&folder, args)
            } else {
                player::pull(&folder, args)
            }
        }
        GitCommand::PushOrders(args) => player::push_orders(dir, args),
        GitCommand::Workflows { forge, out } => {
            let folder = super::folder(dir)?;
            for path in workflows(&folder, forge.name(), out)? {
                super::tell(&path);
            }
            Ok(Exit::Done)
        }
    }
}

/// Writes the workflows of a forge into a folder, with this game's start in them; gives their paths.
///
/// # Errors
/// A file that is there already.
fn workflows(folder: &Folder, forge: &str, out: &Path) -> Result<Vec<String>, Error> {
    let start = Sealed::open(folder, 0)?.digest.to_string();
    let game = folder.charter()?.game;
    let mut written = Vec::new();
    for (name, text) in packed::folder(&format!("templates/forge/{forge}")) {
        let below = match forge {
            "gitlab" => ".gitlab-ci.yml".to_owned(),
            forge => format!(".{forge}/workflows/{name}"),
        };
        let path = out.join(&below);
        if let Some(parent) = path.parent() {
            files::make_folder(parent, files::FOLDER_MODE)?;
        }
        let version = env!("CARGO_PKG_VERSION");
        let filled =
            text.replace("@START@", &start).replace("@GAME@", &game).replace("@VERSION@", version);
        files::write_new(&path, filled.as_bytes(), files::OPEN_MODE)?;
        written.push(path.display().to_string());
    }
    Ok(written)
}
