"""Server: the features of the language server, over the files that an editor has open."""

import asyncio
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from lsprotocol import types as lsp
from pygls import uris
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from fragma_dsl import __version__
from fragma_dsl.checking.allowances import allowed
from fragma_dsl.checking.scenarios import judge
from fragma_dsl.checking.validated import validated
from fragma_dsl.editor import colours
from fragma_dsl.editor.index import Index
from fragma_dsl.editor.rename import (
    RenameError,
    changed_text,
    check_new_name,
    check_renameable,
    rename_edits,
)
from fragma_dsl.editor.symbols import Occurrence
from fragma_dsl.explained.kinds import problem_kinds
from fragma_dsl.game import Game
from fragma_dsl.lsp import answers
from fragma_dsl.lsp.diagnostics import diagnostics_of, fixes_of
from fragma_dsl.lsp.files import Files, OpenFile, name_of, uri_of
from fragma_dsl.lsp.positions import Positions
from fragma_dsl.pipeline import Analysis, analyse_source, check_source, game_of, lowered
from fragma_dsl.text.problem import Problem, Severity
from fragma_dsl.text.source import Source
from fragma_dsl.text.span import Span

SOON = 0.02
"""Seconds after a keystroke until its file is checked, if no other keystroke comes."""
LATER = 0.25
"""Seconds of rest until the automaton is made and the game is tried."""
RUN = "fragma.runScenarios"
TRIGGERS = [".", " ", "[", "(", "{", ",", ":"]


class FragmaServer(LanguageServer):
    """Holds the open files, and what is being checked."""

    def __init__(self) -> None:
        super().__init__("fragma", __version__)
        self.files = Files()
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self.problems: dict[str, tuple[Problem, ...]] = {}
        self.plays = False

    @property
    def positions(self) -> Positions:
        """What counts columns as this client does."""
        return Positions(self.workspace.position_codec)

    def file(self, uri: str) -> OpenFile:
        """Give a file that is open; one that is not is read. Raises OSError."""
        found = self.files.open.get(uri)
        if found is None:
            found = OpenFile(uri, self.files.source(name_of(uri)))
        return found

    def at(self, uri: str, position: lsp.Position) -> tuple[OpenFile, Index, Occurrence | None]:
        """Find the name at a place."""
        file = self.file(uri)
        index = self.files.index(file)
        offset = self.positions.offset(file.source, position)
        return file, index, index.at(file.source.name, offset)

    # ---- checking

    def take(self, uri: str, version: int) -> None:
        """Take the text of a file from the workspace, and check it soon."""
        text = self.workspace.get_text_document(uri).source
        self.files.put(uri, text, version)
        for other in list(self.files.open):
            if other == uri or self.files.open[other].checked is None:
                self._schedule(other)

    def _schedule(self, uri: str) -> None:
        before = self.tasks.pop(uri, None)
        if before is not None:
            before.cancel()
        self.tasks[uri] = asyncio.ensure_future(self._revise(uri))

    async def _revise(self, uri: str) -> None:
        """Check a file and tell its problems; after a rest also those of the automaton."""
        await asyncio.sleep(SOON)
        file = self.files.open.get(uri)
        if file is None:
            return
        checked = await asyncio.to_thread(self.files.check, file)
        self._publish(file, _shown(checked))
        await asyncio.sleep(LATER)
        problems = await asyncio.to_thread(_tried, checked)
        self._publish(file, problems)

    def _publish(self, file: OpenFile, problems: Sequence[Problem]) -> None:
        if self.files.open.get(file.uri) is not file:
            return
        self.problems[file.uri] = tuple(problems)
        found = diagnostics_of(problems, file.source, _naming(file), self.positions)
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


def _shown(checked: Analysis) -> tuple[Problem, ...]:
    """Leave out what a file allows."""
    sources = (checked.source, *(checked.resolved.sources if checked.resolved else ()))
    return allowed(checked.problems, sources, _severities(), frozenset())


def _tried(checked: Analysis) -> tuple[Problem, ...]:
    return validated(lowered(checked), _severities())


def _naming(file: OpenFile) -> Span | None:
    """Find where a file names the one that it extends or uses."""
    read = file.checked.file if file.checked is not None else None
    names = () if read is None else (*read.phrases("extends"), *read.phrases("use"))
    return names[0].span if names else None


