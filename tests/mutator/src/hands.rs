//! A player of any title who orders by hand: takes what is offered, one offer after the other.

use crate::Parts;
use engine::title::{Play, RawOrders};
use engine::{
    Common, Complaint, Complaints, Edit, Hand, Kind, Node, Offer, Offers, Rng, Seat, Subject,
};
use record::exchange::{edit, yaml};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// The text written where an offer asks for words.
const WORDS: &str = "Salve: it's \"late\", #1 - {and} [more]\nVale";

/// The results of a walk through offers.
#[derive(Clone, Debug, Default)]
pub struct Walk {
    pub groups: BTreeSet<String>,
    /// All keys of the files that the offers made.
    pub keys: BTreeSet<String>,
    pub parts: Parts,
    pub tried: usize,
}

/// The limits of a walk, and the complaints that it ignores.
#[derive(Clone, Copy)]
pub struct Stroll<'a> {
    /// The number of files made, each from the one before.
    pub steps: usize,
    /// Maximum number of subjects picked in each file, at random, one of each kind first.
    pub subjects: usize,
    /// Maximum number of choices tried under one heading, at random.
    pub choices: usize,
    /// Maximum number of pages followed from one heading, at random.
    pub pages: usize,
    /// Errors that an offer may cause: what an offer for one thing does to what was said of another.
    pub excused: &'a dyn Fn(&Offer, &Complaint) -> bool,
}

impl Stroll<'_> {
    /// Everything is tried, and no error excused.
    pub fn whole(steps: usize) -> Self {
        Self {
            steps,
            subjects: usize::MAX,
            choices: usize::MAX,
            pages: usize::MAX,
            excused: &|_, _| false,
        }
    }
}

impl Walk {
    pub fn join(&mut self, other: Self) {
        self.groups.extend(other.groups);
        self.keys.extend(other.keys);
        self.parts.join(other.parts);
        self.tried += other.tried;
    }

    /// Asserts that each of these keys and words occurred in some file.
    ///
    /// # Panics
    /// One never did.
    #[track_caller]
    pub fn reached<'a>(&self, words: impl IntoIterator<Item = &'a str>) {
        let missing: Vec<&str> =
            words.into_iter().filter(|word| !self.keys.contains(*word)).collect();
        assert!(
            missing.is_empty(),
            "never offered: {missing:?}; of {} offers: {:?}",
            self.tried,
            self.groups
        );
    }
}

/// Starting from a draft (`standing: ...` or nothing), tries every offer for everything that can be picked, takes one
/// of them (a new one if there is any), and so on for `steps` files.
///
/// # Panics
/// An offer makes a file that has an error.
pub fn walk(play: &dyn Play, seat: &Seat, rng: &mut Rng, steps: usize, draft: &str) -> Walk {
    Stroll::whole(steps).walk(play, seat, rng, draft)
}

/// Like [`walk`], but picks at most `most` subjects in each file, at random, one of each kind first.
///
/// # Panics
/// An offer makes a file that has an error.
pub fn stroll(
    play: &dyn Play,
    seat: &Seat,
    rng: &mut Rng,
    steps: usize,
    draft: &str,
    most: usize,
) -> Walk {
    Stroll { subjects: most, ..Stroll::whole(steps) }.walk(play, seat, rng, draft)
}

type Offered<'a> = Box<dyn Fn(&RawOrders, Option<&str>) -> Offers + 'a>;

/// The functions that give offers and check files.
pub(crate) struct Desk<'a> {
    asked: Vec<String>,
    pub(crate) offers: Offered<'a>,
    check: Box<dyn Fn(&RawOrders) -> Complaints + 'a>,
}

impl<'a> Desk<'a> {
    pub(crate) fn of(play: &'a dyn Play, seat: &'a Seat) -> Self {
        let asked = play.asked().into_iter().filter(|asked| asked.seat == *seat);
        Self {
            asked: asked.map(|asked| asked.prompt).collect(),
            offers: Box::new(move |sheet, picked| play.offers(seat, sheet, picked)),
            check: Box::new(move |sheet| play.check(seat, sheet)),
        }
    }

    pub(crate) fn of_hand(hand: &'a dyn Hand) -> Self {
        Self {
            asked: hand.asked().into_iter().map(|asked| asked.prompt).collect(),
            offers: Box::new(move |sheet, picked| hand.offers(sheet, picked)),
            check: Box::new(move |sheet| hand.check(sheet)),
        }
    }
}

