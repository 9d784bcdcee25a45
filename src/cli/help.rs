//! `tabella completions` and `tabella man`.

use super::args::Cli;
use super::{CommandResult, Error, Exit};
use clap::CommandFactory;

/// Prints a shell's completions.
///
/// # Errors
/// Failure to write.
pub fn completions(shell: clap_complete::Shell) -> CommandResult {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "tabella", &mut text);
    super::print(&String::from_utf8_lossy(&text))?;
    Ok(Exit::Done)
}

/// Prints the manual page: the program's, then each command's.
///
/// # Errors
/// Failure to write.
pub fn man() -> CommandResult {
    let mut text = Vec::new();
    let mut command = Cli::command();
    command.build();
    let page = clap_mangen::Man::new(command.clone());
    page.render(&mut text).map_err(|error| Error::files(error.to_string()))?;
    for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
        let page = clap_mangen::Man::new(sub.clone());
        let mut part = Vec::new();
        let rendered = page
            .render_description_section(&mut part)
            .and_then(|()| page.render_synopsis_section(&mut part));
        let rendered = rendered.and_then(|()| page.render_options_section(&mut part));
        rendered
            .and_then(|()| page.render_extra_section(&mut part))
            .map_err(|error| Error::files(error.to_string()))?;
        let name = sub.get_name().to_uppercase();
        let part = String::from_utf8_lossy(&part).replace(".SH ", ".SS ");
        text.extend_from_slice(format!(".SH \"TABELLA {name}\"\n{part}").as_bytes());
    }
    super::print(&String::from_utf8_lossy(&text))?;
    Ok(Exit::Done)
}
