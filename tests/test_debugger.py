"""`fragma debug` steps through rules and says why an action is legal or is not, and to a player no
more than this player may know."""

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from fragma_dsl.cli.main import app
from fragma_dsl.debugger.steps import lines_of, steps_of
from fragma_dsl.debugger.why import Asked, why
from fragma_dsl.explained.examples import whole
from fragma_dsl.game import Position
from fragma_dsl.pipeline import analyse, analyse_source, game_of
from fragma_dsl.play.fault import FaultError
from fragma_dsl.play.random import Random
from fragma_dsl.text.source import Source
from tests.fenced import DOCS, ROOT
from tests.random_walks import random_move

RULES = """\
boards: {cells: grid 3 3}
pieces: {stone: {owner: player, count: 9}}
state: {limit: {type: 0..9, start: 2}}
functions:
  is_free(site s): empty(s) and (row(s) < limit or column(s) == 1 and row(s) == 3)
turn: |
  choose put(c in cells) where is_free(c) and not has(c, stone[mover])
  place stone[mover] on c
  if row(c) == 3: win mover
"""
HIDDEN = """\
cards: {card: {each: {rank: 1..3}}}
zones: {hand: {for: player, visible: owner}}
setup: |
  for c in card: place c in hand[p2]
turn: |
  choose:
      option ask(c in card) where has(hand[opponent], c) and count(players) == 2: win mover
      option stop: draw
"""
SECRETIVE = ("cards/kuhn_poker", "cards/crazy_eights", "cards/rock_paper_scissors")


def position_of(text: str) -> Position:
    return game_of(analyse_source(Source("example.rules.yaml", whole(text)))).start()


def told(position: Position, action: str, viewer: int | None = None) -> list[str]:
    return list(why(Asked(position.game, position, viewer, {}), action))


def debugged(folder: Path, text: str, *lines: str) -> str:
    path = folder / "example.rules.yaml"
    path.write_text(whole(text), "utf-8")
    return CliRunner().invoke(app, ["debug", str(path)], input="\n".join(lines) + "\n").output


def test_what_an_option_settles_is_told_in_words() -> None:
    text = """\
options: {corners: {type: [free, barred], default: free}}
boards: {cells: grid 3 3}
pieces: {stone: {owner: player, count: 9}}
turn: |
  choose put(c in cells) where empty(c) and (c not in corners() or corners == free)
  place stone[mover] on c
  win mover
"""
    assert told(position_of(text), "put(a1)") == [
        "`put(a1)` is legal",
        "  option `put`, line 5",
        "    yes: `c` can be a1",
        "    yes: `empty(c)` is true, line 5",
        "      c = a1",
        "    one has to hold of:",
        "      no: `c not in corners()` is false, line 5",
        "        c = a1",
        "        corners() = {a1, c1, a3, c3}",
        "      yes: the options make this true",
    ]


def test_a_legal_action_is_told_with_its_conditions() -> None:
    assert told(position_of(RULES), "put(a1)") == [
        "`put(a1)` is legal",
        "  option `put`, line 7",
        "    yes: `c` can be a1",
        "    yes: `is_free(c)` is true, line 7",
        "      c = a1",
        "      yes: `empty(s)` is true, line 5",
        "        s = a1",
        "      one has to hold of:",
        "        yes: `row(s) < limit` is true, line 5",
        "          row(s) = 1",
        "          limit = 2",
        "        all of these have to hold:",
        "          yes: `column(s) == 1` is true, line 5",
        "            column(s) = 1",
        "          no: `row(s) == 3` is false, line 5",
        "            row(s) = 1",
        "    yes: `has(c, stone[mover])` is false, line 7",
        "      c = a1",
        "      piece = stone[p1]",
    ]


@pytest.mark.parametrize(
    ("action", "line"),
    [
        ("put(b2)", "        no: `row(s) < limit` is false, line 5"),
        ("put(d9)", "    no: `c` cannot be d9: it is one of {a1, b1, c1, a2, b2, c2, a3, b3, c3}"),
        ("putt(a1)", "this decision has no option `putt`; did you mean `put`?"),
        ("put", "    it has 1 argument, not 0"),
    ],
)
def test_what_keeps_an_action_from_being_legal_is_told(action: str, line: str) -> None:
    assert line in told(position_of(RULES), action)


def test_nobody_is_told_what_they_do_not_see() -> None:
    position = position_of(HIDDEN)
    assert told(position, "ask(card_1)", 0) == [
        "`ask(card_1)` is legal",
        "  option `ask`, line 7",
        "    yes: `c` can be card_1",
        "    `has(hand[opponent], c)` depends on what you do not see, line 7",
        "    yes: `count(players) == 2` is true, line 7",
        "      count(players) = 2",
    ]
    assert "    yes: `has(hand[opponent], c)` is true, line 7" in told(position, "ask(card_1)")
    assert told(position, "ask(card_1)", 1) == ["only p1, who decides, sees the options here"]


@pytest.mark.parametrize("name", SECRETIVE)
def test_why_says_the_same_wherever_a_player_sees_the_same(name: str) -> None:
    game = game_of(analyse(ROOT / f"examples/{name}.rules.yaml"))
    for seed in range(4):
        stream, position = Random.derived(seed, 0, 1), game.start()
        for _ in range(40):
            if position.is_over:
                break
            if position.seat is not None:
                other = position.resampled(position.seat, seed)
                for action in position.actions:
                    here = told(position, action, position.seat)
                    assert here == told(other, action, position.seat)
            try:
                position = position.play(random_move(position, stream))
            except FaultError:
                break


