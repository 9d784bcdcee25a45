//! The recorded games are told as they were told.
//!
//! `tests/fixtures/TITLE.story.txt` is what `tabella report --story` printed of a title's example when it was recorded. Whoever changes the
//! words of a story on purpose reads the new text, which the failing test names, and copies it over the old.

use crate::table::{recorded, run, tabella};
use record::turn_file::TurnFile;
use std::fs;
use std::path::Path;
use tabella::cli::common::titles::packed_title;
use tabella::packed;

#[test]
fn every_recorded_game_is_told_as_it_was() {
    for (title, game) in recorded().into_iter().filter(|(_, game)| game.ends_with("example")) {
        let name = format!("{title}.story.txt");
        let told = run(tabella().arg("-C").arg(game).args(["report", "--story"])).ended(0).out;
        let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
        let expected = fs::read_to_string(fixtures.join(&name)).unwrap();
        if told != expected {
            let new = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
            fs::write(&new, &told).unwrap();
            let at = told.lines().zip(expected.lines()).take_while(|(now, then)| now == then);
            panic!("{title}: the story differs from line {} on: {}", at.count() + 1, new.display());
        }
    }
}

#[test]
fn every_packed_data_file_is_strict_yaml() {
    let data = packed::FILES.iter().filter(|(path, _)| path.contains("/data/"));
    for (path, text) in data {
        let name = path.rsplit('/').next().unwrap();
        let data = record::exchange::data::build([(name, *text)])
            .unwrap_or_else(|faults| panic!("{path}: {faults:?}"));
        assert!(data.get(name).is_some(), "{path}");
    }
}

/// A schedule may give extra days to any phase in which somebody is asked.
#[test]
fn every_phase_that_was_ever_opened_is_one_that_its_title_lists() {
    for (title, folder) in recorded() {
        let listed = packed_title(title).unwrap().prospectus().phases;
        for record in fs::read_dir(folder.join("turns")).unwrap() {
            let turn = fs::read(record.unwrap().path().join("turn.yaml")).unwrap();
            let next = TurnFile::parse(&turn).unwrap().next;
            let name = next.map(|next| next.name);
            let known = name.as_deref().is_none_or(|name| listed.contains(&name));
            assert!(known, "{title}: {name:?} is none of {listed:?}");
        }
    }
}
