"""Origin: a path in a resolved game to the files that have spoken of it, the first first."""

from collections.abc import Mapping

from fragma_dsl.semantics.forks.merged import Layer, Path


def find_origin(layers: Mapping[Path, tuple[Layer, ...]], path: Path) -> tuple[Layer, ...]:
    """Give what each file has done to a key, an entry or a key of an entry; () where none has.

    A map stands for all of its entries.
    """
    if path in layers:
        return layers[path]
    return tuple(
        layer
        for other, found in layers.items()
        if len(other) == len(path) + 1 and other[: len(path)] == path
        for layer in found
    )
