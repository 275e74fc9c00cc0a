"""Invariants in a module: whole games are judged there as the interpreter judges them."""

from itertools import product
from typing import get_args

import pytest

from fragma_dsl.backends.compiled.batches import JudgedBatches
from fragma_dsl.backends.compiled.code import Code, NativeCode, PlainCode, can_run_native
from fragma_dsl.backends.compiled.module import compile_program
from fragma_dsl.checking.bulk import Bulk
from fragma_dsl.checking.judge import Judge
from fragma_dsl.checking.mass import Player
from fragma_dsl.checking.properties import properties_of
from fragma_dsl.checking.seen import Seen
from fragma_dsl.game import Game
from fragma_dsl.pipeline import analyse_source, game_of
from fragma_dsl.play.ending import Conclusion, ending_slots
from fragma_dsl.play.machine import Action
from fragma_dsl.play.table import Table
from fragma_dsl.stdlib.pieces import mean_winners
from fragma_dsl.text.source import Source

RULES = """\
edition: 1
game: race
title: Race
players: {names: [white, black]}
boards: {cells: {grid: [9, 9], lines: {bands: [[rows 1..4], [rows 5..9], [column c]]}}}
pieces: {stone: {owner: player, count: unlimited}}
state:
  score: {for: player, type: 0..99}
  trail: list of site max 81
  marks: set of 0..3000
dice: {d6: 1..6}
functions:
  held(set of site band, player p): |
    band & own(p)
  twofold(player p): |
    if count(own(p)) > 3: return score[p] * 2
    return score[p]
turn: |
  choose put(s in cells) where empty(s)
  place stone[mover] on s
  trail += [s]
  marks |= {31 * row(s)}
  score[mover] += roll d6
end:
  full:
    when: any(score[p] >= 20 for p in players)
    result: rank p by score[p]
invariants:
"""
CONDITIONS = (
    "always: score[white] + score[black] < 17",
    "always: twofold(white) < 21",
    "never: count(own(white)) == 4 and score[white] % 5 == 0",
    "never: any(neighbors(s) & own(white) != {} for s in own(white))",
    "at_end: winners() == {white}",
    "at_end: all(score[p] > 21 for p in winners())",
    "step: score[white] - old(score[white]) != 5",
    "step: all(score[p] < old(score[p]) + 4 for p in players)",
    "step: all(count(own(p)) == old(count(own(p))) or score[p] < 9 for p in players)",
    "step: all(own(p) == old(own(p)) or score[p] < 13 for p in players)",
    "step: count(old({s for s in cells where empty(s)})) != 76 or score[white] < 9",
    "step: all(twofold(p) - old(twofold(p)) in 0..14 for p in players)",
    "step: old(trail) != trail or score[white] < 9",
    "step: count([a1] + old(trail)) < 9 or score[white] + score[black] < 31",
    "step: old(marks) <= marks and count(marks - old(marks)) + score[white] < 15",
    "step: all(count(old(held(band, white))) < 3 for band in bands)",
    "step: all(s in old(bands + bands)[4] or score[white] < 13 for s in own(white))",
    "sometimes: min(score[p] for p in players where count(own(p)) > 5) > 17",
    "sometimes: score[white] == 19 and score[black] == 13",
)


def race(lines: str) -> Game:
    analysis = analyse_source(Source("race.rules.yaml", RULES + lines))
    assert [one.message for one in analysis.problems if one.severity == "error"] == []
    return game_of(analysis)


GAME = race("".join(f"  c{n}:\n    {line}\n" for n, line in enumerate(CONDITIONS)))
CODES: list[Code] = [PlainCode(GAME.program, compile_program(GAME.program, is_judged=True))]
if can_run_native():
    CODES.append(NativeCode(GAME.program, is_checked=True, is_judged=True))


def judged(game: Game, code: Code, name: str, games: range) -> list[int | None]:
    """After how many decisions a game breaks or shows a property, by the module."""
    batches = JudgedBatches(game.program, code, 5, 100)
    for one in batches.names:
        if one != name:
            batches.forget(one)
    found: list[int | None] = []
    for number in games:
        (played,) = batches.play(range(number, number + 1))
        assert played.breaks in (None, name)
        found.append(played.decisions if played.breaks else None)
    return found


def interpreted(game: Game, name: str, games: range) -> list[int | None]:
    """The same by the interpreter."""
    judge = Judge(game, properties_of(game.program)).only(name)
    found: list[int | None] = []
    for number in games:
        seen = Seen()
        Player(judge, seen, 5, number, ("random", "random"), 100, float("inf")).play()
        trail = seen.breaches.get(name)
        moves = None if trail is None else trail.moves
        found.append(None if moves is None else sum(isinstance(one, Action) for one in moves))
    return found


BREAKING = [n for n, line in enumerate(CONDITIONS) if not line.startswith("sometimes")]


