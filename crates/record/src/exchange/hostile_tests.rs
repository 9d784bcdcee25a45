//! Order files as they should never arrive, and what their authors are told: code, line and column.

use crate::exchange::acceptance::{Expectation, Filed, accept};
use crate::exchange::codes::Code;
use crate::exchange::{Envelope, Salt, compose, diagnosis, order_file, receive, yaml};
use crate::{Digest, Namespace, PrivateKey, Signers};
use engine::{Common, Complaints, Seat};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// Code, line and column of a complaint.
type Fault = (&'static str, u32, u32);

fn key(seed: u8) -> PrivateKey {
    PrivateKey::generate(&[seed; 32], "")
}

fn signers() -> Signers {
    let seats = [("rome", 1), ("carthage", 2)]
        .map(|(name, seed)| (name.to_owned(), key(seed).public().clone()));
    Signers::new(seats.to_vec(), key(3).public().clone()).unwrap()
}

/// A game whose phase 7 is open, in which Carthage has filed revision 4.
fn expectation() -> Expectation {
    Expectation {
        game: "zama-2026".to_owned(),
        phase: 7,
        seats: vec![Seat::new("rome"), Seat::new("carthage")],
        history: (0..7u8).map(|record| Digest::of(&[record])).collect(),
        filed: BTreeMap::from([(
            Seat::new("rome"),
            vec![Filed { revision: 4, digest: Digest::of(b"earlier") }],
        )]),
        salts: BTreeSet::from([Salt::Drawn(*b"h2ndq&ofe8uy5txb")]),
        over: false,
        notes: None,
    }
}

/// A file that is accepted: eight lines of envelope, then the orders.
fn good() -> String {
    let seat = Seat::new("rome");
    let envelope = Envelope {
        game: "zama-2026",
        phase: 7,
        seat: &seat,
        after: Digest::of(&[6]),
        revision: 5,
        final_: true,
        salt: Some(*b"yrgc!vmq0zxk7dwa"),
        comments: &[],
    };
    compose(&envelope, "orders:\n  ve1: {move: e4, face: n}\n  ha2: {move: e5}\n")
}

/// The good file with one text replaced.
fn with(from: &str, to: &str) -> Vec<u8> {
    assert!(good().contains(from), "{from}");
    good().replacen(from, to, 1).into_bytes()
}

/// The good file with a line added at its end: line 12.
fn plus(line: &str) -> Vec<u8> {
    format!("{}{line}\n", good()).into_bytes()
}

fn sign(text: &[u8]) -> String {
    key(1).sign(Namespace::Orders, text)
}

/// All complaints about a file with a detached signature, from its first byte to the game's expectation.
fn judge(bytes: &[u8], armored: &str, expected: &Expectation) -> Complaints {
    let received = match receive(bytes, Some(armored.as_bytes()), &signers()) {
        Ok(received) => received,
        Err(complaints) => return complaints,
    };
    accept(&received.file, expected).err().unwrap_or_default()
}

fn told(complaints: &Complaints) -> Vec<Fault> {
    let place = |span: Option<engine::Span>| span.map_or((0, 0), |span| (span.line, span.column));
    complaints
        .0
        .iter()
        .map(|it| (it.code, place(it.span)))
        .map(|(code, (line, column))| (code, line, column))
        .collect()
}

/// The complaints about a signed file; checks that each has a way out and a known code, and can be shown.
fn read(bytes: &[u8]) -> Vec<Fault> {
    let complaints = judge(bytes, &sign(bytes), &expectation());
    for complaint in &complaints.0 {
        assert!(table().contains(complaint.code), "{complaint}: not in the table of codes");
        assert!(complaint.fix.is_some(), "{complaint}: no way out");
        assert!(complaint.message.len() < 1_000, "{complaint}");
    }
    let page = diagnosis::render(
        "rome.yaml",
        &String::from_utf8_lossy(bytes),
        &complaints,
        &diagnosis::Style { colour: false, heading: &|_| None, say: &str::to_owned },
    );
    assert!(page.len() < 60_000 && page.chars().all(|c| c == '\n' || !c.is_control()), "{page:?}");
    told(&complaints)
}

/// Each fear is a test, and `fears()` is all of them together.
macro_rules! fears {
    ($($name:ident: $bytes:expr => [$(($code:literal, $line:literal, $column:literal)),*];)*) => {
        $(#[test] fn $name() {
            let expected: Vec<Fault> = vec![$(($code, $line, $column)),*];
            assert_eq!(read(AsRef::<[u8]>::as_ref(&$bytes)), expected);
        })*
        fn fears() -> Vec<Vec<u8>> { vec![$(AsRef::<[u8]>::as_ref(&$bytes).to_vec()),*] }
    };
}

