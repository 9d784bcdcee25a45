//! Orders given ahead: which of them answer now, and which stay.

use crate::orders::Orders;
use crate::orders::battle::{ANY, BattleOrders};
use crate::prompts::Question;
use engine::{AheadAnswer, Prompt};

/// The effect of orders given ahead when their prompt comes.
pub(crate) fn kept(prompt: &Prompt<Question>, kept: &Orders) -> AheadAnswer<Orders> {
    match (&prompt.question, kept) {
        (Question::Season { army }, Orders::Season(turns)) if turns.get(*army).is_none() => {
            AheadAnswer::Retire(format!("the orders do not mention {army}, which you now command"))
        }
        (Question::Setup { army }, Orders::Setup(setup)) if setup.army != *army => {
            AheadAnswer::Retire(format!(
                "the orders are for {}, but you command {army}",
                setup.army
            ))
        }
        (Question::Answer { entry }, Orders::Answer(reply)) if reply.army != entry.target => {
            AheadAnswer::Retire(format!(
                "the orders are for {}, but the enemy entered the province of {}",
                reply.army, entry.target
            ))
        }
        (Question::Plan { battles }, Orders::Battles(list)) => {
            let mut said: Vec<BattleOrders> = Vec::new();
            for battle in battles {
                let named = list.iter().find(|orders| orders.battle == Some(*battle));
                let any = || list.iter().find(|orders| orders.battle.is_none_or(|id| id == ANY));
                if let Some(found) = named.or_else(any) {
                    said.push(BattleOrders { battle: Some(*battle), ..found.clone() });
                }
            }
            let gone =
                |orders: &&BattleOrders| !orders.battle.is_some_and(|id| battles.contains(&id));
            let rest: Vec<BattleOrders> = list.iter().filter(gone).cloned().collect();
            match (said.is_empty(), rest.is_empty()) {
                (true, _) => AheadAnswer::Wait,
                (false, true) => AheadAnswer::Answer(Orders::Battles(said)),
                (false, false) => AheadAnswer::Partly(Orders::Battles(said), Orders::Battles(rest)),
            }
        }
        _ => AheadAnswer::Answer(kept.clone()),
    }
}
