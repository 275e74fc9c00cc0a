"""Examples: for each kind of problem a fragment that has it and one that has not."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

_CASE = re.compile(r"^=== (\w+)$")
_PART = re.compile(r"^--- (bad alone|bad|good|file (\S+))$")
NONE = {
    "S101": "a character that cannot be shown",
    "S102": "a file too long to show",
    "S219": "a script with more than twenty mistakes",
    "F246": "sixty-five functions that call each other",
    "F303": "a chain of seventeen files",
}
"""The codes without examples, and what an example would be."""


STUB = {
    "edition": "edition: 1\n",
    "game": "game: example\n",
    "title": "title: An example\n",
    "players": "players: 2\n",
    "turn": "turn: |\n  choose stop\n  draw\n",
}
"""What a fragment is completed with."""
_INSTEAD = {"turn": ("phases", "flow")}
_KEY = re.compile(r"^(\w+):", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Example:
    """A fragment with a problem, one without, and the files that have to stand beside them.

    `good` is "" where the exact fix of the problem makes it. A fragment that is not `alone` is made
    whole with the keys that every file needs.
    """

    code: str
    bad: str
    good: str = ""
    alone: bool = False
    beside: Mapping[str, str] = field(default_factory=dict)


@cache
def examples() -> dict[str, Example]:
    """Give the examples by code."""
    folder = files("fragma_dsl.explained") / "examples"
    texts = [path.read_text("utf-8") for path in folder.iterdir() if path.name.endswith(".txt")]
    return {one.code: one for text in texts for one in read_examples(text)}


def whole(text: str) -> str:
    """Give a whole rule file: a fragment, and behind it the keys that it lacks."""
    there = set(_KEY.findall(text))
    wanted = ("edition", "game", "title") if "extends" in there else tuple(STUB)
    missing = (
        STUB[name]
        for name in wanted
        if name not in there and there.isdisjoint(_INSTEAD.get(name, ()))
    )
    return text + "".join(missing)


def read_examples(text: str) -> Iterator[Example]:
    """Read the examples of a file: `=== CODE`, then parts after `--- bad` and `--- good`."""
    code, parts = "", dict[str, list[str]]()
    lines: list[str] = []
    for line in text.splitlines():
        case, part = _CASE.match(line), _PART.match(line)
        if case is not None:
            if code:
                yield made(code, parts)
            code, parts = case[1], {}
        elif part is not None:
            lines = parts.setdefault(part[2] or part[1], [])
        else:
            lines.append(line)
    yield made(code, parts)


def made(code: str, parts: Mapping[str, list[str]]) -> Example:
    """Make an example of its parts."""
    texts = {name: "".join(f"{line}\n" for line in lines) for name, lines in parts.items()}
    alone = "bad alone" in texts
    bad = texts.pop("bad alone" if alone else "bad")
    return Example(code, bad, texts.pop("good", ""), alone, texts)
