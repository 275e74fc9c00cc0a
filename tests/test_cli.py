"""The command line: what people type, what they are told, and the exit code."""

import json
import os
import signal
import subprocess
import sys
import threading
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from typer.testing import CliRunner

from fragma_dsl.cli import simulate as simulate_command
from fragma_dsl.cli.files import find_rules
from fragma_dsl.cli.main import app
from fragma_dsl.cli.play import command_line
from fragma_dsl.play.record_reading import read_record
from fragma_dsl.simulate.run import simulate

ROOT = Path(__file__).resolve().parents[1]

NIM = """\
edition: 1
game: nim
title: {en: Nim, es: Nim}
players: {names: [ann, bob]}
options:
  size: {type: 3..9, default: 5}
dice:
  coin: [heads, tails]
boards:
  track: {path: 3, holds: many}
pieces:
  pawn: {owner: player}
state:
  heap: {type: 0..9, start: 0}
setup: |
  heap = size
  for p in players: place pawn[p] on s1
turn: |
  choose "how_many" take(n in 1..2) where n <= heap
  heap -= n
  if heap == 0: win mover
  if roll coin == heads: move pawn[mover] to s3
scenarios:
  taking_the_last_wins:
    play: take(2); roll heads; take(2); roll tails; take(1)
    result: win ann
  three_are_too_many:
    legal: [take(2)]
    illegal: [take(3)]
  a_small_heap:
    options: {size: 3}
    play: take(2); roll tails
    only: [take(1)]
    expect: heap == 1
texts:
  take: {en: "take {n}", es: "tomar {n}"}
  how_many: {en: "How many?", es: "¿Cuántas?"}
"""
ROLLING = """\
edition: 1
game: rolling
title: Rolling
players: {names: [ann, bob]}
dice:
  coin: [heads]
setup: |
  let start = roll coin
turn: |
  let first = roll coin
  choose:
      option go
      option stop: win mover
  let last = roll coin
"""


ASKING = """\
edition: 1
game: asking
title: Asking
players: {names: [ann, bob]}
turn: |
  choose bet(n in 1..3)
  choose by opponent:
      option fold: win mover
      option call: draw
"""


@pytest.fixture
def nim(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LANG", "C")
    Path("nim.rules.yaml").write_text(NIM, "utf-8")
    return "nim.rules.yaml"


def fragma(*arguments, stdin=None):
    result = CliRunner().invoke(app, [str(argument) for argument in arguments], input=stdin)
    assert "Traceback" not in result.output
    return result.exit_code, result.output


# ---- validate


def test_a_clean_file_is_clean(nim):
    assert fragma("validate", nim) == (0, "1 file: no errors\n")


@pytest.mark.usefixtures("nim")
def test_problems_are_shown_with_their_place_and_counted():
    Path("bad.rules.yaml").write_text(NIM.replace("heap -= n", "heep -= n"), "utf-8")
    code, output = fragma("validate", ".")
    assert code == 1
    assert "bad.rules.yaml:20:3" in output
    assert "1 error in 1 of 2 files" in output


@pytest.mark.usefixtures("nim")
@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("nim.rule.yaml", "did you mean nim.rules.yaml?"),
        ("fragna", "did you mean `fragma`, which comes with fragma?"),
        ("empty", "no *.rules.yaml below empty"),
        ("/dev/null", "is not a file"),
        ("a\0b", "no such file"),
    ],
)
def test_what_cannot_be_read_is_wrong_use(name, message):
    Path("empty").mkdir()
    code, output = fragma("validate", name)
    assert code == 2
    assert message in output


def test_a_file_that_is_not_utf8_is_a_problem(nim):
    Path("latin.rules.yaml").write_bytes(NIM.encode() + b"# \xe9\n")
    code, output = fragma("validate", "latin.rules.yaml", nim)
    assert code == 1
    assert "not UTF-8" in output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--set", "sise=4"], "did you mean `size`?"),
        (["--set", "size"], "expected OPTION=VALUE"),
        (["--players", "3"], "is for 2 players"),
    ],
)
def test_settings_that_the_game_does_not_have_are_wrong_use(nim, arguments, message):
    code, output = fragma("validate", nim, *arguments)
    assert code == 2
    assert message in output


