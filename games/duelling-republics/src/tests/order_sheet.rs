//! Orders by hand: all that is offered is lawful, and everything that an order file may say can be said so.

use super::{FOLDER, loaded, rules, setup, sheet, tree};
use engine::title::Play;
use engine::{
    AtSeat, BotStyle, Complaints, Dice, OrderHelp, OrderRules, ParsedOrders, Path, Picture, Place,
    Reader, Rng, Rules, Seat, Tempo, Viewer,
};
use mutator::{Scribe, Walk};
use std::collections::{BTreeMap, BTreeSet};

/// Keys and words that no offer writes.
const BEYOND: &[(&str, &str)] = &[
    ("item.vp", "another spelling of the word `vp`"),
    ("repeated.vp", "the same"),
    ("orders-report.minor_war", "another spelling of a list of one battle, which is offered"),
    ("orders-report.plan", "the same"),
    ("orders-report.resolve", "the same"),
    ("item.element.type=Hd", "on no list of the campaign's armies"),
    ("item.element.type=Kn", "the same"),
    ("item.element.type=Pk", "the same"),
    ("repeated.element.type=Hd", "the same"),
    ("repeated.element.type=Kn", "the same"),
    ("repeated.element.type=Pk", "the same"),
    ("option.recruit.elements=Bd", "on no list of allies"),
    ("option.recruit.elements=Hd", "the same"),
    ("option.recruit.elements=Kn", "the same"),
    ("option.recruit.elements=Pk", "the same"),
];

/// A game between built-in players.
struct Game {
    play: Box<dyn Play>,
    next: u32,
    rng: Rng,
    tempo: Tempo,
    options: Vec<(&'static str, &'static str)>,
}

impl Game {
    fn of(tempo: Tempo, options: &[(&'static str, &'static str)]) -> Self {
        Self::seeded(tempo, options, 3)
    }

    fn seeded(tempo: Tempo, options: &[(&'static str, &'static str)], seed: u64) -> Self {
        let play = loaded().open(&setup(6, tempo, options)).expect("opens");
        Self { play, next: 1, rng: Rng::new(seed), tempo, options: options.to_vec() }
    }

    /// Every seat that is asked files the built-in player's proposal, changed by `filed_as`.
    fn turn(&mut self, filed_as: impl Fn(&Seat, &str) -> String) {
        let asked: BTreeSet<Seat> = self.play.awaited().into_iter().map(|one| one.seat).collect();
        let mut filed = BTreeMap::new();
        for seat in asked {
            let orders = self.play.propose(&seat, BotStyle::Random, &mut self.rng);
            filed.insert(seat.clone(), sheet(&filed_as(&seat, &orders)));
        }
        let mut dice = Dice::seeded([9; 32], Some([8; 32]));
        self.play.turn(self.next, &filed, &BTreeSet::new(), &mut dice).expect("resolves");
        self.next += 1;
    }

    /// Plays on until a seat is asked this prompt; returns that seat.
    fn until(&mut self, prompt: &str) -> Seat {
        self.until_seat(|_, seat, asked| asked == [prompt] && *seat != Seat::referee())
    }

    /// Plays on until `here` holds for a seat and the prompts it is asked; returns that seat.
    fn until_seat(&mut self, here: impl Fn(&dyn Play, &Seat, &[String]) -> bool) -> Seat {
        for seed in 4..20 {
            if let Some(seat) = self.next_of(&here) {
                return seat;
            }
            // Not every game comes to everything.
            *self = Self::seeded(self.tempo, &self.options, seed);
        }
        panic!("it never comes to that");
    }

    /// Like `until_seat`; none if the game ends first.
    fn next_of(&mut self, here: impl Fn(&dyn Play, &Seat, &[String]) -> bool) -> Option<Seat> {
        while self.next < 500 && self.play.outcome().is_none() {
            let mut asked: BTreeMap<Seat, Vec<String>> = BTreeMap::new();
            for one in self.play.asked() {
                asked.entry(one.seat).or_default().push(one.prompt);
            }
            let found = asked.iter().find(|(seat, asked)| here(self.play.as_ref(), seat, asked));
            if let Some((seat, _)) = found {
                return Some(seat.clone());
            }
            self.turn(|_, text| without_standing(text));
        }
        None
    }
}

/// Orders stripped of standing orders, which would answer questions in the middle of a phase.
fn without_standing(text: &str) -> String {
    let end = if text.starts_with("standing:") { Some(0) } else { text.find("\nstanding:") };
    text[..end.unwrap_or(text.len())].to_owned()
}

