"""Problems of meaning: names, types and where a statement may stand."""

from typing import ClassVar

from fragma_dsl.text.counted import counted
from fragma_dsl.text.node import node
from fragma_dsl.text.problem import AdvisedProblem, Fix, Label, Problem, Severity
from fragma_dsl.text.said import chained, say
from fragma_dsl.text.span import Span


@node
class UnknownName(Problem):
    """Nothing in the file, the language or the lines above is called that.

    Names are those of players, options, enums, faces of dice, boards, sites, layers, directions,
    regions, kinds of pieces, zones, state, functions and rules, and what `let`, generators and
    parameters bind. Spelling counts.
    """

    code: ClassVar[str] = "F201"
    remedy: ClassVar[str | None] = "declare it in the file, bind it with `let`, or correct the name"

    name: str
    what: str = "name"
    close: str | None = None
    home: str | None = None  # what it should belong to
    advice: str | None = None
    known_fix: Fix | None = None

    @property
    def message(self) -> str:
        if self.home:
            return self.say("`{home}` has no {what} `{name}`")
        return self.say("unknown {what} `{name}`")

    @property
    def help(self) -> str | None:
        if self.close:
            return self.say("did you mean `{close}`?")
        return self.advice or self.general_help

    @property
    def fix(self) -> Fix | None:
        text = self.span.text
        if self.known_fix is not None:
            return self.known_fix
        if not self.close or self.name not in text:
            return None
        return Fix(self.span, text.replace(self.name, self.close, 1))


@node
class AmbiguousName(Problem):
    """The name means several things, and the place it stands in does not say which.

    Write the name with what it belongs to: `time_die.green` for a face, `colour.green` for a value
    of an enum, `board.a1` for a site.
    """

    code: ClassVar[str] = "F202"

    name: str
    meanings: tuple[str, ...]
    forms: tuple[str, ...]

    @property
    def message(self) -> str:
        return self.say("`{name}` could be {any}", any=chained(self.meanings, "or"))

    @property
    def help(self) -> str | None:
        shown: list[str] = [say("write `{form}`", form=form) for form in self.forms]
        if len(self.forms) < len(self.meanings):
            shown.append("give one of them another name")
        return chained(shown, "or")


REMEDIES = {
    "bool": "write a comparison, such as `x == y`, or another value that is true or false",
    "int": "write a number; `count(...)` counts pieces and members, `roll` throws a die",
    "player": "name a player, such as `mover`, or write `owner(SITE)`",
    "team": "name a team, or write `team(PLAYER)`",
    "site": "name a site, or write `at(PIECE)` for where a piece is",
    "place": "name a site or a zone; one of a family with its index, as `hand[mover]`",
    "a zone": "name a zone; one of a family with its index, as `hand[mover]`",
    "a set": "put what belongs to it in braces, or use what is a set, such as `players`",
    "a set or list": "put what belongs to it in braces, or count with a range: `1..6`",
    "piece": "name a piece with its owner, as `pawn[mover]`, or write `piece(PLACE)`",
    "kind": "name a kind, or write `kind(PIECE)`",
    "card": "name a card, or write `piece(ZONE)`",
}
"""What to do where a value of a type is expected."""


@node
class WrongType(Problem):
    """A value of one type stands where another is needed.

    The language never turns a number into a site or a player into a piece by itself. A `T or none`
    may stand where a T is needed; it is checked while the game is played.
    """

    code: ClassVar[str] = "F203"
    remedy: ClassVar[str | None] = "write a value of the type that is expected"

    expected: str
    found: str
    why: str | None = None
    because: Label | None = None
    known_fix: Fix | None = None

    @property
    def message(self) -> str:
        return self.say("expected {expected}, found {found}")

    @property
    def fix(self) -> Fix | None:
        return self.known_fix

    @property
    def help(self) -> str | None:
        if self.why or self.fix is not None:
            return self.why
        return REMEDIES.get(self.expected.strip("`").split(" of ")[0], self.remedy)

    @property
    def labels(self) -> tuple[Label, ...]:
        return (self.because,) if self.because else ()


@node
class NotCallable(Problem):
    """Only builtins, functions and rules can be called with parentheses.

    Families such as `pouch[p]` take brackets.
    """

    code: ClassVar[str] = "F204"
    remedy: ClassVar[str | None] = "leave the parentheses out"

    name: str
    what: str
    is_family: bool = False

    @property
    def message(self) -> str:
        return self.say("`{name}` is {what} and cannot be called")

    @property
    def help(self) -> str | None:
        return (
            self.say("write `{name}[...]` for one of a family") if self.is_family else self.remedy
        )


