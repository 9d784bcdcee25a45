//! Dice that anybody can throw again: each roll is addressed by a label that says what it is for.
//!
//! A roll's numbers depend on the seed and its label alone, so that one roll can be recomputed without the others and an
//! unrelated fight shifts none. Protocol, "Dice".

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, VecDeque};
use std::fmt;

/// Dice with their purpose, as they stand in the events.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Roll {
    /// The purpose of the roll; unique in its turn record.
    pub label: String,
    /// Sides of each die; of a shuffle, how many things were shuffled.
    pub sides: u32,
    /// Dice: the faces from 1 to `sides`, in the order thrown. A shuffle: the new order, as the old places from 0; the
    /// first number says which thing now lies first.
    pub faces: Vec<u32>,
    /// True if the roll was drawn from the hidden seed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
}

/// Whether everybody can recompute a roll once the phase's secret is out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Secrecy {
    /// The roll follows from the phase's seed, so everybody can check it.
    Open,
    /// The roll follows from the hidden seed, which stays secret until the game is over.
    Hidden,
}

/// The dice of one turn record.
#[derive(Clone)]
pub struct Dice {
    source: Source,
    used: BTreeMap<String, u32>,
    /// A hidden roll was asked for, and the hidden seed is not known here.
    lacking: bool,
    /// The label of a roll that is drawn from a seed of its own, and that seed.
    anew: Option<(String, [u8; 32])>,
}

#[derive(Clone)]
enum Source {
    Seeded { open: [u8; 32], hidden: Option<[u8; 32]> },
    Scripted(Script),
    None,
}

/// Faces that somebody wrote down beforehand, and what did not fit.
#[derive(Clone)]
struct Script {
    faces: VecDeque<u32>,
    /// The face of every die beyond the list, if running out is no error.
    always: Option<u32>,
    missing: usize,
    misfits: Vec<String>,
}

impl Roll {
    /// The sum of the faces.
    pub fn total(&self) -> u32 {
        self.faces.iter().sum()
    }

    /// True for a shuffle. The faces of a shuffle count from 0, those of a die from 1.
    pub fn is_shuffle(&self) -> bool {
        self.faces.contains(&0) || (self.sides == 0 && self.faces.is_empty())
    }

    /// True if `seed` gives exactly these faces. A hidden roll needs the hidden seed.
    pub fn follows_from(&self, seed: &[u8; 32]) -> bool {
        let again = match (self.is_shuffle(), self.sides) {
            (true, sides) if usize::try_from(sides) == Ok(self.faces.len()) => {
                order(seed, &self.label, self.faces.len())
            }
            (true, _) | (false, 0) => return false,
            (false, sides) => faces(seed, &self.label, sides, self.faces.len()),
        };
        again == self.faces
    }
}

impl Dice {
    /// Dice drawn from the phase's seed, and hidden ones from the hidden seed where the game has one.
    pub const fn seeded(open: [u8; 32], hidden: Option<[u8; 32]>) -> Self {
        Self::from(Source::Seeded { open, hidden })
    }

    /// Dice that show the listed faces in order, for conformance cases. A shuffle of n things takes n listed numbers,
    /// its resulting order. What does not fit is remembered and told by [`Dice::misfits`].
    pub fn scripted(faces: Vec<u32>) -> Self {
        Self::from(Source::Scripted(Script {
            faces: faces.into(),
            always: None,
            missing: 0,
            misfits: Vec::new(),
        }))
    }

    /// Dice that all show one face, for a rehearsal in which it does not matter how they fall.
    pub const fn always(face: u32) -> Self {
        let faces = VecDeque::new();
        let always = Some(face);
        Self::from(Source::Scripted(Script { faces, always, missing: 0, misfits: Vec::new() }))
    }

    /// Scripted dice that all show one face after the listed ones.
    #[must_use]
    pub fn then_always(mut self, face: u32) -> Self {
        if let Source::Scripted(script) = &mut self.source {
            script.always = Some(face);
        }
        self
    }

