//! Traps and crosses: noughts and crosses with one die and one secret. The smallest whole title; `docs/adding-a-title.md`
//! walks through it.

mod case;
mod codes;
mod events;
mod explain;
mod gates;
mod names;
mod rules;
mod state;
#[cfg(test)]
mod tests;

use codes::Code;
use engine::map::{Cell, Piece, Point};
use engine::prelude::*;
use engine::title::path_of;
use engine::{Common, Edit, Offer, ParsedOrders, Spot, each};
use events::{Event, apply, sight};
use names::{Player, Square, Stage};
use serde_json::json;
use state::{Orders, Policy, State};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A table at which this title is played.
type Table<'a> = engine::Table<'a, Toy>;

/// The entry of this title in a catalogue.
pub static TITLE: &dyn Title = &TitleOf::<Toy>::new();
/// What takes up hands of this title, for order sheets.
pub static SHEET: &dyn SheetTitle = &TitleOf::<Toy>::new();

/// The title, with its data read.
pub struct Toy {
    /// The board, in reading order.
    squares: Vec<Square>,
    /// Turns after which the game is over.
    turns: u32,
    /// The revision of the rules that is played.
    revision: Revision,
}

impl Toy {
    /// A square of the board.
    fn square(&self, reader: &Reader<'_>, complaints: &mut Complaints) -> Option<Square> {
        let text = reader.text("a square", complaints)?;
        let found = Square::new(text).filter(|square| self.squares.contains(square));
        if found.is_none() {
            complaints.push(Code::Square.here(reader, format!("`{text}` is no square")));
        }
        found
    }

    /// The free squares as a seat sees them.
    fn free<'a>(&'a self, view: &'a State) -> impl Iterator<Item = Square> + 'a {
        self.squares.iter().copied().filter(|square| rules::free(view, *square))
    }
}

impl Rules for Toy {
    type State = State;
    type View = State;
    type Question = ();
    type Orders = Orders;
    type Policy = Policy;
    type Event = Event;

    const SLUG: &'static str = "toy";
    const REVISION: u32 = 2;
    const CODES: &'static [CodeEntry] = Code::TABLE;
    const OPEN: bool = false;

