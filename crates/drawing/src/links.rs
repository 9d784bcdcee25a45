//! Ways between places, told apart by their strokes: a line, close ticks, dashes and dots.

use super::{Xml, path};
use engine::map::{Map, Point};
use std::collections::BTreeSet;
use std::fmt::{self, Write};

pub(crate) fn kinds(map: &Map) -> BTreeSet<&str> {
    map.links.iter().map(|link| link.kind.as_str()).collect()
}

/// Draws all links, below everything that stands on a place.
pub(crate) fn draw(out: &mut String, map: &Map) -> fmt::Result {
    for link in &map.links {
        write!(out, "<g><title>{}</title>", Xml(&link.words))?;
        sample(out, &link.kind, link.ends)?;
        out.push_str("</g>\n");
    }
    Ok(())
}

/// A sample line of a kind.
pub(crate) fn sample(out: &mut String, kind: &str, ends: [Point; 2]) -> fmt::Result {
    let (width, dashes) = match kind {
        "mountain" => (10, "2 7"),
        "sea" => (3, "16 7 3 7"),
        _ => (3, "none"),
    };
    write!(
        out,
        "<path class=\"m-line\" stroke-width=\"{width}\" stroke-dasharray=\"{dashes}\" d=\""
    )?;
    path(out, &ends);
    out.push_str("\"/>");
    Ok(())
}
