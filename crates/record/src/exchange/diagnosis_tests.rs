use super::*;
use engine::Path;

const TEXT: &str = "a: 1\nseat:\trom\u{1b}e é中 x\r\nlong: ";

fn page_of(
    name: &str,
    text: &str,
    complaints: &Complaints,
    colour: bool,
    heading: &dyn Fn(&str) -> Option<String>,
) -> String {
    render(name, text, complaints, &Style { colour, heading, say: &str::to_owned })
}

fn fault(line: u32, column: u32, bytes: usize) -> Complaint {
    let span = Span { from: 100, to: 100 + bytes, line, column };
    Complaint::fault("E-seat", Path::top().then("seat"), "no such seat")
        .at(span)
        .fix("did you mean `rome`?")
}

fn shown(text: &str, complaint: Complaint) -> String {
    page_of("rome.yaml", text, &Complaints(vec![complaint]), false, &|rule| {
        Some(format!("heading of {rule}"))
    })
}

/// The line of carets, and the text above it.
fn marked(page: &str) -> String {
    let lines: Vec<&str> = page.lines().collect();
    let carets =
        lines.iter().position(|line| line.contains('^')).unwrap_or_else(|| panic!("{page}"));
    let range = lines[carets].find('^').unwrap()..=lines[carets].rfind('^').unwrap();
    lines[carets - 1]
        .chars()
        .enumerate()
        .filter(|(at, _)| range.contains(at))
        .map(|(_, c)| c)
        .collect()
}

#[test]
fn a_complaint_as_it_is_read_at_midnight() {
    let page = "\
error[E-zone]: outside the zone
 --> rome.yaml:1:1
  |
1 | a: 1
  | ^
  |
  = note: rule D3: heading of D3
  = help: write a row from 1 to 4

1 error: the file was not accepted
";
    let refusal = Complaint::refusal("E-zone", "D3", Path::top(), "outside the zone")
        .fix("write a row from 1 to 4");
    assert_eq!(shown(TEXT, refusal.at(Span { from: 0, to: 1, line: 1, column: 1 })), page);
}

#[test]
fn tabs_and_carriage_returns_move_no_caret() {
    let page = shown(TEXT, fault(2, 7, 3));
    assert!(page.contains("--> rome.yaml:2:7\n"), "{page}");
    assert_eq!(marked(&page), "rom");
    assert!(!page.contains('\r') && !page.contains('\u{1b}'), "{page:?}");
}

#[test]
fn letters_of_several_bytes_and_of_double_width() {
    let text = "é: ö\n";
    let page = shown(text, fault(1, 4, 2));
    assert!(page.contains("--> rome.yaml:1:4\n"), "{page}");
    assert_eq!(marked(&page), "ö");
    let page = shown(TEXT, fault(2, 13, 3));
    assert!(page.contains("--> rome.yaml:2:13\n") && page.contains("^^\n"), "{page}");
    assert!(shown(TEXT, fault(2, 12, 1)).contains('^'), "a span that ends inside a letter");
}

#[test]
fn a_byte_order_mark_is_no_column() {
    let page = shown("\u{feff}seat: rom\n", fault(1, 7, 3));
    assert!(page.contains("--> rome.yaml:1:7\n"), "{page}");
    assert_eq!(marked(&page), "rom");
}

#[test]
fn the_end_of_a_line_and_places_that_are_not_there() {
    assert!(shown(TEXT, fault(3, 7, 0)).contains("--> rome.yaml:3:7\n"));
    assert!(shown(TEXT, fault(3, 70, 5)).contains("--> rome.yaml:3:7\n"));
    for line in [0, 99] {
        let page = shown(TEXT, fault(line, 1, 3));
        assert!(
            page.contains("--> rome.yaml\n") && page.contains("= help: did you mean `rome`?"),
            "{page}"
        );
    }
    let nowhere = Complaint::fault("E-unsigned", Path::top(), "the file has no signature");
    assert_eq!(
        shown("", nowhere),
        "error[E-unsigned]: the file has no signature\n--> rome.yaml\n\n1 error: the file was not accepted\n"
    );
}

#[test]
fn a_line_without_end_is_shown_around_the_place() {
    let text = format!("a: [{}here]", "word, ".repeat(5_000));
    let page = shown(&text, fault(1, 30_005, 4));
    assert!(page.contains("--> rome.yaml:1:30005\n"), "{page}");
    assert_eq!(marked(&page), "here");
    let page = shown(&text, fault(1, 4, 30_000));
    assert!(page.lines().all(|line| line.chars().count() < 140), "{page}");
    assert!(marked(&page).starts_with("[word"), "{page}");
}

