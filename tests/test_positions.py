"""Columns as editors count them: in units of UTF-16, UTF-8 or UTF-32."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types as lsp
from pygls.workspace import PositionCodec

from fragma_dsl.lsp.positions import Positions
from fragma_dsl.text.source import Source

ENCODINGS = {
    lsp.PositionEncodingKind.Utf8: ("utf-8", 1),
    lsp.PositionEncodingKind.Utf16: ("utf-16-le", 2),
    lsp.PositionEncodingKind.Utf32: ("utf-32-le", 4),
}
TEXTS = st.text(alphabet="ab :\n\tñé∞\u0301😀🂡", max_size=40)


@pytest.mark.parametrize("encoding", ENCODINGS)
@given(text=TEXTS, data=st.data())
def test_an_offset_comes_back(encoding: str, text: str, data: st.DataObject) -> None:
    positions = Positions(PositionCodec(encoding))
    source = Source("f", text)
    offset = data.draw(st.integers(0, len(text)))
    found = positions.position(source, offset)
    before = text[:offset].split("\n")
    codec, size = ENCODINGS[lsp.PositionEncodingKind(encoding)]
    assert found.line == len(before) - 1
    assert found.character == len(before[-1].encode(codec)) // size
    assert positions.offset(source, found) == offset


def test_a_place_inside_a_character_or_behind_a_line_is_near_it() -> None:
    positions = Positions(PositionCodec(lsp.PositionEncodingKind.Utf16))
    source = Source("f", "a😀b\nc")
    assert positions.offset(source, lsp.Position(0, 2)) == 1
    assert positions.offset(source, lsp.Position(0, 99)) == 3
    assert positions.offset(source, lsp.Position(99, 0)) == 5
