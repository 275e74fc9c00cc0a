"""Random games that find their actions otherwise than by listing them: free sites in words give the
same games, picks that come first give others that are as likely."""

from collections import Counter
from functools import cache, partial
from math import sqrt
from statistics import fmean, stdev

import pytest
from typer.testing import CliRunner

from fragma_dsl.backends.compiled import batches as batches_module
from fragma_dsl.backends.compiled.batches import Batches, Played
from fragma_dsl.backends.compiled.code import Code, NativeCode, PlainCode, can_run_native
from fragma_dsl.backends.compiled.unit import Unit
from fragma_dsl.backends.pick import BackendError
from fragma_dsl.cli.main import app
from fragma_dsl.game import Game
from fragma_dsl.pipeline import analyse_source, game_of
from fragma_dsl.play.random import Random
from fragma_dsl.play.record import Faulted
from fragma_dsl.play.record_reading import read_record
from fragma_dsl.play.state import thaw
from fragma_dsl.replay import replay
from fragma_dsl.simulate.batched import batches_of, read_all
from fragma_dsl.simulate.playout import playout
from fragma_dsl.simulate.run import simulate
from fragma_dsl.text.source import Source
from tests.random_walks import ROOT, load_once

native = pytest.mark.skipif(not can_run_native(), reason="no machine code here")

ERRORS = 4
"""How many standard errors two averages may lie apart."""

QUIET = """\
edition: 1
game: quiet
title: Quiet
players: 2
boards: {cells: grid 4 4}
pieces: {stone: {owner: player, count: unlimited}}
dice: {coin: [heads, tails]}
functions:
  # No stone of the mover lies near a stone near the cell, and so for all stones.
  is_quiet(site cell): |
    all(owner(far) != mover or row(far) == row(cell)
        for near in neighbors(cell), far in neighbors(near) where not empty(far))
setup: |
  place stone[p1] on b2
  place stone[p2] on c3
turn: |
  choose put(cell in cells) where empty(cell) and is_quiet(cell): place stone[mover] on cell
  else: win opponent
  if roll coin == heads and FAULTY: place stone[mover] on b2
"""


def path_of(name: str) -> str:
    """Give the file of a shipped game."""
    (path,) = ROOT.glob(f"examples/**/{name}.rules.yaml")
    return str(path)


@cache
def quiet(is_faulty: bool = False) -> Game:
    """Make a game in which most empty cells are illegal, by a condition that is dear to test."""
    text = QUIET.replace("FAULTY", "count(stone) > 5" if is_faulty else "false")
    analysis = analyse_source(Source("quiet.rules.yaml", text))
    assert not analysis.problems
    return game_of(analysis)


def chi_square_fits(counts: Counter[tuple[int, ...]], ways: int) -> bool:
    """Whether counts are those of ways that are equally likely: chi-square within 4 of its standard
    deviations."""
    expected = counts.total() / ways
    chi_square = sum((n - expected) ** 2 / expected for n in counts.values())
    chi_square += (ways - len(counts)) * expected
    return chi_square < ways - 1 + ERRORS * sqrt(2 * (ways - 1))


# ---- free sites in words

WITH_WORDS = ("tic_tac_toe", "connect_four", "hex_5x5", "y_5", "nine_mens_morris", "erasing")
"""Games whose free sites are kept in words: pieces are placed, moved, captured, tried."""

MOST = 120
"""Decisions of a game at most."""

ERASING = """\
edition: 1
game: erasing
title: Erasing
players: 2
boards: {cells: grid 9 8}
pieces: {stone: {owner: player, count: unlimited}}
functions:
  room(): count({c for c in cells where empty(c)})
rules:
  lay(site cell): |
    place stone[mover] on cell
    for near in neighbors(cell):
      if owner(near) == next(mover): remove piece on near
turn: |
  choose put(cell in cells) where empty(cell)
  if after(lay(cell), room()) < room() - 1: lay(cell)
  elif after(lay(cell), room()) >= room(): lay(cell)
  else: place stone[mover] on first({c for c in cells where empty(c)})
  if room() < 9: win mover
"""
"""Stones are captured, and tried."""


@cache
def game_named(name: str) -> Game:
    """Give a game, or make the one of this file."""
    if name != "erasing":
        return load_once(path_of(name))
    analysis = analyse_source(Source("erasing.rules.yaml", ERASING))
    assert not analysis.problems, analysis.problems
    return game_of(analysis)


