//! `luck.yaml` of a title: whose luck a throw is, and which way it is good.

use super::Die;
use crate::packed;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// The span of worths: the best face of a die counts this much more than its average, or a little less where that leaves no
/// whole numbers.
const SPAN: i32 = 90;

/// Most faces of a die that somebody throws.
const FACES_MAX: u32 = 1000;

/// A title's description of its throws.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spec {
    /// The words that stand for a side: a seat, an army, or what stands before the first `-` or `.` of a unit's name.
    #[serde(default)]
    sides: BTreeMap<String, Vec<String>>,
    /// The side of a seat, army or unit that is in none of these lists.
    others: Option<String>,
    /// The face that counts as 0, the lowest.
    zero: Option<u32>,
    throws: Vec<Throw>,
    /// Kinds of events whose dice are nobody's luck.
    #[serde(default)]
    neither: Vec<String>,
}

/// One kind of throw.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Throw {
    /// The kind of the event that it decides.
    kind: String,
    /// Fields of the event that must have these values.
    #[serde(default)]
    when: BTreeMap<String, Value>,
    /// The fields that name who throws: one for all dice, or one for each.
    #[serde(default)]
    whose: Whose,
    /// The number of the word in that field, from 0; without it, the whole field counts.
    word: Option<usize>,
    /// The sides that throw, a die each.
    #[serde(default)]
    faces: Vec<String>,
    /// The number of dice that count, from the first on; without it, all.
    first: Option<usize>,
    good: Good,
    /// The purpose of the throw.
    words: String,
}

/// Fields of an event, by their path with dots.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(untagged)]
enum Whose {
    #[default]
    Nobody,
    One(String),
    Each(Vec<String>),
}

#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum Good {
    Way(Way),
    Faces(Vec<u32>),
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Way {
    High,
    Low,
}

impl Spec {
    /// The description of a title; none if the title was not built in.
    ///
    /// # Panics
    /// If the packed file cannot be read: a test reads them all.
    pub fn of(title: &str) -> Option<Self> {
        let text = packed::luck(title)?;
        Some(
            serde_yaml::from_str(text).unwrap_or_else(|error| panic!("{title}/luck.yaml: {error}")),
        )
    }

    /// True if it describes the dice of an event of this kind.
    pub fn knows(&self, kind: &str) -> bool {
        self.throws.iter().any(|throw| throw.kind == kind)
            || self.neither.iter().any(|it| it == kind)
    }

    /// The dice of an event that are somebody's luck.
    ///
    /// # Errors
    /// A face that the die does not have.
    pub(super) fn dice(&self, event: &Value) -> Result<Vec<Die>, String> {
        let fits = |throw: &&Throw| {
            event.get("kind").and_then(Value::as_str) == Some(&throw.kind)
                && throw.when.iter().all(|(name, value)| event.get(name) == Some(value))
        };
        let roll = event.get("roll");
        let sides = roll.and_then(|roll| roll.get("sides")).and_then(Value::as_u64);
        let faces = roll.and_then(|roll| roll.get("faces")).and_then(Value::as_array);
        let (Some(throw), Some(sides), Some(faces)) = (self.throws.iter().find(fits), sides, faces)
        else {
            return Ok(Vec::new());
        };
        let odd = |what: &Value| format!("a roll of {what}, which a {sides}-sided die cannot give");
        let count = u32::try_from(sides).ok().filter(|count| (1..=FACES_MAX).contains(count));
        let sides = count.ok_or_else(|| format!("a {sides}-sided die"))?;
        let worth = throw.good.worth(sides, self.zero);
        let counted = faces.iter().take(throw.first.unwrap_or(faces.len())).enumerate();
        let mut dice = Vec::new();
        for (at, face) in counted {
            let number = face.as_u64().and_then(|face| u32::try_from(face).ok());
            let shown = number.filter(|number| (1..=sides).contains(number));
            let face = shown.ok_or_else(|| odd(face))?;
            if let Some(side) = self.side(throw, event, at) {
                dice.push(Die { side, kind: throw.words.clone(), worth: worth.clone(), face });
            }
        }
        Ok(dice)
    }

    /// The side whose luck the die at this place is.
    fn side(&self, throw: &Throw, event: &Value, at: usize) -> Option<String> {
        if let Some(side) = throw.faces.get(at) {
            return Some(side.clone());
        }
        let path = match &throw.whose {
            Whose::Nobody => return None,
            Whose::One(path) => path,
            Whose::Each(paths) => paths.get(at)?,
        };
        let found = path.split('.').try_fold(event, |value, name| value.get(name))?;
        let name = found.as_str().or_else(|| found.as_array()?.first()?.as_str())?;
        let name = match throw.word {
            Some(word) => name.split(' ').nth(word)?,
            None => name,
        };
        let stem = name.split(['-', '.']).next().unwrap_or(name);
        let listed = |names: &Vec<String>| names.iter().any(|known| known == name || known == stem);
        let side = self.sides.iter().find(|(_, names)| listed(names)).map(|(side, _)| side.clone());
        // If a title lists none, the field names the side itself.
        side.or_else(|| self.others.clone())
            .or_else(|| self.sides.is_empty().then(|| name.to_owned()))
    }
}

impl Good {
    /// The value of each face, face 1 first.
    fn worth(&self, sides: u32, zero: Option<u32>) -> Vec<i32> {
        let count = i32::try_from(sides).expect("a die has few faces");
        let number = |face: u32| {
            let low = zero.is_some_and(|zero| zero == face);
            if low {
                0
            } else {
                i32::try_from(face).expect("few faces") - i32::from(zero.is_none())
            }
        };
        let ranked = |face: u32| (2 * number(face) - (count - 1)) * (SPAN / (count - 1).max(1));
        match self {
            Self::Way(Way::High) => (1..=sides).map(ranked).collect(),
            Self::Way(Way::Low) => (1..=sides).map(|face| -ranked(face)).collect(),
            Self::Faces(good) => {
                let hits = i32::try_from(good.len()).expect("few faces");
                let worth = |face: u32| if good.contains(&face) { count - hits } else { -hits };
                (1..=sides).map(|face| worth(face) * (SPAN / count).max(1)).collect()
            }
        }
    }
}