    fn load(data: &Data, revision: Revision) -> Result<Self, Vec<DataFault>> {
        let mut faults = Vec::new();
        let read = |reader: &Reader<'_>, complaints: &mut Complaints| {
            reader.only(&["squares", "turns"], complaints);
            let items = reader.need("squares", complaints)?.items();
            let squares = items.iter().map(|item| Square::new(item.node.text()?));
            let squares = squares.collect::<Option<Vec<Square>>>().filter(|all| all.len() == 9);
            if squares.is_none() {
                complaints.push(Common::Data.here(reader, "a board has nine squares"));
            }
            let turns = reader.need("turns", complaints)?;
            let turns = turns.number("a number of turns", 1, 99, complaints)?;
            Some(Self { squares: squares?, turns, revision })
        };
        data.read("board.yaml", &mut faults, read).ok_or(faults)
    }

    fn prospectus(&self) -> Prospectus {
        let seats = Player::ALL.iter().map(|player| (player.seat(), player.word().to_owned()));
        let (name, title) = ("board".to_owned(), "The empty board".to_owned());
        Prospectus {
            title: "Traps and crosses".to_owned(),
            about: "Noughts and crosses with one die and one secret".to_owned(),
            scenarios: vec![ScenarioNote { name, title, seats: seats.collect() }],
            options: Vec::new(),
            tempos: vec![Tempo::Brisk, Tempo::Full],
            phases: Stage::WORDS.to_vec(),
        }
    }

    fn open(&self, setup: &Setup) -> Result<State, Vec<Complaint>> {
        let offered = self.prospectus();
        let faults = [offered.refuses(setup), offered.refuses_options(setup)].concat();
        if faults.is_empty() { Ok(State::new(setup.tempo)) } else { Err(faults) }
    }

    fn phase(&self, state: &State) -> Phase {
        Phase { name: Cow::Borrowed(state.stage.word()), turn: state.turn, seat: None }
    }

    fn prompts(&self, state: &State) -> Vec<Prompt<()>> {
        let prompt = |player: &Player| Prompt::new(player.seat(), state.stage.word(), ());
        Player::ALL.iter().map(prompt).collect()
    }

    fn read_orders(
        &self,
        _name: &str,
        _place: Place,
        reader: &Reader<'_>,
        complaints: &mut Complaints,
    ) -> Option<Orders> {
        reader.only(&["square"], complaints);
        let square = reader.need("square", complaints)?;
        Some(Orders { square: self.square(&square, complaints)? })
    }

    fn ahead_names(&self) -> Vec<&'static str> {
        vec![Stage::Mark.word()]
    }

    fn read_policy(&self, reader: &Reader<'_>, complaints: &mut Complaints) -> Option<Policy> {
        reader.only(&["prefer"], complaints);
        let items = reader.get("prefer").map(|list| list.items()).unwrap_or_default();
        Some(Policy { prefer: each(&items, |item| self.square(item, complaints)) })
    }

    fn check(&self, at: &AtSeat<'_, Self>, filing: &ParsedOrdersOf<Self>) -> Vec<Complaint> {
        let mut found = Vec::new();
        for (name, orders) in &filing.orders {
            let path = path_of(at.prompts, name, Place::Orders).then("square");
            if !rules::free(at.view, orders.square) {
                let message = format!("{} has a mark already", orders.square);
                found.push(Code::Taken.at(path, message));
            } else if at.view.traps.get(&Player::of(at.seat)) == Some(&orders.square) {
                found.push(Code::Own.at(path, format!("your own trap lies on {}", orders.square)));
            }
        }
        found
    }

    fn form(&self, at: &AtSeat<'_, Self>) -> serde_json::Value {
        json!({"asked": !at.prompts.is_empty(), "free": self.free(at.view).collect::<Vec<_>>()})
    }

    fn ahead(&self, view: &State, _prompt: &Prompt<()>, kept: &Orders) -> AheadAnswer<Orders> {
        if rules::free(view, kept.square) {
            AheadAnswer::Answer(kept.clone())
        } else {
            AheadAnswer::Retire(format!("{} has a mark by now", kept.square))
        }
    }

    fn standing(
        &self,
        view: &State,
        _prompt: &Prompt<()>,
        policy: Option<&Policy>,
    ) -> StandingAnswer<Orders> {
        let preferred = policy.and_then(|policy| {
            policy.prefer.iter().copied().find(|square| rules::free(view, *square))
        });
        match (view.stage, view.tempo, preferred) {
            (Stage::Mark, Tempo::Brisk, Some(square)) => StandingAnswer::Answer(Orders { square }),
            (Stage::Mark | Stage::Trap, Tempo::Brisk | Tempo::Full, _) => StandingAnswer::Pass,
        }
    }

    fn fallback(&self, view: &State, _prompt: &Prompt<()>, policy: Option<&Policy>) -> Orders {
        let preferred = policy.into_iter().flat_map(|policy| policy.prefer.iter().copied());
        let square = preferred.chain(self.free(view)).find(|square| rules::free(view, *square));
        Orders { square: square.expect("a board without a free square has ended the game") }
    }

    fn resolve(&self, table: &mut Table<'_>, answers: &AnswersOf<Self>) {
        match table.state().stage {
            Stage::Trap => rules::hide(table, answers),
            Stage::Mark => rules::turn(table, answers),
        }
    }

    fn apply(state: &mut State, event: &Event) {
        apply::apply(state, event);
    }

    fn witness(_state: &State, event: &Event, viewer: &Viewer) -> Sight<Event> {
        sight::witness(event, viewer)
    }

    fn view(&self, state: &State, viewer: &Viewer) -> State {
        let mut view = state.clone();
        view.traps.retain(|owner, _| match viewer {
            Viewer::Referee => true,
            Viewer::Seat(seat) => *seat == owner.seat(),
            Viewer::Public => false,
        });
        view
    }

    fn picture(&self, view: &State, _chapters: &[Chapter<Event>]) -> Map {
        let mut map = Map { title: "The board".to_owned(), ..Map::default() };
        map.size = Point { x: 300, y: 300 };
        for (place, square) in (0_u16..).zip(&self.squares) {
            let (column, row) = (place % 3, place / 3);
            let at = Point { x: i32::from(column) * 100 + 50, y: i32::from(row) * 100 + 50 };
            let (cell, text) = (square.to_string(), (column * 4, row));
            map.cells.push(Cell { id: cell.clone(), centre: at, text, ..Cell::default() });
            let Some(player) = view.marks.get(square) else { continue };
            let (id, words) = (format!("{player}-{square}"), format!("{player} on {square}"));
            let (side, sign) = (player.word().to_owned(), player.sign().to_owned());
            let token = sign.clone();
            map.pieces.push(Piece { id, side, sign, token, words, cell, at, ..Piece::default() });
        }
        map
    }

    fn weight(&self, event: &Event) -> u32 {
        match event {
            Event::Ended { .. } => 3,
            Event::Sprung { .. } => 2,
            Event::Contested { .. } => 1,
            Event::Hidden { .. }
            | Event::Begins { .. }
            | Event::Void { .. }
            | Event::Marked { .. } => 0,
        }
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        state.outcome.clone()
    }

    fn sound(&self, state: &State) -> Result<(), Unsound> {
        let on_board = |square: &Square| self.squares.contains(square);
        if !state.marks.keys().chain(state.traps.values()).all(on_board) {
            return Err(Unsound("a mark or a trap is off the board".to_owned()));
        }
        if state.turn > self.turns {
            return Err(Unsound(format!("turn {} of {}", state.turn, self.turns)));
        }
        Ok(())
    }

    fn propose(
        &self,
        at: &AtSeat<'_, Self>,
        _style: BotStyle,
        rng: &mut Rng,
    ) -> ParsedOrdersOf<Self> {
        let free: Vec<Square> = self.free(at.view).collect();
        let square = *rng.pick(&free).expect("somebody is asked, so that a square is free");
        let orders = at.prompts.iter().map(|prompt| (prompt.name.clone(), Orders { square }));
        ParsedOrders { orders: orders.collect(), ..ParsedOrders::default() }
    }

    fn case(&self, case: &Case<'_>) -> CaseResult {
        case::play(self, *case)
    }
}

