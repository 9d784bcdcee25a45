//! `constants.yaml`: counters, strengths, options, default policies. Rules C2, G4, V2, O1 to O4.

use super::{format, hold, number};
use crate::board::Worth;
use crate::data::chart::{Chart, Deck};
use crate::names::{PlayWord, Side};
use crate::orders::Action;
use crate::orders::words::Words;
use crate::policy::{Play, PlayRule, Policy, When};
use crate::state::Options;
use engine::language::Keys as _;
use engine::{Reader, Tempo};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Counters {
    /// The number of armies, without Hannibal.
    pub army: u8,
    pub hannibal: u8,
    pub fleet: u8,
}

#[derive(Clone, Debug)]
pub(crate) struct Constants {
    pub counters: [Counters; 2],
    pub worth: Worth,
    /// Options where the charter chooses nothing.
    pub options: Options,
    /// Tempo where the charter chooses nothing.
    pub tempo: Tempo,
    /// Policies where a seat has given nothing; every part is there, and the last battle rule fits always.
    pub defaults: Policy,
    /// The discard of a missed action.
    pub discard: Play,
}

pub(super) fn read(reader: &Reader<'_>, chart: &Chart, decks: &[Deck; 2]) -> Option<Constants> {
    format(reader, "punica-constants/1");
    reader.only(&[
        "format", "counters", "strength", "hand", "victory", "hannibal", "options", "tempo",
        "defaults",
    ]);
    let counters = reader.need("counters").map(|part| {
        Side::BOTH.map(|side| {
            let part = part.need(side.word())?;
            let count = |key| number(&part, key, 0, 9);
            Some(Counters {
                army: count("army")?,
                hannibal: count("hannibal")?,
                fleet: count("fleet")?,
            })
        })
    });
    let worth = worth(reader);
    let hand = number(reader, "hand", 1, 15);
    for side in Side::BOTH {
        let cards = decks[side.at()].0.len();
        hold(reader, hand == Some(cards), || {
            format!("{side} has {cards} cards, but the hand has another number")
        });
    }
    let options = options(reader);
    let tempo =
        reader.need("tempo").and_then(|part| part.word("E-data", "tempo", &["full", "brisk"]));
    let words = Words { chart, decks };
    let (defaults, discard) = reader.need("defaults").and_then(|part| defaults(&part, words))?;
    let [Some(rome), Some(carthage)] = counters? else { return None };
    let worth = worth?;
    let sum = |c: Counters| i32::from(c.army) * worth.army + i32::from(c.hannibal) * worth.hannibal;
    let fair = rome.hannibal == 0 && carthage.hannibal <= 1 && sum(rome) == sum(carthage);
    hold(reader, fair, || {
        "only Carthage may have Hannibal, and the armies of both sides must have the same strength"
            .to_owned()
    });
    let tempo = if tempo? == 0 { Tempo::Full } else { Tempo::Brisk };
    Some(Constants {
        counters: [rome, carthage],
        worth,
        options: options?,
        tempo,
        defaults,
        discard,
    })
}

fn worth(reader: &Reader<'_>) -> Option<Worth> {
    let strength = reader.need("strength")?;
    let of = |key| number(&strength, key, 0, 9);
    let (army, fleet, hannibal) = (of("army"), of("fleet"), of("hannibal"));
    let victory = reader.need("victory")?;
    let influence = number(&victory, "influence", 1, 5);
    Some(Worth { army: army?, fleet: fleet?, hannibal: hannibal?, influence: influence? })
}

fn options(reader: &Reader<'_>) -> Option<Options> {
    let hannibal = reader.need("hannibal")?;
    let escort = number(&hannibal, "escort", 0, 1);
    let part = reader.need("options")?;
    part.only(&["repetition", "quiet", "clock"]);
    let words = ["none", "threefold"];
    let repetition = part.need("repetition").and_then(|p| p.word("E-data", "option", &words));
    let of = |key| number(&part, key, 0, 9999);
    let (quiet, clock) = (of("quiet"), of("clock"));
    Some(Options {
        repetition: repetition? == 1,
        quiet: quiet?,
        clock: clock?,
        escort: escort? == 1_u8,
    })
}

fn defaults(reader: &Reader<'_>, words: Words<'_>) -> Option<(Policy, Play)> {
    reader.only(&["battle", "effect", "losses", "retreat", "action"]);
    for key in ["battle", "effect", "losses"] {
        reader.need(key);
    }
    let policy = Policy::read_keys(&words, reader)?;
    let action = reader.need("action").and_then(|part| words.answer("action", &part));
    let last = policy.battle.as_ref().is_some_and(|rules| rules.last().is_some_and(always_yields));
    hold(reader, last, || {
        "the last default rule must always apply: it must have no `when`, and its play must always choose a card"
            .to_owned()
    });
    let Some(Action::Pass { discard }) = action.and_then(|answer| answer.action) else {
        reader.complain(reader.fault("E-data", "the default action must be a pass"));
        return None;
    };
    let word = matches!(discard, Play::Word(_));
    hold(reader, word, || "the default discard must be lowest, middle or highest".to_owned());
    let complete = policy.effect.is_some() && policy.losses.is_some();
    let retreat = Some(policy.retreat.clone().unwrap_or_default());
    complete.then_some((Policy { retreat, ..policy }, discard))
}

/// True if a rule gives a card in every situation.
fn always_yields(rule: &PlayRule) -> bool {
    fn yields(play: &Play) -> bool {
        match play {
            Play::Word(word) => *word != PlayWord::Ask,
            Play::First(plays) => plays.iter().any(yields),
            _ => false,
        }
    }
    rule.when == When::default() && yields(&rule.play)
}