def test_commands_that_there_are_not_are_wrong_use():
    assert fragma("valdate") == (2, "fragma: no command `valdate`; did you mean `validate`?\n")


def test_help_lists_every_command():
    code, output = fragma("--help")
    assert code == 0
    assert all(f"\n  {name} " in output for name in ("validate", "play", "simulate", "replay"))


# ---- play


def test_a_game_of_agents_is_printed_turn_by_turn(nim):
    code, output = fragma("play", nim, "--auto", "--seed", "1")
    assert code == 0
    assert "   1  ann: take " in output
    assert "The game is over: " in output
    assert (code, output) == fragma("play", nim, "--auto", "--seed", "1")


def test_who_rolls_is_said_once_somebody_has_decided(nim):
    Path(nim).write_text(ROLLING, "utf-8")
    _, output = fragma("play", nim, "--auto", "--seed", "3")
    assert output.splitlines()[2:6] == [
        "   1  coin: heads, coin: heads",
        "   3  ann: go, coin: heads",
        "   5  bob: coin: heads, go, coin: heads",
        "   8  ann: coin: heads, stop",
    ]


def test_moves_of_one_player_are_told_in_one_line(nim):
    Path(nim).write_text(ROLLING, "utf-8")
    _, output = fragma("play", nim, "--seats", "human,human", "--seed", "1", stdin="go\nstop\n")
    assert "   3  ann: go, coin: heads\n   5  bob: coin: heads\n" in output


def test_what_a_move_changes_besides_is_told_behind_it(nim):
    _, output = fragma("play", nim, "--auto", "--seed", "1")
    assert "coin: heads\n      pawn ann: s1 -> s3\n" in output


@pytest.mark.usefixtures("nim")
def test_pieces_in_zones_are_told_by_number():
    _, output = fragma("play", "fragma", "--auto", "--seed", "1")
    assert "\n      pouch p2 +1 fragma\n" in output
    assert "\n      cosmonaut p2: centre (" in output


def test_another_than_the_mover_is_told_what_led_to_the_decision(nim):
    Path(nim).write_text(ASKING, "utf-8")
    _, output = fragma("play", nim, "--seats", "human,human", "--seed", "1", stdin="bet 2\n")
    assert "\nann: bet(2)\nbob decides\n" in output


@pytest.mark.usefixtures("nim")
def test_many_actions_are_listed_by_what_tells_them_apart():
    _, output = fragma("play", "fragma", "--seed", "1", stdin="quit\n")
    assert "leave a fragma on:\n  1-13 Past: vortex a1 a2 a3 a4 b1" in output


@pytest.mark.usefixtures("nim")
def test_an_action_is_chosen_by_its_arguments_where_only_one_has_them():
    typed = "A2\nb4\npast b4\nFUTURE.B4\nquit\n"
    _, output = fragma("play", "fragma", "--seed", "1", stdin=typed)
    assert "`A2` could be 3 leave a fragma on a2 (Past), 16" in output
    assert "p1: leave a fragma on b4 (Past)" in output
    assert "leave a fragma on b4 (Future)" in output


@pytest.mark.parametrize("word", ["help", "?", "h", "HELP", "ayuda", "/help"])
def test_help_has_several_names(nim, word):
    assert "take back your last action" in fragma("play", nim, "--seed", "1", stdin=word)[1]


def test_the_first_question_says_how_to_get_help(nim):
    output = fragma("play", nim, "--seed", "1", stdin="1\nquit\n")[1]
    assert "ann decides: How many?  (type help)\n" in output
    assert output.count("(type help)") == 1


