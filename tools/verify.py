#!/usr/bin/env python3
"""A second verifier of tabella's games, written from docs/protocol.md alone: Python's standard library and ssh-keygen.

    python3 tools/verify.py GAME...                           verify game folders, whole or copies
    python3 tools/verify.py --receipt FILE GAME               and hold receipts against the game, with the signature below the text or as FILE.sig
    python3 tools/verify.py --start HEX --head HEX GAME       and compare start and head with those you were told
    python3 tools/verify.py --open FILE GAME                  and hold items that were opened to it
    python3 tools/verify.py --vectors [FILE]                  check the test vectors in docs/protocol.md (or FILE)

It checks the lists, the chain, the seals, the signatures of orders, the keys and their changes, what order files say of
themselves, who vouches for which head, secrets, seeds, every visible roll, what a copy may leave out, and receipts; and of a game of combined-arms that
the recorded events give the recorded states. What the program writes it reads in that one form alone, and takes everything else for a
fault. It knows the rules of no title, and says below its verdict what it does not prove. Ends with 0 if all that adds up, with 1 and
what does not, with 2 if there is nothing to check.
"""

import base64
import copy
import datetime
import functools
import hashlib
import hmac
import json
import math
import os
import re
import stat
import struct
import subprocess
import sys
import tempfile

LIMITS = {"SHA256SUMS": 256 << 10, "turn.yaml": 1 << 20, "state.yaml": 2 << 20, "events.yaml": 2 << 20, "hidden.yaml": 2 << 20}
LARGEST, LARGEST_RECORD, MOST_FILES = 4 << 20, 16 << 20, 2048
# Most bytes of what players write: order files and changes, each with its signatures.
LARGEST_WRITTEN = 64 << 10
# Most blanks before a line.
DEEPEST = 120


class Fault(Exception):
    """The first thing that does not fit in a file: its path in the game, and why."""

    def __init__(self, path, why):
        super().__init__(f"{path}: {why}")


class Newer(Exception):
    """A file of a newer program, of which nothing is judged here."""


def need(holds, path, why):
    if not holds:
        raise Fault(path, why)


# Dice: the chain, the seeds, the rolls.

def sha256(data):
    return hashlib.sha256(data).digest()


def head_text(game, number, digest):
    """What a seat signs to vouch for a record."""
    return f"tabella/2 head\n{game}\n{number}\n{digest}\n".encode()


def keyed(key, *lines):
    """HMAC-SHA-256 over text lines, each ended by LF."""
    return hmac.new(key, lines_of(*lines), hashlib.sha256).digest()


def seed(secret, game, phase, previous, orders):
    return keyed(secret, "tabella/1 dice", game, phase, previous.hex(), *[f"{seat} {digest}" for seat, digest in orders])


def hidden_seed(h, game, phase, opened):
    return keyed(h, "tabella/1 hidden", game, phase, opened.hex())


# Reserved ways to dice, of which there are test vectors alone.


def closing(game, phase, head, orders):
    return lines_of("tabella/2 closing", game, phase, head, *[f"{seat} {digest}" for seat, digest in orders])


def key_of_links(game, phase, links):
    return sha256(lines_of("tabella/2 links", game, phase, *[f"{seat} {link}" for seat, link in links]))


def lines_of(*lines):
    return "".join(f"{line}\n" for line in lines).encode()


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


def item_lines(hidden, salt_key):
    """The lines of all items of a `hidden.yaml`: scalars, and empty maps and lists, in JSON with salt and path."""
    found = []

    def collect(path, value):
        if isinstance(value, dict) and value:
            for name, inner in value.items():
                collect(f"{path}/{str(name).replace('~', '~0').replace('/', '~1')}", inner)
        elif isinstance(value, list) and value:
            for at, inner in enumerate(value):
                collect(f"{path}/{at}", inner)
        else:
            own = keyed(salt_key, "tabella/2 item", path).hex()
            found.append(json.dumps([own, path, value], ensure_ascii=False, separators=(",", ":")))

    for name, value in hidden.items():
        if name != "salt":
            collect(f"/{name}", value)
    return found


def item_list(hidden):
    """The text of `hidden.items`: the digests of the lines, filled up to a multiple of 1024."""
    key = bytes.fromhex(hidden["salt"])
    digests = [sha256(f"{line}\n".encode()).hex() for line in item_lines(hidden, key)]
    pads = -max(len(digests), 1) % 1024 if digests else 1024
    digests += [keyed(key, "tabella/2 pad", str(number)).hex() for number in range(pads)]
    return "".join(f"{digest}\n" for digest in sorted(digests))


# Reading: the one block style in which the program writes, and nothing else; and what can be told of an order file without a YAML reader.

# What a double-quoted scalar may escape: the program quotes so only what cannot be printed.
ESCAPES = {"0": "\0", "a": "\a", "b": "\b", "t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r", "e": "\x1b", '"': '"', "\\": "\\",
           "N": "\x85", "_": "\xa0", "L": "\u2028", "P": "\u2029"}
INTEGER = re.compile(r"-?(0|[1-9][0-9]*)")
# What YAML would read as something else than a text, as the program's emitter sees it.
OTHERWISE = re.compile(
    r"(?:|~|[Nn]ull|NULL|[Tt]rue|TRUE|[Ff]alse|FALSE|[-+]?[0-9]+|[-+]?0x[0-9a-fA-F]+|[-+]?0o[0-7]+|[-+]?0b[01]+"
    r"|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))"
)
QUOTED = re.compile(r"'(?:[^']|'')*'|\"(?:[^\"\\]|\\.)*\"")
FLOAT = re.compile(r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?")


def otherwise(text):
    """Whether a text would be read as a number, a truth or nothing, if it stood there plainly."""
    return bool(OTHERWISE.fullmatch(text)) or bool(FLOAT.fullmatch(text)) and math.isfinite(float(text))


def printable(c):
    return " " <= c <= "~" or "\xa0" <= c <= "\ud7ff" or "\ue000" <= c <= "\ufffd" and c != "\ufeff"


def plain(text):
    """Whether a text may stand without quotation marks in block style."""
    begins = text[:1] in "#,[]{}&*!|>'\"%@`" or text[:3] in ("---", "...") or text[:1] in "-?:" and text[1:2] in ("", " ")
    return bool(text) and not (begins or text[0] == " " or text[-1] in " :" or ": " in text or " #" in text)


def emitted(value):
    """A scalar as the program writes it."""
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "null"}[value]
    if isinstance(value, int):
        return str(value)
    if isinstance(value, (dict, list)):
        return "{}" if isinstance(value, dict) else "[]"
    if not all(map(printable, value)):
        back = {c: f"\\{name}" for name, c in ESCAPES.items()}
        number = lambda c: f"\\x{ord(c):02X}" if ord(c) < 256 else f"\\u{ord(c):04X}" if ord(c) < 65536 else f"\\U{ord(c):08X}"
        return '"' + "".join(back.get(c, c if printable(c) else number(c)) for c in value) + '"'
    return value if plain(value) and not otherwise(value) else "'" + value.replace("'", "''") + "'"


class Block:
    """A document in the program's block style: two blanks a level, lists at the level of their key, no comment and no blank line."""

    KEY = re.compile(r"('(?:[^']|'')*'|\"(?:[^\"\\]|\\.)*\"|[^'\" ][^\n]*?):(?: (.+))?")

    def __init__(self, text, path):
        self.path, self.at = path, 0
        need(text.endswith("\n") and "\r" not in text and "\t" not in text, path, "is not made of lines that end with one LF, without tabs")
        self.lines = text[:-1].split("\n")

    def fault(self, why):
        raise Fault(f"{self.path}:{min(self.at, len(self.lines) - 1) + 1}", why)

    def need(self, holds, why):
        if not holds:
            self.fault(why)

    def document(self):
        value = self.mapping(0, self.lines[0])
        self.need(self.at == len(self.lines), "is not indented as the program does")
        return value

    def line(self, depth):
        """What stands in the next line at this depth; nothing where that ends."""
        if self.at == len(self.lines) or not self.lines[self.at].startswith(" " * depth):
            return None
        text = self.lines[self.at][depth:]
        return None if text.startswith(" ") else text

    def mapping(self, depth, text):
        """The fields of a map, whose first line is given without what stands before it."""
        fields = {}
        self.need(depth <= DEEPEST, "is indented deeper than anything that the program writes")
        while text is not None and text != "-" and not text.startswith("- "):
            found = self.KEY.fullmatch(text)
            self.need(found, "is no line `name: value`")
            name = self.scalar(found[1])
            self.need(isinstance(name, str), "has a name that is no text")
            self.need(name not in fields, f"`{name}` stands twice")
            if found[2] is None:
                self.at += 1
                fields[name] = self.below(depth)
            else:
                fields[name] = self.scalar(found[2])
                self.at += 1
            text = self.line(depth)
        self.need(fields, "holds nothing where a map should be")
        return fields

    def below(self, depth):
        """What stands under a name without a value: a list at its own depth, or a map below it."""
        text = self.line(depth)
        if text is not None and text.startswith("- "):
            return self.sequence(depth, text)
        text = self.line(depth + 2)
        self.need(text is not None, "has no value")
        return self.mapping(depth + 2, text)

    def sequence(self, depth, text):
        items = []
        while text is not None and text.startswith("- "):
            items.append(self.item(depth + 2, text[2:]))
            text = self.line(depth)
        return items

    def item(self, depth, text):
        if text.startswith("- "):
            # A list in a list: its further items stand two blanks deeper than this one.
            self.need(depth <= DEEPEST, "is indented deeper than anything that the program writes")
            items = [self.item(depth + 2, text[2:])]
            rest = self.line(depth)
            return items + (self.sequence(depth, rest) if rest is not None else [])
        if self.KEY.fullmatch(text) and not QUOTED.fullmatch(text):
            return self.mapping(depth, text)
        value = self.scalar(text)
        self.at += 1
        return value

    def scalar(self, text):
        if text in ("{}", "[]"):
            return {} if text == "{}" else []
        value, why = scalar_of(text)
        self.need(why is None, why)
        return value


