//! Duelling Republics on the table: two signed reports of one battle, agreed, at odds, or alone; the referee's ruling; and
//! plans that stand.

use super::{loaded, sheet};
use engine::Seat;
use engine::title::{LoadedTitle, Play, RawOrders};
use engine::{Dice, Setup, Tempo, Viewer};
use std::collections::{BTreeMap, BTreeSet};

const SEATS: [&str; 4] = ["r1", "r2", "c1", "c2"];

/// A game in which seats that file nothing are absent.
struct Campaign {
    play: Box<dyn Play>,
    number: u32,
}

impl Campaign {
    fn open(options: &[(&str, &str)]) -> Self {
        Self::by(loaded().as_ref(), options)
    }

    fn by(title: &dyn LoadedTitle, options: &[(&str, &str)]) -> Self {
        let seats = SEATS.map(|seat| {
            (Seat::new(seat), if seat.starts_with('r') { "rome" } else { "carthage" }.to_owned())
        });
        let patient = [("deadline-misses-to-vacant", "99"), ("first-year", "activity")];
        let options = patient
            .iter()
            .chain(options)
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect();
        let setup = Setup {
            scenario: "players-4".to_owned(),
            options,
            tempo: Tempo::Brisk,
            seats: seats.to_vec(),
        };
        let play = title.open(&setup).unwrap_or_else(|complaints| panic!("{complaints:?}"));
        Self { play, number: 0 }
    }

    /// Files and resolves; gives the record as the referee sees it.
    fn turn(&mut self, files: &[(&str, String)]) -> serde_json::Value {
        self.number += 1;
        let sheets: BTreeMap<Seat, RawOrders> =
            files.iter().map(|(seat, text)| (Seat::new(seat), sheet(text))).collect();
        for (seat, filed) in &sheets {
            let said = self.play.check(seat, filed);
            assert!(!said.fatal(), "{seat}: {:?}", said.0);
        }
        let absent: BTreeSet<Seat> = self
            .play
            .awaited()
            .into_iter()
            .map(|asked| asked.seat)
            .filter(|seat| !sheets.contains_key(seat))
            .collect();
        let mut dice = Dice::seeded([u8::try_from(self.number).unwrap(); 32], None);
        self.play
            .turn(self.number, &sheets, &absent, &mut dice)
            .unwrap_or_else(|stop| panic!("{stop:?}"));
        self.play.chapters(&Viewer::Referee)
    }

    fn leader(&self, army: &str) -> String {
        let report_context = self.play.report_context(&Viewer::Referee);
        let found = report_context["armies"]
            .as_array()
            .unwrap()
            .iter()
            .find(|one| one["id"] == army)
            .unwrap();
        found["seat"].as_str().unwrap().to_owned()
    }

    /// Plays to a spring in which `ca` enters upon `rb`, which fights; also gives the seats of the two.
    fn battle(options: &[(&str, &str)]) -> (Self, String, String) {
        Self::open(options).fought()
    }

    fn fought(self) -> (Self, String, String) {
        let mut game = self;
        game.turn(&[]);
        game.turn(&[]);
        let (rome, carthage) = (game.leader("rb"), game.leader("ca"));
        let files = [
            (
                rome.as_str(),
                "orders: {rb: [{}]}\nstanding: {rb: {entered: [{do: fight}]}}\n".to_owned(),
            ),
            (carthage.as_str(), "orders: {ca: [{move: [\"sea:cisalpine-gaul\"]}]}\n".to_owned()),
        ];
        game.turn(&files);
        (game, rome, carthage)
    }

    fn phase(&self) -> String {
        self.play.phase().name.to_string()
    }
}

fn events(chapters: &serde_json::Value, kind: &str) -> Vec<serde_json::Value> {
    let all = chapters
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|chapter| chapter["events"].as_array().unwrap());
    all.filter(|event| event["kind"] == kind).cloned().collect()
}

const BATTLE: &str = "cisalpine-gaul-218-spring";

