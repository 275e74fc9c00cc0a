"""Decks of Tronix: how many of its 48 cards greedy players score in 300 moves of God Mode, by the
mix of its cards. `python -m benchmarks.tronix_deck` prints the table of docs/tronix.md.
"""

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from statistics import fmean, stdev
from tempfile import TemporaryDirectory

from benchmarks.tables import aligned
from fragma_dsl import Game, load
from fragma_dsl.agents.agent import ask, make_agent
from fragma_dsl.play.random import Random

GAMES, PLAYERS, SEED = 20, 4, 2026
MOVES = 300
"""Moves of God Mode after which a game is broken off."""

POINTS = (0, 100, 200, 300)
"""Moves of God Mode after which the scores are read."""

FAMILIES = {"bend": 2, "slant": 4, "hook": 4, "cross": 2}
"""How many different cards a family has."""

MIXES: Mapping[str, Mapping[str, int]] = {
    "bends alone": {"bend": 24},
    "no crosses": {"bend": 20, "slant": 1, "hook": 1},
    "the shipped one": {"bend": 19, "slant": 1, "hook": 1, "cross": 1},
    "twice the crosses": {"bend": 18, "slant": 1, "hook": 1, "cross": 2},
    "two thirds bends": {"bend": 16, "slant": 2, "hook": 1, "cross": 2},
    "half bends": {"bend": 12, "slant": 3, "hook": 2, "cross": 2},
    "half crosses": {"bend": 8, "slant": 1, "hook": 1, "cross": 12},
    "lines at random": {},
}
"""Mixes by name: how many there are of each card of a family."""

FORK = """\
edition: 1
game: tronix_deck
title: A deck of Tronix
extends: tronix_classic
override:
  cards:
{counts}
  rules:
    fill_deck(): |
{places}
  invariants:
    all_cards_for_ever: {{always: true}}
remove: [scenarios]
"""


@dataclass(frozen=True, slots=True)
class Counted:
    """What a game came to: the cards scored after each of POINTS, the moves of God Mode, and the
    longest wait between two scores."""

    scored: tuple[int, ...]
    moves: int
    wait: int


def fork(mix: Mapping[str, int]) -> str:
    """Write the fork that plays with a mix."""
    names = [name for name in FAMILIES if mix.get(name)]
    counts = [f"    {name}: {{count: {mix.get(name, 0)}}}" for name in FAMILIES]
    text = ""
    if not mix:
        names = ["loose"]
        tiles = "\n".join(f"        {name}: {faces}" for name, faces in random_tiles())
        text = f"add:\n  cards:\n    loose:\n      tiles:\n{tiles}\n"
    places = [f"      for c in {name}: place all c in deck" for name in names]
    lines = {"counts": "\n".join(counts), "places": "\n".join(places)}
    return FORK.format(**lines) + text


def random_tiles() -> Iterator[tuple[str, str]]:
    """Draw 48 cards, each with a green and a pink line between any four ports."""
    pairs = list(combinations(("n", "ne", "e", "se", "s", "sw", "w", "nw"), 2))
    both = [(one, other) for one in pairs for other in pairs if not {*one} & {*other}]
    stream = Random.derived(SEED)
    for number in range(48):
        one, other = ("-".join(pair) for pair in both.pop(stream.below(len(both))))
        yield f"loose_{number}", f"[[green {one}, pink {other}], [pink {one}, green {other}]]"


def count(game: Game, number: int) -> Counted:
    """Let greedy players play a game, and count."""
    agents = [make_agent("greedy", game, seat, SEED, number) for seat in range(PLAYERS)]
    position, scored = game.start(SEED, number), [0]
    while position.seat is not None and len(scored) <= MOVES:
        is_god = position.view().variable("phase") == 1
        position = position.play(ask(agents[position.seat], position))
        if not is_god:
            scored.pop()
        scored.append(total(position.array.tolist(), game))
    at = tuple(scored[min(point, len(scored) - 1)] for point in POINTS)
    return Counted(at, len(scored) - 1, longest_wait(scored))


def longest_wait(scored: list[int]) -> int:
    """Give the most moves that went by before a score."""
    at = [move for move in range(1, len(scored)) if scored[move] > scored[move - 1]]
    return max((one - other for one, other in zip(at, [0, *at], strict=False)), default=0)


def total(slots: list[int], game: Game) -> int:
    """Count the cards that are scored."""
    places = [one for one in game.program.layout.places if one.name.startswith("pile[")]
    return sum(sum(slots[one.offset : one.offset + one.size]) for one in places)


def row(name: str, path: Path) -> list[str]:
    """Play the games of a mix, and write them as a row of the table."""
    game = load(path, {"patience": str(MOVES)}, PLAYERS).with_backend("native")
    counted = [count(game, number) for number in range(GAMES)]
    at = list(zip(*(one.scored for one in counted), strict=True))
    last = at[-1]
    spread = [f"{stdev(last):.1f}", f"{min(last)} to {max(last)}"]
    waits = sorted(one.wait for one in counted)
    return [name, *(f"{fmean(one):.1f}" for one in at), *spread, str(waits[len(waits) // 2])]


def main(names: list[str]) -> None:
    """Print the table of all mixes, or of some by their names."""
    head = ["mix", *map(str, POINTS), "spread", "range", "wait"]
    rows = []
    with TemporaryDirectory() as folder:
        for number, name in enumerate(names or MIXES):
            path = Path(folder) / f"deck_{number}.rules.yaml"
            path.write_text(fork(MIXES[name]), "utf-8")
            rows.append(row(name, path))
    print("\n".join(aligned(head, rows)))


if __name__ == "__main__":
    main(sys.argv[1:])
