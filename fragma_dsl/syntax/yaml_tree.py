"""YAML tree: a source to maps, lists and scalars of text, with their spans and nothing typed."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import yaml

from fragma_dsl.syntax import problems as p
from fragma_dsl.syntax.yaml_errors import explain_error
from fragma_dsl.text.node import Node, node
from fragma_dsl.text.problem import AdvisedProblem, Checked, Fix, Problem
from fragma_dsl.text.said import say
from fragma_dsl.text.source import MAX_SIZE, Source
from fragma_dsl.text.span import Span

MAX_DEPTH = 32
_BOM = "\ufeff"
_LOADER: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_UNREADABLE = re.compile(
    "\r(?!\n)|[^\t\n\r\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
_TAB_INDENT = re.compile(r"^ *(\t+)[ \t]*(?=[^\s#])", re.MULTILINE)

# A scalar whose mistake is already reported is "broken": readers pass over it.
Style = Literal["plain", "single", "double", "literal", "folded", "broken"]
_STYLES: dict[str | None, Style] = {"'": "single", '"': "double", "|": "literal", ">": "folded"}


@node
class YamlScalar(Node):
    """A text as YAML reads it; `span` is the place as written, quotes and `|` included.

    `in_brackets` is whether it stands inside `{ }` or `[ ]`, here and in maps and lists.
    """

    text: str
    style: Style
    span: Span
    in_brackets: bool = False


@node
class YamlEntry(Node):
    """A key with its value."""

    key: YamlScalar
    value: "YamlNode"


@node
class YamlMap(Node):
    """Entries in file order, no key twice."""

    entries: tuple[YamlEntry, ...]
    flow: bool
    span: Span
    in_brackets: bool = False


@node
class YamlList(Node):
    """A list."""

    items: "tuple[YamlNode, ...]"
    flow: bool
    span: Span
    in_brackets: bool = False


YamlNode: TypeAlias = YamlScalar | YamlMap | YamlList


def source_from(name: str, text: str) -> Source:
    """Make a source that ends in a line break, as scripts at the end of a file need it."""
    return Source(name, text if text.endswith("\n") or not text else text + "\n")


def read_yaml(source: Source) -> Checked[YamlNode]:
    """Read the one document of a source; None where it has no readable one."""
    early = _check_text(source)
    if early:
        return Checked(None, early)
    composer = _Composer(source)
    try:
        root = composer.compose()
    except yaml.YAMLError as error:
        problem = _explain(source, composer.offset, error)
        if not any(problem.span.line == other.span.line for other in composer.problems):
            composer.problems.append(problem)
        return Checked(None, tuple(composer.problems))
    return Checked(root, tuple(composer.problems))


def _check_text(source: Source) -> tuple[Problem, ...]:
    """Check size and characters, so that YAML is handed readable text alone."""
    text = source.text
    if len(text) > MAX_SIZE or len(text.encode("utf-8", "replace")) > MAX_SIZE:
        return (p.FileTooLarge(Span(source, 0, 0)),)
    start = 1 if text.startswith(_BOM) else 0
    found: list[Problem] = []
    for match in _UNREADABLE.finditer(text, start):
        what = (
            "a lone carriage return"
            if match[0] == "\r"
            else say("the character U+{number:04X}", number=ord(match[0]))
        )
        span = Span(source, match.start(), match.end())
        found.append(p.UnreadableCharacter(span, what, known_fix=Fix(span, "")))
    return tuple(found[:20])


def _explain(source: Source, offset: int, error: yaml.YAMLError) -> Problem:
    """Turn YAML's own error into a problem, a tab in the indentation first of all."""
    place = getattr(getattr(error, "problem_mark", None), "index", 0) + offset
    line = source.position(min(place, len(source.text)))[0]
    start = source.line_starts[line - 1]
    tab = _TAB_INDENT.match(source.text, start)
    if tab is not None:
        span = Span(source, tab.start(1), tab.end(1))
        return p.Tab(span, known_fix=Fix(span, "  " * len(tab[1])))
    return explain_error(source, offset, error)


@dataclass(slots=True)
class _Open:
    """A list or map that is being read; `key` is the key that waits for its value."""

    is_map: bool
    flow: bool
    start: int
    items: list[YamlNode] = field(default_factory=list)
    entries: dict[str, YamlEntry] = field(default_factory=dict)
    key: YamlScalar | None = None
    wants_key: bool = True
    skips: bool = False


