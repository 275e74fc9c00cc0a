"""Problems of regions, lines and other sets of sites, F112 to F115, F125 and F126."""

from typing import ClassVar

from fragma_dsl.semantics.boards.problems import UnknownName
from fragma_dsl.text.node import node
from fragma_dsl.text.problem import Problem
from fragma_dsl.text.said import chained, say


@node
class UnknownPlayer(UnknownName):
    """A set that is given for each player names one that the game does not have.

    Players without names of their own are `p1`, `p2` and so on.
    """

    code: ClassVar[str] = "F112"

    @property
    def message(self) -> str:
        return self.say("there is no player `{name}`")


@node
class MissingPlayer(Problem):
    """A set that is given for each player leaves one of them out. An empty set is written `[]`.

    Every player is asked for the set while the game is played. Give each one of them their own.
    """

    code: ClassVar[str] = "F113"
    name: str
    missing: tuple[str, ...]

    @property
    def message(self) -> str:
        players = chained([f"`{player}`" for player in self.missing], "and")
        return self.say("`{name}` is given for each player, but not for {players}", players=players)

    @property
    def help(self) -> str | None:
        return say("add `{missing}:`", missing=self.missing[0])


@node
class UnknownRegionWord(UnknownName):
    """Sets of sites are written with site names, ranges of them, and a few words.

    The words are `all`, `corners`, `edge n`, `row 1`, `rows 1..2`, `column a`, `columns a..c` and
    `layer past`.
    """

    code: ClassVar[str] = "F114"

    @property
    def message(self) -> str:
        return self.say("`{name}` is no word for a set of sites")


@node
class LineOutOfRange(Problem):
    """A row or a column is asked for that the board does not reach.

    Rows are counted from 1 at the bottom, columns from `a` at the left. Ask for lines that are
    there.
    """

    code: ClassVar[str] = "F115"
    remedy: ClassVar[str | None] = "ask for a line that is there"
    word: str
    line: str
    low: str
    high: str

    @property
    def message(self) -> str:
        return self.say("{word} {line} is outside {words} {low}..{high}", words=f"{self.word}s")


@node
class NoLines(Problem):
    """Only `grid`, `hexgrid`, `hexagon` and `triangle` have rows and columns.

    Sites of your own and rings have no straight lines. Name the sites themselves.
    """

    code: ClassVar[str] = "F125"
    board: str
    word: str

    @property
    def message(self) -> str:
        return self.say("board `{board}` has no {words}", words=f"{self.word}s")

    @property
    def help(self) -> str | None:
        return "name the sites themselves"


@node
class BadArgument(Problem):
    """The words `row`, `column`, `edge` and `layer` need to be told which one.

    Write the number, the letter, the direction or the layer behind it: `row 1`, `column a`, `edge
    n`, `layer past`.
    """

    code: ClassVar[str] = "F126"
    word: str
    example: str
    found: str | None

    @property
    def message(self) -> str:
        if self.found is None:
            return self.say("`{word}` does not say which")
        return self.say("`{word}` cannot be followed by `{found}`")

    @property
    def help(self) -> str | None:
        return self.say("write it like `{example}`")
