//! A player of any title who orders by hand: takes what is offered, one offer after the other.

use engine::title::{Play, RawOrders};
use engine::{Kind, Node, Offers, Rng, Seat, Subject};
use record::exchange::{edit, yaml};
use std::collections::{BTreeMap, BTreeSet};

/// What a walk through offers met.
#[derive(Clone, Debug, Default)]
pub struct Walk {
    /// The headings of all offers.
    pub groups: BTreeSet<String>,
    /// All keys of the files that they made.
    pub keys: BTreeSet<String>,
    /// How many offers were tried.
    pub tried: usize,
}

impl Walk {
    /// Adds what another walk met.
    pub fn join(&mut self, other: Self) {
        self.groups.extend(other.groups);
        self.keys.extend(other.keys);
        self.tried += other.tried;
    }

    /// Asserts that each of these keys and words stood in some file.
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

/// Beginning with a draft, `standing: ...` or nothing, tries everything that is offered for everything that can be picked, takes one of it, and
/// so on for `steps` files.
///
/// # Panics
/// An offer makes a file that has an error.
pub fn walk(play: &dyn Play, seat: &Seat, rng: &mut Rng, steps: usize, draft: &str) -> Walk {
    stroll(play, seat, rng, steps, draft, usize::MAX)
}

/// As [`walk`], with no more than `most` of what can be picked in each file, by chance, something of each kind first.
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
    let mut met = Walk::default();
    let mut text = format!("game: walked\n{draft}");
    for _ in 0..steps {
        let sheet = read(&text);
        let all = play.offers(seat, &sheet, None);
        let mut next = Vec::new();
        let mut subjects: Vec<&Subject> = all.subjects.iter().collect();
        if most < subjects.len() {
            rng.shuffle(&mut subjects);
            // Of each kind one, then of each a second: whoever has orders already is another kind.
            let mut kinds: BTreeMap<(&str, bool), usize> = BTreeMap::new();
            subjects.sort_by_cached_key(|one| {
                let before = kinds.entry((one.group, one.ordered.is_some())).or_default();
                *before += 1;
                *before
            });
        }
        let some = subjects.into_iter().take(most).map(|one| Some(one.id.clone()));
        let mut picks: Vec<Option<String>> = some.chain([None]).collect();
        let mut at = 0;
        while let Some(picked) = picks.get(at).cloned() {
            at += 1;
            let Offers { offers, .. } = play.offers(seat, &sheet, picked.as_deref());
            for offer in offers {
                // Pages that this one leads to are pages of the same file.
                if offer.edits.is_empty() && !picks.contains(&offer.pick) {
                    picks.push(offer.pick.clone());
                }
                let made = offer.edits.iter().fold(text.clone(), |text, one| {
                    edit::edit(&text, one).unwrap_or_else(|why| panic!("{why}: {one:?}\n{text}"))
                });
                let said = play.check(seat, &read(&made));
                let error = said.0.iter().find(|one| one.kind != Kind::Warning);
                assert!(
                    error.is_none(),
                    "{seat} picks {picked:?} and takes {offer:?}:\n{text}\nbecomes\n{made}\n{error:?}"
                );
                met.groups.insert(offer.group.to_string());
                keys(&tree(&made), &mut met.keys);
                met.tried += 1;
                if made != text {
                    next.push(made);
                }
            }
        }
        let Some(one) = rng.pick(&next) else { return met };
        text.clone_from(one);
    }
    met
}

fn tree(text: &str) -> Node {
    yaml::parse(text).unwrap_or_else(|complaints| panic!("{:?}\n{text}", complaints.0))
}

fn read(text: &str) -> RawOrders {
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
