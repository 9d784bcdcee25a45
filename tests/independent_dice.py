#!/usr/bin/env python3
"""The dice of tabella, computed a second time from docs/protocol.md alone, with Python's standard library.

    python3 tests/independent_dice.py               check the test vectors in docs/protocol.md
    python3 tests/independent_dice.py FILE          check the test vectors in FILE
    python3 tests/independent_dice.py --game DIR    recompute the seeds and open rolls of a game folder
                                                    (and the hidden ones, once the game has revealed its last secret)

Prints what it checked; ends with status 1 and the first thing that does not fit, 2 if there is nothing to check.
"""

import hashlib
import hmac
import os
import re
import struct
import sys


def sha256(data):
    return hashlib.sha256(data).digest()


def keyed(key, *lines):
    """HMAC-SHA-256 over text lines, each ended by LF."""
    return hmac.new(key, "".join(f"{line}\n" for line in lines).encode(), hashlib.sha256).digest()


def seed(secret, game, phase, previous, orders):
    return keyed(secret, "tabella/1 dice", game, phase, previous.hex(), *[f"{seat} {digest}" for seat, digest in orders])


def hidden_seed(h, game, phase, opened):
    return keyed(h, "tabella/1 hidden", game, phase, opened.hex())


def salt(h, game, phase, path):
    return keyed(h, "tabella/1 salt", game, phase, path).hex()


def rotated(x, bits):
    return (x << bits | x >> 32 - bits) & 0xFFFFFFFF


def quarter(s, a, b, c, d):
    for x, y, z, bits in (a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7):
        s[x] = s[x] + s[y] & 0xFFFFFFFF
        s[z] = rotated(s[z] ^ s[x], bits)