@node
class WrongCount(Problem):
    """A call gives another number of arguments than there are parameters.

    The message shows the parameters. Give each of them a value, in their order; only those in `[ ]`
    may be left out.
    """

    code: ClassVar[str] = "F205"
    remedy: ClassVar[str | None] = "give each parameter one value, in their order"

    name: str
    signature: str
    found: int

    @property
    def message(self) -> str:
        return self.say(
            "`{signature}` does not take {arguments}", arguments=counted(self.found, "argument")
        )


@node
class NoSuchForm(Problem):
    """A builtin has several forms and none takes arguments of these types.

    A site and a place, a piece and its kind are different things, and each form says what it takes.
    Give it what one of the forms in the help line takes.
    """

    code: ClassVar[str] = "F206"

    name: str
    found: tuple[str, ...]
    forms: tuple[str, ...]

    @property
    def message(self) -> str:
        return self.say("`{name}` does not take ({types!s})", types=", ".join(self.found))

    @property
    def help(self) -> str | None:
        return say("it is {any}", any=chained([f"`{form}`" for form in self.forms], "or"))


@node
class NotIndexed(Problem):
    """Brackets pick one of a family: of a variable or zone declared `for:` something, of a region
    per player, of a kind with owners, of a layered board, or of a list. Nothing else takes them,
    and each takes its own number of indices."""

    code: ClassVar[str] = "F207"
    remedy: ClassVar[str | None] = "write as many values in the brackets as it takes"

    name: str
    takes: int

    @property
    def message(self) -> str:
        if self.takes:
            if self.takes > 1:
                return self.say("`{name}` takes {takes} indices in brackets")
            return self.say("`{name}` takes {takes} index in brackets")
        return self.say("`{name}` takes no index")


@node
class NeedsIndex(Problem):
    """A family is one thing for each player (or site, or layer): say which.

    Write the index in brackets: `hand[mover]` for a zone, `pawn[opponent]` for a piece, `past.hub`
    for a site of a layer. Where any piece in a place will do, `piece on SITE` or `piece from ZONE`
    needs no owner.
    """

    code: ClassVar[str] = "F208"

    name: str
    per: str
    form: str = ""  # how it is written, where that is not plain
    other: str = ""  # what could be meant instead

    @property
    def message(self) -> str:
        return self.say("`{name}` is one for each {per}: say which")

    @property
    def help(self) -> str | None:
        if self.form:
            return self.say("write `{form}`")
        if self.per != "player":
            return self.say("write `{name}[...]`")
        other = self.say("; or `{other}`, whoever it belongs to") if self.other else ""
        return self.say("write `{name}[...]`, for instance `{name}[mover]`{other}", other=other)


@node
class NotHere(Problem):
    """Some statements and `roll` may stand only where the game itself runs.

    Functions and conditions compute and change nothing; `after`, and the `given` of a scenario, may
    change the table but cannot stop to decide or to roll. `roll` also cannot stand where it might
    be skipped or repeated: behind `and` or `or`, in a branch of `a if c else b`, in a generator.
    """

    code: ClassVar[str] = "F209"
    remedy: ClassVar[str | None] = (
        "decide, roll and change the table in `setup`, `turn` and `rules`"
    )

    what: str
    where: str

    @property
    def message(self) -> str:
        return self.say("{what} cannot stand in {where}")


@node
class Recursive(Problem):
    """A rule or function calls itself, perhaps through others.

    A game is a finite automaton, and rules are expanded where they are called, so that none may
    come back to itself. Use `while` to repeat.
    """

    code: ClassVar[str] = "F210"

    name: str
    through: tuple[str, ...]

    @property
    def message(self) -> str:
        shown = (*self.through[:8], "...") if len(self.through) > 9 else self.through
        path = " -> ".join((*shown, self.name))
        return self.say("`{name}` calls itself: {path!s}", path=path)

    @property
    def help(self) -> str | None:
        return "repeat with `while` instead"


@node
class DeepCalls(Problem):
    """Calls of rules and functions stand in one another deeper than a game allows.

    A game that comes so deep stops with the fault `budget`. Let one rule call several others in
    turn, or repeat with `while`.
    """

    code: ClassVar[str] = "F246"
    remedy: ClassVar[str | None] = "call several in turn rather than each from within another"

    name: str
    most: int

    @property
    def message(self) -> str:
        return self.say("calls from `{name}` on stand in one another more than {most} deep")


