"""Features: what the language server answers, and how it is served."""

import gc
import os
import sys
from pathlib import Path

from lsprotocol import types as lsp
from pygls import uris

from fragma_dsl.editor import colours
from fragma_dsl.editor.rename import check_renameable
from fragma_dsl.editor.symbols import Occurrence
from fragma_dsl.lsp import answers
from fragma_dsl.lsp.diagnostics import fixes_of
from fragma_dsl.lsp.plain_log import log_plainly
from fragma_dsl.lsp.renaming import refusing, renamed
from fragma_dsl.lsp.running import run_scenarios
from fragma_dsl.lsp.server import FragmaServer, shown
from fragma_dsl.lsp.signature_help import signature_help as help_with
from fragma_dsl.text.language import wanted_language

COLLECTING = (50_000, 20, 100)
"""How seldom garbage is looked for: a keystroke makes many small things that die young."""
RUN = "fragma.runScenarios"
TRIGGERS = [".", " ", "[", "(", "{", ",", ":"]


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
        server.language = wanted_language({"LANG": params.locale} if params.locale else os.environ)
        options = params.initialization_options
        server.plays = bool(options.get("play")) if isinstance(options, dict) else False
        server.configure(options)

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def did_open(params: lsp.DidOpenTextDocumentParams) -> None:
        server.take(params.text_document.uri, params.text_document.version)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def did_change(params: lsp.DidChangeTextDocumentParams) -> None:
        server.take(params.text_document.uri, params.text_document.version)

    @server.feature(lsp.WORKSPACE_DID_CHANGE_CONFIGURATION)
    def did_change_settings(params: lsp.DidChangeConfigurationParams) -> None:
        settings = params.settings
        server.configure(settings.get("fragma") if isinstance(settings, dict) else None)
        server.refresh()

    @server.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def did_change_files(_: lsp.DidChangeWatchedFilesParams) -> None:
        server.refresh()

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
        items = answers.completions(index, file.source, offset, server.positions, server.language)
        return lsp.CompletionList(False, items)

    @server.feature(
        lsp.TEXT_DOCUMENT_SIGNATURE_HELP, lsp.SignatureHelpOptions(["(", ","], [")", " "])
    )
    def signature_help(params: lsp.SignatureHelpParams) -> lsp.SignatureHelp | None:
        file = server.file(params.text_document.uri)
        offset = server.positions.offset(file.source, params.position)
        index = server.files.known(file)
        return help_with(index, file.source, offset, server.positions, server.language)

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hover(params: lsp.HoverParams) -> lsp.Hover | None:
        file = server.file(params.text_document.uri)
        offset = server.positions.offset(file.source, params.position)
        index = server.files.index(file)
        return answers.hover(index, file.source, offset, server.positions, server.language)

    @server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION)
    def code_action(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        file = server.file(params.text_document.uri)
        problems = server.problems.get(file.uri, ())
        if not problems or problems[0].span.source.text != file.source.text:
            problems = shown(server.files.check(file))
        wanted = server.positions.span(file.source, params.range)
        return list(fixes_of(problems, file.source, wanted, server.positions, server.language))


def _add_names(server: FragmaServer) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def definition(params: lsp.DefinitionParams) -> list[lsp.Location]:
        index, one = server.declared_at(params.text_document.uri, params.position)
        return [] if one is None else answers.definitions(index, one, server.positions)

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    def references(params: lsp.ReferenceParams) -> list[lsp.Location]:
        index, one = server.declared_at(params.text_document.uri, params.position)
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
        index, one = server.declared_at(params.text_document.uri, params.position)
        if one is None:
            return None
        refusing(lambda: check_renameable(index, one.symbol), server.language)
        return server.positions.range(one.span)

    @server.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
    def rename(params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        index, one = server.declared_at(params.text_document.uri, params.position)
        if one is None:
            return None
        return renamed(server.files, server.positions, index, one, params.new_name, server.language)


def _add_whole_files(server: FragmaServer) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        source = server.file(params.text_document.uri).source
        return answers.document_symbols(source, server.positions, server.language)

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
        return answers.code_lenses(file, server.positions, server.plays, server.language)

    @server.command(RUN)
    async def run(uri: str, name: str = "") -> str:
        file = server.file(uri)
        text, failed = await server.work(run_scenarios, server.files, file, name, server.language)
        kind = lsp.MessageType.Warning if failed else lsp.MessageType.Info
        server.window_show_message(lsp.ShowMessageParams(kind, text))
        return text


def serve() -> None:
    """Serve one editor over the standard input and output, which stays open behind it."""
    gc.set_threshold(*COLLECTING)
    log_plainly()
    sys.stdout.flush()
    make_server().start_io(sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb"))
