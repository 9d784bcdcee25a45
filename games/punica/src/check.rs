//! Everything unlawful in a filing, with the rule and what to write instead: the very code that resolves, run on the view.

use super::Punica;
use super::board::{Bar, Board};
use super::chart::{Card, CardId, Side, Unit, bit, each};
use super::orders::{Aftermath, Answer, Deed, DrawWord, Movement, Orders, Stake};
use super::policy::{EffectPolicy, Play, PlayRule, Policy};
use super::question::Question;
use super::rules::battle::scope;
use super::rules::choice::Situation;
use super::rules::movement::{March, lawful, steps_in_words};
use super::rules::turn::{discarded, no_deployment};
use super::state::{Stage, State};
use super::threat::threats_to;
use engine::complaint::Complaint;
use engine::rules::{ParsedOrdersOf, Place};
use engine::title::path_of;
use engine::{Path, Prompt, Seat, Tempo};

/// All complaints about a filing.
pub(super) fn check(
    rules: &Punica,
    view: &State,
    seat: &Seat,
    prompts: &[Prompt<Question>],
    filing: &ParsedOrdersOf<Punica>,
) -> Vec<Complaint> {
    let Some(side) = Side::of(seat) else {
        return vec![Complaint::refusal(
            "not-awaited",
            "T1",
            Path::top(),
            format!("{seat} has no seat in this game"),
        )];
    };
    if view.ended.is_some() {
        let refusal =
            Complaint::refusal("game-over", "V5", Path::top().then("orders"), "the game is over");
        return vec![refusal.fix("nothing more can be ordered; read the last report")];
    }
    let mut found = Vec::new();
    for (name, orders) in &filing.orders {
        let path = path_of(prompts, name, Place::Orders);
        let Some(prompt) = prompts.iter().find(|prompt| prompt.name == *name) else { continue };
        if let Orders::Answer(answer) = orders {
            found.extend(answer_complaints(rules, view, side, (prompt.question, answer), &path));
        }
    }
    for (name, orders) in filing.ahead.iter().flatten() {
        found.extend(ahead_complaints(rules, side, orders, &path_of(prompts, name, Place::Ahead)));
    }
    if filing.ahead.as_ref().is_some_and(|ahead| !ahead.is_empty()) && view.tempo == Tempo::Full {
        let message = "in tempo full every decision is awaited, and nothing given ahead counts";
        let warning = Complaint::warning("ahead-full", Path::top().then("ahead"), message);
        found.push(
            warning
                .by("T1")
                .fix("leave `ahead` out; `standing` counts for a seat that misses its deadline"),
        );
    }
    if let Some(policy) = &filing.standing {
        found.extend(policy_complaints(rules, side, policy));
    }
    found
}

/// Complaints about the answer to an open prompt.
fn answer_complaints(
    rules: &Punica,
    view: &State,
    side: Side,
    (question, answer): (Question, &Answer),
    path: &Path,
) -> Vec<Complaint> {
    let mut found = Vec::new();
    if answer.resign {
        return found;
    }
    let draw = path.then("draw");
    if answer.draw == Some(DrawWord::Accept) {
        if view.offer == Some(side.other()) {
            return found;
        }
        let refusal = Complaint::refusal(
            "bad-draw",
            "X2",
            draw,
            format!("{} has offered no draw", side.other()),
        );
        found.push(refusal.fix("leave it out, or write draw: offer beside an action"));
    } else if answer.draw == Some(DrawWord::Offer) && answer.deed.is_none() {
        let refusal =
            Complaint::refusal("bad-draw", "X2", draw, "a draw is offered beside an action");
        found.push(refusal.fix("offer it with your next action"));
    }
    match question {
        Question::Action => {
            if let Some(deed) = &answer.deed {
                found.extend(deed_complaints(rules, view, side, deed, path));
            }
        }
        Question::Battle => {
            if let Some(stake) = &answer.stake {
                found.extend(stake_complaints(rules, view, side, stake, path));
            }
        }
        Question::Effect => {
            let moves = answer.effect.as_ref().map(|effect| &effect.moves[..]).unwrap_or_default();
            if let Some((scope, board)) = scope(rules, view, side) {
                found.extend(
                    march_complaints(rules, view, board, (side, scope.card), moves, path).0,
                );
            }
        }
        Question::Aftermath => found.extend(aftermath_complaints(view, answer.aftermath, path)),
        Question::Parley => {}
    }
    found
}