def make_server() -> FragmaServer:
    """Make a server with all its features."""
    server = FragmaServer()
    _add_files(server)
    _add_places(server)
    _add_names(server)
    _add_whole_files(server)
    _add_scenarios(server)
    return server


def _add_files(server: FragmaServer) -> None:
    @server.feature(lsp.INITIALIZE)
    def initialize(params: lsp.InitializeParams) -> None:
        folders = [folder.uri for folder in params.workspace_folders or ()]
        roots = folders or ([params.root_uri] if params.root_uri else [])
        server.files.roots = [Path(path) for uri in roots if (path := uris.to_fs_path(uri))]
        options = params.initialization_options
        server.plays = bool(options.get("play")) if isinstance(options, dict) else False

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def did_open(params: lsp.DidOpenTextDocumentParams) -> None:
        server.take(params.text_document.uri, params.text_document.version)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def did_change(params: lsp.DidChangeTextDocumentParams) -> None:
        server.take(params.text_document.uri, params.text_document.version)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(params: lsp.DidCloseTextDocumentParams) -> None:
        server.forget(params.text_document.uri)


def _add_places(server: FragmaServer) -> None:
    @server.feature(
        lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=TRIGGERS)
    )
    def completion(params: lsp.CompletionParams) -> lsp.CompletionList:
        file = server.file(params.text_document.uri)
        offset = server.positions.offset(file.source, params.position)
        index = server.files.known(file)
        items = answers.completions(index, file.source, offset, server.positions)
        return lsp.CompletionList(False, items)

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hover(params: lsp.HoverParams) -> lsp.Hover | None:
        file = server.file(params.text_document.uri)
        offset = server.positions.offset(file.source, params.position)
        return answers.hover(server.files.index(file), file.source, offset, server.positions)

    @server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION)
    def code_action(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        file = server.file(params.text_document.uri)
        problems = server.problems.get(file.uri, ())
        if not problems or problems[0].span.source.text != file.source.text:
            problems = _shown(server.files.check(file))
        wanted = server.positions.span(file.source, params.range)
        return list(fixes_of(problems, file.source, wanted, server.positions))


def _add_names(server: FragmaServer) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def definition(params: lsp.DefinitionParams) -> list[lsp.Location]:
        _, index, one = server.at(params.text_document.uri, params.position)
        return [] if one is None else answers.definitions(index, one, server.positions)

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    def references(params: lsp.ReferenceParams) -> list[lsp.Location]:
        _, index, one = server.at(params.text_document.uri, params.position)
        if one is None:
            return []
        found: dict[tuple[str, int], Occurrence] = {}
        for other in server.files.related(one.symbol, index):
            for place in other.places(one.symbol):
                if place.whole is None or params.context.include_declaration:
                    found[place.span.source.name, place.span.start] = place
        return [answers.location(place, server.positions) for _, place in sorted(found.items())]

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def highlight(params: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight]:
        file, index, one = server.at(params.text_document.uri, params.position)
        if one is None:
            return []
        kinds = {True: lsp.DocumentHighlightKind.Write, False: lsp.DocumentHighlightKind.Read}
        return [
            lsp.DocumentHighlight(
                server.positions.range(place.span), kinds[place.whole is not None]
            )
            for place in index.places(one.symbol)
            if place.span.source.name == file.source.name
        ]

    @server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    def prepare_rename(params: lsp.PrepareRenameParams) -> lsp.Range | None:
        _, index, one = server.at(params.text_document.uri, params.position)
        if one is None:
            return None
        _refusing(lambda: check_renameable(index, one.symbol))
        return server.positions.range(one.span)

    @server.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
    def rename(params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        _, index, one = server.at(params.text_document.uri, params.position)
        if one is None:
            return None
        return _renamed(server, index, one, params.new_name)


def _refusing(check: Any) -> None:
    try:
        check()
    except RenameError as error:
        raise JsonRpcException(str(error), code=-32803) from None


def _renamed(
    server: FragmaServer, index: Index, one: Occurrence, name: str
) -> lsp.WorkspaceEdit | None:
    """Rename a symbol in all files; refuse where a file would have problems that it has not."""
    symbol = one.symbol
    _refusing(lambda: check_renameable(index, symbol))
    related = server.files.related(symbol, index)
    _refusing(lambda: check_new_name(related, symbol, name))
    changes = rename_edits(related, symbol)
    sources = {file: server.files.source(file) for file in changes}
    after = {file: changed_text(sources[file], spans, name) for file, spans in changes.items()}
    for other in related:
        _refusing(lambda other=other: _check_harmless(server, other, after))
    edits: dict[str, Sequence[lsp.TextEdit]] = {}
    for file, spans in changes.items():
        source = sources[file]
        places = (Span(source, span.start, span.end) for span in spans)
        edits[uri_of(source)] = [
            lsp.TextEdit(server.positions.range(place), name) for place in places
        ]
    return lsp.WorkspaceEdit(edits)


def _check_harmless(server: FragmaServer, index: Index, after: dict[str, str]) -> None:
    """Raise RenameError where a file of the game has new problems when the edits are made."""
    source = index.analysis.source

    def load(name: str, wanted: Any, beside: Source) -> Any:
        found = server.files.load(name, wanted, beside)
        if isinstance(found, Source) and found.name in after:
            return Source(found.name, after[found.name])
        return found

    changed = check_source(Source(source.name, after.get(source.name, source.text)), loader=load)
    known = {(problem.code) for problem in index.analysis.problems}
    for problem in changed.problems:
        if problem.code not in known:
            raise RenameError(f"then {problem.span}: {problem.message}")


def _add_whole_files(server: FragmaServer) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        source = server.file(params.text_document.uri).source
        return answers.document_symbols(source, server.positions)

    @server.feature(lsp.TEXT_DOCUMENT_FOLDING_RANGE)
    def folding(params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
        return answers.folding_ranges(server.file(params.text_document.uri).source)

    legend = lsp.SemanticTokensLegend(list(colours.TOKEN_TYPES), list(colours.MODIFIERS))

    @server.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, legend)
    def tokens(params: lsp.SemanticTokensParams) -> lsp.SemanticTokens:
        file = server.file(params.text_document.uri)
        return answers.semantic_tokens(server.files.index(file), file.source, server.positions)

    @server.feature(lsp.TEXT_DOCUMENT_INLAY_HINT)
    def hints(params: lsp.InlayHintParams) -> list[lsp.InlayHint]:
        file = server.file(params.text_document.uri)
        wanted = server.positions.span(file.source, params.range)
        return answers.inlay_hints(server.files.index(file), file.source, wanted, server.positions)

    @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    def formatting(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
        return answers.formatting(server.file(params.text_document.uri).source, server.positions)


def _add_scenarios(server: FragmaServer) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_CODE_LENS, lsp.CodeLensOptions(resolve_provider=False))
    def lenses(params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
        file = server.file(params.text_document.uri)
        return answers.code_lenses(file, server.positions, server.plays)

    @server.command(RUN)
    async def run_scenarios(uri: str, name: str = "") -> str:
        file = server.file(uri)
        text, failed = await asyncio.to_thread(_run, server, file, name)
        kind = lsp.MessageType.Warning if failed else lsp.MessageType.Info
        server.window_show_message(lsp.ShowMessageParams(kind, text))
        return text


def _run(server: FragmaServer, file: OpenFile, name: str) -> tuple[str, bool]:
    """Run one scenario of a file as it is in the editor, or all; say how they went."""
    analysis = analyse_source(file.source, loader=server.files.load)
    variant = analysis.variant
    if variant is None or analysis.has_errors:
        return "the file has errors; no scenario was run", True
    failed: list[str] = []
    games: dict[tuple[tuple[tuple[str, str], ...], int | None], Game] = {}
    wanted = [one for one in variant.scenarios.values() if name in ("", one.name.text)]
    for one in wanted:
        options = {key: value.text for key, value in one.options.items()}
        setting = tuple(sorted(options.items())), one.players
        if setting not in games:
            played = analyse_source(file.source, options, one.players, server.files.load)
            games[setting] = game_of(played)
        failure = judge(games[setting], one)
        if failure is not None:
            failed.append(f"{one.name.text} ({failure.span}): {failure.message}")
    if failed:
        return "\n".join(failed), True
    return (f"{name} holds" if name else f"all {len(wanted)} scenarios hold"), False


def serve() -> None:
    """Serve one editor over the standard input and output."""
    make_server().start_io()
