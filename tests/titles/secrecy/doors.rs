//! Every door through which a title serves a seat, and what comes out of it as text.

use super::Subject;
use engine::title::{Play, RawOrders};
use engine::{BotStyle, Node, Rng, Seat, Viewer};
use record::exchange::yaml;
use tabella::report::{Language, Reporter};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Door {
    /// View, prompts, what is in force, what was seen of the last record.
    Hand,
    Form,
    /// Refusals and warnings, including advice, about orders good and bad.
    Check,
    /// The sure results of a draft.
    DryRun,
    Forecast,
    /// The effect of orders in force in an imagined case.
    Explain,
    /// The offers of the order sheet, whatever is picked.
    Offers,
    Proposal,
    InForce,
    Facts,
    /// The last record's events, and the orders they came from.
    Chapters,
    Narrative,
    /// The map with its strokes and stages, as characters, and in words.
    Picture,
    /// Answers to the questions of the title's list, and to none, without a draft and with each.
    Frames,
    /// The offers when nothing is picked, and for some of the pieces on the seat's own map.
    Public,
}

/// Doors that are served from the seat's hand alone but slow: they are tried only now and then.
const DEAR: [Door; 6] =
    [Door::Check, Door::DryRun, Door::Forecast, Door::Explain, Door::Offers, Door::Proposal];
/// Doors that are tried at every position.
const EVERY: [Door; 8] = [
    Door::Hand,
    Door::Form,
    Door::InForce,
    Door::Facts,
    Door::Chapters,
    Door::Narrative,
    Door::Picture,
    Door::Public,
];

impl Door {
    /// Doors behind which every title that hides something has some of it: served with another's eyes, they must betray
    /// it.
    pub(crate) const SECRET: [Self; 4] = [Self::Hand, Self::InForce, Self::Chapters, Self::Public];

    /// The doors to be tried, with or without the slow ones.
    pub(crate) fn all(dear: bool) -> impl Iterator<Item = Self> {
        EVERY.into_iter().chain(DEAR.into_iter().filter(move |_| dear))
    }
}

/// With whose eyes a door is served.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Eyes<'a> {
    Own,
    /// The fault that the tests must find: the eyes of another seat, or of the referee if a door serves any viewer.
    Others(&'a Seat),
}

/// What `seat` gets through a door. Doors that judge orders are tried with `tried`.
pub(crate) fn through(
    door: Door,
    subject: &Subject,
    play: &dyn Play,
    (seat, eyes): (&Seat, Eyes<'_>),
    tried: &[RawOrders],
) -> String {
    let (seat, viewer) = match eyes {
        Eyes::Own => (seat, Viewer::Seat(seat.clone())),
        Eyes::Others(other) => (other, Viewer::Referee),
    };
    let of_each = |judge: &dyn Fn(&RawOrders) -> String| -> String {
        tried.iter().map(|orders| judge(orders) + "\n").collect()
    };
    match door {
        Door::Hand => play.hand(seat).to_string(),
        Door::Form => play.form(seat).to_string(),
        Door::Check => of_each(&|orders| format!("{:?}", play.check(seat, orders).0)),
        Door::DryRun => of_each(&|orders| play.dry_run(seat, orders).to_string()),
        // The first are what was filed: what cannot be read has no future.
        Door::Forecast => format!("{:?}", play.forecast(seat, &tried[0], 2, 7)),
        Door::Explain => explained(subject, play, seat, tried),
        Door::Offers => of_each(&|orders| offered(play, seat, orders)),
        Door::Proposal => {
            let styles = [BotStyle::Sensible, BotStyle::Random];
            styles.map(|style| play.propose(seat, style, &mut Rng::new(11))).concat()
        }
        Door::InForce => play.in_force(seat).to_string(),
        Door::Facts => play.report_context(&viewer).to_string(),
        Door::Chapters => format!("{}{:?}", play.chapters(&viewer), play.origins(&viewer)),
        Door::Narrative => format!("{:?}", play.narrative(&viewer, &<_>::default(), &play.asked())),
        Door::Picture => {
            let reporter = Reporter::layered(Language::English, |_| Ok(None));
            let map = play.picture(&viewer);
            let words = reporter.positions(&map).join("\n");
            format!("{map:?}\n{}{words}", reporter.text_map(&map, false))
        }
        Door::Frames => format!("{:?}{:?}", play.frames(&viewer), play.frames(&Viewer::Public)),
        Door::Public => match eyes {
            Eyes::Own => play.public_state() + &play.public_events(),
            Eyes::Others(_) => play.hidden().unwrap_or_default(),
        },
    }
}

/// Answers to the questions of the title's list, and to none, without a draft and with each.
fn explained(subject: &Subject, play: &dyn Play, seat: &Seat, tried: &[RawOrders]) -> String {
    let nothing = yaml::parse("{}\n").unwrap();
    let questions = subject.secrets.ask.iter().chain([&nothing]);
    let drafts: Vec<Option<&RawOrders>> = tried.iter().map(Some).chain([None]).collect();
    let answer = |question: &Node, draft: Option<&RawOrders>| {
        let told = play.explain(seat, draft, question);
        format!("{:?}\n", told.map_err(|complaints| complaints.0))
    };
    questions
        .flat_map(|question| drafts.iter().map(move |draft| answer(question, *draft)))
        .collect()
}

/// The offers if nothing is picked, and for some of the pieces on the seat's own map.
fn offered(play: &dyn Play, seat: &Seat, orders: &RawOrders) -> String {
    let map = play.picture(&Viewer::Seat(seat.clone()));
    let pieces = map.pieces.iter().step_by(7).take(4).map(|piece| Some(piece.id.as_str()));
    let picked = pieces.chain([None]);
    let offers: Vec<_> = picked.map(|picked| play.offers(seat, orders, picked)).collect();
    format!("{offers:?}")
}
