"""Tree: a rule file as written, one closed union of frozen nodes; names are still plain text."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from fragma_dsl.text.source import Source
from fragma_dsl.text.span import Span


@dataclass(frozen=True, slots=True)
class Identifier:
    """A name and where it stands."""

    text: str
    span: Span


# ---- expressions


@dataclass(frozen=True, slots=True)
class Bad:
    """What did not parse; the problem is already reported. Stands as expression, statement or
    option."""

    span: Span


@dataclass(frozen=True, slots=True)
class Name:
    """A name in an expression."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number."""

    value: int
    span: Span


@dataclass(frozen=True, slots=True)
class Truth:
    """`true` or `false`."""

    value: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Nothing:
    """The word `none`."""

    span: Span


@dataclass(frozen=True, slots=True)
class SetLiteral:
    """`{items}`."""

    items: "tuple[Expression, ...]"
    span: Span


@dataclass(frozen=True, slots=True)
class ListLiteral:
    """`[items]`."""

    items: "tuple[Expression, ...]"
    span: Span


@dataclass(frozen=True, slots=True)
class Generator:
    """`name in source`."""

    name: Identifier
    source: "Expression"
    span: Span


@dataclass(frozen=True, slots=True)
class Best:
    """`with most value` or `with least value`."""

    word: Literal["most", "least"]
    value: "Expression"
    span: Span


@dataclass(frozen=True, slots=True)
class Comprehension:
    """`value for generators where condition with best`: the sole argument of a call."""

    value: "Expression"
    generators: tuple[Generator, ...]
    where: "Expression | None"
    best: Best | None
    span: Span


@dataclass(frozen=True, slots=True)
class SetComprehension:
    """`{value for ...}`."""

    body: Comprehension
    span: Span


