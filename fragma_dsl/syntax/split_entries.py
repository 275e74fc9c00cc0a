"""Split entries: what YAML has cut in two in a list or map in brackets, at a comma inside `( )`."""

import re

from fragma_dsl.syntax import problems as p
from fragma_dsl.syntax.yaml_tree import YamlEntry, YamlList, YamlMap, YamlNode, YamlScalar
from fragma_dsl.text.problem import Checked, Fix, Problem
from fragma_dsl.text.span import Span

_ADVICE = "write the list with one `- ` line for each entry"
_MAP_ADVICE = "write the map with one line for each key, without `{ }`"


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


def find_split_entries(node: YamlMap) -> Checked[tuple[YamlEntry, ...]]:
    """Give the whole entries of a map in `{ }`; those cut in two are reported once each."""
    whole: list[YamlEntry] = []
    problems: list[Problem] = []
    depth = 0
    for entry in node.entries:
        before = depth
        depth = max(0, depth + _balance(entry.key) + _balance(entry.value))
        if before == 0 and depth == 0:
            whole.append(entry)
        elif before == 0:
            problems.append(p.SplitEntry(entry.value.span, advice=_MAP_ADVICE))
    return Checked(tuple(whole), tuple(problems))


def _balance(node: YamlNode) -> int:
    """Count the brackets that a plain scalar opens and does not close."""
    if not isinstance(node, YamlScalar) or node.style != "plain":
        return 0
    return len(re.findall(r"[(\[{]", node.text)) - len(re.findall(r"[)\]}]", node.text))


def _one_line(text: str) -> str:
    return " ".join(text.split())
