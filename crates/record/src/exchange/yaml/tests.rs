use super::*;
use engine::node::Value;
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The tree on one line, each value with its line and column.
fn show(node: &Node) -> String {
    let Span { line, column, .. } = node.span;
    let mut out = String::new();
    match &node.value {
        Value::Scalar { text, plain: true } => return format!("{text}@{line}:{column}"),
        Value::Scalar { text, plain: false } => return format!("{text:?}@{line}:{column}"),
        Value::List(items) => items.iter().for_each(|item| write!(out, "{} ", show(item)).unwrap()),
        Value::Map(entries) => entries.iter().for_each(|(key, value)| {
            write!(out, "{}@{}:{}={} ", key.text, key.span.line, key.span.column, show(value))
                .unwrap();
        }),
    }
    format!("({})", out.trim_end())
}

/// Code, line and column of every complaint.
fn wrong(text: &str) -> Vec<(&'static str, u32, u32)> {
    let complaints = parse(text).expect_err(text).0;
    assert!(
        complaints.iter().all(|complaint| complaint.fix.is_some() && !complaint.message.is_empty())
    );
    let place = |complaint: Complaint| (complaint.code, complaint.span.unwrap_or_default());
    complaints.into_iter().map(place).map(|(code, span)| (code, span.line, span.column)).collect()
}

const PAGE: &str =
    "a: 1\nb:\n  - x # why\n  -\n  - {c: d, e: }\n  - ['p', \"q\\n\", ]\nsalt:\nlast: two words\n";

#[test]
fn every_value_knows_its_place() {
    let tree = "(a@1:1=1@1:4 b@2:1=(x@3:5 @4:4 (c@5:6=d@5:9 e@5:12=@5:12) (\"p\"@6:6 \"q\\n\"@6:11)) salt@7:1=@7:1 last@8:1=two words@8:7)";
    assert_eq!(show(&parse(PAGE).unwrap()), tree);
    let crlf = PAGE.replace('\n', "\r\n");
    assert_eq!(show(&parse(&crlf).unwrap()), tree, "CRLF moves nothing");
    let marked = format!("\u{feff}{crlf}");
    let root = parse(&marked).unwrap();
    assert_eq!(show(&root), tree, "neither does a byte order mark");
    let span = root.get("last").unwrap().span;
    assert_eq!(&marked[span.from..span.to], "two words");
    let list = root.get("b").unwrap().span;
    assert!(marked[list.from..list.to].ends_with(", ]"), "a list ends with its last item");
}

#[test]
fn letters_beyond_ascii_count_as_one_column() {
    let text = "é: [ö, 中, x]\n";
    let root = parse(text).unwrap();
    assert_eq!(show(&root), "(é@1:1=(ö@1:5 中@1:8 x@1:11))");
    let x = &root.get("é").unwrap().list().unwrap()[2];
    assert_eq!(&text[x.span.from..x.span.to], "x");
}

#[test]
fn words_stay_words() {
    let root =
        parse("a: no\nb: 07\nc: 0x10\nd: 1e3\ne: ~\nf: 'null'\ng: 12:30\nh: 2026-01-01").unwrap();
    let texts: Vec<_> = root.map().unwrap().iter().map(|(_, node)| node.text().unwrap()).collect();
    assert_eq!(texts, ["no", "07", "0x10", "1e3", "~", "null", "12:30", "2026-01-01"]);
    assert!(root.get("e").unwrap().is_empty());
    assert!(!root.get("f").unwrap().is_empty());
}

#[test]
fn all_mistakes_are_told_at_once() {
    let text = "a: &x 1\nb: *x\nc: *y\nd: !!str 1\na: 2\n<<: {e: 1}\n? [f]\n: 1\n\"g\\u202e\": 1\n";
    let all = [
        ("E-yaml-anchor", 1, 4),
        ("E-yaml-anchor", 2, 4),
        ("E-yaml-anchor", 3, 4),
        ("E-yaml-tag", 4, 4),
        ("E-yaml-duplicate", 5, 1),
        ("E-yaml-merge", 6, 1),
        ("E-yaml-key", 7, 3),
        ("E-control", 9, 1),
    ];
    assert_eq!(wrong(text), all);
}

