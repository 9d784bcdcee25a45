//! The reasons why a game cannot be set up or continued.

use engine::Complaint;
use engine::data::DataFault;

/// The reasons why a game cannot be set up or continued.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SessionFault {
    #[error("there is no title `{title}`; the titles are: {known}")]
    Title { title: String, known: String },
    /// The program does not know the charter's revision of the rules.
    #[error(
        "the charter asks for revision {asked} of the rules of {title}; this program knows revisions 1 to {newest}: get a newer tabella"
    )]
    Revision {
        /// The slug of the title.
        title: String,
        /// The revision that the charter names.
        asked: u32,
        /// The newest that the program knows.
        newest: u32,
    },
    #[error("{}", data_lines(.0))]
    Data(Vec<DataFault>),
    #[error("{}", charter_lines(.0))]
    Charter(Vec<Complaint>),
    /// The recorded state cannot be taken up.
    #[error("the recorded state cannot be loaded: {0}")]
    State(String),
    #[error("the ruling cannot be carried out: {0}")]
    Ruling(String),
}

fn data_lines(faults: &[DataFault]) -> String {
    let line = |fault: &DataFault| {
        let place = fault
            .complaint
            .span
            .map(|span| format!(":{}:{}", span.line, span.column))
            .unwrap_or_default();
        format!("data/{}{place}: {}", fault.file, told(&fault.complaint))
    };
    faults.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn charter_lines(complaints: &[Complaint]) -> String {
    let line =
        |complaint: &Complaint| format!("game.yaml, {}: {}", complaint.path, told(complaint));
    complaints.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn told(complaint: &Complaint) -> String {
    let fix = complaint.fix.as_ref().map(|fix| format!(" ({fix})")).unwrap_or_default();
    format!("{complaint}{fix}")
}