impl Stroll<'_> {
    /// Walks within these limits.
    ///
    /// # Panics
    /// An offer makes a file with an error that is not excused.
    pub fn walk(&self, play: &dyn Play, seat: &Seat, rng: &mut Rng, draft: &str) -> Walk {
        self.along(&Desk::of(play, seat), rng, draft)
    }

    /// The same with a hand, such as one that was dealt for the purpose.
    ///
    /// # Panics
    /// As [`Stroll::walk`].
    pub fn walk_hand(&self, hand: &dyn Hand, rng: &mut Rng, draft: &str) -> Walk {
        self.along(&Desk::of_hand(hand), rng, draft)
    }

    fn along(&self, desk: &Desk<'_>, rng: &mut Rng, draft: &str) -> Walk {
        let mut met = Walk::default();
        let mut text = format!("game: walked\n{draft}");
        for _ in 0..self.steps {
            let sheet = read(&text);
            let mut next = Vec::new();
            let mut picks = self.picks(&(desk.offers)(&sheet, None).subjects, rng);
            let mut at = 0;
            while let Some(picked) = picks.get(at).cloned() {
                at += 1;
                let Offers { offers, .. } = (desk.offers)(&sheet, picked.as_deref());
                for offer in self.some(offers, rng) {
                    // Pages that this one leads to are pages of the same file.
                    if offer.edits.is_empty() && !picks.contains(&offer.pick) {
                        picks.push(offer.pick.clone());
                    }
                    next.extend(self.tries(desk, &text, (picked.as_deref(), &offer), &mut met));
                }
            }
            // A file that says something new leads further.
            let further = next.iter().any(|(fresh, _)| *fresh);
            next.retain(|(fresh, _)| *fresh || !further);
            let Some((_, one)) = rng.pick(&next) else { return met };
            text.clone_from(one);
        }
        met
    }

    /// Tries an offer: the file that it makes of a text if that has no error, and whether it says something new.
    pub(crate) fn tries(
        &self,
        desk: &Desk<'_>,
        text: &str,
        (picked, offer): (Option<&str>, &Offer),
        met: &mut Walk,
    ) -> Option<(bool, String)> {
        met.groups.insert(offer.group.to_string());
        met.tried += 1;
        let made = written(text, offer);
        if made == text {
            return None;
        }
        let root = tree(&made);
        let said = (desk.check)(&RawOrders::of(&root));
        // A seat at the beginning has answered nothing yet.
        let unanswered = |one: &Complaint| one.code == Common::Unanswered.code();
        let errors = || said.0.iter().filter(|one| one.kind() != Kind::Warning && !unanswered(one));
        let error = errors().find(|one| !(self.excused)(offer, one));
        assert!(
            error.is_none(),
            "{picked:?} is picked and taken is {offer:?}:\n{text}\nbecomes\n{made}\n{error:?}"
        );
        keys(&root, &mut met.keys);
        let fresh = met.parts.add(&root.plain_value(), &desk.asked);
        errors().next().is_none().then_some((fresh, made))
    }

    /// The subjects to pick in a file, and none for picking nothing.
    fn picks(&self, subjects: &[Subject], rng: &mut Rng) -> Vec<Option<String>> {
        let mut subjects: Vec<&Subject> = subjects.iter().collect();
        if self.subjects < subjects.len() {
            rng.shuffle(&mut subjects);
            // Of each kind one, then of each a second: whoever has orders already is another kind.
            let mut kinds: BTreeMap<(&str, bool), usize> = BTreeMap::new();
            subjects.sort_by_cached_key(|one| {
                let before = kinds.entry((one.group, one.ordered.is_some())).or_default();
                *before += 1;
                *before
            });
        }
        let some = subjects.into_iter().take(self.subjects).map(|one| Some(one.id.clone()));
        some.chain([None]).collect()
    }

    fn some(&self, mut offers: Vec<Offer>, rng: &mut Rng) -> Vec<Offer> {
        if self.choices.min(self.pages) < offers.len() {
            rng.shuffle(&mut offers);
            let mut taken: BTreeMap<(Cow<'static, str>, bool), usize> = BTreeMap::new();
            offers.retain(|offer| {
                let leads = offer.edits.is_empty();
                let before = taken.entry((offer.group.clone(), leads)).or_default();
                *before += 1;
                *before <= if leads { self.pages } else { self.choices }
            });
        }
        offers
    }
}

/// The text with what an offer adds, and a player's words where it asks for some.
pub(crate) fn written(text: &str, offer: &Offer) -> String {
    let write = |text: String, one: &Edit| {
        edit::edit(&text, one).unwrap_or_else(|why| panic!("{why}: {one:?}\n{text}"))
    };
    offer.written(WORDS).iter().fold(text.to_owned(), write)
}

fn tree(text: &str) -> Node {
    yaml::parse(text).unwrap_or_else(|complaints| panic!("{:?}\n{text}", complaints.0))
}

pub(crate) fn read(text: &str) -> RawOrders {
    RawOrders::of(&tree(text))
}

fn keys(node: &Node, all: &mut BTreeSet<String>) {
    for item in node.list().unwrap_or_default() {
        keys(item, all);
    }
    for (key, value) in node.map().unwrap_or_default() {
        all.insert(key.text.clone());
        keys(value, all);
    }
}