class _Composer:
    """Composes nodes from YAML's events on its own stack, so that depth is a limit, not a crash."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.problems: list[Problem] = []
        self.offset = 1 if source.text.startswith(_BOM) else 0
        self.stack: list[_Open] = []
        self.root: YamlNode | None = None

    def compose(self) -> YamlNode | None:
        documents = 0
        for event in self._events():
            match event:
                case yaml.DocumentStartEvent():
                    documents += 1
                    if documents > 1:
                        self._report(p.SeveralDocuments, self._mark(event))
                        return self.root
                    if event.version or event.tags:
                        self._report(p.Directive, self._mark(event))
                case yaml.CollectionStartEvent():
                    if not self._open(event):
                        return None
                case yaml.CollectionEndEvent():
                    self._close(event)
                case yaml.ScalarEvent():
                    self._add(self._scalar(event))
                case yaml.AliasEvent():
                    self._report(p.Anchor, self._mark(event))
                    self._add(YamlScalar("", "broken", self._mark(event)))
        if self.root is None or (isinstance(self.root, YamlScalar) and not self.root.text.strip()):
            self._report(p.EmptyFile, Span(self.source, 0, 0))
            return None
        return self.root

    def _events(self) -> Iterator[Any]:
        return yaml.parse(self.source.text[self.offset :], Loader=_LOADER)

    def _mark(self, event: Any) -> Span:
        start = event.start_mark.index + self.offset
        return Span(self.source, start, max(start, event.end_mark.index + self.offset))

    def _report(self, kind: type[AdvisedProblem], span: Span) -> None:
        self.problems.append(kind(span))

    def _scalar(self, event: Any) -> YamlScalar:
        style = _STYLES.get(event.style, "plain")
        if self._has_marks(event):
            style = "broken"
        return YamlScalar(event.value, style, self._mark(event), self._is_in_brackets())

    def _has_marks(self, event: Any) -> bool:
        """Report the references and tags before a node."""
        span = self._mark(event)
        if event.anchor is None and event.tag is None:
            return False
        for match in re.compile(r"([&!])[^\s,\]}]*\s*").finditer(self.source.text, span.start):
            if match.start() != span.start:
                break
            place = Span(self.source, match.start(), match.start() + len(match[0].rstrip()))
            self._report(p.Anchor if match[1] == "&" else p.Tag, place)
            span = Span(self.source, match.end(), max(match.end(), span.end))
        return True

    def _open(self, event: Any) -> bool:
        self._has_marks(event)
        start = event.start_mark.index + self.offset
        if len(self.stack) >= MAX_DEPTH:
            self._report(p.TooDeepFile, Span(self.source, start, start + 1))
            return False
        is_map = isinstance(event, yaml.MappingStartEvent)
        self.stack.append(_Open(is_map, bool(event.flow_style), start))
        return True

    def _close(self, event: Any) -> None:
        done = self.stack.pop()
        end = event.end_mark.index + self.offset
        if not done.flow:
            end = done.start + len(self.source.text[done.start : end].rstrip())
        span = Span(self.source, done.start, end)
        inside = self._is_in_brackets()
        if done.is_map:
            self._add(YamlMap(tuple(done.entries.values()), done.flow, span, inside))
        else:
            self._add(YamlList(tuple(done.items), done.flow, span, inside))

    def _is_in_brackets(self) -> bool:
        return bool(self.stack) and self.stack[-1].flow

    def _add(self, node: YamlNode) -> None:
        """Put a finished node where it belongs: the root, a list, a key or its value."""
        if not self.stack:
            self.root = node
            return
        top = self.stack[-1]
        if not top.is_map:
            top.items.append(node)
        elif top.wants_key:
            self._add_key(top, node)
        else:
            if top.key is not None:
                top.entries[top.key.text] = YamlEntry(top.key, node)
            top.key, top.wants_key = None, True

    def _add_key(self, top: _Open, node: YamlNode) -> None:
        """Take a key; one that cannot count is reported, and its value is dropped."""
        top.wants_key = False
        if not isinstance(node, YamlScalar) or node.style in ("literal", "folded"):
            self._report(p.KeyNotText, node.span)
        elif node.text == "<<":
            self._report(p.MergeKey, node.span)
        elif node.text in top.entries:
            self.problems.append(p.DuplicateKey(node.span, top.entries[node.text].key.span))
        else:
            top.key = node
