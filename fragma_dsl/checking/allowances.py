"""Allowances: the warnings that a file means to have, as it lists them under `meta: allow:`."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from fragma_dsl.checking.allow_problems import BadAllowance, UnusedAllowance
from fragma_dsl.syntax.yaml_tree import YamlList, YamlMap, YamlNode, YamlScalar, read_yaml
from fragma_dsl.text.nearest import nearest
from fragma_dsl.text.problem import Problem, Severity
from fragma_dsl.text.said import say
from fragma_dsl.text.source import Source
from fragma_dsl.text.span import Span

_ALLOW = re.compile(r"\ballow\b")


@dataclass(frozen=True, slots=True)
class Allowance:
    """An entry: a code, perhaps a name that the message has to speak of, and the reason."""

    code: str
    name: str
    reason: str
    span: Span

    def covers(self, problem: Problem) -> bool:
        """Whether a problem is one that the entry allows."""
        if problem.code != self.code or problem.severity == "error":
            return False
        return not self.name or f"`{self.name}`" in problem.message


def allowed(
    problems: Iterable[Problem],
    sources: Iterable[Source],
    severities: Mapping[str, Severity],
    ran: frozenset[str],
) -> tuple[Problem, ...]:
    """Leave out the problems that their files allow; add those about the allowances themselves.

    The first source is the file that is looked at: what it allows holds wherever the problem lies;
    what a parent or library allows holds for its own lines. `ran` are the codes that were looked
    for, since only of these can an entry be idle.
    """
    left, added = list(problems), list[Problem]()
    for number, source in enumerate(dict.fromkeys(sources)):
        entries, bad = read_allowances(source, severities)
        for entry in entries:
            own = [
                one
                for one in left
                if entry.covers(one) and (number == 0 or one.span.source.name == source.name)
            ]
            left = [one for one in left if one not in own]
            if not own and number == 0 and entry.code in ran:
                bad = (*bad, UnusedAllowance(entry.span, f"{entry.code} {entry.name}".strip()))
        added += bad if number == 0 else ()
    return (*left, *added)


def read_allowances(
    source: Source, severities: Mapping[str, Severity]
) -> tuple[tuple[Allowance, ...], tuple[Problem, ...]]:
    """Read the entries of one file and what is wrong with them."""
    if _ALLOW.search(source.text) is None:
        return (), ()
    listed = find(find(read_yaml(source).value, "meta"), "allow")
    if listed is None:
        return (), ()
    if not isinstance(listed, YamlList):
        return (), (BadAllowance(listed.span, "it is no list"),)
    found = [read_entry(item, severities) for item in listed.items]
    entries = tuple(one for one in found if isinstance(one, Allowance))
    return entries, tuple(one for one in found if isinstance(one, Problem))


def read_entry(item: YamlNode, severities: Mapping[str, Severity]) -> Allowance | Problem:
    """Read one entry."""
    if isinstance(item, YamlScalar):
        return BadAllowance(item.span, say("`{entry}` has no reason", entry=item.text))
    if not isinstance(item, YamlMap) or len(item.entries) != 1:
        return BadAllowance(item.span, "it is no single `CODE: reason`")
    key, value = item.entries[0].key, item.entries[0].value
    code, _, name = key.text.partition(" ")
    if code not in severities:
        close = nearest(code, severities)
        hint = (
            say("did you mean `{close}`?", close=close)
            if close
            else "`fragma explain` lists all codes"
        )
        return BadAllowance(key.span, say("no problem has the code `{code}`", code=code), hint)
    if severities[code] == "error":
        return BadAllowance(
            key.span,
            say("`{code}` is an error", code=code),
            "mend what it tells of; only warnings are allowed",
        )
    if not isinstance(value, YamlScalar) or not value.text.strip():
        return BadAllowance(key.span, say("`{entry}` has no reason", entry=key.text))
    return Allowance(code, name.strip().strip("`"), value.text, key.span)


def find(node: YamlNode | None, name: str) -> YamlNode | None:
    """Give the value of a key of a map."""
    return next(iter(values(node, name)), None)


def values(node: YamlNode | None, name: str) -> Iterator[YamlNode]:
    """Run through the values of a key."""
    if isinstance(node, YamlMap):
        yield from (entry.value for entry in node.entries if entry.key.text == name)