def test_commands_are_understood_in_spanish(nim):
    typed = "1\ndeshacer\n2\nguardar partida.jsonl\nsalir\n"
    _, output = fragma("play", nim, "--lang", "es", "--seed", "1", stdin=typed)
    assert "guardada en partida.jsonl" in output
    assert read_record(Path("partida.jsonl")).moves[0].text == "take(2)"


def test_variables_are_shown_once_they_have_changed(nim):
    assert "heap: 5" in fragma("show", nim)[1]
    started = NIM.replace("start: 0", "start: 5").replace("  heap = size\n", "")
    Path(nim).write_text(started, "utf-8")
    assert "heap" not in fragma("show", nim)[1]


def test_a_save_is_not_written_again_at_the_end(nim):
    fragma("play", nim, "--seed", "1", stdin="1\nsave mine.jsonl\n1\n")
    assert len(read_record(Path("mine.jsonl")).moves) < 5
    assert "saved in mine-2.jsonl" not in fragma("replay", "mine.jsonl")[1]


def test_a_resumed_game_goes_on_in_its_file(nim):
    fragma("play", nim, "--seed", "1", stdin="1\nsave mine.jsonl\nquit\n")
    before = len(read_record(Path("mine.jsonl")).moves)
    _, output = fragma("play", "--resume", "mine.jsonl", stdin="1\nquit\n")
    assert "saved in mine.jsonl" in output
    assert len(read_record(Path("mine.jsonl")).moves) > before


def test_after_a_fault_one_can_go_back(nim):
    Path(nim).write_text(NIM.replace("  heap -= n\n", "  heap += 9 * (n - 1)\n"), "utf-8")
    typed = "2\ny\n1\nquit\n"
    _, output = fragma("play", nim, "--seats", "human,human", "--seed", "1", stdin=typed)
    assert "The rules went wrong" in output
    assert "go back to your last decision? (y/n) y" in output
    assert read_record(Path("nim-1.fragma.jsonl")).moves[0].text == "take(1)"


def test_so_many_play_as_have_seats(nim):
    text = NIM.replace("{names: [ann, bob]}", "{min: 2, max: 4, default: 2}")
    Path(nim).write_text(text.replace("win ann", "win p1"), "utf-8")
    code, output = fragma("play", nim, "--seats", "random,random,random", "--seed", "1")
    assert code == 0
    assert "p3 (random)" in output


def test_names_of_seats_go_over_again_for_more_seats(nim):
    text = NIM.replace("{names: [ann, bob]}", "{min: 2, max: 4, default: 4}")
    Path(nim).write_text(text.replace("win ann", "win p1"), "utf-8")
    _, output = fragma("play", nim, "--seats", "greedy,random", "--seed", "1")
    assert "p1 (greedy), p2 (random), p3 (greedy), p4 (random)" in output
    _, output = fragma("simulate", nim, "--seats", "greedy", "--seed", "1", "--games", "1")
    assert output.count("greedy") == 4


@pytest.mark.usefixtures("nim")
def test_all_is_said_within_80_columns_and_without_colour():
    _, output = fragma("play", "fragma", "--auto", "--seed", "1")
    assert max(map(len, output.splitlines())) <= 80
    assert "\033" not in output


def test_actions_are_chosen_by_number_text_or_label(nim):
    code, output = fragma(
        "play", nim, "--seats", "human,human", "--seed", "1", stdin="1\ntake(2)\nTake 2\n"
    )
    assert code == 0
    assert "ann decides: How many?" in output
    assert "The game is over: ann wins." in output


def test_games_speak_spanish(nim):
    _, output = fragma("play", nim, "--lang", "es", "--seed", "1", stdin="1\n")
    assert "decide ann: ¿Cuántas?" in output
    assert "1 tomar 1  2 tomar 2" in output


def test_what_is_no_action_names_the_nearest(nim):
    _, output = fragma("play", nim, "--seed", "1", stdin="tke(1)\n7\n\nxyzzy\nhelp\n")
    assert "nearest: `take(1)`" in output
    assert "choose 1 to 2" in output
    assert "`xyzzy` is no action here" in output
    assert "take back your last action" in output


