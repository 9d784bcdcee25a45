"""Takes every check out of tools/verify.py, one after the other, and fails where no tampered game shows that it is gone.

    python3 tests/second/mutants.py TABELLA        the program that makes the games which are tampered with

The checks are found in the file itself: each call of `need`, and each `raise` of a fault. A check that no case below reaches fails the
run, so a new check needs a case. The games are made once; all verifiers run in this one process.
"""

import ast, base64, contextlib, copy, hashlib, io, json, os, re, shutil, subprocess, sys, tempfile, types

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.join(HERE, "..", "..", "tools", "verify.py")
TABELLA = os.path.abspath(sys.argv[1])
# What the test vectors hold is checked by `tools/verify.py --vectors`, which is a test of its own.
VECTORS = ("read_vectors", "check", "check_signed", "check_vectors", "check_reserved", "check_rolls_of_vectors")
PLAYERS = {"rome": "scipio", "carthage": "hannibal"}


# The checks of the file, and the file without one of them.

class Checks(ast.NodeVisitor):
    """Every check: the statement that it is, by its place in the file."""

    def __init__(self):
        self.within, self.found = [], []

    def visit_FunctionDef(self, node):
        self.within.append(node.name)
        self.generic_visit(node)
        self.within.pop()

    def visit_Expr(self, node):
        call = node.value
        name = getattr(call.func, "attr", getattr(call.func, "id", "")) if isinstance(call, ast.Call) else ""
        self.take(node, name == "need")

    def visit_Raise(self, node):
        name = getattr(getattr(node.exc, "func", node.exc), "id", "")
        self.take(node, name in ("Fault", "Misfit"))

    def take(self, node, is_check):
        if is_check and not {*self.within} & {*VECTORS, "need", "fault"}:
            self.found.append(node)


class Without(ast.NodeTransformer):
    def __init__(self, line):
        self.line = line

    def generic_visit(self, node):
        if isinstance(node, (ast.Expr, ast.Raise)) and node.lineno == self.line:
            return ast.copy_location(ast.Pass(), node)
        return super().generic_visit(node)


def module(tree):
    made = types.ModuleType("verify")
    exec(compile(tree, SOURCE, "exec"), made.__dict__)
    return made


with open(SOURCE, encoding="utf-8") as file:
    TEXT = file.read()
CHECKS = Checks()
CHECKS.visit(ast.parse(TEXT))
WHOLE = module(ast.parse(TEXT))


# The games.

def run(*arguments, cwd=None):
    done = subprocess.run([str(one) for one in arguments], cwd=cwd, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 3):
        sys.exit(f"{' '.join(map(str, arguments))}: {done.stdout}{done.stderr}")
    return done.stdout


def tabella(game, *arguments):
    return run(TABELLA, "-q", "-C", game, *arguments)


def sign(key, namespace, message):
    with open("message", "wb") as out:
        out.write(message)
    if os.path.exists("message.sig"):
        os.unlink("message.sig")
    run("ssh-keygen", "-q", "-Y", "sign", "-n", f"tabella-{namespace}", "-f", key, "message")
    with open("message.sig", "rb") as signature:
        return signature.read()


def key(name):
    if not os.path.exists(name):
        run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", name)
    return os.path.abspath(name)


def new_game(name, title, terms=""):
    os.makedirs(name)
    if terms:
        with open(os.path.join(name, "draft.yaml"), "w", encoding="utf-8") as draft:
            draft.write(terms)
    seats = [word for seat, player in PLAYERS.items() for word in ("--seat", f"{seat}={key(player)}.pub")]
    run(TABELLA, "-q", "new", name, "--game", title, *seats)


def awaited(game):
    return sorted({who["seat"] for who in json.loads(tabella(game, "status", "--json"))["awaited"]})


def file_orders(game, seat, orders=None):
    draft = os.path.abspath(f"{seat}.yaml")
    for old in (draft, f"{draft}.sig"):
        if os.path.exists(old):
            os.unlink(old)
    tabella(game, "form", "--seat", seat, "--salt", "--out", draft)
    with open(draft, encoding="utf-8") as text:
        written = text.read()
    if orders:
        written = written[: re.search(r"(?m)^salt: .*\n", written).end()] + orders
    with open(draft, "w", encoding="utf-8") as text:
        text.write(written)
    tabella(game, "sign", draft, "--key", key(PLAYERS[seat]))
    tabella(game, "submit", draft)


def play(game, phases, orders=None):
    for _ in range(phases):
        for seat in awaited(game):
            file_orders(game, seat, orders)
        tabella(game, "resolve")


def change(game, words, signers):
    made = tabella(game, "change", *words, "--reason", "a test").splitlines()[0].strip()
    for name, by in signers.items():
        tabella(game, "change", "sign", made, "--as", name, "--key", by)
    return made


