//! The whole game as an EPUB: the book's chapters, each turning point with its map, for readers of books.

use super::book::marker;
use super::context::Context;
use super::{Language, ReportError, Reporter, html};
use chrono::{DateTime, Utc};
use drawing::{Look, Phrases};
use engine::map::Map;
use epub_builder::{EpubBuilder, EpubContent, EpubVersion, ReferenceType, ZipLibrary};
use record::Digest;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The identity of an edition of a book: the same game at the same record gives the same bytes.
pub struct Edition {
    /// Digest of the newest record.
    pub head: Digest,
    /// When that record was made.
    pub made: DateTime<Utc>,
}

impl Reporter {
    /// The book as an EPUB.
    ///
    /// # Errors
    /// [`ReportError`].
    pub fn epub(
        &self,
        records: &[(Context, Map)],
        luck: &Value,
        edition: &Edition,
    ) -> Result<Vec<u8>, ReportError> {
        let markdown = self.book(records, luck)?;
        let fault = |error: epub_builder::Error| ReportError::Other(format!("epub: {error}"));
        let mut epub = EpubBuilder::new(ZipLibrary::new().map_err(fault)?).map_err(fault)?;
        let title = html::title(&markdown);
        epub.epub_version(EpubVersion::V33);
        epub.set_uuid(uuid::Builder::from_custom_bytes(name(edition, self.language)).into_uuid());
        epub.set_publication_date(edition.made);
        epub.set_modified_date(edition.made);
        epub.set_title(title.as_str());
        epub.set_languages(vec![self.language.code().to_owned()]);
        epub.set_generator(concat!("tabella ", env!("CARGO_PKG_VERSION")));
        let words = Phrases::read(&self.templates.text("page.txt")?);
        epub.set_toc_name(words.get("book"));
        let style = self.templates.text("book/epub.css")?;
        epub.stylesheet(style.as_bytes()).map_err(fault)?;
        let mut figures = BTreeMap::new();
        for (context, map) in records {
            let marker = marker(context.number);
            if !markdown.contains(&format!("```figure {marker}\n")) {
                continue;
            }
            // A reader of books turns its pages: each drawing is one of its own.
            let words = std::iter::once(map).chain(map.figures.iter().map(|figure| &figure.map));
            let mut shown = String::new();
            for (at, (sheet, map)) in
                self.sheets(map, Look::default())?.iter().zip(words).enumerate()
            {
                let file = format!("{marker}-{at}.svg");
                epub.add_resource(&file, sheet.as_bytes(), "image/svg+xml").map_err(fault)?;
                let picture = json!({ "file": file, "words": map.title });
                shown += &self.templates.render("book/figure.html", &picture)?;
            }
            figures.insert(marker, shown);
        }
        let figures = html::Figures { map: String::new(), figures };
        for (at, part) in parts(&markdown).into_iter().enumerate() {
            let heading = html::title(part);
            let body = html::body(part, &figures);
            let page = json!({ "lang": self.language.code(), "title": heading, "body": body });
            let page = self.templates.render("book/chapter.html", &page)?;
            let content = EpubContent::new(format!("chapter-{at:03}.xhtml"), page.as_bytes());
            epub.add_content(content.title(heading).reftype(ReferenceType::Text)).map_err(fault)?;
        }
        let mut bytes = Vec::new();
        epub.generate(&mut bytes).map_err(fault)?;
        Ok(bytes)
    }
}

/// The bytes of the identifier of an edition in a language.
fn name(edition: &Edition, language: Language) -> [u8; 16] {
    let whole = Digest::of(format!("{} {}", edition.head, language.code()).as_bytes());
    let (name, _) = whole.bytes().split_at(16);
    name.try_into().expect("a digest has more bytes than that")
}

/// The book in chapters: each begins with its heading of the first or second level.
fn parts(markdown: &str) -> Vec<&str> {
    let mut starts: Vec<usize> = vec![0];
    starts.extend(markdown.match_indices("\n## ").map(|(at, _)| at + 1));
    starts.push(markdown.len());
    starts
        .windows(2)
        .map(|pair| markdown[pair[0]..pair[1]].trim())
        .filter(|part| !part.is_empty())
        .collect()
}