/// The letter pages below an answer already begun.
fn letters<'a>(scribe: Scribe<'a>, answer: &str) -> Scribe<'a> {
    let (list, letter) = (format!("{answer}/note"), format!("{answer}/note/0"));
    scribe.tries(&[&list]).takes(&list, "Add a letter", "to").tries(&[&letter])
}

/// The pages of a battle plan, placed at a path.
fn plan<'a>(scribe: Scribe<'a>, at: &str) -> Scribe<'a> {
    let below = |name: &str| format!("{at}{name}");
    let scribe = scribe
        .tries(&[at, &below("/left"), &below("/commit"), &below("/withdraw"), &below("~commands")])
        .takes(&below("/commit"), "Add an entry", "into the centre")
        .tries(&[&below("/commit/0"), &below("/commit/0/when")])
        .takes(&below("/commit/0/when"), "When", "The state of a lane")
        .tries(&[&below("/commit/0/when")])
        .takes(at, "Deployment", "Start from the usual line");
    // The last in the roster may stand in front, behind others and in reserve.
    let page = scribe.leads(at).into_iter().rfind(|page| page.contains('~'));
    scribe.tries(&[&page.expect("an army has elements")])
}

/// The throw for commands, with the first elements given ahead of it.
fn before_the_war(met: &mut Walk) {
    let mut game = Game::of(Tempo::Brisk, &[]);
    let seat = game.until("ready");
    let ahead = "/ahead/setup";
    let scribe = Scribe::of(game.play.as_ref(), &seat)
        .tries(&["", ahead])
        .takes(ahead, "The first elements", "So")
        .tries(&[ahead, "/ahead/setup/elements"])
        .takes("", "Begin", "Ready");
    met.join(letters(scribe, "/orders").met());
    let seat = game.until("setup");
    let scribe = Scribe::of(game.play.as_ref(), &seat).takes("", "Begin", "").tries(&[
        "/orders",
        "/orders/elements",
        "/orders/elements/1",
    ]);
    met.join(letters(scribe, "/orders").met());
}

/// Matches a seat of this side that is asked this prompt and nothing else.
fn of_side(side: &str, prompt: &str) -> impl Fn(&dyn Play, &Seat, &[String]) -> bool {
    move |_, seat, asked| asked == [prompt] && seat.name().starts_with(side)
}

/// Allocations of a year at once, by both sides, and those given ahead.
fn allocations(met: &mut Walk) {
    let mut game = Game::of(Tempo::Brisk, &[]);
    for side in ["r", "c"] {
        let seat = game.until_seat(of_side(side, "resources"));
        let list = "/ahead/resources/allocate";
        let scribe = Scribe::of(game.play.as_ref(), &seat)
            .takes("", "Begin", "")
            .tries(&["/orders", "/orders/allocate", "/orders/allocate/0"])
            .tries(&["/ahead/resources", list, "/ahead/commands", "/ahead/allocate/allocate"])
            .takes(list, "Add an allocation", "a new army")
            .tries(&["/ahead/resources/allocate/0", "/ahead/resources/allocate/0/raise"])
            .takes(list, "Add an allocation", "always: a new army")
            .tries(&["/ahead/resources/allocate/1/repeat/raise"]);
        met.join(letters(scribe, "/orders").met());
    }
}

/// A season's options, and orders for later ones.
fn seasons(met: &mut Walk) {
    let mut game = Game::of(Tempo::Brisk, &[]);
    for side in ["r", "c"] {
        let seat = game.until_seat(of_side(side, "spring"));
        let play = game.play.as_ref();
        let army = play.form(&seat)["prompts"][0]["army"].as_str().expect("an army").to_owned();
        let option = format!("/orders/{army}/0");
        let below = |name: &str| format!("{option}{name}");
        let scribe = Scribe::of(play, &seat)
            .takes("", "Begin", "")
            .tries(&["", &army, &format!("/orders/{army}"), &option, &below("/when")])
            .takes(&below("/when"), "Add a condition", "it belongs to")
            .tries(&[&below("/when/0"), &below("/when/0/owner")])
            .takes(&below("/recruit"), "Add a purchase", "here")
            .tries(&[&below("/recruit/0")]);
        met.join(letters(scribe, "/orders").met());
        let mut scribe = Scribe::of(play, &seat);
        for season in ["spring", "summer", "autumn", "winter"] {
            let list = format!("/ahead/{season}/{army}");
            scribe = scribe.tries(&[&list]);
        }
        let (list, option) = (format!("/ahead/summer/{army}"), format!("/ahead/summer/{army}/0"));
        let give = format!("{option}/give");
        let scribe = scribe
            .takes(&list, "Add an option", "stay")
            .tries(&[&option])
            .takes(&give, "Add a gift", "here")
            .tries(&[&format!("{give}/0")])
            .takes(&format!("{option}/recruit"), "Add a purchase", "here")
            .tries(&[&format!("{option}/recruit/0")])
            .takes("/ahead/answer", "When an enemy enters the army's province", "Answer")
            .tries(&["/ahead/answer"]);
        met.join(letters(scribe, "/ahead/answer").met());
    }
    for (season, army) in [("spring", "ra"), ("summer", "rb"), ("autumn", "ca"), ("winter", "cb")] {
        let leads = |play: &dyn Play, seat: &Seat, asked: &[String]| {
            asked == [season] && play.form(seat)["prompts"][0]["army"] == army
        };
        let seat = game.until_seat(leads);
        met.join(Scribe::of(game.play.as_ref(), &seat).tries(&[""]).met());
    }
}

