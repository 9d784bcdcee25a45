//! Orders given by hand: everything that is offered is lawful, and everything that can be ordered is offered.

use super::{FOLDER, deployed, loaded, setup, sheet};
use crate::orders::UnitState;
use engine::title::Play;
use engine::{BotStyle, Complaint, Dice, Kind, Offer, OpenPrompt, Rng, Seat, Slot, Step, Tempo};
use mutator::{Stroll, Walk};
use record::exchange::edit;
use std::collections::{BTreeMap, BTreeSet};

/// The codes of refusals that are found only by carrying out a whole list.
const DRY_RUN: [&str; 4] = ["E-ca-way", "E-ca-arc", "E-ca-far", "E-ca-onager"];

/// Keys and words that no offer writes.
const BEYOND: &[(&str, &str)] = &[
    ("ahead.place.draw", "a word about the game goes with the units that are due"),
    ("ahead.place.draw=accept", "the same"),
    ("ahead.place.draw=offer", "the same"),
    ("ahead.place.resign", "the same"),
    ("orders-muster.draw=accept", "before the first phase nobody can have offered a draw"),
    ("attack.at-will.pila=keep", "kept is what `at-will` means without the key"),
];

/// True if a mistake is in another entry than the one that was ordered: moves depend on each other, and a unit that
/// goes first may be in the way. Taking a move back may leave the entry itself without a way.
fn excused(offer: &Offer, one: &Complaint) -> bool {
    let edited = offer.edits.iter().any(|edit| {
        let path = &one.path.0;
        let list = path.iter().zip(&edit.at).all(|(step, key)| *step == Step::Key(key.clone()));
        let mut below = path.iter().skip(edit.at.len());
        list && match &edit.slot {
            Slot::Item(name) | Slot::Key(name) => {
                below.any(|step| *step == Step::Key(name.clone()))
            }
            Slot::Nth(at) => below.next() == Some(&Step::Index(*at)),
        }
    });
    // An army of one's own is made up type by type.
    if offer.group == "Units of this type" {
        return one.code == "E-ca-army";
    }
    let back = offer.chosen || offer.group == "This entry";
    DRY_RUN.contains(&one.code) && (back || !edited)
}

/// One file after the other would take minutes: much is tried beside one.
const STROLL: Stroll<'static> =
    Stroll { steps: 1, subjects: 2, choices: 3, pages: 2, excused: &excused };

/// Drafts that say nothing, to a prompt that asks for a map and to one for a list.
const EMPTY: &str = "orders: {}\n";
const NO_ENTRIES: &str = "orders: []\n";

/// Drafts by hand, beside which much is offered. What they say themselves is not counted as offered.
const DRAFTS: [&str; 3] = [
    "orders: [ve1: {to: [e6, {square: f6, when: su1 here}], when: ha1 here}, ha1: e4]\nahead: {attack: [at-will: {units: [ha1]}]}\n",
    "orders: [ve2: {to: [g4, h4], face: n}, ve1: {to: e5, when: su1 here}, ve1: {face: e}]\n",
    "orders: [ve1: n]\nstanding: {retreat: {default: [safest, e4]}}\n",
];

/// A game between built-in players, with the number of the next record.
struct Game {
    play: Box<dyn Play>,
    next: u32,
    rng: Rng,
}

impl Game {
    fn of(tempo: Tempo, options: &[(&str, &str)]) -> Self {
        let play = loaded().open(&setup("battle", tempo, options)).expect("lawful");
        Self { play, next: 1, rng: Rng::new(5) }
    }

    /// Files what the built-in player proposes for all who are asked, with something beside it.
    fn turn(&mut self, beside: &str) {
        self.file(|_, _, text| format!("{text}{beside}"));
    }

    /// The same, and the first who is asked offers a draw.
    fn offer_draw(&mut self) {
        let first = self.play.asked().first().expect("somebody is asked").seat.clone();
        self.file(|play, seat, text| {
            let offers = play.offers(seat, &sheet(text), None).offers;
            let word = offers.iter().find(|offer| offer.words == "Offer a draw");
            let word = word.filter(|_| *seat == first);
            word.map_or_else(|| text.to_owned(), |word| written(text, word))
        });
        assert_eq!(self.play.outcome(), None, "an offer alone ends nothing");
    }

