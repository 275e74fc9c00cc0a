"""What `check` says of games that are in order, of kept games, of small games' values."""

import json
from pathlib import Path
from xml.etree import ElementTree

import networkx
import pytest
from typer.testing import CliRunner

from fragma_dsl.backends.pick import Backend
from fragma_dsl.checking.check import KEPT, Effort, check
from fragma_dsl.checking.coverage import annotated, cover, page
from fragma_dsl.checking.exhaust import explore
from fragma_dsl.checking.judge import Judge
from fragma_dsl.checking.mutants import mutants_of
from fragma_dsl.checking.mutation import mutate
from fragma_dsl.checking.properties import properties_of
from fragma_dsl.checking.report import Report
from fragma_dsl.checking.seen import Seen, Trail
from fragma_dsl.checking.shrink import Listed, Player, first_breach, shrink
from fragma_dsl.checking.solve import NotSolvable, Solution, solve
from fragma_dsl.checking.ways import ENDLESS, Ways
from fragma_dsl.cli.checked import shortened
from fragma_dsl.cli.main import app
from fragma_dsl.game import Game
from fragma_dsl.pipeline import analyse, analyse_source, game_of, load
from fragma_dsl.play.random import Random
from fragma_dsl.text.source import Source

ROOT = Path(__file__).parents[1]
CLASSICS = ROOT / "examples" / "classics"
SIXES = """\
edition: 1
game: sixes
title: Sixes
players: 2
dice: {d6: 1..6}
boards: {cells: grid 4 4}
pieces: {stone: {owner: player, count: unlimited}}
state: {sixes: 0..20}
turn: |
  choose put(s in cells) where empty(s)
  place stone[mover] on s
  if roll d6 == 6: sixes += 1
end:
  full:
    when: not any(empty(s) for s in cells)
    result: draw
invariants:
  few_sixes:
    about: {en: Three sixes at most.}
    always: sixes < 4
  a_six:
    sometimes: sixes == 1
  sixteen: {within: 16}
"""
QUICK = Effort(games=20, seconds=1.0, states=200, shrinking=8)


def written(folder: Path, text: str, name: str = "sixes") -> Path:
    path = folder / f"{name}.rules.yaml"
    path.write_text(text, "utf-8")
    return path


def report_of(path: Path, effort: Effort = QUICK, folder: Path | None = None) -> Report:
    return check(analyse(path), str(path), effort, folder=folder)


def little(text: str, extends: str = "") -> Game:
    head = "" if extends else "edition: 1\ngame: little\ntitle: Little\n"
    return game_of(analyse_source(Source(str(CLASSICS / "little.rules.yaml"), head + text)))


def solved(game: Game) -> Solution:
    return solve(game)


# ---- reports


def test_a_whole_game_is_a_proof() -> None:
    report = report_of(CLASSICS / "tic_tac_toe.rules.yaml", Effort(seconds=60))
    assert report.is_exhaustive
    assert report.positions == 5478
    assert {one.status for one in report.findings} == {"proved", "shown", "held"}
    unproved = [one.name for one in report.findings if one.status == "held"]
    assert unproved == ["same_seed_same_game"]


def test_a_failure_has_its_game_its_tables_and_the_lines_that_ran(tmp_path: Path) -> None:
    report = report_of(written(tmp_path, SIXES), folder=tmp_path / "kept")
    (failed,) = report.failed
    failure = failed.failure
    assert failed.name == "few_sixes"
    assert failure is not None
    assert failure.moves == (
        "p1: put(a1)", "roll 6", "p2: put(b1)", "roll 6",
        "p1: put(c1)", "roll 6", "p2: put(d1)", "roll 6",
    )  # fmt: skip
    assert "sixes: 3" in str(failure.before)
    assert "sixes: 4" in str(failure.after)
    assert any("if roll d6 == 6: sixes += 1" in line for line in failure.lines)


def test_a_witness_and_a_longest_game_are_evidence(tmp_path: Path) -> None:
    findings = {one.name: one for one in report_of(written(tmp_path, SIXES)).findings}
    assert findings["a_six"].status == "shown"
    assert findings["sixteen"].status == "held"
    assert findings["sixteen"].evidence.endswith("the longest game had 16 decisions")