/// A report: who won, whom Rome lost, and who killed them.
fn report(winner: &str, lost: &str, by: &str, kills: u32) -> String {
    format!(
        "orders: {{battle: {BATTLE}, winner: {winner}, lost: {{rome: [{lost}]}}, kills: {{{by}: {kills}}}}}\n"
    )
}

#[test]
fn reports_that_agree_are_applied_at_once() {
    let (mut game, rome, carthage) = Campaign::battle(&[("battles", "tabletop")]);
    assert_eq!(game.phase(), "report");
    let said = report("carthage", "rb.bd1, rb.sp1", &carthage, 2);
    let told = game.turn(&[(&rome, said.clone()), (&carthage, said)]);
    assert_eq!(events(&told, "reported").len(), 2);
    assert_eq!(events(&told, "reports-agree").len(), 1);
    let over = &events(&told, "battle-over")[0];
    assert_eq!((&over["winner"], &over["how"]), (&"carthage".into(), &"reported".into()));
    assert_eq!(game.phase(), "summer");
}

#[test]
fn reports_that_differ_are_told_to_both_and_ruled_on() {
    let (mut game, rome, carthage) = Campaign::battle(&[("battles", "tabletop")]);
    let files = [
        (rome.as_str(), report("rome", "rb.bd1", &carthage, 1)),
        (carthage.as_str(), report("carthage", "rb.bd1, rb.bd2", &carthage, 2)),
    ];
    let told = game.turn(&files);
    assert_eq!(game.phase(), "ruling");
    let differs = &events(&told, "report-differs")[0]["differences"];
    let said: Vec<&str> =
        differs.as_array().unwrap().iter().map(|line| line.as_str().unwrap()).collect();
    // The report of the attacker's C-in-C is named first.
    for what in
        ["winner carthage or rome", "losses of rome [rb.bd1, rb.bd2] or [rb.bd1]", "kills of"]
    {
        assert!(said.iter().any(|line| line.contains(what)), "{what}: {said:?}");
    }
    for seat in [&rome, &carthage] {
        let seen = game.play.chapters(&Viewer::Seat(Seat::new(seat)));
        assert_eq!(events(&seen, "report-differs").len(), 1, "{seat} is told");
        assert!(events(&seen, "battle-over").is_empty());
    }
    let form = game.play.form(&Seat::referee()).to_string();
    assert!(form.contains("winner carthage or rome") && form.contains("ruling"), "{form}");
    // A ruling must add up like a report: the file goes back. If it comes all the same, nothing of it is done.
    let wrong = sheet(&format!(
        "orders: {{battle: {BATTLE}, winner: rome, lost: {{rome: [rb.bd1]}}, kills: {{}}}}\n"
    ));
    let refused = game.play.check(&Seat::referee(), &wrong);
    assert!(
        refused.0.iter().any(|c| c.code == "E-dr-report" && c.rule == Some("BT3")),
        "{:?}",
        refused.0
    );
    let sheets = BTreeMap::from([(Seat::referee(), wrong)]);
    game.number += 1;
    game.play
        .turn(game.number, &sheets, &BTreeSet::new(), &mut Dice::seeded([1; 32], None))
        .unwrap();
    assert_eq!(events(&game.play.chapters(&Viewer::Referee), "void").len(), 1);
    assert_eq!(game.phase(), "ruling");
    let told = game.turn(&[("referee", report("carthage", "rb.bd1", &carthage, 1))]);
    assert_eq!(events(&told, "ruled").len(), 1);
    assert_eq!(events(&told, "battle-over")[0]["winner"], "carthage");
    assert_eq!(game.phase(), "summer");
}

#[test]
fn one_report_stands_alone_and_none_waits_for_the_referee() {
    let (mut game, _, carthage) = Campaign::battle(&[("battles", "tabletop")]);
    let told = game.turn(&[(&carthage, report("carthage", "rb.bd1", &carthage, 1))]);
    assert_eq!(events(&told, "reports-agree").len(), 1);
    assert_eq!(game.phase(), "summer");
    let (mut game, _, _) = Campaign::battle(&[("battles", "tabletop")]);
    let told = game.turn(&[]);
    assert_eq!(events(&told, "report-differs")[0]["differences"][0], "there is no report");
    assert_eq!(game.phase(), "ruling");
}