@functools.lru_cache(maxsize=1 << 16)
def scalar_of(text):
    """What a scalar says, and what is wrong with how it is written: most of a record's scalars are the same few."""
    try:
        value = value_of(text)
    except ValueError as why:
        return None, str(why)
    return value, None if emitted(value) == text else f"is not written as the program writes it: {text[:60]}"


def value_of(text):
    if text in ("true", "false", "null"):
        return {"true": True, "false": False, "null": None}[text]
    if INTEGER.fullmatch(text):
        return int(text)
    if text[:1] not in ("'", '"'):
        return text
    if not QUOTED.fullmatch(text):
        raise ValueError(f"cannot be read: {text[:60]}")
    return text[1:-1].replace("''", "'") if text[0] == "'" else re.sub(r"\\(x..|u....|U........|.)", escaped, text[1:-1])


def escaped(found):
    name = found[1]
    if name[0] in "xuU" and re.fullmatch("[0-9A-F]+", name[1:]) and int(name[1:], 16) < 0x110000:
        return chr(int(name[1:], 16))
    if name not in ESCAPES:
        raise ValueError(f"has an escape that there is not: \\{name}")
    return ESCAPES[name]


def block(text, path):
    """A document of the program's own writing, as dicts, lists and scalars; whatever is written otherwise is a fault."""
    return Block(text, path).document()


def header(text, name):
    """The value of a line `name: value` at the left edge of a file that a player wrote."""
    found = re.findall(rf"^{name}:[ \t]+(\"[^\"\n]*\"|'[^'\n]*'|[^\s#][^\n]*?)[ \t]*(?:[ \t]#[^\n]*)?\r?$", text, re.M)
    return found[0].strip("'\"") if len(found) == 1 else None


# Receipts and the names in them.

# A digest or a salt that YAML could read as a number stands in quotes.
HEX = r"('?)(?P<{0}>[0-9a-f]{{{1}}})\{2}"
RECEIPT = re.compile(
    r"tabella: 1\nreceipt: (?P<receipt>filed|refused)\ngame: (?P<game>\S+)\nphase: (?P<phase>[1-9][0-9]*)\nseat: (?P<seat>\S+)\n"
    rf"after: {HEX.format('after', 64, 5)}\n(?:revision: (?P<revision>0|[1-9][0-9]*)\n)?digest: {HEX.format('digest', 64, 8)}\n"
    rf"(?:arrived: {HEX.format('arrived', 64, 10)}\n)?(?:code: (?P<code>[A-Z]-[a-z0-9-]+)\n)?"
    rf"issued: (?P<issued>[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}T(?:[01][0-9]|2[0-3]):[0-9]{{2}}:[0-9]{{2}})Z\nsalt: {HEX.format('salt', 32, 14)}\n"
)
NUMBER = re.compile(r"[0-9._-]+|[0-9._-]+e[0-9._-]+|0[xob][0-9a-f_]*")
WORDS = {"y", "n", "yes", "no", "on", "off", "true", "false", "null", "con", "prn", "aux", "nul"}


def is_name(text):
    """Whether something may be called so: it means the same to every program."""
    plain = re.fullmatch(r"[a-z0-9][a-z0-9-]{0,63}", text) and not NUMBER.fullmatch(text)
    return bool(plain) and text not in WORDS and not re.fullmatch(r"(com|lpt)[1-9]", text)


def reads_as_number(text):
    """Whether hexadecimal digits stand in quotation marks, for without them they would be a number, or digits alone."""
    binary = re.fullmatch(r"0b[01]+", text)
    tens = re.fullmatch(r"[0-9]+e[0-9]+", text) and math.isfinite(float(text))
    return bool(binary or tens or re.fullmatch(r"[0-9]+", text))


def receipt_of(text):
    """The fields of a receipt; nothing of what is written otherwise."""
    found = RECEIPT.fullmatch(text)
    if not found or not is_name(found["game"]) or not is_name(found["seat"]):
        return None
    for name in ("after", "digest", "arrived", "salt"):
        quoted = found[name] and text[found.start(name) - 1] == "'"
        if bool(quoted) != bool(found[name] and reads_as_number(found[name])):
            return None
    filed = found["receipt"] == "filed"
    said = dict(found.groupdict(), phase=int(found["phase"]), revision=int(found["revision"] or 0))
    if filed != bool(found["revision"]) or filed and found["code"] or max(said["phase"], said["revision"]) >= 1 << 32:
        return None
    try:
        datetime.datetime.fromisoformat(found["issued"])
    except ValueError:
        return None
    return said


# What players wrote to one another.

FLOW = re.compile(r"""\s*(?:([\[\]{},])|("(?:[^"\\]|\\.)*")|('(?:[^']|'')*')|([^\s\[\]{},:'"#&*!|>%@`](?:[^\[\]{},:]|:(?!\s))*))\s*(:(?=\s))?""")


class Unread(Exception):
    """YAML that a player may write, and that is not read here."""


def flow(text):
    """A value in brackets, or a scalar in one line."""
    tokens, at = [], 0
    while at < len(text.rstrip()):
        found = FLOW.match(text, at)
        if not found:
            raise Unread
        mark, double, single, plain, colon = found.groups()
        word = json.loads(double) if double else single[1:-1].replace("''", "'") if single else plain and plain.strip()
        tokens += [(mark, word)] + [(":", None)] * bool(colon)
        at = found.end()
    value, rest = flow_value(tokens, 0)
    if rest != len(tokens):
        raise Unread
    return value


def flow_value(tokens, at):
    if at >= len(tokens):
        raise Unread
    mark, word = tokens[at]
    if mark is None:
        return word, at + 1
    if mark not in "[{":
        raise Unread
    items, at = [], at + 1
    while at < len(tokens) and tokens[at][0] not in ("]", "}"):
        item, at = flow_value(tokens, at)
        if mark == "{":
            if at >= len(tokens) or tokens[at][0] != ":":
                raise Unread
            value, at = flow_value(tokens, at + 1)
            item = (item, value)
        items.append(item)
        at += at < len(tokens) and tokens[at][0] == ","
    if at >= len(tokens):
        raise Unread
    return (dict(items) if mark == "{" else items), at + 1


def written_note(lines):
    """One note of an order file, its fields a line each; a text perhaps in lines of its own behind `|`."""
    if not lines:
        raise Unread
    if len(lines) == 1 and lines[0].strip().startswith("{"):
        return flow(lines[0])
    note, at, depth = {}, 0, len(lines[0]) - len(lines[0].lstrip(" "))
    while at < len(lines):
        found = re.fullmatch(r" {%d}(to|anonymous|text): *(.*?)" % depth, lines[at].rstrip())
        at += 1
        if not found:
            raise Unread
        below = []
        while at < len(lines) and (not lines[at].strip() or len(lines[at]) - len(lines[at].lstrip(" ")) > depth):
            below.append(lines[at])
            at += 1
        if re.fullmatch(r"\|[-+]?", found[2]):
            inner = min((len(line) - len(line.lstrip(" ")) for line in below if line.strip()), default=0)
            note[found[1]] = "\n".join(line[inner:] for line in below)
        elif any(line.strip() for line in below):
            raise Unread
        else:
            note[found[1]] = flow(re.sub(r"[ \t]#[^'\"]*$", "", found[2])) if found[2][:1] in "\"'" else re.sub(r"[ \t]#.*$", "", found[2])
    return note


def written_notes(text):
    """The notes of an order file: to whom, whether anonymous, and the lines."""
    lines = text.replace("\r\n", "\n").split("\n")
    begins = [at for at, line in enumerate(lines) if re.match(r"note:(\s|$)", line)]
    if not begins:
        return []
    head, rest = lines[begins[0]][5:].strip(), lines[begins[0] + 1 :]
    ends = [at for at, line in enumerate(rest) if re.match(r"[^\s#-]|\.\.\.|---", line)]
    rest = rest[: ends[0]] if ends else rest
    while rest and not rest[-1].strip():
        rest.pop()
    if head and not head.startswith("#"):
        notes = flow(" ".join([head] + [line.strip() for line in rest]))
        notes = notes if isinstance(notes, list) else [notes]
    else:
        dashes = [re.match(r"( *)- ", line) for line in rest]
        first = next((found[1] for found in dashes if found), None)
        items = [[]] if first is None else []
        for line, dash in zip(rest, dashes):
            if dash and dash[1] == first:
                items.append([])
                line = f"{first}  {line[len(first) + 2 :]}"
            if items and (items[-1] or line.strip()):
                items[-1].append(line)
        notes = [written_note(item) for item in items]
    told = []
    for note in notes:
        if not isinstance(note, dict) or not isinstance(note.get("to"), str) or not isinstance(note.get("text"), str):
            raise Unread
        anonymous = str(note.get("anonymous", "false")).lower() in ("true", "yes")
        told.append((note["to"], anonymous, [line.rstrip() for line in note["text"].rstrip().split("\n")]))
    return told


def is_drawn(text):
    """Whether a salt is 16 bytes in base64."""
    try:
        return len(base64.b64decode(text, validate=True)) == 16
    except ValueError:
        return False


# Keys and signatures.

NAMESPACES = {"orders": "tabella-orders", "change": "tabella-change", "head": "tabella-head", "record": "tabella-record", "receipt": "tabella-receipt"}


