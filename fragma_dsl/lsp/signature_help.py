"""Signature help: the call that stands around a place, in the words of the protocol."""

from lsprotocol import types as lsp

from fragma_dsl.editor.index import Index
from fragma_dsl.editor.place import find_cursor
from fragma_dsl.editor.signatures import fitting, open_call, signatures
from fragma_dsl.lsp.answers import in_comment
from fragma_dsl.lsp.positions import Positions
from fragma_dsl.text.language import tell
from fragma_dsl.text.source import Source


def signature_help(
    index: Index, source: Source, offset: int, positions: Positions, language: str | None = None
) -> lsp.SignatureHelp | None:
    """Tell of the call that stands around an offset which argument is written there."""
    place = find_cursor(source.text, offset)
    call = None if in_comment(place) else open_call(place)
    forms = [] if call is None else signatures(index, call.name)
    if call is None or not forms:
        return None
    shown = [
        lsp.SignatureInformation(
            form.label,
            lsp.MarkupContent(lsp.MarkupKind.Markdown, tell(form.doc, language))
            if form.doc
            else None,
            [
                lsp.ParameterInformation(
                    (positions.units(form.label[:start]), positions.units(form.label[:end]))
                )
                for start, end in form.parameters
            ],
        )
        for form in forms
    ]
    return lsp.SignatureHelp(shown, fitting(forms, call.before), call.before)
