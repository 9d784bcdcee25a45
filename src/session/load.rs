//! From a charter and data files to a title that can be played.

use super::SessionFault;
use crate::catalogue;
use crate::engine::data::DataFault;
use crate::engine::desk::Desk;
use crate::engine::{Complaint, Data, DataFile, Path, Seat, Setup, Tempo};
use crate::exchange::yaml;
use crate::record::charter::Charter;

/// Reads data files, given by name and text.
///
/// # Errors
/// Everything in them that is no YAML, with line and column.
pub fn data(files: impl IntoIterator<Item = (String, String)>) -> Result<Data, SessionFault> {
    let (mut data, mut faults) = (Data::default(), Vec::new());
    for (name, text) in files {
        match yaml::parse(&text) {
            Ok(root) => drop(data.files.insert(name, DataFile { text, root })),
            Err(complaints) => {
                faults.extend(complaints.0.into_iter().map(|complaint| DataFault { file: name.clone(), complaint }));
            }
        }
    }
    if faults.is_empty() { Ok(data) } else { Err(SessionFault::Data(faults)) }
}

/// The title that a charter names, with its data read.
///
/// # Errors
/// An unknown title, another rules revision, or data that cannot be used.
pub fn desk(charter: &Charter, data: &Data) -> Result<Box<dyn Desk>, SessionFault> {
    let Some(title) = catalogue::find(&charter.title) else {
        let known: Vec<_> = catalogue::titles().iter().map(|title| title.slug()).collect();
        return Err(SessionFault::Title { title: charter.title.clone(), known: known.join(", ") });
    };
    if title.revision() != charter.rules_revision {
        let (asked, found) = (charter.rules_revision, title.revision());
        return Err(SessionFault::Revision { title: charter.title.clone(), asked, found });
    }
    title.load(data).map_err(SessionFault::Data)
}

/// What a charter says about the game to be played.
///
/// # Errors
/// A tempo that no title has.
pub fn setup(charter: &Charter) -> Result<Setup, SessionFault> {
    let tempo = match charter.tempo.as_str() {
        "full" => Tempo::Full,
        "brisk" => Tempo::Brisk,
        other => {
            let fault = Complaint::fault("E-tempo", Path::top().then("tempo"), format!("unknown tempo `{other}`"));
            return Err(SessionFault::Charter(vec![fault.fix("one of: full, brisk")]));
        }
    };
    Ok(Setup {
        scenario: charter.scenario.clone(),
        options: charter.options.clone(),
        tempo,
        seats: charter.seats.iter().map(|line| (Seat::new(&line.seat), line.side.clone())).collect(),
    })
}
