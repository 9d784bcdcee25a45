//! The file of a tournament.

use super::Draw;
use record::charter::{Heads, check_recipient};
use record::disclosure::Disclosure;
use record::schedule::Schedule;
use record::{Digest, PublicKey, names};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Most bytes of the file.
pub const TOURNAMENT_MAX: usize = 1 << 20;
/// Most players or teams.
const ENTRANTS_MAX: usize = 512;
/// Longest id, so that the ids of its games are ids too.
const ID_MAX: usize = 48;

/// A tournament: what was agreed on, and the rounds so far.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Tournament {
    /// Its id, with which the ids of its games begin: `autumn-2-1` is the first table of the second round.
    pub tournament: String,
    pub name: String,
    pub system: System,
    /// The slug of the title.
    pub title: String,
    /// The scenario; the title's first without it.
    #[serde(default)]
    pub scenario: Option<String>,
    /// Options that differ from the scenario's.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// How often a game waits for a player's decision; `brisk` if it is left out.
    #[serde(default)]
    pub tempo: Option<String>,
    #[serde(default)]
    pub schedule: Option<Schedule>,
    /// Says whether players vouch for heads; `asked` if it is left out.
    #[serde(default)]
    pub heads: Option<Heads>,
    /// When others than the players see what happened; at once without it.
    #[serde(default)]
    pub public: Option<Disclosure>,
    /// The two seats: who is named first at a table sits in the first.
    pub seats: [String; 2],
    /// The seed of the starting numbers, and of all other lots.
    pub seed: String,
    /// Says whether starting numbers are drawn, or are those of the list.
    #[serde(default)]
    pub start: Start,
    /// Rounds of a Swiss tournament or a ladder.
    #[serde(default)]
    pub rounds: Option<usize>,
    /// The number of times that everybody meets everybody in a round robin.
    #[serde(default = "one")]
    pub legs: usize,
    /// The criteria that break ties, in order; players who are still tied share a place.
    #[serde(default)]
    pub tie_breaks: Vec<TieBreak>,
    /// Everybody who takes part, in the order in which they were entered.
    pub players: Vec<Player>,
    /// Teams by name, with their players in the order of boards; without any, everybody plays for themselves.
    #[serde(default)]
    pub teams: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    pub played: Vec<Round>,
}

const fn one() -> usize {
    1
}

engine::words! {
    /// The systems by which rounds are drawn.
    pub enum System {
        /// Everybody meets everybody, by the Berger tables.
        RoundRobin = "round-robin",
        /// Those with equal results meet, and nobody meets twice.
        Swiss = "swiss",
        /// The loser of a meeting is out.
        KnockOut = "knock-out",
        /// Neighbours play for the higher place.
        Ladder = "ladder",
    }
}

impl System {
    pub const fn words(self) -> &'static str {
        match self {
            Self::RoundRobin => "round robin",
            Self::Swiss => "Swiss system",
            Self::KnockOut => "knock-out",
            Self::Ladder => "ladder",
        }
    }
}

engine::words! {
    /// The sources of starting numbers.
    #[derive(Default)]
    pub enum Start {
        /// By lot, from the seed.
        #[default]
        Lot = "lot",
        /// As they are listed, for instance by rating.
        Listed = "listed",
    }
}

engine::words! {
    pub enum TieBreak {
        /// The sum of the opponents' points.
        Buchholz = "buchholz",
        /// Like `Buchholz`, without the lowest of the opponents' points.
        BuchholzCut1 = "buchholz-cut-1",
        /// The points of those who were beaten, and half of those with whom one drew.
        SonnebornBerger = "sonneborn-berger",
        /// Points from the games among those who are tied, if all of them have met.
        HeadToHead = "head-to-head",
        /// Games won at the table.
        Wins = "wins",
        /// Points of the boards, in a tournament of teams.
        Boards = "boards",
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// The word for them in this file.
    pub player: String,
    /// The player's name, as they wish to be called; without one, the word for them.
    #[serde(default)]
    pub name: Option<String>,
    /// Their public key, which is who they are.
    pub key: String,
    /// An age key of theirs, to which parcels are sealed.
    #[serde(default)]
    pub age: Option<String>,
    #[serde(default)]
    pub mail: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Round {
    pub games: Vec<Pairing>,
    /// Players or teams that sit out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub byes: Vec<String>,
}

/// A game of a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pairing {
    /// The id of the game, as its charter gives it.
    pub game: String,
    /// The players of the first and of the second seat.
    pub players: [String; 2],
    /// A ruling of the referee in the place of a result, such as for somebody who never began: who won, or `nobody`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ruling: Option<String>,
}

impl fmt::Display for Round {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let games = self
            .games
            .iter()
            .map(|one| format!("{}: {} and {}", one.game, one.players[0], one.players[1]));
        let byes = self.byes.iter().map(|who| format!("{who} sits out"));
        f.write_str(&games.chain(byes).collect::<Vec<_>>().join(", "))
    }
}