def read(game):
    """What a verifier reads of a game."""
    found = {}
    for at, _, names in os.walk(game):
        for name in names:
            path = os.path.relpath(os.path.join(at, name), game)
            if path.split("/")[0] in ("game.yaml", "allowed_signers", "data", "turns", "inbox"):
                with open(os.path.join(at, name), "rb") as content:
                    found[path] = content.read()
    return found


def games():
    made = {}
    new_game("hidden", "metaurus", "items: true\nnotes: named\nheads: required\n")
    play("hidden", 1)
    for seat in awaited("hidden"):
        file_orders("hidden", seat)
    tabella("hidden", "resolve")
    made["hidden"] = read("hidden")
    new_game("open", "combined-arms")
    play("open", 2)
    made["open"] = read("open")
    new_game("over", "punica")
    for seat in awaited("over"):
        file_orders("over", seat, "orders: {resign: true}\n")
    tabella("over", "resolve")
    made["over"] = read("over")
    new_game("changed", "combined-arms")
    play("changed", 1)
    referee = os.path.abspath("changed/.tabella/referee.key")
    key("nero")
    change("changed", ["key", "rome", "nero.pub"], {"rome": key("scipio"), "heir": key("nero"), "referee": referee})
    play_with = dict(PLAYERS)
    PLAYERS["rome"] = "nero"
    play("changed", 1)
    made["changed"] = read("changed")
    made["referees"] = {}
    for name in made:
        with contextlib.suppress(FileNotFoundError):
            made["referees"][name] = os.path.abspath(f"{name}/.tabella/referee.key")
    PLAYERS.update(play_with)
    new_game("ruled", "metaurus")
    play("ruled", 1)
    state = yaml_value("ruled/turns/0001/state.yaml")
    with open("patch.yaml", "w", encoding="utf-8") as patch:
        patch.write("".join(f"- op: {verb}\n  path: /state/turn\n  value: {state['turn']}\n" for verb in ("test", "replace")))
    keys = {"rome": key("scipio"), "carthage": key("hannibal"), "referee": os.path.abspath("ruled/.tabella/referee.key")}
    tabella("ruled", "change", "apply", change("ruled", ["ruling", "patch.yaml"], keys))
    made["ruled"] = read("ruled")
    made["referees"]["ruled"] = keys["referee"]
    run(TABELLA, "-q", "-C", "hidden", "share", "item", "/state", "--record", "2", "--out", "state.open")
    return made


def yaml_value(path):
    with open(path, encoding="utf-8") as file:
        tree = WHOLE.block(file.read(), path)["state"]
    return tree.get("state", tree)


# Tampering.

class Folder:
    """A game in memory; `keys` of whoever cheats."""

    def __init__(self, name, files):
        self.name, self.files = name, dict(files)

    def record(self, number):
        return f"turns/{number:04}/"

    @property
    def last(self):
        return max(int(path.split("/")[1]) for path in self.files if path.startswith("turns/"))

    def edit(self, path, old, new):
        content = self.files[path]
        old, new = (text.encode() if isinstance(text, str) else text for text in (old, new))
        assert old in content, (path, old, content.decode(errors="replace")[:600])
        self.files[path] = content.replace(old, new, 1)

    def relist(self, number):
        place = self.record(number)
        listed = {}
        for path, content in self.files.items():
            inside = path[len(place):] if path.startswith(place) else None
            if inside and inside not in ("SHA256SUMS", "SHA256SUMS.sig"):
                listed[inside] = hashlib.sha256(content).hexdigest()
            elif number == 0 and not path.startswith(("turns/", "inbox/")):
                listed[f"../../{path}"] = hashlib.sha256(content).hexdigest()
        if number:
            before = self.files[self.record(number - 1) + "SHA256SUMS"]
            listed[f"../{number - 1:04}/SHA256SUMS"] = hashlib.sha256(before).hexdigest()
        lines = sorted(listed.items(), key=lambda one: one[0].encode())
        self.files[place + "SHA256SUMS"] = "".join(f"{digest}  {path}\n" for path, digest in lines).encode()

    def seal(self, number, key_of_referee=None):
        place = self.record(number)
        signature = sign(key_of_referee or GAMES["referees"][self.name], "record", self.files[place + "SHA256SUMS"])
        self.files[place + "SHA256SUMS.sig"] = signature

    def reseal(self, number):
        for one in range(number, self.last + 1):
            self.relist(one)
            self.seal(one)

    def sign_orders(self, path, seat, player=None):
        self.files[f"{path}.sig"] = sign(key(player or PLAYERS[seat]), "orders", self.files[path])

    def public(self):
        secret = r"hidden\.yaml|orders/.*|(report-[a-z]+\.md|(notes|view)-[a-z]+\.yaml)"
        self.files = {path: content for path, content in self.files.items() if not re.fullmatch(rf"turns/\d+/({secret})", path)}

    def write(self, root):
        for path, content in self.files.items():
            full = os.path.join(root, path)
            os.makedirs(os.path.dirname(full), exist_ok=True)
            with open(full, "wb") as out:
                out.write(content)


