"""Legend: what sites are called in a picture, and what had to be cut there."""

from collections.abc import Callable
from typing import TypeAlias

from fragma_dsl.play.board import Board

CUT = "…"

Picture: TypeAlias = tuple[list[str], list[int]]
"""Lines, and the sites whose content was cut in them."""


def cut_text(text: str, size: int) -> str:
    """Cut a text to a size; the mark at its end says that there is more."""
    return text if len(text) <= size else text[: size - 1] + CUT


def site_title(board: Board, site: int, title: Callable[[str], str]) -> str:
    """Give what people call a site, its name in the rules where they have no word for it."""
    name = board.sites[site - board.first]
    shown = title(name)
    return name if shown == name.replace("_", " ") else shown
