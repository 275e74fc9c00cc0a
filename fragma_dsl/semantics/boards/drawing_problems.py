"""Problems of drawings, positions and heights, F118 to F120, F127 and F130."""

from typing import ClassVar

from fragma_dsl.semantics.boards.problems import DuplicateName
from fragma_dsl.text.node import node
from fragma_dsl.text.problem import Problem, Severity
from fragma_dsl.text.said import say


@node
class SiteNotDrawn(Problem):
    """A drawing shows each site of a layer once, by its name. Some are left out.

    Add the names that are missing where their sites should stand, or leave the whole `drawing`
    away: sites then get places of their own.
    """

    code: ClassVar[str] = "F118"
    missing: tuple[str, ...]

    @property
    def message(self) -> str:
        names = ", ".join(f"`{name}`" for name in self.missing[:8])
        more = (
            say(" and {count} more", count=len(self.missing) - 8) if len(self.missing) > 8 else ""
        )
        return say("the drawing leaves out {names}{more}", names=names, more=more)

    @property
    def help(self) -> str | None:
        return "write each site's name where the site is"


@node
class SiteDrawnTwice(DuplicateName):
    """A drawing shows each site of a layer once. One stands in two places.

    Only one of the places can be right. Take the other name out.
    """

    code: ClassVar[str] = "F119"
    remedy: ClassVar[str | None] = "take one of the two out of the drawing"

    @property
    def message(self) -> str:
        return self.say("site `{name}` is drawn twice")


@node
class HeightWithoutStack(Problem):
    """`height` is the most pieces that a stack may have, so it only goes with `holds: stack`.

    A board that holds one piece a site has no heights, and `holds: many` has no limit. Write
    `holds: stack`, or delete `height`.
    """

    code: ClassVar[str] = "F120"
    holds: str

    @property
    def message(self) -> str:
        return self.say("a board that holds {holds} has no height")

    @property
    def help(self) -> str | None:
        return "write `holds: stack`, or remove `height`"


@node
class HeightRange(Problem):
    """The most pieces of a stack is out of range. Every site keeps room for that many.

    Each piece that a site can hold makes every state longer. Write a smaller number.
    """

    code: ClassVar[str] = "F127"
    remedy: ClassVar[str | None] = "write a number of that range"
    height: int
    limit: int

    @property
    def message(self) -> str:
        return self.say("a height must be from 1 to {limit}, found {height}")


@node
class SamePosition(Problem):
    """Two sites of a layer have the same position, so one hides the other on the drawn board.

    Move one of them a little under `positions`, or in the `drawing`.
    """

    code: ClassVar[str] = "F130"
    severity: ClassVar[Severity] = "warning"
    remedy: ClassVar[str | None] = "move one of them under `positions`, or in the `drawing`"
    site: str
    other: str

    @property
    def message(self) -> str:
        return self.say("`{site}` and `{other}` have the same position")