fears! {
    nothing_wrong: good().as_bytes() => [];
    a_byte_order_mark_from_notepad: format!("\u{feff}{}", good()).as_bytes() => [];
    crlf_throughout: good().replace('\n', "\r\n").as_bytes() => [];
    no_line_feed_at_the_end: good().trim_end().as_bytes() => [];
    a_final_line_of_dots: plus("...") => [];
    accents_and_chinese_in_a_comment: plus("# é 中文 ♟") => [];

    an_empty_file: b"" => [("E-yaml-empty", 0, 0)];
    only_comments: b"# later\n# perhaps\n" => [("E-yaml-empty", 0, 0)];
    only_blanks_and_line_feeds: b" \n\n  \n" => [("E-yaml-empty", 0, 0)];
    nothing_but_a_byte_order_mark: "\u{feff}".as_bytes() => [("E-yaml-empty", 0, 0)];
    a_photograph: b"\xff\xd8\xff\xe0\0\x10JFIF" => [("E-utf8", 1, 1)];
    ten_megabytes: vec![b'a'; 10 << 20] => [("E-size", 0, 0)];
    one_byte_too_many: [good().as_bytes(), &vec![b'#'; order_file::LIMIT + 1 - good().len()]].concat() => [("E-size", 0, 0)];

    latin_1_from_an_old_editor: [good().as_bytes(), b"# caf\xe9\n"].concat() => [("E-utf8", 12, 6)];
    a_letter_cut_in_half: [good().as_bytes(), b"# \xc3"].concat() => [("E-utf8", 12, 3)];
    surrogates_as_some_programs_write_them: [good().as_bytes(), b"# \xed\xa0\x80\n"].concat() => [("E-utf8", 12, 3)];
    utf_16_little_endian: utf16(u16::to_le_bytes, true) => [("E-signature", 0, 0)];
    utf_16_big_endian: utf16(u16::to_be_bytes, true) => [("E-signature", 0, 0)];
    quotes_of_a_word_processor: with("e4", "\u{201c}e4\u{201d}") => [("E-lookalike", 10, 15)];
    utf_16_without_a_mark: utf16(u16::to_le_bytes, false) => [("E-control", 1, 2)];
    a_nul_in_the_middle: with("ve1", "v\0e1") => [("E-control", 10, 4)];
    a_nul_by_escape: with("e4", "\"e\\0\"") => [("E-control", 10, 15)];
    a_terminal_escape: with("ve1", "\u{1b}[2Jve1") => [("E-control", 10, 3)];
    a_terminal_escape_by_escape: with("e4", "\"\\e[2J\"") => [("E-control", 10, 15)];
    a_lone_carriage_return_hides_an_order: plus("# x\rorders: {}") => [("E-control", 12, 4)];
    a_tab_in_the_name_of_a_field: with("tabella:", "tab\ta:") => [("E-missing", 0, 0), ("E-field", 1, 1)];
    a_carriage_return_by_escape: with("e4", "\"e4\\r\"") => [("E-control", 10, 15)];
    bidi_turns_an_order_around: with("e4", "\u{202e}4e") => [("E-control", 10, 15)];
    bidi_in_a_comment: plus("# \u{2066}x\u{2069}") => [("E-control", 12, 3), ("E-control", 12, 5)];
    bidi_by_escape: with("e4", "\"\\u202e4e\"") => [("E-control", 10, 15)];
    bidi_by_escape_in_a_key: with("ve1", "\"\\u202eve1\"") => [("E-control", 10, 3)];
    a_line_separator_that_is_none: with("e4", "e4\u{2028}") => [("E-control", 10, 17)];
    next_line_from_a_mainframe: with("e4", "e4\u{85}") => [("E-control", 10, 17)];
    a_blank_of_no_width: with("e4", "e\u{200b}4") => [("E-control", 10, 16)];
    a_second_byte_order_mark: format!("\u{feff}\u{feff}{}", good()).as_bytes() => [("E-control", 1, 1)];
    letters_of_the_tag_plane: with("e4", "e4\u{e0041}") => [("E-control", 10, 17)];

    a_tab_as_indent: plus("ahead:\n\tx: 1") => [("E-yaml", 13, 2)];
    a_quote_never_closed: plus("ahead: 'x") => [("E-yaml", 13, 1)];
    a_bracket_never_closed: plus("ahead: {x: [1, 2}") => [("E-yaml", 12, 12)];
    two_colons_on_a_line: plus("ahead: x: 1") => [("E-yaml", 12, 9)];
    a_line_without_colon: plus("ahead") => [("E-yaml", 12, 1)];
    an_unknown_escape: plus("ahead: \"\\q\"") => [("E-yaml", 12, 8)];
    a_word_that_begins_with_at: plus("ahead: @x") => [("E-yaml", 12, 8)];
    a_html_mail: b"<html><body>tabella: 1</body></html>\n" => [("E-kind", 1, 1)];
    plain_prose: b"I move the velites to e4.\n" => [("E-type", 1, 1)];
    a_shopping_list: b"- eggs\n- salt\n" => [("E-type", 1, 1)];

    deep_brackets: with("e4", &format!("{}{}", "[".repeat(100), "]".repeat(100))) => [("E-yaml-depth", 10, 78)];
    deep_blocks: plus(&(0..100).map(|deep| " ".repeat(deep) + "x:\n").collect::<String>()) => [("E-yaml-depth", 76, 65)];
    sixty_four_kib_of_opening_brackets: "[".repeat(order_file::LIMIT).as_bytes() => [("E-yaml-depth", 1, 65)];
    sixty_four_kib_of_opening_braces: "{".repeat(order_file::LIMIT).as_bytes() => [("E-yaml-depth", 1, 65)];
    sixty_four_kib_of_dashes: "- ".repeat(order_file::LIMIT / 2).as_bytes() => [("E-yaml-depth", 1, 129)];
    sixty_four_kib_of_question_marks: "? ".repeat(order_file::LIMIT / 2).as_bytes() => [("E-yaml-depth", 1, 129)];
    sixty_four_kib_of_colons: ":".repeat(order_file::LIMIT).as_bytes() => [("E-yaml", 1, 65536)];
    sixty_four_kib_of_quotes: "\"".repeat(order_file::LIMIT).as_bytes() => [("E-yaml", 1, 3)];
    sixty_four_kib_of_one_word: "x".repeat(order_file::LIMIT).as_bytes() => [("E-type", 1, 1)];

    an_anchor: with("e4", "&a e4") => [("E-yaml-anchor", 10, 15)];
    an_alias_to_nothing: with("e4", "*a") => [("E-yaml-anchor", 10, 15)];
    an_alias_bomb: b"a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n" => [
        ("E-yaml-anchor", 1, 4),
        ("E-yaml-anchor", 2, 4), ("E-yaml-anchor", 2, 8), ("E-yaml-anchor", 2, 12),
        ("E-yaml-anchor", 3, 5), ("E-yaml-anchor", 3, 9)
    ];
    an_anchor_that_holds_itself: plus("ahead: &a [*a]") => [("E-yaml-anchor", 12, 8), ("E-yaml-anchor", 12, 12)];
    a_tag: with("e4", "!!str e4") => [("E-yaml-tag", 10, 15)];
    a_tag_that_runs_programs: with("e4", "!!python/object/apply:os.system ['ls']") => [("E-yaml-tag", 10, 15)];
    a_merge_key: plus("<<: {phase: 8}") => [("E-yaml-merge", 12, 1)];
    a_directive: [b"%YAML 1.1\n---\n", good().as_bytes()].concat() => [("E-yaml-directive", 1, 1)];
    two_documents: plus("---\nphase: 8") => [("E-yaml-documents", 12, 1)];
    something_after_the_end: plus("...\nphase: 8") => [("E-yaml-documents", 13, 1)];
    the_same_key_twice: plus("orders: {}") => [("E-yaml-duplicate", 12, 1)];
    the_same_key_twice_in_other_clothes: plus("\"or\\u0064ers\": {}") => [("E-yaml-duplicate", 12, 1)];
    a_unit_ordered_twice: with("ha2", "ve1") => [("E-yaml-duplicate", 11, 3)];
    a_list_as_key: plus("? [a]\n: 1") => [("E-yaml-key", 12, 3)];
    a_map_as_key: plus("{a: 1}: 2") => [("E-yaml-key", 12, 1)];
    no_key_at_all: plus(": 1") => [("E-yaml-key", 12, 1)];
    null_as_key: plus("null: 1") => [("E-yaml-key", 12, 1)];

    an_unknown_field: with("revision:", "revison:") => [("E-missing", 0, 0), ("E-field", 6, 1)];
    a_note_to_nobody: plus("note: good luck") => [("E-type", 12, 7)];
    a_note_in_a_game_without_notes: plus("note: {to: all, text: good luck}") => [("E-note", 12, 7)];
    a_remark_that_nobody_would_read: plus("remark: good luck") => [("E-field", 12, 1)];
    fields_in_capitals: with("phase:", "Phase:") => [("E-missing", 0, 0), ("E-field", 3, 1)];
    wrong_types_everywhere: b"tabella: 1\ngame: [zama]\nphase: {}\nseat: {a: b}\nafter: 1\nrevision: one\nfinal: 2\nsalt: []\n" => [
        ("E-type", 2, 7), ("E-type", 3, 8), ("E-type", 4, 7), ("E-type", 5, 8),
        ("E-type", 6, 11), ("E-type", 7, 8), ("E-type", 8, 7)
    ];
    a_phase_in_octal: with("phase: 7", "phase: 07") => [("E-type", 3, 8)];
    a_phase_with_a_fraction: with("phase: 7", "phase: 7.0") => [("E-type", 3, 8)];
    a_phase_beyond_counting: with("phase: 7", "phase: 99999999999999999999") => [("E-type", 3, 8)];
    a_phase_below_nothing: with("phase: 7", "phase: -1") => [("E-range", 3, 8)];
    tomorrows_version: with("tabella: 1", "tabella: 2") => [("E-version", 1, 10)];
    a_fraction_of_a_version: with("tabella: 1", "tabella: 1.0") => [("E-version", 1, 10)];
    an_empty_salt: with("salt: eXJnYyF2bXEwenhrN2R3YQ==", "salt:") => [("E-salt", 8, 1)];
    a_salt_of_a_few_letters: with("eXJnYyF2bXEwenhrN2R3YQ==", "peter") => [("E-salt", 8, 7)];
    half_a_digest: with(&Digest::of(&[6]).to_string(), "67586e98") => [("E-type", 5, 8)];
    standing_with_nothing_behind_it: plus("standing:") => [("E-missing", 12, 1)];

    another_game: with("zama-2026", "cannae") => [("E-game", 2, 7)];
    the_phase_before: with("phase: 7", "phase: 6") => [("E-phase", 3, 8)];
    the_phase_to_come: with("phase: 7", "phase: 8") => [("E-phase", 3, 8)];
    yesterdays_head: with(&Digest::of(&[6]).to_string(), &Digest::of(&[5]).to_string()) => [("E-after", 5, 8)];
    an_older_revision: with("revision: 5", "revision: 3") => [("E-revision", 6, 11)];
    the_same_revision_with_other_orders: with("revision: 5", "revision: 4") => [("E-revision", 6, 11)];
    a_salt_used_before: with("eXJnYyF2bXEwenhrN2R3YQ==", "aDJuZHEmb2ZlOHV5NXR4Yg==") => [("E-salt-used", 8, 7)];
    a_seat_nobody_holds: with("seat: rome", "seat: gaul") => [("E-seat", 0, 0)];
    another_players_seat: with("seat: rome", "seat: carthage") => [("E-key-other", 0, 0)];
}

