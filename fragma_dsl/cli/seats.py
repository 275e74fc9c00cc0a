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
from fragma_dsl.text.said import say


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
            more = (
                say("did you mean `{close}`?", close=close)
                if close
                else say("there are {names!s}", names=", ".join(known))
            )
            raise CliFailure(say("nobody called `{name}` can play; {more}", name=name, more=more))
    if len(names) > count:
        raise CliFailure(
            say(
                "{game!s} has {seats}, not {count}",
                game=game.name,
                seats=counted(count, "seat"),
                count=len(names),
            )
        )
    return tuple(names[seat % len(names)] for seat in range(count))
