"""What the shell offers after Tab: games, players and playouts, and what may stand inside their parentheses.

A shell closes the quotes behind a word that is the only one left: so where more may follow, two are offered.
"""

import ast
import re
from dataclasses import dataclass
from pathlib import Path

import playout as po
from playout import gdl, spec
from playout.parameters import Parameter, parameters, summary
from playout.solvers import PuzzlePlayer

Offers = list[tuple[str, str]]
"""Words, and what to say about them."""

_TOKEN = re.compile(r"[^\s(),=]+|[(),=]")
GAME_BASES = {"PythonGame", "CompiledGame"}

_PYTHON = re.compile(r"(.*\.py):\w*\Z", re.DOTALL)


def complete_game(incomplete: str) -> Offers:
    """The names of the games; their usual sizes once there is a parenthesis, since then it is quoted."""
    catalogue = po.games.catalogue()
    if ":" in incomplete:
        return _classes(incomplete, "legal", GAME_BASES)
    if "(" not in incomplete:
        names = [(name, game.summary) for name, game in spec.known(po.Game).items()]
        return names + _files(incomplete, ".py:", ".so", ".kif")
    sizes = [(size, game.summary) for game in catalogue.values() for size in game.sizes]
    two_players = [(size, text) for size, text in sizes if po.game(size).players == 2]
    misere = [(f"misere({size})", f"misère: {text}") for size, text in two_players]
    usual = [offer for offer in sizes + misere if offer[0].startswith(incomplete)]
    return usual or _inside(po.Game, incomplete)


def complete_puzzle(incomplete: str) -> Offers:
    """The games of one player; a parenthesis brings their usual sizes."""
    puzzles = [game for game in po.games.catalogue().values() if po.game(game.sizes[0]).players == 1]
    if ":" in incomplete:
        return _classes(incomplete, "legal", GAME_BASES)
    if "(" not in incomplete:
        return [(game.spec_name, game.summary) for game in puzzles] + _files(
            incomplete, ".py:", ".so", ".kif"
        )
    return [(size, game.summary) for game in puzzles for size in game.sizes] + _inside(po.Game, incomplete)


def complete_rules(incomplete: str) -> Offers:
    """Files of rules in GDL, of the library and of the user."""
    return [(name, "") for name in gdl.names()] + _files(incomplete, ".kif")


def complete_player(incomplete: str) -> Offers:
    """The players, and what may stand in their parentheses."""
    return _players(incomplete, set(spec.known(po.Player)))


def complete_solver(incomplete: str) -> Offers:
    """The players that solve puzzles."""
    known = spec.known(po.Player).items()
    return _players(incomplete, {name for name, kind in known if kind.solver is not po.Player.solver})


def complete_rival(incomplete: str) -> Offers:
    """The players that play against somebody."""
    known = spec.known(po.Player).items()
    return _players(incomplete, {name for name, kind in known if not issubclass(kind, PuzzlePlayer)})


def complete_any() -> Offers:
    """The names of the players and of the playouts."""
    known = {**spec.known(po.Playout), **spec.known(po.Player)}
    return [(name, summary(kind)) for name, kind in known.items()]


def _players(incomplete: str, names: set[str]) -> Offers:
    if ":" in incomplete:
        library = {kind.__name__ for kind in spec.known(po.Player).values()} | {"Player"}
        return _classes(incomplete, "search", library)
    if "(" in incomplete:
        return _inside(po.Player, incomplete)
    return [(name, summary(kind)) for name, kind in spec.known(po.Player).items() if name in names]


def _inside(base: type[spec.Spec], text: str) -> Offers:
    """What may come next in a spec that is open; what OpenSpiel reads is for OpenSpiel to know."""
    if f"{po.games.OpenSpiel.spec_name}(" in text:
        return []
    head = re.sub(r"[^\s(),=]*\Z", "", text)
    fragment = text[len(head) :]
    call = _open_call(base, head)
    if call is None:
        return []
    if head.endswith(")"):
        return _ends(text)
    offers = list(_values(call, fragment) if call.parameter else _names(call, fragment))
    return [(f"{head}{word}", about) for word, about in offers] or (_ends(text) if fragment else [])


