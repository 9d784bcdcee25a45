#!/usr/bin/env python3
"""Thousands of game folders from recorded games, and what `tabella referee run` and `tabella club site` take for them.

    python3 tools/many.py --tabella target/release/tabella --games 10000 --out /tmp/many

Every folder is a recorded game of the repository, hard-linked: every fourth is whole, and over; the others end at one of their records and
wait for orders. A hundred lie in each folder, as a club would sort them. On a site every game needs an id of its own, so the folders for `site` have a charter of their own too. (Such a game cannot be
proved, nor loaded; a site reads its records only, but for the places of more than two seats, so such games stay unfinished.) What is printed is
wall-clock time, the time that cores were busy with it, and the most memory used: a first round, a round in which nothing is due, the same in four
parts, a site, the same site again, and again when one game has gone on. What each said in its last line stands below it.
"""

import argparse
import os
import re
import resource
import subprocess
import time
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent


def recorded():
    """The recorded games, with the numbers of their last records."""
    found = []
    for folder in sorted(REPOSITORY.glob("games/*/example*")):
        if (folder / "game.yaml").exists():
            found.append((folder, max(int(turn.name) for turn in (folder / "turns").iterdir())))
    return found


def lay(source, last, target, name=None):
    """One game folder up to a record; with a name, under that id."""
    target.mkdir(parents=True)
    if name is None:
        os.link(source / "game.yaml", target / "game.yaml")
    else:
        charter = (source / "game.yaml").read_text()
        (target / "game.yaml").write_text(re.sub(r"^game: .*$", f"game: {name}", charter, count=1, flags=re.M))
    # What is a referee's own has this folder; a round leaves all others alone.
    (target / ".tabella").mkdir()
    os.link(source / "allowed_signers", target / "allowed_signers")
    places = ["data"] + [f"turns/{number:04}" for number in range(last + 1)]
    for place in places:
        for folder, _, files in os.walk(source / place):
            inner = target / Path(folder).relative_to(source)
            inner.mkdir(parents=True, exist_ok=True)
            for file in files:
                os.link(Path(folder) / file, inner / file)


def measured(what, command):
    """Runs a command and tells what it took."""
    began = time.monotonic()
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    said = child.stdout.read()
    _, status, used = os.wait4(child.pid, 0)
    took = time.monotonic() - began
    code = os.waitstatus_to_exitcode(status)
    busy = used.ru_utime + used.ru_stime
    print(f"{what:<34} {took:8.1f} s  {busy:8.1f} s of a core  {used.ru_maxrss // 1024:6} MB  exit {code}", flush=True)
    lines = said.splitlines()
    for line in lines[:5] if code not in (0, 3) else lines[-1:]:
        print(f"    {line}", flush=True)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--tabella", default=str(REPOSITORY / "target/release/tabella"))
    arguments.add_argument("--games", type=int, default=10000)
    arguments.add_argument("--out", type=Path, required=True, help="a folder that is not there yet, on the repository's file system")
    parts = ["rounds", "shards", "site"]
    arguments.add_argument("--what", nargs="+", choices=parts, default=parts, help="what is measured, all without it")
    given = arguments.parse_args()
    sources = recorded()
    given.out.mkdir(parents=True)
    running, behind = 0, None
    for number in range(given.games):
        source, last = sources[number % len(sources)]
        upto = last if number % 4 == 0 or last < 2 else 1 + number % (last - 1)
        running += upto < last
        name = f"{number // 100:03}/g{number:05}"
        lay(source, upto, given.out / "games" / name)
        seats = (source / "game.yaml").read_text().count("- seat:")
        lay(source, upto if seats == 2 else min(upto, last - 1), given.out / "shown" / name, f"g{number:05}")
        if seats == 2 and upto < last:
            behind = (source, upto + 1, given.out / "shown" / name)
    print(f"{given.games} games, of which {running} wait for orders")
    settings = given.out / "run.yaml"
    folders = ", ".join(f"games/{folder.name}" for folder in sorted((given.out / "games").iterdir()))
    settings.write_text(f"games: [{folders}]\nletters: letters\n")
    run = [given.tabella, "referee", "run", "--settings", str(settings)]
    if "rounds" in given.what:
        rounds(run)
    if "shards" in given.what:
        shards(run)
    if "site" in given.what:
        site([given.tabella, "club", "site", str(given.out / "shown"), "--out", str(given.out / "site")], behind)


def rounds(run):
    """The first round opens all games; the third none."""
    measured("first round", run)
    # A folder that was touched a moment ago is looked at once more, for its clock is coarse.
    time.sleep(3)
    measured("second round", run)
    measured("round in which nothing is due", run)


def shards(run):
    """The same in four parts, one behind the other."""
    for time_of in ["first round of", "second round of", "nothing due in"]:
        for part in range(1, 5):
            measured(f"{time_of} part {part} of 4", [*run, "--shard", f"{part}/4"])
        time.sleep(3)


def site(command, behind):
    """A site, the same again, and again when one game has gone on."""
    measured("site", command)
    measured("the same site again", command)
    source, number, target = behind
    for folder, _, files in os.walk(source / f"turns/{number:04}"):
        inner = target / Path(folder).relative_to(source)
        inner.mkdir(parents=True)
        for file in files:
            os.link(Path(folder) / file, inner / file)
    measured("when one game has gone on", command)


if __name__ == "__main__":
    main()
