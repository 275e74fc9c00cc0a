"""Time the reference interpreter: decisions a second of random playouts, a line for each game.

    python benchmarks/interpreter.py [SECONDS]

Each game is played for SECONDS (default 3), three times in turn; the median is printed, with the
ratio to the
first game of the list, measured in the same run.
"""

import sys
from pathlib import Path
from statistics import median
from time import perf_counter

from fragma_dsl import Game, load
from fragma_dsl.play.random import Random

ROOT = Path(__file__).parents[1]
GAMES = (
    "variants/fragma",
    "examples/classics/breakthrough",
    "examples/classics/tic_tac_toe",
    "examples/classics/connect_four",
    "examples/classics/reversi",
    "examples/classics/hex_5x5",
    "examples/classics/pig",
)


def count_decisions(game: Game, seconds: float, stream: Random) -> float:
    """Play at random through the machine for so long; give the decisions a second."""
    machine, decisions = game.machine, 0
    begin = perf_counter()
    state = machine.start()
    while (now := perf_counter()) - begin < seconds:
        actions = machine.actions(state)
        if actions:
            decisions += 1
            state = machine.play(state, actions[stream.below(len(actions))])
        elif outcomes := machine.outcomes(state):
            face = stream.weighted([outcome.weight for outcome in outcomes])
            state = machine.play(state, outcomes[face])
        else:
            state = machine.start()
    return decisions / (now - begin)


def main() -> None:
    """Print the table."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
    games = {name: load(ROOT / f"{name}.rules.yaml") for name in GAMES}
    runs: dict[str, list[float]] = {name: [] for name in games}
    for turn in range(3):
        for name, game in games.items():
            runs[name].append(count_decisions(game, seconds, Random(turn)))
    first = median(runs[GAMES[0]])
    print(f"{'game':34}{'decisions/s':>14}{'ratio':>8}")
    for name, found in runs.items():
        print(f"{name:34}{median(found):>14,.0f}{median(found) / first:>8.2f}")


if __name__ == "__main__":
    main()
