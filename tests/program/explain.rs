//! Standing orders before they are needed: what would fire in a case that a player imagines, and what is in force when.

use crate::table::{SEATS, Table, Trial, copy_folder, run, tabella};
use std::fs;
use std::path::Path;

/// Rome's rules, each distinguishable from the others.
const ROME: &str = "standing:
  battle:
    - {when: {area: sicilia, theirs: \">=3\"}, play: r6}
    - {when: {area: sicilia}, play: {mix: {r3: 2, r5: 1}}}
    - {when: {kind: sea}, play: ask}
  effect: win
  losses: hannibal-last
";
const CARTHAGE: &str = "orders: {action: move, move: army carthago numidia}\n";

fn game() -> Table {
    Table::of(("punica", None), "brisk", &[], &SEATS)
}

#[test]
fn without_orders_the_defaults_answer_every_attack_that_could_come() {
    let game = game();
    let told = game.tabella(&["analyse", "explain", "--seat", "rome"]).ended(0).out;
    assert!(told.contains("SICILIA") || told.contains("Sardinia"), "{told}");
    assert!(
        told.contains("default rule 1")
            && told.contains("applies")
            && told.contains("wins against"),
        "{told}"
    );
    let answer = game
        .tabella(&["analyse", "explain", "--seat", "rome", "--json", "sardinia"])
        .ended(0)
        .json();
    let case = &answer["cases"][0];
    assert_eq!((case["area"].as_str(), case["by"].as_str()), (Some("sardinia"), Some("default")));
    assert_eq!(
        (answer["draft"].as_bool(), answer["cases"].as_array().map(Vec::len)),
        (Some(false), Some(1))
    );
}

#[test]
fn a_draft_answers_as_if_it_counted_and_changes_nothing() {
    let game = game();
    let draft = game.beside("draft.yaml");
    let text = game.orders("rome", 1, ROME);
    let unsalted: String = text
        .lines()
        .filter(|line| !line.starts_with("salt:"))
        .flat_map(|line| [line, "\n"])
        .collect();
    fs::write(&draft, unsalted).unwrap();
    let draft = draft.to_str().unwrap();
    let ask = |question: &[&str]| {
        let arguments =
            [&["analyse", "explain", "--seat", "rome", "--draft", draft, "--json"], question]
                .concat();
        game.tabella(&arguments).ended(0).json()["cases"][0].clone()
    };
    let case = ask(&["area: sicilia", "theirs: 3", "mine: 2"]);
    assert_eq!(
        (case["by"].as_str(), case["rule"].as_u64(), case["pick"].as_str()),
        (Some("standing"), Some(1), Some("r6"))
    );
    assert_eq!(case["against"][0]["total"].as_i64(), Some(8));
    let case = ask(&["{area: sicilia, theirs: 2}"]);
    assert_eq!(
        (case["rule"].as_u64(), case["pick"].as_str()),
        (Some(2), Some("a random choice (r3 2, r5 1)"))
    );
    assert_eq!(case["rules"][0]["why"].as_str(), Some("theirs is 2"));
    let case = ask(&["mare-tyrrhenum"]);
    assert_eq!((case["rule"].as_u64(), case["pick"].as_str()), (Some(3), Some("ask")));
    let before = game
        .tabella(&["analyse", "explain", "--seat", "rome", "--json", "sicilia"])
        .ended(0)
        .json();
    assert_eq!(before["cases"][0]["by"].as_str(), Some("default"), "the draft is not in force");
}

#[test]
fn a_drafts_action_is_made_and_its_cards_given_ahead_answer() {
    let game = game();
    let body = "orders: {action: card, card: c4, moves: [hannibal carthago sicilia, army carthago sicilia]}\nahead:\n  battle: [{when: {role: attacker}, play: c6}]\n";
    let draft = game.beside("draft.yaml");
    fs::write(&draft, game.orders("carthage", 1, body)).unwrap();
    let arguments =
        ["analyse", "explain", "--seat", "carthage", "--json", "--draft", draft.to_str().unwrap()];
    let answer = game.tabella(&[&arguments[..], &["sicilia"]].concat()).ended(0).json();
    assert_eq!(
        answer["cases"][0]["mine"].as_i64(),
        Some(3),
        "Hannibal and an army stand there by then: {answer}"
    );
    assert_eq!(
        answer["cases"][0]["by"].as_str(),
        Some("default"),
        "what is given in advance has lapsed when Rome attacks"
    );
    let answer = game
        .tabella(&[&arguments[..], &["{area: sardinia, role: attacker}"]].concat())
        .ended(0)
        .json();
    assert_eq!(
        (answer["cases"][0]["by"].as_str(), answer["cases"][0]["pick"].as_str()),
        (Some("ahead"), Some("c6"))
    );
}

#[test]
fn what_is_in_force_answers_and_is_replaced_and_withdrawn_key_by_key() {
    let game = game();
    let told = |seat: &str, revision, body: &str| {
        let path = game.signed(seat, game.orders(seat, revision, body).as_bytes());
        game.tabella(&["submit", path.to_str().unwrap()]).ended(0).out
    };
    assert!(
        told("rome", 1, ROME)
            .contains("then in force: battle (this file), effect (this file), losses (this file)")
    );
    told("carthage", 1, CARTHAGE);
    game.resolve();
    let pick = || {
        let question = "{area: sicilia, theirs: 3}";
        let asked = ["analyse", "explain", "--seat", "rome", "--json", question];
        let answer = game.tabella(&asked).ended(0).json();
        answer["cases"][0]["pick"].as_str().map(str::to_owned)
    };
    assert_eq!(pick().as_deref(), Some("r6"));
    let amended = told(
        "rome",
        1,
        "orders: {action: pass, discard: r0}\nstanding: {effect: none, losses: default}\n",
    );
    assert!(
        amended.contains("then in force: battle (filed for phase 1), effect (this file)\n"),
        "{amended}"
    );
    game.resolve();
    assert_eq!(pick().as_deref(), Some("r6"), "the rules of phase 1 stand");
    let form = game.tabella(&["form", "--seat", "rome", "--long"]).ended(0).out;
    assert!(
        form.contains("filed for phase 2; `battle` for phase 1\n")
            && form.contains("#  effect: none"),
        "{form}"
    );
    let path =
        game.signed("rome", game.orders("rome", 1, "standing: {batle: default}\n").as_bytes());
    let refused = game.tabella(&["check", path.to_str().unwrap()]).ended(1).out;
    assert!(
        refused.contains("E-standing") && refused.contains("did you mean `battle`?"),
        "{refused}"
    );
    told("rome", 1, "standing: {battle: default}\n");
    told("carthage", 1, CARTHAGE.replace("carthago numidia", "numidia mauretania").as_str());
    game.resolve();
    assert_ne!(pick().as_deref(), Some("r6"), "the rules are withdrawn");
    told("rome", 1, "orders: {action: pass, discard: r1}\nstanding: {}\n");
    game.resolve();
    let form = game.tabella(&["form", "--seat", "rome"]).ended(0).out;
    assert!(form.contains("You have no standing orders"), "{form}");
    game.holds();
}

#[test]
fn a_question_or_draft_that_is_wrong_is_answered_like_an_order_file() {
    let game = game();
    let wrong =
        game.tabella(&["analyse", "explain", "--seat", "rome", "area: scilia"]).ended(1).out;
    assert!(
        wrong.contains("E-pu-area")
            && wrong.contains("did you mean sicilia?")
            && wrong.contains("question:1:7"),
        "{wrong}"
    );
    assert!(
        game.tabella(&["analyse", "explain", "--seat", "rome", "{aera: roma}"])
            .ended(1)
            .out
            .contains("did you mean 'area'?")
    );
    assert!(
        game.tabella(&["analyse", "explain", "--seat", "rome", "{"])
            .ended(1)
            .out
            .contains("E-yaml")
    );
    assert!(
        game.tabella(&["analyse", "explain", "--seat", "gaul"])
            .ended(2)
            .err
            .contains("no seat `gaul`")
    );
    let path = game.beside("draft.yaml");
    let draft = |text: &str, seat: &str| {
        fs::write(&path, text).unwrap();
        game.tabella(&["analyse", "explain", "--seat", seat, "--draft", path.to_str().unwrap()])
    };
    let refused =
        draft(&game.orders("rome", 1, "standing: {battle: [{play: c4}]}\n"), "rome").ended(1).out;
    assert!(
        refused.contains("E-pu-foreign") && refused.contains("is not a card of rome"),
        "{refused}"
    );
    assert!(
        draft(&game.orders("rome", 1, ROME), "carthage")
            .ended(2)
            .err
            .contains("holds orders from rome, not from carthage")
    );
    assert!(draft("standing: {}\n", "rome").ended(1).out.contains("`seat: ...` is missing"));
    let questions = game.tabella_reading(
        &["analyse", "explain", "--seat", "rome", "--json", "--file", "-"],
        b"- roma\n- area: [sardinia, gallia-transalpina]\n",
    );
    assert_eq!(questions.ended(0).json()["cases"].as_array().map(Vec::len), Some(3));
}

/// A question to `explain` about a title.
struct Asked {
    title: &'static str,
    /// The record of its example after which it is asked.
    last: u32,
    seat: &'static str,
    /// Lines of the order file with which it is asked, if any.
    draft: &'static str,
    question: &'static str,
    words: &'static str,
}

const ASKED: [Asked; 3] = [
    Asked {
        title: "combined-arms",
        last: 8,
        seat: "rome",
        draft: "",
        question: "{unit: ve2, by: [su1]}",
        words: "ve2 must fall back from g6, attacked by su1",
    },
    Asked {
        title: "metaurus",
        last: 7,
        seat: "rome",
        draft: "",
        question: "{by: [ib-2, ib-3], against: [la-1]}",
        words: "la-1 strikes back: drm>=0, by your standing order",
    },
    Asked {
        title: "duelling-republics",
        last: 3,
        seat: "r1",
        draft: "orders: {rb: [{}]}\nstanding:\n  rb:\n    entered: [{when: {odds: 2}, do: fight}, {do: siege}]\n",
        question: "{army: rb, by: ca}",
        words: "rb goes behind the walls, by line 2",
    },
];

#[test]
fn each_title_answers_and_a_game_that_is_over_asks_nothing() {
    for Asked { title, last, seat, draft, question, words } in ASKED {
        let folder = Trial::new();
        let game = folder.path().join(title);
        let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("games").join(title);
        copy_folder(&example.join("example"), &game);
        for later in last + 1.. {
            if fs::remove_dir_all(game.join(format!("turns/{later:04}"))).is_err() {
                break;
            }
        }
        let told = |arguments: &[&str]| {
            let told = run(tabella().arg("-C").arg(&game).args(arguments)).ended(0).out;
            told.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        let explain = ["analyse", "explain", "--seat", seat];
        assert!(told(&explain).contains("by the orders in force"), "{title}");
        let file = folder.path().join("draft.yaml");
        let form = run(tabella().arg("-C").arg(&game).args(["form", "--seat", seat])).ended(0).out;
        let head = form.lines().take_while(|line| !line.starts_with("orders:"));
        let head: String = head.flat_map(|line| [line, "\n"]).collect();
        fs::write(&file, head + draft).unwrap();
        let with_draft = ["--draft", file.to_str().unwrap()];
        let more = if draft.is_empty() { &[][..] } else { &with_draft };
        let told = told(&[&explain, more, &[question]].concat());
        assert!(told.contains(words), "{title}: {told}");
    }
    let game = game();
    game.file("carthage", "orders: {resign: true}\n");
    game.resolve();
    game.tabella(&["analyse", "explain", "--seat", "rome"]).ended(3);
}
