//! The draft of a game: what its charter will say, in a file that is edited before the game is created.

use crate::cli::common::{Error, titles};
use crate::cli::invite;
use crate::store::records::create::DRAFT_FILE;
use crate::store::{NewGame, NewSeat, files};
use engine::node::Step;
use engine::{Node, Path as Place, Tempo};
use record::charter::{CHARTER_MAX, Heads, Person, WaitsFor, check_recipient};
use record::disclosure::Disclosure;
use record::exchange::yaml;
use record::notes::Authors;
use record::player::Strength;
use record::schedule::Schedule;
use record::{Addresses, PublicKey};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The choices in a draft, named as in the charter if the charter has them too.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Draft {
    /// Id of the game; if it is left out, the folder's name is the id.
    pub(super) game: Option<String>,
    pub(super) title: Option<String>,
    pub(super) scenario: Option<String>,
    #[serde(deserialize_with = "options")]
    pub(super) options: BTreeMap<String, String>,
    pub(super) tempo: Option<String>,
    /// A seat about which nothing is said yet is listed by its name alone.
    pub(super) seats: BTreeMap<String, Option<SeatDraft>>,
    pub(super) referee: Option<RefereeDraft>,
    pub(super) schedule: Option<Schedule>,
    pub(super) vacations: Option<u32>,
    pub(super) heads: Option<Heads>,
    pub(super) waits_for: Option<WaitsFor>,
    pub(super) public: Option<Disclosure>,
    pub(super) items: bool,
    pub(super) notes: Option<Authors>,
    /// Folder with data files that replace the title's own.
    pub(super) data: Option<PathBuf>,
    /// Folder of the invitation that settles all fields down to the seats, and also the schedule, `public` and `notes`.
    pub(super) invitation: Option<PathBuf>,
}

/// The player of a seat: a person by `key`, or the program by its strength.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct SeatDraft {
    pub(super) key: Option<PublicKey>,
    pub(super) program: Option<Strength>,
    pub(super) name: Option<String>,
    pub(super) mail: Option<String>,
    pub(super) age: Option<String>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct RefereeDraft {
    pub(super) key: Option<PathBuf>,
    pub(super) name: Option<String>,
    pub(super) mail: Option<String>,
}

/// Values of options are words, but YAML reads `5` as a number and `true` as a truth value.
fn options<'de, D: Deserializer<'de>>(input: D) -> Result<BTreeMap<String, String>, D::Error> {
    let given = BTreeMap::<String, Value>::deserialize(input)?;
    let word = |(name, value): (String, Value)| match value {
        Value::String(word) => Ok((name, word)),
        Value::Number(_) | Value::Bool(_) => Ok((name, value.to_string())),
        Value::Null | Value::Array(_) | Value::Object(_) => {
            Err(D::Error::custom(format!("options.{name}: write one word as the value")))
        }
    };
    given.into_iter().map(word).collect()
}

impl Draft {
    /// The draft of a seat, to which more can be added.
    pub(super) fn seat(&mut self, seat: &str) -> &mut SeatDraft {
        self.seats.entry(seat.to_owned()).or_default().get_or_insert_default()
    }

    /// The fields that an invitation settles and this draft gives all the same.
    fn beside_invitation(&self) -> impl Iterator<Item = &'static str> {
        let given = [
            ("game", self.game.is_some()),
            ("title", self.title.is_some()),
            ("scenario", self.scenario.is_some()),
            ("options", !self.options.is_empty()),
            ("tempo", self.tempo.is_some()),
            ("seats", !self.seats.is_empty()),
            ("schedule", self.schedule.is_some()),
            ("public", self.public.is_some()),
            ("notes", self.notes.is_some()),
        ];
        given.into_iter().filter_map(|(field, given)| given.then_some(field))
    }
}

/// A draft with the folder of its game, and with its lines if it was read from a file in that folder.
pub(super) struct OpenDraft {
    root: PathBuf,
    pub(super) draft: Draft,
    lines: Option<Node>,
}

