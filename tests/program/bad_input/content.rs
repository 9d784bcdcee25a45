//! Tests of the contents of files.

use super::{MOVES, goes_on, submit_bad, submit_good, table};
use crate::table::Table;

/// Orders with the last occurrence of one text replaced, since digests and salts may contain it too.
fn with(table: &Table, from: &str, to: &str) -> Vec<u8> {
    let text = table.orders("rome", 1, MOVES);
    let (before, behind) = text.rsplit_once(from).unwrap_or_else(|| panic!("no {from} in\n{text}"));
    format!("{before}{to}{behind}").into_bytes()
}

/// Each must be returned with these codes, at this line of the file (counted from its first line of orders; 0:
/// anywhere).
#[track_caller]
fn each(cases: &[(&str, Vec<u8>, &[&str])]) {
    let table = table();
    for (what, bytes, codes) in cases {
        let returned = submit_bad(&table, "rome", bytes);
        assert_eq!(returned.codes, *codes, "{what}\n{}", returned.json);
    }
    goes_on(&table);
}

#[test]
fn texts_that_are_no_orders() {
    each(&[
        ("nothing", b"".to_vec(), &["E-yaml-empty"]),
        ("only a comment", b"# later\n".to_vec(), &["E-yaml-empty"]),
        ("a photograph", b"\xff\xd8\xff\xe0\0\x10JFIF".to_vec(), &["E-utf8"]),
        ("prose", b"I move the velites to e4.\n".to_vec(), &["E-type"]),
        ("a list", b"- eggs\n- salt\n".to_vec(), &["E-type"]),
        ("ten megabytes", vec![b'a'; 10 << 20], &["E-size"]),
        ("ten megabytes of line feeds", vec![b'\n'; 10 << 20], &["E-size"]),
        ("ten megabytes of NUL", vec![0; 10 << 20], &["E-size"]),
        ("brackets", "[".repeat(60_000).into_bytes(), &["E-yaml-depth"]),
        ("dashes", "- ".repeat(30_000).into_bytes(), &["E-yaml-depth"]),
        ("an alias bomb", bomb(), &["E-yaml-anchor"; 28]),
    ]);
}

/// Nine nested lists: a reader that follows aliases would fill the memory.
fn bomb() -> Vec<u8> {
    let mut text = "a0: &a0 [x]\n".to_owned();
    for level in 1..10 {
        text += &format!("a{level}: &a{level} [*a{0}, *a{0}]\n", level - 1);
    }
    text.into_bytes()
}

#[test]
fn letters_and_line_ends() {
    let table = table();
    each(&[
        (
            "Latin-1",
            [table.orders("rome", 1, MOVES).as_bytes(), b"# caf\xe9\n"].concat(),
            &["E-utf8"],
        ),
        (
            "UTF-16",
            table.orders("rome", 1, MOVES).encode_utf16().flat_map(u16::to_le_bytes).collect(),
            &["E-control"],
        ),
        ("NUL", with(&table, "ve1", "v\0e1"), &["E-control"]),
        ("an escape sequence", with(&table, "ve1", "\u{1b}[2Jve1"), &["E-control"]),
        ("writing turned around", with(&table, "e4", "\u{202e}4e"), &["E-control"]),
        ("a carriage return alone", with(&table, "- ac1", "# x\r- ac1"), &["E-control"]),
    ]);
}

#[test]
fn yaml_that_two_readers_could_read_in_two_ways() {
    let table = table();
    each(&[
        (
            "a key twice",
            with(&table, "revision: 1", "revision: 1\nrevision: 2"),
            &["E-yaml-duplicate"],
        ),
        ("a list twice", with(&table, "orders:", "orders: []\norders:"), &["E-yaml-duplicate"]),
        (
            "a unit twice in one map",
            with(&table, "- ve1: e4", "- {ve1: e4, ve1: e5}"),
            &["E-yaml-duplicate"],
        ),
        ("an anchor", with(&table, "e4", "&a e4"), &["E-yaml-anchor"]),
        ("a tag", with(&table, "e4", "!!str e4"), &["E-yaml-tag"]),
        (
            "a program",
            with(&table, "e4", "!!python/object/apply:os.system ['ls']"),
            &["E-yaml-tag"],
        ),
        ("two documents", with(&table, "orders:", "---\norders:"), &["E-yaml-documents"]),
        ("a bracket left open", with(&table, "- ve1: e4", "- ve1: [e4"), &["E-yaml"]),
        ("a tab", with(&table, "- ac1", "\t- ac1"), &["E-yaml"]),
        (
            "deep nesting",
            with(&table, "e4", &format!("{}e4{}", "[".repeat(80), "]".repeat(80))),
            &["E-yaml-depth"],
        ),
    ]);
}

#[test]
fn fields_that_are_unknown_missing_or_of_another_kind() {
    let table = table();
    let head = table.game().session.head.to_string();
    each(&[
        ("a field misspelt", with(&table, "orders:", "ordres:"), &["E-field"]),
        (
            "a field misspelt that must be there",
            with(&table, "revision:", "revison:"),
            &["E-missing", "E-field"],
        ),
        ("a salt left empty", with(&table, "salt: ", "salt: #"), &["E-salt"]),
        ("a short salt", with(&table, "salt: ", "salt: AAAA #"), &["E-salt"]),
        ("a digest cut short", with(&table, &head, &head[..10]), &["E-type"]),
        ("a number in words", with(&table, "phase: 2", "phase: two"), &["E-type"]),
        ("a number below nothing", with(&table, "revision: 1", "revision: 0"), &["E-range"]),
        ("another version", with(&table, "tabella: 1", "tabella: 2"), &["E-version"]),
        ("a list for a seat", with(&table, "seat: rome", "seat: [rome]"), &["E-type"]),
    ]);
}