    /// The same dice, except that one roll is drawn from another seed; `label` includes its number, if it has one.
    #[must_use]
    pub fn with_anew(mut self, label: &str, seed: [u8; 32]) -> Self {
        self.anew = Some((label.to_owned(), seed));
        self
    }

    /// No dice: for a title without dice, or while the opening is set up. Any throw is an error of the program.
    pub const fn none() -> Self {
        Self::from(Source::None)
    }

    const fn from(source: Source) -> Self {
        Self { source, used: BTreeMap::new(), lacking: false, anew: None }
    }

    /// Throws `count` dice of `sides` sides, numbered from 1. `label` says what for, in the title's own words and
    /// without `#`; used again in one record, it gets `#2`, `#3`, ...
    ///
    /// # Panics
    /// If the label is empty, holds `#` or a control character, or `sides` is 0; if these are no dice ([`Dice::none`]).
    /// Each is an error of the title's program.
    pub fn throw(&mut self, label: &str, secrecy: Secrecy, sides: u32, count: usize) -> Roll {
        assert!(sides > 0, "roll {label:?}: a die must have at least one side");
        let label = self.number(label);
        let faces = match &mut self.source {
            Source::Scripted(script) => (0..count).map(|_| script.face(&label, sides)).collect(),
            source => {
                let anew = self.anew.as_ref().filter(|(other, _)| *other == label);
                let usual = source.seed(&label, secrecy, &mut self.lacking);
                faces(anew.map_or(usual, |(_, seed)| seed), &label, sides, count)
            }
        };
        Roll { label, sides, faces, hidden: secrecy == Secrecy::Hidden }
    }

    /// Shuffles `len` things. The faces of the roll are the new order: the thing that was at place `faces[i]` (counted
    /// from 0) now lies at place `i`. For the label see [`Dice::throw`].
    ///
    /// # Panics
    /// As [`Dice::throw`], and if `len` does not fit 32 bits.
    pub fn shuffle(&mut self, label: &str, secrecy: Secrecy, len: usize) -> Roll {
        let sides = u32::try_from(len).expect("a deck has fewer cards than 2^32");
        let label = self.number(label);
        let faces = match &mut self.source {
            Source::Scripted(script) => script.order(&label, len),
            source => order(source.seed(&label, secrecy, &mut self.lacking), &label, len),
        };
        Roll { label, sides, faces, hidden: secrecy == Secrecy::Hidden }
    }

    /// True once a hidden roll was asked for without the hidden seed. It showed made-up faces, so nothing that came of
    /// them counts.
    pub const fn lacks_hidden_seed(&self) -> bool {
        self.lacking
    }

    /// Complaints, in words, about scripted faces that do not fit the throws: faces that nobody asked for, dice without
    /// a face, faces that no such die has. If there are any, no result of these dice counts. Dice that are not scripted
    /// have none.
    pub fn misfits(&self) -> Vec<String> {
        let Source::Scripted(script) = &self.source else { return Vec::new() };
        let (left, missing) = (script.faces.len(), script.missing);
        let unused = (left > 0).then(|| format!("{left} of the listed dice were not rolled"));
        let wanting = (missing > 0).then(|| format!("{missing} more dice were rolled than listed"));
        script.misfits.iter().cloned().chain(unused).chain(wanting).collect()
    }

    /// The label with its number, from the second use on.
    fn number(&mut self, label: &str) -> String {
        let sound = !label.is_empty() && !label.contains(|c: char| c == '#' || c.is_control());
        assert!(
            sound,
            "roll {label:?}: a label must have words in it, but no # or control character"
        );
        assert!(!matches!(self.source, Source::None), "roll {label:?}: there are no dice here");
        let uses = self.used.entry(label.to_owned()).or_default();
        *uses += 1;
        if *uses == 1 { label.to_owned() } else { format!("{label}#{uses}") }
    }
}

