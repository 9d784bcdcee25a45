//! Says how far a seat answers what it is asked. No other code decides this.
//!
//! Every part of the program that says that a seat has filed, is awaited or is late asks here. It rests on the seat's
//! own view, so that it can be asked where the rest of the game is not known. The seat itself and the referee are told
//! which questions are open; everybody else that the seat is answered for, or awaited.

use super::answer::Source;
use super::codes::Common;
use super::complaint::{Complaint, Complaints};
use super::node::{Node, Path};
use super::order_rules::OrderRules;
use super::parse;
use super::prompt::OpenPrompt;
use super::raw_orders::RawOrders;
use super::rules::AtSeat;
use super::run;
use super::seat::Seat;
use super::standing;
use serde::Serialize;

/// How much of what it is asked a seat has answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Extent {
    /// The seat answers everything, or nothing is asked of it.
    All,
    /// The seat answers a part of it.
    Part,
    /// The seat answers nothing of it yet.
    Nothing,
}

/// The open questions of a seat, with what would answer each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// Each question that is open for the seat, with what answers it.
    pub asked: Vec<(OpenPrompt, Option<Source>)>,
    /// True if the file says that its author leaves the open questions open on purpose.
    pub hold: bool,
}

impl Reply {
    /// Says how much of what is awaited of the seat is answered.
    pub fn extent(&self) -> Extent {
        match (self.open().is_empty(), self.awaited().any(|(_, by)| by.is_some())) {
            (true, _) => Extent::All,
            (false, true) => Extent::Part,
            (false, false) => Extent::Nothing,
        }
    }

    /// Names of the questions that are awaited and that nothing answers.
    pub fn open(&self) -> Vec<&str> {
        self.awaited()
            .filter(|(_, by)| by.is_none())
            .map(|(prompt, _)| prompt.prompt.as_str())
            .collect()
    }

    /// Names of the questions that are awaited and answered.
    pub fn answered(&self) -> Vec<&str> {
        self.awaited()
            .filter(|(_, by)| by.is_some())
            .map(|(prompt, _)| prompt.prompt.as_str())
            .collect()
    }

    fn awaited(&self) -> impl Iterator<Item = &(OpenPrompt, Option<Source>)> {
        self.asked.iter().filter(|(prompt, _)| !prompt.optional)
    }

    /// True if a file answers none of the questions that were open before it, and leaves one open.
    fn adds_nothing_to(&self, before: &Self) -> bool {
        let (open, fresh) = (self.open(), |by: &Option<Source>| *by == Some(Source::Fresh));
        !open.is_empty()
            && !self.awaited().any(|(_, by)| fresh(by))
            && before.open().iter().all(|question| open.contains(question))
    }
}

/// Says how far a seat answers what it is asked, once this sheet counts; without a sheet, by what is in force.
pub(super) fn reply<R: OrderRules>(
    rules: &R,
    at: &AtSeat<'_, R>,
    sheet: Option<&RawOrders>,
) -> Reply {
    let filing = sheet.map(|sheet| {
        let mut told = Complaints::new();
        let mut filing = parse::read(rules, at.seat, at.prompts, sheet, &mut told);
        parse::keep_sound(&mut filing, &told);
        // A file that does not fit the orders in force goes back to its author, and answers nothing until then.
        let fits = filing.standing.as_ref().is_none_or(|block| {
            let merged = standing::merged(at.in_force, block, &filing.withdrawn);
            parse::policy_again(rules, &merged).is_ok()
        });
        if !fits {
            filing.standing = None;
        }
        filing
    });
    let hold = sheet.is_some_and(|sheet| sheet.hold);
    let by = |prompt| run::answered_by(rules, at, filing.as_ref(), prompt);
    let asked = at.prompts.iter().map(|prompt| (OpenPrompt::of(prompt.clone()), by(prompt)));
    Reply { asked: asked.collect(), hold }
}

/// The warning about a file for the questions that it leaves open; none if there is nothing to warn of.
pub(super) fn complaint(seat: &Seat, before: &Reply, after: &Reply) -> Option<Complaint> {
    let open = quoted(&after.open());
    if open.is_empty() || after.hold {
        return None;
    }
    let path = Path::top().then("orders");
    let hold = "or write `hold: true` to let the rules decide at the deadline";
    Some(if after.adds_nothing_to(before) {
        let message = format!("the file answers none of the questions asked of {seat}: {open}");
        let fix = format!("write the answer below `orders:`, as the form shows it; {hold}");
        Common::Unanswered.at(path, message).fix(fix)
    } else {
        let message = format!("the file does not answer {open}, which {seat} is still asked for");
        let fix = format!("answer it below `orders:` too; {hold}");
        Common::PartAnswered.at(path, message).fix(fix)
    })
}

/// The parts of a file that a later file of the same seat for the same phase would take back by leaving them out: each
/// question that is answered while the file counts, and each key of what it gives in advance and as standing orders.
pub fn says(sheet: &RawOrders, reply: &Reply) -> Vec<String> {
    let mut said: Vec<String> =
        reply.answered().iter().map(|question| format!("orders: {question}")).collect();
    for (name, part) in [("ahead", &sheet.ahead), ("standing", &sheet.standing)] {
        let entries = part.as_ref().and_then(Node::map).unwrap_or_default();
        said.extend(entries.iter().map(|(key, _)| format!("{name}: {}", key.text)));
    }
    said
}

fn quoted(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
