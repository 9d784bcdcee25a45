//! The command line: one file per command, thin.

mod args;

use std::process::ExitCode;

/// Runs the command that the arguments name and answers with its exit code.
pub fn main() -> ExitCode {
    ExitCode::SUCCESS
}