    fn file(&mut self, say: impl Fn(&dyn Play, &Seat, &str) -> String) {
        let play = self.play.as_ref();
        let asked: BTreeSet<Seat> = play.asked().into_iter().map(|one| one.seat).collect();
        let mut filed = BTreeMap::new();
        for seat in asked {
            let text = play.propose(&seat, BotStyle::Sensible, &mut self.rng);
            let text = say(play, &seat, &text);
            filed.insert(seat, sheet(&text));
        }
        let turned = self.play.turn(self.next, &filed, &BTreeSet::new(), &mut Dice::none());
        turned.expect("it resolves");
        self.next += 1;
    }

    /// Plays on until somebody is asked a prompt that `here` accepts.
    fn until(&mut self, here: impl Fn(&dyn Play, &OpenPrompt) -> bool) {
        while self.next < 120 && self.play.outcome().is_none() {
            if self.play.asked().iter().any(|asked| here(self.play.as_ref(), asked)) {
                return;
            }
            self.turn("");
        }
        panic!("it never comes to that");
    }

    /// Walks from those of these drafts that are lawful for a seat that is asked now; at least one must be.
    fn walk(&mut self, drafts: &[String], met: &mut Walk) {
        let before = met.tried;
        let mut why = Vec::new();
        for one in self.play.asked() {
            for draft in drafts {
                let said = self.play.check(&one.seat, &sheet(draft));
                if said.0.iter().all(|one| one.kind() == Kind::Warning) {
                    met.join(STROLL.walk(self.play.as_ref(), &one.seat, &mut self.rng, draft));
                } else {
                    why.push(format!("{}: {draft}{said}", one.seat));
                }
            }
        }
        assert!(met.tried > before || drafts.is_empty(), "none is lawful: {}", why.join("\n"));
    }

    /// Drafts that take the first choice under a heading for one of the units that have it.
    fn with(&self, group: &str) -> Vec<String> {
        let seat = self.play.asked().first().expect("somebody is asked").seat.clone();
        let found = first(self.play.as_ref(), &seat, group);
        found.into_iter().take(2).collect()
    }
}

/// A draft for each unit that has a choice under a heading, with the first such choice.
fn first(play: &dyn Play, seat: &Seat, group: &str) -> Vec<String> {
    let draft = sheet(NO_ENTRIES);
    let units = play.offers(seat, &draft, None).subjects.into_iter();
    let offers = units.flat_map(|unit| {
        let offers = play.offers(seat, &draft, Some(&unit.id)).offers.into_iter();
        offers.filter(|offer| offer.group == group).take(1).collect::<Vec<_>>()
    });
    offers.map(|offer| written(NO_ENTRIES, &offer)).collect()
}

fn written(text: &str, offer: &Offer) -> String {
    let write = |text: String, one| edit::edit(&text, one).expect("a draft can be edited");
    offer.edits.iter().fold(text.to_owned(), write)
}

/// Set-ups: with the army, after it, or by turns.
fn set_ups(met: &mut Walk) {
    for (tempo, placement) in [(Tempo::Brisk, "blind"), (Tempo::Full, "blind"), (Tempo::Full, "4")]
    {
        let agreed = [("veterans", "2"), ("placement", placement)];
        let mut game = Game::of(tempo, &agreed);
        game.walk(&[EMPTY.to_owned()], met);
        game.offer_draw();
        // In tempo full both sides are asked once more, one after the other where they place by turns.
        for _ in 0..if tempo == Tempo::Full { 2 } else { 0 } {
            // Units are due, so that no file can be empty.
            let seat = game.play.asked().first().expect("a side is asked").seat.clone();
            let placed = game.play.propose(&seat, BotStyle::Sensible, &mut game.rng);
            game.walk(&[EMPTY.to_owned(), placed], met);
            game.turn("");
        }
    }
    // Terrain has games of its own, or a walk would seldom come to it among all else that can be laid.
    for tempo in [Tempo::Brisk, Tempo::Full] {
        for terrain in [("hills", "2"), ("plateaus", "1")] {
            Game::of(tempo, &[terrain]).walk(&[EMPTY.to_owned()], met);
        }
    }
}

