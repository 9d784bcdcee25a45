use super::{FOLDER, rules};
use engine::Cases;

#[test]
fn every_case_passes() {
    let rules = rules();
    FOLDER.play_cases(|case| rules.case(case));
}
