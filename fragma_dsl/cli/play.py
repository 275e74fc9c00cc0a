"""Play: people and agents at one table, in the terminal."""

import os
import secrets
import shlex
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from subprocess import list2cmdline
from typing import Annotated

import typer

from fragma_dsl.agents.agent import agent_names
from fragma_dsl.cli.failure import PROBLEMS, CliFailure
from fragma_dsl.cli.files import reason
from fragma_dsl.cli.keeping import keep
from fragma_dsl.cli.phrases import phrase
from fragma_dsl.cli.records import load_record, recorded_game, rules_of
from fragma_dsl.cli.screen import bold, has_colour, height, width
from fragma_dsl.cli.seats import seat_names, seated_setting
from fragma_dsl.cli.session import Quit, Session
from fragma_dsl.cli.settings import (
    PlayersOption,
    SetOption,
    Setting,
    check_language,
    setting_of,
)
from fragma_dsl.cli.speech import LanguageOption, speak, spoken
from fragma_dsl.drawn import TableArtist
from fragma_dsl.game import Game
from fragma_dsl.play.record import OtherRules, Record, RecordError
from fragma_dsl.play.texts import pick_language
from fragma_dsl.simulate.match import Match
from fragma_dsl.text.said import say

INTERRUPTED = 130
ENDINGS = tuple(
    getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name)
)
"""What a terminal or a system sends to what it closes."""


class Closed(KeyboardInterrupt):
    """Raised where the terminal is closed, or the system wants the program to stop."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.exit_code = 128 + number


def close(number: int, _: object) -> None:
    """Stop, with nothing more to be shown: a terminal that is closed shows nothing."""
    for name in ENDINGS:
        signal.signal(name, signal.SIG_IGN)
    if number == getattr(signal, "SIGHUP", None):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        for stream in (sys.stdout, sys.stderr):
            os.dup2(nowhere, stream.fileno())
    raise Closed(number)


@contextmanager
def closing() -> Iterator[None]:
    """Raise Closed where a terminal or the system stops the program."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = [(name, signal.signal(name, close)) for name in ENDINGS]
    try:
        yield
    finally:
        for name, handler in before:
            signal.signal(name, handler)


def command(
    file: Annotated[
        str | None,
        typer.Argument(
            metavar="FILE", help="A rule file, or the id of a game that comes with fragma."
        ),
    ] = None,
    seats: Annotated[
        str | None,
        typer.Option(
            metavar="SEAT,SEAT,...",
            help=f"Who plays, over again for more seats: human, {', '.join(agent_names())}.",
        ),
    ] = None,
    auto: Annotated[bool, typer.Option("--auto", help="All seats are random.")] = False,
    boards: Annotated[
        bool, typer.Option("--boards", help="Draw the table after every turn of --auto.")
    ] = False,
    seed: Annotated[int | None, typer.Option(help="For dice and agents; else chosen.")] = None,
    language: LanguageOption = None,
    options: SetOption = None,
    players: PlayersOption = None,
    resume: Annotated[
        Path | None, typer.Option("--resume", metavar="RECORD", help="Go on with a saved game.")
    ] = None,
    save: Annotated[
        Path | None, typer.Option("--save", metavar="RECORD", help="Save the game here at the end.")
    ] = None,
) -> None:
    """Play a game: you against random players, unless you say otherwise."""
    record = None if resume is None else load_record(resume)
    if record is not None and (options or players or seed is not None):
        raise CliFailure("--resume takes options, players and seed from the record")
    check_save(save, resume)
    setting = rules_of(record, file) if record else setting_of(needed(file), options, players)
    if record is None and players is None:
        setting = seated_setting(setting, seats)
    game = recorded_game(record, setting) if record else setting.game()
    check_language(game, language)
    language = speak(language or (record.language if record else None)) or spoken()
    names = seat_names(seats, auto, record, game)
    match = seated(game, names, seed, record)
    session = Session(
        match=match,
        artist=TableArtist(game, language, width(), height(), has_colour()),
        language=language,
        rules=setting.path.as_posix(),
        save_path=save or resume,
        boards=boards,
        own_files={resume} if resume is not None else set(),
    )
    greet(session)
    finish(session, setting)


