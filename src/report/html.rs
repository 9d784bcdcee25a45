//! A page from a report: the same Markdown, with the arithmetic in the margin and the drawn map in place
//! of the one of characters. Nothing that a report says can become markup.

use super::escape;
use drawing::Plates;
use engine::map::Map;
use pulldown_cmark::{
    CodeBlockKind, CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html,
};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The marker of the code block for which the drawn map stands in a page.
pub(super) const MAP_BLOCK: &str = "map";

/// The word before a figure's name in the marker of the block of characters that its drawing replaces.
const FIGURE_BLOCK: &str = "figure ";

/// Drawings that take the place of blocks of characters.
#[derive(Clone, Debug, Default)]
pub(super) struct Figures {
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

pub(super) const EXTENSIONS: Options = Options::ENABLE_TABLES;

/// The body of a page, with drawings in the place of the blocks that are marked for them.
pub(super) fn body(markdown: &str, figures: &Figures) -> String {
    rendered(markdown, figures, &mut Numbers::default())
}

fn rendered(markdown: &str, figures: &Figures, numbers: &mut Numbers) -> String {
    let events = blocks(Parser::new_ext(markdown, EXTENSIONS), figures, numbers);
    let mut out = String::with_capacity(markdown.len() * 2 + figures.map.len());
    html::push_html(&mut out, events.into_iter());
    out
}

/// The number of headings and of tables on a page so far.
#[derive(Default)]
struct Numbers {
    parts: u32,
    tables: u32,
}

/// The parts of a page besides the text of a report.
pub(super) struct Broadsheet<'a> {
    /// The map, taken apart.
    pub(super) plates: &'a Plates,
    pub(super) figures: &'a Figures,
    /// Title, turn and side, in one line.
    pub(super) kicker: &'a str,
    /// The headings that the template of reports has, in its order.
    pub(super) headings: &'a [String],
    /// The label of the folded key.
    pub(super) signs: &'a str,
}

/// Places of parts among the headings of the template.
const STORY: usize = 0;
/// Those that are folded: where everything stands, the log, the proof.
const FOLDED: [usize; 3] = [1, 2, 5];

struct Part<'a> {
    heading: &'a str,
    below: &'a str,
    /// Its place among the headings of the template.
    place: Option<usize>,
}

/// The body of a report's page as a broadsheet: headline and score first, the map where the turn was decided with the story beside
/// it, then the orders due, the whole map, and folded what is looked up; last what says which record it is.
pub(super) fn broadsheet(markdown: &str, sheet: &Broadsheet<'_>) -> String {
    let (head, parts) = taken_apart(markdown, sheet.headings);
    let mut numbers = Numbers::default();
    let mut show = |markdown: &str| rendered(markdown, sheet.figures, &mut numbers);
    // Parts keep the numbers that they have in the report, for its contents lead to them.
    let parts: Vec<(Option<usize>, String, String)> =
        parts.iter().map(|part| (part.place, show(part.heading), show(part.below))).collect();
    let Plates { score, lead, strip, key, whole } = sheet.plates;
    let mut out = format!("<div class=\"sheet\">\n<p class=\"kicker\">{}</p>\n", sheet.kicker);
    out += &show(head.title);
    out += &show(&head.rest);
    if !score.is_empty() {
        let _ = write!(out, "<div class=\"score\">\n{score}</div>\n");
    }
    let _ = write!(
        out,
        "<div class=\"lead\">\n<div class=\"shown\">\n<figure>\n{lead}</figure>\n{strip}</div>\n"
    );
    for (_, heading, below) in parts.iter().filter(|(place, ..)| *place == Some(STORY)) {
        let (told, plates) = without_plates(below);
        let _ = write!(out, "<section>\n{heading}{told}</section>\n{plates}");
    }
    out += "</div>\n";
    if !key.is_empty() {
        let _ = write!(
            out,
            "<details class=\"fold\"><summary>{}</summary>\n{key}</details>\n",
            sheet.signs
        );
    }
    let folded = |place: &Option<usize>| place.is_some_and(|place| FOLDED.contains(&place));
    for (place, heading, below) in &parts {
        if *place != Some(STORY) && !folded(place) {
            out += heading;
            out += below;
        }
    }
    if !whole.is_empty() {
        let _ = write!(out, "<figure class=\"map\">\n{whole}</figure>\n");
    }
    for (_, heading, below) in parts.iter().filter(|(place, ..)| folded(place)) {
        // A link opens a fold only where it leads inside.
        let (id, heading) = without_id(heading);
        let _ = write!(
            out,
            "<details class=\"fold\"><summary>\n{heading}</summary>\n<div{id}>\n{below}</div></details>\n"
        );
    }
    out + &format!("<footer class=\"colophon\">\n{}</footer>\n</div>\n", show(head.colophon))
}

