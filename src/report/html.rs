//! A page from a report: the same Markdown, with the arithmetic in the margin and the drawn map in place
//! of the one of characters. Nothing that a report says can become markup.

use pulldown_cmark::{
    CodeBlockKind, CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html,
};
use serde::Serialize;
use std::collections::BTreeMap;

/// The marker of the code block for which the drawn map stands in a page.
pub(super) const MAP_BLOCK: &str = "map";

/// What stands before a figure's name in the marker of the block of characters for which its drawing stands.
const FIGURE_BLOCK: &str = "figure ";

/// Drawings that take the place of blocks of characters.
#[derive(Clone, Debug, Default)]
pub(super) struct Figures {
    /// The map's markup.
    pub(super) map: String,
    /// The markup of further pictures, by name.
    pub(super) figures: BTreeMap<String, String>,
}

impl Figures {
    /// The drawing for a block's marker. A figure that is not at hand leaves its characters.
    fn find(&self, marker: &str) -> Option<&str> {
        if marker == MAP_BLOCK {
            return Some(&self.map);
        }
        self.figures.get(marker.strip_prefix(FIGURE_BLOCK)?).map(String::as_str)
    }
}

/// The extensions of Markdown that reports use.
pub(super) const EXTENSIONS: Options = Options::ENABLE_TABLES;

/// The body of a page, with drawings in the place of the blocks that are marked for them.
pub(super) fn body(markdown: &str, figures: &Figures) -> String {
    let events = blocks(Parser::new_ext(markdown, EXTENSIONS), figures);
    let mut out = String::with_capacity(markdown.len() * 2 + figures.map.len());
    html::push_html(&mut out, events.into_iter());
    out
}

/// A heading within a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Heading {
    pub(super) id: String,
    pub(super) words: String,
}

/// The headings of the second level, in order, with ids of their own.
pub(super) fn headings(markdown: &str) -> Vec<Heading> {
    let mut all: Vec<Heading> = Vec::new();
    let mut words: Option<String> = None;
    for event in Parser::new_ext(markdown, EXTENSIONS) {
        match event {
            Event::Start(Tag::Heading { level: HeadingLevel::H2, .. }) => {
                words = Some(String::new());
            }
            Event::End(TagEnd::Heading(HeadingLevel::H2)) => {
                let words = words.take().expect("a heading has begun");
                let id = format!("part-{}", all.len() + 1);
                all.push(Heading { id, words });
            }
            Event::Text(text) | Event::Code(text) => {
                if let Some(words) = &mut words {
                    words.push_str(&text);
                }
            }
            _ => {}
        }
    }
    all
}

/// The heading of the first level, in plain words: the title of the page.
pub(super) fn title(markdown: &str) -> String {
    let mut title = String::new();
    let mut inside = false;
    for event in Parser::new_ext(markdown, EXTENSIONS) {
        match event {
            Event::Start(Tag::Heading { .. }) => inside = true,
            Event::End(TagEnd::Heading(_)) => break,
            Event::Text(text) | Event::Code(text) if inside => title.push_str(&text),
            _ => {}
        }
    }
    title
}