def needed(file: str | None) -> str:
    """Give the file, which only a record can do without."""
    if file is None:
        raise CliFailure("which game? expected FILE, such as fragma or variants/fragma.rules.yaml")
    return file


def check_save(save: Path | None, resume: Path | None) -> None:
    """Raise CliFailure, before anything is played, for a record that could not be written."""
    if save is None:
        return
    if save.exists() and save != resume:
        raise CliFailure(say("{path} exists; give another name to --save", path=save))
    if not save.parent.is_dir():
        raise CliFailure(
            say("cannot write {path}: there is no folder {folder}", path=save, folder=save.parent)
        )


def seated(game: Game, names: tuple[str, ...], seed: int | None, record: Record | None) -> Match:
    """Begin a match, or go on with a record."""
    if seed is None:
        seed = secrets.randbelow(10**6)
    if record is None:
        return Match(game, names, seed)
    try:
        return Match.resumed(game, record, names, seed if record.seed is None else record.seed)
    except OtherRules as error:
        help = "give the rules as they were then: `replay --rules FILE`, `play FILE --resume`"
        raise CliFailure(say("{error}; {help}", error=str(error), help=help), PROBLEMS) from None
    except RecordError as error:
        raise CliFailure(str(error), PROBLEMS) from None


def greet(session: Session) -> None:
    """Say what is played, by whom, and with which seed."""
    game, match = session.match.game, session.match
    title = pick_language(game.texts.title, session.language) or game.name
    teams = [f", {session.text(game.program.teams[n])}" for n in game.program.layout.team_of]
    players = ", ".join(
        f"{session.text(name)} ({seat}{team})"
        for name, seat, team in zip(
            game.players, match.seats, teams or [""] * len(game.players), strict=True
        )
    )
    seed = phrase("seed", session.language)
    print(bold(title) + f" · {players} · {seed} {match.seed}")


def finish(session: Session, setting: Setting) -> None:
    """Play to the end, or as far as the players like; what was played is not lost."""
    stopped: int | None = None
    try:
        with closing():
            session.run()
    except (Quit, EOFError):
        print()
        stopped = 0
    except Closed as closed:
        stopped = closed.exit_code
    except KeyboardInterrupt:
        print()
        stopped = INTERRUPTED
    if stopped is None:
        session.show_end()
    if session.save_path is not None and not session.save_path.is_dir():
        keep_where_asked(session)
    elif session.match.fault is not None or (stopped is not None and session.unsaved):
        keep_somewhere(session, setting, stopped is not None)
    if session.match.fault is not None:
        raise typer.Exit(PROBLEMS)
    if stopped:
        raise typer.Exit(stopped)


def keep_where_asked(session: Session) -> None:
    """Save the record in the file that was named."""
    path = session.save_path
    assert path is not None
    if not session.unsaved and session.last_saved == path and path.exists():
        return
    try:
        written = session.write(path, path in session.own_files)
    except EOFError:
        written = False
    if not written:
        session.say("saved in {path}", path=str(keep(session.record())))


def keep_somewhere(session: Session, setting: Setting, can_go_on: bool) -> None:
    """Save the record under a free name and say how to go on."""
    if not session.match.moves and can_go_on:
        session.say("nothing was played")
        return
    try:
        path = keep(session.record())
    except OSError as error:
        raise CliFailure(
            say("the game could not be saved: {reason}", reason=reason(error)), PROBLEMS
        ) from None
    session.say("saved in {path}", path=str(path))
    if can_go_on:
        words = ["fragma", "play", str(setting.path), "--resume", str(path)]
        session.say("go on with: {command!s}", command=command_line(words))


def command_line(words: Sequence[str]) -> str:
    """Write words as the system's own shell takes them."""
    return list2cmdline(words) if sys.platform == "win32" else shlex.join(words)
