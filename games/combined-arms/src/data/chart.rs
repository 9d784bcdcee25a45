//! The contents of the data files: unit types, armies, layouts, boards, scenarios, options.

use crate::names::{Name, Side, TypeName, UnitId};
use crate::orders::{AttackPolicy, Criterion};
use crate::state::Board;
use engine::kit::{Facing, Pair, Square};

/// All data of the title.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Chart {
    /// Unit types in the order of the Unit Lists, Rome's before Carthage's: the roster order.
    pub kinds: Vec<Kind>,
    pub figures: Figures,
    pub armies: Vec<ReadyArmy>,
    pub layouts: Vec<Layout>,
    pub maps: Vec<MapSheet>,
    pub scenarios: Vec<Scenario>,
    pub options: Vec<OptionRow>,
    /// Criteria for the retreat square where a side names none.
    pub retreat_default: Vec<Criterion>,
    /// The attack policy of a side that says nothing.
    pub attack_default: AttackPolicy,
    /// The criteria in words.
    pub criteria: Vec<(String, String)>,
}

/// A type of units, as printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Kind {
    /// Its name in files.
    pub name: TypeName,
    pub side: Side,
    /// Its name as the rulebook spells it.
    pub title: String,
    /// The usual spelling, for reports.
    pub alias: String,
    /// Unit ids are this and a running number; a General's id is this alone.
    pub prefix: UnitId,
    /// One letter for pictures.
    pub letter: char,
    /// Most squares a turn.
    pub movement: u8,
    /// Greatest distance of an attack without pila.
    pub range: u8,
    /// The printed Defense, without additions.
    pub defense: u8,
    /// Most in an army of normal size.
    pub max: Option<u8>,
    /// Fewest in an army of normal size.
    pub min: u8,
    /// Pila it starts with.
    pub pila: u8,
    /// Worth at the limit of turns.
    pub points: u8,
    pub abilities: Abilities,
    /// A rough kind of unit, for layouts and built-in players.
    pub class: Class,
}

/// The special abilities that are printed for a type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is one printed ability, and they are independent"
)]
pub(crate) struct Abilities {
    /// Adjacent friends get more Defense; his loss loses the game.
    pub general: bool,
    /// Attacks during its move and passes through friends.
    pub skirmish: bool,
    /// Throws pila, which reach further than its other attacks.
    pub pila: bool,
    /// May charge once in the game.
    pub charge: bool,
    /// Does more damage, and is destroyed when it must fall back.
    pub elephant: bool,
    /// Cannot move and attack in one turn.
    pub artillery: bool,
}

engine::words! {
    pub(crate) enum Ability {
        General = "general",
        Skirmish = "skirmish",
        Pila = "pila",
        Charge = "charge",
        Elephant = "elephant",
        Artillery = "artillery",
    }

    pub(crate) enum Class {
        General = "general",
        /// Heavy infantry.
        Heavy = "heavy",
        /// Light foot and light horse with missiles.
        Light = "light",
        Horse = "horse",
        Beast = "beast",
        Engine = "engine",
    }
}

impl Abilities {
    pub(crate) const fn has(self, ability: Ability) -> bool {
        match ability {
            Ability::General => self.general,
            Ability::Skirmish => self.skirmish,
            Ability::Pila => self.pila,
            Ability::Charge => self.charge,
            Ability::Elephant => self.elephant,
            Ability::Artillery => self.artillery,
        }
    }

    pub(crate) const fn add(&mut self, ability: Ability) {
        let own = match ability {
            Ability::General => &mut self.general,
            Ability::Skirmish => &mut self.skirmish,
            Ability::Pila => &mut self.pila,
            Ability::Charge => &mut self.charge,
            Ability::Elephant => &mut self.elephant,
            Ability::Artillery => &mut self.artillery,
        };
        *own = true;
    }

    pub(crate) fn words(self) -> impl Iterator<Item = &'static str> {
        let own = Ability::ALL.iter().filter(move |ability| self.has(**ability));
        own.map(|ability| ability.word())
    }
}

/// Figures that are not a type's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Figures {
    /// Damage of an attack.
    pub base: u8,
    /// Damage of an attack into a side.
    pub side: u8,
    /// Damage of an attack into a rear.
    pub rear: u8,
    /// Damage of a veteran's attack.
    pub veteran: u8,
    /// Damage of an Elephant's attack.
    pub elephant: u8,
    /// Damage of a charging Celt's attack.
    pub charge: u8,
    /// Move of a charging Celt.
    pub charge_move: u8,
    pub pila_range: u8,
    /// The Defense that an adjacent General adds.
    pub general: u8,
}

