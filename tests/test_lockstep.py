"""The compiled backend does what the interpreter does, move by move, plain and as machine code."""

import ast
import os
import time
from importlib.resources import files

import pytest
from hypothesis import HealthCheck, given, settings

from fragma_dsl.backends.compiled.batches import Batches
from fragma_dsl.backends.compiled.code import KINDS, can_run_native, counting_text
from fragma_dsl.backends.compiled.lowering import lower
from fragma_dsl.backends.compiled.refused import NotCompiledError
from fragma_dsl.backends.compiled.support import PLAIN
from fragma_dsl.backends.pick import code_of
from fragma_dsl.checking.strategies import rulesets
from fragma_dsl.pipeline import analyse_source
from fragma_dsl.simulate.batched import read_all
from fragma_dsl.simulate.playout import playout
from fragma_dsl.stdlib import standard_library
from fragma_dsl.text.source import Source
from tests.lockstep import Lockstep
from tests.random_walks import SHIPPED, WORLDS, every_game, load_once, seeds

EVERY = (*SHIPPED, *sorted(WORLDS.glob("*.rules.yaml")))
SMALL = ("tic_tac_toe", "kuhn_poker", "pig", "breakthrough", "layers", "cards", "hidden", "y_5")
"""Whose machine code is soon made."""
PLIES, MANY = 60, 10_000
GAMES = int(os.environ.get("FRAGMA_GAMES", "1000"))
SECONDS = float(os.environ.get("FRAGMA_SECONDS", "60"))
"""How many games the big version plays at most, and for how long; `-rP` shows how many it was."""
native = pytest.mark.skipif(not can_run_native(), reason="no machine code for this Python")


def lockstep(path, is_native=False, is_checked=False):
    return Lockstep(load_once(path).program, is_native, is_checked)


