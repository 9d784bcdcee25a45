//! The part of a state that a viewer may know, built up from nothing; and the part of an event that they see.

#![deny(clippy::wildcard_enum_match_arm)]

mod field;

use super::{
    Battles, Encounter, Event, Fought, Movement, Players, Politics, Reports, Sequence, Sieges,
};
use crate::elements::{ArmyId, Side};
use crate::state::{Army, Battle, Body, Entry, Known, Player, State};
use engine::{Seat, Sight, Viewer};
use serde::{Deserialize, Serialize};

/// The state as one viewer may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    /// The viewer: `public`, `referee` or a seat.
    pub viewer: String,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub side: Option<Side>,
    /// The part of the state that the viewer may know; the rest is blank.
    pub state: State,
}

impl View {
    pub fn seat(&self) -> Seat {
        Seat::new(&self.viewer)
    }

    pub fn knows(&self, id: ArmyId) -> bool {
        self.viewer == "referee" || self.state.options.open_rosters || self.side == Some(id.side())
    }
}

/// The sides whose secrets a viewer shares.
#[derive(Clone, Copy)]
enum Shares {
    All,
    Side(Side),
    Nothing,
}

impl Shares {
    fn of(state: &State, viewer: &Viewer) -> Self {
        match viewer {
            Viewer::Referee => Self::All,
            Viewer::Seat(seat) if *seat == Seat::referee() => Self::All,
            Viewer::Seat(seat) => {
                state.player(seat).map_or(Self::Nothing, |player| Self::Side(player.side))
            }
            Viewer::Public => Self::Nothing,
        }
    }

    fn with(self, side: Side) -> bool {
        match self {
            Self::All => true,
            Self::Side(own) => own == side,
            Self::Nothing => false,
        }
    }
}

pub(crate) fn view(state: &State, viewer: &Viewer) -> View {
    let shares = Shares::of(state, viewer);
    let side = viewer.seat().and_then(|seat| state.player(seat)).map(|player| player.side);
    let before = state.political.as_ref().map(|political| &political.before);
    let armies = state.armies.iter().filter_map(|(id, army)| {
        let hidden = if shares.with(id.side()) { None } else { before };
        Some((*id, seen_army(state, *id, army, shares, hidden)?))
    });
    State {
        options: state.options.clone(),
        stage: state.stage,
        year: state.year,
        season: state.season,
        players: state.players.iter().map(|player| seen_player(player, shares, before)).collect(),
        initiative: state.initiative,
        wins: state.wins,
        order: state.order.clone(),
        owners: state.owners.clone(),
        armies: armies.collect(),
        sieges: state.sieges.clone(),
        battles: state.battles.iter().map(|battle| seen_battle(battle, viewer, shares)).collect(),
        line: state.line.clone(),
        political: state.political.clone(),
        entry: state.entry.map(|entry| seen_entry(entry, shares)),
        asked: state.asked.clone(),
        fallen: state.fallen.clone(),
        arrivals: state.arrivals,
        minor_wars: state.minor_wars,
        result: state.result.clone(),
    }
    .seen_by(viewer.name(), side)
}

impl State {
    fn seen_by(self, viewer: &str, side: Option<Side>) -> View {
        View { viewer: viewer.to_owned(), side, state: self }
    }
}

/// An army as a viewer knows it; none if the viewer may not know that it exists.
fn seen_army(
    state: &State,
    id: ArmyId,
    army: &Army,
    shares: Shares,
    hidden: Option<&Known>,
) -> Option<Army> {
    let size = match hidden {
        Some(known) => *known.sizes.get(&id)?,
        None => army.size,
    };
    let open = shares.with(id.side()) || (state.options.open_rosters && hidden.is_none());
    Some(Army {
        at: army.at,
        since: army.since,
        rank: army.rank,
        seat: army.seat.clone(),
        size,
        body: if open { army.body.clone() } else { Body::default() },
        shown: army.shown.clone(),
        done: army.done,
        port: army.port,
    })
}

/// Only an army's own side knows what it would do about one that stands siege, until it does it.
fn seen_entry(entry: Entry, shares: Shares) -> Entry {
    let if_siege = entry.if_siege.filter(|_| shares.with(entry.mover.side()));
    Entry { if_siege, ..entry }
}

fn seen_player(player: &Player, shares: Shares, before: Option<&Known>) -> Player {
    let hidden = if shares.with(player.side) { None } else { before };
    let score = hidden.and_then(|known| known.scores.get(&player.seat).copied());
    Player {
        seat: player.seat.clone(),
        side: player.side,
        vp: score.unwrap_or(player.vp),
        vacant: player.vacant,
        resigned: player.resigned,
        missed: player.missed,
        last: player.last,
    }
}

fn seen_battle(battle: &Battle, viewer: &Viewer, shares: Shares) -> Battle {
    let all = matches!(shares, Shares::All);
    let own = battle.plans.iter().filter(|(seat, _)| all || viewer.seat() == Some(*seat));
    Battle {
        id: battle.id,
        place: battle.place,
        attacker: battle.attacker,
        defender: battle.defender,
        seconds: battle.seconds.clone(),
        behind_walls: battle.behind_walls.clone(),
        from: battle.from,
        mode: battle.mode,
        stage: battle.stage,
        hosts: battle.hosts.clone(),
        plans: own.map(|(seat, orders)| (seat.clone(), orders.clone())).collect(),
        reports: battle.reports.clone(),
        differences: battle.differences.clone(),
        minor: battle.minor.clone(),
    }
}