def games_by(code: Code, game: Game, games: int) -> list[Played]:
    return Batches(game.program, code, 3, MOST).play(range(games))


@pytest.mark.parametrize("name", WITH_WORDS)
def test_kept_words_follow_the_board(name):
    program = game_named(name).program
    code, stream = PlainCode(program), Random.derived(2)
    work, out = code.zeros("w", code.shape.room), code.zeros("a", 1 << 16)
    trust, play, actions = (code.function(one) for one in ("trust", "play", "actions"))
    kept = Unit(program).free_sites
    assert kept is not None
    words = slice(kept.words, kept.words + kept.rep.count)
    slots = code.array("s", program.initial)
    slots[0] = -1
    trust(slots, work)
    play(slots, work, out, 0)
    for _ in range(MOST):
        found = work[words]
        code.function("look")(slots, work)
        assert found == work[words]
        n = actions(slots, work, out)
        if n == 0:
            break
        play(slots, work, out, stream.below(n) * code.shape.row)


@pytest.mark.parametrize("name", WITH_WORDS)
def test_games_with_kept_words_are_those_of_agents(name):
    game = game_named(name)
    seats = ("random",) * len(game.players)
    wanted = [playout(game, seats, 3, number, MOST).trimmed() for number in range(2)]
    batches = Batches(game.program, PlainCode(game.program), 3, MOST)
    assert read_all(game, batches.play(range(2)), 3, batches) == wanted


@native
@pytest.mark.parametrize("name", ["connect_four", "hex_5x5", "tic_tac_toe", "erasing"])
def test_games_with_kept_words_are_the_same_as_machine_code(name):
    game = game_named(name)
    found = games_by(NativeCode(game.program), game, 60)
    assert found == games_by(PlainCode(game.program), game, 60)


# ---- picks first


@native
@pytest.mark.parametrize(
    ("name", "games"),
    [("reversi", 6000), ("go_5x5", 8000), pytest.param("chess", 3000, marks=pytest.mark.slow)],
)
def test_games_with_picks_first_come_out_alike(name, games):
    game = load_once(path_of(name))
    first = batches_of(game, 1, 10_000, "native", True).play(range(games))
    anew = batches_of(game, 2, 10_000, "native").play(range(games))
    assert all(one.actions is None for one in first)
    assert all(one.actions is not None for one in anew)

    def agree(number) -> None:
        some, others = [number(one) for one in first], [number(one) for one in anew]
        error = sqrt((stdev(some) ** 2 + stdev(others) ** 2) / games)
        assert abs(fmean(some) - fmean(others)) <= ERRORS * error

    agree(lambda one: float(one.decisions))
    for returned in (1.0, 0.0, -1.0):
        agree(lambda one, returned=returned: float(one.returns[0] == returned))


@native
@pytest.mark.parametrize("name", ["reversi", "quiet"])
@pytest.mark.parametrize("picks_first", [True, False])
def test_every_first_action_is_as_likely(name, picks_first):
    game = quiet() if name == "quiet" else load_once(path_of(name))
    start = game.machine.start()
    actions = game.machine.actions(start)
    ways = {tuple(thaw(game.machine.play(start, action))) for action in actions}
    one_move = batches_of(game, 4, 1, "native", picks_first)
    found: Counter[tuple[int, ...]] = Counter()
    for number in range(4000):
        one_move.run(range(number, number + 1))
        found[tuple(one_move.room.slots[: game.program.layout.size])] += 1
    assert set(found) == ways
    assert len(ways) == len(actions)
    assert chi_square_fits(found, len(ways))


def test_first_actions_are_few_of_the_candidates():
    game = quiet()
    code = PlainCode(game.program)
    slots, rows = list(thaw(game.machine.start())), [0] * 100
    n = code.function("candidates")(slots, [0] * code.shape.room, rows)
    assert 1 < len(game.start().legal) < n == 14