@every_game(EVERY)
def test_plain_python_and_the_interpreter_agree(path):
    both = lockstep(path)
    plies = both.play(1, PLIES) + both.play(2, PLIES // 3)
    assert plies > 0


@native
@every_game([path for path in EVERY if path.name.split(".")[0] in SMALL])
def test_machine_code_that_tests_every_index_and_the_interpreter_agree(path):
    both = lockstep(path, is_native=True, is_checked=True)
    for seed in range(3):
        assert both.play(seed, PLIES) > 0


def as_agents(path, numbers, most):
    """Play games by the interpreter."""
    game = load_once(path)
    seats = ("random",) * len(game.players)
    return [playout(game, seats, 5, number, most) for number in numbers]


def in_batch(path, numbers, most, backend):
    """Play games in one call."""
    game = load_once(path)
    batches = Batches(game.program, code_of(game.program, backend), 5, most)
    return read_all(game, batches.play(numbers), 5, batches)


@every_game(EVERY)
def test_games_of_one_call_are_those_that_agents_play(path):
    wanted = [one.trimmed() for one in as_agents(path, range(3), 25)]
    assert in_batch(path, range(3), 25, "python") == wanted


@native
@every_game([path for path in EVERY if path.name.split(".")[0] in SMALL])
def test_games_of_machine_code_are_those_of_plain_python(path):
    assert in_batch(path, range(40), 200, "native") == in_batch(path, range(40), 200, "python")


def of_text(text, is_native=False):
    """Give both backends for a text."""
    program = analyse_source(Source("made.rules.yaml", text)).program
    assert program is not None
    return Lockstep(program, is_native, is_checked=is_native)


quick = settings(
    max_examples=60, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)


@quick
@given(text=rulesets(), seed=seeds)
def test_made_rules_run_alike_in_plain_python(text, seed):
    both = of_text(text)
    for number in range(4):
        both.play(seed + number, 25)


@native
@settings(quick, max_examples=5)
@given(text=rulesets(), seed=seeds)
def test_made_rules_run_alike_as_machine_code(text, seed):
    both = of_text(text, is_native=True)
    for number in range(4):
        both.play(seed + number, 25)


def test_a_rule_may_be_called_like_a_register_of_the_module():
    both = of_text("""edition: 1
game: g
title: T
players: 2
state: {made: 0..9}
rules:
  r1(): made = 1
phases:
  early:
    turn: choose go
    until: after(r1(), made) == 2
  late:
    turn: choose stop
""")
    assert both.play(1, 9) == 9


HEAD = "edition: 1\ngame: found\ntitle: Found\nplayers: 2\n"
FOUND = {
    "twice": """\
boards: {cells: grid 2 1}
turn: |
  choose:
    option go(x in [a1, a1] + [a1]): win mover
""",
    "ways_of_an_empty_walk": """\
boards: {cells: grid 2 2}
state: {level: 0..9}
rules:
  r0(): level = max(row(x) for x in cells - cells)
turn: |
  choose go
  let set of site v = reach({}, cells, after(r0(), directions))
  draw
""",
    "way_of_an_empty_walk": """\
boards: {cells: grid 2 2}
turn: |
  choose go
  let set of site v = reach({}, cells, {dir} if max(row(x) for x in cells - cells) > 1 else {dir})
  draw
""".replace("dir", "n"),
    "lists_of_sets_joined": """\
boards: {cells: {grid: [2, 2], lines: {ranks: [[row 1], [row 2]], more: [[row 1, row 2], [a1]]}}}
state: {seen: int}
turn: |
  choose go(b in {true, false})
  seen = sum(
      count(x & y) for x in (ranks if b else more) + ranks, y in more + (ranks if b else more)
  )
""",
    "functions_of_lists_of_sets": """\
boards: {cells: {grid: [2, 2], lines: {ranks: [[row 1], [row 2]], more: [[row 1, row 2], [a1]]}}}
state: {seen: int}
functions:
  some(bool b): |
    ranks if b else more
turn: |
  choose go(b in {true, false})
  seen = count({x for line in some(b), x in line where x != a1})
""",
    "distances_on_a_large_board": """\
boards: {cells: grid 24 24, road: path 3}
state: {far: 0..99 or none}
turn: |
  choose go(a in edge(cells, n) | road, b in edge(cells, w) | road)
  far = distance(a, b)
""",
    "sites_that_are_taken": """\
boards: {cells: grid 3 3}
pieces: {stone: {count: unlimited}}
turn: |
  choose put(c in cells) where empty(c)
  place stone on c
  choose take(c in cells) where not empty(c)
  if row(c) == 2: capture c
""",
    "members_of_another_type": """\
boards: {cells: grid 2 2, road: path 3}
state: {load: {for: site of cells, type: 0..9, start: 1}, seen: int, few: set of 0..20}
functions:
  loads(set of site of cells some): |
    sum(load[s] for s in some)
  least(set of 1..3 some): min(some)
turn: |
  choose:
    option count_loads(more in {true, false}):
      let found = {s for s in cells where row(s) == 1}
      found |= {s for s in cells | road where more or s in cells}
      seen = loads(found) + loads({s for s in road | cells where more or s in cells})
    option add(n in {1, 2, 17}):
      few |= {n}
      seen = least(few)
""",
    "cells_on_a_board": """\
boards: {table: {plane: square, ports: 4}, cells: grid 3 3}
cards: {card: {tiles: {bend: [[green n-e]]}, count: 8}}
state: {here: {type: site, start: cells.b2}, seen: int}
turn: |
  choose:
    option near: seen = count(reach(here, {here, cells.b3})) + row(here)
    option beside(s in cells): seen = row(step(s, n) if step(s, n) != none else s)
    option far where here in cells:
      place bend on x1y1 as face1
      here = first(tiles(table))
""",
}
"""Rules that once ran otherwise in a module."""


@pytest.mark.parametrize("name", FOUND)
def test_what_once_differed_agrees(name):
    both = of_text(HEAD + FOUND[name])
    assert both.play(1, 5) + both.play(2, 5) > 0


def test_members_of_another_type_are_found_by_both():
    both = of_text(HEAD + FOUND["members_of_another_type"])
    for seed in range(4):
        both.play(seed, 9)
    assert both.faults == ["range"] * 4


@native
@pytest.mark.parametrize("is_native", [False, True])
def test_what_does_not_change_goes_wrong_in_the_same_way(is_native):
    text = """\
boards: {cells: grid 3 3}
state: {seen: 0..9}
functions:
  near(int n): |
    {s for s in cells where row(s) == 6 // (2 - n) - only(k for k in 0..n where k > 0)}
  single(int n): |
    6 // (1 - n) + only(k for k in 0..n where k > 0)
turn: |
  choose:
    option many(n in 0..3):
        if count(near(n)) > 8: win mover
    option one(n in 0..3): seen = single(n) % 9
"""
    both = of_text(HEAD + text, is_native)
    for seed in range(30):
        both.play(seed, 9)
    assert set(both.faults) == {"division", "empty", "size"}


@native
def test_functions_for_a_table_are_made_once():
    rules = """\
boards: {cells: grid 3 2}
pieces: {stone: {owner: player, count: 4}}
turn: |
  choose put(c in cells) where empty(c)
  place stone[mover] on c
  if at(stone) == a1 or at(stone) == c: win mover
"""
    of_text(HEAD + rules, is_native=True).play(1, 5)


def test_every_builtin_is_a_table_or_says_how_it_is_written():
    forms = [form for forms in standard_library().builtins.values() for form in forms]
    assert [form.name for form in forms if not form.static and form.emit is None] == []


def test_rules_with_a_table_that_would_be_too_large_are_refused():
    links = "".join(f"      a1 -way{n}> b1\n" for n in range(80))
    rules = f"""\
boards:
  cells:
    grid: [64, 64]
    links: |
{links}state: {{here: {{type: site, start: a1}}, way: {{type: direction, start: n}}}}
turn: |
  choose go where step(here, way) != none
"""
    with pytest.raises(NotCompiledError, match="too many rows"):
        of_text(HEAD + rules)


def test_whatever_a_module_calls_has_a_native_form():
    text = files("fragma_dsl.backends.compiled").joinpath("support.native.txt").read_text("utf-8")
    written = {node.name for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)}
    known = {"Faulty", "Overfull", "jit", "table", "lowest", "ones", "word"}
    assert set(PLAIN) - known <= written


