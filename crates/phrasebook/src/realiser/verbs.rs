//! The forms of English verbs and the plurals of nouns.

/// Verbs whose past or participle no rule gives: base, past, participle.
const IRREGULAR: [(&str, &str, &str); 59] = [
    ("be", "was", "been"),
    ("beat", "beat", "beaten"),
    ("become", "became", "become"),
    ("begin", "began", "begun"),
    ("break", "broke", "broken"),
    ("bring", "brought", "brought"),
    ("catch", "caught", "caught"),
    ("choose", "chose", "chosen"),
    ("come", "came", "come"),
    ("cost", "cost", "cost"),
    ("cut", "cut", "cut"),
    ("do", "did", "done"),
    ("draw", "drew", "drawn"),
    ("drive", "drove", "driven"),
    ("fall", "fell", "fallen"),
    ("fight", "fought", "fought"),
    ("flee", "fled", "fled"),
    ("find", "found", "found"),
    ("get", "got", "got"),
    ("give", "gave", "given"),
    ("go", "went", "gone"),
    ("have", "had", "had"),
    ("hit", "hit", "hit"),
    ("hold", "held", "held"),
    ("keep", "kept", "kept"),
    ("lay", "laid", "laid"),
    ("lead", "led", "led"),
    ("leave", "left", "left"),
    ("let", "let", "let"),
    ("lie", "lay", "lain"),
    ("lose", "lost", "lost"),
    ("make", "made", "made"),
    ("mean", "meant", "meant"),
    ("meet", "met", "met"),
    ("pay", "paid", "paid"),
    ("put", "put", "put"),
    ("refit", "refitted", "refitted"),
    ("ride", "rode", "ridden"),
    ("rise", "rose", "risen"),
    ("run", "ran", "run"),
    ("say", "said", "said"),
    ("seek", "sought", "sought"),
    ("send", "sent", "sent"),
    ("set", "set", "set"),
    ("shake", "shook", "shaken"),
    ("shoot", "shot", "shot"),
    ("show", "showed", "shown"),
    ("sink", "sank", "sunk"),
    ("slay", "slew", "slain"),
    ("spend", "spent", "spent"),
    ("split", "split", "split"),
    ("stand", "stood", "stood"),
    ("strike", "struck", "struck"),
    ("swing", "swung", "swung"),
    ("take", "took", "taken"),
    ("throw", "threw", "thrown"),
    ("win", "won", "won"),
    ("withdraw", "withdrew", "withdrawn"),
    ("write", "wrote", "written"),
];

/// Verbs that double their last letter.
const DOUBLING: [&str; 5] = ["stop", "slip", "rip", "trap", "drop"];

/// Nouns whose plural no rule gives; `horse` are horsemen.
const PLURALS: [(&str, &str); 4] =
    [("horse", "horse"), ("foot", "foot"), ("man", "men"), ("elephants", "elephants")];

/// A verb in all the forms that are needed.
pub(super) struct Forms {
    pub(super) base: String,
    pub(super) third: String,
    pub(super) past: String,
    pub(super) participle: String,
    /// ` back`, with its space; empty if there is none.
    pub(super) particle: String,
}

pub(super) fn forms(verb: &str) -> Forms {
    let (lemma, particle) = verb.split_once(' ').unwrap_or((verb, ""));
    let (past, participle) = match IRREGULAR.iter().find(|(base, ..)| *base == lemma) {
        Some((_, past, participle)) => ((*past).to_owned(), (*participle).to_owned()),
        None => (regular(lemma), regular(lemma)),
    };
    let third = match lemma {
        "be" => "is".to_owned(),
        "have" => "has".to_owned(),
        _ => with_s(lemma),
    };
    let particle = if particle.is_empty() { String::new() } else { format!(" {particle}") };
    Forms { base: lemma.to_owned(), third, past, participle, particle }
}

fn regular(lemma: &str) -> String {
    if lemma.ends_with('e') {
        format!("{lemma}d")
    } else if let Some(stem) = consonant_y(lemma) {
        format!("{stem}ied")
    } else if DOUBLING.contains(&lemma) {
        format!("{lemma}{}ed", &lemma[lemma.len() - 1..])
    } else {
        format!("{lemma}ed")
    }
}

/// The stem of a word that ends in a consonant and `y`.
fn consonant_y(word: &str) -> Option<&str> {
    word.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'i', 'o', 'u']))
}

fn with_s(word: &str) -> String {
    if let Some(stem) = consonant_y(word) {
        format!("{stem}ies")
    } else if ["s", "sh", "ch", "x", "o"].iter().any(|end| word.ends_with(end)) {
        format!("{word}es")
    } else {
        format!("{word}s")
    }
}

/// The plural of a noun; in `unit of Iberians` the head changes.
pub(super) fn plural(noun: &str) -> String {
    let (head, rest) = noun.find(" of ").map_or((noun, ""), |at| noun.split_at(at));
    let (before, last) = head.rsplit_once(' ').map_or(("", head), |(before, last)| (before, last));
    let many = PLURALS.iter().find(|(one, _)| *one == last);
    let many = many.map_or_else(|| with_s(last), |(_, many)| (*many).to_owned());
    let before = if before.is_empty() { String::new() } else { format!("{before} ") };
    format!("{before}{many}{rest}")
}