fn utf16(bytes: impl Fn(u16) -> [u8; 2], mark: bool) -> Vec<u8> {
    let mark = mark.then_some(0xfeff);
    mark.into_iter().chain(good().encode_utf16()).flat_map(bytes).collect()
}

#[test]
fn every_code_in_the_table_is_raised_by_something_here_and_no_other() {
    let mut raised: BTreeSet<&str> =
        fears().iter().flat_map(|bytes| read(bytes)).map(|(code, ..)| code).collect();
    let good = good().into_bytes();
    let mut also = |bytes: &[u8], armored: &str, expected: &Expectation| {
        let complaints = judge(bytes, armored, expected);
        raised.extend(complaints.0.iter().map(|it| it.code));
    };
    also(&good, &key(9).sign(Namespace::Orders, &good), &expectation());
    also(&good, &key(1).sign(Namespace::Change, &good), &expectation());
    also(&good, &sign(b"something else"), &expectation());
    also(&good, "-----BEGIN SSH SIGNATURE-----", &expectation());
    also(&good, &sign(&good), &Expectation { over: true, ..expectation() });
    also(&good, &sign(&good), &Expectation { seats: vec![Seat::new("carthage")], ..expectation() });
    raised.extend(read("- !x y\n".repeat(9_000).as_bytes()).iter().map(|(code, ..)| *code));
    raised.extend(receive(&good, None, &signers()).unwrap_err().0.iter().map(|it| it.code));
    let endless = format!("[{}]", "x,".repeat(yaml::MOST_NODES));
    raised.extend(yaml::parse(&endless).unwrap_err().0.iter().map(|it| it.code));
    assert_eq!(raised, table());
}

