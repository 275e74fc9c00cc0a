"""Forks: a file, the games it extends and the libraries it uses to the fields of one whole game."""

from fragma_dsl.semantics.forks.compare import Difference, compare
from fragma_dsl.semantics.forks.merge import Resolved, merge
from fragma_dsl.semantics.forks.merged import Layer
from fragma_dsl.semantics.forks.nodes import names_in
from fragma_dsl.semantics.forks.origin import find_origin
from fragma_dsl.semantics.forks.removals import label_removals
from fragma_dsl.text.loading import Loader, Missing, no_files

__all__ = [
    "Difference", "Layer", "Loader", "Missing", "Resolved", "compare", "find_origin",
    "label_removals", "merge", "names_in", "no_files",
]  # fmt: skip