/// Complaints about an action.
pub(super) fn deed_complaints(
    rules: &Punica,
    view: &State,
    side: Side,
    deed: &Deed,
    path: &Path,
) -> Vec<Complaint> {
    let board = rules.board(view);
    match deed {
        Deed::Move { movement } => {
            let (mut found, after) = single(rules, view, board, side, movement, path);
            found.extend(open_capital(rules, (&board, &after), side, path));
            found
        }
        Deed::Card { card, moves } => {
            let Some(held) = rules.card(*card).filter(|_| view.camp(side).hand.contains(card))
            else {
                return vec![not_in_hand(rules, view, side, *card, path.then("card"))];
            };
            let (mut found, after) =
                march_complaints(rules, view, board, (side, held), moves, path);
            found.extend(open_capital(rules, (&board, &after), side, path));
            found
        }
        Deed::Deploy { remove } => {
            let path = path.then("remove");
            if let Some((code, why, fix)) = no_deployment(rules, &board, side, *remove) {
                return vec![Complaint::refusal(code, "D1", path, why).fix(fix)];
            }
            let mut after = board;
            after.take(side, remove.unit, rules.chart().index(remove.area));
            let mut found = open_capital(rules, (&board, &after), side, &path);
            if board.armies(rules.chart(), side) == 1 {
                let warning = Complaint::warning(
                    "last-army",
                    path,
                    "this removes your last army: you would lose at once",
                );
                found.push(warning.by("V3").fix("take another action"));
            }
            found
        }
        Deed::Pass { discard } => match discard {
            Play::Card(card) if discarded(rules, &board, side, discard).is_none() => {
                vec![not_in_hand(rules, view, side, *card, path.then("discard"))]
            }
            _ => Vec::new(),
        },
    }
}

/// The board after a lawful action, before its battles.
pub(super) fn after_deed(rules: &Punica, view: &State, side: Side, deed: &Deed) -> Board {
    let mut board = rules.board(view);
    let chart = rules.chart();
    match deed {
        Deed::Move { movement } => single(rules, view, board, side, movement, &Path::top()).1,
        Deed::Card { card, moves } => {
            let Some(held) = rules.card(*card) else { return board };
            spend(rules, &mut board, side, *card);
            march_complaints(rules, view, board, (side, held), moves, &Path::top()).1
        }
        Deed::Deploy { remove } => {
            board.take(side, remove.unit, chart.index(remove.area));
            board.add(side, Unit::Fleet, chart.home[side.at()]);
            board
        }
        Deed::Pass { discard } => {
            if let Some(card) = discarded(rules, &board, side, discard) {
                spend(rules, &mut board, side, card);
            }
            board
        }
    }
}

/// Takes a card out of a hand, and the hand up again if it is empty. Rule K4.
pub(super) fn spend(rules: &Punica, board: &mut Board, side: Side, card: CardId) {
    let Some(at) = rules.deck(side).find(card) else { return };
    let hand = &mut board.hands[side.at()];
    *hand &= !(1 << at);
    if *hand == 0 {
        *hand = ((1 << rules.deck(side).0.len()) - 1) & !(1 << at);
    }
}

fn single(
    rules: &Punica,
    view: &State,
    board: Board,
    side: Side,
    movement: &Movement,
    path: &Path,
) -> (Vec<Complaint>, Board) {
    let mut after = board;
    match lawful(rules, &board, view.options.escort, side, movement) {
        Ok(_) => {
            make(rules, &mut after, side, movement);
            (Vec::new(), after)
        }
        Err(bar) => (
            vec![barred(rules, &board, side, movement, None, bar).at_path(path.then("move"))],
            after,
        ),
    }
}

