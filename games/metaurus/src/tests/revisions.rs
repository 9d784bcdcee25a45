//! What each revision of the rules makes of the same orders.

use super::{data, loaded, rulebook, tree};
use crate::{Metaurus, TITLE};
use engine::rules::Place;
use engine::{Case, Complaints, Path, Reader, Revision, Rules};

/// Plays a case by a revision.
fn passes(revision: Revision, case: &str) {
    let node = tree("case", case);
    let result = loaded(revision).case(&Case { node: &node, rulebook: &rulebook() });
    assert!(result.passed(), "{revision}: {result:?}");
}

/// A Roman under Move who always falls back, attacked from the north-east.
fn retreat(to: &str) -> String {
    format!(
        "case: retreat\nrules: []\ngiven:\n  units: [la-1@0807 n, ib-1@0907 s mta]\n  chits: {{la: move, iberian: move-to-attack}}\n\
         standing: {{rome: {{retreat: {{default: always}}}}}}\nphase: activation\n\
         orders: {{carthage: {{activations: [{{command: iberian}}]}}}}\ndice: [0]\n\
         then: {{events: [{{kind: retreat, unit: la-1, way: [\"{to}\"]}}]}}\n"
    )
}

#[test]
fn rome_falls_back_to_the_east_first_in_revision_1_and_to_the_west_since() {
    passes(Revision::FIRST, &retreat("0707"));
    passes(TITLE.revision(), &retreat("0706"));
}

/// A Roman who would leave by the south.
fn exit(then: &str) -> String {
    format!(
        "case: exit\nrules: []\ngiven: {{units: [la-1@0104 n, ib-1@1706 s], chits: {{la: move}}}}\nphase: activation\n\
         orders: {{rome: {{activations: [{{command: la, units: {{la-1: {{exit: true}}}}}}]}}}}\nthen: {then}\n"
    )
}

#[test]
fn leaving_by_another_edge_is_void_in_revision_1_and_eliminates_since() {
    passes(
        Revision::FIRST,
        &exit("{refused: [E-me-exit], void: [E17], not: [{kind: eliminated}]}"),
    );
    passes(
        TITLE.revision(),
        &exit("{refused: [], events: [{kind: eliminated, unit: la-1, cause: edge}]}"),
    );
}

/// A unit in contact that turns its back, as its own order says.
fn back_turned(void: &str) -> String {
    format!(
        "case: back\nrules: []\ngiven: {{units: [la-1@0903 n, ib-1@1003 s], chits: {{la: move-to-attack, iberian: stand}}}}\n\
         phase: activation\norders: {{rome: {{activations: [{{command: la, units: {{la-1: {{face: se}}}}}}]}}}}\ndice: [4]\n\
         then: {{events: [{void}]}}\n"
    )
}

#[test]
fn what_is_void_is_recorded_in_the_words_of_the_revision() {
    passes(Revision::FIRST, &back_turned("{kind: void, code: E14, fix: }"));
    let fix = "{kind: void, code: E-me-close, fix: '`face: n`, `face: nw` would do'}";
    passes(TITLE.revision(), &back_turned(fix));
}

#[test]
fn an_answer_that_is_no_map_says_nothing_in_revision_1_and_is_refused_since_revision_3() {
    let read = |revision| {
        let rules = Metaurus::load(&data(), revision).unwrap_or_else(|faults| panic!("{faults:?}"));
        let (root, mut told) = (tree("answer", "[stand]"), Complaints::new());
        let reader = Reader::new(&root, Path::top().then("orders"));
        let orders = rules.read_orders("orders", Place::Orders, &reader, &mut told);
        (orders.is_some(), told.0.len())
    };
    let second = Revision::new(2, 3).expect("there is a second");
    assert_eq!(
        [Revision::FIRST, second, TITLE.revision()].map(read),
        [(true, 0), (true, 0), (false, 1)]
    );
}