def test_a_kept_game_is_tried_first(tmp_path: Path) -> None:
    path, folder = written(tmp_path, SIXES), tmp_path / "kept"
    report_of(path, folder=folder)
    none = Effort(games=0, seconds=0.1, states=0, shrinking=5)
    (failed,) = report_of(path, none, folder).failed
    assert failed.failure is not None
    assert failed.failure.found_by == KEPT
    assert len(failed.failure.moves) == 8


def test_a_kept_game_that_breaks_nothing_any_more_is_no_failure(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    report_of(written(tmp_path, SIXES), folder=folder)
    mended = SIXES.replace("if roll d6 == 6: sixes", "if roll d6 == 6 and sixes < 3: sixes")
    assert report_of(written(tmp_path, mended), folder=folder).failed == ()


def test_the_same_seed_gives_the_same_report(tmp_path: Path) -> None:
    path = written(tmp_path, SIXES)
    effort = Effort(games=5, seconds=60, states=100, shrinking=60, backend="python")
    one, other = report_of(path, effort).to_json(), report_of(path, effort).to_json()
    assert one | {"seconds": 0} == other | {"seconds": 0}


# ---- shrinking


class Drawn(Listed):
    """Picks moves by a stream."""

    def __init__(self, seed: int) -> None:
        super().__init__(())
        self.stream = Random.derived(seed)

    def next(self, legal: tuple[object, ...]) -> object:  # type: ignore[override]
        return legal[self.stream.below(len(legal))]


def long_trail(player: Player, name: str, moves: int) -> Trail:
    for seed in range(10_000):
        for broken, what, played in player.run(Drawn(seed)):
            if broken == name and len(played) >= moves:
                return Trail(played, what)
            if broken == name:
                break
    raise AssertionError("no game is that long")


def test_hypothesis_shrinks_a_long_game_to_the_shortest(tmp_path: Path) -> None:
    game = load(written(tmp_path, SIXES))
    judge = Judge(game, properties_of(game.program))
    trail = long_trail(Player(judge.only("few_sixes")), "few_sixes", 28)
    small = shrink(judge, "few_sixes", trail, 30)
    assert len(small.moves) == 8


def test_a_game_goes_on_without_moves_that_are_not_legal(tmp_path: Path) -> None:
    game = load(written(tmp_path, SIXES))
    player = Player(Judge(game, properties_of(game.program)))
    trail = long_trail(player, "few_sixes", 10)
    twice = tuple(move for move in trail.moves for _ in range(2))
    found = first_breach(player, "few_sixes", twice)
    assert found is not None


# ---- small games and their known values


def test_tic_tac_toe_is_a_draw() -> None:
    solution = solved(load(CLASSICS / "tic_tac_toe.rules.yaml"))
    assert solution.values == {"cross": 0.0, "nought": 0.0}
    assert (solution.positions, solution.games) == (5478, 255_168)
    assert len(solution.best) == 9


HEX = """\
edition: 1
game: hex_3
title: Hex on 3 by 3
extends: hex
override:
  boards: {cells: {hexgrid: [3, 3]}}
remove: [scenarios]
"""


def test_the_first_player_wins_hex() -> None:
    solution = solved(little(HEX, "hex"))
    assert solution.values == {"red": 1.0, "blue": -1.0}
    assert "put(b2)" in solution.best


FOUR = """\
edition: 1
game: four_by_four
title: Connect four on 4 by 4
extends: connect_four
override:
  boards: {frame: grid 4 4}
  turn: |
    choose drop(c in 1..4) where openings(c) != {}
    let cell = first(openings(c))
    place disc[mover] on cell
    if in_line(cell, 4): win mover
remove: [scenarios]
"""


def test_connect_four_on_four_by_four_is_a_draw() -> None:
    solution = solved(little(FOUR, "connect_four"))
    assert solution.values == {"yellow": 0.0, "red": 0.0}
    assert solution.positions == 161_029


NIM = """\
players: 2
state:
  heap: {{for: 1..3, type: 0..9}}
setup: |
  heap[1] = {}
  heap[2] = {}
  heap[3] = {}
turn: |
  choose take(h in 1..3, n in 1..9) where n <= heap[h]
  heap[h] -= n
  if all(heap[h] == 0 for h in 1..3): win mover
"""


@pytest.mark.parametrize("heaps", [(1, 2, 3), (1, 1, 0), (3, 4, 5), (2, 4, 6), (1, 2, 4)])
def test_nim_is_lost_where_the_sum_is_nothing(heaps: tuple[int, int, int]) -> None:
    solution = solved(little(NIM.format(*heaps)))
    lost = heaps[0] ^ heaps[1] ^ heaps[2] == 0
    assert solution.values["p1"] == (-1.0 if lost else 1.0)


def pig_value(target: int) -> float:
    """Work out how likely the first player wins Pig, by going over all positions again and again
    (Neller and Presser 2004, https://cupola.gettysburg.edu/csfac/4/)."""
    wins = {(i, j, k): 0.0 for i in range(target) for j in range(target) for k in range(target - i)}

    def win(i: int, j: int, k: int) -> float:
        return 1.0 if i + k >= target else wins[i, j, k]

    for _ in range(300):
        for i, j, k in wins:
            roll = (1 - win(j, i, 0)) / 6 + sum(win(i, j, k + face) for face in range(2, 7)) / 6
            wins[i, j, k] = max(roll, 1 - win(j, i + k, 0) if k else 0.0)
    return wins[0, 0, 0]


def test_pig_is_worth_what_it_is_known_to_be() -> None:
    solution = solved(load(CLASSICS / "pig.rules.yaml", {"target": "10"}))
    assert solution.values["p1"] == pytest.approx(2 * pig_value(10) - 1, abs=1e-9)
    assert solution.has_circles
    assert solution.games is None


PIGLET = """\
players: 2
dice: {coin: [heads, tails]}
state: {score: {for: player, type: 0..2}, pot: 0..2}
turn: |
  choose:
      option flip:
          if roll coin == heads:
              pot += 1
              if score[mover] + pot == 2: win mover
              again
          else: pot = 0
      option hold where pot > 0:
          score[mover] += pot
          pot = 0
"""


def test_piglet_is_worth_four_sevenths() -> None:
    assert solved(little(PIGLET)).values["p1"] == pytest.approx(2 * 4 / 7 - 1)


def test_a_game_that_never_ends_is_worth_nothing() -> None:
    turn = "turn: |\n  choose:\n      option go_on\n      option stop: lose mover\n"
    solution = solved(little(f"players: 2\n{turn}"))
    assert solution.values == {"p1": 0.0, "p2": 0.0}
    assert solution.best == ("go_on",)


WAITING = """\
players: 2
dice: {coin: [heads, tails]}
flow: |
  while true:
      choose by p2:
          option wait
          option go:
              if roll coin == heads: win p2
              if roll coin == heads: win p1
"""


def test_a_game_in_which_waiting_decides_is_not_solved() -> None:
    # going is worth a third to p2; from nothing for all, sweeps stand still at a half
    with pytest.raises(NotSolvable, match="an endless game"):
        solved(little(WAITING))


@pytest.mark.parametrize("rules", [NIM.format(1, 2, 3), PIGLET], ids=["nim", "piglet"])
def test_a_solution_is_the_same_whatever_finds_the_positions(rules: str) -> None:
    game = little(rules)
    backends: tuple[Backend, ...] = ("interpreter", "python", "auto")
    first, *others = (solve(game, backend=backend) for backend in backends)
    for one in others:
        assert one.values == pytest.approx(first.values)
        assert (one.best, one.positions, one.ends) == (first.best, first.positions, first.ends)


def test_three_players_each_take_what_is_best_for_them() -> None:
    rules = """\
players: 3
flow: |
  choose by p1:
      option left:
          choose by p2 give(p in {p1, p3})
          win p
      option right:
          choose by p3 keep(n in 0..1)
          pay p by n if p == p3 else -n
"""
    solution = solved(little(rules))
    assert solution.values == {"p1": 1.0, "p2": -1.0, "p3": -1.0}


@pytest.mark.parametrize(
    ("name", "why"), [("kuhn_poker", "something is hidden"), ("pig", "more than")]
)
def test_what_cannot_be_solved_says_why(name: str, why: str) -> None:
    folder = "cards" if name == "kuhn_poker" else "classics"
    game = load(ROOT / "examples" / folder / f"{name}.rules.yaml")
    with pytest.raises(NotSolvable, match=why):
        solve(game, 500)


# ---- ways


def ways_of(text: str) -> Ways:
    game = little(text)
    return Ways(explore(Judge(game, ()), Seen(), 10_000, float("inf")))


def test_the_longest_game_is_found() -> None:
    rules = "state: {n: 0..9}\nplayers: 2\nturn: |\n  choose a(k in 1..2)\n  n += k\n"
    assert ways_of(rules + "  if n >= 5: draw\n").lengths[0] == 5


def test_a_circle_of_decisions_has_no_longest_game() -> None:
    rules = "players: 2\nturn: |\n  choose:\n      option a\n      option b: draw\n"
    assert ways_of(rules).lengths[0] == ENDLESS


def test_a_circle_of_rolls_takes_no_decisions() -> None:
    rules = "players: 2\ndice: {d6: 1..6}\nturn: |\n  choose a\n  let n = 0\n"
    assert ways_of(rules + "  while n != 6: n = roll d6\n  draw\n").lengths[0] == 1


# ---- coverage

UNUSED = """\
edition: 1
game: unused
title: Unused
players: 2
dice: {d6: 1..6}
state: {n: 0..9}
turn: |
  choose:
      option add(k in 1..2): n += k
      option never where n > 20: n = 0
      option roll_it:
          if roll d6 == 7: win opponent
  if n >= 4: win mover
"""


def test_coverage_counts_what_games_take_and_names_what_they_never_do(tmp_path: Path) -> None:
    path = written(tmp_path, UNUSED, "unused")
    found = cover(load(path), 30, 20.0, 1, 100)
    assert (found.games, found.faults) == (30, 0)
    never = {(part.span.line, part.what) for part in found.never}
    assert never == {
        (10, "option never"),
        (10, "`n > 20` true"),
        (10, "done"),
        (12, "if so"),
        (12, "done"),
        (12, "end win"),
    }
    (source,) = found.sources
    lines = list(annotated(found, source))
    assert lines[9].endswith("n = 0   # never: option never, `n > 20` true, done")
    assert " 0 !" in lines[9]
    assert '<tr class="none"' in page(found)


FUNCTIONS = """\
edition: 1
game: functions
title: What functions compute
players: 2
boards: {cells: grid 3 1}
state: {n: 0..9}
functions:
  capped(int k): k if k < 20 else 20
  used(int k): |
    if k > 20: return 0
    return k
  free(site s): empty(s) and n < 20
  unused(int k): k // n
turn: |
  choose go(s in cells) where free(s) and column(s) != 3
  let first_one = min(column(x) for x in cells where column(x) > n)
  n = capped(used(first_one)) + 7 // column(s) // 10
invariants:
  kept: {always: unused(1) >= 0}
"""


def test_coverage_looks_into_functions_and_conditions(tmp_path: Path) -> None:
    found = cover(load(written(tmp_path, FUNCTIONS, "functions")), 5, 20.0, 1, 100)
    never = {(part.span.line, part.what) for part in found.never}
    assert never == {
        (8, "`k < 20` false"),
        (10, "if so"),
        (10, "value"),
        (12, "`empty(s)` false"),
        (12, "`n < 20` false"),
        (15, "`free(s)` false"),
    }
    (source,) = found.sources
    assert {part.span.line for part in found.parts}.isdisjoint({13, 19})
    lines = list(annotated(found, source))
    assert lines[7].endswith("# never: `k < 20` false")


def test_what_may_fail_is_told_whether_it_did_or_not(tmp_path: Path) -> None:
    game = load(written(tmp_path, FUNCTIONS, "functions"))
    short, long = cover(game, 5, 20.0, 1, 2), cover(game, 5, 20.0, 1, 100)
    assert [(part.span.line, part.count > 0) for part in short.risks] == [(16, False)]
    assert [(part.span.line, part.count) for part in long.risks] == [(16, 5)]
    assert "may fail, never did: " in page(short)
    assert "# failed: " in list(annotated(long, long.sources[0]))[15]
    assert {part.what for part in long.parts}.isdisjoint(part.what for part in long.risks)


# ---- the command


@pytest.fixture
def cli(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CliRunner:
    monkeypatch.chdir(tmp_path)
    return CliRunner()


ARGUMENTS = ("--games", "20", "--seconds", "1", "--states", "200")


def test_the_command_shows_the_game_and_fails(cli: CliRunner) -> None:
    path = written(Path(), SIXES)
    shown = cli.invoke(app, ["check", str(path), *ARGUMENTS])
    assert shown.exit_code == 1
    assert "error[C104]: invariant `few_sixes`: it does not hold here" in shown.output
    assert "8 moves (the shortest found, by " in shown.output
    record = ".fragma/check/sixes-few_sixes.fragma.jsonl"
    assert record in shown.output
    assert cli.invoke(app, ["replay", record]).exit_code == 0
    again = cli.invoke(app, ["check", "--replay", record])
    assert again.exit_code == 1
    assert "few_sixes, after move 8: it does not hold here" in again.output
    resumed = cli.invoke(app, ["play", "--resume", record, "--seats", "random"])
    assert resumed.exit_code == 0, resumed.output


def test_reports_for_machines(cli: CliRunner) -> None:
    path = written(Path(), SIXES)
    arguments = ["check", str(path), *ARGUMENTS, "--json", "out.json", "--junit", "out.xml"]
    assert cli.invoke(app, arguments).exit_code == 1
    (report,) = json.loads(Path("out.json").read_text("utf-8"))
    failed = [one for one in report["findings"] if one["status"] == "failed"]
    assert [one["name"] for one in failed] == ["few_sixes"]
    assert failed[0]["about"] == {"en": "Three sixes at most."}
    assert len(failed[0]["failure"]["moves"]) == 8
    suite = ElementTree.parse("out.xml").getroot()[0]
    assert suite.attrib["failures"] == "1"
    assert len(suite.findall("testcase/failure")) == 1


def test_a_game_in_order_passes(cli: CliRunner) -> None:
    shown = cli.invoke(app, ["check", "tic_tac_toe", "--solve"])
    assert shown.exit_code == 0, shown.output
    assert "all 5478 positions" in shown.output
    assert "with best play: cross +0, nought +0" in shown.output
    assert "255,168 games" in shown.output


def test_a_long_number_is_written_as_a_power_of_ten() -> None:
    assert shortened(255_168) == "255,168"
    assert shortened(322 * 10**400) == "3.22e+402"


def test_one_property_alone(cli: CliRunner) -> None:
    path = written(Path(), SIXES)
    shown = cli.invoke(app, ["check", str(path), *ARGUMENTS, "--only", "a_six", "-v"])
    assert shown.exit_code == 0
    assert "1 property: none failed" in shown.output


def test_a_name_that_no_property_has_is_said_to_be_one(cli: CliRunner) -> None:
    path = written(Path(), SIXES)
    shown = cli.invoke(app, ["check", str(path), *ARGUMENTS, "--only", "seventh"])
    assert shown.exit_code == 2
    assert "no property has `seventh` in its name" in shown.output


TARGETS = """\
edition: 1
game: targets
title: Targets
players: 2
options:
  target: {type: 1..40, default: 2}
  draws: {type: bool, default: false}
state: {n: 0..50}
turn: |
  choose step
  n += 1
  if n == target and draws: draw
  if n == target: win mover
invariants:
  low: {always: n < 40}
"""


def test_each_value_of_each_option_is_checked(cli: CliRunner, tmp_path: Path) -> None:
    path = written(tmp_path, TARGETS, "targets")
    shown = cli.invoke(app, ["check", str(path), "--every-value", "--workers", "1"])
    assert shown.exit_code == 1
    names = [line.partition(": ")[0] for line in shown.output.splitlines() if "position" in line]
    assert [name.removeprefix(str(path)) for name in names if name.startswith(str(path))] == [
        "", " target=1", " target=40", " draws=true",
    ]  # fmt: skip
    assert "invariant `low`: it does not hold here" in shown.output
    assert "40 moves" in shown.output


def test_without_a_file_there_is_nothing_to_check(cli: CliRunner) -> None:
    assert cli.invoke(app, ["check"]).exit_code == 2


def test_coverage_fails_below_a_percentage(cli: CliRunner) -> None:
    path = str(written(Path(), UNUSED, "unused"))
    shown = cli.invoke(app, ["check", path, "--coverage", "--games", "20", "--html", "out.html"])
    assert shown.exit_code == 0, shown.output
    assert "# never: option never, `n > 20` true, done" in shown.output
    assert "<title>unused: " in Path("out.html").read_text("utf-8")
    poor = cli.invoke(app, ["check", path, "--coverage", "--games", "20", "--at-least", "100"])
    assert poor.exit_code == 1


# ---- mutation


def test_mutants_change_one_thing_each() -> None:
    analysis = analyse(CLASSICS / "pig.rules.yaml")
    assert analysis.variant is not None
    found = {
        str(one).rpartition(":25:")[2] for one in mutants_of(analysis.variant, analysis.source)
    }
    assert {
        "39: operator: `+` to `-`",
        "45: comparison: `<` to `<=`",
        "32: name: `mover` to `opponent`",
        "26: condition left out: `score[mover] + pot < target` to `true`",
    } <= found


def test_a_function_that_only_invariants_call_has_no_mutants() -> None:
    rules = """\
edition: 1
game: g
title: G
players: 2
state: {n: 0..9}
functions:
  told(): n > 3
  more(): step() + 2
  step(): 1
  following(player p): prev(p)
turn: |
  choose go
  n = more()
  draw
invariants:
  low: {never: told()}
"""
    source = Source("g.rules.yaml", rules)
    variant = analyse_source(source).variant
    assert variant is not None
    lines = {one.span.line for one in mutants_of(variant, source)}
    assert lines == {8, 9, 10, 13}  # the flow of every game calls `following`


def test_a_mutant_that_nothing_notices_survives(tmp_path: Path) -> None:
    rules = """\
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
  four_win: {play: take(2); take(2), result: win p2}
invariants:
  no_more_than_five: {always: n <= 5}
"""
    analysis = analyse(written(tmp_path, rules, "coins"))
    effort = Effort(games=20, seconds=0.5, states=1000, backend="python")
    fates = {
        str(one.mutant).split(": ", 1)[1]: one.fate for one in mutate(analysis, {}, effort, 99)
    }
    assert fates["result: `win` to `lose`"] == "scenario"
    assert fates["constant: `2` to `3`"] == "check"
    assert fates["constant: `1` to `0`"] == "survived"
    assert fates["comparison: `>=` to `>`"] == "scenario"
    assert fates["constant: `4` to `3`"] == "survived"


def test_the_command_names_survivors(cli: CliRunner) -> None:
    arguments = ["--mutate", "--mutants", "4", "--workers", "1", "--seconds", "0.3"]
    shown = cli.invoke(app, ["check", "pig", *arguments])
    assert shown.exit_code == 0, shown.output
    assert " mutants: " in shown.output
    assert "mutation score " in shown.output


def test_a_file_that_fails_by_itself_has_no_mutants_to_notice(cli: CliRunner) -> None:
    rules = SIXES + "scenarios:\n  a_start: {play: put(a1); roll 6, expect: sixes == 2}\n"
    path = written(Path(), rules)
    shown = cli.invoke(app, ["check", str(path), "--mutate", "--workers", "1"])
    assert shown.exit_code == 1
    assert "scenario `a_start` fails" in shown.output
    rules = rules.replace("sixes == 2", "sixes == 1").replace("sixes < 4", "sixes < 1")
    path = written(Path(), rules)
    shown = cli.invoke(app, ["check", str(path), "--mutate", "--workers", "1"])
    assert shown.exit_code == 1
    assert "`few_sixes` fails" in shown.output


def test_a_game_that_goes_wrong_at_once_goes_wrong_again() -> None:
    rules = "edition: 1\ngame: g\ntitle: G\nplayers: 2\nzones: {deck: {}, hand: {}}\n"
    rules += "setup: draw c from deck to hand\nturn: draw\n"
    report = check(analyse_source(Source("g.rules.yaml", rules)), "g", QUICK, folder=None)
    assert [one.name for one in report.failed][:1] == ["no_fault"]


def test_all_positions_can_be_written(cli: CliRunner) -> None:
    rules = "edition: 1\ngame: few\ntitle: Few\nplayers: 2\nstate: {n: 0..3}\nturn: |\n"
    path = written(
        Path(), rules + "  choose add(k in 1..2)\n  n = min(n + k, 3)\n  if n == 3: draw\n"
    )
    shown = cli.invoke(app, ["check", str(path), "--graph", "few.graphml"])
    assert shown.exit_code == 0, shown.output
    net = networkx.read_graphml("few.graphml")
    assert {data["move"] for _, _, data in net.edges(data=True)} == {"add(1)", "add(2)"}
    assert [data["ending"] for _, data in net.nodes(data=True)].count("draw") == 2


def test_a_file_that_is_none_does_not_keep_others_from_being_checked(cli: CliRunner) -> None:
    Path("rules").mkdir()
    written(Path("rules"), SIXES.replace("turn:", "trun:"), "broken")
    written(Path("rules"), UNUSED, "unused")
    shown = cli.invoke(app, ["check", "rules", "--workers", "1", "--seconds", "0.5"])
    assert shown.exit_code == 1
    assert "1 file, 10 properties: none failed" in shown.output
    assert "rules/broken.rules.yaml has problems" in shown.output
