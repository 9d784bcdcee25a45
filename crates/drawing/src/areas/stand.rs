//! The contents of the areas: counters in their slots, marches, chains of seas, cities, sieges, battles, losses.

use super::Sheet;
use super::outline::{Beside, City};
use super::signs::{self, HALF};
use super::spot::{Num, Spot, curve, smooth, trimmed};
use crate::{Xml, dark};
use engine::map::areas::{Counter, Loss, March};
use std::fmt::{self, Write};

struct Placed<'a> {
    counter: &'a Counter,
    at: Spot,
    /// The end of its leader, if it stands beside its area.
    leader: Option<Spot>,
}

struct Lost<'a> {
    loss: &'a Loss,
    at: Spot,
    /// True if nothing of the side is left in the area; an empty frame then stands for it.
    alone: bool,
}

pub(super) struct Stand<'a> {
    sheet: &'a Sheet<'a>,
    placed: Vec<Placed<'a>>,
    lost: Vec<Lost<'a>>,
}

/// Corners of a counter, in the order in which badges take them.
const CORNERS: [(i64, i64); 4] = [(34, -34), (-34, -34), (34, 34), (-34, 34)];

impl<'a> Stand<'a> {
    /// Gives every counter its place: the slots of its area in order; once they run out, half behind the last counter,
    /// so that its number shows.
    pub(super) fn of(sheet: &'a Sheet<'a>) -> Self {
        let mut placed: Vec<Placed<'a>> = Vec::new();
        for place in &sheet.areas.places {
            let counters = sheet.areas.counters.iter().filter(|one| one.area == place.id);
            let slots = sheet.outline.areas[&place.id].slots.len();
            for (nth, counter) in counters.enumerate() {
                let (at, leader) = sheet.outline.slot(&place.id, nth.min(slots - 1));
                let behind = i64::try_from((nth + 1).saturating_sub(slots)).expect("few counters");
                let piece = sheet.outline.look.counter;
                let at = at.plus(-(HALF.0 + 3) * piece * behind, -8 * piece * behind);
                placed.push(Placed { counter, at, leader: leader.filter(|_| behind == 0) });
            }
        }
        let mut stand = Self { sheet, placed, lost: Vec::new() };
        for loss in &sheet.areas.losses {
            let lost = stand.fallen(loss);
            stand.lost.push(lost);
        }
        stand
    }