#[test]
fn every_kind_of_mistake_in_a_report_is_named() {
    let (game, rome, carthage) = Campaign::battle(&[("battles", "tabletop")]);
    let other = if carthage == "c1" { "c2" } else { "c1" };
    let head = format!("orders: {{battle: {BATTLE}, winner: carthage, ");
    let tries = [
        ("lost: {rome: [rb.bd1]}, kills: {}}", "kills credited to carthage: 0; losses of rome: 1"),
        ("lost: {rome: [rb.bd9]}, other: {rome: 1}}", "rb.bd9 is not in the battle for rome"),
        (
            "lost: {carthage: [rb.bd1]}, other: {carthage: 1}}",
            "rb.bd1 is not in the battle for carthage",
        ),
        ("lost: {rome: [rb.bd1, rb.bd1]}, other: {rome: 2}}", "rb.bd1 is lost twice"),
        (
            "lost: {rome: [rb.cv1]}, other: {rome: 1}}",
            "the general of rome is among the lost elements",
        ),
        ("general_killed: [carthage]}", "the general of carthage is not among the lost elements"),
        (
            "camp_looted: {carthage: c1}}",
            "c1 is not on the side that could loot the camp of carthage",
        ),
        ("kills: {nobody: 1}}", "nobody has no part in this battle"),
        ("withdrew: carthage}", "carthage withdrew, so rome won"),
    ];
    for (tail, why) in tries {
        let said = game.play.check(&Seat::new(&carthage), &sheet(&format!("{head}{tail}\n")));
        let found = said.0.iter().find(|complaint| complaint.message == why);
        let found = found.unwrap_or_else(|| panic!("{tail}: {:?}", said.0));
        assert_eq!((found.code, found.rule), ("E-dr-report", Some("BT3")));
        assert!(found.fix.is_some() && found.span.is_some_and(|span| span.line == 1), "{found:?}");
    }
    let about = sheet("orders: {battle: rome-218-spring, winner: none}\n");
    assert!(
        game.play
            .check(&Seat::new(&rome), &about)
            .0
            .iter()
            .any(|complaint| complaint.code == "E-dr-battle")
    );
    let word =
        sheet(&format!("orders: {{battle: {BATTLE}, winner: everybody, lost: {{rome: [bd1]}}}}\n"));
    let said = game.play.check(&Seat::new(&rome), &word);
    assert!(said.0.len() >= 2, "several mistakes in one answer: {:?}", said.0);
    let credit = sheet(&format!(
        "orders: {{battle: {BATTLE}, winner: carthage, lost: {{rome: [rb.bd1]}}, kills: {{{other}: 1}}}}\n"
    ));
    assert!(
        !game.play.check(&Seat::new(&carthage), &credit).fatal(),
        "whose troops they were is for the reports to say"
    );
}

#[test]
fn a_battle_changes_sides_of_the_table_only_if_both_say_so() {
    for (one, other, phase) in [("tabletop", "tabletop", "report"), ("tabletop", "auto", "summer")]
    {
        let (mut game, rome, carthage) = Campaign::battle(&[]);
        assert_eq!(game.phase(), "plan");
        let wish = |mode: &str| format!("orders: {{battle: {BATTLE}, resolve: {mode}}}\n");
        game.turn(&[(&rome, wish(one)), (&carthage, wish(other))]);
        assert_eq!(game.phase(), phase);
    }
    let (mut game, rome, carthage) = Campaign::battle(&[("battles", "tabletop")]);
    let wish = format!(
        "orders: {{battle: {BATTLE}, resolve: auto, plan: {{left: {{posture: refuse}}}}}}\n"
    );
    let told = game.turn(&[(&rome, wish.clone()), (&carthage, wish)]);
    assert_eq!(events(&told, "mode")[0]["mode"], "auto");
    assert_eq!(events(&told, "deployed")[0]["attacker"]["plan"]["left"]["posture"], "refuse");
    assert_eq!(game.phase(), "summer");
}

