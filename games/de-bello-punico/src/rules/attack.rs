//! 10, 13, 15.2: attacks, one after the other. Rules 23 to 25, 31, 34 and 35, rulings R17 to R21, R25, R31.

use super::combat::{self, Clash};
use super::combat_points::{self, commands};
use super::fortuna::{Mood, Throw, again, throw};
use super::panic::{Hit, Ran, harm};
use super::targets::{self, Quarry};
use super::{
    GameTable, Refusal, by, by_standing, field, flight, leaders, points, pursuit, question,
    support, terms, unsupported, void, withdrawal,
};
use crate::asked::Query;
use crate::codes::Code;
use crate::events::{Cast, Cause, Combat, Doom, Effort, Fight, Modifier, Points, Step};
use crate::field::{Field, counted};
use crate::geometry::behind;
use crate::names::{AskName, CommandBox, Id, Kind, Side};
use crate::odds;
use crate::orders::{AttackOrder, CombatOrders, Reply, YesNo};
use crate::policy::{Face, Support, SupportWord};
use engine::Tempo;
use engine::kit::Hex;

pub(super) struct Attack<'o> {
    pub(super) side: Side,
    pub(super) unit: Id,
    quarry: Quarry,
    pub(super) charge: bool,
    /// The order of the file; none if a standing order attacks.
    pub(super) order: Option<&'o AttackOrder>,
    pub(super) part: String,
}

/// How an impulse goes on after some attacks or shots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum After {
    /// Its side has seen the dice and may go on.
    AskAgain,
    Over,
}

/// 10: the attacks of a side as listed, `fresh` if they answer this very question; then its standing orders attack with what is left, best edge first.
pub(crate) fn resolve(
    board: &mut GameTable<'_>,
    side: Side,
    orders: &CombatOrders,
    fresh: bool,
) -> After {
    for (at, order) in orders.attacks.iter().enumerate() {
        let part = format!("attacks[{at}]");
        by(board, side, &part);
        listed(board, side, part, order);
    }
    if fresh && goes_on(board, side, orders) {
        return After::AskAgain;
    }
    by_standing(board, side, "attack");
    while let Some((unit, quarry)) = by_policy(board, side) {
        strike(
            board,
            &Attack { side, unit, quarry, charge: false, order: None, part: "attacks".to_owned() },
        );
    }
    After::Over
}

/// 10: at full tempo an attacker chooses its next attack in the light of the dice. It must have given some, not said
/// that they were the last, and have an attack left to make that no standing rule of its own makes.
fn goes_on(board: &GameTable<'_>, side: Side, orders: &CombatOrders) -> bool {
    let own_rules = board.policy(&side.seat()).and_then(|policy| policy.attack.as_ref());
    let asks = board.state().tempo == Tempo::Full
        && !orders.attacks.is_empty()
        && !orders.last
        && own_rules.is_none_or(Vec::is_empty);
    let field = field(board);
    asks && field.army(side).iter().any(|(id, _)| targets::threatens(&field, side, *id))
}

/// Carries out one attack of the list.
pub(crate) fn listed(board: &mut GameTable<'_>, side: Side, part: String, order: &AttackOrder) {
    let (judged, charge) = {
        let field = field(board);
        let charge = if order.charge {
            charges(&field, side, order.unit, 0).map(|()| true)
        } else {
            Ok(false)
        };
        (judge(&field, side, order, charge.is_ok() && order.charge), charge)
    };
    let quarry = match judged {
        Ok(quarry) => quarry,
        Err(no) => return void(board, side, &part, Some(order.unit), no),
    };
    let charge = charge.unwrap_or_else(|no| {
        void(board, side, &part, Some(order.unit), no);
        false
    });
    strike(board, &Attack { side, unit: order.unit, quarry, charge, order: Some(order), part });
}

/// The target of an attack, if it can be made.
fn judge(
    field: &Field<'_>,
    side: Side,
    order: &AttackOrder,
    charge: bool,
) -> Result<Quarry, Refusal> {
    let (unit, _) = targets::attacker(field, side, order.unit)?;
    if let Some(no) = targets::unmet(field, side, &order.when.0) {
        return Err(no);
    }
    targets::choose(field, order.unit, unit, &order.target.0, charge)
}

/// 15.2: whether a unit may charge when so many charges have been declared before it.
fn charges(field: &Field<'_>, side: Side, id: Id, declared: u8) -> Result<(), Refusal> {
    if field.unit(id).is_none_or(|unit| unit.kind != Kind::Me) {
        return Err(Refusal::new(Code::Charge, "15.2", format!("{id} are not mercenaries"))
            .fix("leave `charge` out"));
    }
    let points = points::left(field.state, side, CommandBox::Furor);
    let all = field
        .camp(side)
        .charges
        .saturating_add(points.saturating_mul(field.printed.boxes.note(CommandBox::Furor).serves));
    if all > declared {
        Ok(())
    } else {
        Err(Refusal::new(Code::Charge, "15.2", format!("{id}: no charge is left"))
            .fix("leave `charge` out"))
    }
}

