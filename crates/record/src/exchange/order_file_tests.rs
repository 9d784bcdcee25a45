use super::*;

const GOOD: &str = "tabella: 1
game: zama-2026
phase: 7
seat: rome
after: e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
revision: 1
final: true
salt: yv66vt6tvu8QIzJURnaIlA==
orders:
  ve1: {move: e4}
";

/// Code, line and fix of every complaint about the good file with one text replaced.
fn wrong(from: &str, to: &str) -> Vec<(&'static str, u32, String)> {
    assert!(GOOD.contains(from), "{from}");
    let complaints = OrderFile::read(GOOD.replacen(from, to, 1).as_bytes()).expect_err(to).0;
    complaints
        .into_iter()
        .map(|it| (it.code, it.span.unwrap_or_default().line, it.fix.unwrap_or_default()))
        .collect()
}

#[test]
fn every_field_is_read_and_placed() {
    let file = OrderFile::read(GOOD.as_bytes()).unwrap();
    assert_eq!((file.game.as_str(), file.phase, file.seat.name()), ("zama-2026", 7, "rome"));
    assert_eq!((file.after, file.revision, file.final_), (Digest::of(b""), 1, true));
    assert_eq!(
        file.salt,
        Salt::Drawn([202, 254, 186, 190, 222, 173, 190, 239, 16, 35, 50, 84, 70, 118, 136, 148])
    );
    assert_eq!(file.digest, Digest::of(GOOD.as_bytes()));
    let whole = file.sheet.locate(&Path::top().then("orders")).expect("it has orders");
    assert_eq!(
        (whole.line, whole.column),
        (9, 1),
        "what is said of all orders stands at their key, not at their first line"
    );
    assert_eq!((file.sheet.ahead, file.sheet.standing), (None, None));
    let orders = file.sheet.orders.unwrap();
    assert_eq!(
        orders.locate(&Path::top().then("ve1").then("move")).line,
        10,
        "the sheet keeps its places in the file"
    );
    assert_eq!((file.places["seat"].line, file.places["seat"].column), (4, 7));
}

#[test]
fn a_seat_that_is_not_awaited_leaves_orders_out() {
    let file = OrderFile::read(GOOD.split("orders").next().unwrap().as_bytes()).unwrap();
    assert_eq!(file.sheet, RawOrders::default());
}

#[test]
fn all_faults_of_the_envelope_at_once() {
    let complaints = OrderFile::read(
        b"tabella: 1\nphase: 07\nseat: [rome]\nafer: x\nrevision: 0\nfinal: maybe\nsalt:\n",
    )
    .unwrap_err();
    let found: Vec<_> = complaints
        .0
        .iter()
        .map(|it| (it.code, it.span.map_or(0, |span| span.line), it.path.to_string()))
        .collect();
    let all = [
        ("E-missing", 0, "game"),
        ("E-missing", 0, "after"),
        ("E-type", 2, "phase"),
        ("E-type", 3, "seat"),
        ("E-field", 4, "afer"),
        ("E-range", 5, "revision"),
        ("E-type", 6, "final"),
        ("E-salt", 7, "salt"),
    ];
    let found: Vec<_> =
        found.iter().map(|(code, line, path)| (*code, *line, path.as_str())).collect();
    assert_eq!(found, all);
    assert_eq!(complaints.0[4].fix.as_deref(), Some("did you mean `after`?"));
}

#[test]
fn salts_that_are_none() {
    for (salt, word) in [
        ("", "empty"),
        ("''", "empty"),
        ("AAECAw==", "has 8 characters"),
        ("0001020304050607080ab", "has 21 characters"),
        (&"la".repeat(101), "at most 200 are allowed"),
    ] {
        let text = GOOD.replace("yv66vt6tvu8QIzJURnaIlA==", salt);
        let complaints = OrderFile::read(text.as_bytes()).unwrap_err().0;
        assert_eq!(
            (complaints.len(), complaints[0].code, complaints[0].span.unwrap().line),
            (1, "E-salt", 8),
            "{salt}"
        );
        assert!(complaints[0].message.contains(word), "{salt}: {}", complaints[0].message);
    }
}