CASES = []


def case(base, number=None):
    """A tampering of a game; with a number, that record and all behind it are listed and sealed anew."""

    def take(function):
        CASES.append((function.__name__, base, number, function))
        return function

    return take


def text_case(base, number, path, old, new):
    """One text put in the place of another, and the record sealed anew."""

    def alter(folder):
        folder.edit(path, old, new)

    CASES.append((f"{path}: {old!r} -> {new!r}", base, number, alter))


def outcome(verifier, root, more):
    """What a verifier says of a folder, and the line of the check that spoke."""
    said, place = io.StringIO(), []
    game = None
    with contextlib.redirect_stdout(said):
        try:
            game = verifier.Game(root)
            game.go_through()
            start, head, receipts, opened = more
            game.compare(start, head)
            for receipt in receipts:
                print(game.hold(receipt))
            for name in opened:
                with open(name, encoding="utf-8", newline="") as file:
                    game.opens(name, file.read())
            print(game.verdict())
        except Exception as error:
            print(f"{type(error).__name__}: {error}")
            place = lines_of(error)
    return said.getvalue().replace(root, "GAME"), place


def lines_of(error):
    """The line of the check that raised, the innermost one outside of `need` itself; and that of the one in whose place it raised."""
    if error is None:
        return []
    lines, trace = [], error.__traceback__
    while trace:
        code = trace.tb_frame.f_code
        if code.co_filename == SOURCE and code.co_name not in ("need", "fault", "<genexpr>"):
            lines.append(trace.tb_lineno)
        trace = trace.tb_next
    return lines[-1:] + lines_of(error.__context__)


# What is tampered with: the reader.

R2 = "turns/0002/"
for old, new in [
    ("\nstate:\n", "\r\nstate:\n"),
    ("\nstate:\n", "\nstate:\n          x: 1\n"),
    ("\nstate:\n", "\n@ [\nstate:\n"),
    ("\nstate:\n", "\n7: x\nstate:\n"),
    ("\nphase: 2\n", "\nphase: 2\nphase: 2\n"),
    ("\nstate:\n", "\nmore:\n\nstate:\n"),
    ("\nstate:\n", "\nmore:\nstate:\n"),
    ("\nstate:\n", "\nmore: 'x\nstate:\n"),
    ("\nstate:\n", '\nmore: "\\q"\nstate:\n'),
    ("\nstate:\n", "\nmore: 07\nstate:\n"),
    ("\nstate:\n", "\nmore: 1\nstate:\n"),
    ("\nstate:\n", "\n more: 1\nstate:\n"),
    ("phase: 2\n", "phase: 1\n"),
]:
    text_case("hidden", 2, R2 + "state.yaml", old, new)
text_case("hidden", 2, R2 + "state.yaml", "\nstate:\n", "\nmore:\n" + "".join(" " * (2 * n) + "a:\n" for n in range(1, 70)) + " " * 140 + "b: 1\nstate:\n")
text_case("hidden", 2, R2 + "state.yaml", "\nstate:\n", "\nmore:\n- " + "- " * 80 + "x\nstate:\n")


@case("hidden", 2)
def nothing_where_a_map_should_be(folder):
    folder.files[R2 + "state.yaml"] = b"- 1\n"


# Forms.

for name, old, new in [
    ("events.yaml", "\nchapters:\n", "\nhalted: 1\nchapters:\n"),
    ("view-rome.yaml", "\nsalt: ", "\nsalt: x"),
    ("view-rome.yaml", "\nseat: rome\n", "\nseat: carthage\n"),
    ("view-rome.yaml", "\n  prompts:", "\n  more: 1\n  prompts:"),
    ("view-rome.yaml", "\n  seat: rome\n", "\n  seat: carthage\n"),
    ("turn.yaml", "\nname: ", "\nmore: 1\nname: "),
    ("turn.yaml", "\nresolved: 2", "\nresolved: 1"),
    ("turn.yaml", "\n  turn: ", "\n  turn: x"),
    ("turn.yaml", "\nprogram: ", "\nprogram: 1 #"),
    ("turn.yaml", "\n  phase: 3\n", "\n  phase: 4\n"),
    ("turn.yaml", "\nphases:\n", "\nheld:\n- from: 2031-01-01T00:00:00Z\n  reason: x\nphases:\n"),
    ("turn.yaml", "\nphases:\n", "\nheld: []\nphases:\n"),
    ("turn.yaml", "\nphases:\n", "\nheld:\n- x\nphases:\n"),
    ("turn.yaml", "\nnext:\n", "\noutcome:\n  reason: x\n  rule: y\nnext:\n"),
    ("turn.yaml", "\nopened: ", "\nidentity: '-'\nopened: "),
    ("turn.yaml", "\nopened: ", f"\nhidden: {'7a' * 32}\nopened: "),
    ("turn.yaml", "\nopened: ", f"\nplayers: {'7a' * 32}\nopened: "),
]:
    text_case("hidden", 2, R2 + name, old, new)