/// The refusals of attacks in the present position: place in the list, unit, and reason. The caller must consider what
/// earlier attacks may change.
pub(crate) fn refusals(
    field: &Field<'_>,
    side: Side,
    orders: &CombatOrders,
) -> Vec<(usize, Id, Refusal)> {
    let (mut all, mut seen, mut given, mut declared) = (Vec::new(), Vec::new(), 0_u8, 0_u8);
    for (at, order) in orders.attacks.iter().enumerate() {
        let id = order.unit;
        let mut refuse = |no: Refusal| all.push((at, id, no));
        if seen.contains(&id) {
            refuse(
                Refusal::new(Code::Attacked, "10", format!("{id} attacks twice"))
                    .fix("a unit may attack only once in an impulse: name it once"),
            );
            continue;
        }
        // An attack with a condition may never be made, so it takes nothing from those that follow.
        let sure = u8::from(order.when.is_empty());
        if order.when.is_empty() {
            seen.push(id);
        }
        let found = targets::attacker(field, side, id)
            .and_then(|(unit, _)| targets::choose(field, id, unit, &order.target.0, order.charge));
        if let Err(no) = found {
            refuse(no);
            continue;
        }
        if order.charge {
            match charges(field, side, id, declared) {
                Ok(()) => declared = declared.saturating_add(sure),
                Err(no) => refuse(no),
            }
        }
        if order.command == Some(true) {
            match commands(field, side, id, given) {
                Ok(()) => given = given.saturating_add(sure),
                Err(no) => refuse(no),
            }
        }
        if let Some(Support::Units(list)) = &order.support {
            for why in list.iter().filter_map(|friend| support::unfit(field, id, *friend)) {
                refuse(unsupported(why));
            }
        }
    }
    all
}

/// The attack that standing orders make next: the best edge, then by the attacker's id, then the target's.
fn by_policy(board: &GameTable<'_>, side: Side) -> Option<(Id, Quarry)> {
    let rules = terms::attack(board, side);
    if rules.is_empty() {
        return None;
    }
    let field = field(board);
    let mut found = Vec::new();
    for (id, unit) in
        field.army(side).into_iter().filter(|(id, _)| targets::attacker(&field, side, *id).is_ok())
    {
        for quarry in targets::quarries(&field, unit) {
            let Some(target) = quarry.unit else { continue };
            let edge = combat::edge(&field, id, target, false);
            if terms::says(rules, id, unit, terms::facts(&field, unit, edge)) {
                found.push((-edge, counted(id), counted(target), id, quarry));
            }
        }
    }
    found
        .into_iter()
        .min_by(|a, b| (a.0, &a.1, &a.2).cmp(&(b.0, &b.1, &b.2)))
        .map(|(.., id, quarry)| (id, quarry))
}

/// 10.2: one attack from its announcement to the advance (25).
fn strike(board: &mut GameTable<'_>, attack: &Attack<'_>) {
    let Attack { side, unit, quarry, charge, .. } = *attack;
    let Some(rear) = announce(board, attack) else { return };
    let Some(target) = quarry.unit else {
        board.record(
            "10",
            Combat::Attack { attacker: unit, defender: None, hex: quarry.hex, rear: false }.into(),
        );
        leaders::step(board, side.other(), Step::Alone, None);
        return advance(board, attack);
    };
    board.record(
        "10",
        Combat::Attack { attacker: unit, defender: Some(target), hex: quarry.hex, rear }.into(),
    );
    if board.state().unit(target).is_some_and(|unit| unit.panic.is_some()) {
        flight::doom(board, target, quarry.hex, Doom::Attacked);
        return advance(board, attack);
    }
    withdrawal::leader(board, unit, target, charge);
    if withdrawal::target(board, unit, target, charge) {
        return advance(board, attack);
    }
    combat_points::own(board, attack, target);
    let told = combat_points::asked(board, attack, target);
    combat_points::others(board, attack, target, &told);
    let clash = muster(board, attack, target, &told);
    if charge {
        furor(board, side, unit);
    }
    let runs = fight(board, &clash);
    aftermath(board, attack, target, &runs);
}

