"""Server: the open files of an editor, and when they are checked."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import lru_cache
from threading import Event
from typing import TypeVar

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from fragma_dsl import __version__
from fragma_dsl.checking.allowances import allowed
from fragma_dsl.checking.validated import validated
from fragma_dsl.editor.index import Index
from fragma_dsl.editor.symbols import Occurrence
from fragma_dsl.explained.kinds import problem_kinds
from fragma_dsl.lsp.diagnostics import diagnostics_of
from fragma_dsl.lsp.files import Files, OpenFile, name_of
from fragma_dsl.lsp.positions import Positions
from fragma_dsl.lsp.renaming import REQUEST_FAILED
from fragma_dsl.pipeline import Analysis, lowered
from fragma_dsl.text.problem import Problem, Severity
from fragma_dsl.text.span import Span

T = TypeVar("T")

SOON = 0.02
"""Seconds after a keystroke until its file is checked, if no other keystroke comes."""
PAUSE = 0.15
"""Seconds of rest, as between two words, until its names are noted."""
LATER = 0.6
"""Seconds of rest until the automaton is made, the game is tried and the rules are analysed."""


class StaleError(Exception):
    """Raised in work on a text that has changed since."""


class FragmaServer(LanguageServer):
    """Holds the open files, and what is being checked."""

    def __init__(self) -> None:
        super().__init__("fragma", __version__)
        self.files = Files()
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self.problems: dict[str, tuple[Problem, ...]] = {}
        self.plays = False
        self.language: str | None = None
        self.analyses = True
        self.worker = ThreadPoolExecutor(1)
        self.idler = ThreadPoolExecutor(1)  # for what must not keep a keystroke waiting

    @property
    def positions(self) -> Positions:
        """What counts columns as this client does."""
        return Positions(self.workspace.position_codec)

    def file(self, uri: str) -> OpenFile:
        """Give a file that is open; one that is not is read. Raises JsonRpcException."""
        found = self.files.open.get(uri)
        if found is None:
            try:
                found = OpenFile(uri, self.files.source(name_of(uri)))
            except (OSError, ValueError) as error:
                raise JsonRpcException(f"{uri}: {error}", code=REQUEST_FAILED) from None
        return found

    def at(self, uri: str, position: lsp.Position) -> tuple[OpenFile, Index, Occurrence | None]:
        """Find the name at a place."""
        file = self.file(uri)
        index = self.files.index(file)
        offset = self.positions.offset(file.source, position)
        return file, index, index.at(file.source.name, offset)

    def declared_at(self, uri: str, position: lsp.Position) -> tuple[Index, Occurrence | None]:
        """Find the name at a place, and an index in which it is declared, if there is one."""
        _, index, one = self.at(uri, position)
        return (index if one is None else self.files.home(one.symbol, index)), one

    async def work(self, do: Callable[..., T], *given: object, worker: Executor | None = None) -> T:
        """Do something apart from the answers to the editor, one thing at a time."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(worker or self.worker, do, *given)

    # ---- checking

    def take(self, uri: str, version: int) -> None:
        """Take the text of a file from the workspace, and check it soon."""
        text = self.workspace.get_text_document(uri).source
        self.files.put(uri, text, version)
        for other in list(self.files.open):
            if other == uri or self.files.open[other].checked is None:
                self._schedule(other)

    def configure(self, settings: object) -> None:
        """Take the settings of the editor, as far as it gives some."""
        if isinstance(settings, dict) and isinstance(settings.get("analyse"), bool):
            self.analyses = settings["analyse"]

    def refresh(self) -> None:
        """Check every open file again: one that it is made of has changed on the disk."""
        self.files.read.clear()
        for file in self.files.open.values():
            file.checked = file.index = None
            self._schedule(file.uri)

    def _schedule(self, uri: str) -> None:
        before = self.tasks.pop(uri, None)
        if before is not None:
            before.cancel()
        self.tasks[uri] = asyncio.ensure_future(self._revise(uri))

    async def _revise(self, uri: str) -> None:
        """Check a file and tell its problems; after a rest also those of the automaton, then those
        of the analysis, unless another keystroke comes."""
        await asyncio.sleep(SOON)
        file = self.files.open.get(uri)
        if file is None:
            return
        checked = await self.work(self.files.check, file)
        self._publish(file, shown(checked))
        await asyncio.sleep(PAUSE)
        await self.work(self.files.index, file)
        await asyncio.sleep(LATER - PAUSE)
        stale = Event()
        try:
            analysis = await self.work(lowered, checked, worker=self.idler)
            found = await self.work(tried, analysis, False, stale, worker=self.idler)
            self._publish(file, found)
            if self.analyses and not analysis.has_errors:
                found = await self.work(tried, analysis, True, stale, worker=self.idler)
                self._publish(file, found)
        except StaleError:
            pass
        finally:
            stale.set()

    def _publish(self, file: OpenFile, problems: Sequence[Problem]) -> None:
        if self.files.open.get(file.uri) is not file:
            return
        self.problems[file.uri] = tuple(problems)
        found = diagnostics_of(problems, file.source, _naming(file), self.positions, self.language)
        self.text_document_publish_diagnostics(
            lsp.PublishDiagnosticsParams(file.uri, list(found), file.version)
        )

    def forget(self, uri: str) -> None:
        """Close a file, and take its problems away."""
        task = self.tasks.pop(uri, None)
        if task is not None:
            task.cancel()
        self.files.close(uri)
        self.problems.pop(uri, None)
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, []))


@lru_cache(maxsize=1)
def _severities() -> dict[str, Severity]:
    return {code: kind.severity for code, kind in problem_kinds().items()}


def shown(checked: Analysis) -> tuple[Problem, ...]:
    """Leave out what a file allows."""
    sources = (checked.source, *(checked.resolved.sources if checked.resolved else ()))
    return allowed(checked.problems, sources, _severities(), frozenset())


def tried(analysis: Analysis, deep: bool, stale: Event) -> tuple[Problem, ...]:
    """Give all problems of a file, those of the static analysis too. Raises StaleError."""

    def pause() -> None:
        if stale.is_set():
            raise StaleError

    pause()
    return validated(analysis, _severities(), deep, pause)


def _naming(file: OpenFile) -> Span | None:
    """Find where a file names the one that it extends or uses."""
    read = file.checked.file if file.checked is not None else None
    names = () if read is None else (*read.phrases("extends"), *read.phrases("use"))
    return names[0].span if names else None
