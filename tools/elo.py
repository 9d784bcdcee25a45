#!/usr/bin/env python3
"""Elo of the players of one title, from series of self-play.

    tabella tools simulate punica --games 100 --swap --player rome=strong --out strong-fair.jsonl
    tabella tools simulate punica --games 100 --swap --player rome=strong --all easy --out strong-easy.jsonl
    tabella tools simulate punica --games 100 --swap --player rome=fair --all easy --out fair-easy.jsonl
    python3 tools/elo.py strong-fair.jsonl strong-easy.jsonl fair-easy.jsonl

The strengths that make these results likeliest (Bradley and Terry 1952, a draw as half a win of each), `fair` at 0, with intervals at 95 %
from the curvature there. So that a player who never lost has a number at all, every pair that met is given one drawn game more; such a
number is the least that the games show. A game counts once for each two sides that each were held by one kind of player.
"""

import argparse
import json
import math
from pathlib import Path

ZERO = "fair"
# One point of the natural scale in Elo.
SCALE = 400 / math.log(10)


def meetings(paths):
    """Points of one kind of player against another, and games, by pair."""
    points, games = {}, {}
    for path in paths:
        for line in path.read_text().splitlines():
            game = json.loads(line)
            series = game["series"]
            turn = game["number"] % len(series["seats"]) if series["swap"] else 0
            players = series["players"][-turn:] + series["players"][:-turn] if turn else series["players"]
            sides = {}
            for (_, side), player in zip(series["seats"], players):
                sides.setdefault(side, set()).add(player)
            held = {side: who.copy().pop() for side, who in sides.items() if len(who) == 1}
            if game.get("fault") or len(held) != 2 or len(set(held.values())) != 2:
                continue
            (one, first), (_, second) = sorted(held.items(), key=lambda pair: pair[1])
            won = 0.5 if game["winner"] is None else float(game["winner"] == one)
            points[first, second] = points.get((first, second), 0.0) + won
            games[first, second] = games.get((first, second), 0) + 1
    return points, games


def fit(points, games):
    """Strengths and their standard errors, on the natural scale, by Newton's method."""
    free = sorted({who for pair in games for who in pair} - {ZERO})
    power = dict.fromkeys([*free, ZERO], 0.0)
    for _ in range(200):
        slope = dict.fromkeys(free, 0.0)
        bend = {one: dict.fromkeys(free, 0.0) for one in free}
        for (one, other), count in games.items():
            won, count = points[one, other] + 0.5, count + 1
            share = 1 / (1 + math.exp(power[other] - power[one]))
            for who, sign in ((one, 1), (other, -1)):
                if who in slope:
                    slope[who] += sign * (won - count * share)
                    for whom, mark in ((one, 1), (other, -1)):
                        if whom in slope:
                            bend[who][whom] += sign * mark * count * share * (1 - share)
        inverse = inverted([[bend[one][other] for other in free] for one in free])
        step = [sum(inverse[row][at] * slope[who] for at, who in enumerate(free)) for row in range(len(free))]
        for who, by in zip(free, step):
            power[who] += max(-1.0, min(1.0, by))
    return power, {who: math.sqrt(inverse[at][at]) for at, who in enumerate(free)} | {ZERO: 0.0}


def inverted(matrix):
    """The inverse of a small matrix, by Gauss and Jordan."""
    size = len(matrix)
    rows = [list(row) + [float(at == other) for other in range(size)] for at, row in enumerate(matrix)]
    for at in range(size):
        lead = max(range(at, size), key=lambda row: abs(rows[row][at]))
        rows[at], rows[lead] = rows[lead], rows[at]
        rows[at] = [number / rows[at][at] for number in rows[at]]
        for row in range(size):
            if row != at:
                rows[row] = [a - rows[row][at] * b for a, b in zip(rows[row], rows[at])]
    return [row[size:] for row in rows]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    points, games = meetings(parser.parse_args().files)
    if not any(ZERO in pair for pair in games):
        parser.error(f"`{ZERO}` plays in none of these games, and all others are measured by it")
    power, error = fit(points, games)
    for who in sorted(power, key=power.get, reverse=True):
        low, high = (round(SCALE * (power[who] + way * 1.96 * error[who])) for way in (-1, 1))
        print(f"{who:<8} {round(SCALE * power[who]):+5d}" + ("" if who == ZERO else f"  ({low:+d} to {high:+d})"))
    for (one, other), count in sorted(games.items()):
        print(f"{one} against {other}: {points[one, other]:g} of {count}")


if __name__ == "__main__":
    main()
