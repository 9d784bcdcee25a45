//! The elements of the program's own drawings, and their limits. Any other drawing was made by somebody else, and is
//! not rendered.

use super::Fault;
use resvg::usvg::roxmltree::{Document, Node};
use std::collections::BTreeMap;

/// Most bytes of a drawing.
pub(super) const BYTES_MAX: usize = 8 << 20;
/// Most nodes of a drawing.
pub(super) const NODES_MAX: u32 = 200_000;
/// Most nodes that all its copies of its own parts may add up to.
const COPIED_MAX: usize = 1_000_000;

/// The elements of which drawings are made.
const ELEMENTS: [&str; 16] = [
    "svg", "g", "path", "circle", "rect", "text", "tspan", "textPath", "title", "desc", "defs",
    "style", "pattern", "clipPath", "use", "line",
];

/// Most copies within one another: a strip copies the ground of a map, which copies its tiles.
const DEPTH_MAX: usize = 4;

/// Refuses elements that none of the program's drawings holds, and copies that add up to too much or nest too deeply.
///
/// # Errors
/// [`Fault::Foreign`].
pub(super) fn check(document: &Document<'_>) -> Result<(), Fault> {
    let elements = || document.descendants().filter(Node::is_element);
    if let Some(other) = elements().find(|node| !ELEMENTS.contains(&node.tag_name().name())) {
        return Err(Fault::Foreign(format!("it holds <{}>", other.tag_name().name())));
    }
    let named: BTreeMap<&str, Node<'_, '_>> =
        elements().filter_map(|node| Some((node.attribute("id")?, node))).collect();
    let mut copied = 0;
    elements().try_for_each(|node| count(node, &named, 0, &mut copied))
}

/// Counts the nodes that an element copies, with those that are copied within them.
fn count(
    node: Node<'_, '_>,
    named: &BTreeMap<&str, Node<'_, '_>>,
    depth: usize,
    copied: &mut usize,
) -> Result<(), Fault> {
    if node.tag_name().name() != "use" {
        return Ok(());
    }
    let links = node.attributes().filter(|attribute| attribute.name() == "href");
    for id in links.filter_map(|link| link.value().strip_prefix('#')) {
        let Some(part) = named.get(id) else { continue };
        if depth == DEPTH_MAX {
            return Err(Fault::Foreign(format!(
                "its copies are nested more than {DEPTH_MAX} deep"
            )));
        }
        for one in part.descendants() {
            *copied += 1;
            if *copied > COPIED_MAX {
                return Err(Fault::Foreign(format!(
                    "its copies have more than {COPIED_MAX} nodes in all"
                )));
            }
            count(one, named, depth + 1, copied)?;
        }
    }
    Ok(())
}