/// The attribute with a heading's id, and the heading without it.
fn without_id(heading: &str) -> (&str, String) {
    let from = heading.find(" id=\"").expect("a heading of the second level has an id");
    let to = from + heading[from..].find('>').expect("a tag ends");
    (&heading[from..to], format!("{}{}", &heading[..from], &heading[to..]))
}

/// A story without its row of figures, and the row, which is as wide as the page.
fn without_plates(story: &str) -> (String, &str) {
    let Some(from) = story.find(PLATES) else { return (story.to_owned(), "") };
    let rest = &story[from..];
    let to = from + rest.find(PLATES_END).expect("a row of figures ends") + PLATES_END.len();
    (format!("{}{}", &story[..from], &story[to..]), &story[from..to])
}

/// What stands before the first part of a report.
#[derive(Default)]
struct Head<'a> {
    title: &'a str,
    /// The game, the record and the players.
    colophon: &'a str,
    /// All else, without the map.
    rest: String,
}

/// A report in its pieces; figures of the story stand together below it.
fn taken_apart<'a>(markdown: &'a str, headings: &[String]) -> (Head<'a>, Vec<Part<'a>>) {
    let (mut head, mut parts) = (Head::default(), Vec::<Part<'a>>::new());
    let (mut depth, mut begun) = (0_u32, 0);
    for (event, range) in Parser::new_ext(markdown, EXTENSIONS).into_offset_iter() {
        match event {
            Event::Start(tag) => {
                depth += 1;
                if depth > 1 {
                    continue;
                }
                let text = &markdown[range.clone()];
                match tag {
                    Tag::Heading { level: HeadingLevel::H2, .. } => {
                        let words = text.trim_start_matches('#').trim();
                        let place = headings.iter().position(|heading| heading == words);
                        begun = range.end;
                        parts.push(Part { heading: text, below: "", place });
                    }
                    _ if !parts.is_empty() => {
                        let part = parts.last_mut().expect("there is one");
                        part.below = &markdown[begun..range.end];
                    }
                    Tag::Heading { .. } if head.title.is_empty() => head.title = text,
                    Tag::Paragraph if head.colophon.is_empty() => head.colophon = text,
                    Tag::CodeBlock(CodeBlockKind::Fenced(name)) if &*name == MAP_BLOCK => {}
                    _ => head.rest = format!("{}{text}\n\n", head.rest),
                }
            }
            Event::End(_) => depth -= 1,
            _ => {}
        }
    }
    (head, parts)
}

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
                let words = words.take().expect("a heading has been started");
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
fn blocks<'a>(parser: Parser<'a>, figures: &Figures, numbers: &mut Numbers) -> Vec<Event<'a>> {
    let mut out: Vec<Event<'a>> = Vec::new();
    let mut top = Vec::new();
    let mut depth = 0_u32;
    let mut held: Vec<Event<'a>> = Vec::new();
    for event in parser {
        let mut event = harmless(event);
        if let Event::Start(Tag::Heading { level: HeadingLevel::H2, id, .. }) = &mut event {
            numbers.parts += 1;
            *id = Some(CowStr::from(format!("part-{}", numbers.parts)));
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
                out.append(&mut held);
                match figures.find(name) {
                    Some(drawn) => figure(&mut out, name, drawn),
                    None => out.extend(block),
                }
            }
            Some(Event::Start(Tag::Table(_))) => {
                out.append(&mut held);
                numbers.tables += 1;
                out.push(Event::Html(CowStr::from(format!(
                    "<div class=\"table\" tabindex=\"0\" role=\"region\" aria-label=\"table {}\">\n",
                    numbers.tables
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

pub(super) fn framed(drawing: &str) -> String {
    format!("<figure class=\"map\">\n{drawing}</figure>\n")
}

/// Title, turn and side of a map, in one line.
pub(super) fn kicker(map: &Map) -> String {
    let parts: Vec<&str> = match (&map.marginalia, &map.areas) {
        (Some(marginalia), _) => {
            vec![&marginalia.heading, &marginalia.when, &marginalia.moment]
        }
        (None, Some(areas)) => {
            std::iter::once(&areas.heading).chain(&areas.lines).map(String::as_str).collect()
        }
        (None, None) => vec![&map.title],
    };
    let parts = parts.into_iter().filter(|part| !part.is_empty());
    parts.map(escape::html).collect::<Vec<_>>().join(" · ")
}

/// Sets a figure; small ones that follow each other stand side by side.
fn figure(out: &mut Vec<Event<'_>>, name: &str, drawn: &str) {
    let drawn = Event::Html(CowStr::from(drawn.to_owned()));
    if !name.starts_with(FIGURE_BLOCK) {
        out.push(drawn);
    } else if closes_plates(out) {
        out.pop();
        out.extend([drawn, raw(PLATES_END)]);
    } else {
        out.extend([raw(PLATES), drawn, raw(PLATES_END)]);
    }
}

/// The tags that begin and end a row of figures.
const PLATES: &str = "<div class=\"plates\">\n";
const PLATES_END: &str = "</div><!-- plates -->\n";

/// True if a row of figures has just ended.
fn closes_plates(out: &[Event<'_>]) -> bool {
    matches!(out.last(), Some(Event::Html(text)) if &**text == PLATES_END)
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
    fn a_broadsheet_begins_with_headline_and_score_and_ends_with_what_it_is_of() {
        let text = "# Won\n\n*Record 3.*\n\n*So near.*\n\n```map\n. .\n```\n\n## The story\n\nTold.\n\n## Places\n\n- a\n\n## The log\n\n1. b\n\n## Owed\n\nc\n";
        let of = |words: &str| words.to_owned();
        let plates =
            Plates { score: of("S"), lead: of("L"), strip: of("T"), key: of("K"), whole: of("W") };
        let headings = ["The story", "Places", "The log", "Written", "Owed"].map(of);
        let figures = Figures::default();
        let sheet = Broadsheet {
            plates: &plates,
            figures: &figures,
            kicker: "Zama",
            headings: &headings,
            signs: "Signs",
        };
        let page = broadsheet(text, &sheet);
        let order = [
            "Zama",
            "<h1>Won",
            "So near",
            "S</div>",
            "L</figure>",
            "T</div>",
            "<h2 id=\"part-1\">The story",
            "Told",
            "<summary>Signs",
            "<h2 id=\"part-4\">Owed",
            "W</figure>",
            "<summary>\n<h2>Places",
            "<div id=\"part-2\">",
            "<summary>\n<h2>The log",
            "<div id=\"part-3\">",
            "Record 3",
        ];
        let places: Vec<Option<usize>> = order.iter().map(|words| page.find(words)).collect();
        assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?} {page}");
        assert!(!page.contains(". .") && !page.contains("<code"), "{page}");
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
        assert_eq!(
            body("```figure zama-1\n. . .\n```\n\n```figure zama-1\n. . .\n```\n", &figures),
            format!("<div class=\"plates\">\n<figure>1</figure><figure>1</figure>{PLATES_END}")
        );
        let kept = body("```figure zama-2\n. . .\n```\n", &figures);
        assert!(kept.contains(". . ."), "{kept}");
        assert_eq!(title("# Zama \\<1\\>\n\ntext"), "Zama <1>");
    }
}
