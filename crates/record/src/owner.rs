//! The files of a record that may be sealed: withheld from a copy for as long as the game goes on.

/// Name of the file with the whole state and all events.
const HIDDEN: &str = "hidden.yaml";

/// The owner of a file of a record that not everybody may read while the game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Owner<'a> {
    /// The referee: for what no seat may know in full.
    Referee,
    /// A seat's own: its orders, its report, its view, and the notes that not everybody may read.
    Seat(&'a str),
}

/// The owner of the file of this name in a record; none if everybody may read it.
pub fn owner(name: &str) -> Option<Owner<'_>> {
    if name == HIDDEN {
        return Some(Owner::Referee);
    }
    let orders = name
        .strip_prefix("orders/")
        .and_then(|rest| rest.strip_suffix(".yaml").or_else(|| rest.strip_suffix(".yaml.sig")));
    let report = || name.strip_prefix("report-").and_then(|rest| rest.strip_suffix(".md"));
    let notes = || name.strip_prefix("notes-").and_then(|rest| rest.strip_suffix(".yaml"));
    orders.or_else(report).or_else(notes).or_else(|| viewer(name)).map(Owner::Seat)
}

/// Name of a record's file with what one seat was shown: its view, what it is asked, and what it saw happen.
pub fn view_file(seat: &str) -> String {
    format!("view-{seat}.yaml")
}

/// The seat whose view is in a record's file of this name.
pub fn viewer(name: &str) -> Option<&str> {
    name.strip_prefix("view-").and_then(|rest| rest.strip_suffix(".yaml"))
}

#[cfg(test)]
mod tests {
    use super::{Owner, owner};

    #[test]
    fn what_may_be_sealed_has_an_owner() {
        assert_eq!(owner("hidden.yaml"), Some(Owner::Referee));
        for name in [
            "orders/rome.yaml",
            "orders/rome.yaml.sig",
            "report-rome.md",
            "notes-rome.yaml",
            "view-rome.yaml",
        ] {
            assert_eq!(owner(name), Some(Owner::Seat("rome")), "{name}");
        }
        for name in
            ["report.md", "report.html", "notes.yaml", "events.yaml", "turn.yaml", "map.svg"]
        {
            assert_eq!(owner(name), None, "{name}");
        }
    }
}
