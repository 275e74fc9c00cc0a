"""Records: written whole, read strictly, verified by playing them again."""

import json
import os

import pytest

from fragma_dsl.play.record import (
    Ended,
    Faulted,
    Record,
    RecordedMove,
    RecordError,
    Unfinished,
    lines_of,
    write_record,
    write_whole,
)
from fragma_dsl.play.record_reading import parse_record, read_record
from fragma_dsl.replay import replay
from fragma_dsl.simulate.playout import playout, playout_record
from tests.little import little_game

SEATS = ("random", "random")


def record_of(bad=None, seed=4):
    game = little_game(bad)
    return playout_record(game, playout(game, SEATS, seed), SEATS, seed)


def test_a_record_reads_back_as_it_was_written(tmp_path):
    record = record_of()
    path = tmp_path / "game.jsonl"
    write_record(record, path)
    assert read_record(path) == record


def test_nothing_is_left_beside_the_record(tmp_path):
    write_record(record_of(), tmp_path / "game.jsonl")
    assert [path.name for path in tmp_path.iterdir()] == ["game.jsonl"]


def test_an_existing_file_is_kept_unless_it_may_go(tmp_path):
    path = tmp_path / "game.jsonl"
    path.write_text("mine")
    with pytest.raises(FileExistsError):
        write_record(record_of(), path)
    assert path.read_text() == "mine"
    write_record(record_of(), path, overwrite=True)
    assert read_record(path) == record_of()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_is_written_to_and_not_replaced(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    write_whole(path, "all\n", overwrite=True)
    assert os.read(reader, 99) == b"all\n"
    os.close(reader)
    assert path.is_fifo()


def test_a_record_of_a_whole_game_replays():
    done = replay(little_game(), record_of())
    assert done.positions[-1].is_over
    assert len(done.positions) == len(done.moves) + 1


def test_a_record_of_a_fault_replays_up_to_it():
    record = record_of(bad=0)
    assert isinstance(record.result, Faulted)
    assert record.result.at == "heap.rules.yaml:2:1"
    done = replay(little_game(bad=0), record)
    assert done.fault is not None
    assert len(done.positions) == len(done.moves)


def test_a_fault_at_the_very_beginning_replays():
    record = record_of(bad=5)
    assert record.moves == ()
    assert replay(little_game(bad=5), record).positions == ()


def lines(**changes):
    record = record_of()
    written = [json.loads(line) for line in lines_of(record)]
    for number, change in changes.items():
        written[int(number[1:]) - 1].update(change)
    return "\n".join(map(json.dumps, written)).encode() + b"\n"


@pytest.mark.parametrize(
    ("data", "line", "message"),
    [
        (b"", 1, "not a line of JSON"),
        (b"hello\n", 1, "not a line of JSON"),
        (b"[]\n", 1, "expected an object"),
        (b'{"a": 1}\n', 1, "not the record of a game"),
        (b"\xff\n", 1, "not UTF-8"),
        (b'{"format": 1, "format": 2}\n', 1, "a key comes twice"),
        (b'{"format": NaN}\n', 1, "NaN"),
        (lines(l1={"format": "fragma-record-9"}), 1, "`format` should be"),
        (lines(l1={"players": 3}), 1, "number of `seats`"),
        (lines(l1={"seed": True}), 1, "`seed` should be"),
        (lines(l1={"colour": "red"}), 1, "`colour` does not belong"),
        (lines(l2={"roll": "heads"}), 2, "expected `by` and `action`"),
        (lines().split(b"\n")[0], 2, "cut short"),
        (b"\n".join(lines().split(b"\n")[:-2]) + b"\n", 7, "cut short"),
        (lines() + b'{"roll": "heads"}\n', 8, "lines follow"),
        (lines() + lines().split(b"\n")[-2], 8, "lines follow"),
        (lines()[:-20], 8, "not a line of JSON"),
        (b"[" * 100_000, 1, "not a line of JSON"),
    ],
)
def test_damaged_records_are_refused_with_the_line(data, line, message):
    with pytest.raises(RecordError, match=message) as caught:
        parse_record(data)
    assert caught.value.line == line


@pytest.mark.parametrize(
    ("changes", "line", "message"),
    [
        ({"l1": {"game": "hex"}}, 1, "a game of `hex`"),
        ({"l1": {"digest": "00"}}, 1, "other rules"),
        ({"l1": {"options": {"size": "6"}}}, 1, "`size` set to `6`"),
        ({"l1": {"players": 3, "seats": [*"abc"]}, "l8": {"returns": [0, 0, 0]}}, 1, "3 played"),
        ({"l2": {"action": "take(7)"}}, 2, "not legal"),
        ({"l2": {"by": "bob"}}, 2, "ann decides here, not bob"),
        ({"l3": {"roll": "edge"}}, 3, "not legal"),
        ({"l1": {"seed": 9}}, 3, "the seed rolls"),
        ({"l8": {"returns": [0, 0]}}, 8, "ended otherwise"),
        ({"l8": {"end": "first"}}, 8, "ended otherwise"),
    ],
)
def test_records_that_are_not_so_are_refused_with_the_line(changes, line, message):
    with pytest.raises(RecordError, match=message) as caught:
        replay(little_game(), parse_record(lines(**changes)))
    assert caught.value.line == line


def small(moves, result):
    game = little_game()
    return Record("heap", game.digest, game.options, SEATS, None, 0, moves, result)


def test_an_unfinished_record_replays_to_where_it_stopped():
    done = replay(little_game(), small((RecordedMove("ann", "take(1)"),), Unfinished("saved")))
    assert done.positions[-1].is_chance


@pytest.mark.parametrize("result", [Ended("last", (1.0, -1.0)), Faulted("full", "no room", None)])
def test_a_result_that_did_not_come_is_refused(result):
    with pytest.raises(RecordError) as caught:
        replay(little_game(), small((RecordedMove("ann", "take(1)"),), result))
    assert caught.value.line == 3
