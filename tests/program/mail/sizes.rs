//! Letters about recorded games are small enough for every mailbox and every telephone.

use super::super::common::copy;
use super::super::table::{run, tabella};
use std::fs;
use std::path::Path;

/// Maximum size of a letter, in bytes.
const MOST: u64 = 300_000;
/// The records whose letters are measured: orders are asked after each, and the largest letters are among them.
const RECORDS: [u32; 3] = [2, 4, 6];

/// The recorded game of a title as it stood after a record, in a referee's folder without the secrets: no letter needs
/// them.
fn stopped(title: &str, record: u32, game: &Path) {
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("games").join(title).join("example");
    copy(&example, game);
    for later in record + 1.. {
        let turn = game.join(format!("turns/{later:04}"));
        if !turn.exists() {
            break;
        }
        fs::remove_dir_all(turn).unwrap();
    }
    fs::create_dir_all(game.join(".tabella")).unwrap();
    fs::write(game.join(".tabella/away"), "/nowhere\n").unwrap();
}

#[test]
fn no_letter_about_a_recorded_game_takes_more_than_300_kb() {
    let titles = tabella::catalogue::titles().iter().map(|title| title.slug());
    for (title, record) in titles.flat_map(|title| RECORDS.map(|record| (title, record))) {
        let place = tempfile::tempdir().unwrap();
        let game = place.path().join("game");
        stopped(title, record, &game);
        let charter = fs::read_to_string(game.join("game.yaml")).unwrap();
        let seats = charter.lines().filter_map(|line| line.strip_prefix("- seat: "));
        for seat in seats.chain(["referee"]) {
            let mut address = tabella();
            address.args(["mail", "address"]).arg(&game).arg(seat);
            run(address.arg(format!("{seat}@example.org"))).ended(0);
        }
        run(tabella().arg("-C").arg(&game).args(["mail", "send", "--sendmail", "--dry-run"]))
            .ended(0);
        let outbox = fs::read_dir(game.join("outbox")).unwrap().map(|entry| entry.unwrap().path());
        let letters: Vec<_> =
            outbox.filter(|path| path.extension().is_some_and(|end| end == "eml")).collect();
        assert!(!letters.is_empty(), "{title}: no letters");
        for letter in letters {
            let bytes = fs::metadata(&letter).unwrap().len();
            assert!(bytes <= MOST, "{title}, {}: {bytes} bytes", letter.display());
        }
    }
}
