"""A tournament as a page: ratings and results as tables and plots, over all games and for each."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from playout.lab.html import document, scroll
from playout.lab.report import provenance
from playout.ratings import Rating, Tally
from playout.render.page import clean
from playout.tournament.plot import rating_plot
from playout.tournament.standings import Standings

if TYPE_CHECKING:
    from playout.tournament.result import TournamentResult

__all__ = ["page"]

BETTER, WORSE = "0, 114, 178", "230, 159, 0"
"""The colours of a score above and below one half, which most people can tell apart."""
LEGEND = (
    "Elo by the Bradley–Terry model, a draw being half a point, relative to the mean of all players, with "
    "95% intervals. Each pair of players counts half a win and half a loss more than it has played, so that "
    "one who has won or lost all games has a rating too; its interval has one end only. The numbered columns "
    "show a player's share of the points against each other, with wins, draws and losses."
)


def page(result: "TournamentResult") -> str:
    """The text of the page."""
    broken = "" if result.complete else " Not complete: the same command goes on."
    body = [
        f"<h1>{clean(result.setting.title)}</h1>",
        f'<p class="summary">{clean(result.in_short)}.{broken}</p>',
        f'<p class="faded">{clean(LEGEND)}</p>',
    ]
    if len(result.games) > 1:
        body += _section("All games", result.overall)
    for game, standings in result.by_game.items():
        body += _section(game, standings)
    runs = "".join(f"<li>{clean(provenance(run))}</li>" for run in result.runs)
    body.append(f"<details><summary>How these numbers were made</summary><ul>{runs}</ul></details>")
    return document(result.setting.title, body)


def _section(title: str, standings: Standings) -> Iterator[str]:
    yield f"<h2>{clean(title)}</h2>"
    yield f'<div style="max-width: 46rem">{rating_plot(standings.ratings)}</div>'
    head = "".join(f"<th>{place}</th>" for place, _ in enumerate(standings.ratings, 1))
    rows = "".join(_row(place, one, standings) for place, one in enumerate(standings.ratings, 1))
    names = "<th></th><th>Elo</th><th>points</th>"
    yield scroll(f"<table><thead><tr>{names}{head}</tr></thead><tbody>{rows}</tbody></table>")


def _row(place: int, rating: Rating, standings: Standings) -> str:
    """A player's rating, and how well it has done against each other."""
    elo, _, interval = rating.in_short.partition(" ")
    cells = [
        f"<th>{place}. {clean(rating.player)}</th>",
        f"<td><b>{elo}</b><small>{interval}</small></td>",
        f"<td><b>{rating.tally.points:g}</b><small>of {rating.tally.games}</small></td>",
        *(_cell(standings.tally(rating.player, other.player)) for other in standings.ratings),
    ]
    return f"<tr>{''.join(cells)}</tr>"


def _cell(tally: Tally | None) -> str:
    if tally is None or not tally.games:
        return "<td></td>"
    share = tally.points / tally.games
    tint = f"rgba({BETTER if share > 0.5 else WORSE}, {abs(share - 0.5):.2f})"
    return f'<td style="background: {tint}"><b>{share:.1%}</b><small>{tally}</small></td>'
