//! Vouching for a head: what a seat signs beside its orders, so that everybody can see which history it saw.

use super::digest::Digest;

/// What a seat signs in the namespace `tabella-head` to vouch for a record, `head` being the digest of its list.
pub fn head_text(game: &str, record: u32, head: &Digest) -> String {
    format!("tabella/2 head\n{game}\n{record}\n{head}\n")
}

/// What vouches for a record in a shell, in lines that no letter breaks; the signature goes into `SEAT.head.sig`.
pub fn head_command(game: &str, record: u32, head: &Digest, seat: &str, key: &str) -> [String; 4] {
    let space = super::Namespace::Head;
    [
        format!("printf '%s\\n' 'tabella/2 head' {game} {record} \\"),
        format!("  {head} |"),
        format!("  ssh-keygen -Y sign -n {space} -f {key} \\"),
        format!("  > {seat}.head.sig"),
    ]
}

/// The same in PowerShell, where the text that is signed is first a file, `SEAT.head`; `ssh-keygen` writes the signature beside it.
pub fn head_command_in_powershell(
    game: &str,
    record: u32,
    head: &Digest,
    seat: &str,
    key: &str,
) -> [String; 4] {
    let space = super::Namespace::Head;
    [
        // The empty part behind the last gives its line an end.
        format!("@('tabella/2 head', '{game}', '{record}',"),
        format!("'{head}',"),
        format!("'') -join \"`n\" | Set-Content -NoNewline -Encoding ascii {seat}.head"),
        format!("ssh-keygen -Y sign -n {space} -f {key} {seat}.head"),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_signed_has_four_lines() {
        let head = Digest::of(b"head");
        assert_eq!(head_text("zama", 6, &head), format!("tabella/2 head\nzama\n6\n{head}\n"));
    }
}
