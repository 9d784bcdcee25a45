//! Duelling Republics: its cases, and games played by built-in players.

use super::{FOLDER, loaded, rules, setup, sheet, tree};
use engine::selfplay::{CheckLevel, play};
use engine::title::{Play, RawOrders};
use engine::{BotStyle, Cases, Dice, Rng, Rules, Seat, Skill, Tempo};
use std::collections::{BTreeMap, BTreeSet};

#[test]
fn games_of_every_size_and_tempo_end_soundly() {
    let rules = rules();
    for players in 4..=8 {
        for tempo in [Tempo::Brisk, Tempo::Full] {
            let setup = setup(players, tempo, &[("years", "2")]);
            for (seed, style) in [(1, BotStyle::Sensible), (2, BotStyle::Random)] {
                let styles: BTreeMap<Seat, Skill> =
                    setup.seats.iter().map(|(seat, _)| (seat.clone(), style.into())).collect();
                let played = play(&rules, &setup, &styles, seed, 2000, CheckLevel::Close)
                    .unwrap_or_else(|why| panic!("{players} {tempo:?} {style:?}: {why}"));
                assert!(
                    played.outcome.is_some(),
                    "{players} {tempo:?} {style:?}: no end after {} records",
                    played.records
                );
            }
        }
    }
}

/// The aimless player once hired two elements where one was left: each was lawful alone.
#[test]
fn the_aimless_player_hires_no_more_than_a_theater_gives() {
    let rules = rules();
    let setup = setup(4, Tempo::Full, &[]);
    let styles: BTreeMap<Seat, Skill> = setup
        .seats
        .iter()
        .map(|(seat, _)| (seat.clone(), Skill::Asked(BotStyle::Random)))
        .collect();
    play(&rules, &setup, &styles, 20_158, 2000, CheckLevel::Close)
        .unwrap_or_else(|why| panic!("{why}"));
}

#[test]
fn games_on_the_table_end_soundly_whoever_reports() {
    let rules = rules();
    for (players, tempo) in [(4, Tempo::Brisk), (6, Tempo::Full), (8, Tempo::Brisk)] {
        let setup = setup(
            players,
            tempo,
            &[("years", "2"), ("battles", "tabletop"), ("first-year", "activity")],
        );
        for (seed, styles) in
            [(4, [BotStyle::Random; 2]), (6, [BotStyle::Sensible, BotStyle::Random])]
        {
            let of =
                |(at, (seat, _)): (usize, &(Seat, String))| (seat.clone(), styles[at % 2].into());
            let styles: BTreeMap<Seat, Skill> = setup.seats.iter().enumerate().map(of).collect();
            let played = play(&rules, &setup, &styles, seed, 2000, CheckLevel::Close)
                .unwrap_or_else(|why| panic!("{players} {tempo:?} {seed}: {why}"));
            assert!(
                played.outcome.is_some(),
                "{players} {tempo:?} {seed}: no end after {} records",
                played.records
            );
        }
    }
}

struct Record {
    sheets: BTreeMap<Seat, RawOrders>,
    absent: BTreeSet<Seat>,
    came: [String; 3],
}

/// The filings of all seats: some empty, some with unlawful orders.
fn filed(game: &dyn Play, rng: &mut Rng) -> Record {
    let (mut sheets, mut absent) = (BTreeMap::new(), BTreeSet::new());
    let asked: BTreeSet<Seat> = game.asked().into_iter().map(|asked| asked.seat).collect();
    for seat in asked {
        if seat != Seat::referee() && rng.chance(1, 9) {
            absent.insert(seat);
            continue;
        }
        let hostile = rng.chance(1, 4) && seat != Seat::referee();
        let filed = if hostile {
            mutator::orders(game, &seat, rng)
        } else {
            sheet(&game.propose(&seat, BotStyle::Random, rng))
        };
        let said = game.check(&seat, &filed);
        assert!(hostile || !said.fatal(), "{seat}: {:?}", said.0);
        // Unlawful orders may be no answer at all.
        if hostile {
            absent.insert(seat.clone());
        }
        sheets.insert(seat, filed);
    }
    Record { sheets, absent, came: Default::default() }
}

fn dice(number: u32) -> Dice {
    Dice::seeded([u8::try_from(number % 256).unwrap(); 32], Some([7; 32]))
}

fn texts(play: &dyn Play) -> [String; 3] {
    assert!(play.folds(), "the events fold to the state");
    [play.hidden().unwrap_or_default(), play.public_state(), play.public_events()]
}

#[test]
fn a_game_is_played_again_to_the_byte_from_its_start_and_from_any_record() {
    let loaded = loaded();
    for (tempo, battles) in [
        (Tempo::Brisk, "auto"),
        (Tempo::Brisk, "tabletop"),
        (Tempo::Full, "auto"),
        (Tempo::Full, "tabletop"),
    ] {
        let setup = setup(5, tempo, &[("years", "2"), ("battles", battles)]);
        let mut game = loaded.open(&setup).unwrap_or_else(|complaints| panic!("{complaints:?}"));
        let mut rng = Rng::new(8);
        let mut records: Vec<Record> = Vec::new();
        while game.outcome().is_none() {
            let number = u32::try_from(records.len() + 1).unwrap();
            assert!(number < 200, "{tempo:?} {battles}: no end");
            let mut record = filed(game.as_ref(), &mut rng);
            game.turn(number, &record.sheets, &record.absent, &mut dice(number))
                .unwrap_or_else(|stop| panic!("{stop:?}"));
            record.came = texts(game.as_ref());
            records.push(record);
        }
        let mut again = loaded.open(&setup).unwrap();
        for (number, record) in (1..).zip(&records) {
            again.turn(number, &record.sheets, &record.absent, &mut dice(number)).unwrap();
            assert!(
                texts(again.as_ref()) == record.came,
                "{tempo:?} {battles}: record {number} comes out otherwise"
            );
            if number % 5 == 0 {
                let saved =
                    if record.came[0].is_empty() { &record.came[1] } else { &record.came[0] };
                again = loaded
                    .resume(&tree(saved))
                    .unwrap_or_else(|why| panic!("record {number} cannot be read back: {why}"));
            }
        }
        assert!(records.len() > 6, "{tempo:?} {battles}: only {} records", records.len());
    }
}

