//! B5 to B7: battles are fought in the order of contact, and what follows from them.

use super::{by, by_standing, contact, field, minor, policy, reports, retreat, say, score, siege};
use crate::battle::judge;
use crate::battle::line::Line;
use crate::battle::plan::{Plan, Role};
use crate::battle::report::How;
use crate::battle::scene::DEPLOYED;
use crate::battle::{self, Called, Scene};
use crate::codes::Code;
use crate::elements::{ArmyId, ElementId, Host, Member, Side, Troop};
use crate::events::{Award, Battles, Decision, Doom, Fought, Players, Sieges};
use crate::names::{Name, Resolve};
use crate::orders::Orders;
use crate::orders::battle::{ANY, BattleId, BattleOrders, Whose};
use crate::state::{Battle, BattleStage, State};
use crate::{DuellingRepublics, Table};
use engine::Seat;
use engine::dice::Secrecy;
use engine::rules::AnswersOf;

/// The result of a battle, fought or reported.
pub(crate) struct Upshot {
    /// The side that won it; in a minor war Rome stands for the initiator.
    pub winner: Option<Side>,
    pub how: Decision,
    pub lost: Vec<Member>,
    /// The points that each seat's troops earned.
    pub earned: Vec<(Seat, i16, Award)>,
    /// Armies whose camp was looted.
    pub looted: Vec<ArmyId>,
}

/// Takes what was filed, and fights what can be fought.
pub(crate) fn proceed(table: &mut Table<'_>, answers: &AnswersOf<DuellingRepublics>) {
    let asked: Vec<(BattleId, bool)> = table
        .state()
        .battles
        .iter()
        .filter(|b| reports_due(b))
        .map(|b| (b.id, b.stage == BattleStage::Called))
        .collect();
    let called = table.state().battles.iter().any(|battle| battle.stage == BattleStage::Called);
    file(table, answers);
    stand_in(table);
    if called {
        modes(table);
        minor::arrange(table, answers);
    }
    reports::gather(table, &asked, answers);
    while let Some(battle) =
        table.state().battles.first().filter(|battle| battle.stage == BattleStage::Ready).cloned()
    {
        let upshot = match battle.mode {
            Resolve::Auto => fight(table, &battle),
            Resolve::Tabletop => reports::upshot(&battle, &table.rules().chart.points),
        };
        conclude(table, &battle, &upshot);
    }
}

pub(crate) fn reports_due(battle: &Battle) -> bool {
    match battle.stage {
        BattleStage::Called => battle.mode == Resolve::Tabletop,
        BattleStage::Reports => true,
        BattleStage::Recorded | BattleStage::Ready | BattleStage::Ruling => false,
    }
}

/// The battle that an entry of a file means.
pub(crate) fn meant<'a>(state: &'a State, seat: &Seat, entry: &BattleOrders) -> Option<&'a Battle> {
    let campaign = || state.battles.iter().filter(|battle| battle.minor.is_none());
    match entry.battle {
        Some(id) if id != ANY => campaign().find(|battle| battle.id == id),
        _ => campaign().find(|b| b.hosts.iter().any(|host| host.seat == *seat)).or_else(|| {
            let part = |host: &Host| host.players.contains(seat);
            campaign().find(|battle| battle.hosts.iter().any(part))
        }),
    }
}

fn file(table: &mut Table<'_>, answers: &AnswersOf<DuellingRepublics>) {
    for answer in &answers.0 {
        let Orders::Battles(entries) = &answer.orders else { continue };
        let seat = &answer.prompt.seat;
        for (at, entry) in entries.iter().enumerate() {
            let Some(battle) = meant(table.state(), seat, entry)
                .filter(|b| b.stage == BattleStage::Called)
                .map(|b| b.id)
            else {
                continue;
            };
            by(table, seat, &answer.prompt.name, &format!("[{at}]"));
            say(
                table,
                "BA1",
                Battles::PlanFiled { seat: seat.clone(), battle, orders: Box::new(entry.clone()) },
            );
        }
    }
    table.by_order(None);
}

