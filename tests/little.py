"""Little: a small game made by hand, program and machine, to test what stands above the backends.

A heap of five; the mover takes one or two, then tosses a coin: heads moves the mover's pawn along a
path of three. Who takes the last wins. Each has a pouch and a secret that the other does not see.
"""

from fragma_dsl.automaton.nodes import (
    Chance,
    Const,
    Decision,
    Die,
    End,
    Generator,
    OptionEdge,
    OptionName,
    Procedure,
    Program,
    Register,
)
from fragma_dsl.game import Game
from fragma_dsl.library.types import Int, Site
from fragma_dsl.play.fault import Fault, FaultError
from fragma_dsl.play.layout import PieceEntry, PlaceSlots, Scalar, VariableSlots
from fragma_dsl.play.layout_build import build_layout, initial_slots
from fragma_dsl.play.machine import Action, AtChance, AtDecision, AtEnd, Outcome, Stop, Value
from fragma_dsl.play.state import State, freeze, thaw
from fragma_dsl.play.texts import Texts
from fragma_dsl.text.source import Source
from fragma_dsl.text.span import Span
from tests.handmade import bare_board

TAKE, WAIT, END = 0, 1, 2
RULES = Source("heap.rules.yaml", "game: heap\nturn: choose take(n in 1..2)\n")
SPAN = Span(RULES, 11, 39)

BOARD = bare_board(
    "track",
    0,
    ("s1", "s2", "s3"),
    links={0: {1: (0,)}, 1: {0: (0,), 2: (0,)}, 2: {1: (0,)}},
    positions={0: (0.0, 0.0), 1: (1.0, 0.0), 2: (2.0, 0.0)},
    holds="many",
)
LAYOUT = build_layout(
    players=2,
    frame_size=1,
    variables=(
        VariableSlots("mover", 0, (), (), Scalar(0, 1)),
        VariableSlots("heap", 0, (), (), Scalar(0, 5)),
        VariableSlots("secret", 0, (2,), (0,), Scalar(-1, 9), "owner", "player"),
    ),
    pieces=(
        PieceEntry("pawn[ann]", 0, 0, 1),
        PieceEntry("pawn[bob]", 0, 1, 1),
        PieceEntry("gem", 1, -1, 4),
    ),
    places=(
        PlaceSlots("s1", 0, 3, "many"),
        PlaceSlots("s2", 0, 3, "many"),
        PlaceSlots("s3", 0, 3, "many"),
        PlaceSlots("pouch[ann]", 0, 3, "many", 0, "owner", True),
        PlaceSlots("pouch[bob]", 0, 3, "many", 1, "owner", True),
    ),
    history_length=0,
)


POINTS = (Decision(Const(0), None, (), SPAN), Chance(0, (), SPAN), End("last", SPAN))
PICK = OptionEdge(0, (Generator(0, Const(frozenset({1, 2}))),), None, None, SPAN)


def little_program(digest: str = "d1" * 32) -> Program:
    slots = initial_slots(LAYOUT, {"heap": 5, "secret": 7})
    slots[LAYOUT.places[0].offset : LAYOUT.places[0].offset + 2] = [1, 1]
    slots[LAYOUT.places[3].offset + 2] = 3
    slots[LAYOUT.box : LAYOUT.box + 3] = [0, 0, 1]
    return Program(
        game="heap",
        digest=digest,
        players=("ann", "bob"),
        teams=(),
        option_values={"size": "5"},
        enums={},
        directions=(),
        opposites=(),
        kinds=("pawn", "gem"),
        boards=(BOARD,),
        dice=(Die("coin", ("heads", "tails"), (1, 3)),),
        options=(OptionName("take", (Int(1, 2),)), OptionName("go", (Site(),))),
        layout=LAYOUT,
        initial=tuple(slots),
        points=POINTS,
        edges=(((WAIT, PICK),), (), ()),
        procedures=(Procedure("main", TAKE, 0, (Register("n", Int(1, 2), None),), SPAN),),
        main=0,
        after_setup=TAKE,
    )


class LittleMachine:
    """Plays the heap; to reach a heap of `bad` is a fault, and `endless` never lets it shrink."""

    def __init__(self, program: Program, bad: int | None = None, endless: bool = False) -> None:
        self.program = program
        self.bad = bad
        self.endless = endless

    def start(self) -> State:
        if self.bad == 5:
            raise FaultError(Fault("full", "no room on `s1`", SPAN))
        return freeze(list(self.program.initial))

    def start_given(self, procedure: int) -> State:
        raise NotImplementedError

    def evaluate(self, state: State, procedure: int, arguments: tuple[int, ...] = ()) -> Value:
        raise NotImplementedError

    def stop(self, state: State) -> Stop:
        slots = thaw(state)
        if slots[0] == TAKE:
            return AtDecision(slots[LAYOUT.mover], None)
        return AtChance(0) if slots[0] == WAIT else AtEnd("last")

    def actions(self, state: State) -> tuple[Action, ...]:
        slots = thaw(state)
        heap = slots[LAYOUT.by_name["heap"].offset]
        if slots[0] != TAKE:
            return ()
        return tuple(Action(0, (n,)) for n in (1, 2) if n <= heap)

    def outcomes(self, state: State) -> tuple[Outcome, ...]:
        return (Outcome(0, 0, 1), Outcome(0, 1, 3)) if thaw(state)[0] == WAIT else ()

    def play(self, state: State, move: Action | Outcome) -> State:
        slots = thaw(state)
        heap, mover = LAYOUT.by_name["heap"].offset, slots[LAYOUT.mover]
        if isinstance(move, Action):
            slots[heap] -= 0 if self.endless else move.arguments[0]
            if slots[heap] == self.bad:
                raise FaultError(Fault("full", "no room on `s1`", SPAN))
            slots[0] = WAIT
            return freeze(slots)
        if move.face == 0:
            advance(slots, mover)
        slots[0] = TAKE if slots[heap] else END
        slots[LAYOUT.mover] = mover if slots[0] == END else 1 - mover
        return freeze(slots)

    def returns(self, state: State) -> tuple[float, ...]:
        slots = thaw(state)
        if slots[0] != END:
            return (0.0, 0.0)
        return (1.0, -1.0) if slots[LAYOUT.mover] == 0 else (-1.0, 1.0)


def advance(slots: list[int], mover: int) -> None:
    offsets = [place.offset + mover for place in LAYOUT.places[:3]]
    here = next(n for n, offset in enumerate(offsets) if slots[offset])
    if here < 2:
        slots[offsets[here]], slots[offsets[here + 1]] = 0, 1


TEXTS = Texts(
    {"en": "Heap", "es": "Montón"},
    {},
    {"take": {"en": "Take {n}", "es": "Tomar {n}"}, "heads": {"es": "cara"}},
)


def little_game(bad: int | None = None, endless: bool = False, digest: str = "d1" * 32) -> Game:
    program = little_program(digest)
    return Game(program, LittleMachine(program, bad, endless), TEXTS)