#[test]
fn every_case_comes_out_as_written() {
    let rules = rules();
    FOLDER.play_cases(|case| rules.case(case));
}

/// A four-player game after this many phases in which everybody missed the deadline.
fn after(phases: u32) -> Box<dyn Play> {
    let loaded = loaded();
    let mut game = loaded.open(&setup(4, Tempo::Brisk, &[])).unwrap();
    for number in 1..=phases {
        let absent = game.awaited().into_iter().map(|asked| asked.seat).collect();
        game.turn(number, &BTreeMap::new(), &absent, &mut dice(number)).unwrap();
    }
    game
}

/// The same in its first political phase.
fn councils() -> Box<dyn Play> {
    let game = after(2);
    assert_eq!(game.phase().name, "resources");
    game
}

#[test]
fn an_entry_that_cannot_be_read_moves_no_complaint_of_another() {
    let game = councils();
    let filed =
        sheet("orders: {allocate: [vp, {gold: ca}, {gold: zz}, vp, {gold: cb}], army: [zz, ca]}\n");
    let said = game.check(&Seat::new("r1"), &filed);
    let at: Vec<String> = said.0.iter().map(|one| one.path.to_string()).collect();
    assert!(at.iter().any(|path| path.contains("allocate[1]")), "{at:?}");
    assert!(at.iter().any(|path| path.contains("allocate[2]")), "{at:?}");
    assert!(!at.iter().any(|path| path.contains("allocate[3]")), "nothing is wrong there: {at:?}");
}

#[test]
fn a_map_in_place_of_a_list_is_answered_once_with_how_to_write_it() {
    for (phases, wrong) in [
        (1, "orders:\n  army: ra\n  elements: {Cv: 2, Bd: 4}\n"),
        (2, "orders:\n  allocate:\n    element: {army: ra, type: Bd}\n    repeat: vp\n"),
    ] {
        let told = after(phases).check(&Seat::new("r1"), &sheet(wrong));
        let [only] = told.0.as_slice() else { panic!("{wrong}: {told:?}") };
        assert_eq!(only.code, "E-type", "{wrong}");
        let fix = only.fix.as_deref().unwrap_or_default();
        assert!(fix.contains("begins with `- `"), "{wrong}: {only:?}");
    }
}

#[test]
fn a_draft_without_errors_says_what_it_does() {
    let game = councils();
    let seat = Seat::new("r1");
    let facts = game.dry_run(&seat, &sheet("orders: {allocate: [vp, {gold: ra}]}\n"));
    let said = &facts["prompts"][0];
    assert_eq!((&said["does"], &said["entries"]), (&"allocate".into(), &2.into()), "{facts}");
    let turns = said["turns"].as_u64().unwrap();
    assert_eq!(said["by_default"].as_u64(), Some(turns - 2), "{facts}");
    let nothing = game.dry_run(&seat, &RawOrders::default());
    assert_eq!(nothing["prompts"][0]["does"], "nothing", "{nothing}");
}

#[test]
fn seats_that_are_none_are_answered_with_those_that_there_are() {
    let mut wrong = setup(4, Tempo::Brisk, &[]);
    wrong.seats = ["rome", "carthage"].map(|name| (Seat::new(name), name.to_owned())).to_vec();
    let told = loaded().open(&wrong).err().expect("there are no such seats");
    let said: Vec<&str> = told.iter().filter_map(|one| one.fix.as_deref()).collect();
    let expected =
        ["a game of 4 players has the seats r1, r2, c1, c2", "one of: r1, r2", "one of: c1, c2"];
    assert_eq!(said, expected);
}

#[test]
fn with_an_odd_number_of_players_either_side_may_be_the_larger() {
    for (players, larger) in [(5, 3), (7, 4)] {
        let name = format!("players-{players}-carthage");
        let notes = rules().prospectus().scenarios;
        let note = notes.iter().find(|note| note.name == name).expect("it is offered");
        let of = |side: &str| note.seats.iter().filter(|(_, plays)| plays == side).count();
        assert_eq!((of("rome"), of("carthage")), (larger - 1, larger));
        let mut setup = setup(players, Tempo::Brisk, &[("years", "1")]);
        (setup.scenario, setup.seats) = (name, note.seats.clone());
        let styles: BTreeMap<Seat, Skill> =
            setup.seats.iter().map(|(seat, _)| (seat.clone(), BotStyle::Sensible.into())).collect();
        let played = play(&rules(), &setup, &styles, 3, 500, CheckLevel::Close).expect("it ends");
        assert!(played.outcome.is_some());
    }
    let notes = rules().prospectus().scenarios;
    assert!(notes.iter().all(|note| !["players-4-carthage", "players-6-carthage"].contains(&note.name.as_str())));
}