#[test]
fn nothing_that_is_quoted_moves_the_cursor() {
    let evil = "a\u{1b}[31m\u{202e}b\nc\rd";
    let complaint = Complaint::fault("E-x", Path::top(), evil).fix(evil);
    let page = page_of(evil, evil, &Complaints(vec![complaint]), false, &|_| None);
    assert!(!page.contains(['\u{1b}', '\u{202e}', '\r']), "{page:?}");
}

#[test]
fn a_message_that_quotes_the_whole_file_is_cut() {
    let page = shown(
        TEXT,
        Complaint::fault("E-x", Path::top(), "é".repeat(60_000)).fix("é".repeat(60_000)),
    );
    assert!(page.chars().count() < 1_200 && page.contains("é...\n"), "{page}");
}

#[test]
fn colour_only_when_asked_for() {
    let complaints = Complaints(vec![fault(1, 1, 1)]);
    assert!(page_of("x", TEXT, &complaints, true, &|_| None).contains("\u{1b}["));
    assert!(!page_of("x", TEXT, &complaints, false, &|_| None).contains("\u{1b}["));
}

#[test]
fn the_last_line_counts() {
    let warning = Complaint::warning("W-x", Path::top(), "unusual");
    let counted = |errors: usize, warnings: usize| {
        let mut complaints = vec![fault(1, 1, 1); errors];
        complaints.extend(vec![warning.clone(); warnings]);
        count(&Complaints(complaints), &str::to_owned)
    };
    assert_eq!(counted(3, 1), "3 errors, 1 warning: the file was not accepted");
    assert_eq!(counted(1, 0), "1 error: the file was not accepted");
    assert_eq!(counted(0, 2), "no errors, 2 warnings");
    assert_eq!(counted(0, 0), "no errors, no warnings");
    let page = page_of("x", TEXT, &Complaints(vec![fault(1, 1, 1); 1_000]), false, &|_| None);
    assert!(
        page.contains("... and 940 more\n")
            && page.ends_with("1000 errors: the file was not accepted\n")
    );
}

#[test]
fn json_has_every_field() {
    let refusal = Complaint::refusal("E-zone", "D3", Path::top().then("orders").then(2), "no")
        .at(fault(4, 2, 1).span.unwrap());
    let unplaced = Complaint::warning("W-x", Path::top(), "hm").fix("do");
    let json = to_json(&Complaints(vec![refusal, unplaced]));
    assert_eq!(
        json.to_string(),
        concat!(
            r#"[{"code":"E-zone","kind":"refusal","rule":"D3","line":4,"column":2,"path":"orders[2]","message":"no","fix":null},"#,
            r#"{"code":"W-x","kind":"warning","rule":null,"line":null,"column":null,"path":"","message":"hm","fix":"do"}]"#
        )
    );
}

#[test]
fn warnings_of_one_kind_are_folded_and_errors_never() {
    let warning = |line| {
        let span = Span { from: 0, to: 1, line, column: 1 };
        Complaint::warning("W-attack", Path::top(), format!("unit {line} will attack")).at(span)
    };
    let many = Complaints((1..=12).map(warning).collect());
    let page = page_of("rome.yaml", TEXT, &many, false, &|_| None);
    assert!(page.contains("unit 3 will attack") && !page.contains("unit 4"), "{page}");
    assert!(page.contains("warning[W-attack]: 9 more like it: line 4, line 5"), "{page}");
    assert!(page.ends_with("no errors, 12 warnings\n"), "{page}");
    let in_one = Complaints((1..=12).map(|_| warning(7)).collect());
    let page = page_of("rome.yaml", TEXT, &in_one, false, &|_| None);
    assert!(page.contains("warning[W-attack]: 9 more like it: line 7\n"), "{page}");
    let faults = Complaints((1..=12).map(|_| fault(1, 1, 1)).collect());
    let page = page_of("rome.yaml", TEXT, &faults, false, &|_| None);
    assert_eq!(page.matches("error[E-seat]").count(), 12, "{page}");
}

#[test]
fn errors_stand_before_warnings() {
    let warning = Complaint::warning("W-attack", Path::top(), "it will attack");
    let mut both = Complaints(vec![warning, fault(9, 1, 1)]);
    both.sort();
    assert_eq!(both.0[0].code, "E-seat");
}