class Signers:
    """One `allowed_signers`: for each name its namespaces and its key."""

    def __init__(self, text, path):
        self.text, self.lines = text, {}
        need(text.endswith("\n") and "\r" not in text, path, "every line ends with one LF")
        for line in text.splitlines():
            found = re.fullmatch(r'([a-z0-9-]+) namespaces="([a-z,-]+)" (\S+ \S+)', line)
            need(found and found[1] not in self.lines, path, f"not of the one form that is allowed: {line[:60]}")
            self.lines[found[1]] = (found[2].split(","), found[3])
        self.seats = [name for name in self.lines if name != "referee"]
        need(list(self.lines)[-1:] == ["referee"], path, "the referee's line is the last")
        self.vouching = "tabella-head" in self.lines["referee"][0]
        spaces = ["tabella-orders", "tabella-change"] + ["tabella-head"] * self.vouching
        for name, (found, _) in self.lines.items():
            need(found == spaces + ["tabella-record", "tabella-receipt"] * (name == "referee"), path, f"{name} has other namespaces than it should")

    def key(self, name):
        return self.lines[name][1]

    def with_key(self, name, key):
        """A list in which only this name speaks, with this key, in changes."""
        return f'{name} namespaces="{NAMESPACES["change"]}" {key}\n'


ARMOR = re.compile(rb"-----BEGIN SSH SIGNATURE-----\n((?:[A-Za-z0-9+/=]+\n)+)-----END SSH SIGNATURE-----\n?")


def armor_is_plain(signature, path):
    """What `ssh-keygen` does not look at: nothing stands around or inside the block, and the reserved field of the format is empty."""
    found = ARMOR.fullmatch(signature)
    need(found, path, "is no armored SSH signature, or something stands before or behind it")
    encoded = found[1].replace(b"\n", b"")
    try:
        raw = base64.b64decode(encoded, validate=True)
        fields, at = [], 10
        while at < len(raw):
            (length,) = struct.unpack_from(">I", raw, at)
            fields.append(raw[at + 4 : at + 4 + length])
            at += 4 + length
    except (ValueError, struct.error):
        raise Fault(path, "the signature cannot be read") from None
    need(base64.b64encode(raw) == encoded, path, "the signature is spelled with bits that say nothing")
    need(raw[:10] == b"SSHSIG\0\0\0\1" and at == len(raw) and len(fields) == 5, path, "is no SSH signature")
    need(fields[2] == b"", path, "something stands in the reserved field of the signature")


@functools.lru_cache(maxsize=None)
def takes(signers, name, namespace, message, signature):
    """Whether `ssh-keygen` takes it: of many folders of one game most signatures are the same, and each takes a process."""
    with tempfile.TemporaryDirectory() as folder:
        names = {"signers": signers.encode(), "signature": signature}
        for file, content in names.items():
            with open(os.path.join(folder, file), "wb") as out:
                out.write(content)
        command = ["ssh-keygen", "-Y", "verify", "-f", f"{folder}/signers", "-I", name, "-n", namespace, "-s", f"{folder}/signature"]
        return subprocess.run(command, input=message, capture_output=True, check=False).returncode == 0


def signed_by(signers, name, namespace, message, signature, path):
    """Asks `ssh-keygen` whether this name signed these bytes in this namespace."""
    armor_is_plain(signature, path)
    need(takes(signers, name, namespace, message, signature), path, f"not signed by {name} in {namespace}")


# A folder.

LINE = re.compile(r"([0-9a-f]{64})  (\S+)")
INSIDE = re.compile(r"([a-z0-9._-]+/)?[a-z0-9._-]+")


def read(root, path):
    """The bytes of a file, no component of whose path is a link."""
    at = root
    for part in path.split("/"):
        at = os.path.join(at, part)
        need(os.path.lexists(at), path, "is not there")
        need(not os.path.islink(at), path, "is a link")
    need(stat.S_ISREG(os.stat(at).st_mode), path, "is not a file")
    written = re.fullmatch(r"turns/[0-9]+/(orders|changes)/.*", path)
    largest = LARGEST_WRITTEN if written else LIMITS.get(os.path.basename(path), LARGEST)
    need(os.path.getsize(at) <= largest, path, "is too large")
    with open(at, "rb") as file:
        return file.read()


def text_of(root, path):
    try:
        return read(root, path).decode()
    except UnicodeDecodeError:
        raise Fault(path, "is not UTF-8") from None


def unless_newer(root, path, known, record, name):
    """Nothing more is judged where the first line of a file names a newer version. One that is not as its list has it was altered."""
    try:
        content = read(root, path)
        version = re.match(rb"tabella: ([1-9][0-9]*)(?:\n|\Z)", content)
        if not version or not known < int(version[1]) < 1 << 32:
            return
        listed = re.search(rb"^([0-9a-f]{64})  " + re.escape(name.encode()) + rb"$", read(root, f"{record}/SHA256SUMS"), re.M)
    except Fault:
        return
    if not listed or listed[1].decode() == sha256(content).hex():
        raise Newer(f"{path} was written in version {int(version[1])}, and version {known} is known here")


SYSTEM_FILES = (".ds_store .localized .spotlight-v100 .trashes .fseventsd .temporaryitems .directory .dropbox .dropbox.attr .stfolder .stignore "
                "thumbs.db ehthumbs.db desktop.ini").split()


def is_litter(name):
    """Whether systems, editors and synchronising programs leave files of this name: they are passed over (crates/record/src/litter.rs)."""
    small = name.lower()
    if small.startswith(("._", ".#", "~$", ".~lock.", ".sync_", "icon\r")) or small in SYSTEM_FILES:
        return True
    if len(small) > 1 and small[0] == small[-1] == "#":
        return True
    if any(small.endswith(end) and small != end for end in ("~", ".bak", ".orig", ".swp", ".swo", ".swx", ".tmp")):
        return True
    if any(mark in small for mark in ("conflicted copy", ".sync-conflict-", "(case conflict", "(conflicting copy")):
        return True
    dot = small.find(".")
    stem = (small[:dot] if dot > 0 else small).rstrip()
    return stem.endswith(" copy") or re.search(r".\([0-9]+\)\Z", stem, re.S) is not None


def files_below(root, folder):
    """All files below a folder, as paths from it; links and empty folders are faults."""
    found = []
    for at, folders, names in os.walk(os.path.join(root, folder)):
        inner = os.path.relpath(at, os.path.join(root, folder))
        folders[:] = [name for name in folders if not is_litter(name)]
        names = [name for name in names if not is_litter(name)]
        for name in folders + names:
            need(not os.path.islink(os.path.join(at, name)), f"{folder}/{name}", "is a link")
        need(folders or names or inner == ".", f"{folder}/{inner}", "is an empty folder")
        found += [os.path.normpath(os.path.join(inner, name)) for name in names]
    return sorted(found)


class Record:
    """One record: its list, held to form, chain and digests."""

    def __init__(self, root, number, before):
        self.root, self.number, self.folder = root, number, f"turns/{number:04}"
        self.list_path = f"{self.folder}/SHA256SUMS"
        self.list = read(root, self.list_path)
        self.digest = sha256(self.list).hex()
        self.listed = self.read_list()
        self.held_to_chain(before)
        self.there = self.held_to_digests()
        self.trees, self.kind = {}, None

    def path(self, inside):
        return f"{self.folder}/{inside}"

    def text(self, inside):
        return text_of(self.root, self.path(inside))

    def tree(self, inside):
        """A file of the program's own writing, read."""
        if inside not in self.trees:
            self.trees[inside] = block(self.text(inside), self.path(inside))
        return self.trees[inside]

    def read_list(self):
        text, listed = self.list.decode("utf-8", "replace"), {}
        need(text.endswith("\n"), self.list_path, "the last line does not end with LF")
        for number, line in enumerate(text[:-1].split("\n"), 1):
            found = LINE.fullmatch(line)
            need(found, self.list_path, f"line {number} is not `DIGEST  PATH`")
            need(found[2] not in listed, self.list_path, f"line {number}: a path stands twice")
            listed[found[2]] = found[1]
        paths = list(listed)
        need(paths == sorted(paths, key=str.encode), self.list_path, "the lines are not in order")
        need(len(paths) <= MOST_FILES, self.list_path, "too many files")
        return listed

    def held_to_chain(self, before):
        outside = [path for path in self.listed if not INSIDE.fullmatch(path) or ".." in path.split("/")]
        if before is None:
            expected = ["../../allowed_signers", "../../game.yaml"]
            expected += [f"../../data/{file}" for file in files_below(self.root, "data")]
            need(sorted(outside) == sorted(expected), self.list_path, "does not list the charter, the keys and all data, and nothing else outside")
        else:
            link = f"../{before.number:04}/SHA256SUMS"
            need(outside == [link], self.list_path, f"outside of the record it lists {link} alone")
            need(self.listed[link] == before.digest, self.list_path, "does not follow the record before")

    def may_be_sealed(self, inside):
        secret = inside == "hidden.yaml" or inside.startswith("orders/") or re.fullmatch(r"(report-[a-z0-9-]+\.md|(notes|view)-[a-z0-9-]+\.yaml)", inside)
        return bool(secret)

    def held_to_digests(self):
        there, size = files_below(self.root, self.folder), 0
        for inside in there:
            own = inside in ("SHA256SUMS", "SHA256SUMS.sig")
            need(own or inside in self.listed, self.path(inside), "is not listed")
        for path, digest in self.listed.items():
            full = os.path.normpath(f"{self.folder}/{path}")
            if path not in there and not path.startswith("../") and self.may_be_sealed(path):
                continue
            content = read(self.root, full)
            size += len(content)
            need(sha256(content).hex() == digest, full, "was altered: it has another digest than the list says")
        need(size <= LARGEST_RECORD, self.list_path, "the record is too large")
        return set(there)

    def sealed(self):
        """Listed files of the record that this copy does not have."""
        return [path for path in self.listed if not path.startswith("../") and path not in self.there]


# A game.

