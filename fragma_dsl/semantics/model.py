"""Model: a game with every name resolved and every expression typed; options are still open."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from fragma_dsl.library.declare import Builtin
from fragma_dsl.library.domains import Domains
from fragma_dsl.library.types import Bool, Int, Nothing, Player, Type
from fragma_dsl.play.board import Board
from fragma_dsl.play.layout import Visibility
from fragma_dsl.text.node import Node, node
from fragma_dsl.text.span import Span

Value: TypeAlias = int | frozenset[int] | tuple["Value", ...]


@dataclass(frozen=True, slots=True, eq=False)
class Local:
    """A name that a script binds; itself its own identity."""

    name: str
    type: Type
    span: Span


# ---- expressions


@node
class Known(Node):
    """A value known from the file: a number, a truth, a site, a player, a set of them."""

    value: Value
    type: Type
    span: Span


@node
class OptionRef(Node):
    """The value of an option."""

    name: str
    type: Type
    span: Span


@node
class LocalRef(Node):
    """The value of a local."""

    local: Local
    type: Type
    span: Span


@node
class StateRef(Node):
    """A variable, or a member of a family of them."""

    name: str
    indices: "tuple[Expr, ...]"
    type: Type
    span: Span


@node
class Unary(Node):
    """A sign or a negation."""

    word: Literal["-", "not"]
    operand: "Expr"
    type: Type
    span: Span


Word = Literal[
    "+", "-", "*", "//", "%", "|", "&", "without", "concat", "and", "or",
    "==", "!=", "<", "<=", ">", ">=", "in", "subset",
]  # fmt: skip


@node
class Binary(Node):
    """An operator between two values."""

    word: Word
    left: "Expr"
    right: "Expr"
    type: Type
    span: Span


@node
class Conditional(Node):
    """One value or the other, by a test."""

    value: "Expr"
    test: "Expr"
    otherwise: "Expr"
    type: Type
    span: Span


@node
class Range(Node):
    """The whole numbers from `low` to `high`."""

    low: "Expr"
    high: "Expr"
    type: Type
    span: Span


@node
class MakeSet(Node):
    """The set of some values."""

    items: "tuple[Expr, ...]"
    type: Type
    span: Span


@node
class MakeList(Node):
    """The list of some values."""

    items: "tuple[Expr, ...]"
    type: Type
    span: Span


@node
class Item(Node):
    """The member of a list, or of a table known from the file, at an index from 0."""

    sequence: "Expr"
    index: "Expr"
    type: Type
    span: Span


@node
class Generator(Node):
    """Binds a local to each member of a source."""

    local: Local
    source: "Expr"


@node
class Best(Node):
    """Keeps what attains the largest or the least value."""

    most: bool
    value: "Expr"


Collect = Literal["set", "any", "all", "count", "sum", "min", "max", "first", "only"]


@node
class Comprehension(Node):
    """Values for every combination of the generators, collected."""

    collect: Collect
    value: "Expr"
    generators: tuple[Generator, ...]
    where: "Expr | None"
    best: Best | None
    type: Type
    span: Span


@node
class BuiltinCall(Node):
    """The call of a builtin, in the form that fits."""

    builtin: Builtin
    arguments: "tuple[Expr, ...]"
    type: Type
    span: Span


@node
class FunctionCall(Node):
    """The call of a function of the file."""

    function: str
    arguments: "tuple[Expr, ...]"
    type: Type
    span: Span


@node
class After(Node):
    """A value on the table as it would be after a rule."""

    rule: str
    arguments: "tuple[Expr, ...]"
    value: "Expr"
    type: Type
    span: Span


@node
class Old(Node):
    """A value on the table as it was before the move that an invariant's `step` speaks of."""

    value: "Expr"
    type: Type
    span: Span


@node
class Require(Node):
    """The value, which must not be none."""

    value: "Expr"
    type: Type
    span: Span


@node
class InRange(Node):
    """The number, which must lie in the type's range, or the set or list whose members must."""

    value: "Expr"
    low: int
    high: int
    type: Type
    span: Span


