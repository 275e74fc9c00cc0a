"""What the static analysis finds: A201.. scripts, A211.. declarations, A221.. boards, A231.. what
is hidden."""

from dataclasses import field
from typing import ClassVar

from fragma_dsl.text.node import node
from fragma_dsl.text.problem import Certainty, Label, Problem, Severity
from fragma_dsl.text.said import chained, say
from fragma_dsl.text.span import Span


@node
class Finding(Problem):
    """Something that a game can do without, or that it will miss."""

    severity: ClassVar[Severity] = "warning"
    sure: Certainty = field(default="proved", kw_only=True)

    @property
    def certainty(self) -> Certainty | None:
        """Whether it holds in every game, or only looks as if it did."""
        return self.sure


# ---- A201..: scripts


@node
class AlwaysSame(Finding):
    """A condition comes out the same whenever it is asked, so that one of the ways never is gone.

    It follows from the values that variables and locals can have, and from what has just been asked
    before. A mistyped name or number is the usual cause. Options are not counted: a condition that
    depends on one may come out either way.
    """

    code: ClassVar[str] = "A201"
    remedy: ClassVar[str | None] = "correct the condition, or leave it out"
    held: bool

    @property
    def message(self) -> str:
        """One line, lower case, without a full stop."""
        text = " ".join(self.span.text.split())
        shown = text if len(text) <= 60 else f"{text[:57]}..."
        return say(
            "`{shown}` is always {value}", shown=shown, value="true" if self.held else "false"
        )


@node
class NeverRun(Finding):
    """No game comes to this statement, since what stands before it always ends the game or the
    function.

    Statements behind `win`, `draw`, `return` or an endless loop are of no use. Move it, or delete
    it.
    """

    code: ClassVar[str] = "A202"
    remedy: ClassVar[str | None] = "move it before what ends the script, or delete it"
    before: Span

    @property
    def message(self) -> str:
        """One line, lower case, without a full stop."""
        first = " ".join(self.span.text.split("\n")[0].split())
        return say("nothing ever comes to `{first}`", first=first)

    @property
    def labels(self) -> tuple[Label, ...]:
        """What ends the script."""
        return (Label(self.before, "the script never goes on behind this"),)


@node
class NeverLegal(Finding):
    """An option can never be picked, since its condition is always false or it picks from nothing.

    Players will not see it in any position. Correct its condition or its sets, or delete it.
    """

    code: ClassVar[str] = "A203"
    remedy: ClassVar[str | None] = "correct the condition or the sets of the option, or delete it"
    name: str
    why: str

    @property
    def message(self) -> str:
        """One line, lower case, without a full stop."""
        return self.say("the option `{name}` is never legal: {why}")


@node
class MayBeEmpty(Finding):
    """Each option of a decision has a condition or a set that can be empty, and nothing the rules
    ask elsewhere looks as if it kept one of them open.

    With no legal action and no `else` a game stops with the fault `dead_end`. Give the decision an
    `else`, end the game before, or ask for the same thing in a condition before it. `fragma check`
    looks through the positions of a game.
    """

    code: ClassVar[str] = "A204"
    remedy: ClassVar[str | None] = "give it an `else`, or say under `end` what happens then"

    @property
    def message(self) -> str:
        """One line, lower case, without a full stop."""
        return "this decision may have no legal action, and there is no `else`"


@node
class IdleLoop(Finding):
    """Nothing in the loop changes what its condition asks, so that it never ends once it has begun.

    After a million steps the game stops with the fault `budget`. Change in the loop what the
    condition reads, or use `if`.
    """

    code: ClassVar[str] = "A205"
    remedy: ClassVar[str | None] = "change in the loop what the condition asks"

    @property
    def message(self) -> str:
        """One line, lower case, without a full stop."""
        return say("nothing in this loop changes `{shown}`", shown=" ".join(self.span.text.split()))


@node
class NeverEnds(Finding):
    """No game can end in this way: the condition of the ending never holds, or nothing asks for it.

    The standard flow asks the entries of `end` after every turn. A flow of the file's own has to
    say `check end`.
    """

    code: ClassVar[str] = "A206"
    remedy: ClassVar[str | None] = "correct its condition, say `check end`, or delete it"
    name: str

    @property
    def message(self) -> str:
        """One line, lower case, without a full stop."""
        return self.say("no game ends with `{name}`")


@node
class NeverWins(Finding):
    """No result of the game lets this player win, whatever is played.

    All `win`, `lose`, `rank` and `pay` of the game were looked at, with the players that they can
    name. Perhaps one of them names a player where `mover` or another was meant.
    """

    code: ClassVar[str] = "A207"
    remedy: ClassVar[str | None] = "name the player in a `win`, or say who is meant by it"
    player: str

    @property
    def message(self) -> str:
        """One line, lower case, without a full stop."""
        return self.say("`{player}` can never win")


# ---- A211..: declarations


