"""Legend: texts that do not fit into a picture are cut there and written out below it."""

from collections.abc import Mapping

from fragma_dsl.play.board import Board

CUT = "…"


def cut_text(text: str, size: int) -> str:
    """Cut a text to a size; the mark at its end says that there is more."""
    return text if len(text) <= size else text[: size - 1] + CUT


def write_legend(board: Board, cut: Mapping[int, str]) -> list[str]:
    """Write what stands on the sites where it did not fit."""
    return [f"{board.sites[site - board.first]}: {text}" for site, text in cut.items()]