#[test]
fn orders_that_the_game_does_not_understand_or_allow() {
    let table = table();
    each(&[
        (
            "a map for the list",
            with(&table, "orders:\n- ve1: e4\n- ac1: a4 n\n", "orders: {ve1: {to: e4}}\n"),
            &["E-type"],
        ),
        ("an unknown key", with(&table, "- ve1: e4", "- ve1: {too: e4}"), &["E-field"]),
        ("no such unit", with(&table, "ve1", "ve9"), &["E-ca-unit"]),
        ("an enemy's unit", with(&table, "- ve1", "- af1"), &["E-ca-unit"]),
        ("off the board", with(&table, "e4", "m3"), &["E-ca-square"]),
        ("too far", with(&table, "- ve1: e4", "- pr1: e9"), &["E-ca-far"]),
        ("a facing that is none", with(&table, "a4 n", "a4 ne"), &["E-ca-face"]),
        ("a unit twice", with(&table, "- ac1: a4 n", "- ve1: d4"), &["E-ca-twice"]),
        (
            "many at once",
            with(&table, "- ve1: e4", "- ve9: e4\n- pr1: e9\n- ha1: {to: e4, when: af1 fled}"),
            &["E-ca-unit", "E-ca-far", "E-ca-state"],
        ),
    ]);
}

#[test]
fn a_misspelt_word_is_answered_with_the_right_one() {
    let table = table();
    for (from, to, hint) in [
        ("orders:", "ordres:", "did you mean `orders`?"),
        ("- ve1: e4", "- ve1: {too: e4}", "did you mean `to`?"),
        ("- ve1: e4", "- ve1: {to: e4, wen: af1 here}", "did you mean `when`?"),
        ("orders:", "ahead: {atack: []}\norders:", "did you mean `attack`?"),
        ("orders:", "standing: {retraet: {default: [back]}}\norders:", "did you mean `retreat`?"),
    ] {
        let returned = submit_bad(&table, "rome", &with(&table, from, to));
        let fixes: Vec<&str> = returned.json["complaints"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|one| one["fix"].as_str())
            .collect();
        assert!(fixes.contains(&hint), "{to}: {fixes:?}");
    }
    goes_on(&table);
}

#[test]
fn an_answer_shows_the_line_and_moves_no_cursor() {
    let table = table();
    let text = with(&table, "- ve1: e4", "- ve9: e4   # \u{1b}[31mred\u{7}");
    let path = table.signed("rome", &text);
    let said = table.tabella(&["submit", path.to_str().unwrap()]).ended(1).out;
    assert!(said.contains("error[E-control]: ") && said.contains("rome.yaml:10:"), "{said}");
    assert!(said.chars().all(|c| c == '\n' || !c.is_control()), "{said:?}");
    let text = with(&table, "- ve1: e4", "- ve9: e4");
    let path = table.signed("rome", &text);
    let said = table.tabella(&["check", path.to_str().unwrap()]).ended(1).out;
    assert!(
        said.contains("error[E-ca-unit]: no unit ve9") && said.contains("rome.yaml:10:3\n"),
        "{said}"
    );
    assert!(said.contains("10 | - ve9: e4\n") && said.contains("   |   ^^^\n"), "{said}");
}

#[test]
fn a_byte_order_mark_and_windows_line_ends_do_no_harm() {
    for (what, change) in [
        ("a byte order mark", (|text| format!("\u{feff}{text}")) as fn(String) -> String),
        ("CRLF before signing", |text| text.replace('\n', "\r\n")),
        ("both", |text| format!("\u{feff}{}", text.replace('\n', "\r\n"))),
        ("no line feed at the end", |text| text.trim_end().to_owned()),
    ] {
        let table = table();
        let text = change(table.orders("rome", 1, MOVES));
        submit_good(&table, "rome", text.as_bytes());
        table.tabella(&["resolve"]).ended(0);
        assert_eq!(
            std::fs::read(table.path("turns/0002/orders/rome.yaml")).unwrap(),
            text.as_bytes(),
            "{what}"
        );
        table.holds();
    }
    let table = table();
    let text = table.orders("rome", 1, MOVES);
    table.signed("rome", text.as_bytes());
    let path = table.beside("rome.yaml");
    std::fs::write(&path, text.replace('\n', "\r\n")).unwrap();
    table.tabella(&["submit", path.to_str().unwrap()]).ended(0);
    assert_eq!(
        std::fs::read(table.path("pending/rome.yaml")).unwrap(),
        text.as_bytes(),
        "CRLF from the mail is taken back"
    );
}

#[test]
fn a_flood_of_bad_mail_is_kept_once_each() {
    let table = table();
    let text = with(&table, "ve1", "ve9");
    for _ in 0..3 {
        submit_bad(&table, "rome", &text);
    }
    submit_bad(&table, "rome", &with(&table, "ve1", "ve8"));
    let kept = table.files("rejected");
    assert_eq!(kept.len(), 6, "{:?}", kept.keys());
    let noted = kept
        .values()
        .filter(|bytes| String::from_utf8_lossy(bytes).matches("E-ca-unit").count() == 3)
        .count();
    assert_eq!(noted, 1, "each arrival of the same bytes is noted");
    goes_on(&table);
}
