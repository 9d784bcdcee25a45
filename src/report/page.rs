//! Pages round Markdown: a report as a broadsheet or in a letter, and a book. Each has one style, which its policy names.

use super::html::{self, Figures};
use super::shell::{self, Shell};
use super::styles::{Styles, source};
use super::{Look, ReportError, Reporter, named};
use drawing::{Phrases, Plates};
use engine::map::Map;
use minijinja::Value;
use minijinja::value::Serde;

impl Reporter {
    /// A page from the Markdown of a report that is at hand already.
    ///
    /// # Errors
    /// [`ReportError`].
    pub fn page(&self, markdown: &str, map: &Map, shell: Shell) -> Result<String, ReportError> {
        let (captions, map) = (self.captions()?, &*self.worded(map));
        let mut styles = Styles::default();
        let figures = map.figures.iter().enumerate().map(|(at, figure)| {
            let drawing = drawing::apart(&drawing::figure(figure), at + 1);
            (figure.name.clone(), html::framed(&styles.bare(&drawing)))
        });
        let figures = figures.collect();
        let outline = self.outline(map);
        if shell == Shell::Letter {
            let drawing = match map.marginalia {
                Some(_) => drawing::draw(map, captions, outline),
                None => drawing::single(map, captions, outline, Look::default()),
            };
            // A picture takes the place of the map: its rules are of no use.
            let map = html::framed(&Styles::default().bare(&drawing));
            let figures = Figures { map, figures };
            return self.dress(markdown, &html::body(markdown, &figures), &styles, shell);
        }
        let template = self.templates.text("report.md")?;
        let headings = template.lines().filter_map(|line| line.strip_prefix("## "));
        let Plates { score, lead, strip, key, whole } = drawing::plates(map, captions, outline);
        let [score, lead, strip, key, whole] =
            [score, lead, strip, key, whole].map(|drawing| styles.bare(&drawing));
        let body = html::broadsheet(
            markdown,
            &html::Broadsheet {
                plates: &Plates { score, lead, strip, key, whole },
                figures: &Figures { map: String::new(), figures },
                kicker: &html::kicker(map),
                headings: &headings.map(|heading| heading.trim().to_owned()).collect::<Vec<_>>(),
                signs: captions.get("battle.signs"),
            },
        );
        self.dress(markdown, &body, &styles, shell)
    }

    /// A page round Markdown, whose policy allows nothing but its own style.
    fn dress(
        &self,
        markdown: &str,
        body: &str,
        styles: &Styles,
        shell: Shell,
    ) -> Result<String, ReportError> {
        let style = styles.behind(&self.templates.text("page.css")?);
        let policy = format!("default-src 'none'; style-src '{}'", source(&style));
        let title = Value::from(html::title(markdown));
        let (policy, style) = (Value::from_safe_string(policy), Value::from_safe_string(style));
        let body = Value::from_safe_string(body.to_owned());
        let around = shell::around(shell, markdown);
        let words = Value::from(Serde(Phrases::read(&self.templates.text("page.txt")?)));
        self.templates.render_value(
            "page.html",
            named([
                ("title", title),
                ("policy", policy),
                ("style", style),
                ("body", body),
                ("around", around),
                ("words", words),
            ]),
        )
    }

    /// A page from the Markdown of a book, with the maps of its turning points by name.
    pub(super) fn bound<'a>(
        &self,
        markdown: &str,
        last: &Map,
        turning: impl Iterator<Item = (String, &'a Map)>,
    ) -> Result<String, ReportError> {
        let captions = self.captions()?;
        let drawn = |map: &Map| drawing::for_book(&self.worded(map), captions, self.outline(map));
        let mut styles = Styles::default();
        let map = html::framed(&styles.bare(&drawn(last)));
        let shown = |(at, (name, map)): (usize, (String, &Map))| {
            markdown.contains(&format!("```figure {name}\n")).then(|| {
                let drawing = drawing::apart(&drawn(map), at + 1);
                (name, html::framed(&styles.bare(&drawing)))
            })
        };
        let figures = turning.enumerate().filter_map(shown).collect();
        let body = html::body(markdown, &Figures { map, figures });
        self.dress(markdown, &body, &styles, Shell::Alone)
    }
}
