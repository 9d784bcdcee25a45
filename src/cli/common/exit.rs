//! The end of a command.

use crate::report::ReportError;
use crate::session::SessionFault;
use crate::store;
use std::fmt;

/// The ends of a command that did what it was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// It is done, or the answer is yes.
    Done,
    /// The answer is no: a refused file, a finding, a failed case.
    No,
    /// Not yet: the game waits for somebody, or it is over.
    NotYet,
}

/// The reason why a command could not do what it was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    pub(in crate::cli) code: u8,
    pub(in crate::cli) message: String,
}

impl Error {
    /// The error for a wrong command line.
    pub fn usage(message: impl Into<String>) -> Self {
        Self { code: 2, message: message.into() }
    }

    /// The error for something wrong that was handed in.
    pub fn no(message: impl Into<String>) -> Self {
        Self { code: 1, message: message.into() }
    }

    /// Several errors of one kind as one, a line each.
    pub fn all(errors: impl IntoIterator<Item = Self>) -> Self {
        let mut errors = errors.into_iter();
        let first = errors.next().unwrap_or_else(|| Self::usage("nothing can be done"));
        errors.fold(first, |all, next| Self {
            code: all.code.min(next.code),
            message: all.message + "\n" + &next.message,
        })
    }

    /// The error for files, keys or locks.
    pub fn files(message: impl Into<String>) -> Self {
        Self { code: 4, message: message.into() }
    }
}

impl From<store::Error> for Error {
    fn from(error: store::Error) -> Self {
        match error {
            store::Error::Seat { .. } | store::Error::Address(_) => Self::usage(error.to_string()),
            store::Error::Newer(_) | store::Error::Session(SessionFault::Revision { .. }) => {
                Self { code: 3, message: error.to_string() }
            }
            store::Error::NotPublic(_) | store::Error::Fork(_) => Self::no(error.to_string()),
            _ => Self::files(error.to_string()),
        }
    }
}

impl From<ReportError> for Error {
    fn from(error: ReportError) -> Self {
        Self::no(error.to_string())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

pub type CommandResult = Result<Exit, Error>;