impl Round {
    pub(super) fn without_rulings(&self) -> Self {
        let plain = |one: &Pairing| Pairing { ruling: None, ..one.clone() };
        Self { games: self.games.iter().map(plain).collect(), byes: self.byes.clone() }
    }

    /// The round as a piece of the file's `played:`.
    pub fn as_text(&self) -> String {
        serde_yaml::to_string(&[self]).expect("plain data")
    }
}

impl Tournament {
    /// Reads a file.
    ///
    /// # Errors
    /// A message of one line that says what is wrong in it.
    pub fn parse(bytes: &[u8]) -> Result<Self, String> {
        let text = str::from_utf8(bytes).map_err(|_| "not UTF-8 text".to_owned())?;
        let tournament: Self = record::read_plain(text)?;
        tournament.check()?;
        Ok(tournament)
    }

    fn check(&self) -> Result<(), String> {
        names::check_id(&self.tournament)
            .map_err(|why| format!("tournament: `{}`: {why}", self.tournament))?;
        if self.tournament.len() > ID_MAX {
            return Err(format!("tournament: longer than {ID_MAX} letters"));
        }
        let mut seen = (BTreeSet::new(), BTreeSet::new());
        for player in &self.players {
            let word = &player.player;
            names::check_id(word).map_err(|why| format!("player `{word}`: {why}"))?;
            if word == "nobody" {
                return Err("player `nobody`: this word is reserved; it means that a game was \
                     drawn"
                    .to_owned());
            }
            let key = PublicKey::parse(&player.key).map_err(|why| format!("{word}: key: {why}"))?;
            if let Some(age) = &player.age {
                check_recipient(age).map_err(|why| format!("{word}: age: {why}"))?;
            }
            if !seen.0.insert(word) {
                return Err(format!("player {word} appears twice"));
            }
            if !seen.1.insert(key.fingerprint()) {
                return Err(format!(
                    "{word} has the same key as another player, but each player needs a key of their own"
                ));
            }
        }
        self.check_teams()?;
        let entrants = self.entrants().len();
        if !(2..=ENTRANTS_MAX).contains(&entrants) {
            return Err(format!("{entrants} take part; there must be 2 to {ENTRANTS_MAX}"));
        }
        if self.seats[0] == self.seats[1] {
            return Err("seats: name two different seats".to_owned());
        }
        let counted = matches!(self.system, System::Swiss | System::Ladder);
        if counted != self.rounds.is_some_and(|rounds| (1..=99).contains(&rounds)) {
            return Err("rounds: a Swiss tournament or a ladder needs a number from 1 to 99; for \
                 the other systems, leave it out"
                .to_owned());
        }
        if !(1..=4).contains(&self.legs) || self.legs > 1 && self.system != System::RoundRobin {
            return Err("legs: write 1 to 4, and more than 1 only in a round robin".to_owned());
        }
        self.check_rounds()
    }

    fn check_teams(&self) -> Result<(), String> {
        let mut boards = self.teams.values().map(Vec::len);
        let first = boards.next().unwrap_or(0);
        if boards.any(|other| other != first) || (first == 0 && !self.teams.is_empty()) {
            return Err("teams: all must have the same number of players, one or more".to_owned());
        }
        let mut seated = BTreeSet::new();
        for (team, members) in &self.teams {
            names::check_id(team).map_err(|why| format!("team `{team}`: {why}"))?;
            for member in members {
                if self.player(member).is_none() {
                    return Err(format!("team {team}: there is no player {member}"));
                }
                if !seated.insert(member) {
                    return Err(format!("team {team}: {member} is listed twice in the teams"));
                }
            }
        }
        if !self.teams.is_empty() && self.system == System::Ladder {
            return Err("teams: a ladder has no teams".to_owned());
        }
        Ok(())
    }

