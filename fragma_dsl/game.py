"""Game: a program and its machine, ready to play; Position: a moment of it that never changes."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from fragma_dsl.automaton.nodes import Chance, Decision, Draw, End, Program
from fragma_dsl.automaton.notation import Move, Notation
from fragma_dsl.library.types import is_piece_type
from fragma_dsl.play.encoding import decode_text, encode
from fragma_dsl.play.fault import CAUSES, Fault, FaultError
from fragma_dsl.play.layout import Shape, shape_width
from fragma_dsl.play.machine import Action, AtChance, AtDecision, AtEnd, Machine, Outcome, Stop
from fragma_dsl.play.random import Random
from fragma_dsl.play.resample import resample
from fragma_dsl.play.state import State, thaw
from fragma_dsl.play.texts import Texts
from fragma_dsl.play.tiles import check_tiles
from fragma_dsl.play.view import View, make_view
from fragma_dsl.text.nearest import nearest_few
from fragma_dsl.text.said import say

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from fragma_dsl.backends.pick import Backend

FORMAT = "fragma1"
CHANCE_SEAT = 0
MAX_ROLLS = 10_000
"""How often chance may follow chance before that is a fault."""


class IllegalMove(ValueError):  # noqa: N818 - a move is illegal, not an error of the program
    """Raised for a move that is not legal; `nearest` are the legal ones that it looks like."""

    def __init__(self, move: str, nearest: tuple[str, ...], reason: str = "is not legal") -> None:
        message = say("`{move}` {reason}", move=move, reason=reason)
        if nearest:
            names = ", ".join(f"`{text}`" for text in nearest)
            message = say("{message}; nearest: {names}", message=message, names=names)
        super().__init__(message)
        self.move = move
        self.nearest = nearest


class PositionError(ValueError):
    """Raised for a text that is no position of this game."""


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """A game ready to play. It can be pickled; two games are the same where their digests are."""

    program: Program
    machine: Machine
    texts: Texts = field(default_factory=Texts)
    notation: Notation = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "notation", Notation(self.program))

    def __repr__(self) -> str:
        return f"<Game {self.name} {self.digest[:12]}>"

    def _repr_pretty_(self, printer: Any, _cycle: bool) -> None:  # of IPython and Hypothesis
        printer.text(repr(self))

    @property
    def name(self) -> str:
        """The id of the game."""
        return self.program.game

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players in seat order."""
        return self.program.players

    @property
    def digest(self) -> str:
        """The hash of the resolved rules with these options and this number of players."""
        return self.program.digest

    @property
    def options(self) -> Mapping[str, str]:
        """The value of every option."""
        return self.program.option_values

    def with_backend(self, backend: "Backend") -> "Game":
        """Give the same game on another backend: `interpreter`, `python` or `native`. Raises
        BackendError where it cannot run there."""
        from fragma_dsl.backends.pick import machine_of  # only here: the others are seldom wanted

        return Game(self.program, machine_of(self.program, backend), self.texts)

    def start(self, seed: int | None = None, number: int = 0) -> "Position":
        """Begin a game. With a seed chance is rolled by itself; without one the caller plays it.

        `number` counts the games of a seed: chance comes from `Random.derived(seed, number, 0)`.
        """
        chance = None if seed is None else Random.derived(seed, number, CHANCE_SEAT).state
        return settled(self, self.machine.start(), chance)

    def at(self, state: State) -> "Position":
        """Give the position for a state of this game's machine."""
        return Position(self, state)

    def position(self, text: str) -> "Position":
        """Read what `Position.text` wrote; a PositionError says why a text is no position here."""
        parts = text.strip().split(":")
        if parts[0] != FORMAT or len(parts) not in (4, 5):
            raise PositionError(f"not a position: it should begin with `{FORMAT}:{self.name}:`")
        if parts[1] != self.name:
            raise PositionError(f"a position of `{parts[1]}`, not of `{self.name}`")
        if parts[2] != self.digest[:12]:
            raise PositionError("a position of other rules, options or number of players")
        try:
            state = decode_text(parts[3], self.program.layout)
            if self.program.plane is not None:
                check_tiles(list(thaw(state)), self.program.layout, self.program.plane)
            chance = int(parts[4], 16) if len(parts) == 5 else None
        except ValueError as error:
            raise PositionError(f"not a position: {error}") from error
        point = self.program.find_point(thaw(state)[0])
        if not isinstance(point, Decision | Chance | Draw | End):
            raise PositionError("not a position: no game stops there")
        return Position(self, state, chance)


