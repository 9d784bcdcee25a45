//! Manual pages, for whoever packs the program.

use clap::Args;
use std::path::PathBuf;

/// `tabella tools man`
#[derive(Args, Debug)]
pub struct Man {
    /// A command, such as `resolve` or `mail send` (default: the program)
    pub command: Vec<String>,
    /// Write the pages of the program and of every command into this folder
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    pub out: Option<PathBuf>,
}