@case("hidden", 2)
def another_secret(folder):
    path = R2 + "turn.yaml"
    secret = re.search(rb"secret: '?([0-9a-f]{64})'?", folder.files[path])[0].decode()
    folder.edit(path, secret, "secret: " + "ab" * 32)


@case("hidden", 2)
def no_secret(folder):
    path = R2 + "turn.yaml"
    folder.edit(path, re.search(rb"secret: .*\n", folder.files[path])[0], b"")


for name in ("payload.bin", "report-hannibal.md"):
    CASES.append((name, "hidden", 2, lambda folder, name=name: folder.files.update({R2 + name: b"x\n"})))
for name in ("view-rome.yaml", "state.yaml", "hidden.items", "orders/rome.yaml.sig", "heads/rome.sig", "notes-rome.yaml"):
    CASES.append((f"without {name}", "hidden", 2, lambda folder, name=name: folder.files.pop(R2 + name)))
CASES.append(("a report that is no text", "hidden", 2, lambda folder: folder.files.update({R2 + "report.md": b"\xff\xfe\n"})))
CASES.append(("items of another record", "hidden", 2, lambda folder: folder.files.update({R2 + "hidden.items": folder.files["turns/0001/hidden.items"]})))


# Files, lists and seals.

@case("hidden")
def an_altered_file(folder):
    folder.edit(R2 + "report.md", "#", "##")


@case("hidden")
def a_file_that_is_not_listed(folder):
    folder.files[R2 + "more"] = b"x"


@case("hidden")
def a_file_that_is_not_there(folder):
    del folder.files[R2 + "map.svg"]


@case("hidden")
def orders_without_their_signature_in_a_copy(folder):
    del folder.files[R2 + "orders/rome.yaml.sig"]


@case("hidden")
def a_link(folder):
    del folder.files[R2 + "map.svg"]
    folder.links = {R2 + "map.svg": "report.md"}


@case("hidden")
def a_link_that_is_not_listed(folder):
    folder.links = {R2 + "more": "report.md"}


@case("hidden")
def a_charter_that_is_a_link(folder):
    del folder.files["game.yaml"]
    folder.links = {"game.yaml": "allowed_signers"}


@case("hidden")
def a_charter_that_is_a_folder(folder):
    folder.files["game.yaml/x"] = folder.files.pop("game.yaml")


@case("hidden")
def a_gap(folder):
    folder.files = {path.replace("turns/0002", "turns/0003"): content for path, content in folder.files.items()}


@case("hidden")
def no_record(folder):
    folder.files = {path: content for path, content in folder.files.items() if not path.startswith("turns/")}
    folder.folders = ["turns"]


@case("hidden")
def an_empty_folder(folder):
    folder.folders = [R2 + "changes"]


@case("hidden")
def another_seal(folder):
    folder.files[R2 + "SHA256SUMS.sig"] = folder.files["turns/0001/SHA256SUMS.sig"]


def with_list(name, alter):
    def take(folder):
        folder.files[R2 + "SHA256SUMS"] = alter(folder.files[R2 + "SHA256SUMS"])
        folder.seal(2)

    CASES.append((name, "hidden", None, take))


with_list("a list without its last LF", lambda text: text[:-1])
with_list("a list with three blanks", lambda text: text.replace(b"  ", b"   ", 1))
with_list("a line of the list twice", lambda text: text.splitlines(True)[0] + text)
with_list("a list in another order", lambda text: b"".join(reversed(text.splitlines(True))))
with_list("a list of too many files", lambda text: text.splitlines(True)[0] + b"".join(b"%064x  a%04d\n" % (0, n) for n in range(2100)))
with_list("a list of what lies outside", lambda text: text.splitlines(True)[0] + f"{'0' * 64}  ../0009/x\n".encode() + b"".join(text.splitlines(True)[1:]))
with_list("a list behind another", lambda text: re.sub(rb"^[0-9a-f]{64}(  \.\./)", b"0" * 64 + rb"\1", text))


@case("hidden")
def a_list_without_the_charter(folder):
    path = "turns/0000/SHA256SUMS"
    folder.files[path] = b"".join(line for line in folder.files[path].splitlines(True) if b"game.yaml" not in line)
    folder.seal(0)


@case("hidden", 2)
def orders_that_are_too_large(folder):
    path = R2 + "orders/rome.yaml"
    folder.files[path] += b"# " + b"x" * (66 << 10) + b"\n"
    folder.sign_orders(path, "rome")


