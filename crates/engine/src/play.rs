//! A game in progress, for every title alike: where its types end and bytes begin.

use super::chapter::{Chapter, Outcome, Turn};
use super::complaint::Complaints;
use super::data::Prospectus;
use super::dice::Dice;
use super::filing::ParsedOrders;
use super::frames::{self, Frame};
use super::hand;
use super::map::Map;
use super::node::Node;
use super::offers::Offers;
use super::origin::OrderRef;
use super::parse;
use super::player::{BotStyle, Supposed};
use super::prompt::{OpenPrompt, Phase, Prompt};
use super::raw_orders::RawOrders;
use super::reply::{self, Reply};
use super::rng::Rng;
use super::rules::{AtSeat, GameStateOf, InForceOf, ParsedOrdersOf, Rules};
use super::run;
use super::saved::{position, stored, yaml};
use super::seat::{Seat, Viewer};
use super::selfplay;
use super::stages;
use super::standing;
use super::stop::Stop;
use super::story::{Ledger, Report, StoryContext};
use super::title::{Origin, Play, TitleRules, TurnSummary};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

pub(super) struct PlayOf<R: Rules> {
    pub(super) rules: Arc<R>,
    pub(super) game: GameStateOf<R>,
    /// The state before the last record.
    pub(super) start: R::State,
    pub(super) last: Option<Turn<R::Event>>,
    /// The number of the last record and the files that counted in it, for finding the lines of orders.
    pub(super) sheets: Option<(u32, BTreeMap<Seat, RawOrders>)>,
}

impl<R: TitleRules> PlayOf<R> {
    fn forces(&self) -> BTreeMap<&Seat, &InForceOf<R>> {
        let any = |(_, force): &(&Seat, &InForceOf<R>)| hand::holds::<R>(force);
        self.game.force.iter().filter(any).collect()
    }

    fn prompts(&self, seat: &Seat) -> Vec<Prompt<R::Question>> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        self.rules
            .prompts(&self.game.state)
            .into_iter()
            .filter(|prompt| prompt.seat == *seat)
            .collect()
    }

    fn view(&self, seat: &Seat) -> R::View {
        self.rules.view(&self.game.state, &Viewer::Seat(seat.clone()))
    }

    fn at<'a>(
        &'a self,
        seat: &'a Seat,
        view: &'a R::View,
        prompts: &'a [Prompt<R::Question>],
    ) -> AtSeat<'a, R> {
        AtSeat { view, seat, prompts, in_force: self.game.force.get(seat) }
    }

    fn seen(&self, viewer: &Viewer) -> Vec<Chapter<R::Event>> {
        self.last
            .as_ref()
            .map(|turn| run::seen::<R>(&self.start, &turn.chapters, viewer))
            .unwrap_or_default()
    }

    /// The line of an order whose file was one of the last record's.
    fn line(&self, order: &OrderRef) -> Option<u32> {
        let (_, sheets) = self.sheets.as_ref().filter(|(number, _)| *number == order.phase)?;
        sheets.get(&order.seat)?.locate(&order.path).map(|span| span.line)
    }

    fn read(
        &self,
        seat: &Seat,
        sheet: &RawOrders,
        complaints: &mut Complaints,
    ) -> ParsedOrdersOf<R> {
        parse::read(self.rules.as_ref(), seat, &self.prompts(seat), sheet, complaints)
    }
}

impl<R: TitleRules> Play for PlayOf<R> {
    fn prospectus(&self) -> Prospectus {
        self.rules.prospectus()
    }

    fn phase(&self) -> Phase {
        self.rules.phase(&self.game.state)
    }

