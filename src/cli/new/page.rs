//! The text of a draft: what is said so far, and beside it, behind a `#`, everything else that may be said.

use super::draft::{Draft, RefereeDraft, SeatDraft};
use crate::cli::common::{Error, titles};
use crate::store::environment;
use engine::data::Prospectus;
use record::charter::{Heads, WaitsFor};
use record::exchange::yaml;
use record::schedule::Schedule;
use serde::Serialize;
use std::fmt::{Display, Write as _};
use std::path::Path;

const EXAMPLE_SCHEDULE: &str = "\
#schedule:
#  days: 3
#  hour: 20
#  zone: Europe/Rome
#  missed: fallback
";

struct Page(String);

/// The draft for a folder.
///
/// # Errors
/// A title or a scenario that is not there.
pub(super) fn render(draft: &Draft, root: &Path) -> Result<String, Error> {
    let mut page = Page(String::new());
    page.note(&format!(
        "The draft charter of a game. Edit it; then `tabella new {}` creates the game from it. \
         After that, the charter\nchanges by consent only. A line that starts with # is ignored: \
         remove the # to use the line. Paths start from this folder.",
        root.display()
    ));
    page.gap();
    if let Some(invitation) = &draft.invitation {
        page.note("The invitation's terms are settled; this draft gives the rest.");
        page.set("invitation", &absolute(invitation)?);
    } else {
        page.game(draft, root)?;
    }
    page.referee(draft.referee.as_ref(), draft.invitation.is_none())?;
    page.terms(draft)?;
    Ok(page.0)
}

/// A path made absolute, so that it also holds in the draft's folder.
fn absolute(path: &Path) -> Result<String, Error> {
    Ok(environment::current_folder()?.join(path).display().to_string())
}

impl Page {
    fn gap(&mut self) {
        self.0.push('\n');
    }

    fn note(&mut self, text: &str) {
        for line in text.lines() {
            let _ = writeln!(self.0, "# {line}");
        }
    }

    /// A field whose value is one word or a line of text.
    fn set(&mut self, field: &str, value: &impl Display) {
        let _ = writeln!(self.0, "{field}: {}", scalar(&value.to_string()));
    }

    /// A field with its value, or with an example behind a `#`.
    fn offer(&mut self, indent: &str, field: &str, value: Option<&str>, example: &str) {
        let _ = match value {
            Some(value) => writeln!(self.0, "{indent}{field}: {}", scalar(value)),
            None => writeln!(self.0, "{indent}#{field}: {example}"),
        };
    }

    fn game(&mut self, draft: &Draft, root: &Path) -> Result<(), Error> {
        let title = draft.title.as_deref().unwrap_or_default();
        let prospectus = titles::packed_title(title)?.prospectus();
        let named = draft.scenario.as_deref();
        let mut scenarios = prospectus.scenarios.iter();
        let known: Vec<&str> = scenarios.clone().map(|it| it.name.as_str()).collect();
        let scenario = scenarios.find(|it| named.is_none_or(|name| it.name == name));
        let scenario = scenario.ok_or_else(|| {
            Error::usage(format!("--scenario: {title} has these: {}", known.join(", ")))
        })?;
        let folder = root.file_name().and_then(|name| name.to_str());
        self.note("The game's id: letters, digits and -");
        self.offer("", "game", draft.game.as_deref().or(folder), "zama");
        self.set("title", &title);
        self.note(&format!("One of {}", known.join(", ")));
        self.set("scenario", &scenario.name);
        self.note("How often the game stops to ask: full or brisk");
        self.set("tempo", &draft.tempo.as_deref().unwrap_or("brisk"));
        self.options(draft, title, &prospectus);
        self.gap();
        self.note(
            "A seat has the `key` of its player, one line of their public key file, or it has \
             `program: easy`, `fair` or `strong`.\nOnly you see mail addresses. `age` is for \
             players to whose SSH key nothing can be sealed (docs/git.md).",
        );
        self.0.push_str("seats:\n");
        let nobody = SeatDraft::default();
        let listed = scenario.seats.iter().map(|(seat, _)| seat.to_string());
        let others = draft.seats.keys().cloned();
        let mut seats: Vec<String> = listed.collect();
        seats.extend(
            others.filter(|seat| scenario.seats.iter().all(|(known, _)| known.name() != seat)),
        );
        for seat in seats {
            let given = draft.seats.get(&seat).and_then(Option::as_ref).unwrap_or(&nobody);
            self.seat(&seat, given);
        }
        self.gap();
        self.note(
            "When orders are due, and whether the title's fallback plays for whoever misses the \
             deadline or the game waits\n(`missed: wait`). docs/referee.md lists what else a \
             schedule may say.",
        );
        match &draft.schedule {
            Some(schedule) => self.schedule(schedule),
            None => self.0.push_str(EXAMPLE_SCHEDULE),
        }
        Ok(())
    }

