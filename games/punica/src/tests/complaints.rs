//! The complaints about files with mistakes, in every phase: `complaints.txt` holds a sample, so that a change of the
//! readers shows what it changes for players.
#![allow(clippy::disallowed_methods, reason = "a tester may ask for a file")]

use super::positions::positions;
use super::{FOLDER, loaded};
use engine::node::{Key, Value};
use engine::title::RawOrders;
use engine::{Complaints, Node, Rng};
use mutator::{slip, text};
use record::exchange::yaml;
use std::fmt::Write as _;

/// The number of faulty files made from each lawful one.
const EACH: usize = 2;

/// Files that can be read, each with the prompt that it answers, or none where it answers none.
fn lawful() -> Vec<(String, Node)> {
    let node = |entries| Node { value: Value::Map(entries), span: <_>::default() };
    let mut found = Vec::new();
    let samples = yaml::parse(include_str!("grammar.yaml")).expect("samples are YAML");
    for sample in samples.list().expect("samples are a list") {
        let [(key, part)] = sample.map().expect("a sample is a map") else { panic!("one key") };
        let (place, prompt) = key.text.split_once(' ').unwrap_or((&key.text, ""));
        let key = Key { text: place.to_owned(), span: <_>::default() };
        found.push((prompt.to_owned(), node(vec![(key, part.clone())])));
    }
    for turn in FOLDER.names("example/turns") {
        let filed = format!("example/turns/{turn}/orders");
        let there = FOLDER.path(&filed).is_dir();
        let files = if there { FOLDER.names(&filed) } else { Vec::new() };
        for file in &files {
            if file.strip_suffix(".yaml").is_none() {
                continue;
            }
            let tree = FOLDER.tree(&format!("{filed}/{file}"));
            let entries = tree.map().expect("a file is a map").to_vec();
            let parts = ["orders", "ahead", "standing"];
            let said = |(key, _): &(Key, Node)| parts.contains(&key.text.as_str());
            found.push(("action".to_owned(), node(entries.into_iter().filter(said).collect())));
        }
    }
    found
}

fn told(complaints: &Complaints) -> String {
    let mut lines = String::new();
    for one in &complaints.0 {
        let (line, column) = one.span.map_or((0, 0), |span| (span.line, span.column));
        let (rule, fix) = (one.rule.unwrap_or("-"), one.fix.as_deref().unwrap_or("-"));
        let (code, path, message) = (one.code, &one.path, &one.message);
        writeln!(lines, "  {code} {line}:{column} {path} [{rule}] {message} => {fix}")
            .expect("text can be written");
    }
    lines
}

/// The complaints about this many files with mistakes made from each lawful one.
fn said(each: usize) -> String {
    let (title, positions) = (loaded(), positions());
    let mut all = String::new();
    for (number, (prompt, file)) in lawful().iter().enumerate() {
        let mut rng = Rng::new(number as u64);
        for at in 0..each {
            let file = slip(file, &mut rng);
            // Now and then in another phase than it is meant for.
            let other = at % 20 == 19 || prompt.is_empty();
            let any = (number + at) % positions.len();
            let question = if other { positions.keys().nth(any).expect("some") } else { prompt };
            let (saved, seat) = &positions[question];
            let file = text(&RawOrders::of(&file));
            if let Ok(tree) = yaml::parse(file.trim()) {
                let play = title.resume(saved).expect("a position can be resumed");
                let complaints = told(&play.check(seat, &RawOrders::of(&tree)));
                write!(all, "# {question}, {seat}\n{file}{complaints}").expect("text");
            }
        }
    }
    all
}

/// With `TABELLA_COMPLAINTS=FILE` in the environment more of them are written there, to be compared before and after a change.
#[test]
fn what_is_said_about_mistakes_is_what_was_read_and_found_good() {
    if let Some(path) = std::env::var_os("TABELLA_COMPLAINTS") {
        std::fs::write(path, said(120)).expect("the file can be written");
    }
    let now = said(EACH);
    let same = now == include_str!("complaints.txt");
    assert!(same, "read the differences, then put this into complaints.txt:\n{now}");
}
