"""Summary: what many games add up to, whatever order they were played in."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from typing import Any

from fragma_dsl.game import Game, best_seats
from fragma_dsl.play.record import Ended, Faulted
from fragma_dsl.simulate.playout import Playout

Z95 = 1.959963984540054
"""The 97.5th percentile of the normal distribution: 95 % lie within it on both sides."""


@dataclass(frozen=True, slots=True)
class Share:
    """How many of all games, the proportion, and its 95 % interval."""

    count: int
    proportion: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Spread:
    """The mean, the sample's standard deviation, the least and the most of whole numbers."""

    mean: float
    sd: float
    min: int
    max: int


@dataclass(frozen=True, slots=True)
class FaultCase:
    """A game that ran into a fault, and the file its record was saved in."""

    number: int
    code: str
    message: str
    at: str | None
    record: str | None = None


@dataclass(frozen=True, slots=True)
class TeamResult:
    """How often a team won, and the mean of what its players got."""

    name: str
    wins: Share
    returns: float


@dataclass(frozen=True, slots=True)
class Summary:
    """The outcome of a simulation. Wins and draws are shares of the games that came to an end.

    Players who share the best result all count as winners, unless everybody has it: that is a draw.
    Teams are compared likewise, by the mean of their players' returns.
    """

    game: str
    digest: str
    options: dict[str, str]
    players: tuple[str, ...]
    seats: tuple[str, ...]
    seed: int
    wanted: int
    games: int
    finished: int
    wins: tuple[Share, ...]
    draws: Share
    returns: tuple[float, ...]  # the mean of each player's
    length: Spread  # decisions, in the games that came to an end
    branching: float | None  # legal actions a decision; None where picks came first
    endings: dict[str, int]
    unfinished: int
    faults: tuple[FaultCase, ...]
    teams: tuple[TeamResult, ...] = ()
    scores: tuple[float, ...] = ()  # the mean of each player's at the end; () without scores
    picks_first: bool = False  # the games are others than those of the seed without picks first

    def to_json(self) -> dict[str, Any]:
        """Give the summary as plain values."""
        return asdict(self)


def wilson(count: int, total: int) -> Share:
    """Give a proportion with its 95 % interval (Wilson 1927, https://doi.org/10.2307/2276774)."""
    if total == 0:
        return Share(count, 0.0, 0.0, 1.0)
    p, z2 = count / total, Z95 * Z95 / total
    middle = (p + z2 / 2) / (1 + z2)
    half = Z95 * sqrt(p * (1 - p) / total + z2 / (4 * total)) / (1 + z2)
    low = 0.0 if count == 0 else max(0.0, middle - half)
    high = 1.0 if count == total else min(1.0, middle + half)
    return Share(count, p, low, high)


def spread(numbers: Sequence[int]) -> Spread:
    """Describe whole numbers; all zero where there are none."""
    n = len(numbers)
    if n == 0:
        return Spread(0.0, 0.0, 0, 0)
    total = sum(numbers)
    squares = n * sum(number * number for number in numbers) - total * total
    sd = sqrt(squares / (n * (n - 1))) if n > 1 else 0.0
    return Spread(total / n, sd, min(numbers), max(numbers))


def mean_scores(scores: Sequence[tuple[int, ...] | None]) -> tuple[float, ...]:
    """Give the mean of each seat's scores; () where there are none."""
    known = [one for one in scores if one is not None]
    return tuple(sum(column) / len(known) for column in zip(*known, strict=True))


def team_returns(game: Game, returns: Sequence[float]) -> tuple[float, ...]:
    """Give what the players of each team get on average."""
    pairs = list(zip(game.program.layout.team_of, returns, strict=False))
    found = [[value for team, value in pairs if team == n] for n in range(len(game.program.teams))]
    return tuple(sum(values) / len(values) for values in found)


def team_results(game: Game, results: Sequence[Ended]) -> Iterator[TeamResult]:
    """Add up the results of each team; none where the game has no teams."""
    returns = [team_returns(game, result.returns) for result in results]
    won = Counter(team for values in returns if values for team in best_seats(values))
    for number, name in enumerate(game.program.teams):
        mean = sum(values[number] for values in returns) / max(1, len(returns))
        yield TeamResult(name, wilson(won[number], len(results)), mean)


def summarise(
    game: Game,
    playouts: Iterable[Playout],
    seats: Sequence[str],
    seed: int,
    wanted: int,
) -> Summary:
    """Add games up, in the order of their numbers."""
    games = sorted(playouts, key=lambda playout: playout.number)
    ends = [(one, one.result) for one in games if isinstance(one.result, Ended)]
    winners = [best_seats(result.returns) for _, result in ends]
    won = Counter(seat for seats in winners for seat in seats)
    endings = Counter(result.name for _, result in ends)
    faults = [(one.number, one.result) for one in games if isinstance(one.result, Faulted)]
    decisions = sum(one.decisions for one in games)
    actions = [one.actions for one in games if one.actions is not None]
    picks_first = len(actions) < len(games)
    total = max(1, len(ends))
    return Summary(
        game=game.name,
        digest=game.digest,
        options=dict(game.options),
        players=game.players,
        seats=tuple(seats),
        seed=seed,
        wanted=wanted,
        games=len(games),
        finished=len(ends),
        wins=tuple(wilson(won[seat], len(ends)) for seat in range(len(game.players))),
        draws=wilson(sum(not seats for seats in winners), len(ends)),
        returns=tuple(
            sum(result.returns[seat] for _, result in ends) / total
            for seat in range(len(game.players))
        ),
        length=spread([one.decisions for one, _ in ends]),
        branching=None if picks_first else sum(actions) / max(1, decisions),
        endings=dict(sorted(endings.items(), key=lambda item: (-item[1], item[0]))),
        unfinished=len(games) - len(ends) - len(faults),
        faults=tuple(FaultCase(n, fault.code, fault.message, fault.at) for n, fault in faults),
        teams=tuple(team_results(game, [result for _, result in ends])),
        scores=mean_scores([one.scores for one, _ in ends]),
        picks_first=picks_first,
    )
