"""Backends: the same reports whatever runs the rules, machine code that is kept, counts."""

import json
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest

from fragma_dsl.backends.compiled import code as code_module
from fragma_dsl.backends.compiled.batches import Batches, Room
from fragma_dsl.backends.compiled.code import NativeCode, can_run_native
from fragma_dsl.backends.compiled.machine import CompiledMachine
from fragma_dsl.backends.pick import BackendError, code_of, machine_of
from fragma_dsl.checking.perft import divide, perft, states_by_depth
from fragma_dsl.cli.dump import source_of
from fragma_dsl.pipeline import load
from fragma_dsl.play.random import Random
from fragma_dsl.simulate import run as run_module
from fragma_dsl.simulate.run import simulate
from tests.random_walks import ROOT, WORLDS, load_once

CLASSICS = ROOT / "examples" / "classics"
native = pytest.mark.skipif(not can_run_native(), reason="no machine code for this Python")
BACKENDS = ("python", pytest.param("native", marks=native))

FAULTY = """\
edition: 1
game: risky
title: Risky
players: 2
dice: {d: 1..6}
state: {level: 0..30}
turn: |
  choose:
      option rise(n in 1..4): level += n + roll d
      option stay: level = level
end:
  high:
    when: level >= 25
    result: win mover
functions:
  score(player p): level
"""


