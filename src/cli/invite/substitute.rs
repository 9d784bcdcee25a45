//! `tabella club invite substitute`: the people who stand by take over a seat, in the order that the lot gave them.

use super::folder::Gathering;
use crate::cli::common::{self, CommandResult, Error, Exit};
use crate::store::records::changes;
use crate::store::{self, Folder, Game};
use clap::Args;
use record::change::Action;
use record::invitation::Join;
use std::path::PathBuf;

/// Propose that the first player on the stand-by list take over a seat of the running game
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  tabella club invite substitute capua --game games/capua rome --reason 'Livia left'"
)]
pub struct SubstituteArgs {
    /// Folder of the invitation, with its joins and its lot
    pub dir: PathBuf,
    /// The referee's own folder of the game that was created from the invitation
    #[arg(long, value_name = "DIR")]
    pub game: PathBuf,
    /// The seat that wants a player
    pub seat: String,
    /// Why, in one line that everybody can read
    #[arg(long)]
    pub reason: String,
    /// Skip this person, who has declined; give the name as in their join
    #[arg(long, value_name = "NAME")]
    pub pass: Vec<String>,
}

/// Proposes that the first person on the stand-by list take over a seat.
///
/// # Errors
/// A lot that is not drawn; another game; nobody on the stand-by list; a change that cannot be made.
pub(super) fn run(args: &SubstituteArgs) -> CommandResult {
    let gathering = Gathering::read(&args.dir)?;
    let Some(drawn) = gathering.drawn()? else {
        return Err(Error::no(format!(
            "{}: the lot has not been drawn yet, so nobody is on the stand-by list",
            gathering.invitation.invitation
        )));
    };
    let folder = Folder::find(&args.game)?;
    let game = store::load(&folder)?;
    let id = &game.session.charter.game;
    if *id != gathering.invitation.invitation {
        let invited = &gathering.invitation.invitation;
        return Err(Error::usage(format!(
            "--game: this game is {id}, but the invitation is to {invited}"
        )));
    }
    let passed = |join: &&Join| args.pass.contains(&join.name);
    if let Some(name) =
        args.pass.iter().find(|name| !drawn.reserves.iter().any(|join| join.name == **name))
    {
        return Err(Error::usage(format!(
            "--pass {name}: nobody of that name is on the stand-by list"
        )));
    }
    let next = drawn.reserves.iter().find(|join| !passed(join) && !plays(&game, join));
    let Some(next) = next else {
        return Err(Error::no("nobody is left on the stand-by list: find somebody in another way"));
    };
    propose(&game, args, next)
}

/// True if somebody who stood by has a seat by now.
fn plays(game: &Game, join: &Join) -> bool {
    !game.signers.names_of(&join.key).is_empty()
}

fn propose(game: &Game, args: &SubstituteArgs, next: &Join) -> CommandResult {
    let (seat, name) = (&args.seat, &next.name);
    let action = Action::Player {
        seat: seat.clone(),
        key: next.key.clone(),
        name: Some(name.clone()),
        age: next.age.clone(),
    };
    let path =
        changes::propose(&game.folder, action, &args.reason).map_err(|error| match error {
            store::Error::Change(what) => Error::no(what),
            other => other.into(),
        })?;
    common::print(&format!("{}\n", path.display()))?;
    common::tell(&format!(
        "{name} is first on the stand-by list. They agree by signing with their own key (`tabella \
         change sign FILE --as heir --key KEY`, or `ssh-keygen -Y sign -n tabella-change`). You \
         and most of the others, or the player who leaves, must sign too. If {name} declines, \
         skip them with --pass"
    ));
    if let Some(mail) = &next.mail {
        let folder = game.folder.root().display();
        // A stranger wrote the address, and a shell reads what is pasted.
        let plain = |c: char| c.is_ascii_alphanumeric() || "@.+-_".contains(c);
        let shown = if mail.chars().all(plain) { mail } else { "ADDRESS" };
        common::tell(&format!(
            "once the change takes effect: tabella mail address {folder} {seat} {shown}"
        ));
    }
    Ok(Exit::Done)
}