# Who must agree to a change, where the charter asks for nobody else: alternatives, each of voices joined by `+`.
CONSENT = {
    "key": ["seat+referee", "referee+most"],
    "player": ["seat+referee", "referee+most"],
    "deadline": ["referee"],
    "vacation": ["seat"],
    "pause": ["all", "referee+most"],
    "resign": ["seat", "referee+most"],
    "program": [],
    "referee": ["referee+most", "all"],
    "charter": ["referee+all"],
    "options": ["referee+all"],
    "ruling": ["referee+all"],
    "rollback": ["referee+all"],
    "end": ["all"],
}
# Kinds that make a record of their own.
ALONE = ("referee", "charter", "options", "ruling", "rollback", "end")


# The fields of a charter, in their order.
CHARTER = ("tabella", "game", "fork", "title", "rules-revision", "scenario", "options", "tempo", "seats", "referee", "program", "schedule",
           "vacations", "heads", "waits-for", "public", "items", "always-hidden", "house", "notes", "consent", "seal", "dice")


class Misfit(Exception):
    """A correction that does not fit the state that it is made to."""


def index(part):
    """A place in a list, as RFC 6901 writes it: no sign, no blank, no nought before another digit."""
    if not re.fullmatch(r"0|[1-9][0-9]*", part):
        raise ValueError(part)
    return int(part)


def corrected(tree, patch):
    """What the operations of a change (RFC 6902: test, add, remove, replace) make of a tree with `state` at its top."""
    tree = copy.deepcopy(tree)
    for number, one in enumerate(patch):
        path = [part.replace("~1", "/").replace("~0", "~") for part in one["path"].split("/")]
        guarded = number and patch[number - 1]["op"] == "test" and patch[number - 1]["path"] == one["path"]
        if path[:2] != ["", "state"] or len(path) < 3 or one["op"] in ("remove", "replace") and not guarded:
            raise Misfit(f"{one['path']}: not below /state, or without a test before it")
        inner = tree
        try:
            for part in path[1:-1]:
                inner = inner[index(part)] if isinstance(inner, list) else inner[part]
            place = path[-1]
            if isinstance(inner, list):
                place = len(inner) if place == "-" and one["op"] == "add" else index(place)
            there = place < len(inner) if isinstance(inner, list) else place in inner
            same = there and json.dumps(inner[place], sort_keys=True) == json.dumps(one.get("value"), sort_keys=True)
            free = place <= len(inner) if isinstance(inner, list) else not there
            fits = {"test": same, "add": free}.get(one["op"], there)
        except (KeyError, IndexError, ValueError, TypeError):
            fits = False
        if not fits:
            raise Misfit(f"{one['op']} {one['path']}: it is not so there")
        if one["op"] == "remove":
            del inner[place]
        elif one["op"] == "add" and isinstance(inner, list):
            inner.insert(place, one["value"])
        elif one["op"] != "test":
            inner[place] = one["value"]
    return tree


