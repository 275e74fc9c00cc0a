"""File: a rule file to its canonical form; what cannot be read, or would change, is left alone."""

import re

from fragma_dsl.formatting.flow import format_flow
from fragma_dsl.formatting.layout import FREE, Line, comment_line, write_lines
from fragma_dsl.formatting.scalars import format_key, format_scalar
from fragma_dsl.formatting.shapes import Shaped, item_shape, shape_of_entry
from fragma_dsl.formatting.trivia import read_trivia
from fragma_dsl.formatting.unchanged import holds_same
from fragma_dsl.semantics.forks.nodes import same
from fragma_dsl.syntax.rule_file import SHAPES, find_kind, read_rule_file
from fragma_dsl.syntax.yaml_tree import (
    YamlList,
    YamlMap,
    YamlNode,
    YamlScalar,
    read_yaml,
)
from fragma_dsl.text.problem import Checked
from fragma_dsl.text.source import Source

STEP = 2
_KEEPS_END = re.compile(r"[|>][0-9]?\+")


class UnsafeFormatError(Exception):
    """A file whose canonical form would not say the same: a mistake of the formatter."""


def format_source(source: Source) -> Checked[str]:
    """Write a file in its canonical form; None where its form has errors.

    Raises UnsafeFormatError rather than give a text that reads as something else.
    """
    if source.text and not source.text.endswith("\n"):  # a text in its last lines gets its end
        source = Source(source.name, source.text + "\n")
    file = read_rule_file(source)
    root = read_yaml(source).value
    if file.value is None or file.has_errors or not isinstance(root, YamlMap):
        return Checked(None, file.problems)
    shape = SHAPES[find_kind(root)]
    text = write_lines(_Writer(source).write(root, shape))
    after = Source(source.name, text)
    again = read_rule_file(after).value
    if again is None or not same(file.value.fields, again.fields):
        raise UnsafeFormatError(source.name)
    if not holds_same(root, read_yaml(after).value, shape):
        raise UnsafeFormatError(source.name)
    return Checked(text, file.problems)


class _Writer:
    """Walks a file from its beginning to its end; `at` is how far it has come."""

    def __init__(self, source: Source) -> None:
        self.text = source.text
        self.source = source
        self.at = 0
        self.lines: list[Line] = []
        self.path: list[tuple[int, int]] = []  # the column as written, and now, of open blocks
        self.last: list[tuple[int, int]] = []  # the path of what was written last
        self.opens = True

    def write(self, root: YamlMap, shape: Shaped) -> list[Line]:
        """Write the whole file."""
        if root.flow:
            self._comments(root.span.start, [(0, 0)])
            self._value(root, shape, 0, "")
        else:
            self._map(root, shape, 0)
        self._comments(len(self.text), [(0, 0)], at_end=True)
        return self.lines

    def _comments(self, until: int, path: list[tuple[int, int]], at_end: bool = False) -> None:
        """Write the comments and free lines up to the next part, which stands on a path."""
        trivia = read_trivia(self.text, self.at, until)
        if trivia.behind:
            if self.lines:
                last = self.lines[-1]
                self.lines[-1] = Line(last.indent, last.text, trivia.behind)
            else:
                self._put(comment_line(0, trivia.behind))
        for comment in trivia.comments:
            while len(self.last) > len(path) and self.last[-1][0] > comment.column:
                self.last.pop()
            deepest = self.last if len(self.last) > len(path) else path
            if comment.apart and not self.opens:
                self.lines.append(FREE)
            self._put(comment_line(deepest[-1][1], comment.text))
        if trivia.apart and not self.opens and not at_end:
            self.lines.append(FREE)
        self.at = until

    def _put(self, *lines: Line) -> None:
        self.lines += lines
        self.opens = False

    # ---- block maps and lists

    def _map(self, node: YamlMap, shape: Shaped, indent: int) -> None:
        self.path.append((_column(node.entries[0].key), indent))
        for entry in node.entries:
            self._comments(entry.key.span.start, self.path)
            inner = shape_of_entry(shape, entry.key.text)
            key = format_key(entry.key, shape)
            self.at = entry.key.span.end
            self.last = list(self.path)
            self._value(entry.value, inner, indent, f"{key}:")
        self.path.pop()

    def _list(self, node: YamlList, shape: Shaped, indent: int) -> None:
        self.path.append((_dash_column(self.text, node), indent))
        for item in node.items:
            self._comments(_dash_start(self.text, self.at, item), self.path)
            self.last = list(self.path)
            self._item(item, item_shape(shape), indent)
        self.path.pop()

    def _item(self, item: YamlNode, shape: Shaped, indent: int) -> None:
        if isinstance(item, YamlScalar) or item.flow:
            self._value(item, shape, indent, "-")
            return
        start = len(self.lines)
        self.opens = True
        self._block(item, shape, indent + STEP)
        first = self.lines[start]
        if first.text.startswith("#"):
            self.lines.insert(start, Line(indent, "-"))
        else:
            self.lines[start] = Line(indent, f"- {first.text}", first.comment)

    def _block(self, node: YamlNode, shape: Shaped, indent: int) -> None:
        if isinstance(node, YamlMap):
            self._map(node, shape, indent)
        elif isinstance(node, YamlList):
            self._list(node, shape, indent)

    # ---- values

    def _value(self, node: YamlNode, shape: Shaped, indent: int, lead: str) -> None:
        """Write a value behind its key or dash."""
        if isinstance(node, YamlScalar):
            self._scalar(node, shape, indent, lead)
        elif node.flow:
            lines = format_flow(self.source, node, shape, indent, lead)
            self._lead_in(node.span.start)
            self._put(*lines)
            self.at = node.span.end
        else:
            self._put(Line(indent, lead))
            self.opens = True
            self._block(node, shape, indent + STEP)

    def _scalar(self, node: YamlScalar, shape: Shaped, indent: int, lead: str) -> None:
        if not node.span.text:
            self._put(Line(indent, lead))
            return
        self._lead_in(node.span.start)
        self._put(*format_scalar(node, shape, indent, lead))
        keeps_end = _KEEPS_END.match(node.span.text) is not None and node.style != "plain"
        content = node.span.text if keeps_end else node.span.text.rstrip()
        self.at = node.span.start + len(content.removesuffix("\n"))

    def _lead_in(self, start: int) -> None:
        """Write comments that stand between a key and its value in front of both."""
        trivia = read_trivia(self.text, self.at, start)
        indent = self.path[-1][1] if self.path else 0
        comments = [
            text for text in (trivia.behind, *(one.text for one in trivia.comments)) if text
        ]
        self._put(*(comment_line(indent, text) for text in comments))
        self.at = start


def _column(node: YamlNode) -> int:
    return node.span.column - 1


def _dash_start(text: str, at: int, item: YamlNode) -> int:
    """Find the dash of an item: the last one before it outside comments."""
    start = item.span.start
    while start > at:
        line = text.rfind("\n", 0, start) + 1
        lead = text[max(line, at) : start]
        bare = lead.split("#")[0] if lead.lstrip().startswith("#") else lead
        found = bare.rfind("-")
        if found >= 0:
            return max(line, at) + found
        start = line - 1
    return item.span.start


def _dash_column(text: str, node: YamlList) -> int:
    return node.span.start - text.rfind("\n", 0, node.span.start) - 1