/// Walks through the movements of a card: what is wrong with them, and the board after those that are lawful.
fn march_complaints(
    rules: &Punica,
    view: &State,
    mut board: Board,
    (side, card): (Side, &Card),
    moves: &[Movement],
    path: &Path,
) -> (Vec<Complaint>, Board) {
    let (mut march, mut found) = (March::new(card), Vec::new());
    for (at, movement) in moves.iter().enumerate() {
        let next = march.after(movement.unit);
        let made = next.and_then(|next| {
            lawful(rules, &board, view.options.escort, side, movement).map(|_| next)
        });
        match made {
            Ok(next) => {
                march = next;
                make(rules, &mut board, side, movement);
            }
            Err(bar) => found.push(
                barred(rules, &board, side, movement, Some(card), bar)
                    .at_path(path.then("moves").then(at)),
            ),
        }
    }
    let left: u32 = march
        .left()
        .filter(|step| step.who != super::chart::Who::Hannibal)
        .map(|step| u32::from(step.n))
        .sum();
    if found.is_empty() && left > 0 && !moves.is_empty() {
        let message =
            format!("{} allows {}; {left} of them are not used", card.id, steps_in_words(card));
        found.push(
            Complaint::warning("unused-movements", path.then("moves"), message)
                .by("K1")
                .fix("add movements, if you wish"),
        );
    }
    (found, board)
}

fn make(rules: &Punica, board: &mut Board, side: Side, movement: &Movement) {
    let chart = rules.chart();
    board.shift(side, movement.unit, chart.index(movement.from), chart.index(movement.to));
}

/// A refusal without its place yet.
struct Draft(Complaint);

impl Draft {
    fn at_path(mut self, path: Path) -> Complaint {
        self.0.path = path;
        self.0
    }
}

/// Why a movement is refused, as exactly as the board tells.
fn barred(
    rules: &Punica,
    board: &Board,
    side: Side,
    movement: &Movement,
    card: Option<&Card>,
    bar: Bar,
) -> Draft {
    let chart = rules.chart();
    let (mut why, mut fix) = bar.reason(rules, side, movement, card);
    let (from, to) = (chart.index(movement.from), chart.index(movement.to));
    if bar == Bar::Unreachable && movement.unit == Unit::Escort {
        why = format!(
            "{} does not border {}; an army goes along with Hannibal by land only",
            movement.to, movement.from
        );
        "move hannibal and the army by a movement each".clone_into(&mut fix);
    } else if bar == Bar::Unreachable {
        why = format!(
            "{} does not border {}, and your fleets make no chain",
            movement.to, movement.from
        );
        let blocked: Vec<String> = each(chart.seas & (chart.touch[from] | chart.touch[to]))
            .filter_map(|sea| {
                let id = chart.id(sea);
                if board.held[side.other().at()] & bit(sea) != 0 {
                    Some(format!("{}'s fleet is in {id}", side.other()))
                } else if board.usable(chart, side) & bit(sea) == 0 {
                    Some(format!("no fleet of yours is in {id}"))
                } else {
                    None
                }
            })
            .collect();
        if !blocked.is_empty() {
            why = format!("{why}: {}", blocked.join(", "));
        }
        let reach: Vec<String> = each(board.range(chart, side, movement.unit, from))
            .map(|area| chart.id(area).to_string())
            .collect();
        fix = if reach.is_empty() {
            format!("nothing can be reached from {}", movement.from)
        } else {
            format!("from {} you reach {}", movement.from, reach.join(", "))
        };
    } else if bar == Bar::NoUnit {
        let stands =
            each(board.held[side.at()]).filter(|area| board.has(side, movement.unit, *area));
        let stands: Vec<String> = stands.map(|area| chart.id(area).to_string()).collect();
        if !stands.is_empty() {
            fix = format!("your {} at that moment: {}", movement.unit.word(), stands.join(", "));
        }
    }
    Draft(Complaint::refusal(bar.code(), bar.rule(), Path::top(), why).fix(fix))
}

fn not_in_hand(rules: &Punica, view: &State, side: Side, card: CardId, path: Path) -> Complaint {
    let hand: Vec<String> = view.camp(side).hand.iter().map(ToString::to_string).collect();
    let why = match rules.owner(card) {
        Some(owner) if owner == side => {
            format!("{card} lies face-up; your hand: {}", hand.join(", "))
        }
        _ => format!("{card} is no card of {side}; your hand: {}", hand.join(", ")),
    };
    Complaint::refusal("not-in-hand", "K1", path, why).fix("name a card of your hand")
}

