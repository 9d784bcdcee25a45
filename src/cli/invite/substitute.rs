//! `tabella club invite substitute`: whoever stands by takes a seat over, in the order that the lot gave them.

use super::super::args::Substitute;
use super::super::{CommandResult, Error, Exit};
use super::folder::Gathering;
use crate::store::{self, Folder, Game, changes};
use record::change::Deed;
use record::invitation::Join;

/// Proposes that whoever stands by first takes a seat over.
///
/// # Errors
/// A lot that is not drawn; another game; nobody who stands by; a change that cannot be made.
pub(super) fn run(args: &Substitute) -> CommandResult {
    let gathering = Gathering::read(&args.dir)?;
    let Some(drawn) = gathering.drawn()? else {
        return Err(Error::no(format!(
            "{}: the lot is not drawn yet, so nobody stands by",
            gathering.invitation.invitation
        )));
    };
    let folder = Folder::find(&args.game)?;
    let game = store::load(&folder)?;
    let id = &game.session.charter.game;
    if *id != gathering.invitation.invitation {
        let invited = &gathering.invitation.invitation;
        return Err(Error::usage(format!(
            "--game: it is {id}, and the invitation is to {invited}"
        )));
    }
    let passed = |join: &&Join| args.pass.contains(&join.name);
    if let Some(name) =
        args.pass.iter().find(|name| !drawn.reserves.iter().any(|join| join.name == **name))
    {
        return Err(Error::usage(format!("--pass {name}: nobody of that name stands by")));
    }
    let next = drawn.reserves.iter().find(|join| !passed(join) && !plays(&game, join));
    let Some(next) = next else {
        return Err(Error::no("nobody stands by any more: find somebody in another way"));
    };
    propose(&game, args, next)
}

/// Whether somebody who stood by has a seat by now.
fn plays(game: &Game, join: &Join) -> bool {
    !game.signers.names_of(&join.key).is_empty()
}

fn propose(game: &Game, args: &Substitute, next: &Join) -> CommandResult {
    let (seat, name) = (&args.seat, &next.name);
    let deed = Deed::Player {
        seat: seat.clone(),
        key: next.key.clone(),
        name: Some(name.clone()),
        age: next.age.clone(),
    };
    let path = changes::propose(&game.folder, deed, &args.reason).map_err(|error| match error {
        store::Error::Change(what) => Error::no(what),
        other => other.into(),
    })?;
    super::super::print(&format!("{}\n", path.display()))?;
    super::super::tell(&format!(
        "{name} stands by first. They agree with their own key (`tabella change sign FILE --as heir --key KEY`, or `ssh-keygen -Y sign -n \
         tabella-change`), and you and most of the others, or the player who leaves, with theirs; if they decline, skip them with --pass"
    ));
    if let Some(mail) = &next.mail {
        let folder = game.folder.root().display();
        // A stranger wrote the address, and a shell reads what is pasted.
        let plain = |c: char| c.is_ascii_alphanumeric() || "@.+-_".contains(c);
        let shown = if mail.chars().all(plain) { mail } else { "ADDRESS" };
        super::super::tell(&format!(
            "once it counts: tabella mail address {folder} {seat} {shown}"
        ));
    }
    Ok(Exit::Done)
}
