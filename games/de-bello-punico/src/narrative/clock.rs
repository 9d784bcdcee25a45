//! Set-up, chips, initiative, command, recovery, turns and the end.

use super::ground::Ground;
use super::lone;
use crate::events::{Event, Morale, Note, Points, Sequence, SetUp};
use crate::names::{CommandBox, Id, Rank, Side};
use engine::story::{Line, Scene, Wing, people, say, side, wing};
use engine::{Chapter, Entry};

/// The scenes of a chapter that are neither marches nor fights.
pub(super) fn scenes(ground: &Ground<'_>, chapter: &Chapter<Event>) -> Vec<Scene> {
    let mut scenes = camp(ground, chapter);
    scenes.extend(chapter.events.iter().filter_map(|entry| alone(ground, entry)));
    scenes.extend(command(ground, chapter));
    scenes.extend(recovery(ground, chapter));
    let voids: Vec<u32> = numbers(chapter, |event| matches!(event, Event::Note(Note::Void { .. })));
    if !voids.is_empty() {
        let line = say("void").with("count", voids.len());
        scenes.push(lone(25, true, voids, line));
    }
    scenes
}

fn numbers(chapter: &Chapter<Event>, wanted: impl Fn(&Event) -> bool) -> Vec<u32> {
    chapter.events.iter().filter(|entry| wanted(&entry.event)).map(|entry| entry.n).collect()
}

/// How an army is drawn up, wing by wing.
fn camp(ground: &Ground<'_>, chapter: &Chapter<Event>) -> Vec<Scene> {
    let mut scenes = Vec::new();
    for of in Side::BOTH {
        let mut placed: Vec<(Id, i32, u32)> = Vec::new();
        for entry in &chapter.events {
            if let Event::SetUp(SetUp::Placed { unit, side, place, .. }) = &entry.event
                && *side == of
                && let Some(hex) = place.hex()
            {
                placed.push((*unit, Ground::lateral(of, hex), entry.n));
            }
        }
        if placed.is_empty() {
            continue;
        }
        let line: Vec<i32> = placed.iter().map(|(_, lateral, _)| *lateral).collect();
        let mut full = vec![
            say("camp/drawn-up")
                .with("side", side(of))
                .with("people", people(of))
                .with("count", placed.len()),
        ];
        for at in [Wing::Left, Wing::Centre, Wing::Right] {
            let ids: Vec<Id> = placed
                .iter()
                .filter(|(_, lateral, _)| wing(*lateral, &line) == at)
                .map(|(id, ..)| *id)
                .collect();
            if !ids.is_empty() {
                full.push(say(format!("camp/{}", at.word())).with("who", ground.kinds(&ids)));
            }
        }
        let events = placed.iter().map(|(.., n)| *n).collect();
        let brief = vec![full[0].clone()];
        scenes.push(Scene { score: 60, kept: true, events, full, brief, ..Scene::default() });
    }
    scenes
}

/// Who won the initiative of a record, and what they chose: one sentence.
pub(super) fn initiative(chapters: &[Chapter<Event>]) -> Option<Scene> {
    let (mut won, mut chosen, mut events) = (None, None, Vec::new());
    for entry in chapters.iter().flat_map(|chapter| &chapter.events) {
        match &entry.event {
            Event::Sequence(Sequence::Initiative { carthage, rome, winner }) => {
                let (rome, carthage) = (rome.total, carthage.total);
                won = Some((*winner, rome.max(carthage), rome.min(carthage)));
                events.push(entry.n);
            }
            Event::Sequence(Sequence::Choice { winner, choice, .. }) => {
                chosen = Some((*winner, *choice));
                events.push(entry.n);
            }
            _ => {}
        }
    }
    let line = match (won, chosen) {
        (None, None) => return None,
        (Some((winner, more, less)), choice) => {
            let family = match choice.map(|(_, choice)| choice) {
                None => "initiative",
                Some(Rank::First) => "initiative/first",
                Some(Rank::Second) => "initiative/second",
            };
            let line = say(family).with("side", side(winner)).with("other", side(winner.other()));
            line.with("more", more).with("less", less)
        }
        (None, Some((winner, choice))) => {
            let family = match choice {
                Rank::First => "choice/first",
                Rank::Second => "choice/second",
            };
            say(family).with("side", side(winner)).with("other", side(winner.other()))
        }
    };
    Some(lone(12, false, events, line))
}

/// What one event tells by itself.
fn alone(ground: &Ground<'_>, entry: &Entry<Event>) -> Option<Scene> {
    let n = vec![entry.n];
    match &entry.event {
        Event::Sequence(Sequence::InitiativeTie { total, .. }) => {
            Some(lone(1, false, n, say("initiative/tied").with("count", *total)))
        }
        Event::Sequence(Sequence::Draw { seat, offered: true }) => {
            Some(lone(40, true, n, say("draw/offered").with("side", side(*seat))))
        }
        Event::Sequence(Sequence::GameOver { winner, reason, pr }) => {
            let (headline, line) = match winner {
                Some(winner) => (
                    say("headline/won").with("side", side(*winner)),
                    say(format!("over/{}", reason.word()))
                        .with("side", side(*winner))
                        .with("other", side(winner.other())),
                ),
                None => (say("headline/drawn"), say(format!("over-drawn/{}", reason.word()))),
            };
            let mut scene = lone(200, true, n, line);
            scene.headline = Some(headline);
            scene.run_in = Some(say("run-in/over"));
            let toll = say("over/toll").with("rome", pr.rome).with("carthage", pr.carthage);
            scene.full.push(toll.with("turn", ground.after.turn));
            Some(scene)
        }
        Event::Points(Points::Chips { side: of, .. }) => {
            Some(lone(1, false, n, say("chips").with("side", side(*of))))
        }
        _ => None,
    }
}

/// Units that the command of a side moved on.
fn command(ground: &Ground<'_>, chapter: &Chapter<Event>) -> Vec<Scene> {
    let mut scenes = Vec::new();
    for entry in &chapter.events {
        if let Event::Points(Points::Used { side: of, place, units }) = &entry.event
            && !units.is_empty()
        {
            let who = ground.names(units);
            let line: Line = match place {
                CommandBox::Movement | CommandBox::Cavalry => say("command/march"),
                CommandBox::Combat => say("command/combat"),
                CommandBox::Recovery
                | CommandBox::Initiative
                | CommandBox::Furor
                | CommandBox::Elephants
                | CommandBox::Fortuna => continue,
            };
            scenes.push(lone(
                1,
                false,
                vec![entry.n],
                line.with("who", who).with("side", side(*of)),
            ));
        }
    }
    scenes
}

/// Units that found their order again, and those whom the cold has reached.
fn recovery(ground: &Ground<'_>, chapter: &Chapter<Event>) -> Vec<Scene> {
    let (mut units, mut events) = (Vec::new(), Vec::new());
    for entry in &chapter.events {
        if let Event::Morale(Morale::Recovery { unit, .. }) = &entry.event {
            units.push(*unit);
            events.push(entry.n);
        }
    }
    if units.is_empty() {
        return Vec::new();
    }
    vec![lone(8, false, events, say("recovery").with("who", ground.kinds(&units)))]
}