/// A warning if an action leaves the own capital empty and the enemy can get there.
fn open_capital(
    rules: &Punica,
    (before, after): (&Board, &Board),
    side: Side,
    path: &Path,
) -> Vec<Complaint> {
    let chart = rules.chart();
    let capital = chart.capital[side.at()];
    if after.units(side, capital) > 0
        || before.units(side, capital) == 0
        || after.contested() & bit(capital) != 0
    {
        return Vec::new();
    }
    if threats_to(rules, after, side.other(), capital).is_empty() {
        return Vec::new();
    }
    let message = format!("after this {} is empty and the enemy can reach it", chart.name(capital));
    vec![
        Complaint::warning("open-capital", path.clone(), message)
            .by("V1")
            .fix("leave a unit there"),
    ]
}

/// Complaints about the card for a battle.
fn stake_complaints(
    rules: &Punica,
    view: &State,
    side: Side,
    stake: &Stake,
    path: &Path,
) -> Vec<Complaint> {
    let mut found = Vec::new();
    let Some(fight) = &view.fight else { return found };
    if stake.battle != fight.area {
        let why = format!("the battle to be answered now is {}, not {}", fight.area, stake.battle);
        let refusal = Complaint::refusal("wrong-battle", "B2", path.then("battle"), why);
        found.push(refusal.fix(format!("write battle: {}", fight.area)));
    }
    let board = rules.board(view);
    let situation =
        Situation::of(rules, &board, rules.chart().index(fight.area), fight.attacker, side);
    found.extend(play_complaints(rules, side, &stake.card, &path.then("card"), "battle"));
    if found.is_empty() && situation.pick(&stake.card, true).is_none() {
        let hand: Vec<String> = view.camp(side).hand.iter().map(ToString::to_string).collect();
        let why = match &stake.card {
            Play::Card(card) => format!("{card} lies face-up; your hand: {}", hand.join(", ")),
            _ => format!("this play yields no card of your hand: {}", hand.join(", ")),
        };
        found.push(
            Complaint::refusal("not-in-hand", "B8", path.then("card"), why)
                .fix("name a card of your hand, or add an alternative: [r5, highest]"),
        );
    }
    if let (Some(EffectPolicy::Moves(fixed)), Tempo::Brisk) = (&stake.policy, view.tempo) {
        found.extend(unit_complaints(side, &fixed.moves, &path.then("effect").then("moves")));
    }
    found
}

/// Movements of a unit that the side can never have.
fn unit_complaints(side: Side, moves: &[Movement], path: &Path) -> Vec<Complaint> {
    let foreign = |unit: Unit| side == Side::Rome && matches!(unit, Unit::Hannibal | Unit::Escort);
    let wrong = moves.iter().enumerate().filter(|(_, movement)| foreign(movement.unit));
    wrong
        .map(|(at, _)| {
            Complaint::refusal("no-unit", "G4", path.then(at), "Rome has no Hannibal")
                .fix("write army")
        })
        .collect()
}

/// Complaints about the aftermath: only what was asked, and only candidates.
fn aftermath_complaints(view: &State, given: Aftermath, path: &Path) -> Vec<Complaint> {
    let Stage::Aftermath { lose, retreat, .. } = &view.stage else { return Vec::new() };
    let mut found = Vec::new();
    let list: Vec<String> = retreat.iter().map(ToString::to_string).collect();
    match given.lose {
        Some(unit) if !lose || !matches!(unit, Unit::Army | Unit::Hannibal) => {
            let why = if *lose {
                "lose is army or hannibal"
            } else {
                "there is no choice of the unit that falls"
            };
            let fix = if *lose { "write lose: army or lose: hannibal" } else { "leave lose out" };
            found.push(Complaint::refusal("bad-loss", "B6", path.then("lose"), why).fix(fix));
        }
        None if *lose => {
            let refusal = Complaint::refusal(
                "missing-key",
                "B6",
                path.clone(),
                "an aftermath order needs 'lose' here",
            );
            found.push(refusal.fix("write lose: army or lose: hannibal"));
        }
        _ => {}
    }
    match given.retreat_to {
        Some(area) if !retreat.contains(&area) => {
            let why = if list.is_empty() {
                "there is no choice of the place of retreat".to_owned()
            } else {
                format!("retreat-to must be one of: {}", list.join(", "))
            };
            let fix = if list.is_empty() {
                "leave retreat-to out".to_owned()
            } else {
                format!("write retreat-to: {}", list[0])
            };
            found.push(
                Complaint::refusal("bad-retreat", "W5", path.then("retreat-to"), why).fix(fix),
            );
        }
        None if !retreat.is_empty() => {
            let refusal = Complaint::refusal(
                "missing-key",
                "W5",
                path.clone(),
                "an aftermath order needs 'retreat-to' here",
            );
            found.push(refusal.fix(format!("retreat-to must be one of: {}", list.join(", "))));
        }
        _ => {}
    }
    found
}

