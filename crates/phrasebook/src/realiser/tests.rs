//! Tests of sentences, and of the names and pronouns in them.

use super::*;
use engine::story::{Clause, Entity, Lead, Np, Phrase, Relation, Sentence, Tense};

fn third() -> Entity {
    Entity::new("x-3", "the Third of Legion X").short("the Third")
}

fn slingers(n: &str) -> Entity {
    Entity::new(format!("ba-{n}"), format!("the {n} Slingers")).short(format!("the {n}")).many(true)
}

fn said(told: &[Sentence]) -> Vec<String> {
    sentences(told).into_iter().map(|one| one.text).collect()
}

fn told(main: Clause) -> Sentence {
    Sentence::told(main, &[1])
}

#[test]
fn a_subject_is_left_out_and_an_object_becomes_a_pronoun_where_nobody_else_can_be_meant() {
    let sentence =
        told(Clause::new(third(), "take").object(slingers("First")).with("in the flank"))
            .then(Relation::And, Clause::new(third(), "destroy").object(slingers("First")));
    assert_eq!(
        said(&[sentence]),
        ["The Third of Legion X took the First Slingers in the flank and destroyed them."]
    );
}

#[test]
fn two_of_a_kind_are_called_by_name() {
    let first = told(Clause::new(slingers("First"), "fall back"))
        .then(Relation::While, Clause::new(slingers("Second"), "hold"));
    let second = told(Clause::new(slingers("Second"), "destroy").passive());
    assert_eq!(
        said(&[first, second]),
        [
            "The First Slingers fell back, while the Second Slingers held.",
            "The Second were destroyed."
        ]
    );
}

#[test]
fn a_short_name_that_could_mean_two_is_not_used() {
    let other = Entity::new("i-3", "the Third of Legion I").short("the Third");
    let first =
        told(Clause::new(third(), "hold")).then(Relation::But, Clause::new(other, "fall back"));
    let second = told(Clause::new(third(), "strike back"));
    assert_eq!(
        said(&[first, second])[1],
        "The Third of Legion X struck back.",
        "neither a pronoun nor a short name says which Third"
    );
}

#[test]
fn a_remark_stands_beside_a_name_and_never_beside_a_pronoun() {
    let target = || Np::Name(slingers("First")).apposed("already in disorder");
    let passive = told(Clause::new(target(), "attack").passive().prep("by", third()))
        .then(Relation::And, Clause::new(target(), "destroy").passive());
    assert_eq!(
        said(&[passive, told(Clause::new(third(), "attack").object(target()))]),
        [
            "The First Slingers, already in disorder, were attacked by the Third of Legion X and destroyed.",
            "It attacked them."
        ]
    );
}

#[test]
fn a_remark_keeps_its_second_comma_before_and_and_loses_it_at_the_end() {
    let double = || {
        told(
            Clause::new(third(), "double")
                .object(Np::Name(slingers("First")).apposed("eight to four")),
        )
    };
    let destroy = Clause::new(third(), "destroy").object(slingers("First")).adverb("so");
    assert_eq!(
        said(&[double().then(Relation::And, destroy.clone())]),
        ["The Third of Legion X doubled the First Slingers, eight to four, and so destroyed them."]
    );
    assert_eq!(
        said(&[double()]),
        ["The Third of Legion X doubled the First Slingers, eight to four."]
    );
    assert_eq!(
        said(&[double().then(Relation::But, destroy)]),
        ["The Third of Legion X doubled the First Slingers, eight to four, but so destroyed them."]
    );
}

#[test]
fn somebody_at_the_table_is_called_by_name_and_never_by_a_pronoun() {
    let consul = || Entity::person("r1", "Fabius");
    let army = || Entity::new("ra", "the army of the City");
    let march =
        told(Clause::new(consul(), "lead").object(army()).prep("to", Entity::new("at", "Capua")))
            .then(Relation::Because, Clause::new(consul(), "have").object("no other way"));
    assert_eq!(
        said(&[march, told(Clause::new(consul(), "lose").object(army()))]),
        [
            "Fabius led the army of the City to Capua because Fabius had no other way.",
            "Fabius lost the army of the City."
        ]
    );
}