#[test]
fn plans_stand_ahead_or_as_standing_orders_and_a_filed_one_goes_before() {
    let posture = |told: &serde_json::Value, role: &str| {
        events(told, "deployed")[0][role]["plan"]["left"]["posture"].clone()
    };
    // Without any, the default plan holds the left.
    let (mut game, _, _) = Campaign::battle(&[]);
    assert_eq!(posture(&game.turn(&[]), "attacker"), "hold");
    let standing = "standing: {ca: {plan: {left: {posture: refuse}}}}\n";
    // A standing plan: filed earlier, used when nothing is filed, and shown when the battle is over.
    for (filed, left) in [("", "refuse"), ("orders: {plan: {left: {posture: attack}}}\n", "attack")]
    {
        let mut game = Campaign::open(&[]);
        game.turn(&[]);
        game.turn(&[]);
        let (rome, carthage) = (game.leader("rb"), game.leader("ca"));
        game.turn(&[
            (&rome, "orders: {rb: [{}]}\nstanding: {rb: {entered: [{do: fight}]}}\n".to_owned()),
            (
                &carthage,
                format!("orders: {{ca: [{{move: [\"sea:cisalpine-gaul\"]}}]}}\n{standing}"),
            ),
        ]);
        let files = [(carthage.as_str(), filed.to_owned())];
        let told = game.turn(if filed.is_empty() { &[] } else { &files });
        assert_eq!(posture(&told, "attacker"), left);
        assert_eq!(events(&told, "battle-over")[0]["plans"][0][1]["plan"]["left"]["posture"], left);
    }
    // Ahead, with the option that asks for none: no phase of plans, and a plan for a named battle before one for any.
    let mut game = Campaign::open(&[("brisk-plans", "ahead")]);
    game.turn(&[]);
    game.turn(&[]);
    let (rome, carthage) = (game.leader("rb"), game.leader("ca"));
    let ahead = format!(
        "ahead: {{plan: {{any: {{left: {{posture: refuse}}}}, {BATTLE}: {{left: {{posture: attack}}}}}}}}\n"
    );
    let told = game.turn(&[
        (&rome, "orders: {rb: [{}]}\nstanding: {rb: {entered: [{do: fight}]}}\n".to_owned()),
        (&carthage, format!("orders: {{ca: [{{move: [\"sea:cisalpine-gaul\"]}}]}}\n{ahead}")),
    ]);
    assert_eq!(posture(&told, "attacker"), "attack");
    assert_eq!(game.phase(), "summer");
}

#[test]
fn plans_for_later_are_judged_as_far_as_they_can_be() {
    let mut game = Campaign::open(&[]);
    game.turn(&[]);
    game.turn(&[]);
    let seat = Seat::new(&game.leader("ca"));
    let codes = |text: &str| -> Vec<&'static str> {
        let said = game.play.check(&seat, &sheet(text));
        assert!(
            said.0.iter().all(|complaint| complaint.fix.is_some() && complaint.span.is_some()),
            "{:?}",
            said.0
        );
        said.0.iter().map(|complaint| complaint.code).collect()
    };
    assert_eq!(
        codes(
            "orders: {ca: [{}]}\nahead: {plan: {any: {left: {posture: refuse}, withdraw: {behind: 2}}}}\n"
        ),
        [""; 0]
    );
    let unknown = "{commit: [{when: {losses: 1}, to: left, as: fill, elements: [hd9]}]}";
    assert_eq!(
        codes(&format!("orders: {{ca: [{{}}]}}\nahead: {{plan: {{any: {unknown}}}}}\n")),
        ["W-dr-plan"]
    );
    assert_eq!(
        codes(&format!("orders: {{ca: [{{}}]}}\nstanding: {{ca: {{plan: {unknown}}}}}\n")),
        ["W-dr-plan"]
    );
    let twice = codes("orders: {ca: [{}]}\nstanding: {ca: {plan: {reserve: [sp1, sp1]}}}\n");
    assert!(twice.contains(&"E-dr-plan-twice") && twice.contains(&"W-dr-plan"), "{twice:?}");
    let words = codes(
        "orders: {ca: [{}]}\nstanding: {ca: {plan: {left: {posture: charge}, withdraw: {lane: left}}}}\n",
    );
    assert_eq!(words, ["E-dr-plan-word", "E-dr-plan-when"]);
}

