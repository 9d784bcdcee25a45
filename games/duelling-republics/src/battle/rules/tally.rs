//! BA8, BA9: factor and modifiers of a front element in its fight.

use super::super::chart::Chart;
use super::super::events::Clause;
use super::super::line::{Lane, Line};
use super::super::plan::Role;
use crate::elements::{Member, Troop};

/// The sum that an element adds to its die, and its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tally {
    pub who: Member,
    /// Factor against its opponent.
    pub factor: i16,
    /// Modifiers that are not 0, in the order of the chart.
    pub modifiers: Vec<Clause>,
    /// The element behind it, if it helps.
    pub helped_by: Option<Member>,
    /// True if an enemy has turned on its flank.
    pub turned_on: bool,
}

impl Tally {
    /// The factor with the modifiers.
    pub(crate) fn sum(&self) -> i16 {
        self.factor + self.modifiers.iter().map(|clause| clause.points).sum::<i16>()
    }
}

/// Adds up what the front element of `role` brings to its fight in a bound of `active`; none if nobody faces it.
pub(crate) fn tally(
    chart: &Chart,
    line: &Line,
    place: (usize, i16),
    role: Role,
    active: Role,
) -> Option<Tally> {
    let (lane, file) = (&line.lanes[place.0], place.1);
    let (man, enemy) = (lane.man(file, role)?, lane.man(file, role.other())?);
    let (own, foe) = (man.who.element.troop, enemy.who.element.troop);
    let (party, add, going) = (line.party(role), &chart.modifiers, lane.ground.bad);
    let on_foot = !chart.of(foe).mounted;
    let helped_by = man.rear.filter(|rear| chart.supports(rear.element.troop, own, foe, going));
    let flanks = flanks(chart, lane, file, role, man.who);
    let officer = party.host.all().any(|soldier| soldier.id == man.who && soldier.office.is_some());
    let uphill = lane.ground.uphill && role == Role::Defender && lane.mover != Some(Role::Defender);
    let river = lane.ground.river && lane.mover == Some(role) && !lane.crossed;
    let figures = chart.of(own);
    let wall = own == Troop::Sp
        && on_foot
        && !going
        && helped_by.is_none()
        && beside_spears(lane, file, role);
    let shaken = party.shaken[party.command_of(man.who)];
    let once = |holds: bool, points: i16| if holds { points } else { 0 };
    let sum = [
        ("general", once(officer, add.general)),
        ("furor", once(figures.traits.furor && on_foot && active == role, add.furor)),
        ("support", once(helped_by.is_some(), add.support)),
        ("shield-wall", once(wall, add.shield_wall)),
        ("flank", add.flank * i16::from(flanks.open)),
        ("uphill", once(uphill, add.uphill)),
        ("bad-going", once(going && !figures.traits.rough_troops, add.bad_going)),
        ("river", once(river, add.river)),
        ("shaken", once(shaken, add.shaken)),
    ];
    let modifiers = sum
        .into_iter()
        .filter(|(_, points)| *points != 0)
        .map(|(what, points)| Clause::new(what, points));
    Some(Tally {
        who: man.who,
        factor: chart.factor(own, foe),
        modifiers: modifiers.collect(),
        helped_by,
        turned_on: flanks.turned_on,
    })
}

struct Flanks {
    /// The number of flanks that are overlapped or turned.
    open: u8,
    turned_on: bool,
}

/// BA9: an enemy in a neighbouring file counts if it has turned on the element, or if it has not turned and nobody there
/// holds it: this side has no element in that file, or one that gave ground and cannot slip away.
fn flanks(chart: &Chart, lane: &Lane, file: i16, role: Role, who: Member) -> Flanks {
    let mut flanks = Flanks { open: 0, turned_on: false };
    for at in [file.saturating_sub(1), file.saturating_add(1)] {
        let Some(beside) = lane.files.get(&at) else { continue };
        let Some(enemy) = beside.man(role.other()) else { continue };
        let unheld = beside.man(role).is_none_or(|friend| {
            beside.apart == Some(role) && !chart.of(friend.who.element.troop).traits.slips_away
        });
        let turned_on = enemy.turned == Some(who);
        flanks.turned_on |= turned_on;
        flanks.open += u8::from(turned_on || (enemy.turned.is_none() && unheld));
    }
    flanks
}

/// True if spears of the same side stand in a neighbouring file and have not given ground.
fn beside_spears(lane: &Lane, file: i16, role: Role) -> bool {
    [file.saturating_sub(1), file.saturating_add(1)].into_iter().any(|at| {
        let beside = lane.files.get(&at).filter(|beside| beside.apart != Some(role));
        beside
            .and_then(|beside| beside.man(role))
            .is_some_and(|man| man.who.element.troop == Troop::Sp)
    })
}