/// An army that a player can choose as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReadyArmy {
    pub name: Name,
    pub side: Side,
    pub size: u8,
    pub note: String,
    pub units: Vec<(TypeName, u32)>,
    /// Its veterans, in the order of `armies.yaml`.
    pub veterans: Vec<UnitId>,
}

/// A set-up that a player can choose as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    pub name: Name,
    pub side: Side,
    /// Columns of the board it fits.
    pub size: u8,
    pub note: String,
    /// The square and the facing of each unit.
    pub cells: Vec<(UnitId, Square, Facing)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MapSheet {
    pub name: Name,
    pub note: String,
    pub board: Board,
}

/// A scenario: the size of board and armies, with its defaults.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    pub name: Name,
    pub title: String,
    /// Its board, unless the charter says otherwise.
    pub map: Name,
    pub army_size: u8,
    /// The factor by which the maxima and minima of armies are multiplied.
    pub limits_factor: u8,
    /// Options that differ from the defaults.
    pub options: Vec<(String, String)>,
    /// Ready armies, Rome's and Carthage's, the first being the default.
    pub armies: Pair<Vec<Name>>,
    /// Layouts, Rome's and Carthage's, the first being the default.
    pub layouts: Pair<Vec<Name>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OptionRow {
    pub name: String,
    pub values: Vec<String>,
    /// The value if none is chosen, in full and in brisk tempo.
    pub default: [String; 2],
    pub note: String,
}

impl Chart {
    /// A unit type.
    ///
    /// # Panics
    /// If there is none of this name; states hold only known types, which `sound` asserts.
    pub(crate) fn kind(&self, name: TypeName) -> &Kind {
        self.find_kind(name).expect("a state holds only known types")
    }

    pub(crate) fn find_kind(&self, name: TypeName) -> Option<&Kind> {
        self.kinds.iter().find(|kind| kind.name == name)
    }

    /// The types of a side, in roster order.
    pub(crate) fn kinds_of(&self, side: Side) -> impl Iterator<Item = &Kind> {
        self.kinds.iter().filter(move |kind| kind.side == side)
    }

    pub(crate) fn general(&self, side: Side) -> &Kind {
        self.kinds_of(side)
            .find(|kind| kind.abilities.general)
            .expect("the data was checked for one General a side")
    }

    pub(crate) fn scenario(&self, name: Name) -> Option<&Scenario> {
        self.scenarios.iter().find(|scenario| scenario.name == name)
    }

    pub(crate) fn army(&self, name: Name) -> Option<&ReadyArmy> {
        self.armies.iter().find(|army| army.name == name)
    }

    pub(crate) fn layout(&self, name: Name) -> Option<&Layout> {
        self.layouts.iter().find(|layout| layout.name == name)
    }

    pub(crate) fn map(&self, name: Name) -> Option<&MapSheet> {
        self.maps.iter().find(|map| map.name == name)
    }

    /// The unit ids of an army with these counts, in roster order, with their types.
    pub(crate) fn roster(&self, units: &[(TypeName, u32)]) -> Vec<(UnitId, TypeName)> {
        let mut roster = Vec::new();
        for kind in &self.kinds {
            let count: u32 =
                units.iter().filter(|(name, _)| *name == kind.name).map(|(_, count)| *count).sum();
            for number in 1..=count {
                let id = if kind.abilities.general {
                    Some(kind.prefix)
                } else {
                    numbered(kind.prefix, number)
                };
                roster.extend(id.map(|id| (id, kind.name)));
            }
        }
        roster
    }

    /// The type that a unit id belongs to, whether or not any army has so many.
    pub(crate) fn kind_of_id(&self, id: UnitId) -> Option<&Kind> {
        self.kinds.iter().find(|kind| {
            let rest = id.as_str().strip_prefix(kind.prefix.as_str());
            rest.is_some_and(|rest| {
                if kind.abilities.general {
                    return rest.is_empty();
                }
                !rest.is_empty()
                    && !rest.starts_with('0')
                    && rest.bytes().all(|byte| byte.is_ascii_digit())
            })
        })
    }
}

impl Scenario {
    pub fn armies_of(&self, side: Side) -> &[Name] {
        &self.armies[side]
    }

    pub fn layouts_of(&self, side: Side) -> &[Name] {
        &self.layouts[side]
    }
}

fn numbered(prefix: UnitId, number: u32) -> Option<UnitId> {
    UnitId::new(&format!("{prefix}{number}"))
}
