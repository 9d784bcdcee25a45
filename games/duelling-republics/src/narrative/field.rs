//! Battles as a record shows them: the armies, the fate of each element, and the end. In tempo `full` a record may show
//! only a piece of one, so every piece may lack.

use crate::battle::chart::Fate;
use crate::battle::events::{Blow, Cause, Course, Ending, Fight};
use crate::elements::{ArmyId, ElementId, Host, Member, Separate};
use crate::events::{Battles, Decision, Event, Reports};
use crate::names::Name;
use crate::orders::battle::{BattleId, Whose};
use crate::state::State;
use engine::{Chapter, Seat};

/// One battle or minor war.
#[derive(Clone, Debug)]
pub(super) struct Clash {
    pub(super) id: BattleId,
    pub(super) at: Option<Name>,
    /// The attacker, then the defender.
    pub(super) armies: [ArmyId; 2],
    /// The generals, if it is a minor war.
    pub(super) minor: Option<[Seat; 2]>,
    /// True if the attack is in this record.
    pub(super) contact: bool,
    /// Elements of attacker and defender, once they stand.
    pub(super) sizes: Option<[usize; 2]>,
    pub(super) limits: Option<[u8; 2]>,
    /// Elements that second armies sent.
    pub(super) sent: Vec<(ArmyId, usize)>,
    /// Everybody who stands in it.
    pub(super) there: Vec<Member>,
    /// Events of its beginning.
    pub(super) opening: Vec<u32>,
    pub(super) moments: Vec<Moment>,
    /// Fights so far, by lane from the attacker's left.
    pub(super) fights: [Vec<u32>; 3],
    pub(super) bound: u8,
    pub(super) end: Option<(u32, End)>,
    pub(super) pursuit: Vec<u32>,
    pub(super) over: Option<Over>,
    /// The event of reports that differ, if they do.
    pub(super) differs: Option<u32>,
}

/// The moments of a battle, each with what happened to somebody.
#[derive(Clone, Debug)]
pub(super) enum Moment {
    /// An element was destroyed in a fight; perhaps also the one behind it, and the general with it.
    Killed {
        events: Vec<u32>,
        fight: Box<Fight>,
        who: Member,
        by: Member,
        rear: Option<Member>,
        general: bool,
    },
    /// An element was put to flight.
    Fled {
        n: u32,
        lane: u8,
        who: Member,
        by: Member,
    },
    Looted {
        n: u32,
        army: ArmyId,
        by: Member,
        counts: u8,
    },
    /// An element was caught in the pursuit, or while its army left.
    Caught {
        n: u32,
        who: Member,
        by: Member,
        pursuit: bool,
        general: bool,
    },
}

#[derive(Clone, Copy, Debug)]
pub(super) enum End {
    Broken { army: ArmyId, losses: u8, enemy: u8, limit: u8, general: bool },
    Withdrew { army: ArmyId, losses: u8, enemy: u8 },
    Night { bound: u8 },
}

#[derive(Clone, Debug)]
pub(super) struct Over {
    pub(super) n: u32,
    pub(super) winner: Whose,
    pub(super) how: Decision,
    pub(super) losses: Vec<(ArmyId, Vec<ElementId>)>,
}

/// The battles of a record, in the order in which they begin in it.
pub(super) fn clashes(before: &State, chapters: &[Chapter<Event>]) -> Vec<Clash> {
    let mut all = Vec::new();
    for entry in chapters.iter().flat_map(|chapter| &chapter.events) {
        match &entry.event {
            Event::Battles(event) => campaign(before, &mut all, entry.n, event),
            Event::Fought(fought) => {
                let clash = of(before, &mut all, fought.battle);
                match &fought.event {
                    crate::battle::events::Event::Course(event) => clash.course(entry.n, event),
                    crate::battle::events::Event::Blow(event) => clash.blow(entry.n, event),
                    crate::battle::events::Event::Ending(event) => clash.ending(entry.n, event),
                    crate::battle::events::Event::Manoeuvre(_) => {}
                }
            }
            Event::Reports(event) => {
                if let Reports::ReportDiffers { battle, .. } = event.as_ref() {
                    of(before, &mut all, *battle).differs = Some(entry.n);
                }
            }
            Event::Sequence(_)
            | Event::Politics(_)
            | Event::Movement(_)
            | Event::Encounter(_)
            | Event::Players(_)
            | Event::Sieges(_) => {}
        }
    }
    all
}