/// Takes a C-in-C's plan from their standing orders, if they file none.
fn stand_in(table: &mut Table<'_>) {
    let called: Vec<Battle> =
        table.state().battles.iter().filter(|b| b.stage == BattleStage::Called).cloned().collect();
    for battle in called {
        for host in &battle.hosts {
            let filed = battle.plans.get(&host.seat).cloned().unwrap_or_default();
            let plan = policy(table, host.army)
                .and_then(|policy| policy.plan.clone())
                .filter(|_| filed.plan.is_none());
            if plan.is_some()
                && (battle.mode == Resolve::Auto || filed.resolve == Some(Resolve::Auto))
            {
                let orders = Box::new(BattleOrders { battle: Some(battle.id), plan, ..filed });
                by_standing(table, host.army);
                say(
                    table,
                    "BA1",
                    Battles::PlanFiled { seat: host.seat.clone(), battle: battle.id, orders },
                );
                table.by_order(None);
            }
        }
    }
}

/// B7: a battle is decided otherwise if both C-in-Cs say so.
fn modes(table: &mut Table<'_>) {
    let battles: Vec<Battle> =
        table.state().battles.iter().filter(|b| b.stage == BattleStage::Called).cloned().collect();
    for battle in battles {
        let other = match battle.mode {
            Resolve::Auto => Resolve::Tabletop,
            Resolve::Tabletop => Resolve::Auto,
        };
        let wants = |host: &Host| {
            battle.plans.get(&host.seat).and_then(|orders| orders.resolve) == Some(other)
        };
        let mut mode = battle.mode;
        if battle.hosts.iter().all(wants) {
            mode = other;
            say(table, "B7", Battles::Mode { battle: battle.id, mode });
        }
        let stage = if mode == Resolve::Auto { BattleStage::Ready } else { BattleStage::Reports };
        say(table, "B7", Battles::BattleStage { battle: battle.id, stage });
    }
}

