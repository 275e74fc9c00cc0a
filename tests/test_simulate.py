"""Simulation: the same games whatever the number of workers, and sums that are right."""

import signal
from functools import partial

import pytest

from fragma_dsl.checking.crowd import processes
from fragma_dsl.play.record_reading import read_record
from fragma_dsl.replay import replay
from fragma_dsl.simulate.run import MOST_SAVED, simulate
from fragma_dsl.simulate.summary import spread, wilson
from fragma_dsl.simulate.workers import startable
from tests.little import little_game


def test_the_summary_adds_up():
    summary = simulate(little_game, 50, seed=1)
    assert summary.games == summary.finished == 50
    assert sum(share.count for share in summary.wins) == 50
    assert summary.endings == {"last": 50}
    assert 3 <= summary.length.min <= summary.length.mean <= summary.length.max <= 5
    assert 1 < summary.branching < 2


def test_the_same_seed_gives_the_same_summary():
    assert simulate(little_game, 30, seed=7) == simulate(little_game, 30, seed=7)
    assert simulate(little_game, 30, seed=7) != simulate(little_game, 30, seed=8)


def test_workers_do_not_change_the_summary():
    assert simulate(little_game, 40, 5, workers=3) == simulate(little_game, 40, 5)


def test_endless_games_are_cut_and_counted():
    summary = simulate(partial(little_game, endless=True), 4, seed=1, max_decisions=20)
    assert (summary.unfinished, summary.finished) == (4, 0)


def test_faults_are_counted_and_their_records_replay(tmp_path):
    factory = partial(little_game, bad=2)
    summary = simulate(factory, 20, seed=1, fault_folder=tmp_path)
    assert len(summary.faults) + summary.finished == 20
    assert summary.faults[0].code == "full"
    assert replay(factory(), read_record(tmp_path / summary.faults[0].record)).fault is not None
    assert len(summary.faults) > len(list(tmp_path.iterdir())) == MOST_SAVED


def test_faults_that_cannot_be_saved_are_counted_all_the_same(tmp_path):
    (tmp_path / "file").write_text("", "utf-8")
    summary = simulate(partial(little_game, bad=2), 20, seed=1, fault_folder=tmp_path / "file")
    assert summary.faults[0].record is None
    assert summary.faults[0].code == "full"


def test_progress_tells_how_many_are_done():
    told = []
    simulate(little_game, 3, seed=1, progress=told.append)
    assert told == [1, 2, 3]


def test_no_more_processes_are_started_than_the_system_can_wait_for(monkeypatch):
    assert startable(200) == 200
    monkeypatch.setattr("sys.platform", "win32")
    assert startable(2) == 2
    with processes(200) as executor:  # a ValueError where the library refuses them
        assert executor is not None


@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_keeps_the_games_that_are_done(workers):
    interrupts = iter([signal.SIGINT])

    def interrupt(_):
        for number in interrupts:
            signal.raise_signal(number)

    summary = simulate(little_game, 100_000, seed=1, workers=workers, progress=interrupt)
    assert 0 < summary.games < summary.wanted
    assert summary.finished == summary.games


def test_no_games_make_an_empty_summary():
    assert simulate(little_game, 0, seed=1).to_json()["games"] == 0


@pytest.mark.parametrize(
    ("count", "total", "low", "high"),
    [(5, 10, 0.2366, 0.7634), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (0, 0, 0.0, 1.0)],
)
def test_intervals_are_those_of_wilson(count, total, low, high):
    share = wilson(count, total)
    assert share.low == pytest.approx(low, abs=1e-4)
    assert share.high == pytest.approx(high, abs=1e-4)


def test_spread_of_a_sample():
    assert spread([2, 4, 4, 4, 5, 5, 7, 9]).sd == pytest.approx(2.13809, abs=1e-5)