/// The viewer of an event, and the secrets that they share.
struct Witness<'a> {
    state: &'a State,
    viewer: &'a Viewer,
    shares: Shares,
}

/// What a viewer sees of an event that is about to be applied.
pub(crate) fn witness(state: &State, event: &Event, viewer: &Viewer) -> Sight<Event> {
    let shares = Shares::of(state, viewer);
    if matches!(shares, Shares::All) {
        return Sight::Whole;
    }
    let witness = Witness { state, viewer, shares };
    match event {
        Event::Sequence(event) => sequence(event),
        Event::Politics(event) => witness.politics(event),
        Event::Movement(event) => witness.movement(event),
        Event::Encounter(event) => encounter(event, shares),
        Event::Players(event) => witness.players(event),
        Event::Battles(event) => witness.battles(event),
        Event::Reports(event) => reports(event),
        Event::Sieges(event) => witness.sieges(event),
        Event::Fought(fought) => {
            let Fought { event, battle: _ } = &**fought;
            field::witness(event)
        }
    }
}

fn whole(yes: bool) -> Sight<Event> {
    if yes { Sight::Whole } else { Sight::Nothing }
}

/// The sequence of play is public.
fn sequence(event: &Sequence) -> Sight<Event> {
    match event {
        Sequence::Stage { stage: _ }
        | Sequence::Year { year: _ }
        | Sequence::NextSeason { season: _ }
        | Sequence::Season { season: _ }
        | Sequence::SeasonOver { provinces: _ }
        | Sequence::Initiative { wins: _, side: _, passes: _ }
        | Sequence::YearOver { year: _, commands: _ }
        | Sequence::Asked { seat: _, query: _ }
        | Sequence::Answered { seat: _ }
        | Sequence::GameOver { finish: _ } => Sight::Whole,
    }
}

/// An encounter is a matter between two armies that see each other; what each wants is known once it comes to it.
fn encounter(event: &Encounter, shares: Shares) -> Sight<Event> {
    match event {
        Encounter::Entering { entry } => {
            let seen = seen_entry(*entry, shares);
            if seen == *entry {
                Sight::Whole
            } else {
                Sight::Blurred(Encounter::Entering { entry: seen }.into())
            }
        }
        Encounter::EvasionThrow { army: _, score: _ }
        | Encounter::Evasion { armies: _, wants: _, prevails: _, battle: _ }
        | Encounter::Entered { army: _, by: _, at: _, answer: _, line: _ } => Sight::Whole,
    }
}

/// Reports and rulings are public: both sides were at the table.
fn reports(event: &Reports) -> Sight<Event> {
    match event {
        Reports::Reported { seat: _, report: _ }
        | Reports::ReportDiffers { battle: _, differences: _ }
        | Reports::ReportsAgree { report: _ }
        | Reports::Ruled { report: _ } => Sight::Whole,
    }
}

