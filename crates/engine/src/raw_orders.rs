//! An order file before a title has read it.

use super::node::{Node, Path, Span, Step};

/// What an order file says to the game, still untyped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RawOrders {
    /// What stands below the key `orders`.
    pub orders: Option<Node>,
    /// What stands below the key `ahead`.
    pub ahead: Option<Node>,
    /// What stands below the key `standing`.
    pub standing: Option<Node>,
    /// Whether the file says `hold: true`: what it leaves open is left open on purpose, until the rules decide.
    pub hold: bool,
}

impl RawOrders {
    /// The parts of an order file that speak to the game; its envelope is left aside.
    pub fn of(file: &Node) -> Self {
        let part = |key| file.get(key).cloned();
        let hold = file.get("hold").and_then(Node::text) == Some("true");
        Self { orders: part("orders"), ahead: part("ahead"), standing: part("standing"), hold }
    }

    /// The place in the file of what a path from its top names.
    pub fn locate(&self, path: &Path) -> Option<Span> {
        let (Step::Key(first) | Step::KeyOf(first), rest) = path.0.split_first()? else {
            return None;
        };
        let node = match first.as_str() {
            "orders" => self.orders.as_ref(),
            "ahead" => self.ahead.as_ref(),
            "standing" => self.standing.as_ref(),
            _ => None,
        }?;
        Some(node.locate(&Path(rest.to_vec())))
    }
}
