"""Editor client: an editor as the tests need one, that talks to `fragma lsp` over pipes."""

import asyncio
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from threading import Thread
from typing import Any, TypeVar

from lsprotocol import types as lsp
from pygls import uris
from pygls.lsp.client import LanguageClient

T = TypeVar("T")
MARK = "¦"
PATIENCE = 240


class Editor:
    """Opens files, waits for diagnostics, and asks about places that a mark shows."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.client = LanguageClient("test-editor", "1")
        self.published: dict[str, lsp.PublishDiagnosticsParams] = {}
        self.news = asyncio.Event()
        self.messages: list[str] = []
        self.versions: dict[str, int] = {}
        self.texts: dict[str, str] = {}
        self.opened = 0  # versions of files that are opened again go on

        @self.client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def _published(params: lsp.PublishDiagnosticsParams) -> None:
            self.published[params.uri] = params
            self.news.set()

        @self.client.feature(lsp.WINDOW_SHOW_MESSAGE)
        def _told(params: lsp.ShowMessageParams) -> None:
            self.messages.append(params.message)

    async def start(self) -> lsp.InitializeResult:
        """Start the server."""
        await self.client.start_io(sys.executable, "-m", "fragma_dsl", "lsp")
        folder = lsp.WorkspaceFolder(uri=uris.from_fs_path(str(self.root)) or "", name="rules")
        answer = await self.client.initialize_async(
            lsp.InitializeParams(
                capabilities=lsp.ClientCapabilities(),
                workspace_folders=[folder],
                initialization_options={"play": True},
            )
        )
        self.client.initialized(lsp.InitializedParams())
        return answer

    async def stop(self) -> None:
        """Let the server go."""
        await self.client.shutdown_async(None)
        self.client.exit(None)
        await self.client.stop()

    def uri(self, name: str) -> str:
        """Give the URI of a file in the folder."""
        return uris.from_fs_path(str(self.root / name)) or ""

    def open(self, name: str, text: str) -> str:
        """Open a file with a text; give its URI."""
        uri = self.uri(name)
        self.opened += 1000
        self.texts[uri], self.versions[uri] = text, self.opened
        item = lsp.TextDocumentItem(uri, "fragma", self.opened, text)
        self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
        return uri

    async def close_all(self) -> None:
        """Close every open file."""
        for uri in list(self.versions):
            item = lsp.TextDocumentIdentifier(uri)
            self.client.text_document_did_close(lsp.DidCloseTextDocumentParams(item))
            self.published.pop(uri, None)
            del self.versions[uri], self.texts[uri]

    def change(self, uri: str, text: str, range: lsp.Range | None = None) -> None:
        """Put a text in the place of a range, or of all."""
        self.versions[uri] += 1
        change: Any = lsp.TextDocumentContentChangeWholeDocument(text)
        if range is not None:
            change = lsp.TextDocumentContentChangePartial(range, text)
        else:
            self.texts[uri] = text
        item = lsp.VersionedTextDocumentIdentifier(self.versions[uri], uri)
        self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(item, [change]))

    async def problems(
        self, uri: str, wanted: Callable[[list[lsp.Diagnostic]], bool] = lambda _: True
    ) -> list[lsp.Diagnostic]:
        """Wait for the diagnostics of the newest version, until they are as wanted."""

        async def wait() -> list[lsp.Diagnostic]:
            while True:
                found = self.published.get(uri)
                is_newest = found is not None and found.version == self.versions[uri]
                if found is not None and is_newest and wanted(list(found.diagnostics)):
                    return list(found.diagnostics)
                self.news.clear()
                await self.news.wait()

        return await asyncio.wait_for(wait(), PATIENCE)

    def place(self, name: str, marked: str) -> dict[str, Any]:
        """Open a text with a mark, and give what a request on the marked place needs."""
        at = marked.index(MARK)
        uri = self.open(name, marked.replace(MARK, ""))
        return {"text_document": lsp.TextDocumentIdentifier(uri), "position": position(marked, at)}

    def find(self, uri: str, marked: str) -> dict[str, Any]:
        """Give the place in an open file where a piece of text with a mark stands."""
        text = self.texts[uri]
        at = text.index(marked.replace(MARK, "")) + marked.index(MARK)
        return {"text_document": lsp.TextDocumentIdentifier(uri), "position": position(text, at)}


def position(text: str, offset: int) -> lsp.Position:
    """Count a position in units of UTF-16."""
    line = text.count("\n", 0, offset)
    before = text[text.rfind("\n", 0, offset) + 1 : offset]
    return lsp.Position(line, len(before.encode("utf-16-le")) // 2)


def text_at(text: str, range: lsp.Range) -> str:
    """Give what stands at a range, counted in UTF-16."""
    return text[offset_of(text, range.start) : offset_of(text, range.end)]


def offset_of(text: str, place: lsp.Position) -> int:
    """Give the offset of a position."""
    lines = text.split("\n")
    before = lines[place.line].encode("utf-16-le")[: place.character * 2].decode("utf-16-le")
    return sum(len(line) + 1 for line in lines[: place.line]) + len(before)


def edited(text: str, edits: list[lsp.TextEdit]) -> str:
    """Apply edits."""
    for edit in sorted(edits, key=lambda one: offset_of(text, one.range.start), reverse=True):
        start, end = offset_of(text, edit.range.start), offset_of(text, edit.range.end)
        text = text[:start] + edit.new_text + text[end:]
    return text


class Session:
    """A server that several tests use, one after the other, each with no file open."""

    def __init__(self, root: Path) -> None:
        self.loop = asyncio.new_event_loop()
        self.thread = Thread(target=self.loop.run_forever)
        self.thread.start()
        self.editor = Editor(root)
        self._wait(self.editor.start())

    def _wait(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE)

    def run(self, play: Callable[[Editor], Coroutine[Any, Any, T]]) -> T:
        """Do what an editor does, and close its files."""
        try:
            return self._wait(play(self.editor))
        finally:
            self._wait(self.editor.close_all())

    def stop(self) -> None:
        """Let the server go."""
        self._wait(self.editor.stop())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()
