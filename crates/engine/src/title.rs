//! Where types end and bytes begin: a title, its rules and its games behind object-safe faces, so that
//! everything outside works on any title alike.

use super::case::{Case, CaseResult};
use super::complaint::{Complaint, Complaints};
use super::data::{Data, DataFault, Prospectus, Setup};
use super::dice::Dice;
use super::map::Map;
use super::node::{Node, Path};
use super::parse;
use super::rng::Rng;
use super::rules::{
    BotStyle, InForce, Outcome, ParsedOrders, ParsedOrdersOf, Phase, Place, Prompt, Rules,
};
use super::run::{self, Answered, GameState, GameStateOf, Retired, Stop, Turn};
use super::seat::{Seat, Viewer};
use super::selfplay::{self, Played, Scrutiny};
use super::standing;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::marker::PhantomData;
use std::sync::Arc;

/// A title of the catalogue, before its data is read.
pub trait Title: Send + Sync {
    /// Name in charters and folders.
    fn slug(&self) -> &'static str;
    /// Rules revision.
    fn revision(&self) -> u32;
    /// Reads the data.
    ///
    /// # Errors
    /// Everything missing or inconsistent.
    fn load(&self, data: &Data) -> Result<Box<dyn LoadedTitle>, Vec<DataFault>>;
}

/// A title with its data read: it opens games and resumes them.
pub trait LoadedTitle: Send + Sync {
    /// Scenarios, options, tempos.
    fn prospectus(&self) -> Prospectus;
    /// Opens a game and runs it to its first question.
    ///
    /// # Errors
    /// What is wrong with the charter's choices.
    fn open(&self, setup: &Setup) -> Result<Box<dyn Play>, Vec<Complaint>>;
    /// Takes up a game from what its `hidden.yaml` says, or its `state.yaml` where nothing is hidden.
    ///
    /// # Errors
    /// Why that is not a state of this title.
    fn resume(&self, saved: &Node) -> Result<Box<dyn Play>, String>;
    /// Plays a conformance case.
    fn case(&self, case: &Case<'_>) -> CaseResult;
    /// Plays one game with built-in players.
    ///
    /// # Errors
    /// See [`selfplay::play`].
    fn self_play(
        &self,
        setup: &Setup,
        styles: &BTreeMap<Seat, BotStyle>,
        seed: u64,
        records_max: u32,
        scrutiny: Scrutiny,
    ) -> Result<Played, String>;
}

/// What an order file says to the game, still untyped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RawOrders {
    /// Below `orders`.
    pub orders: Option<Node>,
    /// Below `ahead`.
    pub ahead: Option<Node>,
    /// Below `standing`.
    pub standing: Option<Node>,
}

/// One prompt that is open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OpenPrompt {
    /// Who is asked.
    pub seat: Seat,
    /// Name of the prompt.
    pub prompt: String,
    /// Nobody waits for it.
    pub optional: bool,
}

/// What one run did, for `turn.yaml` and the reports.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TurnSummary {
    /// Each phase with what answered its prompts.
    pub phases: Vec<(Phase, Vec<Answered>)>,
    /// Orders that withdrew.
    pub retired: Vec<Retired>,
    /// The result, if the game is over.
    pub outcome: Option<Outcome>,
}

