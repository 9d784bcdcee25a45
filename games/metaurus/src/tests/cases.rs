use super::{FOLDER, loaded, tree};
use engine::Case;

#[test]
fn every_case_passes() {
    let loaded = loaded();
    FOLDER.play_cases(|case| loaded.case(case));
}

#[test]
fn what_could_not_fail_is_refused() {
    let (loaded, rulebook) = (loaded(), FOLDER.rulebook());
    let given = "given: {units: [la-1@0504 n, ib-1@1706 s], chits: {la: stand}}\nphase: activation\n\
                 orders: {rome: {activations: [{command: la}]}}\n";
    let result = |then: &str| {
        let text = format!("case: c\nrules: []\n{given}then: {then}\n");
        loaded.case(&Case { node: &tree(&text), rulebook: &rulebook })
    };
    assert!(result("{units: {la-1: 0504 n}, events: [{kind: activation}]}").passed());
    for then in [
        "{units: {zz-9: absent}}",
        "{not: [{kind: no-such-kind}]}",
        "{not: [{unit: la-1}]}",
        "{events: [{kind: activatoin}]}",
        "{not: [{kind: activation, comands: [la]}]}",
        "{not: [{kind: activation, commands: [zz]}]}",
        "{not: [{kind: activation, order: moove}]}",
        "{not: [{kind: activation, rule: NOPE}]}",
        "{not: [{kind: void, code: E-me-nope}]}",
    ] {
        assert!(!result(then).passed(), "{then} passes");
    }
}
