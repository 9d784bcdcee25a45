//! BA13: attacks on the enemy camp.

use super::super::events::{Blow, Clause};
use super::super::plan::Role;
use super::super::scene::Scene;
use super::Battle;
use crate::elements::Member;

impl<S: Scene + ?Sized> Battle<'_, S> {
    /// Each raider that is ready attacks the camp, until it is looted.
    pub(super) fn camps(&mut self, role: Role) {
        let party = self.line().party(role);
        let ready =
            party.raiders.iter().filter(|raider| raider.left < party.own).map(|raider| raider.who);
        for who in ready.collect::<Vec<Member>>() {
            if self.line().party(role.other()).looted.is_some() {
                return;
            }
            self.camp_fight(role, who);
        }
    }

    fn camp_fight(&mut self, role: Role, who: Member) {
        let event = self.throw("BA13", &format!("{who} camp v camp"), 2, |chart, line, faces| {
            let camp = line.party(role.other());
            let modifiers = vec![Clause::new("factor", chart.of(who.element.troop).foot)];
            let mut camp_modifiers = vec![Clause::new("camp", chart.field.camp_defence)];
            if !camp.reserve.is_empty() {
                camp_modifiers.push(Clause::new("guard", chart.field.camp_guard));
            }
            let sum = |die: u8, clauses: &[Clause]| {
                i16::from(die) + clauses.iter().map(|clause| clause.points).sum::<i16>()
            };
            Blow::CampFight {
                who,
                camp: camp.army(),
                die: faces[0],
                score: sum(faces[0], &modifiers),
                modifiers,
                camp_die: faces[1],
                camp_score: sum(faces[1], &camp_modifiers),
                camp_modifiers,
            }
        });
        let Blow::CampFight { score, camp_score, .. } = event else { return };
        if score > camp_score {
            let seat = self.line().party(role).seat_of(who).clone();
            let army = self.line().party(role.other()).army();
            self.tell(
                "BA13",
                Blow::CampLooted { army, by: who, seat, counts: self.chart.field.camp_counts },
            );
        }
    }
}
