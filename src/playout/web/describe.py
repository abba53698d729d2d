"""The games and players, described from what the documents and `playout players` are made of."""

from dataclasses import asdict
from typing import Any

import playout as po
from playout import parameters, spec
from playout.web.catalogue import Catalogue

__all__ = ["describe", "describe_game"]


def describe(catalogue: Catalogue) -> dict[str, Any]:
    """All that the page can choose from."""
    return {
        "version": po.__version__,
        "games": [*_given(catalogue), *map(_library_game, po.games.catalogue().values())],
        "players": [*_given_players(catalogue), *map(_spec, spec.known(po.Player).values())],
        "playouts": [_spec(cls) for cls in spec.known(po.Playout).values()],
        "threads": catalogue.limits.threads,
    }


def describe_game(catalogue: Catalogue, text: str) -> dict[str, Any]:
    """One game: its rules in words, what it can be told, and how it begins."""
    game = catalogue.game(text)
    return {
        "name": catalogue.name_of(game),
        "players": game.players,
        "bounds": [game.score_text(bound) for bound in game.bounds],
        "state_size": game.state_size,
        "about": _about(game),
        "parameters": [asdict(one) for one in _parameters(game)],
    }


def _given(catalogue: Catalogue) -> list[dict[str, Any]]:
    return [
        {"name": name, "sizes": [name], "players": game.players, "summary": _about(game)[0], "given": True}
        for name, game in catalogue.given_games.items()
    ]


def _library_game(cls: type[po.Game]) -> dict[str, Any]:
    return {
        "name": cls.spec_name,
        "sizes": cls.sizes,
        "players": po.game(cls.sizes[0]).players,
        "summary": cls.summary,
        "given": False,
    }


def _given_players(catalogue: Catalogue) -> list[dict[str, Any]]:
    return [
        {"name": name, "summary": "given at the start", "parameters": [], "solves": False, "plays": True}
        for name in catalogue.given_players
    ]


def _spec(cls: type[spec.Spec]) -> dict[str, Any]:
    return {
        "name": cls.spec_name,
        "summary": parameters.summary(cls),
        "parameters": [asdict(one) for one in parameters.parameters(cls)],
        "solves": _can(cls, "solver"),
        "plays": _can(cls, "native"),
    }


def _can(cls: type[spec.Spec], method: str) -> bool:
    """Whether a player with the usual parameters does it: those that do not say so."""
    try:
        getattr(cls(), method)()
    except (AttributeError, TypeError, ValueError):
        return False
    return True


def _about(game: po.Game) -> list[str]:
    """What a game says of itself, in paragraphs, without its examples."""
    paragraphs = [
        " ".join(part.split()) for part in game.about().split("\n\n") if not part.lstrip().startswith(">>>")
    ]
    return paragraphs or [str(game)]


def _parameters(game: po.Game) -> list[parameters.Parameter]:
    is_library = type(game) is po.games.catalogue().get(game.spec_name)
    return [one for one in parameters.parameters(type(game)) if one.name != "misere"] if is_library else []
