"""Problems of links and directions, F108 to F111."""

from typing import ClassVar

from fragma_dsl.semantics.boards.problems import UnknownName
from fragma_dsl.text.node import node
from fragma_dsl.text.problem import Fix, Label, Problem, Severity
from fragma_dsl.text.span import Span


@node
class UnknownDirection(UnknownName):
    """A board has no link that goes in this direction.

    Grids have the eight of the compass, boards of hexagons `ne e se sw w nw`, rings `cw ccw`, paths
    `e w`; links may carry any other name, as in `a -up- b`.
    """

    code: ClassVar[str] = "F108"
    board: str

    @property
    def message(self) -> str:
        return self.say("no link of board `{board}` goes `{name}`")


@node
class DirectionTaken(Problem):
    """A direction leads out of one site to two places.

    A step that way would not know where to go. Leave the name off one of
    the links, or give it another name.
    """

    code: ClassVar[str] = "F109"
    site: str
    direction: str
    target: str
    earlier: str
    first: Span | None

    @property
    def message(self) -> str:
        return self.say(
            "`{direction}` of `{site}` already leads to `{earlier}`,"
            " it cannot lead to `{target}` too"
        )

    @property
    def labels(self) -> tuple[Label, ...]:
        if self.first is None:
            return ()
        return (Label(self.first, self.say("`{direction}` to `{earlier}` here")),)

    @property
    def help(self) -> str | None:
        return "use another direction, or a link without one"


@node
class SelfLink(Problem):
    """A link leads from a site to the same site. A board has no such links.

    It would change nothing, as a step along it ends where it began. Write the site that was meant.
    """

    code: ClassVar[str] = "F110"
    remedy: ClassVar[str | None] = "write the site that was meant, or delete the link"
    site: str
    removal: Span | None

    @property
    def message(self) -> str:
        return self.say("site `{site}` is linked to itself")

    @property
    def fix(self) -> Fix | None:
        return None if self.removal is None else Fix(self.removal, "")


@node
class DuplicateLink(Problem):
    """A link joins two sites that are already linked that way, so it changes nothing.

    `a -- b` links both ways, so `b -- a` need not be written.
    """

    code: ClassVar[str] = "F111"
    severity: ClassVar[Severity] = "warning"
    remedy: ClassVar[str | None] = "delete it"
    origin: str
    target: str
    first: Span | None
    removal: Span | None

    @property
    def message(self) -> str:
        return self.say("`{origin}` and `{target}` are already linked")

    @property
    def labels(self) -> tuple[Label, ...]:
        return () if self.first is None else (Label(self.first, "linked here"),)

    @property
    def fix(self) -> Fix | None:
        return None if self.removal is None else Fix(self.removal, "")
