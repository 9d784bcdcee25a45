//! A game step by step: one page on which the map follows a record's events, forward and back.
//!
//! A drawing is a long row of tags, of which a step changes a few. So the page holds every tag once, and of each step only
//! where in the row it differs from the one before.

use super::context::Context;
use super::narrative::Part;
use super::styles::{Styles, source};
use super::{ReportError, Reporter, html, narrative};
use drawing::{Look, Phrases};
use engine::Frame;
use engine::map::{Map, Point};
use serde::Serialize;
use similar::{Algorithm, DiffOp, capture_diff_slices};
use std::collections::{BTreeMap, BTreeSet};

/// The mark before each event in the words of a record. Templates write it, and no text of theirs can hold it.
const STEP: &str = "<!-- step -->";

/// The mark between the phase that an event opens and the event.
const EVENT: &str = "<!-- event -->";

/// Room round what a record is about, in the measure of maps.
const ROOM: i32 = 130;

/// Builds the page on which a game can be followed, one record after the other.
pub struct Film<'a> {
    reporter: &'a Reporter,
    look: Look,
    strip: Strip,
    acts: Vec<Act>,
    steps: usize,
}

#[derive(Serialize)]
struct Act {
    number: u32,
    /// The place in the sequence of play.
    heading: String,
    /// The result; empty if there is nothing to tell.
    headline: String,
    scenes: Vec<Scene>,
    #[serde(skip)]
    film: Rolled,
}

/// Steps in a row that belong to one phase and that one passage tells.
#[derive(Serialize)]
struct Scene {
    /// Name of the phase, where another begins.
    phase: String,
    /// The passage, as markup; empty where the story says nothing of these steps.
    told: String,
    /// True if an earlier step already has the passage.
    again: bool,
    steps: Vec<Step>,
}

#[derive(Serialize)]
struct Step {
    event: u32,
    /// The event exactly, with its arithmetic and its rule, as markup.
    exact: String,
}

/// The parts of a record that the script of the page needs.
#[derive(Default, Serialize)]
struct Rolled {
    n: u32,
    /// The part of the drawing that it is about: left, top, width, height; none where it is about the whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    crop: Option<[i32; 4]>,
    /// Each step's differences from the one before: place, tags gone, how many come, and these.
    frames: Vec<Vec<usize>>,
    /// The place of each step, as the corners of a box; none for a step without a place.
    spots: Vec<Option<[i32; 4]>>,
}

/// Every tag once, and the row of the step that was drawn last.
#[derive(Default)]
struct Strip {
    tags: Vec<String>,
    places: BTreeMap<String, usize>,
    last: Vec<usize>,
    /// Rules for the classes of the drawings, each once.
    styles: Styles,
    /// The place and the look of each piece in the step before.
    stood: BTreeMap<String, (Point, String)>,
}

/// The lines above the first step.
#[derive(Serialize)]
pub struct Billing {
    pub game: String,
    /// The title and scenario in words.
    pub title: String,
    /// The viewer, in words.
    pub viewer: String,
    /// Digest of the newest record, by which a page that is up to date is known.
    pub head: String,
}

impl Reporter {
    pub fn film(&self, look: Look) -> Film<'_> {
        let (strip, acts) = (Strip::default(), Vec::new());
        Film { reporter: self, look, strip, acts, steps: 0 }
    }

    /// Every event of a record in order: the phase that it opens, or nothing, and its words, exactly, as Markdown.
    fn exactly(&self, context: &Context) -> Result<Vec<(String, String)>, ReportError> {
        let text = self.templates.render("replay/steps.md", context)?;
        let step = |step: &str| {
            let (phase, words) =
                step.split_once(EVENT).expect("the template writes the phase and the events");
            (phase.trim().to_owned(), words.trim().to_owned())
        };
        Ok(text.split(STEP).skip(1).map(step).collect())
    }
}