@node
class Unused(Problem):
    """A statement computes a value and nothing happens with it.

    An assignment has one `=`, a comparison two. Keep the value with `let`, assign it, or delete the
    line.
    """

    code: ClassVar[str] = "F211"

    advice: str = "keep it with `let`, or assign it with `=`"

    @property
    def message(self) -> str:
        return "this computes a value that nothing uses"

    @property
    def help(self) -> str | None:
        return self.advice


@node
class NotAssignable(AdvisedProblem):
    """Only state and what `let` binds can be assigned.

    Pieces change place with `move`, `place` and `remove`; options, regions and boards are fixed.
    """

    code: ClassVar[str] = "F212"
    remedy: ClassVar[str | None] = "assign to a variable of `state`, or to a name bound with `let`"

    what: str

    @property
    def message(self) -> str:
        return self.say("cannot assign to {what}")


@node
class NoReturn(Problem):
    """A function of several statements must end in `return` on every way through it.

    A call needs a value, however the function comes to its end. Add a `return` as the last line, or
    an `else` to the last `if`.
    """

    code: ClassVar[str] = "F213"
    remedy: ClassVar[str | None] = "add a `return` as the last line, or an `else` to the last `if`"

    name: str

    @property
    def message(self) -> str:
        return self.say("`{name}` can end without `return`")


@node
class NotComparable(AdvisedProblem):
    """Two values of different types are never equal and have no order.

    A place is not the number of pieces in it: that is `count(place)`. A piece is not its kind: that
    is `piece.kind`. Compare what is of one type.
    """

    code: ClassVar[str] = "F214"
    remedy: ClassVar[str | None] = "compare what is of one type"

    word: str
    left: str
    right: str

    @property
    def message(self) -> str:
        return self.say("cannot compare {left} `{word}` {right}")


@node
class OutOfRange(Problem):
    """A number is outside the range that its place allows, whatever happens in the game.

    The rule would go wrong each time. Write a number of the range, or give the variable a wider
    type.
    """

    code: ClassVar[str] = "F215"
    remedy: ClassVar[str | None] = "write a number of the range, or give the variable a wider type"

    found: str
    allowed: str

    @property
    def message(self) -> str:
        return self.say("{found} is outside {allowed}")


@node
class NoOpponent(Problem):
    """`opponent` is the other player of a game for two; with more players there are several.

    Say which of them is meant, for instance `next(mover)`.
    """

    code: ClassVar[str] = "F216"

    players: int

    @property
    def message(self) -> str:
        return self.say("`opponent` needs a game for 2 players, this one has {players}")

    @property
    def help(self) -> str | None:
        return "use `others(mover)`, the set of the other players"


@node
class NoOrigin(Problem):
    """There may be several such pieces, so a statement that takes one must say where from.

    Write `on` and a site, or `from` and a zone. A kind with a `count` of one needs no place, and
    `place` takes from the box.
    """

    code: ClassVar[str] = "F217"

    piece: str

    @property
    def message(self) -> str:
        return self.say("there may be several `{piece}`: say where from")

    @property
    def help(self) -> str | None:
        return self.say("write `{piece} on SITE` or `{piece} from ZONE`")


@node
class RuleAsValue(Problem):
    """A rule changes the table and has no value; a function has a value and changes nothing.

    Call it on a line of its own; or, where it only computes, move it to `functions`.
    """

    code: ClassVar[str] = "F218"

    name: str

    @property
    def message(self) -> str:
        return self.say("`{name}` is a rule and has no value")

    @property
    def help(self) -> str | None:
        return "call it as a statement, or make it a function"


@node
class NeedsRule(Problem):
    """`after(RULE(arguments), VALUE)` is the value on the table as it would be after that rule.

    It shows what a rule would do without doing it. Write the call first, then what to look at.
    """

    code: ClassVar[str] = "F219"
    remedy: ClassVar[str | None] = "write it as `after(RULE(arguments), VALUE)`"

    @property
    def message(self) -> str:
        return "`after` takes the call of a rule, then a value"


@node
class NotKept(Problem):
    """The state of a game has a fixed size, so what it keeps needs bounds.

    State, and locals that are still needed after a decision or a roll, are kept. Give numbers a
    range (`set of 1..6`), and lists a maximum.
    """

    code: ClassVar[str] = "F220"
    remedy: ClassVar[str | None] = (
        "give the numbers a range, and a list a maximum: `list of 1..6 max 5`"
    )

    name: str
    type: str

    @property
    def message(self) -> str:
        return self.say("`{name}` cannot be kept: `{type}` has no bounds")

    @property
    def help(self) -> str | None:
        if not self.type.endswith("int"):
            return self.remedy
        return say("give the numbers a range: `{type}0..99`", type=self.type[:-3])


