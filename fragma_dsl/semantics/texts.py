"""Texts: a variant's tree in, what people read out."""

from fragma_dsl.play.texts import Texts
from fragma_dsl.syntax import tree


def collect_texts(variant: tree.Variant) -> Texts:
    """Gather the title, what the game is about, the labels and the symbols of the pieces."""
    return Texts(
        title=dict(variant.title.by_language),
        about=dict(variant.about.by_language) if variant.about else {},
        entries={id: dict(text.by_language) for id, text in variant.texts.items()},
        symbols={name: piece.symbol for name, piece in variant.pieces.items() if piece.symbol},
    )
