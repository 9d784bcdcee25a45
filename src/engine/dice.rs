//! Dice addressed by label (docs/protocol.md, Dice).

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// Dice thrown for one purpose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Roll {
    /// What it was for; unique in its record.
    pub label: String,
    /// Sides of each die.
    pub sides: u32,
    /// The faces, in order.
    pub faces: Vec<u32>,
    /// Thrown from the hidden seed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
}

/// Whether everyone may recompute a roll at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Secrecy {
    /// From the open seed.
    Open,
    /// From the hidden seed.
    Hidden,
}

/// The dice of one record.
pub struct Dice {
    from: From,
    labels: BTreeMap<String, u32>,
}

enum From {
    Seeds { open: [u8; 32], hidden: Option<[u8; 32]> },
    List { faces: Vec<u32>, next: usize },
    Nothing,
}

impl Dice {
    /// Dice from the record's seeds.
    pub fn seeded(open: [u8; 32], hidden: Option<[u8; 32]>) -> Self {
        Self { from: From::Seeds { open, hidden }, labels: BTreeMap::new() }
    }

    /// Dice that fall as listed.
    pub fn scripted(faces: Vec<u32>) -> Self {
        Self { from: From::List { faces, next: 0 }, labels: BTreeMap::new() }
    }

    /// No dice: a throw is a fault of the program.
    pub fn none() -> Self {
        Self { from: From::Nothing, labels: BTreeMap::new() }
    }

    /// Throws `count` dice, numbered from 1.
    pub fn throw(&mut self, label: &str, secrecy: Secrecy, sides: u32, count: usize) -> Roll {
        let label = self.number(label);
        let faces = self.words(&label, secrecy, |die| (0..count).map(|_| die(sides) + 1).collect());
        Roll { label, sides, faces, hidden: secrecy == Secrecy::Hidden }
    }

    /// Shuffles `len` indices.
    pub fn shuffle(&mut self, label: &str, secrecy: Secrecy, len: usize) -> Roll {
        let label = self.number(label);
        let sides = u32::try_from(len).expect("no deck is that long");
        let faces = self.words(&label, secrecy, |die| {
            let mut order: Vec<u32> = (0..sides).collect();
            for last in (1..len).rev() {
                let bound = u32::try_from(last + 1).expect("below len");
                order.swap(last, die(bound) as usize);
            }
            order
        });
        Roll { label, sides, faces, hidden: secrecy == Secrecy::Hidden }
    }

    fn number(&mut self, label: &str) -> String {
        let uses = self.labels.entry(label.to_owned()).or_default();
        *uses += 1;
        if *uses == 1 { label.to_owned() } else { format!("{label}#{uses}") }
    }

    fn words(&mut self, label: &str, secrecy: Secrecy, draw: impl FnOnce(&mut dyn FnMut(u32) -> u32) -> Vec<u32>) -> Vec<u32> {
        match &mut self.from {
            From::Nothing => panic!("a die was thrown where there are none: {label}"),
            From::List { faces, next } => draw(&mut |_| {
                *next += 1;
                faces.get(*next - 1).copied().unwrap_or(1) - 1
            }),
            From::Seeds { open, hidden } => {
                let seed = if secrecy == Secrecy::Open { *open } else { hidden.expect("a hidden seed") };
                let mut rng = ChaCha20Rng::from_seed(seed);
                let nonce: [u8; 32] = Sha256::digest(label.as_bytes()).into();
                rng.set_stream(u64::from_le_bytes(nonce[..8].try_into().expect("eight bytes")));
                draw(&mut |sides| {
                    let whole = (1u64 << 32) / u64::from(sides) * u64::from(sides);
                    loop {
                        let word = rng.next_u32();
                        if u64::from(word) < whole {
                            return word % sides;
                        }
                    }
                })
            }
        }
    }
}
