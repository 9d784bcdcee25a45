use crate::exchange::OrderFile;

const GOOD: &str = "tabella: 1
game: zama-2026
phase: 7
seat: rome
after: e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
revision: 1
final: true
salt: yv66vt6tvu8QIzJURnaIlA==
orders:
  army: consular
  rows:
  - front
";

/// The first complaint about a text: code, line, column and message.
fn first(text: &str) -> (&'static str, u32, u32, String) {
    let told = OrderFile::read(text.as_bytes()).expect_err(text).0.remove(0);
    let span = told.span.unwrap_or_default();
    (told.code, span.line, span.column, told.message)
}

#[test]
fn the_character_is_named_and_its_own_place() {
    assert!(OrderFile::read(GOOD.as_bytes()).is_ok());
    for (from, to, line, column, what) in [
        ("  army: c", "\u{a0}\u{a0}army: c", 10, 1, "a no-break space, U+00A0"),
        ("  army: c", "  army:\u{a0}c", 10, 8, "a no-break space, U+00A0"),
        ("  army: c", "\u{a0} army: c", 10, 1, "a no-break space, U+00A0"),
        ("  army: c", "\u{2003}\u{2003}army: c", 10, 1, "U+2003"),
        ("  army: c", "  army\u{ff1a}c", 10, 7, "U+FF1A"),
        ("  army: c", "  army\u{ff1a} c", 10, 7, "U+FF1A"),
        ("  army: c", "  army:\u{3000}c", 10, 8, "an ideographic blank, U+3000"),
        ("  - front", "  \u{2013} front", 12, 3, "a dash that is not a hyphen, U+2013"),
        ("consular", "\u{201c}consular\u{201d}", 10, 9, "curly quotes, U+201C"),
        ("consular", "\u{ff43}onsular", 10, 9, "U+FF43"),
        ("  army: c", "  army:c", 10, 7, "a space is missing after this colon"),
        ("  - front", "  -front", 12, 3, "a space is missing after this dash"),
        ("game: z", "game:z", 2, 5, "a space is missing after this colon"),
    ] {
        let text = GOOD.replace(from, to);
        let told = first(&text);
        assert_eq!((told.0, told.1, told.2), ("E-lookalike", line, column), "{to:?}: {}", told.3);
        assert!(told.3.contains(what), "{to:?}: {}", told.3);
    }
}

#[test]
fn an_item_of_a_list_may_be_a_word_with_a_colon() {
    let text = GOOD.replace("  - front", "  - sea:achaea");
    assert!(OrderFile::read(text.as_bytes()).is_ok(), "{text}");
}

#[test]
fn another_kind_of_file_is_named_as_what_it_is() {
    let html = format!("<html><body><pre>\n{GOOD}</pre></body></html>\n");
    let rtf = format!("{{\\rtf1\\ansi {}}}", GOOD.replace('\n', "\\par\n"));
    let merge = GOOD.replace(
        "  army: consular\n",
        "<<<<<<< HEAD\n  army: consular\n=======\n  army: wings\n>>>>>>> b\n",
    );
    let quoted = GOOD.lines().map(|line| format!("> {line}\n")).collect::<Vec<_>>().concat();
    let greeting = format!("Dear referee,\nhere are my orders:\n\n{GOOD}");
    for (text, line, what) in [
        (html.as_str(), 1, "a web page"),
        (&rtf, 1, "this is RTF"),
        (&merge, 10, "an unfinished git merge"),
        (&quoted, 1, "quoted as in a mail reply"),
        (&greeting, 1, "there is text above the orders"),
    ] {
        let told = first(text);
        assert_eq!((told.0, told.1), ("E-kind", line), "{}", told.3);
        assert!(told.3.contains(what), "{}", told.3);
    }
    let told = OrderFile::read(b"PK\x03\x04\xff\xfe").expect_err("an archive").0.remove(0);
    assert_eq!(told.code, "E-kind");
}

#[test]
fn the_authors_own_words_may_be_written_as_they_are() {
    let note = "note:\n- to: all\n  text: |\n    \u{ab}\u{a0}Bonjour\u{a0}! – said he:so \u{bb}\n    -so\n";
    assert!(OrderFile::read(format!("{GOOD}{note}").as_bytes()).is_ok());
    let note = "note: {to: all, text: \u{201c}Hail\u{201d}}\n";
    assert!(OrderFile::read(format!("{GOOD}{note}").as_bytes()).is_ok());
    let comment = "# \u{2013} rows:as they stand\n";
    assert!(OrderFile::read(format!("{comment}{GOOD}").as_bytes()).is_ok());
    // A mistake elsewhere is not laid at their door.
    let told = first(&format!("{comment}{GOOD}note: {{to: all, text: \u{201c}Hail\u{201d}\n"));
    assert_ne!(told.0, "E-lookalike", "{}", told.3);
}
