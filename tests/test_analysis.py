"""The static analysis finds what it should, proves nothing that is wrong, and shipped games are
clean."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from fragma_dsl.automaton.constant import operate_numbers
from fragma_dsl.checking.analysis.find import facts, find, go_on, learned_of
from fragma_dsl.checking.analysis.ranges import (
    Group,
    May,
    among,
    arithmetic,
    between,
    compare,
)
from fragma_dsl.cli.main import app
from fragma_dsl.explained.examples import whole
from fragma_dsl.game import Game, Position
from fragma_dsl.pipeline import analyse, analyse_source, game_of
from fragma_dsl.play.fault import FaultError
from fragma_dsl.play.random import Random
from fragma_dsl.play.state import thaw
from fragma_dsl.play.table import Equipment, Table
from fragma_dsl.text.source import Source
from tests.fenced import ROOT

SHIPPED = sorted((*ROOT.glob("variants/*.rules.yaml"), *ROOT.glob("examples/*/*.rules.yaml")))
NUMBERS = [between(-2, 2), between(3, 3), between(0, 700), May(-3, 4, frozenset((-3, 1, 4)))]


def findings(text: str) -> list[str]:
    """Give the codes and certainties of what is found in a fragment."""
    analysis = analyse_source(Source("example.rules.yaml", whole(text)))
    assert [one.message for one in analysis.problems if one.severity == "error"] == []
    return [f"{one.code} {one.certainty}: {one.message}" for one in find(analysis)]


def test_no_shipped_file_has_an_unexplained_finding() -> None:
    result = CliRunner().invoke(app, ["validate", "--analyse", "--strict", *map(str, SHIPPED)])
    assert "warning[" not in result.output
    assert result.output.endswith(f"\n{len(SHIPPED)} files: no errors\n")
    assert result.exit_code == 0


HOME = "boards:\n  cells:\n    grid: [3, 3]\n"
MOVE = "turn: |\n  choose put(c in home[mover]): win mover\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HOME + "    regions: {home: {p1: row 1, p2: row 3}}\n" + MOVE, "alike but for who begins"),
        (HOME + "    regions: {home: {p1: row 1, p2: column c}}\n" + MOVE, "alike but for who"),
        (
            HOME + "    regions: {home: {p1: row 1, p2: rows 2..3}}\n" + MOVE,
            "not proved alike: `cell",
        ),
        ("turn: |\n  choose stop\n  win p1\n", "not alike: `p1` is named in line 3"),
        (
            HOME + "    regions: {home: {p1: row 1, p2: row 3}}\n"
            "turn: |\n  choose put(c in home[mover]) where step(c, n) != none: win mover\n",
            "not proved alike",
        ),
    ],
)
def test_seats_are_alike_where_a_turn_of_the_board_makes_them_so(text: str, said: str) -> None:
    analysis = analyse_source(Source("example.rules.yaml", whole(text)))
    assert dict(facts(analysis))["seats"].startswith(said)


def test_the_most_actions_and_the_size_of_a_state_are_told() -> None:
    told = dict(facts(analyse(ROOT / "examples/classics/tic_tac_toe.rules.yaml")))
    assert told["decisions"].startswith(
        "at most 9 actions; the dearest to list is in line 17: at m"
    )
    assert told["state"].startswith("20 slots, 80 bytes; automaton ")


def test_a_region_that_no_piece_comes_to_is_named() -> None:
    found = findings(
        "boards: {cells: {grid: [3, 3], regions: {home: row 1, goal: row 3}}}\n"
        "pieces: {stone: {count: 9}}\nturn: |\n"
        "  choose put(c in home) where empty(c) and c not in goal: place stone on c\n  else: draw\n"
    )
    assert found == [
        "A201 proved: `c not in goal` is always true",
        "A221 proved: no piece ever comes to the region `goal`",
    ]


@pytest.mark.parametrize("path", SHIPPED, ids=lambda one: one.name)
def test_what_is_estimated_holds_in_games_at_random(path: Path) -> None:
    analysis = analyse(path)
    known = learned_of(analysis, go_on)
    game = game_of(analysis)
    for seed in range(3):
        for position in positions(game, seed):
            table = table_of(game, position)
            for name, estimate in known.state.items():
                slots = game.program.layout.by_name[name]
                if slots.dimensions or slots.cell:
                    continue
                assert fits(table.load(game.program.layout.variables.index(slots), ()), estimate)
            sites = range(sum(map(len, game.program.boards)))
            assert known.everywhere or known.occupied >= {
                s for s in sites if any(table.count(s, p) for p in range(len(table.layout.pieces)))
            }


def positions(game: Game, seed: int) -> list[Position]:
    """Play at random for a while."""
    stream, found = Random.derived(seed, 0, 1), [game.start(seed)]
    for _ in range(40):
        if found[-1].is_over:
            break
        try:
            found.append(found[-1].play(found[-1].legal[stream.below(len(found[-1].legal))]))
        except FaultError:
            break
    return found


def table_of(game: Game, position: Position) -> Table:
    program = game.program
    equipment = Equipment.of(
        program.layout, program.players, program.boards, program.directions, program.opposites,
        program.plane,
    )  # fmt: skip
    return Table(list(thaw(position.state)), equipment)


def fits(value: object, estimate: May | Group) -> bool:
    """Whether a value is one of those that an estimate allows."""
    if isinstance(estimate, May):
        return isinstance(value, int) and estimate.has(int(value))
    assert isinstance(value, frozenset | tuple)
    members = all(estimate.item is not None and estimate.item.has(int(one)) for one in value)
    return estimate.least <= len(value) <= estimate.most and members


@pytest.mark.parametrize("word", ["+", "-", "*", "//", "%"])
@pytest.mark.parametrize("left", NUMBERS, ids=str)
@pytest.mark.parametrize("right", NUMBERS, ids=str)
def test_arithmetic_of_ranges_has_every_result(word: str, left: May, right: May) -> None:
    result = arithmetic(word, left, right)
    found = (operate_numbers(word, a, b) for a in left for b in right)
    assert all(result.has(one) for one in found if one is not None)


@pytest.mark.parametrize("word", ["==", "!=", "<", "<=", ">", ">="])
@pytest.mark.parametrize("left", NUMBERS, ids=str)
@pytest.mark.parametrize("right", NUMBERS, ids=str)
def test_a_comparison_that_is_sure_holds_for_all(word: str, left: May, right: May) -> None:
    tests = {"==": int.__eq__, "!=": int.__ne__, "<": int.__lt__, "<=": int.__le__,
             ">": int.__gt__, ">=": int.__ge__}  # fmt: skip
    sure = compare(word, left, right)
    results = {tests[word](a, b) for a in left for b in right}
    assert sure is None or results == {sure}


def test_nothing_is_among_no_numbers() -> None:
    assert among(()) is None


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "turn: |\n  choose go(n in 1..3)\n  if n == 1: win p1\n  elif n == 1: win p2\n  draw\n",
            ["A201 proved: `n == 1` is always false"],
        ),
        (
            "state: {n: 0..9}\nturn: |\n  choose go\n  n += 1\n  if n > 3 and n > 2: win mover\n",
            ["A201 proved: `n > 2` is always true"],
        ),
        (
            "options: {quick: {type: bool, default: false}}\n"
            "turn: |\n  choose go\n  if quick: win mover\n  draw\n",
            [],
        ),
        (
            "state: {n: 0..9}\nturn: |\n  choose go\n  if n < 3: n += 1\n  if n < 3: draw\n"
            "  win mover\n",
            [],
        ),
        (
            "functions:\n  sign(int n): |\n    if n > 0: return 1\n    return 0\n    return 2\n"
            "turn: |\n  choose go(n in 0..3)\n  if sign(n) == 1: win mover\n  draw\n",
            ["A202 proved: nothing ever comes to `return 2`"],
        ),
        (
            "dice: {coin: [heads, tails]}\nturn: |\n  choose toss\n"
            "  if roll coin == heads: win mover\n  draw\n",
            [],
        ),
        (
            "dice: {coin: [heads, tails]}\nturn: |\n  choose toss\n"
            "  while roll coin == heads: pass\n  win mover\n",
            [],
        ),
        (
            "dice: {d6: 1..6}\nturn: |\n  choose toss\n  if roll d6 == 1: win p1\n"
            "  elif roll d6 == 1: win p2\n  draw\n",
            [],
        ),
        (
            "state: {queue: list of player max 2}\nturn: |\n  choose toss(p in players)\n"
            "  queue = [p, p1]\n  if p2 in queue: win p2\n  win p1\n",
            [],
        ),
        (
            "players: {min: 2, max: 4}\nturn: |\n  choose go\n  if count(players) == 2: draw\n"
            "  win mover\n",
            [],
        ),
        (
            "teams: {names: [sun, moon], seats: alternate}\nturn: |\n  choose go\n  win sun\n",
            ["A207 proved: `p2` can never win"],
        ),
        (
            "flow: |\n  setup()\n  choose stop\n  draw\n"
            "end: {never: {when: mover == p1, result: win p1}}\n",
            ["A206 proved: no game ends with `never`"],
        ),
        (
            "boards: {cells: {grid: [3, 3], regions: {home: row 1}}}\n",
            ["A212 proved: no script uses the region `home`"],
        ),
        (
            "enums: {colour: [red, green]}\nstate: {c: {type: colour, start: red}}\n"
            "turn: |\n  choose go\n  if c == green: draw\n  c = next(c)\n",
            [],
        ),
        (
            "cards: {card: {each: {rank: 1..3}}}\n"
            "zones: {hand: {for: player, visible: owner}}\n"
            "setup: |\n  for c in card: place c in hand[p1]\n"
            "turn: |\n  choose:\n      option ask(c in cards(hand[mover])): win mover\n"
            "      option stop: draw\n",
            [],
        ),
    ],
)
def test_findings(text: str, found: list[str]) -> None:
    assert findings(text) == found


def test_a_table_is_found_out_only_where_it_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "example.rules.yaml"
    path.write_text(whole("rules:\n  finish(): draw\n"), "utf-8")
    quiet = CliRunner().invoke(app, ["validate", str(path)])
    loud = CliRunner().invoke(app, ["validate", "--analyse", str(path)])
    assert quiet.output == "1 file: no errors\n"
    assert "warning[A212]: no script uses the rule `finish`" in loud.output
    assert "= proved" in loud.output
