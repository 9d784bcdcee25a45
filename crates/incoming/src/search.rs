//! For each signature in a message, the bytes that it signs.

use crate::block::{self, Block};
use crate::message::{Leaf, Message};
use crate::rendering::{self, How, Rendering, line_feeds};
use crate::restore;
use record::signature::signed_for;
use record::{Digest, Namespace, PublicKey, SignatureFault, verify};
use std::collections::{BTreeMap, BTreeSet};

/// Most signatures that are computed for one message; the largest known need is 2,033.
pub const TRIES_MAX: u32 = 2500;
/// Most bytes of a signed text: no order file or change is longer.
pub const SIGNED_MAX: usize = 64 << 10;
/// Longest leaf that is taken whole for a signed text, in bytes.
const WHOLE_MAX: usize = 300_000;

/// Most signatures over heads that are taken from one message; quoted letters bring old ones along.
const HEADS_MAX: usize = 64;

/// The registered keys, of all games that mail comes in for.
pub trait Keys {
    /// True if the key answers for a seat of any of the games. Signatures of other keys are not looked into.
    fn known(&self, key: &PublicKey) -> bool;

    /// True if joins to an invitation are looked for: those are signed with keys of which nothing is known yet.
    fn inviting(&self) -> bool {
        false
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Aim {
    Orders,
    /// Consent to a change.
    Change,
    /// An answer to an invitation.
    Join,
}

impl Aim {
    const fn namespace(self) -> Namespace {
        match self {
            Self::Orders => Namespace::Orders,
            Self::Change => Namespace::Change,
            Self::Join => Namespace::Join,
        }
    }
}

/// A signed text that was found, and verifies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    pub aim: Aim,
    /// Exactly the bytes that were signed.
    pub bytes: Vec<u8>,
    /// The signature, as `ssh-keygen` writes it.
    pub armored: String,
    /// The registered key that verifies it.
    pub key: PublicKey,
}

/// The signed texts and other findings in a message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Search {
    /// Signed texts that verify, in the order of the message, each once.
    pub found: Vec<Found>,
    /// Signatures of known keys whose text is not here, or was altered.
    pub orphans: usize,
    /// Signatures for joins whose text is not here, or was altered; they are no orphans.
    pub lost_joins: usize,
    /// The purposes, other than orders and changes, of signatures of known keys.
    pub misused: Vec<String>,
    /// Signatures of known keys that vouch for a head, each once, with the key; the game decides whether they hold.
    pub heads: Vec<(PublicKey, String)>,
    /// Signatures of keys that nobody registered, by fingerprint.
    pub strangers: BTreeSet<String>,
    pub broken: bool,
    /// True if a text looks like orders that nobody signed.
    pub draft: bool,
    /// The number of signatures that were computed, against the limit.
    pub tries: u32,
}

pub fn search(message: &Message, keys: &dyn Keys) -> Search {
    let leaves = message.leaves.iter().enumerate();
    let texts: Vec<Rendering> = leaves.flat_map(|(n, leaf)| rendering::of(n, leaf)).collect();
    let mut work = Work {
        leaves: &message.leaves,
        texts: &texts,
        tried: BTreeSet::new(),
        settled: BTreeMap::new(),
        search: Search::default(),
    };
    for text in &texts {
        // A quotation is somebody's earlier letter, unless the message says nothing else.
        if text.how != How::Quoted || work.search.found.is_empty() {
            work.look_into(text, keys);
        }
    }
    let mut search = work.search;
    let lost = |join: bool| {
        let lost = |(armored, settled): &(&String, &bool)| {
            !**settled && signed_for(armored, Namespace::Join) == join
        };
        work.settled.iter().filter(lost).count()
    };
    (search.orphans, search.lost_joins) = (lost(false), lost(true));
    search.draft = texts.iter().any(|text| text.how != How::Quoted && is_draft(&text.text));
    search
}

/// True if a text has the first line of an order file, as a mail program may have left it.
fn is_draft(text: &str) -> bool {
    let text = text.to_lowercase();
    ["tabella: 1", "tabella: 2", "tabella:\u{a0}"].iter().any(|first| text.contains(first))
}

/// A signature, and what it is for.
type Aimed<'a> = (&'a Block, Aim);

struct Work<'a> {
    leaves: &'a [Leaf],
    texts: &'a [Rendering],
    /// Digests of what was tried, so that no pair of signature and text is tried twice.
    tried: BTreeSet<Digest>,
    /// Signatures met so far, by their armor; true once the signed text was found.
    settled: BTreeMap<String, bool>,
    search: Search,
}