class Game:
    """A folder, gone through from the opening on; each record is judged by what stood before it."""

    def __init__(self, root):
        self.root = root
        unless_newer(root, "game.yaml", 2, "turns/0000", "../../game.yaml")
        newest = next(number for number in range(1 << 32) if not os.path.isdir(os.path.join(root, f"turns/{number:04}"))) - 1
        unless_newer(root, f"turns/{newest:04}/turn.yaml", 1, f"turns/{newest:04}", "turn.yaml")
        self.charter = block(text_of(root, "game.yaml"), "game.yaml")
        need(self.charter.get("tabella") == 2, "game.yaml", "is of a protocol version that this program does not know")
        for name in ("game", "title", "seats", "dice", "rules-revision"):
            need(name in self.charter, "game.yaml", f"names no {name}")
        need(list(self.charter) == [name for name in CHARTER if name in self.charter], "game.yaml", "has other fields than a charter has, or in another order")
        lines = self.charter["seats"]
        need(isinstance(lines, list) and all(isinstance(line, dict) for line in lines), "game.yaml", "lists no seats")
        self.id, self.title, dice = self.charter["game"], self.charter["title"], self.charter["dice"]
        self.program = (self.charter.get("program") or {}).get("seed")
        self.signers = Signers(text_of(root, "allowed_signers"), "allowed_signers")
        self.seats = [line.get("seat") for line in self.charter["seats"]]
        need(self.seats == self.signers.seats, "allowed_signers", "does not list the seats of the charter, in its order")
        self.handed_out, self.vacant, self.consent = set(), set(), self.charter.get("consent", {})
        # From which record on which h counts, by its SHA-256.
        need(is_digest(dice.get("commitment")) and is_digest(dice.get("hidden")), "game.yaml", "has no commitment to dice")
        self.commitments, self.published = [(0, dice["hidden"])], dice["commitment"]
        self.records, self.salts, self.rolls, self.hidden_rolls = [], set(), 0, []
        self.seed, self.hs = None, []
        self.folds, self.states = None, []
        self.over, self.vouched = False, {}
        # Whether a referee was replaced without agreeing, and whether the secret half of `seal` is lost.
        self.lost_referee, self.lost = False, False
        self.heads = self.charter.get("heads", "off")
        self.sides = {line.get("seat"): line.get("side") for line in self.charter["seats"]}
        self.takes_notes = self.charter.get("notes", "")
        self.notes, self.notes_unread = 0, 0
        # Seats that the program took without their players' word: their keys lie with the referee.
        self.taken = set()

    def go_through(self):
        turns = sorted(name for name in os.listdir(os.path.join(self.root, "turns")) if not is_litter(name))
        for number, name in enumerate(turns):
            need(name == f"{number:04}", f"turns/{name}", f"stands where turns/{number:04} should be")
            record = Record(self.root, number, self.records[-1] if self.records else None)
            self.judge(record)
            self.records.append(record)
        need(self.records, "turns", "has no record")
        self.after_the_last()

    def judge(self, record):
        need(not self.over, record.folder, "the game was over before")
        self.check_names(record)
        self.check_forms(record)
        self.change(record)
        seal = read(self.root, record.path("SHA256SUMS.sig"))
        signed_by(self.signers.text, "referee", NAMESPACES["record"], record.list, seal, record.path("SHA256SUMS.sig"))
        for seat in self.seats:
            self.check_orders(record, seat)
        self.check_heads(record)
        self.check_notes(record)
        if record.number == 0:
            self.seed = bytes.fromhex(record.digest)
        else:
            self.reveal(record)
            self.check_rolls(record)
        self.fold(record)
        self.check_corrected(record)
        self.check_items(record)

    def check_names(self, record):
        """The list names what every record has, and nothing that none has."""
        views = [f"view-{seat}.yaml" for seat in self.seats]
        always = record.number and self.charter.get("always-hidden") is True
        for inside in ["turn.yaml", "state.yaml", "events.yaml", *views] + ["hidden.yaml"] * bool(always):
            need(inside in record.listed, record.list_path, f"lists no {inside}, and every record of this game does")
        seats = "|".join(map(re.escape, self.seats))
        known = re.compile(rf"orders/.*|heads/.*|changes/.*|notes.*|allowed_signers|hidden\.(yaml|items)|report\.(md|html)|map\.svg|report-({seats})\.md")
        for inside in record.listed:
            belongs = known.fullmatch(inside) or inside.startswith("../") or inside in (*FORMS, *views)
            need(belongs, record.path(inside), "is listed, and no record of this game has such a file")
        for inside in record.there:
            if inside.endswith((".md", ".html", ".svg")):
                record.text(inside)

    def check_forms(self, record):
        """What the program writes is written in its one form, is of this record, and has the fields of its kind."""
        for inside in sorted(record.there):
            kind = re.fullmatch(r"(turn|state|events|hidden|notes|view)(-[a-z0-9-]+)?\.yaml", inside)
            if not kind:
                continue
            path, tree = record.path(inside), record.tree(inside)
            own = {"tabella": 1, "game": self.id, "phase": record.number}
            need(all(tree.get(name) == value for name, value in own.items()), path, "is not of this record")
            if inside == "turn.yaml":
                Turn(path).check(tree)
                continue
            fields = FIELDS[kind[1]] if not (kind[1] == "notes" and kind[2]) else FIELDS["notes-"]
            need([name for name in tree if name != "halted"] == fields, path, "has other fields than such a file has")
            need("halted" not in tree or kind[1] == "hidden", path, "has a resolution that waits, which stands in hidden.yaml alone")
            need("salt" not in fields or is_digest(tree["salt"]), path, "has no salt, so that its digest could be guessed")
            need("seat" not in fields or tree["seat"] == kind[2][1:], path, "is of another seat than its name says")
            if kind[1] == "view":
                hand = tree["hand"]
                need(isinstance(hand, dict) and list(hand) == HAND, path, "holds no hand of a seat")
                need(hand["seat"] == tree["seat"], path, "holds the hand of another seat")

    def check_items(self, record):
        """The digests of the items of what is hidden, where the charter asks for them."""
        asked = self.charter.get("items") is True and "hidden.yaml" in record.listed
        need(bool(asked) == ("hidden.items" in record.listed), record.list_path, "lists hidden.items where the charter does not ask for it, or the other way round")
        if asked and "hidden.yaml" in record.there:
            path = record.path("hidden.items")
            need(item_list(record.tree("hidden.yaml")) == record.text("hidden.items"), path, "is not what hidden.yaml gives")

    def opens(self, name, text):
        """What somebody opened, held to the record that it names."""
        lines = text.split("\n")
        need(len(lines) >= 5 and lines[0] == "tabella/2 open" and lines[-1] == "", name, "opens nothing")
        need(lines[1] == self.id, name, "is of another game")
        record = next((record for record in self.records if str(record.number) == lines[2]), None)
        need(record and record.digest == lines[3], name, "opens a record that is not here")
        need("hidden.items" in record.listed, name, "opens a record that commits to no items")
        listed = set(record.text("hidden.items").splitlines())
        for line in lines[4:-1]:
            need(sha256(f"{line}\n".encode()).hex() in listed, name, f"the record does not commit to {line}")

    # Orders.

    def check_orders(self, record, seat):
        inside = f"orders/{seat}.yaml"
        both = {inside, f"{inside}.sig"} & set(record.listed)
        need(len(both) != 1, record.list_path, f"lists {seat}'s orders without their signature, or the other way round")
        here = {inside, f"{inside}.sig"} & record.there
        need(len(here) != 1, record.path(inside), "stands without its signature, or the other way round")
        if not here:
            return
        path, text = record.path(inside), record.text(inside)
        signature = read(self.root, f"{path}.sig")
        signed_by(self.signers.text, seat, NAMESPACES["orders"], text.encode(), signature, f"{path}.sig")
        own = {"game": self.id, "phase": str(record.number), "seat": seat, "after": self.records[-1].digest}
        for name, expected in own.items():
            need(header(text, name) == expected, path, f"its `{name}:` is not {expected}")
        salt_of = header(text, "salt")
        need(salt_of and salt_of not in self.salts, path, "has no salt of its own")
        need(is_drawn(salt_of) or 22 <= len(salt_of) <= 200, path, "has a salt that may not stand there")
        self.salts.add(salt_of)

    # Heads.

    def check_heads(self, record):
        """Every signature by which a seat vouches for the record before; where the charter requires it, of all who answered."""
        there = [inside for inside in record.listed if inside.startswith("heads/")]
        for inside in there:
            path, seat = record.path(inside), inside[len("heads/") :].removesuffix(".sig")
            need(inside.endswith(".sig") and seat in self.seats and record.number, path, "vouches for no record, or is of no seat")
            before = self.records[-1]
            signed_by(self.signers.text, seat, NAMESPACES["head"], head_text(self.id, before.number, before.digest), read(self.root, path), path)
            self.vouched[seat] = before.number
        if self.heads == "required" and record.number:
            answers = [answer for phase in record.tree("turn.yaml").get("phases", []) for answer in phase.get("answers", [])]
            for seat in {answer["seat"] for answer in answers if answer["by"] == "fresh"} - {"referee"}:
                need(f"heads/{seat}.sig" in there, record.list_path, f"{seat} answered and does not vouch for the record before")

    # Notes.

    def check_notes(self, record):
        """What players wrote to one another: the files that must be there, and what the order files make of them."""
        listed = {inside for inside in record.listed if inside == "notes.yaml" or inside.startswith("notes-")}
        takes = self.takes_notes and record.number and not record.kind
        expected = {"notes.yaml"} | {f"notes-{seat}.yaml" for seat in self.seats} if takes else set()
        need(listed == expected, record.list_path, "does not list the notes that the charter asks for, and no others")
        files = {seat: f"orders/{seat}.yaml" for seat in self.seats if f"orders/{seat}.yaml" in record.there}
        try:
            written = {seat: written_notes(record.text(inside)) for seat, inside in files.items()}
        except (Unread, json.JSONDecodeError):
            self.notes_unread += 1
            return
        known = {"all", *self.seats, *self.sides.values()}
        for seat, notes in written.items():
            for to, anonymous, _ in notes:
                may = takes and to in known and not (anonymous and self.takes_notes == "named")
                need(may, record.path(files[seat]), "holds a note that this game does not take")
        if not takes or any(inside.startswith("orders/") for inside in record.sealed()):
            return
        for inside in listed & record.there:
            recorded = record.tree(inside)["notes"]
            read = self.notes_for(inside, written)
            need(recorded == read, record.path(inside), "does not say what the order files say")
        self.notes += 1

    def notes_for(self, inside, written):
        """The notes of a file: those with their author in the order of seats, then the others in the order of their words."""
        reader = None if inside == "notes.yaml" else inside[len("notes-") : -len(".yaml")]
        named, unnamed = [], []
        for author in self.seats:
            for to, anonymous, text in written.get(author, []):
                to_reader = reader in (author, to) or to == self.sides.get(reader)
                if (to == "all") != (reader is None) or reader and not to_reader:
                    continue
                note = {"to": to, "text": text}
                if anonymous and author != reader:
                    unnamed.append(note)
                else:
                    named.append({"from": author, **note})
        return named + sorted(unnamed, key=lambda note: (note["to"].encode(), [line.encode() for line in note["text"]]))

    # Changes.

    def change(self, record):
        """Every change of a record, by what the record before leaves in force."""
        found = sorted(path for path in record.listed if re.fullmatch(r"changes/\d\d-[a-z]+\.yaml", path))
        for path in record.listed:
            belongs = path in found or any(re.fullmatch(rf"{re.escape(text)}\.[a-z0-9-]+\.sig", path) for text in found)
            need(belongs or not path.startswith("changes/"), record.path(path), "is no change, and signs none")
        lines, before = dict(self.signers.lines), (set(self.handed_out), set(self.vacant), dict(self.consent), set(self.taken))
        decided = set()
        for number, inside in enumerate(found, 1):
            path, text, change = record.path(inside), record.text(inside), record.tree(inside)
            need(inside.startswith(f"changes/{number:02}-"), path, "the numbers have a gap")
            need(list(change)[:6] == ["tabella", "game", "phase", "after", "change", "reason"], path, "does not begin as a change does")
            own = {"game": self.id, "phase": record.number, "after": self.records[-1].digest, "change": inside[11:-5]}
            need(all(change.get(name) == value for name, value in own.items()), path, "is not a change of this place")
            need(change["change"] in CONSENT, path, "there is no such kind of change")
            subject = "deadline" if change["change"] == "deadline" else change["change"] == "vacation", change.get("seat")
            need(subject not in decided, path, "the record decides twice on one thing")
            decided.add(subject)
            agreed = self.agreed(record, inside, text, change)
            for name in agreed & before[1]:
                raise Fault(path, f"{name} is vacant, and has no vote")
            need(self.enough(change, agreed, *before), path, "too few agreed")
            self.take(record, change, agreed, lines)
        kinds = [path[11:-5] for path in found]
        alone = not any(kind in ALONE for kind in kinds) or len(kinds) == 1
        need(alone, record.list_path, "a change that makes a record of its own is not alone in it")
        record.kind = kinds[0] if kinds and kinds[0] in ALONE else None
        orders = any(path.startswith("orders/") for path in record.listed)
        need(not (record.kind and orders), record.list_path, "a record of a change has no orders")
        if "allowed_signers" in record.listed:
            need(lines != self.signers.lines, record.path("allowed_signers"), "stands there, and no change of this record alters the keys")
            after = Signers(record.text("allowed_signers"), record.path("allowed_signers"))
            need(after.lines == lines, record.path("allowed_signers"), "is not what the changes make of the keys")
            self.signers = after
        else:
            need(lines == self.signers.lines, record.list_path, "a change of keys without the new allowed_signers")

    def agreed(self, record, inside, text, change):
        """Everybody who signed a change, each by the key that they had before it."""
        agreed, prefix = set(), f"{inside}."
        for signature in (file for file in record.there if file.startswith(prefix)):
            name, path = signature[len(prefix) : -len(".sig")], record.path(signature)
            brought = name == "heir" and "key" in change
            need(brought or name in self.signers.lines, path, "is of nobody who has a say here")
            known = self.signers.with_key("heir", change["key"]) if brought else self.signers.text
            signed_by(known, name, NAMESPACES["change"], text.encode(), read(self.root, path), path)
            agreed.add(name)
        return agreed

    def enough(self, change, agreed, handed_out, vacant, consent, taken):
        kind, concerned = change["change"], change.get("seat")
        if kind == "referee" or concerned == "referee":
            rules = consent.get(kind, CONSENT["referee"]) if kind == "referee" else CONSENT["referee"]
        else:
            rules = consent.get(kind, CONSENT[kind])
        others = [seat for seat in self.seats if seat != concerned and seat not in handed_out | vacant]
        voices = [seat for seat in others if self.signers.key(seat) != self.signers.key("referee")]
        seated = [seat for seat in self.seats if seat not in vacant]
        voice = {
            "referee": "referee" in agreed,
            "seat": concerned in agreed and concerned not in taken,
            "all": bool(seated) and all(seat in agreed for seat in seated),
            "most": bool(voices) and 2 * sum(seat in agreed for seat in voices) > len(voices),
        }
        heir = "heir" in agreed or "key" not in change
        return heir and any(all(voice.get(word, False) for word in rule.split("+")) for rule in rules)

    def take(self, record, change, agreed, lines):
        kind, seat = change["change"], change.get("seat", "referee")
        if "key" in change:
            need(seat in lines, record.list_path, f"a change for {seat}, who has no key here")
            lines[seat] = (lines[seat][0], change["key"])
            (self.handed_out.discard if seat in agreed else self.handed_out.add)(seat)
            self.vacant.discard(seat)
        if kind in ("resign", "player"):
            self.taken.discard(seat)
        if kind == "resign":
            self.vacant.add(seat)
        if kind == "program":
            committed = change["program"]["seed"]
            need(self.program in (None, committed), record.list_path, "the program plays by another seed already")
            self.program = committed
            (self.taken.discard if seat in agreed else self.taken.add)(seat)
        within = all(one["path"] == "/state/tempo" or one["path"].startswith("/state/options/") for one in change.get("patch", []))
        need(kind != "options" or within, record.list_path, "an option reaches below /state/options and to /state/tempo alone")
        if kind == "charter":
            self.consent = change["terms"].get("consent", self.consent)
            self.heads = change["terms"].get("heads", self.heads)
        if kind == "referee":
            self.lost_referee |= "referee" not in agreed
            self.commitments.append((record.number, change["dice"]["hidden"]))
            self.published = change["dice"]["commitment"]

    # Dice.

    def reveal(self, record):
        turn = record.tree("turn.yaml")
        revealed = turn["secret"]
        need(sha256(bytes.fromhex(revealed)).hex() == self.published, record.path("turn.yaml"), "its secret is not the committed one")
        self.published = revealed
        orders = [(seat, record.listed.get(f"orders/{seat}.yaml", "-")) for seat in self.seats]
        self.seed = seed(bytes.fromhex(revealed), self.id, record.number, self.seed, orders)
        self.over = "outcome" in turn
        self.open_hidden(record, turn)
        self.check_identity(record, turn)
        self.check_players(record, turn)

    def open_hidden(self, record, turn):
        """The last record opens every h; a hyphen stands for one that its referee never handed over."""
        path, last = record.path("turn.yaml"), turn.get("hidden")
        need(self.over or not (last or turn.get("hidden-before")), path, "opens h before the game is over")
        if not last:
            return
        opened = turn.get("hidden-before", []) + [last]
        need(len(opened) == len(self.commitments), path, "does not open one h for every referee")
        for text, (_, committed) in zip(opened, self.commitments):
            right = text == "-" or sha256(bytes.fromhex(text)).hex() == committed
            need(right, path, "one h is not the committed one")
        self.hs = [(start, None if text == "-" else bytes.fromhex(text)) for text, (start, _) in zip(opened, self.commitments)]

    def check_identity(self, record, turn):
        """The last record reveals the secret half of `seal`, or says that it is lost."""
        sealed, found = "seal" in self.charter, turn.get("identity")
        path = record.path("turn.yaml")
        need(bool(found) == bool(sealed and self.over), path, "reveals no secret half of the game's key, or one that does not belong there")
        if found == "-":
            folders = [f"{self.root}/inbox/{number:04}" for number in range(1, record.number + 1)]
            names = [name for folder in folders if os.path.isdir(folder) for name in os.listdir(folder) if not is_litter(name)]
            closed = sum(name.endswith(".age") for name in names)
            need(self.lost_referee or not closed, path, f"says that the secret half of the game's key is lost, and {closed} files were sent sealed to it")
            self.lost = True

    def h_of(self, number):
        """The h that counts in a record; none where it was never handed over."""
        return [h for start, h in self.hs if start <= number][-1]

    def check_players(self, record, turn):
        """The secret from which the choices of the program's seats follow."""
        path, revealed = record.path("turn.yaml"), turn.get("players")
        program = self.program
        if revealed:
            right = program and sha256(bytes.fromhex(revealed)).hex() == program
            need(right, path, "the secret of the program's choices is not the committed one")
        need(revealed or not (program and self.over), path, "the game is over and the secret of the program's choices is withheld")

    def check_rolls(self, record):
        for inside in ("events.yaml", "hidden.yaml"):
            if inside not in record.there:
                continue
            path, labels = record.path(inside), set()
            for roll in rolls(record.tree(inside)["chapters"]):
                numbers = isinstance(roll, dict) and isinstance(roll.get("faces"), list) and all(type(face) is int for face in roll["faces"])
                kinds = numbers and isinstance(roll.get("label"), str) and type(roll.get("sides")) is int
                right = kinds and list(roll) in (ROLL, [*ROLL, "hidden"]) and roll.get("hidden") in (None, True)
                need(right and 0 <= roll["sides"] < 1 << 32, path, "a roll is not written as label, sides, faces")
                need(roll["label"] not in labels, path, f"the label {roll['label']} stands twice")
                labels.add(roll["label"])
                if roll.get("hidden"):
                    self.hidden_rolls.append((path, record.number, self.seed, roll["label"], roll["sides"], roll["faces"]))
                else:
                    self.check_roll(path, self.seed, roll["label"], roll["sides"], roll["faces"])

    def check_roll(self, path, key, label, sides, faces):
        shuffled = 0 in faces or sides == 0
        need(len(faces) <= LARGEST and (sides or not faces), path, f"{label}: no such dice can be thrown")
        computed = shuffle(key, label, sides) if shuffled else dice(key, label, sides, len(faces))
        need(computed == faces, path, f"{label}: the dice give {computed}, the record says {faces}")
        self.rolls += 1

    # What opens with the last record.

    def after_the_last(self):
        last = self.records[-1]
        if not self.over:
            return
        need(self.hs, last.path("turn.yaml"), "the game is over and h is not revealed")
        for record in self.records:
            for inside in record.sealed():
                raise Fault(record.path(inside), "the game is over and this is withheld")
            for inside in record.there:
                self.check_salt(record, inside)
        known = [roll for roll in self.hidden_rolls if self.h_of(roll[1])]
        for path, number, opened, label, sides, faces in known:
            self.check_roll(path, hidden_seed(self.h_of(number), self.id, number, opened), label, sides, faces)
        self.hidden_rolls = [roll for roll in self.hidden_rolls if not self.h_of(roll[1])]

    def check_salt(self, record, inside):
        report = re.fullmatch(r"report-[a-z0-9-]+\.md", inside) and {"hidden.yaml", "notes.yaml"} & set(record.listed)
        salted = report or inside == "hidden.yaml" or re.fullmatch(r"(notes|view)-[a-z0-9-]+\.yaml", inside)
        h = self.h_of(record.number)
        if not salted or not h:
            return
        expected = salt(h, self.id, record.number, inside)
        need(expected in record.text(inside), record.path(inside), "does not hold the salt that follows from h")

    # The second route of `tabella verify`, a second time.

    def fold(self, record):
        if self.title != "combined-arms" or self.charter["rules-revision"] not in (1, 2, 3):
            return
        recorded = copy.deepcopy(record.tree("state.yaml")["state"])
        if record.kind == "rollback":
            self.combined_arms = self.states[self.rolled_back_to(record)]
            self.combined_arms.equals(recorded, record.path("state.yaml"))
        elif record.number and record.kind not in ("ruling", "options"):
            chapters = record.tree("events.yaml")["chapters"]
            for chapter in chapters:
                for event in [] if record.kind else chapter.get("events", []):
                    self.combined_arms.apply(event, record.path("events.yaml"))
            self.combined_arms.equals(recorded, record.path("state.yaml"))
            self.folds = (self.folds or 0) + 1
        self.combined_arms = CombinedArms(recorded)
        self.states.append(CombinedArms(copy.deepcopy(recorded)))

    def rolled_back_to(self, record):
        inside = next(path for path in record.listed if path.endswith("-rollback.yaml"))
        return record.tree(inside)["record"]

    def check_corrected(self, record):
        """A change that makes a record of its own leads from the state before, or from an earlier one, to the one that is recorded."""
        if not record.kind:
            return
        inside = next(path for path in record.listed if path.endswith(f"-{record.kind}.yaml"))
        change = record.tree(inside)
        base = self.records[change["record"] if record.kind == "rollback" else -1]
        for file in ("state.yaml", "hidden.yaml"):
            before, after = (self.state_in(it, file) for it in (base, record))
            if before is None or after is None:
                continue
            patch = change.get("patch", [])
            if file == "hidden.yaml" and record.kind in ("ruling", "options") and self.halted(base):
                closed = record.kind == "ruling" and not self.halted(record)
                need(closed, record.path(inside), "it corrects what waits for an answer in the middle of a resolution, and closes no question")
            # A view may say beside the state whose it is.
            view = file == "state.yaml" and isinstance(before, dict) and {"viewer", "state"} <= before.keys()
            try:
                expected = corrected(before, patch) if view else corrected({"state": before}, patch)["state"]
            except Misfit as misfit:
                raise Fault(record.path(inside), str(misfit)) from None
            need(expected == after, record.path(file), "its state is not the one that the change leads to")

    def halted(self, record):
        """Whether a record ends with a question in the middle of a resolution, as far as that can be read."""
        if "hidden.yaml" not in record.there:
            return False
        return "halted" in record.tree("hidden.yaml")

    def state_in(self, record, file):
        """The state as a file of a record has it; what everybody sees is all of it where nothing is hidden. None where it is sealed."""
        if file not in record.listed:
            file = "state.yaml"
        return record.tree(file)["state"] if file in record.there else None

    # The verdict.

    def compare(self, start, head):
        for name, told, found in (("start", start, self.records[0].digest), ("head", head, self.records[-1].digest)):
            need(told in (None, found), self.root, f"its {name} is {found}, not the one you were told")

    def hold(self, receipt):
        """What a receipt says of this game, in words; a fault where it convicts whoever sealed the record."""
        place, name = os.path.dirname(receipt) or ".", os.path.basename(receipt)
        text = text_of(place, name)
        if text.startswith("tabella/2 receipts"):
            return "several receipts under one signature are not accepted; they prove nobody at fault: show the receipt for each file"
        parts = apart(text)
        if not parts and not os.path.lexists(os.path.join(place, name + ".sig")):
            return "it proves nobody at fault: it has no signature"
        text, signature = parts if parts else (text, read(place, name + ".sig"))
        said = receipt_of(text)
        if not said:
            return "it proves nobody at fault: it is not written as a receipt is"
        number = said["phase"]
        if not self.by_referee(text, signature, receipt, number):
            return "it proves nobody at fault: the referee of its phase did not sign it"
        if said["game"] != self.id:
            return "it proves nobody at fault: it belongs to another game"
        if not 0 < number <= len(self.records):
            return f"record {number - 1} is not here"
        need(said["after"] == self.records[number - 1].digest, receipt, "follows another history than this")
        if said["receipt"] != "filed":
            return f"a file of {said['seat']} was refused"
        if number == len(self.records):
            return f"phase {number} is not resolved here"
        return self.hold_filed(receipt, said, self.records[number])

    def by_referee(self, text, signature, receipt, phase):
        """Whether the referee signed a receipt whose key was in force while its phase was open, or came with its record."""
        for signers in {self.keys_of(number).text for number in (phase - 1, phase)}:
            try:
                signed_by(signers, "referee", NAMESPACES["receipt"], text.encode(), signature, receipt)
                return True
            except Fault:
                continue
        return False

    def hold_filed(self, receipt, said, record):
        """What was filed counts, or a higher revision does, or a change makes the receipt void."""
        seat, number = said["seat"], record.number
        inside = f"orders/{seat}.yaml"
        if self.keys_of(number).lines.get(seat) != self.keys_of(number - 1).lines.get(seat):
            return f"it is void: record {number} replaces the key of {seat}"
        changes = [path for path in record.listed if re.fullmatch(r"changes/\d\d-[a-z]+\.yaml", path)]
        left = (record.tree(path) for path in changes if path.endswith("-resign.yaml"))
        if record.kind or any(change["seat"] == seat for change in left):
            return f"it is void by {changes[0]}"
        if record.listed.get(inside) == said["digest"]:
            return f"the file counts in record {number}"
        if inside in record.there and int(header(record.text(inside), "revision") or 0) > said["revision"]:
            return "a higher revision took its place"
        need(inside in record.sealed(), receipt, f"the file that it receipts is not among the orders of record {number}")
        return f"another file of {seat} counts in record {number}; whether its revision is higher shows when it opens"

    def keys_of(self, number):
        newest = [record for record in self.records[: number + 1] if "allowed_signers" in record.listed]
        path = newest[-1].path("allowed_signers") if newest else "allowed_signers"
        return Signers(text_of(self.root, path), path)

    def verdict(self):
        last, sealed = len(self.records) - 1, sum(len(record.sealed()) for record in self.records)
        parts = [f"{last + 1} records", f"{self.rolls} rolls"]
        parts += [f"{self.folds} states from their events"] if self.folds else []
        parts += [f"{sealed} files sealed"] if sealed else []
        parts += [f"notes of {self.notes} records from their orders"] if self.notes else []
        parts += [f"notes of {self.notes_unread} records not read"] if self.notes_unread else []
        parts += [f"{seat} vouches for record {number}" for seat, number in sorted(self.vouched.items())]
        parts += [f"{len(self.hidden_rolls)} rolls still hidden"] if self.hidden_rolls else []
        parts += ["the secret half of the game's key is lost"] if self.lost else []
        if "fork" in self.charter:
            parts.append("a sandbox and no game, which proves nothing of the one that it was made from")
        return f"adds up to record {last}, rules not replayed: {', '.join(parts)}"

    def not_proved(self):
        """What nobody should take from it."""
        last = self.records[-1].tree("turn.yaml")
        parts = ["that the rules lead to these events, states and views", "that reports, pages and maps say what happened"]
        parts += ["what is sealed"] * any(record.sealed() for record in self.records)
        parts += ["that nobody was shown another history: compare start and head"]
        told = f"not proved here: {'; '.join(parts)}"
        now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
        return told + f". Record {last['phase']} says that it was made in the future, at {last['resolved']}" * (last["resolved"] > now)


