"""Judge: a stop of a game in, or two with a move between; the properties that they break out."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import isfinite

from fragma_dsl.automaton.nodes import End
from fragma_dsl.backends.compiled.machine import CompiledMachine
from fragma_dsl.backends.interpreter.machine import InterpreterMachine
from fragma_dsl.checking import properties as p
from fragma_dsl.checking.properties import Property
from fragma_dsl.game import Game, Position
from fragma_dsl.play.encoding import check_slots
from fragma_dsl.play.fault import Fault, FaultError
from fragma_dsl.play.machine import AtDecision, AtEnd
from fragma_dsl.play.state import State, thaw
from fragma_dsl.text.said import say

LAW_OF_FAULT = {"dead_end": p.NO_DEAD_END, "budget": p.WITHIN_BUDGET}


@dataclass(frozen=True, slots=True)
class Breach:
    """A property that does not hold, and why."""

    property: str
    what: str


class Judge:
    """Asks the properties of a game. Conditions are asked of the reference interpreter."""

    def __init__(self, game: Game, properties: Iterable[Property]) -> None:
        self.game = game
        self.properties = tuple(properties)
        self.reference = reference_of(game)
        self.laws = frozenset(one.name for one in self.properties if one.form == "law")
        by_form: dict[str, list[Property]] = {}
        for one in self.properties:
            by_form.setdefault(one.form, []).append(one)
        self.everywhere = (*by_form.get("always", ()), *by_form.get("never", ()))
        self.steps = tuple(by_form.get("step", ()))
        self.ends = tuple(by_form.get("at_end", ()))
        self.wanted = tuple(by_form.get("sometimes", ()))
        self.within = tuple(by_form.get("within", ()))
        self.has_secrets = has_secrets(game)
        points = game.program.points
        self.endings = frozenset(point.name for point in points if isinstance(point, End))

    def only(self, name: str) -> "Judge":
        """Give a judge of one property alone."""
        return Judge(self.game, [one for one in self.properties if one.name == name])

    def limits(self, start: State) -> dict[str, int]:
        """Work out how many decisions each `within` allows."""
        values = {one.name: self.reference.evaluate(start, proc(one)) for one in self.within}
        return {name: value for name, value in values.items() if isinstance(value, int)}

    # ---- what is asked

    def look(self, position: Position) -> Iterator[Breach]:
        """Ask what must hold at a stop."""
        state = position.state
        for one in self.everywhere:
            yield from self.ask(one, state, one.form == "always")
        if position.is_over:
            for one in self.ends:
                yield from self.ask(one, state, True)
        yield from self.look_for_laws(position)

    def compare(self, before: State, after: State) -> Iterator[Breach]:
        """Ask what must hold between two stops with a move between them."""
        for one in self.steps:
            try:
                if not self.reference.judge(before, after, proc(one)):
                    yield Breach(one.name, "it does not hold for this move")
            except FaultError as error:
                yield Breach(one.name, told(error.fault))

    def ask(self, one: Property, state: State, wanted: bool) -> Iterator[Breach]:
        """Ask one condition on a state."""
        try:
            if bool(self.reference.evaluate(state, proc(one))) is not wanted:
                yield Breach(one.name, "it does not hold here" if wanted else "it holds here")
        except FaultError as error:
            yield Breach(one.name, told(error.fault))

    def blame(self, fault: Fault) -> Breach | None:
        """Give the law that a fault breaks; None where nobody asks."""
        law = LAW_OF_FAULT.get(fault.code, p.NO_FAULT)
        return Breach(law, told(fault)) if law in self.laws else None

    def witnesses(self, state: State) -> Iterator[str]:
        """Name what must hold somewhere and holds here."""
        if p.CAN_END in self.laws and isinstance(self.game.machine.stop(state), AtEnd):
            yield p.CAN_END
        for one in self.wanted:
            try:
                if self.reference.evaluate(state, proc(one)):
                    yield one.name
            except FaultError:
                pass

    # ---- laws

    def look_for_laws(self, position: Position) -> Iterator[Breach]:
        """Ask the laws of every game at a stop."""
        if p.CONSERVED in self.laws:
            try:
                check_slots(thaw(position.state), self.game.program.layout)
            except ValueError as error:
                yield Breach(p.CONSERVED, str(error).replace("it has", "there is"))
        if isinstance(position.stop, AtDecision):
            yield from self.look_at_actions(position)
        if position.is_over and p.RESULT in self.laws:
            yield from self.look_at_result(position)
        if self.has_secrets and p.SECRETS_KEPT in self.laws and not position.is_over:
            yield from self.look_for_leaks(position)

    def look_at_actions(self, position: Position) -> Iterator[Breach]:
        """Ask the laws on the list of actions."""
        legal = position.legal
        if not legal and p.NO_DEAD_END in self.laws:
            yield Breach(p.NO_DEAD_END, "no action is legal")
        if p.DISTINCT in self.laws and len(set(legal)) < len(legal):
            yield Breach(p.DISTINCT, "an action is listed twice")
        if p.ROUND_TRIP in self.laws:
            texts = {"".join(text.split()) for text in position.actions}
            last = legal[-1] if legal else None
            text = self.game.notation.action_text(last) if last is not None else ""
            if len(texts) < len(set(legal)):
                yield Breach(p.ROUND_TRIP, "two actions have one text")
            elif last is not None and self.game.notation.find(text, legal) != last:
                yield Breach(p.ROUND_TRIP, say("`{text}` is read as another action", text=text))

    def look_at_result(self, position: Position) -> Iterator[Breach]:
        """Ask whether a game has ended as its rules declare."""
        if position.ending not in self.endings:
            yield Breach(p.RESULT, say("there is no ending `{ending}`", ending=position.ending))
        returns = position.returns
        if len(returns) != len(self.game.players) or not all(map(isfinite, returns)):
            yield Breach(p.RESULT, "a player has no result")

    def look_for_leaks(self, position: Position) -> Iterator[Breach]:
        """Ask whether a player sees a difference between positions that they cannot tell apart."""
        for seat, player in enumerate(self.game.players):
            view = position.view(seat)
            if not view.hides_something:
                continue
            other = position.resampled(seat, 1)
            if other.state == position.state:
                continue
            try:
                what = difference(position, other, seat)
            except FaultError:
                continue  # what cannot be played is no position of the game
            if what:
                yield Breach(
                    p.SECRETS_KEPT,
                    say("{player!s} can tell from {what} what is hidden", player=player, what=what),
                )
                return


def reference_of(game: Game) -> InterpreterMachine:
    """Give the interpreter of a game, whatever runs it."""
    match game.machine:
        case InterpreterMachine() as machine:
            return machine
        case CompiledMachine() as machine:
            return machine.reference
        case _:
            return InterpreterMachine(game.program)


def difference(here: Position, there: Position, seat: int) -> str | None:
    """Say what a seat sees of the difference between two positions; None where there is none."""
    if (here.waits_for, here.prompt) != (there.waits_for, there.prompt):
        return "who decides"
    if here.seat == seat and here.legal != there.legal:
        only_here = [text for text in here.actions if text not in there.actions]
        shown = say(", such as `{action}`", action=only_here[0]) if only_here else ""
        return say("the legal actions{shown}", shown=shown)
    return None if here.view(seat).key == there.view(seat).key else "the table"


def has_secrets(game: Game) -> bool:
    """Whether something in a game may be hidden from somebody."""
    layout = game.program.layout
    visible = {one.visible for one in layout.places} | {one.visible for one in layout.variables}
    return visible != {"all"}


def proc(one: Property) -> int:
    """Give the procedure of an invariant."""
    assert one.procedure is not None
    return one.procedure


def told(fault: Fault) -> str:
    """Say a fault in one line."""
    where = say(", by {place!s}", place=fault.span) if fault.span is not None else ""
    return say(
        "fault `{code}`: {message}{where}", code=fault.code, message=fault.message, where=where
    )
