"""Counted moves of the classics against counts made elsewhere; their perft.json say by whom."""

import json
from pathlib import Path

import pytest

from fragma_dsl.checking.perft import Counter, divide, legal_moves, perft
from fragma_dsl.pipeline import load
from fragma_dsl.play.machine import Machine
from fragma_dsl.play.state import State

CLASSICS = Path(__file__).parents[1] / "examples" / "classics"
QUICK = {
    "amazons": 3,
    "backgammon": 4,
    "breakthrough": 2,
    "chess": 2,
    "connect_four": 4,
    "english_draughts": 4,
    "go_5x5": 2,
    "go_9x9": 1,
    "gomoku": 2,
    "havannah": 1,
    "havannah_4": 2,
    "hex": 2,
    "hex_5x5": 3,
    "kalah": 4,
    "knightthrough": 2,
    "nine_mens_morris": 3,
    "oware": 4,
    "pentago": 1,
    "pig": 7,
    "reversi": 4,
    "tic_tac_toe": 5,
    "y": 2,
    "y_5": 3,
}
FULL = {
    "amazons": 5,
    "backgammon": 6,
    "breakthrough": 4,
    "chess": 4,
    "connect_four": 7,
    "english_draughts": 7,
    "go_5x5": 4,
    "go_9x9": 2,
    "gomoku": 3,
    "havannah": 3,
    "havannah_4": 4,
    "hex": 3,
    "hex_5x5": 4,
    "kalah": 6,
    "knightthrough": 4,
    "nine_mens_morris": 5,
    "oware": 6,
    "pentago": 3,
    "pig": 7,
    "reversi": 7,
    "tic_tac_toe": 9,
    "y": 3,
    "y_5": 4,
}


def rules(name: str) -> Path:
    return CLASSICS / f"{name}.rules.yaml"


def published(name: str) -> list[int]:
    counts: list[int] = json.loads((CLASSICS / f"{name}.perft.json").read_text("utf-8"))["perft"]
    return counts


def counted(name: str, depth: int) -> list[int]:
    game = load(rules(name))
    return [perft(game, plies) for plies in range(1, depth + 1)]


def test_every_classic_has_its_counts() -> None:
    assert {path.name.split(".")[0] for path in CLASSICS.glob("*.rules.yaml")} == QUICK.keys()
    assert all(len(published(name)) == depth for name, depth in FULL.items())


@pytest.mark.parametrize(("name", "depth"), QUICK.items())
def test_the_first_plies_are_as_many_as_elsewhere(name: str, depth: int) -> None:
    assert counted(name, depth) == published(name)[:depth]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "depth"), FULL.items())
def test_all_counted_plies_are_as_many_as_elsewhere(name: str, depth: int) -> None:
    assert counted(name, depth) == published(name)


def counted_from(name: str, scenario: str, depth: int) -> list[int]:
    game = load(rules(name))
    state = game.machine.start_given(game.program.givens[scenario])
    return [Counter(game.machine).count(state, plies) for plies in range(1, depth + 1)]


def counted_scenarios() -> list[tuple[str, str, list[int]]]:
    """List the scenarios whose plies are counted too: castling, en passant, promotion, pins."""
    files = ((path.name.split(".")[0], path) for path in sorted(CLASSICS.glob("*.perft.json")))
    return [
        (name, scenario, counts)
        for name, path in files
        for scenario, counts in json.loads(path.read_text("utf-8")).get("scenarios", {}).items()
    ]


@pytest.mark.parametrize(("name", "scenario", "counts"), counted_scenarios())
def test_plies_from_a_scenario_are_as_many_as_elsewhere(
    name: str, scenario: str, counts: list[int]
) -> None:
    assert counted_from(name, scenario, 2) == counts[:2]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "scenario", "counts"), counted_scenarios())
def test_all_counted_plies_from_a_scenario_are_as_many_as_elsewhere(
    name: str, scenario: str, counts: list[int]
) -> None:
    assert counted_from(name, scenario, len(counts)) == counts


def test_the_memory_of_counts_changes_none() -> None:
    game = load(rules("tic_tac_toe"))
    assert perft(game, 4, memory=0) == perft(game, 4) == published("tic_tac_toe")[3]


def test_counts_by_first_move_add_up() -> None:
    game = load(rules("reversi"))
    parts = dict(divide(lambda: game, 3))
    assert list(parts) == list(game.start().legal)
    assert sum(parts.values()) == published("reversi")[2]


WHITE_BEGINS = """
edition: 1
game: white_begins
title: Backgammon in which White begins and any dice may be the first
extends: backgammon
override:
  rules:
    throw_for_the_beginning(): pass
remove: [scenarios]
"""


def count_turns(machine: Machine, state: State, turns: int) -> int:
    """Count the sequences of so many turns; all that chance, or all that a player, does is one."""
    chance = bool(machine.outcomes(state))
    found = 0
    for move in legal_moves(machine, state):
        later = machine.play(state, move)
        over = turns - (bool(machine.outcomes(later)) != chance)
        found += count_turns(machine, later, over) if over else 1
    return found


def test_backgammon_has_as_many_turns_as_in_regular_games(tmp_path: Path) -> None:
    """Count two dice as one and doubles as one: 36 and 2574 by RG's backgammon.hrg."""
    path = tmp_path / "white_begins.rules.yaml"
    path.write_text(WHITE_BEGINS, "utf-8")
    machine = load(path).machine
    assert [count_turns(machine, machine.start(), turns) for turns in (1, 2)] == [36, 2574]
