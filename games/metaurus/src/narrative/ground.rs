//! Words for places: the third of the board, and the ground of the hex itself.

use crate::data::Printed;
use engine::kit::Hex;

/// Hexes of a row up to this one lie on the Roman left, for Rome looks north.
const LEFT: u8 = 8;
/// Hexes of a row from this one on lie on the Roman right.
const RIGHT: u8 = 19;

/// The third of the board in which a hex lies, whoever stands there.
pub(super) const fn wing(hex: Hex) -> &'static str {
    if hex.place <= LEFT {
        "on the Roman left"
    } else if hex.place >= RIGHT {
        "on the Roman right"
    } else {
        "in the centre"
    }
}

/// The ground of the hex itself; nothing where it is open plain.
pub(super) fn spot(printed: &Printed, hex: Hex) -> Option<&'static str> {
    let ground = &printed.ground;
    match (ground.sign(hex), ground.level(hex)) {
        ('v', _) => Some("in the vineyard"),
        ('g', _) => Some("in the ravine"),
        ('s', _) => Some("in the brook"),
        ('r', _) => Some("on broken ground"),
        (_, 3) => Some("on the Gauls' hill"),
        (_, 2) if (12..=14).contains(&hex.line) && hex.place <= 13 => Some("on the long ridge"),
        (_, 2) => Some("on the slope of the Gauls' hill"),
        _ => None,
    }
}