@case("hidden", 2)
def a_record_that_is_too_large(folder):
    for name in ("report.md", "report.html", "map.svg", "report-rome.md", "report-carthage.md"):
        folder.files[R2 + name] = b"x" * (4 << 20)


# Keys and signatures.

def signers(name, alter):
    def take(folder):
        folder.files["allowed_signers"] = alter(folder.files["allowed_signers"])

    CASES.append((name, "hidden", None, take))


signers("keys without the last LF", lambda text: text[:-1])
signers("keys with a comment", lambda text: b"# x\n" + text)
signers("keys without the referee's", lambda text: b"".join(text.splitlines(True)[:-1]))
signers("keys in another order", lambda text: b"".join([text.splitlines(True)[1], text.splitlines(True)[0], text.splitlines(True)[2]]))
signers("keys that may do more", lambda text: text.replace(b"tabella-head\" ssh", b"tabella-record\" ssh", 1))


def seal_case(name, alter):
    def take(folder):
        path = R2 + "SHA256SUMS.sig"
        folder.files[path] = alter(folder.files[path])

    CASES.append((name, "hidden", None, take))


def armored(raw):
    return b"-----BEGIN SSH SIGNATURE-----\n" + base64.b64encode(raw) + b"\n-----END SSH SIGNATURE-----\n"


def unarmored(text):
    return base64.b64decode(b"".join(text.splitlines()[1:-1]))


seal_case("junk behind a signature", lambda text: text + b"junk\n")
seal_case("a signature that is no base64", lambda text: text.replace(b"U1NI", b"U=NI", 1))
@case("hidden", 2)
def a_signature_with_bits_that_say_nothing(folder):
    path = R2 + "orders/rome.yaml.sig"
    folder.files[path] = re.sub(rb"[AQgw]==\n", lambda found: bytes([found[0][0] + 1]) + b"==\n", folder.files[path])


seal_case("a signature of another format", lambda text: armored(b"SSHSIX" + unarmored(text)[6:]))


def reserved(text):
    raw = unarmored(text)
    namespace = b"tabella-record"
    at = raw.index(namespace) + len(namespace)
    return armored(raw[:at] + b"\0\0\0\1x" + raw[at + 4 :])


seal_case("something in the reserved field", reserved)


# Charter.

for old, new in [
    ("tabella: 2", "tabella: 1"),
    ("rules-revision: ", "rules-revisions: "),
    ("tabella: 2\n", "tabella: 2\nwhim: 1\n"),
    ("seats:\n", "seats:\n- nobody\n"),
    ("seat: rome", "seat: roma"),
    ("  commitment: ", "  commitments: "),
]:
    text_case("hidden", None, "game.yaml", old, new)


# Orders, heads and notes.

def orders_case(name, old, new, number=2):
    def take(folder):
        path = R2 + "orders/rome.yaml"
        content = folder.files[path].decode()
        folder.files[path] = (re.sub(old, new, content, count=1, flags=re.M) if isinstance(old, str) else old(content)).encode()
        folder.sign_orders(path, "rome")

    CASES.append((name, "hidden", number, take))


orders_case("orders of another game", "^game: .*$", "game: other")
orders_case("orders without a salt", "^salt: .*\n", "")
orders_case("orders with a short salt", "^salt: .*$", "salt: abc")
orders_case("orders with a note to nobody", r"\Z", "note: {to: nobody, text: x}\n")
orders_case("orders with a note that is not recorded", r"\Z", "note: {to: all, text: x}\n")


@case("hidden", 2)
def orders_that_somebody_else_signed(folder):
    folder.sign_orders(R2 + "orders/rome.yaml", "rome", "hannibal")


@case("hidden", 2)
def a_head_of_nobody(folder):
    folder.files[R2 + "heads/hannibal.sig"] = folder.files[R2 + "heads/rome.sig"]


# Rolls.

def roll_case(base, name, old, new):
    def take(folder):
        numbers = [n for n in range(folder.last, 0, -1) if b"\n  " in folder.files[folder.record(n) + "events.yaml"] and b"label:" in folder.files[folder.record(n) + "events.yaml"]]
        path = folder.record(numbers[0]) + "events.yaml"
        content = folder.files[path].decode()
        altered = re.sub(old, new, content, count=1)
        assert altered != content, (name, content[:900])
        folder.files[path] = altered.encode()
        folder.reseal(numbers[0])

    CASES.append((name, base, None, take))


roll_case("hidden", "another face", r"(faces:\n *- )(\d)", lambda found: found[1] + str(int(found[2]) % 6 + 1))
roll_case("hidden", "a roll without its sides", r"\n *sides: \d+", "")
roll_case("hidden", "a roll of no sides", r"(sides: )\d+", r"\g<1>0")


