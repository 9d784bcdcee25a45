//! Rule 11.0: Reform.

use super::activation::Activation;
use super::{GameTable, field, throw};
use crate::events::Effect;
use crate::names::{Id, Order};

/// 11.0a: each Disordered unit under Reform that is neither Engaged nor next to an enemy rolls.
pub(crate) fn reform(board: &mut GameTable<'_>, act: &Activation<'_>) {
    let rolls: Vec<(Id, u8)> = {
        let field = field(board);
        let tries = |unit: &Id| {
            act.acts(*unit)
                && act.order(*unit) == Some(Order::Reform)
                && field.disordered(*unit)
                && !field.engaged(*unit)
                && !field.in_contact(*unit)
        };
        act.units
            .iter()
            .map(|(unit, _)| *unit)
            .filter(tries)
            .map(|unit| (unit, field.morale(unit)))
            .collect()
    };
    for (unit, against) in rolls {
        throw(board, "11.0a", &format!("reform/{unit}"), |die| Effect::Reform {
            unit,
            die,
            against,
            success: die <= against,
        });
    }
}