/// A game in progress.
pub trait Play: Send + Sync {
    /// Names of the title, its scenarios and options.
    fn prospectus(&self) -> Prospectus;
    /// Where it stands.
    fn phase(&self) -> Phase;
    /// All open prompts.
    fn asked(&self) -> Vec<OpenPrompt>;
    /// The open prompts that nothing answers yet: who is awaited.
    fn awaited(&self) -> Vec<OpenPrompt>;
    /// Everything wrong with what a seat files, each complaint with its place in the file.
    fn check(&self, seat: &Seat, sheet: &RawOrders) -> Complaints;
    /// Resolves the open phase and all that then runs by itself. Sheets are taken as they are: what
    /// cannot be read in them does nothing.
    ///
    /// # Errors
    /// [`Stop`].
    fn turn(
        &mut self,
        number: u32,
        sheets: &BTreeMap<Seat, RawOrders>,
        absent: &BTreeSet<Seat>,
        dice: &mut Dice,
    ) -> Result<TurnSummary, Stop>;
    /// The order form of a seat, for the title's form template.
    fn form(&self, seat: &Seat) -> serde_json::Value;
    /// What a seat's orders in force, or those of a file that it might send, would do in a case that it imagines.
    ///
    /// # Errors
    /// What cannot be understood of the question.
    fn explain(
        &self,
        seat: &Seat,
        draft: Option<&RawOrders>,
        question: &Node,
    ) -> Result<serde_json::Value, Complaints>;
    /// The keys of the standing orders that are in force for a seat once a file for phase `number` counts, each with the
    /// phase whose file gave it.
    fn standing_after(&self, seat: &Seat, number: u32, sheet: &RawOrders) -> BTreeMap<String, u32>;
    /// What a viewer may know, for templates.
    fn report_context(&self, viewer: &Viewer) -> serde_json::Value;
    /// The chapters of the last record as a viewer sees them, for templates.
    fn chapters(&self, viewer: &Viewer) -> serde_json::Value;
    /// What a viewer may know of a seat's own orders in force (only its owner and the referee see any).
    fn in_force(&self, seat: &Seat) -> serde_json::Value;
    /// The map with the strokes of the last record.
    fn picture(&self, viewer: &Viewer) -> Map;
    /// The result.
    fn outcome(&self) -> Option<Outcome>;
    /// Orders of a built-in player, as the YAML text of `orders`, `ahead` and `standing`.
    fn propose(&self, seat: &Seat, style: BotStyle, rng: &mut Rng) -> String;
    /// The game's part of `state.yaml`: `state:` as the public sees it.
    fn public_state(&self) -> String;
    /// The game's part of `events.yaml`: `chapters:` as the public sees them.
    fn public_events(&self) -> String;
    /// The game's part of `hidden.yaml`: whole state, what is in force, whole events; none where
    /// nothing is hidden.
    fn hidden(&self) -> Option<String>;
    /// True if the events of the last record fold to the state.
    fn folds(&self) -> bool;
    /// A copy to try things on.
    fn copy(&self) -> Box<dyn Play>;
}

/// The catalogue's entry for a title.
pub struct TitleOf<R>(PhantomData<fn() -> R>);

impl<R> TitleOf<R> {
    /// The entry.
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<R> Default for TitleOf<R> {
    fn default() -> Self {
        Self::new()
    }
}

impl<R: Rules> Title for TitleOf<R> {
    fn slug(&self) -> &'static str {
        R::SLUG
    }

    fn revision(&self) -> u32 {
        R::REVISION
    }

    fn load(&self, data: &Data) -> Result<Box<dyn LoadedTitle>, Vec<DataFault>> {
        Ok(Box::new(Loaded(Arc::new(R::load(data)?))))
    }
}

struct Loaded<R: Rules>(Arc<R>);

/// What `resume` needs of a saved file; the rest of it is for people and auditors.
#[derive(Deserialize)]
#[serde(bound = "")]
struct Saved<R: Rules> {
    state: R::State,
    #[serde(default = "BTreeMap::new")]
    force: BTreeMap<Seat, InForce<R::Orders, R::Policy>>,
}

impl<R: Rules> LoadedTitle for Loaded<R> {
    fn prospectus(&self) -> Prospectus {
        self.0.prospectus()
    }

    fn open(&self, setup: &Setup) -> Result<Box<dyn Play>, Vec<Complaint>> {
        let start = self.0.open(setup)?;
        let mut sitting = GameState { state: start.clone(), force: BTreeMap::new() };
        let unsound = |stop| {
            vec![Complaint::fault("E-scenario", Path::top().then("scenario"), format!("{stop:?}"))]
        };
        let last = run::opening(self.0.as_ref(), &mut sitting).map_err(unsound)?;
        Ok(Box::new(PlayOf { rules: self.0.clone(), sitting, start, last: Some(last) }))
    }

    fn resume(&self, saved: &Node) -> Result<Box<dyn Play>, String> {
        let saved: Saved<R> =
            serde_json::from_value(saved.plain_value()).map_err(|error| error.to_string())?;
        self.0.sound(&saved.state).map_err(|unsound| unsound.0)?;
        let sitting = GameState { state: saved.state, force: saved.force };
        Ok(Box::new(PlayOf {
            rules: self.0.clone(),
            start: sitting.state.clone(),
            sitting,
            last: None,
        }))
    }

    fn case(&self, case: &Case<'_>) -> CaseResult {
        self.0.case(case)
    }

    fn self_play(
        &self,
        setup: &Setup,
        styles: &BTreeMap<Seat, BotStyle>,
        seed: u64,
        records_max: u32,
        scrutiny: Scrutiny,
    ) -> Result<Played, String> {
        selfplay::play(self.0.as_ref(), setup, styles, seed, records_max, scrutiny)
    }
}

struct PlayOf<R: Rules> {
    rules: Arc<R>,
    sitting: GameStateOf<R>,
    /// The state before the last record.
    start: R::State,
    last: Option<Turn<R::Event>>,
}