@dataclass(frozen=True, eq=False)
class Position:
    """A moment of a game that waits for a player, for chance, or for nobody: then it is over."""

    game: Game
    state: State
    chance: int | None = (
        None  # the state of the stream that rolls chance, None where the caller does
    )
    rolled: tuple[Outcome, ...] = ()  # what chance has rolled by itself since the last move

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        return f"<Position of {self.game.name}: {self.waits_for}>"

    def _repr_pretty_(self, printer: Any, _cycle: bool) -> None:  # of IPython and Hypothesis
        printer.text(repr(self))

    def __getstate__(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in ("game", "state", "chance", "rolled")}

    @property
    def key(self) -> tuple[str, State, int | None]:
        """What makes two positions equal: the rules, the state, and the chance to come."""
        return self.game.digest, self.state, self.chance

    @property
    def waits_for(self) -> str:
        """The name of the player who decides, `chance`, or `the end`."""
        return self.mover or ("chance" if self.is_chance else "the end")

    @cached_property
    def stop(self) -> Stop:
        """What the position waits for."""
        return self.game.machine.stop(self.state)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return isinstance(self.stop, AtEnd)

    @property
    def is_chance(self) -> bool:
        """Whether chance comes next; never so where the game was started with a seed."""
        return isinstance(self.stop, AtChance)

    @property
    def seat(self) -> int | None:
        """The seat of the player who decides, from 0; None at chance and at the end."""
        return self.stop.player if isinstance(self.stop, AtDecision) else None

    @property
    def mover(self) -> str | None:
        """The name of the player who decides; None at chance and at the end."""
        return None if self.seat is None else self.game.players[self.seat]

    @property
    def prompt(self) -> str | None:
        """What the rules ask the player, an id among the texts or the text itself."""
        return self.stop.prompt if isinstance(self.stop, AtDecision) else None

    @cached_property
    def legal(self) -> tuple[Action, ...]:
        """The legal actions in the order of the rules; () unless a player decides."""
        return self.game.machine.actions(self.state) if self.seat is not None else ()

    @cached_property
    def actions(self) -> tuple[str, ...]:
        """The legal actions as text: `step(present.a1, 2)`."""
        return tuple(self.game.notation.action_text(action) for action in self.legal)

    @cached_property
    def outcomes(self) -> tuple[Outcome, ...]:
        """The chance outcomes; () unless chance comes next."""
        return self.game.machine.outcomes(self.state) if self.is_chance else ()

    @property
    def chance_outcomes(self) -> tuple[tuple[str, float], ...]:
        """The chance outcomes as text, each with its probability: `("roll green", 0.5)`."""
        total = sum(outcome.weight for outcome in self.outcomes)
        text = self.game.notation.outcome_text
        return tuple((text(outcome), outcome.weight / total) for outcome in self.outcomes)

    def find(self, text: str) -> Move:
        """Give the legal move that a text means; raises IllegalMove where there is none."""
        legal: tuple[Move, ...] = (*self.legal, *self.outcomes)
        move = self.game.notation.find(text, legal)
        if move is None:
            raise self.illegal(text)
        return move

    def illegal(self, text: str) -> IllegalMove:
        """Make the error for a move that is not legal here, with those that look most like it."""
        if self.is_over:
            return IllegalMove(text, (), "comes after the end of the game")
        known = self.actions or tuple(text for text, _ in self.chance_outcomes)
        return IllegalMove(text, nearest_few(text, known) or known[:3])

    def play(self, move: str | Move) -> "Position":
        """Give the position after a move, and after the chance behind it where there is a seed.

        Raises IllegalMove for a move that is not legal and FaultError where the rules go wrong.
        """
        if isinstance(move, str):
            move = self.find(move)
        elif move not in (self.legal if isinstance(move, Action) else self.outcomes):
            raise self.illegal(self.game.notation.move_text(move))
        return settled(self.game, self.game.machine.play(self.state, move), self.chance)

    @property
    def returns(self) -> tuple[float, ...]:
        """What each player gets, in seat order; zeros before the end."""
        return self.game.machine.returns(self.state)

    @property
    def scores(self) -> tuple[int, ...] | None:
        """The score of each player, in seat order; None in a game without a function `score`."""
        program = self.game.program
        if program.score is None:
            return None
        values = [
            self.game.machine.evaluate(self.state, program.score, (seat,))
            for seat in range(len(program.players))
        ]
        return tuple(value for value in values if isinstance(value, int))

    @property
    def winners(self) -> tuple[str, ...]:
        """The names of those who got most; () before the end and after a draw."""
        return tuple(self.game.players[seat] for seat in best_seats(self.returns))

    @property
    def ending(self) -> str | None:
        """The name of the ending, an entry of `end:` or the statement that ended the game."""
        return self.stop.name if isinstance(self.stop, AtEnd) else None

    def view(self, player: str | int | None = None) -> View:
        """Give what a player, by name or seat, may see; None is an onlooker."""
        if isinstance(player, str):
            if player not in self.game.players:
                raise ValueError(f"no player `{player}`; there are {', '.join(self.game.players)}")
            player = self.game.players.index(player)
        elif player is not None and not 0 <= player < len(self.game.players):
            raise ValueError(f"no seat {player}; there are 0 to {len(self.game.players) - 1}")
        layout = self.game.program.layout
        legal = self.legal if player is not None and player == self.seat else ()
        return make_view(layout, self.state, player, self.seat, legal)

    def resampled(self, player: str | int | None, seed: int) -> "Position":
        """Give a position that the player cannot tell from this one, what is hidden dealt anew.

        The chance to come is hidden too, and goes on from a stream of this seed. The same seed
        gives the same position.
        """
        layout, viewer = self.game.program.layout, self.view(player).viewer
        stream = Random.derived(seed)
        state = resample(layout, self.state, viewer, stream, piece_locals(self.game, self.state))
        chance = None if self.chance is None else Random.derived(seed, 1).state
        return Position(self.game, state, chance)

    def told(
        self, move: Move, after: "Position", viewer: str | int | None, language: str | None = None
    ) -> str:
        """Say a move of this position for a viewer, in the words of `texts`.

        Another's secret pick is not told, and a piece only where the viewer saw it come or go, or
        has all of its sort in sight.
        """
        game = self.game
        seat = self.view(viewer).viewer
        own = self.seat is not None and self.seat == seat
        if isinstance(self.stop, AtDecision) and self.stop.secret and not own:
            return game.texts.word("in_secret", language)
        before, behind = self.view(seat), after.view(seat)
        changed = before.changed_pieces(behind)

        def is_known(piece: int) -> bool:
            return own or piece in changed or (before.knows(piece) and behind.knows(piece))

        return game.notation.label(move, game.texts, language, is_known)

    def told_fault(self, fault: Fault, viewer: str | int | None) -> str:
        """Say what went wrong with a move of this position; no more than its sort to a viewer from
        whom something is hidden."""
        return CAUSES[fault.code] if self.view(viewer).hides_something else fault.message

    @property
    def array(self) -> "npt.NDArray[np.int32]":
        """The slots of the state as a read-only array; see `game.program.layout`."""
        import numpy  # only here, so that whoever needs no arrays need not wait for it

        return numpy.frombuffer(self.state, dtype=numpy.int32)

    def text(self) -> str:
        """Write the position as one line that `Game.position` reads."""
        parts = [FORMAT, self.game.name, self.game.digest[:12], encode(self.state)]
        return ":".join(parts if self.chance is None else [*parts, f"{self.chance:016x}"])


