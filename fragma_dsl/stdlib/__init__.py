"""Stdlib: the builtins of the language, on shelves."""

from fragma_dsl.library.declare import Builtin, Library
from fragma_dsl.stdlib import boards, lines, network, numbers, pieces, sets

SHELVES = (
    numbers.BUILTINS, pieces.BUILTINS, boards.BUILTINS, lines.BUILTINS, network.BUILTINS,
    sets.BUILTINS,
)  # fmt: skip
"""In the order in which signatures of one name are tried."""


def standard_library() -> Library:
    """Gather the builtins of all shelves; those of one name keep their order."""
    builtins: dict[str, tuple[Builtin, ...]] = {}
    for shelf in SHELVES:
        for builtin in shelf:
            builtins[builtin.name] = (*builtins.get(builtin.name, ()), builtin)
    return Library(builtins)