    fn asked(&self) -> Vec<OpenPrompt> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        self.rules.prompts(&self.game.state).into_iter().map(OpenPrompt::of).collect()
    }

    fn awaited(&self) -> Vec<OpenPrompt> {
        run::awaited(self.rules.as_ref(), &self.game).into_iter().map(OpenPrompt::of).collect()
    }

    fn reply(&self, seat: &Seat, sheet: Option<&RawOrders>) -> Reply {
        let (view, prompts) = (self.view(seat), self.prompts(seat));
        reply::reply(self.rules.as_ref(), &self.at(seat, &view, &prompts), sheet)
    }

    fn check(&self, seat: &Seat, sheet: &RawOrders) -> Complaints {
        let (view, prompts) = (self.view(seat), self.prompts(seat));
        hand::check(self.rules.as_ref(), &self.at(seat, &view, &prompts), sheet)
    }

    fn welcome(&mut self, seats: &BTreeSet<Seat>) {
        self.game.newcomers.clone_from(seats);
    }

    fn hand(&self, seat: &Seat) -> serde_json::Value {
        let (view, prompts) = (self.view(seat), self.prompts(seat));
        let chapters = self.seen(&Viewer::Seat(seat.clone()));
        hand::lay_out(&self.at(seat, &view, &prompts), &self.phase(), &chapters)
    }

    fn turn(
        &mut self,
        number: u32,
        sheets: &BTreeMap<Seat, RawOrders>,
        absent: &BTreeSet<Seat>,
        dice: &mut Dice,
    ) -> Result<TurnSummary, Stop> {
        let read = |(seat, sheet): (&Seat, &RawOrders)| {
            let mut told = Complaints::new();
            let mut filing = self.read(seat, sheet, &mut told);
            parse::keep_sound(&mut filing, &told);
            (seat.clone(), filing)
        };
        let filings: BTreeMap<Seat, ParsedOrdersOf<R>> = sheets.iter().map(read).collect();
        let start = self.game.state.clone();
        let turn = run::run(self.rules.as_ref(), &mut self.game, number, &filings, absent, dice)?;
        let phases = turn
            .chapters
            .iter()
            .map(|chapter| (chapter.phase.clone(), chapter.answers.clone()))
            .collect();
        let done =
            TurnSummary { phases, retired: turn.retired.clone(), outcome: turn.outcome.clone() };
        self.start = start;
        self.last = Some(turn);
        self.sheets = Some((number, sheets.clone()));
        Ok(done)
    }

    fn form(&self, seat: &Seat) -> serde_json::Value {
        let (view, prompts) = (self.view(seat), self.prompts(seat));
        self.rules.form(&self.at(seat, &view, &prompts))
    }

    fn dry_run(&self, seat: &Seat, sheet: &RawOrders) -> serde_json::Value {
        let filing = self.read(seat, sheet, &mut Complaints::new());
        let (view, prompts) = (self.view(seat), self.prompts(seat));
        self.rules.dry_run(&self.at(seat, &view, &prompts), &filing)
    }

    fn explain(
        &self,
        seat: &Seat,
        draft: Option<&RawOrders>,
        question: &Node,
    ) -> Result<serde_json::Value, Complaints> {
        let draft = draft.map(|sheet| self.read(seat, sheet, &mut Complaints::new()));
        let (view, prompts) = (self.view(seat), self.prompts(seat));
        hand::explain(
            self.rules.as_ref(),
            &self.at(seat, &view, &prompts),
            draft.as_ref(),
            question,
        )
    }

    fn standing_after(&self, seat: &Seat, number: u32, sheet: &RawOrders) -> BTreeMap<String, u32> {
        let filing = self.read(seat, sheet, &mut Complaints::new());
        let force = self.game.force.get(seat);
        standing::ages(&run::entered(self.rules.as_ref(), force, &filing, number))
    }

    fn report_context(&self, viewer: &Viewer) -> serde_json::Value {
        self.rules.report_context(&self.rules.view(&self.game.state, viewer))
    }

    fn chapters(&self, viewer: &Viewer) -> serde_json::Value {
        let chapters = self.seen(viewer);
        let mut value = serde_json::to_value(&chapters).expect("events are plain data");
        for (chapter, seen) in chapters.iter().enumerate() {
            for (event, entry) in seen.events.iter().enumerate() {
                let told = &mut value[chapter]["events"][event];
                if let Some(code) = entry.code.filter(|_| told["code"].is_null()) {
                    told["code"] = code.into();
                }
            }
        }
        for Origin { chapter, event, order, line } in self.origins(viewer) {
            let OrderRef { seat, phase, path } = order;
            let mut told =
                serde_json::json!({"seat": seat, "phase": phase, "path": path.to_string()});
            if let Some(line) = line {
                told["line"] = line.into();
            }
            value[chapter]["events"][event]["by_order"] = told;
        }
        value
    }

    fn origins(&self, viewer: &Viewer) -> Vec<Origin> {
        let mut all = Vec::new();
        for (chapter, seen) in self.seen(viewer).into_iter().enumerate() {
            for (event, entry) in seen.events.into_iter().enumerate() {
                all.extend(entry.order.map(|order| {
                    let line = self.line(&order);
                    Origin { chapter, event, order, line }
                }));
            }
        }
        all
    }

    fn in_force(&self, seat: &Seat) -> serde_json::Value {
        hand::told::<R>(self.game.force.get(seat))
    }

    fn picture(&self, viewer: &Viewer) -> Map {
        let rules = self.rules.as_ref();
        let mut map = rules.picture(&rules.view(&self.game.state, viewer), &self.seen(viewer));
        if let Some(turn) = self.last.as_ref().filter(|_| map.marginalia.is_some()) {
            map.stages = stages::stages(rules, &self.start, &turn.chapters, viewer);
        }
        map
    }

    fn narrative(
        &self,
        viewer: &Viewer,
        ledger: &Ledger,
        awaited: &[OpenPrompt],
    ) -> Option<Report> {
        let before = self.rules.view(&self.start, viewer);
        let view = self.rules.view(&self.game.state, viewer);
        let chapters = self.seen(viewer);
        let (before, view, chapters) = (&before, &view, chapters.as_slice());
        self.rules.narrative(&StoryContext { viewer, before, view, chapters, ledger, awaited })
    }

    fn remember(&self, ledger: &mut Ledger) {
        self.rules.remember(ledger, &self.seen(&Viewer::Public));
        ledger.records += 1;
    }

    fn recall(&self, ledger: &mut Ledger, events: &Node) -> Result<(), String> {
        let chapters: Vec<Chapter<R::Event>> = stored(events, "chapters")?;
        self.rules.remember(ledger, &chapters);
        ledger.records += 1;
        Ok(())
    }

    fn frames(&self, viewer: &Viewer) -> Vec<Frame> {
        let chapters = self.last.as_ref().map_or(&[][..], |turn| turn.chapters.as_slice());
        frames::frames(self.rules.as_ref(), &self.start, chapters, viewer)
    }

    fn offers(&self, seat: &Seat, sheet: &RawOrders, picked: Option<&str>) -> Offers {
        let filing = self.read(seat, sheet, &mut Complaints::new());
        let (view, prompts) = (self.view(seat), self.prompts(seat));
        self.rules.offers(&self.at(seat, &view, &prompts), &filing, picked)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.rules.outcome(&self.game.state)
    }

    fn placing(&self) -> Vec<Vec<Seat>> {
        match self.outcome() {
            Some(_) => self.rules.placing(&self.game.state),
            None => Vec::new(),
        }
    }

    fn player(&self) -> u32 {
        R::PLAYER
    }

    fn propose(&self, seat: &Seat, style: BotStyle, rng: &mut Rng) -> String {
        let (view, prompts) = (self.view(seat), self.prompts(seat));
        let filing = self.rules.propose(&self.at(seat, &view, &prompts), style, rng);
        write(&filing, prompts.len())
    }

    fn forecast(
        &self,
        seat: &Seat,
        sheet: &RawOrders,
        games: u32,
        seed: u64,
    ) -> Option<Vec<Supposed>> {
        let filing = self.read(seat, sheet, &mut Complaints::new());
        let (view, prompts) = (self.view(seat), self.prompts(seat));
        self.rules.forecast(&self.at(seat, &view, &prompts), &filing, games, seed)
    }

    fn finish(&mut self, seed: u64, records_max: u32) -> Option<Outcome> {
        selfplay::finish(self.rules.as_ref(), &mut self.game, seed, records_max)
    }

    fn strong(&self, seat: &Seat, rng: &mut Rng) -> String {
        let (view, prompts) = (self.view(seat), self.prompts(seat));
        let filing = self.rules.strong(&self.at(seat, &view, &prompts), rng);
        write(&filing, prompts.len())
    }

    fn public_state(&self) -> String {
        yaml(&BTreeMap::from([("state", self.rules.view(&self.game.state, &Viewer::Public))]))
    }

    fn public_events(&self) -> String {
        yaml(&BTreeMap::from([("chapters", self.seen(&Viewer::Public))]))
    }

    fn hidden(&self) -> Option<String> {
        let shown = || {
            let state = yaml(&BTreeMap::from([("state", &self.game.state)]));
            let events = yaml(&BTreeMap::from([("chapters", self.seen(&Viewer::Referee))]));
            state == self.public_state() && events == self.public_events()
        };
        let idle = self.forces().is_empty() && self.game.halted.is_none();
        (!idle || !(R::OPEN || shown())).then(|| self.whole())
    }

    fn whole(&self) -> String {
        let state = yaml(&BTreeMap::from([("state", &self.game.state)]));
        let force = yaml(&BTreeMap::from([("force", self.forces())]));
        let halted = self.game.halted.as_ref();
        let halted = halted.map(|halted| yaml(&BTreeMap::from([("halted", halted)])));
        let events = yaml(&BTreeMap::from([("chapters", self.seen(&Viewer::Referee))]));
        format!("{state}{force}{}{events}", halted.unwrap_or_default())
    }

    fn position(&self) -> String {
        position::<R>(self.game.clone())
    }

    fn folds(&self) -> bool {
        self.last
            .as_ref()
            .is_none_or(|turn| run::fold::<R>(&self.start, &turn.chapters) == self.game.state)
    }

    fn copy(&self) -> Box<dyn Play> {
        let (rules, game) = (self.rules.clone(), self.game.clone());
        let (start, last, sheets) = (self.start.clone(), self.last.clone(), self.sheets.clone());
        Box::new(Self { rules, game, start, last, sheets })
    }
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