impl<R: Rules> PlayOf<R> {
    fn prompts(&self, seat: &Seat) -> Vec<Prompt<R::Question>> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        self.rules
            .prompts(&self.sitting.state)
            .into_iter()
            .filter(|prompt| prompt.seat == *seat)
            .collect()
    }

    fn view(&self, seat: &Seat) -> R::View {
        self.rules.view(&self.sitting.state, &Viewer::Seat(seat.clone()))
    }

    fn seen(&self, viewer: &Viewer) -> Vec<run::Chapter<R::Event>> {
        self.last
            .as_ref()
            .map(|turn| run::seen::<R>(&self.start, &turn.chapters, viewer))
            .unwrap_or_default()
    }

    /// Reads a sheet as far as it can be read.
    fn read(
        &self,
        seat: &Seat,
        sheet: &RawOrders,
        complaints: &mut Complaints,
    ) -> ParsedOrdersOf<R> {
        parse::read(self.rules.as_ref(), seat, &self.prompts(seat), sheet, complaints)
    }
}

/// Where in the file the answer to a prompt stands: below `orders`, or below `orders.NAME` for a seat
/// that is asked several things, or below `ahead.NAME`.
pub fn path_of<Q>(prompts: &[Prompt<Q>], name: &str, place: Place) -> Path {
    match place {
        Place::Orders if prompts.len() == 1 => Path::top().then("orders"),
        Place::Orders => Path::top().then("orders").then(name),
        Place::Ahead => Path::top().then("ahead").then(name),
    }
}

impl<R: Rules> Play for PlayOf<R> {
    fn prospectus(&self) -> Prospectus {
        self.rules.prospectus()
    }

    fn phase(&self) -> Phase {
        self.rules.phase(&self.sitting.state)
    }

    fn asked(&self) -> Vec<OpenPrompt> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        self.rules.prompts(&self.sitting.state).into_iter().map(asked).collect()
    }

    fn awaited(&self) -> Vec<OpenPrompt> {
        run::awaited(self.rules.as_ref(), &self.sitting).into_iter().map(asked).collect()
    }

    fn check(&self, seat: &Seat, sheet: &RawOrders) -> Complaints {
        let mut complaints = Complaints::new();
        let filing = self.read(seat, sheet, &mut complaints);
        if let Some(block) = &sheet.standing {
            complaints
                .0
                .extend(standing::idle(self.sitting.force.get(seat), block, &filing.withdrawn).0);
        }
        let (view, prompts) = (self.view(seat), self.prompts(seat));
        let mut found = self.rules.check(&view, seat, &prompts, &filing);
        // Who has mistakes to mend needs no advice yet, least of all about what could not be read.
        if !complaints.fatal() {
            found.extend(self.rules.counsel(
                &view,
                seat,
                &prompts,
                &filing,
                self.sitting.force.get(seat),
            ));
        }
        for mut complaint in found {
            complaint.span = complaint.span.or_else(|| locate(sheet, &complaint.path));
            complaints.push(complaint);
        }
        complaints.sort();
        complaints
    }

    fn turn(
        &mut self,
        number: u32,
        sheets: &BTreeMap<Seat, RawOrders>,
        absent: &BTreeSet<Seat>,
        dice: &mut Dice,
    ) -> Result<TurnSummary, Stop> {
        let mut ignored = Complaints::new();
        let filings: BTreeMap<Seat, ParsedOrdersOf<R>> = sheets
            .iter()
            .map(|(seat, sheet)| (seat.clone(), self.read(seat, sheet, &mut ignored)))
            .collect();
        let start = self.sitting.state.clone();
        let turn =
            run::run(self.rules.as_ref(), &mut self.sitting, number, &filings, absent, dice)?;
        let phases = turn
            .chapters
            .iter()
            .map(|chapter| (chapter.phase.clone(), chapter.answers.clone()))
            .collect();
        let done =
            TurnSummary { phases, retired: turn.retired.clone(), outcome: turn.outcome.clone() };
        self.start = start;
        self.last = Some(turn);
        Ok(done)
    }

    fn form(&self, seat: &Seat) -> serde_json::Value {
        self.rules.form_in_force(
            &self.view(seat),
            seat,
            &self.prompts(seat),
            self.sitting.force.get(seat),
        )
    }

    fn explain(
        &self,
        seat: &Seat,
        draft: Option<&RawOrders>,
        question: &Node,
    ) -> Result<serde_json::Value, Complaints> {
        let draft = draft.map(|sheet| self.read(seat, sheet, &mut Complaints::new()));
        let force = self.sitting.force.get(seat);
        let after = draft.as_ref().map(|filing| run::entered::<R>(force, filing, u32::MAX));
        let answer = self.rules.explain(
            &self.view(seat),
            seat,
            after.as_ref().or(force),
            draft.as_ref(),
            question,
        );
        answer.map_err(|complaints| {
            let place = |complaint: Complaint| {
                let span = complaint.span.unwrap_or_else(|| question.locate(&complaint.path));
                complaint.at(span)
            };
            Complaints(complaints.into_iter().map(place).collect())
        })
    }

    fn standing_after(&self, seat: &Seat, number: u32, sheet: &RawOrders) -> BTreeMap<String, u32> {
        let filing = self.read(seat, sheet, &mut Complaints::new());
        standing::ages(&run::entered::<R>(self.sitting.force.get(seat), &filing, number))
    }

    fn report_context(&self, viewer: &Viewer) -> serde_json::Value {
        self.rules.report_context(&self.rules.view(&self.sitting.state, viewer))
    }

    fn chapters(&self, viewer: &Viewer) -> serde_json::Value {
        serde_json::to_value(self.seen(viewer)).unwrap_or_default()
    }

    fn in_force(&self, seat: &Seat) -> serde_json::Value {
        let force = self
            .sitting
            .force
            .get(seat)
            .filter(|force| !force.ahead.is_empty() || force.standing.is_some());
        force.and_then(|force| serde_json::to_value(force).ok()).unwrap_or_default()
    }

    fn picture(&self, viewer: &Viewer) -> Map {
        self.rules.picture(&self.rules.view(&self.sitting.state, viewer), &self.seen(viewer))
    }

    fn outcome(&self) -> Option<Outcome> {
        self.rules.outcome(&self.sitting.state)
    }

    fn propose(&self, seat: &Seat, style: BotStyle, rng: &mut Rng) -> String {
        let prompts = self.prompts(seat);
        let filing = self.rules.propose(&self.view(seat), seat, &prompts, style, rng);
        write(&filing, prompts.len())
    }

    fn public_state(&self) -> String {
        yaml(&BTreeMap::from([("state", self.rules.view(&self.sitting.state, &Viewer::Public))]))
    }

    fn public_events(&self) -> String {
        yaml(&BTreeMap::from([("chapters", self.seen(&Viewer::Public))]))
    }

    fn hidden(&self) -> Option<String> {
        let state = yaml(&BTreeMap::from([("state", &self.sitting.state)]));
        let events = yaml(&BTreeMap::from([("chapters", self.seen(&Viewer::Referee))]));
        let force: BTreeMap<_, _> = self
            .sitting
            .force
            .iter()
            .filter(|(_, f)| !f.ahead.is_empty() || f.standing.is_some())
            .collect();
        let open = R::OPEN || (state == self.public_state() && events == self.public_events());
        if open && force.is_empty() {
            return None;
        }
        Some(format!("{state}{}{events}", yaml(&BTreeMap::from([("force", force)]))))
    }

    fn folds(&self) -> bool {
        self.last
            .as_ref()
            .is_none_or(|turn| run::fold::<R>(&self.start, &turn.chapters) == self.sitting.state)
    }

    fn copy(&self) -> Box<dyn Play> {
        let (rules, sitting) = (self.rules.clone(), self.sitting.clone());
        Box::new(Self { rules, sitting, start: self.start.clone(), last: self.last.clone() })
    }
}