def piece_locals(game: Game, state: State) -> Iterator[tuple[int, Shape]]:
    """Run through the locals of a state that hold pieces: their offsets and shapes."""
    program = game.program
    point = program.points[thaw(state)[0]]
    offset = program.layout.frame
    for index in point.saved if isinstance(point, Decision | Chance | Draw) else ():
        register = program.procedures[program.main].registers[index]
        if register.shape is not None:
            if is_piece_type(register.type):
                yield offset, register.shape
            offset += shape_width(register.shape)


def settled(game: Game, state: State, chance: int | None) -> Position:
    """Roll chance, where there is a stream, until a player decides or the game is over."""
    if chance is None:
        return Position(game, state)
    stream = Random(chance)
    rolled: list[Outcome] = []
    while isinstance(game.machine.stop(state), AtChance):
        if len(rolled) == MAX_ROLLS:
            raise FaultError(
                Fault("budget", say("chance came {most} times in a row", most=MAX_ROLLS), None)
            )
        outcome = roll(game.machine.outcomes(state), stream)
        rolled.append(outcome)
        state = game.machine.play(state, outcome)
    return Position(game, state, stream.state, tuple(rolled))


def roll(outcomes: tuple[Outcome, ...], stream: Random) -> Outcome:
    """Draw one of the outcomes by its weight."""
    return outcomes[stream.weighted([outcome.weight for outcome in outcomes])]


def best_seats(returns: tuple[float, ...]) -> tuple[int, ...]:
    """Give the seats that got most; () where all got the same, but for one alone who got some."""
    best = max(returns)
    if min(returns) == best and (len(returns) > 1 or best <= 0):
        return ()
    return tuple(seat for seat, value in enumerate(returns) if value == best)