#[test]
fn a_number_has_its_noun_or_stands_behind_it() {
    let score = Sentence::stands(
        Clause::new(Entity::new("rome", "Rome"), "need")
            .object(Np::count(19, "unit").tail("destroyed"))
            .now(),
    )
    .then(
        Relation::And,
        Clause::new(Entity::new("rome", "Rome"), "have").object(Np::understood(0, "unit")).now(),
    );
    assert_eq!(said(&[score]), ["Rome needs 19 units destroyed and has none."]);
    let count = |n: i64, lead| {
        let np = Np::count(n, "Carthaginian army").lead(lead);
        said(&[told(Clause::new(np, "go").tense(Tense::Future))]).concat()
    };
    assert_eq!(count(1, Lead::A), "A Carthaginian army will go.");
    assert_eq!(count(2, Lead::TheOther), "The other two Carthaginian armies will go.");
    assert_eq!(count(1, Lead::More), "Another Carthaginian army will go.");
    assert_eq!(count(2, Lead::OfThe(9)), "Two of the nine Carthaginian armies will go.");
    assert_eq!(count(2, Lead::All), "Both Carthaginian armies will go.");
    assert_eq!(count(0, Lead::Bare), "No Carthaginian army will go.");
}

#[test]
fn verbs_agree_and_auxiliaries_are_shared() {
    let hannibal = || Entity::new("hannibal", "Hannibal").man();
    let lines = [
        Clause::new(hannibal(), "cross").object("the sea").now(),
        Clause::new(hannibal(), "go on").denied(),
        Clause::new("the seas", "carry").object("an army").modal("can").denied(),
        Clause::new(Np::words("the ranks"), "be").with("empty").now().adverb("now"),
        Clause::new(Np::words("they"), "lose").passive().perfect(),
        Clause::new(Np::words("orders"), "lie").with("face down"),
    ];
    assert_eq!(
        said(&lines.map(told)),
        [
            "Hannibal crosses the sea.",
            "He did not go on.",
            "The seas cannot carry an army.",
            "The ranks are now empty.",
            "They have been lost.",
            "Orders lay face down."
        ]
    );
}

#[test]
fn a_headline_joins_two_and_says_each_once() {
    let rome = || Entity::new("rome", "Rome");
    let one = Clause::new(rome(), "take").object("Sicily").now();
    let two = Clause::new(rome(), "occupy").object("Spain").now();
    let three = Clause::new(slingers("First"), "break").now();
    let mut speech = Speech::default();
    assert_eq!(speech.headline(&[one.clone(), two]), "Rome takes Sicily and occupies Spain");
    assert_eq!(
        Speech::default().headline(&[one, three]),
        "Rome takes Sicily, and the First Slingers break"
    );
}

#[test]
fn whom_takes_up_the_name_before_it() {
    let left = Clause::new(slingers("Fourth"), "leave").object(slingers("First"));
    let routed = told(Clause::new(third(), "attack").object(slingers("First")))
        .then(Relation::Whom, left.tense(Tense::Pluperfect));
    let said = said(&[routed]);
    let whom =
        "The Third of Legion X attacked the First Slingers, whom the Fourth Slingers had left.";
    assert_eq!(said, [whom]);
}

#[test]
fn what_hangs_on_a_clause_follows_from_its_relation() {
    let ran = told(Clause::new(slingers("First"), "fall back").with("before an attack"))
        .then(Relation::OnlyTo, Clause::new(slingers("First"), "break up").with("on the way"));
    let held = told(Clause::new(third(), "attack").object(slingers("First")))
        .then(Relation::Which, Clause::new(slingers("First"), "hold"));
    let named = told(Clause::new(third(), "attack").object(slingers("Second")))
        .then(Relation::Which, Clause::new(slingers("Second"), "hold"));
    let front = told(Clause::new(third(), "need").object(Np::Throw { n: 8, or_less: true }))
        .front(Phrase::from("already in disorder,"));
    assert_eq!(
        said(&[ran, held, named, front]),
        [
            "The First Slingers fell back before an attack, only to break up on the way.",
            "The Third of Legion X attacked them, but they held.",
            "It attacked the Second Slingers, which held.",
            "Already in disorder, it needed an eight or less."
        ]
    );
}

#[test]
fn what_a_name_did_earlier_stands_between_commas() {
    let helped = Clause::new(slingers("Second"), "help to destroy").object(third());
    let helped = helped.with("a turn earlier").tense(Tense::Pluperfect);
    let struck = Clause::new(Np::from(slingers("Second")).who(helped), "attack");
    let blocked = Clause::new(Np::count(2, "Roman unit"), "block").object("their retreat");
    let fell = told(struck.passive().adverb("now"))
        .then(Relation::And, Clause::new(slingers("Second"), "destroy").passive().adverb("then"))
        .then(Relation::Because, blocked);
    assert_eq!(
        said(&[fell]),
        [
            "The Second Slingers, who had helped to destroy the Third of Legion X a turn earlier, were now attacked and \
             then destroyed, because two Roman units blocked their retreat."
        ]
    );
}