impl OpenDraft {
    /// The draft in the folder of a future game, or an empty one if there is none.
    pub(super) fn read(root: &Path) -> Result<Self, Error> {
        let (path, root) = (root.join(DRAFT_FILE), root.to_owned());
        let Some(bytes) = files::read_saved_if_there(&path, CHARTER_MAX)? else {
            return Ok(Self { root, draft: Draft::default(), lines: None });
        };
        let wrong = |what: String| Error::no(format!("{}: {what}", path.display()));
        let text = files::text(&path, bytes)?;
        let mut draft: Draft = record::read_plain(&text).map_err(wrong)?;
        let lines = yaml::parse(&text).map_err(|faults| wrong(faults.to_string()))?;
        let key = draft.referee.as_mut().and_then(|referee| referee.key.as_mut());
        for named in [key, draft.data.as_mut(), draft.invitation.as_mut()].into_iter().flatten() {
            *named = root.join(&*named);
        }
        Ok(Self { root, draft, lines: Some(lines) })
    }

    pub(super) fn is_there(&self) -> bool {
        self.lines.is_some()
    }

    /// Puts the value of an option into its field.
    ///
    /// # Errors
    /// See [`Self::check_free`].
    pub(super) fn add<T>(
        &mut self,
        option: &str,
        place: &str,
        value: Option<T>,
        field: impl FnOnce(&mut Draft) -> &mut Option<T>,
    ) -> Result<(), Error> {
        let Some(value) = value else { return Ok(()) };
        self.check_free(option, place)?;
        *field(&mut self.draft) = Some(value);
        Ok(())
    }

    /// Checks that the draft in the folder leaves a field to an option.
    ///
    /// # Errors
    /// The line of the draft that has the error.
    pub(super) fn check_free(&self, option: &str, place: &str) -> Result<(), Error> {
        let mut node = self.lines.as_ref();
        for step in place.split('.') {
            node = node.and_then(|node| node.get(step));
        }
        let Some(node) = node else { return Ok(()) };
        Err(Error::usage(format!(
            "{option}: {} already sets `{place}` on line {}; change it there",
            self.root.join(DRAFT_FILE).display(),
            node.span.line
        )))
    }

    /// The mistake in a field, preceded by the number of the field's line if the draft's file has the field.
    pub(super) fn describe(&self, place: &str, what: &str) -> String {
        match self.line(place) {
            Some(line) => {
                let path = self.root.join(DRAFT_FILE);
                format!("{}: line {line}: {place}: {what}", path.display())
            }
            None if place.is_empty() => what.to_owned(),
            None => format!("{place}: {what}"),
        }
    }

    /// The same mistake as an error: an error in the draft if its file has the field, else in the command line.
    pub(super) fn fault(&self, place: &str, what: &str) -> Error {
        let kind = if self.line(place).is_some() { Error::no } else { Error::usage };
        kind(self.describe(place, what))
    }

    /// The line of a field, or of the part of the draft in which it is missing. Options and seats may also come from the
    /// command line, so one that the draft lacks has no line.
    fn line(&self, place: &str) -> Option<u32> {
        let (lines, place) = (self.lines.as_ref()?, Place::written(place));
        let [Step::Key(first), rest @ ..] = place.0.as_slice() else { return None };
        let part = lines.get(first)?;
        if let ("options" | "seats", [Step::Key(name), ..]) = (first.as_str(), rest) {
            part.get(name)?;
        }
        Some(lines.locate(&place).line)
    }

    pub(super) fn plan(&self) -> Result<NewGame, Error> {
        let plan = match &self.draft.invitation {
            Some(dir) => self.invited_game(dir)?,
            None => self.game()?,
        };
        let Draft { vacations, waits_for, items, ref data, .. } = self.draft;
        Ok(NewGame {
            vacations,
            heads: self.draft.heads.unwrap_or(plan.heads),
            waits_for: waits_for.unwrap_or_default(),
            items,
            data: data.clone(),
            ..plan
        })
    }

