//! The boundary between the types of a title and the rest of the program: its entry in a catalogue, and the title with
//! its data read.

use super::attempt;
use super::case::{Case, CaseResult};
use super::chapter::{Chapter, Turn};
use super::codes::{CodeEntry, Common};
use super::complaint::{Complaint, Complaints};
use super::data::{Data, DataFault, POSITION_FILE, Prospectus, Setup};
use super::game::GameState;
use super::grammar::Grammar;
use super::halt;
use super::hand::{Adviser, Hand, Held, SheetTitle};
use super::map::Map;
use super::node::{Node, Path};
use super::order_help::OrderHelp;
use super::parse;
use super::picture::Picture;
use super::play::PlayOf;
use super::player::Skill;
use super::revision::Revision;
use super::rules::Rules;
use super::run;
use super::saved::{stored, yaml};
use super::search::weights;
use super::seat::Seat;
use super::selfplay::{self, CheckLevel, Ending, Played};
use super::title::{Before, LoadedTitle, Play, Title, TitleRules};
use serde_json::Value;
use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::sync::Arc;

/// The catalogue's entry for a title.
pub struct TitleOf<R>(PhantomData<fn() -> R>);

impl<R> TitleOf<R> {
    /// The entry of title `R`; it holds nothing, and reads no data before a game is taken up.
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<R> Default for TitleOf<R> {
    fn default() -> Self {
        Self::new()
    }
}

impl<R: TitleRules> Title for TitleOf<R> {
    fn slug(&self) -> &'static str {
        R::SLUG
    }

    fn revision(&self) -> Revision {
        Revision::new(R::REVISION, R::REVISION).expect("a title has at least one revision")
    }

    fn codes(&self) -> &'static [CodeEntry] {
        R::CODES
    }

    fn load(
        &self,
        data: &Data,
        revision: Revision,
    ) -> Result<Box<dyn LoadedTitle>, Vec<DataFault>> {
        let position = data.get(POSITION_FILE).cloned();
        Ok(Box::new(Loaded(Arc::new(R::load(data, revision)?), position)))
    }
}

impl<R: OrderHelp + Picture> SheetTitle for TitleOf<R> {
    fn slug(&self) -> &'static str {
        R::SLUG
    }

    fn revision(&self) -> u32 {
        R::REVISION
    }

    fn take_up(&self, data: &Data, revision: u32, hand: &Value) -> Result<Box<dyn Hand>, String> {
        let known = Revision::new(revision, R::REVISION).ok_or_else(|| {
            format!(
                "this program does not know revision {revision} of the rules; the newest that it \
                 knows is {}",
                R::REVISION
            )
        })?;
        let rules = R::load(data, known).map_err(|faults| format!("{faults:?}"))?;
        Ok(Box::new(Held::new(Arc::new(rules), hand)?))
    }
}

/// The rules, and the position from which a forked game begins.
struct Loaded<R: Rules>(Arc<R>, Option<Node>);

/// Recorded events, read back, with the state before and the one that they lead to.
struct Folded<R: Rules> {
    start: R::State,
    chapters: Vec<Chapter<R::Event>>,
    state: R::State,
}

impl<R: TitleRules> Loaded<R> {
    /// Folds the events of a record over the state that it began from.
    ///
    /// # Errors
    /// As [`LoadedTitle::fold`].
    fn folded(&self, before: Before<'_>, events: &Node) -> Result<Folded<R>, String> {
        let start = match before {
            Before::Opening(_) if let Some(position) = &self.1 => stored(position, "state")?,
            Before::Opening(setup) => {
                self.0.open(setup).map_err(|complaints| Complaints(complaints).to_string())?
            }
            Before::Record(saved) => stored(saved, "state")?,
        };
        let chapters: Vec<Chapter<R::Event>> = stored(events, "chapters")?;
        // A record that somebody altered may speak of units that are not there; no record of ours does.
        let state = attempt::attempt(|| run::fold::<R>(&start, &chapters))
            .map_err(|why| format!("the events cannot be applied to the previous state ({why})"))?;
        Ok(Folded { start, chapters, state })
    }
}

impl<R: TitleRules> LoadedTitle for Loaded<R> {
    fn grammar(&self) -> Option<Grammar> {
        self.0.grammar()
    }

    fn player(&self) -> u32 {
        R::PLAYER
    }

