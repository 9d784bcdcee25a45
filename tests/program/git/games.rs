//! Whole games through git, each player in a clone of their own.

use super::Public;
use record::TurnFile;
use std::fs;
use tabella::store::{Absences, Resolution, resolve_at};

/// Plays until the game is over or so many records are sealed; gives the number of records.
fn play(public: &mut Public, most: u32) -> u32 {
    loop {
        let number = public.game.game().open_phase();
        for seat in public.game.awaited() {
            public.push_orders(&seat).done();
        }
        let said = public.tabella("match", &["git", "pull", "--resolve"]).done();
        assert!(said.contains(&format!("record {number} is sealed")), "{said}");
        for seat in public.seats.clone() {
            let key = format!("../{seat}.key");
            public.tabella(&seat, &["git", "pull", "--key", &key]).done();
        }
        if number == most || public.game.game().session.play.outcome().is_some() {
            return number;
        }
    }
}

#[test]
fn a_hidden_game_is_played_to_its_end_by_two_clones() {
    let mut public = Public::new("punica", &[("clock", "3")]);
    // While it goes on: a player sees their own report and no other's, and the rest adds up as far as it is open.
    play(&mut public, 1);
    let (one, other) = (public.seats[0].clone(), public.seats[1].clone());
    assert!(public.at(&one).join(format!("turns/0001/report-{one}.md")).exists());
    assert!(!public.at(&one).join(format!("turns/0001/report-{other}.md")).exists());
    public.clone_for("stranger");
    let said = public.tabella("stranger", &["verify"]).done();
    assert!(
        said.contains("consistent to record 1")
            && said.contains("sealed     turns/0001/hidden.yaml"),
        "{said}"
    );
    let form = fs::read_to_string(public.at(&one).join(format!("{one}.yaml"))).unwrap();
    assert!(form.contains("phase: 2"), "the form came with the parcel: {form}");

    let records = play(&mut public, 60);
    assert!(public.game.game().session.play.outcome().is_some(), "the clock ends it");
    // The finished game proves whole, for whoever clones it, and what was sent sealed opens.
    public.git("stranger", &["pull", "-q", "--ff-only"]).done();
    let said = public.tabella("stranger", &["verify", "--need", "proven"]).done();
    assert!(said.trim_end().ends_with("proven"), "{said}");
    assert!(said.contains(" sealed files opened and compared"), "{said}");
    let log = public.tabella("stranger", &["log"]).done();
    assert_eq!(log.lines().count(), records as usize + 1, "{log}");
}

#[test]
fn the_same_orders_by_git_and_by_files_give_the_same_records() {
    let mut public = Public::open();
    let files = public.game.twin();
    play(&mut public, 2);
    let git_files = public.game.files();
    for number in 1..=2 {
        for seat in public.seats.clone() {
            let path = format!("turns/000{number}/orders/{seat}.yaml");
            let Some(orders) = git_files.get(&path) else { continue };
            files.file(&seat, std::str::from_utf8(orders).unwrap());
        }
        let turn = &git_files[&format!("turns/000{number}/turn.yaml")];
        let at = TurnFile::parse(turn).unwrap().resolved;
        let reports = tabella::cli::reports::renderer(files.root());
        let done = resolve_at(&files.folder, &Absences::None, &reports, at).unwrap();
        assert!(matches!(done, Resolution::Done(_)));
    }
    let mut same = 0;
    for (path, bytes) in files.files().iter().filter(|(path, _)| path.starts_with("turns/")) {
        assert_eq!(git_files.get(path), Some(bytes), "{path}");
        same += 1;
    }
    assert!(same > 20, "{same}");
}