def test_the_edges_of_a_move_have_their_lines() -> None:
    position = position_of(RULES)
    steps, fault = steps_of(position, position.find("put(a1)"))
    assert fault is None
    lines = [group[0].line for group in lines_of(steps)]
    assert lines[:2] == [("example.rules.yaml", 8), ("example.rules.yaml", 9)]


def test_a_session_steps_by_edges_lines_and_decisions(tmp_path: Path) -> None:
    output = debugged(
        tmp_path, RULES, "edge put(a1)", "table", "edge", "step", "line put(a3)", "step",
        "moves", "back", "back", "where",
    )  # fmt: skip
    assert "line 8: place stone[mover] on c\n    a1: +1 stone[p1]\n" in output
    assert "line 9: row(c) == 3: no\n" in output
    assert "1  x . .\n" in output
    assert "  1  p1: put(a1)\n  2  p2: put(a3)\n" in output
    assert output.endswith(
        "move 1: waits for p1, point 8\n"
        "line 7: choose put(c in cells) where is_free(c) and not has(c, stone[mover])\n"
    )


def test_expressions_are_evaluated_as_far_as_they_are_seen(tmp_path: Path) -> None:
    output = debugged(
        tmp_path, HIDDEN, "eval count(players)", "eval cards(hand[p2])", "as p1",
        "eval cards(hand[p2])", "eval cuont(players)", "edge stop", "as all", "vars",
    )  # fmt: skip
    lines = output.splitlines()[2:]
    assert lines[:4] == [
        "2",
        "{card_1, card_2, card_3}",
        "you see what p1 sees",
        "this depends on what you do not see",
    ]  # fmt: skip
    assert lines[4].startswith("unknown function `cuont` (did you mean `count`?)")
    assert lines[5] == "what the rules do may tell what you do not see: `as all` first"
    assert lines[7] == "mover = p1"


def test_a_fault_ends_a_move_and_says_where(tmp_path: Path) -> None:
    output = debugged(tmp_path, RULES, "step put(a1)", "step put(b1)", "step put(b1)")
    assert "`why-not put(b1)` says more" in output
    rules = RULES.replace(" where is_free(c) and not has(c, stone[mover])", "")
    output = debugged(tmp_path, rules, "step put(a1)", "step put(a1)", "edge put(a1)", "edge")
    assert "fault `full`: `a1` has no room for `stone[p2]`" in output


def test_a_record_can_be_jumped_about_in(tmp_path: Path) -> None:
    runner = CliRunner()
    record = tmp_path / "game.fragma.jsonl"
    played = runner.invoke(
        app,
        ["play", "tic_tac_toe", "--seats", "random,random", "--seed", "1", "--save", str(record)],
    )
    assert record.exists(), played.output
    result = runner.invoke(app, ["debug", "--record", str(record)], input="jump 3\nstep\nmoves\n")
    assert result.exit_code == 0
    assert "\nmove 3: waits for cross, point 8\n" in result.output
    assert "\nmove 4: waits for nought, point 8\n" in result.output


def test_chance_can_have_its_way(tmp_path: Path) -> None:
    runner, saved = CliRunner(), tmp_path / "game.jsonl"
    runner.invoke(app, ["play", "crazy_eights", "--auto", "--seed", "3", "--save", str(saved)])
    drawn = [line for line in saved.read_text("utf-8").splitlines() if line.startswith('{"roll"')]
    typed = "roll\nroll\nmoves\n"
    shown = runner.invoke(app, ["debug", "crazy_eights", "--seed", "3"], input=typed).output
    assert "move 12: waits for p1" in shown
    assert "there is nothing to roll or draw here" in shown
    assert [json.loads(line)["roll"] for line in drawn[:11]] == re.findall(r": draw (\w+)", shown)


def test_commands_that_are_none_are_said_to_be_none(tmp_path: Path) -> None:
    output = debugged(
        tmp_path, RULES, "stepp", "foo", "", "help", "jump x", "as nobody", "why", "eval", "step",
        "actions", "quit", "never",
    )  # fmt: skip
    assert "no command `stepp`; did you mean `step`?" in output
    assert "no command `foo`; try `help`" in output
    assert "why-not ACTION" in output
    assert "never" not in output


def test_the_page_shows_a_session_as_it_is() -> None:
    text = (DOCS / "debugging.md").read_text("utf-8")
    session = text.split("```console\n$ fragma debug tic_tac_toe\n")[1].split("```")[0]
    lines = [line[7:] for line in session.splitlines() if line.startswith("debug> ")]
    shown = [line for line in session.splitlines() if not line.startswith("debug> ")]
    result = CliRunner().invoke(app, ["debug", "tic_tac_toe"], input="\n".join(lines) + "\n")
    assert result.output.splitlines() == shown


def test_a_local_made_of_something_hidden_is_not_told() -> None:
    position = position_of(
        "state: {word: {for: player, type: 0..9, start: 4, visible: owner}, open_word: 0..9}\n"
        "turn: |\n  let x = word[p2]\n  let y = open_word + 5\n"
        "  choose:\n      option go(n in 1..9) where n < x and n < y: win mover\n"
        "      option stop: draw\n"
    )
    lines = told(position, "go(2)", 0)
    assert "    `n < x` depends on what you do not see, line 6" in lines
    assert "    yes: `n < y` is true, line 6" in lines
    assert "      x = 4" in told(position, "go(2)")
