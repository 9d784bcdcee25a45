//! Orders by hand: marches on the map, all else as pages of the order form. `campaign` says what may stand in answers to
//! prompts of the campaign, `fight` in plans and reports, `beside` beside any of them, `standing` in standing orders; `line`
//! moves elements of a plan, `charges` its sectors from command to command, `foresee` marches armies as a draft would.

mod beside;
mod campaign;
mod charges;
mod fight;
mod foresee;
mod line;
mod standing;

pub(super) use foresee::foresee;

use crate::DuellingRepublics;
use crate::elements::{ArmyId, Side};
use crate::events::sight::View;
use crate::names::Name;
use crate::player::ways;
use crate::prompts::Question;
use crate::rules::Field;
use crate::state::Army;
use engine::offers::form::{Choice, Form, Key, Part};
use engine::offers::written::{lawful, written};
use engine::rules::ParsedOrdersOf;
use engine::{AtSeat, Offer, Offers, Prompt, Seat, Spot, Subject};
use serde_json::{Value, json};

/// The values from which all offers are made.
struct Draft<'a> {
    field: Field<'a>,
    view: &'a View,
    seat: &'a Seat,
    prompts: &'a [Prompt<Question>],
    /// The draft, as a file has it.
    says: Value,
    /// The name of what is picked.
    picked: &'a str,
}

struct Asked {
    /// The path of its answer in the file.
    path: String,
    words: String,
    part: Part,
    /// The value with which a new answer begins.
    fresh: Value,
}

pub(super) fn offers(
    rules: &DuellingRepublics,
    at: &AtSeat<'_, DuellingRepublics>,
    filing: &ParsedOrdersOf<DuellingRepublics>,
    picked: Option<&str>,
) -> Offers {
    if at.view.state.result.is_some() {
        return Offers::default();
    }
    let draft = Draft {
        field: rules.field(at.view),
        view: at.view,
        seat: at.seat,
        prompts: at.prompts,
        says: written(filing, at.prompts.len()).into(),
        picked: picked.unwrap_or_default(),
    };
    let asked: Vec<Asked> = at.prompts.iter().filter_map(|prompt| draft.asked(prompt)).collect();
    let form = Form { part: draft.file(&asked, at), says: draft.says.clone() };
    let mut offers = draft.page(&form, &asked);
    offers.offers = lawful(rules, at, filing, offers.offers);
    offers.subjects = draft.subjects(&form, &asked);
    offers
}

impl<'a> Draft<'a> {
    fn page(&self, form: &Form, asked: &[Asked]) -> Offers {
        if let Some((path, of)) = self.picked.split_once('~') {
            let offers = self.beside(form, path, of);
            let about = if of == charges::PAGE { charges::TITLE } else { of };
            return Offers { offers, about: Some(about.replace('-', " ")), ..Offers::default() };
        }
        if self.picked.starts_with('/') {
            let Some(mut page) = form.offers(self.picked) else { return Offers::default() };
            page.offers.extend(self.doors(form));
            if let Some(asked) = asked.iter().find(|asked| asked.path == self.picked) {
                page.offers.extend(self.begin(form, asked));
            }
            return page;
        }
        if let Some(army) = ArmyId::parse(self.picked) {
            return Offers { offers: self.march(form, army), ..Offers::default() };
        }
        let mut offers = Vec::new();
        for one in asked {
            offers.extend(self.begin(form, one));
            if asked.len() == 1 && self.said(&one.path).is_some() {
                offers.extend(form.offers(&one.path).map(|page| page.offers).unwrap_or_default());
            } else if asked.len() > 1 {
                let lead = Offer::new("Asked now", one.words.clone(), false, Vec::new());
                offers.push(lead.leads(one.path.clone()));
            }
        }
        Offers { offers, ..Offers::default() }
    }

