//! By which names people come into a game: nobody may pass for somebody else.

use crate::store::{Error, Game, NewGame};
use record::CharterFault;
use record::change::Action;
use record::people::check_name;

/// Checks the names of a new game; one person may hold several seats.
///
/// # Errors
/// A name that cannot be taken.
pub(in crate::store) fn at_birth(plan: &NewGame) -> Result<(), Error> {
    let fault = |field: String, what| Error::Charter(CharterFault { field, what });
    for (at, new) in plan.seats.iter().enumerate() {
        let Some(name) = &new.name else { continue };
        let others = plan.seats[..at].iter().filter(|other| other.key != new.key);
        check_name(name, others.filter_map(|other| other.name.as_deref()))
            .map_err(|what| fault(format!("seats.{}.name", new.seat), what))?;
    }
    let name = plan.referee.name.iter().try_for_each(|name| check_name(name, []));
    name.map_err(|what| fault("referee.name".to_owned(), what))
}

/// Checks the name that a change brings.
///
/// # Errors
/// Why it cannot be taken.
pub(in crate::store) fn newcomer(game: &Game, action: &Action) -> Result<(), String> {
    match action {
        Action::Player { seat, key, name: Some(name), .. } => {
            let signers = &game.open().in_force.signers;
            let lines = game.session.charter.seats.iter();
            let others = lines.filter(|line| {
                line.seat != *seat && signers.key(&line.seat).is_none_or(|other| other != key)
            });
            check_name(name, others.filter_map(|line| line.name.as_deref()))
        }
        Action::Referee { name: Some(name), .. } => check_name(name, []),
        _ => Ok(()),
    }
}
