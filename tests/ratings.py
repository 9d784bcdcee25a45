#!/usr/bin/env python3
"""Glicko-2 once more, from the paper (Glickman, "Example of the Glicko-2 system"), to hold the program's ratings to.

Reads games as `tabella` tells them (JSON, on standard input) and prints the ratings over all titles: a map from key to
points and deviation in thousandths and volatility in thousandths of a millionth. Months are rating periods.
"""
import json
import math
import sys

SCALE, TAU, TOLERANCE = 173.7178, 0.5, 1e-12


def away(value):
    """The nearest whole number, halves away from zero."""
    return math.floor(value + 0.5) if value >= 0 else -math.floor(-value + 0.5)


def new_volatility(phi, sigma, v, delta):
    """Step 5 of the paper, by the Illinois algorithm."""
    a = math.log(sigma * sigma)

    def f(x):
        e = math.exp(x)
        return e * (delta**2 - phi**2 - v - e) / (2 * (phi**2 + v + e) ** 2) - (x - a) / TAU**2

    low = a
    if delta**2 > phi**2 + v:
        high = math.log(delta**2 - phi**2 - v)
    else:
        k = 1
        while f(a - k * TAU) < 0:
            k += 1
        high = a - k * TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > TOLERANCE:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return math.exp(low / 2)


def after(rating, results):
    """A rating behind one period: points, deviation, volatility."""
    points, deviation, sigma = rating
    mu, phi = (points - 1500) / SCALE, deviation / SCALE
    if not results:
        return points, min(math.sqrt(phi**2 + sigma**2) * SCALE, 350.0), sigma
    weight, gain = 0.0, 0.0
    for (other_points, other_deviation, _), score in results:
        g = 1 / math.sqrt(1 + 3 * (other_deviation / SCALE) ** 2 / math.pi**2)
        e = 1 / (1 + math.exp(-g * (mu - (other_points - 1500) / SCALE)))
        weight += g * g * e * (1 - e)
        gain += g * (score - e)
    v = 1 / weight
    sigma = new_volatility(phi, sigma, v, v * gain)
    phi = 1 / math.sqrt(1 / (phi**2 + sigma**2) + 1 / v)
    return (mu + phi * phi * gain) * SCALE + 1500, phi * SCALE, sigma


def rounded(rating):
    """A rating as it is kept from one period to the next."""
    points, deviation, sigma = rating
    return away(points * 1e3) / 1e3, away(deviation * 1e3) / 1e3, away(sigma * 1e9) / 1e9


def duels(game):
    """Pairs of keys with the score of the first."""
    seats = game["seats"]
    places = {seat: at for at, place in enumerate(game["placing"]) for seat in place}
    winner = game["outcome"]["winner"]
    for at, one in enumerate(seats):
        for other in seats[at + 1:]:
            if one["key"] == other["key"]:
                continue
            if one["seat"] in places and other["seat"] in places:
                first, second = places[one["seat"]], places[other["seat"]]
                yield one["key"], other["key"], 1.0 if first < second else 0.5 if first == second else 0.0
            elif one["side"] != other["side"]:
                won = [winner in (seat["side"], seat["seat"]) for seat in (one, other)]
                yield one["key"], other["key"], 0.5 if won[0] == won[1] else float(won[0])


def main():
    """Goes through the months from the first game to the last."""
    months = {}
    for game in json.load(sys.stdin):
        if game["outcome"] is not None:
            year, month = game["records"][-1]["sealed"].split("-")[:2]
            months.setdefault(int(year) * 12 + int(month) - 1, []).append(game)
    ratings = {}
    for month in range(min(months), max(months) + 1):
        results = {}
        for game in months.get(month, []):
            for one, other, score in duels(game):
                results.setdefault(one, []).append((other, score))
                results.setdefault(other, []).append((one, 1 - score))
        for key in results:
            ratings.setdefault(key, (1500.0, 350.0, 0.06))
        ratings = {
            key: rounded(after(rating, [(ratings[other], score) for other, score in sorted(results.get(key, []))]))
            for key, rating in ratings.items()
        }
    told = {key: [away(p * 1e3), away(d * 1e3), away(s * 1e9)] for key, (p, d, s) in ratings.items()}
    json.dump(told, sys.stdout)


if __name__ == "__main__":
    main()
