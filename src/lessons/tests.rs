//! Every lesson of every title, played by the engine: right answers and wrong ones.

use super::{Answer, Lesson, of, titles};
use crate::report::Rulebook;
use engine::title::RawOrders;

/// Words that a lesson's text may have.
const WORDS: usize = 75;
/// Characters of the question.
const QUESTION: usize = 90;

fn each(mut look: impl FnMut(&str, &Lesson)) {
    for title in titles() {
        for lesson in of(title) {
            look(title, &lesson);
        }
    }
}

#[test]
fn every_try_comes_to_what_its_author_says() {
    let mut played = 0;
    each(|title, lesson| {
        let at = lesson.position(title);
        for one in &lesson.tries {
            let answer = lesson.answer(at.as_ref(), &one.sheet());
            let came = match &answer {
                Answer::Refused(complaints) => {
                    let codes: Vec<&str> = super::codes(complaints).collect();
                    format!("refused {}", codes.join(" "))
                }
                Answer::Idle => "idle".to_owned(),
                Answer::Played(played) if played.reached => "yes".to_owned(),
                Answer::Played(_) => "no".to_owned(),
            };
            assert_eq!(came, one.reach, "{title}, {}: {}", lesson.id, one.typed());
            assert!(lesson.said(at.as_ref(), &answer).is_some());
            played += 1;
        }
    });
    assert!(played > 30, "only {played} tries");
}

#[test]
fn a_lesson_has_a_right_answer_and_a_wrong_one_and_none_is_reached_by_silence() {
    each(|title, lesson| {
        let right = lesson.tries.iter().filter(|one| one.reach == "yes").count();
        assert!(right > 0 && right < lesson.tries.len(), "{title}, {}", lesson.id);
        let at = lesson.position(title);
        let silent = lesson.answer(at.as_ref(), &RawOrders::default());
        let reached = matches!(silent, Answer::Played(played) if played.reached);
        assert!(!reached, "{title}, {}: silence is an answer", lesson.id);
    });
}

#[test]
fn what_is_typed_is_read_as_the_orders_that_it_stands_for() {
    each(|title, lesson| {
        for one in &lesson.tries {
            let text = format!("{{{}}}", one.typed());
            let read = record::exchange::yaml::parse(&text).unwrap_or_else(|_| panic!("{text}"));
            let meant = one.sheet().orders.expect("it has orders");
            assert_eq!(read.plain_value(), meant.plain_value(), "{title}, {}", lesson.id);
        }
    });
}

#[test]
fn lessons_are_short_and_speak_plainly() {
    each(|title, lesson| {
        let said = [&lesson.ask, &lesson.text, &lesson.hint, &lesson.why];
        let tries = lesson.tries.iter().map(|one| &one.say);
        for text in said.into_iter().chain(tries) {
            assert!(!text.contains("E-") && !text.contains('`'), "{title}, {}: {text}", lesson.id);
        }
        let words = lesson.text.split_whitespace().count();
        assert!(words <= WORDS, "{title}, {}: {words} words", lesson.id);
        assert!(lesson.ask.chars().count() <= QUESTION, "{title}, {}", lesson.id);
        let rules = Rulebook::of(title).unwrap();
        for number in &lesson.rules {
            assert!(rules.number(number).is_some(), "{title}, {}: no rule {number}", lesson.id);
        }
    });
}
