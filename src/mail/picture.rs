//! The place of the map in a mail's page.

/// The link by which a page says where it wants the map: `<img src="cid:map" alt="...">`.
const PLACE: &str = "cid:map";

/// The page with the map as a linked part of the message: at its own `cid:map`, else in place of its first `<svg>`
/// element (mail programs drop those), else at its end.
pub(super) fn place(html: &str, content_id: &str, instead: &str) -> String {
    if html.contains(PLACE) {
        return html.replace(PLACE, &format!("cid:{content_id}"));
    }
    let image =
        format!("<img src=\"cid:{content_id}\" alt=\"{}\" width=\"1000\">", escape(instead));
    let (before, after) =
        drawn(html).unwrap_or_else(|| html.split_at(html.rfind("</body>").unwrap_or(html.len())));
    format!("{before}{image}{after}")
}

/// The page before and after its first `<svg>` element, with whatever is drawn inside that.
fn drawn(html: &str) -> Option<(&str, &str)> {
    let start = html.find("<svg")?;
    let mut depth = 0_usize;
    let mut at = start;
    loop {
        let rest = &html[at..];
        let close = rest.find("</svg>")?;
        if let Some(open) = rest.find("<svg").filter(|open| *open < close) {
            depth += 1;
            at += open + "<svg".len();
        } else {
            depth = depth.checked_sub(1)?;
            at += close + "</svg>".len();
        }
        if depth == 0 {
            return Some((&html[..start], &html[at..]));
        }
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_says_where() {
        assert_eq!(
            place("<p><img src=\"cid:map\" alt=\"m\"></p>", "7@x", "no"),
            "<p><img src=\"cid:7@x\" alt=\"m\"></p>"
        );
    }

    #[test]
    fn a_drawn_map_gives_way_to_the_linked_one() {
        let page = "<body><svg id=\"a\"><svg></svg><g/></svg><p>text</p><svg>b</svg></body>";
        let image = "<img src=\"cid:7@x\" alt=\"a &lt;map&gt; &quot;&amp;&quot;\" width=\"1000\">";
        assert_eq!(
            place(page, "7@x", "a <map> \"&\""),
            format!("<body>{image}<p>text</p><svg>b</svg></body>")
        );
    }

    #[test]
    fn a_page_without_a_place_has_it_at_the_end() {
        let image = "<img src=\"cid:7@x\" alt=\"\" width=\"1000\">";
        assert_eq!(
            place("<body><p>text</p></body></html>", "7@x", ""),
            format!("<body><p>text</p>{image}</body></html>")
        );
        assert_eq!(place("text", "7@x", ""), format!("text{image}"));
        assert_eq!(place("<svg>never closed", "7@x", ""), format!("<svg>never closed{image}"));
    }
}
