"""Boards: the declarations of boards built into networkx graphs, with all that is wrong in them."""

from fragma_dsl.semantics.boards.build import BoardSet, build_boards

__all__ = ["BoardSet", "build_boards"]
