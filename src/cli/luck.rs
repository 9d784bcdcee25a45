//! `tabella analyse luck`: what the dice gave, and what they owed.

use crate::cli::common::{self, CommandResult, Error, Exit, LanguageArg};
use crate::luck::{self, Came, Die, SideLuck, Spec, Swing, Throw};
use crate::report::Messages;
use crate::store::records::sealed::Sealed;
use crate::store::{self, Folder, files};
use clap::Args;
use record::Digest;
use serde_json::json;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Compare what each side rolled with what it could expect
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  tabella -C metaurus analyse luck\n  tabella -C metaurus analyse luck --svg dice.svg\n  tabella -C metaurus analyse luck --swing"
)]
pub struct LuckArgs {
    /// Also draw how often each face came up
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Once the game is over: also find the three rolls that mattered most, by playing on from each roll, which takes a
    /// while
    #[arg(long)]
    pub swing: bool,
    /// How many games to play for each roll, both as rolled and with a new roll
    #[arg(long, value_name = "N", default_value_t = 24, value_parser = clap::value_parser!(u32).range(1..=10_000), requires = "swing")]
    pub games: u32,
    /// Seed of these games
    #[arg(long, value_name = "N", default_value_t = 1, requires = "swing")]
    pub seed: u64,
    /// Language
    #[command(flatten)]
    pub lang: LanguageArg,
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
}

/// Records after which a game played on is given up as endless.
const RECORDS_MAX: u32 = 300;

/// # Errors
/// No game there; a record that cannot be read; a title without dice.
pub fn run(dir: Option<&Path>, args: &LuckArgs) -> CommandResult {
    let folder = common::folder(dir)?;
    let Some((dice, over)) = dice(&folder)? else {
        let title = folder.charter()?.title;
        return Err(Error::usage(format!("{title} has no dice, so there is no luck to measure")));
    };
    let sides = luck::sides(&dice);
    let messages = Messages::of_offers(args.lang.language(), &folder.charter()?.title);
    if let Some(path) = &args.svg {
        files::replace(path, luck::histogram(&dice).as_bytes(), files::OPEN_MODE)?;
    }
    let swings = match args.swing {
        true if !over => {
            return Err(Error::no(
                "the program can tell which rolls mattered only once the game is over, because \
                 that depends on hidden information",
            ));
        }
        true => Some(swings(&folder, args)?),
        false => None,
    };
    match (args.json, &swings) {
        (true, None) => common::print_json(&sides)?,
        (true, Some(swings)) => {
            common::print_json(&json!({"sides": sides, "mattered": swings, "seed": args.seed}))?;
        }
        (false, _) => {
            common::print(&show(&sides, &dice, over, &messages))?;
            let mattered = |swings: Vec<Swing>| mattered(&swings, args.seed, &messages);
            common::print(&swings.map(mattered).unwrap_or_default())?;
        }
    }
    Ok(Exit::Done)
}

/// The throws that mattered most in a game that is over.
fn swings(folder: &Folder, args: &LuckArgs) -> Result<Vec<Swing>, Error> {
    let game = store::load(folder)?;
    let spec =
        Spec::of(&game.session.charter.title).expect("the dice of this event have been read");
    let mut throws = Vec::new();
    for number in 1..=game.session.number {
        let record = Sealed::open(folder, number)?;
        let file = if record.holds("hidden.yaml") { "hidden.yaml" } else { "events.yaml" };
        let read = luck::throws(number, &record.text(file)?, &spec);
        let path = folder.record(number).join(file);
        throws.extend(read.map_err(|why| Error::no(format!("{}: {why}", path.display())))?);
    }
    let mut before = BTreeMap::new();
    luck::most(throws, args.games, |throw, number, anew| {
        if let Entry::Vacant(place) = before.entry(throw.record) {
            place.insert(game.before(throw.record)?.expect("dice are thrown only in a phase"));
        }
        let (session, from) = &before[&throw.record];
        let seed = args.seed.wrapping_mul(1_000_003).wrapping_add(u64::from(number));
        let other = *Digest::of(format!("{} {seed}", throw.label).as_bytes()).bytes();
        let anew = anew.then_some((throw.label.as_str(), other));
        let mut play = session.tried(&from.inputs(), anew).map_err(|stop| {
            Error::no(format!("record {} cannot be played again: {stop:?}", throw.record))
        })?;
        Ok(match play.finish(seed, RECORDS_MAX).map(|outcome| outcome.winner) {
            Some(Some(side)) if side == throw.side => Came::Won,
            Some(Some(_)) => Came::Lost,
            Some(None) | None => Came::Open,
        })
    })
}