/// Announces an attack: true if it comes from behind; none if its unit is gone.
fn announce(board: &GameTable<'_>, attack: &Attack<'_>) -> Option<bool> {
    let field = field(board);
    let here = field.hex(attack.unit)?;
    let behind = |target: Id| {
        field.unit(target).is_some_and(|unit| {
            unit.steady() && behind(field.grid(), attack.quarry.hex, unit.facing, here)
        })
    };
    Some(attack.quarry.unit.is_some_and(behind))
}

/// 10.4: who supports whom (25 e). Friends named in the file who may not are void.
fn muster(board: &mut GameTable<'_>, attack: &Attack<'_>, target: Id, told: &Reply) -> Clash {
    let ordered = attack.order.and_then(|order| order.support.as_ref());
    if let Some(Support::Units(list)) = ordered {
        let bad: Vec<(Id, String)> = {
            let field = field(board);
            list.iter()
                .filter_map(|friend| Some((*friend, support::unfit(&field, attack.unit, *friend)?)))
                .collect()
        };
        for (friend, why) in bad {
            void(
                board,
                attack.side,
                &format!("{}.support", attack.part),
                Some(friend),
                unsupported(why),
            );
        }
    }
    let of = |unit: Id, says: Option<&Support>| {
        let mut friends = support::eligible(&field(board), unit);
        match says {
            Some(Support::Word(SupportWord::None)) => friends.clear(),
            Some(Support::Units(list)) => friends.retain(|friend| list.contains(friend)),
            Some(Support::Word(SupportWord::All)) | None => {}
        }
        friends
    };
    let with = of(attack.unit, ordered.or_else(|| terms::support(board, attack.side)));
    let others = told.support.as_ref().or_else(|| terms::support(board, attack.side.other()));
    let against = of(target, others);
    Clash { attacker: attack.unit, defender: target, charge: attack.charge, with, against }
}

/// 15.2, 4.7: a charge is counted off; a Furor point gives two (25 f).
fn furor(board: &mut GameTable<'_>, side: Side, unit: Id) {
    let ready = board.state().camps[side].charges;
    let left = if ready > 0 {
        ready - 1
    } else {
        points::spend(board, "4.7", side, CommandBox::Furor, vec![unit]);
        board.rules().printed.boxes.note(CommandBox::Furor).serves.saturating_sub(1)
    };
    board.record("15.2", Points::Charge { unit, left }.into());
}

/// 10.2, 10.3: dice, Fortuna and the result; then what breaks, and who runs (25 g to l).
fn fight(board: &mut GameTable<'_>, clash: &Clash) -> Vec<Ran> {
    let (by, against) = {
        let field = field(board);
        (combat::attack(&field, clash), combat::defence(&field, clash))
    };
    let sums = (combat::sum(&by), combat::sum(&against));
    let dice = roll(board, clash, sums);
    let (mine, theirs) = (combat::total(dice.0, sums.0), combat::total(dice.1, sums.1));
    let (lost, dealt) = combat::result(mine, theirs);
    let furor = u8::from(clash.charge && dice.0 >= 5);
    let effort =
        |unit: Id, die: u8, modifiers: Vec<Modifier>, total: u8, support: &[Id], dp: u8| Effort {
            unit,
            die,
            modifiers,
            total,
            support: support.to_vec(),
            dp,
        };
    board.record(
        "10.6",
        Combat::Fought(Fight {
            attacker: effort(clash.attacker, dice.0, by, mine, &clash.with, lost + furor),
            defender: effort(clash.defender, dice.1, against, theirs, &clash.against, dealt),
            charge: clash.charge,
            furor,
            odds: odds::throws(sums.0, sums.1),
        })
        .into(),
    );
    let hits = [
        Hit { unit: clash.attacker, points: lost, cause: Cause::Combat },
        Hit { unit: clash.attacker, points: furor, cause: Cause::Charge },
        Hit { unit: clash.defender, points: dealt, cause: Cause::Combat },
    ];
    harm(board, &hits, &[clash.defender, clash.attacker])
}

/// Both dice, and Fortuna: the attacker's first, then the defender's (25 g, h).
fn roll(board: &mut GameTable<'_>, clash: &Clash, sums: (i16, i16)) -> (u8, u8) {
    let side =
        |board: &GameTable<'_>, id: Id| board.state().unit(id).map_or(Side::Rome, |unit| unit.side);
    let first = Throw {
        side: side(board, clash.attacker),
        cast: Cast::Attack,
        unit: Some(clash.attacker),
        rule: "10.2",
    };
    let second = Throw {
        side: side(board, clash.defender),
        cast: Cast::Defence,
        unit: Some(clash.defender),
        rule: "10.2",
    };
    let (mut a, mut d) = (throw(board, &first), throw(board, &second));
    let totals = |a: u8, d: u8| (combat::total(a, sums.0), combat::total(d, sums.1));
    let (mine, theirs) = totals(a, d);
    if let Some(die) = again(board, &first, Mood::new(a).totals(mine, theirs), Some(clash.attacker))
    {
        a = die;
    }
    let (mine, theirs) = totals(a, d);
    if let Some(die) =
        again(board, &second, Mood::new(d).totals(theirs, mine), Some(clash.defender))
    {
        d = die;
    }
    (a, d)
}

