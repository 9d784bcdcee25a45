//! What a viewer may know, built up from nothing; and what he sees of an event.

use super::clashes::Clash;
use super::elements::{ArmyId, Side};
use super::events::{Event, Happening};
use super::state::{Army, Battle, Body, Known, Player, State};
use engine::{Seat, Sight, Viewer};
use serde::{Deserialize, Serialize};

/// The state as one viewer may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    /// Who looks: `public`, `referee` or a seat.
    pub viewer: String,
    /// The side he plays for.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub side: Option<Side>,
    /// What he may know. What he may not know is blank.
    pub state: State,
}

impl View {
    /// The seat that looks.
    pub fn seat(&self) -> Seat {
        Seat::new(&self.viewer)
    }

    /// Whether the viewer may know what an army is made of.
    pub fn knows(&self, id: ArmyId) -> bool {
        self.viewer == "referee" || self.state.options.open_rosters || self.side == Some(id.side())
    }
}

/// Whose secrets a viewer shares.
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

/// What a viewer may know.
pub(super) fn view(state: &State, viewer: &Viewer) -> View {
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
        political: state.political.clone(),
        entry: state.entry,
        fallen: state.fallen.clone(),
        // The count of arrivals would betray an army raised in secret.
        arrivals: 0,
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

/// An army as a viewer knows it; none if he does not know that it exists.
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

/// What a viewer sees of an event about to be applied.
pub(super) fn witness(state: &State, event: &Event, viewer: &Viewer) -> Sight<Event> {
    let shares = Shares::of(state, viewer);
    if matches!(shares, Shares::All) {
        return Sight::Whole;
    }
    let knows = |id: ArmyId| {
        shares.with(id.side()) || (state.options.open_rosters && state.political.is_none())
    };
    let whole = |yes: bool| if yes { Sight::Whole } else { Sight::Nothing };
    let side_of = |seat: &Seat| state.player(seat).is_some_and(|player| shares.with(player.side));
    let happening = match event {
        Event::Campaign(happening) => happening,
        Event::War(clash) => {
            return match &**clash {
                Clash::SiegeLostElement { army, .. } if !knows(*army) => {
                    let mut seen = (**clash).clone();
                    if let Clash::SiegeLostElement { lost, .. } = &mut seen {
                        lost.clear();
                    }
                    Sight::Blurred(seen.into())
                }
                Clash::Succeeds { army, .. } => whole(knows(*army)),
                Clash::Chest { from, to, .. } => whole(knows(*from) || knows(*to)),
                Clash::PlanFiled { seat, .. } => whole(viewer.seat() == Some(seat)),
                _ => Sight::Whole,
            };
        }
        Event::Battle(_) => return Sight::Whole,
    };
    match &**happening {
        Happening::Mustered { army, .. }
        | Happening::Recruited { army, .. }
        | Happening::AlliesDisbanded { army, .. }
        | Happening::Attrition { army, .. }
        | Happening::Given { from: army, .. } => {
            if knows(*army) {
                Sight::Whole
            } else {
                Sight::Blurred(blurred(happening).into())
            }
        }
        Happening::Raised { army, .. } => whole(shares.with(army.side())),
        Happening::Resource { done, .. } => whole(side_of(&done.seat)),
        Happening::PassedOver { seat, .. } => whole(viewer.seat() == Some(seat)),
        Happening::Void { seat, .. } => {
            whole(viewer.seat() == Some(seat) || (state.political.is_none() && side_of(seat)))
        }
        Happening::Vp { seat, .. } if state.political.is_some() => whole(side_of(seat)),
        Happening::Note { letter } => {
            let to = viewer
                .seat()
                .is_some_and(|seat| *seat == letter.from || letter.note.to.contains(seat));
            whole(to)
        }
        _ => Sight::Whole,
    }
}

/// Without what tells of composition: how many, not which.
fn blurred(happening: &Happening) -> Happening {
    let mut seen = happening.clone();
    match &mut seen {
        Happening::Mustered { body, .. } => *body = Body::default(),
        Happening::Recruited { elements, general, talents, .. } => {
            elements.clear();
            *general = None;
            *talents = 0;
        }
        Happening::AlliesDisbanded { elements, .. } => elements.clear(),
        Happening::Attrition { lost, .. } => lost.clear(),
        Happening::Given { elements, general, whole, .. } => {
            elements.clear();
            *general = None;
            *whole = whole.map(|_| 0);
        }
        _ => {}
    }
    seen
}
