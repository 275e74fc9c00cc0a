"""Renaming: the edits that give a symbol a new name in all files, or why there are none."""

from collections.abc import Callable, Mapping, Sequence

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException

from fragma_dsl.editor.index import Index
from fragma_dsl.editor.rename import (
    RenameError,
    changed_text,
    check_new_name,
    check_renameable,
    rename_edits,
)
from fragma_dsl.editor.symbols import Occurrence
from fragma_dsl.lsp.files import Files, uri_of
from fragma_dsl.lsp.positions import Positions
from fragma_dsl.pipeline import check_source
from fragma_dsl.semantics.forks import Missing
from fragma_dsl.text.language import tell
from fragma_dsl.text.loading import Wanted
from fragma_dsl.text.said import say
from fragma_dsl.text.source import Source
from fragma_dsl.text.span import Span

REQUEST_FAILED = -32803


def refusing(check: Callable[[], None], language: str | None) -> None:
    """Do a check; what it refuses is the answer to the editor."""
    try:
        check()
    except RenameError as error:
        raise JsonRpcException(tell(str(error), language), code=REQUEST_FAILED) from None


def renamed(
    files: Files,
    positions: Positions,
    index: Index,
    one: Occurrence,
    name: str,
    language: str | None,
) -> lsp.WorkspaceEdit | None:
    """Rename a symbol in all files; refuse where a file would have problems that it has not."""
    symbol = one.symbol
    refusing(lambda: check_renameable(index, symbol), language)
    related = files.related(symbol, index)
    refusing(lambda: check_new_name(related, symbol, name), language)
    changes = rename_edits(related, symbol)
    sources = {file: files.source(file) for file in changes}
    after = {file: changed_text(sources[file], spans, name) for file, spans in changes.items()}
    refusing(lambda: _check_harmless(files, related, after), language)
    edits: dict[str, Sequence[lsp.TextEdit]] = {}
    for file, spans in changes.items():
        source = sources[file]
        places = (Span(source, span.start, span.end) for span in spans)
        edits[uri_of(source)] = [lsp.TextEdit(positions.range(place), name) for place in places]
    return lsp.WorkspaceEdit(edits)


def _check_harmless(files: Files, indices: Sequence[Index], after: Mapping[str, str]) -> None:
    """Raise RenameError where a game would have problems, with the edits, that it has not."""

    def load(name: str, wanted: Wanted, beside: Source) -> Source | Missing:
        found = files.load(name, wanted, beside)
        if isinstance(found, Source) and found.name in after:
            return Source(found.name, after[found.name])
        return found

    for index in indices:
        source = index.analysis.source
        text = after.get(source.name, source.text)
        known = {problem.code for problem in index.analysis.problems}
        for problem in check_source(Source(source.name, text), loader=load).problems:
            if problem.code not in known:
                raise RenameError(
                    say("then {place!s}: {message}", place=problem.span, message=problem.message)
                )
