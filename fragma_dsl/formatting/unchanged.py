"""Unchanged: whether two YAML trees hold the same, scripts aside, which are compared as parsed."""

from fragma_dsl.formatting.scalars import is_script
from fragma_dsl.formatting.shapes import Shaped, fitting, item_shape, shape_of_entry
from fragma_dsl.syntax import shape as s
from fragma_dsl.syntax.yaml_tree import YamlList, YamlMap, YamlNode, YamlScalar


def holds_same(one: YamlNode | None, other: YamlNode | None, shape: Shaped) -> bool:
    """Say whether two nodes have the same keys and texts in the same order, and quotes where the
    other has some, so that nothing becomes a number or a truth that was a text."""
    match one, other:
        case YamlMap(), YamlMap():
            signed = _has_signatures(shape)
            return len(one.entries) == len(other.entries) and all(
                (signed or holds_same(a.key, b.key, None))
                and holds_same(a.value, b.value, shape_of_entry(shape, a.key.text))
                for a, b in zip(one.entries, other.entries, strict=True)
            )
        case YamlList(), YamlList():
            return len(one.items) == len(other.items) and all(
                holds_same(a, b, item_shape(shape))
                for a, b in zip(one.items, other.items, strict=True)
            )
        case YamlScalar(), YamlScalar():
            if is_script(fitting(shape, one)):
                return True
            same_kind = (one.style == "plain") == (other.style == "plain")
            return one.text == other.text and same_kind
        case _:
            return one is other


def _has_signatures(shape: Shaped) -> bool:
    mapped = shape.map if isinstance(shape, s.EitherShape) else shape
    return isinstance(mapped, s.EntriesShape) and mapped.key == "signature"