impl Film<'_> {
    pub fn steps(&self) -> usize {
        self.steps
    }

    /// Adds a record: what its reader is told, and what they saw of it. The frames are those of the context's own viewer.
    ///
    /// # Errors
    /// [`ReportError`]; events and frames that do not belong together.
    pub fn add(&mut self, context: &Context, frames: &[Frame]) -> Result<(), ReportError> {
        let passages = narrative::sentences(context);
        let exact = self.reporter.exactly(context)?;
        if exact.len() + 1 != frames.len() {
            return Err(ReportError::Other(format!(
                "record {} describes {} events but shows {}",
                context.number,
                exact.len(),
                frames.len() - 1
            )));
        }
        let heading =
            self.reporter.templates.render(&format!("{}/heading.md", context.title), context)?;
        let words = |markdown: &str| html::title(&format!("# {}", markdown.trim()));
        let film = self.rolled(context.number, frames)?;
        self.steps += exact.len();
        self.acts.push(Act {
            number: context.number,
            heading: words(&heading),
            headline: words(&narrative::tell(context).headline),
            scenes: scenes(&passages, &exact),
            film,
        });
        Ok(())
    }

    /// The drawings of a record as differences.
    fn rolled(&mut self, number: u32, frames: &[Frame]) -> Result<Rolled, ReportError> {
        let captions = self.reporter.captions()?;
        let mut film = Rolled { n: number, ..Rolled::default() };
        let mut about = Bounds::default();
        for (at, Frame { map, .. }) in frames.iter().enumerate() {
            let worded = self.reporter.worded(map);
            let map = worded.as_ref();
            let outline = self.reporter.outline(map);
            let mut drawn = drawing::single(map, captions, outline, self.look);
            for figure in &map.figures {
                drawn += &drawing::figure(figure);
            }
            film.frames.push(self.strip.take(&drawn));
            let placed = drawing::placed(map, captions, outline);
            let spot = self.strip.spot(map, &placed);
            // The position at the beginning has no place of its own.
            film.spots.push(spot.corners().filter(|_| at > 0));
            if map.marginalia.is_some() {
                placed.pieces.iter().for_each(|piece| about.take(piece.at));
                about.join(&spot);
            }
        }
        film.crop = about.corners().map(|[left, top, right, bottom]| {
            [left - ROOM, top - ROOM, right - left + 2 * ROOM, bottom - top + 2 * ROOM]
        });
        Ok(film)
    }

    /// The page, which needs nothing else and can ask for nothing: its policy names its own script and style by their
    /// digests.
    ///
    /// # Errors
    /// [`ReportError`].
    pub fn page(self, billing: &Billing) -> Result<String, ReportError> {
        let templates = &self.reporter.templates;
        let script = templates.text("replay/replay.js")?;
        let styles = [templates.text("page.css")?, templates.text("replay/replay.css")?];
        let style = self.strip.styles.behind(&styles.concat());
        let film: Vec<&Rolled> = self.acts.iter().map(|act| &act.film).collect();
        let words = Phrases::read(&templates.text("replay/replay.txt")?);
        let film = serde_json::json!({ "tags": self.strip.tags, "acts": film, "words": words });
        let policy = format!(
            "default-src 'none'; script-src '{}'; style-src '{}'; base-uri 'none'; form-action 'none'",
            source(&script),
            source(&style)
        );
        let page = serde_json::json!({
            "billing": billing,
            "words": words,
            "acts": self.acts,
            "steps": self.steps,
            "cropped": self.acts.iter().any(|act| act.film.crop.is_some()),
            "policy": policy,
            "style": style,
            "script": script,
            // Every tag is written without the sign that opens it.
            "film": film.to_string(),
            "version": env!("CARGO_PKG_VERSION"),
        });
        templates.render("replay/replay.html", &page)
    }
}