/// 14, 10.8: pursuit, or the attacker's advance (25 m).
fn aftermath(board: &mut GameTable<'_>, attack: &Attack<'_>, target: Id, runs: &[Ran]) {
    let broke = |board: &GameTable<'_>, id: Id| {
        board.state().unit(id).is_some_and(|unit| unit.panic.is_some())
    };
    let (mine, theirs) = (broke(board, attack.unit), broke(board, target));
    let horse = {
        let field = field(board);
        let mounted = |id: Id| field.unit(id).is_some_and(|unit| field.mounted(unit));
        mounted(attack.unit) && mounted(target)
    };
    let ran = |id: Id| runs.iter().find(|ran| ran.unit == id);
    match (mine, theirs) {
        (false, true) if horse => {
            let held = ran(target).is_none_or(|ran| pursuit::pursue(board, attack.unit, ran));
            if held {
                advance(board, attack);
            }
        }
        (true, false) if horse => {
            if let Some(ran) = ran(attack.unit) {
                pursuit::pursue(board, target, ran);
            }
        }
        (false, _) => advance(board, attack),
        (true, _) => {}
    }
}

/// 10.8: an unbroken attacker enters the hex that its attack has emptied; some may decline.
fn advance(board: &mut GameTable<'_>, attack: &Attack<'_>) {
    let to = attack.quarry.hex;
    let Some((stand, from, optional)) = may_advance(board, attack.unit, to) else { return };
    let told = advances(board, attack, optional);
    let act = |board: &mut GameTable<'_>| {
        if optional && told.advance == Some(YesNo::No) {
            return board.record("10.8", Combat::NoAdvance { unit: attack.unit, to }.into());
        }
        let face = match told.face.unwrap_or_else(|| terms::face(board, attack.side)) {
            Face::To(side) => side,
            Face::Keep => stand,
            Face::Ahead => field(board).grid().side_to(from, to).unwrap_or(stand),
        };
        board.record(
            "10.8",
            Combat::Advance { unit: attack.unit, from, to, face, free: optional }.into(),
        );
        if terms::follows(board, attack.side) {
            leaders::follow(board, attack.unit, from);
        }
    };
    if told.asked {
        question::as_told(board, attack.side, (Some(AskName::Advance), "advance"), act);
    } else {
        act(board);
    }
}

/// A side's decision about an advance.
struct Wish {
    advance: Option<YesNo>,
    face: Option<Face>,
    asked: bool,
}

/// 10.8, 10.8.1: whether an attacker advances, and how it faces: by its order, by what its side says when it is asked, or by
/// its standing order.
fn advances(board: &mut GameTable<'_>, attack: &Attack<'_>, optional: bool) -> Wish {
    let side = attack.side;
    let ordered =
        (attack.order.and_then(|order| order.advance), attack.order.and_then(|order| order.face));
    let (mut advance, mut face) = ordered;
    let stay = optional
        && advance.is_none()
        && question::open(board, side, |policy| policy.advance.as_ref()?.optional.as_ref());
    let goes = !optional || stay || advance == Some(YesNo::Yes);
    let turns = face.is_none()
        && goes
        && question::open(board, side, |policy| policy.advance.as_ref()?.face.as_ref());
    let asked = stay || turns;
    if asked {
        let query = Query::Advance { unit: attack.unit, to: attack.quarry.hex, stay, face: turns };
        let reply = question::ask(board, side, query);
        (advance, face) = (advance.or(reply.advance), face.or(reply.face));
    }
    let by_rule = || if terms::advances(board, side) { YesNo::Yes } else { YesNo::No };
    Wish { advance: Some(advance.unwrap_or_else(by_rule)), face, asked }
}

/// The facing and hex of a unit that may enter a hex now, and whether it may decline.
fn may_advance(
    board: &GameTable<'_>,
    id: Id,
    to: Hex,
) -> Option<(engine::kit::Bearing, Hex, bool)> {
    let field = field(board);
    let unit = field.unit(id).filter(|unit| unit.steady())?;
    let open = field.vacant(unit.side, to);
    open.then_some((unit.facing, unit.hex()?, field.printed_on(unit).advance_optional))
}
