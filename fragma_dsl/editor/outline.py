"""Outline: a rule file to its parts as an editor lists and folds them."""

from collections.abc import Iterator
from dataclasses import dataclass

from fragma_dsl.editor.symbols import KINDS
from fragma_dsl.syntax.yaml_tree import YamlEntry, YamlMap, YamlNode, YamlScalar
from fragma_dsl.text.source import Source
from fragma_dsl.text.span import Span

_NESTED = ("override", "add")


@dataclass(frozen=True, slots=True)
class Part:
    """A key with what stands behind it; `kind` is what it declares, "" for a plain key."""

    name: str
    kind: str
    span: Span
    whole: Span
    parts: "tuple[Part, ...]" = ()


def outline(root: YamlNode | None) -> tuple[Part, ...]:
    """List the keys of a file and the entries of its maps."""
    return tuple(_parts(root, "")) if isinstance(root, YamlMap) else ()


def _parts(node: YamlMap, above: str) -> Iterator[Part]:
    for entry in node.entries:
        name, value = entry.key.text, entry.value
        kind = str(KINDS.get(above, ""))
        inner: tuple[Part, ...] = ()
        if isinstance(value, YamlMap) and (name in KINDS or name in _NESTED) and not kind:
            inner = tuple(_parts(value, name))
        yield Part(name, kind, entry.key.span, _whole(entry), inner)


def _whole(entry: YamlEntry) -> Span:
    span = entry.key.span.to(entry.value.span)
    length = len(span.text.rstrip())
    return Span(span.source, span.start, max(entry.key.span.end, span.start + length))


def folds(source: Source, root: YamlNode | None) -> Iterator[tuple[int, int, bool]]:
    """Give the first and last line, from 1, of what can be folded: values, blocks of scripts and
    runs of comments; for comments the third is true."""
    found: dict[tuple[int, int], bool] = {}
    if root is not None:
        for first, last in _values(root):
            found.setdefault((first, last), False)
    for first, last in _blocks(source):
        found.setdefault((first, last), False)
    for first, last in _comments(source):
        found.setdefault((first, last), True)
    yield from ((first, last, is_comment) for (first, last), is_comment in sorted(found.items()))


def _values(node: YamlNode) -> Iterator[tuple[int, int]]:
    if isinstance(node, YamlScalar):
        return
    children = node.entries if isinstance(node, YamlMap) else node.items
    for child in children:
        value = child.value if isinstance(child, YamlEntry) else child
        whole = _whole(child) if isinstance(child, YamlEntry) else child.span
        last = whole.source.position(max(whole.start, whole.end - 1))[0]
        if last > whole.line:
            yield whole.line, last
        yield from _values(value)


def _blocks(source: Source) -> Iterator[tuple[int, int]]:
    """Give what stands deeper behind a line that ends in a colon."""
    lines = source.text.split("\n")
    open: list[tuple[int, int]] = []
    last = 0
    for number, line in enumerate(lines, 1):
        bare = line.strip()
        if not bare or bare.startswith("#"):
            continue
        indent = len(line) - len(line.lstrip())
        while open and open[-1][0] >= indent:
            first = open.pop()[1]
            if last > first:
                yield first, last
        if bare.split(" #")[0].rstrip().endswith(":"):
            open.append((indent, number))
        last = number
    yield from ((first, last) for _, first in open if last > first)


def _comments(source: Source) -> Iterator[tuple[int, int]]:
    begin = 0
    for number, line in enumerate((*source.text.split("\n"), ""), 1):
        is_comment = line.lstrip().startswith("#")
        if is_comment and not begin:
            begin = number
        elif not is_comment and begin:
            if number - begin > 1:
                yield begin, number - 1
            begin = 0
