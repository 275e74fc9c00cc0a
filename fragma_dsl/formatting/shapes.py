"""Shapes: which shape of the schema the parts of a file have, as far as it knows them."""

from typing import TypeAlias

from fragma_dsl.syntax import shape as s
from fragma_dsl.syntax.yaml_tree import YamlList, YamlMap, YamlNode

Shaped: TypeAlias = s.Shape | None


def fitting(shape: Shaped, node: YamlNode) -> Shaped:
    """Give the shape that a node has where several would do."""
    if not isinstance(shape, s.EitherShape):
        return shape
    if isinstance(node, YamlMap):
        return shape.map
    if isinstance(node, YamlList):
        return shape.list
    return shape.scalar


def item_shape(shape: Shaped) -> Shaped:
    """Give the shape of the entries of a list."""
    listed = shape.list if isinstance(shape, s.EitherShape) else shape
    return listed.item if isinstance(listed, s.ListShape) else None


def shape_of_entry(shape: Shaped, key: str) -> Shaped:
    """Give the shape of what stands behind a key."""
    mapped = shape.map if isinstance(shape, s.EitherShape) else shape
    if isinstance(mapped, s.EntriesShape):
        return mapped.value
    if isinstance(mapped, s.RecordShape):
        return next((one.shape for one in mapped.keys if one.name == key), None)
    return s.TextShape() if isinstance(mapped, s.TextShape) else None