    fn has_strong(&self) -> bool {
        R::STRONG
    }

    fn reweigh(&mut self, changes: &BTreeMap<String, i32>) -> Result<(), String> {
        let text = weights::changed(R::WEIGHTS, changes)?;
        let rules =
            Arc::get_mut(&mut self.0).expect("no game has been opened with these rules yet");
        rules.weigh_by(&text);
        Ok(())
    }

    fn prospectus(&self) -> Prospectus {
        self.0.prospectus()
    }

    fn hides(&self) -> bool {
        !R::OPEN
    }

    fn open(&self, setup: &Setup) -> Result<Box<dyn Play>, Vec<Complaint>> {
        let start = self.0.open(setup)?;
        if let Some(position) = &self.1 {
            let unread =
                |why| vec![Common::Data.at(Path::top(), format!("{POSITION_FILE}: {why}"))];
            return self.resume(position).map_err(unread);
        }
        let mut game = GameState::new(start.clone());
        let unsound =
            |stop| vec![Common::Scenario.at(Path::top().then("scenario"), format!("{stop:?}"))];
        let last = run::opening(self.0.as_ref(), &mut game).map_err(unsound)?;
        Ok(Box::new(PlayOf { rules: self.0.clone(), game, start, last: Some(last), sheets: None }))
    }

    fn take_up(&self, hand: &Value) -> Result<Box<dyn Adviser>, String> {
        let held = Held::new(self.0.clone(), hand)?;
        // A hand that somebody altered may name places that do not exist; a hand that this program wrote never does.
        let asked = !Hand::asked(&held).is_empty();
        let tried = || (asked.then(|| Adviser::form(&held)), Hand::picture(&held));
        attempt::attempt(|| drop(tried()))
            .map_err(|why| format!("what the seat knows does not fit the title's data ({why})"))?;
        Ok(Box::new(held))
    }

    fn resume(&self, saved: &Node) -> Result<Box<dyn Play>, String> {
        let state: R::State = stored(saved, "state")?;
        let force = parse::in_force(self.0.as_ref(), saved.get("force"))?;
        let halted = saved.get("halted").map(|node| halt::read(self.0.as_ref(), node));
        let game = GameState { force, halted: halted.transpose()?, ..GameState::new(state) };
        run::sound(self.0.as_ref(), &game).map_err(|unsound| unsound.0)?;
        Ok(Box::new(PlayOf {
            rules: self.0.clone(),
            start: game.state.clone(),
            game,
            last: None,
            sheets: None,
        }))
    }

    fn fold(&self, before: Before<'_>, events: &Node) -> Result<String, String> {
        let Folded { state, .. } = self.folded(before, events)?;
        Ok(yaml(&BTreeMap::from([("state", state)])))
    }

    fn retrace(&self, before: Before<'_>, events: &Node) -> Result<Box<dyn Play>, String> {
        let Folded { start, chapters, state } = self.folded(before, events)?;
        let outcome = self.0.outcome(&state);
        Ok(Box::new(PlayOf {
            rules: self.0.clone(),
            game: GameState::new(state),
            start,
            last: Some(Turn { chapters, retired: Vec::new(), outcome }),
            sheets: None,
        }))
    }

    fn public_picture(&self, state: &Node, events: &Node) -> Result<Map, String> {
        let view: R::View = stored(state, "state")?;
        let chapters: Vec<Chapter<R::Event>> = stored(events, "chapters")?;
        attempt::attempt(|| self.0.picture(&view, &chapters))
            .map_err(|why| format!("the public position cannot be drawn ({why})"))
    }

    fn case(&self, case: &Case<'_>) -> CaseResult {
        self.0.case(case)
    }

    fn self_play(
        &self,
        setup: &Setup,
        skills: &BTreeMap<Seat, Skill>,
        seed: u64,
        records_max: u32,
        level: CheckLevel,
    ) -> Result<Played, String> {
        selfplay::play(self.0.as_ref(), setup, skills, seed, records_max, level)
    }

    fn endings(
        &self,
        setup: &Setup,
        skills: &BTreeMap<Seat, Skill>,
        seed: u64,
        records_max: u32,
    ) -> Result<Vec<Ending>, String> {
        selfplay::endings(self.0.as_ref(), setup, skills, seed, records_max)
    }
}