impl Assistance for Toy {
    fn counsel(&self, at: &AtSeat<'_, Self>, filing: &ParsedOrdersOf<Self>) -> Vec<Complaint> {
        let name = Stage::Mark.word();
        let kept =
            at.in_force.filter(|_| filing.ahead.is_none()).and_then(|own| own.ahead.get(name));
        match (filing.orders.get(name), kept) {
            (Some(now), Some(kept)) if now.square == kept.says.square => {
                let path = path_of(at.prompts, name, Place::Orders).then("square");
                let message = format!(
                    "your orders given ahead in phase {} name {} too",
                    kept.phase, now.square
                );
                vec![Code::Ahead.at(path, message)]
            }
            _ => Vec::new(),
        }
    }

    fn explain(
        &self,
        at: &AtSeat<'_, Self>,
        _draft: Option<&ParsedOrdersOf<Self>>,
        question: &Node,
    ) -> Result<serde_json::Value, Vec<Complaint>> {
        explain::answer(self, at, question)
    }

    fn dry_run(&self, at: &AtSeat<'_, Self>, filing: &ParsedOrdersOf<Self>) -> serde_json::Value {
        let named: BTreeMap<&str, Square> =
            filing.orders.iter().map(|(name, orders)| (name.as_str(), orders.square)).collect();
        json!({"asked": at.prompts.len(), "named": named})
    }

    fn offers(
        &self,
        at: &AtSeat<'_, Self>,
        filing: &ParsedOrdersOf<Self>,
        _picked: Option<&str>,
    ) -> Offers {
        let Some(prompt) = at.prompts.first() else { return Offers::default() };
        let named = filing.orders.get(&prompt.name).map(|orders| orders.square);
        let square = |square: Square| {
            let edits = vec![Edit::key(&["orders"], "square", Some(json!(square)))];
            Offer::new("Square", square.to_string(), named == Some(square), edits)
                .on(Spot::Cell(square.to_string()))
        };
        Offers { offers: self.free(at.view).map(square).collect(), ..Offers::default() }
    }
}
