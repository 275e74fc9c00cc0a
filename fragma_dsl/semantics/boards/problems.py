"""Problems of board declarations, F101 to F139."""

import re
from functools import lru_cache
from typing import ClassVar

from fragma_dsl.text.nearest import nearest
from fragma_dsl.text.node import node
from fragma_dsl.text.problem import Fix, Label, Problem
from fragma_dsl.text.said import chained, say
from fragma_dsl.text.span import Span

_DASHED = re.compile(r"([^\W\d]*?)\d+-\1\d+|[a-z]-[a-z]|[A-Z]-[A-Z]")


def _listed(names: tuple[str, ...], limit: int = 8) -> str:
    shown = ", ".join(f"`{name}`" for name in names[:limit])
    return (
        say("{shown} and {count} more", shown=shown, count=len(names) - limit)
        if len(names) > limit
        else shown
    )


@lru_cache(maxsize=64)
def _nearest(name: str, known: tuple[str, ...]) -> str | None:
    """Find it once for all that a problem says of it."""
    return nearest(name, known)


@node
class UnknownName(Problem):
    """A name that should be one of a known list. Its kinds say which list."""

    name: str
    known: tuple[str, ...]

    @property
    def suggestion(self) -> str | None:
        """The known name that was most likely meant."""
        return _nearest(self.name, self.known)

    @property
    def help(self) -> str | None:
        if self.suggestion is not None:
            return say("write `{suggestion}`", suggestion=self.suggestion)
        return (
            say("use one of {known}", known=_listed(self.known))
            if self.known
            else "correct the name"
        )

    @property
    def fix(self) -> Fix | None:
        if self.suggestion is None or self.span.text != self.name:
            return None
        return Fix(self.span, self.suggestion)


@node
class UnknownSite(UnknownName):
    """A board speaks of a site that it does not have.

    Links, regions, lines, `without`, positions and drawings may only name sites of their own board.
    Generated boards name their sites themselves: grids `a1`, `b1`, ..., rings and paths `s1`, `s2`,
    and so on.
    """

    code: ClassVar[str] = "F101"
    board: str

    @property
    def message(self) -> str:
        return self.say("board `{board}` has no site `{name}`")


@node
class WrongArguments(Problem):
    """A generator of boards got too many or too few numbers, or something that is no number.

    `grid` and `hexgrid` take a width and a height; `hexagon`, `triangle`, `ring` and `path` take
    one size. The size of a board must be a whole number; options cannot change it.
    """

    code: ClassVar[str] = "F102"
    shape: str
    parameters: tuple[str, ...]
    found: str
    is_name: bool = False

    @property
    def message(self) -> str:
        wanted = chained(self.parameters, "and")
        form = "whole numbers" if len(self.parameters) > 1 else "a whole number"
        return self.say(
            "`{shape}` takes {wanted} as {form}, found {found}", wanted=wanted, form=form
        )

    @property
    def help(self) -> str | None:
        example = " ".join("8" for _ in self.parameters)
        form = self.say("write it like `{shape} {example}`", example=example)
        return (
            say("{form}; no option can change the size of a board", form=form)
            if self.is_name
            else form
        )


@node
class ArgumentRange(Problem):
    """The size of a generated board is too small or too large to build.

    The message says what is allowed. A smaller board with `without`, or sites and links of your
    own, may be what you need.
    """

    code: ClassVar[str] = "F103"
    remedy: ClassVar[str | None] = (
        "write a number that is allowed, or list `sites` and `links` of your own"
    )
    parameter: str
    low: int
    high: int

    @property
    def message(self) -> str:
        return self.say("{parameter} must be from {low} to {high}")


@node
class DuplicateName(Problem):
    """A name stands twice where each may stand once."""

    name: str
    first: Span

    @property
    def labels(self) -> tuple[Label, ...]:
        return (Label(self.first, "first here"),)


@node
class DuplicateSite(DuplicateName):
    """A board names a site twice. Every site of a board needs its own name.

    Two sites of one name could not be told apart in links and scripts. Rename or delete one of
    them.
    """

    code: ClassVar[str] = "F104"

    @property
    def message(self) -> str:
        return self.say("site `{name}` is named twice")

    @property
    def help(self) -> str | None:
        return "give one of the two another name, or remove it"


@node
class BadRange(Problem):
    """A range of names is not one that can be counted through.

    `a1..a6` counts from a smaller to a larger number behind the same letters; `a..f` counts single
    letters.
    """

    code: ClassVar[str] = "F105"
    reversed: str | None

    @property
    def message(self) -> str:
        if self.reversed is not None:
            return self.say("the range `{span.text}` counts down")
        return self.say("`{span.text}` is not a range of names")

    @property
    def help(self) -> str | None:
        if self.reversed is not None:
            return self.say("write `{reversed}`")
        return "write a range as in `a1..a6`: the same letters, then a smaller and a larger number"

    @property
    def fix(self) -> Fix | None:
        return None if self.reversed is None else Fix(self.span, self.reversed)