#[test]
fn a_salt_may_be_any_text_that_is_long_enough() {
    for salt in ["AAECAwQFBgcICQoLDA0ODw", "AAECAwQFBgcICQoLDA0ODxA=", "jkl fdsa ñ; 9aw23 jklö"] {
        let text = GOOD.replace("yv66vt6tvu8QIzJURnaIlA==", salt);
        let file = OrderFile::read(text.as_bytes()).unwrap();
        assert_eq!(file.salt, Salt::Text(salt.to_owned()));
    }
}

#[test]
fn values_of_the_wrong_kind_say_what_to_write() {
    assert_eq!(wrong("phase: 7", "phase: -7")[0].0, "E-range");
    assert_eq!(wrong("phase: 7", "phase: 4294967296")[0].0, "E-range");
    assert_eq!(
        wrong("phase: 7", "phase: seven")[0],
        ("E-type", 3, "write digits only, without leading zeros".to_owned())
    );
    assert_eq!(
        wrong("e3b0", "E3B0")[0],
        ("E-type", 5, "copy the whole line `after: ...` from the form".to_owned())
    );
    assert_eq!(
        wrong("game: zama-2026", "game:")[0].2,
        "write `game:` and the game's id, as the form gives it"
    );
    assert_eq!(wrong("orders:", "standing:\norders:")[0].0, "E-missing");
}

#[test]
fn an_order_at_the_margin_is_sent_below_its_key() {
    for key in ["attack", "attacks", "action", "moves"] {
        let found = wrong("orders:", &format!("{key}: []\norders:"));
        assert_eq!((found[0].0, found[0].1), ("E-field", 9), "{key}");
        assert!(found[0].2.contains("below `orders:`"), "{key}: {}", found[0].2);
    }
    assert_eq!(wrong("orders:", "ordres:")[0].2, "did you mean `orders`?");
}

#[test]
fn entries_below_empty_brackets_are_told_to_take_them_away() {
    for (empty, entry) in
        [("[]", "  - ve1: e4"), ("{}", "  ve1: e4"), ("[]  # none", "# later\n  - ve1: e4")]
    {
        let text = GOOD.replace("orders:\n  ve1: {move: e4}", &format!("orders: {empty}\n{entry}"));
        let complaint = &OrderFile::read(text.as_bytes()).unwrap_err().0[0];
        let fix = complaint.fix.as_deref().unwrap_or_default();
        assert!(fix.contains("from the line above"), "{text}: {complaint:?}");
    }
}

#[test]
fn another_version_is_read_no_further() {
    let found = wrong("tabella: 1\ngame:", "tabella: 2\nboard:");
    assert_eq!(found, [("E-version", 1, "write `tabella: 1`, or get a newer program".to_owned())]);
}

#[test]
fn a_document_that_is_no_map() {
    for text in ["[a, b]", "orders", "- tabella: 1"] {
        assert_eq!(OrderFile::read(text.as_bytes()).unwrap_err().0[0].code, "E-type", "{text}");
    }
}

#[test]
fn seat_and_sheet_show_in_a_file_whose_envelope_is_wrong() {
    let text = GOOD.replace("phase: 7", "phase: x");
    assert!(OrderFile::read(text.as_bytes()).is_err());
    let (seat, sheet) = OrderFile::glance(text.as_bytes()).unwrap();
    assert_eq!(seat.name(), "rome");
    assert_eq!(sheet, OrderFile::read(GOOD.as_bytes()).unwrap().sheet);
    for hopeless in ["orders: [", "tabella: 1\n", "seat: [rome]\n"] {
        assert_eq!(OrderFile::glance(hopeless.as_bytes()), None, "{hopeless}");
    }
}