    /// The place of a loss: the lower corner of what is left of the side, else the next slot that is free.
    fn fallen(&self, loss: &'a Loss) -> Lost<'a> {
        let here = self.placed.iter().filter(|placed| placed.counter.area == loss.area);
        if let Some(left) = here.clone().find(|placed| placed.counter.side == loss.side) {
            let at = left.at.plus(-self.piece(350), self.piece(350));
            return Lost { loss, at, alone: false };
        }
        let others = self.lost.iter().filter(|lost| lost.alone && lost.loss.area == loss.area);
        let last = self.sheet.outline.areas[&loss.area].slots.len() - 1;
        let nth = (here.count() + others.count()).min(last);
        Lost { loss, at: self.sheet.outline.slot(&loss.area, nth).0, alone: true }
    }

    /// The place of the most important event: a battle, a siege, a loss, or the end of the last march, in this order.
    pub(super) fn event(&self) -> Option<Spot> {
        let areas = self.sheet.areas;
        let battle = areas.battles.last().map(|battle| &battle.area);
        let siege = || areas.sieges.first().map(|siege| &siege.area);
        let loss = || areas.losses.last().map(|loss| &loss.area);
        let march = || areas.marches.last().and_then(|march| march.path.last());
        let area = battle.or_else(siege).or_else(loss).or_else(march)?;
        Some(self.sheet.outline.slot(area, 0).0)
    }

    pub(super) fn find(&self, id: &str) -> Option<(&Counter, Spot)> {
        let placed = self.placed.iter().find(|placed| placed.counter.id == id)?;
        Some((placed.counter, placed.at))
    }

    /// A length given in tenths at a counter's usual size, scaled to this sheet.
    fn piece(&self, tenths: i64) -> i64 {
        tenths * self.sheet.outline.look.counter / 10
    }

    /// Draws everything, from the lowest layer to the highest.
    pub(super) fn write(&self, out: &mut String) -> fmt::Result {
        self.leaders(out)?;
        self.chains(out)?;
        self.marches(out)?;
        self.cities(out)?;
        self.sieges(out)?;
        self.printed(out)?;
        self.counters(out)?;
        self.losses(out)?;
        self.battles(out)
    }

    fn leaders(&self, out: &mut String) -> fmt::Result {
        for placed in &self.placed {
            let Some(to) = placed.leader else { continue };
            let from = placed.at;
            writeln!(
                out,
                "<path class=\"m-a-clear\" stroke-width=\"6\" d=\"M{from}L{to}\"/><path class=\"m-line\" stroke-width=\"2\" d=\"M{from}L{to}\"/><circle class=\"m-ink\" cx=\"{}\" cy=\"{}\" r=\"4.5\"/>",
                Num(to.x),
                Num(to.y)
            )?;
        }
        Ok(())
    }

    /// The place of a side's units in an area, and `true`; without units the area's best slot, and `false`. The named
    /// counter goes before others of the side.
    fn stands(&self, area: &str, side: &str, counter: &str) -> (Spot, bool) {
        let here = || self.placed.iter().filter(|placed| placed.counter.area == area);
        let own = here().find(|placed| placed.counter.id == counter);
        match own.or_else(|| here().find(|placed| placed.counter.side == side)) {
            Some(placed) => (placed.at, true),
            None => {
                let (at, leader) = self.sheet.outline.slot(area, 0);
                (leader.unwrap_or(at), false)
            }
        }
    }

    fn chains(&self, out: &mut String) -> fmt::Result {
        for chain in &self.sheet.areas.chains {
            let [from, to] =
                chain.between.each_ref().map(|sea| self.stands(sea, &chain.side, "").0);
            write!(out, "<g><title>{}</title>", Xml(&chain.words))?;
            let line = trimmed(&[from, to], self.piece(460), self.piece(460));
            signs::chain(out, &line, &chain.side)?;
            out.push_str("</g>\n");
        }
        Ok(())
    }

    fn marches(&self, out: &mut String) -> fmt::Result {
        for march in &self.sheet.areas.marches {
            let line = self.course(march);
            if line.len() < 2 {
                continue;
            }
            write!(out, "<g><title>{}</title>", Xml(&march.words))?;
            signs::arrow(out, &line, &march.side, march.kind, 8 * self.sheet.outline.look.unit)?;
            out.push_str("</g>\n");
        }
        Ok(())
    }

    /// The line of a march: bowed a tenth, or smooth through the areas between.
    fn course(&self, march: &March) -> Vec<Spot> {
        let mut places: Vec<Spot> = Vec::new();
        let mut ends = [false, false];
        for (at, area) in march.path.iter().enumerate() {
            let last = at + 1 == march.path.len();
            let (spot, stands) =
                self.stands(area, &march.side, if last { &march.counter } else { "" });
            ends[usize::from(last)] = stands;
            if at == 0 {
                ends[0] = stands;
            }
            if places.last() != Some(&spot) {
                places.push(spot);
            }
        }
        let line = match places[..] {
            [from, to] => {
                let way = from.to(to);
                curve(from, from.middle(to).aside(way, way.length() / 10), to)
            }
            _ => smooth(&places),
        };
        let clear = |stands: bool| {
            if stands { self.piece(470) } else { 8 * self.sheet.outline.look.unit }
        };
        if line.len() < 2 { line } else { trimmed(&line, clear(ends[0]), clear(ends[1])) }
    }

    fn cities(&self, out: &mut String) -> fmt::Result {
        for city in &self.sheet.outline.cities {
            write!(
                out,
                "<g transform=\"translate({} {})scale({})\">",
                city.at[0],
                city.at[1],
                self.unit()
            )?;
            signs::city(out, city.major);
            out.push_str("</g>");
            let besieged =
                self.sheet.areas.sieges.iter().any(|siege| Some(&siege.area) == city.of.as_ref());
            self.city_name(out, city, besieged)?;
            out.push('\n');
        }
        Ok(())
    }

    /// The factor for type and lines.
    fn unit(&self) -> Num {
        Num(self.sheet.outline.look.unit)
    }

    /// The name of a city, unless a counter covers an eighth of it.
    fn city_name(&self, out: &mut String, city: &City, besieged: bool) -> fmt::Result {
        let gap = self.sheet.k(if besieged {
            280
        } else if city.major {
            150
        } else {
            100
        });
        let size = self.sheet.k(if city.major { 250 } else { 200 });
        let at = Spot::at(city.at[0], city.at[1]);
        let letters = i64::try_from(city.name.chars().count()).expect("names are short");
        let wide = letters * size.0 * 46 / 100;
        let (at, anchor, left) = match city.side {
            Beside::Left => {
                let at = at.plus(-gap.0, size.0 * 32 / 100);
                (at, " m-a-end", at.x - wide)
            }
            Beside::Right => {
                let at = at.plus(gap.0, size.0 * 32 / 100);
                (at, " m-a-start", at.x)
            }
            Beside::Top => (at.plus(0, -gap.0), "", at.x - wide / 2),
            Beside::Bottom => (at.plus(0, gap.0 + size.0 * 68 / 100), "", at.x - wide / 2),
        };
        let covered = self.placed.iter().any(|placed| {
            let half = self.piece(370);
            let over = (left + wide).min(placed.at.x + half) - left.max(placed.at.x - half);
            over > wide / 8 && (placed.at.y - at.y + size.0 * 3 / 10).abs() < half + size.0 / 5
        });
        if covered {
            return Ok(());
        }
        write!(
            out,
            "<text class=\"m-a-city m-a-glow{anchor}\" font-size=\"{size}\" x=\"{}\" y=\"{}\">{}</text>",
            Num(at.x),
            Num(at.y),
            Xml(&city.name)
        )
    }

    fn sieges(&self, out: &mut String) -> fmt::Result {
        for siege in &self.sheet.areas.sieges {
            let of = |city: &&City| city.of.as_ref() == Some(&siege.area);
            let Some(city) = self.sheet.outline.cities.iter().find(of) else { continue };
            write!(
                out,
                "<g transform=\"translate({} {})scale({})\"><title>{}</title>",
                city.at[0],
                city.at[1],
                self.unit(),
                Xml(&siege.words)
            )?;
            signs::siege(out, 21, Some(siege.count))?;
            out.push_str("</g>\n");
        }
        Ok(())
    }

    fn printed(&self, out: &mut String) -> fmt::Result {
        for place in self.sheet.areas.places.iter().filter(|place| !place.symbols.is_empty()) {
            let Some(at) = self.sheet.outline.areas[&place.id].mark else { continue };
            let at = Spot::at(at[0], at[1]);
            let words = self.sheet.phrases.get(if place.symbol == "fleet" {
                "printed.fleet"
            } else {
                "printed.influence"
            });
            let sides = place.symbols.join(", ");
            write!(
                out,
                "<g transform=\"translate({at})scale({})\"><title>{}: {} ({})</title>",
                self.unit(),
                Xml(&place.name),
                Xml(words),
                Xml(&sides)
            )?;
            signs::printed(out, &place.symbol, &place.symbols)?;
            out.push_str("</g>\n");
        }
        Ok(())
    }

    /// The counters, those that stand behind others first.
    fn counters(&self, out: &mut String) -> fmt::Result {
        for Placed { counter, at, .. } in self.placed.iter().rev() {
            write!(
                out,
                "<g transform=\"translate({at})scale({})\"><title>{}</title>",
                Num(self.sheet.outline.look.counter),
                Xml(&counter.words)
            )?;
            // The label is no smaller than the names of cities.
            let size = Num((225_000 / self.sheet.outline.look.counter).min(2800));
            let label = (counter.label.as_str(), size);
            signs::counter(out, &counter.side, &counter.symbol, counter.count, label)?;
            for (mark, (x, y)) in counter.marks.iter().zip(CORNERS) {
                write!(out, "<g transform=\"translate({x} {y})\">")?;
                signs::mark(out, mark);
                out.push_str("</g>");
            }
            out.push_str("</g>\n");
        }
        Ok(())
    }

    /// Crossed swords where both sides meet: between their counters, or what stands for them.
    fn battles(&self, out: &mut String) -> fmt::Result {
        for battle in &self.sheet.areas.battles {
            let of = |shade: bool| {
                let on = |area: &str, side: &str| area == battle.area && dark(side) == shade;
                let stands = |one: &&Placed<'_>| on(&one.counter.area, &one.counter.side);
                let fell = |one: &&Lost<'_>| one.alone && on(&one.loss.area, &one.loss.side);
                let placed = self.placed.iter().find(stands).map(|one| one.at);
                placed.or_else(|| self.lost.iter().find(fell).map(|one| one.at))
            };
            let at = match (of(false), of(true)) {
                (Some(one), Some(other)) => {
                    let level = (one.y - other.y).abs() < self.piece(350);
                    one.middle(other).plus(0, if level { -self.piece(420) } else { 0 })
                }
                (Some(one), None) | (None, Some(one)) => {
                    one.plus(self.piece(400), -self.piece(400))
                }
                (None, None) => self.sheet.outline.slot(&battle.area, 0).0,
            };
            let at = self.afloat(&battle.area, at);
            write!(
                out,
                "<g transform=\"translate({at})scale({})\"><title>{}</title>",
                Num(self.sheet.outline.look.unit * 9 / 10),
                Xml(&battle.words)
            )?;
            signs::battle(out);
            out.push_str("</g>\n");
        }
        Ok(())
    }

    /// The place nearest to a point at which a sign lies wholly on a sea and clear of all counters; the point itself on
    /// land, or where there is no such place.
    fn afloat(&self, area: &str, point: Spot) -> Spot {
        let outline = self.sheet.outline;
        if !outline.areas[area].sea {
            return point;
        }
        let reach = 24 * outline.look.unit;
        let wet = |at: Spot| {
            let rim = [(0, 0), (reach, 0), (-reach, 0), (0, reach), (0, -reach)];
            rim.into_iter().all(|(x, y)| outline.holds(area, at.plus(x, y)))
        };
        let all = self.placed.iter().map(|one| one.at);
        let all: Vec<Spot> =
            all.chain(self.lost.iter().filter(|one| one.alone).map(|one| one.at)).collect();
        let free = |at: Spot| {
            let far = self.piece(370) + reach * 3 / 4;
            all.iter().all(|one| (one.x - at.x).abs() > far || (one.y - at.y).abs() > far)
        };
        if wet(point) {
            return point;
        }
        let steps = || (-12..=12).map(|step| step * 800);
        let places = steps().flat_map(|y| steps().map(move |x| point.plus(x, y)));
        let fit = places.filter(|at| wet(*at) && free(*at));
        let names = outline.areas[area].names.iter().flat_map(|name| {
            let [from, by, to] = [0, 2, 4].map(|nth| Spot::at(name.way[nth], name.way[nth + 1]));
            curve(from, by, to).into_iter().map(|on| (on, i64::from(name.size) * 60))
        });
        let cities = outline.cities.iter().map(|city| {
            let letters = i64::try_from(city.name.chars().count()).expect("names are short");
            (Spot::at(city.at[0], city.at[1]), self.sheet.k(100).0 * letters)
        });
        let names: Vec<(Spot, i64)> = names.chain(cities).collect();
        let named = |at: Spot| names.iter().any(|(on, high)| on.to(at).length() < reach + high);
        fit.filter(|at| !named(*at)).min_by_key(|at| point.to(*at).length()).unwrap_or(point)
    }

    fn losses(&self, out: &mut String) -> fmt::Result {
        for Lost { loss, at, alone } in &self.lost {
            let scale = Num(self.sheet.outline.look.counter);
            write!(
                out,
                "<g transform=\"translate({at})scale({scale})\"><title>{}</title>",
                Xml(&loss.words)
            )?;
            if *alone {
                signs::fallen(out, &loss.side, &loss.symbol, loss.count)?;
            } else {
                signs::loss(out, loss.count)?;
            }
            out.push_str("</g>\n");
        }
        Ok(())
    }
}