def test_undo_takes_back(nim):
    _, output = fragma("play", nim, "--seed", "1", stdin="undo\n1\nundo\n2\n")
    assert "there is nothing to undo" in output
    assert "   1  ann: take 2" in output


def test_the_end_of_input_keeps_what_was_played(nim):
    code, output = fragma("play", nim, "--seed", "1", stdin="1\n")
    assert code == 0
    assert "saved in nim-1.fragma.jsonl" in output
    assert read_record(Path("nim-1.fragma.jsonl")).moves[0].text == "take(1)"


def test_a_kept_game_overwrites_nothing(nim):
    fragma("play", nim, "--seed", "1", stdin="1\n")
    _, output = fragma("play", nim, "--seed", "1", stdin="2\n")
    assert "saved in nim-1-2.fragma.jsonl" in output
    assert read_record(Path("nim-1.fragma.jsonl")).moves[0].text == "take(1)"


def test_the_way_to_go_on_is_written_for_the_shell_of_the_system(monkeypatch):
    assert command_line(["fragma", "a b"]) == "fragma 'a b'"
    monkeypatch.setattr("sys.platform", "win32")
    assert command_line(["fragma", r"C:\a b\c"]) == r'fragma "C:\a b\c"'


def test_a_saved_game_is_resumed_and_replayed(nim):
    fragma("play", nim, "--seed", "1", stdin="1\nsave game.jsonl\nquit\n")
    code, output = fragma("play", "--resume", "game.jsonl", "--save", "game.jsonl", stdin="1\n")
    assert code == 0
    assert "saved in game.jsonl" in output
    assert len(read_record(Path("game.jsonl")).moves) > 3
    assert fragma("replay", "game.jsonl")[0] == 0


def test_save_asks_before_it_replaces(nim):
    Path("mine").write_text("mine")
    _, output = fragma("play", nim, "--seed", "1", stdin="1\nsave mine\nn\nquit\n")
    assert "mine exists; replace it?" in output
    assert Path("mine").read_text() == "mine"


def test_save_where_nothing_can_be_written_says_so(nim):
    _, output = fragma("play", nim, "--seed", "1", stdin="save no/such/folder\nquit\n")
    assert "cannot write no/such/folder" in output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--seats", "human,rnadom"], "did you mean `random`?"),
        (["--seats", "human,random,random"], "nim has 2 seats, not 3"),
        (["--lang", "fr"], "no texts in `fr`"),
        (["--save", "nim.rules.yaml"], "nim.rules.yaml exists"),
        (["--save", "no/x.jsonl"], "there is no folder no"),
        (["--resume", "none.jsonl"], "no such file: none.jsonl"),
    ],
)
def test_wrong_use_of_play_is_said_before_anything_is_played(nim, arguments, message):
    code, output = fragma("play", nim, *arguments)
    assert code == 2
    assert message in output


def test_a_fault_is_told_with_its_line_and_recorded(nim):
    Path(nim).write_text(NIM.replace("  heap -= n\n", "  heap += 5\n"), "utf-8")
    code, output = fragma("play", nim, "--auto", "--seed", "1")
    assert code == 1
    assert "The rules went wrong" in output
    assert "nim.rules.yaml:20" in output
    assert "saved in nim-1.fragma.jsonl" in output
    assert fragma("replay", "nim-1.fragma.jsonl")[0] == 0


# ---- replay


def test_a_record_that_was_changed_is_refused_with_its_line(nim):
    fragma("play", nim, "--auto", "--seed", "1", "--save", "game.jsonl")
    path = Path("game.jsonl")
    before = path.read_text("utf-8")
    path.write_text(before.replace("take(1)", "take(9)").replace("take(2)", "take(9)"), "utf-8")
    code, output = fragma("replay", "game.jsonl")
    assert code == 1
    assert "game.jsonl:2: `take(9)` is not legal" in output


