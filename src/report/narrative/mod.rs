//! From scenes to a story: what is told at length, what in a sentence, what not at all; and the words for it.

mod catalogue;
mod passage;
mod speaker;
#[cfg(test)]
mod tests;

pub(super) use catalogue::Catalogue;

use super::Language;
use super::context::Context;
use engine::story::{Gap, Line, Narrative, Scene};
use passage::{IN_PASSING, Measure, Passage, TOLD};
use serde::Serialize;
use speaker::Speaker;
use std::collections::{BTreeMap, BTreeSet};

/// From this weight on a scene is told at length while there is room.
const LENGTH: u32 = 60;

/// Below this weight scenes are told together, in passing.
const PASSING: u32 = 20;

/// What weighs this or less is told only where there is nothing else to tell: the log has it.
const ROUTINE: u32 = 1;

/// Words that a paragraph may have.
const PARAGRAPH: usize = 110;

/// A story in words, for templates. All of it is Markdown already.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Spoken {
    /// Who did what; empty if nothing is told.
    pub(super) headline: String,
    /// How the game stands.
    pub(super) standfirst: String,
    pub(super) parts: Vec<Part>,
    /// What it cost.
    pub(super) balance: String,
    /// Whose decision it is.
    pub(super) now: String,
    /// Words that the narrative may have.
    pub(super) budget: usize,
    /// The weight of the heaviest scene.
    pub(super) weight: u32,
}

/// A paragraph, with the events that it tells.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Part {
    /// A few words before it; empty if there are none.
    pub(super) run_in: String,
    pub(super) text: String,
    /// Numbers of its events.
    pub(super) events: Vec<u32>,
}

/// How a scene is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rank {
    Length,
    Sentence,
    Passing,
    Untold,
}

/// Tells a record.
///
/// # Errors
/// A family of phrases that lacks.
pub(super) fn tell(
    language: Language,
    catalogue: &Catalogue,
    context: &Context,
) -> Result<Spoken, String> {
    let narrative = &context.narrative;
    let players = players(context);
    let mut speaker = Speaker::new(language, catalogue, &players, &context.game, context.number);
    let budget = budget(narrative, events(context));
    let ranks = ranks(narrative, &speaker, budget)?;
    let lead = lead(narrative);
    let headline = lead
        .and_then(|lead| narrative.scenes[lead].headline.as_ref())
        .or(narrative.headline.as_ref());
    let headline = headline.map(|line| speaker.words(line)).transpose()?.unwrap_or_default();
    Ok(Spoken {
        standfirst: speaker.sentences(&narrative.standfirst)?,
        parts: parts(narrative, &ranks, &headline, &mut speaker)?,
        headline,
        balance: speaker.sentences(&narrative.balance)?,
        now: speaker.sentences(&narrative.now)?,
        budget,
        weight: lead.map_or(0, |lead| narrative.scenes[lead].score),
    })
}

/// Every scene in words with the events that it tells, at length where it can be, however much room a report would give it.
///
/// # Errors
/// As for [`tell`].
pub(super) fn scenes(
    language: Language,
    catalogue: &Catalogue,
    context: &Context,
) -> Result<Vec<Part>, String> {
    let players = players(context);
    let mut speaker = Speaker::new(language, catalogue, &players, &context.game, context.number);
    let spoken = context.narrative.scenes.iter().map(|scene| {
        let lines = if scene.full.is_empty() { &scene.brief } else { &scene.full };
        let (run_in, text) = (String::new(), speaker.sentences(lines)?);
        Ok(Part { run_in, text, events: scene.events.clone() })
    });
    spoken.collect()
}

/// The players' names, by seat.
fn players(context: &Context) -> BTreeMap<String, String> {
    let named = context.seats.iter().filter_map(|seat| {
        Some((seat.seat.clone(), seat.player.clone().filter(|name| !name.trim().is_empty())?))
    });
    named.collect()
}

/// Families whose phrases are names of those who act.
const NAMES: [&str; 4] = ["unit/", "army", "leader", "force/hannibal"];

/// Who is named in the narrative of a record, in order.
pub(super) fn names(
    language: Language,
    catalogue: &Catalogue,
    context: &Context,
) -> BTreeSet<String> {
    let players = BTreeMap::new();
    let speaker = Speaker::new(language, catalogue, &players, &context.game, context.number);
    let mut found = Vec::new();
    for scene in &context.narrative.scenes {
        scene.full.iter().chain(&scene.brief).for_each(|line| named(line, &mut found));
    }
    found.iter().filter_map(|line| speaker.name(line)).collect()
}

/// The names in a line, each unit of several by itself.
fn named(line: &Line, found: &mut Vec<Line>) {
    for gap in line.gaps.values() {
        within(gap, found);
    }
}

fn within(gap: &Gap, found: &mut Vec<Line>) {
    match gap {
        Gap::Said(line) if NAMES.iter().any(|family| line.family.starts_with(family)) => {
            let family = line.family.trim_end_matches("/some").to_owned();
            let whole = Line { family: family.clone().into(), ..line.clone() };
            match line.gaps.get("n") {
                Some(Gap::Series(numbers)) => {
                    found.extend(numbers.iter().map(|n| whole.clone().with("n", n.clone())));
                }
                _ if line.gaps.contains_key("count") => {}
                _ => found.push(whole),
            }
        }
        Gap::Said(line) => named(line, found),
        Gap::Series(gaps) => gaps.iter().for_each(|gap| within(gap, found)),
        Gap::Count(_)
        | Gap::Ordinal(_)
        | Gap::Rank(_)
        | Gap::Roman(_)
        | Gap::Name(_)
        | Gap::Seat(_)
        | Gap::Player(_) => {}
    }
}

