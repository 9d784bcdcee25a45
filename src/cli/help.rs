//! `tabella tools completions` and `tabella tools man`.

use crate::cli::common::{self, CommandResult, Error, Exit};
use crate::store::files;
use clap::Args;
use std::path::PathBuf;

/// Print the manual page of the program or of one command
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  tabella tools man | man -l -\n  tabella tools man resolve | man -l -\n  tabella tools man --out man1        # tabella.1, tabella-resolve.1 and so on"
)]
pub struct ManArgs {
    /// A command, such as `resolve` or `mail send` (default: the program)
    pub command: Vec<String>,
    /// Write the pages of the program and of every command into this folder
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    pub out: Option<PathBuf>,
}

/// Prints a shell's completions.
///
/// # Errors
/// Failure to write.
pub(super) fn completions(
    shell: clap_complete::Shell,
    mut program: clap::Command,
) -> CommandResult {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut program, "tabella", &mut text);
    common::print(&String::from_utf8_lossy(&text))?;
    Ok(Exit::Done)
}

/// Prints a manual page, or writes all of them into a folder.
///
/// # Errors
/// An unknown command; failure to write.
pub(super) fn man(args: &ManArgs, mut program: clap::Command) -> CommandResult {
    program.build();
    if let Some(folder) = &args.out {
        files::make_folder(folder, files::FOLDER_MODE)?;
        for (name, command) in pages("tabella".to_owned(), &program) {
            let page = page(&name, command)?;
            files::replace(&folder.join(format!("{name}.1")), &page, files::OPEN_MODE)?;
        }
        return Ok(Exit::Done);
    }
    let mut command = &program;
    for word in &args.command {
        command = command.find_subcommand(word).ok_or_else(|| {
            Error::usage(format!(
                "no command `{}`; `tabella help` lists them",
                args.command.join(" ")
            ))
        })?;
    }
    let name: Vec<&str> =
        std::iter::once("tabella").chain(args.command.iter().map(String::as_str)).collect();
    common::print(&String::from_utf8_lossy(&page(&name.join("-"), command)?))?;
    Ok(Exit::Done)
}

/// The program and every command below it, each under the name of its page.
fn pages(name: String, command: &clap::Command) -> Vec<(String, &clap::Command)> {
    let subcommands = command.get_subcommands().filter(|sub| sub.get_name() != "help");
    let mut found: Vec<_> =
        subcommands.flat_map(|sub| pages(format!("{name}-{}", sub.get_name()), sub)).collect();
    found.insert(0, (name, command));
    found
}

fn page(name: &str, command: &clap::Command) -> Result<Vec<u8>, Error> {
    let mut text = Vec::new();
    let command = command.clone().name(name.to_owned()).display_name(name.to_owned());
    clap_mangen::Man::new(command)
        .render(&mut text)
        .map_err(|error| Error::files(error.to_string()))?;
    Ok(text)
}