    /// The offer to begin an answer, if there is none.
    fn begin(&self, form: &Form, asked: &Asked) -> Option<Offer> {
        let none = self.said(&asked.path).is_none();
        let write = || form.write(&asked.path, Some(asked.fresh.clone()));
        none.then(|| Offer::new("Begin", asked.words.clone(), false, write()))
    }

    /// The side of a player. The referee has none, and is asked for nothing that a side does.
    fn side(&self) -> Side {
        self.view.side.expect("only players march, allocate, and leave orders for later")
    }

    /// The armies that the seat commands.
    fn own(&self) -> impl Iterator<Item = (ArmyId, &Army)> {
        let armies = self.field.state.armies.iter().map(|(id, army)| (*id, army));
        armies.filter(|(_, army)| army.seat.as_ref() == Some(self.seat))
    }

    fn said(&self, path: &str) -> Option<&Value> {
        path.split('/').skip(1).try_fold(&self.says, |value, step| match value {
            Value::Array(list) => list.get(step.parse::<usize>().ok()?),
            other => other.get(step),
        })
    }

    /// The place in a list at `path` that is looked at, for entries that are described one by one.
    fn entry(&self, path: &str) -> usize {
        let rest = self.picked.strip_prefix(path).and_then(|rest| rest.strip_prefix('/'));
        let step = rest.and_then(|rest| rest.split(['/', '~']).next());
        step.and_then(|step| step.parse().ok()).unwrap_or_default()
    }

    fn file(&self, asked: &[Asked], at: &AtSeat<'_, DuellingRepublics>) -> Part {
        let mut keys = Vec::new();
        match asked {
            [] => {}
            [one] if self.prompts.len() == 1 => {
                keys.push(Key::new("orders", one.words.clone(), one.part.clone()));
            }
            _ => {
                let key = |one: &Asked| {
                    let name = one.path.rsplit('/').next().unwrap_or_default().to_owned();
                    Key::new(name, one.words.clone(), one.part.clone())
                };
                keys.push(Key::new(
                    "orders",
                    "Asked now",
                    Part::Keys(asked.iter().map(key).collect()),
                ));
            }
        }
        if self.view.side.is_some() {
            keys.push(Key::new("ahead", "Given ahead", self.ahead()));
            keys.push(Key::new("standing", "Standing orders", self.standing(at)));
        }
        Part::Keys(keys)
    }

    fn subjects(&self, form: &Form, asked: &[Asked]) -> Vec<Subject> {
        let mut subjects = Vec::new();
        for (id, army) in self.own() {
            let words =
                format!("{id}, {}, in {}", self.field.chart.army_name(id), self.name(army.at));
            let ordered =
                self.season().and_then(|path| self.said(&format!("{path}/{id}")).cloned());
            let ordered = ordered.as_ref().map(engine::offers::form::told);
            subjects.push(Subject { group: "Army", id: id.to_string(), words, ordered });
        }
        for one in asked {
            let ordered = self.said(&one.path).map(engine::offers::form::told);
            subjects.push(Subject {
                group: "Asked now",
                id: one.path.clone(),
                words: one.words.clone(),
                ordered,
            });
        }
        for (path, group) in [("/ahead", "Given ahead"), ("/standing", "Standing orders")] {
            let below = form.subjects(path).into_iter();
            subjects.extend(below.map(|subject| Subject { group, ..subject }));
        }
        subjects
    }

    fn path(&self, prompt: &Prompt<Question>) -> String {
        if self.prompts.len() == 1 {
            "/orders".to_owned()
        } else {
            format!("/orders/{}", prompt.name)
        }
    }

    /// The path of the options of this season, if they are asked for.
    fn season(&self) -> Option<String> {
        let prompt = self
            .prompts
            .iter()
            .find(|prompt| matches!(prompt.question, Question::Season { .. }))?;
        Some(self.path(prompt))
    }

