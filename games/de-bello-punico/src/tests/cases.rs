use super::{FOLDER, loaded};

#[test]
fn every_case_passes() {
    let loaded = loaded();
    FOLDER.play_cases(|case| loaded.case(case));
}