/// Plans and minor wars given ahead, by the seat of an army.
fn plans_ahead(met: &mut Walk) {
    let mut game = Game::of(Tempo::Brisk, &[]);
    let seat = game.until("spring");
    let scribe = Scribe::of(game.play.as_ref(), &seat)
        .takes("/ahead/plan", "Add a battle", "for any")
        .tries(&["/ahead/plan", "/ahead/plan/0"]);
    met.join(plan(scribe, "/ahead/plan/0/plan").met());
    let minor = "/ahead/minor-war";
    let scribe = Scribe::of(game.play.as_ref(), &seat)
        .tries(&[minor, "/ahead/minor-war/elements"])
        .tries(&["/ahead/minor-war/against", "/ahead/minor-war/against/1"])
        .takes("/ahead/minor-war/against/1", "Against row 1", "An army with")
        .tries(&["/ahead/minor-war/against/1", "/ahead/minor-war/against/1/elements"]);
    let scribe = plan(scribe, "/ahead/minor-war/against/1/plan").tries(&["/ahead/minor-war/plan"]);
    met.join(letters(scribe, minor).met());
}

/// Standing orders of both sides, with nothing in force and with some.
fn standing_orders(met: &mut Walk) {
    let mut game = Game::of(Tempo::Brisk, &[]);
    for (side, armies) in [("r", ["ra", "rb"]), ("c", ["ca", "cb"])] {
        let seat = game.until_seat(of_side(side, "ready"));
        let mut scribe = Scribe::of(game.play.as_ref(), &seat).tries(&[
            "/standing/end",
            "/standing/minor_war",
            "/standing/minor_war/prefer",
        ]);
        for army in armies {
            let at = format!("/standing/{army}");
            let below = |name: &str| format!("{at}{name}");
            scribe = scribe
                .tries(&[&at, &below("/retreat_to"), &below("/entered"), &below("/contingent")])
                .takes(&below("/entered"), "Add a line", "fight")
                .tries(&[&below("/entered/0"), &below("/entered/0/when")])
                .takes(&below("/contingent"), "What it sends", "In a word")
                .tries(&[&below("/contingent")])
                .tries(&[&below("/hand_over")])
                .takes(&below("/hand_over"), "Add a gift", "to the side")
                .tries(&[&below("/hand_over/0")]);
        }
        met.join(scribe.tries(&[&format!("/standing/{}/plan", armies[0])]).met());
    }
    game.turn(|seat, _| {
        let (one, two) = if seat.name().starts_with('r') { ("ra", "rb") } else { ("ca", "cb") };
        format!("orders: {{}}\nstanding: {{{one}: {{gaul: seek}}, {two}: {{gaul: seek}}, end: agree, minor_war: {{elect: yes}}}}\n")
    });
    for (side, armies) in [("r", ["ra", "rb"]), ("c", ["ca", "cb"])] {
        let seat = game.until_seat(|_, seat, _| seat.name().starts_with(side));
        let mut scribe =
            Scribe::of(game.play.as_ref(), &seat).tries(&["/standing/end", "/standing/minor_war"]);
        for army in armies {
            scribe = scribe.tries(&[&format!("/standing/{army}")]);
        }
        met.join(scribe.met());
    }
}