@every_game(EVERY)
def test_every_module_can_be_lowered(path):
    both = lockstep(path)
    support = files("fragma_dsl.backends.compiled").joinpath("support.native.txt")
    text = counting_text(both.machine.compiled)
    roots = [name for name in KINDS if name != "judged"]  # a module with invariants has that
    assert lower(text, support.read_text("utf-8"), roots).count("define ") > len(roots)


# ---- the big version


@pytest.mark.slow
@every_game(EVERY)
def test_a_thousand_games_agree(path):
    both, begun, plies = lockstep(path), time.monotonic(), 0
    for seed in range(GAMES):
        plies += both.play(seed, MANY)
        if time.monotonic() - begun > SECONDS:
            break
    print(f"{path.name}: {seed + 1} games, {plies} moves agree")


@pytest.mark.slow
@native
@every_game(EVERY)
def test_ten_thousand_games_agree(path):
    begun = time.monotonic()
    for first in range(0, MANY, 10):
        numbers = range(first, first + 10)
        assert in_batch(path, numbers, MANY, "native") == in_batch(path, numbers, MANY, "python")
        if time.monotonic() - begun > SECONDS:
            break
    print(f"{path.name}: {numbers[-1] + 1} games agree")


@pytest.mark.slow
@native
@settings(quick, max_examples=300, derandomize=False)
@given(text=rulesets(), seed=seeds)
def test_many_made_rules_run_alike(text, seed):
    for both in (of_text(text), of_text(text, is_native=True)):
        for number in range(10):
            both.play(seed + number, 40)