#[test]
fn a_tag_is_refused_wherever_it_stands() {
    for text in ["a: !x 1\n", "a: !x [1]\n", "a: !x {b: 1}\n", "a: !x\n  - 1\n"] {
        assert_eq!(wrong(text), [("E-yaml-tag", 1, 4)], "{text:?}");
    }
}

#[test]
fn an_alias_stands_where_a_value_would() {
    // Else what follows would be taken for its value, and be no key that stands twice.
    let all = [("E-yaml-anchor", 1, 4), ("E-yaml-duplicate", 3, 1)];
    assert_eq!(wrong("a: *x\nb: 1\nb: 2\n"), all);
}

#[test]
fn broken_syntax_is_placed_and_put_in_words() {
    let places = [
        ("a: 'x", 1, 4),
        ("a: [1, 2", 1, 4),
        ("a: {b: 1]", 1, 4),
        ("a: b: c", 1, 5),
        ("a:\n\tb: 1", 2, 2),
        ("a\nb: 1", 2, 2),
        ("a: 1\n b: 2", 2, 3),
        ("a: @x", 1, 4),
        ("a: \"\\q\"", 1, 4),
    ];
    for (text, line, column) in places {
        assert_eq!(wrong(text), [("E-yaml", line, column)], "{text:?}");
    }
}

#[test]
fn mistakes_of_every_sort_are_told_in_words_and_in_the_order_of_the_text() {
    let told = |text: &str| {
        let complaint = parse(text).unwrap_err().0.remove(0);
        (complaint.message, complaint.fix.unwrap())
    };
    for (text, message, fix) in [
        ("a:\n\tb: 1", "a tab where only spaces are allowed", "indent with spaces"),
        ("a: [1, 2", "this bracket is never closed", "close it with `]` or `}`"),
        ("a: 'x", "these quotes are never closed", "close it on the same line"),
    ] {
        assert_eq!(told(text), (message.to_owned(), fix.to_owned()), "{text:?}");
    }
    let all = [("E-yaml-key", 1, 3), ("E-yaml-anchor", 1, 4)];
    assert_eq!(wrong("? [*x]\n: 1\n"), all, "a list is known to be no key once it ends");
}

#[test]
fn bytes_that_are_no_text() {
    let place = |bytes: &[u8]| {
        let complaint = parse_bytes(bytes, 100).unwrap_err().0.remove(0);
        let span = complaint.span.unwrap();
        (complaint.code, span.from, span.line, span.column, complaint.message)
    };
    let (code, from, line, column, message) = place(b"a: 1\nb: caf\xe9 x");
    assert_eq!((code, from, line, column), ("E-utf8", 11, 2, 7));
    assert_eq!(message, "byte 12 of the file, 0xE9, is not UTF-8");
    assert!(place(b"\xff\xfea\0").4.contains("UTF-16"));
    let fix = |bytes: &[u8]| parse_bytes(bytes, 100).unwrap_err().0.remove(0).fix.unwrap();
    assert!(fix(b"caf\xe9 x").ends_with("retype this character (in Latin-1 it would be `\u{e9}`)"));
    assert!(fix(b"\x93x").ends_with("retype this character"), "in Latin-1 that is no letter");
    assert_eq!(place(b"a\0:\0").0, "E-control");
    assert_eq!(parse_bytes(&[b'a'; 101], 100).unwrap_err().0[0].code, "E-size");
    assert_eq!(parse_bytes(b"a: 1", 4).map(|root| show(&root)), Ok("(a@1:1=1@1:4)".to_owned()));
}

