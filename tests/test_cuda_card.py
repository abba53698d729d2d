"""A card beside its emulation; where there is no card, nothing is tested."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from device import on_card

import playout as po
from playout import seeds
from playout.cuda.card import cards
from playout.cuda.options import MAX_LEVEL, card_options
from playout.cuda.streams import card_rules

sys.path.insert(0, str(Path(__file__).parents[1] / "examples"))

NRPA = "nrpa(level=3, iterations=4)"
LNS = "lns(repair=nrpa(level=2, iterations=3), first=nrpa(level=2, iterations=5), steps=4, accept={})"


def puzzles() -> dict[str, Any]:
    from tsptw import Salesman

    return {"5T": "morpion(5T)", "5D": "morpion(5D)", "20": Salesman(20, 1), "61": Salesman(61, 2)}


@on_card
@pytest.mark.parametrize("player", [NRPA, LNS])
@pytest.mark.parametrize("name", ["5T", "5D", "20", "61"])
def test_the_memory_of_a_card_is_that_of_its_emulation(name: str, player: str) -> None:
    rules = card_rules(po.game(puzzles()[name]))
    options = card_options(po.player(player.format(0.1 if rules.slack else 0)))
    packed = replace(options, plies=3000).pack()
    card, emulation = cards(rules, MAX_LEVEL)[0], rules.emulation(8)
    given = [seeds.derive("test", search) for search in range(card.count)]
    card.begin(given)
    emulation.begin(given[:8])
    for _ in range(3):
        card.run(packed, 1)
        emulation.run(packed, 1)
        card.adopt([1, *[-1] * (card.count - 1)])
        emulation.adopt([1, *[-1] * 7])
    known = emulation.save()
    assert card.save()[: len(known)] == known
    assert card.solution(3) == emulation.solution(3)
