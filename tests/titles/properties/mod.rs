//! Tests of every title of the catalogue, in every scenario and tempo, with any players: through the same traits that
//! the program uses.

mod filings;
mod folder;
pub(crate) mod game;

use engine::selfplay::CheckLevel;
use engine::{BotStyle, Revision, Rng, Seat, Skill, Tempo};
use game::{Game, Player, Title, titles};
use tabella::catalogue;

/// Maximum number of records in one game, and in all games of one title with one kind of player.
const RECORDS: (usize, usize) = (12, 96);

/// Plays one game of every title, scenario and tempo with these players, the titles in parallel.
fn play_all(player: Player, seed: u64) {
    let played: usize = std::thread::scope(|scope| {
        let title = |title: Title| scope.spawn(move || play_each(&title, player, seed));
        let all: Vec<_> = titles().into_iter().map(title).collect();
        all.into_iter()
            .map(|one| one.join().unwrap_or_else(|why| std::panic::resume_unwind(why)))
            .sum()
    });
    assert!(played > 40, "only {played} records: is the catalogue empty?");
}

/// Plays one game of every scenario and tempo of a title; returns the total number of records.
fn play_each(title: &Title, player: Player, seed: u64) -> usize {
    let setups = title.setups();
    let records = (RECORDS.1 / setups.len()).clamp(4, RECORDS.0);
    let mut played = 0;
    for (at, setup) in setups.iter().enumerate() {
        let mut game = Game::open(title.loaded.as_ref(), title.slug, setup, seed + at as u64);
        for _ in 0..records {
            if game.play.outcome().is_some() {
                break;
            }
            game.record(player);
            played += 1;
        }
    }
    played
}

#[test]
fn sensible_players() {
    play_all(Player::BuiltIn(BotStyle::Sensible), 1);
}

#[test]
fn random_players() {
    play_all(Player::BuiltIn(BotStyle::Random), 2);
}

#[test]
fn sensible_players_who_are_asked_everything() {
    play_all(Player::Asked(BotStyle::Sensible), 7);
}

#[test]
fn random_players_who_are_asked_everything() {
    play_all(Player::Asked(BotStyle::Random), 8);
}

/// The long run, two thousand games of each title, is `simulate --asked` (docs/reliability.md).
#[test]
fn whole_games_in_full_of_players_who_are_asked_everything() {
    std::thread::scope(|scope| {
        for title in titles() {
            scope.spawn(move || {
                let setups = title.setups();
                let full = setups.iter().filter(|setup| setup.tempo == Tempo::Full);
                for (at, setup) in (0..).zip(full.take(2)) {
                    let style = [BotStyle::Random, BotStyle::Sensible][usize::from(at == 1)];
                    let asked = |(seat, _): &(Seat, String)| (seat.clone(), Skill::Asked(style));
                    let skills = setup.seats.iter().map(asked).collect();
                    let played =
                        title.loaded.self_play(setup, &skills, 40 + at, 20_000, CheckLevel::Close);
                    let played = played.unwrap_or_else(|why| panic!("{}: {why}", title.slug));
                    assert!(played.outcome.is_some(), "{}: {played:?}", title.slug);
                }
            });
        }
    });
}

#[test]
fn games_by_the_rules_of_earlier_revisions_go_on() {
    let catalogue = catalogue::titles().iter().flat_map(|title| {
        let newest = title.revision().number();
        let earlier = (1..newest).filter_map(move |number| Revision::new(number, newest));
        earlier.map(|revision| Title::by(*title, revision))
    });
    for title in catalogue.chain([crate::toy::title_by(Revision::FIRST)]) {
        for (at, setup) in (0..).zip(title.setups().into_iter().take(2)) {
            let mut game = Game::open(title.loaded.as_ref(), title.slug, &setup, 10 + at);
            for _ in 0..6 {
                if game.play.outcome().is_none() {
                    game.record(Player::BuiltIn(BotStyle::Sensible));
                }
            }
        }
    }
}

#[test]
fn players_who_write_what_is_not_lawful() {
    play_all(Player::Unlawful, 3);
}

#[test]
fn what_is_not_lawful_is_refused_and_comes_to_nothing() {
    let mut void = 0;
    for title in titles() {
        let mut refused = 0;
        for (at, setup) in (0..).zip(title.setups().into_iter().take(4)) {
            let played = mutator::play(title.loaded.as_ref(), &setup, at, 16);
            let played = played.unwrap_or_else(|why| panic!("{}, {setup:?}: {why}", title.slug));
            refused += played.refused;
            void += played.void;
        }
        assert!(refused > 4, "{}: only {refused} files are refused", title.slug);
    }
    assert!(void > 0, "no order comes to nothing in the resolution");
}

#[test]
fn players_who_send_mangled_files() {
    play_all(Player::Mangler, 4);
}

#[test]
fn players_who_never_answer() {
    play_all(Player::Nobody, 5);
}

#[test]
fn options_in_any_mixture_open_a_game_or_are_refused_in_words() {
    let mut rng = Rng::new(6);
    for title in titles() {
        let prospectus = title.loaded.prospectus();
        let mut opened = 0;
        for setup in title.setups() {
            for _ in 0..6 {
                let mut setup = setup.clone();
                for option in &prospectus.options {
                    if let Some(value) = rng.pick(&option.values).filter(|_| rng.chance(1, 3)) {
                        setup.options.insert(option.name.clone(), value.clone());
                    }
                }
                match title.loaded.open(&setup) {
                    Ok(play) => {
                        opened += 1;
                        assert!(
                            play.outcome().is_none() && !play.awaited().is_empty(),
                            "{setup:?}"
                        );
                    }
                    Err(complaints) => assert!(
                        complaints.iter().all(|it| it.fix.is_some()),
                        "{setup:?}: {complaints:?}"
                    ),
                }
            }
        }
        assert!(opened > 0, "{}: no mixture could be opened", title.slug);
    }
}