def _ends(text: str) -> Offers:
    return [(f"{text})", "that is all"), (f"{text}, ", "and more")]


@dataclass(frozen=True)
class _Call:
    """A spec that is open: its class, the parameter that has its `=` already, and those that are given."""

    kind: type[spec.Spec]
    parameter: str = ""
    used: frozenset[str] = frozenset()


def _open_call(base: type[spec.Spec], head: str) -> _Call | None:
    """The spec that is open at the end of a text."""
    calls: list[_Call] = []
    word = ""
    for token in _TOKEN.findall(head):
        if token == "(":
            kind = spec.known(base).get(word) if not calls else _value_kind(calls[-1], word)
            if kind is None:
                return None
            calls.append(_Call(kind))
        elif token == ")":
            calls = calls[:-1]
        elif token == "=" and calls:
            calls[-1] = _Call(calls[-1].kind, word, calls[-1].used | {word})
        elif token == "," and calls:
            calls[-1] = _Call(calls[-1].kind, "", calls[-1].used)
        word = token
    return calls[-1] if calls else None


def _value_kind(call: _Call, word: str) -> type[spec.Spec] | None:
    """The class that a word names as the value of a parameter."""
    annotation = spec.parameters(call.kind).get(call.parameter, str)
    for base in spec.alternatives(annotation)[0]:
        if issubclass(base, spec.Spec) and word in spec.known(base):
            return spec.known(base)[word]
    return None


def _names(call: _Call, fragment: str) -> Offers:
    """The parameters that are left; with its values, if there is but one."""
    given = call.used
    left = [one for one in parameters(call.kind) if one.name.startswith(fragment) and one.name not in given]
    values = [(f"{one.name}={word}", one.values) for one in left for word in _words(one)]
    return [(f"{one.name}=", one.meaning) for one in left] + (values if len(left) == 1 else [])


def _values(call: _Call, fragment: str) -> Offers:
    """The values of a parameter; with what may follow, if there is but one."""
    offers = [
        (word, one.values)
        for one in parameters(call.kind)
        if one.name == call.parameter
        for word in _words(one)
        if word.startswith(fragment)
    ]
    return _ends(offers[0][0]) if len(offers) == 1 else offers


def _words(parameter: Parameter) -> tuple[str, ...]:
    return parameter.words or (parameter.default,)


def _files(incomplete: str, *endings: str) -> Offers:
    """The files that a path may become, and the folders; a class of a Python file comes after a colon."""
    folder = incomplete.rpartition("/")[0]
    if "/" not in incomplete:
        return []
    try:
        found = sorted(Path(folder or "/").iterdir())
    except OSError:
        return []
    endings = ("/", *endings)
    names = [f"{folder}/{path.name}{_sign(path)}" for path in found if not path.name.startswith(".")]
    return [(name, "") for name in names if name.startswith(incomplete) and name.endswith(endings)]


def _sign(path: Path) -> str:
    """What comes behind the path of a file before there is more to say."""
    return "/" if path.is_dir() else ":" if path.suffix == ".py" else ""


def _classes(incomplete: str, method: str, bases: set[str]) -> Offers:
    """The classes of a Python file that have a method, or derive from such; the file is read and not run."""
    match = _PYTHON.fullmatch(incomplete)
    try:
        tree = ast.parse(Path(match[1]).read_text(encoding="utf-8") if match else "")
    except (OSError, ValueError, SyntaxError):
        return []
    found: dict[str, str] = {}
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and (_defines(node, method) or _bases(node) & (bases | set(found))):
            found[node.name] = (ast.get_docstring(node) or "").partition("\n")[0]
    return [(f"{match[1]}:{name}", about) for name, about in found.items() if match]


def _defines(node: ast.ClassDef, method: str) -> bool:
    return any(isinstance(part, ast.FunctionDef) and part.name == method for part in node.body)


def _bases(node: ast.ClassDef) -> set[str]:
    """The names of the classes that a class derives from, without module and type parameters."""
    return {ast.unparse(base).partition("[")[0].rpartition(".")[2] for base in node.bases}
