//! Names of armies, provinces and sides.

use crate::data::chart::Chart;
use crate::elements::ArmyId;
use crate::events::sight::View;
use crate::names::Name;
use crate::state::State;
use engine::story::{Gap, Ledger, Line, say};

/// The war before and after a record, as one viewer knows it, and what is remembered.
pub(super) struct Realm<'a> {
    pub(super) chart: &'a Chart,
    pub(super) before: &'a State,
    pub(super) after: &'a State,
    pub(super) ledger: &'a Ledger,
}

impl<'a> Realm<'a> {
    pub(super) const fn new(
        chart: &'a Chart,
        before: &'a View,
        after: &'a View,
        ledger: &'a Ledger,
    ) -> Self {
        Self { chart, before: &before.state, after: &after.state, ledger }
    }

    /// An army by name, or by whose it is where the charter names them.
    pub(super) fn army(&self, id: ArmyId) -> Line {
        self.army_only(id).maybe("general", self.general(id))
    }

    /// An army that acts: by name, or its general where the charter names them.
    pub(super) fn led(&self, id: ArmyId) -> Line {
        say(format!("led/{id}")).with("army", self.army(id)).maybe("general", self.general(id))
    }

    /// Whoever commands an army, by name.
    pub(super) fn general(&self, id: ArmyId) -> Option<Gap> {
        let seat = |state: &State| state.armies.get(&id).and_then(|army| army.seat.clone());
        let general = seat(self.after).or_else(|| seat(self.before))?;
        Some(Gap::Player(general.to_string()))
    }

    /// An army by name alone; the armies of a minor war by their parts in it.
    pub(super) fn army_only(&self, id: ArmyId) -> Line {
        let line = say(format!("army/{id}"));
        match id {
            ArmyId::Ma | ArmyId::Mb => line,
            ArmyId::Ra | ArmyId::Rb | ArmyId::Ca | ArmyId::Cb => {
                line.with("name", self.chart.army_name(id))
            }
        }
    }

    /// Armies by name; both of one side as that, several that are called after something as "the armies of this and of that".
    pub(super) fn armies(&self, ids: &[ArmyId]) -> Vec<Line> {
        let are = |one, other| ids.len() == 2 && ids.contains(&one) && ids.contains(&other);
        if are(ArmyId::Ra, ArmyId::Rb) {
            return vec![say("armies/rome")];
        }
        if are(ArmyId::Ca, ArmyId::Cb) {
            return vec![say("armies/carthage")];
        }
        let of = |id: &ArmyId| {
            let name = self.chart.army_name(*id);
            let short = name.strip_prefix("the army ")?;
            Some(say("army/some").with("name", name).with("of", short))
        };
        let minor = ids.iter().any(|id| matches!(id, ArmyId::Ma | ArmyId::Mb));
        let short: Option<Vec<Line>> = ids.iter().map(of).collect();
        match short {
            Some(names) if names.len() > 1 && !minor => vec![say("armies").with("names", names)],
            Some(_) | None => ids.iter().map(|id| self.army(*id)).collect(),
        }
    }

    /// Armies that act: one as [`Self::led`], several as [`Self::armies`].
    pub(super) fn all_led(&self, ids: &[ArmyId]) -> Vec<Line> {
        match ids {
            [id] => vec![self.led(*id)],
            ids => self.armies(ids),
        }
    }

    /// A province by name.
    pub(super) fn place(&self, id: Name) -> Line {
        let name = self.chart.find(id).map_or(id.as_str(), |province| province.name.as_str());
        say("place").with("name", name)
    }

    /// The city of a province, where it has one of another name.
    pub(super) fn city(&self, id: Name) -> Option<Line> {
        let province = self.chart.find(id)?;
        let named = !province.city_name.is_empty() && province.city_name != province.name;
        named.then(|| say("place").with("name", province.city_name.as_str()))
    }
}