@node
class NoDefault(Problem):
    """A variable of this type has no plain value to start from.

    A player or a site has no first value that would be right for every game. Say it with `start`,
    or let the variable hold `none` until it is known.
    """

    code: ClassVar[str] = "F221"

    name: str
    type: str

    @property
    def message(self) -> str:
        return self.say("`{name}` needs a `start`")

    @property
    def help(self) -> str | None:
        return self.say("add `start: ...`, or make its type `{type} or none`")


@node
class Taken(Problem):
    """A name is already in use for something that it would hide or collide with.

    The one that is declared further in would be the only one that scripts can see. Choose another
    name for one of them.
    """

    code: ClassVar[str] = "F222"
    remedy: ClassVar[str | None] = "choose another name for one of them"

    name: str
    what: str
    first: Span | None = None

    @property
    def message(self) -> str:
        return self.say("`{name}` is already {what}")

    @property
    def labels(self) -> tuple[Label, ...]:
        return (Label(self.first, "here"),) if self.first else ()


@node
class NotConstant(Problem):
    """This value must be known before the game begins: numbers, options and names of the file only.

    The table is made before anything is played, so its size cannot depend on state, players' moves
    or dice. Use an option where groups may choose.
    """

    code: ClassVar[str] = "F223"
    remedy: ClassVar[str | None] = "write a number, or the name of an option"

    @property
    def message(self) -> str:
        return "this must be known before the game begins"


@node
class BadPlayers(Problem):
    """The number of players is not one that the game allows.

    Change `players` of the file, or ask for a number that it allows.
    """

    code: ClassVar[str] = "F224"
    remedy: ClassVar[str | None] = "ask for a number of players that it allows, or change `players`"

    found: int
    allowed: str

    @property
    def message(self) -> str:
        return self.say(
            "{players}: this game is for {allowed}", players=counted(self.found, "player")
        )


@node
class UnknownValue(Problem):
    """An option, in the file or on the command line, is given a value that it does not have.

    The values stand in the option's `type`. Write one of them, or add it there.
    """

    code: ClassVar[str] = "F225"

    option: str
    value: str
    allowed: tuple[str, ...]
    close: str | None = None

    @property
    def message(self) -> str:
        return self.say("`{value}` is no value of the option `{option}`")

    @property
    def help(self) -> str | None:
        return say("it is one of {values!s}", values=", ".join(self.allowed))

    @property
    def fix(self) -> Fix | None:
        return Fix(self.span, self.close) if self.close else None


@node
class Misplaced(Problem):
    """`owner` and `team` are visibilities only for what belongs to a player or a team.

    What belongs to nobody can be seen by all or by none.
    """

    code: ClassVar[str] = "F226"

    name: str

    @property
    def message(self) -> str:
        return self.say("`{name}` belongs to nobody, so its `visible` can only be all or none")

    @property
    def help(self) -> str | None:
        return "write `visible: none` or `visible: all`, or add `for: player`"


@node
class TooLarge(Problem):
    """A game has a size limit, so that no rule file can exhaust a machine.

    The limits stand in docs/language.md, Limits.
    """

    code: ClassVar[str] = "F227"
    remedy: ClassVar[str | None] = "make it smaller; docs/language.md lists the limits"

    what: str
    size: int
    limit: int

    @property
    def message(self) -> str:
        return self.say("{what}: {size}, more than the {limit} allowed")


@node
class EmptyRange(Problem):
    """A range goes from its low end to its high end: `1..6`.

    A variable of it could have no value at all.
    """

    code: ClassVar[str] = "F228"

    low: int
    high: int

    @property
    def message(self) -> str:
        return self.say("the range {low}..{high} is empty")

    @property
    def help(self) -> str | None:
        return "write the low end first"

    @property
    def fix(self) -> Fix | None:
        return Fix(self.span, f"{self.high}..{self.low}")


@node
class BadPlane(Problem):
    """A plane has squares with 4 or 8 ports or hexagons with 6, and a game has one plane at most.

    `{plane: square, ports: 8}` has ports at the sides and the corners.
    """

    code: ClassVar[str] = "F241"
    remedy: ClassVar[str | None] = "write it like `{plane: square, ports: 8}`"

    found: str
    expected: str

    @property
    def message(self) -> str:
        return self.say("expected {expected}, found {found}")


