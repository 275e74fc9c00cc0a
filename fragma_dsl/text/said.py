"""Said: a template in English and the values that fill it in, a text out that can be told in other
languages, too."""

from collections.abc import Mapping, Sequence
from functools import reduce


class Said(str):
    """A text in English that remembers its template and the values in it.

    Whoever joins it to other texts gets a plain one, which no catalogue knows: put it into the
    template of another.
    """

    __slots__ = ("template", "values")
    template: str
    values: Mapping[str, object]

    def __str__(self) -> str:
        return self


def say(template: str, /, **values: object) -> Said:
    """Fill a template in, as `str.format` does."""
    said = Said(template.format(**values))
    said.template, said.values = template, values
    return said


JOINTS: Mapping[str, str] = {
    "and": "{left} and {right}",
    "or": "{left} or {right}",
    ",": "{left}, {right}",
    ";": "{left}; {right}",
}
"""How texts are joined."""


def chained(parts: Sequence[str], joint: str) -> str:
    """Write `a or b or c`; the joint is one of JOINTS."""
    return reduce(lambda left, right: say(JOINTS[joint], left=left, right=right), parts)


def listed(parts: Sequence[str], joint: str) -> str:
    """Write `a, b or c`."""
    return chained([chained(parts[:-1], ","), parts[-1]] if len(parts) > 1 else parts, joint)