ROLL = ["label", "sides", "faces"]


def rolls(value):
    """Every roll below recorded chapters. What titles call so otherwise is a word or a number."""
    if isinstance(value, dict):
        if isinstance(value.get("roll"), (dict, list)):
            yield value["roll"]
        value = value.values()
    elif not isinstance(value, list):
        return
    for inner in value:
        yield from rolls(inner)


def is_digest(value):
    return isinstance(value, str) and bool(re.fullmatch(r"[0-9a-f]{64}", value))


# The fields of what the program writes, in their order; `halted` stands in hidden.yaml alone, where a resolution waits.
FORMS = ("turn.yaml", "state.yaml", "events.yaml")
HEADER = ["tabella", "game", "phase"]
FIELDS = {
    "state": [*HEADER, "state"],
    "events": [*HEADER, "chapters"],
    "hidden": [*HEADER, "salt", "state", "force", "chapters"],
    "notes": [*HEADER, "notes"],
    "notes-": [*HEADER, "seat", "salt", "notes"],
    "view": [*HEADER, "seat", "salt", "hand"],
}
HAND = ["seat", "phase", "prompts", "view", "in_force", "chapters"]


class Turn:
    """The form of `turn.yaml`: which fields, in which order, and what may stand in them."""

    WHOLE = [("tabella", "one", True), ("game", "text", True), ("phase", "number", True), ("name", "text", True),
             ("rules-revision", "number", True), ("program", "text", True), ("secret", "digest", False), ("hidden", "digest", False),
             ("players", "digest", False), ("hidden-before", "former", False), ("identity", "identity", False), ("opened", "time", True),
             ("resolved", "time", True), ("absent", "texts", False), ("held", "held", False), ("phases", "phases", False),
             ("outcome", "outcome", False), ("next", "next", False)]
    HELD = [("from", "time", True), ("to", "time", False), ("reason", "text", True)]
    PHASE = [("name", "text", True), ("turn", "number", True), ("seat", "text", False), ("answers", "answers", False)]
    ANSWER = [("prompt", "text", True), ("seat", "text", True), ("by", "by", True), ("filed", "number", False)]
    OUTCOME = [("winner", "text", False), ("reason", "text", True), ("rule", "text", True)]
    NEXT = [("phase", "number", True), ("name", "text", True), ("turn", "number", True), ("awaited", "seats", True), ("deadline", "time", False)]
    TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")

    def __init__(self, path):
        self.path = path

    def fields(self, tree, known, where):
        need(isinstance(tree, dict), self.path, f"{where} is no map")
        names = [name for name, _, must in known if must or name in tree]
        need(list(tree) == names, self.path, f"{where} has other fields than it should, or in another order")
        for name, kind, _ in known:
            if name in tree:
                need(getattr(self, kind)(tree[name]), self.path, f"{where}: `{name}` cannot say {json.dumps(tree[name])[:60]}")

    def check(self, tree):
        self.fields(tree, self.WHOLE, "it")
        number, over = tree["phase"], "outcome" in tree
        need(("secret" in tree) == (number > 0), self.path, "every record but the first reveals a secret")
        need(over != ("next" in tree), self.path, "has both an outcome and a next phase, or neither")
        need(over or tree["next"]["phase"] == number + 1, self.path, "the next phase is not the number after this one")
        need(tree["opened"] <= tree["resolved"], self.path, "was made before its phase was opened")
        until = [line["from"] for line in tree.get("held", [])[1:]] + [tree["resolved"]]
        for line, end in zip(tree.get("held", []), until):
            need(line["from"] <= line.get("to", line["from"]) <= end, self.path, "was held longer than until the record, or backwards")

    def one(self, value):
        return type(value) is int and value == 1

    def number(self, value):
        return type(value) is int and 0 <= value < 1 << 32

    def text(self, value):
        return isinstance(value, str)

    def digest(self, value):
        return is_digest(value)

    def former(self, value):
        return isinstance(value, list) and bool(value) and all(one == "-" or is_digest(one) for one in value)

    def identity(self, value):
        return isinstance(value, str) and bool(re.fullmatch(r"-|AGE-SECRET-KEY-1[0-9A-Za-z]{58}", value))

    def time(self, value):
        if not isinstance(value, str) or not self.TIME.fullmatch(value):
            return False
        try:
            return bool(datetime.datetime.fromisoformat(value[:-1]))
        except ValueError:
            return False

    def texts(self, value):
        return isinstance(value, list) and bool(value) and all(isinstance(one, str) for one in value)

    def seats(self, value):
        return isinstance(value, list) and all(isinstance(one, str) for one in value)

    def by(self, value):
        return value in ("fresh", "ahead", "standing", "fallback")

    def each(self, value, known, where):
        need(isinstance(value, list) and value, self.path, f"{where} is no list")
        for one in value:
            self.fields(one, known, where)
        return True

    def held(self, value):
        return self.each(value, self.HELD, "`held`")

    def phases(self, value):
        return self.each(value, self.PHASE, "`phases`")

    def answers(self, value):
        return self.each(value, self.ANSWER, "`answers`")

    def outcome(self, value):
        self.fields(value, self.OUTCOME, "`outcome`")
        return True

    def next(self, value):
        self.fields(value, self.NEXT, "`next`")
        return True


