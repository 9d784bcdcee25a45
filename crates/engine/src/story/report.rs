//! A report made of situations: what leads, what follows, and under which headline. The same for all titles.

use super::clause::{Clause, Entity, Phrase, Text, change_names, change_phrase};
use super::sentence::Sentence;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// From this weight on a situation has a paragraph of its own.
pub const APART: u32 = 60;

/// Events that make one point, told from cause to result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Situation {
    /// The importance, by what changed: the score, a capital, a commander.
    pub weight: u32,
    /// The sentences that tell it.
    pub sentences: Vec<Sentence>,
    /// The headline, should this lead.
    pub headline: Option<Clause>,
    /// Light situations of one place share a paragraph; empty where none matters.
    pub place: Text,
    /// The number of its first event.
    pub order: u32,
    /// A few words before the paragraph that it begins; empty if there are none.
    pub run_in: Text,
}

impl Situation {
    /// A situation, from the first event that it tells.
    pub fn new(weight: u32, sentences: Vec<Sentence>) -> Self {
        let order = sentences.iter().filter_map(|one| one.events.first()).copied().min();
        Self {
            weight,
            sentences,
            headline: None,
            place: Cow::Borrowed(""),
            order: order.unwrap_or(u32::MAX),
            run_in: Cow::Borrowed(""),
        }
    }

    /// The same situation with a headline.
    #[must_use]
    pub fn headline(self, headline: Clause) -> Self {
        Self { headline: Some(headline), ..self }
    }

    /// The same situation at a place.
    #[must_use]
    pub fn at(self, place: impl Into<Text>) -> Self {
        Self { place: place.into(), ..self }
    }

    /// With a few words before it.
    #[must_use]
    pub fn run_in(self, words: &'static str) -> Self {
        Self { run_in: Cow::Borrowed(words), ..self }
    }
}

/// Sentences that stand together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Paragraph {
    /// A few words before it; empty if there are none.
    #[serde(default)]
    pub run_in: Text,
    /// The sentences, in order.
    pub sentences: Vec<Sentence>,
}

/// All that is told of a record, in the order in which it is told.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// One clause, or two.
    pub headline: Vec<Clause>,
    /// Both sides, each with what it needs.
    pub score: Vec<Sentence>,
    /// The body of the report, the decisive events first.
    pub paragraphs: Vec<Paragraph>,
    /// The losses of the record.
    pub losses: Vec<Sentence>,
    /// The decisions that come next, and who must take them.
    pub next: Vec<Sentence>,
    /// The weight of what leads.
    pub weight: u32,
}

impl Report {
    /// All sentences, in the order in which they are told.
    pub fn sentences(&self) -> impl Iterator<Item = &Sentence> {
        let body = self.paragraphs.iter().flat_map(|paragraph| &paragraph.sentences);
        self.score.iter().chain(body).chain(&self.losses).chain(&self.next)
    }

    /// Calls those who sit at the table by their players' names; `players` holds them by seat.
    pub fn call(&mut self, players: &BTreeMap<String, String>) {
        let mut name = |who: &mut Entity| {
            if let Some(player) = players.get(&who.key).filter(|_| who.person) {
                who.full.clone_from(player);
            }
        };
        self.headline.iter_mut().for_each(|clause| change_names(clause, &mut name));
        let body = self.paragraphs.iter_mut().flat_map(|paragraph| &mut paragraph.sentences);
        let all = self.score.iter_mut().chain(body).chain(&mut self.losses).chain(&mut self.next);
        for sentence in all {
            change_names(&mut sentence.main, &mut name);
            sentence.more.iter_mut().for_each(|(_, clause)| change_names(clause, &mut name));
            sentence.front.iter_mut().for_each(|front| change_phrase(front, &mut name));
        }
    }
}

/// Situations as paragraphs: the heaviest first, then the other heavy ones by weight, then the lighter ones by place,
/// in order of time. Short and light situations share the last paragraph.
pub fn plot(situations: Vec<Situation>) -> Vec<Paragraph> {
    let mut live: Vec<Situation> =
        situations.into_iter().filter(|one| !one.sentences.is_empty()).collect();
    live.sort_by_key(|one| (Reverse(one.weight), one.order));
    let mut paragraphs: Vec<(u32, Vec<Situation>)> = Vec::new();
    let mut places: Vec<Vec<Situation>> = Vec::new();
    for one in live {
        if paragraphs.is_empty() || one.weight >= APART {
            paragraphs.push((one.weight, vec![one]));
        } else if let Some(there) = places.iter_mut().find(|there| there[0].place == one.place) {
            there.push(one);
        } else {
            places.push(vec![one]);
        }
    }
    for mut there in places {
        let weight = there[0].weight;
        there.sort_by_key(|one| one.order);
        let count =
            |group: &[Situation]| group.iter().map(|one| one.sentences.len()).sum::<usize>();
        let more_than_the_lead = paragraphs.len() > 1;
        match paragraphs.last_mut() {
            Some((last, group))
                if more_than_the_lead
                    && *last < APART
                    && count(&there) <= 2
                    && count(group) <= 3 =>
            {
                group.extend(there);
            }
            _ => paragraphs.push((weight, there)),
        }
    }
    let paragraph = |(_, group): (u32, Vec<Situation>)| Paragraph {
        run_in: group[0].run_in.clone(),
        sentences: group.into_iter().flat_map(|one| one.sentences).collect(),
    };
    paragraphs.into_iter().map(paragraph).collect()
}