@native
def test_the_second_action_is_as_likely_too():
    game = quiet()
    counts: Counter[tuple[int, ...]] = Counter()
    batches = batches_of(game, 9, 2, "native", True)
    for number in range(6000):
        batches.run(range(number, number + 1))
        counts[tuple(batches.room.slots[: game.program.layout.size])] += 1
    first = game.start().legal
    shares = {}
    for action in first:
        position = game.start().play(action)
        for outcome in position.outcomes:
            there = position.play(outcome)
            for other in there.legal:
                slots = tuple(thaw(there.play(other).state))
                chance = 1 / len(first) / len(position.outcomes) / len(there.legal)
                shares[slots] = shares.get(slots, 0.0) + chance
    assert set(counts) <= set(shares)
    chi_square = sum((counts[s] - 6000 * p) ** 2 / (6000 * p) for s, p in shares.items())
    assert chi_square < len(shares) - 1 + ERRORS * sqrt(2 * (len(shares) - 1))


@native
def test_too_little_room_changes_no_game(monkeypatch):
    game = quiet()
    code = NativeCode(game.program)
    games = Batches(game.program, code, 5, 100, True).play(range(200))
    monkeypatch.setattr(batches_module, "FIRST_ROOM", 4)
    assert Batches(game.program, code, 5, 100, True).play(range(200)) == games


@native
def test_plain_python_picks_first_as_machine_code_does():
    program = quiet().program
    codes: tuple[Code, ...] = NativeCode(program), PlainCode(program)
    some, others = (Batches(program, code, 5, 100, True).play(range(100)) for code in codes)
    assert some == others


@native
def test_faults_are_found_with_picks_first_and_their_records_replay(tmp_path):
    factory = partial(quiet, True)
    summary = simulate(factory, 30, 1, fault_folder=tmp_path, backend="native", picks_first=True)
    assert summary.picks_first
    assert 0 < len(summary.faults) < 30
    assert {fault.code for fault in summary.faults} == {"full"}
    assert replay(factory(), read_record(tmp_path / summary.faults[0].record)).fault is not None
    batches = batches_of(factory(), 1, 10_000, "native", True)
    for one in batches.play(range(10)):
        (read,) = read_all(factory(), [one], 1, batches)
        assert one.is_wrong == isinstance(read.result, Faulted)


@native
def test_simulate_picks_first_where_it_is_told():
    factory = partial(load_once, path_of("reversi"))
    fast = simulate(factory, 50, 1, workers=2, backend="auto", picks_first=True)
    assert fast == simulate(factory, 50, 1, backend="native", picks_first=True)
    assert (fast.branching, fast.picks_first) == (None, True)
    assert fast.length != simulate(factory, 50, 1, backend="native").length


@native
def test_picks_first_change_nothing_where_nothing_is_dear():
    factory = partial(load_once, path_of("tic_tac_toe"))
    assert simulate(factory, 50, 1, backend="native", picks_first=True) == simulate(factory, 50, 1)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"backend": "interpreter"}, "machine code only"),
        ({"backend": "python"}, "machine code only"),
        ({"seats": ("greedy", "random")}, "random agents only"),
    ],
)
def test_picks_first_are_refused_elsewhere(arguments, said):
    with pytest.raises(BackendError, match=said):
        simulate(quiet, 1, 1, picks_first=True, **{"backend": "native"} | arguments)


# ---- what is said of it


def fragma(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, arguments)
    return result.exit_code, result.output


@native
def test_the_table_says_that_picks_came_first():
    path = path_of("reversi")
    code, output = fragma("simulate", path, "--games", "20", "--seed", "1", "--fast")
    assert code == 0
    assert "other games than without --fast" in output
    assert "branching" not in output
    assert "random agents only" in fragma("simulate", path, "--fast", "--seats", "greedy")[1]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("hex_5x5", ("kept from move to move", "functions that are tables")),
        ("reversi", ("picked first with --fast, then tested: captures(mover, cell) != {}",)),
        ("chess", ("line 136: go(origin", "not kept: it has 3 options", "they were last: king")),
        (
            "pentago",
            ("not kept: an action has 3 parts", "not picked first: its condition is quick"),
        ),
        ("footpaths", ("counted, not listed",)),
        ("nine_mens_morris", ("what is dear is to make the sets",)),
        ("go_5x5", ("go_9x9.rules.yaml:60: put(spot in board) where", "tested: may_put(spot)")),
        ("rock_paper_scissors", ("not kept: what it chooses are no sites",)),
        ("kuhn_poker", ("named options: there is nothing to look for",)),
    ],
)
def test_how_actions_are_found_is_explained(name, said):
    code, output = fragma("simulate", path_of(name), "--explain-speed")
    words = " ".join(output.split())
    assert code == 0
    assert all(part in words for part in said)
    assert "wins" not in output