/// The codes that a file can have before the game has looked at its orders.
fn table() -> BTreeSet<&'static str> {
    let shared = [Common::Missing, Common::Type, Common::Range, Common::Field];
    // What is sealed is opened by whoever holds the key, before it comes here. Who vouches for a head, which key a seat had
    // before and what its earlier files said is looked at after, where the whole game is at hand.
    let elsewhere = ["E-sealed", "E-head", "W-head", "E-key-replaced", "W-taken-back"];
    let here = Code::TABLE.iter().map(|entry| entry.code).filter(|code| !elsewhere.contains(code));
    here.chain(shared.map(Common::code)).collect()
}

#[test]
fn mistakes_without_end_fill_no_screen() {
    let told = read("- !x y\n".repeat(9_000).as_bytes());
    assert_eq!(told.len(), yaml::MOST_COMPLAINTS + 1);
    assert_eq!((told[49], told[50].0), (("E-yaml-tag", 50, 3), "E-yaml-many"));
    let fields: String = (0..6_000).fold(String::new(), |text, at| text + &format!("f{at}: 1\n"));
    assert!(read(fields.as_bytes()).len() > 6_000, "all are counted, few are shown");
}

#[test]
fn a_pasted_mail_with_a_footer_below_the_signature() {
    let text = good();
    let mail = format!("{text}...\n{}\n-- \nSent from a tent near Zama\n", sign(text.as_bytes()));
    for mail in [mail.clone(), mail.replace('\n', "\r\n")] {
        let received = receive(mail.as_bytes(), None, &signers()).unwrap();
        assert_eq!(received.bytes, text.as_bytes());
        assert!(received.armored.ends_with("-----END SSH SIGNATURE-----\n"));
    }
}

