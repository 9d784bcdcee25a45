//! The session that answers a page's questions.

use super::{TURN_VERSION, keys, samples};
use drawing::{Look, Outline, Phrases};
use engine::map::Map;
use engine::title::RawOrders;
use engine::{Complaints, Edit, Hand, SheetTitle, Slot};
use phrasebook::Phrasebook;
use record::exchange::order_file::OrderFile;
use record::exchange::{self, Expectation, diagnosis, edit};
use record::notes::Note;
use record::{Digest, Namespace, PrivateKey, SignedText, head_text};
use serde::Deserialize as _;
use serde_json::{Value, json};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// An answer, or what is wrong with the question.
pub(crate) type Answer = Result<Value, String>;

/// The open turn: one hand with its envelope, and a key once there is one.
pub struct SheetSession {
    titles: &'static [&'static dyn SheetTitle],
    open: Option<Open>,
    key: Option<PrivateKey>,
    /// Translates what the title and the readers of order files say into the language of the turn; empty in English.
    phrasebook: Phrasebook,
    /// The same for the page's own words, some so short that elsewhere they would be mistaken for others.
    page: Phrasebook,
}

pub(crate) struct Open {
    hand: Box<dyn Hand>,
    expected: Expectation,
    phrases: Phrases,
    /// The outline of a map of areas; none for other maps.
    outline: Option<Outline>,
}

pub(crate) fn text<'a>(value: &'a Value, field: &str) -> Result<&'a str, String> {
    value[field].as_str().ok_or_else(|| format!("`{field}` is missing"))
}