@case("hidden")
def a_label_twice(folder):
    for number in range(folder.last, 0, -1):
        path = folder.record(number) + "events.yaml"
        event = re.search(rb"( *)- n: \d+\n(?:\1  .*\n)*?\1  roll:\n(?:\1    .*\n)+", folder.files[path])
        if event:
            folder.files[path] = folder.files[path].replace(event[0], event[0] * 2, 1)
            folder.reseal(number)
            return


# A game that is over.

def last_turn(name, alter):
    def take(folder):
        path = folder.record(folder.last) + "turn.yaml"
        content = folder.files[path].decode()
        altered = alter(content)
        assert altered != content, (name, content)
        folder.files[path] = altered.encode()
        folder.reseal(folder.last)

    CASES.append((name, "over", None, take))


last_turn("h withheld", lambda text: re.sub(r"\nhidden: .*", "", text))
last_turn("another h", lambda text: re.sub(r"\nhidden: .*", f"\nhidden: {'ab' * 32}", text))
last_turn("more than one h", lambda text: re.sub(r"(\nhidden: .*)", rf"\1\nhidden-before:\n- {'ab' * 32}", text))
last_turn("the key of sealed orders withheld", lambda text: re.sub(r"\nidentity: .*", "", text))


@case("over")
def a_lost_key_and_sealed_files(folder):
    path = folder.record(folder.last) + "turn.yaml"
    folder.files[path] = re.sub(rb"\nidentity: .*", b"\nidentity: '-'", folder.files[path])
    folder.files["inbox/0001/rome-1.age"] = b"x"
    folder.reseal(folder.last)


@case("over")
def something_withheld(folder):
    del folder.files[folder.record(1) + "view-rome.yaml"]


@case("over")
def another_salt(folder):
    path = folder.record(1) + "view-rome.yaml"
    folder.files[path] = re.sub(rb"\nsalt: .*", b"\nsalt: " + b"ab" * 32, folder.files[path])
    folder.reseal(1)


@case("over")
def a_record_behind_the_last(folder):
    last = folder.last
    for path, content in list(folder.files.items()):
        if path.startswith(folder.record(last)):
            folder.files[path.replace(folder.record(last), folder.record(last + 1))] = content
    folder.relist(last + 1)
    folder.seal(last + 1)


# Changes.

CHANGE = "turns/0002/changes/01-key.yaml"
for old, new in [
    ("tabella: 1\ngame", "tabella: 1\nmore: 1\ngame"),
    ("phase: 2", "phase: 3"),
    ("change: key", "change: player"),
]:
    text_case("changed", 2, CHANGE, old, new)


@case("changed", 2)
def a_change_with_another_number(folder):
    for path in [path for path in folder.files if path.startswith(CHANGE)]:
        folder.files[path.replace("/01-", "/02-")] = folder.files.pop(path)


@case("changed", 2)
def a_change_of_no_kind(folder):
    text = folder.files.pop(CHANGE).replace(b"change: key", b"change: whim")
    for path in [path for path in folder.files if path.startswith(CHANGE)]:
        del folder.files[path]
    folder.files[CHANGE.replace("-key", "-whim")] = text


@case("changed", 2)
def a_change_that_signs_nothing(folder):
    folder.files["turns/0002/changes/x"] = b"x"


@case("changed", 2)
def a_change_twice(folder):
    for path in [path for path in folder.files if path.startswith(CHANGE)]:
        folder.files[path.replace("/01-", "/02-")] = folder.files[path]


@case("changed", 2)
def a_change_without_the_heir(folder):
    del folder.files[CHANGE + ".heir.sig"]


@case("changed", 2)
def a_change_signed_by_nobody(folder):
    folder.files[CHANGE + ".nobody.sig"] = folder.files[CHANGE + ".rome.sig"]


@case("changed", 2)
def keys_without_what_the_change_brings(folder):
    folder.files["turns/0002/allowed_signers"] = folder.files["turns/0002/allowed_signers"].replace(b"carthage namespaces", b"rome namespaces", 1)


@case("changed", 2)
def a_change_of_keys_without_the_new_list(folder):
    del folder.files["turns/0002/allowed_signers"]


@case("hidden", 2)
def a_needless_list_of_keys(folder):
    folder.files[R2 + "allowed_signers"] = folder.files["allowed_signers"]


def with_change(folder, number, place, kind, fields, signers):
    """A change in a record, signed by whoever is named, each with a key."""
    after = hashlib.sha256(folder.files[folder.record(number - 1) + "SHA256SUMS"]).hexdigest()
    text = f"tabella: 1\ngame: {folder.name}\nphase: {number}\nafter: {after}\nchange: {kind}\nreason: a test\n{fields}".encode()
    path = f"{folder.record(number)}changes/{place:02}-{kind}.yaml"
    folder.files[path] = text
    for name, by in signers.items():
        folder.files[f"{path}.{name}.sig"] = sign(by, "change", text)
    folder.relist(number)
    folder.seal(number)


def everybody(folder):
    return {"rome": key("scipio"), "carthage": key("hannibal"), "referee": GAMES["referees"][folder.name]}