    fn check_rounds(&self) -> Result<(), String> {
        let known = self.entrants();
        let mut games = BTreeSet::new();
        for round in &self.played {
            for one in &round.games {
                let unknown = one.players.iter().find(|name| self.player(name).is_none());
                if let Some(name) = unknown {
                    return Err(format!("game {}: there is no player {name}", one.game));
                }
                let ruled = |word: &String| word == "nobody" || one.players.contains(word);
                if one.ruling.as_ref().is_some_and(|word| !ruled(word)) {
                    return Err(format!(
                        "game {}: `ruling` must name the winner, or `nobody`",
                        one.game
                    ));
                }
                if !games.insert(&one.game) {
                    return Err(format!("game {} appears twice", one.game));
                }
            }
            if let Some(name) = round.byes.iter().find(|name| !known.contains(&name.as_str())) {
                return Err(format!("byes: {name} does not take part"));
            }
        }
        Ok(())
    }

    /// A player by the word for them.
    pub fn player(&self, word: &str) -> Option<&Player> {
        self.players.iter().find(|player| player.player == word)
    }

    /// Those who stand in the table: the players, or the teams where there are any, as listed.
    pub fn entrants(&self) -> Vec<&str> {
        if self.teams.is_empty() {
            self.players.iter().map(|player| player.player.as_str()).collect()
        } else {
            self.teams.keys().map(String::as_str).collect()
        }
    }

    /// The entrants by starting number: the number less one is the place in this list.
    pub fn starting_order(&self) -> Vec<&str> {
        let mut order = self.entrants();
        if self.start == Start::Lot {
            order.sort_by_key(|name| (self.lot("start", name), *name));
        }
        order
    }

    /// A lot: SHA-256 over the lines `tabella/1 lot`, the tournament, the seed, what is drawn, and for whom.
    pub(super) fn lot(&self, what: &str, whom: &str) -> [u8; 32] {
        let text = format!("tabella/1 lot\n{}\n{}\n{what}\n{whom}\n", self.tournament, self.seed);
        *Digest::of(text.as_bytes()).bytes()
    }

    pub fn length(&self) -> usize {
        let entrants = self.entrants().len();
        match self.system {
            System::RoundRobin => (entrants + entrants % 2 - 1) * self.legs,
            System::Swiss | System::Ladder => self.rounds.unwrap_or(0),
            System::KnockOut => entrants.next_power_of_two().trailing_zeros() as usize,
        }
    }

    /// A drawn round with names and the ids of its games: a game a pair, or one a board, where the first team has the first
    /// seat on the first board, the second team on the second, and so on.
    pub(super) fn seated(&self, at: usize, draw: &Draw) -> Round {
        let order = self.starting_order();
        let mut games = Vec::new();
        for (first, second) in &draw.pairs {
            let (first, second) = (order[*first], order[*second]);
            let (Some(home), Some(away)) = (self.teams.get(first), self.teams.get(second)) else {
                games.push([first.to_owned(), second.to_owned()]);
                continue;
            };
            for (board, (one, other)) in home.iter().zip(away).enumerate() {
                let pair = [one.clone(), other.clone()];
                games.push(if board % 2 == 0 { pair } else { [other.clone(), one.clone()] });
            }
        }
        let number = |(table, players)| Pairing {
            game: format!("{}-{}-{}", self.tournament, at + 1, table + 1),
            players,
            ruling: None,
        };
        Round {
            games: games.into_iter().enumerate().map(number).collect(),
            byes: draw.byes.iter().map(|who| order[*who].to_owned()).collect(),
        }
    }

    /// The entrant for whom a player plays, by starting number.
    pub(super) fn entrant(&self, order: &[&str], player: &str) -> Option<usize> {
        let team = self.teams.iter().find(|(_, members)| members.iter().any(|one| one == player));
        let name = team.map_or(player, |(team, _)| team.as_str());
        order.iter().position(|one| *one == name)
    }
}
