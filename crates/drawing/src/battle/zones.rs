//! Zones of control, on request: dots in what the light side controls, strokes in what the dark side does, both where both do.

use super::field::Field;
use crate::dark;
use std::collections::BTreeSet;
use std::fmt::{self, Write};

/// Draws the zones of both sides below the counters.
pub(super) fn draw(out: &mut String, field: &Field<'_>) -> fmt::Result {
    out.push_str(
        "<defs><pattern id=\"b-zr\" width=\"14\" height=\"14\" patternUnits=\"userSpaceOnUse\"><circle class=\"b-ik\" cx=\"4\" cy=\"4\" r=\"2\"/></pattern>\
         <pattern id=\"b-zc\" width=\"14\" height=\"14\" patternUnits=\"userSpaceOnUse\"><path class=\"b-ln\" stroke-width=\"1.6\" d=\"M-2 16L16-2M-2 2L2-2M12 16L16 12\"/></pattern></defs>",
    );
    for side in [false, true] {
        let pieces = field.map.pieces.iter().filter(|piece| dark(&piece.side) == side);
        let cells: BTreeSet<usize> = pieces
            .flat_map(|piece| &piece.zone)
            .filter_map(|cell| field.named.get(cell.as_str()).copied())
            .collect();
        let name = if side { "c" } else { "r" };
        for at in cells {
            let cell = &field.map.cells[at];
            let corners = cell.outline.iter().map(|corner| {
                // A little inside the cell, so that the zones of neighbours stay apart.
                let inner = crate::along(*corner, cell.centre, 8, 100);
                format!("{} {}", inner.x, inner.y)
            });
            let corners: Vec<String> = corners.collect();
            write!(out, "<path fill=\"url(#b-z{name})\" d=\"M{}z\"/>", corners.join("L"))?;
        }
    }
    Ok(())
}
