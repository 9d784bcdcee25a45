//! Speaks lines: chooses among the phrases of a family and fills their gaps.
//!
//! The choice follows from the game, the record's number and what has been said in this report, never from a clock, dice
//! or anything hidden: who tells a record again says the same.

use super::catalogue::{Catalogue, Family, Piece};
use super::passage::{Measure, Passage, Sentence, TOLD};
use crate::report::Language;
use crate::report::escape;
use crate::report::words::{mix, roman};
use engine::story::{Gap, Line};
use std::collections::{BTreeMap, BTreeSet};

/// Sentences back that should not begin with the same word; the last of them must not, where that can be helped.
const OPENINGS: usize = 3;

/// Words of a sentence that counts as short.
const SHORT: usize = 7;

/// The golden section of a round, and the round.
const GOLDEN: u64 = 618;
const ROUND: u64 = 1000;

/// One who speaks.
#[derive(Clone)]
pub(super) struct Speaker<'a> {
    language: Language,
    catalogue: &'a Catalogue,
    /// The players' names, by seat.
    players: &'a BTreeMap<String, String>,
    game: &'a str,
    number: u32,
    /// Phrases of a family that have been used since all had been.
    used: BTreeMap<String, Vec<usize>>,
    /// Families of nouns that this report has named.
    named: BTreeSet<String>,
    /// First words of the last sentences.
    openings: Vec<String>,
    shape: Option<Shape>,
}

/// How a sentence is built.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// Whoever acts comes first.
    Subject,
    /// Seven words at most.
    Short,
    /// Anything else first: a place, a time, a participle.
    Other,
}

/// What has been filled in: the text, and whether it speaks of several.
struct Filled {
    text: String,
    several: bool,
}

impl<'a> Speaker<'a> {
    /// One who tells record `number` of a game.
    pub(super) fn new(
        language: Language,
        catalogue: &'a Catalogue,
        players: &'a BTreeMap<String, String>,
        game: &'a str,
        number: u32,
    ) -> Self {
        let (used, named) = (BTreeMap::new(), BTreeSet::new());
        let (openings, shape) = (Vec::new(), None);
        Self { language, catalogue, players, game, number, used, named, openings, shape }
    }

    /// Sentences, one after another.
    ///
    /// # Errors
    /// The family that is not there, or that has no phrase for these gaps.
    pub(super) fn sentences(&mut self, lines: &[Line]) -> Result<String, String> {
        let mut passage = Passage::default();
        self.tell(&mut passage, lines, TOLD)?;
        Ok(passage.text())
    }

    /// Adds sentences to a passage.
    ///
    /// # Errors
    /// As for sentences.
    pub(super) fn tell(
        &mut self,
        passage: &mut Passage,
        lines: &[Line],
        measure: Measure,
    ) -> Result<(), String> {
        for line in lines {
            let sentence = self.sentence(line, passage, measure)?;
            let opening = opening_of(&sentence.text).to_owned();
            if !passage.add(sentence, self.language.and(), measure) {
                self.openings.push(opening);
            }
        }
        Ok(())
    }

    /// One sentence, which joins the one before it or does not begin as it did, where that can be helped.
    fn sentence(
        &mut self,
        line: &Line,
        passage: &Passage,
        measure: Measure,
    ) -> Result<Sentence, String> {
        let family = self.family(&line.family)?;
        let order = self.order(&line.family, family).into_iter();
        let mut all: Vec<(usize, Sentence)> =
            order.filter_map(|at| Some((at, self.phrased(&family.phrases[at], line)?))).collect();
        let begun = |text: &str, back: usize| {
            let mut last = self.openings.iter().rev().take(back);
            last.any(|opening| opening == opening_of(text))
        };
        let alike = |at: usize, text: &str| self.shape == Some(shape(&family.phrases[at], text));
        let used = self.used.get(line.family.as_ref()).map_or(&[][..], Vec::as_slice);
        let best = all
            .iter()
            .position(|(at, one)| !used.contains(at) && passage.takes(one, measure))
            .or_else(|| {
                let fresh = |(at, one): &(usize, Sentence)| {
                    !begun(&one.text, OPENINGS) && !alike(*at, &one.text)
                };
                all.iter().position(fresh)
            })
            .or_else(|| all.iter().position(|(_, one)| !begun(&one.text, OPENINGS)))
            .or_else(|| all.iter().position(|(_, one)| !begun(&one.text, 1)))
            .unwrap_or(0);
        if all.is_empty() {
            return Err(unfilled(line));
        }
        let (at, sentence) = all.swap_remove(best);
        self.spend(&line.family, at, family.phrases.len());
        self.name_nouns(line);
        self.shape = Some(shape(&family.phrases[at], &sentence.text));
        Ok(sentence)
    }

