//! Explains a seat's standing orders on a board that it imagines.

use super::Toy;
use super::names::{Player, Stage};
use super::rules::free;
use engine::{
    AtSeat, Common, Complaint, Complaints, Node, OrderRules, Path, Prompt, Reader, StandingAnswer,
    each,
};
use serde_json::{Value, json};

/// Answers `{taken: [a1, b2]}`: what would be marked if these squares were taken as well.
///
/// # Errors
/// A square that is not on the board; a board without a free one.
pub(super) fn answer(
    toy: &Toy,
    at: &AtSeat<'_, Toy>,
    question: &Node,
) -> Result<Value, Vec<Complaint>> {
    let mut complaints = Complaints::new();
    let reader = Reader::new(question, Path::top(), &mut complaints);
    reader.only(&["taken"]);
    let items = reader.get("taken").map(|list| list.items()).unwrap_or_default();
    let taken = each(&items, |item| toy.square(item));
    let mut view = at.view.clone();
    view.stage = Stage::Mark;
    for square in &taken {
        view.marks.entry(*square).or_insert(Player::of(at.seat));
    }
    if !reader.fatal() && !toy.squares.iter().any(|square| free(&view, *square)) {
        reader.complain(Common::Explain.here(&reader, "no square would be free"));
    }
    if complaints.fatal() {
        return Err(complaints.0);
    }
    let prompt = Prompt::new(at.seat.clone(), Stage::Mark.word(), ());
    let policy = at.in_force.and_then(|own| own.standing.as_ref()).map(|filed| &filed.says);
    Ok(match toy.standing(&view, &prompt, policy) {
        StandingAnswer::Answer(orders) => json!({"taken": taken, "marks": orders.square}),
        StandingAnswer::Pass | StandingAnswer::Retire(_) => {
            json!({"taken": taken, "absent": toy.fallback(&view, &prompt, policy).square})
        }
    })
}
