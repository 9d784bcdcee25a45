#!/usr/bin/env python3
"""Tunes the weights of a title's strong player by self-play, by SPSA, and keeps a record of it.

    python3 tools/tune.py metaurus --seat rome --rounds 20 --games 16 --write
    python3 tools/tune.py punica --only army,fleet,card --rounds 12 --games 20

Every round draws for each weight whether it is raised or lowered, plays `tabella tools simulate` with all of them changed so and again with
all of them changed the other way, from the same seeds, and moves the weights towards whatever won more. (Simultaneous perturbation
stochastic approximation, J. C. Spall 1992: two series a round, however many weights there are.) The strong player is tuned against
`fair` in one seat (`--seat`, for titles whose weights begin with a side's name), or in all seats in turn. After the last round the old
weights and the new play from seeds that tuning never saw; only what wins more there is worth keeping, and `--write` then writes
`games/TITLE/weights.yaml`. With `--try NAME=NUMBER` that trial is all, for numbers that somebody thought of. What was done is added to
`games/TITLE/tuning.yaml`.

The same arguments and the same program give the same weights: all chance follows from `--seed`.
"""

import argparse
import json
import random
import re
import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent
LINE = re.compile(r"^(?P<name>\w+):(?P<gap>\s*)(?P<number>-?\d+)(?P<rest>.*)$")
# Seeds of the games after the last round, far from those of the rounds.
TRIAL = 1_000_000


def weights(path):
    """The weights of a file, by name, in its order."""
    found = (LINE.match(line) for line in path.read_text().splitlines())
    return {match["name"]: int(match["number"]) for match in found if match}


def rewritten(text, changed):
    """The text of a file of weights with other numbers, its comments where they were."""

    def line(match):
        number = str(changed.get(match["name"], match["number"]))
        rest = match["rest"]
        if rest.strip():
            width = len(match["number"]) + len(rest) - len(rest.lstrip())
            rest = " " * max(1, width - len(number)) + rest.lstrip()
        return f"{match['name']}:{match['gap']}{number}{rest}"

    return "".join(LINE.sub(line, part) for part in text.splitlines(keepends=True))


class Series:
    """How games are played."""

    def __init__(self, options):
        self.options = options
        self.seats = seats(options)
        self.played = 0

    def score(self, changes, seed, games):
        """Points of the strong player over so many games: two for a win, one for a draw."""
        options, points = self.options, 0
        chairs = [options.seat] if options.seat else self.seats
        for seat in chairs:
            command = [options.tabella, "tools", "simulate", options.title, "--json", "--tempo", options.tempo]
            command += ["--games", str(games // len(chairs)), "--seed", str(seed)]
            command += ["--all", options.against, "--player", f"{seat}=strong"]
            command += ["--scenario", options.scenario] if options.scenario else []
            for name, number in sorted(changes.items()):
                command += ["--weight", f"{name}={number}"]
            told = subprocess.run(command, check=True, capture_output=True, text=True)
            score = json.loads(told.stdout)["players"]["strong"]
            points += 2 * score["won"] + score["drawn"]
            self.played += score["won"] + score["lost"] + score["drawn"]
        return points


def seats(options):
    """The seats of the title's scenario."""
    command = [options.tabella, "games", options.title, "--json"]
    told = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    [title] = told
    scenarios = title["scenarios"]
    wanted = [one for one in scenarios if one["name"] == options.scenario] or scenarios
    return [seat["seat"] if isinstance(seat, dict) else seat for seat in wanted[0]["seats"]]


def tune(series, start, options):
    """The weights after the last round, in fractions."""
    now = {name: float(number) for name, number in start.items()}
    for turn in range(options.rounds):
        chance = random.Random(f"{options.seed} {turn}")
        shrink = (1 + turn / 8) ** 0.101
        step = {name: max(1.0, abs(start[name]) * options.step) / shrink for name in now}
        signs = {name: chance.choice((-1, 1)) for name in now}
        seed = options.seed * 1000 + turn * options.games
        moved = lambda way: {name: round(now[name] + way * signs[name] * step[name]) for name in now}
        better = series.score(moved(1), seed, options.games) - series.score(moved(-1), seed, options.games)
        # A series that goes wholly one way moves each weight by `--gain` of its step.
        pace = options.gain * better / (2 * options.games) / (1 + turn / (1 + options.rounds / 4)) ** 0.602
        for name in now:
            now[name] += pace * signs[name] * step[name]
        print(f"round {turn + 1} of {options.rounds}: {better:+d} points of {2 * options.games}", file=sys.stderr)
    return {name: round(number) for name, number in now.items()}


def record(options, before, after, old, new, played):
    """What was done, as an entry of `tuning.yaml`."""
    told = vars(options)
    how = ("against", "tempo", "scenario", "seat", "rounds", "games", "step", "gain", "seed", "trial")
    text = "- how: {" + ", ".join(f"{key}: {told[key]}" for key in how if told[key] is not None) + "}\n"
    text += f"  played: {played}\n"
    text += f"  trial: {{from: {TRIAL}, points_of: {2 * options.trial}, old: {old}, new: {new}}}\n"
    text += f"  kept: {'yes' if new > old else 'no'}\n"
    moved = [f"{name}: [{before[name]}, {after[name]}]" for name in after if after[name] != before[name]]
    return text + "  changed: {" + ", ".join(moved) + "}\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("title")
    parser.add_argument("--tabella", default="target/release/tabella", help="the program that plays")
    parser.add_argument("--seat", help="the seat that is tuned; weights whose names begin with it, where there are any")
    parser.add_argument("--only", help="weights to tune, with commas between")
    parser.add_argument("--try", dest="tried", action="append", default=[], metavar="NAME=NUMBER")
    parser.add_argument("--against", default="fair", choices=("easy", "fair"))
    parser.add_argument("--scenario")
    parser.add_argument("--tempo", default="brisk")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--games", type=int, default=16, help="games of each of the two series of a round")
    parser.add_argument("--trial", type=int, default=80, help="games of each of the two series at the end")
    parser.add_argument("--step", type=float, default=0.25, help="how far weights are changed in a series, as a share")
    parser.add_argument("--gain", type=float, default=4.0, help="how far a won round moves them, in such steps")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="write the weights if they are better")
    options = parser.parse_args()
    path = REPOSITORY / "games" / options.title / "weights.yaml"
    every = weights(path)
    own = {name: number for name, number in every.items() if options.seat and name.startswith(options.seat + "_")}
    before = own or every
    if options.only:
        before = {name: before[name] for name in options.only.split(",")}
    series = Series(options)
    if options.tried:
        options.rounds = 0
        after = {name: int(number) for name, number in (one.split("=") for one in options.tried)}
        before = {name: every[name] for name in after}
    else:
        after = tune(series, before, options)
    old = series.score(before, TRIAL, options.trial)
    new = series.score(after, TRIAL, options.trial)
    entry = record(options, before, after, old, new, series.played)
    print(entry, end="")
    diary = path.with_name("tuning.yaml")
    head = "# What was tried with the weights, in its order: `tools/tune.py` adds to it. Points: two for a win, one for a draw.\n"
    diary.write_text((diary.read_text() if diary.exists() else head) + entry)
    if options.write and new > old:
        path.write_text(rewritten(path.read_text(), after))


if __name__ == "__main__":
    main()