def test_a_record_of_other_rules_is_refused(nim):
    fragma("play", nim, "--auto", "--seed", "1", "--save", "game.jsonl")
    Path(nim).write_text(NIM.replace("1..2", "1..3"), "utf-8")
    code, output = fragma("replay", "game.jsonl")
    assert code == 1
    assert "other rules" in output
    assert "give the rules as they were then" in output


def test_what_is_left_of_a_record_is_replayed(nim):
    fragma("play", nim, "--auto", "--seed", "1", "--save", "game.jsonl")
    whole = Path("game.jsonl").read_text("utf-8").splitlines(keepends=True)
    Path("game.jsonl").write_text("".join(whole[:-2]), "utf-8")
    code, output = fragma("replay", "game.jsonl")
    assert code == 1
    assert "   1  ann: take" in output
    assert "verified; the record is cut short" in output
    code, output = fragma("play", "--resume", "game.jsonl")
    assert code == 1
    assert "`fragma replay` shows what is left of it" in output


@pytest.mark.usefixtures("nim")
def test_a_broken_record_is_told_in_plain_words():
    Path("game.jsonl").write_text("hello\n", "utf-8")
    output = fragma("replay", "game.jsonl")[1]
    assert output == "fragma: game.jsonl:1: not a line of JSON, from its character 1 on\n"


# ---- simulate


def test_a_simulation_prints_the_same_table_again(nim):
    first = fragma("simulate", nim, "--games", "20", "--seed", "1", "--workers", "1")
    assert first[0] == 0
    assert "95 % interval" in first[1]
    assert first == fragma("simulate", nim, "--games", "20", "--seed", "1", "--workers", "2")


def test_a_simulation_gives_numbers(nim):
    code, output = fragma("simulate", nim, "--games", "5", "--seed", "1", "--json", "-")
    assert code == 0
    assert json.loads(output)["games"] == 5


def test_a_simulation_is_shown_even_where_its_numbers_cannot_be_written(nim):
    code, output = fragma("simulate", nim, "--games", "2", "--seed", "1", "--json", "no/s.json")
    assert code == 2
    assert "95 % interval" in output
    assert "cannot write no" in output


def test_a_simulation_of_one_game_says_so(nim):
    output = fragma("simulate", nim, "--games", "1", "--seed", "1")[1]
    assert output.startswith("nim, 1 game, seed 1\noptions: 1, at their defaults\n")


def test_a_simulation_calls_endings_by_their_texts(nim):
    arguments = ("simulate", nim, "--games", "3", "--seed", "1")
    assert "\nendings     win: 3\n" in fragma(*arguments)[1]
    Path(nim).write_text(f"{NIM}  win: {{en: The heap is gone., es: Se acabó.}}\n", "utf-8")
    assert "\nendings     The heap is gone: 3\n" in fragma(*arguments)[1]


def test_a_simulation_shows_the_options_that_were_set(nim):
    more = "  size: {type: 3..9, default: 5}\n  quick: {type: bool, default: false}\n"
    text = NIM.replace("  size: {type: 3..9, default: 5}\n", more)
    Path(nim).write_text(text, "utf-8")
    arguments = ("simulate", nim, "--games", "2", "--seed", "1", "--set", "size=4")
    assert "\nwith size=4 (1 other at its default)\n" in fragma(*arguments)[1]
    numbers = json.loads(fragma(*arguments, "--json", "-")[1])
    assert numbers["options"] == {"size": "4", "quick": "false"}


def test_a_simulation_saves_its_faults(nim):
    Path(nim).write_text(NIM.replace("  heap -= n\n", "  heap += 5\n"), "utf-8")
    code, output = fragma("simulate", nim, "--games", "3", "--seed", "1")
    assert code == 1
    assert "fault range" in output
    assert len(list(Path("faults").iterdir())) == 3


def test_a_game_that_goes_on_and_on_is_left_unfinished(nim):
    arguments = ("simulate", nim, "--games", "2", "--seed", "1", "--max-decisions", "1")
    assert "unfinished  2, which went on beyond --max-decisions" in fragma(*arguments)[1]


