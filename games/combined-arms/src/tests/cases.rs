use super::{FOLDER, rules};
use engine::Cases;

#[test]
fn every_case_comes_out_as_written() {
    let rules = rules();
    FOLDER.play_cases(|case| rules.case(case));
}