/// Moves and attacks, with what is in force and a draw that was offered.
fn battles(met: &mut Walk) {
    for tempo in [Tempo::Brisk, Tempo::Full] {
        let mut game = Game::of(tempo, &[]);
        let asks =
            |name: &'static str| move |_: &dyn Play, asked: &OpenPrompt| asked.prompt == name;
        game.until(asks("move"));
        game.walk(&DRAFTS.map(str::to_owned), &mut Walk::default());
        for group in ["Move", "Face"] {
            game.walk(&game.with(group), met);
        }
        game.turn("standing: {retreat: {default: [safest]}, attack: {mode: none}}\n");
        game.until(asks("move"));
        game.turn("standing: {retreat: {default: [safest]}, attack: {mode: none}}\n");
        game.until(asks("move"));
        game.walk(&[NO_ENTRIES.to_owned()], met);
        for group in ["Attack on the way", "Charge"] {
            game.until(|play, asked| {
                asked.prompt == "move" && !first(play, &asked.seat, group).is_empty()
            });
            game.walk(&game.with(group), met);
        }
        game.walk(&game.with("Attack"), met);
        game.offer_draw();
        // The other side's moves come next, and in tempo full their attacks.
        game.until(asks("move"));
        game.walk(&[NO_ENTRIES.to_owned()], met);
        let other = game.play.asked().first().expect("a side moves").seat.clone();
        if tempo == Tempo::Full {
            game.until(|_, asked| asked.prompt == "attack" && asked.seat == other);
            game.walk(&[NO_ENTRIES.to_owned()], met);
        }
    }
    let mut game = Game::of(Tempo::Full, &[]);
    for name in ["attack", "retreat"] {
        game.until(|_, asked| asked.prompt == name);
        game.walk(&[NO_ENTRIES.to_owned(), EMPTY.to_owned()], met);
        game.walk(&game.with("Attack"), met);
    }
}

#[test]
fn what_is_offered_is_lawful_and_every_kind_of_order_is_offered() {
    let mut met = Walk::default();
    set_ups(&mut met);
    battles(&mut met);
    assert!(met.tried > 1000, "only {} offers were tried", met.tried);
    let schema = FOLDER.text("schema/orders.json");
    let schema = serde_json::from_str(&schema).expect("it is JSON");
    let missing = met.parts.missing(&schema, &[], BEYOND);
    assert!(missing.is_empty(), "never offered: {missing:#?}\nof {:?}", met.groups);
}

#[test]
fn every_unit_is_placed_by_hand_the_general_too() {
    let play = loaded().open(&setup("battle", Tempo::Brisk, &[])).expect("lawful");
    let draft = sheet(EMPTY);
    for seat in ["rome", "carthage"].map(Seat::new) {
        let subjects = play.offers(&seat, &draft, None).subjects;
        let ids: BTreeSet<&str> = subjects.iter().map(|one| one.id.as_str()).collect();
        assert_eq!(ids.len(), subjects.len(), "two are called alike");
        let units: Vec<_> = subjects.iter().filter(|one| one.group == "Units").collect();
        assert_eq!(units.len(), 16, "{seat}");
        for unit in units {
            let offers = play.offers(&seat, &draft, Some(&unit.id)).offers;
            let placed = offers.iter().any(|offer| offer.spot.is_some());
            assert!(placed, "{} cannot be placed: {offers:?}", unit.words);
        }
    }
}

#[test]
fn every_condition_of_a_move_a_square_and_a_target_is_offered() {
    let play = deployed();
    let rome = Seat::new("rome");
    let draft = sheet(
        "orders: [ve1: {attack: {at: d5, target: su1}, to: e6}]\nahead: {attack: [ve1: su1]}\n",
    );
    for (path, of_target) in [
        ("/move/0/when/su1", false),
        ("/move/0/to/0/ve2", false),
        ("/move/0/attack/at/0/su1", false),
        ("/move/0/attack/target/0", true),
        ("/attack/0/when/su1", false),
        ("/attack/0/target/0", true),
    ] {
        let offers = play.offers(&rome, &draft, Some(path)).offers;
        let values = offers.iter().flat_map(|offer| &offer.edits).map(|edit| &edit.value);
        let written: Vec<String> = values.flatten().map(ToString::to_string).collect();
        let states = UnitState::WORDS.iter().filter(|word| of_target || **word != "breaks");
        for state in states.map(|word| (*word).to_owned()).chain(["at e5".to_owned()]) {
            for test in [format!("not {state}"), state] {
                let ends = [format!(" {test}\""), format!("\"{test}\"")];
                let said = |text: &String| ends.iter().any(|end| text.contains(end));
                assert!(written.iter().any(said), "{path} never offers `{test}`");
            }
        }
    }
}