def test_nobody_can_sit_in_a_simulation(nim):
    assert fragma("simulate", nim, "--seats", "human,random")[0] == 2


# ---- test, perft, show, graph, dump, explain


def test_scenarios_hold(nim):
    assert fragma("test", nim) == (0, "3 scenarios: 3 hold, 0 fail\n")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("result: win ann", "result: win bob", "expected `win bob`, but ann won"),
        ("result: win ann", "result: draw", "expected `draw`, but ann won"),
        ("result: win ann", "result: unfinished", "expected `unfinished`, but ann won"),
        ("expect: heap == 1", "expect: heap == 2", "`heap == 2` does not hold"),
        ("legal: [take(2)]", "legal: [take(4)]", "`take(4)` is not legal"),
        ("illegal: [take(3)]", "illegal: [take(1)]", "`take(1)` is legal"),
        ("only: [take(1)]", "only: []", "`take(1)` is legal too"),
        ("play: take(2); roll tails", "play: take(2); take(1)", "but it is chance's turn here"),
        ("play: take(2); roll tails", "play: roll tails", "but ann decides here"),
        ("play: take(2); roll tails", "fault: full", "fault `full` did not come"),
    ],
)
def test_scenarios_that_do_not_hold_are_shown(nim, old, new, message):
    Path(nim).write_text(NIM.replace(old, new), "utf-8")
    code, output = fragma("test", nim)
    assert code == 1
    assert message in output
    assert "2 hold, 1 fail" in output


def test_perft_counts(nim):
    assert fragma("perft", nim, 1) == (0, "2\n")
    assert fragma("perft", nim, 2) == (0, "4\n")
    code, output = fragma("perft", nim, 5, "--divide")
    assert code == 0
    assert output.splitlines()[-1] == fragma("perft", nim, 5, "--workers", "2")[1].strip()


def test_a_plane_is_shown_and_drawn():
    game = str(ROOT / "tests" / "worlds" / "tiles.rules.yaml")
    assert "g green" in fragma("show", game)[1]
    assert "<path" in fragma("show", game, "--svg", "-")[1]
    assert "<path" in fragma("show", game, "--svg", "-", "--board", "table")[1]
    assert "no board `tabel`" in fragma("show", game, "--svg", "-", "--board", "tabel")[1]


def test_boards_are_shown_and_drawn(nim):
    assert "pawn ann" in fragma("show", nim)[1]
    assert fragma("show", nim, "--svg", "board.svg")[0] == 0
    assert Path("board.svg").read_text("utf-8").startswith("<svg")
    assert fragma("show", nim, "--svg", "board.svg")[0] == 2


def test_a_table_in_play_is_shown(nim):
    assert "heap: 5" not in fragma("show", nim, "--seed", "1", "--plies", "2")[1]
    fragma("play", nim, "--seed", "1", stdin="2\nsave mine.jsonl\nquit\n")
    assert "heap: 5" not in fragma("show", "mine.jsonl")[1]


@pytest.mark.usefixtures("nim")
def test_games_that_come_with_fragma_are_listed():
    code, output = fragma("list")
    assert code == 0
    assert "\ntic_tac_toe " in output


def test_options_are_listed_with_their_values(nim):
    assert fragma("options", nim) == (
        0, "players: 2\n\nsize=5\n  values: 3, 4, 5, 6, 7, 8, 9\n"
    )  # fmt: skip
    output = fragma("options", "fragma", "--lang", "es")[1]
    assert "start_times=distinct\n  Si dos cosmonautas" in output
    assert "    shared: Se elige cualquier tiempo" in output


def test_the_automaton_is_written_as_dot(nim):
    code, output = fragma("graph", nim)
    assert code == 0
    assert output.startswith('digraph "nim" {')
    assert output.endswith("}\n")


@pytest.mark.parametrize("stage", ["yaml", "tree", "model", "automaton"])
def test_every_stage_is_dumped(nim, stage):
    code, output = fragma("dump", nim, "--stage", stage)
    assert code == 0
    assert "nim" in output