impl Witness<'_> {
    fn knows(&self, id: ArmyId) -> bool {
        let open = self.state.options.open_rosters && self.state.political.is_none();
        self.shares.with(id.side()) || open
    }

    /// True if the viewer belongs to a player's side.
    fn beside(&self, seat: &Seat) -> bool {
        self.state.player(seat).is_some_and(|player| self.shares.with(player.side))
    }

    fn is(&self, seat: &Seat) -> bool {
        self.viewer.seat() == Some(seat)
    }

    /// P7: what a side does with its provinces is its own, until all is disclosed.
    fn politics(&self, event: &Politics) -> Sight<Event> {
        match event {
            Politics::Control { seat: _, score: _ }
            | Politics::Drawn { side: _, order: _, armies: _ }
            | Politics::RankThrow { seat: _, score: _ }
            | Politics::Rank { side: _, order: _ }
            | Politics::Political { turns: _, before: _ }
            | Politics::Disclosed { known: _ }
            | Politics::Command { seat: _, army: _, rank: _, barred: _ } => Sight::Whole,
            Politics::Mustered { army, size, body: _ } => {
                let (army, size) = (*army, *size);
                let seen = Politics::Mustered { army, size, body: Body::default() };
                self.unless_known(army, seen)
            }
            Politics::Resource { done, element: _, general: _ } => whole(self.beside(&done.seat)),
            Politics::PassedOver { seat, item: _, why: _ } => whole(self.is(seat)),
            Politics::Raised { seat: _, army, at: _, size: _, body: _ } => {
                whole(self.shares.with(army.side()))
            }
        }
    }

    /// Shows all to those who may know the elements of an army; the rest see `seen`, which tells how many, not which.
    fn unless_known(&self, id: ArmyId, seen: impl Into<Event>) -> Sight<Event> {
        if self.knows(id) { Sight::Whole } else { Sight::Blurred(seen.into()) }
    }

    /// Armies move before everybody's eyes; what they are made of stays their own.
    fn movement(&self, event: &Movement) -> Sight<Event> {
        match event {
            Movement::Moved { army: _, from: _, to: _, way: _, ends: _ }
            | Movement::Stayed { army: _, forfeit: _ }
            | Movement::Disbanded { army: _, size: _, surrender: _ }
            | Movement::Retreated { army: _, from: _, to: _, way: _, why: _ }
            | Movement::Destroyed { army: _, why: _ }
            | Movement::Captured { province: _, from: _, to: _, city: _, army: _ } => Sight::Whole,
            Movement::Recruited { army, at, elements: _, number, general: _, talents: _ } => {
                let (army, at, number) = (*army, *at, *number);
                let (elements, general, talents) = (Vec::new(), None, 0);
                let seen = Movement::Recruited { army, at, elements, number, general, talents };
                self.unless_known(army, seen)
            }
            Movement::Given { from, to, at, elements: _, number, general: _, whole } => {
                let (from, to, at, number) = (*from, *to, *at, *number);
                let (elements, general, whole) = (Vec::new(), None, whole.map(|_| 0));
                let seen = Movement::Given { from, to, at, elements, number, general, whole };
                self.unless_known(from, seen)
            }
            Movement::AlliesDisbanded { army, elements: _, number } => {
                let (army, number, elements) = (*army, *number, Vec::new());
                self.unless_known(army, Movement::AlliesDisbanded { army, elements, number })
            }
            Movement::Attrition {
                army,
                causes,
                black,
                modifiers,
                total,
                coloured,
                loses,
                lost: _,
            } => {
                let seen = Movement::Attrition {
                    army: *army,
                    causes: causes.clone(),
                    black: *black,
                    modifiers: modifiers.clone(),
                    total: *total,
                    coloured: coloured.clone(),
                    loses: *loses,
                    lost: Vec::new(),
                };
                self.unless_known(*army, seen)
            }
            Movement::LossesChosen { army, number, lost: _ } => {
                let (army, number, lost) = (*army, *number, Vec::new());
                self.unless_known(army, Movement::LossesChosen { army, number, lost })
            }
        }
    }

    /// Scores wait for the end of a political phase; a void order is its author's and their side's.
    fn players(&self, event: &Players) -> Sight<Event> {
        let political = self.state.political.is_some();
        match event {
            Players::Void { seat, army: _, order: _, why: _ } => {
                whole(self.is(seat) || (!political && self.beside(seat)))
            }
            Players::Vp { seat, delta: _, why: _, score: _ } => {
                whole(!political || self.beside(seat))
            }
            Players::Missed { seat: _, times: _ }
            | Players::Vacant { seat: _, resigned: _ }
            | Players::Substitute { seat: _ } => Sight::Whole,
            Players::Note { letter } => {
                whole(self.is(&letter.from) || letter.note.to.iter().any(|seat| self.is(seat)))
            }
        }
    }

    /// A plan is its author's until the battle is over; heirs and chests are a side's.
    fn battles(&self, event: &Battles) -> Sight<Event> {
        match event {
            Battles::Contact {
                battle: _,
                at: _,
                attacker: _,
                defender: _,
                from: _,
                behind_walls: _,
                mode: _,
            }
            | Battles::Joined { battle: _, army: _ }
            | Battles::BattleCalled { battle: _, at: _, terrain: _, attacker: _, defender: _ }
            | Battles::Mode { battle: _, mode: _ }
            | Battles::BattleStage { battle: _, stage: _ }
            | Battles::BattleOver {
                battle: _,
                at: _,
                winner: _,
                how: _,
                losses: _,
                fought: _,
                plans: _,
                counts: _,
            }
            | Battles::MinorWar { battle: _, at: _, war: _, attacker: _, defender: _, mode: _ }
            | Battles::NoMinorWar { seat: _, why: _ } => Sight::Whole,
            Battles::PlanFiled { seat, battle: _, orders: _ } => whole(self.is(seat)),
            Battles::Succeeds { army, element: _ } => whole(self.knows(*army)),
            Battles::Chest { from, to, talents: _ } => whole(self.knows(*from) || self.knows(*to)),
        }
    }

    /// A siege is public; which element an army loses in it is its own.
    fn sieges(&self, event: &Sieges) -> Sight<Event> {
        match event {
            Sieges::SiegeBegun { at: _, besieger: _, besieged: _, city: _, joins: _ }
            | Sieges::SiegeFought { at: _ }
            | Sieges::SiegeThrow { at: _, besieger: _, score: _ }
            | Sieges::SiegeRoll { at: _, dice: _, bonuses: _, totals: _, won: _, counter: _ }
            | Sieges::SiegeLifted { at: _, why: _ }
            | Sieges::SiegeLeft { at: _, army: _ }
            | Sieges::SiegeWon { at: _, by: _, city: _ } => Sight::Whole,
            Sieges::SiegeLostElement { army, lost: _ } => {
                let seen = Sieges::SiegeLostElement { army: *army, lost: Vec::new() };
                self.unless_known(*army, seen)
            }
        }
    }
}
