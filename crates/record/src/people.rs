//! Checks of people's names. Names stand beside one another in reports, in letters and on pages, and a git forge reads
//! some of them, so no name may look like another one or notify somebody there (`@name`). A name is checked when it is
//! given; names in a charter are read as they stand.

/// Names that no player may have, because the program and the referee speak under them.
const TAKEN: [&str; 2] = ["referee", "tabella"];

/// Letters of other alphabets that look like a Latin one, each followed by that Latin letter.
const TWINS: &str = "АAВBЕEЅSІIЈJКKМMНHОOРPСCТTУYХXаaеeѕsіiјjоoрpсcуyхxһhԁdԛqԝwΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧXαaοoρpνvιiκk";

/// Makes sure that no reader can mistake a person's name for somebody else's here.
///
/// # Errors
/// Why it cannot be taken.
pub fn check_name<'a>(name: &str, others: impl IntoIterator<Item = &'a str>) -> Result<(), String> {
    if name.contains('@') {
        return Err(format!(
            "`{name}` contains an @, which would make forges notify somebody: write only a name"
        ));
    }
    let look = look(name);
    if look.is_empty() {
        return Err(format!("`{name}` contains neither a letter nor a digit"));
    }
    if let Some(taken) = TAKEN.into_iter().find(|taken| self::look(taken) == look) {
        return Err(format!("`{name}` looks like `{taken}`, which nobody may use as a name"));
    }
    match others.into_iter().find(|other| self::look(other) == look) {
        Some(other) => Err(format!(
            "`{name}` looks like `{other}`, who has a different key: give one of the two a \
             different name"
        )),
        None => Ok(()),
    }
}

/// A name by its look: its letters and digits in lower case, with those that are easily confused replaced by one of
/// them.
fn look(name: &str) -> String {
    let mut twins = TWINS.chars();
    let twins: Vec<(char, char)> =
        std::iter::from_fn(|| Some((twins.next()?, twins.next()?))).collect();
    let latin = |letter: char| twins.iter().find(|(twin, _)| *twin == letter).map(|(_, it)| *it);
    let plain = |letter: char| match u32::from(letter) {
        wide @ 0xff01..=0xff5e => char::from_u32(wide - 0xfee0).unwrap_or(letter),
        _ => latin(letter).unwrap_or(letter),
    };
    let letters = name.chars().map(plain).flat_map(char::to_lowercase);
    let one = |letter: char| match letter {
        '0' => 'o',
        '1' | 'i' | '|' => 'l',
        other => other,
    };
    letters.map(one).filter(|letter| letter.is_alphanumeric()).collect()
}

#[cfg(test)]
mod tests {
    use super::check_name;

    #[test]
    fn a_name_that_passes_for_another_is_refused() {
        for name in [
            "Livia Drusi",
            "livia  drusi",
            "Liviа Drusi",
            "Ｌivia Drusi",
            "L1via-Drusi",
            "LІVΙA DRUSI",
        ] {
            let told = check_name(name, ["Scipio", "Livia Drusi"]).unwrap_err();
            assert!(told.contains("looks like `Livia Drusi`"), "{told}");
        }
        for name in ["referee", "Rеferee", "REFEREE!", "tabe11a"] {
            assert!(
                check_name(name, []).unwrap_err().contains("nobody may use as a name"),
                "{name}"
            );
        }
        assert!(check_name("@team", []).unwrap_err().contains("make forges notify somebody"));
        assert!(check_name("...", []).unwrap_err().contains("neither a letter"));
    }

    #[test]
    fn other_names_stay() {
        for name in ["Livia Drusilla", "Марк", "Ἀλέξανδρος", "李", "O'Hara", "Scipio II"]
        {
            assert_eq!(check_name(name, ["Livia Drusi", "Scipio"]), Ok(()), "{name}");
        }
    }
}
