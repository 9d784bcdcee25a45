//! H1, H2, I1: provinces change hands; the initiative.

use super::{field, say, score};
use crate::Table;
use crate::elements::{ArmyId, Side};
use crate::events::{Award, Movement, Sequence};
use crate::names::{City, Name};
use engine::Seat;

/// Provinces change hands, in map order.
pub(crate) fn change(table: &mut Table<'_>) {
    let places: Vec<(Name, City)> =
        table.rules().chart.provinces.iter().map(|province| (province.id, province.city)).collect();
    for (at, city) in places {
        let Some(owner) = table.state().owners.get(&at).copied() else { continue };
        let to = owner.other();
        let Some(army) = table.state().in_province(at, to).first().copied() else { continue };
        let held = !table.state().in_province(at, owner).is_empty();
        if held || (city == City::Major && !table.state().fallen.contains(&at)) {
            continue;
        }
        say(table, "H1", Movement::Captured { province: at, from: owner, to, city, army });
        let points = table.rules().chart.points;
        let due = match city {
            City::None => None,
            City::Minor => Some((points.minor_city, Award::MinorCity)),
            City::Major => Some((points.major_city, Award::MajorCity)),
        };
        if let Some((due, why)) = due {
            score::of_army(table, "H2", army, due, why);
        }
    }
    let provinces = Side::BOTH.map(|side| {
        u8::try_from(field(table).state.provinces(side)).expect("a map has few provinces")
    });
    say(table, "H1", Sequence::SeasonOver { provinces });
}

/// After Winter: the initiative passes to the side that won more battles.
pub(crate) fn year_over(table: &mut Table<'_>) {
    let wins = table.state().wins;
    let before = table.state().initiative;
    let side = match wins[0].cmp(&wins[1]) {
        std::cmp::Ordering::Greater => Side::Rome,
        std::cmp::Ordering::Less => Side::Carthage,
        std::cmp::Ordering::Equal => before,
    };
    say(table, "I1", Sequence::Initiative { wins, side, passes: side != before });
    let held = table.state().armies.iter().filter_map(|(id, army)| Some((army.seat.clone()?, *id)));
    let commands: Vec<(Seat, ArmyId)> = held.collect();
    let year = table.state().year;
    say(table, "A2", Sequence::YearOver { year, commands });
}
