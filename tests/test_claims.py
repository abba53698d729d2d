"""The pages of the papers open with their claims, and the numbers there are those of the pages of results."""

import re
from pathlib import Path

import pytest

PAPERS = Path(__file__).resolve().parent.parent / "docs" / "papers"
RESULTS = {"nested": "nmcs", "nogo": "nogo", "nrpa": "nrpa", "score-bounded": "bounds"}
VERDICTS = ("holds", "holds in part", "does not hold here")

_CLAIM = re.compile(r"^\| (.+) \| (.+) \| (.+) \|$", re.MULTILINE)
_NUMBER = r"(?:> )?[^\s*]+"
_OURS = re.compile(rf"\*\*({_NUMBER})\*\*(?: / ({_NUMBER}))?")
_RESULT = re.compile(rf"\*\*({_NUMBER})[^*|]*\*\*(?: / ({_NUMBER}))?")


def claims(paper: str) -> list[tuple[str, str, str]]:
    text = (PAPERS / f"{paper}.md").read_text(encoding="utf-8")
    first, section, *_ = re.split(r"^## ", text, flags=re.MULTILINE)[1:]
    assert first.startswith("Its claims")
    assert section.startswith("What is here")
    return _CLAIM.findall(first)[2:]  # without the head of the table


def plain(pair: tuple[str, str]) -> tuple[str, str]:
    """A number of ours and the paper's, which may be at the end of a clause."""
    return pair[0], pair[1].rstrip(".,;:)")


@pytest.mark.parametrize("paper", RESULTS)
def test_a_page_opens_with_three_to_eight_claims_and_what_became_of_them(paper: str) -> None:
    found = claims(paper)
    assert 3 <= len(found) <= 8
    assert {verdict for _, verdict, _ in found} <= set(VERDICTS)


@pytest.mark.parametrize("paper", RESULTS)
def test_the_numbers_beside_a_claim_are_those_of_the_results(paper: str) -> None:
    page = (PAPERS / "results" / f"{RESULTS[paper]}.md").read_text(encoding="utf-8")
    results = {plain(pair) for pair in _RESULT.findall(page)}
    alone = {(ours, "") for ours, _ in results}
    told = {plain(pair) for _, _, numbers in claims(paper) for pair in _OURS.findall(numbers)}
    assert told
    assert told <= results | alone