    fn invited_game(&self, dir: &Path) -> Result<NewGame, Error> {
        if let Some(field) = self.draft.beside_invitation().next() {
            return Err(self.fault(field, "the invitation settles this; remove it from the draft"));
        }
        let referee = self.draft.referee.as_ref();
        if referee.is_some_and(|it| it.name.is_some() || it.mail.is_some()) {
            return Err(
                self.fault("referee", "the invitation gives everything but `key`; remove the rest")
            );
        }
        invite::plan(&self.root, dir, referee.and_then(|it| it.key.as_deref()))
    }

    fn game(&self) -> Result<NewGame, Error> {
        let draft = &self.draft;
        let Some(title) = draft.title.clone() else {
            let path = self.root.join(DRAFT_FILE);
            return Err(if self.is_there() {
                Error::no(format!("{}: `title:` is missing", path.display()))
            } else {
                Error::usage("name the title with --game; `tabella rules` lists the titles")
            });
        };
        let tempo = draft.tempo.clone().unwrap_or_else(|| "brisk".to_owned());
        if Tempo::parse(&tempo).is_none() {
            let known = Tempo::WORDS.join(" or ");
            return Err(self.fault("tempo", &format!("`{tempo}` is not {known}")));
        }
        let (seats, program) = self.seats(&title)?;
        let referee = draft.referee.clone().unwrap_or_default();
        self.check_mail("referee.mail", referee.mail.as_deref())?;
        Ok(NewGame {
            scenario: draft.scenario.clone(),
            options: draft.options.clone(),
            program,
            referee: Person { name: referee.name, mail: referee.mail },
            referee_key: referee.key,
            schedule: draft.schedule.clone(),
            heads: Heads::Asked,
            public: draft.public,
            notes: draft.notes,
            ..NewGame::plain(self.root.clone(), self.id()?, title, tempo, seats)
        })
    }

    /// The game's id: as the draft has it, else the folder's name.
    fn id(&self) -> Result<String, Error> {
        let named = || self.root.file_name().and_then(|name| name.to_str()).map(str::to_owned);
        self.draft.game.clone().or_else(named).ok_or_else(|| {
            let folder = self.root.display();
            Error::usage(format!(
                "{folder}: no id can be taken from this folder name; give one with `game:` in \
                 {DRAFT_FILE}"
            ))
        })
    }

    fn seats(&self, title: &str) -> Result<(Vec<NewSeat>, BTreeMap<String, Strength>), Error> {
        let (mut seats, mut program) = (Vec::new(), BTreeMap::new());
        for (seat, given) in &self.draft.seats {
            let fault = |part: &str, what: &str| self.fault(&format!("seats.{seat}{part}"), what);
            let SeatDraft { key, program: strength, name, mail, age } =
                given.clone().unwrap_or_default();
            match (key, strength) {
                (Some(_), Some(_)) => {
                    return Err(fault("", "give `key` for a player or `program`, not both"));
                }
                (None, None) => {
                    return Err(fault(
                        "",
                        "nobody plays this seat: give a player's `key`, or `program`",
                    ));
                }
                (None, Some(_)) if name.is_some() || mail.is_some() || age.is_some() => {
                    return Err(fault(
                        "",
                        "the program plays this seat, so it can have no name, mail or age key",
                    ));
                }
                (None, Some(strength)) => {
                    if strength == Strength::Strong {
                        titles::strong(titles::packed_title(title)?.as_ref(), title)
                            .map_err(|error| fault(".program", &error.to_string()))?;
                    }
                    program.insert(seat.clone(), strength);
                }
                (Some(key), None) => {
                    self.check_mail(&format!("seats.{seat}.mail"), mail.as_deref())?;
                    age.as_deref()
                        .map_or(Ok(()), check_recipient)
                        .map_err(|what| fault(".age", &what))?;
                    seats.push(NewSeat { seat: seat.clone(), key, name, mail, age });
                }
            }
        }
        Ok((seats, program))
    }

    fn check_mail(&self, place: &str, mail: Option<&str>) -> Result<(), Error> {
        let checked = Addresses::default().enter("", mail);
        checked.map_err(|what| self.fault(place, &what))
    }
}
