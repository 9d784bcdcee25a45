//! Every reader of foreign bytes, fed with mutants of what was recorded: the tests feed each some hundred, the command
//! `cargo run --release -p tabella-fuzz -- --seconds 3600 [TARGET...]` as many as fit.
//!
//! A reader may refuse; it may not panic, and may not take longer than [`SLOW`]. Nothing guides these mutations; `fuzz/` calls the same
//! [`targets::all`] and [`mutant`] under libFuzzer, which is guided by what an input covers (`fuzz/run`).
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "reads recorded games and measures how long a reader takes"
)]

#[cfg(feature = "program")]
mod folders;
mod mutate;
mod seeds;
pub mod targets;
#[cfg(feature = "program")]
mod titles;

use engine::Rng;
pub use mutate::mutant;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};
use targets::Target;

/// The time that no input may reach; far more than any takes, since machines are shared.
pub const SLOW: Duration = Duration::from_secs(20);

/// Results over some inputs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub fed: u64,
    pub accepted: u64,
    pub slowest: Duration,
    /// The first input that failed, and its fault.
    pub failed: Option<(String, Vec<u8>)>,
}

impl Target {
    /// Feeds mutants until `enough` of the tally; stops at the first that fails. Equal seeds give equal mutants.
    pub fn feed(&self, seed: u64, enough: impl Fn(&Tally) -> bool) -> Tally {
        let mut rng = Rng::new(seed);
        let mut tally = Tally::default();
        while tally.failed.is_none() && !enough(&tally) {
            let one = rng.pick(&self.seeds).expect("a target has seeds");
            let other = rng.pick(&self.seeds).expect("a target has seeds");
            let bytes = mutant(one, other, &mut rng);
            self.one(&bytes, &mut tally);
        }
        tally
    }

    pub fn one(&self, bytes: &[u8], tally: &mut Tally) {
        let began = Instant::now();
        let read = catch_unwind(AssertUnwindSafe(|| (self.read)(bytes)));
        let took = began.elapsed();
        tally.fed += 1;
        tally.slowest = tally.slowest.max(took);
        let failed = match read {
            Ok(accepted) => {
                tally.accepted += u64::from(accepted);
                (took > SLOW).then(|| format!("it took {} s", took.as_secs()))
            }
            Err(_) => Some("it panicked".to_owned()),
        };
        tally.failed = failed.map(|why| (why, bytes.to_vec()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_recorded_is_accepted_and_what_is_mutated_harms_no_reader() {
        for target in targets::all() {
            let mut tally = Tally::default();
            assert!(!target.seeds.is_empty(), "{}", target.name);
            for seed in &target.seeds {
                target.one(seed, &mut tally);
                assert_eq!(tally.failed, None, "{}", target.name);
                let accepted = tally.accepted == tally.fed;
                assert!(accepted, "{} refuses:\n{}", target.name, seed.escape_ascii());
            }
            let tally = target.feed(1, |tally| tally.fed == 120);
            if let Some((why, bytes)) = tally.failed {
                panic!("{}: {why}:\n{}", target.name, bytes.escape_ascii());
            }
        }
    }
}
