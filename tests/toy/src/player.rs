//! The built-in player: it names any free square.

use super::Toy;
use crate::names::Square;
use crate::state::Orders;
use engine::ParsedOrders;
use engine::prelude::*;

impl BuiltInPlayer for Toy {
    fn propose(
        &self,
        at: &AtSeat<'_, Self>,
        _style: BotStyle,
        rng: &mut Rng,
    ) -> ParsedOrdersOf<Self> {
        let free: Vec<Square> = self.free(at.view).collect();
        let square = *rng.pick(&free).expect("somebody is asked, so that a square is free");
        let orders = at.prompts.iter().map(|prompt| (prompt.name.clone(), Orders { square }));
        ParsedOrders { orders: orders.collect(), ..ParsedOrders::default() }
    }
}
