//! Checks an action by carrying it out on a board of its own.

use crate::Punica;
use crate::board::{Board, MoveError};
use crate::codes::Code;
use crate::data::chart::{Card, bit, each};
use crate::explain::threat::threats_to;
use crate::names::{CardId, Side, Unit, Who};
use crate::orders::{Action, Movement};
use crate::policy::Play;
use crate::rules::movement::{March, lawful, steps_in_words};
use crate::rules::turn::{discarded, no_deployment};
use crate::state::State;
use engine::complaint::Complaint;
use engine::{Common, Path};

pub(crate) fn action_complaints(
    rules: &Punica,
    view: &State,
    side: Side,
    action: &Action,
    path: &Path,
) -> Vec<Complaint> {
    let board = rules.board(view);
    match action {
        Action::Move { movement } => {
            let (mut found, after) = single(rules, view, board, side, movement, path);
            found.extend(open_capital(rules, (&board, &after), side, path));
            found
        }
        Action::Card { card, moves } => {
            let Some(held) = rules.card(*card).filter(|_| view.camp(side).hand.contains(card))
            else {
                return vec![not_in_hand(rules, view, side, *card, path.then("card"))];
            };
            let (mut found, after) =
                march_complaints(rules, view, board, (side, held), moves, path);
            if moves.is_empty() {
                let message =
                    format!("{card} has no movements yet: choose the units that it moves");
                let fix = format!(
                    "add `moves`, or write `action: pass` and `discard: {card}`, which has the same effect"
                );
                found.push(Common::Unanswered.at(path.then("moves"), message).by("T1").fix(fix));
            }
            found.extend(open_capital(rules, (&board, &after), side, path));
            found
        }
        Action::Deploy { remove } => {
            let path = path.then("remove");
            if let Some(no) = no_deployment(rules, &board, side, *remove) {
                return vec![no.at(path)];
            }
            let mut after = board;
            after.take(side, remove.unit, rules.chart().index(remove.area));
            let mut found = open_capital(rules, (&board, &after), side, &path);
            if board.armies(rules.chart(), side) == 1 {
                let warning = Code::LastArmy
                    .at(path, "this removes your last army: you would lose immediately");
                found.push(warning.by("V3").fix("take another action"));
            }
            found
        }
        Action::Pass { discard } => match discard {
            Play::Card(card) if discarded(rules, &board, side, discard).is_none() => {
                vec![not_in_hand(rules, view, side, *card, path.then("discard"))]
            }
            _ => Vec::new(),
        },
    }
}

/// The board after a lawful action, before its battles.
pub(crate) fn after_action(rules: &Punica, view: &State, side: Side, action: &Action) -> Board {
    let mut board = rules.board(view);
    let chart = rules.chart();
    match action {
        Action::Move { movement } => single(rules, view, board, side, movement, &Path::top()).1,
        Action::Card { card, moves } => {
            let Some(held) = rules.card(*card) else { return board };
            spend(rules, &mut board, side, *card);
            march_complaints(rules, view, board, (side, held), moves, &Path::top()).1
        }
        Action::Deploy { remove } => {
            board.take(side, remove.unit, chart.index(remove.area));
            board.add(side, Unit::Fleet, chart.home[side.at()]);
            board
        }
        Action::Pass { discard } => {
            if let Some(card) = discarded(rules, &board, side, discard) {
                spend(rules, &mut board, side, card);
            }
            board
        }
    }
}

/// Takes a card out of a hand, and the hand up again if it is empty. Rule K4.
pub(crate) fn spend(rules: &Punica, board: &mut Board, side: Side, card: CardId) {
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
pub(super) fn march_complaints(
    rules: &Punica,
    view: &State,
    mut board: Board,
    (side, card): (Side, &Card),
    moves: &[Movement],
    path: &Path,
) -> (Vec<Complaint>, Board) {
    let (mut march, mut found) = (March::new(card), Vec::new());
    for (at, movement) in moves.iter().enumerate() {
        if won(rules, view, &board) {
            let message =
                "the movement before this one ends the game, so this one will never be made";
            let warning = Code::NeverMade.at(path.then("moves").then(at), message);
            found.push(warning.by("V5").fix("leave it out"));
            return (found, board);
        }
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
    let left: u32 =
        march.left().filter(|step| step.who != Who::Hannibal).map(|step| u32::from(step.n)).sum();
    if found.is_empty() && left > 0 && !moves.is_empty() {
        let message = format!(
            "{} allows {}, of which you have not used {left}",
            card.id,
            steps_in_words(card)
        );
        found.push(
            Code::Unused.at(path.then("moves"), message).by("K1").fix("add movements if you wish"),
        );
    }
    (found, board)
}

fn won(rules: &Punica, view: &State, board: &Board) -> bool {
    board.victory(rules.chart(), rules.worth(), view.active).is_some()
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

/// The refusal of a movement, as exactly as the board tells.
fn barred(
    rules: &Punica,
    board: &Board,
    side: Side,
    movement: &Movement,
    card: Option<&Card>,
    bar: MoveError,
) -> Draft {
    let chart = rules.chart();
    let (mut why, mut fix) = bar.reason(rules, side, movement, card);
    let (from, to) = (chart.index(movement.from), chart.index(movement.to));
    if bar == MoveError::Unreachable && movement.unit == Unit::Escort {
        why = format!(
            "{} does not border {}, and an army can go with Hannibal only by land",
            movement.to, movement.from
        );
        "move hannibal and the army with one movement each".clone_into(&mut fix);
    } else if bar == MoveError::Unreachable {
        why = format!(
            "{} does not border {}, and your fleets do not form a chain between them",
            movement.to, movement.from
        );
        let blocked: Vec<String> = each(chart.seas & (chart.touch[from] | chart.touch[to]))
            .filter_map(|sea| {
                let id = chart.id(sea);
                if board.held[side.other().at()] & bit(sea) != 0 {
                    Some(format!("{}'s fleet is in {id}", side.other()))
                } else if board.usable(chart, side) & bit(sea) == 0 {
                    Some(format!("you have no fleet in {id}"))
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
    } else if bar == MoveError::NoUnit {
        let stands = each(board.held[side.at()] & chart.element(movement.unit))
            .filter(|area| board.has(side, movement.unit, *area));
        let stands: Vec<String> = stands.map(|area| chart.id(area).to_string()).collect();
        if !stands.is_empty() {
            fix = format!("your {} at that moment: {}", movement.unit.word(), stands.join(", "));
        }
    }
    Draft(bar.code().at(Path::top(), why).by(bar.rule()).fix(fix))
}

fn not_in_hand(rules: &Punica, view: &State, side: Side, card: CardId, path: Path) -> Complaint {
    let hand: Vec<String> = view.camp(side).hand.iter().map(ToString::to_string).collect();
    let why = match rules.owner(card) {
        Some(owner) if owner == side => {
            format!("{card} is face up; your hand: {}", hand.join(", "))
        }
        _ => format!("{card} is not a card of {side}; your hand: {}", hand.join(", ")),
    };
    Code::Hand.at(path, why).by("K1").fix("name a card in your hand")
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
    let message = format!(
        "after this {} is empty: the enemy can enter it next turn and win the game",
        chart.name(capital)
    );
    vec![Code::OpenCapital.at(path.clone(), message).by("V1").fix("leave a unit there")]
}
