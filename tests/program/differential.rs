//! The two verifiers over tamperings drawn at random, each sealed anew by a referee who cheats: where the second finds something,
//! the first does too, and the other way round but for what the rules of a title alone can tell.

use crate::common::Match;
use crate::second_verifier::Batch;
use crate::table::{run, tabella};
use crate::tampering::papers::Papers;
use engine::Rng;
use record::{Namespace, Owner, PrivateKey, owner};
use std::collections::BTreeMap;
use std::fs;
use std::time::Instant;

/// Number of tamperings in a normal run. `TABELLA_TAMPERINGS=10000` asks for more.
const USUAL: u64 = 250;

struct Base {
    name: String,
    papers: Papers,
    referee: PrivateKey,
    keys: BTreeMap<String, PrivateKey>,
}

impl Base {
    fn of(name: String, game: &Match) -> Self {
        let referee = fs::read_to_string(game.root().join(".tabella/referee.key")).unwrap();
        Self {
            name,
            papers: Papers::of(game.root()),
            referee: PrivateKey::parse(&referee).unwrap(),
            keys: game.keys.clone(),
        }
    }
}

/// For every title, a game that goes on and one that its seats agreed to end, so that all its secrets are revealed.
fn bases() -> Vec<Base> {
    let mut all = Vec::new();
    for title in tabella::catalogue::titles() {
        let slug = title.slug();
        let mut game = Match::of(slug, |plan| plan.items = true);
        for _ in 0..3 {
            game.round();
        }
        game.holds();
        all.push(Base::of(slug.to_owned(), &game));
        end(&game);
        game.holds();
        all.push(Base::of(format!("{slug}, finished"), &game));
    }
    all
}

fn end(game: &Match) {
    let change = |arguments: &[&str]| {
        let mut command = tabella();
        run(command.arg("-C").arg(game.root()).arg("change").args(arguments)).ended(0).out
    };
    let proposed = change(&["end", "--reason", "it grew late"]);
    for (seat, key) in &game.keys {
        let path = game.temporary.path().join(seat);
        fs::write(&path, key.to_openssh()).unwrap();
        let key = path.to_str().unwrap();
        change(&["sign", proposed.trim(), "--as", seat, "--key", key]);
    }
    change(&["apply", proposed.trim()]);
}

fn pick<'a, T>(rng: &mut Rng, all: &'a [T]) -> &'a T {
    &all[rng.below(all.len())]
}

/// A text altered at a random place, and what was done to it.
fn bend(rng: &mut Rng, text: &str) -> (String, &'static str) {
    let mut lines: Vec<String> = text.split('\n').map(ToOwned::to_owned).collect();
    let at = rng.below(lines.len());
    let what = match rng.below(17) {
        0 => {
            lines.remove(at);
            "a line taken out"
        }
        1 => {
            lines.insert(at, lines[at].clone());
            "a repeated line"
        }
        2 => {
            let other = rng.below(lines.len());
            lines.swap(at, other);
            "two lines exchanged"
        }
        3 => {
            lines.insert(at, "more: 1".to_owned());
            "another field"
        }
        4 => {
            lines.truncate(at);
            "the end cut off"
        }
        way => {
            let (line, what) = bend_line(rng, &lines[at], way - 5);
            lines[at] = line;
            what
        }
    };
    (lines.join("\n"), what)
}

/// A line altered in one of twelve ways, and what was done to it.
fn bend_line(rng: &mut Rng, line: &str, way: usize) -> (String, &'static str) {
    let (key, value) = line.split_once(": ").unwrap_or((line, ""));
    match way {
        0 => {
            let digit = rng.below(10).to_string();
            (line.replacen(|c: char| c.is_ascii_digit(), &digit, 1), "a digit")
        }
        1 => (format!(" {line}"), "a blank before a line"),
        2 => (format!("{line} # a word"), "a comment"),
        3 => {
            let name = key.trim_start_matches([' ', '-']);
            (line.replacen(name, &format!("\"{name}\""), 1), "a name in quotes")
        }
        4 => (format!("{key}: '{value}'"), "a value in quotes"),
        5 => (format!("{key}: [{value}]"), "a value in brackets"),
        6 => (format!("{key}: &a {value}"), "an anchor"),
        7 => (format!("{line}\r"), "a carriage return"),
        8 => (format!("{line}\t"), "a tab"),
        9 => (String::new(), "a line emptied"),
        10 => (format!("{key}:"), "a value taken away"),
        _ => (format!("{key}: {value}0"), "a nought behind a value"),
    }
}

