#!/usr/bin/env python3
"""Measures the prose of public reports: tools/prose.py PROGRAM GAME...

Each GAME is a game folder; every record's report is rendered by PROGRAM (`tabella report --format md`). Measured is what
stands before the map and under "The story", without margins, maps and the line that names the game. The figures are
explained in docs/prose.md. With --text the measured prose is printed instead.
"""

import pathlib
import re
import statistics
import subprocess
import sys

IDS = re.compile(r"\b(?:[a-z]{1,3}-?\d{1,2}|[a-l]\d{1,2}|\d{4}|[rc][12])\b")
LEADERS = "Scipio Hannibal Hasdrubal Livius Porcius Nero Mago Magon Sempronius Gracchus Annone Cethegus".split()
# Families of phrases that tell a march.
MARCHES = ("march/", "way/", "stayed", "left-field")


def phrases():
    """The phrases by which the titles tell marches, as one expression: whoever attacks may go and ride as well."""
    found = set()
    for catalogue in pathlib.Path(__file__).parent.parent.glob("games/*/templates/en/say.txt"):
        family = ""
        for line in catalogue.read_text(encoding="utf-8").splitlines():
            if line.startswith(" ") and family.startswith(MARCHES):
                found.add(expression(line.strip()))
            elif line and not line.startswith("#"):
                family = line
    return re.compile("|".join(sorted(found)))


def expression(phrase):
    """What a phrase looks like when it has been said."""
    phrase = re.sub(r"\{\w+\?([^|}]*)\|([^}]*)\}", lambda both: f"{both[1]}\0{both[2]}", phrase.rstrip("."))
    parts = []
    for part in re.split(r"(\{[^}]*\}|\[[^\]]*\]|\w*\0\w*)", phrase):
        if part.startswith(("{", "[")):
            parts.append("[^.;]*")
        elif "\0" in part:
            parts.append("(?:" + "|".join(map(re.escape, part.split("\0"))) + ")")
        else:
            parts.append(re.escape(part))
    first = parts[0] or parts[1]
    start = r"\b" if first[0].isalpha() else ""
    parts = [f"(?i:{part[0]}){part[1:]}" if part is first and start else part for part in parts]
    return f"{start}{''.join(parts)}(?=[.,;]|$)"


MOVES = phrases()


def story(markdown):
    """The sentences of a report that somebody reads."""
    # The title, and below it a paragraph that names the game; then how it stands.
    paragraphs = markdown.split("```map")[0].split("\n\n")
    head = "\n".join(paragraphs[2:]).strip().removeprefix("*").removesuffix("*")
    told = markdown.split("## The story")[1].split("\n## ")[0] if "## The story" in markdown else ""
    text = re.sub(r"```.*?```", "", head + "\n" + told, flags=re.S)
    lines = [line for line in text.split("\n") if not line.startswith((">", "|"))]
    # A few words in bold before a paragraph are a label, no sentence.
    lines = [re.sub(r"^\*\*[^*]+\*\* (?=\S)", "", line) for line in lines]
    text = re.sub(r"[*_`\\]", "", " ".join(lines))
    return re.sub(r"\s+", " ", text).strip()


def sentences(text):
    return [part for part in re.split(r"(?<=[.!?])\s+(?=[A-Z0-9])", text) if part]


def masked(sentence):
    """A sentence without its names and numbers."""
    return re.sub(r"\b[A-Z][\w']*|\d+|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b", "_", sentence[1:])


def reports(program, game):
    number = 0
    while True:
        call = [program, "-C", game, "report", "--phase", str(number), "--format", "md"]
        done = subprocess.run(call, capture_output=True, text=True, check=False)
        if done.returncode:
            return
        yield story(done.stdout)
        number += 1


def commanders(game):
    """The players whom a game's charter names."""
    charter = pathlib.Path(game, "game.yaml").read_text(encoding="utf-8")
    return re.findall(r"^\s+player: *(\S.*?)\s*$", charter, flags=re.M)


def figures(letters, players=()):
    leaders = re.compile(r"\b(" + "|".join(map(re.escape, [*LEADERS, *players])) + r")\b")
    words = [word for letter in letters for word in letter.lower().split()]
    chunks = [words[at : at + 400] for at in range(0, max(len(words) - 399, 1), 400)]
    pairs = [len(set(zip(part, part[1:]))) / max(len(part) - 1, 1) for part in chunks]
    every = [sentence for letter in letters for sentence in sentences(letter)]
    moves = [bool(MOVES.search(sentence)) for sentence in every]
    run = longest = 0
    for move in moves:
        run = run + 1 if move else 0
        longest = max(longest, run)
    masks = [masked(sentence) for sentence in every]
    seen = sum(mask in masks[max(at - 12, 0) : at] for at, mask in enumerate(masks))
    opened = sum(sentence.startswith("The ") for sentence in every)
    lengths = [len(sentence.split()) for sentence in every] or [0]
    sizes = [len(letter.split()) for letter in letters] or [0]
    total = max(len(words), 1)
    text = " ".join(letters)
    return {
        "reports": len(letters),
        "distinct 2-grams per 400 words": f"{statistics.mean(pairs):.2f}",
        "sentences that are moves, %": f"{100 * sum(moves) / len(every):.0f}",
        "ids and coordinates per 100 words": f"{100 * len(IDS.findall(text)) / total:.1f}",
        "longest run of move sentences": longest,
        'sentences that begin "The", %': f"{100 * opened / len(every):.0f}",
        "masked sentence seen within twelve, %": f"{100 * seen / len(every):.0f}",
        "commanders' names per 100 words": f"{100 * len(leaders.findall(text)) / total:.1f}",
        "words a sentence, mean and deviation": f"{statistics.mean(lengths):.0f} ± {statistics.pstdev(lengths):.0f}",
        "words a report, mean and most": f"{statistics.mean(sizes):.0f} / {max(sizes)}",
    }


def main(args):
    text = "--text" in args
    program, *games = [arg for arg in args if arg != "--text"]
    letters = [letter for game in games for letter in reports(program, game)]
    if text:
        print("\n\n".join(letters))
        return
    players = {name for game in games for name in commanders(game)}
    for name, value in figures(letters, sorted(players)).items():
        print(f"{name:40} {value}")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(sys.argv[1:])