/// All dice that are open so far, and whether the game is over; none if the title has no dice.
///
/// # Errors
/// A record that cannot be read.
pub fn dice(folder: &Folder) -> Result<Option<(Vec<Die>, bool)>, Error> {
    let Some(spec) = Spec::of(&folder.charter()?.title) else { return Ok(None) };
    let newest = folder.newest()?.unwrap_or(0);
    // Hidden files are read only once everybody may read them.
    let over = Sealed::open(folder, newest)?.turn()?.outcome.is_some();
    let mut dice = Vec::new();
    for number in 0..=newest {
        let record = Sealed::open(folder, number)?;
        let file = if over && record.holds("hidden.yaml") { "hidden.yaml" } else { "events.yaml" };
        let path = folder.record(number).join(file);
        let read = luck::dice(&record.text(file)?, &spec);
        dice.extend(read.map_err(|why| Error::no(format!("{}: {why}", path.display())))?);
    }
    Ok(Some((dice, over)))
}

fn show(
    sides: &BTreeMap<String, SideLuck>,
    dice: &[Die],
    over: bool,
    messages: &Messages,
) -> String {
    let say = |words: &str| messages.say(words);
    if dice.is_empty() {
        return say("no dice have been rolled yet") + "\n";
    }
    let mut text = String::new();
    let [count, better, rate] = ["dice", "better", "luck"].map(say);
    for (side, luck) in sides {
        let _ = writeln!(text, "{}\n    {:<14} {count:>5} {better:>7} {rate:>7}", say(side), "");
        let all = std::iter::once(("all together", &luck.all));
        for (kind, luck) in luck.kinds.iter().map(|(kind, luck)| (kind.as_str(), luck)).chain(all) {
            let (whole, tenth) = (luck.permille / 10, luck.permille % 10);
            let (kind, better) = (say(kind), luck.better);
            let _ =
                writeln!(text, "    {kind:<14} {:>5} {better:>7} {whole:>4}.{tenth}%", luck.dice);
        }
        text.push('\n');
    }
    let legend = [
        "A figure of 50% is average luck; 90% means that the dice would have been worse in nine \
         games out of ten.",
        "\"better\" counts the dice that came up above average.",
    ];
    let hidden = "The game is not over, and hidden dice are not counted until they are revealed.";
    for line in legend.into_iter().chain((!over).then_some(hidden)) {
        text += &say(line);
        text.push('\n');
    }
    text
}

fn mattered(swings: &[Swing], seed: u64, messages: &Messages) -> String {
    let say = |line: String| messages.say(&line);
    let mut text = format!("\n{}\n", say("The rolls that mattered most".to_owned()));
    for swing in swings {
        let Swing { throw: Throw { record, label, side, kind, faces, .. }, games, .. } = swing;
        let faces = faces.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
        let half = |halves: u32| {
            let half = if halves % 2 == 1 { ".5" } else { "" };
            format!("{}{half}", halves / 2)
        };
        let (with, anew) = (half(swing.with), half(swing.anew));
        let thrown = say(format!("record {record}, {kind} by {side}: {faces} ({label})"));
        let came = say(format!(
            "{side} wins {with} of {games} games with this roll, {anew} of {games} with a new one"
        ));
        let _ = writeln!(text, "    {thrown}\n        {came}");
    }
    if swings.is_empty() {
        let none = say("none of the rolls tested changed the result".to_owned());
        let _ = writeln!(text, "    {none}");
    }
    let judged = [
        format!(
            "Measured by playing on from each roll, with `fair` in both seats and seed {seed}."
        ),
        format!("A draw, or a game without an end in {RECORDS_MAX} records, counts as half a win."),
        "Only rolls far from the average are tested; a difference of a few games is mere chance."
            .to_owned(),
    ];
    for line in judged {
        text += &(say(line) + "\n");
    }
    text
}