fn of<'a>(before: &State, all: &'a mut Vec<Clash>, id: BattleId) -> &'a mut Clash {
    let at = all.iter().position(|clash| clash.id == id).unwrap_or_else(|| {
        all.push(Clash::new(before, id));
        all.len() - 1
    });
    &mut all[at]
}

fn campaign(before: &State, all: &mut Vec<Clash>, n: u32, event: &Battles) {
    match event {
        Battles::Contact { battle, at, attacker, defender, .. } => {
            let clash = of(before, all, *battle);
            (clash.at, clash.armies) = (Some(*at), [*attacker, *defender]);
            clash.contact = true;
            clash.opening.push(n);
        }
        Battles::BattleCalled { battle, at, attacker, defender, .. } => {
            let clash = of(before, all, *battle);
            (clash.at, clash.armies) = (Some(*at), [attacker.army, defender.army]);
            clash.stand(attacker, defender);
            clash.opening.push(n);
        }
        Battles::MinorWar { battle, at, war, attacker, defender, .. } => {
            let clash = of(before, all, *battle);
            (clash.at, clash.armies) = (Some(*at), [attacker.army, defender.army]);
            clash.minor = Some([war.initiator.clone(), war.opponent.clone()]);
            clash.stand(attacker, defender);
            clash.opening.push(n);
        }
        Battles::BattleOver { battle, at, winner, how, losses, .. } => {
            let clash = of(before, all, *battle);
            clash.at = Some(*at);
            clash.over = Some(Over { n, winner: *winner, how: *how, losses: losses.clone() });
        }
        Battles::Joined { .. }
        | Battles::PlanFiled { .. }
        | Battles::Mode { .. }
        | Battles::BattleStage { .. }
        | Battles::Succeeds { .. }
        | Battles::Chest { .. }
        | Battles::NoMinorWar { .. } => {}
    }
}

impl Clash {
    fn new(before: &State, id: BattleId) -> Self {
        let known = before.battle(id);
        let armies = known.map_or([ArmyId::Ma, ArmyId::Mb], |one| [one.attacker, one.defender]);
        let mut clash = Self {
            id,
            at: known.map(|one| one.place),
            armies,
            minor: known
                .and_then(|one| one.minor.as_ref())
                .map(|war| [war.initiator.clone(), war.opponent.clone()]),
            contact: false,
            sizes: None,
            limits: None,
            sent: Vec::new(),
            there: Vec::new(),
            opening: Vec::new(),
            moments: Vec::new(),
            fights: Default::default(),
            bound: 0,
            end: None,
            pursuit: Vec::new(),
            over: None,
            differs: None,
        };
        if let Some([attacker, defender]) = known.map(|one| one.hosts.as_slice()) {
            clash.stand(attacker, defender);
        }
        clash
    }

    fn stand(&mut self, attacker: &Host, defender: &Host) {
        self.sizes = Some([attacker.len(), defender.len()]);
        let bodies = attacker.contingents.iter().chain(&defender.contingents);
        let sent = bodies.filter(|body| body.cause == Separate::SecondArmy);
        let sent =
            sent.filter_map(|body| Some((body.elements.first()?.id.army, body.elements.len())));
        self.sent = sent.collect();
        self.there = attacker.all().chain(defender.all()).map(|man| man.id).collect();
    }

