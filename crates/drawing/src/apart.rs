//! Several drawings in one text: names of shapes that belong to one of them alone.

use std::collections::BTreeSet;

/// The drawing with `_PLACE` added to its ids and to all references to them, so that it can stand in a page beside
/// others. A reference to an id that is not the drawing's own is left as it is.
pub fn apart(drawing: &str, place: usize) -> String {
    let pieces: Vec<&str> = drawing.split('"').collect();
    let own: BTreeSet<&str> =
        pieces.windows(2).filter(|pair| pair[0].ends_with(" id=")).map(|pair| pair[1]).collect();
    let moved = |id: &str| {
        if own.contains(id) { format!("{id}_{place}") } else { id.to_owned() }
    };
    let mut out = String::with_capacity(drawing.len() + 4 * own.len());
    let mut name = "";
    for (at, piece) in pieces.iter().enumerate() {
        if at > 0 {
            out.push('"');
        }
        if at % 2 == 0 {
            out.push_str(piece);
            name = piece.rsplit([' ', '\n', ':']).next().unwrap_or_default();
            continue;
        }
        match name {
            "id=" => out.push_str(&moved(piece)),
            "aria-labelledby=" | "aria-describedby=" => {
                out.push_str(&piece.split(' ').map(moved).collect::<Vec<_>>().join(" "));
            }
            "href=" => match piece.strip_prefix('#') {
                Some(id) => {
                    out.push('#');
                    out.push_str(&moved(id));
                }
                None => out.push_str(piece),
            },
            _ => out.push_str(&in_brackets(piece, &moved)),
        }
    }
    out
}

/// A value with the ids in its `url(#...)` changed by `moved`.
fn in_brackets(value: &str, moved: &impl Fn(&str) -> String) -> String {
    let mut parts = value.split("url(#");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (id, rest) = part.split_once(')').unwrap_or((part, ""));
        for piece in ["url(#", &moved(id), ")", rest] {
            out.push_str(piece);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::apart;

    #[test]
    fn what_refers_to_an_id_goes_with_it() {
        let drawing = "<svg aria-labelledby=\"a b\"><title id=\"a\">x</title><g id=\"b\" clip-path=\"url(#c)\"/>\
                       <use href=\"#b\" xlink:href=\"#c\"/><clipPath id=\"c\"/><a href=\"#far\" fill=\"url(#far)\"/></svg>";
        let expected = "<svg aria-labelledby=\"a_2 b_2\"><title id=\"a_2\">x</title><g id=\"b_2\" clip-path=\"url(#c_2)\"/>\
                        <use href=\"#b_2\" xlink:href=\"#c_2\"/><clipPath id=\"c_2\"/><a href=\"#far\" fill=\"url(#far)\"/></svg>";
        assert_eq!(apart(drawing, 2), expected);
    }
}
