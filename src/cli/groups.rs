//! The commands in groups, as people look for them: what `tabella --help` shows.

use crate::cli::common::width;
use std::fmt::Write as _;

/// Every command of the program once, under the heading where people look for it.
const GROUPS: [(&str, &[&str]); 6] = [
    (
        "Play",
        &[
            "play", "learn", "rules", "status", "form", "check", "sign", "submit", "report", "map",
            "analyse",
        ],
    ),
    ("Referee a game", &["new", "resolve", "change", "referee"]),
    ("Exchange", &["mail", "git", "share"]),
    ("Prove", &["verify", "key"]),
    ("Club", &["club"]),
    ("Authors and tools", &["tools"]),
];

/// The command line of the program with its help in groups, as wide as the terminal.
pub(super) fn grouped(command: clap::Command) -> clap::Command {
    let command = command.term_width(width());
    let listed = commands(&command) + &options(&command);
    command.help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{listed}{{after-help}}"
    ))
}

fn commands(command: &clap::Command) -> String {
    let style = command.get_styles().get_header();
    let mut text = String::new();
    for (heading, names) in GROUPS {
        let _ = writeln!(text, "{style}{heading}:{style:#}");
        for below in names.iter().filter_map(|name| command.find_subcommand(name)) {
            let about = below.get_about().map(ToString::to_string).unwrap_or_default();
            let _ = writeln!(text, "  {:<9} {about}", below.get_name());
        }
        text.push('\n');
    }
    text
}

/// The options that every command takes, one line each: the library's own long help takes four.
fn options(command: &clap::Command) -> String {
    let style = command.get_styles().get_header();
    let mut text = format!("{style}Options:{style:#}\n");
    for option in command.get_arguments() {
        let short = option.get_short().map(|short| format!("-{short}, ")).unwrap_or_default();
        let long = option.get_long().unwrap_or_default();
        let values = option.get_value_names().filter(|_| option.get_action().takes_values());
        let value = values.map(|names| format!(" <{}>", names.join(" "))).unwrap_or_default();
        let help = option.get_help().map(ToString::to_string).unwrap_or_default();
        let _ = writeln!(text, "  {:<22} {help}", format!("{short:<4}--{long}{value}"));
    }
    text + "  -h, --help             Print help\n  -V, --version          Print version"
}

#[cfg(test)]
mod tests {
    use super::{GROUPS, grouped};
    use crate::cli::Cli;
    use clap::CommandFactory;

    /// Lines of a screen.
    const SCREEN: usize = 50;
    /// Most commands that a reader can still take in.
    const COMMANDS: usize = 22;

    #[test]
    fn the_help_fits_a_screen_and_groups_every_command_once() {
        let mut command = grouped(Cli::command()).term_width(80);
        let mut commands: Vec<_> = command.get_subcommands().map(clap::Command::get_name).collect();
        assert!(commands.len() <= COMMANDS, "{} commands", commands.len());
        let mut listed: Vec<_> = GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
        listed.retain(|name| command.find_subcommand(name).is_some());
        commands.sort_unstable();
        listed.sort_unstable();
        assert_eq!(commands, listed);
        let help = command.render_long_help().to_string();
        assert!(help.lines().count() <= SCREEN, "{help}");
        let wide = help.lines().find(|line| line.chars().count() > 80);
        assert_eq!(wide, None);
    }
}