    /// A phrase as a sentence; none if something is missing.
    fn phrased(&self, phrase: &[Piece], line: &Line) -> Option<Sentence> {
        let bare = self.fill(phrase, line)?;
        let named = matches!(phrase.first(), Some(Piece::Gap(_, false)));
        let within = if named { Some(bare.clone()) } else { self.language.lowered(&bare) };
        Some(Sentence { text: capital(&bare), within })
    }

    /// Words that are no sentence: a headline, a few words before a paragraph.
    ///
    /// # Errors
    /// As for sentences.
    pub(super) fn words(&mut self, line: &Line) -> Result<String, String> {
        let family = self.family(&line.family)?;
        let mut order = self.order(&line.family, family).into_iter();
        let found = order.find_map(|at| Some((at, self.fill(&family.phrases[at], line)?)));
        let (at, text) = found.ok_or_else(|| unfilled(line))?;
        self.spend(&line.family, at, family.phrases.len());
        Ok(capital(&text))
    }

    fn family(&self, name: &str) -> Result<&'a Family, String> {
        self.catalogue.family(name).ok_or_else(|| format!("no phrase says {name}"))
    }

    /// The phrases of a family in the order in which they are tried: what has not been said yet first. Records begin in steps
    /// of the golden section of a round, so that none begins like those near it, nor the records of one side like one another.
    fn order(&self, name: &str, family: &Family) -> Vec<usize> {
        let count = family.phrases.len();
        let turned = u64::from(self.number) * GOLDEN % ROUND * count as u64 / ROUND;
        let start = (mix(&format!("{}\n{name}", self.game)) % count as u64) + turned;
        let first = usize::try_from(start % count as u64).expect("less than a count in memory");
        let used = self.used.get(name).map_or(&[][..], Vec::as_slice);
        let mut order: Vec<usize> = (0..count).map(|step| (first + step) % count).collect();
        order.sort_by_key(|at| used.contains(at));
        order
    }

    fn spend(&mut self, name: &str, at: usize, count: usize) {
        let used = self.used.entry(name.to_owned()).or_default();
        if used.contains(&at) || used.len() + 1 >= count {
            used.clear();
        }
        used.push(at);
    }

    /// A phrase with its gaps filled; none if something is missing.
    fn fill(&self, phrase: &[Piece], line: &Line) -> Option<String> {
        let mut text = String::new();
        for piece in phrase {
            match piece {
                Piece::Text(words) => text.push_str(words),
                Piece::Gap(name, big) => {
                    let filled = self.gap(line.gaps.get(name.as_str())?)?;
                    text.push_str(&if *big { capital(&filled.text) } else { filled.text });
                }
                Piece::Figure(name) => match line.gaps.get(name.as_str())? {
                    Gap::Count(count) => text.push_str(&count.to_string()),
                    other => text.push_str(&self.gap(other)?.text),
                },
                Piece::Number(name, one, many) => {
                    let filled = self.gap(line.gaps.get(name.as_str())?)?;
                    text.push_str(if filled.several { many } else { one });
                }
                Piece::Optional(pieces) => {
                    if let Some(filled) = self.fill(pieces, line) {
                        text.push_str(&filled);
                    }
                }
            }
        }
        Some(self.language.joined(text))
    }

    fn gap(&self, gap: &Gap) -> Option<Filled> {
        let one = |text| Some(Filled { text, several: false });
        match gap {
            Gap::Count(count) => {
                let sign = if *count < 0 { self.language.minus() } else { "" };
                let size = u32::try_from(count.unsigned_abs()).ok()?;
                let words = match size {
                    0 => self.language.none().to_owned(),
                    size => self.language.number(size),
                };
                Some(Filled { text: format!("{sign}{words}"), several: *count != 1 })
            }
            Gap::Ordinal(which) => one(self.language.ordinal(*which)),
            Gap::Rank(which) => one(self.language.rank(*which)),
            Gap::Roman(which) => one(roman(*which)),
            Gap::Name(name) => one(escape::markdown(name)),
            Gap::Seat(seat) => match self.players.get(seat) {
                Some(player) => one(escape::markdown(player)),
                None => self
                    .said(&engine::story::say(format!("seat/{seat}")))
                    .or_else(|| one(escape::markdown(seat))),
            },
            Gap::Player(seat) => one(escape::markdown(self.players.get(seat)?)),
            Gap::Said(line) => self.said(line),
            Gap::Series(gaps) => {
                let all: Option<Vec<Filled>> = gaps.iter().map(|gap| self.gap(gap)).collect();
                series(self.language, all?)
            }
        }
    }

    /// A name by itself, with a capital: the same in every report of a game.
    pub(super) fn name(&self, line: &Line) -> Option<String> {
        let phrases = &self.catalogue.family(&line.family)?.phrases;
        phrases.iter().find_map(|phrase| self.fill(phrase, line)).map(|text| capital(&text))
    }

    /// A noun: the first phrase of its family that can be filled, so that a thing has one name in one report; of two the
    /// second where this report has said the first.
    fn said(&self, line: &Line) -> Option<Filled> {
        let (family, _, text) = self.noun(line)?;
        Some(Filled { text, several: family.several })
    }

    /// A noun's family, which of its phrases it is said in, and that phrase.
    fn noun(&self, line: &Line) -> Option<(&'a Family, usize, String)> {
        let family = self.catalogue.family(&line.family)?;
        let mut order = if family.varied {
            self.order(&line.family, family)
        } else {
            (0..family.phrases.len()).collect()
        };
        if !family.varied && self.named.contains(line.family.as_ref()) {
            order.rotate_left(1);
        }
        let found =
            order.into_iter().find_map(|at| Some((at, self.fill(&family.phrases[at], line)?)));
        found.map(|(at, text)| (family, at, text))
    }

    /// Takes the nouns of a line for said.
    fn name_nouns(&mut self, line: &Line) {
        let mut nouns = Vec::new();
        line.gaps.values().for_each(|gap| nouns_in(gap, &mut nouns));
        for noun in nouns {
            let Some((family, at, _)) = self.noun(noun) else { continue };
            if family.varied {
                self.spend(&noun.family, at, family.phrases.len());
            } else if family.phrases.len() > 1 {
                self.named.insert(noun.family.to_string());
            }
        }
    }
}

