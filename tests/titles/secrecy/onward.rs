//! Games that look the same to a seat, as they go on: a secret may show only when the rules come to it.

use super::doors::{Door, Eyes};
use super::vary::{Pool, disguised, saved};
use super::{GAMES, Moment, Subject, apart, dice, played};
use engine::title::Play;
use engine::{Node, Rng, Seat, Viewer};
use std::collections::BTreeSet;

/// Maximum number of records by which two games go on.
const ONWARD: usize = 4;

/// Plays both games on with the same files and dice for as long as the seat is told the same of them; returns the
/// number of records in which something else was hidden.
///
/// # Errors
/// How the seat can tell them apart.
pub(super) fn alike(
    subject: &Subject,
    plays: [&dyn Play; 2],
    moments: &[Moment],
    (seat, eyes): (&Seat, Eyes<'_>),
) -> Result<usize, String> {
    let viewer = Viewer::Seat(seat.clone());
    let [mut one, mut two] = plays.map(Play::copy);
    let mut went = 0;
    for moment in moments.iter().take(ONWARD) {
        let number = moment.number;
        let on = |play: &mut Box<dyn Play>| {
            play.turn(number, &moment.filed, &BTreeSet::new(), &mut dice(number)).is_ok()
        };
        // The files of the others for the one game may be no answer in the other.
        if !on(&mut one) || !on(&mut two) {
            break;
        }
        // Whom the game waits for is told to all.
        if one.chapters(&viewer) != two.chapters(&viewer) || one.awaited() != two.awaited() {
            break;
        }
        let plays = [one.as_ref(), two.as_ref()];
        if let Some(how) = apart(subject, plays, (seat, eyes), &[], Door::all(false)) {
            return Err(format!("record {number}: {how}"));
        }
        went += usize::from(one.hidden() != two.hidden());
    }
    Ok(went)
}

/// True if the games of a title, played on, show that a seat is served with another's view.
fn betrayed(subject: &Subject) -> bool {
    (0..GAMES.0).any(|game| {
        let setup = subject.setup(game);
        let moments = played(subject, &setup, game as u64);
        let mut pool = Pool::default();
        for moment in &moments {
            pool.gather(&saved(moment.play.as_ref()), &subject.secrets.state);
        }
        let seats: Vec<&Seat> = setup.seats.iter().map(|(seat, _)| seat).collect();
        (0..moments.len()).any(|at| {
            let moments = &moments[at..];
            let [seat, other] = [0, 1].map(|next| seats[(game + at + next) % seats.len()]);
            let plain = subject.loaded.resume(&Node::from_value(&saved(moments[0].play.as_ref())));
            let plain = plain.unwrap_or_else(|why| panic!("{}: {why}", subject.slug));
            let mut rng = Rng::new(moments[0].number.into());
            let otherwise = disguised(subject, plain.as_ref(), seat, &pool, &mut rng);
            let plays = [plain.as_ref(), otherwise.play.as_ref()];
            alike(subject, plays, moments, (seat, Eyes::Others(other))).is_err()
        })
    })
}

/// The title forgets, once a game goes on, whom it serves.
#[test]
fn what_shows_as_a_game_goes_on_is_caught() {
    for subject in super::subjects() {
        assert!(betrayed(&subject), "{}: nothing shows", subject.slug);
    }
}