# What the events of Combined Arms do to its state: games/combined-arms/events.md.

DEFAULTS = (None, 0, False, [])


def bare(value):
    """Without fields that say no more than their absence would."""
    if isinstance(value, list):
        return [bare(item) for item in value]
    if isinstance(value, dict):
        return {name: bare(item) for name, item in value.items() if item not in DEFAULTS}
    return value


class CombinedArms:
    """A position, to which events happen."""

    def __init__(self, state):
        self.state = state
        for name in ("waiting", "units", "lost", "past"):
            state.setdefault(name, [])

    def unit(self, name):
        return next(unit for unit in self.state["units"] if unit["id"] == name)

    def apply(self, event, path):
        action = getattr(self, event["kind"].replace("-", "_"), None)
        need(action, path, f"event {event['n']}: there is no kind {event['kind']}")
        try:
            action(event)
        except (KeyError, StopIteration):
            raise Fault(path, f"event {event['n']} speaks of what is not there") from None

    def equals(self, recorded, path):
        mine, theirs = bare(self.state), bare(recorded)
        for name in sorted(mine.keys() | theirs.keys()):
            need(mine.get(name) == theirs.get(name), path, f"`{name}` is not what the recorded events make of the state before")

    # Set-up.

    def army(self, event):
        rank = 0
        for levy in event["units"]:
            for name in levy["ids"]:
                self.state["waiting"].append({"id": name, "type": levy["type"], "side": event["seat"], "rank": rank,
                                              "pila": levy.get("pila", 0), "veteran": name in event["veterans"]})
                rank += 1

    def terrain(self, event):
        board = self.state["board"]
        for kind in ("hills", "plateaus"):
            board[kind] = sorted({*board[kind], *event[kind]}, key=lambda square: (-int(square[1:]), square[0]))

    def first_seat(self, event):
        self.state["first"] = self.state["active"] = event["seat"]

    def placed(self, event):
        waiting = next(unit for unit in self.state["waiting"] if unit["id"] == event["unit"])
        self.state["waiting"].remove(waiting)
        self.state["units"].append(waiting | {"square": event["square"], "facing": event["facing"], "began": event["square"]})
        self.state["units"].sort(key=lambda unit: (unit["side"] != "rome", unit["rank"]))

    # Movement.

    def moved(self, event):
        self.unit(event["unit"]).update(square=event["to"], facing=event["facing"], moved=True)

    def turned(self, event):
        self.unit(event["unit"]).update(facing=event["facing"], moved=True)

    def charge(self, event):
        self.unit(event["unit"])["charged"] = event["turn"]

    # Combat.

    def attack(self, event):
        attacker, target = self.unit(event["attacker"]), self.unit(event["target"])
        attacker["attacked"] = True
        if "pila" in event:
            attacker["pila"] = event["pila"]
        target["damage"] = event["total"]
        for name in ("made-by", "hurt-by"):
            if event["attacker"] not in target.setdefault(name, []):
                target[name].append(event["attacker"])

    def asked(self, event):
        self.unit(event["unit"])
        self.state["asked"] = {"seat": event["seat"], "unit": event["unit"], "squares": event["squares"]}

    def answered(self, event):
        self.state.pop("asked", None)

    def holds(self, event):
        self.unit(event["target"])

    def retreat(self, event):
        unit = self.unit(event["unit"])
        unit.update({"square": event["to"], "facing": event["facing"], "damage": 0, "made-by": []})
        for name in ("routs-phase", "routs-turn"):
            unit[name] = unit.get(name, 0) + 1

    def destroyed(self, event):
        unit = self.unit(event["unit"])
        self.state["units"].remove(unit)
        self.state["lost"].append({"id": unit["id"], "type": unit["type"], "side": event["seat"], "square": event["square"],
                                   "turn": event["turn"], "cause": event["cause"]})
        self.state.update(quiet_since=event["turn"], past=[])

    def credit(self, event):
        self.unit(event["unit"])["credits"] = event["number"]

    def veteran(self, event):
        self.unit(event["unit"])["veteran"] = True

    # Entries of a list that did nothing.

    def void(self, event):
        """Nothing changes."""

    def skipped(self, event):
        """Nothing changes."""

    # Phases, turns, draws and the end.

    def phase_begins(self, event):
        self.state["stage"] = event["stage"]
        for unit in self.state["units"]:
            unit["routs-phase"] = 0

    def turn_begins(self, event):
        self.state.update(turn=event["turn"], active=event["seat"])
        if "position" in event:
            self.state["past"].append(event["position"])
        self.phase_begins({"stage": "move"})
        for unit in self.state["units"]:
            unit["began"] = unit["square"]

    def turn_ends(self, event):
        for unit in self.state["units"]:
            unit.update({"damage": 0, "made-by": [], "hurt-by": [], "attacked": False, "moved": False, "routs-phase": 0, "routs-turn": 0})

    def draw_offer(self, event):
        self.state["offer"] = {"seat": event["seat"], "turn": event["turn"]}

    def draw_lapsed(self, event):
        self.state["offer"] = None

    def repetition(self, event):
        """Nothing changes."""

    stall = limit = repetition

    def over(self, event):
        result = {"winner": event.get("winner"), "reason": event["reason"]}
        self.state.update(stage="over", result=result)


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
        raise Fault(path, "a test vector stands twice")
    return dict(pairs)