@pytest.mark.parametrize("number", BREAKING, ids=[CONDITIONS[n] for n in BREAKING])
def test_a_module_finds_a_breach_where_the_interpreter_does(number: int) -> None:
    games = range(12)
    wanted = interpreted(GAME, f"c{number}", games)
    assert len(set(wanted)) > 1
    for code in CODES:
        assert judged(GAME, code, f"c{number}", games) == wanted


def test_what_goes_by_cells_of_a_plane_is_asked_before_the_move() -> None:
    text = """\
edition: 1
game: tiles
title: Tiles
players: 2
boards: {table: {plane: square, ports: 4}}
cards: {card: {tiles: {bend: [[green n-e]], way: [[green n-s]]}, rotations: [0, 90], count: 9}}
zones: {hand: {for: player}}
setup: |
  for p in players:
    place 4 bend in hand[p]
    place 4 way in hand[p]
turn: |
  if cards(hand[mover]) == {}: draw
  choose put(c in cards(hand[mover]), s in spots(table), how in poses(c))
  move c from hand[mover] to s as how
invariants:
  apart:
    step: all(old(count(i & tiles(table))) + 1 >= count(i) for i in islands(table))
"""
    game = game_of(analyse_source(Source("tiles.rules.yaml", text)))
    code = PlainCode(game.program, compile_program(game.program, is_judged=True))
    wanted = interpreted(game, "apart", range(6))
    assert len(set(wanted)) > 1
    assert judged(game, code, "apart", range(6)) == wanted


@pytest.mark.parametrize("number", [n for n in range(len(CONDITIONS)) if n not in BREAKING])
def test_a_module_says_which_game_first_shows_what_may_be(number: int) -> None:
    name = f"c{number}"
    wanted = next(n for n in range(40) if name in witnesses(name, n))
    assert wanted > 0
    for code in CODES:
        batches = JudgedBatches(GAME.program, code, 5, 100)
        for one in batches.names:
            if one != name:
                batches.forget(one)
        batches.play(range(40))
        assert batches.shown() == [(name, wanted)]
        assert batches.shown() == []


def witnesses(name: str, number: int) -> set[str]:
    judge, seen = Judge(GAME, properties_of(GAME.program)).only(name), Seen()
    Player(judge, seen, 5, number, ("random", "random"), 100, float("inf")).play()
    return set(seen.witnesses)


def test_every_stop_is_judged() -> None:
    batches = JudgedBatches(GAME.program, CODES[0], 5, 100)
    for one in batches.names:
        batches.forget(one)
    (played,) = batches.play(range(1))
    assert batches.stops == 1 + 2 * played.decisions  # the beginning, each roll, and what follows


def test_what_a_module_finds_is_told_by_the_interpreter() -> None:
    judge, seen = Judge(GAME, properties_of(GAME.program)), Seen()
    batches = JudgedBatches(GAME.program, CODES[-1], 5, 100)
    bulk = Bulk(judge, seen, batches, 5)
    for number in range(200):
        bulk.take(*batches.play(range(number, number + 1)))
    for name, number in batches.shown():
        bulk.again(number, judge.only(name))
    assert set(seen.breaches) == {f"c{number}" for number in BREAKING}
    assert set(seen.witnesses) == {f"c{n}" for n in range(len(CONDITIONS)) if n not in BREAKING}
    assert seen.breaches["c6"].what == "it does not hold for this move"


def test_a_game_that_is_longer_than_it_may_be_is_found() -> None:
    game = race("  short: {within: 7}\n")
    code = PlainCode(game.program, compile_program(game.program, is_judged=True))
    judge, seen = Judge(game, properties_of(game.program)), Seen(limits={"short": 7})
    batches = JudgedBatches(game.program, code, 5, 100)
    Bulk(judge, seen, batches, 5).take(*batches.play(range(1)))
    assert seen.breaches["short"].what == "the game goes on after 7 decisions"


@pytest.mark.parametrize("players", [1, 2, 3])
def test_the_winners_are_those_of_the_interpreter(players: int) -> None:
    rules = f"edition: 1\ngame: g\ntitle: G\nplayers: {players}\nturn: draw\ninvariants:\n"
    rules += "  won:\n    always: winners() == {}\n"
    game = game_of(analyse_source(Source("g.rules.yaml", rules)))
    code = PlainCode(game.program, compile_program(game.program, is_judged=True))
    first = game.program.layout.ending
    endings = [[0] * (1 + players)]
    for kind in get_args(Conclusion):
        endings += [ending_slots(kind, values) for values in product((0, 1, -2), repeat=players)]
    for ending in endings:
        slots = [*game.program.initial]
        slots[first : first + 1 + players] = ending
        table = Table(slots, game.program.equipment())
        found = [code.function("has_won")(slots, [], 0, seat) for seat in range(players)]
        assert {seat for seat, one in enumerate(found) if one} == mean_winners(table), ending