    /// The marches of an army: the way of its first option.
    fn march(&self, form: &Form, id: ArmyId) -> Vec<Offer> {
        let mine = |prompt: &&Prompt<Question>| matches!(&prompt.question, Question::Season { army } if *army == id);
        let Some(prompt) = self.prompts.iter().find(mine) else { return Vec::new() };
        let path = format!("{}/{id}", self.path(prompt));
        let list =
            self.said(&path).and_then(Value::as_array).cloned().unwrap_or_else(|| vec![json!({})]);
        let first = list.first().cloned().unwrap_or_else(|| json!({}));
        let mut offers = Vec::new();
        let mut option =
            |group: &'static str, words: String, keys: &[(&str, Value)], spot: Option<Spot>| {
                let (mut one, mut chosen) = (first.clone(), true);
                for (key, value) in keys {
                    chosen &= first.get(key).unwrap_or(&Value::Null) == value;
                    if value.is_null() {
                        one.as_object_mut().map(|one| one.shift_remove(*key));
                    } else {
                        one[*key] = value.clone();
                    }
                }
                let mut changed = list.clone();
                changed.splice(..1.min(changed.len()), [one]);
                let edits = form.write(&path, Some(Value::Array(changed)));
                offers.push(Offer { spot, ..Offer::new(group, words, chosen, edits) });
            };
        let leaves = self.field.state.besieges(id);
        if !self.field.state.besieged(id) {
            option(
                "March",
                "Stay".to_owned(),
                &[("move", Value::Null), ("leave_siege", Value::Null)],
                None,
            );
            for (to, route) in ways::reach(&self.field, id) {
                let steps: Vec<String> = route.steps.iter().map(ToString::to_string).collect();
                let leave = if leaves { json!(true) } else { Value::Null };
                let keys = [("move", json!(steps)), ("leave_siege", leave)];
                option("March", self.route_words(to, &route), &keys, Some(self.spot(to)));
            }
        }
        let lead =
            |words: &str, path: String| Offer::new("More", words, false, Vec::new()).leads(path);
        if self.said(&path).is_some() {
            offers.push(lead(
                "This option: recruiting, giving, conditions, sieges",
                format!("{path}/0"),
            ));
            offers.push(lead("All options: the first whose conditions are met is used", path));
        }
        offers.push(lead("Standing orders of this army", format!("/standing/{id}")));
        offers
    }

    fn route_words(&self, to: Name, route: &ways::Route) -> String {
        let by = match &route.steps[..] {
            [.., before, _] => format!(" by {}", self.name(before.to)),
            _ => String::new(),
        };
        let peril = route
            .peril
            .as_ref()
            .map(|peril| format!(", attrition {} in 6", peril.hits(self.field.chart)));
        let enemies = self.field.state.in_province(to, self.side().other());
        let enemies: Vec<String> = enemies.iter().map(ToString::to_string).collect();
        let enemies = if enemies.is_empty() {
            String::new()
        } else {
            format!(", upon {}", enemies.join(" and "))
        };
        format!("{}{by} ({}){}{enemies}", self.name(to), route.by, peril.unwrap_or_default())
    }

    fn name(&self, place: Name) -> &'a str {
        &self.field.chart.province(place).name
    }

    /// The place to click on the map for a province; one of the seat's own counters, if it hides the province.
    fn spot(&self, place: Name) -> Spot {
        let own = self.own().find(|(_, army)| army.at == place);
        own.map_or_else(|| Spot::Cell(place.to_string()), |(id, _)| Spot::Piece(id.to_string()))
    }

    fn place(&self, place: Name) -> Choice {
        Choice::new(place.as_str(), self.name(place).to_owned()).on(self.spot(place))
    }

    fn places(&self) -> Vec<Choice> {
        self.field.chart.provinces.iter().map(|province| self.place(province.id)).collect()
    }

    fn armies(&self, side: Side) -> Vec<Choice> {
        let army = |id: ArmyId| {
            Choice::new(id.word(), format!("{id}, {}", self.field.chart.army_name(id)))
        };
        ArmyId::of(side).map(army).into()
    }
}
