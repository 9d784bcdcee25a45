//! Every stable code under which a file comes back before the game has looked at its orders.
//!
//! Those that a title's own reading shares (a missing field, a value of another kind) are [`engine::Common`]'s; the codes
//! of a title's refusals are the title's.

engine::codes! {
    /// The faults of a file as a file, in the order in which it is read.
    pub enum Code {
        fault Size = "E-size":
            "the file is too large; an order file has at most 64 KiB" => "send the order file alone";
        fault Sealed = "E-sealed":
            "the sealed file cannot be opened with this game's key" => "seal it again to the key in the line `seal:` of game.yaml, with `tabella git seal` or `age -a -r age1...`";
        fault Utf8 = "E-utf8":
            "the file is not UTF-8 text" => "save it in UTF-8";
        fault Control = "E-control":
            "the text contains an invisible character" => "remove it, or type the word again";
        fault Kind = "E-kind":
            "the file is not an order file, or it contains something besides the orders" => "save the form itself as plain text in UTF-8, with nothing else in the file";
        fault Lookalike = "E-lookalike":
            "a character only looks like the right one, or a space is missing" => "type the ordinary character from the keyboard instead";
        fault Yaml = "E-yaml":
            "the text is not valid YAML at this place" => "compare this line and the line before it with the form";
        fault YamlEmpty = "E-yaml-empty":
            "the file is empty or contains only comments" => "send the file that you filled in";
        fault YamlDocuments = "E-yaml-documents":
            "the file contains a second document" => "remove everything after the first document";
        fault YamlDirective = "E-yaml-directive":
            "a line begins with `%`" => "remove it";
        fault YamlAnchor = "E-yaml-anchor":
            "the file contains an anchor (`&name`) or an alias (`*name`)" => "write the value itself";
        fault YamlTag = "E-yaml-tag":
            "the file contains a tag (`!name`)" => "leave it out";
        fault YamlMerge = "E-yaml-merge":
            "the file contains a merge key (`<<`)" => "write the values themselves";
        fault YamlDuplicate = "E-yaml-duplicate":
            "a key appears twice in one map" => "keep one of the two";
        fault YamlKey = "E-yaml-key":
            "a key is not a word" => "write `word: value`";
        fault YamlDepth = "E-yaml-depth":
            "lists and maps are nested more than 64 levels deep" => "look for brackets that are never closed";
        fault YamlNodes = "E-yaml-nodes":
            "the text contains more than 200,000 values" => "check that this is the right file";
        fault YamlMany = "E-yaml-many":
            "the file has more than 50 mistakes; the rest was not read" => "correct the first ones and try again";
        fault Version = "E-version":
            "the file is written in another version of the format" => "write `tabella: 1`, or get a newer program";
        fault Salt = "E-salt":
            "the salt is missing or could be guessed" => "type at least 22 characters that nobody could guess, or copy what `openssl rand -base64 16` prints";
        fault Unsigned = "E-unsigned":
            "the file has no signature" => "sign it with `ssh-keygen -Y sign -n tabella-orders`";
        fault Armor = "E-armor":
            "the signature cannot be read, or is in the wrong place" => "put the whole text of the .sig file after a line `...`";
        fault KeyOther = "E-key-other":
            "the file is signed with another seat's key" => "sign with the key of the seat that the file names";
        fault KeyUnknown = "E-key-unknown":
            "the file is signed with a key that is not registered in this game" => "sign with the registered key";
        fault KeyReplaced = "E-key-replaced":
            "the file is signed with a key that a change has replaced" => "sign with the new key";
        fault Namespace = "E-namespace":
            "the file is signed for another purpose" => "sign with `-n tabella-orders`";
        fault Signature = "E-signature":
            "the signature does not belong to these bytes" => "sign the file exactly as it is sent";
        fault Head = "E-head":
            "the charter requires a signature that vouches for the head, but it is missing or not \
             valid" => "sign with `tabella sign` or with the commands that the form shows, and send both signatures";
        warning HeadUnfit = "W-head":
            "the signature on the head is not valid; the orders still count" => "sign the lines exactly as the form shows them, with the key of your seat";
        fault Seat = "E-seat":
            "no seat of this name may file here" => "write the name of your seat as in the form";
        fault Game = "E-game":
            "the file is for another game" => "send it to that game's referee";
        fault Over = "E-over":
            "the game is over" => "no more orders can be given";
        fault Phase = "E-phase":
            "the file is for a phase other than the open one" => "fill in the newest form";
        fault After = "E-after":
            "`after` is not the game's head" => "read the newest report and fill in its form";
        fault Revision = "E-revision":
            "the revision is not higher than the revision already filed" => "write a higher number";
        fault SaltUsed = "E-salt-used":
            "the salt was already used in this game" => "write a new salt: every file needs its own";
        warning TakenBack = "W-taken-back":
            "an earlier file for this phase contained something that this file leaves out; only \
             the file with the highest revision counts"
            => "copy it from the earlier file, unless you want to withdraw it";
        fault Note = "E-note":
            "this game does not allow the note" => "the charter's line `notes:` says which notes \
                 players may write; without that line, none are allowed";
    }
}