/// Walks through questions of tempo full alone: allocations and commands one by one, and the answer of an army that is
/// entered upon.
fn one_by_one(met: &mut Walk) {
    let mut left = vec![
        "allocate",
        "commands",
        "answer",
        "gaul",
        "siege",
        "retreat",
        "losses",
        "contingent",
        "hand-over",
    ];
    // Not every game comes to everything.
    for seed in 1..40 {
        let mut game = Game::seeded(Tempo::Full, &[("years", "3")], seed);
        while let Some(seat) = game.next_of(|_, seat, asked| {
            *seat != Seat::referee() && matches!(asked, [one] if left.contains(&one.as_str()))
        }) {
            let asked = game.play.asked().into_iter().find(|one| one.seat == seat);
            let prompt = asked.expect("the seat is asked").prompt;
            let mut scribe =
                Scribe::of(game.play.as_ref(), &seat).takes("", "Begin", "").tries(&["/orders"]);
            for page in scribe.leads("/orders") {
                if page.starts_with("/orders/") && !page.starts_with("/orders/note") {
                    scribe = scribe.tries(&[&page]);
                }
            }
            met.join(letters(scribe, "/orders").met());
            left.retain(|one| *one != prompt);
        }
        if left.is_empty() {
            return;
        }
    }
    panic!("it never comes to {left:?}");
}

/// Plans of a commander-in-chief and of others, of battles that are called.
fn battles(met: &mut Walk) {
    let mut game = Game::of(Tempo::Full, &[]);
    let leads = |yes: bool| {
        move |play: &dyn Play, seat: &Seat, asked: &[String]| {
            let at = asked.iter().position(|one| one == "plan");
            at.is_some_and(|at| play.form(seat)["prompts"][at]["battles"][0]["leads"] == yes)
        }
    };
    let defends = |play: &dyn Play, seat: &Seat, asked: &[String]| {
        leads(true)(play, seat, asked) && asked.len() == 1 && {
            let scribe = Scribe::of(play, seat).takes("", "Begin", "");
            scribe.leads("/orders/0/plan").iter().any(|page| page.ends_with("/terrain"))
        }
    };
    let seat = game.until_seat(defends);
    let scribe = Scribe::of(game.play.as_ref(), &seat).takes("", "Begin", "").tries(&[
        "/orders",
        "/orders/0",
        "/orders/0/plan/terrain",
    ]);
    let scribe = plan(scribe, "/orders/0/plan");
    met.join(letters(scribe, "/orders/0").met());
    let seat = game.until_seat(leads(false));
    let several = game.play.asked().iter().filter(|asked| asked.seat == seat).count() > 1;
    let list = if several { "/orders/plan" } else { "/orders" };
    let (entry, command) = (format!("{list}/0"), format!("{list}/0/command/left"));
    let mut scribe = Scribe::of(game.play.as_ref(), &seat).takes(list, "Begin", "");
    if several {
        scribe = scribe.takes("/orders/minor-war", "Begin", "");
    }
    let scribe = scribe.tries(&[list, &entry, &command]);
    met.join(letters(scribe, &entry).met());
}

/// Battles on the table: reports, the referee's ruling, minor wars meanwhile.
fn tables(met: &mut Walk) {
    let mut game = Game::of(Tempo::Brisk, &[("battles", "tabletop"), ("minor-wars", "true")]);
    let seat = game.until("report");
    let scribe = Scribe::of(game.play.as_ref(), &seat).takes("", "Begin", "");
    let scribe = scribe.tries(&["/orders", "/orders/camp_looted", "/orders~fallen-of-rome"]);
    met.join(letters(scribe, "/orders").met());
    let scribe = Scribe::of(game.play.as_ref(), &seat)
        .takes("/orders", "", "The program decides")
        .tries(&["/orders", "/orders/0"]);
    met.join(scribe.met());
    let seat = game.until_seat(|_, _, asked| asked.iter().any(|one| one == "minor-war"));
    let several = game.play.asked().iter().filter(|asked| asked.seat == seat).count() > 1;
    let minor = if several { "/orders/minor-war" } else { "/orders" };
    let mut scribe = Scribe::of(game.play.as_ref(), &seat).takes(minor, "Begin", "");
    if several {
        scribe = scribe.takes("/orders/plan", "Begin", "");
    }
    met.join(letters(scribe.tries(&[minor]), minor).met());
    game.until("report");
    // The winner is disputed, so that the referee rules.
    game.turn(|seat, text| {
        let other = if seat.name().starts_with('c') { "winner: none" } else { "winner: rome" };
        text.replace("winner: none", other)
            .replace("winner: carthage", other)
            .replace("winner: rome", other)
    });
    let seat = game.until_seat(|_, seat, asked| *seat == Seat::referee() && asked == ["ruling"]);
    let scribe = Scribe::of(game.play.as_ref(), &seat)
        .takes("", "Begin", "")
        .tries(&["/orders", "/orders/0"]);
    met.join(letters(scribe, "/orders/0").met());
}

