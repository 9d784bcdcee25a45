//! BA14: breaking, pursuit, withdrawal.

use super::super::events::{Cause, Ending};
use super::super::plan::Role;
use super::super::scene::Scene;
use super::{Battle, number};
use crate::elements::{Member, Office};

impl<S: Scene + ?Sized> Battle<'_, S> {
    /// Checks at the end of a bound whether a side breaks, the attacker first.
    pub(super) fn breaking(&mut self) {
        for role in Role::BOTH {
            let (own, enemy) = (self.line().party(role), self.line().party(role.other()));
            let (losses, enemy_losses, limit, general_lost) =
                (own.losses(), enemy.losses(), own.limit, own.general_lost());
            if losses > enemy_losses && (losses >= limit || general_lost) {
                let left = own.roster.len() - own.lost.len();
                let pursuit_limit = u8::try_from(left / 2).expect("an army has few elements");
                let army = own.army();
                self.tell(
                    "BA14",
                    Ending::Broken {
                        army,
                        losses,
                        enemy_losses,
                        limit,
                        general_lost,
                        pursuit_limit,
                    },
                );
                self.pursue(role, left / 2);
                return;
            }
        }
    }

    /// The winner's horse goes after the broken side, in roster order.
    fn pursue(&mut self, broken: Role, limit: usize) {
        let winner = self.line().party(broken.other());
        let horse = winner.roster.iter().copied().filter(|who| {
            let gone = winner.lost.contains(who) || winner.fled.contains(who);
            let away = winner.raiders.iter().any(|raider| raider.who == *who);
            self.chart.of(who.element.troop).traits.horse && !gone && !away
        });
        let mut caught = 0;
        for who in horse.collect::<Vec<Member>>() {
            if caught >= limit {
                return;
            }
            let prey = self.slowest(broken);
            let event = self.throw("BA14", &format!("pursuit {who}"), 1, |chart, _, faces| {
                let needed = chart.field.pursuit_score;
                Ending::Pursuit {
                    who,
                    score: faces[0],
                    needed,
                    hit: prey.filter(|_| faces[0] >= needed),
                }
            });
            if let Ending::Pursuit { hit: Some(hit), .. } = event {
                self.kill(hit, who, Cause::Pursuit);
                caught += 1;
            }
        }
    }

    /// The element that a pursuit catches: the slowest in good going, then roster order, generals last.
    fn slowest(&self, broken: Role) -> Option<Member> {
        let party = self.line().party(broken);
        let leads = |who: Member| {
            party.host.all().any(|man| man.id == who && man.office == Some(Office::General))
        };
        let left = party.roster.iter().copied().filter(|who| !party.lost.contains(who));
        left.min_by_key(|who| (leads(*who), self.chart.speed(who.element.troop, false)))
    }

    /// A side leaves the field: each in a fight may be caught by its opponent.
    pub(super) fn withdraw(&mut self, role: Role) {
        let (own, enemy) = (self.line().party(role), self.line().party(role.other()));
        let leaves = Ending::Withdrew {
            army: own.army(),
            losses: own.losses(),
            enemy_losses: enemy.losses(),
        };
        let fights = self.line().fights();
        self.tell("BA14", leaves);
        for (index, file) in fights {
            let lane = &self.line().lanes[index];
            let man = |of| lane.man(file, of).map(|man| man.who);
            let (Some(who), Some(from)) = (man(role), man(role.other())) else { continue };
            let speed = |who: Member| self.chart.speed(who.element.troop, lane.ground.bad);
            let caught_on = 1 + u8::from(speed(from) > speed(who));
            let event = self.throw("BA14", &format!("withdraw {who}"), 1, |_, _, faces| {
                let (score, caught) = (faces[0], faces[0] <= caught_on);
                Ending::Withdrawal {
                    who,
                    lane: number(index),
                    file,
                    from,
                    score,
                    caught_on,
                    caught,
                }
            });
            if matches!(event, Ending::Withdrawal { caught: true, .. }) {
                self.kill(who, from, Cause::Withdrawal);
            }
        }
    }
}
