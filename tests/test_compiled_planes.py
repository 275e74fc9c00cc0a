"""Compiled games with a plane: what each builtin gives, sets of cells and parts, and where tiles
settle, against the interpreter in random games."""

import random
from collections.abc import Sequence

import pytest

from fragma_dsl.backends.compiled.code import PlainCode
from fragma_dsl.backends.compiled.machine import CompiledMachine
from fragma_dsl.game import Game
from fragma_dsl.pipeline import analyse_source, game_of
from fragma_dsl.play.fault import FaultError
from fragma_dsl.play.machine import Action, AtDecision, Outcome
from fragma_dsl.play.state import thaw
from fragma_dsl.text.source import Source
from tests.random_walks import ROOT, load_once

HEAD = """
edition: 1
game: probe
title: Probe
players: 2
boards: {{table: {{{plane}}}, cells: grid 2 2}}
cards:
  card:
    tiles:
{tiles}
    rotations: [{rotations}]
    count: 3
pieces: {{man: {{count: 2}}}}
zones:
  tray: {{}}
state:
  seen: site or none
  spot_of: {{for: player, type: place or none}}
  trail: list of site max 3
"""

PLAY = """
turn: |
  choose:
      option put(c in card, s in spots(table), w in poses(c)) where box(c) > 0:
          place c on s as w
          seen = s
          trail = [s, a1]
      option take(s in tiles(table)) where count(tiles(table)) > 1:
          move piece on s to tray
          spot_of[mover] = s
      option shift(
          s in tiles(table), t in spots(table, s), w in poses(card(s))
      ) where {shift}:
          move piece on s to t as w
          spot_of[mover] = t
  look()
  let here = [seen, a2]
  choose told(x in here + trail)
  seen = x
"""

SQUARE = ["bend: [[green n-e], [pink n-e]]", "way: [[green n-s]]", "both: [[green n-e, pink s-w]]"]
PLANES = {
    "square": ("plane: square", SQUARE, "0, 90, 180, 270"),
    "edges": ("plane: square, size: [4, 3]", SQUARE, "0, 90, 180, 270"),
    "corners": (
        "plane: square, ports: 8",
        ["bend: [[green n-e, pink s-w]]", "slant: [[green ne-s, pink sw-n], [pink ne-s]]"],
        "0, 180",
    ),
    "pairs": (
        "plane: square, ports: pairs",
        ["weave: [[green n1-s1, pink n2-s2, green e1-e2, pink w1-w2]]", "round: [[pink n1-e2]]"],
        "0, 90",
    ),
    "hexagons": (
        "plane: hexagon",
        ["bend: [[green ne-e, pink se-sw, green w-nw]]", "way: [[pink e-w]]"],
        "0, 60, 120, 180, 240, 300",
    ),
}

NUMBERS = """
count(tiles(table))
count(spots(table))
sum(count(spots(table, s)) for s in tiles(table))
count(s for s in spots(table), t in tiles(table) where s in spots(table, t))
sum(1 for s in tiles(table) where s in spots(table, s))
sum(1 for s in spots(table), t in tiles(table), w in poses(card(t)) where joins(card(t), s, w))
sum(1 for t in tiles(table), s in spots(table, t), w in pose where joins(card(t), s, w, t))
sum(1 for s in tiles(table), p in port where step(s, p) != none and card(step(s, p)) != none)
sum(1 for s in tiles(table), p in port where through(card(s), pose(s), p) != none)
sum(1 for s in tiles(table), p in port where colour(card(s), pose(s), p) == pink)
count(lines(table))
sum(count(line) * count(line) for line in lines(table))
count(loops(table))
sum(count(loop) for loop in loops(table))
count({x.tile for loop in loops(table), x in loop})
count(spanning_line(table))
count({x.colour for x in spanning_line(table)})
sum(1 for line in lines(table), x in line where x.colour == green)
count(islands(table))
sum(count(island) * count(island) for island in islands(table))
count(first(lines(table)))
count(lines(table)[count(lines(table)) - 1])
1 if first(lines(table)) in loops(table) else 0
1 if lines(table) == loops(table) else 0
count(lines(table) + loops(table))
count(loops(table) if count(tiles(table)) > 3 else lines(table))
count(longest())
count(listed(count(tiles(table)) % 2 == 0))
count(tiles(table) | spots(table))
count(tiles(table) - {seen})
count({seen} & tiles(table))
1 if tiles(table) == {x.tile for x in spanning_line(table)} else 0
1 if {first(tiles(table))} <= tiles(table) else 0
count(bare(tiles(table)))
1 if empty(first(spots(table))) and not empty(first(tiles(table))) else 0
count(first(tiles(table)))
sum(count(c) for c in card)
sum(1 for c in card where at(c) != none and at(c) in sites(c))
sum(count(sites(c)) for c in card)
sum(box(c) for c in card)
repeats()
after(drop_first(), count(islands(table)) * 100 + count(lines(table)))
sum(after(drop(s), count(loops(table))) for s in tiles(table))
sum(1 for s in spots(table) where after(drop_first(), count(spots(table))) > count(tiles(table)))
walked()
""".strip().splitlines()

FUNCTIONS = """
functions:
  longest(): |
    let best = first(lines(table))
    for line in lines(table):
        if count(line) > count(best): best = line
    return best
  listed(bool closed): |
    if closed: return loops(table)
    return lines(table)
  bare(set of site some): |
    {s for s in some where all(colour(card(s), pose(s), p) != pink for p in port)}
  walked(): |
    let n = 0
    for island in islands(table):
        for s in island: n = n * 3 % 1009 + count(island)
    return n
rules:
  drop(site s): capture s
  drop_first(): |
    for s in {first(tiles(table))}: capture s
  look(): |
"""