def vector_orders(text):
    return [tuple(pair.split(" ")) for pair in text.split(", ")]


def check(name, found, expected):
    need(str(found) == str(expected), name, f"computed {found}, found {expected}")


def apart(text):
    """The signed part of a text and its signature; nothing where it carries none."""
    parts = re.fullmatch(r"(.*?\n)\.\.\.\n\n*(-----BEGIN SSH SIGNATURE-----\n.*?-----END SSH SIGNATURE-----\n).*", text, re.S)
    return parts and (parts[1], parts[2].encode())


def check_signed(path, key):
    """The whole texts: an order file, a change and a receipt, each in its namespace."""
    with open(path, encoding="utf-8") as file:
        blocks = re.findall(r"^```signed(?:-(\w+))?\n(.*?)^```$", file.read(), re.S | re.M)
    need({kind for kind, _ in blocks} == {"", "change", "receipt"}, path, "lacks a signed text")
    for kind, text in blocks:
        message, signature = apart(text)
        namespace = NAMESPACES[kind or "orders"]
        signed_by(f'rome namespaces="{namespace}" {key}\n', "rome", namespace, message.encode(), signature, path)
    orders = next(text for kind, text in blocks if not kind)
    receipt = next(text for kind, text in blocks if kind == "receipt")
    check("receipt digest", sha256(apart(orders)[0].encode()).hex(), header(receipt, "digest"))
    return len(blocks)


def check_vectors(source):
    v = read_vectors(source)
    raw = {name: bytes.fromhex(v[name]) for name in ("s3", "s2", "s1", "s0", "h", "seed-0", "seed-1", "seed-2")}
    for n in (3, 2, 1):
        check(f"s{n - 1}", sha256(raw[f"s{n}"]).hex(), v[f"s{n - 1}"])
    check("h-commitment", sha256(raw["h"]).hex(), v["h-commitment"])
    for n in (1, 2):
        orders = vector_orders(v[f"orders-{n}"])
        check(f"seed-{n}", seed(raw[f"s{n}"], v["game"], n, raw[f"seed-{n - 1}"], orders).hex(), v[f"seed-{n}"])
    hidden = hidden_seed(raw["h"], v["game"], 2, raw["seed-2"])
    check("hidden-seed-2", hidden.hex(), v["hidden-seed-2"])
    for path in ("hidden.yaml", "report-rome.md", "view-rome.yaml"):
        check(f"salt-2 {path}", salt(raw["h"], v["game"], 2, path), v[f"salt-2 {path}"])
    name, line = next((name[7:], value) for name, value in v.items() if name.startswith("item-2 /"))
    key, value = bytes.fromhex(v["salt-2 hidden.yaml"]), json.loads(line)[2]
    *above, last = name.strip("/").split("/")
    tree = inner = {}
    for part in above:
        inner = inner.setdefault(part, {})
    inner[last] = value
    check(f"item-2 {name}", item_lines(tree, key)[0], line)
    check("item-2 digest", sha256(f"{line}\n".encode()).hex(), v["item-2 digest"])
    check("pad-2", keyed(key, "tabella/2 pad", "0").hex(), v["pad-2"])
    check_rolls(v, raw["seed-2"], hidden)
    check_reserved(v, raw["s1"], raw["seed-0"])
    check("head-0 text digest", sha256(head_text(v["game"], 0, v["seed-0"])).hex(), v["head-0 text digest"])
    signed = check_signed(source, v["key-public"])
    print(f"{sum(not name.startswith('key-') for name in v)} test vectors hold, and {signed} signed texts")


def check_reserved(v, secret, start):
    """Dice of all seats, and a beacon beside the referee's, in phase 1."""
    game, links, orders = v["game"], vector_orders(v["links-3"]), vector_orders(v["orders-1"])
    for n in (2, 1, 0):
        links = [(seat, sha256(bytes.fromhex(link)).hex()) for seat, link in links]
        named = ", ".join(f"{seat} {link}" for seat, link in links)
        if n < 2:
            check(f"links-{n}", named, v[f"links-{n}"])
        if n == 1:
            key = key_of_links(game, 1, links)
    check("closing-1 digest", sha256(closing(game, 1, v["seed-0"], orders)).hex(), v["closing-1 digest"])
    check("links-1 key", key.hex(), v["links-1 key"])
    check("players-seed-1", seed(key, game, 1, start, orders).hex(), v["players-seed-1"])
    number, signature = v["beacon quicknet"].split(" ")
    last = ("beacon", sha256(bytes.fromhex(signature)).hex())
    check(f"beacon-seed-1 with round {number}", seed(secret, game, 1, start, [*orders, last]).hex(), v["beacon-seed-1"])


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


def option(arguments, name):
    """Takes the value of an option out of the arguments."""
    if name not in arguments:
        return None
    at = arguments.index(name)
    value = arguments[at + 1]
    del arguments[at : at + 2]
    return value


def verify(folder, start, head, receipts, opened=()):
    """Verifies one folder; gives the exit code for it."""
    try:
        game = Game(folder)
        game.go_through()
        game.compare(start, head)
        for receipt in receipts:
            print(f"{folder}: receipt {receipt}: {game.hold(receipt)}")
        for name in opened:
            with open(name, encoding="utf-8", newline="") as file:
                game.opens(name, file.read())
    except Newer as newer:
        print(f"{folder}: a newer tabella made this game, nothing was judged: {newer}")
        return 3
    except Fault as fault:
        print(f"{folder}: not consistent: {fault}")
        return 1
    except UnicodeDecodeError:
        print(f"{folder}: not consistent: a file is not UTF-8")
        return 1
    except (ArithmeticError, AttributeError, LookupError, OSError, RecursionError, TypeError, ValueError) as error:
        # Whatever is of another kind than it should be, and no check above names: what cannot be read does not add up.
        print(f"{folder}: not consistent: it cannot be read: {type(error).__name__}: {error}")
        return 1
    print(f"{folder}: {game.verdict()}")
    print(f"{folder}: {game.not_proved()}")
    return 0


def main(arguments):
    if arguments[:1] == ["--vectors"] and len(arguments) <= 2:
        beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "docs", "protocol.md")
        try:
            check_vectors(arguments[1] if len(arguments) == 2 else beside)
        except Fault as fault:
            sys.exit(f"FAILED: {fault}")
        return
    receipts, opened = [], []
    try:
        start, head = option(arguments, "--start"), option(arguments, "--head")
        while "--receipt" in arguments:
            receipts.append(option(arguments, "--receipt"))
        while "--open" in arguments:
            opened.append(option(arguments, "--open"))
    except IndexError:
        arguments = []
    if not arguments or any(argument.startswith("-") for argument in arguments):
        print(__doc__)
        sys.exit(2)
    outcomes = [verify(folder, start, head, receipts, opened) for folder in arguments]
    sys.exit(1 if 1 in outcomes else max(outcomes))


if __name__ == "__main__":
    main(sys.argv[1:])