@node
class EmptyBoard(Problem):
    """A board has no sites at all, so nothing can ever stand on it.

    `without` may have taken the last of them. Name at least one.
    """

    code: ClassVar[str] = "F106"
    remedy: ClassVar[str | None] = "name at least one site, or take fewer out"
    board: str

    @property
    def message(self) -> str:
        return self.say("board `{board}` has no sites")


@node
class TooManySites(Problem):
    """The boards of a game have more sites together than the limit. Each layer counts its own.

    The limit keeps a state small enough to be copied at every step of a search. Use smaller boards,
    or fewer layers.
    """

    code: ClassVar[str] = "F107"
    remedy: ClassVar[str | None] = "use smaller boards or fewer layers"
    count: int
    limit: int

    @property
    def message(self) -> str:
        return self.say("the boards have {count} sites up to here, more than {limit}")


@node
class LayerOnUnlayered(Problem):
    """A layer is named on a board that has no layers.

    Give the board `layers`, or write the name of the site alone.
    """

    code: ClassVar[str] = "F122"
    remedy: ClassVar[str | None] = "leave the layer out"
    board: str
    name: str
    suggestion: str | None

    @property
    def message(self) -> str:
        return self.say("board `{board}` has no layers, so `{name}` means nothing")

    @property
    def help(self) -> str | None:
        if self.suggestion is not None:
            return self.say("write `{suggestion}`")
        return self.say("give the board layers, as in `layers: [{name}, ...]`")

    @property
    def fix(self) -> Fix | None:
        return None if self.suggestion is None else Fix(self.span, self.suggestion)


@node
class UnknownLayer(UnknownName):
    """A name speaks of a layer that the board does not have.

    Its layers are listed under its key `layers`. Write one of them, or add it there.
    """

    code: ClassVar[str] = "F123"
    board: str

    @property
    def message(self) -> str:
        return self.say("board `{board}` has no layer `{name}`")


@node
class LayerClash(DuplicateName):
    """A layer has the name of a site of the same board, so the name would mean two things.

    Rename one of them, so that `past.hub` and `hub` each mean one thing.
    """

    code: ClassVar[str] = "F121"

    @property
    def message(self) -> str:
        return self.say("`{name}` is a layer and a site of the same board")

    @property
    def labels(self) -> tuple[Label, ...]:
        return (Label(self.first, "the site is made here"),)

    @property
    def help(self) -> str | None:
        return "give the layer another name"


@node
class LayeredWithout(Problem):
    """`without` takes a site out of every layer, since the layers are copies of one board.

    Name the site without a layer. A site that is missing in one layer alone can be kept apart with
    a region.
    """

    code: ClassVar[str] = "F131"
    name: str
    base: str

    @property
    def message(self) -> str:
        return self.say("`without` cannot take `{name}` out of one layer only")

    @property
    def help(self) -> str | None:
        return self.say("write `{base}` to take it out of every layer")

    @property
    def fix(self) -> Fix | None:
        return Fix(self.span, self.base) if self.span.text == self.name else None


@node
class BadSiteName(Problem):
    """The name of a site or a layer is a word: a letter first, then letters, digits and `_`.

    Scripts use these names. A range of them has `..` between its ends, as in `a1..a6`.
    """

    code: ClassVar[str] = "F129"
    name: str

    @property
    def message(self) -> str:
        return self.say("`{name}` cannot be a name")

    @property
    def help(self) -> str | None:
        if self.fix:
            return say("write `{fix}` for a range", fix=self.fix.text)
        return "use letters, digits and `_`, beginning with a letter"

    @property
    def fix(self) -> Fix | None:
        if self.span.text != self.name or _DASHED.fullmatch(self.name) is None:
            return None
        return Fix(self.span, self.name.replace("-", ".."))


@node
class WrapWithoutRows(Problem):
    """A board without four straight sides cannot be wrapped.

    `wrap` joins the ends of the rows or of the columns of a `grid` or a `hexgrid`. A path
    whose ends are joined is a `ring`; any other joint can be written under `links`.
    """

    code: ClassVar[str] = "F116"
    shape: str

    @property
    def message(self) -> str:
        return self.say("a board of shape `{shape}` has no rows and columns to wrap")

    @property
    def help(self) -> str | None:
        return "use `ring` instead" if self.shape == "path" else "write the joints under `links`"