UnaryWord = Literal["-", "not"]
BinaryWord = Literal[
    "+", "-", "*", "//", "%", "|", "&", "and", "or",
    "==", "!=", "<", "<=", ">", ">=", "in", "not in",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Unary:
    """`-operand` or `not operand`."""

    word: UnaryWord
    operand: "Expression"
    span: Span


@dataclass(frozen=True, slots=True)
class Binary:
    """`left word right`."""

    word: BinaryWord
    left: "Expression"
    right: "Expression"
    span: Span


@dataclass(frozen=True, slots=True)
class Range:
    """`low..high`, both included."""

    low: "Expression"
    high: "Expression"
    span: Span


@dataclass(frozen=True, slots=True)
class Conditional:
    """`value if test else otherwise`."""

    value: "Expression"
    test: "Expression"
    otherwise: "Expression"
    span: Span


@dataclass(frozen=True, slots=True)
class Call:
    """`function(arguments)`; a comprehension may be the sole argument. `after(...)` is one too."""

    function: "Expression"
    arguments: "tuple[Expression | Comprehension, ...]"
    span: Span


@dataclass(frozen=True, slots=True)
class Index:
    """`target[indices]`."""

    target: "Expression"
    indices: "tuple[Expression, ...]"
    span: Span


@dataclass(frozen=True, slots=True)
class Attribute:
    """`target.name`: a qualified name, or a builtin of one argument written behind it."""

    target: "Expression"
    name: Identifier
    span: Span


@dataclass(frozen=True, slots=True)
class Roll:
    """`roll die`."""

    die: Identifier
    span: Span


Expression: TypeAlias = (
    Bad | Name | Number | Truth | Nothing | SetLiteral | ListLiteral | SetComprehension | Unary
    | Binary | Range | Conditional | Call | Index | Attribute | Roll
)  # fmt: skip


# ---- statements


@dataclass(frozen=True, slots=True)
class Let:
    """`let name = value`, or with a type before the name."""

    name: Identifier
    type: "TypeNode | None"
    value: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Assign:
    """`target = value`, or with `+=`, `-=` or `|=`."""

    target: Expression
    word: Literal["=", "+=", "-=", "|="]
    value: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class AnyPiece:
    """`piece on place`: whatever stands there."""

    place: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class AllPieces:
    """The count `all`."""

    span: Span


@dataclass(frozen=True, slots=True)
class Some:
    """`count piece from origin`; no count means one, no origin means wherever the only one is."""

    count: Expression | AllPieces | None
    piece: Expression
    origin: Expression | None
    span: Span


@dataclass(frozen=True, slots=True)
class Move:
    """`move what to target`."""

    what: AnyPiece | Some
    target: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Place:
    """`place count piece on target`, out of the box; `what.origin` is None."""

    what: Some
    target: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Remove:
    """`remove what`, into the box."""

    what: AnyPiece | Some
    span: Span


@dataclass(frozen=True, slots=True)
class Capture:
    """`capture site`: everything there goes to the box; an empty site is no mistake."""

    site: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class DrawCard:
    """`draw name from origin to target`: chance picks, and the name stands for what it picked."""

    name: Identifier
    origin: Expression
    target: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Deal:
    """`deal count from origin to target`: so many draws without a name; no count means one."""

    count: Expression | None
    origin: Expression
    target: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Shuffle:
    """`shuffle place`: chance puts a stacked zone in a new order."""

    place: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Reveal:
    """`reveal what to players`: a hidden zone or variable is seen from now on; by all, or by
    some."""

    what: Expression
    players: Expression | None
    span: Span


@dataclass(frozen=True, slots=True)
class Hide:
    """`hide what`: it is seen no more than it was declared to be."""

    what: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class If:
    """Branches of `if` and `elif` in order, then `else`."""

    branches: "tuple[tuple[Expression, Block], ...]"
    otherwise: "Block | None"
    span: Span


@dataclass(frozen=True, slots=True)
class For:
    """`for generators where condition: body`."""

    generators: tuple[Generator, ...]
    where: Expression | None
    body: "Block"
    span: Span


@dataclass(frozen=True, slots=True)
class While:
    """`while test: body`."""

    test: Expression
    body: "Block"
    span: Span


@dataclass(frozen=True, slots=True)
class Repeat:
    """`repeat times: body`."""

    times: Expression
    body: "Block"
    span: Span


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a decision; `body` is None where nothing follows it."""

    name: Identifier
    generators: tuple[Generator, ...]
    where: Expression | None
    best: Best | None
    body: "Block | None"
    span: Span


@dataclass(frozen=True, slots=True)
class Choose:
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


@dataclass(frozen=True, slots=True)
class Evaluate:
    """An expression as a statement: the call of a rule, or the body of a function."""

    value: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Return:
    """`return value`."""

    value: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Again:
    """`again`: the mover has another turn."""

    span: Span


@dataclass(frozen=True, slots=True)
class Out:
    """`out player`: they play no more."""

    player: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Win:
    """`win players`: the game ends, they win, the others lose."""

    players: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Lose:
    """`lose players`: the game ends, they lose, the others win."""

    players: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Tie:
    """`draw`: the game ends and nobody wins."""

    span: Span


@dataclass(frozen=True, slots=True)
class Rank:
    """`rank player by value`: the game ends, more is better."""

    player: Identifier
    value: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Pay:
    """`pay player by value`: the game ends, each gets that much."""

    player: Identifier
    value: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class CheckEnd:
    """`check end`."""

    span: Span


@dataclass(frozen=True, slots=True)
class Pass:
    """`pass`: nothing happens."""

    span: Span


@dataclass(frozen=True, slots=True)
class Remember:
    """`remember`: note this position in the history that `repeats()` counts."""

    span: Span


Statement: TypeAlias = (
    Bad | Let | Assign | Move | Place | Remove | Capture | DrawCard | Deal | Shuffle | Reveal | Hide
    | If | For | While | Repeat | Choose
    | Evaluate | Return | Again | Out | Win | Lose | Tie | Rank | Pay | CheckEnd | Pass | Remember
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Block:
    """Statements one behind the other."""

    statements: tuple[Statement, ...]
    span: Span


# ---- types


@dataclass(frozen=True, slots=True)
class TypeName:
    """`bool`, `int`, `player`, `site`, ... or the name of an enum, a die or an option."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class TypeOf:
    """`site of board`, `layer of board`."""

    name: Identifier
    board: Identifier
    span: Span


@dataclass(frozen=True, slots=True)
class RangeType:
    """`low..high`."""

    low: int
    high: int
    span: Span


@dataclass(frozen=True, slots=True)
class SetType:
    """`set of item`."""

    item: "TypeNode"
    span: Span


@dataclass(frozen=True, slots=True)
class ListType:
    """`list of item max N`."""

    item: "TypeNode"
    max: int
    span: Span


@dataclass(frozen=True, slots=True)
class OptionalType:
    """`item or none`."""

    item: "TypeNode"
    span: Span


TypeNode: TypeAlias = Bad | TypeName | TypeOf | RangeType | SetType | ListType | OptionalType


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a function or rule."""

    name: Identifier
    type: TypeNode


# ---- actions, as records and scenarios write them


@dataclass(frozen=True, slots=True)
class MoveText:
    """`step(e2, e4)`, `roll green` or `draw ace`: the text without needless spaces, and the name of
    the
    option, face or card."""

    text: str
    name: str
    kind: Literal["action", "roll", "draw"]
    span: Span


# ---- declarations: one per entry of a map in the file; every map is keyed by name, in file order


@dataclass(frozen=True, slots=True)
class Text:
    """What people read, by language; the key "" is a text without a language."""

    by_language: Mapping[str, str]
    span: Span


@dataclass(frozen=True, slots=True)
class Players:
    """The seats. `names` are () unless the file names them; `default` is how many play if nobody
    says."""

    minimum: int
    maximum: int
    step: int
    default: int
    names: tuple[Identifier, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Teams:
    """The teams. `seats` is a pattern, or the names of the teams in the order of the seats."""

    names: tuple[Identifier, ...]
    seats: Literal["pairs", "alternate"] | tuple[Identifier, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class ValueList:
    """Named values, as in `type: [may, must]`, an enum or a die; `weights` go with a die."""

    names: tuple[Identifier, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class OptionDecl:
    """`options:` entry: a type, a default and what it is about."""

    name: Identifier
    type: TypeNode | ValueList
    default: Expression
    about: Text | None
    values: Mapping[str, Text]  # what each alternative means, where the file says
    span: Span


@dataclass(frozen=True, slots=True)
class EnumDecl:
    """An entry of `enums:`."""

    name: Identifier
    values: ValueList
    span: Span


@dataclass(frozen=True, slots=True)
class DieDecl:
    """Faces are names or whole numbers, as written; weights are positive."""

    name: Identifier
    faces: tuple[Identifier, ...]
    weights: tuple[int, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class BoardDecl:
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
    holds: Literal["one", "many", "stack"]
    height: int | None  # the most pieces of a stack
    span: Span


@dataclass(frozen=True, slots=True)
class LinkDecl:
    """`origin -- targets` both ways, `origin -> targets` one way; names of the directions where
    given."""

    origin: Identifier
    targets: tuple[Identifier, ...]
    forward: Identifier | None
    backward: Identifier | None
    one_way: bool
    span: Span


@dataclass(frozen=True, slots=True)
class SiteSet:
    """Words that name sites: `rows 1..2`, `row 8`, `column a`, `columns a..c`, `corners`, `edge n`,
    `layer past`, `all`, or names of sites with ranges (`a1..a6`)."""

    words: tuple[Identifier, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class RegionDecl:
    """A set of sites, or one for each player: then the key of `sets` is the player's name, else
    ""."""

    name: Identifier
    sets: Mapping[str, SiteSet]
    span: Span


@dataclass(frozen=True, slots=True)
class LinesDecl:
    """A family of sets of sites: mills."""

    name: Identifier
    sets: tuple[SiteSet, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class DirectionsDecl:
    """A named set of directions, or one for each player."""

    name: Identifier
    sets: Mapping[str, tuple[Identifier, ...]]
    span: Span


@dataclass(frozen=True, slots=True)
class Drawing:
    """A board drawn with letters: each site's name stands where the site is; the rest is
    decoration."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class PieceDecl:
    """`count` is per owner where the kind has owners; None is unlimited."""

    name: Identifier
    owned: bool
    count: Expression | None
    symbol: str | None  # one or two characters for drawings
    span: Span


Visibility = Literal["all", "owner", "team", "none"]


@dataclass(frozen=True, slots=True)
class CardDecl:
    """A family of cards: one for each combination of the values in `each`, or those `named`, with
    their values.

    `count` is how many there are of each.
    """

    name: Identifier
    each: Mapping[str, ValueList]
    named: "Mapping[str, NamedCard]"
    count: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class NamedCard:
    """A card with a name of its own and the values of its attributes."""

    name: Identifier
    values: Mapping[str, Identifier]
    span: Span


@dataclass(frozen=True, slots=True)
class ZoneDecl:
    """An entry of `zones:`."""

    name: Identifier
    per: Literal["player", "team"] | None
    visible: Visibility
    order: Literal["random", "stacked", "set"]
    span: Span


@dataclass(frozen=True, slots=True)
class StateDecl:
    """A variable, or a family of them: one for each value of the types in `per`."""

    name: Identifier
    per: tuple[TypeNode, ...]
    type: TypeNode
    start: Expression | None
    visible: Visibility
    span: Span


@dataclass(frozen=True, slots=True)
class FunctionDecl:
    """A body of one `Evaluate` is an expression; else statements that end in `return`."""

    name: Identifier
    parameters: tuple[Parameter, ...]
    body: Block
    span: Span


@dataclass(frozen=True, slots=True)
class RuleDecl:
    """An entry of `rules:`."""

    name: Identifier
    parameters: tuple[Parameter, ...]
    body: Block
    span: Span


@dataclass(frozen=True, slots=True)
class PhaseDecl:
    """`until` is None for a phase that only the end of the game stops."""

    name: Identifier
    turn: Block
    until: Expression | None
    span: Span


@dataclass(frozen=True, slots=True)
class EndDecl:
    """An entry of `end:`."""

    name: Identifier
    when: Expression
    result: Statement  # Win, Lose, Tie, Rank, Pay or Bad
    span: Span


@dataclass(frozen=True, slots=True)
class ScenarioDecl:
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


@dataclass(frozen=True, slots=True)
class Variant:
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
    history: int  # positions that repeats() can look back on
    scenarios: Mapping[str, ScenarioDecl]
    texts: Mapping[str, Text]
    span: Span
