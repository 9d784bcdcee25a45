//! Vouching for a head: what a seat signs beside its orders, so that everybody can see which history it saw.

use super::digest::Digest;

/// The text that a seat signs in the namespace `tabella-head` to vouch for a record; `head` is the digest of its list.
pub fn head_text(game: &str, record: u32, head: &Digest) -> String {
    format!("tabella/2 head\n{game}\n{record}\n{head}\n")
}

/// Longest name of a player's file, so that no line of a form breaks at it.
const NAME_MAX: usize = 50;

/// The name of a player's files for a phase, before their endings: `zama-7-rome`. A player of several games never has
/// two files of one name. A long id is cut.
pub fn order_name(game: &str, phase: u32, seat: &str) -> String {
    let rest = format!("-{phase}-{seat}");
    let room = NAME_MAX.saturating_sub(rest.len()).max(8);
    game.chars().take(room).collect::<String>() + &rest
}

/// The shell command that vouches for a record, in lines short enough for any form or letter; the signature goes into
/// `NAME.head.sig`.
pub fn head_command(game: &str, record: u32, head: &Digest, name: &str, key: &str) -> Vec<String> {
    let space = super::Namespace::Head;
    vec![
        "printf '%s\\n' 'tabella/2 head' \\".to_owned(),
        format!("  {game} \\"),
        format!("  {record} \\"),
        format!("  {head} |"),
        format!("  ssh-keygen -Y sign -n {space} -f {key} \\"),
        format!("  > {name}.head.sig"),
    ]
}

/// The same in PowerShell, where the signed text is first written to a file, `NAME.head`; `ssh-keygen` puts the
/// signature beside it. Lines continue after a comma, a `|` or a backtick.
pub fn head_command_in_powershell(
    game: &str,
    record: u32,
    head: &Digest,
    name: &str,
    key: &str,
) -> Vec<String> {
    let space = super::Namespace::Head;
    vec![
        "@('tabella/2 head',".to_owned(),
        format!("'{game}',"),
        format!("'{record}',"),
        format!("'{head}',"),
        // The empty part behind the last gives its line an end.
        "'') -join \"`n\" |".to_owned(),
        "  Set-Content -NoNewline -Encoding ascii `".to_owned(),
        format!("  {name}.head"),
        format!("ssh-keygen -Y sign -n {space} -f {key} `"),
        format!("  {name}.head"),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names::LONGEST;

    #[test]
    fn no_line_of_a_command_is_so_long_that_a_form_breaks_it() {
        // A broken line of a command is another command. A form has 72 columns, of which its comment takes four.
        // A seat is the title's, and none has so long a name; a game has any that a referee may give it.
        let (game, seat) = ("g".repeat(LONGEST), "hannibal-son-of-hamilcar-of-carthage");
        let name = order_name(&game, 1235, seat);
        assert_eq!(order_name("zama", 7, "rome"), "zama-7-rome");
        for command in [head_command, head_command_in_powershell] {
            for line in command(&game, 1234, &Digest::of(b"head"), &name, "$HOME/.ssh/id_ed25519") {
                assert!(line.chars().count() <= 68, "{line}");
            }
        }
    }

    #[test]
    fn what_is_signed_has_four_lines() {
        let head = Digest::of(b"head");
        assert_eq!(head_text("zama", 6, &head), format!("tabella/2 head\nzama\n6\n{head}\n"));
    }

    #[test]
    fn either_command_signs_those_four_lines() {
        let head = Digest::of(b"head");
        let shell = head_command("zama", 6, &head, "rome", "key").join("\n");
        assert_eq!(
            shell,
            format!(
                "printf '%s\\n' 'tabella/2 head' \\\n  zama \\\n  6 \\\n  {head} |\n  \
                 ssh-keygen -Y sign -n tabella-head -f key \\\n  > rome.head.sig"
            )
        );
        let powershell = head_command_in_powershell("zama", 6, &head, "rome", "key").join("\n");
        assert_eq!(
            powershell,
            format!(
                "@('tabella/2 head',\n'zama',\n'6',\n'{head}',\n'') -join \"`n\" |\n  \
                 Set-Content -NoNewline -Encoding ascii `\n  rome.head\n\
                 ssh-keygen -Y sign -n tabella-head -f key `\n  rome.head"
            )
        );
    }
}