/// Puts every block with the quotation that follows it into one row: text to the left, margin to the
/// right. Raw markup becomes text.
fn blocks<'a>(parser: Parser<'a>, figures: &Figures) -> Vec<Event<'a>> {
    let mut out: Vec<Event<'a>> = Vec::new();
    let mut top = Vec::new();
    let mut depth = 0_u32;
    let mut held: Vec<Event<'a>> = Vec::new();
    let (mut part, mut tables) = (0_u32, 0_u32);
    for event in parser {
        let mut event = harmless(event);
        if let Event::Start(Tag::Heading { level: HeadingLevel::H2, id, .. }) = &mut event {
            part += 1;
            *id = Some(CowStr::from(format!("part-{part}")));
        }
        match &event {
            Event::Start(_) => depth += 1,
            Event::End(_) => depth -= 1,
            _ => {}
        }
        top.push(event);
        if depth > 0 {
            continue;
        }
        let block = std::mem::take(&mut top);
        match block.first() {
            Some(Event::Start(Tag::BlockQuote(_))) => margin(&mut out, &mut held, block),
            Some(Event::Start(Tag::Paragraph)) => {
                out.append(&mut held);
                held = block;
            }
            Some(Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(name)))) => {
                let figure =
                    figures.find(name).map(|figure| Event::Html(CowStr::from(figure.to_owned())));
                out.append(&mut held);
                match figure {
                    Some(figure) => out.push(figure),
                    None => out.extend(block),
                }
            }
            Some(Event::Start(Tag::Table(_))) => {
                out.append(&mut held);
                tables += 1;
                out.push(Event::Html(CowStr::from(format!(
                    "<div class=\"table\" tabindex=\"0\" role=\"region\" aria-label=\"table {tables}\">\n"
                ))));
                out.extend(block);
                out.push(raw("</div>\n"));
            }
            _ => {
                out.append(&mut held);
                out.extend(block);
            }
        }
    }
    out.append(&mut held);
    out
}

/// One row: the paragraph that was held back, and the quotation as a note in the margin.
fn margin<'a>(out: &mut Vec<Event<'a>>, held: &mut Vec<Event<'a>>, quotation: Vec<Event<'a>>) {
    out.push(raw("<div class=\"passage\">\n<div>\n"));
    out.append(held);
    out.push(raw("</div>\n<div class=\"note\">\n"));
    out.extend(quotation.into_iter().filter(|event| {
        !matches!(event, Event::Start(Tag::BlockQuote(_)) | Event::End(TagEnd::BlockQuote(_)))
    }));
    out.push(raw("</div>\n</div>\n"));
}

fn raw(markup: &'static str) -> Event<'static> {
    Event::Html(CowStr::Borrowed(markup))
}

/// Raw markup as text; links and pictures as their words, so that a page asks nothing of any network.
fn harmless(event: Event<'_>) -> Event<'_> {
    match event {
        Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
        Event::Start(Tag::HtmlBlock) => Event::Start(Tag::Paragraph),
        Event::End(TagEnd::HtmlBlock) => Event::End(TagEnd::Paragraph),
        Event::Start(Tag::Link { .. } | Tag::Image { .. }) => Event::Start(Tag::Emphasis),
        Event::End(TagEnd::Link | TagEnd::Image) => Event::End(TagEnd::Emphasis),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_stands_in_the_margin() {
        let page = body("# T\n\nA line.\n\n> K4: 1 + 1\n\nNext.\n", &Figures::default());
        assert_eq!(
            page,
            "<h1>T</h1>\n<div class=\"passage\">\n<div>\n<p>A line.</p>\n</div>\n<div class=\"note\">\n<p>K4: 1 + 1</p>\n</div>\n</div>\n<p>Next.</p>\n"
        );
    }

    #[test]
    fn nothing_becomes_markup() {
        let text = "<script>alert(1)</script>\n\na <b onclick='x'>b</b> [l](http://x.example) ![i](http://x.example/i.png)\n";
        let page = body(text, &Figures::default());
        assert!(
            !page.contains("<script")
                && !page.contains("<b ")
                && !page.contains("http")
                && !page.contains("<img"),
            "{page}"
        );
    }

    #[test]
    fn the_drawn_map_takes_the_place_of_the_characters() {
        let figures = Figures {
            map: "<figure></figure>".to_owned(),
            figures: BTreeMap::from([("zama-1".to_owned(), "<figure>1</figure>".to_owned())]),
        };
        assert_eq!(body("```map\n. . .\n```\n", &figures), "<figure></figure>");
        assert_eq!(body("```figure zama-1\n. . .\n```\n", &figures), "<figure>1</figure>");
        let kept = body("```figure zama-2\n. . .\n```\n", &figures);
        assert!(kept.contains(". . ."), "{kept}");
        assert_eq!(title("# Zama \\<1\\>\n\ntext"), "Zama <1>");
    }
}