impl SheetSession {
    /// A session for hands of these titles.
    pub fn new(titles: &'static [&'static dyn SheetTitle]) -> Self {
        Self {
            titles,
            open: None,
            key: None,
            phrasebook: Phrasebook::default(),
            page: Phrasebook::default(),
        }
    }

    /// Answers one request: `{"do": VERB, ...}`. What cannot be answered is `{"error": WHY}`.
    pub fn call(&mut self, request: &str) -> String {
        let ask = serde_json::from_str(request).map_err(|error| error.to_string());
        let answer = ask.and_then(|value| self.answer(&value));
        answer.unwrap_or_else(|error| json!({ "error": self.told(&error) })).to_string()
    }

    fn answer(&mut self, ask: &Value) -> Answer {
        match text(ask, "do")? {
            "about" => Ok(self.about()),
            "several" => {
                let asks = ask["asks"].as_array().ok_or("`asks` is missing")?;
                asks.iter()
                    .map(|one| self.answer(one))
                    .collect::<Result<Vec<_>, _>>()
                    .map(Value::Array)
            }
            "open" => self.open(ask),
            "map" => {
                let open = self.here()?;
                Ok(open.drawn(&open.hand.picture(), &self.phrasebook))
            }
            "draw" => {
                let map = Map::deserialize(&ask["map"]);
                Ok(self.here()?.drawn(&map.map_err(|error| error.to_string())?, &self.phrasebook))
            }
            "check" => Ok(self.here()?.check(text(ask, "text")?, &self.phrasebook)),
            "draft" => Ok(self.here()?.draft(text(ask, "text")?, &self.phrasebook)),
            "offers" => {
                self.here()?.offers(text(ask, "text")?, ask["picked"].as_str(), &self.phrasebook)
            }
            "say" => Ok(self.say(&ask["texts"])),
            "samples" => Ok(self.here()?.samples(text(ask, "text")?)),
            "edit" => edited(text(ask, "text")?, &ask["edits"]),
            "key-new" => keys::make(&mut self.key, ask),
            "key-open" => keys::open(&mut self.key, ask),
            "key-lock" => keys::locked(self.key.as_ref(), ask),
            "key-drop" => Ok(json!({ "dropped": self.key.take().is_some() })),
            "sign" => self.sign(text(ask, "text")?),
            verb => Err(format!("no verb `{verb}`")),
        }
    }

    fn here(&self) -> Result<&Open, String> {
        self.open.as_ref().ok_or_else(|| "no turn is loaded".to_owned())
    }

    fn about(&self) -> Value {
        let title = |title: &&dyn SheetTitle| json!({ "title": title.slug(), "revision": title.revision() });
        let titles: Vec<Value> = self.titles.iter().map(title).collect();
        json!({ "version": env!("CARGO_PKG_VERSION"), "titles": titles })
    }

    /// The message of a fault in the language of the turn: from the page's texts, else from the phrasebook.
    fn told(&self, fault: &str) -> String {
        self.page.find(fault).unwrap_or_else(|| self.phrasebook.say(fault))
    }

    /// Texts of the page in the language of the turn.
    fn say(&self, texts: &Value) -> Value {
        let texts = texts.as_array().into_iter().flatten().filter_map(Value::as_str);
        json!({ "texts": texts.map(|text| self.page.say(text)).collect::<Vec<_>>() })
    }

    fn open(&mut self, turn: &Value) -> Answer {
        let sayings = |of: &str| {
            let texts = turn["sayings"][of].as_array().into_iter().flatten();
            Phrasebook::read(texts.filter_map(Value::as_str))
        };
        (self.phrasebook, self.page) = (sayings("rules"), sayings("page"));
        let slug = text(turn, "title")?;
        let known = self.titles.iter().find(|title| title.slug() == slug);
        let title = known.ok_or_else(|| {
            let names: Vec<&str> = self.titles.iter().map(|title| title.slug()).collect();
            format!("this page is made for {}, but the turn belongs to {slug}", names.join(", "))
        })?;
        readable(turn)?;
        let number = |field: &str| {
            let number = turn[field].as_u64().and_then(|number| u32::try_from(number).ok());
            number.ok_or_else(|| format!("`{field}` is missing"))
        };
        let files = turn["data"].as_object().ok_or("`data` is missing")?;
        let files = files.iter().filter_map(|(name, text)| Some((name.as_str(), text.as_str()?)));
        let data = exchange::data::build(files).map_err(|faults| format!("{faults:?}"))?;
        let hand = title.take_up(&data, number("revision")?, &turn["hand"])?;
        let after: Digest = text(turn, "after")?.parse().map_err(|_| "`after` is not a digest")?;
        let expected = Expectation {
            game: text(turn, "game")?.to_owned(),
            phase: number("phase")?,
            seats: vec![hand.seat().clone()],
            history: vec![after],
            filed: BTreeMap::new(),
            salts: BTreeSet::new(),
            over: false,
            notes: Option::deserialize(&turn["notes"])
                .map_err(|fault| format!("`notes`: {fault}"))?,
        };
        let phrases = Phrases::read(text(turn, "captions")?);
        let told = json!({ "seat": hand.seat(), "phase": hand.phase(), "asked": hand.asked() });
        let outline = Some(&turn["outline"]).filter(|outline| !outline.is_null());
        let outline = outline.map(Outline::of).transpose();
        let outline = outline.map_err(|fault| format!("`outline`: {fault}"))?;
        self.open = Some(Open { hand, expected, phrases, outline });
        Ok(told)
    }

    /// Signs orders that the engine accepts and the head that they answer, and nothing else.
    fn sign(&self, text: &str) -> Answer {
        let (file, complaints) = self.here()?.complaints(text);
        let Some(file) = file.filter(|_| !complaints.fatal()) else {
            return Err(format!("not signed, because these orders are not allowed: {complaints}"));
        };
        let key = self.key.as_ref().ok_or("no key is loaded")?;
        let armored = key.sign(Namespace::Orders, text.as_bytes());
        let head = head_text(&file.game, file.phase - 1, &file.after);
        let head = key.sign(Namespace::Head, head.as_bytes());
        let joined = SignedText::join_both(text.as_bytes(), &armored, Some(&head));
        let joined = String::from_utf8(joined).expect("joining two texts gives a text");
        Ok(
            json!({ "signature": armored, "head": head, "joined": joined, "public": key.public().to_string() }),
        )
    }
}

impl Open {
    /// The orders of a text, so far as they can be read.
    fn sheet(&self, text: &str) -> Option<RawOrders> {
        let (seat, sheet) = OrderFile::glance(text.as_bytes())?;
        (seat == *self.hand.seat()).then_some(sheet)
    }

    fn complaints(&self, text: &str) -> (Option<OrderFile>, Complaints) {
        let (file, mut complaints) = match OrderFile::read(text.as_bytes()) {
            Ok(file) => {
                let complaints = exchange::accept(&file, &self.expected).err().unwrap_or_default();
                (Some(file), complaints)
            }
            Err(complaints) => (None, complaints),
        };
        if let Some(sheet) = self.sheet(text) {
            complaints.0.extend(self.hand.check(&sheet).0);
            complaints.sort();
        }
        (file, complaints)
    }

