//! Seats of a game, and viewers of its reports.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;

/// A chair at the table, by its name in the charter (`rome`, or `r1` in a campaign).
///
/// Cheap to clone: the name is shared.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct Seat(Arc<str>);

impl Seat {
    /// The seat of this name. Whether the name is valid is the charter's business.
    pub fn new(name: &str) -> Self {
        Self(Arc::from(name))
    }

    /// The referee's own seat: prompts may be addressed to it.
    pub fn referee() -> Self {
        Self::new("referee")
    }

    /// The name that the charter gives it: `rome`.
    pub fn name(&self) -> &str {
        &self.0
    }
}

impl From<String> for Seat {
    fn from(name: String) -> Self {
        Self(Arc::from(name))
    }
}

impl From<Seat> for String {
    fn from(seat: Seat) -> Self {
        seat.0.as_ref().to_owned()
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Somebody who looks at a game.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Viewer {
    /// Anybody: what is public at this time.
    Public,
    /// The player of one seat.
    Seat(Seat),
    /// The referee, who sees all.
    Referee,
}

impl Viewer {
    /// The seat that looks, if it is one.
    pub fn seat(&self) -> Option<&Seat> {
        match self {
            Self::Seat(seat) => Some(seat),
            Self::Public | Self::Referee => None,
        }
    }

    /// `public`, `referee` or the seat's name.
    pub fn name(&self) -> &str {
        match self {
            Self::Public => "public",
            Self::Seat(seat) => seat.name(),
            Self::Referee => "referee",
        }
    }
}
