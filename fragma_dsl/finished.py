"""Finished: a rule file's game as it is played, kept in the user's cache until one of its files is
another."""

import hashlib
import pickle
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from fragma_dsl.automaton.nodes import Program
from fragma_dsl.backends.interpreter.machine import InterpreterMachine
from fragma_dsl.game import Game
from fragma_dsl.play.texts import Texts
from fragma_dsl.search_path import find_source, read_source
from fragma_dsl.text.cache import fetch, keep, package_state
from fragma_dsl.text.loading import Missing, Wanted
from fragma_dsl.text.source import Source
from fragma_dsl.text.uncollected import uncollected

if TYPE_CHECKING:
    from fragma_dsl.pipeline import Analysis

Lookups: TypeAlias = Mapping[tuple[str, Wanted, str], str]
"""What came of each search for a file: by name, kind and the file that names it, a mark."""

State: TypeAlias = tuple[str, str, str, Lookups]
"""The version of the package and of Python, the mark of the file itself, and those of others."""

PROTOCOL = pickle.HIGHEST_PROTOCOL

MAKERS = package_state()
"""It is taken as the package is imported: files that change later have made nothing yet."""


@dataclass(frozen=True, slots=True)
class Finished:
    """What is played of a file without errors."""

    program: Program
    texts: Texts
    defaults: Mapping[str, str]  # the value that each option has if nobody says
    seats: range  # how many may play

    def game(self) -> Game:
        """Give the game, with the interpreter."""
        return Game(self.program, InterpreterMachine(self.program), self.texts)


class Noted:
    """Finds files as `find_source` does, and notes what came of it."""

    def __init__(self) -> None:
        self.lookups: dict[tuple[str, Wanted, str], str] = {}

    def __call__(self, name: str, wanted: Wanted, beside: Source) -> Source | Missing:
        found = find_source(name, wanted, beside)
        self.lookups[name, wanted, beside.name] = mark(found)
        return found


@uncollected()
def fetch_finished(path: Path, options: Mapping[str, str], players: int | None) -> Finished | None:
    """Give what was kept of a file, if it and all others that it names are as they were."""
    content = fetch(cache_name(path, options, players))
    if content is None or hashlib.sha256(content[32:]).digest() != content[:32]:
        return None
    try:
        state, kept = pickle.loads(content[32:])
        finished: Finished | None = pickle.loads(kept) if is_current(path, state) else None
    except Exception:  # a broken pickle may raise anything; whoever reads the file says why
        return None
    return finished


def keep_finished(
    analysis: "Analysis", lookups: Lookups, options: Mapping[str, str], players: int | None
) -> Finished:
    """Keep what is played of a file without errors, and give it."""
    from fragma_dsl.semantics.declarations import default_text  # not for what is kept already

    variant, program = analysis.variant, analysis.program
    assert variant is not None
    assert program is not None
    finished = Finished(
        program,
        analysis.texts,
        {name: default_text(option) for name, option in variant.options.items()},
        variant.players.allowed,
    )
    state = (MAKERS, sys.version, mark(analysis.source), dict(lookups))
    try:
        content = pickle.dumps((state, pickle.dumps(finished, PROTOCOL)), PROTOCOL)
    except RecursionError:  # of an expression that is too deep for pickle
        return finished
    name = cache_name(Path(analysis.source.name), options, players)
    keep(name, hashlib.sha256(content).digest() + content)
    return finished


def load_finished(path: Path, options: Mapping[str, str], players: int | None) -> Game:
    """Load a game as `pipeline.load` does, but without reading what has been read before."""
    kept = fetch_finished(path, options, players)
    if kept is not None:
        return kept.game()
    from fragma_dsl.pipeline import load  # not for what is kept already

    return load(path, options, players)


def cache_name(path: Path, options: Mapping[str, str], players: int | None) -> str:
    """Give the name under which the game of a file is kept; a game is told where it is written by
    the path that is given."""
    parts = str(path), str(path.absolute()), sorted(options.items()), players
    return f"game-{hashlib.sha256(repr(parts).encode()).hexdigest()[:32]}.bin"


def is_current(path: Path, state: State) -> bool:
    """Whether the package is as it was, and each search for a file still comes to the same."""
    makers, python, file, lookups = state
    return (makers, python, file) == (MAKERS, sys.version, mark(read_source(path))) and all(
        mark(find_source(name, wanted, Source(beside, ""))) == before
        for (name, wanted, beside), before in lookups.items()
    )


def mark(found: Source | Missing) -> str:
    """Sum up what came of a search for a file."""
    if isinstance(found, Missing):
        return ""
    return hashlib.sha256(f"{found.name}\0{found.text}".encode()).hexdigest()