@pytest.fixture(scope="module")
def risky(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("rules") / "risky.rules.yaml"
    path.write_text(FAULTY, "utf-8")
    return path


def report(path, folder, backend, workers=1, seats=None, games=120):
    summary = simulate(
        partial(load, path), games, 7, seats, workers, 6, None, folder, str(path), backend
    )
    text = json.dumps(summary.to_json()).replace(str(folder), "")
    return text, [one.read_bytes() for one in sorted(folder.glob("*.jsonl"))]


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("workers", [1, 2])
def test_reports_are_the_same_to_the_byte(risky, tmp_path, backend, workers):
    wanted = report(risky, tmp_path / "interpreter", "interpreter")
    assert '"code": "range"' in wanted[0]
    assert '"unfinished": 0' not in wanted[0]
    assert wanted[1]
    assert report(risky, tmp_path / backend, backend, workers) == wanted


@pytest.mark.parametrize("backend", BACKENDS)
def test_agents_that_think_play_the_same_games(risky, tmp_path, backend):
    seats = ("greedy", "random")
    wanted = report(risky, tmp_path / "interpreter", "interpreter", 1, seats, 10)
    assert report(risky, tmp_path / backend, backend, 1, seats, 10) == wanted


@native
def test_auto_goes_on_with_machine_code_and_says_so(risky, monkeypatch):
    monkeypatch.setattr(run_module, "TRIAL", 0.0)
    monkeypatch.setattr(run_module, "worth_machine_code", lambda _, seconds: seconds > 0)
    told: list[str] = []
    summary = simulate(
        partial(load, risky), 50, 7, None, 2, 40, None, None, None, "auto", told.append
    )
    assert told == ["making machine code", "machine code"]
    assert summary == simulate(partial(load, risky), 50, 7, None, 1, 40)


@native
def test_games_without_room_are_played_again(risky, monkeypatch):
    program = load_once(risky).program
    monkeypatch.setattr("fragma_dsl.backends.compiled.batches.FIRST_ROOM", 4)
    small = Batches(program, NativeCode(program), 1, 100)
    monkeypatch.undo()
    large = Batches(program, NativeCode(program), 1, 100)
    assert small.play(range(20)) == large.play(range(20))


@pytest.mark.parametrize("seed", [0, 2**63, 2**64 - 1, -1, 10**30])
@native
def test_every_seed_gives_the_stream_of_the_interpreter(seed):
    game = load_once(CLASSICS / "tic_tac_toe.rules.yaml")
    both = [
        Batches(game.program, code_of(game.program, backend), seed, 100).play(range(5))
        for backend in ("python", "native")
    ]
    assert both[0] == both[1]
    assert Random.derived(seed).state < 2**64


# ---- counts


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(("name", "depth"), [("tic_tac_toe", 5), ("pig", 7), ("backgammon", 2)])
def test_perft_is_the_same(name, depth, backend):
    path = CLASSICS / f"{name}.rules.yaml"
    wanted = perft(load_once(path), depth)
    assert perft(load_once(path), depth, backend=backend) == wanted
    workers = 2 if backend == "native" else 1
    parts = list(divide(partial(load, path), depth, workers, backend))
    assert sum(count for _, count in parts) == wanted


@native
@pytest.mark.slow
def test_perft_of_chess_as_machine_code():
    game = load_once(CLASSICS / "chess.rules.yaml")
    assert perft(game, 4, backend="native") == 197_281


@pytest.mark.parametrize("backend", BACKENDS)
def test_tic_tac_toe_has_5478_positions(backend):
    game = load_once(CLASSICS / "tic_tac_toe.rules.yaml")
    layers = list(states_by_depth(game, backend=backend))
    assert layers == [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]
    assert sum(layers) == 5478
    with pytest.raises(OverflowError):
        list(states_by_depth(game, 5000, backend))


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_fault_is_told_when_counting(risky, backend):
    with pytest.raises(Exception, match=r"is not in 0\.\.30"):
        perft(load_once(risky), 12, backend=backend)


# ---- what is kept


def use_cache(monkeypatch: pytest.MonkeyPatch, folder: Path) -> Path:
    monkeypatch.setenv("FRAGMA_CACHE", str(folder))
    return folder


def first_game(program):
    return Batches(program, NativeCode(program), 1, 100).play(range(1))


@native
def test_machine_code_is_kept_and_a_broken_file_made_anew(risky, tmp_path, monkeypatch):
    folder = use_cache(monkeypatch, tmp_path / "cache")
    program = load(risky).program
    wanted = first_game(program)
    (kept,) = folder.glob("code-*")
    code = NativeCode(program)
    assert code.is_ready("playouts")
    with monkeypatch.context() as without:
        without.setattr(code_module, "written", None)
        assert first_game(program) == wanted
    kept.write_bytes(b"broken" * 20)
    assert first_game(program) == wanted
    assert len(kept.read_bytes()) > 1000


@native
def test_a_cache_that_cannot_be_written_costs_only_time(risky, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    use_cache(monkeypatch, tmp_path / "file")
    assert first_game(load(risky).program)


@native
def test_code_for_a_processor_that_llvm_does_not_know_is_made_too(risky, tmp_path, monkeypatch):
    from fragma_dsl.backends.compiled import machine_code  # LLVM, which may not be there

    def unknown() -> None:
        raise RuntimeError("no features are known")

    program = load(risky).program
    wanted = first_game(program)
    monkeypatch.setattr("llvmlite.binding.get_host_cpu_features", unknown)
    use_cache(monkeypatch, tmp_path / "cache")
    assert first_game(program) == wanted
    assert not machine_code.can_deposit()


# ---- by name


def test_a_game_goes_to_another_backend(risky):
    game = load(risky, backend="python")
    assert isinstance(game.machine, CompiledMachine)
    assert game.start(3).play("stay").actions == load_once(risky).start(3).play("stay").actions
    assert game.with_backend("interpreter").digest == game.digest


def test_without_llvm_machine_code_is_refused(risky, monkeypatch):
    monkeypatch.setattr("fragma_dsl.backends.compiled.code.can_run_native", lambda: False)
    with pytest.raises(BackendError, match="llvmlite"):
        machine_of(load_once(risky).program, "native")


def test_the_source_of_a_game_is_the_same_each_time(risky):
    text = source_of(load(risky).program)
    assert text == source_of(load(risky).program)
    assert "option rise(n in 1..4): level += n + roll d" in text
    compile(text, "risky", "exec")


@native
def test_no_table_is_read_before_its_index_is_tested() -> None:
    """A loop that waits for one of few labels became a read of a jump table at a bad index."""
    game = load_once(WORLDS / "coins.rules.yaml")
    machine = CompiledMachine(game.program, is_native=True)
    assert machine.start() == game.machine.start()


@native
def test_no_two_threads_write_into_one_line_of_the_cache() -> None:
    """Small arrays of several threads lay side by side, and two threads were as fast as one."""
    program = load_once(CLASSICS / "nine_mens_morris.rules.yaml").program
    code = NativeCode(program)
    sizes = {"slots": program.layout.size, "streams": 1 + program.layout.players}
    rooms = [Room(program, code, False) for _ in range(20)]
    spans = []
    for number, room in enumerate(rooms):
        for name, size in sizes.items():
            array = getattr(room, name)
            start, _ = array.buffer_info()
            spans.append((start, start + size * array.itemsize, number))
    assert all(
        start - end >= 128
        for (_, end, one), (start, _, other) in pairwise(sorted(spans))
        if one != other
    )