@node
class PieceOf(Node):
    """The piece of a kind and its owner; `owner` None for a kind without."""

    kind: "Expr"
    owner: "Expr | None"
    type: Type
    span: Span


@node
class SiteAt(Node):
    """The site in a layer: at a spot counted within the layer, or the counterpart of a site."""

    board: str
    layer: "Expr"
    spot: "int | Expr"
    type: Type
    span: Span


@node
class ZoneAt(Node):
    """A zone as a place; `owner` None for one that all share."""

    zone: str
    owner: "Expr | None"
    type: Type
    span: Span


@node
class Roll(Node):
    """The face that comes up."""

    die: str
    type: Type
    span: Span


Expr: TypeAlias = (
    Known | OptionRef | LocalRef | StateRef | Unary | Binary | Conditional | Range | MakeSet
    | MakeList | Item | Comprehension | BuiltinCall | FunctionCall | After | Old | Require
    | InRange
    | PieceOf | SiteAt | ZoneAt | Roll
)  # fmt: skip


# ---- statements


@node
class SetLocal(Node):
    """`let` and assignments to what it bound."""

    local: Local
    value: Expr
    span: Span


@node
class SetState(Node):
    """An assignment to a variable."""

    name: str
    indices: tuple[Expr, ...]
    value: Expr
    span: Span


@node
class MovePiece(Node):
    """`count` None: all; `piece` None: the one on the origin; `origin` None: wherever the only one
    is.

    Pieces come from the box where `from_box` says so, and go into it where `target` is None.
    """

    count: Expr | None
    piece: Expr | None
    origin: Expr | None
    target: Expr | None
    from_box: bool
    span: Span
    pose: Expr | None = None  # of a tile on a plane


@node
class Clear(Node):
    """Takes everything from a place to the box."""

    place: Expr
    span: Span


@node
class If(Node):
    """A branch."""

    test: Expr
    body: "Block"
    otherwise: "Block"
    span: Span


@node
class For(Node):
    """A loop over the members of a source."""

    generator: Generator
    body: "Block"
    span: Span


@node
class While(Node):
    """A loop while a test holds."""

    test: Expr
    body: "Block"
    span: Span


@node
class Repeat(Node):
    """A loop of so many times."""

    times: Expr
    body: "Block"
    span: Span


@node
class Option(Node):
    """An option of a decision."""

    name: str
    generators: tuple[Generator, ...]
    where: Expr | None
    best: Best | None
    body: "Block"
    span: Span


@node
class Choose(Node):
    """A decision."""

    decider: Expr
    prompt: str | None
    options: tuple[Option, ...]
    otherwise: "Block | None"
    secret: bool
    span: Span


@node
class Draw(Node):
    """A piece from a zone to a place: by chance, or from the top of a stacked zone, which `top`
    gives."""

    local: Local
    origin: Expr
    target: Expr
    top: Expr | None
    span: Span


@node
class Shuffle(Node):
    """A stacked zone in a new order; `height` is how many pieces it has."""

    place: Expr
    height: Expr
    span: Span


@node
class Show(Node):
    """Opens what is hidden to some players (None: to all), or hides it again.

    `what` is a zone or a variable with its index.
    """

    what: "ZoneAt | StateRef"
    players: Expr | None
    shown: bool
    span: Span


@node
class CallRule(Node):
    """The call of a rule."""

    rule: str
    arguments: tuple[Expr, ...]
    span: Span


@node
class Return(Node):
    """The value of a function."""

    value: Expr
    span: Span


@node
class Conclude(Node):
    """The end of the game; `value` is for the player that `local` stands for."""

    kind: Literal["win", "lose", "draw", "rank", "pay"]
    local: Local
    value: Expr
    span: Span


@node
class CheckEnd(Node):
    """Looks whether an entry of `end:` holds."""

    span: Span


@node
class Remember(Node):
    """Notes the position in the history."""

    span: Span


Statement: TypeAlias = (
    SetLocal | SetState | MovePiece | Clear | Draw | Shuffle | Show | If | For | While | Repeat |
    Choose | CallRule
    | Return | Conclude | CheckEnd | Remember
)  # fmt: skip

