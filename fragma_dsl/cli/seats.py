"""Seats: who sits where, as `--seats` says it: a name for each seat, over again for more seats."""

from dataclasses import replace

from fragma_dsl.agents.agent import agent_names
from fragma_dsl.cli.failure import CliFailure
from fragma_dsl.cli.settings import Setting
from fragma_dsl.game import Game
from fragma_dsl.play.record import Record
from fragma_dsl.simulate.match import HUMAN
from fragma_dsl.text.counted import counted
from fragma_dsl.text.nearest import nearest


def seated_setting(setting: Setting, seats: str | None) -> Setting:
    """Let as many play as have names, where these are more than usual and the game allows it."""
    named = 0 if seats is None else len(seats.split(","))
    if named < 2:
        return setting
    finished = setting.finished()
    if named <= len(finished.program.players) or named not in finished.seats:
        return setting
    return replace(setting, players=named)


def seat_names(seats: str | None, auto: bool, record: Record | None, game: Game) -> tuple[str, ...]:
    """Say who sits where: a person first and random players, unless something else is wanted."""
    count = len(game.players)
    if auto:
        return ("random",) * count
    if seats is None:
        if record is not None:
            return record.seats
        return (HUMAN, *("random",) * (count - 1))
    names = tuple(name.strip() for name in seats.split(","))
    known = (HUMAN, *agent_names())
    for name in names:
        if name not in known:
            close = nearest(name, known)
            more = f"did you mean `{close}`?" if close else f"there are {', '.join(known)}"
            raise CliFailure(f"nobody called `{name}` can play; {more}")
    if len(names) > count:
        raise CliFailure(f"{game.name} has {counted(count, 'seat')}, not {len(names)}")
    return tuple(names[seat % len(names)] for seat in range(count))
