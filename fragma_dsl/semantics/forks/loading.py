"""Loading: what forks are handed, see text.loading."""

from fragma_dsl.text.loading import Loader, Missing, Wanted, no_files

__all__ = ["Loader", "Missing", "Wanted", "no_files"]