#[test]
fn mail_programs_that_quote_or_indent_are_told_apart_from_forgery() {
    let text = good();
    let mail = format!("{text}...\n{}", sign(text.as_bytes()));
    let quoted: String =
        mail.lines().fold(String::new(), |quoted, line| quoted + "> " + line + "\n");
    let complaints = receive(quoted.as_bytes(), None, &signers()).unwrap_err();
    assert_eq!(complaints.0.last().unwrap().code, "E-unsigned");
}

proptest! {
    #[test]
    fn any_bytes_at_all(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        read(&bytes);
    }

    #[test]
    fn the_good_file_with_bytes_changed(at in 0..200usize, change in prop::collection::vec(any::<u8>(), 0..4), cut in 0..4usize) {
        let mut bytes = good().into_bytes();
        let end = (at + cut).min(bytes.len());
        bytes.splice(at..end, change);
        read(&bytes);
    }

    #[test]
    fn text_after_the_mark(tail in "(\\PC|\n|-----BEGIN SSH SIGNATURE-----\n|-----END SSH SIGNATURE-----\n|\\.\\.\\.\n){0,12}") {
        let text = good() + &tail;
        let result = receive(text.as_bytes(), None, &signers());
        prop_assert!(result.is_err(), "nobody signed this");
    }
}
