//! The random walk of built-in players: reproducible, and never near the game's dice.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng};

/// A stream of random choices from one seed. It only proposes orders; no rule ever sees it.
pub struct Rng(ChaCha8Rng);

impl Rng {
    /// The stream of this seed.
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A number from 0 to `below` - 1; 0 if `below` is 0. Slightly uneven for huge `below`, which does not matter for a
    /// player's whims.
    pub fn below(&mut self, below: usize) -> usize {
        let below = u64::try_from(below).expect("a usize fits 64 bits").max(1);
        usize::try_from(self.0.next_u64() % below).expect("the result is smaller than a usize")
    }

    /// Any number of 64 bits.
    pub fn word(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// True with a chance of `part` in `whole`.
    pub fn chance(&mut self, part: usize, whole: usize) -> bool {
        self.below(whole) < part
    }

    /// One of the items, if there are any.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { items.get(self.below(items.len())) }
    }

    /// Puts the items into a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.below(last + 1);
            items.swap(last, other);
        }
    }
}