def test_a_stage_that_was_not_reached_is_said(nim):
    Path(nim).write_text("edition: 1\n", "utf-8")
    code, output = fragma("dump", nim)
    assert code == 1
    assert "did not come as far as automaton" in output


def test_codes_are_explained():
    assert fragma("explain", "c101")[1].startswith("C101: A scenario does not go")
    code, output = fragma("explain", "C1O1")
    assert code == 2
    assert "did you mean C101?" in output
    assert "\nF201  " in fragma("explain")[1]


# ---- the process


def heed_interrupts():
    """Let Ctrl-C end a process even where its parent ignores it, as behind a shell."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@contextmanager
def start(*arguments, **options):
    """Run fragma in a process of its own, for a minute at most."""
    if sys.platform == "win32":
        pytest.skip("signals as POSIX has them")
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "LANG": "C"}
    process = subprocess.Popen(
        [sys.executable, "-m", "fragma_dsl", *map(str, arguments)],
        preexec_fn=heed_interrupts,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        env=environment,
        **options,
    )
    watch = threading.Timer(60, process.kill)
    watch.start()
    try:
        with process:
            yield process
    finally:
        watch.cancel()


def stopped(process, number):
    """Send a signal to a game that waits for its second decision, again if that comes too soon."""
    process.stdin.write("1\n")
    process.stdin.flush()
    said = ""
    for character in iter(lambda: process.stdout.read(1), ""):
        said += character
        if "ann: take 1" in said and said.endswith("ann> "):
            break
    for _ in range(5):
        process.send_signal(number)
        with suppress(subprocess.TimeoutExpired):
            process.wait(5)
            break
    return process.stdout.read()


def test_ctrl_c_keeps_a_game_and_says_where(nim):
    with start("play", nim, "--seed", "1", bufsize=0) as process:
        output = stopped(process, signal.SIGINT)
    assert process.returncode == 130
    assert "saved in nim-1.fragma.jsonl" in output


@pytest.mark.parametrize("name", ["SIGHUP", "SIGTERM"])
def test_a_terminal_that_is_closed_keeps_a_game(nim, name):
    number = getattr(signal, name, None)
    with start("play", nim, "--seed", "1", bufsize=0) as process:
        stopped(process, number)
    assert process.returncode == 128 + number
    assert read_record(Path("nim-1.fragma.jsonl")).moves[0].text == "take(1)"


def test_ctrl_c_keeps_the_games_that_are_simulated(nim, monkeypatch):
    def interrupted(*arguments):
        return simulate(
            *arguments[:6], lambda _: signal.raise_signal(signal.SIGINT), *arguments[7:]
        )

    monkeypatch.setattr(simulate_command, "simulate", interrupted)
    code, output = fragma("simulate", nim, "--games", "1000", "--seed", "1", "--workers", "1")
    assert code == 130
    assert "nim, 1 game, seed 1 (interrupted, of 1000)" in output


@pytest.mark.usefixtures("nim")
def test_a_reader_that_goes_away_is_no_mistake():
    with start("play", "fragma", "--auto", "--seed", "1") as process:
        process.stdout.readline()
        process.stdout.close()
        process.wait()
    assert process.returncode == 141


def test_validation_starts_without_what_it_does_not_need(nim):
    program = (
        "import sys; from typer.testing import CliRunner; from fragma_dsl.cli.main import app; "
        f"assert CliRunner().invoke(app, ['validate', {nim!r}]).exit_code == 0; "
        "print([name for name in ('numpy', 'rich.progress', 'fragma_dsl.simulate') "
        "if name in sys.modules])"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=environment, check=True
    )
    assert done.stdout == "[]\n"


def test_an_id_means_the_game_where_a_folder_has_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tic_tac_toe").mkdir()
    monkeypatch.chdir(tmp_path)
    assert find_rules("tic_tac_toe").name == "tic_tac_toe.rules.yaml"