/// Complaints about orders given ahead.
fn ahead_complaints(rules: &Punica, side: Side, orders: &Orders, path: &Path) -> Vec<Complaint> {
    match orders {
        Orders::Rules(list) => rule_complaints(rules, side, list, path, "ahead.battle"),
        Orders::Policy(policy) => effect_complaints(side, policy, path),
        Orders::Plans(plans) => {
            let mut found = Vec::new();
            for (at, plan) in plans.iter().enumerate() {
                let path = path.then(at);
                let cards =
                    plan.guards.hand.iter().map(|card| (*card, path.then("if").then("hand")));
                let played = match &plan.order.deed {
                    Deed::Card { card, .. } => Some((*card, path.then("do").then("card"))),
                    Deed::Pass { discard: Play::Card(card) } => {
                        Some((*card, path.then("do").then("discard")))
                    }
                    _ => None,
                };
                found.extend(cards.chain(played).filter_map(|(card, path)| {
                    foreign(rules, side, card, path, &format!("ahead.action plan {}", at + 1))
                }));
            }
            found
        }
        Orders::Retreat(_) | Orders::Losses(_) | Orders::Answer(_) => Vec::new(),
    }
}

fn policy_complaints(rules: &Punica, side: Side, policy: &Policy) -> Vec<Complaint> {
    let path = Path::top().then("standing");
    let mut found = rule_complaints(
        rules,
        side,
        policy.battle.as_deref().unwrap_or_default(),
        &path.then("battle"),
        "standing.battle",
    );
    if let Some(effect) = &policy.effect {
        found.extend(effect_complaints(side, effect, &path.then("effect")));
    }
    found
}

fn effect_complaints(side: Side, policy: &EffectPolicy, path: &Path) -> Vec<Complaint> {
    match policy {
        EffectPolicy::Moves(fixed) => unit_complaints(side, &fixed.moves, &path.then("moves")),
        _ => Vec::new(),
    }
}

fn rule_complaints(
    rules: &Punica,
    side: Side,
    list: &[PlayRule],
    path: &Path,
    what: &str,
) -> Vec<Complaint> {
    let one = |(at, rule): (usize, &PlayRule)| {
        let (path, what) = (path.then(at), format!("{what} rule {}", at + 1));
        let mut found = play_complaints(rules, side, &rule.play, &path.then("play"), &what);
        found.extend(
            rule.effect
                .iter()
                .flat_map(|policy| effect_complaints(side, policy, &path.then("effect"))),
        );
        found
    };
    list.iter().enumerate().flat_map(one).collect()
}

/// Cards of a play that are not the side's.
fn play_complaints(
    rules: &Punica,
    side: Side,
    play: &Play,
    path: &Path,
    what: &str,
) -> Vec<Complaint> {
    match play {
        Play::Card(card) => foreign(rules, side, *card, path.clone(), what).into_iter().collect(),
        Play::Mix { mix } => mix
            .0
            .iter()
            .filter_map(|(card, _)| {
                foreign(rules, side, *card, path.then("mix").key(card.as_str()), what)
            })
            .collect(),
        Play::First(plays) => {
            let each = plays.iter().enumerate();
            each.flat_map(|(at, play)| play_complaints(rules, side, play, &path.then(at), what))
                .collect()
        }
        Play::Word(_) | Play::Beat { .. } | Play::Hold { .. } => Vec::new(),
    }
}

fn foreign(rules: &Punica, side: Side, card: CardId, path: Path, what: &str) -> Option<Complaint> {
    (rules.owner(card) != Some(side)).then(|| {
        let own: Vec<String> = rules.deck(side).0.iter().map(|card| card.id.to_string()).collect();
        let refusal = Complaint::refusal(
            "bad-policy",
            "B3",
            path,
            format!("{what}: '{card}' is no card of {side}"),
        );
        refusal.fix(format!("your cards: {}", own.join(", ")))
    })
}
