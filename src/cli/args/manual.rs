//! Completions and manual pages, for whoever packs the program.

use clap::{Args, Subcommand};
use std::path::PathBuf;

/// What is made from the command line's own description.
#[derive(Subcommand, Debug)]
pub enum Manual {
    /// Print the completions of a shell
    #[command(
        after_help = "Example:\n  tabella completions bash > ~/.local/share/bash-completion/completions/tabella"
    )]
    Completions {
        /// Which shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page of the program or of one command
    #[command(
        after_help = "Example:\n  tabella man | man -l -\n  tabella man resolve | man -l -\n  tabella man --out man1        # tabella.1, tabella-resolve.1 and so on"
    )]
    Man(Man),
}

/// `tabella man`
#[derive(Args, Debug)]
pub struct Man {
    /// A command, such as `resolve` or `mail send` (without it: the program)
    pub command: Vec<String>,
    /// Write the pages of the program and of every command into this folder
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    pub out: Option<PathBuf>,
}
