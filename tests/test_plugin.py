"""Rule files as pytest collects them, the strategies of Hypothesis, and conformance."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, find, given, settings

from fragma_dsl.checking.conformance import conforms
from fragma_dsl.checking.strategies import Playout, games, invariant, playouts, positions
from fragma_dsl.game import Game, Position
from fragma_dsl.pipeline import load

pytest_plugins = ["pytester"]
ROOT = Path(__file__).parents[1]
PIG = ROOT / "examples" / "classics" / "pig.rules.yaml"
RULES = """\
edition: 1
game: coins
title: Coins
players: 2
state: {n: 0..9}
turn: |
  choose take(k in 1..2)
  n += k
  if n >= 4: win mover
scenarios:
  two_and_two_win: {play: take(2); take(2), result: win p2}
  nobody_wins_with_three: {play: take(2); take(1), result: win p2}
invariants:
  five_at_most: {always: n <= 5}
  four_at_most: {always: n <= 4}
"""
PLUGIN = (
    *("-p", "no:fragma", "-p", "fragma_dsl.checking.plugin"),  # once, also where it is installed
    *("-p", "no:randomly", "-p", "no:cacheprovider"),
)


def test_a_rule_file_is_collected(pytester: pytest.Pytester) -> None:
    pytester.path.joinpath("coins.rules.yaml").write_text(RULES, "utf-8")
    pytester.path.joinpath("coins.perft.json").write_text('{"perft": [2, 4, 8]}', "utf-8")
    run = pytester.runpytest(*PLUGIN, "--fragma", "--fragma-seconds", "0.5", "-v")
    run.assert_outcomes(passed=13, failed=3)
    shown = run.stdout.str()
    assert "four_at_most: it does not hold here" in shown
    assert "4  p2: take(2)" not in shown
    assert "expected `win p2`, but the game goes on" in shown
    assert "6 sequences of 3 moves, not 8" in shown
    assert "Traceback" not in shown


def test_rule_files_are_left_alone_unless_they_are_wanted(pytester: pytest.Pytester) -> None:
    pytester.path.joinpath("coins.rules.yaml").write_text(RULES, "utf-8")
    assert pytester.runpytest(*PLUGIN).parseoutcomes() == {}


def test_errors_of_a_rule_file_are_a_failure(pytester: pytest.Pytester) -> None:
    broken = RULES.replace("win mover", "win nobody")
    pytester.path.joinpath("coins.rules.yaml").write_text(broken, "utf-8")
    run = pytester.runpytest(*PLUGIN, "--fragma")
    run.assert_outcomes(failed=1)
    assert "error[F201]: unknown name `nobody`" in run.stdout.str()


# ---- strategies

QUICK = settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))


@QUICK
@given(positions("tic_tac_toe"))
def test_positions_are_of_the_game(position: Position) -> None:
    assert position.game.name == "tic_tac_toe"


@QUICK
@given(playouts(PIG, most=30))
def test_a_playout_is_a_game(playout: Playout) -> None:
    assert len(playout.positions) == len(playout.moves) + 1
    assert playout.last.is_over or len(playout.moves) == 30


@QUICK
@given(games(PIG))
def test_games_have_values_for_all_options(game: Game) -> None:
    assert 10 <= int(game.options["target"]) <= 1000


def test_what_is_drawn_shrinks_to_the_simplest() -> None:
    chosen = settings(max_examples=200, deadline=None, database=None)
    small = find(playouts("tic_tac_toe", 4), lambda one: len(one.last.legal) == 5, settings=chosen)
    assert repr(small) == "<Playout put(a1); put(b1); put(c1); put(a2)>"


@invariant("tic_tac_toe", examples=10)
def test_a_function_of_positions_is_a_test(position: Position) -> bool:
    return len(position.legal) <= 9


def test_a_function_that_is_false_somewhere_fails() -> None:
    @invariant("tic_tac_toe", examples=200)  # with 20, one run in six came to no such position
    def crowded(position: Position) -> bool:
        return len(position.legal) > 7 or position.is_over

    with pytest.raises(AssertionError, match="crowded does not hold"):
        crowded()


# ---- conformance


@pytest.mark.parametrize("name", ["classics/tic_tac_toe", "cards/crazy_eights", "classics/pig"])
def test_a_game_conforms(name: str) -> None:
    conforms(load(ROOT / "examples" / f"{name}.rules.yaml"), games=1, most=30)