DUE = "due: 2031-01-01T00:00:00Z\n"


@case("open")
def a_voice_of_a_vacant_seat(folder):
    with_change(folder, 1, 1, "resign", "seat: rome\n", {"rome": key("scipio")})
    with_change(folder, 2, 1, "deadline", DUE, everybody(folder))


@case("open")
def a_change_that_stands_alone_beside_another(folder):
    with_change(folder, 2, 1, "deadline", DUE, everybody(folder))
    with_change(folder, 2, 2, "end", "", everybody(folder))


@case("open")
def orders_in_the_record_of_a_change(folder):
    with_change(folder, 2, 1, "end", "", everybody(folder))


@case("open")
def a_key_for_nobody(folder):
    with open(key("nero") + ".pub", encoding="utf-8") as public:
        words = " ".join(public.read().split()[:2])
    with_change(folder, 2, 1, "key", f"seat: hannibal\nkey: {words}\n", everybody(folder) | {"heir": key("nero")})


@case("open")
def options_beyond_the_options(folder):
    patch = "options: {}\npatch:\n- op: add\n  path: /state/whim\n  value: 1\n"
    for path in [path for path in folder.files if path.startswith((R2 + "orders/", R2 + "heads/"))]:
        del folder.files[path]
    with_change(folder, 2, 1, "options", patch, everybody(folder))


@case("changed", 2)
def keys_other_than_the_change_brings(folder):
    path = R2 + "allowed_signers"
    rome, carthage = (line.split(b" ", 2)[2] for line in folder.files[path].splitlines()[:2])
    folder.files[path] = folder.files[path].replace(rome, carthage, 1)


def of_the_program(folder, seed):
    charter = folder.files["game.yaml"]
    program, consent = f"program:\n  player: 1\n  seed: {seed}\n".encode(), b"consent:\n  program:\n  - referee\n"
    charter = re.sub(rb"(?m)^(?=(schedule|vacations|heads):)", program, charter, count=1)
    folder.files["game.yaml"] = re.sub(rb"(?m)^(?=(seal|dice):)", consent, charter, count=1)
    folder.reseal(0)


@case("open")
def another_seed_of_the_program(folder):
    of_the_program(folder, "ab" * 32)
    with open(key("nero") + ".pub", encoding="utf-8") as public:
        words = " ".join(public.read().split()[:2])
    fields = f"seat: rome\nkey: {words}\nprogram:\n  player: 1\n  seed: {'cd' * 32}\n  strength: easy\n"
    with_change(folder, 1, 1, "program", fields, everybody(folder) | {"heir": key("nero")})


@case("over")
def the_programs_secret_withheld(folder):
    of_the_program(folder, "ab" * 32)
    start = hashlib.sha256(folder.files["turns/0000/SHA256SUMS"]).hexdigest()
    for path in [path for path in folder.files if re.fullmatch(r"turns/0001/orders/[a-z]+\.yaml", path)]:
        folder.files[path] = re.sub(rb"(?m)^after: .*$", f"after: {start}".encode(), folder.files[path])
        folder.sign_orders(path, path.split("/")[-1][:-5])
    for path in [path for path in folder.files if path.startswith("turns/0001/heads/")]:
        del folder.files[path]
    folder.reseal(1)


def ruling(name, alter):
    def take(folder):
        path = folder.record(2) + "changes/01-ruling.yaml"
        if alter:
            folder.files[path] = alter(folder.files[path])
        for who, by in everybody(folder).items():
            folder.files[f"{path}.{who}.sig"] = sign(by, "change", folder.files[path])

    CASES.append((name, "ruled", 2, take))


ruling("a ruling without its test", lambda text: re.sub(rb"- op: test\n(  .*\n)+", b"", text, count=1))
ruling("a ruling on what is not so", lambda text: re.sub(rb"value: .*", b"value: 99", text, count=1))
ruling("a ruling to another value", lambda text: re.sub(rb"(?s)(.*value: ).*", rb"\g<1>99\n", text))


@case("ruled")
def a_ruling_on_what_waits(folder):
    for number in (1, 2):   # the question stays open
        path = f"turns/{number:04}/hidden.yaml"
        folder.edit(path, "\nstate:\n", "\nhalted: 1\nstate:\n")
    folder.relist(1)
    folder.seal(1)
    path = "turns/0002/changes/01-ruling.yaml"
    after = hashlib.sha256(folder.files["turns/0001/SHA256SUMS"]).hexdigest()
    folder.files[path] = re.sub(rb"(?m)^after: .*$", f"after: {after}".encode(), folder.files[path])
    for who, by in everybody(folder).items():
        folder.files[f"{path}.{who}.sig"] = sign(by, "change", folder.files[path])
    folder.relist(2)
    folder.seal(2)


# What one was told, was given, or was shown.

