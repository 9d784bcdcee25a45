//! Whole games through git, each player in a clone of their own.

use super::Public;
use crate::common::Match;
use record::TurnFile;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use tabella::store::{Absences, Resolution, SignedOrders, Submission, resolve_at, submit_signed};

/// Plays until the game is over or `most` records are sealed; returns the number of records.
pub(super) fn play(public: &mut Public, most: u32) -> u32 {
    loop {
        let number = public.game.game().open_phase();
        let seats: BTreeSet<String> = public.game.awaited().into_iter().collect();
        for seat in seats {
            let said = public.push_orders(&seat).done();
            assert!(said.contains(": filed, revision 1"), "{said}");
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
    let log = public.tabella("stranger", &["report", "--log"]).done();
    assert_eq!(log.lines().count(), records as usize + 1, "{log}");
}

/// Files the orders of a game played through git once more, by files and by mail, resolves at the same times, and
/// compares the records.
fn the_same_by_files_and_by_mail(public: &Public, files: &Match, mail: &Match, records: u32) {
    let git_files = public.game.files();
    let letters = public.at("letters");
    for number in 1..=records {
        let record = record::sums::record_name(number);
        for seat in &public.seats {
            let path = format!("turns/{record}/orders/{seat}.yaml");
            let Some(orders) = git_files.get(&path) else { continue };
            let orders = std::str::from_utf8(orders).unwrap();
            let head = git_files.get(&format!("turns/{record}/heads/{seat}.sig"));
            let heads: Vec<&str> =
                head.map(|head| std::str::from_utf8(head).unwrap()).into_iter().collect();
            let signature = public.game.sign(seat, orders);
            let papers = SignedOrders {
                bytes: orders.as_bytes(),
                signature: Some(signature.as_bytes()),
                heads: &heads,
                from: None,
            };
            let filed = submit_signed(&files.folder, &papers).unwrap();
            assert!(matches!(filed, Submission::Filed(_)), "{filed:?}");
            receive(&letters, mail, orders, &[&signature[..], &heads.concat()].concat());
        }
        let turn = &git_files[&format!("turns/{record}/turn.yaml")];
        let at = TurnFile::parse(turn).unwrap().resolved;
        for twin in [files, mail] {
            let reports = tabella::cli::common::reports::renderer(twin.root());
            let done = resolve_at(&twin.folder, &Absences::None, &reports, at).unwrap();
            assert!(matches!(done, Resolution::Done(_)));
        }
    }
    let all = git_files.keys().filter(|path| path.starts_with("turns/")).count();
    for twin in [files, mail] {
        let mut same = 0;
        for (path, bytes) in twin.files().iter().filter(|(path, _)| path.starts_with("turns/")) {
            assert_eq!(git_files.get(path), Some(bytes), "{path}");
            same += 1;
        }
        assert_eq!(same, all, "no record of git's lacks");
    }
}

/// Hands in orders as a letter, pasted below a greeting.
fn receive(letters: &Path, game: &Match, orders: &str, armored: &str) {
    let letter = format!(
        "From: somebody@example.org\r\nSubject: my orders\r\nMessage-ID: <{}@example.org>\r\n\r\nGood morning!\r\n\r\n{}",
        record::Digest::of(orders.as_bytes()),
        format!("{orders}...\n{armored}").replace('\n', "\r\n")
    );
    let mut command = assert_cmd::Command::cargo_bin("tabella").unwrap();
    command.args(["mail", "receive", "--letters"]).arg(letters).arg(game.root());
    let done = command.write_stdin(letter).output().unwrap();
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    assert!(done.status.success() && said.starts_with("filed"), "{said}");
}

/// How a game that goes through git ends, unless it is cut off before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    ByRules,
    /// The seat that is asked first resigns.
    Resigned,
}

/// Two or more clones play a title, a stranger's clone proves what is open, and the same orders by files and by mail
/// give identical records. Returns whether the game is over.
fn goes_through_git(title: &str, options: &[(&str, &str)], most: u32, end: End) -> bool {
    let begun = std::time::Instant::now();
    let mut public = Public::new(title, options);
    let (files, mail) = (public.game.twin(), public.game.twin());
    let mut records = play(&mut public, most);
    if end == End::Resigned {
        resigned(&mut public);
        records += 1;
    }
    public.clone_for("stranger");
    let over = public.game.game().session.play.outcome().is_some();
    let need: &[&str] = if over { &["verify", "--need", "proven"] } else { &["verify"] };
    let said = public.tabella("stranger", need).done();
    let played = begun.elapsed().as_secs();
    the_same_by_files_and_by_mail(&public, &files, &mail, records);
    println!(
        "{title}: {records} records by {} clones, over: {over}, {played} s; with files and mail {} s\n{said}",
        public.seats.len(),
        begun.elapsed().as_secs()
    );
    over
}

/// The first seat asked resigns; any other seat asked plays on.
fn resigned(public: &mut Public) {
    let seats: BTreeSet<String> = public.game.awaited().into_iter().collect();
    for (at, seat) in seats.iter().enumerate() {
        if at > 0 {
            public.push_orders(seat).done();
            continue;
        }
        let text = public.game.orders(seat, 1, true);
        let envelope: Vec<&str> =
            text.lines().take_while(|line| !line.starts_with("orders:")).collect();
        let text = format!("{}\norders: {{resign: true}}\n", envelope.join("\n"));
        public.put(seat, "draft.yaml", text.as_bytes());
        drop(fs::remove_file(public.at(seat).join("draft.yaml.sig")));
        let key = format!("../{seat}.key");
        public.tabella(seat, &["git", "push-orders", "draft.yaml", "--key", &key]).done();
    }
    public.tabella("match", &["git", "pull", "--resolve"]).done();
}

/// The titles of which the tests below play short games to their end.
const ENDED: [&str; 3] = ["metaurus", "duelling-republics", "de-bello-punico"];

/// A record or two of each other title. `TABELLA_GIT_RECORDS` sets their number, up to whole games;
/// `TABELLA_GIT_TITLES` selects titles.
#[test]
fn every_title_goes_through_git() {
    let most = std::env::var("TABELLA_GIT_RECORDS").ok().map(|most| most.parse().unwrap());
    let some = std::env::var("TABELLA_GIT_TITLES").ok();
    for title in tabella::catalogue::titles().iter().map(|title| title.slug()) {
        let wanted = match &some {
            Some(some) => some.split(',').any(|one| one == title),
            None => most.is_some() || !ENDED.contains(&title),
        };
        if wanted {
            goes_through_git(title, &[], most.unwrap_or(2), End::ByRules);
        }
    }
}

#[test]
fn a_battle_of_one_turn_goes_through_git_to_its_end() {
    assert!(goes_through_git(ENDED[0], &[("turn-limit", "1")], 60, End::ByRules));
}

#[test]
fn a_war_of_one_year_goes_through_git_to_its_end() {
    assert!(goes_through_git(ENDED[1], &[("years", "1")], 60, End::ByRules));
}

#[test]
fn a_battle_that_is_given_up_goes_through_git_to_its_end() {
    assert!(goes_through_git(ENDED[2], &[], 3, End::Resigned));
}