    fn check(&self, text: &str, phrasebook: &Phrasebook) -> Value {
        let (file, complaints) = self.complaints(text);
        let mut told = diagnosis::to_json(&complaints);
        for one in told.as_array_mut().into_iter().flatten() {
            phrasebook.fields(one, &["message", "fix"]);
        }
        let notes = file.as_ref().map(|file| {
            let note = |note: &Note| {
                let text = note.text.join("\n");
                json!({ "to": note.to, "anonymous": note.anonymous, "text": text })
            };
            file.notes.iter().map(note).collect::<Vec<_>>()
        });
        let digest = file.map(|file| file.digest.to_string());
        json!({
            "complaints": told,
            "fatal": complaints.fatal(),
            "digest": digest,
            "notes": notes,
        })
    }

    /// The map as a draft would leave it; null where the title foresees nothing.
    fn draft(&self, text: &str, phrasebook: &Phrasebook) -> Value {
        let map = self.sheet(text).and_then(|sheet| self.hand.foreseen(&sheet));
        map.map_or(Value::Null, |map| self.drawn(&map, phrasebook))
    }

    fn offers(&self, text: &str, picked: Option<&str>, phrasebook: &Phrasebook) -> Answer {
        let sheet = self.sheet(text).unwrap_or_default();
        let offers = serde_json::to_value(self.hand.offers(&sheet, picked));
        let mut offers = offers.map_err(|error| error.to_string())?;
        if let Some(Value::String(about)) = offers.get_mut("about") {
            // A page of choices stands below others, each with its own words.
            let words: Vec<String> = about.split(": ").map(|own| phrasebook.say(own)).collect();
            *about = words.join(": ");
        }
        for kind in ["subjects", "offers"] {
            for one in offers[kind].as_array_mut().into_iter().flatten() {
                phrasebook.fields(one, &["group", "words", "ordered"]);
            }
        }
        Ok(offers)
    }

    fn drawn(&self, map: &Map, phrasebook: &Phrasebook) -> Value {
        let worded = (!phrasebook.is_empty()).then(|| phrasebook.map(map));
        let map = worded.as_ref().unwrap_or(map);
        let svg = drawing::single(map, &self.phrases, self.outline.as_ref(), Look::default());
        // The page lays its marks over the drawing.
        let placed = drawing::placed(map, &self.phrases, self.outline.as_ref());
        json!({ "svg": svg, "map": placed })
    }

    /// The commented-out passages of a form that would be lawful without the comment signs.
    fn samples(&self, text: &str) -> Value {
        let fatal = |text: &str| self.complaints(text).1.fatal();
        samples::of(text, &fatal)
    }
}

/// Checks that a turn is of the version that is read here.
///
/// # Errors
/// Advice for the player, who may have no other page and little time.
fn readable(turn: &Value) -> Result<(), String> {
    let Some(version) = turn["tabella_turn"].as_u64() else {
        return Err("`tabella_turn` is missing: this is not a turn for an order sheet".to_owned());
    };
    let (age, way_out) = match version.cmp(&TURN_VERSION.into()) {
        Ordering::Equal => return Ok(()),
        Ordering::Less => (
            "an older",
            "Ask the referee to make the turn again with the same release of tabella as this page",
        ),
        Ordering::Greater => (
            "a newer",
            "Use the title's page from the release that the referee uses; the page's digest is in \
             the referee's letter",
        ),
    };
    Err(format!(
        "{age} tabella wrote this turn, in version {version} of its format, but this page reads \
         only version {TURN_VERSION}. {way_out}. Or do without the page: fill in the order form \
         in the letter and sign it with ssh-keygen, as the form explains"
    ))
}

fn edited(text: &str, edits: &Value) -> Answer {
    let mut done = text.to_owned();
    for one in edits.as_array().ok_or("`edits` is missing")? {
        done = edit::edit(&done, &read_edit(one)?)?;
    }
    Ok(json!({ "text": done }))
}

/// An edit as [`engine::Offers`] are written.
fn read_edit(value: &Value) -> Result<Edit, String> {
    let at = value["at"].as_array().ok_or("an edit must have a list `at`")?;
    let at = at.iter().filter_map(Value::as_str).map(str::to_owned).collect();
    let slot = Slot::deserialize(&value["slot"]);
    let slot = slot.map_err(|_| "an edit must name an item, its number, or a key".to_owned())?;
    let value = Some(value["value"].clone()).filter(|value| !value.is_null());
    Ok(Edit { at, slot, value })
}