#[test]
fn every_code_for_plans_is_given_with_its_place_and_the_way_out() {
    let (game, _, carthage) = Campaign::battle(&[]);
    let all = |plan: &str| format!("orders:\n  battle: {BATTLE}\n  plan: {plan}\n");
    let said = |seat: &str, plan: &str| game.play.check(&Seat::new(seat), &sheet(&all(plan))).0;
    let form = game.play.form(&Seat::new(&carthage));
    let list = form["prompts"][0]["battles"][0]["line"]["elements"].as_array().unwrap();
    let men: Vec<&str> = list.iter().map(|one| one["id"].as_str().unwrap()).collect();
    let (count, part) = (men.len(), |from: usize, to: usize| men[from..to].join(", "));
    assert!(count >= 8, "{men:?}");
    let plan = |left: String, centre: String, right: String, reserve: String| {
        format!(
            "{{left: {{front: [{left}]}}, centre: {{front: [{centre}]}}, right: {{front: [{right}]}}, reserve: [{reserve}]}}"
        )
    };
    let lawful =
        plan(part(0, 1), part(1, count - 3), part(count - 3, count - 2), part(count - 2, count));
    assert_eq!(said(&carthage, &lawful), []);
    let (first, second) = (men[0], men[1]);
    let tries = [
        ("{reserve: [zz1]}".to_owned(), "E-dr-plan-name"),
        ("{reserve: [hd1]}".to_owned(), "E-dr-plan-unknown"),
        (format!("{{reserve: [{first}, {first}]}}"), "E-dr-plan-twice"),
        (format!("{{reserve: [{first}]}}"), "E-dr-plan-missing"),
        (format!("{{left: {{front: [{first}], rear: {{hd1: {second}}}}}}}"), "E-dr-plan-rear"),
        (
            plan(part(0, count - 4), part(count - 4, count - 3), part(count - 3, count - 2), part(count - 2, count)),
            "E-dr-plan-centre",
        ),
        (plan(String::new(), part(0, count - 3), part(count - 3, count - 2), part(count - 2, count)), "E-dr-plan-front"),
        (plan(part(0, 1), part(1, 3), part(3, 4), part(4, count)), "E-dr-plan-reserve"),
        ("{commands: [{seat: r1, sectors: [left, centre, right, reserve]}]}".to_owned(), "E-dr-command"),
        ("{commands: [{seat: c1, sectors: [left]}, {seat: c2, sectors: [centre, right, reserve]}]}".to_owned(), "E-dr-command"),
        ("{terrain: {centre: wood}}".to_owned(), "E-dr-terrain"),
        ("{left: {posture: stand}}".to_owned(), "E-dr-plan-word"),
        ("{withdraw: {}}".to_owned(), "E-dr-plan-when"),
    ];
    for (plan, code) in tries {
        let found = said(&carthage, &plan);
        let one = found
            .iter()
            .find(|complaint| complaint.code == code)
            .unwrap_or_else(|| panic!("{plan}: {found:?}"));
        assert!(one.fix.is_some(), "{one:?}");
        assert_eq!(one.span.map(|span| span.line), Some(3), "{one:?}");
    }
}

