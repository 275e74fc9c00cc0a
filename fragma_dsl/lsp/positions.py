"""Positions: offsets of a source to lines and columns as an editor counts them, and back."""

from lsprotocol import types as lsp
from pygls.workspace import PositionCodec

from fragma_dsl.text.source import Source
from fragma_dsl.text.span import Span

BEYOND = 0xFFFF
"""Characters above take two units of UTF-16."""


class Positions:
    """Counts columns in the units that client and server have agreed on, UTF-16 unless said."""

    def __init__(self, codec: PositionCodec) -> None:
        self.encoding = codec.encoding

    def units(self, text: str) -> int:
        """Give how many units a text takes."""
        match self.encoding:
            case lsp.PositionEncodingKind.Utf32:
                return len(text)
            case lsp.PositionEncodingKind.Utf8:
                return len(text.encode("utf-8", "surrogatepass"))
            case _:
                return len(text) + sum(ord(char) > BEYOND for char in text)

    def position(self, source: Source, offset: int) -> lsp.Position:
        """Give the position of an offset."""
        line, column = source.position(min(offset, len(source.text)))
        start = source.line_starts[line - 1]
        return lsp.Position(line - 1, self.units(source.text[start : start + column - 1]))

    def range(self, span: Span) -> lsp.Range:
        """Give the range of a span."""
        source = span.source
        return lsp.Range(self.position(source, span.start), self.position(source, span.end))

    def offset(self, source: Source, position: lsp.Position) -> int:
        """Give the offset of a position; one behind a line's end means its end."""
        if position.line >= len(source.line_starts):
            return len(source.text)
        start = source.line_starts[position.line]
        text = source.line(position.line + 1)
        if text.isascii() or self.encoding == lsp.PositionEncodingKind.Utf32:
            return start + min(position.character, len(text))
        left = position.character
        for i, char in enumerate(text):
            left -= self.units(char)
            if left < 0:
                return start + i
            if left == 0:
                return start + i + 1
        return start + (len(text) if position.character else 0)

    def span(self, source: Source, range: lsp.Range) -> Span:
        """Give the span of a range."""
        return Span(source, self.offset(source, range.start), self.offset(source, range.end))