#[test]
fn terrain_is_laid_square_by_square_until_there_is_no_more() {
    let agreed = [("hills", "2"), ("plateaus", "1")];
    let play = loaded().open(&setup("battle", Tempo::Brisk, &agreed)).expect("lawful");
    let carthage = Seat::new("carthage");
    let mut text = "orders: {}\n".to_owned();
    // Two rows of twelve squares lie open; what is full offers only what can be given back.
    for (picked, offered, left) in [("hills", 24, 1), ("hills", 24, 2), ("plateaus", 22, 1)] {
        let offers = play.offers(&carthage, &sheet(&text), Some(picked)).offers;
        assert_eq!(offers.len(), offered, "{picked} in {text}");
        let free = offers.iter().find(|offer| !offer.chosen).expect("a free square");
        text = written(&text, free);
        let offers = play.offers(&carthage, &sheet(&text), Some(picked)).offers;
        assert_eq!(offers.iter().filter(|offer| offer.chosen).count(), left, "{picked} in {text}");
        let said = play.check(&carthage, &sheet(&text));
        assert!(said.0.iter().all(|one| one.kind() == Kind::Warning), "{text}\n{:?}", said.0);
    }
    assert_eq!(play.offers(&carthage, &sheet(&text), Some("plateaus")).offers.len(), 1);
    let none = loaded().open(&setup("battle", Tempo::Brisk, &[])).expect("lawful");
    let subjects = none.offers(&carthage, &sheet("orders: {}\n"), None).subjects;
    assert!(subjects.iter().all(|subject| subject.id != "hills"), "nobody lays any");
    // Terrain on a square where none may lie can be taken back by hand, also in a game without any.
    for play in [play, none] {
        let text = "orders: {hills: [a1, a1]}\n";
        let draft = sheet(text);
        let subjects = play.offers(&carthage, &draft, None).subjects;
        assert!(subjects.iter().any(|subject| subject.id == "hills"), "{subjects:?}");
        let offers = play.offers(&carthage, &draft, Some("hills")).offers;
        let back: Vec<&Offer> = offers.iter().filter(|offer| offer.words == "a1").collect();
        let [back] = back[..] else { panic!("a1 is offered once: {offers:?}") };
        assert!(back.chosen);
        let text = written(text, back);
        let said = play.check(&carthage, &sheet(&text));
        assert!(said.0.iter().all(|one| one.kind() == Kind::Warning), "{text}\n{:?}", said.0);
    }
}

#[test]
fn the_rank_of_a_veteran_goes_over_once_all_are_named() {
    let play = loaded().open(&setup("battle", Tempo::Brisk, &[("veterans", "2")])).expect("lawful");
    let rome = Seat::new("rome");
    let mut text = "orders: {}\n".to_owned();
    let units: Vec<_> = play
        .offers(&rome, &sheet(&text), None)
        .subjects
        .into_iter()
        .filter(|subject| !play.offers(&rome, &sheet(&text), Some(&subject.id)).offers.is_empty())
        .collect();
    let mut named = 0;
    for unit in &units {
        let offers = play.offers(&rome, &sheet(&text), Some(&unit.id)).offers;
        let Some(rank) = offers.into_iter().find(|offer| offer.words.starts_with("Veteran")) else {
            continue;
        };
        // Two are named already, as the armies come.
        assert!(rank.chosen || rank.words.contains("instead of"), "{}", rank.words);
        text = rank.edits.iter().fold(text, |text, one| edit::edit(&text, one).expect("it fits"));
        named += 1;
        let said = play.check(&rome, &sheet(&text));
        let wrong =
            said.0.iter().find(|one| one.kind() != Kind::Warning && one.code == "E-ca-veteran");
        assert!(wrong.is_none(), "{text}\n{wrong:?}");
    }
    assert!(named > 3, "only {named} units were offered the rank:\n{text}");
}