fn asked<Q>(prompt: Prompt<Q>) -> OpenPrompt {
    OpenPrompt { seat: prompt.seat, prompt: prompt.name, optional: prompt.optional }
}

/// The place in the file that a path of a complaint means.
fn locate(sheet: &RawOrders, path: &Path) -> Option<super::Span> {
    let (first, rest) = path.0.split_first()?;
    let node = match first {
        super::Step::Key(key) | super::Step::KeyOf(key) if key == "orders" => sheet.orders.as_ref(),
        super::Step::Key(key) | super::Step::KeyOf(key) if key == "ahead" => sheet.ahead.as_ref(),
        super::Step::Key(key) | super::Step::KeyOf(key) if key == "standing" => {
            sheet.standing.as_ref()
        }
        _ => None,
    }?;
    Some(node.locate(&Path(rest.to_vec())))
}

/// A filing as the text of an order file below its envelope.
fn write<O: Serialize, P: Serialize>(filing: &ParsedOrders<O, P>, prompts: usize) -> String {
    let mut text = String::new();
    match filing.orders.values().next() {
        Some(only) if prompts == 1 => text += &yaml(&BTreeMap::from([("orders", only)])),
        Some(_) => text += &yaml(&BTreeMap::from([("orders", &filing.orders)])),
        None => {}
    }
    if let Some(ahead) = &filing.ahead {
        text += &yaml(&BTreeMap::from([("ahead", ahead)]));
    }
    if let Some(standing) = &filing.standing {
        text += &yaml(&BTreeMap::from([("standing", standing)]));
    }
    text
}

/// Text of a value; the emitter is frozen, so the same value gives the same bytes everywhere.
fn yaml<T: Serialize>(value: &T) -> String {
    serde_yaml::to_string(value).expect("plain data has no value that YAML cannot hold")
}