fn tampered(rng: &mut Rng, base: &Base) -> (Papers, String) {
    let mut papers = base.papers.clone();
    let last = papers.last();
    let number = if rng.below(5) == 0 { *pick(rng, &(0..=last).collect::<Vec<_>>()) } else { last };
    let prefix = format!("turns/{number:04}/");
    let inside = |path: &String| path.starts_with(&prefix);
    let files: Vec<String> = papers.paths().into_iter().filter(inside).collect();
    let path = match rng.below(20) {
        0 => "game.yaml".to_owned(),
        1 => "allowed_signers".to_owned(),
        _ => pick(rng, &files).clone(),
    };
    let name = path.rsplit('/').next().expect("a name").to_owned();
    let what = match rng.below(12) {
        0 => {
            papers.remove(&path);
            "taken out"
        }
        1 => {
            let from = pick(rng, &files).clone();
            papers.copy(&from, &path);
            "another file in its place"
        }
        2 => {
            papers.put(&format!("{prefix}more-{name}"), papers.bytes(&path).to_vec());
            "a copy beside it"
        }
        3 => {
            let bytes = [papers.bytes(&path), b"\xff\xfe\n"].concat();
            papers.put(&path, bytes);
            "bytes that are no text"
        }
        4 => {
            let long = format!("# {}\n", "x".repeat(66 << 10));
            papers.put(&path, [papers.bytes(&path), long.as_bytes()].concat());
            "a long line"
        }
        _ => {
            let (text, what) = bend(rng, &String::from_utf8_lossy(papers.bytes(&path)));
            papers.put(&path, text);
            what
        }
    };
    let seat = path.strip_prefix(&prefix).and_then(|inside| inside.strip_prefix("orders/"));
    let seat = seat.and_then(|file| base.keys.get_key_value(file.strip_suffix(".yaml")?));
    if let Some((_, key)) = seat.filter(|_| papers.0.contains_key(&path)) {
        let signature = key.sign(Namespace::Orders, papers.bytes(&path));
        papers.put(&format!("{path}.sig"), signature);
    }
    let sealed = rng.below(10) > 0 && !name.starts_with("SHA256SUMS");
    if sealed {
        let from = if path.starts_with("turns/") { number } else { 0 };
        papers.seal_anew(from, &base.referee);
    }
    let seal = if sealed { ", sealed anew" } else { "" };
    (papers, format!("{}: {path}: {what}{seal}", base.name))
}

/// The papers as a public copy, or as a seat's.
fn copied(papers: Papers, seat: Option<&str>) -> Papers {
    let mut copy = papers;
    copy.0.retain(|path, _| {
        let inside = path.strip_prefix("turns/").and_then(|path| path.split_once('/'));
        match inside.and_then(|(_, name)| owner(name)) {
            None => true,
            Some(Owner::Seat(name)) => Some(name) == seat,
            Some(Owner::Referee) => false,
        }
    });
    copy
}

#[test]
fn both_verifiers_agree_on_tamperings_drawn_at_random() {
    let count = std::env::var("TABELLA_TAMPERINGS").ok();
    let count = count.map_or(USUAL, |count| count.parse().expect("TABELLA_TAMPERINGS=NUMBER"));
    let (bases, began) = (bases(), Instant::now());
    let (mut batch, mut found) = (Batch::default(), 0);
    for seed in 0..count {
        let mut rng = Rng::new(seed);
        let base = &bases[usize::try_from(seed).expect("a small number") % bases.len()];
        let (papers, what) = tampered(&mut rng, base);
        // Whoever withholds what a finished game has open is found at once: so it is mostly looked at whole.
        let ways = if base.name.ends_with("finished") { 12 } else { 3 };
        let (papers, kind) = match rng.below(ways) {
            0 => (copied(papers, None), "public copy"),
            1 => {
                let seat = pick(&mut rng, &base.keys.keys().collect::<Vec<_>>()).as_str();
                (copied(papers, Some(seat)), "copy of a seat")
            }
            _ => (papers, "whole"),
        };
        let verdict = papers.verify();
        found += u64::from(!verdict.holds());
        batch.add(&papers, &verdict, &format!("{what} ({kind}, seed {seed})"));
    }
    // A tampering of what a copy lacks, or of a byte that says nothing, is none: most are some.
    assert!(found * 10 > count * 7, "only {found} of {count} were found");
    println!(
        "{count} tamperings, {found} found by both or by the rules, in {} s",
        began.elapsed().as_secs()
    );
}