@node
class UnreadVariable(Finding):
    """Nothing in the rules ever asks for the variable, so that it makes no difference.

    It may have been meant in a condition that names another one. Scenarios and invariants do not
    count; a variable that is only shown to people can be allowed with that reason.
    """

    code: ClassVar[str] = "A211"
    remedy: ClassVar[str | None] = "read it somewhere, or delete it and what assigns it"
    name: str

    @property
    def message(self) -> str:
        """One line, lower case, without a full stop."""
        return self.say("no rule reads the variable `{name}`")


@node
class UnusedName(Finding):
    """Something is declared that no script names, so that the game is the same without it.

    Correct the name where it was meant, or delete the declaration. The functions of a library are
    not looked at.
    """

    code: ClassVar[str] = "A212"
    remedy: ClassVar[str | None] = "use it in a script, or delete it"
    what: str
    name: str

    @property
    def message(self) -> str:
        """One line, lower case, without a full stop."""
        return self.say("no script uses the {what} `{name}`")


@node
class FacesAlike(Finding):
    """Several faces of a die are never told apart: no script names any of them.

    Each face that means something has to be asked for somewhere. Faces that mean the same can be
    one face with a weight.
    """

    code: ClassVar[str] = "A213"
    remedy: ClassVar[str | None] = (
        "name one of them in a script, or make them one face of more weight"
    )
    die: str
    faces: tuple[str, ...]

    @property
    def message(self) -> str:
        """One line, lower case, without a full stop."""
        shown = chained([f"`{face}`" for face in self.faces], "and")
        return self.say("nothing tells {shown} of `{die}` apart", shown=shown)


# ---- A221..: boards


@node
class NeverReached(Finding):
    """No statement can put a piece there, so that the sites stay empty in every game.

    It follows from the places that pieces are moved to, along the links of the board. A link that
    is missing, or a region with the wrong sites, is the usual cause.
    """

    code: ClassVar[str] = "A221"
    remedy: ClassVar[str | None] = "link the sites, place something there, or take them out"
    what: str

    @property
    def message(self) -> str:
        """One line, lower case, without a full stop."""
        return self.say("no piece ever comes to {what}")


@node
class OneWay(Finding):
    """A few links go one way on a board whose other links all go both ways.

    `a -> b` leads to b and not back; `a -- b` leads both ways. Where the way back is missing on
    purpose, say so with an allowance.
    """

    code: ClassVar[str] = "A222"
    remedy: ClassVar[str | None] = "write `--` for a link both ways"
    board: str
    links: tuple[str, ...]

    @property
    def message(self) -> str:
        """One line, lower case, without a full stop."""
        shown = ", ".join(f"`{link}`" for link in self.links)
        return self.say("on `{board}` only {shown} cannot be gone back", shown=shown)


@node
class InPieces(Finding):
    """A board falls into parts with no link between them.

    Whatever moves along links stays in its part. Add the link that is missing, or make boards or
    layers of the parts.
    """

    code: ClassVar[str] = "A223"
    remedy: ClassVar[str | None] = "add the link that is missing, or make two boards of it"
    board: str
    parts: int
    sites: tuple[str, ...]

    @property
    def message(self) -> str:
        """One line, lower case, without a full stop."""
        shown = ", ".join(f"`{site}`" for site in self.sites[:4])
        more = " and others" if len(self.sites) > 4 else ""
        return self.say(
            "`{board}` is in {parts} parts: no link leads to {shown}{more}", shown=shown, more=more
        )


@node
class LayoutOverlap(Finding):
    """Two sites are drawn so near each other that their pieces would cover one another.

    They are nearer than a third of the usual distance between neighbours. Move one of them under
    `positions`, or in the `drawing`.
    """

    code: ClassVar[str] = "A224"
    remedy: ClassVar[str | None] = "move one of them under `positions`, or in the `drawing`"
    board: str
    site: str
    other: str

    @property
    def message(self) -> str:
        """One line, lower case, without a full stop."""
        return self.say("`{site}` and `{other}` of `{board}` are drawn over one another")


# ---- A231..: what is hidden


@node
class DeciderBlind(Finding):
    """What a player may pick depends on something that this player does not see.

    The list of legal actions would tell it. Ask only for what the decider sees, show it first with
    `reveal`, or let it go wrong behind the decision.
    """

    code: ClassVar[str] = "A231"
    remedy: ClassVar[str | None] = "ask for what the decider sees, or `reveal` it first"
    name: str

    @property
    def message(self) -> str:
        """One line, lower case, without a full stop."""
        return self.say("the options depend on `{name}`, which the decider may not see")


@node
class SecretTold(Finding):
    """What is picked `secretly` goes straight into something that everybody sees.

    The others see the table behind the decision, and with it what was picked. Give the variable or
    the zone a `visible: owner` or `visible: none`.
    """

    code: ClassVar[str] = "A232"
    remedy: ClassVar[str | None] = "give it `visible: owner`, or leave out `secretly`"
    name: str

    @property
    def message(self) -> str:
        """One line, lower case, without a full stop."""
        return self.say("`{name}` shows everybody what was picked in secret")