/// Events that the viewer saw.
fn events(context: &Context) -> usize {
    let chapters = context.chapters.as_array().map_or(&[][..], Vec::as_slice);
    chapters.iter().filter_map(|chapter| chapter["events"].as_array()).map(Vec::len).sum()
}

fn budget(narrative: &Narrative, events: usize) -> usize {
    let engine::story::Budget { floor, slope, cap, .. } = narrative.budget;
    let words = floor as usize + slope as usize * events.isqrt();
    words.min(cap as usize)
}

/// The heaviest scene, the earlier of equals.
fn lead(narrative: &Narrative) -> Option<usize> {
    by_weight(narrative).first().copied()
}

fn by_weight(narrative: &Narrative) -> Vec<usize> {
    let mut order: Vec<usize> = (0..narrative.scenes.len()).collect();
    order.sort_by_key(|at| std::cmp::Reverse(narrative.scenes[*at].score));
    order
}

/// How each scene is told, the heaviest first while words last. Each is spoken beforehand to count its words.
fn ranks(narrative: &Narrative, speaker: &Speaker<'_>, budget: usize) -> Result<Vec<Rank>, String> {
    let count = |lines| speaker.clone().sentences(lines).map(|text| words(&text));
    let frame = [&narrative.standfirst, &narrative.balance, &narrative.now];
    let mut left = budget;
    for lines in frame {
        left = left.saturating_sub(count(lines)?);
    }
    let mut ranks = vec![Rank::Untold; narrative.scenes.len()];
    let kept = narrative.scenes.iter().enumerate().filter(|(_, scene)| scene.kept);
    for (at, scene) in kept {
        ranks[at] = in_brief(scene);
        left = left.saturating_sub(count(&scene.brief)?);
    }
    let (mut at_length, order) = (0, by_weight(narrative));
    let routine = |scene: &Scene| scene.score <= ROUTINE && !scene.kept;
    let eventful = narrative.scenes.iter().any(|scene| !routine(scene));
    for (place, at) in order.into_iter().enumerate() {
        let scene = &narrative.scenes[at];
        if eventful && routine(scene) {
            continue;
        }
        let already = if scene.kept { count(&scene.brief)? } else { 0 };
        let (full, brief) = (count(&scene.full)?, count(&scene.brief)?);
        let heavy = place == 0 || (scene.score >= LENGTH && at_length < narrative.budget.scenes);
        if heavy && full > 0 && (full <= left + already || place == 0) {
            ranks[at] = Rank::Length;
            at_length += 1;
            left = (left + already).saturating_sub(full);
        } else if !scene.kept && brief > 0 && brief <= left {
            ranks[at] = in_brief(scene);
            left -= brief;
        }
    }
    Ok(ranks)
}

const fn in_brief(scene: &Scene) -> Rank {
    if scene.score >= PASSING { Rank::Sentence } else { Rank::Passing }
}

/// The paragraphs, in the order of time; what is told in passing comes last.
fn parts(
    narrative: &Narrative,
    ranks: &[Rank],
    headline: &str,
    speaker: &mut Speaker<'_>,
) -> Result<Vec<Part>, String> {
    let mut paragraphs: Vec<Paragraph> = Vec::new();
    let mut open = false;
    let told = narrative.scenes.iter().zip(ranks);
    for (scene, rank) in told.clone() {
        match rank {
            Rank::Length => {
                let run_in = scene.run_in.as_ref().map(|line| speaker.words(line)).transpose()?;
                // What the headline has said is not said again.
                let run_in = run_in.filter(|words| words != headline).unwrap_or_default();
                let mut passage = Passage::default();
                speaker.tell(&mut passage, &scene.full, TOLD)?;
                paragraphs.push(Paragraph { run_in, passage, events: scene.events.clone() });
                open = false;
            }
            Rank::Sentence => {
                join(&mut paragraphs, open, scene, speaker, TOLD)?;
                open = true;
            }
            Rank::Passing | Rank::Untold => {}
        }
    }
    let mut elsewhere = Vec::new();
    for (scene, _) in told.filter(|(_, rank)| **rank == Rank::Passing) {
        join(&mut elsewhere, true, scene, speaker, IN_PASSING)?;
    }
    paragraphs.append(&mut elsewhere);
    let part =
        |Paragraph { run_in, passage, events }| Part { run_in, text: passage.text(), events };
    Ok(paragraphs.into_iter().map(part).collect())
}

/// A paragraph that is being written.
struct Paragraph {
    run_in: String,
    passage: Passage,
    events: Vec<u32>,
}

/// Adds a scene in brief to the last paragraph, or begins another.
fn join(
    paragraphs: &mut Vec<Paragraph>,
    open: bool,
    scene: &Scene,
    speaker: &mut Speaker<'_>,
    measure: Measure,
) -> Result<(), String> {
    let more = words(&speaker.clone().sentences(&scene.brief)?);
    let room =
        |paragraph: &Paragraph| open && words(paragraph.passage.so_far()) + more <= PARAGRAPH;
    if !paragraphs.last().is_some_and(room) {
        let (run_in, passage) = (String::new(), Passage::default());
        paragraphs.push(Paragraph { run_in, passage, events: Vec::new() });
    }
    let paragraph = paragraphs.last_mut().expect("one was added if there was none");
    paragraph.events.extend_from_slice(&scene.events);
    speaker.tell(&mut paragraph.passage, &scene.brief, measure)
}

/// How many words a text has.
fn words(text: &str) -> usize {
    text.split_whitespace().count()
}