impl Work<'_> {
    fn look_into(&mut self, text: &Rendering, keys: &dyn Keys) {
        let blocks = block::find(&text.text);
        self.search.broken |= blocks.broken;
        let mut floor = 0;
        for block in &blocks.whole {
            let quoted = text.text[block.from..].starts_with('>');
            if quoted && text.how != How::Quoted {
                continue;
            }
            let joins = keys.inviting() && signed_for(&block.armored, Namespace::Join);
            if !joins && !keys.known(&block.key) {
                self.search.strangers.insert(block.key.fingerprint());
                continue;
            }
            let aim = if joins { Some(Aim::Join) } else { self.aim(block) };
            let Some(aim) = aim else { continue };
            let settled = *self.settled.entry(block.armored.clone()).or_insert(false);
            if !settled && let Some(bytes) = self.signed(text, (block, aim), floor) {
                self.settled.insert(block.armored.clone(), true);
                self.search.found.push(Found {
                    aim,
                    bytes,
                    armored: block.armored.clone(),
                    key: block.key.clone(),
                });
            }
            if self.settled[&block.armored] {
                floor = block.to;
            }
        }
    }

    /// The purpose of a block's signature. Our own receipts, quoted or sent back, are no mistake.
    fn aim(&mut self, block: &Block) -> Option<Aim> {
        let signs_nothing = verify(&block.key, Namespace::Orders, b"", &block.armored);
        let Err(SignatureFault::WrongNamespace { found, .. }) = signs_nothing else {
            return Some(Aim::Orders);
        };
        if found == Namespace::Change.word() {
            return Some(Aim::Change);
        }
        if found == Namespace::Head.word() {
            let head = (block.key.clone(), block.armored.clone());
            if self.search.heads.len() < HEADS_MAX && !self.search.heads.contains(&head) {
                self.search.heads.push(head);
            }
            return None;
        }
        if found != Namespace::Receipt.word() && !self.search.misused.contains(&found) {
            self.search.misused.push(found);
        }
        None
    }

    /// The bytes that a block signs: from the text above it, else from another leaf as a whole, else from another text.
    fn signed(&mut self, text: &Rendering, block: Aimed<'_>, floor: usize) -> Option<Vec<u8>> {
        let above = &text.text[floor.min(block.0.from)..block.0.from];
        for end in restore::ends(above) {
            if let Some(found) = self.anywhere_in(&above[..end], block) {
                return Some(found);
            }
        }
        let (leaves, texts) = (self.leaves, self.texts);
        for (number, leaf) in leaves.iter().enumerate() {
            if number == text.leaf || leaf.bytes.len() > WHOLE_MAX {
                continue;
            }
            if self.holds(block, &leaf.bytes) {
                return Some(leaf.bytes.clone());
            }
            let Some(whole) = leaf.text.as_deref().filter(|_| !leaf.html) else { continue };
            if let Some(found) = self.one_of(restore::variants(&line_feeds(whole)), block) {
                return Some(found);
            }
        }
        let others = texts.iter().filter(|other| other.leaf != text.leaf);
        for other in others.filter(|other| other.text.contains("tabella:")) {
            if let Some(found) = self.anywhere_in(&other.text, block) {
                return Some(found);
            }
        }
        None
    }

    fn anywhere_in(&mut self, text: &str, block: Aimed<'_>) -> Option<Vec<u8>> {
        let starts = restore::starts(text).into_iter();
        let fits = starts.filter(|start| text.len() - start <= 2 * SIGNED_MAX);
        fits.into_iter().find_map(|start| self.one_of(restore::variants(&text[start..]), block))
    }

    fn one_of(&mut self, variants: Vec<Vec<u8>>, block: Aimed<'_>) -> Option<Vec<u8>> {
        variants.into_iter().find(|bytes| self.holds(block, bytes))
    }

    /// True if a block signs these bytes; false without a check once the budget is spent.
    fn holds(&mut self, (block, aim): Aimed<'_>, bytes: &[u8]) -> bool {
        if bytes.is_empty() || bytes.len() > SIGNED_MAX || self.search.tries == TRIES_MAX {
            return false;
        }
        let pair = Digest::of(&[block.armored.as_bytes(), b"\0", bytes].concat());
        if !self.tried.insert(pair) {
            return false;
        }
        self.search.tries += 1;
        verify(&block.key, aim.namespace(), bytes, &block.armored).is_ok()
    }
}