impl fmt::Debug for Dice {
    /// Shows no seed and no face to come.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let source = match self.source {
            Source::Seeded { .. } => "seeded",
            Source::Scripted(_) => "scripted",
            Source::None => "none",
        };
        write!(f, "Dice({source}, {} labels used)", self.used.len())
    }
}

impl Source {
    fn seed(&self, label: &str, secrecy: Secrecy, lacking: &mut bool) -> &[u8; 32] {
        match (self, secrecy) {
            (Self::Seeded { open, .. }, Secrecy::Open) => open,
            (Self::Seeded { hidden: Some(hidden), .. }, Secrecy::Hidden) => hidden,
            (Self::Seeded { open, hidden: None }, Secrecy::Hidden) => {
                *lacking = true;
                open
            }
            _ => panic!("roll {label:?}: this game has no seed"),
        }
    }
}

impl Script {
    fn face(&mut self, label: &str, sides: u32) -> u32 {
        match self.faces.pop_front().or(self.always) {
            Some(face) if (1..=sides).contains(&face) => face,
            Some(face) => {
                self.misfits
                    .push(format!("roll {label}: a die of {sides} sides cannot show {face}"));
                1
            }
            // Made up, and unlike from die to die: level throws that are thrown again would else be level for ever.
            None => {
                self.missing += 1;
                faces(&[0; 32], &format!("{label} {}", self.missing), sides, 1)[0]
            }
        }
    }

    /// The order that the next `len` listed faces give; the numbers from 0 in their own order, if those faces are not a
    /// permutation of them.
    fn order(&mut self, label: &str, len: usize) -> Vec<u32> {
        let unshuffled: Vec<u32> = (0..).take(len).collect();
        let listed: Vec<u32> = self.faces.drain(..len.min(self.faces.len())).collect();
        let mut sorted = listed.clone();
        sorted.sort_unstable();
        if sorted == unshuffled {
            return listed;
        }
        self.missing += len - listed.len();
        if listed.len() == len {
            self.misfits.push(format!(
                "shuffle {label}: {listed:?} is not a permutation of {len} numbers counted from 0"
            ));
        }
        unshuffled
    }
}

/// The 32-bit numbers behind one roll: the `ChaCha20` stream with the seed as key and the label's digest as nonce.
pub fn words(seed: &[u8; 32], label: &str) -> impl Iterator<Item = u32> + use<> {
    let digest: [u8; 32] = Sha256::digest(label.as_bytes()).into();
    let nonce = digest.first_chunk().expect("a digest has 32 bytes");
    let mut stream = ChaCha20Rng::from_seed(*seed);
    stream.set_stream(u64::from_le_bytes(*nonce));
    std::iter::repeat_with(move || stream.next_u32())
}

/// The faces, from 1, of `count` dice of `sides` sides.
fn faces(seed: &[u8; 32], label: &str, sides: u32, count: usize) -> Vec<u32> {
    let mut words = words(seed, label);
    (0..count).map(|_| below(&mut words, sides) + 1).collect()
}

/// The new order of `len` things: Fisher-Yates from the last place down.
fn order(seed: &[u8; 32], label: &str, len: usize) -> Vec<u32> {
    let mut words = words(seed, label);
    let mut order: Vec<u32> = (0..).take(len).collect();
    for (place, sides) in (1..len).zip(2..).collect::<Vec<_>>().into_iter().rev() {
        order.swap(place, below(&mut words, sides) as usize);
    }
    order
}

/// A number from 0 below `sides`, each equally likely: words at or above the highest multiple of `sides` are skipped.
fn below(words: &mut impl Iterator<Item = u32>, sides: u32) -> u32 {
    let zone = (1 << 32) / u64::from(sides) * u64::from(sides);
    words.find(|&word| u64::from(word) < zone).expect("the random stream never ends") % sides
}

#[cfg(test)]
#[path = "dice_tests.rs"]
mod tests;