#[test]
fn ground_battle_and_leader_of_a_plan_must_be_ones_own() {
    let (game, rome, carthage) = Campaign::battle(&[]);
    let all = |plan: &str| format!("orders:\n  battle: {BATTLE}\n  plan: {plan}\n");
    let said = |seat: &str, plan: &str| game.play.check(&Seat::new(seat), &sheet(&all(plan))).0;
    // The defender's ground: not what the land has not, not bad going in the centre of such land.
    let ground = said(&rome, "{terrain: {centre: wood, left: steep-hill, all: marsh}}");
    assert!(
        ground.iter().filter(|complaint| complaint.code == "E-dr-terrain").count() >= 2,
        "{ground:?}"
    );
    // A plan for a battle that is not there, and a plan of one who does not lead.
    let other =
        game.play.check(&Seat::new(&rome), &sheet("orders: {battle: rome-218-spring, plan: {}}\n"));
    assert!(other.0.iter().any(|complaint| complaint.code == "E-dr-battle"), "{:?}", other.0);
    let deputy = if carthage == "c1" { "c2" } else { "c1" };
    let said = game.play.check(
        &Seat::new(deputy),
        &sheet(&format!("orders: {{plan: {{battle: {BATTLE}, plan: {{}}, resolve: tabletop}}}}\n")),
    );
    assert_eq!(
        said.0.iter().filter(|complaint| complaint.code == "E-dr-command").count(),
        2,
        "{:?}",
        said.0
    );
}

/// The other player of a side of two.
fn other(seat: &str) -> &'static str {
    SEATS.into_iter().find(|other| *other != seat && other[..1] == seat[..1]).unwrap()
}

/// The seats that earned the point for a general.
fn taker(told: &serde_json::Value) -> Vec<String> {
    let earned = events(told, "vp");
    let of = earned.iter().filter(|event| event["why"] == "general destroyed");
    of.map(|event| event["seat"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn the_point_for_a_general_is_the_seats_whose_troops_took_him() {
    let general = |tail: &str| {
        let (mut game, rome, carthage) = Campaign::battle(&[("battles", "tabletop")]);
        let said = format!(
            "orders: {{battle: {BATTLE}, winner: carthage, lost: {{rome: [rb.cv1]}}, general_killed: [rome], kills: {{{carthage}: 1}}{}}}\n",
            tail.replace("OTHER", other(&carthage))
        );
        let told = game.turn(&[(&rome, said.clone()), (&carthage, said)]);
        (taker(&told), carthage)
    };
    let (taken, carthage) = general(", general_by: {rb.cv1: OTHER}");
    assert_eq!(taken, [other(&carthage)]);
    let (taken, carthage) = general("");
    assert_eq!(taken, [carthage], "who is not named leaves it to the commander");
}

#[test]
fn who_sat_at_the_table_is_left_out_of_minor_wars() {
    let wars = |sat: bool| {
        let (mut game, rome, carthage) = Campaign::battle(&[("battles", "tabletop")]);
        let [one, two] = [other(&rome), other(&carthage)];
        let mut said = report("carthage", "rb.bd1", &carthage, 1);
        if sat {
            said = said.replace("}}\n", &format!("}}, at_table: [{one}, {two}]}}\n"));
        }
        let elect = "standing: {minor_war: {elect: true}}\n".to_owned();
        let files = [
            (rome.as_str(), said.clone()),
            (carthage.as_str(), said),
            (one, elect.clone()),
            (two, elect),
        ];
        events(&game.turn(&files), "minor-war").len()
    };
    assert_eq!((wars(false), wars(true)), (1, 0));
}

#[test]
fn what_names_more_in_a_report_must_add_up() {
    let head = format!("orders: {{battle: {BATTLE}, winner: carthage, ");
    let (game, _, carthage) = Campaign::battle(&[("battles", "tabletop")]);
    let fallen = "lost: {rome: [rb.cv1]}, general_killed: [rome], other: {rome: 1}";
    for (tail, why) in [
        ("general_by: {rb.cv1: c1}}".to_owned(), "rb.cv1 is not a general among the lost elements"),
        (
            format!("{fallen}, general_by: {{rb.cv1: r1}}}}"),
            "r1 is not on the side that could kill rb.cv1",
        ),
        ("at_table: [c1, nobody]}".to_owned(), "nobody has no part in this battle"),
    ] {
        let said = game.play.check(&Seat::new(&carthage), &sheet(&format!("{head}{tail}\n")));
        let found = said.0.iter().find(|complaint| complaint.message == why);
        assert!(found.is_some_and(|found| found.code == "E-dr-report"), "{tail}: {:?}", said.0);
    }
}