    /// True if its army has several elements of its type there.
    pub(super) fn several(&self, who: Member) -> bool {
        let alike = |one: &&Member| {
            one.army == who.army
                && one.element.troop == who.element.troop
                && one.element.allied == who.element.allied
        };
        self.there.iter().filter(alike).count() > 1
    }

    /// True if no other army of its side is there.
    pub(super) fn alone(&self, who: Member) -> bool {
        let side = who.army.side();
        self.there.iter().all(|one| one.army == who.army || one.army.side() != side)
    }

    fn course(&mut self, n: u32, event: &Course) {
        match event {
            Course::Deployed(deployed) => {
                self.stand(&deployed.attacker.host, &deployed.defender.host);
                self.limits = Some([deployed.attacker.limit, deployed.defender.limit]);
                self.opening.push(n);
            }
            Course::Bound { bound, .. } => self.bound = *bound,
            // A flight that an element came back from is not worth a word.
            Course::Rally { who: back, .. } => self
                .moments
                .retain(|moment| !matches!(moment, Moment::Fled { who, .. } if who == back)),
            Course::Edge { .. } | Course::Pips { .. } | Course::Shaken { .. } | Course::Line(_) => {
            }
        }
    }

    fn blow(&mut self, n: u32, event: &Blow) {
        match event {
            Blow::Fight(fight) => {
                self.fights[usize::from(fight.lane) - 1].push(n);
                let Some(who) = fight.loser else { return };
                let by = if who == fight.first.who { fight.second.who } else { fight.first.who };
                match fight.fate {
                    Fate::Destroyed => {
                        let (events, fight) = (vec![n], fight.clone());
                        let (rear, general) = (None, false);
                        self.moments.push(Moment::Killed { events, fight, who, by, rear, general });
                    }
                    Fate::Flee => self.moments.push(Moment::Fled { n, lane: fight.lane, who, by }),
                    Fate::None | Fate::Recoil => {}
                }
            }
            Blow::Killed { who, by, cause, .. } => match (cause, self.moments.last_mut()) {
                (Cause::Fight, Some(Moment::Killed { events, .. })) => events.push(n),
                (Cause::Rear, Some(Moment::Killed { events, rear, .. })) => {
                    events.push(n);
                    *rear = Some(*who);
                }
                (Cause::Fight | Cause::Rear, _) => panic!("{who} is destroyed without a fight"),
                (Cause::Pursuit | Cause::Withdrawal, _) => {
                    let (pursuit, general) = (*cause == Cause::Pursuit, false);
                    let (who, by) = (*who, *by);
                    self.moments.push(Moment::Caught { n, who, by, pursuit, general });
                }
            },
            Blow::GeneralKilled { .. } => match self.moments.last_mut() {
                Some(Moment::Killed { events, general, .. }) => {
                    events.push(n);
                    *general = true;
                }
                Some(Moment::Caught { general, .. }) => *general = true,
                Some(Moment::Fled { .. } | Moment::Looted { .. }) | None => {}
            },
            Blow::CampLooted { army, by, counts, .. } => {
                let (army, by, counts) = (*army, *by, *counts);
                self.moments.push(Moment::Looted { n, army, by, counts });
            }
            Blow::CampFight { .. } => {}
        }
    }

    fn ending(&mut self, n: u32, event: &Ending) {
        match event {
            Ending::Broken { army, losses, enemy_losses, limit, general_lost, .. } => {
                let (army, losses, enemy) = (*army, *losses, *enemy_losses);
                let (limit, general) = (*limit, *general_lost);
                self.end = Some((n, End::Broken { army, losses, enemy, limit, general }));
            }
            Ending::Withdrew { army, losses, enemy_losses } => {
                let (army, losses, enemy) = (*army, *losses, *enemy_losses);
                self.end = Some((n, End::Withdrew { army, losses, enemy }));
            }
            Ending::Night { bound } => self.end = Some((n, End::Night { bound: *bound })),
            Ending::Pursuit { .. } => self.pursuit.push(n),
            Ending::Withdrawal { .. } => {}
        }
    }
}