/// The events of a record in rows of one phase and one passage.
fn scenes(passages: &[Part], exact: &[(String, String)]) -> Vec<Scene> {
    let markup = |markdown: &str| html::body(markdown, &html::Figures::default());
    let (mut rows, mut heard) = (Vec::<Scene>::new(), BTreeSet::new());
    let mut last = None;
    for (event, (phase, words)) in (1..).zip(exact) {
        let passage = passages.iter().position(|part| part.events.contains(&event));
        if last != Some(passage) || !phase.is_empty() {
            let told = passage.map(|at| markup(&passages[at].text)).unwrap_or_default();
            let again = !heard.insert(passage);
            rows.push(Scene { phase: phase.clone(), told, again, steps: Vec::new() });
            last = Some(passage);
        }
        let row = rows.last_mut().expect("a row has been started");
        row.steps.push(Step { event, exact: markup(words) });
    }
    rows
}

impl Strip {
    /// Takes a drawing, and gives its differences from the last one.
    fn take(&mut self, drawing: &str) -> Vec<usize> {
        let bare = self.styles.bare(drawing);
        let row: Vec<usize> = bare.split('<').map(|tag| self.place(tag)).collect();
        let mut edits = Vec::new();
        for op in capture_diff_slices(Algorithm::Myers, &self.last, &row) {
            let (at, gone, new) = match op {
                DiffOp::Equal { .. } => continue,
                DiffOp::Delete { old_index, old_len, .. } => (old_index, old_len, &[][..]),
                DiffOp::Insert { old_index, new_index, new_len } => {
                    (old_index, 0, &row[new_index..new_index + new_len])
                }
                DiffOp::Replace { old_index, old_len, new_index, new_len } => {
                    (old_index, old_len, &row[new_index..new_index + new_len])
                }
            };
            edits.extend([at, gone, new.len()]);
            edits.extend_from_slice(new);
        }
        self.last = row;
        edits
    }

    fn place(&mut self, tag: &str) -> usize {
        if let Some(place) = self.places.get(tag) {
            return *place;
        }
        let place = self.tags.len();
        self.tags.push(tag.to_owned());
        self.places.insert(tag.to_owned(), place);
        place
    }

    /// The place where this step differs from the last one: strokes, and pieces that came, went or changed.
    fn spot(&mut self, map: &Map, placed: &Map) -> Bounds {
        let mut spot = Bounds::default();
        let on_cell = |point: &Point| {
            let cell = map.cells.iter().find(|cell| cell.centre == *point)?;
            placed.cells.iter().find(|there| there.id == cell.id).map(|there| there.centre)
        };
        for point in map.strokes.iter().flat_map(|stroke| &stroke.points) {
            spot.take(if map.areas.is_some() { on_cell(point).unwrap_or(*point) } else { *point });
        }
        let stands =
            |piece: &engine::map::Piece| (piece.id.clone(), (piece.at, piece.words.clone()));
        let now: BTreeMap<String, (Point, String)> = placed.pieces.iter().map(stands).collect();
        let names: BTreeSet<&String> = now.keys().chain(self.stood.keys()).collect();
        for name in names {
            let (before, after) = (self.stood.get(name), now.get(name));
            if before != after {
                before.into_iter().chain(after).for_each(|(at, _)| spot.take(*at));
            }
        }
        self.stood = now;
        spot
    }
}

/// A box that grows with what it takes.
#[derive(Clone, Copy, Default)]
struct Bounds(Option<[i32; 4]>);

impl Bounds {
    fn take(&mut self, Point { x, y }: Point) {
        let [left, top, right, bottom] = self.0.unwrap_or([x, y, x, y]);
        self.0 = Some([left.min(x), top.min(y), right.max(x), bottom.max(y)]);
    }

    fn join(&mut self, other: &Self) {
        if let Some([left, top, right, bottom]) = other.0 {
            self.take(Point { x: left, y: top });
            self.take(Point { x: right, y: bottom });
        }
    }

    const fn corners(&self) -> Option<[i32; 4]> {
        self.0
    }
}