@node
class BadFace(Problem):
    """The lines of a face join two different ports each, and no port has two lines.

    So every line of the table is a path or a loop. The ports of a square are n, e, s and w, and
    with corners ne, se, sw and
    nw too; those of a hexagon ne, e, se, sw, w and nw.
    """

    code: ClassVar[str] = "F242"
    remedy: ClassVar[str | None] = "give each line two ports of its own"

    port: str
    why: str

    @property
    def message(self) -> str:
        return self.say("the port `{port}` {why}")


@node
class BadRotation(Problem):
    """A tile is turned by a whole number of its sides: by 90 degrees in squares, by 60 in
    hexagons."""

    code: ClassVar[str] = "F243"
    remedy: ClassVar[str | None] = (
        "turn by 90, 180 or 270 degrees in squares, by multiples of 60 in hexagons"
    )

    angle: int
    step: int

    @property
    def message(self) -> str:
        return self.say("a tile cannot be turned by {angle} degrees, only by multiples of {step}")


@node
class NotOnPlane(Problem):
    """A plane has no fixed sites, so what asks for neighbours, lines of sight or distances is not
    for it.

    The builtins for planes are those of docs/language.md, Planes: `spots`, `joins`, `loops` and
    others.
    """

    code: ClassVar[str] = "F244"
    remedy: ClassVar[str | None] = (
        "use what planes have: `spots`, `joins`, `loops`, `poses` and others"
    )

    name: str

    @property
    def message(self) -> str:
        return self.say("`{name}` is not for the sites of a plane")


@node
class PoseElsewhere(Problem):
    """`as POSE` says how a tile lies on a plane; in a zone or on another board nothing lies in a
    pose.

    Leave out `as` and what follows it.
    """

    code: ClassVar[str] = "F245"
    remedy: ClassVar[str | None] = "leave out `as` and what follows it"

    @property
    def message(self) -> str:
        return "only on a plane does a tile lie in a pose"


@node
class UnevenTeams(Problem):
    """Teams are of equal size, and every seat has one.

    With a pattern the number of players must be a multiple of the number of teams; a list of seats
    needs an entry for
    each player.
    """

    code: ClassVar[str] = "F230"

    players: int
    teams: int

    @property
    def message(self) -> str:
        return self.say("{players} players cannot sit in {teams} teams like this")

    @property
    def help(self) -> str | None:
        return "give `players` a `step` of the number of teams, or list a team for each seat"


@node
class NestedSet(AdvisedProblem):
    """Sets and lists hold single values; a set of sets cannot be made.

    Keep a variable with an index instead, such as `{for: player, type: set of site}`.
    """

    code: ClassVar[str] = "F229"
    remedy: ClassVar[str | None] = (
        "keep one set for each index: a variable with `for: player`, or `for: site`"
    )

    @property
    def message(self) -> str:
        return "a set or list cannot hold sets or lists"


@node
class CountsOneValue(AdvisedProblem):
    """`count` tells how many different values there are, and here they are all the same.

    To count how often something comes in a list, add up a one for each: `sum(1 for ...)`.
    """

    code: ClassVar[str] = "F238"
    severity: ClassVar[Severity] = "warning"
    remedy: ClassVar[str | None] = "add up a one for each: `sum(1 for ...)`"

    @property
    def message(self) -> str:
        return "`count` counts different values, so this is never more than 1"


@node
class NotTheScore(Problem):
    """A function `score` is the score of the game where it takes one player and gives a number.

    Agents that look for the best score use it, and `fragma simulate` reports it. One of another
    shape is a function like any other, which may not be what was meant.
    """

    code: ClassVar[str] = "F237"
    severity: ClassVar[Severity] = "warning"

    @property
    def message(self) -> str:
        return "this function is not the score of the game"

    @property
    def help(self) -> str | None:
        return "the score is `score(player p)` with a number as its value; call others otherwise"


@node
class ForeverLoop(Problem):
    """Once the game comes here it goes on for ever, and nobody decides, nothing is rolled and it
    does not end.

    Where the name of the game is blamed, that holds for its turns: none of them stops. Look for a
    `while` whose condition nothing changes, or a phase without a decision. A loop has to decide,
    roll, or come to its end.
    """

    code: ClassVar[str] = "A101"

    @property
    def message(self) -> str:
        return "this repeats for ever without a decision, a roll or an end"

    @property
    def help(self) -> str | None:
        return "let a player `choose`, `roll` a die, or end the game"
