//! Answers to the questions of the record before: what the side that was asked did.

use super::{Teller, names};
use crate::asked::{Asked, Query};
use crate::events::{Combat, Event, Points};
use crate::names::{CommandBox, Id};
use engine::story::{Clause, Np, Phrase, Sentence, Situation};

const ANSWER: u32 = 7;

impl Teller<'_> {
    /// Tells what was decided since the last record, in front of what came of it.
    pub(super) fn answered(&self, situations: &mut Vec<Situation>) {
        let Some(asked) = &self.before.asked else { return };
        let told = match &asked.query {
            Query::Defend { attacker, target, command, support } => {
                self.helped(asked, (*attacker, *target), *command, !support.is_empty())
            }
            Query::Pursuit { unit, fugitive } => self.pursuit(*unit, *fugitive),
            Query::Fortuna { .. } => self.thrown_again(asked),
            Query::Withdraw { .. }
            | Query::Furious { .. }
            | Query::Advance { .. }
            | Query::Leader { .. }
            | Query::Roll { .. } => None,
        };
        let Some((n, told)) = told else { return };
        let cites = |one: &Sentence| one.events.contains(&n);
        match situations.iter_mut().find(|one| one.sentences.iter().any(cites)) {
            Some(_) if matches!(asked.query, Query::Pursuit { .. }) => {}
            Some(situation) => situation.sentences.insert(0, told),
            None => {
                let headline = told.main.clone().now();
                situations.push(Situation::new(ANSWER, vec![told]).headline(headline));
            }
        }
    }

    /// The help that a unit got against an attack.
    fn helped(
        &self,
        asked: &Asked,
        pair: (Id, Id),
        command: bool,
        support: bool,
    ) -> Option<(u32, Sentence)> {
        let act = self.facts.attacks().find(|act| act.pair() == Some(pair) && act.fought())?;
        let effort = &act.fight.as_ref()?.defender;
        let mut parts: Vec<Np> = Vec::new();
        if command && effort.modifiers.iter().any(|part| part.what == "command") {
            parts.push("a Combat point".into());
        }
        if support && !effort.support.is_empty() {
            let friends = self.names.units(effort.support.iter().copied());
            parts.push(Np::from(friends).headed("the support of", false));
        }
        let help = match parts.len() {
            0 => "no help".into(),
            1 => parts.remove(0),
            _ => Np::List(parts),
        };
        let gave = Clause::new(names::side(asked.side), "give").object(self.names.unit(pair.1));
        Some((act.n(), Sentence::told(gave.with(Phrase::Extent(help)), &act.events)))
    }

    /// Whether horse rode after horse.
    fn pursuit(&self, unit: Id, fugitive: Id) -> Option<(u32, Sentence)> {
        let clause = Clause::new(self.names.unit(unit), "pursue").object(self.names.unit(fugitive));
        self.told.events().find_map(|(n, event)| match event {
            Event::Combat(Combat::Pursuit { unit: by, .. }) if *by == unit => {
                Some((n, Sentence::told(clause.clone(), &[n])))
            }
            Event::Combat(Combat::Hold { unit: by, .. }) if *by == unit => {
                Some((n, Sentence::told(clause.clone().denied(), &[n])))
            }
            _ => None,
        })
    }

    fn thrown_again(&self, asked: &Asked) -> Option<(u32, Sentence)> {
        let (n, _) = self.told.events().find(|(_, event)| {
            matches!(event, Event::Points(Points::Used { side, place: CommandBox::Fortuna, .. })
                if *side == asked.side)
        })?;
        let clause = Clause::new(names::side(asked.side), "throw").object("the die").with("again");
        Some((n, Sentence::told(clause, &[n])))
    }
}
