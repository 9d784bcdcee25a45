//! Feeds readers for as long as one likes: `tabella-fuzz [--seconds N] [--seed N] [TARGET...]`; without targets, all.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "runs for a stated time and writes what failed"
)]

use std::process::ExitCode;
use std::time::{Duration, Instant};
use tabella_fuzz::targets;

fn main() -> ExitCode {
    let (mut seconds, mut seed, mut wanted) = (60, 1, Vec::new());
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut number =
            || arguments.next().and_then(|text| text.parse().ok()).expect("a number behind it");
        match argument.as_str() {
            "--seconds" => seconds = number(),
            "--seed" => seed = number(),
            name => wanted.push(name.to_owned()),
        }
    }
    let mut failed = false;
    let mut targets = targets::all();
    targets.retain(|target| wanted.is_empty() || wanted.contains(&target.name));
    for target in &targets {
        let until = Instant::now() + Duration::from_secs(seconds);
        let tally = target.feed(seed, |_| Instant::now() >= until);
        println!(
            "{}: {} fed, {} accepted, slowest {} ms",
            target.name,
            tally.fed,
            tally.accepted,
            tally.slowest.as_millis()
        );
        if let Some((why, bytes)) = tally.failed {
            let path = format!("{}.input", target.name);
            std::fs::write(&path, bytes).expect("a place for the input");
            println!("{}: {why}; the input is in {path}", target.name);
            failed = true;
        }
    }
    if failed || targets.is_empty() { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
