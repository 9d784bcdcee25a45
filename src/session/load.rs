//! From a charter to a title that can be played.

use super::SessionFault;
use crate::catalogue;
use engine::data::DataFault;
use engine::title::LoadedTitle;
use engine::{Common, Data, POSITION_FILE, Path, Revision, Seat, Setup, Tempo};
use record::charter::Charter;

/// The title that a charter names, with its data read.
///
/// # Errors
/// An unknown title, another rules revision, or data that cannot be used.
pub fn load_title(charter: &Charter, data: &Data) -> Result<Box<dyn LoadedTitle>, SessionFault> {
    let Some(title) = catalogue::find(&charter.title) else {
        let known: Vec<_> = catalogue::titles().iter().map(|title| title.slug()).collect();
        return Err(SessionFault::Title { title: charter.title.clone(), known: known.join(", ") });
    };
    let (asked, newest) = (charter.rules_revision, title.revision().number());
    let Some(revision) = Revision::new(asked, newest) else {
        return Err(SessionFault::Revision { title: charter.title.clone(), asked, newest });
    };
    let position = data.get(POSITION_FILE).is_some();
    match (&charter.fork, position) {
        (Some(_), true) | (None, false) => title.load(data, revision),
        (Some(_), false) => Err(vec![DataFault {
            file: POSITION_FILE.to_owned(),
            complaint: Common::Data
                .at(Path::top(), "this file, from which the sandbox begins, is missing")
                .fix("get the sandbox again: the file belongs in its data/ folder"),
        }]),
        // No charter speaks of it, so nobody agreed to begin from it.
        (None, true) => {
            let mut own = data.clone();
            own.files.remove(POSITION_FILE);
            title.load(&own, revision)
        }
    }
    .map_err(SessionFault::Data)
}

/// The choices of a charter for one game.
///
/// # Errors
/// A tempo that no title has.
pub fn setup(charter: &Charter) -> Result<Setup, SessionFault> {
    let Some(tempo) = Tempo::parse(&charter.tempo) else {
        let message = format!("unknown tempo `{}`", charter.tempo);
        let fault = Common::Tempo.at(Path::top().then("tempo"), message);
        let fix = format!("one of: {}", Tempo::WORDS.join(", "));
        return Err(SessionFault::Charter(vec![fault.fix(fix)]));
    };
    Ok(Setup {
        scenario: charter.scenario.clone(),
        options: charter.options.clone(),
        tempo,
        seats: charter
            .seats
            .iter()
            .map(|line| (Seat::new(&line.seat), line.side.clone()))
            .collect(),
    })
}
