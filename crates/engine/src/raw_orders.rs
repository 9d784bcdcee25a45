//! An order file before a title has read it.

use super::node::{Node, Path, Span, Step};

/// The orders of a file, before a title has read them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RawOrders {
    /// The value of the key `orders`.
    pub orders: Option<Node>,
    /// The value of the key `ahead`.
    pub ahead: Option<Node>,
    /// The value of the key `standing`.
    pub standing: Option<Node>,
    /// True if the file says `hold: true`: its author leaves the open questions open on purpose, and the rules decide
    /// them.
    pub hold: bool,
}

impl RawOrders {
    /// The parts of an order file that concern the game; its envelope is left aside. A part has the place of its key,
    /// so that what is said of a whole part is not said of its first line.
    pub fn of(file: &Node) -> Self {
        let part = |name: &str| {
            let (key, node) = file.map()?.iter().find(|(key, _)| key.text == name)?;
            let span = if node.text().is_some() { node.span } else { key.span };
            Some(Node { span, ..node.clone() })
        };
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
