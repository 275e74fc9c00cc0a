"""Make declarations of boards without a file: every word is its own source."""

from collections.abc import Mapping
from typing import Any

from fragma_dsl.play.board import Board
from fragma_dsl.semantics.boards import build_boards
from fragma_dsl.syntax import tree
from fragma_dsl.text.problem import Problem
from fragma_dsl.text.source import Source
from fragma_dsl.text.span import Span

PLAYERS = ("white", "black")
PLAIN: Mapping[str, Any] = {
    "layers": (),
    "wrap": (),
    "without": (),
    "links": (),
    "regions": {},
    "lines": {},
    "directions": {},
    "drawing": None,
    "ports": None,
    "size": (),
    "positions": {},
    "holds": "one",
    "height": None,
}


def span(text: str) -> Span:
    return Span(Source("board", text), 0, len(text))


def word(text: str) -> tree.Identifier:
    return tree.Identifier(text, span(text))


def words(*texts: str) -> tuple[tree.Identifier, ...]:
    return tuple(word(text) for text in texts)


def sites(*texts: str) -> tree.SiteSet:
    return tree.SiteSet(words(*texts), span(" ".join(texts)))


def link(text: str) -> tree.LinkDecl:
    """Read `a -- b c`, `a -> b`, `a -n- b`, `a -n> b` or `a -up/down- b`."""
    origin, stroke, *targets = text.split()
    names = [word(name) for name in stroke.strip("->").split("/") if name]
    return tree.LinkDecl(
        word(origin),
        words(*targets),
        names[0] if names else None,
        names[1] if len(names) > 1 else None,
        stroke.endswith(">"),
        span(text),
    )


def region(name: str, **sets: tree.SiteSet) -> tree.RegionDecl:
    return tree.RegionDecl(word(name), sets, span(name))


def one_region(name: str, *texts: str) -> dict[str, tree.RegionDecl]:
    return {name: region(name, **{"": sites(*texts)})}


def lines(name: str, *sets: tree.SiteSet) -> dict[str, tree.LinesDecl]:
    return {name: tree.LinesDecl(word(name), sets, span(name))}


def headings(name: str, **sets: str) -> dict[str, tree.DirectionsDecl]:
    """Make a set of directions; `all` gives one that is not per player."""
    read = {"" if key == "all" else key: words(*text.split()) for key, text in sets.items()}
    return {name: tree.DirectionsDecl(word(name), read, span(name))}


def drawing(text: str) -> tree.Drawing:
    return tree.Drawing(text, span(text))


def declare(shape: str, name: str = "board", **keys: Any) -> tree.BoardDecl:
    """Declare a board by its shape and arguments, `grid 3 3`, and its other keys."""
    generator, *arguments = shape.split()
    for key in ("layers", "wrap", "without"):
        if key in keys:
            keys[key] = words(*keys[key].split())
    if "links" in keys:
        keys["links"] = tuple(link(line) for line in keys["links"].splitlines() if line.strip())
    return tree.BoardDecl(
        word(name), word(generator), words(*arguments), span=span(shape), **{**PLAIN, **keys}
    )


def make(shape: str, **keys: Any) -> Board:
    """Make a board that must be right."""
    checked = build_boards({"board": declare(shape, **keys)}, PLAYERS)
    assert checked.problems == ()
    assert checked.value is not None
    return checked.value.boards[0]


def find_problems(shape: str, **keys: Any) -> tuple[Problem, ...]:
    """Give the problems of a board."""
    return build_boards({"board": declare(shape, **keys)}, PLAYERS).problems