def probe(name: str, shift: str = "joins(card(s), t, w, s)") -> Game:
    """Make a game whose variables hold what each expression gives, after every move; `shift` is
    the condition of moving a tile."""
    plane, tiles, rotations = PLANES[name]
    text = HEAD.format(
        plane=plane, tiles="\n".join(f"      {tile}" for tile in tiles), rotations=rotations
    )
    text += "".join(f"  v{number}: int\n" for number in range(len(NUMBERS)))
    text += "history: 3\n" + FUNCTIONS
    text += "".join(f"    v{number} = {value}\n" for number, value in enumerate(NUMBERS))
    first = tiles[0].partition(":")[0]
    text += f"setup: |\n  place {first} on x2y2 as face1\n  place man on a2\n"
    text += PLAY.replace("{shift}", shift)
    return game_of(analyse_source(Source("probe.rules.yaml", text)))


def check_lockstep(game: Game, moves: int, seed: int, native: bool = False) -> None:
    """Compare both machines in random games, move by move."""
    reference, machine = game.machine, CompiledMachine(game.program, native)
    stream = random.Random(seed)
    state = reference.start()
    assert machine.start() == state
    for _ in range(moves):
        at_decision = isinstance(reference.stop(state), AtDecision)
        some: Sequence[Action | Outcome] = reference.actions(state)
        if not at_decision:
            some = reference.outcomes(state)
        if not some:
            state = reference.start()
            continue
        assert (machine.actions(state) if at_decision else machine.outcomes(state)) == some
        move = stream.choice(some)
        following = reference.play(state, move)
        assert machine.play(state, move) == following, game.notation.move_text(move)
        state = following
    assert machine.disagreements == 0


@pytest.mark.parametrize("name", PLANES)
def test_builtins_on_planes_are_the_interpreters(name: str) -> None:
    check_lockstep(probe(name), 80, seed=7)


@pytest.mark.parametrize("name", ["square", "edges"])
def test_builtins_on_planes_are_the_interpreters_in_machine_code(name: str) -> None:
    check_lockstep(probe(name), 60, seed=8, native=True)


@pytest.mark.parametrize(
    "path",
    [
        "variants/tronix_classic.rules.yaml",
        "examples/tiles/footpaths.rules.yaml",
        "examples/tiles/ribbons.rules.yaml",
        "examples/forks/tronix_solo.rules.yaml",
    ],
)
def test_games_of_tiles_are_the_interpreters(path: str) -> None:
    check_lockstep(load_once(ROOT / path), 60, seed=3)


@pytest.mark.parametrize("name", ["square", "edges", "corners", "hexagons"])
def test_actions_that_are_counted_are_those_that_are_listed(name: str) -> None:
    check_counts(probe(name))


def test_a_condition_that_goes_wrong_is_asked_of_spots_alone() -> None:
    only_spots = "joins(card(s), t, w, s) and 6 // (1 if t in spots(table, s) else 0) == 6"
    check_counts(probe("square", shift=only_spots))


def check_counts(game: Game) -> None:
    """See that as many actions are counted as are listed, and each found by its number."""
    code, stream = PlainCode(game.program), random.Random(5)
    work, row = code.zeros("w", code.shape.room), code.shape.row
    listed, picked = code.zeros("a", 1 << 16), code.zeros("a", 1 << 16)
    state = game.machine.start()
    for _ in range(40):
        slots = code.array("s", thaw(state))
        n = code.function("actions")(slots, work, listed)
        assert code.function("counted")(slots, work, picked) == n
        for number in stream.sample(range(n), min(n, 20)):
            at = code.function("picked_row")(slots, work, picked, number)
            assert picked[at : at + row] == listed[row * number : row * number + row]
        state = game.machine.play(state, stream.choice(game.machine.actions(state)))


FAULTY = {
    "occupied": ("full", "place bend on x1y1 as face1\n  place bend on x1y1 as face1"),
    "pose": ("full", "place way on x1y1 as face2"),
    "beyond": ("full", "place way on x9y1 as face1"),
    "bare": ("missing", "move piece on x2y2 to tray"),
    "other": ("missing", "place bend on x1y1 as face1\n  move way from x1y1 to tray"),
    "gone": (
        "missing",
        "place bend on x1y1 as face1\n  let line = first(lines(table))\n  capture x1y1\n"
        "  if any(x.colour == green for x in line): draw",
    ),
    "empty": ("empty", "if count(first(loops(table))) == 1: draw"),
    "item": ("range", "if count(lines(table)[3]) == 1: draw"),
}


@pytest.mark.parametrize("name", FAULTY)
def test_faults_on_planes_are_the_interpreters(name: str) -> None:
    code, script = FAULTY[name]
    plane, tiles, rotations = PLANES["edges"]
    text = HEAD.format(
        plane=plane, tiles="\n".join(f"      {tile}" for tile in tiles), rotations=rotations
    )
    text += f"setup: |\n  {script}\nturn: |\n  choose stop\n  draw\n"
    game = game_of(analyse_source(Source("faulty.rules.yaml", text)))
    machine = CompiledMachine(game.program)
    with pytest.raises(FaultError) as expected:
        game.machine.start()
    with pytest.raises(FaultError) as found:
        machine.start()
    assert expected.value.fault == found.value.fault
    assert found.value.fault.code == code
    assert machine.disagreements == 0