def chacha20(key, nonce):
    """The words of the ChaCha20 stream: 20 rounds, 64-bit block counter from 0, 64-bit nonce."""
    counter = 0
    while True:
        start = struct.unpack("<16I", b"expand 32-byte k" + key + struct.pack("<Q", counter) + nonce)
        s = list(start)
        for _ in range(10):
            for i in range(4):
                quarter(s, i, 4 + i, 8 + i, 12 + i)
            for i in range(4):
                quarter(s, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
        yield from ((x + y) & 0xFFFFFFFF for x, y in zip(s, start))
        counter += 1


def words(key, label):
    return chacha20(key, sha256(label.encode())[:8])


def below(stream, sides):
    zone = 2**32 // sides * sides
    return next(w for w in stream if w < zone) % sides


def dice(key, label, sides, count):
    stream = words(key, label)
    return [below(stream, sides) + 1 for _ in range(count)]


def shuffle(key, label, length):
    stream, order = words(key, label), list(range(length))
    for i in range(length - 1, 0, -1):
        j = below(stream, i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def fail(*what):
    print("FAILED:", *what)
    sys.exit(1)


def check(name, found, expected):
    if str(found) != str(expected):
        fail(f"{name}\n  computed {found}\n  found    {expected}")


# The test vectors.

def numbers(values):
    return " ".join(map(str, values))


def read_vectors(path):
    """The lines `name: value` of the block fenced as `vectors`."""
    with open(path, encoding="utf-8") as file:
        block = re.search(r"^```vectors\n(.*?)^```$", file.read(), re.S | re.M)
    if not block:
        print(f"no test vectors in {path}")
        sys.exit(2)
    pairs = [line.split(": ", 1) for line in block[1].splitlines() if line and not line.startswith("#")]
    if len(dict(pairs)) != len(pairs):
        fail("a test vector stands twice")
    return dict(pairs)


def vector_orders(text):
    return [tuple(pair.split(" ")) for pair in text.split(", ")]


def check_vectors(path):
    v = read_vectors(path)
    raw = {name: bytes.fromhex(v[name]) for name in ("s3", "s2", "s1", "s0", "h", "seed-0", "seed-1", "seed-2")}
    for n in (3, 2, 1):
        check(f"s{n - 1}", sha256(raw[f"s{n}"]).hex(), v[f"s{n - 1}"])
    check("h-commitment", sha256(raw["h"]).hex(), v["h-commitment"])
    for n in (1, 2):
        orders = vector_orders(v[f"orders-{n}"])
        check(f"seed-{n}", seed(raw[f"s{n}"], v["game"], n, raw[f"seed-{n - 1}"], orders).hex(), v[f"seed-{n}"])
    hidden = hidden_seed(raw["h"], v["game"], 2, raw["seed-2"])
    check("hidden-seed-2", hidden.hex(), v["hidden-seed-2"])
    for path in ("hidden.yaml", "report-rome.md"):
        check(f"salt-2 {path}", salt(raw["h"], v["game"], 2, path), v[f"salt-2 {path}"])
    check_rolls(v, raw["seed-2"], hidden)
    print(f"{sum(not name.startswith('key-') for name in v)} test vectors hold")


def check_rolls(v, opened, hidden):
    label = v["label"]
    check("nonce", sha256(label.encode())[:8].hex(), v["nonce"])
    stream = words(opened, label)
    check("words", " ".join(f"{next(stream):08x}" for _ in range(20)), v["words"])
    for name, expected in v.items():
        if name.startswith("dice "):
            _, sides, text = name.split(" ", 2)
            check(name, numbers(dice(opened, text, int(sides), len(expected.split()))), expected)
        elif name.startswith("shuffle "):
            _, length, text = name.split(" ", 2)
            check(name, numbers(shuffle(opened, text, int(length))), expected)
        elif name.startswith("hidden-shuffle "):
            _, length, text = name.split(" ", 2)
            check(name, numbers(shuffle(hidden, text, int(length))), expected)


# A real game folder.

def read(*parts):
    with open(os.path.join(*parts), "rb") as file:
        return file.read()


def field(text, name):
    """The 32 bytes in hexadecimal of the first line `name: HEX`, at any depth; None if there is none."""
    found = re.search(rf"^[ ]*{name}:[ ]+['\"]?([0-9a-f]{{64}})['\"]?$", text, re.M)
    return found[1] if found else None


def orders_of(record, seats):
    listed = dict(reversed(line.split("  ", 1)) for line in read(record, "SHA256SUMS").decode().splitlines())
    for seat in seats:
        path = f"orders/{seat}.yaml"
        file = os.path.join(record, path)
        if os.path.exists(file):
            check(f"{file} in SHA256SUMS", sha256(read(file)).hex(), listed.get(path))
        yield seat, listed.get(path, "-")


# A roll stands as four lines in this order, at one depth, the first perhaps behind `- `.
ROLL = re.compile(
    r"""^[ ]*(?:-[ ])*label:[ ](?P<label>[^\n]+)\n
        [ ]*sides:[ ](?P<sides>\d+)\n
        [ ]*faces:(?P<faces>[ ]\[[^\]\n]*\]|(?:\n[ ]*-[ ]\d+)*)\n?
        (?P<hidden>[ ]*hidden:[ ]true)?""",
    re.M | re.X,
)


def rolls(text):
    for match in ROLL.finditer(text):
        faces = [int(face) for face in re.findall(r"\d+", match["faces"])]
        yield match["label"].strip("'\""), int(match["sides"]), faces, bool(match["hidden"])


def check_record_rolls(record, opened, hidden):
    checked = sealed = 0
    for name in ("events.yaml", "hidden.yaml"):
        file = os.path.join(record, name)
        text = read(file).decode() if os.path.exists(file) else ""
        if name == "events.yaml" and len(re.findall(r"^[ ]*faces:", text, re.M)) != len(list(rolls(text))):
            fail(f"{file}: a roll is not written as label, sides, faces")
        for label, sides, faces, secret in rolls(text):
            key = hidden if secret else opened
            if key is None:
                sealed += 1
                continue
            shuffled = 0 in faces or sides == 0
            check(f"{file}: {label}", shuffle(key, label, sides) if shuffled else dice(key, label, sides, len(faces)), faces)
            checked += 1
    return checked, sealed


def numbered(turns):
    """The turn records after the opening, in order, until a number is missing."""
    phase = 1
    while os.path.isdir(os.path.join(turns, f"{phase:04}")):
        yield phase, os.path.join(turns, f"{phase:04}")
        phase += 1


def check_game(folder):
    charter = read(folder, "game.yaml").decode()
    game = re.search(r"^game:[ ]+(\S+)$", charter, re.M)
    committed = field(charter, "commitment")
    if not game or not committed:
        print(f"{folder}/game.yaml names no game or has no commitment to dice")
        sys.exit(2)
    game, published = game[1].strip("'\""), committed
    signers = read(folder, "allowed_signers").decode().splitlines()
    seats = [line.split(" ")[0] for line in signers if not line.startswith("referee ")]
    records = list(numbered(os.path.join(folder, "turns")))
    turns = {phase: read(record, "turn.yaml").decode() for phase, record in records}
    h = next((bytes.fromhex(found) for found in (field(text, "hidden") for text in turns.values()) if found), None)
    if h:
        check("SHA-256 of the revealed h", sha256(h).hex(), field(charter, "hidden"))
    opened = sha256(read(folder, "turns", "0000", "SHA256SUMS"))
    checked = sealed = 0
    for phase, record in records:
        revealed = field(turns[phase], "secret")
        if not revealed:
            fail(f"{record}/turn.yaml reveals no secret")
        check(f"{record}/turn.yaml: SHA-256 of the revealed secret", sha256(bytes.fromhex(revealed)).hex(), published)
        published = revealed
        opened = seed(bytes.fromhex(revealed), game, phase, opened, list(orders_of(record, seats)))
        hidden = hidden_seed(h, game, phase, opened) if h else None
        more, still = check_record_rolls(record, opened, hidden)
        checked, sealed = checked + more, sealed + still
        print(f"phase {phase}: seed {opened.hex()}, {more} rolls hold" + (f", {still} still hidden" if still else ""))
    print(f"{len(records)} records and {checked} rolls hold" + (f", {sealed} rolls are still hidden" if sealed else ""))


def main(arguments):
    if arguments[:1] == ["--game"] and len(arguments) == 2:
        check_game(arguments[1])
    elif len(arguments) <= 1 and not any(a.startswith("-") for a in arguments):
        beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "docs", "protocol.md")
        check_vectors(arguments[0] if arguments else beside)
    else:
        print(__doc__)
        sys.exit(2)


if __name__ == "__main__":
    main(sys.argv[1:])