/// The plan by which a host fights, and what was void in it, with its code.
pub(crate) fn plan(
    field: &super::Field<'_>,
    battle: &Battle,
    role: Role,
) -> Option<(Plan, Vec<(&'static str, String)>)> {
    let host = battle.hosts.get(role as usize)?;
    let country = field.chart.province(battle.place).terrain;
    let draft =
        battle.plans.get(&host.seat).and_then(|orders| orders.plan.clone()).unwrap_or_default();
    let judged = judge::Field { chart: &field.chart.battle, host, role, country: country.as_str() };
    let (mut plan, wrong) = judge::settle(&judged, &draft);
    let mut void: Vec<(&str, String)> =
        wrong.into_iter().map(|complaint| (complaint.code, complaint.to_string())).collect();
    for (seat, orders) in
        battle.plans.iter().filter(|(seat, _)| **seat != host.seat && host.players.contains(seat))
    {
        for sector in judge::delegate(&mut plan, host, seat, &orders.command) {
            void.push((Code::Command.code(), format!("{seat} does not command the {sector}")));
        }
    }
    Some((plan, void))
}

fn fight(table: &mut Table<'_>, battle: &Battle) -> Upshot {
    let mut battle = battle.clone();
    let mut plans = Vec::new();
    for role in Role::BOTH {
        let Some((mut plan, void)) = plan(&field(table), &battle, role) else { continue };
        let host = &battle.hosts[role as usize];
        // A plan that was not filed in this phase is one of the standing orders.
        let filed = table.order_of(&host.seat, "plan");
        by_standing(table, host.army);
        table.by_order(filed.or_else(|| table.current_order().cloned()));
        for (code, why) in void {
            let (seat, order) = (host.seat.clone(), "battle plan".to_owned());
            let void = Players::Void { seat, army: Some(host.army), order, why };
            table.void("BA1", code, void.into());
        }
        table.by_order(None);
        if battle.minor.is_none() {
            minor::give_up(table.state(), &mut plan, &mut battle.hosts[role as usize]);
        }
        plans.push(plan);
    }
    let country = table.rules().chart.province(battle.place).terrain.to_string();
    let (Ok(hosts), Ok(plans)) =
        (<[Host; 2]>::try_from(battle.hosts.clone()), <[Plan; 2]>::try_from(plans))
    else {
        return Upshot {
            winner: None,
            how: Decision::Night,
            lost: Vec::new(),
            earned: Vec::new(),
            looted: Vec::new(),
        };
    };
    let called = Called { battle: battle.id.to_string(), country, hosts, plans };
    let chart = &table.rules().chart;
    let report = battle::fight(&chart.battle, &mut Ground { table, battle: battle.id }, &called);
    of_report(&report, &chart.points)
}

fn of_report(report: &battle::Report, points: &crate::data::chart::Points) -> Upshot {
    let mut upshot = Upshot {
        winner: report.winner.map(ArmyId::side),
        how: match report.how {
            How::Break => Decision::Break,
            How::Withdrawal => Decision::Withdrawal,
            How::Night => Decision::Night,
        },
        lost: Vec::new(),
        earned: Vec::new(),
        looted: Vec::new(),
    };
    for role in Role::BOTH {
        let (own, enemy) = (report.share(role), report.share(role.other()));
        upshot.lost.extend(&own.lost);
        for (seat, kills) in &own.kills {
            upshot.earned.push((seat.clone(), i16::from(*kills) * points.element, Award::Elements));
        }
        for (_, seat) in &own.generals {
            upshot.earned.push((seat.clone(), points.general, Award::General));
        }
        if let Some(seat) = &enemy.looted_by {
            upshot.earned.push((seat.clone(), points.camp, Award::Camp));
            upshot.looted.push(enemy.army);
        }
    }
    upshot
}

/// The campaign's table as a battlefield.
struct Ground<'a, 't> {
    table: &'a mut Table<'t>,
    battle: BattleId,
}

impl Scene for Ground<'_, '_> {
    fn line(&self) -> &Line {
        self.table.state().line.as_ref().expect(DEPLOYED)
    }

    fn record(&mut self, rule: &'static str, event: battle::Event) {
        say(self.table, rule, Fought { event, battle: self.battle });
    }

    fn settle(
        &mut self,
        rule: &'static str,
        label: &str,
        count: usize,
        read: &mut dyn FnMut(&Line, &[u32]) -> battle::Event,
    ) {
        let battle = self.battle;
        self.table.settle(rule, label, Secrecy::Open, 6, count, |state, faces| {
            let line = state.line.as_ref().expect(DEPLOYED);
            Fought { event: read(line, faces), battle }.into()
        });
    }
}

fn conclude(table: &mut Table<'_>, battle: &Battle, upshot: &Upshot) {
    for (seat, delta, why) in &upshot.earned {
        score::vp(table, "V", seat, *delta, *why);
    }
    let mut armies: Vec<ArmyId> =
        battle.hosts.iter().flat_map(|host| host.all().map(|soldier| soldier.id.army)).collect();
    armies.sort_unstable();
    armies.dedup();
    let of = |members: &mut dyn Iterator<Item = Member>, id: ArmyId| -> Vec<ElementId> {
        members.filter(|member| member.army == id).map(|member| member.element).collect()
    };
    let losses = armies.iter().map(|id| (*id, of(&mut upshot.lost.iter().copied(), *id))).collect();
    let all = || battle.hosts.iter().flat_map(|host| host.all().map(|soldier| soldier.id));
    let fought = armies.iter().map(|id| (*id, of(&mut all(), *id))).collect();
    let plans = battle
        .plans
        .iter()
        .filter(|(_, orders)| orders.plan.is_some() || !orders.command.is_empty());
    let plans = plans.map(|(seat, orders)| (seat.clone(), told(orders)));
    let plans = if battle.mode == Resolve::Auto { plans.collect() } else { Vec::new() };
    say(
        table,
        "B5",
        Battles::BattleOver {
            battle: battle.id,
            at: battle.place,
            winner: Whose::of(upshot.winner),
            how: upshot.how,
            losses,
            fought,
            plans,
            counts: battle.minor.is_none(),
        },
    );
    won_and_lost(table, battle, upshot.winner);
    if battle.minor.is_none() {
        effects(table, battle, upshot, &armies);
    }
}

/// The part of a plan that everybody is told once its battle is over: not the letters and wishes that came with it.
fn told(orders: &BattleOrders) -> BattleOrders {
    let BattleOrders { battle, plan, command, .. } = orders.clone();
    BattleOrders { battle, plan, command, ..BattleOrders::default() }
}

/// V: one point to the C-in-C who won, and one taken from the one who lost.
fn won_and_lost(table: &mut Table<'_>, battle: &Battle, winner: Option<Side>) {
    let points = table.rules().chart.points;
    let Some(winner) = winner else { return };
    for host in &battle.hosts {
        let (delta, why) = if host.army.side() == winner {
            (points.won, Award::BattleWon)
        } else {
            (points.lost, Award::BattleLost)
        };
        score::vp(table, "V", &host.seat, delta, why);
    }
}

fn effects(table: &mut Table<'_>, battle: &Battle, upshot: &Upshot, armies: &[ArmyId]) {
    let (attacker, defender) = (battle.attacker, battle.defender);
    let winner =
        upshot.winner.map(|side| if attacker.side() == side { attacker } else { defender });
    if let Some((to, from)) =
        winner.map(|winner| (winner, if winner == attacker { defender } else { attacker }))
    {
        let talents =
            table.state().army(from).expect("the beaten army is still on the map").body.chest;
        if table.rules().chart.loot_chest && upshot.looted.contains(&from) && talents > 0 {
            say(table, "B5", Battles::Chest { from, to, talents });
        }
    }
    for id in armies {
        succeed(table, *id);
    }
    // A draw drives the attacker off.
    let loser = if winner == Some(attacker) { defender } else { attacker };
    let forbidden = if loser == defender { battle.from } else { None };
    let beside = battle.seconds.iter().copied().filter(|id| id.side() == loser.side());
    let leave: Vec<ArmyId> = std::iter::once(loser).chain(beside).collect();
    for id in leave {
        if table.state().army(id).is_some() {
            let why =
                if winner.is_some() { "after defeat" } else { "after a drawn battle" }.to_owned();
            retreat::go(table, id, &retreat::Why { forbidden, to: &[], prefer: None, reason: why });
        }
    }
    siege::tidy(table);
    invest(table, battle.place, loser.side().other());
}

/// B5e and B5f: the office of a fallen general passes on; an army without core elements is destroyed.
fn succeed(table: &mut Table<'_>, id: ArmyId) {
    const ORDER: [Troop; 11] = [
        Troop::Cv,
        Troop::Kn,
        Troop::El,
        Troop::LH,
        Troop::Bd,
        Troop::Sp,
        Troop::Pk,
        Troop::Wb,
        Troop::Ax,
        Troop::Ps,
        Troop::Hd,
    ];
    let Some(army) = table.state().army(id) else { return };
    if army.body.core.is_empty() {
        score::destroyed(table, "B5", id, Doom::Battle);
        return;
    }
    if army.body.general.is_some() {
        return;
    }
    let heir = ORDER
        .iter()
        .find_map(|troop| army.body.core.iter().find(|element| element.troop == *troop))
        .copied();
    if let Some(element) = heir {
        say(table, "B5", Battles::Succeeds { army: id, element });
    }
}

/// B6: who stays before an enemy major city invests it, without dice this season.
fn invest(table: &mut Table<'_>, at: Name, side: Side) {
    if !field(table).enemy_major(at, side) {
        return;
    }
    for id in table.state().in_the_open(at, side) {
        if !table.state().besieges(id) {
            contact::invest(table, id, at);
        }
    }
    if table.state().sieges.get(&at).is_some_and(|siege| !siege.fought) {
        say(table, "B6", Sieges::SiegeFought { at });
    }
}
