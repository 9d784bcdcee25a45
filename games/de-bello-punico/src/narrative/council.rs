//! Chips, the throw for the first half of a turn, offers of a draw.

use super::{Teller, names};
use crate::events::{Event, Points, Sequence};
use crate::names::{CommandBox, Side};
use engine::story::{Clause, Lead, Np, Relation, Sentence, Situation};

const DRAW: u32 = 45;
const CHIPS: u32 = 13;
const INITIATIVE: u32 = 14;

impl Teller<'_> {
    /// Chips, the throw for the first half, offers of a draw.
    pub(super) fn council(&self) -> Vec<Situation> {
        let mut situations: Vec<Situation> = Vec::new();
        situations.extend(self.chips());
        situations.extend(self.initiative());
        for (n, one) in self.sequence() {
            if let Sequence::Draw { seat, offered } = one {
                let verb = if *offered { "offer" } else { "take back" };
                let what = if *offered { "a draw" } else { "its offer of a draw" };
                let clause = Clause::new(names::side(*seat), verb).object(what);
                let told = vec![Sentence::told(clause.clone(), &[n])];
                situations.push(Situation::new(DRAW, told).headline(clause.now()));
            }
        }
        situations
    }

    fn chips(&self) -> Option<Situation> {
        let mut told = Vec::new();
        let mut headline = None;
        for side in [Side::Carthage, Side::Rome] {
            let (mut events, mut boxes) = (Vec::new(), Vec::<(CommandBox, u8)>::new());
            for (n, event) in self.told.events() {
                let mut add = |place: CommandBox, count: u8| match boxes
                    .iter_mut()
                    .find(|(other, _)| *other == place)
                {
                    Some((_, sum)) => *sum += count,
                    None => boxes.push((place, count)),
                };
                match event {
                    Event::Points(Points::Chips { side: of, boxes, .. }) if *of == side => {
                        for (place, count) in boxes {
                            add(*place, *count);
                        }
                        events.push(n);
                    }
                    Event::Points(Points::Chip { side: of, place, .. }) if *of == side => {
                        add(*place, 1);
                        events.push(n);
                    }
                    _ => {}
                }
            }
            if boxes.is_empty() {
                continue;
            }
            let parts = boxes.iter().enumerate().map(|(at, (place, count))| {
                let count = Np::count(*count, "chip").tail(format!("on {}", name(*place)));
                if at == 0 { count } else { count.lead(Lead::Understood) }
            });
            let laid = Clause::new(names::side(side), "lay").object(Np::List(parts.collect()));
            headline = Some(if boxes.iter().map(|(_, count)| count).sum::<u8>() == 1 {
                laid.clone().now()
            } else {
                Clause::new(names::side(side), "lay").object("its chips").now()
            });
            told.push(Sentence::told(laid, &events));
        }
        if told.len() > 1 {
            headline =
                Some(Clause::new(Np::words("both sides"), "lay").object("their chips").now());
        }
        Some(Situation::new(CHIPS, told).headline(headline?))
    }

    fn initiative(&self) -> Option<Situation> {
        let choice = self.sequence().find_map(|(n, event)| match event {
            Sequence::Choice { winner, first, .. } => Some((n, *winner, *first)),
            _ => None,
        });
        let thrown = self.sequence().find_map(|(n, event)| match event {
            Sequence::Initiative { carthage, rome, winner } => {
                let (most, least) =
                    (carthage.total.max(rome.total), carthage.total.min(rome.total));
                Some((n, *winner, most, least))
            }
            _ => None,
        });
        let turn = format!("in turn {}", self.after.turn);
        let moves = |first: Side| {
            Clause::new(names::side(first), "move").with("first").with(turn.clone()).now()
        };
        let (sentence, headline) = match (thrown, choice) {
            (Some((n, winner, most, least)), choice) => {
                let throw = format!(
                    "by {} to {}",
                    names::few(usize::from(most)),
                    names::few(usize::from(least))
                );
                let won = Clause::new(names::side(winner), "win").object("the initiative");
                let headline = won.clone().now();
                let sentence = Sentence::told(won.with(throw), &[n]);
                match choice {
                    Some((n, _, first)) => {
                        (sentence.then(Relation::And, moves(first)).telling(&[n]), moves(first))
                    }
                    None => (sentence, headline),
                }
            }
            (None, Some((n, _, first))) => (Sentence::told(moves(first), &[n]), moves(first)),
            (None, None) => return None,
        };
        Some(Situation::new(INITIATIVE, vec![sentence]).headline(headline))
    }
}

/// The printed name of a box.
const fn name(place: CommandBox) -> &'static str {
    match place {
        CommandBox::Initiative => "Initiative",
        CommandBox::Combat => "Combat",
        CommandBox::Recovery => "Recovery",
        CommandBox::Cavalry => "Cavalry",
        CommandBox::Movement => "Movement",
        CommandBox::Furor => "Furor",
        CommandBox::Elephants => "Elephants",
        CommandBox::Fortuna => "Fortuna",
    }
}