#[test]
fn depth_counts_blocks_and_brackets_together() {
    let nested = |blocks: usize, brackets: usize| {
        let mut text = String::new();
        for depth in 0..blocks {
            writeln!(text, "{}a:", " ".repeat(depth)).unwrap();
        }
        write!(text, "{}{}x{}", " ".repeat(blocks), "[".repeat(brackets), "]".repeat(brackets))
            .unwrap();
        text
    };
    assert!(parse(&nested(32, 32)).is_ok());
    assert_eq!(wrong(&nested(32, 33)), [("E-yaml-depth", 33, 65)]);
    assert_eq!(wrong(&nested(0, 65))[0].0, "E-yaml-depth");
    assert_eq!(wrong(&nested(65, 0))[0].0, "E-yaml-depth");
}

#[test]
fn mistakes_without_end_are_cut_off() {
    let codes = wrong(&"- !x y\n".repeat(10_000));
    assert_eq!(codes.len(), MOST_COMPLAINTS + 1);
    assert_eq!(codes.last().unwrap().0, "E-yaml-many");
    assert_eq!(wrong(&"\u{202e}".repeat(10_000)).len(), MOST_COMPLAINTS + 1);
}

#[derive(Clone, Debug, serde::Serialize)]
#[serde(untagged)]
enum Tree {
    Word(String),
    List(Vec<Tree>),
    Map(BTreeMap<String, Tree>),
}

fn same(tree: &Tree, node: &Node) -> bool {
    match (tree, &node.value) {
        (Tree::Word(word), Value::Scalar { text, .. }) => word == text,
        (Tree::List(items), Value::List(nodes)) => {
            items.len() == nodes.len()
                && items.iter().zip(nodes).all(|(item, node)| same(item, node))
        }
        (Tree::Map(map), Value::Map(nodes)) => {
            let pair =
                |((name, tree), (key, node)): ((&String, &Tree), &(engine::node::Key, Node))| {
                    *name == key.text && same(tree, node)
                };
            map.len() == nodes.len() && map.iter().zip(nodes).all(pair)
        }
        _ => false,
    }
}

fn trees() -> impl Strategy<Value = Tree> {
    let word = prop_oneof![
        "[a-z]{0,8}",
        "[ -~\n\té中]{0,30}",
        "\\PC{0,12}"
            .prop_map(|text| text.chars().filter(|c| characters::mischief(*c).is_none()).collect()),
        Just("null".to_owned()),
        Just("- x: [".to_owned()),
    ];
    let key = "[a-z][ -~]{0,200}";
    word.prop_map(Tree::Word).prop_recursive(5, 60, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Tree::List),
            prop::collection::btree_map(key, inner, 0..6).prop_map(Tree::Map),
        ]
    })
}

/// Checks that every word stands where its span says.
fn placed(node: &Node, text: &str) {
    let Span { from, to, line, column } = node.span;
    let before = text[..from].trim_start_matches(BOM);
    assert!(text.get(from..to).is_some());
    assert_eq!(line as usize, before.matches('\n').count() + 1);
    assert_eq!(column as usize, before.rsplit('\n').next().unwrap().chars().count() + 1);
    node.list().unwrap_or_default().iter().for_each(|item| placed(item, text));
    node.map().unwrap_or_default().iter().for_each(|(_, value)| placed(value, text));
}

proptest! {
    #[test]
    fn what_is_written_is_read_again(tree in trees()) {
        let text = serde_yaml::to_string(&tree).unwrap();
        let node = parse(&text).unwrap();
        prop_assert!(same(&tree, &node), "{text}");
        placed(&node, &text);
    }

    #[test]
    fn no_text_is_too_strange(text in "[-a:?!&*|>'\"%@#\\[\\]{}, \t\r\n\\\\0-9.~<é\u{feff}\u{202e}]{0,80}") {
        match parse(&text) {
            Ok(node) => placed(&node, &text),
            Err(complaints) => prop_assert!(complaints.fatal()),
        }
    }

    #[test]
    fn no_bytes_are_too_strange(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = parse_bytes(&bytes, 150);
    }
}