/// Those situations that have a headline, the heaviest first.
pub fn headlines(situations: &[Situation]) -> Vec<&Situation> {
    let mut ranked: Vec<&Situation> =
        situations.iter().filter(|one| one.headline.is_some()).collect();
    ranked.sort_by_key(|one| (Reverse(one.weight), one.order));
    ranked
}

/// Names the place once, in front of a paragraph's first sentence, if all events that the paragraph tells have one
/// place. `places` holds the places of events.
pub fn place(paragraphs: &mut [Paragraph], places: &BTreeMap<u32, &'static str>) {
    let mut said: Option<&'static str> = None;
    for paragraph in paragraphs {
        for (at, sentence) in paragraph.sentences.iter_mut().enumerate() {
            if let Some(own) = places.values().find(|place| says(sentence, place)).copied() {
                let front = sentence.front.as_ref() == Some(&Phrase::from(own));
                if front && said == Some(own) {
                    sentence.front = None;
                }
                said = Some(own);
                continue;
            }
            let mut here = sentence.events.iter().filter_map(|n| places.get(n));
            let first = here.next().copied().filter(|first| here.all(|place| place == first));
            if let Some(first) = first
                && at == 0
                && said != Some(first)
                && sentence.front.is_none()
            {
                sentence.front = Some(Phrase::from(first));
                said = Some(first);
            }
        }
    }
}

fn says(sentence: &Sentence, place: &str) -> bool {
    let here = |phrase: &Phrase| matches!(phrase, Phrase::Words(text) if text.contains(place));
    sentence.front.iter().any(here) || sentence.clauses().any(|clause| clause.rest.iter().any(here))
}

#[cfg(test)]
mod tests {
    use super::super::sentence::Relation;
    use super::*;

    fn situation(weight: u32, event: u32, place: &'static str) -> Situation {
        let sentence = Sentence::told(Clause::new("the line", "hold"), &[event]);
        Situation::new(weight, vec![sentence]).at(place)
    }

    fn events(paragraphs: &[Paragraph]) -> Vec<Vec<u32>> {
        let of = |paragraph: &Paragraph| {
            paragraph.sentences.iter().flat_map(|one| one.events.clone()).collect()
        };
        paragraphs.iter().map(of).collect()
    }

    #[test]
    fn the_heaviest_leads_and_what_is_light_stands_together_by_place() {
        let told = plot(vec![
            situation(8, 1, "left"),
            situation(70, 2, "right"),
            situation(140, 9, "left"),
            situation(6, 3, "right"),
            situation(7, 4, "left"),
        ]);
        assert_eq!(events(&told), [vec![9], vec![2], vec![1, 4, 3]]);
    }

    #[test]
    fn a_place_is_said_once_where_all_that_is_told_happened_there() {
        let paragraph = |events: &[u32]| Paragraph {
            sentences: vec![Sentence::told(Clause::new("the line", "hold"), events)],
            ..Paragraph::default()
        };
        let mut told = [paragraph(&[1]), paragraph(&[2]), paragraph(&[1, 3]), paragraph(&[3])];
        let places = [(1, "on the left"), (2, "on the left"), (3, "on the right")];
        place(&mut told, &places.into_iter().collect());
        let fronts: Vec<bool> = told.iter().map(|one| one.sentences[0].front.is_some()).collect();
        assert_eq!(fronts, [true, false, false, true]);
    }

    #[test]
    fn who_sits_at_the_table_is_called_by_the_player_s_name() {
        let consul = || Entity::person("r1", "Rome's first general");
        let clause = || Clause::new(consul(), "march").prep("against", Entity::new("c1", "c1"));
        let mut report = Report {
            headline: vec![clause()],
            next: vec![Sentence::stands(clause()).then(Relation::And, clause())],
            ..Report::default()
        };
        report.call(&BTreeMap::from(["r1", "c1"].map(|seat| (seat.into(), "Fabius".into()))));
        let called = |clause: &Clause| -> Vec<String> {
            clause.names().into_iter().map(|who| who.full.clone()).collect()
        };
        let all = report.headline.iter().chain(report.next[0].clauses());
        assert!(all.map(called).all(|names| names == ["Fabius", "c1"]));
    }

    #[test]
    fn what_nothing_is_said_of_is_no_paragraph() {
        assert!(plot(vec![Situation::new(90, Vec::new())]).is_empty());
    }
}