/// A vacant seat, and what seats that are asked nothing may still say.
fn vacancies(met: &mut Walk) {
    let mut game = Game::of(Tempo::Full, &[]);
    let leaves = game.until("allocate");
    game.turn(|seat, text| match text {
        _ if *seat == leaves => "orders: {resign: true}\n".to_owned(),
        text => text.to_owned(),
    });
    let seat = game.until_seat(|_, seat, asked| *seat == Seat::referee() && asked == ["seats"]);
    let scribe = Scribe::of(game.play.as_ref(), &seat).takes("", "Begin", "").tries(&["/orders"]);
    met.join(letters(scribe, "/orders").met());
    let seat = game.until("word");
    let scribe =
        Scribe::of(game.play.as_ref(), &seat).takes("", "Begin", "").tries(&["", "/orders"]);
    met.join(letters(scribe, "/orders").met());
}

#[test]
fn all_that_is_offered_is_lawful_and_every_kind_of_order_can_be_given_by_hand() {
    let mut met = Walk::default();
    let walks = [
        before_the_war,
        allocations,
        seasons,
        plans_ahead,
        standing_orders,
        one_by_one,
        battles,
        tables,
        vacancies,
    ];
    for walk in walks {
        walk(&mut met);
    }
    assert!(met.tried > 1000, "only {} offers were tried", met.tried);
    let schema = serde_json::from_str(&FOLDER.text("schema/orders.json")).expect("it is JSON");
    let missing = met.parts.missing(&schema, &["province"], BEYOND);
    assert!(missing.is_empty(), "never offered: {missing:#?}\nof {:?}", met.groups);
}

#[test]
fn sectors_go_from_command_to_command_and_none_is_left_without() {
    let mut game = Game::of(Tempo::Brisk, &[]);
    let seat = game.until("spring");
    let page = "/ahead/plan/0/plan~commands";
    let scribe = Scribe::of(game.play.as_ref(), &seat)
        .takes("/ahead/plan", "Add a battle", "for any")
        .takes(page, "Command of", "reserve to");
    let plan = &tree(scribe.text()).plain_value()["ahead"]["plan"][0]["plan"];
    let commands = plan["commands"].as_array().expect("a list of commands");
    let sectors = commands.iter().flat_map(|one| one["sectors"].as_array().expect("a list"));
    let sectors: BTreeSet<&str> = sectors.filter_map(serde_json::Value::as_str).collect();
    assert_eq!(sectors, BTreeSet::from(["centre", "left", "reserve", "right"]), "{plan}");
}

#[test]
fn the_marches_of_a_draft_are_drawn_on_the_map() {
    let rules = rules();
    let state = rules.open(&setup(4, Tempo::Brisk, &[])).expect("opens");
    let (id, army) = state.armies.iter().next().expect("an army");
    let seat = state.players.iter().find(|player| player.side == id.side()).expect("a player");
    let (id, from, seat) = (*id, army.at, seat.seat.clone());
    let mut view = rules.view(&state, &Viewer::Seat(seat.clone()));
    view.state.armies.get_mut(&id).expect("their own").seat = Some(seat.clone());
    let at = AtSeat { view: &view, seat: &seat, prompts: &[], in_force: None };
    let foreseen = |options: &str| {
        let root = tree(&format!("{id}: {options}"));
        let mut complaints = Complaints::new();
        let reader = Reader::new(&root, Path::top(), &mut complaints);
        let orders = rules.read_orders("spring", Place::Orders, &reader);
        let mut filing = ParsedOrders::default();
        filing.orders.insert("spring".to_owned(), orders.expect("orders"));
        rules.foresee(&at, &filing)
    };
    let links = rules.chart.links.keys();
    let to = links.filter(|(place, _)| *place == from).map(|(_, to)| *to).next().expect("a link");
    let (after, chapters) =
        foreseen(&format!("[{{when: {{enemy-in: {from}}}}}, {{move: [{to}, {from}]}}]"))
            .expect("a march");
    let stands = after.state.armies[&id].at;
    assert_eq!(chapters[0].events.len(), if stands == to { 1 } else { 2 });
    let map = rules.picture(&after, &chapters);
    let marches = map.areas.expect("a map of areas").marches;
    assert_eq!(marches.len(), 1);
    assert_eq!(marches[0].path[..2], [from.to_string(), to.to_string()]);
    assert!(foreseen("[{}]").is_none(), "who stays marches nowhere");
}
