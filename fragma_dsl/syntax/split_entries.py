"""Split entries: what YAML has cut in two in a list or map in brackets, at a comma inside `( )`."""

import re
from collections.abc import Callable

from fragma_dsl.syntax import problems as p
from fragma_dsl.syntax.yaml_tree import YamlEntry, YamlList, YamlMap, YamlNode, YamlScalar
from fragma_dsl.text.problem import Checked, Fix, Problem
from fragma_dsl.text.said import say
from fragma_dsl.text.span import Span

_ADVICE = "write the list with one `- ` line for each entry"
_MAP_ADVICE = "give each key a line of its own, without `{ }`"
_TEXT_ADVICE = say("{map_advice}, or put the text in quotes", map_advice=_MAP_ADVICE)


def find_split_items(node: YamlList, quotable: bool) -> Checked[tuple[YamlNode, ...]]:
    """Give the whole entries of a list in `[ ]`; those cut in two are reported once each."""
    whole: list[YamlNode] = []
    problems: list[Problem] = []
    depth, start = 0, 0
    for item in node.items:
        before, depth = depth, max(0, depth + _balance(item))
        if before == 0 and depth == 0:
            whole.append(item)
        elif before == 0:
            start = item.span.start
        elif depth == 0:
            span = Span(item.span.source, start, item.span.end)
            fix = (
                Fix(span, f'"{_one_line(span.text)}"')
                if quotable and '"' not in span.text
                else None
            )
            problems.append(p.SplitEntry(span, known_fix=fix, advice=_ADVICE))
    if depth:
        problems.append(p.SplitEntry(Span(node.span.source, start, node.span.end), advice=_ADVICE))
    return Checked(tuple(whole), tuple(problems))


def find_split_entries(
    node: YamlMap, is_text: Callable[[str], bool]
) -> Checked[tuple[YamlEntry, ...]]:
    """Give the whole entries of a map in `{ }`; those cut in two are reported once each.

    `is_text` says for a key whether its value is a text for people, which may stand in quotes.
    """
    whole: list[YamlEntry] = []
    problems: list[Problem] = []
    depth = 0
    entries, found = _join_texts(node, is_text)
    problems.extend(found)
    for entry in entries:
        before = depth
        depth = max(0, depth + _balance(entry.key) + _balance(entry.value))
        if before == 0 and depth == 0:
            whole.append(entry)
        elif before == 0:
            problems.append(p.SplitEntry(entry.value.span, advice=_MAP_ADVICE))
    return Checked(tuple(whole), tuple(problems))


def _join_texts(
    node: YamlMap, is_text: Callable[[str], bool]
) -> tuple[list[YamlEntry], list[Problem]]:
    """Take words without a `:` for the rest of the entry before them, which is then broken."""
    runs: list[list[YamlEntry]] = []
    for entry in node.entries:
        if runs and _is_rest(entry) and _can_go_on(runs[-1][0].value):
            runs[-1].append(entry)
        else:
            runs.append([entry])
    entries = [run[0] if len(run) == 1 else _broken(run[0]) for run in runs]
    return entries, [_cut_text(run, is_text) for run in runs if len(run) > 1]


def _is_rest(entry: YamlEntry) -> bool:
    """Whether an entry is a word alone, with neither `:` nor value."""
    value, end = entry.value, entry.key.span.end
    is_empty = isinstance(value, YamlScalar) and value.style == "plain" and not value.text
    return is_empty and not value.span.source.text[end:].lstrip().startswith(":")


def _can_go_on(value: YamlNode) -> bool:
    """Whether a value is a text whose brackets are closed."""
    return isinstance(value, YamlScalar) and bool(value.text) and _balance(value) == 0


def _broken(entry: YamlEntry) -> YamlEntry:
    return YamlEntry(entry.key, YamlScalar("", "broken", entry.value.span, True))


def _cut_text(run: list[YamlEntry], is_text: Callable[[str], bool]) -> p.SplitEntry:
    """Report an entry that YAML ends at a comma, with its text in quotes where that is right."""
    first = run[0]
    span = Span(first.value.span.source, first.value.span.start, run[-1].key.span.end)
    if not is_text(first.key.text):
        return p.SplitEntry(span, "", advice=_MAP_ADVICE)
    can_quote = isinstance(first.value, YamlScalar) and first.value.style == "plain"
    fix = Fix(span, f'"{_one_line(span.text)}"') if can_quote and '"' not in span.text else None
    return p.SplitEntry(span, "", known_fix=fix, advice=_TEXT_ADVICE)


def _balance(node: YamlNode) -> int:
    """Count the brackets that a plain scalar opens and does not close."""
    if not isinstance(node, YamlScalar) or node.style != "plain":
        return 0
    return len(re.findall(r"[(\[{]", node.text)) - len(re.findall(r"[)\]}]", node.text))


def _one_line(text: str) -> str:
    return " ".join(text.split())