    fn options(&mut self, draft: &Draft, title: &str, prospectus: &Prospectus) {
        if prospectus.options.is_empty() {
            return;
        }
        self.note(&format!("`tabella rules {title} --choices` explains the options."));
        let unset = if draft.options.is_empty() { "#" } else { "" };
        let _ = writeln!(self.0, "{unset}options:");
        for (name, value) in &draft.options {
            let _ = writeln!(self.0, "  {name}: {}", scalar(value));
        }
        let open = prospectus.options.iter().filter(|it| !draft.options.contains_key(&it.name));
        for option in open {
            let values = option.values.join(", ");
            let values = if values.is_empty() { "VALUE" } else { &values };
            let _ = writeln!(self.0, "#  {}: {values}", option.name);
        }
    }

    fn seat(&mut self, seat: &str, given: &SeatDraft) {
        let _ = writeln!(self.0, "  {seat}:");
        if let Some(strength) = given.program {
            let _ = writeln!(self.0, "    program: {strength}");
            return;
        }
        let key = given.key.as_ref().map(ToString::to_string);
        self.offer("    ", "key", key.as_deref(), "ssh-ed25519 AAAA...");
        if key.is_none() {
            self.0.push_str("    #program: fair\n");
        }
        self.offer("    ", "name", given.name.as_deref(), "Livia Drusi");
        self.offer("    ", "mail", given.mail.as_deref(), "livia@example.org");
        self.offer("    ", "age", given.age.as_deref(), "age1...");
    }

    fn schedule(&mut self, schedule: &Schedule) {
        self.0.push_str("schedule:\n");
        for line in block(schedule).lines() {
            let _ = writeln!(self.0, "  {line}");
        }
    }

    fn referee(&mut self, given: Option<&RefereeDraft>, whole: bool) -> Result<(), Error> {
        self.gap();
        self.note(
            "The referee: one of your private keys (without one, a new key is made and kept in \
             .tabella/), a name and a mail address",
        );
        let nobody = RefereeDraft::default();
        let RefereeDraft { key, name, mail } = given.unwrap_or(&nobody);
        let key = key.as_deref().map(absolute).transpose()?;
        let unset = if key.is_none() && name.is_none() && mail.is_none() { "#" } else { "" };
        let _ = writeln!(self.0, "{unset}referee:");
        self.offer("  ", "key", key.as_deref(), "/home/polybius/.ssh/referee");
        if whole {
            self.offer("  ", "name", name.as_deref(), "Polybius");
            self.offer("  ", "mail", mail.as_deref(), "referee@example.org");
        }
        Ok(())
    }

    fn terms(&mut self, draft: &Draft) -> Result<(), Error> {
        self.gap();
        let invited = draft.invitation.is_some();
        self.note(
            "Whether players also sign the history that they answer, so that nobody can be shown \
             another: off, asked or required",
        );
        let heads = if invited { Heads::Required } else { Heads::Asked };
        self.set("heads", &block(&draft.heads.unwrap_or(heads)).trim_end());
        self.note(
            "For whom a phase waits until its deadline: `asked`, everybody who is asked, so that \
             nobody learns who has standing\norders; or `awaited`, only those for whom no \
             standing order answers",
        );
        self.set("waits-for", &block(&draft.waits_for.unwrap_or(WaitsFor::Asked)).trim_end());
        self.note(
            "Days of vacation that each seat may take in the whole game; vacations move deadlines",
        );
        self.value("vacations", draft.vacations, "14");
        if !invited {
            self.note(
                "When people other than the players see what happened: at-once, 2-turns-late (1 \
                 to 999), at-end or nothing",
            );
            self.value("public", draft.public, "at-end");
            self.note(
                "Whether players may write notes to one another in their order files: named, or \
                 anonymous as well",
            );
            self.value("notes", draft.notes, "named");
        }
        self.note(
            "Whether records commit to each hidden item separately, so that one can be shown \
             without the rest (`tabella share item`)",
        );
        self.value("items", draft.items.then_some(true), "true");
        self.note(
            "A folder with data files that replace the title's own: your printed map or charts",
        );
        let data = draft.data.as_deref().map(absolute).transpose()?;
        self.offer("", "data", data.as_deref(), "my-charts");
        Ok(())
    }

    fn value(&mut self, field: &str, value: Option<impl Serialize>, example: &str) {
        let value = value.map(|value| block(&value));
        self.offer("", field, value.as_deref().map(str::trim_end), example);
    }
}

fn block(value: &impl Serialize) -> String {
    serde_yaml::to_string(value).expect("plain data has no value that YAML cannot hold")
}

/// A text on one line, in quotes where YAML would read it as something else.
fn scalar(text: &str) -> String {
    let inner = |c: char| c.is_alphanumeric() || " ._@+/=-".contains(c);
    let plain = text.chars().all(inner)
        && text.trim() == text
        && text.starts_with(|c: char| c.is_alphanumeric() || "/.".contains(c))
        && yaml::parse(text).is_ok_and(|node| node.plain_value() == text);
    if plain { text.to_owned() } else { serde_json::Value::from(text).to_string() }
}
