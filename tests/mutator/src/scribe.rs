//! A player of any title who orders by hand page by page, where walks by chance would take minutes to come by them all.

use crate::hands::{Desk, read, written};
use crate::{Stroll, Walk};
use engine::title::Play;
use engine::{Hand, Offer, Seat};

/// Somebody who writes orders by hand: starts with nothing, and takes what is offered.
pub struct Scribe<'a> {
    desk: Desk<'a>,
    stroll: Stroll<'a>,
    text: String,
    met: Walk,
}

impl<'a> Scribe<'a> {
    pub fn of(play: &'a dyn Play, seat: &'a Seat) -> Self {
        Self::at(Desk::of(play, seat))
    }

    /// With a hand, such as one that was dealt for the purpose.
    pub fn of_hand(hand: &'a dyn Hand) -> Self {
        Self::at(Desk::of_hand(hand))
    }

    fn at(desk: Desk<'a>) -> Self {
        let (text, met) = ("game: written\n".to_owned(), Walk::default());
        Self { desk, stroll: Stroll::whole(1), text, met }
    }

    /// Takes the first offer of a page whose heading and words begin with these.
    ///
    /// # Panics
    /// Nothing leads to the page, or it has no such offer.
    #[track_caller]
    #[must_use]
    pub fn takes(mut self, page: &str, group: &str, words: &str) -> Self {
        self.led(page);
        let offers = self.offers(page);
        let so = |offer: &&Offer| offer.group.starts_with(group) && offer.words.starts_with(words);
        let Some(offer) = offers.iter().find(so) else {
            let all: Vec<_> = offers.iter().map(|one| (&one.group, &one.words)).collect();
            panic!("`{page}` offers no {group}: {words} of {all:?}\nin {}", self.text);
        };
        let made = self.stroll.tries(&self.desk, &self.text, (Some(page), offer), &mut self.met);
        self.text = made.map_or_else(|| written(&self.text, offer), |(_, made)| made);
        self
    }

    /// Tries each offer of these pages by itself, on the file as it stands.
    ///
    /// # Panics
    /// Nothing leads to a page, it offers nothing, or an offer makes a file that has an error.
    #[track_caller]
    #[must_use]
    pub fn tries(mut self, pages: &[&str]) -> Self {
        for page in pages {
            self.led(page);
            let offers = self.offers(page);
            assert!(!offers.is_empty(), "`{page}` offers nothing in {}", self.text);
            for offer in &offers {
                let _ =
                    self.stroll.tries(&self.desk, &self.text, (Some(page), offer), &mut self.met);
            }
        }
        self
    }

    pub fn leads(&self, page: &str) -> Vec<String> {
        self.offers(page).into_iter().filter_map(|offer| offer.pick).collect()
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn met(self) -> Walk {
        self.met
    }

    /// The offers of a page; the page with an empty name is the one where nothing is picked.
    fn offers(&self, page: &str) -> Vec<Offer> {
        let picked = Some(page).filter(|page| !page.is_empty());
        (self.desk.offers)(&read(&self.text), picked).offers
    }

    /// Asserts that this page can be reached by picking a subject, or nothing, and following what leads on.
    #[track_caller]
    fn led(&self, page: &str) {
        let mut page = page;
        let subjects = (self.desk.offers)(&read(&self.text), None).subjects;
        while !page.is_empty() && subjects.iter().all(|subject| subject.id != page) {
            let leads =
                |up: &&str| self.offers(up).iter().any(|offer| offer.pick.as_deref() == Some(page));
            let ups = page.rmatch_indices(['/', '~']).map(|(at, _)| &page[..at]);
            let up = ups.filter(|up| !up.is_empty()).chain([""]).find(leads);
            page = up.unwrap_or_else(|| panic!("nothing leads to `{page}` in {}", self.text));
        }
    }
}