Block: TypeAlias = tuple[Statement, ...]


# ---- declarations


@node
class GameOption(Node):
    """`values` are the texts of the values in order; a value is its index, a truth or a number by
    `type`."""

    name: str
    type: Type
    values: Mapping[str, int]
    default: int
    span: Span


@node
class Die(Node):
    """`values` are the faces as values of `type`, `faces` as texts."""

    name: str
    type: Type
    faces: tuple[str, ...]
    values: tuple[int, ...]
    weights: tuple[int, ...]
    span: Span


@node
class Kind(Node):
    """A kind of piece; `count` None is unlimited."""

    name: str
    owned: bool
    count: Expr | None
    symbol: str
    span: Span


@node
class CardFamily(Node):
    """A family of cards: their names, and for each attribute its type and its value on each card.

    A card that lacks an attribute has -1 there. `count` is how many there are of each card.
    """

    name: str
    cards: tuple[str, ...]
    attributes: Mapping[str, tuple[Type, tuple[int, ...]]]
    count: Expr
    span: Span


@node
class Zone(Node):
    """A place off the board."""

    name: str
    per: Literal["player", "team"] | None
    visible: Visibility
    order: Literal["random", "stacked", "set"]
    span: Span


@node
class Variable(Node):
    """`start` is None for the plain start of its type; `owned`: the first of `per` is the
    player."""

    name: str
    per: tuple[Type, ...]
    type: Type
    start: Expr | None
    visible: Visibility
    span: Span
    remembered: bool = True  # whether the positions of the history tell its values apart


@node
class Function(Node):
    """A function with the type of its value."""

    name: str
    parameters: tuple[Local, ...]
    result: Type
    body: Block
    span: Span

    @property
    def is_score(self) -> bool:
        """Whether it gives the score of a player: a function `score(player p)` of a number."""
        types = [parameter.type for parameter in self.parameters]
        return self.name == "score" and types == [Player()] and isinstance(self.result, Int)


@node
class Rule(Node):
    """`stops` says that it decides, rolls or may end the game, so that it is expanded where it is
    called."""

    name: str
    parameters: tuple[Local, ...]
    body: Block
    stops: bool
    span: Span


@node
class End(Node):
    """An entry of `end:`."""

    name: str
    when: Expr
    result: Conclude
    span: Span


@node
class Scenario(Node):
    """What a scenario sets up and expects; `result` where it says what each player gets."""

    name: str
    given: Block | None
    expect: tuple[Expr, ...]
    result: Conclude | None
    span: Span


InvariantForm: TypeAlias = Literal["always", "never", "sometimes", "at_end", "step", "within"]


@node
class Invariant(Node):
    """A property of every game: `value` is a condition, or the number of `within`."""

    name: str
    form: InvariantForm
    value: Expr
    probability: float | None
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """A whole game for a number of players. Maps are in file order."""

    id: str
    domains: Domains
    players: tuple[str, ...]
    teams: tuple[str, ...]
    team_of: tuple[int, ...]  # by seat; () without teams
    options: Mapping[str, GameOption]
    enums: Mapping[str, tuple[str, ...]]
    dice: Mapping[str, Die]
    boards: tuple[Board, ...]
    directions: tuple[str, ...]
    opposites: tuple[int, ...]
    kinds: Mapping[str, Kind]
    cards: Mapping[str, CardFamily]  # their pieces come behind those of the kinds
    zones: Mapping[str, Zone]
    variables: Mapping[str, Variable]
    functions: Mapping[str, Function]
    rules: Mapping[str, Rule]
    flow: Block
    ends: Mapping[str, End]
    invariants: Mapping[str, Invariant]
    scenarios: Mapping[str, Scenario]
    history: int
    span: Span

    @property
    def site_count(self) -> int:
        """How many sites all boards have."""
        return sum(len(board) for board in self.boards)

    def board(self, name: str) -> Board:
        """Give the board of a name."""
        return next(board for board in self.boards if board.name == name)


BOOL = Bool()
NOTHING = Nothing()
