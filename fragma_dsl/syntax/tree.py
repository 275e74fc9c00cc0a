"""Tree: a rule file as written, one closed union of frozen nodes; names are still plain text."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

from fragma_dsl.text.node import Node, node
from fragma_dsl.text.source import Source
from fragma_dsl.text.span import Span


@node
class Identifier(Node):
    """A name and where it stands."""

    text: str
    span: Span


# ---- expressions


@node
class Bad(Node):
    """What did not parse; the problem is already reported. Stands as expression, statement or
    option."""

    span: Span


@node
class Name(Node):
    """A name in an expression."""

    text: str
    span: Span


@node
class Number(Node):
    """A whole number."""

    value: int
    span: Span


@node
class Truth(Node):
    """`true` or `false`."""

    value: bool
    span: Span


@node
class Nothing(Node):
    """The word `none`."""

    span: Span


@node
class SetLiteral(Node):
    """`{items}`."""

    items: "tuple[Expression, ...]"
    span: Span


@node
class ListLiteral(Node):
    """`[items]`."""

    items: "tuple[Expression, ...]"
    span: Span


@node
class Generator(Node):
    """`name in source`."""

    name: Identifier
    source: "Expression"
    span: Span


@node
class Best(Node):
    """`with most value` or `with least value`."""

    word: Literal["most", "least"]
    value: "Expression"
    span: Span


@node
class Comprehension(Node):
    """`value for generators where condition with best`: the sole argument of a call."""

    value: "Expression"
    generators: tuple[Generator, ...]
    where: "Expression | None"
    best: Best | None
    span: Span


@node
class SetComprehension(Node):
    """`{value for ...}`."""

    body: Comprehension
    span: Span


UnaryWord = Literal["-", "not"]
BinaryWord = Literal[
    "+", "-", "*", "//", "%", "|", "&", "and", "or",
    "==", "!=", "<", "<=", ">", ">=", "in", "not in",
]  # fmt: skip


@node
class Unary(Node):
    """`-operand` or `not operand`."""

    word: UnaryWord
    operand: "Expression"
    span: Span


@node
class Binary(Node):
    """`left word right`."""

    word: BinaryWord
    left: "Expression"
    right: "Expression"
    span: Span


@node
class Range(Node):
    """`low..high`, both included."""

    low: "Expression"
    high: "Expression"
    span: Span


@node
class Conditional(Node):
    """`value if test else otherwise`."""

    value: "Expression"
    test: "Expression"
    otherwise: "Expression"
    span: Span


@node
class Call(Node):
    """`function(arguments)`; a comprehension may be the sole argument. `after(...)` is one too."""

    function: "Expression"
    arguments: "tuple[Expression | Comprehension, ...]"
    span: Span


@node
class Index(Node):
    """`target[indices]`."""

    target: "Expression"
    indices: "tuple[Expression, ...]"
    span: Span


@node
class Attribute(Node):
    """`target.name`: a qualified name, or a builtin of one argument written behind it."""

    target: "Expression"
    name: Identifier
    span: Span


@node
class Roll(Node):
    """`roll die`."""

    die: Identifier
    span: Span


Expression: TypeAlias = (
    Bad | Name | Number | Truth | Nothing | SetLiteral | ListLiteral | SetComprehension | Unary
    | Binary | Range | Conditional | Call | Index | Attribute | Roll
)  # fmt: skip


# ---- statements


@node
class Let(Node):
    """`let name = value`, or with a type before the name."""

    name: Identifier
    type: "TypeNode | None"
    value: Expression
    span: Span


@node
class Assign(Node):
    """`target = value`, or with `+=`, `-=` or `|=`."""

    target: Expression
    word: Literal["=", "+=", "-=", "|="]
    value: Expression
    span: Span


@node
class AnyPiece(Node):
    """`piece on place`: whatever stands there."""

    place: Expression
    span: Span


@node
class AllPieces(Node):
    """The count `all`."""

    span: Span


@node
class Some(Node):
    """`count piece from origin`; no count means one, no origin means wherever the only one is."""

    count: Expression | AllPieces | None
    piece: Expression
    origin: Expression | None
    span: Span


@node
class Move(Node):
    """`move what to target`."""

    what: AnyPiece | Some
    target: Expression
    pose: Expression | None
    span: Span


@node
class Place(Node):
    """`place count piece on target`, out of the box; `what.origin` is None."""

    what: Some
    target: Expression
    pose: Expression | None
    span: Span


@node
class Remove(Node):
    """`remove what`, into the box."""

    what: AnyPiece | Some
    span: Span


@node
class Capture(Node):
    """`capture site`: everything there goes to the box; an empty site is no mistake."""

    site: Expression
    span: Span


@node
class DrawCard(Node):
    """`draw name from origin to target`: chance picks, and the name stands for what it picked."""

    name: Identifier
    origin: Expression
    target: Expression
    span: Span


@node
class Deal(Node):
    """`deal count from origin to target`: so many draws without a name; no count means one."""

    count: Expression | None
    origin: Expression
    target: Expression
    span: Span


@node
class Shuffle(Node):
    """`shuffle place`: chance puts a stacked zone in a new order."""

    place: Expression
    span: Span


@node
class Reveal(Node):
    """`reveal what to players`: a hidden zone or variable is seen from now on; by all, or by
    some."""

    what: Expression
    players: Expression | None
    span: Span


@node
class Hide(Node):
    """`hide what`: it is seen no more than it was declared to be."""

    what: Expression
    span: Span


@node
class If(Node):
    """Branches of `if` and `elif` in order, then `else`."""

    branches: "tuple[tuple[Expression, Block], ...]"
    otherwise: "Block | None"
    span: Span


@node
class For(Node):
    """`for generators where condition: body`."""

    generators: tuple[Generator, ...]
    where: Expression | None
    body: "Block"
    span: Span


@node
class While(Node):
    """`while test: body`."""

    test: Expression
    body: "Block"
    span: Span


@node
class Repeat(Node):
    """`repeat times: body`."""

    times: Expression
    body: "Block"
    span: Span


@node
class Option(Node):
    """One option of a decision; `body` is None where nothing follows it."""

    name: Identifier
    generators: tuple[Generator, ...]
    where: Expression | None
    best: Best | None
    body: "Block | None"
    span: Span


@node
class Choose(Node):
    """A decision; a secret one tells the others nothing of what was picked. `binds` is true for
    `choose NAME(x in S)` without a block: x lives on after
    it."""

    decider: Expression | None
    prompt: Identifier | None
    options: "tuple[Option | Bad, ...]"
    otherwise: "Block | None"
    binds: bool
    secret: bool
    span: Span


@node
class Evaluate(Node):
    """An expression as a statement: the call of a rule, or the body of a function."""

    value: Expression
    span: Span


@node
class Return(Node):
    """`return value`."""

    value: Expression
    span: Span


@node
class Again(Node):
    """`again`: the mover has another turn."""

    span: Span


@node
class Out(Node):
    """`out player`: they play no more."""

    player: Expression
    span: Span


@node
class Win(Node):
    """`win players`: the game ends, they win, the others lose."""

    players: Expression
    span: Span


@node
class Lose(Node):
    """`lose players`: the game ends, they lose, the others win."""

    players: Expression
    span: Span


@node
class Tie(Node):
    """`draw`: the game ends and nobody wins."""

    span: Span


@node
class Rank(Node):
    """`rank player by value`: the game ends, more is better."""

    player: Identifier
    value: Expression
    span: Span


@node
class Pay(Node):
    """`pay player by value`: the game ends, each gets that much."""

    player: Identifier
    value: Expression
    span: Span


@node
class CheckEnd(Node):
    """`check end`."""

    span: Span


@node
class Pass(Node):
    """`pass`: nothing happens."""

    span: Span


@node
class Remember(Node):
    """`remember`: note this position in the history that `repeats()` counts."""

    span: Span


Statement: TypeAlias = (
    Bad | Let | Assign | Move | Place | Remove | Capture | DrawCard | Deal | Shuffle | Reveal | Hide
    | If | For | While | Repeat | Choose
    | Evaluate | Return | Again | Out | Win | Lose | Tie | Rank | Pay | CheckEnd | Pass | Remember
)  # fmt: skip


@node
class Block(Node):
    """Statements one behind the other."""

    statements: tuple[Statement, ...]
    span: Span


# ---- types


@node
class TypeName(Node):
    """`bool`, `int`, `player`, `site`, ... or the name of an enum, a die or an option."""

    text: str
    span: Span


@node
class TypeOf(Node):
    """`site of board`, `layer of board`."""

    name: Identifier
    board: Identifier
    span: Span


@node
class RangeType(Node):
    """`low..high`."""

    low: int
    high: int
    span: Span


@node
class SetType(Node):
    """`set of item`."""

    item: "TypeNode"
    span: Span


@node
class ListType(Node):
    """`list of item max N`."""

    item: "TypeNode"
    max: int
    span: Span


@node
class OptionalType(Node):
    """`item or none`."""

    item: "TypeNode"
    span: Span


TypeNode: TypeAlias = Bad | TypeName | TypeOf | RangeType | SetType | ListType | OptionalType


@node
class Parameter(Node):
    """A parameter of a function or rule."""

    name: Identifier
    type: TypeNode


# ---- actions, as records and scenarios write them


@node
class MoveText(Node):
    """`step(e2, e4)`, `roll green` or `draw ace`: the text without needless spaces, and the name of
    the
    option, face or card."""

    text: str
    name: str
    kind: Literal["action", "roll", "draw"]
    span: Span


# ---- declarations: one per entry of a map in the file; every map is keyed by name, in file order


@node
class Text(Node):
    """What people read, by language; the key "" is a text without a language."""

    by_language: Mapping[str, str]
    span: Span


@node
class Players(Node):
    """The seats. `names` are () unless the file names them; `default` is how many play if nobody
    says."""

    minimum: int
    maximum: int
    step: int
    default: int
    names: tuple[Identifier, ...]
    span: Span

    @property
    def allowed(self) -> range:
        """How many may play."""
        return range(self.minimum, self.maximum + 1, self.step)


@node
class Teams(Node):
    """The teams. `seats` is a pattern, or the names of the teams in the order of the seats."""

    names: tuple[Identifier, ...]
    seats: Literal["pairs", "alternate"] | tuple[Identifier, ...]
    span: Span


@node
class ValueList(Node):
    """Named values, as in `type: [may, must]`, an enum or a die; `weights` go with a die."""

    names: tuple[Identifier, ...]
    span: Span


@node
class OptionDecl(Node):
    """`options:` entry: a type, a default and what it is about."""

    name: Identifier
    type: TypeNode | ValueList
    default: Expression
    about: Text | None
    values: Mapping[str, Text]  # what each alternative means, where the file says
    span: Span


@node
class EnumDecl(Node):
    """An entry of `enums:`."""

    name: Identifier
    values: ValueList
    span: Span


@node
class DieDecl(Node):
    """Faces are names or whole numbers, as written; weights are positive."""

    name: Identifier
    faces: tuple[Identifier, ...]
    weights: tuple[int, ...]
    span: Span


@node
class BoardDecl(Node):
    """`shape` is the generator's key (grid, hexagon, hexgrid, triangle, ring, path, sites) and
    `arguments` the whole numbers or site names that follow it; regions, lines and directions keep
    their entries as written (see `SiteSet`)."""

    name: Identifier
    shape: Identifier
    arguments: tuple[Identifier, ...]
    layers: tuple[Identifier, ...]
    wrap: tuple[Identifier, ...]  # rows, columns, layers
    without: tuple[Identifier, ...]
    links: "tuple[LinkDecl, ...]"
    regions: "Mapping[str, RegionDecl]"
    lines: "Mapping[str, LinesDecl]"
    directions: "Mapping[str, DirectionsDecl]"
    drawing: "Drawing | None"
    positions: Mapping[str, tuple[float, float]]
    ports: Identifier | None  # of the tiles of a plane: how many, or `pairs`
    size: tuple[Identifier, ...]  # columns and rows of a plane with edges
    holds: Literal["one", "many", "stack"]
    height: int | None  # the most pieces of a stack
    span: Span


@node
class LinkDecl(Node):
    """`origin -- targets` both ways, `origin -> targets` one way; names of the directions where
    given."""

    origin: Identifier
    targets: tuple[Identifier, ...]
    forward: Identifier | None
    backward: Identifier | None
    one_way: bool
    span: Span


@node
class SiteSet(Node):
    """Words that name sites: `rows 1..2`, `row 8`, `column a`, `columns a..c`, `corners`, `edge n`,
    `layer past`, `all`, or names of sites with ranges (`a1..a6`)."""

    words: tuple[Identifier, ...]
    span: Span


@node
class RegionDecl(Node):
    """A set of sites, or one for each player: then the key of `sets` is the player's name, else
    ""."""

    name: Identifier
    sets: Mapping[str, SiteSet]
    span: Span


@node
class LinesDecl(Node):
    """A family of sets of sites: mills."""

    name: Identifier
    sets: tuple[SiteSet, ...]
    span: Span


@node
class DirectionsDecl(Node):
    """A named set of directions, or one for each player."""

    name: Identifier
    sets: Mapping[str, tuple[Identifier, ...]]
    span: Span


@node
class Drawing(Node):
    """A board drawn with letters: each site's name stands where the site is; the rest is
    decoration."""

    text: str
    span: Span


@node
class PieceDecl(Node):
    """`count` is per owner where the kind has owners; None is unlimited."""

    name: Identifier
    owned: bool
    count: Expression | None
    symbol: str | None  # one or two characters for drawings
    span: Span


Visibility = Literal["all", "owner", "team", "none"]


@node
class CardDecl(Node):
    """A family of cards: one for each combination of the values in `each`, or those `named`, with
    their values.

    `count` is how many there are of each.
    """

    name: Identifier
    each: Mapping[str, ValueList]
    named: "Mapping[str, NamedCard]"
    tiles: "Mapping[str, TileDecl]"
    rotations: tuple[Number, ...]  # degrees clockwise
    count: Expression
    span: Span


@node
class LineDecl(Node):
    """`colour port-port`, a line on a face."""

    colour: Identifier
    ends: tuple[Identifier, Identifier]
    span: Span


@node
class TileDecl(Node):
    """A card that is a tile, with the lines of its faces."""

    name: Identifier
    faces: tuple[tuple[LineDecl, ...], ...]
    span: Span


@node
class NamedCard(Node):
    """A card with a name of its own and the values of its attributes."""

    name: Identifier
    values: Mapping[str, Identifier]
    span: Span


@node
class ZoneDecl(Node):
    """An entry of `zones:`."""

    name: Identifier
    per: Literal["player", "team"] | None
    visible: Visibility
    order: Literal["random", "stacked", "set"]
    span: Span


@node
class StateDecl(Node):
    """A variable, or a family of them: one for each value of the types in `per`."""

    name: Identifier
    per: tuple[TypeNode, ...]
    type: TypeNode
    start: Expression | None
    visible: Visibility
    span: Span


@node
class FunctionDecl(Node):
    """A body of one `Evaluate` is an expression; else statements that end in `return`."""

    name: Identifier
    parameters: tuple[Parameter, ...]
    body: Block
    span: Span


@node
class RuleDecl(Node):
    """An entry of `rules:`."""

    name: Identifier
    parameters: tuple[Parameter, ...]
    body: Block
    span: Span


@node
class PhaseDecl(Node):
    """`until` is None for a phase that only the end of the game stops."""

    name: Identifier
    turn: Block
    until: Expression | None
    span: Span


@node
class History(Node):
    """The last so many positions, for `repeats()`; they may differ in the variables of
    `without`."""

    last: int
    without: tuple[Identifier, ...]
    span: Span


@node
class EndDecl(Node):
    """An entry of `end:`."""

    name: Identifier
    when: Expression
    result: Statement  # Win, Lose, Tie, Rank, Pay or Bad
    span: Span


@node
class ScenarioDecl(Node):
    """A worked example; see docs/language.md, Scenarios."""

    name: Identifier
    about: Text | None
    options: Mapping[str, Identifier]  # values of options, as written
    players: int | None
    given: Block | None
    play: tuple[MoveText, ...]
    expect: tuple[Expression, ...]
    legal: tuple[MoveText, ...]
    illegal: tuple[MoveText, ...]
    only: tuple[MoveText, ...] | None
    result: Statement | None
    fault: Identifier | None
    span: Span


InvariantForm = Literal["always", "never", "sometimes", "at_end", "step", "within"]


@node
class InvariantDecl(Node):
    """A property of every game; `value` is a condition, or the number of `within`.

    `probability` is None where the property holds without exception.
    """

    name: Identifier
    about: Text | None
    form: InvariantForm
    value: Expression
    probability: float | None
    span: Span


@node
class Variant(Node):
    """A whole file. Maps are in file order."""

    source: Source
    game: Identifier
    title: Text
    about: Text | None
    players: Players
    teams: Teams | None
    options: Mapping[str, OptionDecl]
    enums: Mapping[str, EnumDecl]
    dice: Mapping[str, DieDecl]
    boards: Mapping[str, BoardDecl]
    pieces: Mapping[str, PieceDecl]
    cards: Mapping[str, CardDecl]
    zones: Mapping[str, ZoneDecl]
    state: Mapping[str, StateDecl]
    functions: Mapping[str, FunctionDecl]
    rules: Mapping[str, RuleDecl]
    setup: Block | None
    turn: Block | None
    phases: Mapping[str, PhaseDecl]
    end: Mapping[str, EndDecl]
    flow: Block | None
    history: History
    invariants: Mapping[str, InvariantDecl]
    scenarios: Mapping[str, ScenarioDecl]
    texts: Mapping[str, Text]
    span: Span