/// The nouns in a gap, and those in them.
fn nouns_in<'a>(gap: &'a Gap, found: &mut Vec<&'a Line>) {
    match gap {
        Gap::Said(line) => {
            found.push(line);
            line.gaps.values().for_each(|gap| nouns_in(gap, found));
        }
        Gap::Series(gaps) => gaps.iter().for_each(|gap| nouns_in(gap, found)),
        Gap::Count(_)
        | Gap::Ordinal(_)
        | Gap::Rank(_)
        | Gap::Roman(_)
        | Gap::Name(_)
        | Gap::Seat(_)
        | Gap::Player(_) => {}
    }
}

fn unfilled(line: &Line) -> String {
    let gaps: Vec<&str> = line.gaps.keys().map(AsRef::as_ref).collect();
    format!("no phrase of {} can be filled with {}", line.family, gaps.join(", "))
}

fn series(language: Language, mut all: Vec<Filled>) -> Option<Filled> {
    if all.len() < 2 {
        return all.pop();
    }
    let mut texts = language.abreast(all.into_iter().map(|filled| filled.text).collect());
    let last = texts.pop()?;
    let text = format!("{} {} {last}", texts.join(", "), language.and());
    Some(Filled { text, several: true })
}

/// With a capital first letter, behind a sign of emphasis too.
fn capital(text: &str) -> String {
    let Some(at) = text.find(|letter: char| letter != '*') else { return text.to_owned() };
    let (marks, rest) = text.split_at(at);
    let mut letters = rest.chars();
    let first = letters.next().map(char::to_uppercase);
    marks.chars().chain(first.into_iter().flatten()).chain(letters).collect()
}

fn opening_of(text: &str) -> &str {
    text.split(' ').next().unwrap_or(text)
}

fn shape(phrase: &[Piece], text: &str) -> Shape {
    if text.split(' ').count() <= SHORT {
        Shape::Short
    } else if matches!(phrase.first(), Some(Piece::Gap(..))) {
        Shape::Subject
    } else {
        Shape::Other
    }
}
