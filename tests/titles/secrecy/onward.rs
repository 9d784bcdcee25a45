//! Games that look the same to a seat, as they go on: a secret may show only when the rules come to it.

use super::doors::Door;
use super::vary::{Pool, disguised, saved};
use super::{GAMES, Moment, Secrets, Subject, apart, dice, played};
use crate::properties::game::Title;
use engine::title::Play;
use engine::{Node, Revision, Rng, Seat, Viewer};
use std::collections::BTreeSet;
use std::path::Path;
use tabella::catalogue;

/// Records by which two games go on, at most.
const ONWARD: usize = 4;

/// Plays both games on with the same files and dice for as long as the seat is told the same of them, and gives how many
/// records it was in which something else was hidden.
///
/// # Errors
/// By what the seat can tell them apart.
pub(super) fn alike(
    subject: &Subject,
    plays: [&dyn Play; 2],
    moments: &[Moment],
    seat: &Seat,
) -> Result<usize, String> {
    let viewer = Viewer::Seat(seat.clone());
    let [mut one, mut two] = plays.map(Play::copy);
    let mut went = 0;
    for moment in moments.iter().take(ONWARD) {
        let number = moment.number;
        let on = |play: &mut Box<dyn Play>| {
            play.turn(number, &moment.filed, &BTreeSet::new(), &mut dice(number)).is_ok()
        };
        // What others file for the one game may be no answer in the other.
        if !on(&mut one) || !on(&mut two) {
            break;
        }
        // Whom the game waits for is told to all.
        if one.chapters(&viewer) != two.chapters(&viewer) || one.awaited() != two.awaited() {
            break;
        }
        if let Some(how) = apart(subject, [one.as_ref(), two.as_ref()], seat, &[], Door::all(false))
        {
            return Err(format!("record {number}: {how}"));
        }
        went += usize::from(one.hidden() != two.hidden());
    }
    Ok(went)
}

/// Games that are looked at until one shows something.
const LOOKED_AT: usize = 4 * GAMES.0;

/// Whether games of a title show to a seat, as they go on, what it may not know.
fn leaks(subject: &Subject, from: usize) -> bool {
    (0..LOOKED_AT).map(|game| (from + game) % LOOKED_AT).any(|game| {
        let setup = subject.setup(game);
        let moments = played(subject, &setup, game as u64);
        let mut pool = Pool::default();
        for moment in &moments {
            pool.gather(&saved(moment.play.as_ref()), &subject.secrets.state);
        }
        let seats: Vec<&Seat> = setup.seats.iter().map(|(seat, _)| seat).collect();
        (0..moments.len()).any(|at| {
            let (moments, seat) = (&moments[at..], seats[(game + at) % seats.len()]);
            let plain = subject.loaded.resume(&Node::from_value(&saved(moments[0].play.as_ref())));
            let plain = plain.unwrap_or_else(|why| panic!("{}: {why}", subject.slug));
            let mut rng = Rng::new(moments[0].number.into());
            let otherwise = disguised(subject, plain.as_ref(), seat, &pool, &mut rng);
            alike(subject, [plain.as_ref(), otherwise.play.as_ref()], moments, seat).is_err()
        })
    })
}

#[test]
fn what_showed_as_a_game_went_on_by_earlier_revisions_is_caught() {
    let mut caught = 0;
    for title in catalogue::titles() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("games").join(title.slug());
        if !Title::by(*title, title.revision()).loaded.hides() {
            continue;
        }
        for leak in Secrets::read(&folder).leaks {
            let newest = title.revision().number();
            let revision = Revision::new(leak.revision, newest).expect("a revision of the title");
            assert!(leak.revision < newest, "{}: {revision} is the newest", title.slug());
            let mut subject = super::subject(Title::by(*title, revision), &folder);
            subject.secrets.beside = leak.beside;
            assert!(leaks(&subject, leak.from), "{} by {revision}: nothing shows", title.slug());
            caught += 1;
        }
    }
    assert!(caught > 0, "no revision is known to have shown anything");
}
