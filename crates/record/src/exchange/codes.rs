//! Every stable code under which a file comes back before the game has looked at its orders.
//!
//! Codes never change their meaning; the words of a message may. The codes of a game's own refusals are the game's.

/// A stable code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code {
    /// The code, such as `E-phase`.
    pub code: &'static str,
    /// What it means, in one line.
    pub meaning: &'static str,
    /// What to do, in one line.
    pub way_out: &'static str,
}

const fn code(code: &'static str, meaning: &'static str, way_out: &'static str) -> Code {
    Code { code, meaning, way_out }
}

/// All of them, in the order in which a file is read.
pub const CODES: [Code; 34] = [
    code(
        "E-size",
        "the file is too large; an order file has at most 64 KiB",
        "send the order file alone",
    ),
    code("E-utf8", "the file is not UTF-8 text", "save it with the encoding UTF-8"),
    code(
        "E-control",
        "a character that a screen does not show as it is",
        "remove it, or write the word anew",
    ),
    code(
        "E-yaml",
        "the text is not YAML here",
        "compare the line, and the one before it, with the form",
    ),
    code(
        "E-yaml-empty",
        "the file is empty or holds nothing but comments",
        "send the file that you filled in",
    ),
    code("E-yaml-documents", "a second document follows", "remove what follows the first"),
    code("E-yaml-directive", "a line begins with `%`", "remove it"),
    code("E-yaml-anchor", "an anchor (`&name`) or alias (`*name`)", "write the value out"),
    code("E-yaml-tag", "a tag (`!name`)", "leave it out"),
    code("E-yaml-merge", "a merge key (`<<`)", "write the values out"),
    code("E-yaml-duplicate", "a key stands twice in one map", "keep one of the two"),
    code("E-yaml-key", "a key is no word", "write `word: value`"),
    code(
        "E-yaml-depth",
        "lists and maps are nested more than 64 deep",
        "look for brackets that are never closed",
    ),
    code(
        "E-yaml-nodes",
        "the text holds more than 200,000 values",
        "check that it is the right file",
    ),
    code(
        "E-yaml-many",
        "more than 50 mistakes: the rest was not read",
        "mend the first ones and try again",
    ),
    code(
        "E-version",
        "the file is of another version of the format",
        "write `tabella: 1`, or get a newer program",
    ),
    code("E-missing", "a field is missing or has nothing behind it", "add it, as the form has it"),
    code(
        "E-type",
        "a value of another kind was expected",
        "write the kind of value that the message names",
    ),
    code(
        "E-range",
        "a number is out of its range",
        "write a number within the range that the message gives",
    ),
    code(
        "E-field",
        "a field that is not known here",
        "take the nearest known name, or leave it out",
    ),
    code(
        "E-salt",
        "the salt is not 16 bytes in base64",
        "run `openssl rand -base64 16` and write what it prints",
    ),
    code(
        "E-unsigned",
        "the file carries no signature",
        "sign it with `ssh-keygen -Y sign -n tabella-orders`",
    ),
    code(
        "E-armor",
        "the signature cannot be read, or stands in the wrong place",
        "put the whole .sig after a line `...`",
    ),
    code(
        "E-key-other",
        "signed with another seat's key",
        "sign with the key of the seat that the file names",
    ),
    code(
        "E-key-unknown",
        "signed with a key that is not registered in this game",
        "sign with the registered key",
    ),
    code("E-namespace", "signed for another purpose", "sign with `-n tabella-orders`"),
    code(
        "E-signature",
        "the signature does not fit the bytes",
        "sign the file exactly as it is sent",
    ),
    code("E-seat", "no such seat may file here", "write the name of your seat as the form has it"),
    code("E-game", "the file is for another game", "send it to that game's referee"),
    code("E-over", "the game is over", "nothing is left to order"),
    code("E-phase", "the file answers another phase than the open one", "answer the newest form"),
    code("E-after", "`after` is not the game's head", "read the newest report and answer its form"),
    code("E-revision", "the revision is not higher than the one filed", "write a higher one"),
    code(
        "E-salt-used",
        "the salt was used before in this game",
        "run `openssl rand -base64 16` for every file",
    ),
];

/// The entry of a code.
pub fn explain(code: &str) -> Option<&'static Code> {
    CODES.iter().find(|entry| entry.code == code)
}