@case("hidden")
def another_head_than_one_was_told(folder):
    folder.more = (None, "ab" * 32, (), ())


def receipt(name, old, new):
    def take(folder):
        with open("hidden/receipts/0002/rome-1.yaml", "rb") as file:
            text = file.read()
        text = re.sub(old, new, text, count=1, flags=re.M)
        path = f"receipt-{len(name)}.txt"
        with open(path, "wb") as out:
            out.write(text + b"...\n" + sign(GAMES["referees"]["hidden"], "receipt", text))
        folder.more = (None, None, (os.path.abspath(path),), ())

    CASES.append((name, "hidden", None, take))


receipt("a receipt of another history", rb"^after: .*$", b"after: " + b"ab" * 32)
receipt("a receipt of a file that does not count", rb"^digest: .*$", b"digest: " + b"ab" * 32)


def opening(name, base, alter):
    def take(folder):
        with open("state.open", encoding="utf-8") as file:
            lines = file.read().split("\n")
        path = f"opening-{len(name)}.open"
        with open(path, "w", encoding="utf-8") as out:
            out.write("\n".join(alter(lines)))
        folder.more = (None, None, (), (os.path.abspath(path),))

    CASES.append((name, base, None, take))


opening("an opening of another form", "hidden", lambda lines: ["tabella/3 open", *lines[1:]])
opening("an opening of some other game", "hidden", lambda lines: [lines[0], "other", *lines[2:]])
opening("an opening of another record here", "hidden", lambda lines: [*lines[:2], "1", *lines[3:]])
opening("an opening of what is not so in it", "hidden", lambda lines: [*lines[:4], lines[4].replace('",', 'x",', 1), *lines[5:]])


@case("open")
def an_opening_of_a_record_without_items(folder):
    head = hashlib.sha256(folder.files[folder.record(folder.last) + "SHA256SUMS"]).hexdigest()
    with open("none.open", "w", encoding="utf-8") as out:
        out.write(f'tabella/2 open\nopen\n{folder.last}\n{head}\n["{"ab" * 32}","/state",1]\n')
    folder.more = (None, None, (), (os.path.abspath("none.open"),))


# Events of Combined Arms.

text_case("open", 1, "turns/0001/events.yaml", "kind: army", "kind: parade")
text_case("open", 1, "turns/0001/state.yaml", "\nstate:\n", "\nstate:\n  whim: 1\n")


@case("open", 1)
def an_event_of_a_unit_that_there_is_not(folder):
    path = "turns/0001/events.yaml"
    folder.files[path] = re.sub(rb"(\n +unit: ).*", rb"\g<1>nobody", folder.files[path], count=1)


def main():
    broken, spoke, said, roots = [], {}, {}, {}
    for name in GAMES:
        if name != "referees":
            folder = Folder(name, GAMES[name])
            with tempfile.TemporaryDirectory(dir=".") as root:
                folder.write(root)
                text, _ = outcome(WHOLE, root, (None, None, (), ()))
                if not text.startswith("adds up"):
                    broken.append(f"{name} as it was made: {text}")
    for number, (name, base, sealed, alter) in enumerate(CASES):
        folder = Folder(base, GAMES[base])
        alter(folder)
        if sealed is not None:
            folder.reseal(sealed)
        root = f"case-{number}"
        folder.write(root)
        for inner in getattr(folder, "folders", []):
            os.makedirs(os.path.join(root, inner), exist_ok=True)
        for path, target in getattr(folder, "links", {}).items():
            os.symlink(target, os.path.join(root, path))
        more = getattr(folder, "more", (None, None, (), ()))
        text, lines = outcome(WHOLE, root, more)
        said[name], roots[name] = text, (root, more)
        if not lines:
            broken.append(f"{name}: nothing is found")
        for line in lines:
            spoke.setdefault(line, []).append(name)
    for check in CHECKS.found:
        names = [name for line, names in spoke.items() if check.lineno <= line <= check.end_lineno for name in names]
        if not names:
            broken.append(f"line {check.lineno}: no case reaches this check: {ast.unparse(check)[:110]}")
            continue
        mutant = module(ast.fix_missing_locations(Without(check.lineno).visit(ast.parse(TEXT))))
        if "takes(" not in ast.unparse(check):
            mutant.takes = WHOLE.takes
        if all(outcome(mutant, *roots[name])[0] == said[name] for name in names):
            broken.append(f"line {check.lineno}: {names} do not show that this check is gone: {ast.unparse(check)[:110]}")
    print(f"{len(CHECKS.found)} checks, {len(CASES)} cases")
    for line in broken:
        print(line)
    sys.exit(1 if broken else 0)


SCRATCH = tempfile.mkdtemp(prefix="tabella-mutants-")
try:
    os.chdir(SCRATCH)
    GAMES = games()
    main()
finally:
    shutil.rmtree(SCRATCH, ignore_errors=True)
