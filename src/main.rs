//! The `tabella` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    tabella::cli::main()
}
